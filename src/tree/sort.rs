//! The second step of a ply: of the moves that lead to equivalent nodes, only the first
//! leads to a new one, and none if the node is at an earlier ply.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{
    Place, Step, Tree, TreeError,
    expand::{Candidate, Expanded, RECORD},
    plan::Plan,
    stream::{Stream, write_number},
    watch::Meter,
    words::{WORD, index, read_words, to_bytes},
    work::failed,
};

/// What sorting takes of memory for each move, with what comes out.
const MEMORY: u64 = 64;

/// Sorts one of the files, in as many passes as the memory wants.
pub(super) fn sort(
    tree: &Tree,
    plan: Plan,
    parts: &[Expanded],
    file: u64,
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let count: u64 = parts.iter().map(|part| part.count(file)).sum();
    let memory = tree.options.memory / 2 / rayon::current_num_threads() as u64;
    let passes = (count * MEMORY).div_ceil(memory.max(1)).max(1);
    let more = passes.next_power_of_two().trailing_zeros();
    let first_place = tree.last().next_place();
    let ply = plan.ply + 1;
    let keeps_keys = tree.keeps_keys(ply);
    tree.work()?.put(&Step::Sort { ply, file }.file(), |out| {
        let mut sorted = Sorted {
            out,
            at: 0,
            sections: Vec::new(),
        };
        for pass in 0..1 << more {
            let bits = plan.bits + more;
            let prefix = file << more | pass;
            let mut candidates = Vec::with_capacity(index(count >> more));
            for part in parts {
                let is_wanted = |candidate: Candidate| candidate.prefix(bits) == prefix;
                part.read(file, is_wanted, &mut candidates)?;
            }
            candidates.sort_unstable();
            let earlier = tree.earlier_keys(ply, prefix, bits)?;
            let news = News::find(&candidates, earlier, first_place, keeps_keys)
                .map_err(tree.cannot("read"))?;
            sorted.write(&news).map_err(tree.cannot("write"))?;
            meter.add(0, candidates.len() as u64)?;
        }
        sorted.finish().map_err(tree.cannot("write"))
    })
}

/// The keys of an earlier ply from some key on, with the places of the nodes.
pub(super) struct Keys {
    stream: Stream,
    first_place: Place,
    next: Option<Candidate>,
}

impl Keys {
    /// Those whose first bits are these, or greater.
    pub(super) fn open(
        path: &Path,
        first_place: Place,
        prefix: u64,
        bits: u32,
    ) -> io::Result<Keys> {
        let mut file = File::open(path)?;
        let len = file.metadata()?.len();
        let (mut from, mut to) = (0, len / RECORD as u64);
        while from < to {
            let middle = from.midpoint(to);
            let mut record = [0; RECORD];
            file.seek(SeekFrom::Start(middle * RECORD as u64))?;
            file.read_exact(&mut record)?;
            if Candidate::read(&record).prefix(bits) < prefix {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        let at = from * RECORD as u64;
        let mut keys = Keys {
            stream: Stream::new(path, at, len - at),
            first_place,
            next: None,
        };
        keys.advance()?;
        Ok(keys)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.next = self.stream.next()?.map(|record| Candidate::read(&record));
        Ok(())
    }

    /// The place of the node with a key; keys are asked for in their order.
    fn find(&mut self, candidate: Candidate) -> io::Result<Option<Place>> {
        while let Some(next) = self.next {
            match next.key().cmp(&candidate.key()) {
                std::cmp::Ordering::Less => self.advance()?,
                std::cmp::Ordering::Equal => return Ok(Some(self.first_place + next.number)),
                std::cmp::Ordering::Greater => break,
            }
        }
        Ok(None)
    }
}

/// What there is among some moves.
struct News {
    /// Those that lead to new nodes.
    new: Vec<u64>,
    /// The others, and the places of the nodes.
    links: Vec<(u64, Place)>,
    /// The keys of the new nodes, if they are wanted, in their order.
    keys: Vec<u8>,
}

impl News {
    fn find(
        candidates: &[Candidate],
        mut earlier: Vec<Keys>,
        first_place: Place,
        keeps_keys: bool,
    ) -> io::Result<News> {
        let mut news = News {
            new: Vec::new(),
            links: Vec::new(),
            keys: Vec::new(),
        };
        for group in candidates.chunk_by(|one, other| one.key() == other.key()) {
            let first = group[0];
            let mut known = None;
            for keys in &mut earlier {
                known = keys.find(first)?;
                if known.is_some() {
                    break;
                }
            }
            let (place, links) = if let Some(place) = known {
                (place, group)
            } else {
                news.new.push(first.number);
                if keeps_keys {
                    news.keys.extend(first.to_bytes());
                }
                (first_place + first.number, &group[1..])
            };
            news.links
                .extend(links.iter().map(|link| (link.number, place)));
        }
        news.new.sort_unstable();
        news.links.sort_unstable();
        Ok(news)
    }
}

/// What was sorted, while it is written.
struct Sorted<'w, 'f> {
    out: &'w mut BufWriter<&'f File>,
    at: u64,
    /// For each pass where its three sections end.
    sections: Vec<u64>,
}

impl Sorted<'_, '_> {
    fn write(&mut self, news: &News) -> io::Result<()> {
        let mut bytes = Vec::new();
        let mut before = 0;
        for &number in &news.new {
            write_number(number - before, &mut bytes)?;
            before = number;
        }
        self.section(&bytes)?;
        bytes.clear();
        before = 0;
        for &(number, place) in &news.links {
            write_number(number - before, &mut bytes)?;
            write_number(place, &mut bytes)?;
            before = number;
        }
        self.section(&bytes)?;
        self.section(&news.keys)
    }

    fn section(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.at += bytes.len() as u64;
        self.sections.push(self.at);
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        self.out.write_all(&to_bytes(&self.sections))?;
        self.out
            .write_all(&to_bytes(&[self.sections.len() as u64, MAGIC]))
    }
}

/// The end of a file that is sorted.
const MAGIC: u64 = u64::from_le_bytes(*b"sansort1");

/// What was sorted in a pass.
pub(super) struct Run {
    path: PathBuf,
    /// Numbers of moves, each as its distance from the one before.
    new: Stream,
    links: Stream,
    /// Where the keys are in the file, and how many bytes.
    keys: (u64, u64),
    next_new: Option<u64>,
    next_link: Option<(u64, Place)>,
}

impl Run {
    /// What was sorted in each pass of a file.
    pub(super) fn open_all(path: &Path) -> Result<Vec<Run>, TreeError> {
        let read = || {
            let mut file = File::open(path)?;
            let mut words = |back: u64, count| {
                let back = i64::try_from(back).map_err(io::Error::other)?;
                read_words(&mut file, SeekFrom::End(-back), count)
            };
            let [count, MAGIC] = words(2 * WORD, 2)?[..] else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let ends = words((count + 2) * WORD, count)?;
            let (passes, _) = ends.as_chunks();
            let mut at = 0;
            let runs = passes.iter().map(|&[new, links, keys]| {
                let mut run = Run {
                    path: path.to_owned(),
                    new: Stream::new(path, at, new - at),
                    links: Stream::new(path, new, links - new),
                    keys: (links, keys - links),
                    next_new: Some(0),
                    next_link: Some((0, 0)),
                };
                at = keys;
                run.next_new = run.new.number()?;
                run.next_link = run.link(0)?;
                Ok(run)
            });
            runs.collect()
        };
        read().map_err(failed("read", path))
    }

    fn link(&mut self, before: u64) -> io::Result<Option<(u64, Place)>> {
        let number = self.links.number()?;
        let place = self.links.number()?;
        Ok(number
            .zip(place)
            .map(|(number, place)| (before + number, place)))
    }

    /// The next move that leads to a new node, if its number is below this.
    pub(super) fn new_below(&mut self, limit: u64) -> io::Result<Option<u64>> {
        let Some(number) = self.next_new.filter(|&number| number < limit) else {
            return Ok(None);
        };
        self.next_new = self.new.number()?.map(|more| number + more);
        Ok(Some(number))
    }

    /// The next of the others, if its number is below this, and the place of the node.
    pub(super) fn link_below(&mut self, limit: u64) -> io::Result<Option<(u64, Place)>> {
        let Some((number, place)) = self.next_link.filter(|&(number, _)| number < limit) else {
            return Ok(None);
        };
        self.next_link = self.link(number)?;
        Ok(Some((number, place)))
    }

    /// Copies the keys.
    pub(super) fn copy_keys(&self, out: &mut impl Write) -> io::Result<()> {
        let (at, len) = self.keys;
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(at))?;
        io::copy(&mut file.take(len), out).map(drop)
    }
}
