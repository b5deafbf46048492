//! The conformance suite: what every reader and writer of SAN should get right.
//!
//! Four tables and a choice of their rows, each about a position of a legal game:
//!
//! - [`canonical`](File::Canonical): a move and how it is written, both ways;
//! - [`refuse`](File::Refuse): texts that no reader may accept there;
//! - [`lenient`](File::Lenient): spellings that a reader may refuse or accept, but never as
//!   another move; and [`null`](File::Null) moves, which a reader may do with as it likes;
//! - [`legal`](File::Legal): positions with all their moves;
//! - [`core`](File::Core): some rows of the first three, for a unit test.
//!
//! [`situation`], [`refusal`] and [`spelling`] tell from a position of which kind a row is;
//! [`make`] finds rows of each kind in games, and [`verify`] checks all of them. [`judge`]
//! compares them with what a library has answered.

mod beside;
pub mod judge;
pub mod make;
pub mod refusal;
pub mod situation;
pub mod spelling;
pub mod verify;

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, san::SanPlus, uci::UciMove,
};

use crate::corpus::arbiter::shown;

/// The tables of the suite.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum File {
    /// Moves and how they are written.
    Canonical,
    /// Texts to be refused.
    Refuse,
    /// Texts that may be refused or accepted.
    Lenient,
    /// Null moves, which only inform.
    Null,
    /// Positions with all their moves.
    Legal,
    /// A choice of the rows of the first three.
    Core,
}

impl File {
    /// All tables.
    pub const ALL: [File; 6] = [
        File::Canonical,
        File::Refuse,
        File::Lenient,
        File::Null,
        File::Legal,
        File::Core,
    ];

    /// The name of the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            File::Canonical => "canonical.tsv",
            File::Refuse => "refuse.tsv",
            File::Lenient => "lenient.tsv",
            File::Null => "null.tsv",
            File::Legal => "legal.tsv",
            File::Core => "core.tsv",
        }
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            File::Canonical => &["id", "kind", "fen", "uci", "san", "fen_after", "source"],
            File::Refuse => &["id", "kind", "fen", "text", "why"],
            File::Lenient | File::Core => &["id", "kind", "fen", "text", "uci"],
            File::Null => &["id", "kind", "fen", "text"],
            File::Legal => &["fen", "sans"],
        }
    }

    /// What the ids of its rows begin with.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            File::Canonical => 'c',
            File::Refuse => 'r',
            File::Lenient => 'l',
            File::Null => 'n',
            File::Legal => 'p',
            File::Core => '-',
        }
    }

    /// Whether this is the beginning of such a file.
    #[must_use]
    pub fn is_own(self, contents: &[u8]) -> bool {
        let header = self.columns().join("\t") + "\n";
        contents.starts_with(header.as_bytes())
    }
}

/// The games from which the positions come.
pub const GAMES: &str = "games.pgn";

/// The event that these games belong to.
pub const EVENT: &str = "SAN conformance suite";

/// A row of a table, its fields as they are written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row(Vec<String>);

impl Row {
    /// A row of these fields.
    #[must_use]
    pub fn new<const N: usize>(fields: [&str; N]) -> Row {
        Row(fields.map(str::to_owned).into())
    }

    /// A field by its number; empty if there is none.
    #[must_use]
    pub fn field(&self, n: usize) -> &str {
        self.0.get(n).map_or("", String::as_str)
    }

    /// The id, of a table that has one.
    #[must_use]
    pub fn id(&self) -> &str {
        self.field(0)
    }

    /// The kind, of a table that has one.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.field(1)
    }

    /// The position, of a table where it stands behind the kind.
    #[must_use]
    pub fn fen(&self) -> &str {
        self.field(2)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\t"))
    }
}

/// A table as it stands in a file.
///
/// # Errors
///
/// A sentence that names the line.
pub fn read(file: File, text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.split_inclusive('\n').zip(1..);
    let header = file.columns().join("\t");
    if lines.next().map(|(line, _)| line.trim_end_matches('\n')) != Some(&header) {
        return Err(format!("line 1: should be {}", header.escape_default()));
    }
    lines
        .map(|(line, number)| {
            let Some(line) = line.strip_suffix('\n') else {
                return Err(format!("line {number}: does not end"));
            };
            let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
            let (is, should) = (fields.len(), file.columns().len());
            if is != should {
                return Err(format!(
                    "line {number}: has {is} fields, should have {should}"
                ));
            }
            Ok(Row(fields))
        })
        .collect()
}

/// A table as a file has it.
#[must_use]
pub fn write(file: File, rows: &[Row]) -> String {
    let header = file.columns().join("\t");
    let lines = rows.iter().map(|row| format!("{row}\n"));
    format!("{header}\n{}", lines.collect::<String>())
}

/// A position as the tables have it: with a square for a capture en passant only where a
/// pawn stands ready for it.
#[must_use]
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

/// The position that a FEN of the tables describes.
///
/// # Errors
///
/// A sentence that says what is wrong with it.
pub fn position(text: &str) -> Result<Chess, String> {
    let is = shown(text);
    let fen: Fen = text
        .parse()
        .map_err(|error| format!("\"{is}\" is no FEN: {error}"))?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .map_err(|error| format!("\"{is}\" is no legal position: {error}"))?;
    match self::fen(&position) {
        same if same == text => Ok(position),
        other => Err(format!("\"{is}\" should be \"{other}\"")),
    }
}

/// A move as the tables have it; castling is a move of the king by two squares.
#[must_use]
pub fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// The legal move that is written so.
#[must_use]
pub fn legal_move(position: &Chess, uci: &str) -> Option<Move> {
    let uci: UciMove = uci.parse().ok()?;
    let m = uci.to_move(position).ok()?;
    // Castling has one spelling here.
    (self::uci(m) == uci.to_string()).then_some(m)
}

/// All legal moves in SAN, sorted by bytes.
#[must_use]
pub fn sans(position: &Chess) -> String {
    let legal = position.legal_moves();
    let write = |&m: &Move| SanPlus::from_move(position.clone(), m).to_string();
    let mut sans: Vec<String> = legal.iter().map(write).collect();
    sans.sort_unstable();
    sans.join(" ")
}
