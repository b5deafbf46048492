//! Tells whether a position can still lead to one of the wanted moves at a given ply.
//!
//! We use this in two ways. If the initial position cannot lead to a move within *n* plies, every game with the
//! move has more than *n* plies. And if an [enumeration](crate::enumerate) looks for a move at a given ply, it
//! can skip all positions that cannot lead to the move at that ply.
//!
//! The *actors* are the pieces that a move needs. One of them makes the move. If the SAN names a file or a
//! rank, the move also needs a companion: another piece of the same kind that could go to the same square. If
//! the SAN names the from-square, the move needs two companions. *We* are the side that plays the move, and
//! *they* are the other side.
//!
//! A game that plays the move at the given ply satisfies the five conditions below. A position has no
//! prospects if every way to play the move at that ply violates at least one condition.
//!
//! 1. **Actors.** Each actor is on the board now, as a piece or as a pawn that will promote. Before the last
//!    move, each actor must get to a square from which it could make that move. Together, the actors must not need
//!    more moves than we have left before the last move. Our other moves before the last move are *spare*. If we
//!    have no spare moves, an actor must make our next move.
//! 2. **Our pieces in the way.** Our other pieces and pawns must not be on any square that an actor crosses or
//!    goes to, up to and including the last move. They must not be on any square between the to-square and an
//!    actor either. If one of our pieces or pawns is on such a square now, we must move it away with a spare
//!    move, or the opponent must capture it.
//!    - If our king is on such a square, it must leave, because it cannot be captured.
//!    - If an actor is a rook that castles, castling also takes our king away from its square, so the king
//!      needs no spare move.
//!    - If the king is the actor, castling may be one of its moves.
//! 3. **Pieces of both sides in the way.** Before the last move, the squares between the to-square and the
//!    actors must hold nothing but actors. Unless the last move is a capture, the to-square must be empty.
//!    A piece or pawn either moves away from such a square or is captured there. Clearing the square takes a
//!    move: a move by the opponent, a spare move of ours, or a move with which an actor captures on the square.
//!    - Usually, a move clears only one of these squares.
//!    - Castling may clear two of these squares, the king's and the rook's, but only if neither piece goes to
//!      another of these squares.
//!    - An en passant capture that is possible now may also clear two squares. A later en passant capture
//!      is no exception: it follows a double step, and the two moves together clear at most two squares.
//! 4. **Check.** If the move has to give check, their king must be on a square that the moved piece attacks,
//!    or on a line that the move opens for another piece.
//!    - Before the move, no actor attacks the enemy king. So if an actor would attack the king on an empty
//!      board, a piece or pawn must stand between them before the move. This is possible only if at least one
//!      square between them need not become empty.
//!    - After the move, the squares between the king and the piece that gives check must be empty.
//!    - The other side must have enough moves left to bring its king to the square where the king will be
//!      in check. If the king walks there, and pieces and pawns of its side occupy all squares next to its
//!      current square, one of these pieces and pawns must move first. No piece or pawn of its side may stay
//!      on the square that the king goes to. If the king castles, the squares between king and rook must be
//!      empty.
//!    - If the last move of their king captures one of our pieces, the capture clears no square that we need.
//!      It only clears the square where the king will be in check, and this square need not become empty.
//! 5. **Mate.** If the move has to give mate, their king must have no flight square, and they must not be able
//!    to capture the moved piece ([`mate`]).
//!
//! We ignore the routes of two kinds of actors: pieces that make at least three moves, and pawns that make at
//! least two moves after they promote. For such an actor, we require only two things. Its moves must suffice
//! to reach its destination on an empty board, and our other pieces and pawns must leave the destination.
//! Any other pawn that promotes stops once on each rank, on a file from which it can still reach its
//! promotion square. If the pawn can make a double step, it may skip the first of these ranks.
//!
//! A [`Plan`] is one way to satisfy the first condition. Checking the other conditions for a plan takes only
//! a few bitboard operations.

mod mate;
mod plan;
mod situation;

use std::{iter, sync::OnceLock};

use san_strings_core::{
    geometry::{half_ray, origins},
    occurrence::{Placement, placements},
};
use san_strings_games::{Obstacle, Obstacles};
use shakmaty::{
    Bitboard, Color, Role, Setup, Square,
    san::{San, SanPlus},
};

use self::{
    plan::{MOST_PROMOTED, Plan, Way, promotions, ways},
    situation::Situation,
};

/// The *wanted* moves of one side: the moves that we look for.
#[derive(Clone, Debug)]
pub struct Prospects {
    color: Color,
    roles: Vec<Wanted>,
}

/// The wanted moves of one role.
#[derive(Clone, Debug)]
struct Wanted {
    role: Role,
    /// `files[to][file]` describes the wanted moves that go to the square `to` and name the from-file `file` in
    /// their SAN. It contains the kinds of these moves, as bits from `plan::wanted`. `ranks` contains the same
    /// for SANs that name a rank.
    files: [[u8; 8]; 64],
    ranks: [[u8; 8]; 64],
    /// For each to-square, the kinds of the wanted moves whose SAN names neither a file nor a rank.
    alone: [u8; 64],
    /// The wanted moves whose SAN names the from-square, each with its kind.
    squares: Vec<(Placement, u8)>,
    /// The squares from which the piece may make a wanted move.
    from: Bitboard,
    /// The squares from which a companion could make the same move.
    near: Bitboard,
    /// A cache of plans, indexed by the number of moves and the pair of actors.
    known: Option<Vec<OnceLock<Vec<Plan>>>>,
}

/// A piece or pawn that may become an actor: the piece that makes the last move, or a companion.
#[derive(Clone, Copy)]
struct Man {
    square: Square,
    is_pawn: bool,
    ways: &'static [Way],
}

impl Prospects {
    /// Collects the wanted moves: the moves of `color` whose SAN is in `sans`. Each of `sans` must be
    /// [covered](Prospects::cover).
    pub fn new(color: Color, sans: &[SanPlus]) -> Prospects {
        let mut roles: Vec<Wanted> = Vec::new();
        for san in sans {
            let San::Normal { role, file, rank, capture, to, .. } = san.san else {
                continue;
            };
            let kind = plan::wanted(capture, san.suffix);
            let at = roles.iter().position(|wanted| wanted.role == role);
            let at = at.unwrap_or_else(|| {
                roles.push(Wanted::new(role));
                roles.len() - 1
            });
            let wanted = &mut roles[at];
            let near = origins(role, to);
            let named = file.map(Bitboard::from).or(rank.map(Bitboard::from));
            wanted.near |= near;
            wanted.from |= near & named.unwrap_or(Bitboard::FULL);
            let to = usize::from(to);
            match (file, rank) {
                (Some(_), Some(_)) => {
                    let base = placements(san.san).map(|placement| (placement, kind));
                    wanted.squares.extend(base);
                }
                (Some(file), None) => wanted.files[to][usize::from(file)] |= kind,
                (None, Some(rank)) => wanted.ranks[to][usize::from(rank)] |= kind,
                (None, None) => wanted.alone[to] |= kind,
            }
        }
        Prospects { color, roles }
    }

    /// Whether the conditions of this module apply to a string. They do not apply to pawn moves or castling.
    pub fn cover(san: SanPlus) -> bool {
        matches!(san.san, San::Normal { role, .. } if role != Role::Pawn)
    }

    /// Turns on a cache of plans, which pays off if you test many positions.
    pub fn for_many(mut self) -> Prospects {
        for wanted in &mut self.roles {
            wanted.known = Some(vec![OnceLock::new(); (MOST_PLANNED + 1) * 128 * 128]);
        }
        self
    }

    /// Whether a line of `plies` plies from `setup` may still end with one of the wanted moves.
    pub fn any(&self, setup: &Setup, plies: usize) -> bool {
        let at = Situation::new(setup, self.color, plies);
        self.any_plan(&at, &mut |plan, ours| plan.is_possible(ours, &at))
    }

    /// Lists the obstacles: the reasons why no line of `plies` plies from `setup` can end with a wanted move.
    /// Call this only if [`any`](Prospects::any) returned `false`.
    pub fn obstacles(&self, setup: &Setup, plies: usize) -> Obstacles {
        let at = Situation::new(setup, self.color, plies);
        let mut found = Obstacles::default();
        self.any_plan(&at, &mut |plan, ours| {
            if let Some(obstacle) = plan.obstacle(ours, &at) {
                found.insert(obstacle);
            }
            false
        });
        if found == Obstacles::default() {
            found.insert(Obstacle::Moves);
        }
        found
    }

    /// Whether any plan satisfies `condition`. The second argument of `condition` is the set of our pieces
    /// and pawns that are not actors.
    fn any_plan(
        &self,
        at: &Situation<'_>,
        condition: &mut impl FnMut(&Plan, Bitboard) -> bool,
    ) -> bool {
        self.roles.iter().any(|wanted| {
            let men = self.men(wanted.role, at);
            men.iter().enumerate().any(|(n, mover)| {
                let companions = men.iter().enumerate();
                let mut companions = companions.filter(|(other, _)| *other != n);
                wanted.alone(mover, at, condition)
                    || companions.any(|(_, other)| wanted.with(mover, other, at, condition))
            }) || wanted.with_square(&men, at, condition)
        })
    }

    /// Lists the pieces of this role, and the pawns that may promote to this role in time.
    fn men(&self, role: Role, at: &Situation<'_>) -> Vec<Man> {
        let most = at.our_moves;
        let pieces = at.board.by_role(role) & at.ours;
        let pieces = pieces.into_iter().map(|square| Man {
            square,
            is_pawn: false,
            ways: ways(role, square, most),
        });
        let mut men: Vec<Man> = pieces.collect();
        if role == Role::King {
            return men;
        }
        for square in at.board.pawns() & at.ours {
            let ways = promotions(role, self.color, square, most);
            if !ways.is_empty() {
                men.push(Man { square, is_pawn: true, ways });
            }
        }
        men
    }
}

/// The maximum number of moves that two actors need together.
const MOST_PLANNED: usize = 2 * MOST_PROMOTED;

impl Man {
    /// Index in the cache: the square for a piece, or 64 plus the square for a pawn.
    fn number(self) -> usize {
        usize::from(self.square) + if self.is_pawn { 64 } else { 0 }
    }
}

impl Wanted {
    fn new(role: Role) -> Wanted {
        Wanted {
            role,
            files: [[0; 8]; 64],
            ranks: [[0; 8]; 64],
            alone: [0; 64],
            squares: Vec::new(),
            from: Bitboard::EMPTY,
            near: Bitboard::EMPTY,
            known: None,
        }
    }

    /// Whether any plan without companions satisfies `condition`. The SAN of the last move of such a plan names
    /// neither a file nor a rank.
    fn alone(
        &self,
        mover: &Man,
        at: &Situation<'_>,
        condition: &mut impl FnMut(&Plan, Bitboard) -> bool,
    ) -> bool {
        let movers = mover.ways.iter().filter(|way| way.moves <= at.our_moves);
        let plans = movers.flat_map(|way| {
            let squares = origins(self.role, way.to).into_iter();
            let squares = squares.filter(|&to| self.alone[usize::from(to)] != 0);
            squares.map(|to| Plan::new(self.role, &[way], to, self.alone[usize::from(to)]))
        });
        self.any([mover, mover], plans, at, condition)
    }

    /// Whether any plan with one companion satisfies `condition`.
    fn with(
        &self,
        mover: &Man,
        companion: &Man,
        at: &Situation<'_>,
        condition: &mut impl FnMut(&Plan, Bitboard) -> bool,
    ) -> bool {
        let plans = self.plans(mover.ways, companion.ways, at.our_moves);
        self.any([mover, companion], plans, at, condition)
    }

    /// Whether any of `plans` satisfies `condition`. All plans have the same actors, `men`: the mover and its
    /// companion. If the mover has no companion, `men` contains the mover twice.
    fn any(
        &self,
        men: [&Man; 2],
        mut plans: impl Iterator<Item = Plan>,
        at: &Situation<'_>,
        condition: &mut impl FnMut(&Plan, Bitboard) -> bool,
    ) -> bool {
        let ours = men.iter().fold(at.ours, |ours, man| ours.without(man.square));
        match &self.known {
            Some(known) => {
                let most = at.our_moves.min(MOST_PLANNED);
                let men = men[0].number() * 128 + men[1].number();
                let known = known[most * 128 * 128 + men].get_or_init(|| plans.collect());
                known.iter().any(|plan| condition(plan, ours))
            }
            None => plans.any(|plan| condition(&plan, ours)),
        }
    }

    /// Whether any plan with two companions satisfies `condition`.
    fn with_square(
        &self,
        men: &[Man],
        at: &Situation<'_>,
        condition: &mut impl FnMut(&Plan, Bitboard) -> bool,
    ) -> bool {
        if self.squares.is_empty() {
            return false;
        }
        let all = || men.iter().flat_map(|man| man.ways.iter().map(move |way| (man.square, way)));
        let to = Square::ALL.map(|to| all().filter(|(_, way)| way.to == to).collect::<Vec<_>>());
        self.squares.iter().any(|&(placement, wanted)| {
            let squares = iter::once(placement.from).chain(placement.companions);
            let ways: Vec<&[_]> =
                squares.map(|square| to[usize::from(square)].as_slice()).collect();
            chosen(&ways, at.ours, at.our_moves, &mut Vec::new(), &mut |ways, ours| {
                condition(&Plan::new(self.role, ways, placement.to, wanted), ours)
            })
        })
    }

    /// The kinds of the wanted moves from `from` to `to` with a companion on `companion`, as bits. Returns 0
    /// if `from` and `companion` are in the same direction from `to`, because the nearer piece then blocks the
    /// other.
    fn between(&self, from: Square, companion: Square, to: Square) -> u8 {
        if half_ray(to, from).contains(companion) {
            0
        } else if from.file() == companion.file() {
            self.ranks[usize::from(to)][usize::from(from.rank())]
        } else {
            self.files[usize::from(to)][usize::from(from.file())]
        }
    }

    /// Lists the plans in which two actors together make at most `most` moves.
    fn plans<'a>(
        &'a self,
        mover: &'a [Way],
        companion: &'a [Way],
        most: usize,
    ) -> impl Iterator<Item = Plan> + use<'a> {
        let movers = mover.iter().filter(|one| self.from.contains(one.to));
        let pairs = movers.flat_map(move |one| {
            let left = most - one.moves;
            let others = companion.iter().filter(|other| self.near.contains(other.to));
            let others = others.filter(move |other| other.moves <= left && one.to != other.to);
            others.map(move |other| (one, other))
        });
        pairs.flat_map(move |(one, other)| {
            let squares = origins(self.role, one.to) & origins(self.role, other.to);
            let squares = squares.into_iter();
            squares.filter_map(move |to| {
                let wanted = self.between(one.to, other.to, to);
                (wanted != 0).then(|| Plan::new(self.role, &[one, other], to, wanted))
            })
        })
    }
}

/// Whether some choice of routes satisfies `condition`. A choice takes one route from each list. The routes
/// belong to different actors, and have at most `most` moves in total. The arguments of `condition` are the
/// chosen routes, and the squares of our pieces and pawns that are not actors.
fn chosen<'a>(
    lists: &[&[(Square, &'a Way)]],
    ours: Bitboard,
    most: usize,
    ways: &mut Vec<&'a Way>,
    condition: &mut impl FnMut(&[&'a Way], Bitboard) -> bool,
) -> bool {
    let Some((list, rest)) = lists.split_first() else {
        return condition(ways, ours);
    };
    let possible = |(man, way): &&(Square, &Way)| ours.contains(*man) && way.moves <= most;
    list.iter().filter(possible).any(|&(man, way)| {
        ways.push(way);
        let is_chosen = chosen(rest, ours.without(man), most - way.moves, ways, condition);
        ways.pop();
        is_chosen
    })
}
