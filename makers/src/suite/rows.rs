//! The rows of the tables, and their file format.

use std::{fmt, str::FromStr};

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, uci::UciMove};
use thiserror::Error;

use super::kind::LenientKind;
use super::{
    GAMES, Table,
    kind::{CanonicalKind, Kind, MovetextKind, NullMove, PlayKind},
};
use san_strings_core::kind::UnknownName;
use san_strings_core::uci::uci;
use san_strings_core::{excerpt::excerpt, suffix::played};

/// A table could not be read.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("line {line}: {cause}")]
pub struct TableError {
    /// Line number, from 1.
    pub line: usize,
    pub cause: String,
}

/// A row of a table. We do not store its id, because the id follows from the row number.
pub trait Row: Sized {
    const TABLE: Table;

    /// Names of the fields after the id.
    const NAMES: &'static [&'static str];

    /// Parses the fields after the id.
    fn read(fields: &[&str]) -> Option<Self>;

    /// The fields after the id, as text.
    fn fields(&self) -> Vec<String>;

    fn fen(&self) -> &str;
}

/// A row of a table that contains rows of several kinds.
pub trait OfKind: Row {
    fn kind(&self) -> Kind;

    /// The kind, the position, and the move or text. No two rows ask the same question.
    fn question(&self) -> Vec<String> {
        self.fields().into_iter().take(3).collect()
    }
}

/// Declares the type for the rows of a table, with the given fields, and implements [`Row`] for this type.
macro_rules! row {
    ($(#[$doc:meta])* $name:ident of $table:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct $name { $(pub $field: $type,)* }

        impl Row for $name {
            const TABLE: Table = Table::$table;
            const NAMES: &'static [&'static str] = &[$(stringify!($field),)*];

            fn read(fields: &[&str]) -> Option<$name> {
                let &[$($field,)*] = fields else {
                    return None;
                };
                Some($name { $($field: $field.parse().ok()?,)* })
            }

            fn fields(&self) -> Vec<String> {
                vec![$(self.$field.to_string(),)*]
            }

            fn fen(&self) -> &str {
                &self.fen
            }
        }
    };
}

row! {
    CanonicalRow of Canonical {
        kind: CanonicalKind,
        fen: String,
        uci: String,
        san: String,
        fen_after: String,
        source: Source,
    }
}

row! {
    RefuseRow of Refuse {
        kind: Kind,
        fen: String,
        text: String,
        why: String,
    }
}

row! {
    /// A text that a reader may refuse, or read as the move `uci`.
    LenientRow of Lenient {
        kind: LenientKind,
        fen: String,
        text: String,
        uci: String,
    }
}

row! {
    NullRow of Null {
        kind: NullMove,
        fen: String,
        text: String,
    }
}

row! {
    /// A position; the SANs of all its legal moves, separated by spaces; and the FENs after these moves,
    /// separated by semicolons.
    LegalRow of Legal {
        fen: String,
        sans: String,
        fens_after: String,
    }
}

row! {
    /// A move, and the first four fields of the FEN after it: see [`after`]. If the row is about the
    /// counters, the column `after` is the whole FEN.
    PlayRow of Play {
        kind: PlayKind,
        fen: String,
        uci: String,
        after: String,
    }
}

row! {
    /// A PGN game, escaped to fit on one line, and the moves of its main line.
    MovetextRow of Movetext {
        kind: MovetextKind,
        fen: String,
        pgn: String,
        moves: String,
    }
}

row! {
    /// A kind: how many rows it has, an example in the simplest position, and advice for authors of
    /// libraries. For a kind of `canonical.tsv`, `advice` is about writing SAN, and `to_read` about reading it.
    KindRow of Kinds {
        file: Table,
        kind: Kind,
        rows: usize,
        fen: String,
        example: String,
        advice: String,
        to_read: String,
    }
}

row! {
    /// A copy of a row of another table, for the unit tests of chess libraries. Depending on the other table,
    /// `answer` is a move, `-` if the text must be refused, the position after a move, all legal moves, or
    /// the moves of a game.
    CoreRow of Core {
        id: RowId,
        kind: Kind,
        fen: String,
        text: String,
        answer: String,
    }
}

/// Implements [`OfKind`] for row types whose kinds all belong to one variant of [`Kind`].
macro_rules! of_kind {
    ($($row:ident: $variant:ident,)*) => {
        $(impl OfKind for $row {
            fn kind(&self) -> Kind {
                Kind::$variant(self.kind)
            }
        })*
    };
}

of_kind! {
    CanonicalRow: Canonical,
    LenientRow: Lenient,
    PlayRow: Play,
}

impl OfKind for RefuseRow {
    fn kind(&self) -> Kind {
        self.kind
    }
}

/// Where a position comes from: the index of the game, and the number of plies before the position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Source {
    pub game: usize,
    pub ply: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{GAMES}:{}:{}", self.game + 1, self.ply)
    }
}

impl FromStr for Source {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Source, UnknownName> {
        let parse = || {
            let (game, ply) = text.strip_prefix(GAMES)?.strip_prefix(':')?.split_once(':')?;
            let game = game.parse::<usize>().ok()?.checked_sub(1)?;
            let ply = ply.parse().ok()?;
            Some(Source { game, ply })
        };
        parse().ok_or(UnknownName)
    }
}

/// The id of a row: its table and its number, counted from 1.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RowId {
    pub table: Table,
    pub number: usize,
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:05}", self.table.id_prefix(), self.number)
    }
}

impl FromStr for RowId {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<RowId, UnknownName> {
        let mut tables = Table::ALL.into_iter();
        let table = tables.find(|table| text.starts_with(table.id_prefix()));
        let parse = || {
            let number = text.get(1..)?.parse().ok()?;
            Some(RowId { table: table?, number })
        };
        let id = parse().filter(|id| id.to_string() == text);
        id.ok_or(UnknownName)
    }
}

pub fn header<R: Row>() -> String {
    let id = if R::TABLE.has_own_ids() { "id\t" } else { "" };
    format!("{id}{}", R::NAMES.join("\t"))
}

/// Parses a table.
///
/// # Errors
///
/// Returns a [`TableError`] for the first line that does not belong in this table.
pub fn read<R: Row>(text: &str) -> Result<Vec<R>, TableError> {
    fn fail<T>(line: usize, cause: String) -> Result<T, TableError> {
        Err(TableError { line, cause })
    }
    let mut lines = text.split_inclusive('\n').zip(1..);
    let header = header::<R>();
    if lines.next().map(|(line, _)| line.trim_end_matches('\n')) != Some(&header) {
        return fail(1, format!("should be {}", header.escape_default()));
    }
    let rows = lines.map(|(text, line)| {
        let Some(text) = text.strip_suffix('\n') else {
            return fail(line, "has no newline at its end".to_owned());
        };
        let fields: Vec<&str> = text.split('\t').collect();
        let (is, should) = (fields.len(), header.split('\t').count());
        if is != should {
            return fail(line, format!("has {is} fields, should have {should}"));
        }
        let mut rest = &fields[..];
        if R::TABLE.has_own_ids() {
            let (table, number) = (R::TABLE, line - 1);
            let id = RowId { table, number };
            if fields[0] != id.to_string() {
                let is = excerpt(fields[0]);
                return fail(line, format!("the id is \"{is}\", but should be {id}"));
            }
            rest = &fields[1..];
        }
        match R::read(rest) {
            Some(row) => Ok(row),
            None => {
                fail(line, format!("not a row of this table: \"{}\"", excerpt(rest.join("\t"))))
            }
        }
    });
    rows.collect()
}

/// The FEN of a position as the tables write it: with an en passant square only if a pawn of the side to move
/// attacks that square.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

/// The first four fields of a position's FEN. If no pawn can capture after a double step, some programs write
/// the en passant square, and others write `-`. In this case, we write both answers: `e3|-`.
pub fn after(position: &Chess) -> String {
    let fen = fen(position);
    let fields: Vec<&str> = fen.split(' ').take(3).collect();
    let square = match position.ep_square(EnPassantMode::Always) {
        Some(square) if position.ep_square(EnPassantMode::Legal).is_some() => square.to_string(),
        Some(square) => format!("{square}|-"),
        None => "-".to_owned(),
    };
    format!("{} {square}", fields.join(" "))
}

/// Why a text is not allowed as a FEN in a table of the suite.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct PositionError(String);

/// Parses a FEN.
///
/// # Errors
///
/// Returns a [`PositionError`] if the text is not a FEN, does not describe a legal position, or differs from
/// what [`fen`] writes for the position.
pub fn position(text: &str) -> Result<Chess, PositionError> {
    let is = excerpt(text);
    let fen: Fen =
        text.parse().map_err(|error| PositionError(format!("\"{is}\" is not a FEN: {error}")))?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .map_err(|error| PositionError(format!("\"{is}\" is not a legal position: {error}")))?;
    match self::fen(&position) {
        same if same == text => Ok(position),
        other => Err(PositionError(format!("\"{is}\" should be \"{other}\""))),
    }
}

/// Parses a UCI move. `None` if the move is not legal, or if the tables spell the move differently.
pub fn legal_move(position: &Chess, text: &str) -> Option<Move> {
    let read: UciMove = text.parse().ok()?;
    let m = read.to_move(position).ok()?;
    // shakmaty reads several spellings of castling, but the tables use only one.
    (uci(m) == read.to_string()).then_some(m)
}

/// The row of `legal.tsv` for a position: all legal moves in SAN, sorted by bytes, and the positions after
/// them in the same order.
pub fn legal_row(position: &Chess) -> LegalRow {
    let legal = position.legal_moves();
    let write = |&m: &Move| {
        let (san, after) = played(position, m, &legal);
        (san.to_string(), self::fen(&after))
    };
    let mut moves: Vec<(String, String)> = legal.iter().map(write).collect();
    moves.sort_unstable();
    let (sans, fens): (Vec<String>, Vec<String>) = moves.into_iter().unzip();
    LegalRow { fen: fen(position), sans: sans.join(" "), fens_after: fens.join(";") }
}

/// Undoes the escapes `\n`, `\r`, `\t` and `\\` of a PGN text in a table.
pub fn unescape(text: &str) -> String {
    let mut chars = text.chars();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    plain
}

/// Whether it is still too early to claim a draw by the fifty-move rule.
pub fn within_fifty_moves(position: &Chess) -> bool {
    position.halfmoves() < 100
}
