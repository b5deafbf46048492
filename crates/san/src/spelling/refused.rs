//! Says why the move that a text names is not legal in a position.

use shakmaty::{Move, Rank, Role, Square, san::San};

use super::{
    Difference, Parts,
    candidates::Pass,
    form::{Form, Link},
    letter::Letter,
};
use crate::{
    move_finder::{MoveFinder, only},
    refusal::{self, Refusal, RefuseKind},
};

impl Parts {
    /// Says why the text is not a legal move. If the text may mean a pawn move or a piece move, as `bc4` may, we
    /// try the pawn move first. `None` if the text does not describe a move.
    pub fn refusal(&self, finder: &MoveFinder<'_>, pass: Pass) -> Option<Refusal> {
        if let Some(castling) = &self.castling {
            return Some(refusal::of_san(finder, San::Castle(castling.side)));
        }
        self.forms.iter().flatten().filter(|form| pass.takes(form)).find_map(|form| {
            let (promotion, _) = pass.promotion(form.promotion, form.is_uci())?;
            match form.letter {
                Letter::None => form.pawn_refusal(finder, promotion),
                letter => form.piece_refusal(finder, pass.role(letter)?.0, promotion),
            }
        })
    }
}

impl Form {
    /// Says why a text without a piece letter is not a legal move.
    fn pawn_refusal(&self, finder: &MoveFinder<'_>, promotion: Option<Role>) -> Option<Refusal> {
        if let (Some(from), Some(to)) = (self.from(), self.to()) {
            return Some(refusal::of_squares(finder, None, (from, to), promotion));
        }
        let is_next = self.file.is_some_and(|file| file.distance(self.to_file) == 1);
        let Some(to) = self.to() else {
            return is_next.then(|| self.capture_refusal(finder, promotion));
        };
        let is_capture = self.file.is_some();
        if !is_capture && self.link == Link::Capture || self.rank.is_some() {
            return None;
        }
        let san = |promotion| San::Normal {
            role: Role::Pawn,
            file: self.file,
            rank: None,
            capture: is_capture,
            to,
            promotion,
        };
        if let Some(wrong @ (Role::King | Role::Pawn)) = promotion {
            let promotes = finder.legal.iter().any(|&m| san(Some(Role::Queen)).matches(m));
            let why = if wrong == Role::King {
                Refusal::PromotionToKing {}
            } else {
                Refusal::PromotionToPawn {}
            };
            return promotes.then_some(why);
        }
        if self.link == Link::Capture && !self.deviations.has(Difference::CapitalFile) {
            return Some(refusal::of_san(finder, san(promotion)));
        }
        if is_capture && !is_next {
            return None;
        }
        let why = refusal::of_san(finder, san(promotion));
        // If no game can contain the pawn capture, the text may mean a move of another piece, so we return no
        // reason. For example, `bc8` may be a bishop move.
        Some(why).filter(|why| !is_capture || why.kind() != RefuseKind::CannotOccur)
    }

    /// Says why a text such as `ed` or `edQ` is not a legal capture.
    fn capture_refusal(&self, finder: &MoveFinder<'_>, promotion: Option<Role>) -> Refusal {
        let file = self.file.expect("a capture names its file");
        let is_such = |m: &&Move| {
            m.role() == Role::Pawn
                && m.from().map(Square::file) == Some(file)
                && m.to().file() == self.to_file
                && !m.is_promotion()
        };
        match finder.legal.iter().find(is_such).filter(|_| promotion.is_some()) {
            Some(m) => Refusal::PromotionBeforeLastRank { to: m.to() },
            None => refusal::of_capture(finder, file, self.to_file),
        }
    }

    /// Says why a text with a piece letter is not a legal move.
    fn piece_refusal(
        &self,
        finder: &MoveFinder<'_>,
        role: Role,
        promotion: Option<Role>,
    ) -> Option<Refusal> {
        let to = self.to()?;
        if role == Role::Pawn {
            return self.pawn_refusal(finder, promotion);
        }
        let (file, rank, capture) = (self.file, self.rank, self.link == Link::Capture);
        let san = San::Normal { role, file, rank, capture, to, promotion: None };
        if promotion.is_some() {
            let is_last = to.rank() == Rank::First || to.rank() == Rank::Eighth;
            let is_legal = only(&finder.legal, san).is_some();
            return (is_last && is_legal).then_some(Refusal::PromotionByPiece {});
        }
        match self.from().filter(|_| self.link == Link::Dash) {
            Some(from) => Some(refusal::of_squares(finder, Some(role), (from, to), None)),
            None => Some(refusal::of_san(finder, san)),
        }
    }
}
