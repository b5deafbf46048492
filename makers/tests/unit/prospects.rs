//! Tests [`Prospects`] with exhaustive searches: it must accept every position from which a string can still be
//! played in time.

use std::{collections::BTreeSet, iter, sync::LazyLock};

use fastrand::Rng;
use san_strings::shortest_games;
use san_strings_core::parse;
use san_strings_games::{ShortestGame, replay, searched::is_narrow};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, File, Move, Position, Rank, Role, Setup,
    Square,
    fen::Fen,
    san::{SanPlus, Suffix},
};

use crate::{enumerate::Exhaustive, prospects::Prospects};

/// For each of the next `plies` plies, returns the strings of the piece moves that can be played at this ply.
/// Checks that [`Prospects`] accepts every position on the path to such a move.
fn played(position: &Chess, plies: usize, seen: &mut BTreeSet<String>) -> Vec<BTreeSet<String>> {
    let mut found = vec![BTreeSet::new(); plies];
    for m in position.legal_moves() {
        let mut after = position.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut after, m);
        if Prospects::cover(san) {
            found[0].insert(san.to_string());
        }
        if plies > 1 {
            let later = played(&after, plies - 1, seen);
            for (all, more) in found[1..].iter_mut().zip(later) {
                all.extend(more);
            }
        }
    }
    let setup = position.to_setup(EnPassantMode::Legal);
    for (sans, plies) in found.iter().zip(1..) {
        let color = if plies % 2 == 1 { setup.turn } else { setup.turn.other() };
        for text in sans {
            let san: SanPlus = text.parse().expect("SAN");
            let prospects = Prospects::new(color, &[san]);
            assert!(prospects.any(&setup, plies), "{text} at {plies}: {setup:?}");
        }
        seen.extend(sans.iter().map(|text| format!("{text} {plies}")));
    }
    found
}

/// A random position with both kings. Either both sides have a castling right, or neither has. The position
/// also has two pieces of one kind, or pawns that could promote to this kind, and some other pieces and pawns
/// of both sides.
fn random_root(random: &mut Rng) -> Option<Chess> {
    let mut setup = Setup::empty();
    let castles = random.bool();
    for color in Color::ALL {
        let home = color.fold_wb(Rank::First, Rank::Eighth);
        let king = if castles {
            Square::from_coords(File::E, home)
        } else {
            random.choice(Square::ALL)?
        };
        setup.board.set_piece_at(king, color.king());
        if castles {
            let rook = Square::from_coords(random.choice([File::A, File::H])?, home);
            setup.board.set_piece_at(rook, color.rook());
            setup.castling_rights.add(rook);
        }
    }
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let role = random.choice(pieces)?;
    let color = random.choice(Color::ALL)?;
    let mut men = vec![role.of(color); random.usize(0..3)];
    men.extend(vec![color.pawn(); 2 - men.len()]);
    for _ in 0..random.usize(1..5) {
        let role = random.choice([Role::Pawn, Role::Pawn, Role::Knight, Role::Rook])?;
        men.push(role.of(random.choice(Color::ALL)?));
    }
    for man in men {
        let square = random.choice(Square::ALL)?;
        let is_free = !setup.board.occupied().contains(square);
        if is_free && (man.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square)) {
            setup.board.set_piece_at(square, man);
        }
    }
    setup.turn = random.choice(Color::ALL)?;
    let position = setup.position::<Chess>(CastlingMode::Standard).ok();
    position.filter(|position| position.legal_moves().len() < 30)
}

/// A position from a game of random moves.
fn random_position(random: &mut Rng) -> Option<Chess> {
    let mut position = Chess::default();
    for _ in 0..random.usize(4..40) {
        let m = random.choice(&position.legal_moves()).copied()?;
        position.play_unchecked(m);
    }
    Some(position)
}

/// From the table of shortest games, picks a random game that ends in mate. Returns the position `plies` plies
/// before the end of the game.
fn before_mate(random: &mut Rng, plies: usize) -> Option<Chess> {
    static MATES: LazyLock<Vec<Vec<Move>>> = LazyLock::new(|| {
        let is_mate = |san: SanPlus| Prospects::cover(san) && san.suffix == Some(Suffix::Checkmate);
        let games = shortest_games().moves().filter(|(san, _)| is_mate(*san));
        games.map(|(_, moves)| moves).collect()
    });
    let moves = random.choice(MATES.iter())?;
    Some(replay::after(&moves[..moves.len().checked_sub(plies)?]))
}

/// Calls [`played`] for `roots` positions, to a depth of `plies`. Returns the number of distinct pairs of a
/// string and a ply at which the string can be played.
fn check(mut root: impl FnMut(&mut Rng) -> Option<Chess>, roots: usize, plies: usize) -> usize {
    let mut random = Rng::with_seed(30);
    let mut seen = BTreeSet::new();
    let roots = iter::from_fn(|| Some(root(&mut random))).flatten().take(roots);
    for root in roots {
        played(&root, plies, &mut seen);
    }
    seen.len()
}

/// In each position, one move does the work of two. With two moves instead of one, the string could not be
/// played within the given number of plies.
#[test]
fn one_move_does_the_work_of_two() {
    for (fen, plies, san) in [
        // The en passant capture clears two squares.
        ("4k3/8/8/8/R2Pp2R/8/8/4K3 b - d3 0 1", 2, "Rab4"),
        // Our castling moves the king away from e1 and the rook to f1. The bishop leaves.
        ("4k3/8/8/8/8/8/8/R1b1K2R w K - 0 1", 3, "Rfe1+"),
        // The opponent castles, and we can give check to the king on its new square.
        ("4k2r/8/8/8/1r6/8/8/R3K3 b Qk - 0 1", 3, "Rbc4+"),
    ] {
        let fen: Fen = fen.parse().expect("a FEN");
        let root = fen.into_position(CastlingMode::Standard).expect("legal");
        let found = played(&root, plies, &mut BTreeSet::new());
        assert!(found[plies - 1].contains(san), "{san}");
    }
}

#[test]
fn what_can_be_played_has_prospects() {
    let seen = check(random_root, 300, 3) + check(random_position, 50, 2);
    let mates = check(|random| before_mate(random, 2), 100, 2);
    assert!(seen > 1000 && mates > 200, "{seen}, {mates}");
}

#[test]
#[ignore = "takes minutes: more roots, and more plies"]
fn what_can_be_played_has_prospects_in_many_positions() {
    let seen = check(random_root, 5000, 3) + check(random_root, 100, 4);
    let dense = check(random_position, 1000, 2) + check(random_position, 20, 3);
    let mates = check(|random| before_mate(random, 2), 3000, 2)
        + check(|random| before_mate(random, 3), 200, 3);
    assert!(seen > 10_000 && dense > 300 && mates > 1000, "{seen}, {dense}, {mates}");
}

/// In the known game of each string that [`Prospects`] covers, the initial position and the positions before each
/// of the last seven plies have *prospects*: the search does not rule out that the string can still be played in
/// the plies that are left.
#[test]
fn games_go_through_positions_with_prospects() {
    let mut seen = 0;
    for (san, moves) in shortest_games().moves() {
        if !Prospects::cover(san) {
            continue;
        }
        let color = Color::from_white(moves.len() % 2 == 1);
        let prospects = Prospects::new(color, &[san]);
        for (position, left) in replay::positions(&moves).zip((1..=moves.len()).rev()) {
            let setup = position.to_setup(EnPassantMode::Legal);
            let is_checked = left <= 7 || left == moves.len();
            assert!(!is_checked || prospects.any(&setup, left), "{san} at {left}");
        }
        seen += 1;
    }
    assert_eq!(seen, 28_008);
}

/// Searches ply `ply` for the strings that `is_looked_for` accepts, but only from positions with prospects. Among
/// these strings, the search must find exactly those whose game in the table has `ply` plies.
fn check_at(ply: usize, is_looked_for: impl Fn(SanPlus) -> bool) {
    let table = shortest_games();
    let covered = |game: &ShortestGame<'_>| {
        let san = parse(game.san).ok();
        san.filter(|&san| is_looked_for(san))
    };
    let open: Vec<SanPlus> =
        table.iter().filter(|game| game.plies >= ply).filter_map(|game| covered(&game)).collect();
    let found = Exhaustive::at_ply(ply, &open, &()).expect("nothing stops it");
    let found: Vec<String> = found.games.iter().map(|(san, _)| san.to_string()).collect();
    let first = table.iter().filter(|game| game.plies == ply);
    let first: Vec<&str> =
        first.filter(|game| covered(game).is_some()).map(|game| game.san).collect();
    assert_eq!(found, first, "ply {ply}");
}

#[test]
fn positions_with_prospects_show_what_all_show() {
    (3..=6).for_each(|ply| check_at(ply, Prospects::cover));
}

#[test]
#[ignore = "takes minutes: plies 7 and 8"]
fn positions_with_prospects_show_what_all_show_later() {
    // We look only for strings that name a file or a rank. If we also looked for the other strings, nearly
    // every position would have prospects, and we would have to visit all these positions.
    (7..=8).for_each(|ply| check_at(ply, is_narrow));
}
