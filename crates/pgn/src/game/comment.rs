//! Finds clock and evaluation commands in the comments of a game.
//!
//! Examples are `[%clk 0:09:58]`, `[%eval 0.17]` and, for a forced mate, `[%eval #-3]`. The supplement to the
//! PGN standard defines these commands; lichess, chess.com and many programs write them.

use std::str;

use memchr::{memchr, memchr_iter};
use shakmaty::Color;

/// A comment in the main line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Comment<'a> {
    /// Number of move tokens in the main line before the comment.
    pub ply: usize,
    /// The text between the braces.
    pub text: &'a [u8],
}

/// An evaluation of the position, from White's point of view.
///
/// ```
/// use san_strings_pgn::Evaluation;
/// use san_strings_pgn::shakmaty::Color;
///
/// let pawn_up = Evaluation::Centipawns(100.);
/// assert_ne!(pawn_up, Evaluation::Mate { winner: Color::White, moves: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluation {
    /// Hundredths of a pawn. Positive numbers favour White.
    Centipawns(f32),
    /// A side can force checkmate, or has already mated.
    Mate {
        /// The side that mates.
        winner: Color,
        /// Number of moves to mate; 0 if the king is already checkmated.
        moves: u16,
    },
}

impl Comment<'_> {
    /// Returns the time on the player's clock after the move, in seconds. If the comment contains several
    /// clocks, the first valid one counts.
    pub fn clock(&self) -> Option<f32> {
        self.commands(b"clk").find_map(|value| {
            let (hours, rest) = value.split_once(':')?;
            let (minutes, seconds) = rest.split_once(':')?;
            Some((number(hours)? * 60. + number(minutes)?) * 60. + number(seconds)?)
        })
    }

    /// Returns the engine's evaluation after the move. If the comment contains several evaluations, the first
    /// valid one counts. `begins` is the side that makes the first move of the game. Ignores a depth, such as
    /// the 20 in `[%eval 0.17,20]`.
    pub fn evaluation(&self, begins: Color) -> Option<Evaluation> {
        // `ply` counts the moves of both sides before the comment. If `ply` is odd, the side `begins` made the
        // last move.
        let mover = if self.ply % 2 == 1 { begins } else { begins.other() };
        self.commands(b"eval").find_map(|value| Evaluation::parse(value, mover))
    }

    /// Returns the values of the commands `[%name ...]`.
    fn commands(&self, name: &[u8]) -> impl Iterator<Item = &str> {
        // Comments are short, so preparing a substring search for `[%` would take longer than this search for
        // one byte.
        memchr_iter(b'%', self.text).filter_map(move |at| {
            let rest = self.text[at + 1..].strip_prefix(name)?;
            let value = &rest[..memchr(b']', rest)?];
            let is_command =
                self.text[..at].ends_with(b"[") && value.first()?.is_ascii_whitespace();
            Some(str::from_utf8(value).ok().filter(|_| is_command)?.trim_ascii())
        })
    }
}

impl Evaluation {
    /// Parses the evaluation after a move of `side`. `#0` means that this move gives mate, so `side` is the
    /// winner.
    fn parse(value: &str, side: Color) -> Option<Evaluation> {
        let value = value.split(',').next()?;
        if let Some(mate) = value.strip_prefix('#') {
            let moves = mate.strip_prefix(['+', '-']).unwrap_or(mate).parse().ok()?;
            let winner = match moves {
                0 => side,
                _ if mate.starts_with('-') => Color::Black,
                _ => Color::White,
            };
            return Some(Evaluation::Mate { winner, moves });
        }
        let pawns = number(value.strip_prefix(['+', '-']).unwrap_or(value))?;
        let sign = if value.starts_with('-') { -1. } else { 1. };
        Some(Evaluation::Centipawns((sign * pawns * 100.).round()))
    }
}

/// Parses an unsigned number.
fn number(text: &str) -> Option<f32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // Most numbers are integers, which parse four times as fast as fractions.
    let value = text.parse().map(u16::into).or_else(|_| text.parse());
    value.ok().filter(|_| is_number)
}
