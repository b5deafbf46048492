//! Dead positions: neither side can mate by any series of legal moves (FIDE Laws
//! of Chess, 5.2.2).
//!
//! A position is called dead if that is proven: at most [`LIMIT`] positions can still
//! come up in the game, and none of them is mate. So it is where few men are left that
//! can move, as between locked pawns. Every other position counts as alive, of which
//! some, with more to come than anybody has looked at, may be dead after all.
//!
//! Most positions are alive, and shown to be so quickly:
//!
//! - Neighbours in the tree can be played into one position by a few legal moves:
//!   pieces go back to where they stood in the root, pawns go to the middle of the
//!   board. If that position counts as alive, then so do all that lead to it, as all
//!   that can come up there can come up here.
//! - [`chasolver`] finds a *helpmate*, both sides helping, in some 30 microseconds. It
//!   is replayed by shakmaty: a mate that is on the board needs no further proof. What
//!   else it says is not taken for granted (`docs/dead-positions.md` shows why).
//!
//! Only where there is no such line are the positions to come gone through.

use std::{
    collections::HashSet,
    hash::BuildHasherDefault,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chasolver::Winnability;
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square, attacks,
    uci::UciMove,
    zobrist::{Zobrist128, ZobristValue},
};

use super::{
    Key,
    key::{KeyHasher, halves, state_hash},
    words::index,
};

/// A position from which more positions than this can come up counts as alive. Two
/// kings and two bishops between locked pawns have some hundred thousand.
pub const LIMIT: usize = 1_000_000;

/// Positions of which something is known.
type Known = HashSet<Key, BuildHasherDefault<KeyHasher>>;

/// Decides whether positions are dead, and remembers. A clone shares what it learns:
/// each thread has its own.
#[derive(Clone, Debug)]
pub struct Life {
    home: Board,
    /// Castling rights do not matter here.
    alive: Recent,
    shared: Arc<Mutex<Shared>>,
}

/// What any clone has found out with some effort.
#[derive(Debug)]
struct Shared {
    /// Castling rights do not matter here.
    alive: Recent,
    /// All that can come up from a dead position is dead.
    dead: Known,
    /// Where ways ended that no helpmate is found from. Castling rights do not matter
    /// here.
    bad_ends: Known,
}

/// Keys that were met not long ago: each has one place, which the next may take. So
/// memory is bounded, and what is forgotten is found out again.
#[derive(Clone, Debug)]
struct Recent(Vec<u128>);

impl Recent {
    /// With so many places, a power of two.
    fn new(places: usize) -> Recent {
        Recent(vec![0; places])
    }

    fn place(&self, key: Key) -> usize {
        let [low, _] = halves(key.0);
        index(low & (self.0.len() as u64 - 1))
    }

    fn contains(&self, key: Key) -> bool {
        self.0[self.place(key)] == key.0
    }

    fn insert(&mut self, key: Key) {
        let place = self.place(key);
        self.0[place] = key.0;
    }
}

impl Life {
    /// For positions that are not far from this one.
    #[must_use]
    pub fn near(root: &Chess) -> Life {
        Life {
            home: root.board().clone(),
            alive: Recent::new(1 << 16),
            shared: Arc::new(Mutex::new(Shared {
                alive: Recent::new(1 << 20),
                dead: Known::default(),
                bad_ends: Known::default(),
            })),
        }
    }

    /// Whether a position is proven dead.
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
                if self.alive.contains(key) {
                    return false;
                }
                settled = Some(key);
            }
            let Some(m) = push(&end) else { break };
            end.play_unchecked(m);
        }
        let end_key = key(&end);
        if !self.alive.contains(end_key) && !self.shared().alive.contains(end_key) {
            if self.shared().dead.contains(&exact_key(position)) {
                return true;
            }
            // Nobody waits for the lock while a helpmate is looked for.
            let is_bad = self.shared().bad_ends.contains(&end_key);
            if is_bad || !has_helpmate(&end) {
                self.shared().bad_ends.insert(end_key);
                // No answer for where the way began.
                return self.is_proven_dead(position);
            }
            self.shared().alive.insert(end_key);
        }
        self.alive.insert(end_key);
        if let Some(settled) = settled {
            self.alive.insert(settled);
        }
        false
    }

    /// Whether there is no mate among the positions that can come up, and they are
    /// not too many to know that.
    fn is_proven_dead(&mut self, position: &Chess) -> bool {
        let alive_key = key(position);
        if self.alive.contains(alive_key) || has_helpmate(position) {
            return false;
        }
        let Some(dead) = all_without_mate(position) else {
            self.alive.insert(alive_key);
            return false;
        };
        self.shared().dead.extend(dead);
        true
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        // A set of facts is right however its last user ended.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
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
            moves.into_iter().find(|&m| is_legal(position, m))
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
                (free && is_legal(position, m)).then_some(m)
            })
        })
}

/// Whether a move is legal that its piece can make: certainly if the piece is on no line
/// with its king, which is not in check.
fn is_legal(position: &Chess, m: Move) -> bool {
    let king = position.board().king_of(position.turn());
    let is_free = |king: Square| {
        let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
        m.from()
            .is_some_and(|from| from != king && !lines.contains(from))
    };
    king.is_some_and(is_free) && !position.is_check() || position.is_legal(m)
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

/// The key of a position with its castling rights.
fn exact_key(position: &Chess) -> Key {
    Key::new(state_hash(position), 0, 0)
}

/// All positions that can come up, if they are no more than [`LIMIT`] and none is
/// mate.
fn all_without_mate(position: &Chess) -> Option<Known> {
    let mut known = Known::from_iter([exact_key(position)]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        // Pieces that cannot mate have no mate before them.
        if position.is_insufficient_material() {
            continue;
        }
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            return None;
        }
        for m in moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            if known.insert(exact_key(&next)) {
                if known.len() > LIMIT {
                    return None;
                }
                open.push(next);
            }
        }
    }
    Some(known)
}

/// Whether `chasolver` finds a series of moves, for one of the colours, that ends in
/// mate when they are played.
fn has_helpmate(position: &Chess) -> bool {
    let Some(board) = board(position) else {
        return false;
    };
    [chess::Color::White, chess::Color::Black].into_iter().any(
        |winner| match chasolver::winnability(&board, winner) {
            Some(Winnability::Winnable { helpmate }) => ends_in_mate(position, &helpmate),
            _ => false,
        },
    )
}

/// The position in the types of `chasolver`. The castling rights are left out: a mate
/// that is found without them is one with them.
fn board(position: &Chess) -> Option<chess::Board> {
    let color = |color: Color| color.fold_wb(chess::Color::White, chess::Color::Black);
    let mut builder = chess::BoardBuilder::new();
    builder.side_to_move(color(position.turn()));
    for (square, piece) in position.board() {
        let role = chess::ALL_PIECES[usize::from(piece.role) - 1];
        builder.piece(
            chess::ALL_SQUARES[square.to_usize()],
            role,
            color(piece.color),
        );
    }
    if let Some(square) = position.legal_ep_square() {
        builder.en_passant(Some(chess::ALL_FILES[square.file().to_usize()]));
    }
    chess::Board::try_from(&builder).ok()
}

/// Whether the moves can be played from the position, and the last one mates.
fn ends_in_mate(position: &Chess, moves: &[chess::ChessMove]) -> bool {
    let square = |square: chess::Square| Square::ALL[square.to_index()];
    let mut position = position.clone();
    for m in moves {
        let m = UciMove::Normal {
            from: square(m.get_source()),
            to: square(m.get_dest()),
            promotion: m.get_promotion().map(|role| Role::ALL[role.to_index()]),
        };
        let Ok(m) = m.to_move(&position) else {
            return false;
        };
        position.play_unchecked(m);
    }
    position.is_checkmate()
}
