//! The strings that no position could play so far, and those of them that a position can.

use san_strings_core::{Vocabulary, suffix::played};
use shakmaty::{
    Bitboard, Chess, Move, Position, Role, Square, attacks,
    san::{San, SanPlus},
};

/// The strings that no position could play so far.
#[derive(Clone, Debug)]
pub struct Unmet {
    list: &'static Vocabulary,
    /// Whether the string with an id is unmet.
    open: Vec<bool>,
    /// For each [`kind`] of move, which of its strings are unmet.
    kinds: Vec<u8>,
}

/// A string without a suffix and without a discriminator is unmet.
const PLAIN: u8 = 1;
/// A string with a suffix and without a discriminator is unmet.
const CHECK: u8 = 2;
/// The same of strings with a discriminator: times this.
const NAMED: u8 = 4;

/// Numbers the moves by role, capture and to-square.
fn kind(role: Role, capture: bool, to: Square) -> usize {
    (role as usize * 2 + usize::from(capture)) * 64 + to as usize
}

impl Unmet {
    /// All strings that occur.
    pub fn all() -> Unmet {
        let list = Vocabulary::occurring();
        let mut all = Unmet { open: vec![true; list.len()], list, kinds: Vec::new() };
        all.update_kinds();
        all
    }

    /// Only these strings.
    pub fn only(sans: &[SanPlus]) -> Unmet {
        let mut only = Unmet::all();
        only.open.fill(false);
        for id in sans.iter().filter_map(|&san| only.list.id_of(san)) {
            only.open[usize::from(id)] = true;
        }
        only.update_kinds();
        only
    }

    /// The string with an id.
    pub fn san(&self, id: u16) -> SanPlus {
        self.list.san(id).expect("an id of the list")
    }

    /// Marks strings as met, by their ids.
    pub fn remove(&mut self, ids: impl Iterator<Item = u16>) {
        for id in ids {
            self.open[usize::from(id)] = false;
        }
        self.update_kinds();
    }

    fn update_kinds(&mut self) {
        self.kinds = vec![0; kind(Role::King, true, Square::H8) + 1];
        for (san, _) in self.list.sans().zip(&self.open).filter(|(_, open)| **open) {
            if let San::Normal { role, file, rank, capture, to, promotion: None } = san.san {
                let suffix = if san.suffix.is_none() { PLAIN } else { CHECK };
                let named = role != Role::Pawn && (file.is_some() || rank.is_some());
                let times = if named { NAMED } else { 1 };
                self.kinds[kind(role, capture, to)] |= suffix * times;
            }
        }
    }

    /// Calls `found` for each unmet string that a legal move of the position plays.
    pub fn in_position(&self, position: &Chess, mut found: impl FnMut(u16, Move)) {
        let legal = position.legal_moves();
        let board = position.board();
        let turn = position.turn();
        let checks = Checks::new(position);
        for &m in &legal {
            // Writing SAN is slow. Most moves are of a kind without unmet strings.
            if let Move::Normal { role, capture, to, promotion: None, .. } = m {
                let suffix = if checks.gives(m) { CHECK } else { PLAIN };
                let mut kinds = self.kinds[kind(role, capture.is_some(), to)];
                kinds &= suffix | (suffix * NAMED);
                let others = attacks::attacks(to, role.of(turn), board.occupied())
                    & board.by_piece(role.of(turn));
                if role != Role::Pawn && others.count() < 2 {
                    kinds &= PLAIN | CHECK;
                }
                if kinds == 0 {
                    continue;
                }
            }
            let (san, _) = played(position, m, &legal);
            if let Some(id) = self.list.id_of(san)
                && self.open[usize::from(id)]
            {
                found(id, m);
            }
        }
    }
}

/// How the side to move can check the other king.
struct Checks {
    king: Option<Square>,
    /// For each role, the squares on which it gives check.
    direct: [Bitboard; 7],
    /// The pieces that discover a check when they leave the line to the king.
    discovering: Bitboard,
}

impl Checks {
    fn new(position: &Chess) -> Checks {
        let (board, turn) = (position.board(), position.turn());
        let (ours, occupied) = (board.by_color(turn), board.occupied());
        let king = board.king_of(turn.other());
        let mut checks =
            Checks { king, direct: [Bitboard::EMPTY; 7], discovering: Bitboard::EMPTY };
        let Some(king) = king else { return checks };
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let back = role.of(turn.other());
            checks.direct[role as usize] = attacks::attacks(king, back, occupied);
        }
        let lines = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
            | attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        for slider in lines & ours {
            let between = attacks::between(slider, king) & occupied;
            if between.single_square().is_some() {
                checks.discovering |= between & ours;
            }
        }
        checks
    }

    /// Whether a move gives check. The move must not be castling, a promotion or a capture en
    /// passant.
    fn gives(&self, m: Move) -> bool {
        let leaves = |from: Square| {
            let king = self.king.unwrap_or(from);
            self.discovering.contains(from) && !attacks::aligned(from, m.to(), king)
        };
        self.direct[m.role() as usize].contains(m.to()) || m.from().is_some_and(leaves)
    }
}
