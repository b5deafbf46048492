//! `san-strings tree --at`.

use std::{io::Write, path::Path};

use anyhow::{Context, Result};
use san_strings::tree::{
    Outcome, Tree,
    disk::{Place, View, look, look_at},
};
use shakmaty::san::SanPlus;

use super::{Answer, growth::is_file};

/// Shows a node of a tree on disk: of folders, or in a file.
pub(super) fn show(path: &Path, place: &Place, out: &mut impl Write) -> Result<Answer> {
    let view = if is_file(path) {
        let damaged = || path.display().to_string();
        let tree = Tree::open(path).with_context(damaged)?;
        look_at(&tree, place).with_context(damaged)?
    } else {
        look(path, place)?
    };
    let View {
        id, info, outcome, ..
    } = &view;
    let played: Vec<_> = view.played.iter().map(SanPlus::to_string).collect();
    if view.is_earlier {
        writeln!(
            out,
            "These moves lead to a node that is equivalent to an earlier one:\n"
        )?;
    }
    writeln!(out, "node    #{id}")?;
    if !played.is_empty() {
        writeln!(out, "moves   {}", played.join(" "))?;
    }
    let state = if info.is_some() {
        ""
    } else {
        " (not there yet: the last ply)"
    };
    match &view.folder {
        Some(folder) => writeln!(out, "folder  {}{state}", folder.display())?,
        None => writeln!(out, "file    {}{state}", path.display())?,
    }
    let reason = match outcome {
        Outcome::Draw(Some(reason)) => format!(" by {reason}"),
        _ => String::new(),
    };
    writeln!(out, "result  {}{reason}", words(*outcome))?;
    writeln!(out, "state   {}", view.state)?;
    if let Some(children) = info.as_ref().and_then(|info| info.children.as_ref()) {
        let (first, last) = (children.start(), children.end());
        if first == last {
            writeln!(out, "range   {first}")?;
        } else {
            writeln!(out, "range   {first}..{last}")?;
        }
    }
    if !view.moves.is_empty() {
        writeln!(out)?;
    }
    for next in &view.moves {
        let sign = if next.is_earlier { '≡' } else { '#' };
        let line = format!(
            "{:7} {:>10}  {}",
            next.san.to_string(),
            format!("{sign}{}", next.id),
            next.outcome.letter()
        );
        writeln!(out, "{line}")?;
    }
    Ok(Answer::Yes)
}

/// An outcome in words, for the side to move.
fn words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Unknown => "? (not known)",
        Outcome::Draw(_) => "d (a draw)",
        Outcome::Win => "w (the side to move wins)",
        Outcome::Loss => "l (the side to move loses)",
    }
}
