//! Writes the findings of `lint` as JSON.

use san_strings_core::fen::fen_of;
use san_strings_pgn::{Finding, Suggestion};
use serde_json::{Value, json};

/// The output of `lint --format json` for one finding, without the file name.
///
/// ```
/// use san_strings_answers::{finding, san_strings_pgn::Linter};
///
/// let [found] = &Linter::default().findings(b"1. e4 e5 2. Ng3 *")[..] else { panic!("one") };
/// let answer = finding(found);
/// assert_eq!((&answer["offset"], &answer["kind"]), (&12.into(), &"illegal-move".into()));
/// assert_eq!(answer["suggestions"][0]["san"], "Nf3");
/// ```
pub fn finding(finding: &Finding) -> Value {
    json!({
        "line": finding.line,
        "column": finding.column,
        "offset": finding.offset,
        "length": finding.length,
        "game": finding.game,
        "ply": finding.ply,
        "fen": finding.position.as_ref().map(fen_of),
        "kind": finding.kind(),
        "level": finding.fault.level().name(),
        "message": finding.to_string(),
        "reasons": finding.fault.reasons(),
        "text": finding.text,
        "fix": finding.fix(),
        "played": finding.is_played,
        "suggestions": finding.suggestions.iter().map(suggestion).collect::<Vec<_>>(),
    })
}

fn suggestion(it: &Suggestion) -> Value {
    json!({ "san": it.san.to_string(), "slip": it.slip.name(), "follows": it.follows, "of": it.of })
}
