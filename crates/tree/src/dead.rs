//! Detects dead positions, where neither side can mate by any series of legal moves (FIDE Laws of
//! Chess, 5.2.2).
//!
//! We call a position dead if neither side has enough material to mate, or if an exhaustive search of
//! the reachable positions shows all of the following:
//!
//! - At most [`LIMIT`] positions are reachable.
//! - None of these positions is mate.
//! - In each of these positions, there are at most [`MOST_MOVES`] legal moves, or neither side has enough
//!   material to mate.
//!
//! Every other position counts as alive, so we call no position dead without proof. Almost every
//! position has more than [`MOST_MOVES`] legal moves, and counts as alive without a search. If a
//! position with enough material is dead, its pawns block each other, so it usually has few legal
//! moves.
//!
//! The answer for a position never depends on which positions were tested before:
//!
//! - The search stops at a mate, a position with many moves, or a position that is known to be alive.
//!   All positions on the path from the start of the search to this position are alive, too, so we
//!   cache them.
//! - If more than [`LIMIT`] positions are reachable, we cache that the position from which the search
//!   started is alive. We do not cache the other positions of the search: if at most [`LIMIT`] positions
//!   are reachable from one of them, a search from that position may still find that it is dead.
//! - The search also expands positions that are known to be dead, so that their successors count towards
//!   [`LIMIT`].

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist128};

/// If more positions than this are reachable, the position counts as alive. With two kings and two
/// bishops between locked pawns, on the order of 100,000 positions are reachable.
const LIMIT: usize = 1_000_000;

/// If a side has enough material to mate, a position with more legal moves than this counts as alive.
/// Every position from which such a position can be reached also counts as alive.
pub(super) const MOST_MOVES: usize = 16;

/// When the cache holds more positions than this, we empty the cache to limit the memory use. If a removed
/// position comes up again, we search it again.
const REMEMBERED: usize = 1 << 21;

/// Decides whether positions are dead, and caches the answers.
#[derive(Debug, Default)]
pub struct DeadPositions {
    /// The cached answers: whether a position is dead. The key is the hash of the board state.
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

    /// Searches the reachable positions breadth first.
    fn search(&self, position: &Chess, hash: u128) -> bool {
        let mut found = FxHashSet::from_iter([hash]);
        // For each position found: its hash, and the index of the position that we reached it from.
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
        // Every position reachable from a dead position is dead, too.
        self.remember(found, true);
        true
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<u128, bool>> {
        // Each entry of the map is correct on its own, so the map stays valid even if a thread
        // panicked.
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

/// Hashes the board state. Positions with the same board state can reach the same positions.
pub(super) fn state_hash(position: &Chess) -> u128 {
    position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
}
