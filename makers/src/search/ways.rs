//! A target for the beam search: play a string in any way, within a given number of plies.
//!
//! A [`Goal`] is one way to play a string. A beam search that aims at a single goal misses the games in which
//! another goal turns out to be nearer. So in each position, we look for the nearest goal. We drop a position
//! only if, for every goal, one side needs more moves than it has left.
//!
//! We only estimate how many moves a side needs. For example, we count one move for each piece in the way,
//! although a capture may save a move. The estimate is roughest for pawns that promote. So if a promotion may
//! be needed, we tolerate an error: we keep a position in which one side lacks at most `LATE` moves, if both
//! sides together have enough moves.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, Position, Role, Square, attacks,
    san::{SanPlus, Suffix},
};

use super::{
    beam::{Aim, PLY},
    distance::{MOVE, distance, nearest, promotions},
    heuristic::{Goal, count},
};

/// The number of moves that stands for *unreachable*: more moves than a piece ever needs.
const NEVER: u32 = 100;

/// The cost of each flight square of the king: half the cost of a ply.
const FLIGHT: u32 = PLY / 2;

/// The tolerance in positions where a promotion may be needed: we keep such a position even if a side seems to
/// need up to this many moves more than it has left.
const LATE: u32 = 3;

/// All ways in which one side can play a string.
#[derive(Clone, Debug)]
pub struct Ways {
    san: SanPlus,
    us: Color,
    role: Role,
    /// The squares on which at least one way to play the string needs a piece of this role.
    squares: Bitboard,
    /// The square of the piece to be captured.
    victim: Option<Square>,
    /// The ways, grouped by the squares that they need.
    groups: Vec<Vec<Goal>>,
}

impl Ways {
    /// Selects the goals in which the side `us` plays the string. Returns `None` if there are none.
    pub fn new(goals: &[Goal], us: Color) -> Option<Ways> {
        let ours: Vec<&Goal> = goals.iter().filter(|goal| goal.us == us).collect();
        let &&Goal { san, role, victim, .. } = ours.first()?;
        let squares = ours.iter().flat_map(|goal| goal.squares.iter().copied()).collect();
        let groups = ours.chunk_by(|one, two| one.squares == two.squares);
        let groups = groups.map(|group| group.iter().map(|&goal| goal.clone()).collect()).collect();
        Some(Ways { san, us, role, squares, victim, groups })
    }
}

impl Aim for Ways {
    fn estimate(&self, position: &Chess, left: usize) -> Option<u32> {
        let left = u32::try_from(left).expect("a few plies");
        // Our side plays the last of the `left` plies. So if `left` is odd, our side plays one ply more
        // than the other side.
        let (ours_left, theirs_left) = (left.div_ceil(2), left / 2);
        let men = Men::new(self, position, theirs_left)?;
        let late = if men.promotions.is_empty() { 0 } else { LATE };
        let mut best: Option<u32> = None;
        for group in &self.groups {
            let ours = 1 + men.moves_to(&group[0].squares) + men.own_victim;
            if ours > ours_left + late {
                continue;
            }
            for goal in group {
                let Some((more, theirs)) = men.moves_for(goal) else {
                    continue;
                };
                let ours = ours + more;
                let in_time = ours <= ours_left + late && theirs <= theirs_left + late;
                if in_time && ours + theirs <= left {
                    let estimate = PLY * (ours + theirs) + FLIGHT * men.flights(goal);
                    best = Some(best.map_or(estimate, |best| best.min(estimate)));
                }
            }
        }
        best
    }

    fn is_reached(&self, san: SanPlus) -> bool {
        san == self.san
    }

    // In effect, there is no limit. The search ends anyway, because it drops positions that cannot reach the
    // target in time.
    const MAX_STALLED_PLIES: usize = 100;
}

/// Facts about the pieces and pawns of a position. We compute these facts once, and use them for every way to play
/// the string.
struct Men<'a> {
    ways: &'a Ways,
    position: &'a Chess,
    /// Our pieces of the role that the string names.
    movers: Bitboard,
    /// For each of these pieces, the estimated number of moves to reach each square of `ways.squares`.
    distances: [[u8; 64]; 10],
    /// For each of our pawns, the estimated number of moves to promote, plus one move for the promoted piece to
    /// reach its square. In ascending order. Empty unless we may have to promote a pawn to this role.
    promotions: Vec<u32>,
    /// The number of moves that we need to vacate the square of the capture: 1 if one of our pieces or pawns is
    /// there, otherwise 0. Our pieces of the same role as the moving piece do not count.
    own_victim: u32,
    /// The number of moves that the opponent's nearest piece or pawn, apart from the king, needs to reach the
    /// square of the capture. 0 if the string is not a capture.
    victim: u32,
    /// The squares that we attack. Empty unless the move has to mate.
    attacked: Bitboard,
}

impl<'a> Men<'a> {
    /// Examines a position. Returns `None` if no piece or pawn of the opponent, apart from the king, can reach
    /// the square of the capture in time.
    fn new(ways: &'a Ways, position: &'a Chess, theirs_left: u32) -> Option<Men<'a>> {
        let board = position.board();
        let (us, them) = (ways.us, ways.us.other());
        let ours = board.by_color(us);
        let victim = match ways.victim {
            None => 0,
            Some(to) => {
                let victims = board.by_color(them) & !board.kings();
                nearest(victims.into_iter(), them, to, board)?.0 / MOVE
            }
        };
        if victim > theirs_left {
            return None;
        }
        let movers = board.by_piece(ways.role.of(us));
        let mut distances = [[0; 64]; 10];
        for (man, row) in movers.into_iter().zip(&mut distances) {
            for to in ways.squares {
                let direct = distance(ways.role, us, man, to, board).map(|cost| cost / MOVE);
                let castled = match ways.role {
                    Role::King => castled(position, us, to),
                    _ => None,
                };
                let least = castled.into_iter().chain(direct).min().unwrap_or(NEVER);
                row[usize::from(to)] = u8::try_from(least).expect("at most a hundred");
            }
        }
        let short = ways.groups.iter().any(|group| group[0].squares.len() > movers.count());
        let promotes = !matches!(ways.role, Role::Pawn | Role::King);
        let promotions = match ways.squares.first() {
            // Even if there are enough bishops, they may be on squares of the wrong colour. Then a pawn has
            // to promote.
            Some(square) if promotes && (short || ways.role == Role::Bishop) => {
                let costs = promotions(board, us, ways.role, square);
                costs.into_iter().map(|cost| cost / MOVE + 1).collect()
            }
            _ => Vec::new(),
        };
        let attacked = match ways.san.suffix {
            Some(Suffix::Checkmate) => {
                // We remove their king from the board before we compute the attacks. Otherwise the king would
                // shield the square behind it, and we would take this square for a flight square.
                let occupied = board.occupied() & !board.by_piece(them.king());
                let attack = |(square, man)| attacks::attacks(square, man, occupied);
                let men = board.clone().into_iter().filter(|(_, man)| man.color == us);
                men.map(attack).fold(Bitboard::EMPTY, |all, squares| all | squares)
            }
            _ => Bitboard::EMPTY,
        };
        let own_victim = ways.victim.is_some_and(|to| (ours & !movers).contains(to)).into();
        Some(Men { ways, position, movers, distances, promotions, own_victim, victim, attacked })
    }

    /// The minimum total number of moves needed to bring a different piece to each of these squares.
    fn moves_to(&self, squares: &[Square]) -> u32 {
        self.assign(squares, 0, &self.promotions)
    }

    /// The minimum total number of moves needed to bring a different piece to each of `squares`. `used` is a
    /// bit mask of the pieces that are already assigned, by their index in `distances`. `pawns` contains the
    /// items of `promotions` whose pawns are not yet assigned.
    fn assign(&self, squares: &[Square], used: u32, pawns: &[u32]) -> u32 {
        let Some((&square, rest)) = squares.split_first() else {
            return 0;
        };
        let promoted = pawns.split_first();
        let mut best =
            promoted.map_or(NEVER, |(moves, pawns)| moves + self.assign(rest, used, pawns));
        for man in 0..self.movers.count() {
            let moves = u32::from(self.distances[man][usize::from(square)]);
            if used >> man & 1 == 0 && moves < best {
                best = best.min(moves + self.assign(rest, used | 1 << man, pawns));
            }
        }
        best
    }

    /// Returns how many moves we need for this goal, and how many the opponent needs. Does not count the moves
    /// that bring pieces to the squares of the goal.
    fn moves_for(&self, goal: &Goal) -> Option<(u32, u32)> {
        let board = self.position.board();
        let (us, them) = (self.ways.us, self.ways.us.other());
        let (ours, theirs) = (board.by_color(us), board.by_color(them) & !board.kings());
        let mut moves = count(goal.empty & ours & !self.movers);
        let mut their_moves = self.victim + count(goal.empty & theirs);
        if let Some(king) = goal.king {
            moves += u32::from(ours.contains(king));
            let walked = board.king_of(them)?.distance(king);
            their_moves +=
                castled(self.position, them, king).map_or(walked, |moves| moves.min(walked));
        }
        if let Some((role, square)) = goal.checker {
            let sliders = board.by_piece(role.of(us)) | board.by_piece(us.queen());
            // The moving piece and its companions go to squares of the goal, so they cannot also give the
            // discovered check. We therefore ignore all pieces of their role, unless the discovered check must come
            // from a piece of the same role.
            let sliders = if role == self.ways.role { sliders } else { sliders & !self.movers };
            moves += nearest(sliders.into_iter(), us, square, board)?.0 / MOVE;
        }
        Some((moves, their_moves))
    }

    /// Counts the flight squares of the king that the move has to mate: the squares around this king that we do
    /// not attack, and that hold no piece or pawn of its side. 0 if the move need not mate.
    fn flights(&self, goal: &Goal) -> u32 {
        let (Some(king), Some(Suffix::Checkmate)) = (goal.king, goal.san.suffix) else {
            return 0;
        };
        let board = self.position.board();
        let theirs = board.by_color(self.ways.us.other()) & !board.kings();
        count(attacks::king_attacks(king) & !(goal.guarded | theirs | self.attacked))
    }
}

/// The minimum number of moves that a king needs to reach a square if it castles first. `None` if it has no
/// right to castle.
fn castled(position: &Chess, color: Color, to: Square) -> Option<u32> {
    let sides = CastlingSide::ALL.into_iter();
    let sides = sides.filter(|&side| position.castles().has(color, side));
    sides.map(|side| 1 + side.king_to(color).distance(to)).min()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use san_strings::shortest_games;
    use san_strings_games::replay::after;
    use shakmaty::san::San;

    use super::*;
    use crate::search::{
        beam::{Limits, Line, search},
        heuristic::plans,
        state::State,
    };

    /// A side's ways to play a string. `None` for pawn moves and castling.
    fn ways(san: SanPlus, us: Color) -> Option<Ways> {
        let goals = Goal::all(san, &plans(san.san));
        Ways::new(&goals, us).filter(|ways| ways.role != Role::Pawn)
    }

    /// In the position before the last move of a game, at least one way to play the string needs only one more
    /// move.
    #[test]
    fn a_way_ends_each_game() {
        let mut played = 0;
        for (san, moves) in shortest_games().moves().step_by(7) {
            let before = after(&moves[..moves.len() - 1]);
            let Some(ways) = ways(san, before.turn()) else {
                continue;
            };
            let estimate = ways.estimate(&before, 1);
            assert!(estimate.is_some_and(|estimate| estimate >= PLY), "{san}: {estimate:?}");
            assert_eq!(ways.estimate(&before, 0), None, "{san}");
            played += 1;
        }
        assert!(played > 3500, "{played}");
    }

    /// We take a sample of shortest games that end with a knight or rook move. For at least half of them, a
    /// narrow beam finds a game of the same length. The beam never finds a shorter game.
    #[test]
    fn a_beam_finds_the_shortest_games() {
        let state = State::new();
        let (mut found, mut all) = (0, 0);
        for (san, moves) in shortest_games().moves() {
            let San::Normal { role: Role::Knight | Role::Rook, file: Some(_), .. } = san.san else {
                continue;
            };
            let plies = moves.len();
            let side = if plies % 2 == 1 { Color::White } else { Color::Black };
            if plies > crate::proof::at_least(san) || all == 40 {
                continue;
            }
            let ways = ways(san, side).expect("a knight or a rook");
            let limits = Limits { width: 300, plies: plies + 1, new: 0 };
            let start = [Line::default()];
            let mut random = Rng::with_seed(all);
            let line = search(&state, &ways, &start, limits, &mut random, |_| ());
            if let Some(line) = line {
                assert_eq!(line.moves.len(), plies, "{san}");
                found += 1;
            }
            all += 1;
        }
        assert!(found >= 20, "{found} of {all}");
    }
}
