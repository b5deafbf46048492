//! Compares the list of occurring strings with random games, and with positions found by a search.

use std::collections::HashSet;

use fastrand::Rng;
use san_strings_core::Vocabulary;
use shakmaty::{
    CastlingMode, Chess, Position, Role,
    fen::Fen,
    san::{SanPlus, Suffix},
};

fn occurring() -> HashSet<SanPlus> {
    Vocabulary::occurring().sans().collect()
}

/// Plays random games, each from a position that `start` returns, until `positions` moves have been played.
/// In each position, checks that the SAN of every legal move is in the list. Both sides work together to
/// reach rare moves: they push pawns, promote them all to one role, capture little, and avoid mate.
fn random_play(positions: usize, mut start: impl FnMut(&mut Rng) -> Chess) {
    const ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let occurring = occurring();
    let mut random = Rng::with_seed(7);
    let mut met = HashSet::new();
    let mut count = 0;
    while count < positions {
        let role = ROLES[random.usize(..ROLES.len())];
        let mut position = start(&mut random);
        for _ in 0..300 {
            let mut promotions = Vec::new();
            let mut pawns = Vec::new();
            let mut others = Vec::new();
            for m in position.legal_moves() {
                let san = SanPlus::from_move(position.clone(), m);
                assert!(occurring.contains(&san), "{san} has been played: {position:?}");
                met.insert(san);
                if m.promotion() == Some(role) {
                    promotions.push(m);
                } else if m.role() == Role::Pawn && !m.is_promotion() {
                    pawns.push(m);
                } else if (!m.is_capture() || random.u8(..8) == 0)
                    && san.suffix != Some(Suffix::Checkmate)
                {
                    others.push(m);
                }
            }
            let first = [&promotions, &pawns, &others];
            let second = [&promotions, &others, &pawns];
            let order = if random.bool() { first } else { second };
            let Some(&m) = order.into_iter().find_map(|moves| random.choice(moves)) else {
                break;
            };
            position.play_unchecked(m);
            count += 1;
        }
    }
    println!("{} of {} strings met in {count} positions", met.len(), occurring.len());
    // A test that covers few strings proves little.
    assert!(met.len() > occurring.len() / 3, "only {} strings met", met.len());
}

#[test]
fn random_games_stay_within_the_list() {
    random_play(70_000, |_| Chess::default());
}

/// In Chess960, the king and the rooks may start on other squares, but castling is still written `O-O` or
/// `O-O-O`. So Chess960 adds no strings to the list.
#[test]
fn games_of_chess960_stay_within_the_list() {
    random_play(100_000, |random| {
        // The bishops must be on opposite colours, and the king between the rooks.
        let mut rank: Vec<char> = "RNBQKBNR".chars().collect();
        loop {
            random.shuffle(&mut rank);
            let rank: String = rank.iter().collect();
            let black = rank.to_lowercase();
            let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
            let files = |role| rank.match_indices(role).map(|(at, _)| at);
            let between =
                files('R').min() < files('K').min() && files('K').max() < files('R').max();
            if between && files('B').sum::<usize>() % 2 == 1 {
                let fen: Fen = fen.parse().expect("a FEN");
                return fen.into_position(CastlingMode::Chess960).expect("a start");
            }
        }
    });
}

#[test]
#[ignore = "takes a minute: two million positions"]
fn two_million_random_positions_stay_within_the_list() {
    random_play(2_000_000, |_| Chess::default());
}

#[test]
fn a_string_has_an_example_if_and_only_if_it_occurs() {
    for san in Vocabulary::with_symbols().sans() {
        let found = crate::search::find(san);
        let occurs = Vocabulary::occurring().id_of(san).is_some();
        assert_eq!(found.is_some(), occurs, "{san}");
        if let Some(found) = found {
            assert!(found.position.is_legal(found.mv), "{san}");
            assert!(!found.position.is_check(), "{san}");
            assert_eq!(SanPlus::from_move(found.position, found.mv), san);
        }
    }
}
