//! Finds out which rules of movement an illegal move breaks. A move that breaks only one rule tests whether a
//! program knows this rule.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, EnPassantMode, File, Position, Rank, Role, Square,
    attacks,
    san::{San, SanPlus},
};

use super::kind::PinLine;

/// A rule of movement, for one piece, side or direction.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Rule {
    /// The player still has the right to castle on this side of the board.
    Right(CastlingSide),
    /// The square on this file, between king and rook, is empty.
    Empty(CastlingSide, File),
    /// The castling king does not leave, cross or reach an attacked square on this file.
    Safe(CastlingSide, File),
    /// No piece of this kind attacks this square on the path of the castling king.
    SafeFrom(Place, Role),
    /// This piece does not capture a piece of its own side.
    Own(Role),
    /// If the king is in check, a move of this piece must end the check.
    Check(Role),
    /// If an enemy piece of this kind gives check, the move must end the check.
    CheckBy(Role),
    /// When this piece moves in this direction, it does not jump over another piece or pawn.
    Way(Role, i32, i32),
    OneStepOntoNothing,
    TwoStepsOntoNothing,
    TwoStepsOverNothing,
    CapturesSomething,
    EnPassantSquare,
    /// A pawn that reaches the last rank promotes. `true` if the pawn captures, `false` if it is pushed.
    Promotes(bool),
    Pinned(Role, PinLine),
    EnPassantPinned(PinLine),
    /// The king does not go to an empty square that this piece attacks.
    KingAttacked(Role),
    /// The king does not capture a piece or pawn that this piece protects.
    KingProtected(Role),
    /// The king does not step back along the line on which this piece attacks it.
    KingAlong(Role),
}

/// A square on the path of the castling king.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Place {
    Stands,
    Crosses,
    Arrives,
}

const PLACES: [Place; 3] = [Place::Stands, Place::Crosses, Place::Arrives];
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Rule {
    pub(super) fn all() -> Vec<Rule> {
        let mut all = vec![
            Rule::OneStepOntoNothing,
            Rule::TwoStepsOntoNothing,
            Rule::TwoStepsOverNothing,
            Rule::CapturesSomething,
            Rule::EnPassantSquare,
            Rule::Promotes(false),
            Rule::Promotes(true),
        ];
        for side in CastlingSide::ALL {
            all.push(Rule::Right(side));
            all.extend(between_files(side).map(|file| Rule::Empty(side, file)));
            all.extend(king_files(side).map(|file| Rule::Safe(side, file)));
        }
        for role in Role::ALL {
            let places = PLACES.into_iter();
            // The enemy king cannot be next to ours. So if the enemy king attacks the square that our king
            // crosses, it also attacks the to-square of our king, and castling breaks two rules.
            let places = places.filter(|&it| it == Place::Arrives || role != Role::King);
            all.extend(places.map(|place| Rule::SafeFrom(place, role)));
            all.extend([Rule::Own(role), Rule::KingAttacked(role)]);
            if role != Role::King {
                all.extend([Rule::Check(role), Rule::CheckBy(role), Rule::KingProtected(role)]);
                all.extend(PinLine::ALL.iter().map(|&line| Rule::Pinned(role, line)));
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            all.push(Rule::KingAlong(role));
            let all_ways = [STRAIGHT, DIAGONAL].concat().into_iter();
            let ways = all_ways.filter(|&(x, y)| match role {
                Role::Rook => x == 0 || y == 0,
                Role::Bishop => x != 0 && y != 0,
                _ => true,
            });
            all.extend(ways.map(|(x, y)| Rule::Way(role, x, y)));
        }
        all.extend(PinLine::ALL.iter().map(|&line| Rule::EnPassantPinned(line)));
        all
    }
}

/// The files of the squares between the king and the rook.
fn between_files(side: CastlingSide) -> impl Iterator<Item = File> {
    let (files, count) = match side {
        CastlingSide::KingSide => ([File::F, File::G, File::G], 2),
        CastlingSide::QueenSide => ([File::B, File::C, File::D], 3),
    };
    files.into_iter().take(count)
}

/// The files of the squares that the castling king leaves, crosses and arrives on.
fn king_files(side: CastlingSide) -> impl Iterator<Item = File> {
    match side {
        CastlingSide::KingSide => [File::E, File::F, File::G].into_iter(),
        CastlingSide::QueenSide => [File::E, File::D, File::C].into_iter(),
    }
}

/// If the illegal move `text` breaks a single rule, returns each [`Rule`] that describes it: often several,
/// such as `Safe` and `SafeFrom`. If `text` may mean several moves, we look for a single broken rule in each
/// move, and return all rules that we find. The list is empty if one of the moves breaks no rule, or if the
/// game is over.
pub(super) fn deciding(position: &Chess, text: &str) -> Vec<Rule> {
    let Ok(SanPlus { san, .. }) = text.parse() else {
        return Vec::new();
    };
    if position.legal_moves().is_empty() {
        return Vec::new();
    }
    let breaks = match san {
        San::Castle(side) => castling(position, side).into_iter().collect(),
        San::Normal { role, file, rank, capture, to, promotion } => {
            let board = position.board();
            let named = board.by_piece(role.of(position.turn())).into_iter();
            let named = named.filter(|from| file.is_none_or(|file| from.file() == file));
            let named = named.filter(|from| rank.is_none_or(|rank| from.rank() == rank));
            let moves = named.filter_map(|from| match role {
                Role::Pawn => pawn(position, from, to, (capture, promotion.is_some())),
                _ => piece(position, from, to, (role, capture)),
            });
            moves.collect()
        }
        _ => Vec::new(),
    };
    let breaks: Vec<Broken> = breaks;
    if breaks.iter().any(|broken| broken.count == 0) {
        return Vec::new();
    }
    let alone = breaks.into_iter().filter(|broken: &Broken| broken.count == 1);
    alone.flat_map(|broken| broken.names).collect()
}

/// The number of rules that a move breaks, and their names. A broken rule can have several names, for example
/// [`Rule::Safe`] and [`Rule::SafeFrom`].
#[derive(Default)]
struct Broken {
    count: usize,
    names: Vec<Rule>,
}

impl Broken {
    fn add(&mut self, names: impl IntoIterator<Item = Rule>) {
        self.count += 1;
        self.names.extend(names);
    }
}

/// If all `values` are equal, returns their common value.
fn only<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn line(one: Square, other: Square) -> PinLine {
    if one.file() == other.file() {
        PinLine::File
    } else if one.rank() == other.rank() {
        PinLine::Rank
    } else {
        PinLine::Diagonal
    }
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Broken> {
    let (us, board) = (position.turn(), position.board());
    let rank = us.fold_wb(Rank::First, Rank::Eighth);
    let corner = if side.is_king_side() { File::H } else { File::A };
    let at = |file| Square::from_coords(file, rank);
    if board.piece_at(at(File::E)) != Some(us.king())
        || board.piece_at(at(corner)) != Some(us.rook())
    {
        return None;
    }
    let mut broken = Broken::default();
    if !position.castles().has(us, side) {
        broken.add([Rule::Right(side)]);
    }
    for file in between_files(side).filter(|&file| board.occupied().contains(at(file))) {
        broken.add([Rule::Empty(side, file)]);
    }
    for (place, file) in PLACES.into_iter().zip(king_files(side)) {
        let attackers = board.attacks_to(at(file), !us, board.occupied());
        if attackers.any() {
            let by = only(attackers.into_iter().filter_map(|sq| board.role_at(sq)));
            broken.add(
                [Rule::Safe(side, file)].into_iter().chain(by.map(|by| Rule::SafeFrom(place, by))),
            );
        }
    }
    Some(broken)
}

fn piece(
    position: &Chess,
    from: Square,
    to: Square,
    (role, capture): (Role, bool),
) -> Option<Broken> {
    let (us, board) = (position.turn(), position.board());
    let there = board.color_at(to);
    let reaches = attacks::attacks(from, role.of(us), Bitboard::EMPTY).contains(to);
    if !reaches || there == Some(!us) && !capture || there.is_none() && capture {
        return None;
    }
    let mut broken = Broken::default();
    if there == Some(us) {
        broken.add([Rule::Own(role)]);
    }
    if (attacks::between(from, to) & board.occupied()).any() {
        let sign = |one: u32, other: u32| i32::from(one < other) - i32::from(other < one);
        let x = sign(u32::from(from.file()), u32::from(to.file()));
        let y = sign(u32::from(from.rank()), u32::from(to.rank()));
        broken.add([Rule::Way(role, x, y)]);
    }
    if role == Role::King {
        king_safety(position, from, to, &mut broken);
    } else {
        safety(position, (from, to), (role, None), &mut broken);
    }
    Some(broken)
}

fn pawn(
    position: &Chess,
    from: Square,
    to: Square,
    (captures, promotes): (bool, bool),
) -> Option<Broken> {
    let (us, board) = (position.turn(), position.board());
    let ahead = us.fold_wb(8, -8);
    let one = from.offset(ahead)?;
    let start = us.fold_wb(Rank::Second, Rank::Seventh);
    let double = !captures && from.rank() == start && one.offset(ahead) == Some(to);
    let goes =
        if captures { attacks::pawn_attacks(us, from).contains(to) } else { double || one == to };
    if !goes {
        return None;
    }
    let mut broken = Broken::default();
    let there = board.color_at(to);
    let passed = to.offset(-ahead);
    let square = position.ep_square(EnPassantMode::PseudoLegal) == Some(to);
    if captures && there == Some(us) {
        broken.add([Rule::Own(Role::Pawn)]);
    } else if captures && there.is_none() && !square {
        let fifth = us.fold_wb(Rank::Fifth, Rank::Fourth);
        let theirs = passed.is_some_and(|sq| board.piece_at(sq) == Some((!us).pawn()));
        let missing = theirs && from.rank() == fifth;
        broken.add([if missing { Rule::EnPassantSquare } else { Rule::CapturesSomething }]);
    } else if !captures {
        if there.is_some() {
            broken.add([if double { Rule::TwoStepsOntoNothing } else { Rule::OneStepOntoNothing }]);
        }
        if double && board.occupied().contains(one) {
            broken.add([Rule::TwoStepsOverNothing]);
        }
    }
    if Bitboard::BACKRANKS.contains(to) && !promotes {
        broken.add([Rule::Promotes(captures)]);
    }
    safety(position, (from, to), (Role::Pawn, passed.filter(|_| captures && square)), &mut broken);
    Some(broken)
}

/// Returns the board after the piece on `from` has moved to `to`.
fn moved(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    if let Some(piece) = after.remove_piece_at(from) {
        after.set_piece_at(to, piece);
    }
    after
}

/// Adds the rules that a move breaks if it leaves the mover's own king in check. The moving piece must not be
/// the king. If the move is an en passant capture, `passed` is the square of the captured pawn.
fn safety(
    position: &Chess,
    (from, to): (Square, Square),
    (role, passed): (Role, Option<Square>),
    broken: &mut Broken,
) {
    let (us, board) = (position.turn(), position.board());
    let Some(king) = board.king_of(us) else {
        return;
    };
    let mut after = moved(board, from, to);
    if let Some(passed) = passed {
        after.discard_piece_at(passed);
    }
    let attackers = after.attacks_to(king, !us, after.occupied());
    if attackers.is_empty() {
        return;
    }
    let before = position.checkers();
    if before.any() {
        let by = before.single_square().and_then(|sq| board.role_at(sq)).map(Rule::CheckBy);
        broken.add([Rule::Check(role)].into_iter().chain(by));
        return;
    }
    let along = only(attackers.into_iter().map(|attacker| line(king, attacker)));
    broken.add(along.map(|line| match passed {
        Some(_) => Rule::EnPassantPinned(line),
        None => Rule::Pinned(role, line),
    }));
}

/// If the king moves to an attacked square, adds the rule that this move breaks.
fn king_safety(position: &Chess, from: Square, to: Square, broken: &mut Broken) {
    let (us, board) = (position.turn(), position.board());
    let after = moved(board, from, to);
    let attackers = after.attacks_to(to, !us, after.occupied());
    if attackers.is_empty() {
        return;
    }
    let by = only(attackers.into_iter().filter_map(|sq| after.role_at(sq)));
    let captures = board.occupied().contains(to);
    let is_along = board.attacks_to(to, !us, board.occupied()).is_empty() && !captures;
    broken.add(by.filter(|&by| by != Role::King || !captures).map(|by| {
        if is_along {
            Rule::KingAlong(by)
        } else if captures {
            Rule::KingProtected(by)
        } else {
            Rule::KingAttacked(by)
        }
    }));
}
