//! Mirrors strings, boards and games: swaps left and right, or the colours.
//!
//! If you swap the colours of a game (White with Black, and rank 1 with rank 8), the new game plays the
//! *reflected* string, such as `Qh5#` instead of `Qh4#`. White has to move first in both games, so the new game
//! is one ply shorter or longer: Black leaves out a move, or White makes a waiting move. A game with left and
//! right swapped cannot be played as it is, because king and queen start on different squares, but we can
//! [vary](mod@super::vary) it.

use san_strings_games::replay::after;
use shakmaty::{
    Chess, Color, File, Move, Position, Rank, Role, Square,
    san::{San, SanPlus},
};

use super::remove::replay;

/// A mirror: swaps left and right, the colours, or both.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    /// Whether the mirror swaps left and right.
    files: bool,
    /// Whether the mirror swaps the colours.
    colors: bool,
}

impl Mirror {
    pub const FILES: Mirror = Mirror { files: true, colors: false };

    pub const COLORS: Mirror = Mirror { files: false, colors: true };

    /// All mirrors. The first swaps nothing.
    pub const ALL: [Mirror; 4] = [
        Mirror { files: false, colors: false },
        Mirror::FILES,
        Mirror::COLORS,
        Mirror { files: true, colors: true },
    ];

    /// The side that makes the last move in the mirror image of a game of `plies` plies.
    pub fn mover(self, plies: usize) -> Color {
        Color::from_white((plies % 2 == 1) != self.colors)
    }

    /// Mirrors a move of a game that starts from the initial position. With left and right swapped, e1 and d1
    /// change places, but the king still starts on e1 and the queen on d1. So a king or queen that leaves its home
    /// square in the game leaves the same square in the mirrored game: `Qd1-d2` becomes `Qd1-e2`.
    pub fn play_from_home(self, m: Move) -> Move {
        let homes = [Square::D1, Square::E1, Square::D8, Square::E8];
        match self.play(m) {
            Move::Normal {
                role: role @ (Role::King | Role::Queen),
                from,
                capture,
                to,
                promotion,
            } if self.files && homes.contains(&from) => {
                let file = if role == Role::King { File::E } else { File::D };
                let from = Square::from_coords(file, from.rank());
                Move::Normal { role, from, capture, to, promotion }
            }
            m => m,
        }
    }

    pub fn san(self, mut san: SanPlus) -> SanPlus {
        if let San::Normal { file, rank, to, .. } = &mut san.san {
            if self.files {
                *file = file.map(File::flip_horizontal);
            }
            if self.colors {
                *rank = rank.map(Rank::flip_vertical);
            }
            *to = self.square(*to);
        }
        san
    }

    pub fn square(self, mut square: Square) -> Square {
        if self.files {
            square = square.flip_horizontal();
        }
        if self.colors {
            square = square.flip_vertical();
        }
        square
    }

    pub fn play(self, m: Move) -> Move {
        match m {
            Move::Normal { role, from, capture, to, promotion } => Move::Normal {
                role,
                from: self.square(from),
                capture,
                to: self.square(to),
                promotion,
            },
            Move::EnPassant { from, to } => {
                Move::EnPassant { from: self.square(from), to: self.square(to) }
            }
            Move::Castle { king, rook } => {
                Move::Castle { king: self.square(king), rook: self.square(rook) }
            }
            Move::Put { role, to } => Move::Put { role, to: self.square(to) },
        }
    }
}

/// Swaps the colours of a game. `None` unless the new game has fewer than `limit` plies and ends with
/// `reflected`.
pub fn reflection(moves: &[Move], reflected: SanPlus, limit: usize) -> Option<Vec<Move>> {
    let start = Chess::default();
    let swapped: Vec<Move> = moves.iter().map(|&m| Mirror::COLORS.play(m)).collect();
    let black: Vec<Move> = swapped.iter().step_by(2).copied().collect();
    let white: Vec<Move> = swapped.iter().skip(1).step_by(2).copied().collect();
    let ends_black = white.len() < black.len();
    // We never leave out the last move, because it plays the string.
    let [idle_black, idle_white] = [black.len() - usize::from(ends_black), black.len()];
    if moves.len() - 1 < limit {
        for left_out in 0..idle_black {
            let black = [&black[..left_out], &black[left_out + 1..]].concat();
            let game = replay(&start, &in_turn(&white, &black), [None; 2]);
            if let Some((game, san)) = game
                && san == reflected
            {
                return Some(game);
            }
        }
    }
    if moves.len() + 1 < limit {
        for at in 0..idle_white {
            let before = in_turn(&white[..at], &black[..at]);
            let before = match &before[..] {
                [] => Vec::new(),
                before => replay(&start, before, [None; 2])?.0,
            };
            let position = after(&before);
            let rest = in_turn(&black[at..], &white[at..]);
            for wait in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(wait);
                if let Some((rest, san)) = replay(&next, &rest, [None; 2])
                    && san == reflected
                {
                    return Some([&before[..], &[wait], &rest].concat());
                }
            }
        }
    }
    None
}

/// Interleaves the moves of two sides.
fn in_turn(first: &[Move], second: &[Move]) -> Vec<Move> {
    let seconds = second.iter().map(Some).chain(std::iter::repeat(None));
    let pairs = first.iter().zip(seconds);
    pairs.flat_map(|(&one, two)| [Some(one), two.copied()]).flatten().collect()
}
