//! Which positions can still lead to a move that is looked for, at one ply.
//!
//! A game that ends with such a move goes through such positions only, so an
//! [enumeration](super::enumerate) that looks for the move leaves all others out. A position is
//! left out if no way to play the move at that ply is left. The move has the piece that makes it
//! and, as SAN names a file or a rank, a companion. The side that plays it has some moves left,
//! and the other side has some. Suppose that a game plays the move. Then:
//!
//! 1. **The men.** The piece and the companion stand somewhere now, or are pawns that will
//!    promote. Each makes some moves to its square, and the last move is one more. These are moves
//!    of one side, and at most as many as it has left. The others are *spare*.
//! 2. **Our men in the way.** The squares that these moves go through and to, and those between
//!    the to-square and the two men, have to become empty of all others. Each of our men there has
//!    to leave by a spare move, or be captured. The king is never captured. Castling may move him
//!    together with one of the men.
//! 3. **Their men in the way.** Whatever stands between the to-square and the two men, and on the
//!    to-square if nothing is to be captured, has to leave by a move of theirs or be
//!    captured. A move takes one away, but castling two.
//! 4. **Check.** If only a check will do, their king has to be where the piece attacks
//!    him, or on a line that the piece opens for another. He has moves of his side to get there.
//!    The last of them takes none of our men out of the way, because there is none of them where
//!    he stands then, and none in between.
//!
//! A piece that makes three moves or more may go any way, and so may a promoted one from its second
//! move on. Of these the first three conditions ask less.

use std::{borrow::Cow, sync::LazyLock};

use shakmaty::{
    Bitboard, Board, Color, Rank, Role, Setup, Square, attacks,
    san::{San, SanPlus},
};

use crate::{
    Discriminator,
    san::geometry::{half_ray, origins},
};

/// The moves looked for, of one side.
#[derive(Clone, Debug)]
pub struct Prospects {
    color: Color,
    roles: Vec<Wanted>,
}

/// The moves looked for, of one role.
#[derive(Clone, Debug)]
struct Wanted {
    role: Role,
    /// The moves wanted, for each to-square and each file or rank that SAN names.
    files: [[u8; 8]; 64],
    ranks: [[u8; 8]; 64],
}

/// The moves that are wanted, as bits: quiet, capture, quiet with check, capture with check. These
/// are the quiet ones, and those without check.
const QUIET: u8 = 0b0101;
const PLAIN: u8 = 0b0011;

/// A way of a man to a square.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: Square,
    moves: usize,
    /// What must become empty of our men.
    through: Bitboard,
}

/// A man that may make the last move, or be its companion.
struct Man<'a> {
    /// Where it is.
    square: Square,
    ways: Cow<'a, [Way]>,
}

/// A position, as far as the conditions need it.
struct Situation<'a> {
    board: &'a Board,
    ours: Bitboard,
    theirs: Bitboard,
    we_castle: bool,
    they_castle: bool,
    /// The moves that are left to each side before the last.
    our_moves: usize,
    their_moves: usize,
    /// Where their king may be then.
    kings: Bitboard,
}

impl Prospects {
    /// Whether a string can be looked for: it names the file or the rank of a piece.
    pub fn covers(san: SanPlus) -> bool {
        let discriminator = Discriminator::of(san.san);
        matches!(discriminator, Discriminator::File | Discriminator::Rank)
    }

    /// Looks for strings that it [covers](Prospects::covers), played by one side.
    pub fn new(color: Color, sans: &[SanPlus]) -> Prospects {
        let mut roles: Vec<Wanted> = Vec::new();
        for san in sans {
            let San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                ..
            } = san.san
            else {
                continue;
            };
            let way = 1 << (usize::from(capture) + 2 * usize::from(san.suffix.is_some()));
            let at = roles.iter().position(|wanted| wanted.role == role);
            let at = at.unwrap_or_else(|| {
                roles.push(Wanted::new(role));
                roles.len() - 1
            });
            let (wanted, to) = (&mut roles[at], usize::from(to));
            match (file, rank) {
                (Some(file), _) => wanted.files[to][usize::from(file)] |= way,
                (None, Some(rank)) => wanted.ranks[to][usize::from(rank)] |= way,
                (None, None) => {}
            }
        }
        Prospects { color, roles }
    }

    /// Whether one of the moves may still be played, as the last of `plies` plies from here.
    pub fn any(&self, setup: &Setup, plies: usize) -> bool {
        let board = &setup.board;
        let our_moves = (plies - 1) / 2;
        let their_moves = plies - 1 - our_moves;
        let castles = |color: Color| {
            let home = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
            setup.castling_rights.intersects(home)
        };
        let theirs = self.color.other();
        let situation = Situation {
            board,
            ours: board.by_color(self.color),
            theirs: board.by_color(theirs),
            we_castle: castles(self.color),
            they_castle: castles(theirs),
            our_moves,
            their_moves,
            kings: reached_by_king(board, theirs, castles(theirs), their_moves),
        };
        self.roles
            .iter()
            .any(|wanted| self.any_of_role(wanted, &situation))
    }

    fn any_of_role(&self, wanted: &Wanted, at: &Situation<'_>) -> bool {
        let men = self.men(wanted.role, at);
        men.iter().enumerate().any(|(n, mover)| {
            let companions = men.iter().enumerate();
            let mut companions = companions.filter(|(other, _)| *other != n);
            companions.any(|(_, companion)| wanted.with(mover, companion, at))
        })
    }

    /// Who may be the piece or its companion: the men of the role, and pawns.
    fn men(&self, role: Role, at: &Situation<'_>) -> Vec<Man<'_>> {
        let most = at.our_moves;
        let pieces = at.board.by_role(role) & at.ours;
        let pieces = pieces.into_iter().map(|square| {
            let ways = Cow::Borrowed(ways(role, square, most));
            Man { square, ways }
        });
        let mut men: Vec<Man<'_>> = pieces.collect();
        let last = self.color.fold_wb(Rank::Eighth, Rank::First);
        for square in at.board.pawns() & at.ours {
            let ahead = square.rank().distance(last) as usize;
            let moves = ahead - usize::from(ahead == 6);
            let reached = Bitboard::from(last)
                .into_iter()
                .filter(|to| to.file().distance(square.file()) as usize <= moves)
                .map(|to| Way::anyhow(to, moves));
            let ways: Vec<Way> = match most.checked_sub(moves) {
                None => continue,
                Some(0) => reached.collect(),
                Some(_) => reached.chain(anywhere(moves + 1)).collect(),
            };
            let ways = Cow::Owned(ways);
            men.push(Man { square, ways });
        }
        men
    }
}

impl Wanted {
    fn new(role: Role) -> Wanted {
        Wanted {
            role,
            files: [[0; 8]; 64],
            ranks: [[0; 8]; 64],
        }
    }

    /// Whether a man may make a move that another could make, too.
    fn with(&self, mover: &Man<'_>, companion: &Man<'_>, at: &Situation<'_>) -> bool {
        let ours = at.ours.without(mover.square).without(companion.square);
        let others = |one: &Way| {
            let (left, from) = (at.our_moves - one.moves, one.to);
            let others = companion.ways.iter();
            others.filter(move |other| other.moves <= left && from != other.to)
        };
        mover.ways.iter().any(|one| {
            others(one).any(|other| {
                let both = Way {
                    to: one.to,
                    moves: one.moves + other.moves,
                    through: one.through | other.through,
                };
                self.with_at(&both, other.to, ours, at)
            })
        })
    }

    /// Whether two men that have gone their ways could make the same move, one of them one that is
    /// wanted.
    fn with_at(&self, both: &Way, companion: Square, ours: Bitboard, at: &Situation<'_>) -> bool {
        let from = both.to;
        let squares = origins(self.role, from) & origins(self.role, companion);
        squares.into_iter().any(|to| {
            let wanted = if from.file() == companion.file() {
                self.ranks[usize::from(to)][usize::from(from.rank())]
            } else {
                self.files[usize::from(to)][usize::from(from.file())]
            };
            let path = attacks::between(from, to) | attacks::between(companion, to);
            wanted != 0
                && !half_ray(to, from).contains(companion)
                && self.is_possible(both, to, wanted, path, ours, at)
        })
    }

    /// Whether the other conditions leave a move possible.
    fn is_possible(
        &self,
        way: &Way,
        to: Square,
        wanted: u8,
        path: Bitboard,
        ours: Bitboard,
        at: &Situation<'_>,
    ) -> bool {
        let spare = at.our_moves - way.moves;
        let king = at.board.kings() & at.ours;
        // With a rook that is none of the two men he castles by a spare move.
        let others = self.role != Role::Rook || (at.board.rooks() & at.ours).count() > 2;
        let castles = at.we_castle && at.our_moves > 0 && (way.moves > 0 || others);
        let ours = if castles { ours & !king } else { ours };
        let empty = way.through | path;
        let in_the_way = empty.with(to) & ours;
        if in_the_way.count() > spare + at.their_moves
            || (spare == 0 && in_the_way.intersects(king))
        {
            return false;
        }
        let theirs = path & at.theirs;
        let on_square = wanted & QUIET == wanted && at.theirs.contains(to);
        let most = at.our_moves + at.their_moves + usize::from(at.they_castle);
        theirs.count() + usize::from(on_square) <= most
            && (wanted & PLAIN != 0 || self.can_check(way.to, to, empty, ours, spare, at))
    }

    /// Whether the move may give check.
    fn can_check(
        &self,
        from: Square,
        to: Square,
        empty: Bitboard,
        ours: Bitboard,
        spare: usize,
        at: &Situation<'_>,
    ) -> bool {
        let is_free = |line: Bitboard, king: Square| {
            let goes = !(at.board.kings() & at.theirs).contains(king);
            let moves = spare + at.their_moves - usize::from(goes).min(at.their_moves);
            ((empty | line).with(to) & ours).count() <= moves
        };
        let direct = origins(self.role, to) & at.kings;
        let mut direct = direct.into_iter();
        if direct.any(|king| is_free(attacks::between(to, king), king)) {
            return true;
        }
        if spare > 0 {
            // Another piece may come, and its line be opened.
            return true;
        }
        // Along its own lines it would have attacked him before.
        let lines = attacks::queen_attacks(from, Bitboard::EMPTY) & !origins(self.role, from);
        let lines = lines & at.kings;
        let sliders = at.ours & at.board.sliders();
        lines.into_iter().any(|king| {
            let behind = attacks::ray(king, from) & !half_ray(from, king) & sliders;
            behind.into_iter().any(|slider| {
                let role = at.board.role_at(slider).unwrap_or(Role::Queen);
                origins(role, slider).contains(king)
                    && is_free(attacks::between(slider, king).without(from), king)
            })
        })
    }
}

impl Way {
    /// A way that may go anywhere.
    fn anyhow(to: Square, moves: usize) -> Way {
        Way {
            to,
            moves,
            through: Bitboard::EMPTY,
        }
    }
}

/// Ways to every square.
fn anywhere(moves: usize) -> Vec<Way> {
    Square::ALL.map(|to| Way::anyhow(to, moves)).to_vec()
}

/// The ways of a piece of at most `most` moves.
fn ways(role: Role, square: Square, most: usize) -> &'static [Way] {
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

/// With this many moves a piece may go any way.
const ANY_WAY: usize = 3;

fn find_ways(role: Role, square: Square, most: usize) -> Vec<Way> {
    let mut ways = vec![Way::anyhow(square, 0)];
    if role == Role::Pawn || most == 0 {
        return ways;
    }
    for one in origins(role, square) {
        let through = attacks::between(square, one).with(one);
        ways.push(Way {
            to: one,
            moves: 1,
            through,
        });
        for two in origins(role, one).without(square) {
            let through = through | attacks::between(one, two).with(two);
            if most > 1 {
                ways.push(Way {
                    to: two,
                    moves: 2,
                    through,
                });
            }
        }
    }
    if most >= ANY_WAY {
        ways.extend(anywhere(ANY_WAY));
    }
    ways
}

/// Where the king of a side can be after some moves.
fn reached_by_king(board: &Board, color: Color, castles: bool, moves: usize) -> Bitboard {
    let king = board.king_of(color);
    let mut squares: Bitboard = king.into_iter().collect();
    if castles && moves > 0 {
        squares |= [Square::C1, Square::G1]
            .map(|sq| color.fold_wb(sq, sq.flip_vertical()))
            .into_iter()
            .collect::<Bitboard>();
    }
    for _ in 0..moves.min(7) {
        squares = squares
            .into_iter()
            .fold(squares, |all, square| all | attacks::king_attacks(square));
    }
    squares
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, iter};

    use fastrand::Rng;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, File, Position};

    use super::*;
    use crate::{ShortestGame, ShortestGames, games::enumerate::Exhaustive, parse};

    /// The strings that can be played as the first, second, ... ply from a position, if they are
    /// covered. Each position on the way must have prospects of each.
    fn played(
        position: &Chess,
        plies: usize,
        seen: &mut BTreeSet<String>,
    ) -> Vec<BTreeSet<String>> {
        let mut found = vec![BTreeSet::new(); plies];
        for m in position.legal_moves() {
            let mut after = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut after, m);
            if Prospects::covers(san) {
                found[0].insert(san.to_string());
            }
            if plies > 1 {
                let later = played(&after, plies - 1, seen);
                for (all, more) in found[1..].iter_mut().zip(later) {
                    all.extend(more);
                }
            }
        }
        let setup = position.to_setup(EnPassantMode::Legal);
        for (sans, plies) in found.iter().zip(1..) {
            let color = if plies % 2 == 1 {
                setup.turn
            } else {
                setup.turn.other()
            };
            for text in sans {
                let san: SanPlus = text.parse().expect("SAN");
                let prospects = Prospects::new(color, &[san]);
                assert!(prospects.any(&setup, plies), "{text} at {plies}: {setup:?}");
            }
            seen.extend(sans.iter().map(|text| format!("{text} {plies}")));
        }
        found
    }

    /// A position with two men of a kind, some others of both sides, and kings that may castle.
    fn random_root(random: &mut Rng) -> Option<Chess> {
        let mut setup = Setup::empty();
        let castles = random.bool();
        for color in Color::ALL {
            let home = color.fold_wb(Rank::First, Rank::Eighth);
            let king = if castles {
                Square::from_coords(File::E, home)
            } else {
                random.choice(Square::ALL)?
            };
            setup.board.set_piece_at(king, color.king());
            if castles {
                let rook = Square::from_coords(random.choice([File::A, File::H])?, home);
                setup.board.set_piece_at(rook, color.rook());
                setup.castling_rights.add(rook);
            }
        }
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let role = random.choice(pieces)?;
        let color = random.choice(Color::ALL)?;
        let mut men = vec![role.of(color); 2];
        for _ in 0..random.usize(1..5) {
            let role = random.choice([Role::Pawn, Role::Pawn, Role::Knight, Role::Rook])?;
            men.push(role.of(random.choice(Color::ALL)?));
        }
        for man in men {
            let square = random.choice(Square::ALL)?;
            let is_free = !setup.board.occupied().contains(square);
            if is_free && (man.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square)) {
                setup.board.set_piece_at(square, man);
            }
        }
        setup.turn = random.choice(Color::ALL)?;
        let position = setup.position::<Chess>(CastlingMode::Standard).ok();
        position.filter(|position| position.legal_moves().len() < 30)
    }

    /// A position of a game with random moves.
    fn random_position(random: &mut Rng) -> Option<Chess> {
        let mut position = Chess::default();
        for _ in 0..random.usize(4..40) {
            let m = random.choice(&position.legal_moves()).copied()?;
            position.play_unchecked(m);
        }
        Some(position)
    }

    /// Checks this many roots, up to some plies, and counts the strings and plies that were met.
    fn check(mut root: impl FnMut(&mut Rng) -> Option<Chess>, roots: usize, plies: usize) -> usize {
        let mut random = Rng::with_seed(30);
        let mut seen = BTreeSet::new();
        let roots = iter::from_fn(|| Some(root(&mut random)))
            .flatten()
            .take(roots);
        for root in roots {
            played(&root, plies, &mut seen);
        }
        seen.len()
    }

    /// No position is left out from which a string can still be played.
    #[test]
    fn what_can_be_played_has_prospects() {
        let seen = check(random_root, 300, 3) + check(random_position, 50, 2);
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    #[ignore = "takes minutes: more roots, and more plies"]
    fn what_can_be_played_has_prospects_in_many_positions() {
        let seen = check(random_root, 5000, 3) + check(random_root, 100, 4);
        let dense = check(random_position, 1000, 2) + check(random_position, 20, 3);
        assert!(seen > 10_000 && dense > 300, "{seen}, {dense}");
    }

    /// Where all positions were enumerated, those with prospects show the same.
    fn check_at(ply: usize) {
        let table = ShortestGames::built_in();
        let covered = |game: &ShortestGame<'_>| {
            let san = parse(game.san).ok();
            san.filter(|&san| Prospects::covers(san))
        };
        let open: Vec<SanPlus> = table
            .iter()
            .filter(|game| game.plies >= ply)
            .filter_map(|game| covered(&game))
            .collect();
        let found = Exhaustive::at_ply(ply, &open, &()).expect("nothing stops it");
        let found: Vec<String> = found.games.iter().map(|(san, _)| san.to_string()).collect();
        let first = table.iter().filter(|game| game.plies == ply);
        let first: Vec<&str> = first
            .filter(|game| covered(game).is_some())
            .map(|game| game.san)
            .collect();
        assert_eq!(found, first, "ply {ply}");
    }

    #[test]
    fn positions_with_prospects_show_what_all_show() {
        (3..=6).for_each(check_at);
    }

    #[test]
    #[ignore = "takes minutes: plies 7 and 8"]
    fn positions_with_prospects_show_what_all_show_later() {
        (7..=8).for_each(check_at);
    }
}
