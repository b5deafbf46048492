//! Finds the earlier node that a transposing move reaches, where the link was not stored.

use rustc_hash::FxHashSet;
use shakmaty::{Board, Chess, Color, Position};

use super::{Cursor, DeadPositions, Game, NodeKey, TreeError, ids::MoveIndex};

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
        let tree = self.tree();
        let first = lengths.find_map(|plies| {
            let search = FirstGame {
                key: target.key(),
                board: target.position().board(),
                plies,
                most: (0..plies).map(|ply| tree.ids(ply).end).sum(),
                dead: &tree.dead,
            };
            search.find(tree.root()).transpose()
        });
        let mut cursor = self.tree().cursor();
        for number in first.ok_or(TreeError::Damaged)?? {
            // Each move of the first game leads to a new node. If a damaged tree says of one that it
            // leads to an earlier node, we would ask for the same game again, and again.
            cursor.go(cursor.child(number).ok_or(TreeError::Damaged)?)?;
        }
        Ok(cursor.first_move())
    }
}

/// Looks for the first game of a given length that leads to a node.
struct FirstGame<'g> {
    key: NodeKey,
    board: &'g Board,
    plies: usize,
    /// How many dead ends there can be: at each ply, the nodes up to it. If the search finds more, the
    /// tree is damaged, and lacks nodes that its root leads to.
    most: u64,
    dead: &'g DeadPositions,
}

impl FirstGame<'_> {
    /// Returns the numbers of the moves that lead there.
    fn find(&self, root: &Chess) -> Result<Option<Vec<usize>>, TreeError> {
        let mut game = Game::new(root.clone());
        // Games that do not lead there: a node, and how many plies are left.
        let mut dead_ends = FxHashSet::default();
        let mut moves = Vec::new();
        if self.plies == 0 {
            return Ok((game.key() == self.key).then_some(moves));
        }
        let mut number = 0;
        loop {
            if let Some(&m) = game.moves().get(number) {
                game.play(m);
                moves.push(number);
                if game.plies() == self.plies {
                    if game.key() == self.key {
                        return Ok(Some(moves));
                    }
                } else if self.is_promising(&game, &dead_ends) {
                    number = 0;
                    continue;
                }
            } else {
                dead_ends.insert((game.key(), self.plies - game.plies()));
                if dead_ends.len() as u64 > self.most {
                    return Err(TreeError::Damaged);
                }
            }
            // Back to the node before, and its next move.
            let Some(last) = moves.pop() else {
                return Ok(None);
            };
            game.take_back_to(moves.len());
            number = last + 1;
        }
    }

    /// Whether a game may lead there, and was not followed before.
    fn is_promising(&self, game: &Game, dead_ends: &FxHashSet<(NodeKey, usize)>) -> bool {
        let left = self.plies - game.plies();
        self.is_near(game.position(), left)
            && !dead_ends.contains(&(game.key(), left))
            && game.end(self.dead).is_none()
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
