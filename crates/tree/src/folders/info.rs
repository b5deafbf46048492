//! Writes and parses `info.txt`, which describes a node.
//!
//! ```
//! use san_strings_tree::{Info, Outcome};
//!
//! let text = "\
//! l
//! ?
//! #8902
//!
//! w
//! 9000≡17
//! rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -
//! ";
//! let info: Info = text.parse()?;
//! assert_eq!(info.outcome, Outcome::Loss);
//! assert_eq!(info.to_string(), text);
//!
//! let error = text.replace('#', "").parse::<Info>().unwrap_err();
//! assert_eq!(error.to_string(), "line 3: expected `#` and an Id, found \"8902\"");
//! # Ok::<(), san_strings_tree::InfoError>(())
//! ```

use std::{
    fmt,
    iter::Peekable,
    ops::RangeInclusive,
    path::Path,
    str::{FromStr, SplitInclusive},
};

use shakmaty::{Chess, Position, fen::Epd, san::SanPlus};
use thiserror::Error;

use crate::{Cursor, Outcome, Target, TreeError, game::in_order, ids::Id, root::board_state};
use san_strings_files::{FileError, lossy_string, read_at_most};

/// Contents of an `info.txt`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Info {
    /// The outcome of the node (line 1), and the reason for a draw (line 2).
    pub outcome: Outcome,
    /// Id of the node (line 3).
    pub id: Id,
    /// Ids of the children (line 4). These are the new nodes that the moves lead to; a move to an
    /// earlier node adds no child.
    pub children: Option<RangeInclusive<Id>>,
    /// The outcome after each move, in the order of the moves (line 5), without the reasons for draws.
    pub moves: Vec<Outcome>,
    /// For each move that transposes: the Id that a new node would get, and the Id of the earlier node that
    /// the move reaches. In the file, each pair is a line after line 5.
    pub equivalents: Vec<(Id, Id)>,
    /// The board state, as a FEN without its two counters (last line).
    pub state: Epd,
}

impl Info {
    /// Describes the cursor's node.
    ///
    /// A node of the last ply has no `info.txt` on disk, because its moves are unknown.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the tree is damaged.
    pub fn of(cursor: &mut Cursor<'_>) -> Result<Info, TreeError> {
        let children = cursor.children();
        let targets = cursor.targets()?;
        let mut next = children.start;
        let mut equivalents = Vec::new();
        for target in &targets {
            if target.is_child {
                next += 1;
            } else {
                equivalents.push((next, target.id));
            }
        }
        Ok(Info {
            outcome: cursor.outcome(),
            id: cursor.id(),
            children: (!children.is_empty()).then(|| children.start..=children.end - 1),
            moves: targets
                .iter()
                .map(|target| match target.outcome {
                    Outcome::Draw(_) => Outcome::Draw(None),
                    outcome => outcome,
                })
                .collect(),
            equivalents,
            state: board_state(cursor.game().position()),
        })
    }

    /// Lists the legal moves of the node, and where each leads. `position` is the position of the
    /// node. Returns `None` if the position does not fit this info.
    pub(super) fn targets(&self, position: &Chess) -> Option<Vec<(SanPlus, Target)>> {
        let moves = in_order(position);
        // If a rule has ended the game, `self.moves` is empty.
        if !self.moves.is_empty() && self.moves.len() != moves.len() {
            return None;
        }
        let mut children = self.children.clone().into_iter().flatten().peekable();
        let mut equivalents = self.equivalents.iter().peekable();
        let mut next = children.peek().copied();
        let targets = moves.into_iter().zip(&self.moves).map(|(m, &outcome)| {
            let earlier = equivalents.next_if(|&&(id, _)| next.is_none_or(|next| next == id));
            let id = if let Some(&(_, earlier)) = earlier {
                earlier
            } else {
                let id = children.next()?;
                next = id.checked_add(1);
                id
            };
            let target = Target { id, is_child: earlier.is_none(), outcome };
            Some((SanPlus::from_move(position.clone(), m), target))
        });
        targets.collect()
    }

    /// Formats line 4 of `info.txt`, the Ids of the new children: `Id`, `Id..Id`, or nothing.
    pub fn range(&self) -> String {
        match self.children.clone().map(RangeInclusive::into_inner) {
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}..{last}"),
            None => String::new(),
        }
    }

    /// The `info.txt` of a root whose tree has not grown yet.
    pub(super) fn of_root(root: &Chess) -> Info {
        let moves = root.legal_moves().len();
        Info {
            outcome: Outcome::Unknown,
            id: 0,
            children: (moves > 0).then_some(1..=moves as Id),
            moves: vec![Outcome::Unknown; moves],
            equivalents: Vec::new(),
            state: board_state(root),
        }
    }

    /// Whether `self` and `other` describe the same node with the same number of moves, and `self`
    /// agrees with every outcome that `other` knows. If the tree gets deeper, the `info.txt` of a node
    /// changes only where an outcome becomes known.
    pub(super) fn knows_more_than(&self, other: &Info) -> bool {
        let agrees = |(mine, its): (&Outcome, &Outcome)| mine == its || !its.is_known();
        let (outcome, moves) = (self.outcome, self.moves.clone());
        *self == Info { outcome, moves, ..other.clone() }
            && agrees((&self.outcome, &other.outcome))
            && self.moves.len() == other.moves.len()
            && self.moves.iter().zip(&other.moves).all(agrees)
    }
}

/// Upper bound on the size of an `info.txt`, in bytes. No position has more than 218 legal moves, and
/// no move needs a line of more than 44 bytes.
const MOST: u64 = 16 << 10;

/// Reads the bytes of an `info.txt`; `None` if there is no such file. A file of this name that is not
/// ours may have any size, so we read at most [`MOST`] bytes.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    read_at_most(path, MOST)
}

/// Reads the text of an `info.txt`, replacing invalid UTF-8.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read_bytes(path)?.map(lossy_string))
}

/// Reads and parses the `info.txt` at a path; `None` if there is no regular file.
pub(super) fn read(path: &Path) -> Result<Option<Result<Info, InfoError>>, FileError> {
    if !path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    Ok(read_text(path)?.map(|text| text.parse()))
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.outcome.letter())?;
        match self.outcome {
            Outcome::Draw(Some(reason)) => writeln!(f, "{reason}")?,
            _ => writeln!(f, "?")?,
        }
        writeln!(f, "#{}", self.id)?;
        writeln!(f, "{}", self.range())?;
        let letters: String = self.moves.iter().map(|outcome| outcome.letter()).collect();
        writeln!(f, "{letters}")?;
        for (id, earlier) in &self.equivalents {
            writeln!(f, "{id}≡{earlier}")?;
        }
        writeln!(f, "{}", self.state)
    }
}

/// Where an `info.txt` is damaged, and what we expected there.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("line {line}: expected {expected}, found {found:?}")]
#[non_exhaustive]
pub struct InfoError {
    /// Line number, from 1.
    pub line: usize,
    expected: &'static str,
    found: String,
}

impl FromStr for Info {
    type Err = InfoError;

    /// Accepts exactly the text that [`Info`] displays.
    fn from_str(text: &str) -> Result<Info, InfoError> {
        let mut lines = Lines { lines: text.split_inclusive('\n').peekable(), line: 0 };
        let mut outcome = lines
            .read("`?`, `d`, `w` or `l`", |text| text.parse().ok().and_then(Outcome::of_letter))?;
        let reason = lines.read("`?` or the reason for the draw", |text| match text {
            "?" => Some(None),
            _ if matches!(outcome, Outcome::Draw(_)) => text.parse().ok().map(Some),
            _ => None,
        })?;
        if let Outcome::Draw(why) = &mut outcome {
            *why = reason;
        }
        let info = Info {
            outcome,
            id: lines.read("`#` and an Id", |text| id(text.strip_prefix('#')?))?,
            children: lines.read("nothing, `Id` or `Id..Id`", |text| match text {
                "" => Some(None),
                text => range(text).map(Some),
            })?,
            moves: lines.read("a letter `?`, `d`, `w` or `l` for each move", |text| {
                text.chars().map(Outcome::of_letter).collect()
            })?,
            equivalents: lines.equivalents(),
            state: lines.read("`Id≡Id` or a FEN without its counters", |text| {
                let state: Epd = text.parse().ok()?;
                (state.to_string() == text).then_some(state)
            })?,
        };
        lines.end()?;
        Ok(info)
    }
}

struct Lines<'t> {
    lines: Peekable<SplitInclusive<'t, char>>,
    /// Number of the last line read, from 1.
    line: usize,
}

impl<'t> Lines<'t> {
    fn read<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, InfoError> {
        self.line += 1;
        let line = self.lines.next().unwrap_or_default();
        match line.strip_suffix('\n') {
            Some(text) => parse(text).ok_or_else(|| self.error(expected, text)),
            None if line.is_empty() => Err(self.error(expected, line)),
            None => Err(self.error("a newline at the end of the line", line)),
        }
    }

    fn equivalents(&mut self) -> Vec<(Id, Id)> {
        let pair = |line: &str| {
            let (left, right) = line.strip_suffix('\n')?.split_once('≡')?;
            Some((id(left)?, id(right)?))
        };
        let mut pairs = Vec::new();
        while let Some(found) = self.lines.peek().and_then(|line| pair(line)) {
            pairs.push(found);
            self.lines.next();
            self.line += 1;
        }
        pairs
    }

    fn end(mut self) -> Result<(), InfoError> {
        let Some(line) = self.lines.next() else {
            return Ok(());
        };
        self.line += 1;
        Err(self.error("the end of the file", line.trim_end_matches(['\r', '\n'])))
    }

    fn error(&self, expected: &'static str, found: &str) -> InfoError {
        InfoError { line: self.line, expected, found: found.chars().take(SHOWN).collect() }
    }
}

/// An error shows at most this many characters of the wrong line.
const SHOWN: usize = 40;

/// Parses an Id as we print it: without a sign or leading zeros.
pub(super) fn id(text: &str) -> Option<Id> {
    let id: Id = text.parse().ok()?;
    (id.to_string() == text).then_some(id)
}

fn range(text: &str) -> Option<RangeInclusive<Id>> {
    let Some((first, last)) = text.split_once("..") else {
        return id(text).map(|id| id..=id);
    };
    let (first, last) = (id(first)?, id(last)?);
    (first < last).then_some(first..=last)
}
