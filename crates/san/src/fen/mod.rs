//! Reads the position of a FEN (PGN standard, section 16.1), and finds everything that is wrong with it.

mod fault;
mod fields;
mod last_move;

use std::{error::Error, fmt};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, PositionError,
    Rank, Role, Setup, Square, fen::Fen,
};

pub use self::fault::{FenFault, FenKind};
use self::{
    fields::{Fields, fields},
    last_move::has_last_move,
};
use crate::few::sort_few;

/// The position and the faults of a FEN.
///
/// ```
/// use san_strings_core::{FenFault, JudgedFen, shakmaty::Color};
///
/// let judged = JudgedFen::of("4k3/8/8/8/8/PPPPPPPP/8/Q3K2Q w K - 0 1");
/// let queens = FenFault::Promoted { side: Color::White, promoted: 1, pawns: 8 };
/// assert_eq!(judged.faults, [queens, FenFault::Right('K')]);
/// assert!(judged.position.is_some());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedFen {
    /// The position, if it can be read. Invalid castling rights and en passant squares are left out.
    pub position: Option<Chess>,
    /// What is wrong with the text, in the order of the FEN fields, then what is wrong with the position.
    pub faults: Vec<FenFault>,
}

/// The faults of a FEN, as an error.
///
/// ```
/// use san_strings_core::{FenFault, position, shakmaty::Color};
///
/// let error = position("8/8/8/4k3/8/8/4P3/4R3 w x - 0 1").expect_err("White has no king");
/// assert_eq!(error.0, [FenFault::Castling("x".to_owned()), FenFault::NoKing(Color::White)]);
/// assert_eq!(
///     error.to_string(),
///     "castling rights should be letters from KQkq, or `-`, not x; White has no king"
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FenError(pub Vec<FenFault>);

impl FenError {
    /// Makes an error from faults, worst fault first. `None` if there are no faults.
    pub fn of(faults: impl IntoIterator<Item = FenFault>) -> Option<FenError> {
        let mut faults: Vec<_> = faults.into_iter().collect();
        sort_few(&mut faults, FenFault::kind);
        (!faults.is_empty()).then_some(FenError(faults))
    }

    /// The kind of the worst fault.
    pub fn kind(&self) -> FenKind {
        self.0.iter().map(FenFault::kind).min().unwrap_or(FenKind::Unreadable)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError(faults) = self;
        for (fault, n) in faults.iter().zip(0..) {
            let between = if n == 0 { "" } else { "; " };
            write!(f, "{between}{fault}")?;
        }
        Ok(())
    }
}

impl Error for FenError {}

/// Reads a FEN leniently. Accepts every notation for castling rights, including those of Chess960. Also
/// accepts an EPD with operations. Ignores an en passant square on which no pawn can capture, and castling
/// rights without a rook, because some programs write them.
///
/// ```
/// use san_strings_core::position;
///
/// assert!(position("nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1").is_ok());
/// let no_rooks = position("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")?;
/// assert_eq!(no_rooks, position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?);
/// assert!(position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// # Ok::<_, san_strings_core::FenError>(())
/// ```
///
/// # Errors
///
/// Returns the faults of the kind [`FenKind::Unreadable`], if there are any.
pub fn position(fen: &str) -> Result<Chess, FenError> {
    let JudgedFen { position, mut faults } = JudgedFen::of(fen);
    faults.retain(|fault| fault.kind() == FenKind::Unreadable);
    position.ok_or(FenError(faults))
}

/// Reads a FEN of standard chess strictly. Castling rights must be written with `KQkq`. Accepts missing fields
/// at the end, and a move number that is 0 or too low for the halfmove clock. Every other fault is an error.
///
/// # Errors
///
/// Returns the faults that count as errors, if there are any.
pub fn strict_position(fen: &str) -> Result<Chess, FenError> {
    let JudgedFen { position, mut faults } = JudgedFen::of(fen);
    let rights = fen.split_whitespace().nth(2).unwrap_or("-");
    if rights.contains(|right| !"KQkq-".contains(right)) {
        faults.push(FenFault::Castling(rights.to_owned()));
    }
    faults.retain(|fault| {
        !matches!(fault, FenFault::FewFields(_) | FenFault::Clocks { .. } | FenFault::ZeroNumber)
    });
    position.filter(|_| faults.is_empty()).ok_or(FenError(faults))
}

/// Writes a position as a FEN. The en passant square is included only if a legal move captures there.
#[doc(hidden)]
pub fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

impl JudgedFen {
    /// Reads and judges a FEN, or an EPD with operations (PGN standard, section 16.2).
    pub fn of(fen: &str) -> JudgedFen {
        let Fields { setup, has_turn, rights, mut faults } = fields(fen);
        let Some(setup) = setup else { return JudgedFen { position: None, faults } };
        let position = judge(&setup, has_turn, &rights, &mut faults);
        JudgedFen { position, faults }
    }
}

/// Adds the faults of a position to `faults`. Returns the position if we can tell which moves are legal.
fn judge(setup: &Setup, has_turn: bool, rights: &str, faults: &mut Vec<FenFault>) -> Option<Chess> {
    let board = &setup.board;
    if board.occupied().is_empty() {
        faults.push(FenFault::EmptyBoard);
    }
    for side in Color::ALL {
        count_men(board, side, faults);
    }
    let on_last_ranks = board.pawns() & Bitboard::BACKRANKS;
    if on_last_ranks.any() {
        faults.push(FenFault::LastRank(on_last_ranks));
    }
    // A Shredder-FEN names the files of the rooks. We read it as Chess960, even if kings and rooks are on
    // their initial squares of standard chess.
    let is_shredder = rights.contains(|right| matches!(right, 'A'..='H' | 'a'..='h'));
    let detected = CastlingMode::detect(setup);
    let mode = if is_shredder { CastlingMode::Chess960 } else { detected };
    let lost = rights.chars().filter(|&right| !has_right(board, right));
    faults.extend(lost.map(FenFault::Right));
    if !is_shredder && mode == CastlingMode::Chess960 {
        faults.push(FenFault::Chess960);
    }
    if has_turn {
        judge_last_move(setup, mode, faults);
    }
    let position = Chess::from_setup(setup.clone(), mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_impossible_check);
    let is_readable = faults.iter().all(|fault| fault.kind() != FenKind::Unreadable);
    position.ok().filter(|_| is_readable)
}

/// Checks how many pieces and pawns one side has. For each promoted piece, a pawn must be missing.
fn count_men(board: &Board, side: Color, faults: &mut Vec<FenFault>) {
    let men = board.by_color(side);
    let count = |role| (board.by_role(role) & men).count();
    match count(Role::King) {
        0 => faults.push(FenFault::NoKing(side)),
        1 => {}
        _ => faults.push(FenFault::Kings(board.kings() & men)),
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        faults.push(FenFault::Pawns { side, pawns });
    }
    if men.count() > 16 {
        faults.push(FenFault::Men { side, men: men.count() });
    }
    let bishops = board.bishops() & men;
    let [light, dark] = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].map(|of| bishops & of);
    let more = [
        count(Role::Queen).saturating_sub(1),
        count(Role::Rook).saturating_sub(2),
        count(Role::Knight).saturating_sub(2),
        light.count().saturating_sub(1),
        dark.count().saturating_sub(1),
    ];
    let promoted = more.into_iter().sum();
    if promoted > 0 && promoted + pawns > 8 {
        faults.push(FenFault::Promoted { side, promoted, pawns });
    }
}

/// Whether the king and the rook for this castling right are on the back rank of their side.
fn has_right(board: &Board, right: char) -> bool {
    let side = Color::from_white(right.is_ascii_uppercase());
    let rank = Bitboard::from(side.backrank());
    let [rooks, kings] =
        [board.rooks(), board.kings()].map(|men| men & board.by_color(side) & rank);
    let mut rooks = rooks.into_iter();
    let Some(king) = kings.first() else { return false };
    match right.to_ascii_lowercase() {
        'k' => rooks.any(|rook| rook > king),
        'q' => rooks.any(|rook| rook < king),
        file => rooks.any(|rook| rook.file().char() == file),
    }
}

/// Checks what the position says about the last move: the en passant square, and which kings are in check.
fn judge_last_move(setup: &Setup, mode: CastlingMode, faults: &mut Vec<FenFault>) {
    let (board, turn) = (&setup.board, setup.turn);
    let mut en_passant = setup.ep_square;
    if let Some(passed) = en_passant.take_if(|passed| !is_passed(board, turn, *passed)) {
        faults.push(FenFault::NotPassed(passed));
    }
    if let Some(passed) = en_passant.filter(|_| setup.halfmoves > 0) {
        faults.push(FenFault::ClockAfterPawn { passed, halfmoves: setup.halfmoves });
    }
    let kings = |side| (board.kings() & board.by_color(side)).into_iter();
    let attackers = |king, side| board.attacks_to(king, side, board.occupied());
    let mut others = kings(!turn).map(|king| (king, attackers(king, turn)));
    let other = others.find(|(_, attackers)| attackers.any());
    let mut checked = kings(turn).map(|king| (king, attackers(king, !turn)));
    let checked = checked.find(|(_, checkers)| checkers.any());
    if let Some((king, attackers)) = other {
        faults.push(FenFault::OtherKing { king, attackers, is_both: checked.is_some() });
    }
    let is_plain = other.is_none() && Color::ALL.map(|side| kings(side).count()) == [1, 1];
    if let Some((king, checkers)) = checked.filter(|_| is_plain)
        && !has_last_move(setup, king, en_passant, mode)
    {
        faults.push(FenFault::Check { checkers });
    }
}

/// Whether the last move could have been a pawn's double step over the square `passed`.
fn is_passed(board: &Board, turn: Color, passed: Square) -> bool {
    let rank = turn.fold_wb(Rank::Sixth, Rank::Third);
    let [Some(from), Some(to)] = turn.fold_wb([8, -8], [-8, 8]).map(|step| passed.offset(step))
    else {
        return false;
    };
    let is_empty = [passed, from].iter().all(|square| !board.occupied().contains(*square));
    passed.rank() == rank
        && is_empty
        && board.piece_at(to) == Some(Piece { color: !turn, role: Role::Pawn })
}
