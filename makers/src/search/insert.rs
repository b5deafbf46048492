//! Inserts detours into a chosen game, so that it plays strings that no other game plays.
//!
//! In a detour, one side plays a new string and the other side replies. Then the game continues with the pieces
//! on their new squares, or both sides first move their pieces back. A detour costs two or four plies, and plays
//! up to four new strings. The rest of the game must still be legal without the pieces that the detour captures.

use std::cmp::Reverse;

use san_strings_games::replay::positions;
use shakmaty::{Chess, Move, Position, Role, Square, san::SanPlus};

use super::{
    continuations,
    remove::{Moved, replay},
    state::State,
};

/// The maximum number of detours that we insert at one position. With more detours, the position could occur
/// five times, which ends the game.
const AGAIN: usize = 3;

/// The maximum number of detours that we try from a position. If none of them fits into the game, the remaining
/// detours usually fail for the same reason.
const TRIES: usize = 40;

struct Detour {
    moves: Vec<Move>,
    /// The ids of the new strings that these moves play.
    new: Vec<usize>,
    moved: Moved,
}

/// Inserts detours into a game. A detour must take fewer plies than `worth` times the number of its new
/// strings. Returns `None` if no such detour fits into the game.
pub(super) fn detours(state: &State, game: &[Move], worth: usize) -> Option<Vec<Move>> {
    let before: Vec<Chess> = positions(game).collect();
    let last = SanPlus::from_move(before.last()?.clone(), *game.last()?);
    let mut finder = Finder { state, worth, played: Vec::new() };
    // We go from the last position to the first, because a detour does not change the positions before it.
    let mut rest: Vec<Move> = Vec::new();
    for (position, &m) in before.iter().zip(game).rev() {
        rest.insert(0, m);
        for _ in 0..AGAIN {
            let mut detours = finder.from(position);
            detours.sort_by_key(|detour| Reverse(worth * detour.new.len() - detour.moves.len()));
            let longer = detours.into_iter().take(TRIES).find_map(|detour| {
                let mut after = position.clone();
                detour.moves.iter().for_each(|&m| after.play_unchecked(m));
                let (rest, end) = replay(&after, &rest, detour.moved)?;
                (end == last).then(|| ([detour.moves, rest].concat(), detour.new))
            });
            let Some((longer, new)) = longer else {
                break;
            };
            rest = longer;
            finder.played.extend(new);
        }
    }
    (rest.len() > game.len()).then_some(rest)
}

struct Finder<'a> {
    state: &'a State,
    worth: usize,
    /// The ids of the new strings that are played in the detours inserted so far.
    played: Vec<usize>,
}

impl Finder<'_> {
    /// Returns the id of `san` if `san` is not a mate, and neither a chosen game nor an inserted detour plays
    /// it yet.
    fn new_id(&self, san: SanPlus) -> Option<usize> {
        let id = State::id(san)?;
        let is_new = self.state.is_unplayed(id) && !self.state.is_mate(id);
        (is_new && !self.played.contains(&id)).then_some(id)
    }

    /// Finds the detours that begin in a position, and that take fewer plies than `worth` times the number of
    /// their new strings. Does not test whether the rest of the game can still be played.
    fn from(&self, position: &Chess) -> Vec<Detour> {
        let mut found = Vec::new();
        for (there, san, after) in continuations(position).filter(|(m, ..)| !m.is_castle()) {
            let is_new = self.new_id(san).is_some() || self.is_new_back(there, &after);
            let board = after.board();
            let takers = board.attacks_to(there.to(), after.turn(), board.occupied());
            if !is_new && takers.is_empty() {
                continue;
            }
            for (reply, reply_san, after) in continuations(&after) {
                if reply.is_castle() || after.is_insufficient_material() {
                    continue;
                }
                let two = [(there, san), (reply, reply_san)];
                if reply.to() == there.to() {
                    self.add(&mut found, &two, [moved(reply), None]);
                    if self.new_id(reply_san).is_some() {
                        self.capture_and_back(&mut found, two, &after);
                    }
                } else if is_new {
                    self.add(&mut found, &two, [moved(there), moved(reply)]);
                    self.both_back(&mut found, two, &after);
                }
            }
        }
        found
    }

    /// Adds a detour if it takes fewer plies than `worth` times the number of its new strings.
    fn add(&self, found: &mut Vec<Detour>, way: &[(Move, SanPlus)], moved: Moved) {
        let mut new: Vec<usize> = way.iter().filter_map(|&(_, san)| self.new_id(san)).collect();
        new.sort_unstable();
        new.dedup();
        if self.worth * new.len() > way.len() {
            found.push(Detour { moves: way.iter().map(|&(m, _)| m).collect(), new, moved });
        }
    }

    /// Whether a piece that made the move `there` plays a new string when it moves back. We test this as if the
    /// other side made no move in between.
    fn is_new_back(&self, there: Move, after: &Chess) -> bool {
        let back = back(there).zip(after.clone().swap_turn().ok());
        back.is_some_and(|(back, position)| {
            self.new_id(SanPlus::from_move(position, back)).is_some()
        })
    }

    /// Adds detours of four plies. They begin with the two moves `two`, of which the second is a capture. On the
    /// third ply, the side that began the detour may make any legal move. On the fourth ply, the capturing piece
    /// goes back to its original square.
    fn capture_and_back(&self, found: &mut Vec<Detour>, two: [(Move, SanPlus); 2], after: &Chess) {
        let Some(back) = back(two[1].0) else {
            return;
        };
        for (more, more_san, after) in continuations(after) {
            if after.is_legal(back) {
                let back = (back, SanPlus::from_move(after, back));
                let four = [two[0], two[1], (more, more_san), back];
                let moved = (!more.is_castle()).then(|| moved(more)).flatten();
                self.add(found, &four, [moved, None]);
            }
        }
    }

    /// Adds the detour of four plies in which each side moves a piece away and back again.
    fn both_back(&self, found: &mut Vec<Detour>, two: [(Move, SanPlus); 2], after: &Chess) {
        let [there, reply] = two.map(|(m, _)| m);
        let Some((first, second)) = back(there).zip(back(reply)) else {
            return;
        };
        if reply.is_capture() || !after.is_legal(first) {
            return;
        }
        let mut home = after.clone();
        let first_san = SanPlus::from_move_and_play_unchecked(&mut home, first);
        if home.is_legal(second) {
            let second_san = SanPlus::from_move(home, second);
            let four = [two[0], two[1], (first, first_san), (second, second_san)];
            self.add(found, &four, [None; 2]);
        }
    }
}

/// The from-square and the to-square of a move.
fn moved(m: Move) -> Option<(Square, Square)> {
    Some((m.from()?, m.to()))
}

/// The reverse of `m`: the piece goes back to its from-square. `None` for pawn moves and castling.
fn back(m: Move) -> Option<Move> {
    let Move::Normal { role, from, to, .. } = m else {
        return None;
    };
    (role != Role::Pawn).then_some(Move::Normal {
        role,
        from: to,
        capture: None,
        to: from,
        promotion: None,
    })
}
