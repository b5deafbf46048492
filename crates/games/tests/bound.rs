//! Compares the bounds with exhaustive searches from random positions, and with every game in `output/`.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
};

use fastrand::Rng;
use san_strings_games::Bound;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, Position, Rank, Role, Setup, Square, fen::Fen,
    san::SanPlus,
};

use crate::{repository, shortest_games};

/// Makes a random position with few pieces. In some of these positions, castling is possible.
fn random_root(random: &mut Rng) -> Option<Chess> {
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    let castles = random.bool();
    for color in Color::ALL {
        let home = color.fold_wb(Rank::First, Rank::Eighth);
        let king = if castles { Square::E1 } else { random.choice(Square::ALL)? };
        let king = if castles { Square::from_coords(king.file(), home) } else { king };
        board.set_piece_at(king, Role::King.of(color));
        if castles {
            let rook = Square::from_coords(random.choice([Square::A1, Square::H1])?.file(), home);
            board.set_piece_at(rook, Role::Rook.of(color));
            setup.castling_rights.add(rook);
        }
        for _ in 0..random.usize(1..4) {
            let square = random.choice(Square::ALL)?;
            let role = random.choice(Role::ALL)?;
            let is_free = !board.occupied().contains(square) && role != Role::King;
            if is_free && (role != Role::Pawn || !Bitboard::BACKRANKS.contains(square)) {
                board.set_piece_at(square, role.of(color));
            }
        }
    }
    // If black pawns are on rank 5, we assume that the first of them has just made a double step.
    let pawns = board.by_piece(Color::Black.pawn()) & Bitboard::from(Rank::Fifth);
    setup.ep_square = pawns.first().and_then(|pawn| pawn.offset(8));
    setup.board = board;
    setup.turn =
        if setup.ep_square.is_some() || random.bool() { Color::White } else { Color::Black };
    let position = setup.position::<Chess>(CastlingMode::Standard);
    position.ok().filter(|position| !position.is_game_over())
}

/// Finds the first ply at which each string can be played. Stops if a ply has more than `most` new positions.
fn first_plies(root: &Chess, plies: usize, most: usize) -> BTreeMap<String, usize> {
    let mut first = BTreeMap::new();
    let mut positions = vec![root.clone()];
    let mut seen = HashSet::new();
    for ply in 1..=plies {
        let mut next = Vec::new();
        for position in &positions {
            for m in position.legal_moves() {
                let mut after = position.clone();
                let san = SanPlus::from_move_and_play_unchecked(&mut after, m);
                first.entry(san.to_string()).or_insert(ply);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.len() > most {
            break;
        }
        positions = next;
    }
    first
}

/// Searches from random positions for the first ply at which each string is played, and checks that the bound
/// does not exceed this ply. Returns how many bounds were compared, and how many of them equal the ply found.
fn compare(roots: usize, plies: usize, most: usize) -> [usize; 2] {
    let mut random = Rng::with_seed(26);
    let (mut compared, mut reached, mut done) = (0, 0, 0);
    while done < roots {
        let Some(root) = random_root(&mut random) else {
            continue;
        };
        done += 1;
        for (text, ply) in first_plies(&root, plies, most) {
            let bound = Bound::of(&root, text.parse().expect("SAN"));
            let bound = bound.expect("it can be played").plies;
            assert!(bound <= ply, "{text}: {bound} > {ply} in {:?}", root.board());
            compared += 1;
            reached += usize::from(bound == ply);
        }
    }
    [compared, reached]
}

/// For each string, the search finds the first ply at which the string can be played. For most strings, the
/// bound equals this ply, so a bound that is one ply too high would fail here.
#[test]
fn no_bound_is_above_what_a_search_finds() {
    let [compared, reached] = compare(300, 4, 1000);
    assert!(compared > 10_000, "{compared}");
    assert!(2 * reached > compared, "{reached} of {compared}");
}

#[test]
fn bounds_are_reached_where_nothing_is_in_the_way() {
    for (fen, san, plies) in [
        // A pawn's double step counts as one move.
        ("k7/8/8/8/8/8/4P3/7K w - - 0 1", "e5", 3),
        // A pawn that must change file on its way to the fourth rank cannot use the double step.
        ("k7/8/8/8/8/3p4/4P3/7K w - - 0 1", "d5", 5),
        // Castling moves the king two files in one move.
        ("k7/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", 3),
        ("k7/8/8/8/8/8/8/4K2R w K - 0 1", "Kh3", 5),
    ] {
        let root: Fen = fen.parse().expect("a FEN");
        let root = root.into_position(CastlingMode::Standard).expect("legal");
        let bound = Bound::of(&root, san.parse().expect("SAN")).expect("it can be played");
        assert_eq!(bound.plies, plies, "{fen}, {san}");
        assert_eq!(first_plies(&root, plies, usize::MAX).get(san), Some(&plies), "{fen}, {san}");
    }
}

#[test]
#[ignore = "takes half a minute: two thousand roots, up to five plies"]
fn no_bound_is_above_what_a_long_search_finds() {
    compare(2_000, 5, 3000);
}

#[test]
fn no_game_is_shorter_than_the_bound() {
    let start = Chess::default();
    let mut bounds: BTreeMap<String, usize> = BTreeMap::new();
    for game in shortest_games().iter() {
        let bound = Bound::of(&start, game.san.parse().expect("SAN"));
        let bound = bound.expect("it occurs").plies;
        assert!(bound <= game.plies && game.at_least <= game.plies, "{}", game.san);
        assert!(bound <= game.at_least, "{}", game.san);
        bounds.insert(game.san.to_owned(), game.at_least);
    }
    let check = |san: &str, ply: usize| assert!(bounds[san] <= ply, "{san} at ply {ply}");
    for name in ["corpus.pgn", "conformance/games.pgn"] {
        let path = repository().join("output").join(name);
        let text = fs::read_to_string(path).expect("games");
        for game in text.split("[Event").skip(1) {
            let (_, moves) = game.split_once("\n\n").expect("moves");
            let words = moves.split_whitespace();
            let sans = words.filter(|word| word.starts_with(char::is_alphabetic));
            sans.zip(1..).for_each(|(san, ply)| check(san, ply));
        }
    }
    let mut random = Rng::with_seed(30);
    for _ in 0..500 {
        let mut position = Chess::default();
        for ply in 1..100 {
            let Some(m) = random.choice(&position.legal_moves()).copied() else {
                break;
            };
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            check(&san.to_string(), ply);
        }
    }
}
