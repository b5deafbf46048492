//! Reads and writes a tree as a single file, with one bit per move and the known outcomes.
//!
//! The file begins with a text header: the root, then for each ply a line with the size and checksum of its
//! data. You can read the header with `head`. The binary data of the plies follows.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write},
    path::Path,
};

use san_strings_files::{Ours, Progress};
use shakmaty::Position;
use thiserror::Error;

use super::{
    Outcome, Root, Tree, TreeError, plies::INDEX_STRIDE, root_fen, walk::for_each_node,
    words::from_bytes,
};

/// Upper bound on the number of legal moves in a position: the capacity of shakmaty's move list.
const MOST_MOVES: u64 = 256;

/// Magic bytes of the file.
const MAGIC: &str = "san-strings tree ";

/// Version of the format, and of the rules by which a tree grows.
const VERSION: &str = "2";

/// Why a file cannot be read as a tree.
///
/// ```
/// use san_strings_tree::{Tree, TreeFileError};
///
/// let error = Tree::from_file(b"1. e4 e5").expect_err("it is PGN");
/// assert!(matches!(error, TreeFileError::NotATree));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TreeFileError {
    /// The file cannot be read.
    #[error("cannot read it")]
    Io(#[from] io::Error),
    /// The file does not begin with the magic bytes of a tree file.
    #[error("not a tree: it does not begin with {MAGIC:?}")]
    NotATree,
    /// The file is in another version of the format.
    #[error("the tree has version {0:?} of the format, but this program reads version {VERSION}")]
    Version(String),
    /// The file is longer or shorter than its header says.
    #[error("expected {expected} bytes, found {found}: the file was cut off or altered")]
    Length {
        /// Expected length in bytes.
        expected: u64,
        /// Actual length in bytes.
        found: u64,
    },
    /// The file contradicts itself.
    #[error("damaged: {0}; grow the tree again to replace the file")]
    Damaged(&'static str),
}

impl Tree {
    /// Writes the tree as a file.
    ///
    /// # Errors
    ///
    /// An error from `out`.
    pub fn write_file(&self, out: &mut impl Write) -> io::Result<()> {
        let plies = self.ply_bytes();
        out.write_all(self.head(&plies).as_bytes())?;
        plies.iter().try_for_each(|ply| out.write_all(ply))
    }

    /// Encodes each ply after the root.
    fn ply_bytes(&self) -> Vec<Vec<u8>> {
        let plies = self.plies[1..].iter();
        plies.map(|ply| ply.to_bytes(&self.outcomes.of(ply))).collect()
    }

    /// Builds the text header.
    fn head(&self, plies: &[Vec<u8>]) -> String {
        let outcome = self.outcomes.get(0).code(self.outcomes.is_end(0));
        let root = root_fen(&self.root);
        let mut head =
            format!("{MAGIC}{VERSION}\nroot {root}\noutcome {outcome}\nplies {}\n", plies.len());
        for (ply, bytes) in self.plies[1..].iter().zip(plies) {
            let (nodes, moves, mates) = (ply.nodes, ply.moves, ply.mates);
            let (len, crc) = (bytes.len(), crc32fast::hash(bytes));
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                head,
                "nodes {nodes} moves {moves} mates {mates} bytes {len} crc32 {crc:08x}"
            );
        }
        let crc = crc32fast::hash(head.as_bytes());
        head + &format!("crc32 {crc:08x}\n\n")
    }

    /// Reads a tree from a file. Writing the tree to a file again produces the same bytes.
    ///
    /// # Errors
    ///
    /// [`TreeFileError`] if the file cannot be read, or is not a valid tree.
    pub fn open(path: &Path) -> Result<Tree, TreeFileError> {
        Tree::from_file(&fs::read(path)?)
    }

    /// Reads a tree from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`TreeFileError`] if the bytes are not a valid tree.
    pub fn from_file(bytes: &[u8]) -> Result<Tree, TreeFileError> {
        use TreeFileError::{Damaged, Length, NotATree, Version};
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(NotATree);
        }
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let (head, mut rest) = bytes.split_at(end.ok_or(Damaged("its header has no end"))? + 2);
        let head = str::from_utf8(head).map_err(|_| Damaged("its header is altered"))?;
        let mut lines = head.lines();
        let version = lines.next().and_then(|line| line.strip_prefix(MAGIC));
        let version = version.unwrap_or_default();
        if version != VERSION {
            return Err(Version(version.chars().take(20).collect()));
        }
        let mut value = |name: &str| lines.next()?.strip_prefix(name);
        let root = value("root ").and_then(|root| root.parse().ok());
        let code = value("outcome ").and_then(|code| code.parse().ok());
        let plies = value("plies ").and_then(|plies| plies.parse::<usize>().ok());
        let (Some(Root(root)), Some(code), Some(plies)) = (root, code, plies) else {
            return Err(Damaged("its header cannot be read"));
        };
        let lens: Option<Vec<usize>> =
            lines.take(plies).map(|line| line.split(' ').nth(7)?.parse().ok()).collect();
        let lens = lens.ok_or(Damaged("its header cannot be read"))?;
        let expected =
            lens.iter().fold(head.len() as u64, |sum, &len| sum.saturating_add(len as u64));
        if expected != bytes.len() as u64 {
            let found = bytes.len() as u64;
            return Err(Length { expected, found });
        }
        let mut tree = Tree::new(root);
        if let Some((outcome, is_end)) = Outcome::of_code(code)
            && outcome.is_known()
        {
            tree.insert_root(outcome, is_end);
        }
        for len in lens {
            let ply = rest.split_off(..len).filter(|ply| ply.len() % 8 == 0);
            let words = ply.map(|ply| from_bytes(ply).collect::<Vec<_>>());
            words.and_then(|words| tree.push(&words)).ok_or(Damaged("a ply is altered"))?;
        }
        // To detect any other damage, we build the header again from what we have read. Its counts and
        // checksums must agree with the header of the file.
        if tree.head(&tree.ply_bytes()) != head {
            return Err(Damaged("its contents do not match its header"));
        }
        Ok(tree)
    }

    /// Size of the tree's file, in bytes.
    pub fn file_size(&self) -> u64 {
        let plies = self.ply_bytes();
        let bytes: usize = plies.iter().map(Vec::len).sum();
        (self.head(&plies).len() + bytes) as u64
    }

    /// Returns the size that the file would have with one more ply, if that exceeds `limit`. The size
    /// does not include the outcomes of that ply, so the real file may be larger.
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `progress` stops the count.
    pub fn outgrows(&self, limit: u64, progress: &dyn Progress) -> Result<Option<u64>, TreeError> {
        let now = self.file_size();
        let nodes = self.last().nodes;
        let with_moves = |moves: u64| {
            let bits = moves.div_ceil(64).saturating_add(nodes.div_ceil(INDEX_STRIDE));
            now.saturating_add(bits.saturating_mul(8))
        };
        // Counting the moves takes time. We need no count if the file would fit even with the maximum number of
        // moves.
        if with_moves(nodes.saturating_mul(MOST_MOVES)) <= limit {
            return Ok(None);
        }
        let mut moves = 0;
        for_each_node(
            self,
            self.plies()..self.plies() + 1,
            ("counting moves", progress),
            |cursor, count: &mut u64| {
                if !cursor.is_end() {
                    *count += cursor.game().position().legal_moves().len() as u64;
                }
                Ok::<_, TreeError>(())
            },
            |count| {
                moves += count;
                Ok(())
            },
        )?;
        let size = with_moves(moves);
        Ok((size > limit).then_some(size))
    }

    /// Whether both trees have this ply, and the same moves lead to the same nodes there.
    pub fn has_same_ply(&self, other: &Tree, ply: usize) -> bool {
        match (self.plies.get(ply), other.plies.get(ply)) {
            (Some(ours), Some(theirs)) => ours.has_same_moves(theirs),
            _ => false,
        }
    }

    /// Whether [`Tree::write_file`] writes the same bytes for both trees.
    pub fn has_same_file(&self, other: &Tree) -> bool {
        let (ours, theirs) = (self.ply_bytes(), other.ply_bytes());
        ours == theirs && self.head(&ours) == other.head(&theirs)
    }
}

/// Recognizes our tree files: any valid tree file is ours, whatever tree it contains.
#[derive(Clone, Copy, Debug)]
pub struct TreeFile;

impl Ours for TreeFile {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        Tree::from_file(contents).err().map(|error| error.to_string())
    }
}
