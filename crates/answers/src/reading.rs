//! Formats the meaning of a move text or a FEN as JSON. Also plays moves from a FEN or from the initial position.

use san_strings_core::{Verdict, position, read};
use serde_json::{Value, json};
use shakmaty::{Chess, Move, Position, san::SanPlus};

/// The output of `read --format json` for a text or a FEN.
///
/// ```
/// use san_strings_answers::reading;
/// use san_strings_answers::san_strings_core::Verdict;
///
/// let fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
/// assert_eq!(reading(fen, &Verdict::of_fen(fen))["verdict"], "impossible-position");
/// ```
pub fn reading(text: &str, verdict: &Verdict) -> Value {
    let Verdict { verdict, san, uci, sans, kinds, ranges, why, suggestions, .. } = verdict;
    json!({
        "text": text, "verdict": verdict, "san": san, "uci": uci, "sans": sans,
        "kinds": kinds, "ranges": ranges, "why": why, "suggestions": suggestions,
    })
}

/// Plays moves from a FEN or from the initial position, and returns the position after them. The moves may be
/// in any spelling without spaces, and move numbers may come between them.
///
/// ```
/// use san_strings_answers::position_after;
///
/// assert!(position_after(None, "1. e2-e4 e5 2. Nf3").is_ok());
/// let why = position_after(None, "e4 Nf3").expect_err("Black has no such move");
/// assert!(why.starts_with("ply 2 of the moves, Nf3, is illegal: "), "{why}");
/// ```
///
/// # Errors
///
/// Returns a sentence that says what is wrong with the FEN, or which move is wrong.
pub fn position_after(fen: Option<&str>, moves: &str) -> Result<Chess, String> {
    let start = fen.map_or(Ok(Chess::default()), position);
    let mut position = start.map_err(|error| error.to_string())?;
    play(&mut position, moves, |_, _, _| ())?;
    Ok(position)
}

/// Plays moves that are separated by spaces. Each move may be in any spelling without spaces. Skips move
/// numbers. Calls `see` with each move, its SAN, and the position after it.
///
/// ```
/// use san_strings_answers::{play, shakmaty::Chess};
///
/// let (mut position, mut sans) = (Chess::default(), Vec::new());
/// play(&mut position, "1. e2-e4 e5 2. Nf3", |_, san, _| sans.push(san.to_string()))?;
/// assert_eq!(sans, ["e4", "e5", "Nf3"]);
/// # Ok::<_, String>(())
/// ```
///
/// # Errors
///
/// Returns a sentence that says which move is wrong. `now` is then the position before this move.
pub fn play(
    now: &mut Chess,
    moves: &str,
    mut see: impl FnMut(Move, SanPlus, &Chess),
) -> Result<(), String> {
    let is_number = |word: &&str| {
        let digits = word.trim_end_matches(['.', '…']);
        !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = moves.split_whitespace().filter(|word| !is_number(word));
    for (word, ply) in words.zip(1..) {
        let reading = read(now, word);
        let Some((m, san)) = reading.played() else {
            let why = reading.why().map_or_else(String::new, |why| format!(": {why}"));
            let verdict = reading.verdict().replace('-', " ");
            return Err(format!("ply {ply} of the moves, {word}, is {verdict}{why}"));
        };
        now.play_unchecked(m);
        see(m, san, now);
    }
    Ok(())
}
