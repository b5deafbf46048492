//! How `judge` says its verdict. `judge.py` in the folder of the suite prints the same.

use std::{collections::BTreeMap, io::Write};

use anyhow::Result;
use indicatif::HumanCount;
use serde_json::{Value, json};

use crate::{
    suite::{
        Table,
        judge::{Report, Score, Verdict, Wrong},
    },
    text::excerpt,
};

/// Kinds that are printed without `--all`.
const KINDS: usize = 8;

/// For people: the total, then the kinds with something wrong, the worst first.
pub(super) fn text(
    name: &str,
    report: &Report,
    (show, all): (usize, bool),
    out: &mut impl Write,
) -> Result<()> {
    let rows = human(report.sum(|score| score.rows));
    let right = human(report.sum(Score::right));
    let notes = notes(|verdict| report.sum(|score| score.count(verdict)));
    writeln!(out, "{name}: {right} of {rows} right{notes}")?;
    let (failed, new) = (report.sum(|score| score.failed.len()), report.sum(|score| score.new));
    if new < failed {
        let (known, new) = (human(failed - new), human(new));
        writeln!(out, "{known} of those that are not right are known, {new} are new")?;
    }
    let mut fixed = report.fixed.iter().map(ToString::to_string);
    if let Some(first) = fixed.next() {
        let fixed = fixed.fold(first, |fixed, id| fixed + " " + &id);
        writeln!(out, "right by now, no longer known to fail: {fixed}")?;
    }
    let is_wrong = |score: &&Score| !score.wrong.is_empty();
    let wrong: Vec<&Score> = report.scores.iter().filter(is_wrong).collect();
    let shown = if all { wrong.len() } else { KINDS };
    for score in wrong.iter().take(shown) {
        let (kind, failed, rows) = (score.kind, human(score.failed.len()), human(score.rows));
        let notes = self::notes(|verdict| score.count(verdict));
        writeln!(out, "\n{kind}: {failed} of {rows} not right{notes}")?;
        writeln!(out, "  {}", kind.advice())?;
        for wrong in score.wrong.iter().take(show) {
            writeln!(out, "  {}", line(wrong))?;
        }
    }
    if wrong.len() > shown {
        let more = wrong.len() - shown;
        writeln!(out, "\n... and {more} kinds more: --all prints them")?;
    }
    for score in report.scores.iter().filter(|score| all && !is_wrong(score)) {
        let (kind, right, rows) = (score.kind, human(score.right()), human(score.rows));
        let notes = self::notes(|verdict| score.count(verdict));
        writeln!(out, "\n{kind}: {right} of {rows} right{notes}")?;
    }
    Ok(())
}

/// For programs.
pub(super) fn json(
    name: &str,
    report: &Report,
    problem: Option<&str>,
    show: usize,
    out: &mut impl Write,
) -> Result<()> {
    let counts = |count: &dyn Fn(Verdict) -> usize| -> BTreeMap<String, usize> {
        let all = Verdict::COUNTED.iter();
        all.map(|&verdict| (verdict.word().replace(' ', "_"), count(verdict))).collect()
    };
    let kinds = report.scores.iter().map(|score| {
        let wrong = score.wrong.iter().take(show).map(|wrong| {
            json!({
                "id": wrong.id.to_string(),
                "fen": wrong.fen,
                "given": wrong.given,
                "expected": wrong.expected,
                "got": wrong.got,
                "verdict": wrong.verdict.word(),
            })
        });
        json!({
            "kind": score.kind.to_string(),
            "file": score.kind.table().name(),
            "advice": score.kind.advice(),
            "rows": score.rows,
            "right": score.right(),
            "new": score.new,
            "counts": counts(&|verdict| score.count(verdict)),
            "wrong": wrong.collect::<Vec<Value>>(),
        })
    });
    let fixed = report.fixed.iter().map(ToString::to_string);
    let verdict = json!({
        "name": name,
        "rows": report.sum(|score| score.rows),
        "right": report.sum(Score::right),
        "new": report.sum(|score| score.new),
        "fixed": fixed.collect::<Vec<String>>(),
        "problem": problem,
        "counts": counts(&|verdict| report.sum(|score| score.count(verdict))),
        "kinds": kinds.collect::<Vec<Value>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &verdict)?;
    writeln!(out)?;
    Ok(())
}

/// For servers that run tests: a suite for each file, a test for each kind.
pub(super) fn junit(name: &str, report: &Report, show: usize, out: &mut impl Write) -> Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"{}\">", xml(&excerpt(name)))?;
    for file in Table::ALL {
        let scores = || report.scores.iter().filter(|score| score.kind.table() == file);
        let (tests, failures) = (scores().count(), scores().filter(|score| score.new > 0).count());
        if tests == 0 {
            continue;
        }
        writeln!(out, "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\">")?;
        for score in scores() {
            let kind = score.kind;
            let test = format!("<testcase classname=\"{file}\" name=\"{kind}\"");
            if score.new == 0 {
                writeln!(out, "    {test}/>")?;
                continue;
            }
            let (new, rows) = (score.new, score.rows);
            let notes = notes(|verdict| score.count(verdict));
            let advice = xml(&kind.advice());
            writeln!(out, "    {test}>")?;
            writeln!(out, "      <failure message=\"{new} of {rows} not right{notes}\">{advice}")?;
            for wrong in score.wrong.iter().take(show) {
                writeln!(out, "{}", xml(&line(wrong)))?;
            }
            writeln!(out, "</failure>\n    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")?;
    Ok(())
}

/// For `--known`: the rows that are not right.
pub(super) fn known(name: &str, report: &Report, out: &mut impl Write) -> Result<()> {
    writeln!(out, "# {}", excerpt(name))?;
    let rows = report.scores.iter();
    let mut rows: Vec<_> =
        rows.flat_map(|score| score.failed.iter().map(|id| (*id, score.kind))).collect();
    rows.sort_unstable();
    for (id, kind) in rows {
        writeln!(out, "{id} {kind}")?;
    }
    Ok(())
}

fn human(count: usize) -> HumanCount {
    HumanCount(count as u64)
}

/// What became of the answers, as far as it says more than how many are right.
fn notes(count: impl Fn(Verdict) -> usize) -> String {
    let counted = Verdict::COUNTED.map(|verdict| (verdict, count(verdict)));
    let counted = counted.into_iter().filter(|&(_, count)| count > 0);
    let notes = counted.map(|(verdict, count)| format!("{} {}", human(count), verdict.word()));
    match notes.collect::<Vec<String>>().join(", ") {
        none if none.is_empty() => none,
        notes => format!("; {notes}"),
    }
}

/// A wrong answer in a line.
fn line(wrong: &Wrong) -> String {
    let shown = |text: &str| match text {
        "" => "nothing".to_owned(),
        text => excerpt(text),
    };
    let [given, expected, got] =
        [&wrong.given, &wrong.expected, &wrong.got].map(|text| shown(text));
    let (id, fen) = (wrong.id, &wrong.fen);
    format!("{id} in {fen}: {given}: expected {expected}, got {got}")
}

/// A text in XML. What XML cannot hold has been escaped before, by [`excerpt`].
fn xml(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
