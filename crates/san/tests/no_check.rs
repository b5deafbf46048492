//! Finds, by exhaustive search, the moves that can give check. This search shares no code with the analysis:
//! instead of attack tables and placements, it follows the moves of a piece square by square.
//!
//! We try every piece, from-square, to-square and set of up to two companions. For each combination, we try
//! every square of the king, and every line along which the king could be in check after the move. We fill
//! all squares that need not be empty with pieces that attack nothing. Before the move, these pieces block as
//! many attackers as possible. So if the king is attacked on this board before the move, it is attacked on
//! every board that allows the move and the check.

use std::collections::{BTreeMap, BTreeSet};

use san_strings_core::{Reason, Vocabulary, parse};
use shakmaty::{
    Role,
    san::{San, SanPlus, Suffix},
};

/// A square from 0 (a1) to 63 (h8).
type Square = i8;

/// Steps of a piece, each as a number of files and a number of ranks.
type Steps = &'static [(i8, i8)];

const STRAIGHT: Steps = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: Steps = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: Steps = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: Steps = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// For each piece, its letter, its steps, and whether it slides.
const PIECES: [(char, Steps, bool); 4] =
    [('N', JUMPS, false), ('B', DIAGONAL, true), ('R', STRAIGHT, true), ('Q', ALL, true)];

/// For each pair of squares, the squares that a piece crosses on its way from the first to the second. `None` if
/// the piece cannot go there in one move.
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

/// A board on which all squares are occupied, except those in `empty`.
struct Filled {
    empty: u64,
}

impl Filled {
    fn attacks(&self, from: Square, to: Square, paths: &Paths) -> bool {
        paths.get(from, to).is_some_and(|between| between & !self.empty == 0)
    }
}

/// The base string of the move from the first of `squares` to `to`. The other squares contain pieces of the same
/// kind, which count as companions if they can also go to `to`. `None` if the move cannot be played.
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

/// Whether the move can give check: whether a king on some square is in check after the move, but not before
/// it. `squares` lists the squares of the moving piece and its companions. `lines` contains the paths of rooks
/// and bishops.
fn checks(paths: &Paths, lines: &[Paths], squares: &[Square], to: Square, empty: u64) -> bool {
    let from = squares[0];
    let taken = squares.iter().fold(1 << to, |taken, sq| taken | 1 << sq);
    let kings = (0..64).filter(|king| (empty | taken) >> king & 1 == 0);
    kings.into_iter().any(|king| {
        let free = |line: u64| {
            let board = Filled { empty: empty | line };
            // Neither a companion nor the piece that has just moved may be between the checking piece and the
            // king.
            let stays = taken & !(1 << from);
            line & stays == 0 && squares.iter().all(|&sq| !board.attacks(sq, king, paths))
        };
        // Direct check from the to-square. The line to the king may cross the from-square, which is empty after
        // the move.
        let direct = paths.get(to, king).is_some_and(|line| free(line & !(1 << from)));
        // Discovered check from a bishop or rook behind the piece.
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

/// A move on a board: the squares of the moving piece and its companions, the to-square, the empty squares,
/// and the base string. In `squares`, the square of the moving piece comes first.
struct Setting<'a> {
    paths: &'a Paths,
    squares: &'a [Square],
    to: Square,
    empty: u64,
    san: String,
}

/// Calls `see` for every move of a piece with every set of up to two companions.
fn each_setting(mut see: impl FnMut(&Setting<'_>)) {
    for (letter, steps, goes_on) in PIECES {
        let paths = &Paths::new(steps, goes_on);
        for to in 0..64 {
            let origins: Vec<Square> =
                (0..64).filter(|&from| paths.get(from, to).is_some()).collect();
            for &from in &origins {
                for (n, &one) in origins.iter().enumerate() {
                    for &other in &origins[n..] {
                        // There are fewer than two companions if `one` or `other` is `from`, or if both are
                        // the same square.
                        let set = BTreeSet::from([one, other]);
                        let others = set.into_iter().filter(|&sq| sq != from);
                        let squares: Vec<Square> = [from].into_iter().chain(others).collect();
                        for capture in [false, true] {
                            let ways = squares.iter();
                            let ways = ways.filter_map(|&sq| paths.get(sq, to));
                            let mut empty = ways.fold(0, |empty, way| empty | way);
                            // The squares of the pieces stay occupied, even if one piece is in the path of another.
                            // So `written` does not count a blocked piece as a companion.
                            empty = squares.iter().fold(empty, |empty, sq| empty & !(1 << sq));
                            if !capture {
                                empty |= 1 << to;
                            }
                            let board = Filled { empty };
                            if let Some(san) = written(letter, paths, &squares, to, capture, &board)
                            {
                                see(&Setting { paths, squares: &squares, to, empty, san });
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_move_can_give_check_if_and_only_if_a_board_allows_it() {
    // For each base string of a piece, whether the move can give check.
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    let lines = [STRAIGHT, DIAGONAL].map(|steps| Paths::new(steps, true));
    each_setting(|Setting { paths, squares, to, empty, san }| {
        let found = found.entry(san.clone()).or_default();
        *found = *found || checks(paths, &lines, squares, *to, *empty);
    });
    let with = |san: San, suffix| {
        let suffix = Some(suffix);
        SanPlus { san, suffix }
    };
    let of_pieces = Vocabulary::base().sans().filter(|san| {
        let San::Normal { role, .. } = san.san else {
            return false;
        };
        !matches!(role, Role::Pawn | Role::King)
    });
    let listed: BTreeMap<String, bool> = of_pieces
        .map(|san| {
            let check = Vocabulary::occurring().id_of(with(san.san, Suffix::Check));
            (san.to_string(), check.is_some())
        })
        .collect();
    assert_eq!(found, listed);
    assert_eq!(found.values().filter(|can_check| !**can_check).count(), 168);
    // `Reason::of` must return a reason for a string with `+` or `#` if and only if its move cannot give check.
    for san in Vocabulary::base().sans() {
        for suffix in [Suffix::Check, Suffix::Checkmate] {
            let impossible = found.get(&san.to_string()) == Some(&false);
            let reason = Reason::of(with(san.san, suffix));
            assert_eq!(reason.is_some(), impossible, "{san}{suffix}");
        }
    }
}

/// The squares on which the move could check a king if we ignored all obstacles.
#[derive(Default)]
struct AtFirstSight {
    /// The to-square, and the squares that the piece attacks from there on an empty board.
    attacked: BTreeSet<String>,
    /// The squares that a piece behind the from-square could attack through the from-square.
    opened: BTreeSet<String>,
    from: BTreeSet<String>,
}

/// A proof names every square on which a king might be in check after the move, and no others.
#[test]
fn a_proof_accounts_for_every_square() {
    let mut found: BTreeMap<String, AtFirstSight> = BTreeMap::new();
    let lines = [STRAIGHT, DIAGONAL].map(|steps| Paths::new(steps, true));
    let proof = |san: &str| {
        let check = parse(format!("{san}+")).expect("a base string is SAN");
        Reason::of(check).map(Reason::proof)
    };
    each_setting(|Setting { paths, squares, to, san, .. }| {
        if !found.contains_key(san) && proof(san).is_none() {
            return;
        }
        let AtFirstSight { attacked, opened, from: origins } =
            found.entry(san.clone()).or_default();
        let (from, way) = (squares[0], paths.get(squares[0], *to).expect("the piece goes there"));
        origins.insert(name(from));
        attacked.insert(name(*to));
        attacked.extend((0..64).filter(|&king| paths.get(*to, king).is_some()).map(name));
        for (behind, king) in (0..64).flat_map(|behind| (0..64).map(move |king| (behind, king))) {
            let line = lines.iter().find_map(|lines| lines.get(behind, king)).unwrap_or(0);
            let closed = (line | 1 << behind | 1 << king) >> to & 1 == 1
                || (1 << behind | 1 << king) & way != 0;
            if line >> from & 1 == 1 && !closed {
                assert!(paths.get(from, king).is_some(), "{san}: it did not attack {}", name(king));
                opened.insert(name(king));
            }
        }
    });
    assert_eq!(found.len(), 168);
    let words = |text: &str| -> BTreeSet<String> {
        text.split(", ").flat_map(|part| part.split(" or ")).map(ToOwned::to_owned).collect()
    };
    for (san, AtFirstSight { attacked, opened, from }) in found {
        let proof = proof(&san).expect("it cannot give check");
        assert!(proof.len() <= 6, "{san}");
        let (mut one_by_one, mut behind, mut elsewhere) = (Vec::new(), BTreeSet::new(), None);
        for sentence in &proof {
            if let Some(rest) = sentence.strip_prefix("Anywhere else, ") {
                let (_, rest) = rest.split_once(" from the king through ").expect(sentence);
                elsewhere = rest.split_once(" to a square").map(|(from, _)| words(from));
                continue;
            }
            let sentence = sentence.strip_prefix("On ").expect(sentence);
            if let Some((kings, _)) = sentence.split_once(", a king could be in check from") {
                behind = words(kings);
                continue;
            }
            for clause in sentence.split("; on ") {
                let end = [", a king would be ", ", where ", ", in ", ", sheltered "];
                let end = end.iter().filter_map(|end| clause.find(end)).min().expect(clause);
                one_by_one.extend(words(&clause[..end]));
            }
        }
        let named = one_by_one.len();
        let one_by_one = BTreeSet::from_iter(one_by_one);
        assert_eq!(one_by_one.len(), named, "{san}: a square is named twice");
        assert_eq!(one_by_one, attacked, "{san}");
        assert_eq!(behind, opened, "{san}");
        assert_eq!(elsewhere, Some(from), "{san}");
    }
}
