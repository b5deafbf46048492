//! Whether a position can still lead to one of the wanted moves at a given ply.
//!
//! If the initial position cannot lead to a move in some number of plies, every game with the move
//! is longer. And an [enumeration](crate::enumerate) that looks for a move at one ply skips all
//! positions that cannot lead to it, because no game with the move goes through them.
//!
//! A position has no prospects if every way to play the move at that ply fails one of five
//! conditions. The move has the piece that makes it; a companion, if SAN names a file or a rank; and two,
//! if SAN names the square. Each side has a known number of moves left. Suppose that a game plays the move. Then:
//!
//! 1. **The men.** The piece and its companions stand somewhere now, or are pawns that will
//!    promote. Each makes some moves to its square, and the last move is one more. These are moves
//!    of one side, and at most as many as it has left. The others are *spare*. Without any, its
//!    next move is one of them.
//! 2. **Our men in the way.** The squares that these moves go through and to, and those between
//!    the to-square and the men, have to become empty of all others. Each of our men there has
//!    to leave by a spare move, or be captured. The king is never captured. Castling may move him
//!    together with one of the men. Where he is the piece, castling may be a move of his way.
//! 3. **Men of both sides in the way.** The squares between the to-square and the men, and the
//!    to-square if nothing is to be captured, have to be empty of all other men at the end. A man
//!    leaves them by a move, or is captured there: by a move of theirs, by a spare move, or where one
//!    of the men stops on its way. A move takes one away. Castling takes two if neither the king nor
//!    the rook stays on these squares, and so may a capture en passant that is possible now. Later a
//!    double step comes before it, which takes none away.
//! 4. **Check.** If only a check will do, their king has to be where the piece attacks him, or on a
//!    line that the piece opens for another. None of the men attacked him before: where one
//!    could, a square between does not have to be empty. The line to him has to be empty, too, and he
//!    has to get there by moves of his side. He walks, and if his men are all around him, one of them
//!    leaves first; none of them stays where he goes. Or he castles, and the squares between him and
//!    the rook have to be empty. His last move takes none of our men out of the way, because there is
//!    none of them where he stands then.
//! 5. **Mate.** If only mate will do, he has no square to go to, and nobody captures the piece
//!    ([`mate`]).
//!
//! A piece that makes three moves or more may go any way, and so may a promoted one from its second
//! move on: the conditions ask only that its last square becomes empty of our men, and that it gets
//! there in so many moves on an empty board. A pawn that
//! promotes stops once on each rank, on a file from which it can still get to its last square. It
//! begins where it stands or, with a double step, two squares ahead.
//!
//! A [`Plan`] is one way to fulfil the first condition. The other conditions are a few operations on
//! bitboards for each plan.

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
    /// The wanted moves, for each to-square and each file or rank that SAN names.
    files: [[u8; 8]; 64],
    ranks: [[u8; 8]; 64],
    /// Those that name nothing, for each to-square.
    alone: [u8; 64],
    /// Those that name a square.
    squares: Vec<(Placement, u8)>,
    /// The squares from which the piece may move, and those from which a companion could.
    from: Bitboard,
    near: Bitboard,
    /// The plans that are known, for each number of moves and each two men.
    known: Option<Vec<OnceLock<Vec<Plan>>>>,
}

/// A man that may make the last move, or be its companion.
#[derive(Clone, Copy)]
struct Man {
    /// Its square in the position.
    square: Square,
    is_pawn: bool,
    ways: &'static [Way],
}

impl Prospects {
    /// Looks for strings, played by one side. It has to [cover](Prospects::cover) them.
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

    /// Whether the conditions are about a string: not if a pawn moves, or if it is castling.
    pub fn cover(san: SanPlus) -> bool {
        matches!(san.san, San::Normal { role, .. } if role != Role::Pawn)
    }

    /// Remembers plans from one position to the next, which pays for many positions.
    pub fn for_many(mut self) -> Prospects {
        for wanted in &mut self.roles {
            wanted.known = Some(vec![OnceLock::new(); (MOST_PLANNED + 1) * 128 * 128]);
        }
        self
    }

    /// Whether one of the moves may still be played, as the last of `plies` plies from here.
    pub fn any(&self, setup: &Setup, plies: usize) -> bool {
        let at = Situation::new(setup, self.color, plies);
        self.any_plan(&at, &mut |plan, ours| plan.is_possible(ours, &at))
    }

    /// What keeps the moves from being played as the last of `plies` plies from here, where there are no
    /// prospects of them.
    pub fn obstacles(&self, setup: &Setup, plies: usize) -> Obstacles {
        let at = Situation::new(setup, self.color, plies);
        let mut found = Obstacles::default();
        self.any_plan(&at, &mut |plan, ours| {
            plan.obstacle(ours, &at).into_iter().for_each(|obstacle| found.insert(obstacle));
            false
        });
        if found == Obstacles::default() {
            found.insert(Obstacle::Moves);
        }
        found
    }

    /// Whether a plan satisfies a condition, which gets our other men, too.
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

    /// Who may be the piece or its companion: the men of the role, and pawns.
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

/// No two men make more moves on their ways.
const MOST_PLANNED: usize = 2 * MOST_PROMOTED;

impl Man {
    /// Another for each man that it may be.
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

    /// Whether a man may make a move that names nothing.
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

    /// Whether a man may make a move that another could make, too.
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

    /// Whether one of the plans for one or two men satisfies a condition. They are remembered.
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

    /// Whether three of some men may be a piece that names its square and its two companions.
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

    /// The moves of a piece to a square that are wanted, if its companion does not stand in its way
    /// or behind it.
    fn between(&self, from: Square, companion: Square, to: Square) -> u8 {
        if half_ray(to, from).contains(companion) {
            0
        } else if from.file() == companion.file() {
            self.ranks[usize::from(to)][usize::from(from.rank())]
        } else {
            self.files[usize::from(to)][usize::from(from.file())]
        }
    }

    /// The plans for two men that together make some moves at most.
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

/// Whether a choice of one way from each of some lists, of different men and of so many moves at most,
/// satisfies a condition. It gets the chosen ways and our other men.
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
