//! The rules: which moves a position has, what ends a game, and replaying one.

use std::collections::HashMap;

use shakmaty::{
    Chess, EnPassantMode, Move, Position,
    san::{San, SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::pgn::{self, RawGame};
use crate::san::syntax;

/// The legal moves of a position, how each is written, and what comes of it.
pub(super) fn continuations(position: &Chess) -> impl Iterator<Item = (Move, SanPlus, Chess)> {
    let legal = position.legal_moves();
    (0..legal.len()).map(move |n| {
        let m = legal[n];
        let mut after = position.clone();
        after.play_unchecked(m);
        let suffix = suffix_after(&after);
        let san = San::disambiguate(m, &legal);
        (m, SanPlus { san, suffix }, after)
    })
}

/// What SAN writes behind the move that has led to a position.
pub(crate) fn suffix_after(after: &Chess) -> Option<Suffix> {
    match after.is_check() {
        true if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}

/// The position after moves from the initial position.
#[must_use]
pub fn after(moves: &[Move]) -> Chess {
    let mut position = Chess::default();
    for &m in moves {
        position.play_unchecked(m);
    }
    position
}

/// The positions before the moves of a game.
pub fn positions(moves: &[Move]) -> impl Iterator<Item = Chess> {
    moves.iter().scan(Chess::default(), |position, &m| {
        let before = position.clone();
        position.play_unchecked(m);
        Some(before)
    })
}

/// The same for positions that are one by the Laws of Chess.
pub(super) fn hash(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// The ply of a game, counted from 1, if it is about one, and what is wrong.
pub type Fault = (Option<usize>, String);

/// Plays moves, and watches for the end of the game by the Laws of Chess.
#[derive(Clone, Debug)]
pub struct Arbiter {
    position: Chess,
    seen: HashMap<Zobrist64, u32>,
    over: Option<&'static str>,
}

impl Arbiter {
    /// At the start of a game.
    #[must_use]
    pub fn new() -> Arbiter {
        let position = Chess::default();
        let seen = HashMap::from([(hash(&position), 1)]);
        Arbiter {
            position,
            seen,
            over: None,
        }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Plays a legal move, and tells how it is written.
    pub fn play(&mut self, m: Move) -> SanPlus {
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, m);
        let position = &self.position;
        if position.halfmoves() == 0 {
            self.seen.clear();
        }
        let times = self.seen.entry(hash(position)).or_default();
        *times += 1;
        self.over = if san.suffix == Some(Suffix::Checkmate) {
            Some("mate")
        } else if position.is_stalemate() {
            Some("stalemate")
        } else if position.is_insufficient_material() {
            Some("insufficient material")
        } else if *times >= 5 {
            Some("fivefold repetition")
        } else if position.halfmoves() >= 150 {
            Some("seventy-five moves")
        } else {
            None
        };
        san
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub fn over(&self) -> Option<&'static str> {
        self.over
    }
}

impl Default for Arbiter {
    fn default() -> Arbiter {
        Arbiter::new()
    }
}

/// Moves that have been played from the initial position.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Where they have led to.
    pub arbiter: Arbiter,
    /// The moves.
    pub moves: Vec<Move>,
    /// How they are written.
    pub sans: Vec<SanPlus>,
}

/// Plays moves from the initial position, each written as it should be, up to what is
/// wrong.
///
/// # Errors
///
/// The first [`Fault`].
pub fn play<'a>(words: impl Iterator<Item = &'a str>) -> Result<Played, Fault> {
    let mut played = Played::default();
    for word in words {
        let fail = |cause| Err((Some(played.moves.len() + 1), cause));
        let shown = shown(word);
        if let Some(end) = played.arbiter.over() {
            return fail(format!("{shown} is played, but the game is over: {end}"));
        }
        let san = match syntax::parse(word.as_bytes()) {
            Ok(san) => san,
            Err(error) => return fail(format!("{shown} is not SAN: {error}")),
        };
        let Ok(m) = san.san.to_move(played.arbiter.position()) else {
            return fail(format!("{shown} is no legal move, or not the only one"));
        };
        let written = played.arbiter.play(m);
        if written != san {
            return fail(format!("{shown} should be written {written}"));
        }
        played.moves.push(m);
        played.sans.push(san);
    }
    Ok(played)
}

/// Replays a game that ends in mate, up to what is wrong with it.
///
/// # Errors
///
/// The first [`Fault`].
pub fn replay(game: RawGame<'_>) -> Result<(Vec<Move>, Vec<SanPlus>), Fault> {
    let mut result = None;
    let moves = game.words().take_while(|&word| {
        let is_result = ["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
        result = is_result.then_some(word);
        !is_result
    });
    let played = play(moves)?;
    let Some(result) = result else {
        return Err((None, "the game has no result".to_owned()));
    };
    if played.arbiter.over() != Some("mate") {
        return Err((None, "the game does not end in mate".to_owned()));
    }
    let right = pgn::result(played.arbiter.position().turn().other());
    if result != right {
        return Err((
            None,
            format!("the result is {result}, but should be {right}"),
        ));
    }
    Ok((played.moves, played.sans))
}

/// A text as far as a person wants to read it, whoever wrote it.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_default)
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown += "...";
    }
    shown
}

/// A failure shows this many characters of a text.
const SHOWN: usize = 80;
