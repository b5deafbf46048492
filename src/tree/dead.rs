//! Dead positions: neither side can mate by any series of legal moves (FIDE Laws
//! of Chess, 5.2.2).
//!
//! [`chasolver`] decides it: it finds a helpmate or proves that there is none,
//! which takes it some 30 microseconds. Most neighbours in the tree can be played
//! into one position by a few legal moves: pieces go back to where they stood in
//! the root, pawns go to the middle of the board. If that position is known to be
//! alive, then so are all that lead to it, and nothing needs to be solved.

use std::{
    collections::HashSet,
    hash::BuildHasherDefault,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chasolver::Winnability;
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Position, Rank, Role, Setup,
    attacks,
    fen::Fen,
    zobrist::{Zobrist128, ZobristValue},
};

use super::{
    Key,
    key::{KeyHasher, state_hash},
};

/// Positions that are alive.
type Alive = HashSet<Key, BuildHasherDefault<KeyHasher>>;

/// Decides whether positions are dead, and remembers which are alive. A clone shares
/// what it learns: each thread has its own.
#[derive(Clone, Debug)]
pub struct Life {
    home: Board,
    alive: Alive,
    /// Those for which `chasolver` was asked by any clone.
    solved: Arc<Mutex<Alive>>,
}

impl Life {
    /// For positions that are not far from this one.
    #[must_use]
    pub fn near(root: &Chess) -> Life {
        Life {
            home: root.board().clone(),
            alive: Alive::default(),
            solved: Arc::default(),
        }
    }

    /// Whether a position is dead. Where `chasolver` cannot tell, which is known of
    /// no position, it counts as alive.
    ///
    /// ```
    /// use san_strings::{
    ///     shakmaty::{CastlingMode, Chess, fen::Fen},
    ///     tree::Life,
    /// };
    ///
    /// // The pawns are locked, and no bishop can reach one.
    /// let fen: Fen = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1".parse()?;
    /// let locked: Chess = fen.into_position(CastlingMode::Standard)?;
    /// assert!(Life::near(&locked).is_dead(&locked));
    ///
    /// let start = Chess::default();
    /// assert!(!Life::near(&start).is_dead(&start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dead(&mut self, position: &Chess) -> bool {
        let mut end = position.clone();
        let mut settled = None;
        loop {
            if let Some(m) = self.way_home(&end) {
                end.play_unchecked(m);
                continue;
            }
            if settled.is_none() {
                let key = key(&end);
                if self.alive.contains(&key) {
                    return false;
                }
                settled = Some(key);
            }
            let Some(m) = push(&end) else { break };
            end.play_unchecked(m);
        }
        let key = key(&end);
        if !self.alive.contains(&key) && !self.solved().contains(&key) {
            if is_dead(&end, Bitboard::EMPTY) {
                // The way was a bad one: no answer for where it began.
                return is_dead(position, position.castles().castling_rights());
            }
            self.solved().insert(key);
        }
        self.alive.insert(key);
        self.alive.extend(settled);
        false
    }

    fn solved(&self) -> MutexGuard<'_, Alive> {
        // A set of facts is right however its last user ended.
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A legal move that brings a piece to where one like it stands in the root.
    fn way_home(&self, position: &Chess) -> Option<Move> {
        let board = position.board();
        let strays = position.us() & !board.pawns();
        strays.into_iter().find_map(|from| {
            let piece = board.piece_at(from)?;
            let homes = self.home.by_piece(piece);
            if homes.contains(from) {
                return None;
            }
            let reach = attacks::attacks(from, piece, board.occupied()) & homes & !board.occupied();
            let moves = reach.into_iter().map(|to| Move::Normal {
                role: piece.role,
                from,
                capture: None,
                to,
                promotion: None,
            });
            moves.into_iter().find(|&m| position.is_legal(m))
        })
    }
}

/// A legal move of a pawn that stays in its half of the board.
fn push(position: &Chess) -> Option<Move> {
    let board = position.board();
    let (ranks, forward, start) = match position.turn() {
        Color::White => (Bitboard::from(Rank::Second) | Rank::Third, 8, Rank::Second),
        Color::Black => (
            Bitboard::from(Rank::Seventh) | Rank::Sixth,
            -8,
            Rank::Seventh,
        ),
    };
    (position.our(Role::Pawn) & ranks)
        .into_iter()
        .find_map(|from| {
            let one = from.offset(forward)?;
            let two = one.offset(forward).filter(|_| from.rank() == start);
            [two, Some(one)].into_iter().flatten().find_map(|to| {
                let m = Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: None,
                    to,
                    promotion: None,
                };
                let free = !board.occupied().contains(one) && !board.occupied().contains(to);
                (free && position.is_legal(m)).then_some(m)
            })
        })
}

/// The key of a position, the same whatever the castling rights: a mate that is
/// found without them is one with them.
fn key(position: &Chess) -> Key {
    let mut hash = Zobrist128(state_hash(position));
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castles().has(color, side) {
                hash ^= Zobrist128::zobrist_for_castling_right(color, side);
            }
        }
    }
    Key::new(hash.0, 0, 0)
}

/// Whether `chasolver` proves that neither side can mate, with these castling
/// rights.
fn is_dead(position: &Chess, castling_rights: Bitboard) -> bool {
    let setup = Setup {
        castling_rights,
        ..position.to_setup(EnPassantMode::Legal)
    };
    let fen = Fen::try_from_setup(setup).ok().map(|fen| fen.to_string());
    let Some(board) = fen.and_then(|fen| fen.parse::<chess::Board>().ok()) else {
        return false;
    };
    [chess::Color::White, chess::Color::Black]
        .into_iter()
        .all(|color| chasolver::winnability(&board, color) == Some(Winnability::Unwinnable))
}
