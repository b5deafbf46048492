//! Searches for rare moves, such as castling or an en passant capture that gives check or mate, in positions
//! one or two moves away from a game.

use std::collections::HashMap;

use crate::suite::{
    canonical::HardMove,
    kind::{Kind, PlayKind, PlayRule},
};
use san_strings_core::refusal::RefuseKind;
use san_strings_games::replay::positions;
use shakmaty::{Chess, Color, EnPassantMode, Move, MoveList, Position, Role, attacks};

use super::{
    play::play_kind,
    quota::Quota,
    rows::fen,
    rule::{Rule, deciding},
};

/// The only kind of row in `refuse.tsv` that we search for here: an en passant capture is illegal because of a
/// pin.
pub(super) const PINNED: Kind = Kind::Refuse(RefuseKind::EnPassantPinned);

/// The only kind of row in `play.tsv` that we search for here: castling clears the en passant square.
pub(super) const CASTLES_AFTER_DOUBLE_STEP: Kind =
    Kind::Play(PlayKind::Rule(PlayRule::EnPassantSquareGoneCastling));

pub(super) const OVER: [Kind; 2] =
    [Kind::Refuse(RefuseKind::Mated), Kind::Refuse(RefuseKind::Stalemated)];

/// A position from which we can make a row of the kind `kind`.
pub(super) struct Nearby {
    pub kind: Kind,
    pub turn: Color,
    /// FEN of the position, in the form that rows use.
    pub fen: String,
    /// A game: the moves that lead to the position, and one move in the position. We need this last move,
    /// because we take rows only from positions in which the game goes on.
    pub moves: Vec<Move>,
}

/// From each position of a game, looks `depth` moves (one or two) ahead for positions that can provide rows of
/// wanted kinds.
pub(super) fn look(moves: &[Move], depth: usize, quota: &Quota) -> Vec<Nearby> {
    let mut search = NearbySearch { quota, way: Vec::new(), found: Vec::new() };
    for (ply, position) in positions(moves).enumerate() {
        // After one or two more moves, the halfmove clock must still be below 100, because of the fifty-move
        // rule.
        if position.halfmoves() > 97 {
            continue;
        }
        search.way.clear();
        search.way.extend(&moves[..ply]);
        search.one_move_off(&position, depth);
    }
    search.found
}

/// Plays every possible double step in the positions of a game, and finds pawns that may not capture en
/// passant because of a rule in `wanted`. For each such pawn, returns a line of moves and a text. The line is
/// the game up to the position, the double step, and a legal reply. The text is the illegal capture.
pub(super) fn look_for_pinned(
    moves: &[Move],
    wanted: &HashMap<(Rule, Color), usize>,
) -> Vec<(Vec<Move>, String)> {
    let mut found = Vec::new();
    for (ply, position) in positions(moves).enumerate() {
        if !wanted.keys().any(|&(_, color)| color != position.turn()) {
            continue;
        }
        for m in position.legal_moves().into_iter().filter(|&m| is_double_push(m)) {
            let mut after = position.clone();
            after.play_unchecked(m);
            let Some(to) = after.ep_square(EnPassantMode::PseudoLegal) else {
                continue;
            };
            let ready = after.our(Role::Pawn) & attacks::pawn_attacks(!after.turn(), to);
            for from in ready {
                let text = format!("{}x{to}", from.file().char());
                let rules = deciding(&after, &text);
                let last = after.legal_moves().first().copied();
                let is_wanted = rules.iter().any(|&it| wanted.contains_key(&(it, after.turn())));
                if let Some(last) = last.filter(|_| is_wanted) {
                    found.push(([&moves[..ply], &[m, last]].concat(), text));
                }
            }
        }
    }
    found
}

struct NearbySearch<'a> {
    quota: &'a Quota,
    way: Vec<Move>,
    found: Vec<Nearby>,
}

impl NearbySearch<'_> {
    fn one_move_off(&mut self, position: &Chess, depth: usize) {
        for &first in &position.legal_moves() {
            let after = self.play(position, first);
            let legal = after.legal_moves();
            if depth > 1 {
                for m in legal.iter().filter(|&&m| is_double_push(m)) {
                    self.capture_en_passant(&after, *m);
                }
                for &m in legal.iter().filter(|m| m.is_castle()) {
                    self.add(&after, &legal, m);
                }
            } else {
                let special = |m: &&Move| {
                    m.is_castle() || m.is_en_passant() || m.is_promotion() || after.is_check()
                };
                for &m in legal.iter().filter(special) {
                    self.add(&after, &legal, m);
                }
            }
            self.way.pop();
        }
    }

    fn play(&mut self, position: &Chess, m: Move) -> Chess {
        let mut after = position.clone();
        after.play_unchecked(m);
        self.way.push(m);
        after
    }

    /// Plays a double step, and looks at the en passant captures that could follow.
    fn capture_en_passant(&mut self, position: &Chess, m: Move) {
        let after = self.play(position, m);
        if let Some(to) = after.ep_square(EnPassantMode::PseudoLegal) {
            let legal = after.legal_moves();
            let captures = after.en_passant_moves();
            for &capture in &captures {
                self.add(&after, &legal, capture);
            }
            let ready = after.our(Role::Pawn) & attacks::pawn_attacks(!after.turn(), to);
            if captures.len() < ready.count() && !after.is_check() {
                self.keep(PINNED, &after, legal.first().copied());
            }
        }
        self.way.pop();
    }

    fn add(&mut self, position: &Chess, legal: &MoveList, m: Move) {
        if m.is_castle()
            && play_kind(position, m).map(Kind::Play) == Some(CASTLES_AFTER_DOUBLE_STEP)
        {
            self.keep(CASTLES_AFTER_DOUBLE_STEP, position, Some(m));
        }
        for kind in HardMove::new(position, legal, m).kinds() {
            self.keep(Kind::Canonical(kind), position, Some(m));
        }
    }

    fn keep(&mut self, kind: Kind, position: &Chess, last: Option<Move>) {
        let turn = position.turn();
        if let Some(last) = last.filter(|_| self.quota.wants(kind, turn)) {
            let mut moves = self.way.clone();
            moves.push(last);
            self.found.push(Nearby { kind, turn, fen: fen(position), moves });
        }
    }
}

fn is_double_push(m: Move) -> bool {
    m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2)
}
