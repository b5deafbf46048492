//! Says for which strings we searched for a shorter game, and at which plies. For each string, the table of
//! shortest games contains a lower bound on the number of plies of any game that ends with the string. The
//! searches prove bounds that counting moves alone cannot prove.
//!
//! The searches enumerate positions. `makers verify --exhaustive`, `--narrow` and `--plans` repeat the
//! searches.

use shakmaty::{
    Color, Rank, Role,
    san::{San, SanPlus, Suffix},
};

use san_strings_core::Discriminator;

use super::bound::Bound;

/// The last ply of the full search. Up to this ply, we searched all positions. `makers verify --exhaustive 10`
/// repeats the search.
pub const SEARCHED: usize = 10;

/// The last ply of the narrow search. Up to this ply, we searched all positions that could lead to a string
/// that [`is_narrow`] accepts. Knight moves are not included: see [`searched`]. `makers verify --narrow 12`
/// repeats the search.
pub const NARROWED: usize = 12;

/// The last ply for which [`is_planned`] can be true. If `is_planned` is true for a string and a ply, we
/// searched all positions that could lead to the string at that ply. `makers verify --plans 17` repeats these
/// searches.
pub const PLANNED: usize = 17;

/// Whether we searched for the string at `ply`, although [`searched`] returns an earlier ply. At such a late
/// ply, we searched for a string only if the side that plays the string has few spare moves in a game of `ply`
/// plies.
pub fn is_planned(san: SanPlus, ply: usize) -> bool {
    let San::Normal { role, to, .. } = san.san else {
        return false;
    };
    let color = Color::from_white(ply % 2 == 1);
    let is_mate = san.suffix == Some(Suffix::Checkmate);
    let last = match role {
        Role::Queen | Role::Bishop if is_mate => PLANNED - 1,
        Role::Queen | Role::Bishop => PLANNED,
        _ if is_mate => 13,
        _ => 14,
    };
    // The maximum number of spare moves: moves that the side does not need for the string.
    let most = match (role, ply) {
        // The limit is lower for mates on ranks 1 to 3, because many more positions can lead to them.
        (Role::Rook, 13) if !is_mate || to.rank() >= Rank::Fourth => 3,
        (Role::Rook, 13 | 14) => 2,
        (Role::Queen | Role::Bishop, 13 | 14) => 1,
        _ => 0,
    };
    let spare = |bound: &Bound| ply.checked_sub(bound.plies).map(|plies| plies / 2);
    is_narrow(san)
        && (searched(san) + 1..=last).contains(&ply)
        && Bound::occurring_of_side(san, color).and_then(spare).is_some_and(|spare| spare <= most)
}

/// Returns the ply up to which we searched for the string. The search found no game that is shorter than the
/// game in the table. For later plies, see [`is_planned`].
pub fn searched(san: SanPlus) -> usize {
    match san.san {
        // We searched for knight moves only up to `SEARCHED`, because too many positions can lead to them at
        // later plies.
        San::Normal { role, .. } if role != Role::Knight && is_narrow(san) => NARROWED,
        _ => SEARCHED,
    }
}

/// Whether a string for a piece move names the file or the rank of the from-square, but not both. For these
/// strings, the narrow search visits only the positions that can still lead to them.
pub fn is_narrow(san: SanPlus) -> bool {
    let discriminator = Discriminator::of(san.san);
    matches!(discriminator, Discriminator::File | Discriminator::Rank)
}
