//! Recomputes the bounds in the table of shortest games, and their reasons. The bound of a string is a proven
//! lower bound on the number of plies of any game that ends with the string.

use std::{
    collections::BTreeMap,
    sync::{LazyLock, OnceLock},
};

use san_strings::shortest_games;
use san_strings_core::{Vocabulary, parse};
use san_strings_files::{Progress, Stopped};
use san_strings_games::{
    Bound, ShortestGames, Why,
    searched::{SEARCHED, is_planned, searched},
    shortest_games,
};
use shakmaty::{
    Chess, Color, EnPassantMode, Move, Position, Role, Setup, Square,
    san::{San, SanPlus, Suffix},
};

use crate::{
    enumerate::{Exhaustive, PlyResult},
    prospects::Prospects,
};

/// Proves a lower bound on the number of plies of any game that ends with `san`, and returns the reason for
/// this bound. Returns `None` if the string cannot occur. The results are cached.
///
/// If the searches cover the ply at which the table's game ends, that ply is the bound, because the searches
/// have found no shorter game.
pub fn prove(san: SanPlus) -> Option<Why> {
    static KNOWN: LazyLock<Vec<OnceLock<Why>>> =
        LazyLock::new(|| vec![OnceLock::new(); Vocabulary::occurring().len()]);
    let id = Vocabulary::occurring().id_of(san)?;
    let bound = Bound::occurring(san)?;
    Some(*KNOWN[usize::from(id)].get_or_init(|| {
        let known = shortest_games().game(san).map(|game| game.plies);
        compute(san, bound, known)
    }))
}

/// The proven lower bound on the number of plies of any game that ends with `san`, or 0 if the string cannot occur.
pub fn at_least(san: SanPlus) -> usize {
    prove(san).map_or(0, |why| why.at_least())
}

/// Computes the reason that [`prove`] returns. `known` is the number of plies of the shortest known game.
fn compute(san: SanPlus, bound: &'static Bound, known: Option<usize>) -> Why {
    let searched = searched(san);
    let met = known.filter(|&plies| plies <= searched);
    let plies = met.unwrap_or_else(|| bound.plies.max(searched + 1));
    if met.is_none() {
        let (to, planned) = ruled_out(san, known.unwrap_or(usize::MAX));
        if let Some(to) = to {
            let is_planned = !planned.is_empty();
            if is_planned {
                return Why::Plan { count: bound, to };
            }
            return Why::way(san, to, |ply| prospects(san, ply).obstacles(&START, ply));
        }
    }
    match plies - 1 {
        0 => Why::First,
        _ if bound.plies == plies => Why::Count(bound),
        before if before <= SEARCHED => Why::All { searched: before },
        before => Why::Prospects { searched: before },
    }
}

/// Tries to rule out one ply after another, and stops at the first ply that cannot be ruled out. The
/// first ply is the bound from counting moves, or the ply after [`searched`], whichever is later.
///
/// Returns the last ply that is ruled out, if any, and the plies that only a search [with plans](is_planned)
/// rules out. We use such a search only for plies before `known`, the length of the known game.
fn ruled_out(san: SanPlus, known: usize) -> (Option<usize>, Vec<usize>) {
    let counted = Bound::occurring(san).map_or(0, |bound| bound.plies);
    let first = counted.max(searched(san) + 1);
    let mut planned = Vec::new();
    for ply in first.. {
        if has_prospects(san, ply) {
            if ply >= known || !is_planned(san, ply) {
                return ((ply > first).then(|| ply - 1), planned);
            }
            planned.push(ply);
        }
    }
    unreachable!("it occurs")
}

/// Whether a game could play the string at this ply, as far as the conditions of [`Prospects`] can tell.
fn has_prospects(san: SanPlus, ply: usize) -> bool {
    !Prospects::cover(san) || prospects(san, ply).any(&START, ply)
}

static START: LazyLock<Setup> = LazyLock::new(|| Chess::default().to_setup(EnPassantMode::Legal));

/// The [`Prospects`] for one wanted string, for the side that plays this ply.
fn prospects(san: SanPlus, ply: usize) -> Prospects {
    Prospects::new(Color::from_white(ply % 2 == 1), &[san])
}

/// Checks the reason `why` that a table gives for `san`: it must be the reason that [`prove`] finds.
///
/// # Errors
///
/// Returns a message that says which reason the table should contain, or that the string cannot occur.
pub fn check(san: SanPlus, why: Why) -> Result<(), String> {
    let proven = prove(san).ok_or("it cannot occur")?;
    if why == proven {
        return Ok(());
    }
    let say = |why: Why| format!("{} by {}", why.at_least(), why.written());
    Err(format!("says {}, but should say {}", say(why), say(proven)))
}

/// Writes a table of games, each with its bound and the reason for the bound. `games` must be in the order of
/// the list of strings.
pub fn export<'a>(games: impl Iterator<Item = (SanPlus, &'a [Move])>) -> String {
    let proven = games.filter_map(|(san, moves)| Some((san, moves, prove(san)?)));
    shortest_games::export(proven)
}

/// Enumerates all positions up to ply `plies`, but no further than ply [`SEARCHED`]. Calls `found` with each
/// ply and the strings that can be played at that ply, but not earlier.
///
/// At ply [`SEARCHED`] itself, we look only for strings whose game in the table has at least [`SEARCHED`]
/// plies. If the game has more than [`SEARCHED`] plies, we skip the string in two cases: if [`look_narrowly`]
/// looks for it, or if its bound from counting moves is greater than [`SEARCHED`].
///
/// # Errors
///
/// Returns [`Stopped`] if `progress` stops the work.
pub fn enumerate(
    games: &ShortestGames<'_>,
    plies: usize,
    mut found: impl FnMut(usize, PlyResult),
    progress: &dyn Progress,
) -> Result<(), Stopped> {
    let mut search = Exhaustive::new();
    for ply in 1..=plies.min(SEARCHED - 1) {
        found(ply, search.next_ply(progress)?);
    }
    if plies >= SEARCHED {
        let is_wanted = |plies, san| {
            let is_later = searched(san) == SEARCHED && is_counted(san, SEARCHED);
            plies == SEARCHED || plies > SEARCHED && is_later
        };
        let games = games.iter().filter_map(|game| Some((game.plies, parse(game.san).ok()?)));
        let sans = games.filter(|&(plies, san)| is_wanted(plies, san)).map(|(_, san)| san);
        let sans: Vec<SanPlus> = sans.collect();
        found(SEARCHED, search.last_ply(&sans, progress)?);
    }
    Ok(())
}

/// Whether `ply` is at least the lower bound that we get for the string by counting moves ([`Bound`]).
fn is_counted(san: SanPlus, ply: usize) -> bool {
    Bound::occurring(san).is_some_and(|bound| bound.plies <= ply)
}

/// Looks for games of `ply` plies that are shorter than the games in the table. `ply` must be at least
/// [`SEARCHED`]. If `only` is not empty, we look only for the strings in `only`. We skip a string if [`searched`]
/// returns less than `ply`, or at most [`SEARCHED`]. We also skip strings whose lower bound ([`Bound`]) is above
/// `ply`. One search looks for all strings except rook mates. For rook mates, a separate search follows for each
/// to-square.
///
/// # Errors
///
/// Returns [`Stopped`] if `progress` stops the work.
pub fn look_narrowly(
    games: &ShortestGames<'_>,
    ply: usize,
    only: &[SanPlus],
    progress: &dyn Progress,
) -> Result<PlyResult, Stopped> {
    let longer = games.iter().filter(|game| game.plies > ply);
    let sans = longer.filter_map(|game| parse(game.san).ok());
    let is_possible = |&san: &SanPlus| {
        let is_chosen = only.is_empty() || only.contains(&san);
        is_chosen && searched(san) >= ply.max(SEARCHED + 1) && is_counted(san, ply)
    };
    let mut parts: BTreeMap<_, Vec<SanPlus>> = BTreeMap::new();
    for san in sans.filter(is_possible) {
        parts.entry(apart(san)).or_default().push(san);
    }
    let mut all = PlyResult { positions: 0, games: Vec::new() };
    for sans in parts.values() {
        let found = Exhaustive::at_ply(ply, sans, progress)?;
        all.positions += found.positions;
        all.games.extend(found.games);
    }
    Ok(all)
}

/// The to-square of a mate by a rook, or `None` for any other string. We search for rook mates one to-square at
/// a time, because a single search for all of them would have to keep too many positions.
fn apart(san: SanPlus) -> Option<Square> {
    match san.san {
        San::Normal { role: Role::Rook, to, .. } if san.suffix == Some(Suffix::Checkmate) => {
            Some(to)
        }
        _ => None,
    }
}

/// Looks for games that are shorter than the games in the table. For each string, searches only those plies
/// up to `plies` at which [`is_planned`] is true: there, the side that plays the string has few moves to
/// spare. If `only` is not empty, looks only for the strings in `only`.
///
/// Strings share a search if they have the same role, the same suffix, and the same kind of discriminator: a file
/// or a rank. Rook mates share a search only if they also have the same to-square. Calls `found` with the ply and
/// the result of each search.
///
/// # Errors
///
/// Returns [`Stopped`] if `progress` stops the work.
pub fn look_at_plans(
    games: &ShortestGames<'_>,
    plies: usize,
    only: &[SanPlus],
    mut found: impl FnMut(usize, PlyResult),
    progress: &dyn Progress,
) -> Result<(), Stopped> {
    let mut plans: BTreeMap<_, Vec<SanPlus>> = BTreeMap::new();
    for game in games.iter() {
        let Ok(san) = parse(game.san) else { continue };
        let San::Normal { role, file, .. } = san.san else { continue };
        if !only.is_empty() && !only.contains(&san) {
            continue;
        }
        let suffix = san.suffix.map(|suffix| suffix as usize);
        for ply in ruled_out(san, game.plies).1.into_iter().filter(|&ply| ply <= plies) {
            let part = (ply, role, file.is_some(), suffix, apart(san));
            plans.entry(part).or_default().push(san);
        }
    }
    for ((ply, ..), sans) in plans {
        found(ply, Exhaustive::at_ply(ply, &sans, progress)?);
    }
    Ok(())
}
