//! Packs a position into a pair of integers, one for each side. Different positions with the same side to move
//! have different pairs.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, Piece, Position, Rank, Role, Setup, Square,
};

/// The pieces and pawns of one side. The first 64 bits are the occupied squares. Then come three bits for
/// each piece or pawn, in the order of the squares. The last four bits are the file, counted from 1, of a
/// pawn that can be captured en passant, or 0 if there is no such pawn.
pub type PackedSide = u128;

/// The side that has just moved, and the side to move. The pair does not say which side is White.
pub type PackedPosition = (PackedSide, PackedSide);

/// A mask for the bits that hold the file of a pawn that can be captured en passant.
const EN_PASSANT: PackedSide = 0xf;

/// The code of a rook with a castling right. The six roles have the codes 0 to 5.
const CASTLING_ROOK: PackedSide = 6;

/// Packs one side, without the bits for en passant.
pub fn pack(position: &Chess, color: Color) -> PackedSide {
    let board = position.board();
    let castling = position.castles().castling_rights();
    let squares = board.by_color(color);
    let mut pack = PackedSide::from(u64::from(squares)) << 64;
    for (square, n) in squares.into_iter().zip(0..) {
        let code = match board.role_at(square) {
            Some(Role::Rook) if castling.contains(square) => CASTLING_ROOK,
            role => role.expect("a man on its square") as PackedSide - 1,
        };
        pack |= code << (61 - 3 * n);
    }
    pack
}

/// Packs the side that has just moved. If one of its pawns can legally be captured en passant, adds the file
/// of this pawn.
pub fn pack_mover(position: &Chess) -> PackedSide {
    // `legal_ep_square` is slow, so we call it only if `maybe_ep_square` returns a square.
    let en_passant = position.maybe_ep_square().and_then(|_| position.legal_ep_square());
    let file = en_passant.map_or(0, |square| square.file() as PackedSide + 1);
    pack(position, position.turn().other()) | file
}

pub fn key(position: &Chess) -> PackedPosition {
    (pack_mover(position), pack(position, position.turn()))
}

/// Returns the packed side that has just moved, without the bits for en passant. The next move changes this
/// value only if it is a capture.
pub fn waiting_side(key: &PackedPosition) -> PackedSide {
    key.0 & !EN_PASSANT
}

pub fn position(key: PackedPosition, turn: Color) -> Chess {
    let position = setup(key, turn).position(CastlingMode::Standard);
    position.expect("a key is made from a legal position")
}

/// Unpacks a position without verifying that it is legal, and is therefore faster than [`position`].
pub fn setup((moved, moving): PackedPosition, turn: Color) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for (pack, color) in [(moved, turn.other()), (moving, turn)] {
        let squares = Bitboard::from((pack >> 64) as u64);
        for (square, n) in squares.into_iter().zip(0..) {
            let code = pack >> (61 - 3 * n) & 7;
            let role = if code == CASTLING_ROOK {
                setup.castling_rights.add(square);
                Role::Rook
            } else {
                Role::ALL[code as usize]
            };
            setup.board.set_piece_at(square, Piece { color, role });
        }
    }
    if let Some(file) = ((moved & EN_PASSANT) as u32).checked_sub(1) {
        let rank = turn.fold_wb(Rank::Sixth, Rank::Third);
        setup.ep_square = Some(Square::from_coords(File::new(file), rank));
    }
    setup
}
