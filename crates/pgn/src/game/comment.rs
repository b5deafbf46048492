//! The comments of a game, and the clock and evaluation that they give.
//!
//! `[%clk 0:09:58]` and `[%eval 0.17]`, or `[%eval #-3]` where a side mates, are commands of the PGN
//! standard's supplement, which lichess, chess.com and many programs write.

use std::str;

use memchr::{memchr, memchr_iter};
use shakmaty::Color;

/// A comment of the main line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Comment<'a> {
    /// How many words of the main line stand before it.
    pub ply: usize,
    /// What stands between its braces.
    pub text: &'a [u8],
}

/// How the game stands, seen from White.
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
    /// Hundredths of a pawn.
    Centipawns(f32),
    /// A side mates.
    Mate {
        /// The side.
        winner: Color,
        /// In how many moves; 0 if it has.
        moves: u16,
    },
}

impl Comment<'_> {
    /// What the player's clock shows after the move, in seconds: the first that the comment has.
    pub fn clock(&self) -> Option<f32> {
        self.commands(b"clk").find_map(|value| {
            let (hours, rest) = value.split_once(':')?;
            let (minutes, seconds) = rest.split_once(':')?;
            Some((number(hours)? * 60. + number(minutes)?) * 60. + number(seconds)?)
        })
    }

    /// How the game stands after the move, as an engine sees it: the first evaluation that the comment
    /// has. `begins` makes the first move of the game. The depth of `[%eval 0.17,20]` is left out.
    pub fn evaluation(&self, begins: Color) -> Option<Evaluation> {
        // The ply is the number of words before.
        let mover = if self.ply % 2 == 1 { begins } else { begins.other() };
        self.commands(b"eval").find_map(|value| Evaluation::parse(value, mover))
    }

    /// What follows a name in each `[%name ...]`.
    fn commands(&self, name: &[u8]) -> impl Iterator<Item = &str> {
        // Comments are short: to prepare a search for two bytes takes longer than this one.
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
    /// The value of an evaluation after a move of this side. Where a side has mated, as in `#0`, it is
    /// the one that has moved: the sign does not tell.
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

/// A number without a sign.
fn number(text: &str) -> Option<f32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // Most are whole, and whole ones are read in a quarter of the time.
    let value = text.parse().map(u16::into).or_else(|_| text.parse());
    value.ok().filter(|_| is_number)
}
