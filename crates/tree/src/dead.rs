//! Dead positions: neither side can mate by any series of legal moves (FIDE Laws of Chess,
//! 5.2.2).
//!
//! The tree calls a position dead if the pieces alone show it, or if all positions that can
//! still come up were visited, there are at most [`LIMIT`] of them, none is mate, and in
//! none more than [`MOST_MOVES`] moves can be played. Every other position counts as alive.
//! So nothing is called dead without proof, and the number of moves settles almost every
//! position at once: dead positions are cramped, with pawns that lock each other.
//!
//! The answer for a position is always the same, whatever was asked before:
//!
//! - A position that can reach a mate, or many moves, is alive; so is every position on the
//!   way there. These are remembered.
//! - A position from which more than [`LIMIT`] can come up is remembered as alive, but not
//!   those on the way: fewer can come up from them.
//! - A search counts positions that are known to be dead as any other.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist128};

/// A position from which more positions than this can come up counts as alive. Two kings and
/// two bishops between locked pawns have some hundred thousand.
const LIMIT: usize = 1_000_000;

/// A position from which one with more legal moves than this can come up counts as alive.
pub(super) const MOST_MOVES: usize = 16;

/// More answers than this are forgotten before others are added: it bounds the memory, and
/// forgotten positions are decided again.
const REMEMBERED: usize = 1 << 21;

/// Decides whether positions are dead, and remembers its answers.
#[derive(Debug, Default)]
pub struct DeadPositions {
    /// Hashes of board states, and whether they are dead.
    known: Mutex<FxHashMap<u128, bool>>,
}

impl DeadPositions {
    /// Whether a position is proven dead.
    ///
    /// ```
    /// use san_strings_tree::DeadPositions;
    /// use san_strings_tree::shakmaty::{CastlingMode, Chess, fen::Fen};
    ///
    /// // The pawns are locked, and no bishop can reach one.
    /// let fen: Fen = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1".parse()?;
    /// let locked: Chess = fen.into_position(CastlingMode::Standard)?;
    /// assert!(DeadPositions::default().is_dead(&locked));
    /// assert!(!DeadPositions::default().is_dead(&Chess::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dead(&self, position: &Chess) -> bool {
        if position.is_insufficient_material() {
            return true;
        }
        if position.legal_moves().len() > MOST_MOVES {
            return false;
        }
        let hash = state_hash(position);
        let known = self.known().get(&hash).copied();
        known.unwrap_or_else(|| self.search(position, hash))
    }

    /// Goes through the positions that can come up, breadth first.
    fn search(&self, position: &Chess, hash: u128) -> bool {
        let mut found = FxHashSet::from_iter([hash]);
        // For each position found, its hash and the one it was found from.
        let mut came_from = vec![(hash, 0)];
        let mut open = VecDeque::from([(position.clone(), 0)]);
        while let Some((position, at)) = open.pop_front() {
            if position.is_insufficient_material() {
                continue;
            }
            let moves = position.legal_moves();
            if moves.len() > MOST_MOVES
                || moves.is_empty() && position.is_check()
                || self.known().get(&came_from[at].0) == Some(&false)
            {
                let mut way = Vec::new();
                let mut at = at;
                while at > 0 {
                    way.push(came_from[at].0);
                    at = came_from[at].1;
                }
                self.remember(way.into_iter().chain([hash]), false);
                return false;
            }
            for m in moves {
                let mut next = position.clone();
                next.play_unchecked(m);
                let next_hash = state_hash(&next);
                if found.insert(next_hash) {
                    if found.len() > LIMIT {
                        self.remember([hash], false);
                        return false;
                    }
                    came_from.push((next_hash, at));
                    open.push_back((next, came_from.len() - 1));
                }
            }
        }
        // All that can come up from a dead position is dead.
        self.remember(found, true);
        true
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<u128, bool>> {
        // It holds facts, so it is right even if a thread panicked.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, hashes: impl IntoIterator<Item = u128>, is_dead: bool) {
        let mut known = self.known();
        if known.len() > REMEMBERED {
            known.clear();
        }
        known.extend(hashes.into_iter().map(|hash| (hash, is_dead)));
    }
}

/// A hash of the board state: of all that decides which positions can come up.
pub(super) fn state_hash(position: &Chess) -> u128 {
    position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
}
