//! Compares our verdicts, dead or alive, with an independent exhaustive search, on positions with
//! locked pawns.
//!
//! Each position contains only kings, bishops and pawns. A helpmate solver once gave a wrong verdict on a
//! position of this kind.

use std::{collections::HashSet, iter, thread};

use fastrand::Rng;
use san_strings_tree::DeadPositions;
use shakmaty::{Board, CastlingMode, Chess, Color, Position, Rank, Role, Setup, Square, fen::Fen};

/// The search gives up if it finds more positions than this.
const MANY: usize = 3_000;

/// Whether no mate is reachable; `None` if more than `most` positions are reachable.
fn exhaustive(position: &Chess, most: usize) -> Option<bool> {
    type State = (Board, Color, Option<Square>);
    let state = |position: &Chess| -> State {
        let board = position.board().clone();
        (board, position.turn(), position.legal_ep_square())
    };
    let mut met = HashSet::from([state(position)]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if position.is_checkmate() {
            return Some(false);
        }
        for m in position.legal_moves() {
            let next = position.clone().play(m).expect("a legal move");
            if met.insert(state(&next)) {
                open.push(next);
            }
        }
        if met.len() > most {
            return None;
        }
    }
    Some(true)
}

/// Pawn structures in which all or nearly all pawns are blocked. The first structure is from the
/// position in the test `a_hidden_helpmate_is_found`.
const STRUCTURES: [&str; 5] = [
    "8/3p1p1p/3P1P1P/4p3/8/p1p1P3/P1P1P3/8",
    "8/8/8/1p1p1p1p/1P1P1P1P/8/8/8",
    "8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/8",
    "8/5p1p/5P1P/8/8/p1p5/P1P5/8",
    "8/1p3p2/pP1p1Pp1/P2P2Pp/2p4P/2P5/8/8",
];

/// Generates a legal position with one of these pawn structures, both kings, and perhaps bishops. In
/// half of the positions, we remove a random pawn, or move it to a random rank of its file.
fn blocked(random: &mut Rng) -> Option<Chess> {
    let mut board = Board::from_ascii_board_fen(random.choice(STRUCTURES)?.as_bytes()).ok()?;
    if random.bool() {
        let pawns: Vec<_> = board.pawns().into_iter().collect();
        let from = *random.choice(&pawns)?;
        let to = Square::from_coords(from.file(), Rank::new(random.u32(1..7)));
        let pawn = board.remove_piece_at(from)?;
        if board.piece_at(to).is_none() && random.u32(..4) > 0 {
            board.set_piece_at(to, pawn);
        }
    }
    let mut men = vec![Color::White.king(), Color::Black.king()];
    for color in Color::ALL {
        if random.bool() {
            men.push(Role::Bishop.of(color));
        }
    }
    for man in men {
        let free: Vec<_> = (!board.occupied()).into_iter().collect();
        board.set_piece_at(*random.choice(&free)?, man);
    }
    let turn = if random.bool() { Color::White } else { Color::Black };
    let setup = Setup { board, turn, ..Setup::empty() };
    setup.position(CastlingMode::Standard).ok()
}

/// Compares [`DeadPositions`] with an exhaustive search on at least `wanted` random positions. At least
/// `wanted / 10` of them are dead, and at least `wanted / 10` are not.
fn compare(wanted: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut dead, mut alive) = (0, 0);
    while dead + alive < wanted || dead.min(alive) < wanted / 10 {
        let Some(position) = blocked(&mut random) else {
            continue;
        };
        let Some(is_dead) = exhaustive(&position, MANY) else {
            continue;
        };
        let judged = DeadPositions::default().is_dead(&position);
        assert_eq!(judged, is_dead, "{position:?}");
        if is_dead {
            dead += 1;
        } else {
            alive += 1;
        }
    }
}

#[test]
fn blocked_positions_are_dead_if_and_only_if_a_search_says_so() {
    compare(10, 11);
}

#[test]
#[ignore = "takes a minute: with the next one, a thousand positions"]
fn five_hundred_blocked_positions_are_judged_right() {
    compare(500, 12);
}

#[test]
#[ignore = "takes a minute: five hundred positions"]
fn five_hundred_more_are_judged_right() {
    compare(500, 13);
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("legal")
}

/// The verdict on a position must depend neither on the positions judged before, nor on the thread that
/// judges it.
#[test]
fn answers_depend_on_nothing_but_the_position() {
    let mut random = Rng::with_seed(14);
    let made = iter::repeat_with(|| blocked(&mut random)).flatten();
    let mut positions: Vec<Chess> = made.take(15).collect();
    // We add a position that is certainly dead. Then we add, for each position, the positions after its
    // legal moves.
    positions.push(position("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1"));
    for n in 0..positions.len() {
        let before = positions[n].clone();
        let after = |mv| before.clone().play(mv).expect("legal");
        positions.extend(before.legal_moves().into_iter().map(after));
    }
    let alone = |position| DeadPositions::default().is_dead(position);
    let answers: Vec<bool> = positions.iter().map(alone).collect();
    assert!(answers.contains(&true) && answers.contains(&false));
    for _ in 0..3 {
        let dead = DeadPositions::default();
        let mut order: Vec<usize> = (0..positions.len()).collect();
        random.shuffle(&mut order);
        thread::scope(|scope| {
            for part in order.chunks(order.len().div_ceil(8)) {
                let (dead, positions, answers) = (&dead, &positions, &answers);
                scope.spawn(move || {
                    for &n in part {
                        assert_eq!(dead.is_dead(&positions[n]), answers[n], "{n}");
                    }
                });
            }
        });
    }
}

/// The limit on legal moves makes us miss this dead position: two bishops on light squares, behind a
/// wall of pawns that they can neither pass nor capture.
#[test]
fn a_dead_position_with_many_moves_counts_as_alive() {
    let dead = position("4k3/8/1p1p1p1p/1P1P1P1P/8/3B4/4B3/4K3 w - - 0 1");
    assert_eq!(exhaustive(&dead, 200_000), Some(true));
    assert!(!DeadPositions::default().is_dead(&dead));
    // With only one bishop, the position is proven dead.
    let dead = position("4k3/8/1p1p1p1p/1P1P1P1P/8/8/4B3/4K3 w - - 0 1");
    assert!(DeadPositions::default().is_dead(&dead));
}

/// A helpmate solver once called this position dead, although it has a helpmate.
#[test]
fn a_hidden_helpmate_is_found() {
    let start = position("4bk2/3p1p1p/3P1P1P/4p3/8/p1p1P3/P1P1P3/2KB4 b - - 4 3");
    assert!(!DeadPositions::default().is_dead(&start));
    let mut position = start;
    for san in "Kg8 e4 Kh8 e3 Kg8 Bh5 Kh8 Bg6 fxg6 f7 g5 fxe8=Q#".split(' ') {
        let san: shakmaty::san::SanPlus = san.parse().expect("SAN");
        let m = san.san.to_move(&position).expect("legal");
        assert!(!DeadPositions::default().is_dead(&position), "before {san}");
        position.play_unchecked(m);
    }
    assert!(position.is_checkmate());
}

/// Every White move stalemates Black, so neither side can mate.
#[test]
fn stalemate_is_not_mate() {
    let dead = position("6bk/5p1p/5P1P/8/8/8/4K3/8 w - - 0 1");
    assert_eq!(exhaustive(&dead, MANY), Some(true));
    assert!(DeadPositions::default().is_dead(&dead));
}
