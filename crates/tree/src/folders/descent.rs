//! Walks down the folders of a tree to a node.

use std::path::{Path, PathBuf};

use shakmaty::{CastlingMode, Chess, Position, san::SanPlus};

use super::{INFO, Info, info, relative};
use crate::{Outcome, Target, TreeError, ids::Id, root::board_state};

/// A path from the root folder down to the folder of a node.
pub(super) struct Descent<'f> {
    folder: &'f Path,
    ids: Vec<Id>,
    pub(super) played: Vec<SanPlus>,
    pub(super) position: Chess,
    pub(super) outcome: Outcome,
    /// The `info.txt` of the node; `None` at the last ply.
    pub(super) info: Option<Info>,
}

impl Descent<'_> {
    pub(super) fn begin(folder: &Path) -> Result<Descent<'_>, TreeError> {
        if folder.is_symlink() {
            return Err(TreeError::Link(folder.to_owned()));
        }
        let path = folder.join("0").join(INFO);
        let info = info_at(&path)?.ok_or_else(|| TreeError::NoTree(folder.to_owned()))?;
        let position = info.state.clone().into_position(CastlingMode::Standard);
        Ok(Descent {
            folder,
            ids: vec![0],
            played: Vec::new(),
            position: position.map_err(|_| TreeError::Inconsistent(path))?,
            outcome: info.outcome,
            info: Some(info),
        })
    }

    pub(super) fn id(&self) -> Id {
        *self.ids.last().expect("it begins with the root")
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.join(relative(&self.ids))
    }

    /// The moves of the node, and where they lead.
    pub(super) fn targets(&self) -> Result<Vec<(SanPlus, Target)>, TreeError> {
        let info = self.info.as_ref().ok_or_else(|| TreeError::LastPly(self.id()))?;
        let inconsistent = || TreeError::Inconsistent(self.path().join(INFO));
        info.targets(&self.position).ok_or_else(inconsistent)
    }

    pub(super) fn enter(&mut self, id: Id) -> Result<(), TreeError> {
        let targets = self.targets()?;
        let child = targets.into_iter().find(|(_, to)| to.id == id && to.is_child);
        let (san, target) = child.ok_or(TreeError::NoNode(id))?;
        self.position.play_unchecked(san.san.to_move(&self.position).expect("a legal move"));
        self.played.push(san);
        self.ids.push(id);
        self.outcome = target.outcome;
        let path = self.path().join(INFO);
        self.info = info_at(&path)?;
        if let Some(info) = &self.info {
            if info.id != id || info.state != board_state(&self.position) {
                return Err(TreeError::Inconsistent(path));
            }
            // We prefer the outcome in the node's own `info.txt`, because the parent's `info.txt` does not
            // record the reason for a draw.
            self.outcome = info.outcome;
        }
        Ok(())
    }

    /// Goes to the node with this Id.
    pub(super) fn find(&mut self, id: Id) -> Result<(), TreeError> {
        *self = Descent::begin(self.folder)?;
        // Nodes are numbered ply by ply, so the node is in the last ply whose first Id is at most `id`.
        let begins_before = |below: Below| matches!(below, Below::First(first) if first <= id);
        let mut plies = 0;
        while begins_before(self.first_below(&mut vec![0], plies + 1)?) {
            plies += 1;
        }
        for left in (0..plies).rev() {
            let children = self.info.as_ref().and_then(|info| info.children.clone());
            let mut under = None;
            for child in children.into_iter().flatten().rev() {
                let mut path = [&self.ids[..], &[child]].concat();
                if begins_before(self.first_below(&mut path, left)?) {
                    under = Some(child);
                    break;
                }
            }
            self.enter(under.ok_or(TreeError::NoNode(id))?)?;
        }
        if self.id() == id { Ok(()) } else { Err(TreeError::NoNode(id)) }
    }

    /// Finds the first node that is `plies` plies below the node at `path`.
    fn first_below(&self, path: &mut Vec<Id>, plies: usize) -> Result<Below, TreeError> {
        if plies == 0 {
            return Ok(path.last().map_or(Below::Ended, |&id| Below::First(id)));
        }
        let Some(info) = info_at(&self.folder.join(relative(path)).join(INFO))? else {
            return Ok(Below::NoFolder);
        };
        for child in info.children.into_iter().flatten() {
            path.push(child);
            let first = self.first_below(path, plies - 1)?;
            path.pop();
            if first != Below::Ended {
                return Ok(first);
            }
        }
        Ok(Below::Ended)
    }
}

/// Result of `first_below`.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Below {
    /// The first node.
    First(Id),
    /// No node: all games end earlier.
    Ended,
    /// No folder: the tree on disk ends earlier.
    NoFolder,
}

/// Reads the `info.txt` at a path; `None` if it does not exist. A symbolic link is an error.
fn info_at(path: &Path) -> Result<Option<Info>, TreeError> {
    for path in path.parent().into_iter().chain([path]) {
        if path.is_symlink() {
            return Err(TreeError::Link(path.to_owned()));
        }
    }
    let Some(text) = info::read_text(path)? else {
        return Ok(None);
    };
    let info: Info =
        text.parse().map_err(|cause| TreeError::DamagedInfo { path: path.to_owned(), cause })?;
    // Each move leads either to a child or to an earlier node.
    let children = info.children.as_ref();
    let new = children.map_or(0, |ids| u128::from(ids.end() - ids.start()) + 1);
    if new + info.equivalents.len() as u128 == info.moves.len() as u128 {
        Ok(Some(info))
    } else {
        Err(TreeError::Inconsistent(path.to_owned()))
    }
}
