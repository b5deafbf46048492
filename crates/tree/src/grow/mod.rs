//! Growing a tree ply by ply, in files: the memory that a ply needs does not depend on how
//! many nodes it has.
//!
//! This is delayed duplicate detection (R. E. Korf, "Best-first frontier search with delayed
//! duplicate detection", 2004; Korf and P. Schultze went through all states of the 15-puzzle
//! this way in 2005). A ply takes three kinds of steps. *Expand* writes down the moves of a
//! part of the nodes (`candidates`), *sort* finds those that lead to equivalent nodes, and
//! *join* puts new positions back into the order of the tree (`merge`). Each step reads whole
//! files and writes whole ones, so it may be stopped, and done again.

mod candidates;
mod merge;
mod scratch;
mod steps;

use std::{fs, path::PathBuf};

use rayon::prelude::*;
use shakmaty::Chess;

pub use steps::{ParseStepError, Partition, Step};

use self::{
    candidates::{Candidates, expand},
    merge::{join, sort},
    scratch::{FOOTER, Scratch, file_error},
    steps::Plan,
};
use super::{Syzygy, Tree, TreeError, root_fen};
use san_strings_files::{Meter, Progress};

/// The bytes of a move in a file: 16 for the key of its node, and six for its number.
const RECORD_BYTES: usize = 22;
const RECORD: u64 = RECORD_BYTES as u64;

/// How a tree grows.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct GrowOptions {
    /// How many plies there may be.
    pub plies: usize,
    /// The folder for the files that the tree grows in; by default a temporary one, which
    /// goes with the [`Grower`].
    pub scratch_dir: Option<PathBuf>,
    /// Memory for sorting, in bytes; 1 GiB by default. At least one file is sorted at a time,
    /// however big it is.
    pub memory: u64,
    /// Count positions instead of nodes, whatever came before, as other programs do. Such a tree
    /// can be counted, and not read in any other way.
    pub positions: bool,
    /// How each ply is divided into steps; the default suits one process.
    pub partition: Option<Partition>,
}

impl GrowOptions {
    /// The defaults for this many plies.
    #[must_use]
    pub fn new(plies: usize) -> GrowOptions {
        GrowOptions { plies, scratch_dir: None, memory: 1 << 30, positions: false, partition: None }
    }

    /// Distinguishes the scratch files of one tree from those of another.
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
/// use shakmaty::Chess;
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
    tree: Tree,
    options: GrowOptions,
    scratch: Scratch,
}

impl Grower {
    /// Takes up the tree that grows in the scratch folder, or begins a new one.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the scratch folder cannot be used.
    pub fn new(root: Chess, options: GrowOptions) -> Result<Grower, TreeError> {
        let scratch = match &options.scratch_dir {
            Some(folder) => Scratch::open(folder, &options.description(&root))?,
            None => Scratch::temporary()?,
        };
        let mut tree = Tree::new(root);
        if !options.positions {
            tree.settle_root();
        }
        Ok(Grower { tree, options, scratch })
    }

    /// The tree as far as it has grown.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Adds the next ply.
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `progress` says so: a tree with a scratch folder of its own
    /// goes on from there. [`TreeError::NoRoom`], [`TreeError::File`].
    pub fn grow(&mut self, progress: &dyn Progress) -> Result<(), TreeError> {
        let plan = self.plan();
        let is_missing = |step: &Step| !self.scratch.has(&step.to_string());
        if is_missing(&plan.join()) {
            let steps = [plan.expands(), plan.sorts(), vec![plan.join()]];
            for steps in steps {
                let missing: Vec<_> = steps.into_iter().filter(is_missing).collect();
                self.run(plan, &missing, progress)?;
            }
        }
        self.tidy(plan)?;
        self.load(plan.ply)
    }

    /// Does one step, while other processes may be doing others: it reads whole files and
    /// writes whole ones, and may be done again.
    ///
    /// # Errors
    ///
    /// [`TreeError::NoStep`] if the tree has no such step, [`TreeError::File`] if the files
    /// that it needs are missing, and as [`Grower::grow`].
    pub fn step(&mut self, step: Step, progress: &dyn Progress) -> Result<(), TreeError> {
        if !(1..=self.options.plies).contains(&step.ply()) {
            return Err(TreeError::NoStep);
        }
        while self.tree.plies() + 1 < step.ply() {
            self.load(self.tree.plies() + 1)?;
        }
        let plan = self.plan();
        if !plan.has(step) {
            return Err(TreeError::NoStep);
        }
        if self.scratch.has(&plan.join().to_string()) {
            return Ok(());
        }
        self.run(plan, &[step], progress)?;
        if step == plan.join() {
            self.tidy(plan)?;
        }
        Ok(())
    }

    /// Finds the outcomes that follow from those that are known: from endgame tables, and
    /// worked backwards from the leaves. To be done after the last ply.
    ///
    /// # Errors
    ///
    /// [`TreeError::Syzygy`] if the tables cannot be read, [`TreeError::Stopped`].
    pub fn solve(
        &mut self,
        syzygy: Option<&Syzygy>,
        progress: &dyn Progress,
    ) -> Result<(), TreeError> {
        self.tree.solve(syzygy, progress)
    }

    /// Removes the scratch files. A temporary folder goes with the [`Grower`] in any case.
    ///
    /// # Errors
    ///
    /// [`TreeError::File`].
    pub fn remove_scratch(self) -> Result<(), TreeError> {
        self.scratch.remove_all()
    }

    /// How the next ply grows.
    fn plan(&self) -> Plan {
        let before = self.tree.last().nodes;
        Plan::new(self.tree.plies() + 1, before, self.options.partition)
    }

    /// Does steps of one kind.
    fn run(&self, plan: Plan, steps: &[Step], progress: &dyn Progress) -> Result<(), TreeError> {
        let Some(first) = steps.first() else {
            return Ok(());
        };
        if let Step::Expand { .. } = first {
            let nodes =
                steps.iter().map(|&step| plan.nodes_of(step)).map(|nodes| nodes.end - nodes.start);
            let nodes = nodes.sum();
            self.scratch.need(self.expected_moves(nodes) * RECORD)?;
            let meter = Meter::new(progress, format!("growing, ply {}", plan.ply), nodes);
            return steps.par_iter().try_for_each(|&step| expand(self, plan, step, &meter));
        }
        let parts = self.candidates(plan)?;
        let count = |step: &Step| match *step {
            Step::Sort { file, .. } => parts.iter().map(|part| part.count(file)).sum(),
            _ => parts.iter().map(|part| part.moves).sum::<u64>(),
        };
        let moves = steps.iter().map(count).sum();
        let key = if self.keeps_keys(plan.ply) { RECORD } else { 0 };
        self.scratch.need(moves * (key + 8))?;
        if let Step::Join { .. } = first {
            let meter = Meter::new(progress, format!("joining, ply {}", plan.ply), moves);
            return join(self, plan, &parts, &meter);
        }
        let meter = Meter::new(progress, format!("sorting, ply {}", plan.ply), moves);
        let largest = steps.iter().map(count).max().unwrap_or(0) * merge::MEMORY;
        let at_once = (self.options.memory / largest.max(1)).clamp(1, 1 << 12);
        let mut groups = steps.chunks(usize::try_from(at_once).expect("a small number"));
        groups.try_for_each(|group| {
            group.par_iter().try_for_each(|&step| sort(self, plan, step, &parts, &meter))
        })
    }

    /// How many moves these nodes will have, with something added.
    fn expected_moves(&self, nodes: u64) -> u64 {
        let plies = &self.tree.plies;
        let ratio = match plies.split_last() {
            Some((last, [.., before])) => last.moves.div_ceil(before.nodes.max(1)),
            _ => 1,
        };
        // A ply has more moves than the one before, if not by much.
        nodes * (ratio + 3).max(32)
    }

    /// The moves of the nodes before a ply, which must all be there.
    fn candidates(&self, plan: Plan) -> Result<Vec<Candidates>, TreeError> {
        let mut before = 0;
        let parts = plan.expands().into_iter().map(|step| {
            let path = self.scratch.path(&step.to_string());
            let part = Candidates::open(&path, plan, before)?;
            before += part.moves;
            Ok(part)
        });
        parts.collect()
    }

    /// Whether a later ply needs the keys of a ply.
    fn keeps_keys(&self, ply: usize) -> bool {
        !self.options.positions && ply + 2 <= self.options.plies
    }

    /// Removes the files that are not needed any more once a ply is there.
    fn tidy(&self, plan: Plan) -> Result<(), TreeError> {
        let mut steps = plan.expands().into_iter().chain(plan.sorts());
        steps.try_for_each(|step| self.scratch.remove(&step.to_string()))
    }

    /// Loads a ply that is there.
    fn load(&mut self, ply: usize) -> Result<(), TreeError> {
        let path = self.scratch.path(&Step::Join { ply }.to_string());
        let bytes = fs::read(&path).map_err(file_error("read", &path))?;
        let bytes = bytes.strip_suffix(FOOTER);
        if !bytes.is_some_and(|bytes| self.tree.push(bytes)) {
            return Err(TreeError::Damaged);
        }
        self.tree.plies[ply].links = Some(self.scratch.path(&steps::name(ply, "links")));
        Ok(())
    }
}
