//! Which games were searched: what the table of shortest games rests on beside counting moves.
//!
//! The searches are enumerations: `makers verify --exhaustive` and `--narrow` run them again.

use shakmaty::{
    Color, Rank, Role,
    san::{San, SanPlus, Suffix},
};

use san_strings_core::Discriminator;

use super::bound::Bound;

/// All positions up to this ply were searched: `makers verify --exhaustive 10` does it again.
pub const SEARCHED: usize = 10;

/// Up to this ply, all positions with prospects of some strings were searched: `makers
/// verify --narrow 12` does it again.
pub const NARROWED: usize = 12;

/// Where a side has few moves to spare, all positions with prospects of some strings were searched, up
/// to this ply: `makers verify --plans 17` does it again.
pub const PLANNED: usize = 17;

/// Whether a string was searched at a ply beyond those up to which it was [searched]: the side that
/// plays it has hardly a move to spare.
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
    // The moves to spare, up to which it was searched.
    let most = match (role, ply) {
        // On the other ranks, many more positions have prospects of mate.
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

/// No game with at most this many plies ends with the string, except that of the table.
pub fn searched(san: SanPlus) -> usize {
    match san.san {
        // Many more positions have prospects of a knight's move.
        San::Normal { role, .. } if role != Role::Knight && is_narrow(san) => NARROWED,
        _ => SEARCHED,
    }
}

/// Whether a string names the file or the rank of a piece: then the
/// prospects of a position can tell which positions may lead to it.
pub fn is_narrow(san: SanPlus) -> bool {
    let discriminator = Discriminator::of(san.san);
    matches!(discriminator, Discriminator::File | Discriminator::Rank)
}
