//! Encodes positions as bytes, for training models.

use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square};

/// A position as bytes, updated move by move.
///
/// ```
/// use san_strings_databases::{Board, shakmaty::{Chess, Position, Square}};
///
/// let mut board = Board::new(Chess::default());
/// assert_eq!(board.bytes()[usize::from(Square::E2)], 1);
/// let m = board.position().legal_moves()[0];
/// board.play(m);
/// assert_eq!(board.bytes()[Board::TURN], 0);
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    position: Chess,
    bytes: [u8; Board::BYTES],
}

impl Board {
    /// The number of bytes per position. The first 64 bytes are the squares from a1 to h8: 0 for an empty
    /// square, 1 to 6 for White's pawn, knight, bishop, rook, queen and king, and 7 to 12 for Black's. For
    /// the last four bytes, see the constants of this type.
    pub const BYTES: usize = Board::TURN + 1;

    /// Index of the castling rights. The byte is the sum of 1 for `K`, 2 for `Q`, 4 for `k` and 8 for `q`.
    pub const CASTLING: usize = 64;

    /// Index of the en passant square. The byte is 255 if no pawn can be captured en passant.
    pub const EN_PASSANT: usize = 65;

    /// Index of the halfmove clock. The byte is the number of plies since the last capture or pawn move, at most
    /// 255.
    pub const HALFMOVES: usize = 66;

    /// Index of the side to move. The byte is 1 for White, and 0 for Black.
    pub const TURN: usize = 67;

    /// The bytes for an id without a position: an empty board, no castling rights, and no en passant square.
    pub const EMPTY: [u8; Board::BYTES] = {
        let mut empty = [0; Board::BYTES];
        empty[Board::EN_PASSANT] = NO_SQUARE;
        empty
    };

    /// Encodes a position.
    pub fn new(position: Chess) -> Board {
        let mut bytes = Board::EMPTY;
        for (square, piece) in position.board() {
            bytes[usize::from(square)] = man(piece.color, piece.role);
        }
        let mut board = Board { position, bytes };
        board.finish();
        board
    }

    /// Returns the position.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the position as bytes.
    pub fn bytes(&self) -> &[u8; Board::BYTES] {
        &self.bytes
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let us = self.position.turn();
        let mut set = |square: Square, man| self.bytes[usize::from(square)] = man;
        match m {
            Move::Normal { role, from, to, promotion, .. } => {
                set(from, 0);
                set(to, man(us, promotion.unwrap_or(role)));
            }
            Move::EnPassant { from, to } => {
                set(from, 0);
                set(to, man(us, Role::Pawn));
                set(Square::from_coords(to.file(), from.rank()), 0);
            }
            Move::Castle { king, rook } => {
                let side =
                    if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                set(king, 0);
                set(rook, 0);
                set(Square::from_coords(side.king_to_file(), king.rank()), man(us, Role::King));
                set(Square::from_coords(side.rook_to_file(), king.rank()), man(us, Role::Rook));
            }
            Move::Put { .. } => {}
        }
        self.position.play_unchecked(m);
        self.finish();
    }

    /// Writes the four bytes that follow the squares: castling rights, en passant square, halfmove clock and
    /// side to move.
    #[inline]
    fn finish(&mut self) {
        let position = &self.position;
        let has = |color, side| u8::from(position.castles().has(color, side));
        let (king, queen) = (CastlingSide::KingSide, CastlingSide::QueenSide);
        self.bytes[Board::CASTLING] = has(Color::White, king)
            | has(Color::White, queen) << 1
            | has(Color::Black, king) << 2
            | has(Color::Black, queen) << 3;
        let square = position.ep_square(EnPassantMode::Legal);
        self.bytes[Board::EN_PASSANT] = square.map_or(NO_SQUARE, u8::from);
        self.bytes[Board::HALFMOVES] = u8::try_from(position.halfmoves()).unwrap_or(u8::MAX);
        self.bytes[Board::TURN] = u8::from(position.turn().is_white());
    }
}

/// Value of the en passant byte if no en passant capture is legal. The Python package reads the byte as a
/// signed integer, so there the value is -1.
const NO_SQUARE: u8 = 255;

fn man(color: Color, role: Role) -> u8 {
    color.fold_wb(0, 6) + role as u8
}
