//! Reads each field of a FEN on its own, so that we can report every wrong field.

use std::num::NonZeroU32;

use shakmaty::{Piece, Setup, Square, fen::Fen};

use super::fault::FenFault;

/// We collect invalid board characters for the message until they take up this many bytes.
const MOST_OTHERS: usize = 64;

/// Maximum length of the field with the castling rights. We compare each letter with all letters before it, so
/// the time is quadratic in the length.
const MOST_RIGHTS: usize = 16;

pub(super) struct Fields {
    /// The setup, if the board can be read. Other fields that cannot be read get their default values.
    pub setup: Option<Setup>,
    /// Whether the side to move can be read.
    pub has_turn: bool,
    /// The castling rights, without `-`.
    pub rights: String,
    pub faults: Vec<FenFault>,
}

/// Reads the fields of a FEN. In an EPD, the operations `hmvc` and `fmvn` give the halfmove clock and the
/// move number.
pub(super) fn fields(fen: &str) -> Fields {
    let mut faults = Vec::new();
    let is_epd = fen.contains(';');
    let is_blank = |c: char| c.is_ascii_whitespace() || c == '_';
    let mut words: Vec<&str> = fen.split(is_blank).filter(|word| !word.is_empty()).collect();
    if !is_epd && fen.trim() != words.join(" ") {
        faults.push(FenFault::Blanks);
    }
    let operations =
        if is_epd { words.split_off(words.len().min(4)).join(" ") } else { String::new() };
    let field = |n: usize, missing: &'static str| words.get(n).copied().unwrap_or(missing);

    let board = field(0, "");
    let has_board = check_board(board, &mut faults);
    let turn = field(1, "w");
    let has_turn = ["w", "b"].contains(&turn);
    if !has_turn {
        faults.push(FenFault::Turn(turn.to_owned()));
    }
    let has_rights = check_rights(field(2, "-"), &mut faults);
    let rights = if has_rights { field(2, "-") } else { "-" };
    let en_passant = field(3, "-");
    let passed = Square::from_ascii(en_passant.as_bytes()).ok();
    if passed.is_none() && en_passant != "-" {
        faults.push(FenFault::EnPassant(en_passant.to_owned()));
    }
    let (clock, number) = if is_epd {
        (operand(&operations, "hmvc"), operand(&operations, "fmvn"))
    } else {
        (words.get(4).copied(), words.get(5).copied())
    };
    let halfmoves = clock.map_or(Some(0), number_of);
    let fullmoves = number.map_or(Some(1), number_of);
    let has_checks = [clock, words.get(6).copied()].into_iter().flatten().any(is_counted_checks);
    if has_checks {
        faults.push(FenFault::Variant);
    } else if halfmoves.is_none() {
        faults.push(FenFault::Clock(clock.unwrap_or_default().to_owned()));
    }
    match fullmoves {
        None if !has_checks => faults.push(FenFault::Number(number.unwrap_or_default().to_owned())),
        Some(0) if !has_checks => faults.push(FenFault::ZeroNumber),
        _ => {}
    }
    match words.get(6) {
        Some(more) if !has_checks => faults.push(FenFault::ManyFields((*more).to_owned())),
        None if is_epd => faults.push(FenFault::Operations),
        None if (1..6).contains(&words.len()) => faults.push(FenFault::FewFields(words.len())),
        _ => {}
    }
    let fullmoves = NonZeroU32::new(fullmoves.unwrap_or(1)).unwrap_or(NonZeroU32::MIN);
    let halfmoves = halfmoves.unwrap_or(0);
    let plies = 2 * u64::from(fullmoves.get() - 1) + u64::from(turn == "b");
    if number.is_some() && u64::from(halfmoves) > plies {
        faults.push(FenFault::Clocks { halfmoves, plies });
    }

    let turn = if has_turn { turn } else { "w" };
    let read = format!("{board} {turn} {rights} - 0 1").parse::<Fen>();
    let setup = read.ok().filter(|_| has_board).map(|fen| {
        let setup = fen.into_setup();
        Setup { ep_square: passed, halfmoves, fullmoves, ..setup }
    });
    Fields { setup, has_turn, rights: rights.replace('-', ""), faults }
}

/// Checks that the board has eight ranks of eight squares.
fn check_board(board: &str, faults: &mut Vec<FenFault>) -> bool {
    let before = faults.len();
    let in_brackets = board.strip_suffix(']').and_then(|board| board.split_once('['));
    let is_pocket = |(_, rest): &(&str, &str)| {
        !rest.is_empty() && rest.chars().all(|c| Piece::from_char(c).is_some())
    };
    let ninth = board.match_indices('/').nth(7).map(|(at, _)| (&board[..at], &board[at + 1..]));
    let without_pocket = in_brackets.or(ninth.filter(is_pocket));
    if without_pocket.is_some() || board.contains('~') {
        faults.push(FenFault::Variant);
    }
    let board = without_pocket.map_or(board, |(board, _)| board).replace('~', "");
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        faults.push(FenFault::Ranks(if board.is_empty() { 0 } else { ranks.len() }));
    }
    let digit = |c: char| c.to_digit(10).filter(|digit| (1..=8).contains(digit));
    let mut others = String::new();
    for c in board.chars().filter(|&c| c != '/' && digit(c).is_none()) {
        // A few characters are enough to show what is wrong.
        if others.len() < MOST_OTHERS && Piece::from_char(c).is_none() && !others.contains(c) {
            others.push(c);
        }
    }
    if !others.is_empty() {
        faults.push(FenFault::NoPieces(others));
    }
    let lengths = ranks.iter().map(|rank| {
        rank.chars().map(|c| digit(c).map_or(1, |digit| digit as usize)).sum::<usize>()
    });
    for (squares, rank) in lengths.zip((1..=8).rev()).filter(|_| ranks.len() == 8) {
        if squares != 8 {
            faults.push(FenFault::RankLength { rank, squares });
        }
    }
    let is_board = faults.len() == before;
    let digits = board.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
    if is_board && digits {
        faults.push(FenFault::Digits);
    }
    is_board
}

/// Checks that castling rights are `-` or known letters, with at most two different letters for each side.
/// Also reports letters that are repeated or in the wrong order.
fn check_rights(rights: &str, faults: &mut Vec<FenFault>) -> bool {
    if rights == "-" {
        return true;
    }
    let place = |right: char| "KQABCDEFGHkqabcdefgh".find(right);
    let is_first = |(at, right)| !rights[..at].contains(right);
    let is_short = rights.len() <= MOST_RIGHTS;
    let is_known = is_short && rights.chars().all(|right| place(right).is_some());
    let is_many = is_known
        && [true, false].into_iter().any(|is_white| {
            let of_side = rights.char_indices().filter(|it| it.1.is_ascii_uppercase() == is_white);
            of_side.filter(|&it| is_first(it)).count() > 2
        });
    if !is_known || is_many {
        faults.push(FenFault::Castling(rights.to_owned()));
        return false;
    }
    // A Shredder-FEN may name the rook files of each side in any order.
    let group = |right: char| match right {
        'A'..='H' => 2,
        'a'..='h' => 12,
        right => place(right).unwrap_or_default(),
    };
    if !rights.chars().is_sorted_by_key(group) || !rights.char_indices().all(is_first) {
        faults.push(FenFault::CastlingOrder(rights.to_owned()));
    }
    true
}

fn number_of(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Whether a text consists of two check counts, one for each side, as in the variant Three-check: `3+3` or
/// `+0+0`.
fn is_counted_checks(text: &str) -> bool {
    let counts = text.strip_prefix('+').unwrap_or(text).split_once('+');
    counts.is_some_and(|(white, black)| number_of(white).is_some() && number_of(black).is_some())
}

fn operand<'a>(operations: &'a str, opcode: &str) -> Option<&'a str> {
    let operations = operations.split(';').filter_map(|operation| operation.trim().split_once(' '));
    let mut named = operations.filter(|&(name, _)| name == opcode);
    named.next().map(|(_, operand)| operand.trim())
}
