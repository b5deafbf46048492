//! Which node a move leads to that leads to no new one, where that is not kept.

use std::{collections::HashSet, io};

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Rank, Role, Square, attacks};

use super::{Cursor, Game, Key, Life, Place, cursor::broken};

impl Cursor<'_> {
    /// The place of the first node that is equivalent to the one after a move.
    ///
    /// A node is met first by the fewest moves, and of those by the first in their order.
    /// So it is looked for among the games, and then the tree says where it is.
    pub(super) fn first_place(&mut self, number: usize) -> io::Result<Place> {
        let mut target = self.game().clone();
        let m = target.moves().get(number).copied().ok_or_else(broken)?;
        target.play(m);
        let root = Game::new(self.tree().root().clone());
        let mut life = self.tree().life();
        // After as many plies, or two, four, ... fewer: as few as can be.
        let first = (target.plies() % 2..=target.plies())
            .step_by(2)
            .find_map(|plies| Search::new(&target, plies, &mut life).run(root.clone()));
        let mut way = self.tree().cursor();
        for number in first.ok_or_else(broken)? {
            way.enter_child(number)?;
        }
        Ok(way.place())
    }
}

/// Looks for a game of some length that leads to a node.
struct Search<'g> {
    key: Key,
    board: &'g Board,
    plies: usize,
    /// Games that lead nowhere: a node and the plies that are left.
    dead_ends: HashSet<(Key, usize)>,
    life: &'g mut Life,
}

impl<'g> Search<'g> {
    fn new(target: &'g Game, plies: usize, life: &'g mut Life) -> Search<'g> {
        Search {
            key: target.key(),
            board: target.position().board(),
            plies,
            dead_ends: HashSet::new(),
            life,
        }
    }

    /// The numbers of the moves of the first such game.
    fn run(&mut self, mut game: Game) -> Option<Vec<usize>> {
        let mut way = Vec::new();
        self.go_on(&mut game, &mut way).then_some(way)
    }

    fn go_on(&mut self, game: &mut Game, way: &mut Vec<usize>) -> bool {
        let left = self.plies - game.plies();
        if left == 0 {
            return game.key() == self.key;
        }
        if !self.is_near(game.position(), left)
            || self.dead_ends.contains(&(game.key(), left))
            || game.end(self.life).is_some()
        {
            return false;
        }
        let moves = game.moves().to_vec();
        let plies = game.plies();
        for (number, m) in moves.into_iter().enumerate() {
            game.play(m);
            way.push(number);
            if self.go_on(game, way) {
                return true;
            }
            way.pop();
            game.take_back_to(plies);
        }
        self.dead_ends.insert((game.key(), left));
        false
    }

    /// Whether the men that are wanted elsewhere could come there in time, by themselves on
    /// an empty board; two share a move in castling.
    fn is_near(&self, position: &Chess, left: usize) -> bool {
        let board = position.board();
        Color::ALL.into_iter().all(|color| {
            let (moves, others) = if position.turn() == color {
                (left.div_ceil(2), left / 2)
            } else {
                (left / 2, left.div_ceil(2))
            };
            let castles = usize::from(position.castles().has_color(color));
            let wanted = self.board.by_color(color);
            let strays = { wanted.into_iter() }
                .filter(|&at| board.piece_at(at) != self.board.piece_at(at))
                .filter_map(|at| Some((at, self.board.role_at(at)?)));
            let ours = board.by_color(color);
            let needed = strays.map(|(at, role)| {
                let men = ours & (board.by_role(role) | board.pawns());
                let moves = men.into_iter().filter_map(|from| {
                    let man = board.piece_at(from)?;
                    moves_between(man, from, role, at, castles > 0)
                });
                moves.min()
            });
            let needed: Option<usize> = needed.sum();
            // Of the men that are too many, each is taken by a move of the other side.
            let taken = ours.count().checked_sub(wanted.count());
            needed.is_some_and(|needed| needed <= moves + castles)
                && taken.is_some_and(|taken| taken <= others)
        })
    }
}

/// How many moves a man needs at least from one square to another, where it is to have this
/// role; `None` if it never comes there.
fn moves_between(
    man: Piece,
    from: Square,
    role: Role,
    to: Square,
    can_castle: bool,
) -> Option<usize> {
    let ranks = |to: Rank| match man.color {
        Color::White => usize::from(to).checked_sub(usize::from(from.rank())),
        Color::Black => usize::from(from.rank()).checked_sub(usize::from(to)),
    };
    let double = usize::from(from.rank() == man.color.fold_wb(Rank::Second, Rank::Seventh));
    if man.role == Role::Pawn && role != Role::Pawn {
        let last = ranks(man.color.fold_wb(Rank::Eighth, Rank::First))?;
        return Some(last - double);
    }
    let reached = |from: Square| attacks::attacks(from, man, Bitboard::EMPTY);
    match role {
        Role::Pawn => {
            let (ranks, files) = (ranks(to.rank())?, from.file().distance(to.file()) as usize);
            (ranks > 0 && files <= ranks).then(|| ranks.saturating_sub(double).max(1))
        }
        Role::King if can_castle => Some(1),
        Role::King => Some(from.distance(to) as usize),
        _ if reached(from).contains(to) => Some(1),
        Role::Bishop if from.is_light() != to.is_light() => None,
        Role::Knight if !reached(from).intersects(reached(to)) => Some(3),
        _ => Some(2),
    }
}
