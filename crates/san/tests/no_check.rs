//! Which moves can give check, by an exhaustive search that shares no code with the
//! analysis: no attack tables, no placements, nothing but squares and steps.
//!
//! For every piece, from-square, to-square and set of up to two further pieces of its
//! kind, for every king and every line on which it could be in check after the move,
//! all squares that need not be empty are filled with men that attack nothing. That
//! is as unhelpful to the attackers before the move as a board can be: if a king is
//! attacked there, it is attacked on every board that allows the move and the check.

use std::collections::{BTreeMap, BTreeSet};

use san_strings_core::{Reason, Vocabulary};
use shakmaty::{
    Role,
    san::{San, SanPlus, Suffix},
};

/// A square from 0 (a1) to 63 (h8).
type Square = i8;

/// Steps as files and ranks.
type Steps = &'static [(i8, i8)];

const STRAIGHT: Steps = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: Steps = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: Steps = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: Steps = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A letter, the steps of the piece, and whether it goes on in their direction.
const PIECES: [(char, Steps, bool); 4] =
    [('N', JUMPS, false), ('B', DIAGONAL, true), ('R', STRAIGHT, true), ('Q', ALL, true)];

/// The squares from one to another, both left out, if a piece goes there in one move.
struct Paths(Vec<Option<u64>>);

fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (square % 8 + files, square / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some(8 * rank + file)
}

impl Paths {
    fn new(steps: Steps, goes_on: bool) -> Paths {
        let path = |from: Square, to: Square| {
            steps.iter().find_map(|&direction| {
                let mut between = 0;
                let mut square = step(from, direction)?;
                while square != to {
                    if !goes_on {
                        return None;
                    }
                    between |= 1 << square;
                    square = step(square, direction)?;
                }
                Some(between)
            })
        };
        Paths((0..64).flat_map(|from| (0..64).map(move |to| path(from, to))).collect())
    }

    fn get(&self, from: Square, to: Square) -> Option<u64> {
        self.0[64 * usize::from(from.unsigned_abs()) + usize::from(to.unsigned_abs())]
    }
}

fn name(square: Square) -> String {
    let file = char::from(b'a' + square.unsigned_abs() % 8);
    format!("{file}{}", 1 + square / 8)
}

/// A board on which all squares but the empty ones are taken.
struct Filled {
    empty: u64,
}

impl Filled {
    fn attacks(&self, from: Square, to: Square, paths: &Paths) -> bool {
        paths.get(from, to).is_some_and(|between| between & !self.empty == 0)
    }
}

/// The base string of a move from the first square, as SAN writes it if pieces of its
/// kind stand on the others and `empty` is empty; `None` if it cannot be played.
fn written(
    letter: char,
    paths: &Paths,
    squares: &[Square],
    to: Square,
    capture: bool,
    board: &Filled,
) -> Option<String> {
    let goes = |from: Square| board.attacks(from, to, paths);
    let (&from, others) = squares.split_first()?;
    if !goes(from) {
        return None;
    }
    let rivals: Vec<Square> = others.iter().copied().filter(|&sq| goes(sq)).collect();
    let same_file = rivals.iter().any(|sq| sq % 8 == from % 8);
    let same_rank = rivals.iter().any(|sq| sq / 8 == from / 8);
    let from = name(from);
    let named = match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) => "",
        (false, false, _) => &from[..1],
        (false, true, false) => &from[1..],
        (false, true, true) => &from,
    };
    let x = if capture { "x" } else { "" };
    Some(format!("{letter}{named}{x}{}", name(to)))
}

/// Whether a move can check a king that was not attacked before, somewhere. The squares are those
/// of the piece that moves and of the others of its kind; the lines, those of rooks and bishops.
fn checks(paths: &Paths, lines: &[Paths], squares: &[Square], to: Square, empty: u64) -> bool {
    let from = squares[0];
    let taken = squares.iter().fold(1 << to, |taken, sq| taken | 1 << sq);
    let kings = (0..64).filter(|king| (empty | taken) >> king & 1 == 0);
    kings.into_iter().any(|king| {
        let free = |line: u64| {
            let board = Filled { empty: empty | line };
            // No line runs through a piece that stays, or that has just come.
            let stays = taken & !(1 << from);
            line & stays == 0 && squares.iter().all(|&sq| !board.attacks(sq, king, paths))
        };
        // From the to-square, perhaps over the from-square, which is empty by then.
        let direct = paths.get(to, king).is_some_and(|line| free(line & !(1 << from)));
        // By a bishop or a rook behind it.
        let uncovered = || {
            lines.iter().any(|lines| {
                (0..64).any(|behind: Square| {
                    (empty | taken | 1 << king) >> behind & 1 == 0
                        && lines
                            .get(behind, king)
                            .is_some_and(|line| line >> from & 1 == 1 && free(line & !(1 << from)))
                })
            })
        };
        direct || uncovered()
    })
}

#[test]
fn a_move_can_give_check_if_and_only_if_a_board_allows_it() {
    // Every base string of a piece, and whether its move can give check.
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    let lines = [STRAIGHT, DIAGONAL].map(|steps| Paths::new(steps, true));
    for (letter, steps, goes_on) in PIECES {
        let paths = Paths::new(steps, goes_on);
        for to in 0..64 {
            let origins: Vec<Square> =
                (0..64).filter(|&from| paths.get(from, to).is_some()).collect();
            for &from in &origins {
                for (n, &one) in origins.iter().enumerate() {
                    for &other in &origins[n..] {
                        // With `from` itself among them, the sets are smaller.
                        let set = BTreeSet::from([one, other]);
                        let others = set.into_iter().filter(|&sq| sq != from);
                        let squares: Vec<Square> = [from].into_iter().chain(others).collect();
                        for capture in [false, true] {
                            let ways = squares.iter();
                            let ways = ways.filter_map(|&sq| paths.get(sq, to));
                            let mut empty = ways.fold(0, |empty, way| empty | way);
                            // A piece in the way of another is not a companion.
                            empty = squares.iter().fold(empty, |empty, sq| empty & !(1 << sq));
                            if !capture {
                                empty |= 1 << to;
                            }
                            let board = Filled { empty };
                            if let Some(san) =
                                written(letter, &paths, &squares, to, capture, &board)
                            {
                                let checked = found.entry(san).or_default();
                                *checked = *checked || checks(&paths, &lines, &squares, to, empty);
                            }
                        }
                    }
                }
            }
        }
    }
    let with = |san: San, suffix| {
        let suffix = Some(suffix);
        SanPlus { san, suffix }
    };
    let of_pieces = Vocabulary::base().iter().filter(|(_, san)| {
        let San::Normal { role, .. } = san.san else {
            return false;
        };
        !matches!(role, Role::Pawn | Role::King)
    });
    let listed: BTreeMap<String, bool> = of_pieces
        .map(|(_, san)| {
            let check = Vocabulary::occurring().id_of(with(san.san, Suffix::Check));
            (san.to_string(), check.is_some())
        })
        .collect();
    assert_eq!(found, listed);
    assert_eq!(found.values().filter(|can_check| !**can_check).count(), 168);
    // Both suffixes of each have a reason, and those of no other.
    for (_, san) in Vocabulary::base().iter() {
        for suffix in [Suffix::Check, Suffix::Checkmate] {
            let impossible = found.get(&san.to_string()) == Some(&false);
            let reason = Reason::of(with(san.san, suffix));
            assert_eq!(reason.is_some(), impossible, "{san}{suffix}");
        }
    }
}
