//! Games as PGN text, in the export format of the PGN standard (section 3.2):
//! the seven tag roster, an empty line, the moves, an empty line.
//!
//! A corpus is always written in this one way, so there is no parser here that
//! forgives: [`split`] finds the games and their moves, and whatever else is not
//! as [`export`] writes it shows when the two are compared.

use std::fmt::Write;

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

/// Lines of moves have less than 80 characters (PGN standard, section 8.2.1).
const COLUMNS: usize = 79;

/// The event that every game belongs to.
const EVENT: &str = "Every SAN string";

/// Writes a game from the initial position that ends in mate, with a number for
/// its `Round` tag.
///
/// ```
/// use san_strings::{
///     corpus::pgn,
///     shakmaty::{Chess, Position, san::San},
/// };
///
/// let mut position = Chess::default();
/// let mut moves = Vec::new();
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     let m = san.parse::<San>()?.to_move(&position)?;
///     position.play_unchecked(m);
///     moves.push(m);
/// }
/// let text = pgn::export(&moves, 1);
/// assert!(text.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn export(moves: &[Move], round: usize) -> String {
    export_of(EVENT, moves, round)
}

/// Writes a game from the initial position, which need not end in mate, of an event.
#[must_use]
pub fn export_of(event: &str, moves: &[Move], round: usize) -> String {
    let mut position = Chess::default();
    let mut tokens = Vec::new();
    for (ply, &m) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            tokens.push(format!("{}.", ply / 2 + 1));
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
        tokens.push(san.to_string());
    }
    let result = if position.is_checkmate() {
        result(position.turn().other())
    } else {
        "*"
    };
    tokens.push(result.to_owned());
    let mut text = String::new();
    for (tag, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round.to_string()),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
    ] {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    format!("{text}\n{}\n\n", wrap(&tokens))
}

/// Writes the games of a corpus, numbered from 1.
#[must_use]
pub fn export_all<'a>(games: impl Iterator<Item = &'a [Move]>) -> String {
    export_all_of(EVENT, games)
}

/// Writes games of an event, numbered from 1.
#[must_use]
pub fn export_all_of<'a>(event: &str, games: impl Iterator<Item = &'a [Move]>) -> String {
    games
        .zip(1..)
        .map(|(moves, round)| export_of(event, moves, round))
        .collect()
}

/// Whether the contents of a file show that it is a corpus, of any version and perhaps
/// damaged: every game begins with the same line.
#[must_use]
pub fn is_corpus(contents: &[u8]) -> bool {
    is_of(EVENT, contents)
}

/// Whether the first game of a file is of this event.
#[must_use]
pub fn is_of(event: &str, contents: &[u8]) -> bool {
    let event = format!("[Event \"{event}\"]");
    contents.starts_with(event.as_bytes())
}

/// The result of a game that `winner` has won.
#[must_use]
pub fn result(winner: Color) -> &'static str {
    winner.fold_wb("1-0", "0-1")
}

/// A game as it stands in a file.
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    /// The line it starts on, counted from 1.
    pub line: usize,
    /// All of its text.
    pub text: &'a str,
}

impl<'a> RawGame<'a> {
    /// The words after the tags that are no move numbers: the moves and the
    /// result.
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        let lines = self.text.lines().filter(|line| !line.starts_with('['));
        let words = lines.flat_map(str::split_ascii_whitespace);
        words.filter(|word| !word.ends_with('.'))
    }
}

/// The games of a file: each starts with an `Event` tag.
pub fn split(text: &str) -> impl Iterator<Item = RawGame<'_>> {
    let mut rest = text;
    let mut line = 1;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find("\n[Event ").map_or(rest.len(), |at| at + 1);
        let (text, after) = rest.split_at(end);
        let game = RawGame { line, text };
        line += text.matches('\n').count();
        rest = after;
        Some(game)
    })
}

/// Moves with their numbers, in lines of less than 80 characters.
#[must_use]
pub fn movetext<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    let mut words = Vec::new();
    for (ply, word) in moves.enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(word.to_owned());
    }
    wrap(&words)
}

/// The words in lines of less than 80 characters, without a newline at the end.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column == 0 {
            column = word.len();
        } else if column + 1 + word.len() > COLUMNS {
            text.push('\n');
            column = word.len();
        } else {
            text.push(' ');
            column += 1 + word.len();
        }
        text += word;
    }
    text
}
