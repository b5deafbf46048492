//! `play` finds a move without listing the legal moves. These tests compare the moves that it finds with
//! shakmaty's list of legal moves.

use san_strings_core::{Entry, Targets, Vocabulary, play::play};
use shakmaty::{
    CastlingMode, Chess, Move, Position, Role, Square, fen::Fen, san::SanPlus, uci::UciMove,
};

#[test]
fn every_string_is_the_move_that_shakmaty_finds() {
    let mut seed = 1_u64;
    let mut checks = 0;
    for _ in 0..30 {
        let mut position = Chess::default();
        for ply in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Random numbers from the linear congruential generator in the book "Numerical Recipes".
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let n = usize::try_from(seed >> 16).expect("64 bits") % legal.len();
            if ply % 6 == 5 || position.is_check() {
                checks += usize::from(position.is_check());
                for san in Vocabulary::base().sans() {
                    let mut after = position.clone();
                    let found = play(&mut after, san);
                    let theirs = san.san.to_move(&position).ok();
                    assert_eq!(found.map(|(m, _)| m), theirs, "{position:?} {san}");
                    if let (Some((_, right)), Some(m)) = (found, theirs) {
                        assert_eq!(right, SanPlus::from_move(position.clone(), m));
                    }
                }
            }
            position.play_unchecked(legal[n]);
        }
    }
    assert!(checks > 10, "{checks}");
}

/// Compares the ids of the legal moves, and the move found for each id, with the moves that shakmaty lists.
fn compare_ids(position: &Chess) {
    let list = Vocabulary::uci();
    let mode = position.castles().mode();
    let mut theirs: Vec<(u16, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (list.id_of(m.to_uci(mode)).expect("every move is in the list"), m))
        .collect();
    theirs.sort_by_key(|&(id, _)| id);
    let ids: Vec<u16> = theirs.iter().map(|&(id, _)| id).collect();
    let (targets, mut ours) = (Targets::new(position), Vec::new());
    Vocabulary::push_uci_ids(position, &targets, &mut ours);
    assert_eq!(ours, ids, "{position:?}");
    assert_eq!(list.legal(position).collect::<Vec<_>>(), theirs, "{position:?}");
    for &(id, m) in &theirs {
        let Some(Entry::Uci(uci)) = list.entry(id) else { panic!("a list of UCI") };
        assert_eq!(targets.find(uci), Some(m), "{position:?}");
    }
}

/// Tries every UCI move. `Targets::find` must find the legal moves, and no other moves.
fn compare_found(position: &Chess) {
    let targets = Targets::new(position);
    let legal = position.legal_moves();
    for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
        for promotion in [None].into_iter().chain(Role::ALL.map(Some)) {
            let uci = UciMove::Normal { from, to, promotion };
            let is_it = |m: &&Move| m.to_uci(position.castles().mode()) == uci;
            assert_eq!(targets.find(uci), legal.iter().find(is_it).copied(), "{position:?} {uci}");
        }
    }
}

/// Plays random games from the initial position, from Chess960 positions, and from positions with pins,
/// promotions, en passant captures that open a line, and double checks.
#[test]
fn legal_ids_are_those_of_shakmaty() {
    let starts = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CastlingMode::Standard),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            CastlingMode::Standard,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", CastlingMode::Standard),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            CastlingMode::Standard,
        ),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", CastlingMode::Standard),
        ("8/8/8/KPp4r/8/8/8/6k1 w - c6 0 1", CastlingMode::Standard),
        ("4k3/8/8/8/4n3/8/3P1n2/r2K4 w - - 0 1", CastlingMode::Standard),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", CastlingMode::Standard),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            CastlingMode::Chess960,
        ),
        ("2kr1b2/8/8/8/8/8/8/1RK2R2 w FB - 0 1", CastlingMode::Chess960),
    ];
    let mut seed = 1_u64;
    let (mut positions, mut checks, mut castling, mut en_passant) = (0, 0, 0, 0);
    for (fen, mode) in starts {
        let start: Chess = fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("legal");
        for _ in 0..12 {
            let mut position = start.clone();
            for _ in 0..80 {
                compare_ids(&position);
                if positions % 50 == 0 {
                    compare_found(&position);
                }
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                positions += 1;
                checks += usize::from(position.is_check());
                castling += legal.iter().filter(|m| m.is_castle()).count();
                en_passant += legal.iter().filter(|m| m.is_en_passant()).count();
                // Random numbers from the linear congruential generator in the book "Numerical Recipes".
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                position.play_unchecked(legal[(seed >> 16) as usize % legal.len()]);
            }
        }
    }
    let met = [positions, checks, castling, en_passant];
    assert!(positions > 3000 && checks > 200 && castling > 200 && en_passant > 20, "{met:?}");
}
