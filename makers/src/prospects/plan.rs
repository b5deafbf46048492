//! Plans: the ways of two men, and the last move. Whether a position leaves one possible.

use std::sync::LazyLock;

use san_strings_core::geometry::{half_ray, origins};
use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::situation::Situation;

/// A kind of move that is wanted, as one of four bits.
pub(super) fn wanted(is_capture: bool, is_check: bool) -> u8 {
    1 << (usize::from(is_capture) + 2 * usize::from(is_check))
}

/// The bits of the quiet moves, of those without check, and of a capture with check.
const QUIET: u8 = 0b0101;
const PLAIN: u8 = 0b0011;
const CAPTURE_CHECK: u8 = 0b1000;

/// A way of a man to a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: Square,
    pub(super) moves: usize,
    /// What must become empty of our men.
    pub(super) through: Bitboard,
    /// Where it stops on the way, if that is fixed.
    pub(super) stops: Bitboard,
    /// How many stops may be anywhere.
    pub(super) free_stops: usize,
    /// Where a pawn may stop before it promotes, once on each rank.
    pub(super) pawn_stops: Bitboard,
    /// Whether the first move may be castling.
    pub(super) castles: bool,
}

/// The ways of two men, and the last move that one of them makes then and the other could make, too.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    from: Square,
    to: Square,
    wanted: u8,
    /// The squares between the two men and the to-square.
    path: Bitboard,
    /// How many moves the ways have.
    moves: usize,
    /// What must become empty of our men.
    empty: Bitboard,
    /// Where the two stop on the way, and how many stops may be anywhere.
    stops: Bitboard,
    free_stops: usize,
    pawn_stops: [Bitboard; 2],
    /// Whether castling may be among their moves.
    castles: bool,
    /// Where a king may be attacked by the piece itself, and where along a line that it opens.
    attacked: Bitboard,
    discovered: Bitboard,
}

impl Plan {
    /// The plan for two men that have gone their ways, where some moves to a square are wanted.
    pub(super) fn new(role: Role, one: &Way, other: &Way, to: Square, wanted: u8) -> Plan {
        let (from, companion) = (one.to, other.to);
        let path = attacks::between(from, to) | attacks::between(companion, to);
        let can_stand = !path.with(from).with(companion);
        let attacked = origins(role, to).into_iter().filter(|&king| {
            let line = attacks::between(to, king);
            let through = |man| attacks::between(man, king).contains(to);
            // Neither of the two attacked him before.
            !line.contains(from)
                && !line.contains(companion)
                && (wanted & CAPTURE_CHECK != 0 || !(through(from) || through(companion)))
        });
        // Along its own lines the piece would have attacked him before.
        let lines = attacks::queen_attacks(from, Bitboard::EMPTY) & !origins(role, from);
        let discovered = lines.into_iter().filter(|&king| {
            behind(king, from).any() && !attacks::between(from, king).contains(companion)
        });
        Plan {
            from,
            to,
            wanted,
            path,
            moves: one.moves + other.moves,
            empty: (one.through | other.through | path).with(to),
            stops: one.stops | other.stops,
            free_stops: one.free_stops + other.free_stops,
            pawn_stops: [one.pawn_stops, other.pawn_stops],
            castles: one.castles || other.castles,
            attacked: attacked.collect::<Bitboard>() & can_stand,
            discovered: discovered.collect::<Bitboard>() & can_stand,
        }
    }

    /// Whether all conditions leave the last move possible.
    pub(super) fn is_possible(&self, role: Role, ours: Bitboard, at: &Situation<'_>) -> bool {
        let spare = at.our_moves - self.moves;
        let king = at.board.kings() & at.ours;
        // With a rook that is none of the two men he castles by a spare move.
        let others = role != Role::Rook || (at.board.rooks() & at.ours).count() > 2;
        let castles = at.we_castle && (self.castles || (spare > 0 && others));
        let ours = if castles { ours & !king } else { ours };
        let in_the_way = self.empty & ours;
        let squares = self.to_be_empty();
        let men = squares & (ours | king | at.theirs);
        let castle = || {
            usize::from(at.they_leave(squares))
                + usize::from(castles && at.leave(at.color, at.board.rooks(), squares))
        };
        let stay = men.count().saturating_sub(self.most_gone(squares, at));
        in_the_way.count() <= spare + at.their_moves
            && (spare > 0 || !in_the_way.intersects(king))
            && (stay == 0 || stay <= castle())
            && (self.wanted & PLAIN != 0 || self.can_check(ours, at))
    }

    /// Whether the move may give check.
    fn can_check(&self, ours: Bitboard, at: &Situation<'_>) -> bool {
        let is_attacked = |king| self.is_free_to(attacks::between(self.to, king), king, ours, at);
        let is_discovered = |king| {
            let line = attacks::between(self.from, king);
            let sliders = behind(king, self.from) & at.ours & at.board.sliders();
            // By a spare move another piece may come.
            (at.our_moves > self.moves && self.is_free_to(line, king, ours, at))
                || sliders.into_iter().any(|slider| {
                    let role = at.board.role_at(slider).unwrap_or(Role::Queen);
                    let line = attacks::between(slider, king).without(self.from);
                    origins(role, slider).contains(king) && self.is_free_to(line, king, ours, at)
                })
        };
        (self.attacked & at.kings).into_iter().any(is_attacked)
            || (self.discovered & at.kings).into_iter().any(is_discovered)
    }

    /// Whether their king can be on a square, and a line to him be empty.
    fn is_free_to(&self, line: Bitboard, king: Square, ours: Bitboard, at: &Situation<'_>) -> bool {
        let spare = at.our_moves - self.moves;
        let in_the_way = ((self.empty | line) & ours).count();
        let squares = self.to_be_empty() | line;
        at.king_ways(king).any(|way| {
            let last = way.moves.min(1);
            let theirs = way.their_men(squares, at);
            let most = self.most_gone(squares | way.through | way.around, at);
            in_the_way + last <= spare + at.their_moves
                && theirs + way.moves <= most
                && theirs + (squares & ours).count() + last <= most
        })
    }

    /// What must be empty of all other men before the move.
    fn to_be_empty(&self) -> Bitboard {
        if self.wanted & QUIET == self.wanted { self.path.with(self.to) } else { self.path }
    }

    /// How many men of both sides can leave some squares or be captured there, one by a move.
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
        let [one, other] = self.pawn_stops.map(ranks);
        let stops = self.free_stops + (self.stops & squares).count() + one + other;
        at.their_moves + spare + stops + usize::from(at.en_passant)
    }
}

/// Where a piece attacks a king once the square between them is left.
fn behind(king: Square, between: Square) -> Bitboard {
    (attacks::ray(king, between) & !half_ray(between, king)).without(between)
}

impl Way {
    /// A way that may go anywhere.
    fn anyhow(to: Square, moves: usize) -> Way {
        Way {
            to,
            moves,
            through: Bitboard::from_iter((moves > 0).then_some(to)),
            stops: Bitboard::EMPTY,
            free_stops: moves.saturating_sub(1),
            pawn_stops: Bitboard::EMPTY,
            castles: false,
        }
    }

    /// The way with a straight move added at its end.
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

/// Ways to every square.
fn anywhere(moves: usize) -> impl Iterator<Item = Way> {
    Square::ALL.into_iter().map(move |to| Way::anyhow(to, moves))
}

/// The ways of at most `most` moves of a pawn that promotes.
pub(super) fn promotions(role: Role, color: Color, pawn: Square, most: usize) -> Vec<Way> {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    let ahead = pawn.rank().distance(last) as usize;
    let double = pawn.offset(color.fold_wb(16, -16)).filter(|_| ahead == 6);
    let starts = [Some((pawn, ahead)), double.map(|square| (square, 5))];
    let mut ways = Vec::new();
    for (start, moves) in starts.into_iter().flatten() {
        let Some(left) = most.checked_sub(moves) else {
            continue;
        };
        for to in Bitboard::from(last) {
            if is_ahead(start, to) {
                let ranks = |one: Square, other: Square| one.rank().distance(other.rank());
                let between = |&stop: &Square| {
                    is_ahead(start, stop)
                        && is_ahead(stop, to)
                        && ranks(start, stop) + ranks(stop, to) == ranks(start, to)
                };
                let way = Way {
                    free_stops: 0,
                    pawn_stops: Square::ALL.into_iter().filter(between).collect(),
                    ..Way::anyhow(to, moves)
                };
                ways.push(way);
                let then = origins(role, to).into_iter().filter(|_| left > 0);
                ways.extend(then.map(|to| way.then(to)));
            }
        }
    }
    let moves = ahead.min(5) + 2;
    if moves <= most {
        ways.extend(anywhere(moves));
    }
    ways
}

/// Whether a pawn that goes to one of two squares can go to the other, on its way to the last rank
/// or from it.
fn is_ahead(one: Square, other: Square) -> bool {
    let ranks = one.rank().distance(other.rank());
    ranks > 0 && one.file().distance(other.file()) <= ranks
}

/// The ways of a piece of at most `most` moves.
pub(super) fn ways(role: Role, square: Square, most: usize) -> &'static [Way] {
    static WAYS: LazyLock<Vec<Vec<Way>>> = LazyLock::new(|| {
        let squares = |role| Square::ALL.map(|square| (role, square));
        let pieces = Role::ALL.into_iter().flat_map(squares);
        let ways = pieces.flat_map(|(role, square)| {
            let most = 0..=ANY_WAY;
            most.map(move |most| find_ways(role, square, most))
        });
        ways.collect()
    });
    let piece = (usize::from(role) - 1) * 64 + usize::from(square);
    &WAYS[piece * (ANY_WAY + 1) + most.min(ANY_WAY)]
}

/// With this many moves a piece may go any way, a bishop to the squares of its colour.
pub(super) const ANY_WAY: usize = 3;

fn find_ways(role: Role, square: Square, most: usize) -> Vec<Way> {
    let mut ways = vec![Way::anyhow(square, 0)];
    if role == Role::Pawn || most == 0 {
        return ways;
    }
    for to in origins(role, square) {
        let one =
            Way { castles: castles(role, square, to), stops: Bitboard::EMPTY, ..ways[0].then(to) };
        ways.push(one);
        if most > 1 {
            let two = origins(role, to).without(square);
            ways.extend(two.into_iter().map(|to| one.then(to)));
        }
    }
    if most >= ANY_WAY {
        let castles = role == Role::Rook;
        let is_open = |way: &Way| role != Role::Bishop || way.to.is_light() == square.is_light();
        ways.extend(anywhere(ANY_WAY).filter(is_open).map(|way| Way { castles, ..way }));
    }
    ways
}

/// Whether a move of a rook may be part of castling.
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

    /// A piece has a way to each square that it reaches on an empty board, and a bishop to no other.
    #[test]
    fn ways_lead_where_moves_lead() {
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        for (role, square) in pieces.iter().flat_map(|&role| Square::ALL.map(|sq| (role, sq))) {
            let mut reached = Bitboard::from(square);
            for most in 0..=ANY_WAY {
                let ends: Bitboard = ways(role, square, most).iter().map(|way| way.to).collect();
                assert_eq!(ends & reached, reached, "{role:?} {square} {most}");
                assert!(role != Role::Bishop || ends == reached, "{square} {most}");
                for from in reached {
                    reached |= attacks::attacks(from, role.of(Color::White), Bitboard::EMPTY);
                }
            }
        }
    }
}
