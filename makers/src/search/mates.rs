//! Finishes a game with a few more plies that end in a helpmate: both sides cooperate to reach the mate.

use std::slice;

use fastrand::Rng;
use shakmaty::{Chess, Color, Move, Position, attacks, san::SanPlus};

use super::{
    Effort,
    beam::{Aim, Limits, Line, search},
    state::State,
};

/// The maximum number of plies that we add to finish a game.
const PLIES: usize = 12;

/// The cost of each flight square of the king that we want to mate.
const FLIGHT: usize = 2;

/// The bonus for each new string that is played before the mate.
const NEW: u32 = 8;

/// The maximum number of games that [`finish`] returns.
const CANDIDATES: usize = 16;

/// A game that ends with a mate, and its gain in plies over the chosen game for the same mate (see
/// [`State::gain`]).
pub(super) struct Candidate {
    pub gain: i64,
    pub mate: usize,
    pub moves: Vec<Move>,
}

/// Searches for ways to continue the line `path` until the king of `victim` is mated. Returns the games with the
/// largest gain, at most one for each mate.
pub(super) fn finish(
    state: &State,
    path: &Line,
    victim: Color,
    effort: Effort,
    random: &mut Rng,
) -> Vec<Candidate> {
    let worth = effort.worth;
    let limits = Limits { width: effort.width, plies: path.moves.len() + PLIES + 1, new: NEW };
    let more = state.bonus(&path.new);
    let mut candidates: Vec<Candidate> = Vec::new();
    search(state, &King(victim), slice::from_ref(path), limits, random, |seen| {
        if !state.is_mate(seen.id) {
            return;
        }
        let unplayed = worth * seen.new + more;
        let gain = state.gain(seen.id, seen.plies(), unplayed, worth);
        let full = candidates.len() == CANDIDATES;
        if gain <= 0 || full && candidates[CANDIDATES - 1].gain >= gain {
            return;
        }
        if let Some(at) = candidates.iter().position(|candidate| candidate.mate == seen.id) {
            if candidates[at].gain >= gain {
                return;
            }
            candidates.remove(at);
        }
        let at = candidates.partition_point(|candidate| candidate.gain >= gain);
        let (mate, moves) = (seen.id, seen.moves());
        candidates.insert(at, Candidate { gain, mate, moves });
        candidates.truncate(CANDIDATES);
    });
    candidates
}

/// A target: mate the king of this side.
struct King(Color);

impl Aim for King {
    fn estimate(&self, position: &Chess, _: usize) -> Option<u32> {
        let (board, victim) = (position.board(), self.0);
        let king = board.king_of(victim)?;
        let occupied = board.occupied() & !board.kings();
        let open = attacks::king_attacks(king) & !board.by_color(victim);
        let is_attacked = |&square: &_| board.attacks_to(square, !victim, occupied).any();
        let flights = open.into_iter().filter(|square| !is_attacked(square)).count();
        let replies = if position.turn() == victim && position.is_check() {
            position.legal_moves().len().min(8)
        } else {
            8
        };
        let estimate = FLIGHT * flights + replies / 2;
        Some(u32::try_from(estimate).expect("a few flights"))
    }

    fn is_reached(&self, _: SanPlus) -> bool {
        false
    }

    // The moves before the mate need not lower the estimate, so we do not give up before the last ply.
    const MAX_STALLED_PLIES: usize = PLIES;
}
