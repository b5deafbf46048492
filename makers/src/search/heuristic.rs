//! Estimates how many moves it takes from a position until a string can be played.
//!
//! A [`Goal`] is one concrete way for one colour to play a string: a placement, the square of the other king,
//! and the piece that gives check. The *cost* of a goal estimates the distance from a position to the goal,
//! in tenths of a move. A rough estimate is enough, because we only use it to compare positions.

use std::{iter, vec};

use fastrand::Rng;
use san_strings_core::occurrence::{self, Check, Placement};
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Piece, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use super::distance::{MOVE, nearest, promotions};

/// The cost of preventing one reply to the check. It is less than the cost of a move, because one move often
/// prevents two or three replies.
const FLIGHT: u32 = 4;

/// The cost of moving a piece out of the way. It is less than the cost of a move, because a move that clears a
/// square often also serves another purpose.
const IN_THE_WAY: u32 = 7;

/// A placement in which a base string is the SAN of a move, and the checks that the placement allows.
#[derive(Clone, Debug)]
pub struct Plan {
    placement: Placement,
    checks: Vec<Check>,
}

/// Lists every plan for a base string. The plans that allow a check come first.
pub fn plans(san: San) -> Vec<Plan> {
    let plan = |placement: Placement| Plan { placement, checks: placement.checks().collect() };
    let mut plans: Vec<Plan> = occurrence::placements(san).map(plan).collect();
    plans.sort_by_key(|plan| plan.checks.is_empty());
    plans
}

/// One way to play a string.
#[derive(Clone, Debug)]
pub struct Goal {
    pub san: SanPlus,
    /// The side that plays the string.
    pub(super) us: Color,
    /// The role of the piece that moves and of its companions.
    pub(super) role: Role,
    /// The squares of the moving piece and its companions. The first is the from-square of the move.
    pub(super) squares: Vec<Square>,
    /// The role and square of the piece that gives a discovered check, from behind the moving piece.
    pub(super) checker: Option<(Role, Square)>,
    /// Squares that must be empty.
    pub(super) empty: Bitboard,
    /// The square of the piece that is to be captured.
    pub(super) victim: Option<Square>,
    /// The square where the opponent's king should be.
    pub(super) king: Option<Square>,
    /// The squares that are attacked after the move by the moving piece, by its companions, or by the piece that
    /// gives a discovered check.
    pub(super) guarded: Bitboard,
    castling: Option<CastlingSide>,
}

/// The estimated cost of reaching a goal from a position, in tenths of a move, for each side. We assume that
/// both sides cooperate.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Cost {
    /// The cost for the side that plays the string.
    pub us: u32,
    /// The cost for the other side.
    pub them: u32,
}

impl Cost {
    pub fn total(self) -> u32 {
        self.us + self.them
    }
}

impl Goal {
    /// Chooses one of the `plans` for `san` at random. Castling needs no plan. The plan of a pawn move fixes
    /// which side plays the move. For piece moves and castling, we also choose the side at random.
    pub fn random(san: SanPlus, plans: &[Plan], random: &mut Rng) -> Option<Goal> {
        if let San::Castle(side) = san.san {
            return Some(Goal::castling(san, side, random));
        }
        let checking = plans.partition_point(|plan| !plan.checks.is_empty());
        let (plans, suffix) = match san.suffix {
            None => (plans, false),
            Some(_) => (&plans[..checking], true),
        };
        let Plan { placement, checks } = random.choice(plans)?;
        let check = random.choice(checks).copied().filter(|_| suffix);
        let us = match placement.piece.role {
            Role::Pawn => placement.piece.color,
            _ => [Color::White, Color::Black][random.usize(..2)],
        };
        Some(Goal::new(san, *placement, check, us))
    }

    /// Lists every way to play `san`: one goal for each combination of a plan, a colour and, if `san` has a
    /// suffix, a check that the plan allows. Empty for castling.
    pub fn all(san: SanPlus, plans: &[Plan]) -> Vec<Goal> {
        let mut goals = Vec::new();
        for Plan { placement, checks } in plans {
            let checks: Vec<Option<Check>> = match san.suffix {
                None => vec![None],
                Some(_) => checks.iter().copied().map(Some).collect(),
            };
            let Piece { color, role } = placement.piece;
            let colors = Color::ALL.into_iter();
            for us in colors.filter(|&us| role != Role::Pawn || us == color) {
                let checks = checks.iter();
                goals.extend(checks.map(|&check| Goal::new(san, *placement, check, us)));
            }
        }
        goals
    }

    fn new(san: SanPlus, placement: Placement, check: Option<Check>, us: Color) -> Goal {
        let mut goal = Goal {
            san,
            us,
            role: placement.piece.role,
            squares: iter::once(placement.from).chain(placement.companions).collect(),
            checker: check.and_then(|check| check.discovered),
            empty: placement.empty(),
            victim: placement.capture.then_some(placement.to),
            king: check.map(|check| check.king),
            guarded: placement.attacked_after(),
            castling: None,
        };
        let to = Bitboard::from(placement.to);
        for square in placement.companions {
            goal.guarded |= attacks::attacks(square, placement.piece, to);
        }
        if let Some((role, square)) = goal.checker {
            goal.guarded |= attacks::attacks(square, role.of(us), to);
        }
        if let Some(king) = goal.king {
            let checker = goal.checker.map_or(placement.to, |(_, square)| square);
            goal.empty |= attacks::between(checker, king).without(placement.from);
        }
        goal
    }

    /// Makes a goal for castling. If the string has a suffix, the opponent's king is on the file of the
    /// rook's to-square.
    fn castling(san: SanPlus, side: CastlingSide, random: &mut Rng) -> Goal {
        let us = [Color::White, Color::Black][random.usize(..2)];
        let (from, rook) = match side {
            CastlingSide::KingSide => (Square::E1, Square::H1),
            CastlingSide::QueenSide => (Square::E1, Square::A1),
        };
        let [from, rook] = [from, rook].map(|sq| us.fold_wb(sq, sq.flip_vertical()));
        let to = side.rook_to(us);
        let rank = us.fold_wb(random.u32(2..8), random.u32(..6));
        let king = Square::from_coords(to.file(), Rank::new(rank));
        let king = san.suffix.map(|_| king);
        let line = king.map_or(Bitboard::EMPTY, |king| attacks::between(to, king));
        Goal {
            san,
            us,
            role: Role::King,
            squares: vec![from],
            checker: None,
            empty: attacks::between(from, rook) | line,
            victim: None,
            king,
            guarded: attacks::rook_attacks(to, Bitboard::EMPTY),
            castling: Some(side),
        }
    }

    /// Estimates the cost from `position` to the goal. `None` if the goal can never be reached.
    pub fn cost(&self, position: &Chess) -> Option<Cost> {
        let board = position.board();
        let (us, them) = (self.us, self.us.other());
        let (ours, theirs) = (board.by_color(us), board.by_color(them));
        if let Some(side) = self.castling
            && !position.castles().has(us, side)
        {
            return None;
        }
        let in_the_way = self.empty & !board.kings();
        let mut cost = Cost {
            us: self.pieces(board)? + IN_THE_WAY * count(self.empty & ours),
            them: IN_THE_WAY * count(in_the_way & theirs),
        };
        if let Some((role, square)) = self.checker {
            let sliders = board.by_piece(role.of(us)) | board.by_piece(us.queen());
            let sliders = sliders.into_iter().filter(|sq| !self.squares.contains(sq));
            cost.us += nearest(sliders, us, square, board)?.0;
        }
        if let Some(to) = self.victim {
            cost.us += MOVE * u32::from(ours.contains(to));
            let victims = (theirs & !board.kings()).into_iter();
            cost.them += nearest(victims, them, to, board)?.0;
        }
        if let Some(king) = self.king {
            cost.us += MOVE * u32::from(ours.contains(king));
            cost.them += MOVE * board.king_of(them)?.distance(king);
        }
        if self.san.suffix == Some(Suffix::Checkmate) {
            cost.them += if cost.total() < 2 * MOVE {
                self.replies(position)
            } else {
                MOVE + self.flights(board)
            };
        }
        Some(cost)
    }

    /// The cost of bringing pieces to their squares. Each square gets the nearest piece of the role or, if
    /// there are too few pieces, a pawn that promotes.
    fn pieces(&self, board: &Board) -> Option<u32> {
        let mut pieces = board.by_piece(self.role.of(self.us));
        let mut pawns: Option<vec::IntoIter<u32>> = None;
        let mut cost = 0;
        for &square in &self.squares {
            if let Some((moves, piece)) = nearest(pieces.into_iter(), self.us, square, board) {
                pieces.discard(piece);
                cost += moves;
            } else if matches!(self.role, Role::Pawn | Role::King) {
                return None;
            } else {
                let promotions = || promotions(board, self.us, self.role, square).into_iter();
                cost += pawns.get_or_insert_with(promotions).next()? + MOVE;
            }
        }
        Some(cost)
    }

    /// The cost of taking away the king's flight squares.
    fn flights(&self, board: &Board) -> u32 {
        let Some(king) = self.king else {
            return 0;
        };
        let theirs = board.by_color(self.us.other()) & !board.kings();
        let open = attacks::king_attacks(king) & !(self.guarded | theirs);
        let occupied = board.occupied() & !board.kings();
        let attacked = |sq: &Square| board.attacks_to(*sq, self.us, occupied).any();
        FLIGHT * count(open.into_iter().filter(|sq| !attacked(sq)).collect())
    }

    /// The cost of preventing all replies to the move. If the move cannot be played yet or gives no check,
    /// returns the cost of one move.
    fn replies(&self, position: &Chess) -> u32 {
        let mut position = position.clone();
        if position.turn() != self.us {
            let Ok(other) = position.swap_turn() else {
                return MOVE;
            };
            position = other;
        }
        let Ok(m) = self.san.san.to_move(&position) else {
            return MOVE;
        };
        position.play_unchecked(m);
        if !position.is_check() {
            return MOVE;
        }
        let replies = position.legal_moves().len().min(6);
        FLIGHT * u32::try_from(replies).expect("a few replies")
    }
}

pub(super) fn count(squares: Bitboard) -> u32 {
    u32::try_from(squares.count()).expect("at most 64")
}
