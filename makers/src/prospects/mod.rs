//! Tells whether a position can still lead to one of the wanted moves at a given ply.
//!
//! This serves two purposes. If the initial position cannot lead to a move in some number of plies, every
//! game with the move is longer. And an [enumeration](crate::enumerate) that looks for a move at one ply
//! skips all positions that cannot lead to the move, because no game with the move goes through them.
//!
//! We say *actors* for the pieces that a move needs: the piece that makes the move; one companion, if SAN
//! names a file or a rank; two companions, if SAN names the square. *We* are the side that plays the move,
//! *they* are the other side. The ply tells how many moves each side has left.
//!
//! A position has no prospects if every way to play the move at that ply fails one of five conditions.
//! If a game plays the move at that ply, then:
//!
//! 1. **Actors.** Each actor is on the board now, as a piece or as a pawn that will promote. The actors make
//!    some moves to their squares, and then the last move comes. The moves to their squares are together at
//!    most as many as we have left before the last move. The moves that we have beyond these are *spare*. If
//!    no move is spare, our next move is one of the actors' moves.
//! 2. **Our pieces in the way.** Some squares have to become empty of everything but the actors: the squares
//!    that the actors' moves go through and to, the last move included, and the squares between the to-square
//!    and the actors. Each of our other pieces and pawns there has to leave by a spare move, or be captured.
//!    - Our king is never captured.
//!    - Castling may move our king together with an actor.
//!    - If the king is the actor, castling may be one of his moves.
//! 3. **Pieces of both sides in the way.** Before the last move, the squares between the to-square and the
//!    actors have to be empty of everything but the actors. If the move captures nothing, the to-square has
//!    to be empty, too. A piece or pawn leaves such a square by a move, or is captured there. The move that
//!    does this is a move of theirs, a spare move, or a move of an actor that stops on the square.
//!    - A move takes one piece or pawn away.
//!    - Castling takes away two, if neither the king nor the rook ends on one of these squares.
//!    - A capture en passant that is possible now may take away two, too. A later capture en passant needs a
//!      double step before it, and the double step takes nothing away.
//! 4. **Check.** If only a check will do, their king has to be where the piece attacks him after the
//!    move, or on a line that the piece opens for another piece.
//!    - No actor attacked him before the move. So if an actor could attack him from its square, some square
//!      between the actor and him must be one that does not have to be empty.
//!    - The line of the check has to be empty, too.
//!    - He has to get to his square by moves of his side. If he walks, and all squares around him are
//!      occupied by his own pieces and pawns, one of these leaves first. None of his pieces and pawns stays
//!      on the square to which he goes. If he castles, the squares between him and the rook have to be empty.
//!    - His last move takes nothing of ours out of the way, because nothing of ours is in the way on the
//!      square where that move ends.
//! 5. **Mate.** If only mate will do, their king has no square to go to, and nothing captures the piece
//!    ([`mate`]).
//!
//! An actor that makes three moves or more may take any way. So may a pawn that makes two moves or more after
//! it promotes. For such an actor, the conditions ask only that its last square becomes empty of our other
//! pieces and pawns, and that the actor gets there in this many moves on an empty board. Any other pawn that
//! promotes stops once on each rank, on a file from which it can still get to the square where it promotes.
//! It begins on its square or, with a double step, two squares ahead.
//!
//! A [`Plan`] is one way to fulfil the first condition. For each plan, the other conditions are a few
//! operations on bitboards.

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

/// The wanted moves of one side.
#[derive(Clone, Debug)]
pub struct Prospects {
    color: Color,
    roles: Vec<Wanted>,
}

/// The wanted moves of one role.
#[derive(Clone, Debug)]
struct Wanted {
    role: Role,
    /// The wanted kinds of moves, for each to-square and each file or rank that SAN names.
    files: [[u8; 8]; 64],
    ranks: [[u8; 8]; 64],
    /// The wanted kinds of moves whose SAN names neither file nor rank, for each to-square.
    alone: [u8; 64],
    /// The wanted moves whose SAN names the from-square, each with its kind.
    squares: Vec<(Placement, u8)>,
    /// The squares from which the piece may move, and those from which a companion could.
    from: Bitboard,
    near: Bitboard,
    /// A cache of plans, for each number of moves and each pair of actors.
    known: Option<Vec<OnceLock<Vec<Plan>>>>,
}

/// A piece or pawn that may become an actor: make the last move, or be a companion.
#[derive(Clone, Copy)]
struct Man {
    /// Its square in the position.
    square: Square,
    is_pawn: bool,
    ways: &'static [Way],
}

impl Prospects {
    /// Looks for `sans`, played by `color`. Each has to be [covered](Prospects::cover).
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

    /// Whether the conditions apply to a string. They do not apply to pawn moves and castling.
    pub fn cover(san: SanPlus) -> bool {
        matches!(san.san, San::Normal { role, .. } if role != Role::Pawn)
    }

    /// Caches plans from one position to the next. This pays if you ask about many positions.
    pub fn for_many(mut self) -> Prospects {
        for wanted in &mut self.roles {
            wanted.known = Some(vec![OnceLock::new(); (MOST_PLANNED + 1) * 128 * 128]);
        }
        self
    }

    /// Whether one of the wanted moves may still be played as the last of `plies` plies from `setup`.
    pub fn any(&self, setup: &Setup, plies: usize) -> bool {
        let at = Situation::new(setup, self.color, plies);
        self.any_plan(&at, &mut |plan, ours| plan.is_possible(ours, &at))
    }

    /// What keeps the wanted moves from being played as the last of `plies` plies from `setup`. Call this
    /// only if [`any`](Prospects::any) is false.
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

    /// Whether any plan satisfies `condition`, which also gets our pieces and pawns that are not actors.
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

    /// The pieces of the role, and the pawns that may promote to it in time.
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

/// The most moves that two actors make together.
const MOST_PLANNED: usize = 2 * MOST_PROMOTED;

impl Man {
    /// A number that differs for each square, and for pieces and pawns.
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

    /// Whether a plan for a move whose SAN names neither file nor rank satisfies `condition`.
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

    /// Whether a plan for a move with one companion satisfies `condition`.
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

    /// Whether one of the plans for one or two actors satisfies `condition`. Caches the plans.
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

    /// Whether a plan for a move whose SAN names the from-square, with two companions, satisfies `condition`.
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

    /// The wanted kinds of moves from `from` to `to`, as bits. Returns 0 if the companion is on the line of
    /// the move: between the piece and `to`, or behind the piece.
    fn between(&self, from: Square, companion: Square, to: Square) -> u8 {
        if half_ray(to, from).contains(companion) {
            0
        } else if from.file() == companion.file() {
            self.ranks[usize::from(to)][usize::from(from.rank())]
        } else {
            self.files[usize::from(to)][usize::from(from.file())]
        }
    }

    /// The plans for two actors that together make at most `most` moves.
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

/// Picks one way from each list, for different actors and with at most `most` moves together. Tells whether
/// some choice satisfies `condition`, which gets the chosen ways, and our pieces and pawns that are not
/// actors.
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
