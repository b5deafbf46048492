//! Tests what `lint` suggests for a mistyped move, in real games with one slip each.

use std::{env, fs, path::PathBuf};

use fastrand::Rng;
use san_strings::{Fault, Linter};
use san_strings_pgn::games;

use super::{LICHESS, TWIC, real};

/// Makes a typing mistake of one of four kinds, at random: another file, another rank, another piece letter,
/// or two swapped characters.
fn slip(word: &str, rng: &mut Rng) -> Option<String> {
    let mut chars: Vec<char> = word.chars().collect();
    let kind = rng.usize(..4);
    let of_kind = |c: &char| match kind {
        0 => ('a'..='h').contains(c),
        1 => ('1'..='8').contains(c),
        2 => "KQRBN".contains(*c),
        _ => true,
    };
    let places: Vec<usize> = (0..chars.len()).filter(|&at| of_kind(&chars[at])).collect();
    let at = *rng.choice(&places)?;
    match kind {
        0 => chars[at] = rng.char('a'..='h'),
        1 => chars[at] = rng.char('1'..='8'),
        2 => chars[at] = *rng.choice(&['K', 'Q', 'R', 'B', 'N'])?,
        _ => {
            let next = at + 1;
            (next < chars.len()).then(|| chars.swap(at, next))?;
        }
    }
    let other: String = chars.into_iter().collect();
    (other != word).then_some(other)
}

#[derive(Debug, Default)]
struct Slips {
    /// The number of slips that `lint` cannot play as a move.
    refused: usize,
    /// How many of the `refused` slips have the intended move as their first suggestion.
    first: usize,
    /// How many of the `refused` slips have the intended move among their first three suggestions.
    among_three: usize,
    /// The number of slips that `lint` can play as a move. A game with such a slip breaks at a later move, or not
    /// at all.
    played: usize,
}

/// Makes one slip at a random ply in each game of a text, and counts in `slips` how `lint` handles it. Skips
/// broken games and games from a FEN.
fn measure(text: &[u8], rng: &mut Rng, slips: &mut Slips) {
    for game in games(text).filter(|game| game.error.is_none() && !game.moves.is_empty()) {
        if game.tag("FEN").is_some() {
            continue;
        }
        let mut sans: Vec<String> = game.moves.iter().map(|it| it.san.to_string()).collect();
        let ply = rng.usize(..sans.len());
        let Some(other) = (0..20).find_map(|_| slip(&sans[ply], rng)) else { continue };
        let right = std::mem::replace(&mut sans[ply], other);
        let numbered = sans.iter().enumerate().map(|(n, san)| match n % 2 {
            0 => format!("{}. {san}", n / 2 + 1),
            _ => san.clone(),
        });
        let text = numbered.collect::<Vec<_>>().join(" ") + " *";
        let found = Linter::default().findings(text.as_bytes());
        let is_here = |ply_found: Option<usize>| ply_found == Some(ply + 1);
        let Some(finding) =
            found.iter().find(|it| is_here(it.ply) && matches!(it.fault, Fault::Move(_)))
        else {
            slips.played += 1;
            continue;
        };
        slips.refused += 1;
        let at = finding.suggestions.iter().position(|it| it.san.to_string() == right);
        slips.first += usize::from(at == Some(0));
        slips.among_three += usize::from(at.is_some_and(|at| at < 3));
    }
}

fn check(slips: &Slips) {
    println!("{slips:?}");
    let Slips { refused, first, among_three, .. } = slips;
    assert!(first * 100 >= refused * 80 && among_three * 100 >= refused * 95, "{slips:?}");
}

#[test]
fn the_move_that_was_meant_is_suggested() {
    let (mut rng, mut slips) = (Rng::with_seed(73), Slips::default());
    for name in [LICHESS, TWIC] {
        measure(&real(name), &mut rng, &mut slips);
    }
    check(&slips);
    assert!(slips.refused > 1000, "{slips:?}");
}

/// Reads PGN files from the folder that `SAN_STRINGS_GAMES` names, until 10,000 games have been tested.
#[test]
#[ignore = "needs a folder with games"]
fn the_move_that_was_meant_is_suggested_in_ten_thousand_games() {
    let folder = env::var("SAN_STRINGS_GAMES").expect("SAN_STRINGS_GAMES names a folder");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let is_pgn = |path: &PathBuf| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("pgn"));
    let mut files: Vec<PathBuf> = files.filter(is_pgn).collect();
    files.sort();
    let (mut rng, mut slips) = (Rng::with_seed(73), Slips::default());
    for path in files {
        if slips.refused + slips.played >= 10_000 {
            break;
        }
        measure(&fs::read(path).expect("a file"), &mut rng, &mut slips);
    }
    check(&slips);
}
