//! Tests whether a plan is possible in a position. A plan consists of a route for each actor to its square (a
//! [`Way`]) and of the last move. [The parent module](super) explains the terms and the conditions.

use std::{
    array, iter,
    sync::{LazyLock, OnceLock},
};

use san_strings_core::geometry::{half_ray, origins};
use san_strings_games::Obstacle;
use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks, san::Suffix};

use super::{
    mate::{Mate, capturers},
    situation::Situation,
};

/// The kind of a move, as one of six bits: quiet or capture, combined with no check, check or mate.
pub(super) fn wanted(is_capture: bool, suffix: Option<Suffix>) -> u8 {
    let suffix = suffix.map_or(0, |suffix| 1 + suffix as usize);
    1 << (usize::from(is_capture) + 2 * suffix)
}

/// Four masks of the bits that [`wanted`] returns: quiet moves, moves without check, captures with check or
/// mate, and mates.
const QUIET: u8 = 0b01_0101;
const PLAIN: u8 = 0b00_0011;
const CAPTURE_CHECK: u8 = 0b10_1000;
const MATE: u8 = 0b11_0000;

/// The first move of a route.
#[derive(Clone, Copy, Debug)]
pub(super) enum First {
    /// No move: the actor is already on the last square of its route.
    None,
    /// Any move.
    Any,
    /// A move to this square. The bitboard holds the squares that the move crosses.
    To(Square, Bitboard),
    /// A move of the pawn on this square.
    Step(Square),
}

/// An actor's route to a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: Square,
    pub(super) moves: usize,
    pub(super) first: First,
    /// The squares that our pieces and pawns, except the actors, must leave.
    pub(super) through: Bitboard,
    /// The fixed squares where the actor stops along the route.
    pub(super) stops: Bitboard,
    /// The number of stops whose squares are not fixed.
    pub(super) free_stops: usize,
    /// The squares where a pawn may stop before it promotes. It stops on at most one square of each rank.
    pub(super) pawn_stops: Bitboard,
    /// Whether the first move may be castling.
    pub(super) castles: bool,
}

/// The maximum number of actors: the piece that makes the last move, and two companions. A string that names
/// the whole from-square, such as `Qa1b2`, requires two companions.
const MOST_MEN: usize = 3;

/// The routes of the actors, and the last move. The first actor makes the last move. The other actors are its
/// companions, which could go to the same square.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    role: Role,
    from: Square,
    to: Square,
    companions: Bitboard,
    wanted: u8,
    /// The squares between the actors and the to-square.
    path: Bitboard,
    /// The total number of moves on all routes.
    moves: usize,
    firsts: [First; MOST_MEN],
    /// The squares that our pieces and pawns, except the actors, must leave.
    empty: Bitboard,
    stops: Bitboard,
    free_stops: usize,
    pawn_stops: [Bitboard; MOST_MEN],
    /// Whether castling may be one of the actors' moves.
    castles: bool,
    /// The squares where the moved piece may give check to a king.
    attacked: Bitboard,
    /// The squares where a king may be in a discovered check.
    discovered: Bitboard,
}

impl Plan {
    /// Makes a plan from the routes of the actors. The first actor makes the last move, which goes to `to`
    /// and has one of the `wanted` kinds.
    pub(super) fn new(role: Role, ways: &[&Way], to: Square, wanted: u8) -> Plan {
        let from = ways[0].to;
        let companions: Bitboard = ways[1..].iter().map(|way| way.to).collect();
        let men = companions.with(from);
        let path =
            men.into_iter().fold(Bitboard::EMPTY, |all, man| all | attacks::between(man, to));
        let mut can_stand = !(path | men);
        if role == Role::King {
            can_stand &= !attacks::king_attacks(to);
        }
        // Whether an actor would attack a king on the square `king` before the move. `empty` contains the squares
        // that have to be empty. An actor attacks the king if the actor attacks the square `king` on an
        // empty board, and `empty` contains all squares between the actor and the king.
        let is_before = |king, empty: Bitboard| {
            let attacks = |man| {
                origins(role, man).contains(king)
                    && (attacks::between(man, king) & !empty).is_empty()
            };
            men.into_iter().any(attacks)
        };
        let empty = if wanted & CAPTURE_CHECK == 0 { path.with(to) } else { path };
        let attacked = if role == Role::King { Bitboard::EMPTY } else { origins(role, to) };
        let attacked = attacked
            .into_iter()
            .filter(|&king| !is_before(king, empty | attacks::between(to, king)));
        // For a discovered check, the king cannot be on a line along which the moving piece itself attacks,
        // because the king would have been in check before the move.
        let lines = attacks::queen_attacks(from, Bitboard::EMPTY) & !origins(role, from);
        let discovered = lines.into_iter().filter(|&king| {
            let line = attacks::between(from, king);
            let is_open = (line & companions.with(to)).is_empty();
            behind(king, from).any() && is_open && !is_before(king, empty | line)
        });
        Plan {
            role,
            from,
            to,
            companions,
            wanted,
            path,
            moves: ways.iter().map(|way| way.moves).sum(),
            firsts: array::from_fn(|n| ways.get(n).map_or(First::None, |way| way.first)),
            empty: ways.iter().fold(path.with(to), |all, way| all | way.through),
            stops: ways.iter().fold(Bitboard::EMPTY, |all, way| all | way.stops),
            free_stops: ways.iter().map(|way| way.free_stops).sum(),
            pawn_stops: array::from_fn(|n| {
                ways.get(n).map_or(Bitboard::EMPTY, |way| way.pawn_stops)
            }),
            castles: ways.iter().any(|way| way.castles),
            attacked: attacked.collect::<Bitboard>() & can_stand,
            discovered: discovered.collect::<Bitboard>() & can_stand,
        }
    }

    /// Whether the plan satisfies all conditions.
    pub(super) fn is_possible(&self, ours: Bitboard, at: &Situation<'_>) -> bool {
        self.obstacle(ours, at).is_none()
    }

    /// The first obstacle that rules the plan out.
    pub(super) fn obstacle(&self, ours: Bitboard, at: &Situation<'_>) -> Option<Obstacle> {
        let spare = at.our_moves - self.moves;
        let king = at.board.kings() & ours;
        // Castling with a rook that is not an actor uses up a spare move.
        let other = (at.board.rooks() & ours).any();
        let castles = at.we_castle && (self.castles || (spare > 0 && other));
        let ours = if castles { ours & !king } else { ours };
        let in_the_way = self.empty & ours;
        let squares = self.to_be_empty();
        let men = squares & (ours | king | at.theirs);
        let castle = || {
            usize::from(at.they_leave(squares))
                + usize::from(castles && at.leave(at.color, at.board.rooks(), squares))
        };
        let stay = men.count().saturating_sub(self.most_gone(squares, at));
        if spare == 0 && in_the_way.intersects(king) {
            Some(Obstacle::King)
        } else if in_the_way.count() > spare + at.their_moves
            || (stay > 0 && stay > castle())
            || (spare == 0 && self.moves > 0 && !self.can_begin(at))
        {
            Some(Obstacle::Pieces)
        } else if self.wanted & PLAIN == 0 && !self.can_check(ours, king, castles, at) {
            Some(Obstacle::Check)
        } else {
            None
        }
    }

    /// Whether an actor can make our next move. Call this function only if we have no spare move. Otherwise,
    /// our next move can be a spare move instead.
    fn can_begin(&self, at: &Situation<'_>) -> bool {
        let occupied = at.ours | at.theirs;
        // Our next move may cross only empty squares, and must not go to a square with a piece or pawn of
        // ours. If the opponent moves first, this move can clear up to two of these squares: a piece leaves one
        // and captures on another, or the king and a rook each leave one by castling.
        let gone = if at.we_move() { 0 } else { 2 };
        let can_be = |first: &First| match *first {
            First::None => false,
            First::Any => true,
            First::To(to, through) => {
                (through & occupied).count() + usize::from(at.ours.contains(to)) <= gone
            }
            First::Step(_) if gone > 0 => true,
            First::Step(pawn) => {
                let ahead = pawn.offset(at.color.fold_wb(8, -8));
                at.en_passant
                    || ahead.is_some_and(|ahead| !occupied.contains(ahead))
                    || attacks::pawn_attacks(at.color, pawn).intersects(at.theirs)
            }
        };
        (self.castles && at.we_castle) || self.firsts.iter().any(can_be)
    }

    /// Whether the last move can give check, or, if only mate is wanted, whether it can give mate.
    fn can_check(
        &self,
        ours: Bitboard,
        our_king: Bitboard,
        castles: bool,
        at: &Situation<'_>,
    ) -> bool {
        let is_mate = self.wanted & !MATE == 0;
        let spare = at.our_moves - self.moves;
        let can_be = |line: Bitboard, king, gone: Bitboard| {
            let mate = is_mate.then(|| Mate {
                king,
                role: self.role,
                men: self.companions.with(self.to),
                empty: (self.to_be_empty() | line).with(self.from),
                spare,
                castles,
            });
            self.can_be_checked(line, king, gone, mate.as_ref(), [ours, our_king], at)
        };
        let is_attacked = |king| {
            // If only the moved piece gives check, the move can mate only if nothing can capture this piece.
            let is_single = is_mate && attacks::ray(self.from, king).is_empty();
            let gone = if is_single { capturers(self.to, king, at) } else { Bitboard::EMPTY };
            // A capturer on the from-square or on a companion's square costs us no extra move: the actor that
            // goes to this square captures it.
            let gone = gone & !self.companions.with(self.from);
            can_be(attacks::between(self.to, king), king, gone)
        };
        let is_discovered = |king| {
            let line = attacks::between(self.from, king);
            let sliders = behind(king, self.from) & at.ours & at.board.sliders();
            // A spare move may bring another piece onto the line behind the moving piece.
            (spare > 0 && can_be(line, king, Bitboard::EMPTY))
                || sliders.into_iter().any(|slider| {
                    let role = at.board.role_at(slider).unwrap_or(Role::Queen);
                    let line = attacks::between(slider, king).without(self.from);
                    origins(role, slider).contains(king) && can_be(line, king, Bitboard::EMPTY)
                })
        };
        (self.attacked & at.kings).into_iter().any(is_attacked)
            || (self.discovered & at.kings).into_iter().any(is_discovered)
    }

    /// Whether three things can all happen in time: the opponent's king goes to `king` (or is already there),
    /// the squares of `line` become empty, and the opponent's pieces and pawns on `gone` leave or are captured.
    /// If `mate` is set, mate must also be possible.
    fn can_be_checked(
        &self,
        line: Bitboard,
        king: Square,
        gone: Bitboard,
        mate: Option<&Mate>,
        [ours, our_king]: [Bitboard; 2],
        at: &Situation<'_>,
    ) -> bool {
        let spare = at.our_moves - self.moves;
        let in_the_way = ((self.empty | line) & ours).count();
        let squares = self.to_be_empty() | line;
        let others = ours | our_king;
        at.king_ways(king).any(|way| {
            let last = way.moves.min(1);
            // If the opponent's king has yet to go to `king`, any other piece or pawn of the opponent on this
            // square must leave it.
            let gone = if way.moves > 0 { gone.with(king) } else { gone };
            let theirs = way.their_men(squares | gone, at);
            // One spare move can count towards both of the first two conditions below: a piece of ours leaves a
            // square that must become empty, and captures a piece of theirs on another such square. The third
            // condition is necessary, because each move removes at most one piece or pawn from `squares`.
            let on_line = way.their_men(squares, at);
            let most = self.most_gone(squares | gone | way.through | way.around, at);
            let fills = at.their_moves - way.moves + usize::from(way.rook.any());
            in_the_way + last <= spare + at.their_moves
                && theirs + way.moves <= most
                && on_line + (squares & ours).count() + last <= most
                && mate.is_none_or(|mate| mate.is_possible(others, fills, at))
        })
    }

    /// The squares that must hold nothing but actors before the move.
    fn to_be_empty(&self) -> Bitboard {
        if self.wanted & QUIET == self.wanted { self.path.with(self.to) } else { self.path }
    }

    /// The maximum number of pieces and pawns that can leave `squares` or be captured there. Each move removes
    /// at most one.
    fn most_gone(&self, squares: Bitboard, at: &Situation<'_>) -> usize {
        let spare = at.our_moves - self.moves;
        let ranks = |stops: Bitboard| {
            let mut left = stops & squares;
            let mut ranks = 0;
            while let Some(stop) = left.first() {
                left &= !Bitboard::from(stop.rank());
                ranks += 1;
            }
            ranks
        };
        let pawns: usize = self.pawn_stops.map(ranks).iter().sum();
        let stops = self.free_stops + (self.stops & squares).count() + pawns;
        at.their_moves + spare + stops + usize::from(at.en_passant)
    }
}

/// The squares from which a piece could attack a king on `king` once the piece on `between` leaves.
fn behind(king: Square, between: Square) -> Bitboard {
    (attacks::ray(king, between) & !half_ray(between, king)).without(between)
}

impl Way {
    /// A route to `to` with `moves` moves. Between these moves, the piece may stop on any square.
    fn anyhow(to: Square, moves: usize) -> Way {
        Way {
            to,
            moves,
            first: if moves > 0 { First::Any } else { First::None },
            through: Bitboard::from_iter((moves > 0).then_some(to)),
            stops: Bitboard::EMPTY,
            free_stops: moves.saturating_sub(1),
            pawn_stops: Bitboard::EMPTY,
            castles: false,
        }
    }

    /// Extends the route by one move on an empty board.
    fn then(&self, to: Square) -> Way {
        Way {
            to,
            moves: self.moves + 1,
            through: self.through | attacks::between(self.to, to).with(to),
            stops: self.stops.with(self.to),
            ..*self
        }
    }
}

/// Lists routes on which the piece may stop on any square. A route consists of `before` moves, which lead to one
/// of `starts`, and then at least `from` moves. A route has at most `most` moves in total. For each square that
/// such a route can reach, lists only the shortest route.
fn anywhere(
    role: Role,
    starts: Bitboard,
    from: usize,
    before: usize,
    most: usize,
) -> impl Iterator<Item = Way> {
    let next = move |ends: &Bitboard| {
        Some(ends.into_iter().fold(Bitboard::EMPTY, |all, end| all | origins(role, end)))
    };
    let mut known = Bitboard::EMPTY;
    let ends = iter::successors(Some(starts), next).enumerate().skip(from);
    let ends = ends.take_while(move |(moves, _)| *moves <= MOST_MOVES && before + moves <= most);
    ends.flat_map(move |(moves, ends)| {
        let new = ends & !known;
        known |= ends;
        new.into_iter().map(move |to| Way::anyhow(to, before + moves))
    })
}

/// The routes of at most `most` moves by which the pawn can promote.
pub(super) fn promotions(role: Role, color: Color, pawn: Square, most: usize) -> &'static [Way] {
    static WAYS: LazyLock<Vec<OnceLock<Vec<Way>>>> =
        LazyLock::new(|| vec![OnceLock::new(); (MOST_PROMOTED + 1) * 64 * 2 * 6]);
    let most = most.min(MOST_PROMOTED);
    let man = (usize::from(role) - 1) * 2 + usize::from(color.is_white());
    let known = &WAYS[(man * 64 + usize::from(pawn)) * (MOST_PROMOTED + 1) + most];
    known.get_or_init(|| find_promotions(role, color, pawn, most))
}

/// The maximum number of moves that a piece needs to reach a square: seven for a king, six for a knight.
const MOST_MOVES: usize = 7;
/// The maximum number of moves that a pawn needs: six to promote, and then six to reach a square.
pub(super) const MOST_PROMOTED: usize = 12;

fn find_promotions(role: Role, color: Color, pawn: Square, most: usize) -> Vec<Way> {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    let ahead = pawn.rank().distance(last) as usize;
    let double = pawn.offset(color.fold_wb(16, -16)).filter(|_| ahead == 6);
    let starts = [double.map(|square| (square, 5)), Some((pawn, ahead))];
    let mut ways: Vec<Way> = Vec::new();
    for (start, moves) in starts.into_iter().flatten().filter(|(_, moves)| *moves <= most) {
        let ends = Bitboard::from(last).into_iter().filter(|&to| is_ahead(start, to));
        let ends: Bitboard = ends.collect();
        for to in ends {
            let ranks = |one: Square, other: Square| one.rank().distance(other.rank());
            let between = |&stop: &Square| {
                is_ahead(start, stop)
                    && is_ahead(stop, to)
                    && ranks(start, stop) + ranks(stop, to) == ranks(start, to)
            };
            let way = Way {
                first: First::Step(pawn),
                free_stops: 0,
                pawn_stops: Square::ALL.into_iter().filter(between).collect(),
                ..Way::anyhow(to, moves)
            };
            ways.push(way);
            let then = origins(role, to).into_iter().filter(|_| moves < most);
            ways.extend(then.map(|to| way.then(to)));
        }
        let any_way: Vec<Way> = anywhere(role, ends, 2, moves, most).collect();
        // Routes with the double step come first: they save a move, but reach fewer promotion squares. So we
        // skip a later route unless it is shorter than all known routes to the same square.
        let is_new = |way: &Way| {
            let mut known = ways.iter().filter(|known| known.to == way.to && known.free_stops > 0);
            known.all(|known| known.moves > way.moves)
        };
        let any_way = any_way.into_iter().filter(is_new);
        let any_way: Vec<Way> =
            any_way.map(|way| Way { first: First::Step(pawn), ..way }).collect();
        ways.extend(any_way);
    }
    ways
}

/// Whether a white pawn or a black pawn could get from `one` to `other`.
fn is_ahead(one: Square, other: Square) -> bool {
    let ranks = one.rank().distance(other.rank());
    ranks > 0 && one.file().distance(other.file()) <= ranks
}

/// Returns the routes of at most `most` moves for a piece on `square`.
pub(super) fn ways(role: Role, square: Square, most: usize) -> &'static [Way] {
    static WAYS: LazyLock<Vec<Vec<Way>>> = LazyLock::new(|| {
        let squares = |role| Square::ALL.map(|square| (role, square));
        let pieces = Role::ALL.into_iter().flat_map(squares);
        let ways = pieces.flat_map(|(role, square)| {
            let most = 0..=MOST_MOVES;
            most.map(move |most| find_ways(role, square, most))
        });
        ways.collect()
    });
    let piece = (usize::from(role) - 1) * 64 + usize::from(square);
    &WAYS[piece * (MOST_MOVES + 1) + most.min(MOST_MOVES)]
}

/// If a piece makes at least this many moves, we ignore its route: it may stop on any square.
const ANY_WAY: usize = 3;

fn find_ways(role: Role, square: Square, most: usize) -> Vec<Way> {
    let mut ways = vec![Way::anyhow(square, 0)];
    if role == Role::Pawn || most == 0 {
        return ways;
    }
    for to in origins(role, square) {
        let one = Way {
            first: First::To(to, attacks::between(square, to)),
            castles: castles(role, square, to),
            stops: Bitboard::EMPTY,
            ..ways[0].then(to)
        };
        ways.push(one);
        if most > 1 {
            let two = origins(role, to).without(square);
            ways.extend(two.into_iter().map(|to| one.then(to)));
        }
    }
    let castles = role == Role::Rook;
    let any_way = anywhere(role, square.into(), ANY_WAY, 0, most);
    ways.extend(any_way.map(|way| Way { castles, ..way }));
    if role == Role::King && [Square::E1, Square::E8].contains(&square) {
        let ends = [File::C, File::G].map(|file| Square::from_coords(file, square.rank()));
        let any_way = anywhere(role, ends.into_iter().collect(), 0, 1, most);
        ways.extend(any_way.map(|way| Way { castles: true, ..way }));
    }
    ways
}

/// Whether this move can be the rook's part of castling.
fn castles(role: Role, from: Square, to: Square) -> bool {
    let files = (from.file(), to.file());
    let is_castling = matches!(files, (File::A, File::D) | (File::H, File::F));
    role == Role::Rook
        && is_castling
        && from.rank() == to.rank()
        && Bitboard::BACKRANKS.contains(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_where_moves_lead() {
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        for (role, square) in pieces.iter().flat_map(|&role| Square::ALL.map(|sq| (role, sq))) {
            let mut reached = Bitboard::from(square);
            for most in 0..=MOST_MOVES {
                let ends: Bitboard = ways(role, square, most).iter().map(|way| way.to).collect();
                assert_eq!(ends, reached, "{role:?} {square} {most}");
                for from in reached {
                    reached |= attacks::attacks(from, role.of(Color::White), Bitboard::EMPTY);
                }
            }
        }
    }
}
