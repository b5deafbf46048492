//! Tests that the move really gives each check that the analysis finds. On the test board, every square that need
//! not be empty is occupied.

use san_strings_core::{
    Vocabulary,
    occurrence::{Check, Placement, placements},
};
use shakmaty::{Bitboard, Role, attacks};

#[test]
fn every_check_is_given_by_the_move() {
    let mut checks = 0;
    for placement in Vocabulary::base().sans().flat_map(|san| placements(san.san)) {
        let is_pawn = placement.piece.role == Role::Pawn;
        assert!(!is_pawn || !Bitboard::BACKRANKS.contains(placement.from), "{placement:?}");
        for check in placement.checks() {
            assert!(is_given(placement, check), "{placement:?}: {check:?}");
            checks += 1;
        }
    }
    assert!(checks > 100_000, "{checks}");
}

/// Whether the move gives this check: the king is attacked after the move but not before it, no path is
/// blocked, and the kings are not adjacent.
fn is_given(placement: Placement, Check { king, discovered }: Check) -> bool {
    let Placement { piece, from, to, companions, capture, promotion } = placement;
    let checker = discovered.map_or(to, |(_, square)| square);
    let movers = companions.with(from);
    let ways = movers.into_iter().map(|mover| attacks::between(mover, to));
    let ways = ways.fold(Bitboard::EMPTY, |all, way| all | way);
    let empty = (ways | attacks::between(checker, king)).without(from);
    let before = if capture { !empty } else { (!empty).without(to) };
    let after = before.without(from).with(to);
    let attacks = |role: Role, square, occupied| {
        attacks::attacks(square, role.of(piece.color), occupied).contains(king)
    };
    let role = discovered.map_or(promotion.unwrap_or(piece.role), |(role, _)| role);
    let stands_in_the_way = movers.with(to).with(checker).with(king).intersects(empty);
    let shares_a_square =
        movers.with(to).contains(king) || discovered.is_some() && movers.with(to).contains(checker);
    !stands_in_the_way
        && !shares_a_square
        && movers.into_iter().all(|mover| !attacks(piece.role, mover, before))
        && (discovered.is_none() || !attacks(role, checker, before))
        && attacks(role, checker, after)
        && (piece.role != Role::King || !attacks(Role::King, to, after))
}
