//! Which node a move leads to that leads to no new one, where this is not kept.

use rustc_hash::FxHashSet;
use shakmaty::{Board, Chess, Color, Position};

use super::{Cursor, DeadPositions, Game, MoveIndex, NodeKey, TreeError};

impl Cursor<'_> {
    /// The first node that is equivalent to the one after a move.
    ///
    /// The fewest moves lead there, and of those the first in their order. So it is looked
    /// for among the games, and then the tree says which node it is.
    pub(super) fn first_game_to(&mut self, number: usize) -> Result<MoveIndex, TreeError> {
        let mut target = self.game().clone();
        let m = target.moves().get(number).copied().ok_or(TreeError::Damaged)?;
        target.play(m);
        // After as many plies, or two, four, ... fewer: as few as can be.
        let mut lengths = (target.plies() % 2..=target.plies()).step_by(2);
        let first = lengths.find_map(|plies| {
            let mut search = FirstGame {
                key: target.key(),
                board: target.position().board(),
                plies,
                dead_ends: FxHashSet::default(),
                dead: &self.tree().dead,
            };
            let (mut game, mut moves) = (Game::new(self.tree().root().clone()), Vec::new());
            search.go_on(&mut game, &mut moves).then_some(moves)
        });
        let mut cursor = self.tree().cursor();
        for number in first.ok_or(TreeError::Damaged)? {
            let to = cursor.target(number)?.filter(|to| to.is_child);
            cursor.go(to.ok_or(TreeError::Damaged)?.id)?;
        }
        Ok(cursor.first_move())
    }
}

/// Looks for the first game of a given length that leads to a node.
struct FirstGame<'g> {
    key: NodeKey,
    board: &'g Board,
    plies: usize,
    /// Games that do not lead there: a node and the plies that are left.
    dead_ends: FxHashSet<(NodeKey, usize)>,
    dead: &'g DeadPositions,
}

impl FirstGame<'_> {
    /// Adds the numbers of the moves that lead there.
    fn go_on(&mut self, game: &mut Game, moves: &mut Vec<usize>) -> bool {
        let left = self.plies - game.plies();
        if left == 0 {
            return game.key() == self.key;
        }
        if !self.is_near(game.position(), left)
            || self.dead_ends.contains(&(game.key(), left))
            || game.end(self.dead).is_some()
        {
            return false;
        }
        let plies = game.plies();
        for number in 0..game.moves().len() {
            let m = game.moves()[number];
            game.play(m);
            moves.push(number);
            if self.go_on(game, moves) {
                return true;
            }
            moves.pop();
            game.take_back_to(plies);
        }
        self.dead_ends.insert((game.key(), left));
        false
    }

    /// Whether each side has moves enough to put its men where they are wanted, one a move,
    /// or two in castling, and to take those of the other side that are not.
    fn is_near(&self, position: &Chess, left: usize) -> bool {
        let board = position.board();
        Color::ALL.into_iter().all(|color| {
            let (moves, others) = if position.turn() == color {
                (left.div_ceil(2), left / 2)
            } else {
                (left / 2, left.div_ceil(2))
            };
            let castles = usize::from(position.castles().has_color(color));
            let wanted = self.board.by_color(color).into_iter();
            let missing = wanted.filter(|&at| board.piece_at(at) != self.board.piece_at(at));
            let count = |board: &Board| board.by_color(color).count();
            let taken = count(board).checked_sub(count(self.board));
            missing.count() <= moves + castles && taken.is_some_and(|taken| taken <= others)
        })
    }
}
