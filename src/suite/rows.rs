//! The rows of the tables, and how they are written.

use std::str::FromStr;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, san::SanPlus, uci::UciMove,
};
use thiserror::Error;

use super::{
    GAMES, Table,
    kind::{CanonicalKind, Kind, LenientKind, RefuseKind},
};
use crate::text::excerpt;

/// A table cannot be read.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("line {line}: {cause}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub cause: String,
}

/// A row of a table. Its id is its number.
pub trait Row: Sized {
    const TABLE: Table;

    /// Reads the fields behind the id.
    fn read(fields: &[&str]) -> Option<Self>;

    /// The fields behind the id.
    fn fields(&self) -> Vec<String>;

    /// The position.
    fn fen(&self) -> &str;
}

/// Moves and how they are written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CanonicalRow {
    pub kind: CanonicalKind,
    pub fen: String,
    pub uci: String,
    pub san: String,
    pub fen_after: String,
    pub source: Source,
}

/// The game and the ply that a position comes from, both counted from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Source {
    pub game: usize,
    pub ply: usize,
}

/// A text to be refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RefuseRow {
    pub kind: RefuseKind,
    pub fen: String,
    pub text: String,
    pub why: String,
}

/// A text that may be refused, or read as one move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LenientRow {
    pub kind: LenientKind,
    pub fen: String,
    pub text: String,
    pub uci: String,
}

/// A null move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NullRow {
    pub fen: String,
    pub text: String,
}

/// A position with all its moves.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LegalRow {
    pub fen: String,
    pub sans: String,
}

/// A row of one of the first three tables, for a unit test.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CoreRow {
    pub id: RowId,
    pub kind: Kind,
    pub fen: String,
    pub text: String,
    /// The move to be read, or `-` if the text is to be refused.
    pub uci: String,
}

/// The id of a row: its table, and its number from 1.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RowId {
    pub table: Table,
    pub number: usize,
}

impl std::fmt::Display for RowId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:05}", self.table.id_prefix(), self.number)
    }
}

impl FromStr for RowId {
    type Err = ();

    fn from_str(text: &str) -> Result<RowId, ()> {
        let mut tables = Table::ALL.into_iter();
        let table = tables.find(|table| text.starts_with(table.id_prefix()));
        let id = RowId {
            table: table.ok_or(())?,
            number: text
                .get(1..)
                .and_then(|number| number.parse().ok())
                .ok_or(())?,
        };
        (id.to_string() == text).then_some(id).ok_or(())
    }
}

impl Row for CanonicalRow {
    const TABLE: Table = Table::Canonical;

    fn read(fields: &[&str]) -> Option<CanonicalRow> {
        let &[kind, fen, uci, san, fen_after, source] = fields else {
            return None;
        };
        let Kind::Canonical(kind) = Kind::named(kind)? else {
            return None;
        };
        let (game, ply) = source
            .strip_prefix(GAMES)?
            .strip_prefix(':')?
            .split_once(':')?;
        let source = Source {
            game: game.parse::<usize>().ok()?.checked_sub(1)?,
            ply: ply.parse().ok()?,
        };
        Some(CanonicalRow {
            kind,
            fen: fen.to_owned(),
            uci: uci.to_owned(),
            san: san.to_owned(),
            fen_after: fen_after.to_owned(),
            source,
        })
    }

    fn fields(&self) -> Vec<String> {
        let source = format!("{GAMES}:{}:{}", self.source.game + 1, self.source.ply);
        let kind = self.kind.to_string();
        let (fen, after) = (self.fen.clone(), self.fen_after.clone());
        vec![kind, fen, self.uci.clone(), self.san.clone(), after, source]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

impl Row for RefuseRow {
    const TABLE: Table = Table::Refuse;

    fn read(fields: &[&str]) -> Option<RefuseRow> {
        let &[kind, fen, text, why] = fields else {
            return None;
        };
        let Kind::Refuse(kind) = Kind::named(kind)? else {
            return None;
        };
        Some(RefuseRow {
            kind,
            fen: fen.to_owned(),
            text: text.to_owned(),
            why: why.to_owned(),
        })
    }

    fn fields(&self) -> Vec<String> {
        let kind = self.kind.to_string();
        vec![kind, self.fen.clone(), self.text.clone(), self.why.clone()]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

impl Row for LenientRow {
    const TABLE: Table = Table::Lenient;

    fn read(fields: &[&str]) -> Option<LenientRow> {
        let &[kind, fen, text, uci] = fields else {
            return None;
        };
        let Kind::Lenient(kind) = Kind::named(kind)? else {
            return None;
        };
        Some(LenientRow {
            kind,
            fen: fen.to_owned(),
            text: text.to_owned(),
            uci: uci.to_owned(),
        })
    }

    fn fields(&self) -> Vec<String> {
        let kind = self.kind.to_string();
        vec![kind, self.fen.clone(), self.text.clone(), self.uci.clone()]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

impl Row for NullRow {
    const TABLE: Table = Table::Null;

    fn read(fields: &[&str]) -> Option<NullRow> {
        let &[kind, fen, text] = fields else {
            return None;
        };
        (Kind::named(kind)? == Kind::NullMove).then(|| NullRow {
            fen: fen.to_owned(),
            text: text.to_owned(),
        })
    }

    fn fields(&self) -> Vec<String> {
        vec![
            Kind::NullMove.to_string(),
            self.fen.clone(),
            self.text.clone(),
        ]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

impl Row for LegalRow {
    const TABLE: Table = Table::Legal;

    fn read(fields: &[&str]) -> Option<LegalRow> {
        let &[fen, sans] = fields else {
            return None;
        };
        Some(LegalRow {
            fen: fen.to_owned(),
            sans: sans.to_owned(),
        })
    }

    fn fields(&self) -> Vec<String> {
        vec![self.fen.clone(), self.sans.clone()]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

impl Row for CoreRow {
    const TABLE: Table = Table::Core;

    fn read(fields: &[&str]) -> Option<CoreRow> {
        let &[id, kind, fen, text, uci] = fields else {
            return None;
        };
        Some(CoreRow {
            id: id.parse().ok()?,
            kind: Kind::named(kind)?,
            fen: fen.to_owned(),
            text: text.to_owned(),
            uci: uci.to_owned(),
        })
    }

    fn fields(&self) -> Vec<String> {
        let (id, kind) = (self.id.to_string(), self.kind.to_string());
        vec![
            id,
            kind,
            self.fen.clone(),
            self.text.clone(),
            self.uci.clone(),
        ]
    }

    fn fen(&self) -> &str {
        &self.fen
    }
}

/// The rows of a table as it stands in a file.
///
/// # Errors
///
/// [`TableError`] at the first line that is not one of such a table.
pub fn read<R: Row>(text: &str) -> Result<Vec<R>, TableError> {
    fn fail<T>(line: usize, cause: String) -> Result<T, TableError> {
        Err(TableError { line, cause })
    }
    let mut lines = text.split_inclusive('\n').zip(1..);
    let header = R::TABLE.columns().join("\t");
    if lines.next().map(|(line, _)| line.trim_end_matches('\n')) != Some(&header) {
        return fail(1, format!("should be {}", header.escape_default()));
    }
    let rows = lines.map(|(text, line)| {
        let Some(text) = text.strip_suffix('\n') else {
            return fail(line, "does not end".to_owned());
        };
        let fields: Vec<&str> = text.split('\t').collect();
        let (is, should) = (fields.len(), R::TABLE.columns().len());
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
            None => fail(
                line,
                format!("not such a row: \"{}\"", excerpt(rest.join("\t"))),
            ),
        }
    });
    rows.collect()
}

/// A table as a file has it.
pub fn write<R: Row>(rows: &[R]) -> String {
    let mut text = R::TABLE.columns().join("\t") + "\n";
    for (row, number) in rows.iter().zip(1..) {
        if R::TABLE.has_own_ids() {
            let table = R::TABLE;
            text += &RowId { table, number }.to_string();
            text.push('\t');
        }
        text += &row.fields().join("\t");
        text.push('\n');
    }
    text
}

/// A position as the tables have it: with a square for a capture en passant only where a pawn
/// stands ready for it.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

/// A FEN is not one of the tables.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct PositionError(String);

/// The position of a FEN.
///
/// # Errors
///
/// [`PositionError`] if it is not a FEN, not legal, or not written as [`fen`] writes it.
pub fn position(text: &str) -> Result<Chess, PositionError> {
    let is = excerpt(text);
    let fen: Fen = text
        .parse()
        .map_err(|error| PositionError(format!("\"{is}\" is not a FEN: {error}")))?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .map_err(|error| PositionError(format!("\"{is}\" is not a legal position: {error}")))?;
    match self::fen(&position) {
        same if same == text => Ok(position),
        other => Err(PositionError(format!("\"{is}\" should be \"{other}\""))),
    }
}

/// A move as the tables have it; castling is a move of the king by two squares.
pub fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// The legal move that the tables write like this.
pub fn legal_move(position: &Chess, uci: &str) -> Option<Move> {
    let uci: UciMove = uci.parse().ok()?;
    let m = uci.to_move(position).ok()?;
    // Castling has one spelling here.
    (self::uci(m) == uci.to_string()).then_some(m)
}

/// All legal moves in SAN, sorted by bytes.
pub fn sans(position: &Chess) -> String {
    let legal = position.legal_moves();
    let write = |&m: &Move| SanPlus::from_move(position.clone(), m).to_string();
    let mut sans: Vec<String> = legal.iter().map(write).collect();
    sans.sort_unstable();
    sans.join(" ")
}

/// A position in which no player could claim a draw for fifty moves.
pub fn within_fifty_moves(position: &Chess) -> bool {
    position.halfmoves() < 100
}
