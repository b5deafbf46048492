//! Finds the earlier node that a transposing move leads to, if the link was not stored.

use rustc_hash::FxHashSet;
use shakmaty::{Board, Chess, Color, Position};

use super::{Cursor, DeadPositions, Game, NodeKey, TreeError, ids::MoveIndex};

impl Cursor<'_> {
    /// Finds the first node that is equivalent to the node after a move.
    ///
    /// Of the equivalent nodes, the first is the node that the shortest game reaches. Among equally short
    /// games, we take the game that comes first in the order of moves. We search for this game, and then
    /// follow it through the tree.
    pub(super) fn first_game_to(&mut self, number: usize) -> Result<MoveIndex, TreeError> {
        let mut target = self.game().clone();
        let m = target.moves().get(number).copied().ok_or(TreeError::Damaged)?;
        target.play(m);
        // Try the shortest games first. After every game that reaches the target, the same side is to move,
        // so the lengths are all even or all odd.
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
            // In an intact tree, each move of the game that we found leads to a new node. If one of these moves
            // transposes, the tree is damaged. Then we give up, because following the transposition would start
            // the same search again.
            cursor.go(cursor.child(number).ok_or(TreeError::Damaged)?)?;
        }
        Ok(cursor.first_move())
    }
}

/// Searches for the first game of a given length that leads to a node.
struct FirstGame<'g> {
    key: NodeKey,
    board: &'g Board,
    plies: usize,
    /// Upper bound on the number of dead ends: nodes from which the target is out of reach in the remaining
    /// plies. For each ply before the target, we count the nodes at this ply and at all earlier plies. The
    /// bound is the sum of these counts. If the search finds more dead ends, the tree is damaged: it lacks nodes
    /// that are reachable from the root.
    most: u64,
    dead: &'g DeadPositions,
}

impl FirstGame<'_> {
    /// Returns the moves of the first game of this length that leads to the node, or `None` if there is no such
    /// game. Each move is an index into the sorted moves of the position in which it is played.
    fn find(&self, root: &Chess) -> Result<Option<Vec<usize>>, TreeError> {
        let mut game = Game::new(root.clone());
        // Pairs of a node and a number of plies: no line of exactly this length leads from the node to
        // the target.
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
            // Go back to the previous node, and try its next move.
            let Some(last) = moves.pop() else {
                return Ok(None);
            };
            game.take_back_to(moves.len());
            number = last + 1;
        }
    }

    /// Whether a game may still lead to the target.
    fn is_promising(&self, game: &Game, dead_ends: &FxHashSet<(NodeKey, usize)>) -> bool {
        let left = self.plies - game.plies();
        self.is_near(game.position(), left)
            && !dead_ends.contains(&(game.key(), left))
            && game.end(self.dead).is_none()
    }

    /// Whether each side has enough moves left to bring its pieces to their squares in the target
    /// position, and to capture the other side's surplus pieces. Castling can bring two pieces to
    /// their squares; any other move can bring only one.
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
