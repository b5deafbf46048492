//! Plays the moves of a known game in other orders, by drawing them from *bags*.
//!
//! [`vary`](mod@super::vary) makes edits to a game, but keeps the order of the moves. Here we ignore the
//! order. Each side has a bag with its moves from a known game. At each ply, we try every legal move that is
//! in the bag of the side to move, and a few random *free* moves. A free move is a legal move that is not in
//! the bag. In each game, we limit the number of free moves of at least one side. A new game may omit a move of
//! the known game, or make this move earlier and capture something else.
//!
//! Which known game? To find a shorter game for a string, we take the moves of the known game of this string,
//! or of a similar string, because a shorter game needs mostly the same moves. A string is similar if it is
//! near this string in the list, is its mirror image, or differs from it only in `x`, `+` or `#`.

use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use san_strings_games::replay::hash;
use shakmaty::{Chess, Move, Position, Role, Square};

use super::{reflect::Mirror, state::State};
use crate::enumerate::Unmet;

/// The maximum number of positions that we keep at each ply. We choose these positions at random.
const WIDTH: usize = 2000;

/// Each pair says how many free moves White and Black get in a game. If a bag holds fewer moves than its side
/// needs, the side gets an additional free move for each missing move. We choose a pair at random.
/// With `usize::MAX / 2`, a side cannot run out of free moves.
const FREE: [[usize; 2]; 6] =
    [[0, 0], [1, 0], [0, 1], [1, 1], [usize::MAX / 2, 1], [1, usize::MAX / 2]];

/// How many free moves we try in a position, on average.
const TRIED: usize = 3;

/// We look for strings only in the last `LAST` plies of each attempt.
const LAST: usize = 2;

/// A move in a bag. We do not store what it captures, because that may differ from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Option<Square>,
    to: Square,
    promotion: Option<Role>,
}

impl From<Move> for Step {
    fn from(m: Move) -> Step {
        Step { from: m.from(), to: m.to(), promotion: m.promotion() }
    }
}

/// The moves in White's bag, and the moves in Black's bag.
type Bags = [Vec<Step>; 2];

/// A position that we have reached.
struct Node {
    position: Chess,
    /// For each side, the moves that are still in its bag, one bit per move.
    left: [u32; 2],
    /// How many free moves each side has left.
    free: [usize; 2],
    /// The move that led to this position, as an index into the list of all moves. `None` at the start.
    last: Option<usize>,
}

/// Looks for shorter games by playing the moves of a known game in a different order. Returns the strings for
/// which we found a shorter game, each with the shortest game found. We choose the known game at random: the
/// game of the string `id`, or the game of a similar string.
pub(super) fn rearranged(
    state: &State,
    wanted: &[Unmet],
    id: usize,
    random: &mut Rng,
) -> BTreeMap<usize, Vec<Move>> {
    let known = state.known(id);
    let fewest = state.at_least(id).max(known.saturating_sub(2));
    if fewest >= known {
        return BTreeMap::new();
    }
    let plies = random.usize(fewest..known);
    let source = if random.bool() { id } else { state.near(id, random) };
    let games = state.alike(source).filter_map(|(mirror, id)| Some((mirror, state.shortest(id)?)));
    // After mirroring, the last move of the known game must be made by the side that makes the last move of
    // the new game.
    let mover = Mirror::ALL[0].mover(plies);
    let fitting: Vec<_> =
        games.filter(|(mirror, game)| mirror.mover(game.len()) == mover).collect();
    match random.choice(&fitting) {
        Some(&(mirror, game)) => games_from(state, wanted, &bags(mirror, game), plies, random),
        None => BTreeMap::new(),
    }
}

/// Mirrors the moves of a game, and puts each move into the bag of its side. Omits the last move, which plays
/// the string.
fn bags(mirror: Mirror, game: &[Move]) -> Bags {
    let mut bags = Bags::default();
    for (ply, &m) in game[..game.len() - 1].iter().enumerate() {
        let side = usize::from(mirror.mover(ply + 1).is_black());
        bags[side].push(mirror.play_from_home(m).into());
    }
    bags
}

/// Plays moves from these bags for up to `plies` plies, and looks for strings in the last [`LAST`] plies.
/// For each string, returns the shortest game found, if this game is shorter than the string's known game.
fn games_from(
    state: &State,
    wanted: &[Unmet],
    bags: &Bags,
    plies: usize,
    random: &mut Rng,
) -> BTreeMap<usize, Vec<Move>> {
    let mut games: BTreeMap<usize, Vec<Move>> = BTreeMap::new();
    let mut moves: Vec<(Option<usize>, Move)> = Vec::new();
    let all = |bag: &[Step]| (0..bag.len()).fold(0, |all, at| all | 1 << at);
    // How many moves each side makes before the last ply.
    let needed = [plies / 2, (plies - 1) / 2];
    let mut free = FREE[random.usize(..FREE.len())];
    for side in 0..2 {
        free[side] += needed[side].saturating_sub(bags[side].len());
    }
    let left = [all(&bags[0]), all(&bags[1])];
    let start = Node { position: Chess::default(), left, free, last: None };
    let mut nodes = vec![start];
    for (ply, unmet) in wanted.iter().enumerate().take(plies + 1).skip(1) {
        if ply + LAST > plies {
            for node in &nodes {
                unmet.in_position(&node.position, |id, m| {
                    let id = usize::from(id);
                    if ply < games.get(&id).map_or_else(|| state.known(id), Vec::len) {
                        games.insert(id, line(&moves, node.last, m));
                    }
                });
            }
        }
        if ply == plies {
            break;
        }
        let side = (ply - 1) % 2;
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for node in &nodes {
            let legal = node.position.legal_moves();
            for &m in &legal {
                let step = Step::from(m);
                let fits = |&at: &usize| node.left[side] >> at & 1 == 1 && bags[side][at] == step;
                let (mut left, mut free) = (node.left, node.free);
                match (0..bags[side].len()).find(fits) {
                    Some(at) => left[side] ^= 1 << at,
                    None if free[side] > 0 && random.usize(..legal.len()) < TRIED => {
                        free[side] -= 1;
                    }
                    None => continue,
                }
                let mut position = node.position.clone();
                position.play_unchecked(m);
                if !position.is_insufficient_material() && seen.insert(hash(&position)) {
                    next.push((Node { position, left, free, last: node.last }, m));
                }
            }
        }
        // We move a random selection to the front, and drop the rest.
        for at in 0..next.len().min(WIDTH) {
            let other = random.usize(at..next.len());
            next.swap(at, other);
        }
        next.truncate(WIDTH);
        nodes = next
            .into_iter()
            .map(|(node, m)| {
                moves.push((node.last, m));
                Node { last: Some(moves.len() - 1), ..node }
            })
            .collect();
    }
    games
}

/// Returns the line of moves that ends with `m`. Each element of `moves` contains the index of the previous
/// move (`None` for the first move of a line), and the move itself. `last` is the index of the move before `m`,
/// or `None` if `m` is the first move.
fn line(moves: &[(Option<usize>, Move)], last: Option<usize>, m: Move) -> Vec<Move> {
    let mut line = vec![m];
    line.extend(std::iter::successors(last, |&at| moves[at].0).map(|at| moves[at].1));
    line.reverse();
    line
}

#[cfg(test)]
mod tests {
    use san_strings_games::replay::Replay;

    use super::*;

    /// Finds the fool's mate from the bags of a longer game, in which each side makes one useless move.
    #[test]
    fn a_bag_forgets_the_order_and_an_idle_move() {
        let state = State::new();
        let moves = "g4 e5 h3 a6 f3 Qh4#".split(' ');
        let game = Replay::of(moves).expect("it is legal").moves;
        let mate = State::id("Qh4#".parse().expect("SAN")).expect("it occurs");
        let bags = bags(Mirror::ALL[0], &game);
        let games = games_from(&state, &state.wanted(), &bags, 4, &mut Rng::with_seed(1));
        assert_eq!(games[&mate].len(), 4);
    }

    #[test]
    fn a_reflection_has_the_other_side_move_last() {
        let moves = "f3 e5 g4 Qh4#".split(' ');
        let game = Replay::of(moves).expect("it is legal").moves;
        for mirror in Mirror::ALL {
            let white = mirror.mover(game.len()).is_white();
            let bags = bags(mirror, &game);
            assert_eq!([bags[0].len(), bags[1].len()], if white { [1, 2] } else { [2, 1] });
        }
    }
}
