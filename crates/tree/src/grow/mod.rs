//! Grows a tree ply by ply, on disk. Only the known outcomes and about one bit per move stay in
//! memory.
//!
//! The method is delayed duplicate detection (R. E. Korf, "Best-first frontier search with delayed duplicate
//! detection", 2004). In 2005, Korf and P. Schultze used it to search all states of the 15-puzzle. Growing
//! the tree by one ply takes three kinds of steps. *Expand* lists the moves of some of the nodes. *Sort*
//! finds the moves that lead to equivalent nodes. *Join* reads the results in the order of the tree, and
//! stores for each move whether the move leads to a new node. Each step reads and writes whole files
//! (`records`, `scratch`), so an interrupted step can be repeated.

mod expand;
mod join;
mod records;
mod scratch;
mod sort;
mod steps;

use std::{env, path::PathBuf};

use rayon::prelude::*;
use shakmaty::Chess;
use tempfile::TempDir;

pub use steps::{ParseStepError, Partition, Step};

use self::{
    records::{Candidate, Sections},
    scratch::Scratch,
    steps::PlySteps,
};
use super::{Game, Tree, TreeError, plies::Ply, root_fen, words::Run};
use san_strings_files::{FileError, Progress};

/// Options of a [`Grower`].
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut options = GrowOptions::new(3);
/// options.positions = true;
/// let mut grower = Grower::new(Chess::default(), options)?;
/// (0..3).try_for_each(|_| grower.grow(&()))?;
/// assert_eq!(grower.tree().stats()[3].nodes, 5362);
/// # Ok::<_, san_strings_tree::TreeError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct GrowOptions {
    /// Maximum number of plies.
    pub plies: usize,
    /// Folder for the scratch files. The default is a temporary folder, which is removed when the
    /// [`Grower`] is dropped.
    pub scratch_dir: Option<PathBuf>,
    /// Memory for sorting, in bytes; 1 GiB by default. We sort as many files at once as fit into this
    /// memory, but always at least one.
    pub memory: u64,
    /// Counts distinct positions instead of nodes, as other programs do. If nodes of the same ply have
    /// the same board state, they count as one position, whatever moves led to them. If you grow a tree
    /// with this option, you can only count its positions: you cannot visit its nodes.
    pub positions: bool,
    /// How each ply is divided into steps. `None` chooses a division that suits a single process.
    #[doc(hidden)]
    pub partition: Option<Partition>,
}

impl GrowOptions {
    /// Default options for this many plies.
    pub fn new(plies: usize) -> GrowOptions {
        GrowOptions { plies, scratch_dir: None, memory: 1 << 30, positions: false, partition: None }
    }

    /// Returns a description of the tree. We write the description to the scratch folder. If the folder
    /// already contains a different description, the scratch files in the folder belong to another tree,
    /// so we do not use them.
    fn description(&self, root: &Chess) -> String {
        let nodes = if self.positions { "positions" } else { "nodes" };
        let partition = self.partition.map_or(String::new(), |partition| {
            format!("parts {}\nfiles {}\n", partition.parts, partition.files)
        });
        let (root, plies) = (root_fen(root), self.plies);
        format!("root {root}\nplies {plies}\n{nodes}\n{partition}")
    }
}

/// Grows a tree.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(3))?;
/// while grower.tree().plies() < 3 {
///     grower.grow(&())?;
/// }
/// let stats = grower.tree().stats();
/// let moves: Vec<_> = stats.iter().map(|ply| ply.moves).collect();
/// assert_eq!(moves, [0, 20, 400, 8902]);
/// assert!(stats[3].nodes < 8902);
/// # Ok::<(), san_strings_tree::TreeError>(())
/// ```
#[derive(Debug)]
pub struct Grower {
    pub(super) tree: Tree,
    options: GrowOptions,
    scratch: Scratch,
    _temporary: Option<TempDir>,
}

impl Grower {
    /// Continues the tree in the scratch folder, or begins a new one.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the scratch folder cannot be used.
    pub fn new(root: Chess, options: GrowOptions) -> Result<Grower, TreeError> {
        let (folder, temporary) = if let Some(folder) = &options.scratch_dir {
            (folder.clone(), None)
        } else {
            let made = tempfile::tempdir();
            let made = made.map_err(FileError::new("make a folder in", &env::temp_dir()))?;
            (made.path().to_owned(), Some(made))
        };
        let scratch = Scratch::open(&folder, &options.description(&root))?;
        let mut tree = Tree::new(root);
        let end = Game::new(tree.root.clone()).end(&tree.dead);
        if let Some(end) = end.filter(|_| !options.positions) {
            tree.insert_root(end, true);
        }
        Ok(Grower { tree, options, scratch, _temporary: temporary })
    }

    /// The tree, as far as it has grown.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Adds the next ply.
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `progress` stops the work, [`TreeError::NoRoom`] if the disk is too
    /// full, and [`TreeError::File`] if a file cannot be read or written. If you set `scratch_dir`, a
    /// new [`Grower`] with the same folder can continue after an error.
    pub fn grow(&mut self, progress: &dyn Progress) -> Result<(), TreeError> {
        let steps = self.next_steps();
        let ply = steps.ply;
        if !self.has(steps.join())? {
            let parts = self.missing(steps.parts, |part| Step::Expand { ply, part })?;
            expand::expand(self, steps, &parts, progress)?;
            let files = self.missing(steps.files, |file| Step::Sort { ply, file })?;
            sort::sort(self, steps, &files, progress)?;
            join::join(self, steps, progress)?;
        }
        self.tidy(steps)?;
        self.load(ply)
    }

    /// Runs one step. Other processes may run other steps at the same time. A file gets its final name only
    /// when it is complete, so repeating a step is safe.
    ///
    /// # Errors
    ///
    /// [`TreeError::NoStep`] if the step does not belong to this tree, [`TreeError::File`] if the files
    /// that the step needs are missing, and the errors of [`Grower::grow`].
    #[doc(hidden)]
    pub fn step(&mut self, step: Step, progress: &dyn Progress) -> Result<(), TreeError> {
        if !(1..=self.options.plies).contains(&step.ply()) {
            return Err(TreeError::NoStep);
        }
        while self.tree.plies() + 1 < step.ply() {
            self.load(self.tree.plies() + 1)?;
        }
        let steps = self.next_steps();
        if !steps.groups().concat().contains(&step) {
            return Err(TreeError::NoStep);
        }
        if self.has(steps.join())? {
            return Ok(());
        }
        match step {
            Step::Expand { part, .. } => expand::expand(self, steps, &[part], progress),
            Step::Sort { file, .. } => sort::sort(self, steps, &[file], progress),
            Step::Join { .. } => {
                join::join(self, steps, progress)?;
                self.tidy(steps)
            }
        }
    }

    /// Removes the scratch files. If the scratch folder is temporary, dropping the [`Grower`] removes the
    /// folder, too.
    ///
    /// # Errors
    ///
    /// [`TreeError::File`] if a file cannot be removed.
    pub fn remove_scratch(self) -> Result<(), TreeError> {
        self.scratch.remove_all()
    }

    fn next_steps(&self) -> PlySteps {
        let before = self.tree.last().nodes;
        PlySteps::new(self.tree.plies() + 1, before, self.options.partition)
    }

    /// Whether a step is done and its files are intact.
    fn has(&self, step: Step) -> Result<bool, TreeError> {
        let name = step.to_string();
        if !self.scratch.has(&name) {
            return Ok(false);
        }
        let checked = match step {
            Step::Join { ply } => self.check_ply(&name, ply),
            _ => Sections::open(&self.scratch, name).and_then(|sections| sections.check()),
        };
        match checked {
            // A step whose files are damaged counts as not done, so we run it again.
            Err(TreeError::DamagedScratch(_)) => Ok(false),
            checked => checked.map(|()| true),
        }
    }

    /// Checks that the files of the next ply are intact.
    fn check_ply(&self, name: &str, ply: usize) -> Result<(), TreeError> {
        let words = self.scratch.read_all(name)?;
        let (Ply { nodes, moves, .. }, _) = Ply::from_words(&words, self.tree.last())
            .ok_or_else(|| TreeError::DamagedScratch(self.scratch.path(name)))?;
        let keys = self.keeps_keys(ply).then(|| ("keys", Candidate::run(nodes)));
        let files = keys.into_iter().chain([("links", Run::first(moves - nodes))]);
        for (what, run) in files {
            let name = steps::name(ply, what);
            if !self.scratch.has(&name) {
                return Err(TreeError::DamagedScratch(self.scratch.path(&name)));
            }
            self.scratch.check(&name, run)?;
        }
        Ok(())
    }

    /// Indices of the steps that are not done yet.
    fn missing(
        &self,
        count: u64,
        step: impl Fn(u64) -> Step + Sync,
    ) -> Result<Vec<u64>, TreeError> {
        let numbers = (0..count).into_par_iter();
        let missing = numbers.filter_map(|number| match self.has(step(number)) {
            Ok(true) => None,
            Ok(false) => Some(Ok(number)),
            Err(error) => Some(Err(error)),
        });
        missing.collect()
    }

    /// Checks that the disk has room to sort and join the moves of a ply.
    fn need_for_moves(&self, steps: PlySteps, moves: u64) -> Result<(), TreeError> {
        let key = if self.keeps_keys(steps.ply) { Candidate::BYTES } else { 0 };
        self.scratch.need(moves * (key + 8))
    }

    /// Whether we need the keys of `ply` again at a later ply.
    fn keeps_keys(&self, ply: usize) -> bool {
        !self.options.positions && ply + 2 <= self.options.plies
    }

    /// Once a ply is complete, removes the files that no later step needs.
    fn tidy(&self, steps: PlySteps) -> Result<(), TreeError> {
        let mut steps = steps.expands().into_iter().chain(steps.sorts());
        steps.try_for_each(|step| self.scratch.remove(&step.to_string()))
    }

    /// Loads a complete ply.
    fn load(&mut self, ply: usize) -> Result<(), TreeError> {
        let words = self.scratch.read_all(&Step::Join { ply }.to_string())?;
        self.tree.push(&words).ok_or(TreeError::Damaged)?;
        self.tree.plies[ply].links = Some(self.scratch.path(&steps::name(ply, "links")));
        Ok(())
    }
}
