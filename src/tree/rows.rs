//! The tree as tables: a row for each node, and one for each move.

use std::io::{self, Write};

use shakmaty::{CastlingMode, EnPassantMode, Move, fen::Epd, san::SanPlus, uci::UciMove};

use super::{
    Cursor, DrawReason, Id, Outcome, Tree, TreeError,
    visit::for_each_node,
    watch::{Stage, Watch},
};

/// The headers of the two tables as CSV.
pub const TABLES: [&str; 2] = [
    "ply,id,parent,uci,san,epd,first_child,children,moves,outcome,reason",
    "ply,node,move,san,to,is_new",
];

/// A node as a row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NodeRow {
    /// The node.
    pub id: Id,
    /// The node it was first met from; nothing for the root.
    pub parent: Option<Id>,
    /// The move that leads there from its parent.
    pub played: Option<(UciMove, SanPlus)>,
    /// The board state: a FEN without its two counters.
    pub epd: Epd,
    /// Its first child, if it has any.
    pub first_child: Option<Id>,
    /// How many children it has, where that is known: not at the last ply.
    pub children: Option<u64>,
    /// How many moves it has in the tree, where that is known.
    pub moves: Option<u64>,
    /// Its outcome.
    pub outcome: Outcome,
}

/// A move as a row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EdgeRow {
    /// The node where it is played.
    pub node: Id,
    /// The move.
    pub uci: UciMove,
    /// The move as SAN.
    pub san: SanPlus,
    /// The node it leads to.
    pub to: Id,
    /// Whether it is the first to lead there.
    pub is_new: bool,
}

impl NodeRow {
    /// The row of the node where a cursor stands.
    pub(super) fn of(cursor: &mut Cursor<'_>) -> NodeRow {
        let children = cursor.children();
        let has_moves = cursor.ply() < cursor.tree().plies();
        let moves = has_moves.then(|| cursor.moves());
        let count = children.end - children.start;
        NodeRow {
            id: cursor.id(),
            parent: cursor.parent(),
            played: cursor
                .game()
                .last()
                .map(|(position, m)| written(position, m)),
            epd: Epd::from_position(cursor.game().position(), EnPassantMode::Legal),
            first_child: (count > 0).then_some(children.start),
            children: has_moves.then_some(count),
            moves,
            outcome: cursor.outcome(),
        }
    }

    /// The reason of a draw, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<DrawReason> {
        match self.outcome {
            Outcome::Draw(reason) => reason,
            _ => None,
        }
    }
}

impl EdgeRow {
    /// The rows of the moves of the node where a cursor stands.
    pub(super) fn of(cursor: &mut Cursor<'_>) -> Result<Vec<EdgeRow>, TreeError> {
        let node = cursor.id();
        let targets = cursor.targets()?;
        let moves = cursor.game_mut().moves().to_vec();
        let position = cursor.game().position();
        let rows = moves.into_iter().zip(targets).map(|(m, target)| {
            let (uci, san) = written(position, m);
            EdgeRow {
                node,
                uci,
                san,
                to: target.id,
                is_new: target.is_child,
            }
        });
        Ok(rows.collect())
    }
}

fn written(position: &shakmaty::Chess, m: Move) -> (UciMove, SanPlus) {
    let uci = m.to_uci(CastlingMode::Standard);
    (uci, SanPlus::from_move(position.clone(), m))
}

impl Tree {
    /// Visits the rows of a ply in their order: of its nodes.
    ///
    /// # Errors
    ///
    /// [`TreeError`], or what `visit` says, in an [`io::Error`].
    pub fn for_each_row(
        &self,
        ply: usize,
        watch: &Watch<'_>,
        visit: impl FnMut(NodeRow) -> io::Result<()>,
    ) -> io::Result<()> {
        self.rows(ply, watch, |cursor| Ok([NodeRow::of(cursor)]), visit)
    }

    /// Visits the rows of a ply in their order: of the moves of its nodes. At the last ply
    /// there are none.
    ///
    /// # Errors
    ///
    /// As [`Tree::for_each_row`].
    pub fn for_each_edge(
        &self,
        ply: usize,
        watch: &Watch<'_>,
        visit: impl FnMut(EdgeRow) -> io::Result<()>,
    ) -> io::Result<()> {
        self.rows(ply, watch, EdgeRow::of, visit)
    }

    /// Visits what the nodes of a ply give, in their order.
    fn rows<R: Send, I: IntoIterator<Item = R>>(
        &self,
        ply: usize,
        watch: &Watch<'_>,
        of: impl Fn(&mut Cursor<'_>) -> Result<I, TreeError> + Sync,
        mut visit: impl FnMut(R) -> io::Result<()>,
    ) -> io::Result<()> {
        for_each_node(
            self,
            ply,
            (Stage::Visit, watch),
            |cursor, rows: &mut Vec<R>| {
                rows.extend(of(cursor)?);
                Ok::<_, io::Error>(())
            },
            |rows| rows.into_iter().try_for_each(&mut visit),
        )
    }

    /// Writes the nodes as CSV, with a header.
    ///
    /// # Errors
    ///
    /// As [`Tree::for_each_row`].
    pub fn write_nodes_csv(&self, out: &mut impl Write, watch: &Watch<'_>) -> io::Result<()> {
        writeln!(out, "{}", TABLES[0])?;
        for ply in 0..=self.plies() {
            self.for_each_row(ply, watch, |row| {
                let (uci, san) = row.played.unzip();
                writeln!(
                    out,
                    "{ply},{},{},{},{},{},{},{},{},{},{}",
                    row.id,
                    cell(row.parent),
                    cell(uci),
                    cell(san),
                    row.epd,
                    cell(row.first_child),
                    cell(row.children),
                    cell(row.moves),
                    row.outcome.letter(),
                    cell(row.reason()),
                )
            })?;
        }
        out.flush()
    }

    /// Writes the moves as CSV, with a header.
    ///
    /// # Errors
    ///
    /// As [`Tree::for_each_row`].
    pub fn write_edges_csv(&self, out: &mut impl Write, watch: &Watch<'_>) -> io::Result<()> {
        writeln!(out, "{}", TABLES[1])?;
        for ply in 0..self.plies() {
            self.for_each_edge(ply, watch, |row| {
                let EdgeRow {
                    node,
                    uci,
                    san,
                    to,
                    is_new,
                } = row;
                writeln!(out, "{ply},{node},{uci},{san},{to},{is_new}")
            })?;
        }
        out.flush()
    }
}

/// A value as text; nothing if there is none.
fn cell(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
