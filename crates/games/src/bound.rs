//! Computes a lower bound on the number of plies of a game that plays a string.
//!
//! The side that plays the string makes the last move. The last move requires certain pieces on certain
//! squares, so this side must first bring these pieces to their squares. Each move moves one piece (castling:
//! the king and a rook), so we can add up the moves of different pieces. We ignore everything else: pieces in
//! the way, the moves of the other side, and check. These could only cost this side more moves, so no game has
//! fewer plies than the bound.
//!
//! 1. **Which squares.** The piece that makes the last move comes from a square from which it reaches the
//!    to-square on an empty board. The string may name the file or the rank of the from-square. A companion
//!    is another piece of the same kind that could go to the to-square. If there are companions, SAN writes
//!    the file of the from-square. If a companion is on this file, SAN writes the rank instead. If one
//!    companion is on this file and another on this rank, SAN writes the whole square
//!    ([`Companions`](san_strings_core::Companions)). A pawn that does not capture comes from the square
//!    behind the to-square or, with a double step, from two squares behind. A pawn that captures comes from
//!    the file that the string names.
//! 2. **Which pieces.** We assign a piece to the from-square and to the square of each companion, and use
//!    no piece twice. A piece is either on the board from the start, or a promoted pawn. We choose the pieces
//!    that need the fewest moves in total.
//! 3. **At what cost.** For each piece, we count the moves that it needs on an empty board. Castling moves the
//!    king two files in one move. For a rook, we ignore castling, because a single rook move takes the rook
//!    to the same square. A pawn needs one move per rank, or one fewer with a double step, and can
//!    change file by one with each single step. It may promote on any file, and the promoted piece continues
//!    from the promotion square.
//! 4. **Which colour.** Either colour may play the string, so we take the smaller number of plies. The n-th
//!    move of the side that moves first is ply 2n - 1, and the n-th move of the other side is ply 2n.

use std::{
    fmt, iter,
    sync::{LazyLock, OnceLock},
};

use shakmaty::{
    Bitboard, ByColor, Chess, Color, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus},
};

use san_strings_core::{
    Vocabulary,
    english::role_name,
    occurrence::{Placement, placements},
};

/// A lower bound on the number of plies in a game that ends with a string. We find it by counting moves.
///
/// ```
/// use san_strings_games::san_strings_core::parse;
/// use san_strings_games::Bound;
/// use san_strings_games::shakmaty::Chess;
///
/// // Two of the three queens are promoted pawns.
/// let bound = Bound::of(&Chess::default(), parse("Qa1b2")?).expect("it can be played");
/// assert_eq!((bound.moves, bound.plies), (13, 26));
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Bound {
    /// The bound: no game that ends with the string has fewer plies.
    pub plies: usize,
    /// The number of moves that `color` needs, including the last move.
    pub moves: usize,
    /// The side that plays the string.
    pub color: Color,
    /// The pieces that must be on certain squares before the last move. The piece that makes the last move
    /// comes first.
    pub men: Vec<Man>,
}

/// A piece or pawn that must be on a certain square before a string can be played.
///
/// ```
/// use san_strings_games::san_strings_core::{parse, shakmaty::{Chess, Role}};
/// use san_strings_games::Bound;
///
/// let bound = Bound::of(&Chess::default(), parse("Qa1b2")?).expect("it can be played");
/// let queens = bound.men.iter().filter(|man| man.role == Role::Queen);
/// assert_eq!(queens.clone().count(), 3);
/// assert_eq!(queens.filter(|man| man.is_promoted).count(), 2);
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Man {
    /// The role of the piece when it is on `square`, after any promotion.
    pub role: Role,
    /// The square where the piece must be before the last move.
    pub square: Square,
    /// The number of moves that the piece needs to get to this square.
    pub moves: usize,
    /// Whether the piece is a promoted pawn.
    pub is_promoted: bool,
}

impl Bound {
    /// Computes the bound for games that start from `root` and end with the string. `None` if neither side
    /// can bring its pieces to the squares that the string requires.
    pub fn of(root: &Chess, san: SanPlus) -> Option<Bound> {
        let bounds = Color::ALL.into_iter().filter_map(|color| Bound::of_side(root, san, color));
        bounds.min_by_key(|bound| bound.plies)
    }

    /// Computes the bound for games from `root` in which `color` plays the string. `None` if this side cannot
    /// bring its pieces to the squares that the string requires.
    pub fn of_side(root: &Chess, san: SanPlus, color: Color) -> Option<Bound> {
        let role = match san.san {
            San::Normal { role, .. } => role,
            _ => Role::King,
        };
        let side = Side::new(root, color, role);
        let settings = settings(san.san, color).into_iter();
        let men = settings
            .filter_map(|squares| side.assign(&squares, &side.originals, &side.promotions))
            .min_by_key(|men| total(men))?;
        let moves = total(&men) + 1;
        let plies = 2 * moves - usize::from(color == root.turn());
        Some(Bound { plies, moves, color, men })
    }

    /// Computes the bound for games from the initial position, and caches it. `None` if the string is not in
    /// our lists.
    pub fn occurring(san: SanPlus) -> Option<&'static Bound> {
        let bounds =
            Color::ALL.into_iter().filter_map(|color| Bound::occurring_of_side(san, color));
        bounds.min_by_key(|bound| bound.plies)
    }

    /// Like [`Bound::occurring`], for games in which `color` plays the string.
    pub fn occurring_of_side(san: SanPlus, color: Color) -> Option<&'static Bound> {
        type Known = ByColor<OnceLock<Option<Bound>>>;
        static KNOWN: LazyLock<Vec<Known>> =
            LazyLock::new(|| vec![Known::default(); Vocabulary::base().len()]);
        // A `+` or `#` does not change the bound.
        let base = SanPlus { suffix: None, ..san };
        let known = KNOWN[usize::from(Vocabulary::base().id_of(base)?)].get(color);
        known.get_or_init(|| Bound::of_side(&Chess::default(), base, color)).as_ref()
    }
}

impl fmt::Display for Bound {
    /// Writes a sentence such as `White, the quicker side, needs 1 move`, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = self.color.fold_wb("White", "Black");
        write!(f, "{color}, the quicker side, needs {} move", self.moves)?;
        if self.moves == 1 {
            return Ok(());
        }
        write!(f, "s: ")?;
        for man in self.men.iter().filter(|man| man.moves > 0) {
            let (role, square) = (role_name(man.role), man.square);
            let bring = if man.is_promoted { "promote a pawn and bring the" } else { "bring a" };
            write!(f, "{} to {bring} {role} to {square}, ", man.moves)?;
        }
        write!(f, "and 1 for the move itself")
    }
}

/// Lists the ways in which a side can play a string. Each way is a list of the squares where pieces must be,
/// starting with the from-square of the last move.
fn settings(san: San, color: Color) -> Vec<Vec<Square>> {
    if matches!(san, San::Castle(_)) {
        // Castling needs earlier moves that clear the squares between king and rook, but we count only
        // castling itself.
        return vec![Vec::new()];
    }
    let placements = placements(san)
        .filter(|Placement { piece, .. }| piece.role != Role::Pawn || piece.color == color);
    let squares = |Placement { from, companions, .. }| {
        let file = Bitboard::from(from.file());
        iter::once(from).chain(companions & file).chain(companions & !file).collect()
    };
    placements.map(squares).collect()
}

/// The pieces of one role that a side has, or can get by promotion.
struct Side {
    color: Color,
    role: Role,
    /// The squares of the pieces that already have the role.
    originals: Vec<Square>,
    /// For each pawn, the number of moves that it needs to promote, in ascending order.
    promotions: Vec<usize>,
    can_castle: bool,
}

impl Side {
    fn new(root: &Chess, color: Color, role: Role) -> Side {
        let board = root.board();
        let pawns = match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            _ => board.by_piece(color.pawn()),
        };
        let promotions = pawns.into_iter().map(|pawn| {
            let ahead = color.fold_wb(7 - pawn.rank().to_usize(), pawn.rank().to_usize());
            // The pawn's first move may be a double step.
            ahead - usize::from(ahead == 6)
        });
        let mut promotions: Vec<usize> = promotions.collect();
        promotions.sort_unstable();
        Side {
            color,
            role,
            originals: board.by_piece(role.of(color)).into_iter().collect(),
            promotions,
            can_castle: root.castles().has_color(color),
        }
    }

    /// Counts the moves that a piece needs from one square to another. `None` if the piece cannot reach `to`.
    fn moves(&self, from: Square, to: Square) -> Option<usize> {
        match self.role {
            Role::Pawn => {
                let rank = |sq: Square| self.color.fold_wb(sq.rank(), sq.rank().flip_vertical());
                let ahead = rank(to).to_usize().checked_sub(rank(from).to_usize())?;
                let aside = usize::try_from(from.file().distance(to.file())).ok()?;
                let doubles = rank(from) == Rank::Second && ahead >= 2 && aside <= ahead - 2;
                (aside <= ahead).then_some(ahead - usize::from(doubles))
            }
            Role::King if self.can_castle => {
                let walk = |from| distance(Role::King, from, to);
                let castled =
                    [Square::G1, Square::C1].map(|sq| self.color.fold_wb(sq, sq.flip_vertical()));
                let castled = castled.into_iter().filter_map(|sq| Some(walk(sq)? + 1));
                castled.chain(walk(from)).min()
            }
            role => distance(role, from, to),
        }
    }

    /// Counts the moves that a promoted piece needs from the last rank to a square.
    fn moves_promoted(&self, to: Square) -> Option<usize> {
        let last = Bitboard::from(self.color.fold_wb(Rank::Eighth, Rank::First));
        last.into_iter().filter_map(|from| distance(self.role, from, to)).min()
    }

    /// Finds the cheapest way to fill `squares` with pieces from `originals` and with promoted pawns.
    fn assign(
        &self,
        squares: &[Square],
        originals: &[Square],
        promotions: &[usize],
    ) -> Option<Vec<Man>> {
        let Some((&square, rest)) = squares.split_first() else {
            return Some(Vec::new());
        };
        let man = |moves, is_promoted| Man { role: self.role, square, moves, is_promoted };
        let original = |(n, &from): (usize, &Square)| {
            let first = man(self.moves(from, square)?, false);
            let left = [&originals[..n], &originals[n + 1..]].concat();
            Some([vec![first], self.assign(rest, &left, promotions)?].concat())
        };
        let promoted = || {
            let (promotion, left) = promotions.split_first()?;
            let first = man(promotion + self.moves_promoted(square)?, true);
            Some([vec![first], self.assign(rest, originals, left)?].concat())
        };
        let ways = originals.iter().enumerate().filter_map(original);
        ways.chain(promoted()).min_by_key(|men| total(men))
    }
}

fn total(men: &[Man]) -> usize {
    men.iter().map(|man| man.moves).sum()
}

/// Counts the moves that a piece needs from one square to another on an empty board.
fn distance(role: Role, from: Square, to: Square) -> Option<usize> {
    static REACHED: LazyLock<Vec<[Bitboard; 8]>> = LazyLock::new(|| {
        let of_role = |role| Square::ALL.map(|from| reached(role, from));
        Role::ALL.into_iter().flat_map(of_role).collect()
    });
    let reached = &REACHED[(usize::from(role) - 1) * 64 + from.to_usize()];
    reached.iter().position(|squares| squares.contains(to))
}

/// The squares that a piece can reach on an empty board, indexed by the maximum number of moves.
fn reached(role: Role, from: Square) -> [Bitboard; 8] {
    let mut reached = [Bitboard::from(from); 8];
    for moves in 1..8 {
        let before = reached[moves - 1];
        let next = |sq| attacks::attacks(sq, role.of(Color::White), Bitboard::EMPTY);
        let next = before.into_iter().map(next);
        reached[moves] = next.fold(before, |all, squares| all | squares);
    }
    reached
}
