//! Reads moves in English words, as people say them and as speech recognition writes them.

use super::{
    Difference, LONGEST, Spelling,
    chars::{Chars, bytes},
    deviation::{Deviation, Deviations},
    layers::peel,
};

enum Word {
    Symbol(&'static str),
    /// A piece. `king` and `queen` may also name a side of the board, as in `king side`.
    Piece(&'static str),
    Castles,
    /// `true` for kingside, `false` for queenside.
    Side(bool),
}

/// The words of spoken moves. A word with an empty symbol adds nothing to the SAN.
const WORDS: [(&str, Word); 41] = [
    ("knight", Word::Piece("N")),
    ("night", Word::Piece("N")),
    ("bishop", Word::Piece("B")),
    ("rook", Word::Piece("R")),
    ("queen", Word::Piece("Q")),
    ("king", Word::Piece("K")),
    ("pawn", Word::Piece("")),
    ("takes", Word::Symbol("x")),
    ("captures", Word::Symbol("x")),
    ("capture", Word::Symbol("x")),
    ("equals", Word::Symbol("=")),
    ("promotes", Word::Symbol("=")),
    ("becomes", Word::Symbol("=")),
    ("check", Word::Symbol("+")),
    ("checkmate", Word::Symbol("#")),
    ("mate", Word::Symbol("#")),
    ("to", Word::Symbol("")),
    ("on", Word::Symbol("")),
    ("from", Word::Symbol("")),
    ("moves", Word::Symbol("")),
    ("the", Word::Symbol("")),
    ("and", Word::Symbol("")),
    ("en", Word::Symbol("")),
    ("passant", Word::Symbol("")),
    ("side", Word::Symbol("")),
    ("with", Word::Symbol("")),
    ("one", Word::Symbol("1")),
    ("two", Word::Symbol("2")),
    ("three", Word::Symbol("3")),
    ("four", Word::Symbol("4")),
    ("five", Word::Symbol("5")),
    ("six", Word::Symbol("6")),
    ("seven", Word::Symbol("7")),
    ("eight", Word::Symbol("8")),
    ("castle", Word::Castles),
    ("castles", Word::Castles),
    ("castling", Word::Castles),
    ("kingside", Word::Side(true)),
    ("short", Word::Side(true)),
    ("queenside", Word::Side(false)),
    ("long", Word::Side(false)),
];

/// Translates a move in words into symbols: `knight takes f3` becomes `Nxf3`. Strips what surrounds the
/// words, such as a move number or quotation marks, and returns a difference for each stripped part. If the
/// words mean castling but do not name the side, returns both castling moves.
pub(super) fn symbols(text: &str) -> ([Option<String>; 2], Deviations) {
    let is_move = |[symbols, _]: &[Option<String>; 2]| {
        symbols.as_ref().is_some_and(|symbols| Spelling::parse(symbols).is_move())
    };
    let mut deviations = Deviations::default();
    let core = Chars::of(text, &mut deviations).and_then(|chars| {
        let layers = peel(&chars, &mut deviations)?;
        let bytes = bytes(&chars[layers.core.clone()]);
        let core = text.get(usize::from(bytes.start)..usize::from(bytes.end))?;
        // If `peel` has stripped a mark for check or mate, or an en passant note, we translate the whole text,
        // because the stripped characters may have been a word, such as `check`.
        (layers.mark.is_none() && !layers.is_en_passant).then_some(core)
    });
    match core.map(words).filter(is_move) {
        Some(symbols) => (symbols, deviations),
        None => (words(text), Deviations::default()),
    }
}

/// Translates words such as `knight f3` into symbols. Returns two translations for castling without a side,
/// otherwise at most one. `[None, None]` if the text contains an unknown word.
fn words(text: &str) -> [Option<String>; 2] {
    let none = [None, None];
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return none;
    }
    let words = text.split(|char: char| char.is_whitespace() || matches!(char, '-' | ',' | '.'));
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let mut symbols = String::new();
    let (mut is_spoken, mut castles, mut side) = (false, false, None);
    for (n, word) in words.iter().enumerate() {
        let next = words.get(n + 1).map(String::as_str);
        match find(word) {
            Some(Word::Piece("K")) if next == Some("side") => side = Some(true),
            Some(Word::Piece("Q")) if next == Some("side") => side = Some(false),
            Some(Word::Piece(symbol) | Word::Symbol(symbol)) => symbols += symbol,
            Some(Word::Castles) => castles = true,
            Some(Word::Side(is_kings)) => side = Some(*is_kings),
            // Skips the article in `promotes to a queen`.
            None if word == "a"
                && next.is_some_and(|next| matches!(find(next), Some(Word::Piece(_)))) => {}
            None if is_square(word) => symbols += word,
            None => return none,
        }
        is_spoken |= !is_square(word);
    }
    let castling = |side: &str| Some(format!("{side}{symbols}"));
    match (castles, side) {
        (true, Some(true)) => [castling("O-O"), None],
        (true, Some(false)) => [castling("O-O-O"), None],
        (true, None) => [castling("O-O"), castling("O-O-O")],
        (false, None) if is_spoken => [Some(symbols), None],
        _ => none,
    }
}

fn find(word: &str) -> Option<&'static Word> {
    WORDS.iter().find(|(other, _)| *other == word).map(|(_, word)| word)
}

/// Whether a word is a square, a file or a rank.
fn is_square(word: &str) -> bool {
    match *word.trim_end_matches(['+', '#']).as_bytes() {
        [file, rank] => (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank),
        [part] => (b'a'..=b'h').contains(&part) || (b'1'..=b'8').contains(&part),
        _ => false,
    }
}

/// Combines the differences of a spoken move. `around` lists the differences outside the words, such as
/// quotation marks. `of_symbols` lists the differences between the translated symbols and the SAN. We cannot
/// tell which words cause a difference in `of_symbols`, so we set its range to the whole text. But if the range
/// is empty, because a symbol is missing, we set it to the empty range at the end of the text.
pub(super) fn differences(
    text: &str,
    around: Deviations,
    of_symbols: &[Deviation],
) -> Vec<Deviation> {
    let end = u8::try_from(text.len()).unwrap_or(u8::MAX);
    let mut all = around;
    all.note(Difference::Spoken, 0..end);
    for it in of_symbols {
        let start = if it.range().is_empty() { end } else { 0 };
        all.note(it.difference, start..end);
    }
    all.sorted()
}
