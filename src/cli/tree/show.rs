//! `san-strings tree show`.

use std::{io::Write, path::Path};

use anyhow::{Context, Result};
use shakmaty::san::SanPlus;

use super::{is_file, open};
use crate::cli::answer::Answer;
use san_strings_core::excerpt::printable_path;
use san_strings_tree::{NodeQuery, NodeView, Outcome};

pub(super) fn show(path: &Path, query: &NodeQuery, out: &mut impl Write) -> Result<Answer> {
    let view = if is_file(path) {
        NodeView::in_tree(&open(path)?, query).with_context(|| path.display().to_string())?
    } else {
        NodeView::in_folder(path, query)?
    };
    if view.is_transposition {
        writeln!(out, "These moves transpose to a node that other moves reach first:\n")?;
    }
    writeln!(out, "node    #{}", view.id)?;
    if !view.played.is_empty() {
        let played: Vec<_> = view.played.iter().map(SanPlus::to_string).collect();
        writeln!(out, "moves   {}", played.join(" "))?;
    }
    match (&view.folder, &view.info) {
        (Some(folder), Some(_)) => writeln!(out, "folder  {}", printable_path(folder))?,
        (Some(folder), None) => {
            let folder = printable_path(folder);
            writeln!(
                out,
                "folder  {folder} (does not exist: nodes of the last ply have no folders)"
            )?;
        }
        (None, Some(_)) => writeln!(out, "file    {}", printable_path(path))?,
        (None, None) => writeln!(out, "file    {} (the last ply)", printable_path(path))?,
    }
    let outcome = match view.outcome {
        Outcome::Unknown => "? (not known)".to_owned(),
        Outcome::Draw(None) => "d (a draw)".to_owned(),
        Outcome::Draw(Some(reason)) => format!("d (a draw) by {reason}"),
        Outcome::Win => "w (the side to move wins)".to_owned(),
        Outcome::Loss => "l (the side to move loses)".to_owned(),
    };
    writeln!(out, "result  {outcome}")?;
    writeln!(out, "state   {}", view.state)?;
    if let Some(info) = view.info.filter(|info| info.children.is_some()) {
        writeln!(out, "range   {}", info.range())?;
    }
    if !view.moves.is_empty() {
        writeln!(out)?;
    }
    for (san, to) in &view.moves {
        let sign = if to.is_child { '#' } else { '≡' };
        let (san, id) = (san.to_string(), format!("{sign}{}", to.id));
        writeln!(out, "{san:7} {id:>10}  {}", to.outcome.letter())?;
    }
    Ok(Answer::Yes)
}
