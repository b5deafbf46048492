//! Games as text for a script that knows no chess: where men go, and how SAN writes it.
//!
//! A move is two letters, its from- and its to-square, and what follows from no board:
//! `=q` the piece that a pawn becomes; `*` and the square of a pawn captured en passant; `~` for
//! castling on the king's side and `^` on the queen's, with the squares of the rook; `:`, `;` or
//! `!` if SAN names the file, the rank or both; `+` or `#`.

use shakmaty::{Bitboard, Color, Move, Square, san::Suffix};

use san_strings_core::Discriminator;
use san_strings_games::replay::Replay;

/// The letters of the squares, from a1 and b1 to h8.
pub const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The letter of a square.
pub fn letter(square: Square) -> char {
    char::from(LETTERS.as_bytes()[usize::from(square)])
}

/// The letters of squares.
pub fn letters(squares: Bitboard) -> String {
    squares.into_iter().map(letter).collect()
}

/// A game from the initial position.
pub fn game(replay: &Replay) -> String {
    let mut text = String::new();
    let turns = [Color::White, Color::Black].into_iter().cycle();
    for ((&m, san), turn) in replay.moves.iter().zip(&replay.sans).zip(turns) {
        let to = m.castling_side().map_or(m.to(), |side| side.king_to(turn));
        text.extend(m.from().map(letter));
        text.push(letter(to));
        if let Some(role) = m.promotion() {
            text.extend(['=', role.of(turn).char()]);
        }
        if let Move::EnPassant { from, to } = m {
            let captured = Square::from_coords(to.file(), from.rank());
            text.extend(['*', letter(captured)]);
        }
        if let Some(side) = m.castling_side() {
            let mark = if side.is_king_side() { '~' } else { '^' };
            text.extend([mark, letter(m.to()), letter(side.rook_to(turn))]);
        }
        match Discriminator::of(san.san) {
            Discriminator::None => {}
            Discriminator::File => text.push(':'),
            Discriminator::Rank => text.push(';'),
            Discriminator::Square => text.push('!'),
        }
        text.extend(san.suffix.map(Suffix::char));
    }
    text
}
