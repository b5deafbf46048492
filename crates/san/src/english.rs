//! English words and phrases for messages.

use std::fmt::Display;

use shakmaty::{Bitboard, File, Piece, Rank, Role};

/// The English name of a role.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Names the square, file or rank of a discriminator: `b1`, `the b-file` or `rank 1`. `None` if both `file`
/// and `rank` are missing.
pub(super) fn place_name(file: Option<File>, rank: Option<Rank>) -> Option<String> {
    match (file, rank) {
        (Some(file), Some(rank)) => Some(format!("{file}{rank}")),
        (Some(file), None) => Some(format!("the {file}-file")),
        (None, Some(rank)) => Some(format!("rank {rank}")),
        (None, None) => None,
    }
}

/// Lists squares, with `word` before the last one: `a1, b2 and c3`.
pub fn enumerate(squares: Bitboard, word: &str) -> String {
    in_words(squares, word)
}

/// Lists things, with `word` before the last one: `a, b and c`.
pub fn in_words(things: impl IntoIterator<Item: Display>, word: &str) -> String {
    let names: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match &names[..] {
        [] | [_] => names.concat(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

/// The Unicode figurine of a piece.
pub fn figurine(piece: Piece) -> char {
    let (white, black) = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    piece.color.fold_wb(white, black)
}

/// Divides `sum` by `count`, and formats the quotient with two decimals. If both are 0, returns `0.00`.
pub fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Maximum number of suggestions in a message.
const SUGGESTED: usize = 3;

/// Returns the end of a message, such as `; did you mean Nf3 or Nh3?`. Empty if `suggestions` is empty.
pub fn did_you_mean(suggestions: impl Iterator<Item = String>) -> String {
    let shown: Vec<String> = suggestions.take(SUGGESTED).collect();
    if shown.is_empty() {
        shown.concat()
    } else {
        format!("; did you mean {}?", in_words(&shown, "or"))
    }
}
