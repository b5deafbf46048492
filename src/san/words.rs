//! The words of chess, for sentences.

use shakmaty::{Bitboard, Color, Role};

/// The name of a colour.
pub(super) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The name of a role.
pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Squares as in `a1, b2 and c3`, with this word before the last.
pub(super) fn enumerate(squares: Bitboard, word: &str) -> String {
    let names: Vec<String> = squares.into_iter().map(|sq| sq.to_string()).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}
