//! Hard situations for whoever reads or writes SAN, told from the position and the move.

use shakmaty::{
    Bitboard, CastlingSide, Chess, EnPassantMode, Move, MoveList, Position, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use crate::{corpus::arbiter::suffix_after, san::words::role_name};

/// A legal move in a position, and what a writer of SAN has to look at.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    position: &'a Chess,
    legal: &'a MoveList,
    /// The move.
    pub m: Move,
    /// The position after the move.
    pub after: Chess,
    /// How the move is written.
    pub san: SanPlus,
}

impl<'a> Situation<'a> {
    /// A move out of all that are legal in the position.
    #[must_use]
    pub fn new(position: &'a Chess, legal: &'a MoveList, m: Move) -> Situation<'a> {
        let mut after = position.clone();
        after.play_unchecked(m);
        let suffix = suffix_after(&after);
        let san = San::disambiguate(m, legal);
        Situation {
            position,
            legal,
            m,
            after,
            san: SanPlus { san, suffix },
        }
    }

    /// The kinds of situation that this is, by name.
    #[must_use]
    pub fn kinds(&self) -> Vec<String> {
        let mut kinds = Vec::new();
        let from = self.m.from().unwrap_or(self.m.to());
        self.companions(from, &mut kinds);
        self.king(&mut kinds);
        self.pawn(from, &mut kinds);
        self.castling(&mut kinds);
        self.check(&mut kinds);
        let corners = Bitboard::CORNERS;
        if corners.contains(from) && !self.m.is_castle() {
            kinds.push("from-a-corner".to_owned());
        }
        if corners.contains(self.m.to()) && !self.m.is_castle() {
            kinds.push("to-a-corner".to_owned());
        }
        kinds
    }

    /// Pieces of the same role that could go to the same square, or could if it were not
    /// for their king.
    fn companions(&self, from: Square, kinds: &mut Vec<String>) {
        let role = self.m.role();
        if matches!(role, Role::Pawn | Role::King) {
            return;
        }
        let us = self.position.turn();
        let board = self.position.board();
        let others = board.by_piece(role.of(us)).without(from);
        let to = Bitboard::from(self.m.to());
        let reach = |sq: &Square| {
            attacks::attacks(*sq, role.of(us), board.occupied()).contains(self.m.to())
        };
        let reaching: Bitboard = others.into_iter().filter(reach).collect();
        let may: Bitboard = self
            .legal
            .iter()
            .filter(|other| other.role() == role && to.contains(other.to()))
            .filter_map(|other| other.from())
            .collect();
        let (free, pinned) = (reaching & may, reaching & !may);
        let inserted = discriminator(from, free);
        if free.count() >= 2 {
            kinds.push(format!("many-{}-{}", inserted, role_name(role)));
        }
        let Some(king) = board.king_of(us) else {
            return;
        };
        for sq in pinned {
            if inserted == "none" {
                let line = if sq.file() == king.file() {
                    "file"
                } else if sq.rank() == king.rank() {
                    "rank"
                } else {
                    "diagonal"
                };
                kinds.push(format!("companion-pinned-{line}-{}", role_name(role)));
            }
        }
        if pinned.any() && self.position.is_check() {
            kinds.push("companion-pinned-in-check".to_owned());
        }
        if pinned.any() && inserted != "none" && discriminator(from, reaching) != inserted {
            kinds.push("companion-pinned-something-else".to_owned());
        }
    }

    fn king(&self, kinds: &mut Vec<String>) {
        if self.position.checkers().count() == 2 {
            kinds.push("king-in-double-check".to_owned());
        }
        let square = self.position.ep_square(EnPassantMode::PseudoLegal);
        if square == Some(self.m.to()) && self.m.role() != Role::Pawn {
            kinds.push("piece-to-en-passant-square".to_owned());
        }
    }

    fn pawn(&self, from: Square, kinds: &mut Vec<String>) {
        let to = self.m.to();
        if let Some(role) = self.m.promotion() {
            let capture = if self.m.is_capture() { "-capture" } else { "" };
            let suffix = suffix(self.san.suffix);
            kinds.push(format!("promotion-{}{capture}{suffix}", role_name(role)));
        }
        if self.m.role() != Role::Pawn || !self.m.is_capture() {
            return;
        }
        let is_other = |other: &&Move| {
            other.role() == Role::Pawn
                && other.to() == to
                && other.promotion() == self.m.promotion()
                && other.is_capture()
                && other.from() != Some(from)
        };
        if self.legal.iter().any(|other| is_other(&other)) {
            kinds.push("capture-from-two-files".to_owned());
        }
        if !self.m.is_en_passant() {
            return;
        }
        kinds.push(format!("en-passant{}", suffix(self.san.suffix)));
        let us = self.position.turn();
        let board = self.position.board();
        let pawns = board.by_piece(us.pawn()).without(from);
        let others = pawns & attacks::pawn_attacks(us.other(), to);
        if others.any() && !self.legal.iter().any(|other| is_other(&other)) {
            kinds.push("en-passant-other-pawn-pinned".to_owned());
        }
        let king = board.king_of(us.other());
        let along = |checker: Square| {
            king.is_some_and(|king| king.rank() == from.rank() && checker.rank() == from.rank())
        };
        if self.after.checkers().into_iter().any(along) {
            kinds.push("en-passant-uncovers-rank".to_owned());
        }
    }

    fn castling(&self, kinds: &mut Vec<String>) {
        let Move::Castle { rook, .. } = self.m else {
            return;
        };
        let us = self.position.turn();
        let board = self.position.board();
        let attacked = |sq: Square| board.attacks_to(sq, us.other(), board.occupied()).any();
        let queen_side = self.m.castling_side() == Some(CastlingSide::QueenSide);
        let side = if queen_side {
            "queen-side"
        } else {
            "king-side"
        };
        kinds.push(format!("castling-{side}{}", suffix(self.san.suffix)));
        if queen_side && attacked(us.fold_wb(Square::B1, Square::B8)) {
            kinds.push("castling-b-square-attacked".to_owned());
        }
        if attacked(rook) {
            kinds.push("castling-rook-attacked".to_owned());
        }
        let is_told_apart = |other: &&Move| {
            let san = San::disambiguate(**other, self.legal);
            other.role() == Role::Rook
                && matches!(san, San::Normal { file, rank, .. } if file.is_some() || rank.is_some())
        };
        if self.legal.iter().any(|other| is_told_apart(&other)) {
            kinds.push("castling-rook-move-ambiguous".to_owned());
        }
        if let Some(side) = self.m.castling_side()
            && self.after.checkers().contains(side.rook_to(us))
        {
            kinds.push("check-by-castling-rook".to_owned());
        }
    }

    fn check(&self, kinds: &mut Vec<String>) {
        let checkers = self.after.checkers();
        if checkers.count() == 2 {
            kinds.push("double-check".to_owned());
        }
        let role = self.m.role();
        let uncovered = checkers.any() && !checkers.contains(self.m.to());
        if uncovered && !self.m.is_castle() && matches!(role, Role::King | Role::Pawn) {
            kinds.push(format!("check-uncovered-by-{}", role_name(role)));
        }
        if self.san.suffix == Some(Suffix::Checkmate) && !self.m.is_castle() {
            kinds.push(format!("mate-by-{}", role_name(role)));
        }
    }
}

/// What SAN inserts for a move, given the squares of those it must be told from (PGN
/// standard, section 8.2.3.4).
fn discriminator(from: Square, others: Bitboard) -> &'static str {
    if others.is_empty() {
        "none"
    } else if !others.intersects(Bitboard::from(from.file())) {
        "file"
    } else if !others.intersects(Bitboard::from(from.rank())) {
        "rank"
    } else {
        "square"
    }
}

fn suffix(suffix: Option<Suffix>) -> &'static str {
    match suffix {
        None => "",
        Some(Suffix::Check) => "-check",
        Some(Suffix::Checkmate) => "-mate",
    }
}

/// Every kind of situation, by name.
#[must_use]
pub fn all() -> Vec<String> {
    let mut all: Vec<String> = [
        "companion-pinned-in-check",
        "companion-pinned-something-else",
        "king-in-double-check",
        "piece-to-en-passant-square",
        "en-passant",
        "en-passant-check",
        "en-passant-mate",
        "en-passant-uncovers-rank",
        "en-passant-other-pawn-pinned",
        "capture-from-two-files",
        "castling-king-side",
        "castling-king-side-check",
        "castling-king-side-mate",
        "castling-queen-side",
        "castling-queen-side-check",
        "castling-queen-side-mate",
        "castling-b-square-attacked",
        "castling-rook-attacked",
        "castling-rook-move-ambiguous",
        "check-by-castling-rook",
        "double-check",
        "check-uncovered-by-king",
        "check-uncovered-by-pawn",
        "from-a-corner",
        "to-a-corner",
    ]
    .map(str::to_owned)
    .into();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for role in pieces.map(role_name) {
        for line in ["file", "rank", "diagonal"] {
            all.push(format!("companion-pinned-{line}-{role}"));
        }
        for inserted in ["file", "rank", "square"] {
            // A rook has never to be told by its square.
            if (role, inserted) != ("rook", "square") {
                all.push(format!("many-{inserted}-{role}"));
            }
        }
        for capture in ["", "-capture"] {
            for suffix in ["", "-check", "-mate"] {
                all.push(format!("promotion-{role}{capture}{suffix}"));
            }
        }
    }
    all.extend(Role::ALL.map(|role| format!("mate-by-{}", role_name(role))));
    all.sort();
    all
}
