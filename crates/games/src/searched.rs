//! Says which plies were searched for which strings. In the table of shortest games, these searches prove
//! what counting moves does not.
//!
//! The searches enumerate positions. `makers verify --exhaustive`, `--narrow` and `--plans` run them again.

use shakmaty::{
    Color, Rank, Role,
    san::{San, SanPlus, Suffix},
};

use san_strings_core::Discriminator;

use super::bound::Bound;

/// Up to this ply, all positions were searched. `makers verify --exhaustive 10` repeats the search.
pub const SEARCHED: usize = 10;

/// Up to this ply, all positions that could lead to the strings of [`is_narrow`] were searched, except for
/// moves of knights (see [`searched`]): `makers verify --narrow 12` does it again.
pub const NARROWED: usize = 12;

/// Up to this ply, all positions that could lead to a string were searched where [`is_planned`] holds for the
/// string and the ply: `makers verify --plans 17` does it again.
pub const PLANNED: usize = 17;

/// Whether we searched this ply for the string, although it is beyond the plies that we [searched] in any
/// case. We did if the side that plays the string has few moves to spare at this ply.
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
    // We searched only if the side has at most this many moves to spare.
    let most = match (role, ply) {
        // A mate on ranks 1 to 3 is still possible from many more positions.
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

/// Up to this ply, a search found all games that end with the string. None of them is shorter than the game
/// in the table.
pub fn searched(san: SanPlus) -> usize {
    match san.san {
        // A knight's move is still possible from many more positions, so we do not search for it.
        San::Normal { role, .. } if role != Role::Knight && is_narrow(san) => NARROWED,
        _ => SEARCHED,
    }
}

/// Whether a string names the file or the rank of a piece. For these strings we search only the positions
/// that can still lead to them.
pub fn is_narrow(san: SanPlus) -> bool {
    let discriminator = Discriminator::of(san.san);
    matches!(discriminator, Discriminator::File | Discriminator::Rank)
}
