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
    /// What the player's clock shows after the move, in seconds.
    pub fn clock(&self) -> Option<f32> {
        let (hours, rest) = self.command(b"clk")?.split_once(':')?;
        let (minutes, seconds) = rest.split_once(':')?;
        Some((number(hours)? * 60. + number(minutes)?) * 60. + number(seconds)?)
    }

    /// How the game stands after the move, as an engine sees it. The depth of `[%eval 0.17,20]` is left
    /// out.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let value = self.command(b"eval")?.split(',').next()?;
        if let Some(mate) = value.strip_prefix('#') {
            let winner = if mate.starts_with('-') { Color::Black } else { Color::White };
            let moves = mate.strip_prefix(['+', '-']).unwrap_or(mate).parse().ok()?;
            return Some(Evaluation::Mate { winner, moves });
        }
        let pawns = number(value.strip_prefix(['+', '-']).unwrap_or(value))?;
        let sign = if value.starts_with('-') { -1. } else { 1. };
        Some(Evaluation::Centipawns((sign * pawns * 100.).round()))
    }

    /// What follows a name in the first `[%name ...]`.
    fn command(&self, name: &[u8]) -> Option<&str> {
        // Comments are short: to prepare a search for two bytes takes longer than this one.
        let mut values = memchr_iter(b'%', self.text).filter_map(|at| {
            let rest = self.text[at + 1..].strip_prefix(name)?;
            let value = &rest[..memchr(b']', rest)?];
            let is_command =
                self.text[..at].ends_with(b"[") && value.first()?.is_ascii_whitespace();
            is_command.then_some(value)
        });
        Some(str::from_utf8(values.next()?).ok()?.trim_ascii())
    }
}

/// A number without a sign.
fn number(text: &str) -> Option<f32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // Most are whole, and whole ones are read in a quarter of the time.
    let value = text.parse().map(u16::into).or_else(|_| text.parse());
    value.ok().filter(|_| is_number)
}
