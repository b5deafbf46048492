//! Games as PGN text, in the export format of the PGN standard (section 3.2): the seven tag
//! roster, an empty line, the moves, an empty line.
//!
//! This parser tolerates no deviations: [`split`] finds the games and their moves, and
//! [`verify`](super::verify) compares each game with the text that [`export`] writes for its moves.

use std::fmt::Write;

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

/// The maximum length of a line of movetext (PGN standard, section 8.2.1).
const COLUMNS: usize = 79;

/// The `Event` tag of the games of a corpus.
pub const CORPUS: &str = "Every SAN string";

/// Whether a text begins with the `Event` tag of a corpus.
pub fn is_corpus(text: &str) -> bool {
    text.starts_with(&format!("[Event {CORPUS:?}]"))
}

/// Writes a game from the initial position. `event` and `round` become tags.
pub fn export(event: &str, moves: &[Move], round: usize) -> String {
    let mut position = Chess::default();
    let sans =
        moves.iter().map(|&m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
    let mut words = numbered(sans);
    let result = if position.is_checkmate() { result(position.turn().other()) } else { "*" };
    words.push(result.to_owned());
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
    format!("{text}\n{}\n\n", wrap(&words))
}

/// Writes games as PGN. The tag `Round` numbers the games from 1.
pub fn export_all<'a>(event: &str, games: impl Iterator<Item = &'a [Move]>) -> String {
    games.zip(1..).map(|(moves, round)| export(event, moves, round)).collect()
}

/// The result of a game that `winner` has won.
pub fn result(winner: Color) -> &'static str {
    winner.fold_wb("1-0", "0-1")
}

/// A game as it is written in a file.
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    /// The line on which the game starts, counted from 1.
    pub line: usize,
    /// The whole text of the game, including its tags.
    pub text: &'a str,
}

impl<'a> RawGame<'a> {
    /// The tokens after the tags, without move numbers: the moves and the result.
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        let lines = self.text.lines().filter(|line| !line.starts_with('['));
        let words = lines.flat_map(str::split_ascii_whitespace);
        words.filter(|word| !word.ends_with('.'))
    }
}

/// Splits a file into games. Each game starts with an `Event` tag.
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

/// Writes moves with their numbers, in lines of fewer than 80 characters.
pub fn movetext<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    wrap(&numbered(moves.map(str::to_owned)))
}

fn numbered(moves: impl Iterator<Item = String>) -> Vec<String> {
    let words = moves.enumerate().flat_map(|(ply, word)| {
        let number = (ply % 2 == 0).then(|| format!("{}.", ply / 2 + 1));
        number.into_iter().chain([word])
    });
    words.collect()
}

/// Joins tokens into lines of fewer than 80 characters, without a newline at the end.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    // We start as if the current line were full, so that the first token starts a new line.
    let mut column = COLUMNS;
    for word in words {
        let fits = column + 1 + word.len() <= COLUMNS;
        if !text.is_empty() {
            text.push(if fits { ' ' } else { '\n' });
        }
        column = if fits { column + 1 + word.len() } else { word.len() };
        text += word;
    }
    text
}
