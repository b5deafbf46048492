//! The conformance suite: what every reader and writer of SAN should get right.
//!
//! Each row of its tables asks about a position of a legal game. [`Table`] lists the tables.
//!
//! [`kind`] names the kinds of rows. [`rows`] reads and [`mod@write`] writes the tables, [`verify`] checks
//! every row, and [`mod@complete`] adds the missing rows. `judge.py`, which ships with the suite, compares
//! a library's answers with the rows.

pub mod canonical;
pub mod complete;
mod core_rows;
pub mod folder;
mod found;
pub mod kind;
mod lenient;
mod nearby;
pub mod play;
mod quota;
pub mod rows;
mod rule;
mod texts;
mod trap;
pub mod verify;
pub mod version;
pub mod write;

use std::{fmt, str::FromStr};

use san_strings_core::kind::UnknownName;
use shakmaty::Move;

use self::{
    kind::Kind,
    rows::{
        CanonicalRow, CoreRow, KindRow, LegalRow, LenientRow, MovetextRow, NullRow, PlayRow,
        RefuseRow, RowId, TableError, read,
    },
};

/// The right answer to a row of [`Table::Refuse`].
const REFUSED: &str = "-";

/// The tables of the suite.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Table {
    /// Moves and their exact SAN. A library must both read and write this SAN.
    Canonical,
    /// Texts that a reader must refuse.
    Refuse,
    /// Spellings that a reader may refuse or accept, but must not take for another move.
    Lenient,
    /// Null moves. Every answer counts as right. The answers only show how a library reads null moves.
    Null,
    /// Positions with all their legal moves.
    Legal,
    /// Moves and the position after each.
    Play,
    /// PGN games and their moves.
    Movetext,
    /// Rows chosen from the other tables, for a unit test.
    Core,
    /// The kinds of rows, with advice for authors of libraries.
    Kinds,
}

impl Table {
    pub const ALL: [Table; 9] = [
        Table::Canonical,
        Table::Refuse,
        Table::Lenient,
        Table::Null,
        Table::Legal,
        Table::Play,
        Table::Movetext,
        Table::Core,
        Table::Kinds,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Table::Canonical => "canonical.tsv",
            Table::Refuse => "refuse.tsv",
            Table::Lenient => "lenient.tsv",
            Table::Null => "null.tsv",
            Table::Legal => "legal.tsv",
            Table::Play => "play.tsv",
            Table::Movetext => "movetext.tsv",
            Table::Core => "core.tsv",
            Table::Kinds => "kinds.tsv",
        }
    }

    /// Whether the first column is the id of the row itself. In `core.tsv`, the first column is the id of a
    /// row in another table.
    pub fn has_own_ids(self) -> bool {
        !matches!(self, Table::Legal | Table::Core | Table::Kinds)
    }

    fn id_prefix(self) -> char {
        match self {
            Table::Canonical => 'c',
            Table::Refuse => 'r',
            Table::Lenient => 'l',
            Table::Null => 'n',
            Table::Legal => 'p',
            Table::Play => 's',
            Table::Movetext => 'm',
            Table::Core | Table::Kinds => '-',
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Table {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Table, UnknownName> {
        let mut all = Table::ALL.into_iter();
        all.find(|table| table.name() == name).ok_or(UnknownName)
    }
}

/// Name of the file with the games from which we take the positions of the suite.
pub const GAMES: &str = "games.pgn";

/// The `Event` tag of the suite's games.
pub const EVENT: &str = "SAN conformance suite";

/// The suite: its games and its tables.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The games, from the initial position.
    pub games: Vec<Vec<Move>>,
    pub canonical: Vec<CanonicalRow>,
    pub refuse: Vec<RefuseRow>,
    pub lenient: Vec<LenientRow>,
    pub null: Vec<NullRow>,
    pub legal: Vec<LegalRow>,
    pub play: Vec<PlayRow>,
    pub movetext: Vec<MovetextRow>,
    pub core: Vec<CoreRow>,
    pub kinds: Vec<KindRow>,
}

impl Suite {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if the text is not a valid table.
    pub fn read_table(&mut self, table: Table, text: &str) -> Result<(), TableError> {
        match table {
            Table::Canonical => self.canonical = read(text)?,
            Table::Refuse => self.refuse = read(text)?,
            Table::Lenient => self.lenient = read(text)?,
            Table::Null => self.null = read(text)?,
            Table::Legal => self.legal = read(text)?,
            Table::Play => self.play = read(text)?,
            Table::Movetext => self.movetext = read(text)?,
            Table::Core => self.core = read(text)?,
            Table::Kinds => self.kinds = read(text)?,
        }
        Ok(())
    }

    pub fn len(&self, table: Table) -> usize {
        match table {
            Table::Canonical => self.canonical.len(),
            Table::Refuse => self.refuse.len(),
            Table::Lenient => self.lenient.len(),
            Table::Null => self.null.len(),
            Table::Legal => self.legal.len(),
            Table::Play => self.play.len(),
            Table::Movetext => self.movetext.len(),
            Table::Core => self.core.len(),
            Table::Kinds => self.kinds.len(),
        }
    }

    /// Converts a row of another table to a row of `core.tsv`. `None` if the row does not exist, or if
    /// its table has no rows in `core.tsv`.
    pub fn core_row(&self, id: RowId) -> Option<CoreRow> {
        let at = id.number.checked_sub(1)?;
        let (kind, fen, text, answer) = match id.table {
            Table::Canonical => {
                let row = self.canonical.get(at)?;
                (Kind::Canonical(row.kind), &row.fen, &row.san, &row.uci[..])
            }
            Table::Refuse => {
                let row = self.refuse.get(at)?;
                (row.kind, &row.fen, &row.text, REFUSED)
            }
            Table::Lenient => {
                let row = self.lenient.get(at)?;
                (Kind::Lenient(row.kind), &row.fen, &row.text, &row.uci[..])
            }
            Table::Play => {
                let row = self.play.get(at)?;
                (Kind::Play(row.kind), &row.fen, &row.uci, &row.after[..])
            }
            Table::Legal => {
                let row = self.legal.get(at)?;
                (Kind::Legal, &row.fen, &String::new(), &row.sans[..])
            }
            Table::Movetext => {
                let row = self.movetext.get(at)?;
                (Kind::Movetext(row.kind), &row.fen, &row.pgn, &row.moves[..])
            }
            Table::Null | Table::Core | Table::Kinds => return None,
        };
        let (fen, text, answer) = (fen.clone(), text.clone(), answer.to_owned());
        Some(CoreRow { id, kind, fen, text, answer })
    }
}
