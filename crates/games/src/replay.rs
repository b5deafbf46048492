//! Replays games by the Laws of Chess.

use std::collections::HashMap;

use shakmaty::{
    Chess, EnPassantMode, Move, Position,
    san::{SanError, SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::{
    failure::Failure,
    pgn::{self, RawGame},
};
use san_strings_core::{Example, excerpt::excerpt, names, syntax, tokenizer::RESULTS};

/// Plays moves from the initial position, and returns the position after them.
pub fn after(moves: &[Move]) -> Chess {
    let mut position = Chess::default();
    for &m in moves {
        position.play_unchecked(m);
    }
    position
}

/// The last move of a game, and the position before it. `None` if the game has no moves.
pub fn last(moves: &[Move]) -> Option<Example> {
    let (&mv, before) = moves.split_last()?;
    Some(Example { position: after(before), mv })
}

/// The position before each move of a game.
pub fn positions(moves: &[Move]) -> impl Iterator<Item = Chess> {
    moves.iter().scan(Chess::default(), |position, &m| {
        let before = position.clone();
        position.play_unchecked(m);
        Some(before)
    })
}

/// Hashes a position. Positions that are the same under the repetition rules have the same hash.
pub fn hash(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

names! {
    /// How a game ended under the Laws of Chess. We leave out the ways in which players end a game
    /// themselves, such as resigning or claiming a draw.
    ///
    /// Of the dead positions, we recognize only those with insufficient material. This does not matter for
    /// games that end in mate, because none of their earlier positions can be dead.
    End {
        // Article 5.1.1.
        Mate = "mate",
        // Article 5.2.1.
        Stalemate = "stalemate",
        // Article 5.2.2: neither side has enough material to mate.
        InsufficientMaterial = "insufficient material",
        // Article 9.6.1.
        FivefoldRepetition = "fivefold repetition",
        // Article 9.6.2: seventy-five moves by each side without a capture or a pawn move.
        SeventyFiveMoves = "seventy-five moves",
    }
}

/// A game that is played from the initial position, move by move, until it ends.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The position after the moves so far.
    pub position: Chess,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub sans: Vec<SanPlus>,
    /// How the game has ended, if it has.
    pub end: Option<End>,
    /// How often each position has occurred since the last irreversible move.
    occurred: HashMap<Zobrist64, u32>,
}

impl Replay {
    /// Starts a game.
    #[expect(clippy::new_without_default, reason = "a game is not a default value")]
    pub fn new() -> Replay {
        let position = Chess::default();
        Replay {
            occurred: HashMap::from([(hash(&position), 1)]),
            position,
            moves: Vec::new(),
            sans: Vec::new(),
            end: None,
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) -> SanPlus {
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, m);
        self.moves.push(m);
        self.sans.push(san);
        let position = &self.position;
        if position.halfmoves() == 0 {
            self.occurred.clear();
        }
        let times = self.occurred.entry(hash(position)).or_default();
        *times += 1;
        self.end = if san.suffix == Some(Suffix::Checkmate) {
            Some(End::Mate)
        } else if position.is_stalemate() {
            Some(End::Stalemate)
        } else if position.is_insufficient_material() {
            Some(End::InsufficientMaterial)
        } else if *times >= 5 {
            Some(End::FivefoldRepetition)
        } else if position.halfmoves() >= 150 {
            Some(End::SeventyFiveMoves)
        } else {
            None
        };
        san
    }

    /// Replays a game from its moves. Each move must be in exact SAN.
    ///
    /// # Errors
    ///
    /// [`Failure`] at the first move that is wrong, or that comes after the end of the game.
    pub fn of<'a>(words: impl Iterator<Item = &'a str>) -> Result<Replay, Failure> {
        let mut replay = Replay::new();
        for word in words {
            let ply = Some(replay.moves.len() + 1);
            let fail = |what: String| {
                let cause = format!("{} {what}", excerpt(word));
                Err(Failure { location: None, ply, cause })
            };
            if let Some(end) = replay.end {
                return fail(format!("is played, but the game is over: {end}"));
            }
            let san = match syntax::parse(word) {
                Ok(san) => san,
                Err(error) => return fail(format!("is not SAN: {error}")),
            };
            let m = match san.san.to_move(&replay.position) {
                Ok(m) => m,
                Err(SanError::IllegalSan) => return fail("is not legal".to_owned()),
                Err(SanError::AmbiguousSan) => {
                    return fail("could be one of several moves".to_owned());
                }
            };
            let written = replay.play(m);
            if written != san {
                return fail(format!("should be written {written}"));
            }
        }
        Ok(replay)
    }

    /// Replays a corpus game.
    ///
    /// # Errors
    ///
    /// [`Failure`] if a move is wrong, the game does not end in mate, or the result is missing or wrong.
    pub fn of_corpus(game: RawGame<'_>) -> Result<Replay, Failure> {
        let mut result = None;
        let moves = game.words().take_while(|&word| {
            result = RESULTS.contains(&word).then_some(word);
            result.is_none()
        });
        let replay = Replay::of(moves)?;
        let result = result.ok_or_else(|| Failure::new("the game has no result"))?;
        if replay.end != Some(End::Mate) {
            return Err(Failure::new("the game does not end in mate"));
        }
        let right = pgn::result(replay.position.turn().other());
        if result != right {
            return Err(Failure::new(format!("the result is {result}, but should be {right}")));
        }
        Ok(replay)
    }

    /// Replays a game. Its text must be exactly what [`pgn::export`] writes.
    ///
    /// # Errors
    ///
    /// [`Failure`] if a move is wrong, or if the text is not what [`pgn::export`] writes.
    pub fn of_event(event: &str, game: RawGame<'_>, round: usize) -> Result<Replay, Failure> {
        let is_result = |word: &&str| RESULTS.contains(word);
        let replay = Replay::of(game.words().take_while(|word| !is_result(word)))?;
        if game.text == pgn::export(event, &replay.moves, round) {
            Ok(replay)
        } else {
            Err(Failure::new("is not laid out as the program writes it"))
        }
    }
}
