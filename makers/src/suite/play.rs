//! Finds out how a move affects castling rights, the en passant square and the counters.

use san_strings_core::uci::uci;
use shakmaty::{
    CastlingSide, Chess, Color, EnPassantMode, Move, Position, Rank, Role, Square, attacks,
};

use super::{
    found::{Found, Wants},
    kind::{CounterRule, Kind, PlayKind, PlayRule, WingRule},
    rows::{PlayRow, Source, after, fen},
};

/// Makes rows of `play.tsv` for a position, at most one of each wanted kind.
pub(super) fn play_rows(
    position: &Chess,
    source: Source,
    wants: &Wants<'_>,
) -> Vec<Found<PlayRow>> {
    let legal = position.legal_moves();
    let mut found: Vec<Found<PlayRow>> = Vec::new();
    for n in 0..legal.len() {
        let m = legal[(source.game + source.ply + n) % legal.len()];
        for of_move in kinds(position, m) {
            let kind = Kind::Play(of_move);
            if wants(kind) && !found.iter().any(|found| found.kind == kind) {
                let row = play_row(of_move, position, m);
                found.push(Found { kind, turn: position.turn(), row });
            }
        }
    }
    found
}

/// The kinds of rows that a legal move can provide. A plain move can provide two rows: one of its own kind,
/// and one about the move counters.
fn kinds(position: &Chess, m: Move) -> impl Iterator<Item = PlayKind> {
    let kind = play_kind(position, m);
    let counters = kind.filter(|kind| matches!(kind, PlayKind::Plain { .. })).map(|_| {
        PlayKind::Counters(match m.role() {
            _ if m.is_capture() => CounterRule::Capture,
            Role::Pawn => CounterRule::Pawn,
            _ => CounterRule::Piece,
        })
    });
    kind.into_iter().chain(counters)
}

fn play_row(kind: PlayKind, position: &Chess, m: Move) -> PlayRow {
    let mut then = position.clone();
    then.play_unchecked(m);
    let after = if matches!(kind, PlayKind::Counters(_)) { fen(&then) } else { after(&then) };
    PlayRow { kind, fen: fen(position), uci: uci(m), after }
}

/// The row of this kind for a legal move. `None` if the move is not of this kind.
pub(super) fn row_of(position: &Chess, m: Move, kind: PlayKind) -> Option<PlayRow> {
    kinds(position, m).find(|&it| it == kind).map(|kind| play_row(kind, position, m))
}

/// The kind of a move: its effect on castling rights or the en passant square, or a plain move without such an
/// effect. `None` if the move has several effects, because a row should test one rule alone.
pub(super) fn play_kind(position: &Chess, m: Move) -> Option<PlayKind> {
    let mut after = position.clone();
    after.play_unchecked(m);
    let played = Played { position, m, after };
    let mut kinds = played.rights();
    kinds.extend(played.en_passant().map(PlayKind::Rule));
    match kinds[..] {
        [] => Some(played.plain()),
        [kind] => Some(kind),
        _ => None,
    }
}

struct Played<'a> {
    position: &'a Chess,
    m: Move,
    after: Chess,
}

impl Played<'_> {
    fn us(&self) -> Color {
        self.position.turn()
    }

    fn from(&self) -> Square {
        self.m.from().expect("a move of standard chess has a from-square")
    }

    fn is_double_step(&self) -> bool {
        self.m.role() == Role::Pawn && self.from().distance(self.m.to()) == 2
    }

    fn plain(&self) -> PlayKind {
        let capture = self.m.is_capture();
        match (self.m.castling_side(), self.m.promotion()) {
            (Some(side), _) => PlayKind::Wing(WingRule::Castles, side.into()),
            (_, Some(role)) => PlayKind::Promotion { to: role.into(), capture },
            _ => PlayKind::Plain { piece: self.m.role().into(), capture },
        }
    }

    fn has(&self, color: Color, side: CastlingSide) -> bool {
        self.position.castles().has(color, side)
    }

    /// The kinds of rows about castling rights that this move can provide.
    fn rights(&self) -> Vec<PlayKind> {
        let us = self.us();
        if self.m.role() == Role::King && !self.m.is_castle() {
            let both = CastlingSide::ALL.iter().all(|&side| self.has(us, side));
            let capture = CastlingSide::ALL.into_iter().filter_map(|side| self.capture(side));
            let mut kinds: Vec<PlayKind> = capture.collect();
            if both {
                kinds.push(PlayKind::Rule(PlayRule::RightsLostByKing));
                return kinds;
            }
            kinds.extend(CastlingSide::ALL.into_iter().filter_map(|side| self.king(side)));
            return kinds;
        }
        let sides = CastlingSide::ALL.into_iter();
        let rules = sides.flat_map(|side| [self.own(side), self.capture(side), self.kept(side)]);
        rules.flatten().collect()
    }

    /// How a king move affects the castling right on one side. The move must neither be castling, which
    /// `own` handles, nor lose both rights, which `rights` handles.
    fn king(&self, side: CastlingSide) -> Option<PlayKind> {
        let us = self.us();
        if self.has(us, side) {
            return Some(PlayKind::Wing(WingRule::LostByKing, side.into()));
        }
        let rook = self.position.board().piece_at(corner(us, side)) == Some(us.rook());
        let returns = self.m.to() == home(us) && rook;
        returns.then_some(PlayKind::Wing(WingRule::NotBackWithKing, side.into()))
    }

    /// How a rook move or castling affects the mover's own castling right on the given side of the board.
    fn own(&self, side: CastlingSide) -> Option<PlayKind> {
        let us = self.us();
        let (from, to) = (self.from(), self.m.to());
        let of = |rule: WingRule| Some(PlayKind::Wing(rule, side.into()));
        if let Some(castles) = self.m.castling_side() {
            return (castles != side && self.has(us, side))
                .then(|| PlayKind::Wing(WingRule::LostWithCastling, side.into()));
        }
        if from == corner(us, side) && self.has(us, side) {
            let takes = CastlingSide::ALL.iter().any(|&side| self.takes_rook(side));
            return of(if takes { WingRule::LostByRookTakesRook } else { WingRule::LostByRook });
        }
        let king = self.position.board().king_of(us) == Some(home(us));
        let returns = self.m.role() == Role::Rook && to == corner(us, side) && king;
        returns.then_some(PlayKind::Wing(WingRule::NotBackWithRook, side.into()))
    }

    /// Whether the move captures the opponent's rook on this side, while the opponent still has the right to
    /// castle with this rook.
    fn takes_rook(&self, side: CastlingSide) -> bool {
        self.has(!self.us(), side) && self.m.to() == corner(!self.us(), side)
    }

    /// How a capture affects the opponent's castling right on the given side of the board.
    fn capture(&self, side: CastlingSide) -> Option<PlayKind> {
        let us = self.us();
        let of = |rule: WingRule| Some(PlayKind::Wing(rule, side.into()));
        if !self.takes_rook(side) {
            let same_file = self.m.to().file() == corner(us, side).file();
            let taken = self.m.capture() == Some(Role::Rook) && same_file;
            return (taken && self.has(!us, side))
                .then(|| PlayKind::Wing(WingRule::KeptOtherRookTaken, side.into()));
        }
        let from_own = CastlingSide::ALL.into_iter();
        let mut from_own = from_own.filter(|&side| self.has(us, side));
        if from_own.any(|side| corner(us, side) == self.from()) {
            // A rook takes a rook, and both sides lose a castling right. The function `own` reports this case.
            return None;
        }
        of(if self.m.is_promotion() { WingRule::LostByPromotion } else { WingRule::LostByCapture })
    }

    /// The kind of a move that loses no castling right, but resembles a move that does. Either a piece moves
    /// from or to a corner, or a rook moves from another square of the castling rook's file.
    fn kept(&self, side: CastlingSide) -> Option<PlayKind> {
        let us = self.us();
        let (from, to) = (self.from(), self.m.to());
        if self.position.castles().castling_rights() != self.after.castles().castling_rights() {
            return None;
        }
        let of = |rule: WingRule| Some(PlayKind::Wing(rule, side.into()));
        // We count a move from or to a corner only if a player keeps a castling right that a buggy program
        // might drop. For the mover's own corner on `side` (king side or queen side), the mover must keep the
        // castling right on the other side. For the opponent's corner on `side`, the mover must keep the
        // castling right on `side`, or the opponent must keep the one on the other side.
        let near = |sq: Square| {
            sq == corner(us, side) && self.has(us, other(side))
                || sq == corner(!us, side) && (self.has(us, side) || self.has(!us, other(side)))
        };
        if near(from) {
            of(WingRule::KeptFromCorner)
        } else if near(to) && self.own(side).is_none() {
            of(WingRule::KeptToCorner)
        } else {
            let rook = self.m.role() == Role::Rook && from.file() == corner(us, side).file();
            let is_other = rook && from != corner(us, side) && from != corner(!us, side);
            (is_other && self.has(us, side))
                .then(|| PlayKind::Wing(WingRule::KeptOtherRook, side.into()))
        }
    }

    /// Returns the rule that the move tests, if the rule is about the en passant square, or about moves that
    /// only resemble an en passant capture, castling or a double step.
    fn en_passant(&self) -> Option<PlayRule> {
        let us = self.us();
        let (from, to) = (self.from(), self.m.to());
        let before = self.position.ep_square(EnPassantMode::PseudoLegal);
        if self.m.is_en_passant() {
            return Some(PlayRule::EnPassantCapture);
        }
        if self.is_double_step() {
            let ready = self.after.ep_square(EnPassantMode::PseudoLegal);
            let legal = self.after.ep_square(EnPassantMode::Legal);
            return Some(match (before, ready, legal) {
                (Some(_), ..) => PlayRule::EnPassantSquareReplaced,
                (None, _, Some(_)) => PlayRule::EnPassantSquareReady,
                (None, Some(_), None) => PlayRule::EnPassantSquarePinned,
                (None, None, None) => PlayRule::EnPassantSquareNoneReady,
            });
        }
        if before == Some(to) && self.m.role() != Role::Pawn {
            return Some(PlayRule::NoEnPassantByPiece);
        }
        let corners = CastlingSide::ALL.into_iter();
        let mut corners = corners.filter(|side| from == home(us) && to == side.king_to(us));
        let rook = |side| self.position.board().piece_at(corner(us, side)) == Some(us.rook());
        if self.m.role() != Role::King && corners.any(rook) {
            return Some(PlayRule::NoCastlingByPiece);
        }
        if before.is_some() {
            return Some(if self.m.is_castle() {
                PlayRule::EnPassantSquareGoneCastling
            } else if self.m.is_promotion() {
                PlayRule::EnPassantSquareGonePromotion
            } else {
                PlayRule::EnPassantSquareGone
            });
        }
        // Last, we check whether the move resembles a double step: a pawn's single step, or a piece's move along
        // the path of a double step. We require that an enemy pawn could capture en passant if the move were a
        // double step.
        let fourth = us.fold_wb(Rank::Fourth, Rank::Fifth);
        let behind = to.offset(us.fold_wb(-8, 8))?;
        let theirs = self.position.board().by_piece((!us).pawn());
        let ready = attacks::pawn_attacks(us, behind) & theirs;
        if to.rank() != fourth || ready.is_empty() || self.m.is_capture() {
            return None;
        }
        let second = us.fold_wb(Rank::Second, Rank::Seventh);
        let like_double_step = from.file() == to.file() && from.rank() == second;
        match self.m.role() {
            Role::Pawn => Some(PlayRule::NoEnPassantSquareStep),
            _ => like_double_step.then_some(PlayRule::NoEnPassantSquarePiece),
        }
    }
}

/// Square of the king in the initial position.
fn home(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

/// Initial square of the rook that castles on this side.
fn corner(color: Color, side: CastlingSide) -> Square {
    match side {
        CastlingSide::KingSide => color.fold_wb(Square::H1, Square::H8),
        CastlingSide::QueenSide => color.fold_wb(Square::A1, Square::A8),
    }
}

fn other(side: CastlingSide) -> CastlingSide {
    match side {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}
