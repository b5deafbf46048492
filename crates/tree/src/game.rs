//! A game from the root to a node: the legal moves of the node in order, how the game ends, and the key
//! that equivalent nodes share.

use std::mem;

use san_strings_core::targets::pinners;
use shakmaty::{
    Bitboard, Chess, EnPassantMode, Move, Position, Rank, Role, Square, attacks,
    zobrist::Zobrist128,
};

use super::{
    DeadPositions, DrawReason, Outcome,
    dead::{MOST_MOVES, state_hash},
};

/// Hash of everything about a node that can affect the rest of the game: the board state, the earlier
/// states that can recur, and the halfmove clock. We treat two nodes with the same key as equivalent.
///
/// The hash has 128 bits. Among ten billion nodes, as many as a tree of eight plies could have, the
/// probability that any two nodes share a key without being equivalent is less than 10^-18.
///
/// ```
/// use san_strings_tree::Game;
/// use san_strings_tree::shakmaty::{Chess, Position, san::San};
///
/// let (start, mut game) = (Game::new(Chess::default()), Game::new(Chess::default()));
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     game.play(san.parse::<San>()?.to_move(game.position())?);
/// }
/// assert_eq!(game.position().board(), start.position().board());
/// assert_ne!(game.key(), start.key());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct NodeKey(pub(super) u128);

impl NodeKey {
    /// Combines the hash of the board state, the sum of the hashes of the earlier states that can
    /// recur, and the halfmove clock.
    fn new(state: u128, past: u128, clock: u32) -> NodeKey {
        NodeKey(state ^ past.wrapping_add(u128::from(clock)))
    }
}

/// The game that leads from the root to a node.
///
/// ```
/// use san_strings_tree::{DeadPositions, Game, Outcome};
/// use san_strings_tree::shakmaty::{Chess, san::San};
///
/// let mut game = Game::new(Chess::default());
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     game.play(san.parse::<San>()?.to_move(game.position())?);
/// }
/// assert_eq!(game.end(&DeadPositions::default()), Some(Outcome::Loss));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    earlier: Vec<State>,
    now: State,
}

/// A position of the game, and what we need to know about the states before it.
#[derive(Clone)]
struct State {
    position: Chess,
    /// The legal moves, in the order of [`Game::moves`], which computes them lazily.
    moves: Vec<Move>,
    /// The last move that was played in this position. `None` if no move was played in it.
    played: Option<Move>,
    /// The hash of the board state.
    hash: u128,
    /// Sum of the hashes of the earlier states that can still recur.
    past: u128,
    /// Number of plies since the last irreversible move, or since the root. States before that
    /// move cannot recur.
    reach: usize,
}

impl Game {
    /// Creates a game without moves.
    pub fn new(root: Chess) -> Game {
        let hash = state_hash(&root);
        let now =
            State { position: root, moves: Vec::new(), played: None, hash, past: 0, reach: 0 };
        Game { earlier: Vec::new(), now }
    }

    /// Number of moves played.
    pub fn plies(&self) -> usize {
        self.earlier.len()
    }

    /// The current position.
    pub fn position(&self) -> &Chess {
        &self.now.position
    }

    /// The legal moves, sorted by from-square, to-square and promotion letter.
    pub fn moves(&mut self) -> &[Move] {
        if self.now.moves.is_empty() {
            self.now.moves = in_order(&self.now.position);
        }
        &self.now.moves
    }

    /// The moves played, each with the position before it.
    pub(super) fn played(&self) -> impl DoubleEndedIterator<Item = (&Chess, Move)> {
        self.earlier.iter().filter_map(|state| Some((&state.position, state.played?)))
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let next = self.now.play(m);
        self.now.played = Some(m);
        self.earlier.push(mem::replace(&mut self.now, next));
    }

    /// Takes back moves until the game has only `plies` plies.
    pub fn take_back_to(&mut self, plies: usize) {
        self.earlier.truncate(plies + 1);
        if self.earlier.len() > plies
            && let Some(state) = self.earlier.pop()
        {
            self.now = state;
        }
    }

    /// The key of the current node.
    pub fn key(&self) -> NodeKey {
        self.now.key()
    }

    /// For each move in order, the key of the node that it leads to, and the outcome if the game ends there.
    pub(super) fn children(
        &mut self,
        dead: &DeadPositions,
    ) -> impl Iterator<Item = (NodeKey, Option<Outcome>)> {
        self.moves();
        self.now.moves.iter().map(|&m| {
            let child = self.now.play(m);
            let past = [&self.now].into_iter().chain(self.earlier.iter().rev());
            (child.key(), child.end(past, dead))
        })
    }

    /// For each move in order, the key of the position after the move. This key depends only on the position,
    /// not on the earlier moves of the game.
    pub(super) fn positions(&mut self) -> impl Iterator<Item = (NodeKey, Option<Outcome>)> {
        self.moves();
        self.now.moves.iter().map(|&m| (NodeKey::new(self.now.play(m).hash, 0, 0), None))
    }

    /// How the game has ended; `None` if it goes on.
    pub fn end(&self, dead: &DeadPositions) -> Option<Outcome> {
        self.now.end(self.earlier.iter().rev(), dead)
    }

    /// Whether a state that can still recur has already occurred twice.
    pub(super) fn is_repetitive(&self) -> bool {
        let past: Vec<_> = self.now.past(self.earlier.iter().rev()).collect();
        (1..past.len()).any(|at| past[..at].contains(&past[at]))
    }
}

impl State {
    fn play(&self, m: Move) -> State {
        let mut position = self.position.clone();
        position.play_unchecked(m);
        let rights = |position: &Chess| position.castles().castling_rights();
        let irreversible = m.is_zeroing() || rights(&position) != rights(&self.position);
        let hash = self
            .position
            .update_zobrist_hash(Zobrist128(self.hash), m, EnPassantMode::Legal)
            .map_or_else(|| state_hash(&position), |hash| hash.0);
        let (past, reach) = if irreversible {
            (0, 0)
        } else {
            let own = if self.comes_back() { mix(self.hash) } else { 0 };
            (self.past.wrapping_add(own), self.reach + 1)
        };
        State { position, moves: Vec::new(), played: None, hash, past, reach }
    }

    /// How the game ends here; `None` if it goes on. `earlier` yields the previous states, latest
    /// first.
    fn end<'s>(
        &self,
        earlier: impl Iterator<Item = &'s State>,
        dead: &DeadPositions,
    ) -> Option<Outcome> {
        let position = &self.position;
        let certain = certain_moves(position);
        debug_assert!(certain <= position.legal_moves().len(), "{position:?}");
        let has_many_moves = certain > MOST_MOVES;
        if !has_many_moves && position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                Outcome::Loss
            } else {
                Outcome::Draw(Some(DrawReason::Stalemate))
            });
        }
        let is_third_time = || {
            let past = self.past(earlier);
            self.reach >= 8 && past.filter(|&past| past == self.hash).count() >= 2
        };
        let reason = if position.is_insufficient_material() {
            DrawReason::InsufficientMaterial
        } else if !has_many_moves && dead.is_dead(position) {
            DrawReason::DeadPosition
        } else if is_third_time() {
            DrawReason::ThreefoldRepetition
        } else if position.halfmoves() >= 100 {
            DrawReason::FiftyMoves
        } else {
            return None;
        };
        Some(Outcome::Draw(Some(reason)))
    }

    /// The hashes of the earlier states that can still recur. `earlier` yields all previous states,
    /// latest first.
    fn past<'s>(&self, earlier: impl Iterator<Item = &'s State>) -> impl Iterator<Item = u128> {
        let past = earlier.take(self.reach);
        past.filter(|state| state.comes_back()).map(|state| state.hash)
    }

    /// Whether the state can recur. A state with a legal en passant capture cannot recur,
    /// because a pawn makes its double step only once.
    fn comes_back(&self) -> bool {
        self.position.legal_ep_square().is_none()
    }

    fn key(&self) -> NodeKey {
        NodeKey::new(self.hash, self.past, self.position.halfmoves())
    }
}

/// Mixes the bits of a hash, so that a sum of mixed hashes identifies a multiset of states. Sums of
/// unmixed Zobrist hashes would collide too often: the hash of a state is the XOR of the hashes of its
/// pieces, so the hashes of states that share pieces are not independent.
fn mix(hash: u128) -> u128 {
    let mut x = hash;
    for _ in 0..2 {
        x = (x ^ (x >> 67)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    }
    x ^ (x >> 67)
}

/// Returns a quick lower bound on the number of legal moves, and stops counting beyond [`MOST_MOVES`].
/// If the king is in check, the bound is 0. Otherwise, we look only at pieces and pawns that are
/// certainly not pinned. We count the pushes of these pawns and the moves of these pieces, but no king
/// moves.
fn certain_moves(position: &Chess) -> usize {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king_of(turn).filter(|_| !position.is_check()) else {
        return 0;
    };
    let (us, free_squares) = (position.us(), !board.occupied());
    let mut free = us.without(king);
    for pinner in position.them() & pinners(board, king) {
        free &= !attacks::between(king, pinner);
    }
    let pawns = free & board.pawns();
    let forward = |pawns: Bitboard| Bitboard(turn.fold_wb(pawns.0 << 8, pawns.0 >> 8));
    let once = forward(pawns) & free_squares;
    let third = Bitboard::from(turn.fold_wb(Rank::Third, Rank::Sixth));
    let twice = forward(once & third) & free_squares;
    let mut moves = once.count() + twice.count();
    for from in free & !board.pawns() {
        if moves > MOST_MOVES {
            break;
        }
        moves += (board.attacks_from(from) & !us).count();
    }
    moves
}

/// Returns the legal moves, sorted by from-square, to-square and promotion letter. Squares go from rank
/// 8 to rank 1, and on each rank from a to h.
pub(super) fn in_order(position: &Chess) -> Vec<Move> {
    let moves = position.legal_moves();
    let place = |square: Square| u32::from(square.flip_vertical());
    let mut order: Vec<_> = moves
        .iter()
        .zip(0..)
        .map(|(m, at): (_, u32)| {
            let to = match m.castling_side() {
                Some(side) => side.king_to(position.turn()),
                None => m.to(),
            };
            let promotion = m.promotion().map_or('\0', Role::char);
            let from = m.from().map_or(0, place);
            from << 21 | place(to) << 15 | (u32::from(promotion) & 0x7f) << 8 | at
        })
        .collect();
    order.sort_unstable();
    let in_order = order.into_iter().map(|key| moves[(key & 0xff) as usize]);
    in_order.collect()
}
