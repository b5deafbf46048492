//! Finds out what makes a move hard to read or write in SAN: pins, companions, en passant, castling, mate.

use shakmaty::{
    Bitboard, CastlingSide, Chess, EnPassantMode, File, Move, MoveList, Position, Role, Square,
    attacks,
    san::{San, SanPlus, Suffix},
};

use super::kind::{CanonicalKind, Feature, PinLine};
use san_strings_core::{Discriminator, move_finder::companions, suffix::played};

/// A legal move, with everything that [`HardMove::kinds`] needs to classify it.
#[derive(Clone, Debug)]
pub struct HardMove<'a> {
    position: &'a Chess,
    legal: &'a MoveList,
    pub m: Move,
    pub after: Chess,
    pub san: SanPlus,
}

impl<'a> HardMove<'a> {
    /// Plays `m`, one of the `legal` moves of the position.
    pub fn new(position: &'a Chess, legal: &'a MoveList, m: Move) -> HardMove<'a> {
        let (san, after) = played(position, m, legal);
        HardMove { position, legal, m, after, san }
    }

    /// Returns the kinds of rows that the move is an example of: one kind for each feature that makes the move
    /// hard to read or write.
    pub fn kinds(&self) -> Vec<CanonicalKind> {
        let mut kinds = Vec::new();
        let from = self.m.from().expect("a move of standard chess has a from-square");
        self.companions(from, &mut kinds);
        self.bishop_or_pawn(&mut kinds);
        self.king(&mut kinds);
        self.pawn(from, &mut kinds);
        self.castling(&mut kinds);
        self.check(&mut kinds);
        self.answers(&mut kinds);
        let rights = self.position.castles().castling_rights();
        if self.m.is_capture() && rights.contains(self.m.to()) {
            kinds.push(CanonicalKind::Feature(Feature::CaptureOfCastlingRook));
        }
        let corners = Bitboard::CORNERS;
        if corners.contains(from) && !self.m.is_castle() {
            kinds.push(CanonicalKind::Feature(Feature::FromCorner));
        }
        if corners.contains(self.m.to()) && !self.m.is_castle() {
            kinds.push(CanonicalKind::Feature(Feature::ToCorner));
        }
        kinds
    }

    /// Adds the kinds that depend on companions: pieces of the same role that can go to the same square, or
    /// could go there if they were not pinned.
    fn companions(&self, from: Square, kinds: &mut Vec<CanonicalKind>) {
        let role = self.m.role();
        if role != Role::King && !self.m.is_en_passant() && is_pinned(self.position, from) {
            kinds.push(CanonicalKind::AlongPin(role.into()));
        }
        if matches!(role, Role::Pawn | Role::King) {
            return;
        }
        let us = self.position.turn();
        let board = self.position.board();
        let (free, pinned) = companions(self.position, self.legal, self.m);
        let inserted = needed(from, free);
        if free.count() >= 2 {
            kinds.push(CanonicalKind::Disambiguate(inserted.into(), role.into()));
        }
        let (Some(king), Some(their_king)) = (board.king_of(us), board.king_of(!us)) else {
            return;
        };
        let pins = |sq: Square| {
            let between = attacks::between(sq, their_king) & board.occupied();
            attacks::attacks(sq, role.of(us), Bitboard::EMPTY).contains(their_king)
                && between.count() == 1
                && board.by_color(!us).is_superset(between)
        };
        if free.any() && free.with(from).into_iter().any(pins) {
            kinds.push(CanonicalKind::Feature(Feature::CompanionPins));
        }
        if free.into_iter().any(|sq| is_pinned(self.position, sq)) {
            kinds.push(CanonicalKind::Feature(Feature::CompanionAlongPin));
        }
        if free.count() == 1 && inserted == Discriminator::File {
            let other_rank = free.into_iter().all(|sq| sq.rank() != from.rank());
            kinds.extend(other_rank.then_some(CanonicalKind::FileBeforeRank(role.into())));
        }
        let line =
            |sq: &Square| attacks::attacks(*sq, role.of(us), Bitboard::EMPTY).contains(self.m.to());
        let others = (board.by_piece(role.of(us)) & !free & !pinned).without(from);
        if inserted == Discriminator::None && others.into_iter().any(|sq| line(&sq)) {
            kinds.push(CanonicalKind::CompanionBlocked(role.into()));
        }
        for sq in pinned {
            if inserted == Discriminator::None {
                let line = if sq.file() == king.file() {
                    PinLine::File
                } else if sq.rank() == king.rank() {
                    PinLine::Rank
                } else {
                    PinLine::Diagonal
                };
                kinds.push(CanonicalKind::CompanionPinned(line, role.into()));
            }
        }
        if pinned.any() && self.position.is_check() {
            kinds.push(CanonicalKind::Feature(Feature::CompanionPinnedInCheck));
        }
        if pinned.any()
            && inserted != Discriminator::None
            && needed(from, free | pinned) != inserted
        {
            kinds.push(CanonicalKind::Feature(Feature::PinnedCompanionChangesDiscriminator));
        }
    }

    /// Adds a kind if a bishop and a b-pawn can capture on the same square: `Bxc3` and `bxc3` differ only in
    /// the case of a letter.
    fn bishop_or_pawn(&self, kinds: &mut Vec<CanonicalKind>) {
        let is_b = |m: &Move, role| {
            m.role() == role
                && m.is_capture()
                && m.to() == self.m.to()
                && (role == Role::Bishop || m.from().is_some_and(|from| from.file() == File::B))
        };
        let one = is_b(&self.m, Role::Bishop) && self.legal.iter().any(|m| is_b(m, Role::Pawn));
        let other = is_b(&self.m, Role::Pawn) && self.legal.iter().any(|m| is_b(m, Role::Bishop));
        if one || other {
            kinds.push(CanonicalKind::Feature(Feature::BishopOrBPawn));
        }
    }

    fn king(&self, kinds: &mut Vec<CanonicalKind>) {
        if self.position.checkers().count() == 2 {
            kinds.push(CanonicalKind::Feature(Feature::KingInDoubleCheck));
        }
        let square = self.position.ep_square(EnPassantMode::PseudoLegal);
        if square == Some(self.m.to()) && self.m.role() != Role::Pawn {
            kinds.push(CanonicalKind::Feature(Feature::PieceToEnPassantSquare));
        }
    }

    fn pawn(&self, from: Square, kinds: &mut Vec<CanonicalKind>) {
        let to = self.m.to();
        if let Some(role) = self.m.promotion() {
            kinds.push(CanonicalKind::Promotion {
                to: role.into(),
                capture: self.m.is_capture(),
                ending: self.san.suffix.into(),
            });
            let checks = |other: &&Move| {
                let mut after = self.position.clone();
                other.from() == Some(from) && other.to() == to && {
                    after.play_unchecked(**other);
                    after.is_check()
                }
            };
            if self.san.suffix.is_none() && self.legal.iter().any(|other| checks(&other)) {
                kinds.push(CanonicalKind::Feature(Feature::PromotionOtherRoleChecks));
            }
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
            kinds.push(CanonicalKind::Feature(Feature::CaptureFromTwoFiles));
        }
        if !self.m.is_en_passant() {
            return;
        }
        kinds.push(CanonicalKind::EnPassant(self.san.suffix.into()));
        if self.position.is_check() {
            kinds.push(CanonicalKind::Feature(Feature::EnPassantOutOfCheck));
        }
        let us = self.position.turn();
        let board = self.position.board();
        if is_pinned(self.position, from) {
            kinds.push(CanonicalKind::Feature(Feature::EnPassantAlongPin));
        }
        let pawns = board.by_piece(us.pawn()).without(from);
        let others = pawns & attacks::pawn_attacks(us.other(), to);
        if others.any() && !self.legal.iter().any(|other| is_other(&other)) {
            kinds.push(CanonicalKind::Feature(Feature::EnPassantOtherPawnPinned));
        }
        let king = board.king_of(us.other());
        let along = |checker: Square| {
            king.is_some_and(|king| king.rank() == from.rank() && checker.rank() == from.rank())
        };
        // Whether the captured pawn, but not the capturing pawn, was between the king and the checker.
        let taken = Square::from_coords(to.file(), from.rank());
        let through = |checker: Square| {
            king.is_some_and(|king| attacks::between(king, checker).contains(taken))
                && !along(checker)
        };
        if self.after.checkers().into_iter().any(through) {
            kinds.push(CanonicalKind::Feature(Feature::EnPassantDiscoversDiagonal));
        }
        if self.after.checkers().into_iter().any(along) {
            kinds.push(CanonicalKind::Feature(Feature::EnPassantDiscoversRank));
        }
    }

    fn castling(&self, kinds: &mut Vec<CanonicalKind>) {
        let Move::Castle { rook, .. } = self.m else {
            return;
        };
        let us = self.position.turn();
        let board = self.position.board();
        let attacked = |sq: Square| board.attacks_to(sq, us.other(), board.occupied()).any();
        let side = self.m.castling_side().expect("it castles");
        kinds.push(CanonicalKind::Castling(side.into(), self.san.suffix.into()));
        if side == CastlingSide::QueenSide && attacked(us.fold_wb(Square::B1, Square::B8)) {
            kinds.push(CanonicalKind::Feature(Feature::CastlingBSquareAttacked));
        }
        if attacked(rook) {
            kinds.push(CanonicalKind::Feature(Feature::CastlingRookAttacked));
        }
        let is_told_apart = |other: &&Move| {
            let san = San::disambiguate(**other, self.legal);
            other.role() == Role::Rook
                && matches!(san, San::Normal { file, rank, .. } if file.is_some() || rank.is_some())
        };
        if self.legal.iter().any(|other| is_told_apart(&other)) {
            kinds.push(CanonicalKind::Feature(Feature::CastlingRookMoveAmbiguous));
        }
        if self.after.checkers().contains(side.rook_to(us)) {
            kinds.push(CanonicalKind::Feature(Feature::CheckByCastlingRook));
        }
    }

    /// Adds a kind for a mate in which a defending piece attacks the checking piece, or a square between the
    /// checking piece and the king. The defending piece cannot parry the check, because the check is double or
    /// the defending piece is pinned.
    fn mate(&self, checkers: Bitboard, kinds: &mut Vec<CanonicalKind>) {
        let (board, them) = (self.after.board(), self.after.turn());
        let Some(king) = board.king_of(them) else {
            return;
        };
        let answers = |checker: Square| {
            let squares = attacks::between(king, checker).with(checker);
            let reaches = |sq: Square, to| {
                // For a pawn, we consider only captures, not pushes that would block the check.
                let piece = board.piece_at(sq).expect("one of theirs");
                attacks::attacks(sq, piece, board.occupied()).contains(to)
                    && (piece.role != Role::Pawn || to == checker)
            };
            let own = board.by_color(them).without(king);
            own.into_iter().any(|sq| squares.into_iter().any(|to| reaches(sq, to)))
        };
        if checkers.into_iter().any(answers) {
            let is_double = checkers.count() == 2;
            let feature =
                if is_double { Feature::MateByDoubleCheck } else { Feature::MateDespitePinned };
            kinds.push(CanonicalKind::Feature(feature));
        }
    }

    /// Adds a kind if the move gives stalemate, gives mate although an en passant capture looks possible, or
    /// gives a check that only an en passant capture answers.
    fn answers(&self, kinds: &mut Vec<CanonicalKind>) {
        let (after, suffix) = (&self.after, self.san.suffix);
        let square = after.ep_square(EnPassantMode::PseudoLegal);
        let feature = match suffix {
            None if is_stalemate(after) => Feature::Stalemate,
            Some(Suffix::Checkmate) if square.is_some() => Feature::MateDespiteEnPassant,
            Some(Suffix::Check) if square.is_some() => {
                if !after.legal_moves().iter().all(|m| m.is_en_passant()) {
                    return;
                }
                Feature::CheckAnsweredByEnPassant
            }
            _ => return,
        };
        kinds.push(CanonicalKind::Feature(feature));
    }

    fn check(&self, kinds: &mut Vec<CanonicalKind>) {
        let checkers = self.after.checkers();
        if checkers.count() == 2 {
            kinds.push(CanonicalKind::Feature(Feature::DoubleCheck));
        }
        let role = self.m.role();
        let is_discovered = checkers.any() && !checkers.contains(self.m.to());
        let by = match role {
            Role::King => Some(Feature::DiscoveredCheckByKing),
            Role::Pawn => Some(Feature::DiscoveredCheckByPawn),
            _ => None,
        };
        let by = by.filter(|_| is_discovered && !self.m.is_castle());
        kinds.extend(by.map(CanonicalKind::Feature));
        if self.san.suffix == Some(Suffix::Checkmate) && !self.m.is_castle() {
            kinds.push(CanonicalKind::Mate(role.into()));
            self.mate(checkers, kinds);
        }
    }
}

/// Whether the piece on `from` is pinned: without this piece, one more enemy piece would attack the king.
pub(super) fn is_pinned(position: &Chess, from: Square) -> bool {
    let (board, us) = (position.board(), position.turn());
    board.king_of(us).is_some_and(|king| {
        let attackers = |occupied| board.attacks_to(king, !us, occupied);
        let without = attackers(board.occupied().without(from));
        (without & !attackers(board.occupied())).any()
    })
}

/// Whether the position is stalemate. We try the king's moves first, because that is cheaper than generating
/// all legal moves.
fn is_stalemate(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else {
        return false;
    };
    let attacked = |sq: Square| board.attacks_to(sq, !us, board.occupied()).any();
    let mut squares = (attacks::king_attacks(king) & !board.by_color(us)).into_iter();
    squares.all(attacked) && !position.is_check() && position.legal_moves().is_empty()
}

/// The discriminator that SAN inserts for a move from `from`, if pieces on `others` could go to the same
/// square (PGN standard, section 8.2.3.4).
fn needed(from: Square, others: Bitboard) -> Discriminator {
    if others.is_empty() {
        Discriminator::None
    } else if !others.intersects(Bitboard::from(from.file())) {
        Discriminator::File
    } else if !others.intersects(Bitboard::from(from.rank())) {
        Discriminator::Rank
    } else {
        Discriminator::Square
    }
}
