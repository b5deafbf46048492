//! Finishing a game: the mates that both sides can bring about in a few plies.

use std::slice;

use fastrand::Rng;
use shakmaty::{Chess, Color, Move, Position, attacks, san::SanPlus};

use super::{
    beam::{Limits, Path, Target, search},
    ledger::Ledger,
};

/// A game is finished in so many plies.
const PLIES: usize = 12;

/// What a king that can go to a square lacks to be mated.
const FLIGHT: usize = 2;

/// What a new string on the way makes good for.
const NEW: u32 = 8;

/// Mates that are offered at most.
const OFFERS: usize = 16;

/// A game, and by how many plies it seems better than the one chosen for the same mate.
pub(super) struct Offer {
    pub gain: i64,
    pub mate: usize,
    pub moves: Vec<Move>,
}

/// The games that go on from a path to mate one of the kings and gain most. The more
/// positions of a ply are kept, the more mates are seen.
pub(super) fn finish(
    ledger: &Ledger,
    path: &Path,
    victim: Color,
    (worth, width): (usize, usize),
    random: &mut Rng,
) -> Vec<Offer> {
    let limits = Limits {
        width,
        plies: path.moves.len() + PLIES + 1,
        new: NEW,
    };
    let more = ledger.more(&path.new);
    let mut offers: Vec<Offer> = Vec::new();
    search(
        ledger,
        &King(victim),
        slice::from_ref(path),
        limits,
        random,
        |sight| {
            if !ledger.is_mate(sight.id) {
                return;
            }
            let unplayed = worth * sight.new + more;
            let gain = ledger.gain(sight.id, sight.plies(), unplayed, worth);
            let full = offers.len() == OFFERS;
            if gain <= 0 || full && offers[OFFERS - 1].gain >= gain {
                return;
            }
            if let Some(at) = offers.iter().position(|offer| offer.mate == sight.id) {
                if offers[at].gain >= gain {
                    return;
                }
                offers.remove(at);
            }
            let at = offers.partition_point(|offer| offer.gain >= gain);
            let (mate, moves) = (sight.id, sight.moves());
            offers.insert(at, Offer { gain, mate, moves });
            offers.truncate(OFFERS);
        },
    );
    offers
}

/// The king of a side, to be mated.
struct King(Color);

impl Target for King {
    fn lack(&self, position: &Chess) -> Option<(u32, usize)> {
        let (board, victim) = (position.board(), self.0);
        let king = board.king_of(victim)?;
        let occupied = board.occupied() & !board.kings();
        let open = attacks::king_attacks(king) & !board.by_color(victim);
        let is_attacked = |&square: &_| board.attacks_to(square, !victim, occupied).any();
        let flights = open
            .into_iter()
            .filter(|square| !is_attacked(square))
            .count();
        let replies = if position.turn() == victim && position.is_check() {
            position.legal_moves().len().min(8)
        } else {
            8
        };
        let lack = FLIGHT * flights + replies / 2;
        Some((u32::try_from(lack).unwrap_or(u32::MAX), 0))
    }

    fn is_reached(&self, _: SanPlus) -> bool {
        false
    }

    // What a side does before mate need not be seen.
    const PATIENCE: usize = PLIES;
}
