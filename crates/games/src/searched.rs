//! Which games were searched: what the table of shortest games rests on beside counting moves.
//!
//! The searches are enumerations: `makers verify --exhaustive` and `--narrow` run them again.

use shakmaty::{
    Role,
    san::{San, SanPlus, Suffix},
};

use san_strings_core::Discriminator;

use super::bound::Bound;

/// All positions up to this ply were searched: `makers verify --exhaustive 9` does it again.
pub const SEARCHED: usize = 9;

/// Up to this ply, all positions with prospects of some strings were searched: `makers
/// verify --narrow 12` does it again.
pub const NARROWED: usize = 12;

/// At the ply that counting moves gives, up to this one, all positions with prospects of some strings
/// were searched: `makers verify --plans 13` does it again.
pub const PLANNED: usize = 13;

/// The bound by counting, if the string was searched at the ply that it gives, beyond those up to
/// which it was [searched]. Its side has no move to spare there.
pub fn planned(san: SanPlus) -> Option<&'static Bound> {
    let bound = Bound::occurring(san).filter(|_| is_narrow(san))?;
    (searched(san) + 1..=PLANNED).contains(&bound.plies).then_some(bound)
}

/// No game with at most this many plies ends with the string, except that of the table.
pub fn searched(san: SanPlus) -> usize {
    let San::Normal { role, .. } = san.san else {
        return SEARCHED;
    };
    let is_mate = san.suffix == Some(Suffix::Checkmate);
    match role {
        _ if !is_narrow(san) => SEARCHED,
        // Many more positions have prospects of a knight's move.
        Role::Knight if is_mate => SEARCHED,
        Role::Knight => SEARCHED + 1,
        _ if is_mate => NARROWED - 1,
        _ => NARROWED,
    }
}

/// Whether a string names the file or the rank of a piece: then the
/// prospects of a position can tell which positions may lead to it.
pub fn is_narrow(san: SanPlus) -> bool {
    let discriminator = Discriminator::of(san.san);
    matches!(discriminator, Discriminator::File | Discriminator::Rank)
}
