//! Tours: long games that collect strings that no game plays yet.
//!
//! In the shortest games hardly any move but the last says anything new, and to
//! bring a missing string into one of them costs some plies. A tour pays the way
//! to a board with many queens (or rooks, bishops, knights) once, and then both
//! sides play one new string after the other.

use fastrand::Rng;
use shakmaty::{Chess, Color, Move, Position, Role, Square, san::San};

use super::{
    arbiter::continuations,
    distance::promotions,
    goal::{Cost, Goal},
    ledger::Ledger,
};

/// A tour ends when the moves without progress get near the 75 of each side that end
/// a game: the mate still has to come.
const HALFMOVES: u32 = 140;

/// A tour ends after this many plies without a new string: more would cost more than
/// another string is worth.
const PATIENCE: usize = 24;

/// Moves that a tour compares when it chooses one: for each it looks at all replies,
/// which is what takes the time.
const CANDIDATES: usize = 12;

/// Strings among which a tour looks for the nearest when it has no new one at hand:
/// many, as most are of another role or not new.
const GOALS: usize = 2000;

/// Plays a tour, in which a new string is worth this many plies. Gives the mate and
/// the moves of the best game on its way, if that is better than the chosen one.
pub(super) fn tour(ledger: &Ledger, worth: usize, random: &mut Rng) -> Option<(usize, Vec<Move>)> {
    let roles = [
        Role::Queen,
        Role::Queen,
        Role::Bishop,
        Role::Knight,
        Role::Rook,
    ];
    let role = roles[random.usize(..roles.len())];
    let mut tour = Collector {
        ledger,
        worth,
        position: Chess::default(),
        moves: Vec::new(),
        collected: vec![false; ledger.len()],
        count: 0,
        best: None,
    };
    // Up to six new pieces for one side and four for the other: their pawns have to
    // get past each other.
    let army = [random.usize(1..7), random.usize(1..5)];
    let army = if random.bool() {
        army
    } else {
        [army[1], army[0]]
    };
    let target = if random.bool() {
        Square::A1
    } else {
        Square::B1
    };
    tour.raise(role, army, target, random);
    tour.collect(role, random);
    tour.best.map(|(mate, _, moves)| (mate, moves))
}

struct Collector<'a> {
    ledger: &'a Ledger,
    worth: usize,
    position: Chess,
    moves: Vec<Move>,
    /// The strings collected, by their ids, and how many they are.
    collected: Vec<bool>,
    count: usize,
    /// The mate, the gain in plies and the moves of the best game so far.
    best: Option<(usize, usize, Vec<Move>)>,
}

impl Collector<'_> {
    fn is_new(&self, id: usize) -> bool {
        self.ledger.is_unplayed(id) && !self.collected[id]
    }

    /// The legal moves with the strings they play.
    fn moves_of(&self, position: &Chess) -> Vec<(Move, usize, Chess)> {
        continuations(position)
            .filter_map(|(m, san, after)| Some((m, self.ledger.id(san)?, after)))
            .collect()
    }

    fn play(&mut self, m: Move, id: usize, after: Chess) {
        self.moves.push(m);
        self.position = after;
        if self.is_new(id) {
            self.collected[id] = true;
            self.count += 1;
        }
    }

    /// The moves that do not end the game, and what the others are worth.
    fn choices(&mut self) -> Vec<(Move, usize, Chess)> {
        let mut moves = self.moves_of(&self.position);
        for (m, id, _) in &moves {
            if self.ledger.is_mate(*id) {
                let plies = self.moves.len() + 1;
                let gain = self.ledger.gain(*id, plies, self.count, self.worth);
                if gain > self.best.as_ref().map_or(0, |(_, gain, _)| *gain) {
                    let mut game = self.moves.clone();
                    game.push(*m);
                    self.best = Some((*id, gain, game));
                }
            }
        }
        moves.retain(|(_, id, after)| {
            let over = || after.legal_moves().is_empty() || after.is_insufficient_material();
            !self.ledger.is_mate(*id) && !over()
        });
        moves
    }

    /// Promotes pawns until both sides have this many pieces of the role.
    fn raise(&mut self, role: Role, army: [usize; 2], target: Square, random: &mut Rng) {
        let cost = |position: &Chess| -> u32 {
            let board = position.board();
            let side = |color: Color| {
                let have = board.by_piece(role.of(color)).count();
                let missing = army[color as usize].saturating_sub(have);
                let pawns = promotions(board, color, role, target);
                let costs = pawns.into_iter().take(missing).sum::<u32>();
                // More than any pawn on its way costs, so that to promote always pays.
                costs + 200 * u32::try_from(missing).unwrap_or(0)
            };
            side(Color::White) + side(Color::Black)
        };
        // A promotion takes five moves of each side at best.
        for _ in 0..15 * (army[0] + army[1]) {
            let choices = self.choices();
            let best = choices.into_iter().min_by_key(|(_, id, after)| {
                let bonus = if self.is_new(*id) { 4 } else { 0 };
                4 + cost(after) + random.u32(..8) - bonus
            });
            let Some((m, id, after)) = best else {
                return;
            };
            self.play(m, id, after);
            let board = self.position.board();
            if Color::ALL
                .iter()
                .all(|&color| board.by_piece(role.of(color)).count() >= army[color as usize])
            {
                return;
            }
        }
    }

    /// Plays new strings as long as there are some, and towards one that seems
    /// near when there is none at hand.
    fn collect(&mut self, role: Role, random: &mut Rng) {
        let mut patience = PATIENCE;
        let mut goal: Option<(usize, Goal)> = None;
        while patience > 0 && self.position.halfmoves() < HALFMOVES {
            patience -= 1;
            let mut choices = self.choices();
            random.shuffle(&mut choices);
            // The army stays, and so does what could be captured for a string.
            let loss = |m: &Move, id: usize| {
                u32::from(m.capture() == Some(role)) + u32::from(m.is_capture() && !self.is_new(id))
            };
            let least = choices
                .iter()
                .map(|(m, id, _)| loss(m, *id))
                .min()
                .unwrap_or(0);
            choices.retain(|(m, id, _)| loss(m, *id) == least);
            let new = choices.iter().any(|(_, id, _)| self.is_new(*id));
            if new {
                choices.retain(|(_, id, _)| self.is_new(*id));
                choices.truncate(CANDIDATES);
            } else if goal
                .as_ref()
                .is_none_or(|(since, _)| self.moves.len() > since + 6)
            {
                goal = self
                    .near_goal(role, random)
                    .map(|goal| (self.moves.len(), goal));
            }
            let best = choices
                .into_iter()
                .min_by_key(|(_, id, after)| match &goal {
                    Some((_, goal)) if !new => {
                        (goal.cost(after).map_or(u32::MAX, Cost::total), *id)
                    }
                    _ => (1000 - self.prospects(after, role), *id),
                });
            let Some((m, id, after)) = best else {
                return;
            };
            if new {
                patience = PATIENCE;
                goal = None;
            }
            self.play(m, id, after);
        }
    }

    /// A way to play a new string that seems to be near.
    fn near_goal(&self, role: Role, random: &mut Rng) -> Option<Goal> {
        let goals = (0..GOALS).filter_map(|_| {
            let id = random.usize(..self.ledger.len());
            let san = self.ledger.string(id);
            let right = matches!(san.san, San::Normal { role: r, .. } if r == role);
            if !right || !self.is_new(id) || self.ledger.is_mate(id) {
                return None;
            }
            let goal = self.ledger.goal(id, random)?;
            Some((goal.cost(&self.position)?.total(), goal))
        });
        goals.min_by_key(|(total, _)| *total).map(|(_, goal)| goal)
    }

    /// How many new strings the side that has just moved could play next, and
    /// the other side now.
    fn prospects(&self, after: &Chess, role: Role) -> u32 {
        let count = |position: &Chess| {
            let moves = self.moves_of(position);
            let new = moves.iter().filter(|(_, id, _)| self.is_new(*id)).count();
            // More than eight at once will not all be played.
            u32::try_from(new).unwrap_or(0).min(8)
        };
        // A check that costs a piece of the army is a poor one.
        if after
            .legal_moves()
            .iter()
            .all(|m| m.capture() == Some(role))
        {
            return 0;
        }
        let next = after.clone().swap_turn();
        count(after) + next.map_or(0, |position| count(&position))
    }
}
