//! The tree as a file: the bits of its moves, and the outcomes that are known.
//!
//! A text comes first, which `head` shows: what the file is, the root, and a line for
//! each ply with where it is and a checksum. Then for each ply its numbers, its bits, what
//! comes before each block of nodes, the outcomes, and a checksum for every 8 KiB of the
//! bits. So whoever asks for a node reads a few thousand bytes, and knows that they are
//! right.

use std::{
    error, fmt,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
    str::FromStr,
};

use crc32fast::Hasher;

use super::{
    Options, Outcome, Root, Tree, TreeError,
    ply::{self, Header, Ply, Stored, pack},
    root::fen,
    words::{WINDOW, WORD, Words, index, to_bytes},
};

/// How the file begins.
const MAGIC: &str = "san-strings tree ";

/// The version of the format.
const VERSION: u32 = 1;

/// A text before the plies is no longer than this.
const LONGEST: u64 = 1 << 20;

/// Whether the contents of a file show that it is such a tree.
#[must_use]
pub fn is_tree(contents: &[u8]) -> bool {
    contents.starts_with(MAGIC.as_bytes())
}

/// A line of the text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Line {
    ply: usize,
    nodes: u64,
    moves: u64,
    mates: u64,
    /// Where the ply begins, in bytes after the text.
    offset: u64,
    /// How many bytes it takes.
    len: u64,
    /// The checksum of all of it but the bits.
    crc: u32,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line {
            ply,
            nodes,
            moves,
            mates,
            offset,
            len,
            crc,
        } = self;
        write!(
            f,
            "ply {ply} nodes {nodes} moves {moves} mates {mates} offset {offset} bytes {len} \
             crc32 {crc:08x}"
        )
    }
}

impl FromStr for Line {
    type Err = ();

    fn from_str(line: &str) -> Result<Line, ()> {
        let words: Vec<_> = line.split(' ').collect();
        let [
            "ply",
            ply,
            "nodes",
            nodes,
            "moves",
            moves,
            "mates",
            mates,
            "offset",
            offset,
            "bytes",
            len,
            "crc32",
            crc,
        ] = words[..]
        else {
            return Err(());
        };
        let number = |text: &str| text.parse().map_err(drop);
        let read = Line {
            ply: ply.parse().map_err(drop)?,
            nodes: number(nodes)?,
            moves: number(moves)?,
            mates: number(mates)?,
            offset: number(offset)?,
            len: number(len)?,
            crc: u32::from_str_radix(crc, 16).map_err(drop)?,
        };
        // As it is written, and in no other way.
        (read.to_string() == line).then_some(read).ok_or(())
    }
}

impl Tree {
    /// Writes the tree as a file.
    ///
    /// # Errors
    ///
    /// What `file` says, or what is wrong with the files that the tree has grown in.
    pub fn write_file(&self, file: &mut File) -> io::Result<()> {
        let lines = self.lines()?;
        let mut out = BufWriter::new(file);
        out.write_all(self.text(&lines).as_bytes())?;
        for line in lines {
            self.write_ply(line.ply, line.offset, &mut out)?;
        }
        out.flush()
    }

    /// What the text says of the plies.
    fn lines(&self) -> io::Result<Vec<Line>> {
        let mut offset = 0;
        let lines = (1..=self.plies()).map(|ply| {
            let line = self.write_ply(ply, offset, &mut io::sink())?;
            offset += line.len;
            Ok(line)
        });
        lines.collect()
    }

    fn text(&self, lines: &[Line]) -> String {
        let root = self.outcomes.get(0).code(self.outcomes.is_end(0));
        let mut text = format!(
            "{MAGIC}{VERSION}\nroot {}\noutcome {root}\nplies {}\n",
            fen(&self.root),
            self.plies()
        );
        for line in lines {
            text += &line.to_string();
            text.push('\n');
        }
        let crc = crc32fast::hash(text.as_bytes());
        text + &format!("crc32 {crc:08x}\n\n")
    }

    fn write_ply(&self, number: usize, offset: u64, out: &mut impl Write) -> io::Result<Line> {
        let ply = &self.plies[number];
        let outcomes = self.outcomes.of(ply);
        let header = Header {
            nodes: ply.nodes,
            moves: ply.moves,
            mates: ply.mates,
            blocks: ply.blocks.len() as u64,
            outcomes: outcomes.len() as u64,
        };
        let mut rest = Hasher::new();
        let mut head = Vec::new();
        header.write(&mut head)?;
        rest.update(&head);
        out.write_all(&head)?;
        let mut sums = Vec::new();
        let mut bits = ply.bits.reader();
        let words = ply.bits.len();
        for start in (0..words).step_by(index(WINDOW)) {
            let window: Vec<_> = (start..words.min(start + WINDOW))
                .map(|at| bits.get(at))
                .collect::<Result<_, _>>()?;
            let bytes = to_bytes(&window);
            sums.push(u64::from(crc32fast::hash(&bytes)));
            out.write_all(&bytes)?;
        }
        let mut write = |words: &[u64]| {
            let bytes = to_bytes(words);
            rest.update(&bytes);
            out.write_all(&bytes)
        };
        for block in &ply.blocks {
            write(&[block.first_move, block.first_child])?;
        }
        for (place, outcome, is_end) in outcomes {
            write(&[pack(place - ply.first_place, outcome.code(is_end))])?;
        }
        write(&sums)?;
        let len = header.len().unwrap_or_default() + sums.len() as u64 * WORD;
        Ok(Line {
            ply: number,
            nodes: ply.nodes,
            moves: ply.moves,
            mates: ply.mates,
            offset,
            len,
            crc: rest.finalize(),
        })
    }

    /// Reads a tree from a file; its bits stay there. It does not grow any further.
    ///
    /// # Errors
    ///
    /// [`TreeFileError`].
    pub fn open(path: &Path) -> Result<Tree, TreeFileError> {
        let mut file = BufReader::new(File::open(path).map_err(TreeFileError::Io)?);
        let mut text = String::new();
        while !text.ends_with("\n\n") {
            let mut line = Vec::new();
            let limit = LONGEST.saturating_sub(text.len() as u64);
            let count = { (&mut file).take(limit) }
                .read_until(b'\n', &mut line)
                .map_err(TreeFileError::Io)?;
            text += &String::from_utf8_lossy(&line);
            if !is_tree(text.as_bytes()) {
                return Err(TreeFileError::NoTree);
            }
            if count == 0 {
                return Err(TreeFileError::Damaged("its text does not end"));
            }
        }
        let len = file.get_ref().metadata().map_err(TreeFileError::Io)?.len();
        Tree::read(path, &text, len)
    }

    fn read(path: &Path, text: &str, len: u64) -> Result<Tree, TreeFileError> {
        let damaged = TreeFileError::Damaged;
        let version = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(MAGIC));
        if version != Some(&VERSION.to_string()) {
            return Err(TreeFileError::Version(
                version.unwrap_or_default().to_owned(),
            ));
        }
        let at = text.rfind("crc32").unwrap_or_default();
        let crc = crc32fast::hash(&text.as_bytes()[..at]);
        if text[at..] != format!("crc32 {crc:08x}\n\n") {
            return Err(damaged("its text is altered"));
        }
        let mut lines = text[..at].lines().skip(1);
        let mut value = |name: &str| lines.next()?.strip_prefix(name);
        let root = value("root ").and_then(|root| root.parse::<Root>().ok());
        let code = value("outcome ").and_then(|code| code.parse().ok());
        let plies: Option<usize> = value("plies ").and_then(|plies| plies.parse().ok());
        let lines: Result<Vec<Line>, ()> = lines.map(str::parse).collect();
        let (Some(Root(root)), Some(code), Some(plies), Ok(lines)) = (root, code, plies, lines)
        else {
            return Err(damaged("its text cannot be read"));
        };
        if lines.len() != plies {
            return Err(damaged("plies are missing in its text"));
        }
        let start = text.len() as u64;
        // One after the other, with nothing between.
        let mut end = start;
        for line in &lines {
            if line.offset != end - start {
                return Err(damaged("a ply is not where it should be"));
            }
            end = end.saturating_add(line.len);
        }
        if end != len {
            return Err(TreeFileError::Length {
                expected: end,
                found: len,
            });
        }
        let mut tree = Tree::bare(root, Options::plies(plies));
        if let Some((outcome, is_end)) = Outcome::of_code(code)
            && outcome.is_known()
        {
            tree.outcomes.insert(0, outcome, is_end);
            tree.plies[0].mates = u64::from(outcome == Outcome::Loss && is_end);
        }
        for line in lines {
            let wrong = || damaged("a ply is altered");
            let stored = open_ply(path, start + line.offset, &line, tree.last())
                .map_err(|_| wrong())?
                .ok_or_else(wrong)?;
            tree.push(stored).map_err(|_| wrong())?;
        }
        Ok(tree)
    }

    /// Whether the file of another tree would be that of this one.
    ///
    /// # Errors
    ///
    /// [`TreeError::Damaged`] if one of them cannot be read.
    pub fn has_file_of(&self, other: &Tree) -> Result<bool, TreeError> {
        let ours = self.lines().map_err(TreeError::Damaged)?;
        let theirs = other.lines().map_err(TreeError::Damaged)?;
        Ok(self.text(&ours) == other.text(&theirs))
    }
}

/// A ply, and the outcomes that are known; nothing if it is not what its line says.
fn open_ply(path: &Path, offset: u64, line: &Line, before: &Ply) -> io::Result<Option<Stored>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    // All but the bits.
    let bits = line.moves.div_ceil(64) * WORD;
    let Some(after) = line.len.checked_sub(bits + Header::LEN) else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    (&mut file).take(Header::LEN).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(offset + Header::LEN + bits))?;
    (&mut file).take(after).read_to_end(&mut bytes)?;
    if crc32fast::hash(&bytes) != line.crc {
        return Ok(None);
    }
    let mut stored = ply::read(path, offset, before, 0)?;
    let ply = &mut stored.ply;
    let sums = ply.bits.len().div_ceil(WINDOW);
    if (ply.nodes, ply.moves, ply.mates) != (line.nodes, line.moves, line.mates)
        || stored.len + sums * WORD != line.len
    {
        return Ok(None);
    }
    let sums = Words::open(path, offset + stored.len, sums, u64::MAX)?;
    ply.bits.check_with(sums);
    Ok(Some(stored))
}

/// Why a tree cannot be read from a file.
#[derive(Debug)]
pub enum TreeFileError {
    /// It cannot be read at all.
    Io(io::Error),
    /// It is no tree.
    NoTree,
    /// It is of another version of the format.
    Version(String),
    /// It is shorter or longer than it says.
    Length {
        /// The bytes it should have.
        expected: u64,
        /// The bytes it has.
        found: u64,
    },
    /// It contradicts itself.
    Damaged(&'static str),
}

impl fmt::Display for TreeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeFileError::Io(_) => f.write_str("cannot be read"),
            TreeFileError::NoTree => write!(f, "not a tree: such a file begins with {MAGIC:?}"),
            TreeFileError::Version(version) => write!(
                f,
                "a tree in version {version:?} of the format, this program reads version {VERSION}"
            ),
            TreeFileError::Length { expected, found } => write!(
                f,
                "it should have {expected} bytes and has {found}: it was cut off or altered"
            ),
            TreeFileError::Damaged(what) => {
                write!(f, "damaged, {what}; write it again to repair it")
            }
        }
    }
}

impl error::Error for TreeFileError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            TreeFileError::Io(cause) => Some(cause),
            _ => None,
        }
    }
}

impl From<TreeFileError> for TreeError {
    fn from(error: TreeFileError) -> TreeError {
        TreeError::Damaged(io::Error::other(error))
    }
}
