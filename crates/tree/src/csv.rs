//! Exports the tree as CSV tables.

use std::io::{self, Write};

use shakmaty::{CastlingMode, Chess, Move, san::SanPlus, uci::UciMove};

use super::{Cursor, Outcome, Tree, root::board_state, walk::for_each_node};
use san_strings_files::Progress;

impl Tree {
    /// Writes one CSV row per node.
    ///
    /// # Errors
    ///
    /// An error from `out`, or a [`TreeError`](super::TreeError) wrapped in an [`io::Error`].
    pub fn write_nodes(&self, out: &mut impl Write, progress: &dyn Progress) -> io::Result<()> {
        let head = "ply,id,parent,uci,san,epd,first_child,children,moves,outcome,reason";
        self.write_rows(head, write_node, out, progress)
    }

    /// Writes one CSV row per move. Nodes of the last ply have no rows, because their moves are unknown.
    ///
    /// # Errors
    ///
    /// The same errors as [`Tree::write_nodes`].
    pub fn write_edges(&self, out: &mut impl Write, progress: &dyn Progress) -> io::Result<()> {
        self.write_rows("ply,node,uci,san,to,is_new", write_edges, out, progress)
    }

    fn write_rows(
        &self,
        head: &str,
        rows: impl Fn(&mut Cursor<'_>, &mut Vec<u8>) -> io::Result<()> + Sync,
        out: &mut impl Write,
        progress: &dyn Progress,
    ) -> io::Result<()> {
        writeln!(out, "{head}")?;
        for_each_node(self, 0..self.plies() + 1, ("writing", progress), rows, |text: Vec<u8>| {
            out.write_all(&text)
        })
    }
}

fn write_node(cursor: &mut Cursor<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    let last = cursor.game().played().next_back();
    let (uci, san) = last.map(|(position, m)| written(position, m)).unzip();
    let epd = board_state(cursor.game().position());
    let children = cursor.children();
    let count = children.end - children.start;
    // The moves of nodes at the last ply are unknown.
    let has_moves = cursor.ply() < cursor.tree().plies();
    let outcome = cursor.outcome();
    let reason = match outcome {
        Outcome::Draw(reason) => reason,
        _ => None,
    };
    let row = [
        cursor.ply().to_string(),
        cursor.id().to_string(),
        cell(cursor.parent()),
        cell(uci),
        cell(san),
        epd.to_string(),
        cell((count > 0).then_some(children.start)),
        cell(has_moves.then_some(count)),
        cell(has_moves.then(|| cursor.moves())),
        outcome.letter().to_string(),
        cell(reason),
    ];
    writeln!(out, "{}", row.join(","))
}

fn write_edges(cursor: &mut Cursor<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    let (ply, node) = (cursor.ply(), cursor.id());
    let targets = cursor.targets()?;
    let moves = cursor.game_mut().moves().to_vec();
    for (m, target) in moves.into_iter().zip(targets) {
        let (uci, san) = written(cursor.game().position(), m);
        writeln!(out, "{ply},{node},{uci},{san},{},{}", target.id, target.is_child)?;
    }
    Ok(())
}

fn written(position: &Chess, m: Move) -> (UciMove, SanPlus) {
    let uci = m.to_uci(CastlingMode::Standard);
    (uci, SanPlus::from_move(position.clone(), m))
}

/// Formats a value as a cell, which is empty for `None`.
fn cell(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
