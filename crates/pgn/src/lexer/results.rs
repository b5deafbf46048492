//! Recognizes results as people write them: `1-0`, `1/2`, `½-½`, `0.5-0.5`, `1:0`, `+/-`.

use shakmaty::{Color, KnownOutcome, Outcome};

use super::letters::{HALF, dash, spaces};

#[derive(Clone, Copy, Eq, PartialEq)]
enum Score {
    One,
    Half,
    Zero,
}

/// Parses the score at the start of a text, and returns the score and its length. If `signs` is set, `+` and
/// `-` are also scores: a win and a loss by forfeit.
fn score(text: &[u8], signs: bool) -> Option<(Score, usize)> {
    let scores: [(&[u8], Score); 9] = [
        (b"1/2", Score::Half),
        (HALF.0, Score::Half),
        (HALF.1, Score::Half),
        (b"0.5", Score::Half),
        (b"0,5", Score::Half),
        (b"1", Score::One),
        (b"0", Score::Zero),
        (b"+", Score::One),
        (b"-", Score::Zero),
    ];
    let scores = if signs { &scores[..] } else { &scores[..7] };
    let found = scores.iter().find(|(written, _)| text.starts_with(written));
    found.map(|(written, score)| (*score, written.len()))
}

/// Returns the length of the dash or colon between two scores, including the spaces around it. In a tag, a
/// slash may also separate the scores. Returns 0 if nothing separates them.
fn between_scores(text: &[u8], in_tag: bool, may_have_spaces: bool) -> usize {
    let blanks = |text| if may_have_spaces { spaces(text) } else { 0 };
    let before = blanks(text);
    let rest = &text[before..];
    let is_colon = rest.starts_with(b":") || in_tag && rest.starts_with(b"/");
    let length = if is_colon { Some(1) } else { dash(rest) };
    length.map_or(0, |length| before + length + blanks(&rest[length..]))
}

/// Parses the rest of a result that continues on the next line, after White's score: `1/2-` then `1/2`, or
/// `1/2` then `-1/2`. Returns the number of bytes before Black's score (the dash and the line ends around
/// it), Black's score, and the length of Black's score.
fn after_line_end(text: &[u8], white: Score) -> Option<(usize, (Score, usize))> {
    let line_end = |text: &[u8]| match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    let before = line_end(text);
    let dash = before + between_scores(&text[before..], false, true);
    let between = dash + line_end(&text[dash..]);
    let (black, length) = score(&text[between..], false)?;
    // Only white space or the end of the text may follow Black's score. Otherwise the score may be a move
    // number, as in `1.`.
    let is_end = text.get(between + length).is_none_or(u8::is_ascii_whitespace);
    let is_over = dash > before && (before > 0 || between > dash);
    let is_result = outcome(white, black).is_some();
    (is_over && is_result && is_end).then_some((between, (black, length)))
}

/// Returns the outcome for the scores of White and Black; `None` if the scores do not add up to 1.
fn outcome(white: Score, black: Score) -> Option<Outcome> {
    match (white, black) {
        (Score::One, Score::Zero) => Some(won_by(Color::White)),
        (Score::Zero, Score::One) => Some(won_by(Color::Black)),
        (Score::Half, Score::Half) => Some(Outcome::Known(KnownOutcome::Draw)),
        _ => None,
    }
}

/// Unusual spellings of results: with letters instead of digits, with `F` for a forfeit, or garbled. All of
/// them occur in files of clubs and federations, but pgn-extract and python-chess recognize none of them.
const WRITTEN_OTHERWISE: [(&[u8], Score, Score); 15] = [
    (b"1-O", Score::One, Score::Zero),
    (b"1-o", Score::One, Score::Zero),
    (b"l-0", Score::One, Score::Zero),
    (b"I-0", Score::One, Score::Zero),
    (b"O-1", Score::Zero, Score::One),
    (b"o-1", Score::Zero, Score::One),
    (b"0-l", Score::Zero, Score::One),
    (b"0-I", Score::Zero, Score::One),
    (b"1-0F", Score::One, Score::Zero),
    (b"0-1F", Score::Zero, Score::One),
    (b"1F-0F", Score::One, Score::Zero),
    (b"0F-1F", Score::Zero, Score::One),
    (b"1/5-1/5", Score::Half, Score::Half),
    (b".5-.5", Score::Half, Score::Half),
    (b"0.5F-0.5F", Score::Half, Score::Half),
];

/// If `text` begins with a result from `WRITTEN_OTHERWISE`, returns the result and its length.
pub fn result_written_otherwise(text: &[u8]) -> Option<(Option<Outcome>, usize)> {
    let is_here = |(written, ..): &&(&[u8], Score, Score)| {
        // We compare the first byte on its own, because this cheap test already rejects nearly every text.
        text.first() == written.first()
            && text.starts_with(written)
            && !text.get(written.len()).is_some_and(u8::is_ascii_alphanumeric)
    };
    let (written, white, black) = WRITTEN_OTHERWISE.iter().find(is_here)?;
    Some((outcome(*white, *black), written.len()))
}

/// Returns the result at the start of a text, and its length. The outcome is `None` if PGN has no result with
/// these two scores, as for `0-1/2`. In a tag, `+/-` is a win by forfeit. In movetext, `+/-` is an evaluation
/// of the position.
pub fn result(text: &[u8], in_tag: bool) -> Option<(Option<Outcome>, usize)> {
    if text.starts_with(b"*") {
        return Some((Some(Outcome::Unknown), 1));
    }
    let written_otherwise = result_written_otherwise(text);
    if written_otherwise.is_some() {
        return written_otherwise;
    }
    let draw = Some(Outcome::Known(KnownOutcome::Draw));
    // Fast path: most results are in standard form.
    let plain = match text {
        [b'1', b'-', b'0', rest @ ..] => Some((Some(won_by(Color::White)), 3, rest)),
        [b'0', b'-', b'1', rest @ ..] => Some((Some(won_by(Color::Black)), 3, rest)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', rest @ ..] => Some((draw, 7, rest)),
        _ => None,
    };
    if let Some((outcome, length, [] | [b' ' | b'\n' | b'\r', ..])) = plain {
        return Some((outcome, length));
    }
    // `+:-` is always a result, never an evaluation.
    let signs = in_tag || text.starts_with(b"+:") || text.starts_with(b"-:");
    let (white, length) = score(text, signs)?;
    let rest = &text[length..];
    // We allow no spaces after a score of `+` or `-`, because a dash after spaces may be an evaluation symbol.
    let mut dash = between_scores(rest, in_tag, !text.starts_with(b"+") && !text.starts_with(b"-"));
    let mut black = score(&rest[dash..], signs).filter(|_| dash > 0);
    if black.is_none()
        && !in_tag
        && let Some((between, other)) = after_line_end(rest, white)
    {
        (dash, black) = (between, Some(other));
    }
    // If no score for Black follows, the dash of `1/2 -` may belong to the text after it.
    let dash = if black.is_none() && rest.starts_with(b" ") { 0 } else { dash };
    let (outcome, length) = match (white, black) {
        (Score::Half, None) if !text.starts_with(b"0") => (draw, length + dash),
        (Score::Zero, Some((Score::Zero, _))) | (_, None) => return None,
        (white, Some((black, more))) => (outcome(white, black), length + dash + more),
    };
    // `1/2-1/` is a truncated `1/2-1/2`.
    let cut = text[length..].starts_with(b"/") && outcome.is_none();
    let length = length + usize::from(cut);
    let outcome = if cut && white == Score::Half { draw } else { outcome };
    let is_end = !text.get(length).is_some_and(u8::is_ascii_alphanumeric);
    is_end.then_some((outcome, length))
}

fn won_by(winner: Color) -> Outcome {
    Outcome::Known(KnownOutcome::Decisive { winner })
}

/// Returns the length of the move in a word that ends with a result, such as `Qh4#0-1`.
pub fn before_result(word: &[u8]) -> Option<usize> {
    let results = [&b"1/2-1/2"[..], b"1/2", b"1-0", b"0-1"];
    let is_move = |text: &&[u8]| {
        let last = text.last().is_some_and(|last| b"12345678QRBNO0+#".contains(last));
        last && text.iter().any(u8::is_ascii_alphabetic)
    };
    let mut moves = results.iter().filter_map(|result| word.strip_suffix(*result));
    moves.find(is_move).map(<[u8]>::len)
}
