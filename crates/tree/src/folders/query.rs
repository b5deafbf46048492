//! Looks up a node of a tree that is in folders, in a file or in memory, without growing the tree again.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use shakmaty::{Chess, Move, fen::Epd, san::SanPlus, uci::UciMove};
use thiserror::Error;

use super::{Info, descent::Descent};
use crate::{Outcome, Target, Tree, TreeError, game::in_order, ids::Id, root::board_state};
use san_strings_core::syntax::{self, SyntaxError};

/// The node to show, given by its Id, or by the moves that lead there from the root.
///
/// ```
/// use san_strings_tree::NodeQuery;
///
/// assert_eq!("#57".parse(), Ok(NodeQuery::Id(57)));
/// assert_eq!("57".parse(), Ok(NodeQuery::Id(57)));
/// assert!(matches!("1. e4 e5 2. Nf3".parse(), Ok(NodeQuery::Moves(moves)) if moves.len() == 3));
/// assert!(matches!("e2e4 e5".parse(), Ok(NodeQuery::Moves(moves)) if moves.len() == 2));
/// assert!("e4 x".parse::<NodeQuery>().is_err());
/// assert!("18446744073709551616".parse::<NodeQuery>().is_err());
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NodeQuery {
    /// The node with this Id.
    Id(Id),
    /// The node after these moves.
    Moves(Vec<QueryMove>),
}

/// A move as the user wrote it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QueryMove {
    /// SAN such as `e4`.
    San(SanPlus),
    /// UCI such as `e2e4`.
    Uci(UciMove),
}

impl fmt::Display for QueryMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryMove::San(san) => san.fmt(f),
            QueryMove::Uci(uci) => uci.fmt(f),
        }
    }
}

/// The error for a word that is neither an Id nor a move.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{word:?} is neither an Id nor SAN nor UCI: {cause}")]
pub struct ParseNodeQueryError {
    word: String,
    cause: SyntaxError,
}

impl FromStr for NodeQuery {
    type Err = ParseNodeQueryError;

    fn from_str(text: &str) -> Result<NodeQuery, ParseNodeQueryError> {
        let text = text.trim();
        if let Ok(id) = text.strip_prefix('#').unwrap_or(text).parse() {
            return Ok(NodeQuery::Id(id));
        }
        // Skip move numbers.
        let words = text.split_whitespace().map(|word| {
            let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.starts_with('.') { after.trim_start_matches('.') } else { word }
        });
        let moves = words.filter(|word| !word.is_empty()).map(|word| {
            let san = syntax::parse(word.as_bytes()).map(QueryMove::San);
            san.or_else(|cause| match word.parse() {
                Ok(uci @ UciMove::Normal { .. }) => Ok(QueryMove::Uci(uci)),
                _ => Err(ParseNodeQueryError { word: word.to_owned(), cause }),
            })
        });
        moves.collect::<Result<_, _>>().map(NodeQuery::Moves)
    }
}

/// Everything that we show about a node.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NodeView {
    /// The node.
    pub id: Id,
    /// The folder of the node, if the tree consists of folders. If the node is at the last ply, the
    /// folder does not exist yet.
    pub folder: Option<PathBuf>,
    /// The `info.txt`; `None` at the last ply.
    pub info: Option<Info>,
    /// The outcome of the node.
    pub outcome: Outcome,
    /// The board state.
    pub state: Epd,
    /// The moves of the first game that leads to the node.
    pub played: Vec<SanPlus>,
    /// Whether the moves of the query transpose to a node that other moves reach first.
    pub is_transposition: bool,
    /// The legal moves in order, each with the node to which it leads; empty if the game has ended, or at the
    /// last ply.
    pub moves: Vec<(SanPlus, Target)>,
}

impl NodeView {
    /// Looks up a node of the tree in a folder.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if there is no such node, or if a folder on the path to it is damaged.
    pub fn in_folder(folder: &Path, query: &NodeQuery) -> Result<NodeView, TreeError> {
        let mut descent = Descent::begin(folder)?;
        let mut is_transposition = false;
        match query {
            NodeQuery::Id(id) => descent.find(*id)?,
            NodeQuery::Moves(moves) => {
                for (ply, m) in (1..).zip(moves) {
                    let (number, san) = number_of(&descent.position, ply, m)?;
                    let targets = descent.targets()?;
                    let id = descent.id();
                    let (_, target) =
                        targets.get(number).ok_or(TreeError::Ended { ply, san, id })?;
                    is_transposition |= !target.is_child;
                    if target.is_child {
                        descent.enter(target.id)?;
                    } else {
                        descent.find(target.id)?;
                    }
                }
            }
        }
        let moves = descent.info.is_some().then(|| descent.targets()).transpose()?;
        Ok(NodeView {
            id: descent.id(),
            folder: Some(descent.path()),
            outcome: descent.outcome,
            state: board_state(&descent.position),
            info: descent.info,
            played: descent.played,
            is_transposition,
            moves: moves.unwrap_or_default(),
        })
    }

    /// Looks up a node of a [`Tree`], which may have been grown or read from a file.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if there is no such node, or the tree is damaged.
    pub fn in_tree(tree: &Tree, query: &NodeQuery) -> Result<NodeView, TreeError> {
        let mut cursor = tree.cursor();
        let mut is_transposition = false;
        match query {
            NodeQuery::Id(id) => cursor.go(*id)?,
            NodeQuery::Moves(moves) => {
                for (ply, m) in (1..).zip(moves) {
                    let (number, san) = number_of(cursor.game().position(), ply, m)?;
                    let id = cursor.id();
                    if cursor.ply() == tree.plies() {
                        return Err(TreeError::LastPly(id));
                    }
                    let target = cursor.target(number)?;
                    let target = target.ok_or(TreeError::Ended { ply, san, id })?;
                    is_transposition |= !target.is_child;
                    cursor.go(target.id)?;
                }
            }
        }
        let has_moves = cursor.ply() < tree.plies();
        let info = has_moves.then(|| Info::of(&mut cursor)).transpose()?;
        let position = cursor.game().position();
        let moves = info.as_ref().map(|info| info.targets(position).ok_or(TreeError::Damaged));
        let moves = moves.transpose()?;
        let played = cursor.game().played();
        let played = played.map(|(position, m)| SanPlus::from_move(position.clone(), m));
        Ok(NodeView {
            id: cursor.id(),
            folder: None,
            outcome: cursor.outcome(),
            state: board_state(position),
            info,
            played: played.collect(),
            is_transposition,
            moves: moves.unwrap_or_default(),
        })
    }
}

/// Returns the index of a move among the sorted legal moves, and its SAN. The move must be legal. If the
/// query contains the move in SAN, the SAN must be canonical, but may lack `+` or `#`.
fn number_of(
    position: &Chess,
    ply: usize,
    wanted: &QueryMove,
) -> Result<(usize, SanPlus), TreeError> {
    let m: Option<Move> = match wanted {
        QueryMove::San(san) => san.san.to_move(position).ok(),
        QueryMove::Uci(uci) => uci.to_move(position).ok(),
    };
    let m = m.ok_or_else(|| TreeError::Illegal {
        ply,
        text: wanted.to_string(),
        state: Box::new(board_state(position)),
    })?;
    let written = SanPlus::from_move(position.clone(), m);
    if let &QueryMove::San(san) = wanted
        && (written.san != san.san || san.suffix.is_some() && written != san)
    {
        return Err(TreeError::NotCanonical { ply, san, written });
    }
    let number = in_order(position).iter().position(|&other| other == m);
    Ok((number.expect("a legal move is one of the legal moves"), written))
}
