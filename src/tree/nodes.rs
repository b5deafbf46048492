//! The tree: which nodes there are, where their moves lead, and how they end.
//!
//! No position is kept, and no node: the whole tree is told by one bit for each move
//! (`ply.rs`), and by the outcomes that are known.

use std::{
    cell::{RefCell, RefMut},
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use shakmaty::Chess;
use thread_local::ThreadLocal;

use super::{
    Game, Id, Life, Outcome, Root, TreeError,
    known::Known,
    ply::Ply,
    root::fen,
    sort::Keys,
    work::{Work, failed, name},
};

/// Every node up to some ply, numbered in the order of the tree: by ply, then by
/// the moves that lead there.
///
/// ```
/// use san_strings::{shakmaty::Chess, tree::{Options, Tree}};
///
/// let mut tree = Tree::new(Chess::default(), Options::plies(3))?;
/// for _ in 0..3 {
///     tree.grow(&|_| true)?;
/// }
/// let layers = tree.layers();
/// let moves: Vec<_> = layers.iter().map(|layer| layer.moves).collect();
/// assert_eq!(moves, [0, 20, 400, 8902]);
/// assert!(layers[3].nodes < 8902);
/// # Ok::<(), san_strings::tree::TreeError>(())
/// ```
pub struct Tree {
    pub(super) root: Chess,
    pub(super) plies: Vec<Ply>,
    pub(super) outcomes: Known,
    pub(super) options: Options,
    life: Life,
    /// A clone for each thread.
    lives: ThreadLocal<RefCell<Life>>,
    work: Option<Work>,
}

/// How a tree grows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// How many plies there may be.
    pub plies: usize,
    /// The folder where it works; without one, a temporary one that goes with the tree.
    pub work: Option<PathBuf>,
    /// The memory that it may use, in bytes. What is solved is in memory in any case.
    pub memory: u64,
    /// Take positions alone for nodes: a comparison for counts that others have made.
    pub positions: bool,
    /// How each ply is shared out, if that is not left to the tree.
    pub shares: Option<Shares>,
}

/// How the work at a ply is shared out between machines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Shares {
    /// The parts in which its moves are found.
    pub parts: u64,
    /// The files in which they are sorted: a power of two.
    pub files: u64,
}

impl Options {
    /// So many plies, with a temporary folder and a gigabyte of memory.
    #[must_use]
    pub fn plies(plies: usize) -> Options {
        Options {
            plies,
            work: None,
            memory: 1 << 30,
            positions: false,
            shares: None,
        }
    }

    /// A number that tells one tree from another, more or less.
    #[must_use]
    pub fn digest(&self, root: &Chess) -> u32 {
        crc32fast::hash(description(root, self).as_bytes())
    }
}

/// What there is at a ply.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layer {
    /// Nodes that no earlier one is equivalent to.
    pub nodes: u64,
    /// Moves that lead to the ply from the nodes of the one before.
    pub moves: u64,
    /// Nodes that are mate.
    pub mates: u64,
    /// Nodes whose outcome is known.
    pub solved: u64,
}

impl Layer {
    /// Moves that lead to a node which is equivalent to an earlier one.
    #[must_use]
    pub fn equivalent(&self) -> u64 {
        // No move leads to the root.
        self.moves.saturating_sub(self.nodes)
    }
}

impl Tree {
    /// The tree that has only its root.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the folder where it works cannot be used.
    pub fn new(root: Chess, options: Options) -> Result<Tree, TreeError> {
        let work = match &options.work {
            Some(folder) => Work::open(folder, &description(&root, &options))?,
            None => Work::temporary()?,
        };
        Ok(Tree::begin(root, options, work))
    }

    /// Takes up the tree that grows in a folder, at any ply, and with others at work there.
    ///
    /// # Errors
    ///
    /// [`TreeError::Foreign`] if no tree grows there.
    pub fn resume(folder: &Path, memory: u64) -> Result<Tree, TreeError> {
        let (work, text) = Work::join(folder)?;
        let (root, mut options) =
            described(&text).ok_or_else(|| TreeError::Foreign(folder.to_owned()))?;
        options.memory = memory;
        options.work = Some(folder.to_owned());
        Ok(Tree::begin(root, options, work))
    }

    fn begin(root: Chess, options: Options, work: Work) -> Tree {
        let mut tree = Tree::bare(root, options);
        tree.work = Some(work);
        let game = Game::new(tree.root.clone());
        let end = (!tree.options.positions)
            .then(|| game.end(&mut tree.life))
            .flatten();
        if let Some(end) = end {
            tree.plies[0].mates = u64::from(end == Outcome::Loss);
            tree.outcomes.insert(0, end, true);
        }
        tree
    }

    /// A tree of which nothing is known but the root.
    pub(super) fn bare(root: Chess, options: Options) -> Tree {
        Tree {
            life: Life::near(&root),
            lives: ThreadLocal::new(),
            root,
            plies: vec![Ply::root()],
            outcomes: Known::default(),
            options: Options {
                // With less there would be more passes than moves.
                memory: options.memory.max(1 << 20),
                ..options
            },
            work: None,
        }
    }

    /// How many plies are known beyond the root.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.len() - 1
    }

    /// The nodes at a ply.
    ///
    /// # Panics
    ///
    /// If the ply is not known.
    #[must_use]
    pub fn ids(&self, ply: usize) -> Range<Id> {
        let ply = &self.plies[ply];
        ply.first_id..ply.next_id()
    }

    /// How many nodes are known.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.last().next_id()
    }

    /// How many nodes have known moves, and so a folder: all but those at the last
    /// ply.
    #[must_use]
    pub fn folders(&self) -> u64 {
        self.last().first_id
    }

    /// What there is at each ply, from the root on.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        let solved = self.outcomes.count(&self.plies);
        let plies = self.plies.iter().zip(solved);
        plies
            .map(|(ply, solved)| Layer {
                nodes: ply.nodes,
                moves: ply.moves,
                mates: ply.mates,
                solved,
            })
            .collect()
    }

    /// Where it begins.
    #[must_use]
    pub fn root(&self) -> &Chess {
        &self.root
    }

    /// Whether it has the same nodes as another one.
    ///
    /// # Errors
    ///
    /// [`TreeError::Damaged`] if one of them cannot be read.
    pub fn has_bits_of(&self, other: &Tree) -> Result<bool, TreeError> {
        let mut plies = self.plies.iter().zip(&other.plies);
        let is_same = plies.try_fold(true, |is_same, (one, other)| {
            if !is_same || one.moves != other.moves || one.nodes != other.nodes {
                return Ok(false);
            }
            let (mut one, len, mut other) =
                (one.bits.reader(), one.bits.len(), other.bits.reader());
            for at in 0..len {
                if one.get(at)? != other.get(at)? {
                    return Ok(false);
                }
            }
            Ok::<_, io::Error>(true)
        });
        let is_same = is_same.map_err(TreeError::Damaged)?;
        Ok(is_same && self.plies() == other.plies())
    }

    /// Removes the files that it has grown in. It is of no use afterwards.
    ///
    /// # Errors
    ///
    /// [`TreeError::Work`].
    pub fn remove_work(mut self) -> Result<(), TreeError> {
        match &mut self.work {
            Some(work) => work.remove_all(),
            None => Ok(()),
        }
    }

    pub(super) fn last(&self) -> &Ply {
        &self.plies[self.plies()]
    }

    pub(super) fn ply(&self, id: Id) -> usize {
        self.plies
            .partition_point(|ply| ply.first_id <= id && ply.nodes > 0)
            - 1
    }

    /// The folder where it grows.
    pub(super) fn work(&self) -> Result<&Work, TreeError> {
        let work = self.work.as_ref();
        work.ok_or_else(|| TreeError::Damaged(io::ErrorKind::Unsupported.into()))
    }

    pub(super) fn life(&self) -> RefMut<'_, Life> {
        let life = self.lives.get_or(|| RefCell::new(self.life.clone()));
        life.borrow_mut()
    }

    /// Why something cannot be done in the folder where it grows.
    pub(super) fn cannot(&self, action: &'static str) -> impl FnOnce(io::Error) -> TreeError + '_ {
        move |cause| match &self.work {
            Some(work) => failed(action, &work.path(""))(cause),
            None => TreeError::Damaged(cause),
        }
    }

    /// Whether the keys of a ply are wanted by a later one.
    pub(super) fn keeps_keys(&self, ply: usize) -> bool {
        !self.options.positions && ply + 2 <= self.options.plies
    }

    /// The keys of the plies before one whose nodes could be equivalent to its own: the
    /// same side is to move there.
    pub(super) fn earlier_keys(
        &self,
        ply: usize,
        prefix: u64,
        bits: u32,
    ) -> Result<Vec<Keys>, TreeError> {
        let mut earlier = Vec::new();
        if self.options.positions {
            return Ok(earlier);
        }
        let work = self.work()?;
        for ply in (1..ply.saturating_sub(1)).rev().step_by(2) {
            let path = work.path(&name(ply, "keys"));
            let keys = Keys::open(&path, self.plies[ply].first_place, prefix, bits);
            earlier.push(keys.map_err(failed("read", &path))?);
        }
        Ok(earlier)
    }
}

/// What tells one work from another.
fn description(root: &Chess, options: &Options) -> String {
    let shares = options.shares.map_or(String::new(), |shares| {
        format!("parts {}\nfiles {}\n", shares.parts, shares.files)
    });
    let nodes = if options.positions {
        "positions"
    } else {
        "nodes"
    };
    format!(
        "root {}\nplies {}\n{nodes}\n{shares}",
        fen(root),
        options.plies
    )
}

/// What [`description`] describes.
fn described(text: &str) -> Option<(Chess, Options)> {
    let mut lines = text.lines();
    let Root(root) = lines.next()?.strip_prefix("root ")?.parse().ok()?;
    let mut options = Options::plies(lines.next()?.strip_prefix("plies ")?.parse().ok()?);
    options.positions = lines.next()? == "positions";
    let mut share = |name: &str| lines.next()?.strip_prefix(name)?.parse().ok();
    if let (Some(parts), Some(files)) = (share("parts "), share("files ")) {
        options.shares = Some(Shares { parts, files });
    }
    (description(&root, &options) == text).then_some((root, options))
}
