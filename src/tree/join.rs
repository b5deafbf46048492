//! The last step of a ply: the bits of all its moves, in their order.

use std::io::{self, Seek, SeekFrom, Write};

use super::{
    Outcome, Step, Tree, TreeError,
    expand::Expanded,
    plan::Plan,
    ply::{Block, Header, pack},
    sort::Run,
    watch::Meter,
    words::{index, to_bytes},
    work::name,
};

/// So many moves are joined at once.
const STRETCH: u64 = 1 << 22;

/// Joins what was sorted, and writes the ply.
pub(super) fn join(
    tree: &Tree,
    plan: Plan,
    parts: &[Expanded],
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let work = tree.work()?;
    let ply = plan.ply + 1;
    let mut runs = Vec::new();
    for step in plan.sorts() {
        runs.append(&mut Run::open_all(&work.path(&step.file()))?);
    }
    if tree.keeps_keys(ply) {
        work.put(&name(ply, "keys"), |out| {
            let mut runs = runs.iter();
            { runs.try_for_each(|run| run.copy_keys(out)) }.map_err(tree.cannot("write"))
        })?;
    }
    work.put(&Step::Join { ply }.file(), |bits| {
        work.put(&name(ply, "links"), |links| {
            let mut joined = Joined::new(parts);
            let written = joined.header().write(bits);
            written.map_err(tree.cannot("write"))?;
            joined.join(tree, &mut runs, parts, (bits, links), meter)?;
            joined.finish(bits).map_err(tree.cannot("write"))
        })
    })
}

/// A ply while it is joined.
struct Joined {
    moves: u64,
    nodes: u64,
    mates: u64,
    blocks: Vec<Block>,
    ends: Vec<u64>,
}

impl Joined {
    fn new(parts: &[Expanded]) -> Joined {
        let first_moves = parts
            .iter()
            .flat_map(|part| part.blocks.iter().map(|first| part.before + first));
        let blocks = first_moves.map(|first_move| Block {
            first_move,
            first_child: 0,
        });
        Joined {
            moves: parts.iter().map(|part| part.moves).sum(),
            nodes: 0,
            mates: 0,
            blocks: blocks.collect(),
            ends: Vec::new(),
        }
    }

    fn header(&self) -> Header {
        Header {
            nodes: self.nodes,
            moves: self.moves,
            mates: self.mates,
            blocks: self.blocks.len() as u64,
            outcomes: self.ends.len() as u64,
        }
    }

    /// Writes what comes after the bits, and the header once more.
    fn finish(&self, bits: &mut (impl Write + Seek)) -> io::Result<()> {
        for block in &self.blocks {
            bits.write_all(&to_bytes(&[block.first_move, block.first_child]))?;
        }
        bits.write_all(&to_bytes(&self.ends))?;
        bits.seek(SeekFrom::Start(0))?;
        self.header().write(bits)
    }

    fn join(
        &mut self,
        tree: &Tree,
        runs: &mut [Run],
        parts: &[Expanded],
        (bits, links): (&mut impl Write, &mut impl Write),
        meter: &Meter<'_>,
    ) -> Result<(), TreeError> {
        let mut parts = parts.iter();
        let mut ends = Vec::new().into_iter().peekable();
        let mut blocks = 0;
        for start in (0..self.moves).step_by(index(STRETCH)) {
            let end = self.moves.min(start + STRETCH);
            let stretch = Stretch::read(start, end, runs).map_err(tree.cannot("read"))?;
            // What comes before each block.
            let mut at = start;
            while let Some(block) = self.blocks.get_mut(blocks)
                && block.first_move < end
            {
                self.nodes += stretch.ones(at, block.first_move);
                at = block.first_move;
                block.first_child = self.nodes;
                blocks += 1;
            }
            self.nodes += stretch.ones(at, end);
            // The ends of games at nodes that are new.
            loop {
                match ends.peek() {
                    Some(&(number, _)) if number >= end => break,
                    Some(&(number, code)) => {
                        ends.next();
                        if stretch.is_new(number) {
                            self.ends.push(pack(number, code));
                            let is_mate = Outcome::of_code(code) == Some((Outcome::Loss, true));
                            self.mates += u64::from(is_mate);
                        }
                    }
                    None => match parts.next() {
                        Some(part) => ends = part.ends()?.into_iter().peekable(),
                        None => break,
                    },
                }
            }
            stretch.write(bits, links).map_err(tree.cannot("write"))?;
            meter.add(0, end - start)?;
        }
        // Blocks of nodes whose games have all ended.
        for block in &mut self.blocks[blocks..] {
            block.first_child = self.nodes;
        }
        Ok(())
    }
}

/// Some of the moves.
struct Stretch {
    start: u64,
    bits: Vec<u64>,
    /// For each move that leads to no new node the place of that node.
    places: Vec<u64>,
    len: u64,
}

impl Stretch {
    fn read(start: u64, end: u64, runs: &mut [Run]) -> io::Result<Stretch> {
        let mut bits = vec![0; index((end - start).div_ceil(64))];
        let mut places = vec![u64::MAX; index(end - start)];
        let mut count = 0;
        for run in runs {
            while let Some(number) = run.new_below(end)? {
                let at = number - start;
                bits[index(at / 64)] |= 1 << (at % 64);
                count += 1;
            }
            while let Some((number, place)) = run.link_below(end)? {
                places[index(number - start)] = place;
                count += 1;
            }
        }
        if count != end - start {
            return Err(io::Error::other("moves are missing"));
        }
        Ok(Stretch {
            start,
            bits,
            places,
            len: end - start,
        })
    }

    fn is_new(&self, number: u64) -> bool {
        let at = number - self.start;
        self.bits[index(at / 64)] >> (at % 64) & 1 == 1
    }

    /// How many lead to new nodes, from a number up to another.
    fn ones(&self, from: u64, to: u64) -> u64 {
        let (from, to) = (from - self.start, to - self.start);
        let below = |at: u64, word: u64| word & ((1 << (at % 64)) - 1);
        let words = &self.bits[index(from / 64)..];
        let mut ones: u64 = words[..index(to / 64 - from / 64)]
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum();
        if to % 64 > 0 {
            ones += u64::from(below(to, self.bits[index(to / 64)]).count_ones());
        }
        if from % 64 > 0 {
            ones -= u64::from(below(from, self.bits[index(from / 64)]).count_ones());
        }
        ones
    }

    fn write(&self, bits: &mut impl Write, links: &mut impl Write) -> io::Result<()> {
        bits.write_all(&to_bytes(&self.bits))?;
        for at in 0..self.len {
            if self.bits[index(at / 64)] >> (at % 64) & 1 == 0 {
                links.write_all(&self.places[index(at)].to_le_bytes())?;
            }
        }
        Ok(())
    }
}
