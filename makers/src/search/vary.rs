//! Finds new games by making small changes to a known game.
//!
//! Small changes to a game often make it end with another string: a piece goes one file further, or another
//! piece gives mate. So we replay a game with some edits. Each edit leaves out a move or replaces it with
//! another. After an edit, a piece may be on a different square than in the game. For the next move of this
//! piece, we try two to-squares: the to-square in the game, and the square that the piece reaches if it moves
//! as far as in the game, in the same direction. In the last plies of the new game, we try every legal move. We
//! also vary the mirror image of the game, with left and right swapped. Most of its moves can still be played,
//! because mirroring the initial position only makes the king and the queen of each side change places.
//!
//! We also look *beside* a game: we leave it at each of its positions, and play every line of [`BESIDE`] plies.

use std::collections::{BTreeMap, HashSet};

use san_strings_games::replay::{after, hash};
use shakmaty::{Chess, Move, Position, Square, zobrist::Zobrist64};

use super::{reflect::Mirror, remove::redirected, state::State};
use crate::enumerate::Unmet;

/// Each pair contains the maximum number of edits that we make to a game, and the number of plies at the end
/// of the edited game in which we try every legal move. Increasing either number by one multiplies the time by
/// about thirty.
const EFFORTS: [(usize, usize); 3] = [(0, 3), (1, 2), (2, 1)];

/// The number of plies that we play after leaving a known game. Each additional ply multiplies the time by
/// about thirty.
pub(super) const BESIDE: usize = 3;

/// Plays many edited versions of a game. For each string that occurs sooner in an edited version than in its
/// shortest known game, returns the shortest edited version, up to the move that plays the string.
pub(super) fn vary(state: &State, wanted: &[Unmet], game: &[Move]) -> BTreeMap<usize, Vec<Move>> {
    let mirrored: Vec<Move> = game.iter().map(|&m| Mirror::FILES.play(m)).collect();
    let mut games = BTreeMap::new();
    for (game, men) in [(game, Men::default()), (&mirrored, Men::mirrored())] {
        let mut variations = Variations { games, ..Variations::new(state, wanted, game) };
        for (edits, last) in EFFORTS {
            variations.seen.clear();
            variations.plan = game.len().saturating_sub(last);
            variations.last = last;
            variations.go_on(&Chess::default(), edits, [0, 0], &men);
        }
        games = variations.games;
    }
    games
}

/// Plays `beginning`, and then every line of `plies` plies. For each string that occurs sooner in one of these
/// games than in its shortest known game, returns the shortest of these games, up to the move that plays the
/// string.
pub(super) fn beside(
    state: &State,
    wanted: &[Unmet],
    beginning: &[Move],
    plies: usize,
) -> BTreeMap<usize, Vec<Move>> {
    let mut variations = Variations::new(state, wanted, &[]);
    variations.moves = beginning.to_vec();
    variations.finish(&after(beginning), plies);
    variations.games
}

/// A search for games that begin like a known game, or differ from it in a few moves.
struct Variations<'a> {
    state: &'a State,
    /// For each number of plies, the strings for which a game of that length would be an improvement.
    wanted: &'a [Unmet],
    /// White's moves in the game, and Black's moves in the game.
    sides: [Vec<Move>; 2],
    /// We play, replace or leave out each of the first `plan` moves of the game, counting both sides.
    plan: usize,
    /// The number of plies after these moves in which we try every legal move.
    last: usize,
    /// The positions that we have visited. With each position, we store how many edits are left, and how many
    /// moves of the game each side has played, replaced or left out.
    seen: HashSet<(Zobrist64, usize, [usize; 2])>,
    /// The moves played so far.
    moves: Vec<Move>,
    games: BTreeMap<usize, Vec<Move>>,
}

impl<'a> Variations<'a> {
    fn new(state: &'a State, wanted: &'a [Unmet], game: &[Move]) -> Variations<'a> {
        let white = game.iter().step_by(2).copied().collect();
        let black = game.iter().skip(1).step_by(2).copied().collect();
        Variations {
            state,
            wanted,
            sides: [white, black],
            plan: 0,
            last: 0,
            seen: HashSet::new(),
            moves: Vec::new(),
            games: BTreeMap::new(),
        }
    }

    /// Continues from a position. `done` counts the moves of the known game that each side has played,
    /// replaced or left out.
    fn go_on(&mut self, position: &Chess, edits: usize, done: [usize; 2], men: &Men) {
        if !self.seen.insert((hash(position), edits, done)) {
            return;
        }
        let side = self.moves.len() % 2;
        let planned = self.sides[side].get(done[side]).filter(|_| done[0] + done[1] < self.plan);
        let Some(&planned) = planned else {
            return self.finish(position, self.last);
        };
        let mut next = done;
        next[side] += 1;
        for to in men.to(planned).into_iter().flatten() {
            if let Some(m) = men.find(planned, to, position) {
                self.play(position, m, edits, next, &men.after(planned, to));
            }
        }
        if edits > 0 {
            let men = men.without(planned);
            self.go_on(position, edits - 1, next, &men);
            for m in position.legal_moves() {
                self.play(position, m, edits - 1, next, &men.with(m));
            }
        }
    }

    fn play(&mut self, position: &Chess, m: Move, edits: usize, done: [usize; 2], men: &Men) {
        let mut after = position.clone();
        after.play_unchecked(m);
        if !after.is_insufficient_material() {
            self.moves.push(m);
            self.go_on(&after, edits, done, men);
            self.moves.pop();
        }
    }

    /// Tries all continuations of at most `plies` plies.
    fn finish(&mut self, position: &Chess, plies: usize) {
        let played = self.moves.len();
        let Some(unmet) = self.wanted.get(played + 1) else { return };
        unmet.in_position(position, |id, m| {
            let id = usize::from(id);
            let known = self.games.get(&id).map_or_else(|| self.state.known(id), Vec::len);
            if played + 1 < known {
                self.games.insert(id, [&self.moves[..], &[m]].concat());
            }
        });
        if plies < 2 {
            return;
        }
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            if !after.is_insufficient_material() {
                self.moves.push(m);
                self.finish(&after, plies - 1);
                self.moves.pop();
            }
        }
    }
}

/// Pieces whose current square differs from their square in the original game. Each pair contains the square
/// in the original game, and the current square.
#[derive(Clone, Debug, Default)]
struct Men(Vec<(Square, Square)>);

impl Men {
    /// The pieces whose initial squares change if a game is mirrored from left to right: the king and the queen
    /// of each side swap their squares.
    fn mirrored() -> Men {
        let pairs = [(Square::D1, Square::E1), (Square::D8, Square::E8)];
        Men(pairs.into_iter().flat_map(|(one, two)| [(one, two), (two, one)]).collect())
    }

    /// The to-squares that we try for a move of the original game. The first is the original to-square. If
    /// earlier edits put the piece on another square, there may be a second to-square: the new square of the
    /// piece, plus the offset of the original move.
    fn to(&self, m: Move) -> [Option<Square>; 2] {
        let shifted = m.from().and_then(|from| {
            let (now, offset) = (self.place(from), i32::from(m.to()) - i32::from(from));
            let to = now.offset(offset).filter(|_| now != from && !m.is_castle())?;
            (now.distance(to) == from.distance(m.to())).then_some(to)
        });
        [Some(m.to()), shifted]
    }

    /// Finds the piece that plays `m` in the original game, and returns its move to `to` in this position. `None`
    /// if the move to `to` is illegal.
    fn find(&self, m: Move, to: Square, position: &Chess) -> Option<Move> {
        let m = redirected(m, self.place(m.from()?), to, position.board());
        position.is_legal(m).then_some(m)
    }

    /// The current square of the piece that is on `square` in the original game.
    fn place(&self, square: Square) -> Square {
        self.0.iter().find(|&&(was, _)| was == square).map_or(square, |&(_, now)| now)
    }

    /// Returns the updated [`Men`] after we play the move `m` of the original game. The piece goes to `to`,
    /// which may differ from `m.to()`.
    fn after(&self, m: Move, to: Square) -> Men {
        let elsewhere = |&(was, _): &(_, _)| Some(was) != m.from() && was != m.to();
        let mut men = Men(self.0.iter().copied().filter(elsewhere).collect());
        if to != m.to() {
            men.0.push((m.to(), to));
        }
        men
    }

    /// Returns the updated [`Men`] after we leave out the move `m` of the original game.
    fn without(&self, m: Move) -> Men {
        match m.from().filter(|_| !m.is_castle()) {
            Some(from) => self.after(m, self.place(from)),
            None => self.after(m, m.to()),
        }
    }

    /// Returns the updated [`Men`] after we play the move `m`, which is not in the original game.
    fn with(&self, m: Move) -> Men {
        let mut men = self.clone();
        if let Some(from) = m.from().filter(|_| !m.is_castle()) {
            match men.0.iter_mut().find(|(_, now)| *now == from) {
                Some((_, now)) => *now = m.to(),
                None => men.0.push((from, m.to())),
            }
        }
        men
    }
}

#[cfg(test)]
mod tests {
    use san_strings_games::replay::Replay;
    use shakmaty::san::San;

    use super::*;

    fn game(moves: &str) -> Vec<Move> {
        Replay::of(moves.split(' ')).expect("it is legal").moves
    }

    /// From each position of a known game, we try every legal move.
    #[test]
    fn a_game_is_left_anywhere() {
        let state = State::new();
        let wanted = state.wanted();
        let id = |san: &str| State::id(san.parse().expect("SAN")).expect("it occurs");
        let moves = game("e4 e5 Bc4 Nc6 Qh5 a6 Qxf7#");
        for (plies, sans) in
            [(0, ["d4", "Nf6", "Bg5"]), (2, ["Qh5", "Ke7", "Qxe5#"]), (6, ["Qxe5+", "Be7", "Qxg7"])]
        {
            let games = beside(&state, &wanted, &moves[..plies], BESIDE);
            for (san, n) in sans.into_iter().zip(1..) {
                assert_eq!(games[&id(san)].len(), plies + n, "{san}");
            }
        }
    }

    /// The game contains two waiting moves: one by White and one by Black. We leave out both.
    #[test]
    fn idle_moves_are_left_out() {
        let state = State::new();
        let games = vary(&state, &state.wanted(), &game("f3 a6 h3 e5 g4 Qh4#"));
        let mate = State::id("Qh4#".parse().expect("SAN")).expect("it occurs");
        assert_eq!(games[&mate].len(), 4);
    }

    /// We replace a rook move: the rook goes one file further than in the known game. Its next move then
    /// starts from the new square.
    #[test]
    fn a_man_goes_on_from_where_it_is() {
        let moves = game("a4 a6 h4 b6 Ra3 c6 Rhh3 d6 Rad3 e6 Rdg3");
        let before = after(&moves[..8]);
        let further: Move = "Rae3".parse::<San>().expect("SAN").to_move(&before).expect("legal");
        let men = Men::default().without(moves[8]).with(further);
        let position = after(&[&moves[..8], &[further, moves[9]]].concat());
        let m = men.find(moves[10], moves[10].to(), &position).expect("legal");
        assert_eq!(San::from_move(&position, m).to_string(), "Reg3");
        assert_eq!(men.after(moves[10], moves[10].to()).0, []);
    }

    /// With left and right swapped, `Ke2` becomes `Kd2`. But in the swapped game, the king still starts from
    /// e1. So we also try `Ke2`, which moves the king straight ahead, as in the original game.
    #[test]
    fn the_king_goes_as_far_in_the_mirror() {
        let m = Mirror::FILES.play(game("e4 e5 Ke2")[2]);
        let men = Men::mirrored();
        assert_eq!(men.to(m), [Some(Square::D2), Some(Square::E2)]);
        let position = after(&game("d4 e5 e4 d6"));
        let there = men.to(m).map(|to| men.find(m, to?, &position));
        assert!(there.iter().all(Option::is_some), "{there:?}");
        assert_eq!(men.after(m, Square::E2).place(Square::D2), Square::E2);
    }
}
