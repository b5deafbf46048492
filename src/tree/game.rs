//! A game from the root to a node: the moves in their order, the end, and what
//! makes two nodes equivalent.

use std::mem;

use shakmaty::{
    Bitboard, Chess, EnPassantMode, Move, Position, Role, Square, attacks, zobrist::Zobrist128,
};

use super::{DrawReason, Key, Life, Outcome, key::state_hash};

/// The game that leads from the root to a node.
#[derive(Clone)]
pub struct Game {
    earlier: Vec<Ply>,
    now: Ply,
}

/// A position of the game, and what led there.
#[derive(Clone)]
struct Ply {
    position: Chess,
    /// The legal moves in their order, once somebody wants them.
    moves: Vec<Move>,
    /// The move that was played here.
    played: Option<Move>,
    /// The hash of the board state.
    state: u128,
    /// The sum of the hashes of the earlier states that can still come back.
    past: u128,
    /// How many plies ago the oldest of them was there.
    reach: usize,
}

impl Game {
    /// The game that has not begun.
    #[must_use]
    pub fn new(root: Chess) -> Game {
        let state = state_hash(&root);
        let now = Ply {
            position: root,
            moves: Vec::new(),
            played: None,
            state,
            past: 0,
            reach: 0,
        };
        Game {
            earlier: Vec::new(),
            now,
        }
    }

    /// How many moves were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.earlier.len()
    }

    /// Where the game stands.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.now.position
    }

    /// The legal moves, in their order.
    pub fn moves(&mut self) -> &[Move] {
        if self.now.moves.is_empty() {
            self.now.moves = in_order(&self.now.position);
        }
        &self.now.moves
    }

    /// The last move that was played, and where.
    pub(super) fn last(&self) -> Option<(&Chess, Move)> {
        let last = self.earlier.last()?;
        Some((&last.position, last.played?))
    }

    /// The moves that were played.
    pub(super) fn played(&self) -> impl Iterator<Item = Move> {
        { self.earlier.iter() }.filter_map(|ply| ply.played)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let next = self.now.play(m);
        self.now.played = Some(m);
        self.earlier.push(mem::replace(&mut self.now, next));
    }

    /// Takes back moves until this many are left.
    pub fn take_back_to(&mut self, plies: usize) {
        self.earlier.truncate(plies + 1);
        if self.earlier.len() > plies
            && let Some(ply) = self.earlier.pop()
        {
            self.now = ply;
        }
    }

    /// What the node is equivalent by.
    #[must_use]
    pub fn key(&self) -> Key {
        self.now.key()
    }

    /// Adds the keys of the nodes that the moves lead to, in their order, and how the games
    /// end there, as far as somebody can say. Without that, a key tells only the state.
    pub(super) fn children(
        &mut self,
        mut life: Option<&mut Life>,
        children: &mut Vec<(Key, Option<Outcome>)>,
    ) {
        self.moves();
        children.extend(self.now.moves.iter().map(|&m| {
            let child = self.now.play(m);
            match &mut life {
                Some(life) => (child.key(), child.end(self.past_of(&child), life)),
                None => (Key::new(child.state, 0, 0), None),
            }
        }));
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn end(&self, life: &mut Life) -> Option<Outcome> {
        self.now.end(self.past(), life)
    }

    /// Whether a state that can still come back was there twice already.
    pub(super) fn is_repetitive(&self) -> bool {
        let past: Vec<_> = self.past().collect();
        (1..past.len()).any(|at| past[..at].contains(&past[at]))
    }

    /// The hashes of the earlier states that can still come back.
    fn past(&self) -> impl Iterator<Item = u128> {
        let past = self.earlier.iter().rev().take(self.now.reach);
        past.filter(|ply| ply.comes_back()).map(|ply| ply.state)
    }

    /// Those before a child.
    fn past_of(&self, child: &Ply) -> impl Iterator<Item = u128> {
        let past = [&self.now].into_iter().chain(self.earlier.iter().rev());
        let past = past.take(child.reach);
        past.filter(|ply| ply.comes_back()).map(|ply| ply.state)
    }
}

impl Ply {
    fn play(&self, m: Move) -> Ply {
        let mut position = self.position.clone();
        position.play_unchecked(m);
        let rights = |position: &Chess| position.castles().castling_rights();
        let irreversible = m.is_zeroing() || rights(&position) != rights(&self.position);
        let mode = EnPassantMode::Legal;
        let state = self
            .position
            .update_zobrist_hash(Zobrist128(self.state), m, mode)
            .map_or_else(|| state_hash(&position), |hash| hash.0);
        let (past, reach) = if irreversible {
            (0, 0)
        } else if self.comes_back() {
            (self.past.wrapping_add(mix(self.state)), self.reach + 1)
        } else {
            (self.past, self.reach + 1)
        };
        Ply {
            position,
            moves: Vec::new(),
            played: None,
            state,
            past,
            reach,
        }
    }

    /// How the game ends here after these states, if it does.
    fn end(&self, past: impl Iterator<Item = u128>, life: &mut Life) -> Option<Outcome> {
        let position = &self.position;
        if !can_push(position) && position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                Outcome::Loss
            } else {
                Outcome::Draw(Some(DrawReason::Stalemate))
            });
        }
        let reason = if position.is_insufficient_material() {
            DrawReason::InsufficientMaterial
        } else if life.is_dead(position) {
            DrawReason::DeadPosition
        } else if self.reach >= 8 && past.filter(|&past| past == self.state).count() >= 2 {
            DrawReason::ThreefoldRepetition
        } else if position.halfmoves() >= 100 {
            DrawReason::FiftyMoves
        } else {
            return None;
        };
        Some(Outcome::Draw(Some(reason)))
    }

    /// Whether the state can come back. With a capture en passant it cannot: the
    /// pawn has made its double step.
    fn comes_back(&self) -> bool {
        self.position.legal_ep_square().is_none()
    }

    fn key(&self) -> Key {
        Key::new(self.state, self.past, self.position.halfmoves())
    }
}

/// Makes a sum of hashes tell which states there were: Zobrist hashes are sums
/// themselves, of what stands where.
fn mix(hash: u128) -> u128 {
    let mut x = hash;
    for _ in 0..2 {
        x = (x ^ (x >> 67)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    }
    x ^ (x >> 67)
}

/// Whether there is certainly a legal move: without looking at all of them, a pawn
/// that can go forward and is on no line with its king.
fn can_push(position: &Chess) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king_of(turn) else {
        return false;
    };
    let free = position.our(Role::Pawn) & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let pushed = Bitboard(turn.fold_wb(free.0 << 8, free.0 >> 8));
    (pushed & !board.occupied()).any() && !position.is_check()
}

/// The legal moves by from-square, to-square and promotion letter; squares go
/// from rank 8 to rank 1, in a rank from a to h.
#[must_use]
pub fn in_order(position: &Chess) -> Vec<Move> {
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
