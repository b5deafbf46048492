//! Growing a tree ply by ply, in files: what a ply needs of memory does not depend on how
//! big it is.
//!
//! This is delayed duplicate detection (R. E. Korf, "Best-first frontier search with
//! delayed duplicate detection", 2004; Korf and P. Schultze went through all states of
//! the 15-puzzle so in 2005). The moves of a ply are written down (`expand`), those that
//! lead to equivalent nodes are found by sorting (`sort`), and what is new is put back
//! into the order of the tree (`join`). Each step reads whole files and writes whole
//! ones, so it may be stopped after any of them.

use rayon::prelude::*;

use super::{
    Options, Outcome, Tree, TreeError,
    expand::{Expanded, Plan, RECORD, expand},
    join::join,
    ply,
    sort::sort,
    watch::{Meter, Stage, Watch},
    words::{WORD, Words},
    work::{failed, name},
};

/// A step of a ply: of the one whose nodes it helps to find.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// The moves of a part of the nodes before it are written down.
    Expand {
        /// The ply.
        ply: usize,
        /// The number of the part, from 0.
        part: u64,
    },
    /// A file of them is sorted.
    Sort {
        /// The ply.
        ply: usize,
        /// The number of the file, from 0.
        file: u64,
    },
    /// The ply is put together.
    Join {
        /// The ply.
        ply: usize,
    },
}

impl Step {
    /// The ply.
    #[must_use]
    pub fn ply(self) -> usize {
        match self {
            Step::Expand { ply, .. } | Step::Sort { ply, .. } | Step::Join { ply } => ply,
        }
    }

    /// The name of the file that it writes, in the folder where the tree grows.
    #[must_use]
    pub fn file(self) -> String {
        match self {
            Step::Expand { ply, part } => name(ply, "moves", Some(part)),
            Step::Sort { ply, file } => name(ply, "sorted", Some(file)),
            Step::Join { ply } => name(ply, "ply", None),
        }
    }
}

impl Tree {
    /// Adds the next ply. To be done before [`Tree::consult`] and [`Tree::solve`].
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `watch` says so; the tree goes on growing from there if
    /// its folder is not a temporary one. [`TreeError::NoRoom`], [`TreeError::Work`].
    pub fn grow(&mut self, watch: &Watch) -> Result<(), TreeError> {
        let plan = Plan::new(self.plies(), self.last().nodes, self.options.shares);
        if !self.work()?.has(&name(plan.ply + 1, "ply", None)) {
            self.expand_all(plan, watch)?;
            let parts = self.parts(plan)?;
            self.sort_all(plan, &parts, watch)?;
            self.join_all(plan, &parts, watch)?;
        }
        self.tidy(plan)?;
        self.take(plan.ply + 1)
    }

    /// Does a step of a ply, as one of many that may be at work: whole files are read and
    /// whole ones written, and it may be done again.
    ///
    /// # Errors
    ///
    /// [`TreeError::Work`] if what it waits for is not there, and as [`Tree::grow`].
    pub fn step(&mut self, step: Step, watch: &Watch) -> Result<(), TreeError> {
        if !Tree::steps(&self.options)
            .iter()
            .any(|&(known, _)| known == step)
        {
            return Err(TreeError::NoStep);
        }
        while self.plies() + 1 < step.ply() {
            self.take(self.plies() + 1)?;
        }
        let nodes = self.last().nodes;
        let plan = Plan::new(self.plies(), nodes, self.options.shares);
        let is_done =
            |tree: &Tree| Ok::<_, TreeError>(tree.work()?.has(&name(step.ply(), "ply", None)));
        if is_done(self)? {
            return Ok(());
        }
        let work = self.work()?;
        match step {
            Step::Expand { part, .. } => {
                let todo = plan.part(part, nodes);
                let todo = todo.end - todo.start;
                work.need(self.expected_moves(todo) * RECORD as u64)?;
                expand(self, plan, part, &Meter::of_nodes(watch, plan.ply, todo))
            }
            Step::Sort { file, .. } => {
                let parts = self.parts(plan)?;
                let moves = parts.iter().map(|part| part.count(file)).sum();
                let meter = Meter::new(watch, Stage::Sort, plan.ply, moves);
                sort(self, plan, &parts, file, &meter)
            }
            Step::Join { .. } => {
                self.join_all(plan, &self.parts(plan)?, watch)?;
                self.tidy(plan)
            }
        }
    }

    /// All steps, in an order in which they can be done, each with those it waits for.
    #[must_use]
    pub fn steps(options: &Options) -> Vec<(Step, Vec<Step>)> {
        let mut steps = Vec::new();
        for ply in 1..=options.plies {
            let plan = Plan::new(ply - 1, 1, options.shares);
            let before = (ply > 1).then_some(Step::Join { ply: ply - 1 });
            let before: Vec<_> = before.into_iter().collect();
            let parts: Vec<_> = (0..plan.parts)
                .map(|part| Step::Expand { ply, part })
                .collect();
            let files: Vec<_> = (0..plan.files())
                .map(|file| Step::Sort { ply, file })
                .collect();
            steps.extend(parts.iter().map(|&step| (step, before.clone())));
            steps.extend(files.iter().map(|&step| (step, parts.clone())));
            steps.push((Step::Join { ply }, files));
        }
        steps
    }

    fn expand_all(&self, plan: Plan, watch: &Watch) -> Result<(), TreeError> {
        let work = self.work()?;
        let missing: Vec<_> = (0..plan.parts)
            .filter(|&part| !work.has(&plan.part_name(part)))
            .collect();
        let nodes = self.last().nodes;
        let todo = missing.iter().map(|&part| plan.part(part, nodes));
        let todo = todo.map(|nodes| nodes.end - nodes.start).sum();
        work.need(self.expected_moves(todo) * RECORD as u64)?;
        let meter = Meter::of_nodes(watch, plan.ply, todo);
        missing
            .into_par_iter()
            .try_for_each(|part| expand(self, plan, part, &meter))
    }

    /// How many moves so many nodes will have, with something added.
    fn expected_moves(&self, nodes: u64) -> u64 {
        let last = self.last();
        let before = self.plies.get(self.plies().wrapping_sub(1));
        let ratio = before.map_or(1, |before| last.moves.div_ceil(before.nodes.max(1)));
        // A ply has more moves than the one before, if not by much.
        nodes * (ratio + 3).max(32)
    }

    /// The moves of a ply, once they are all there.
    fn parts(&self, plan: Plan) -> Result<Vec<Expanded>, TreeError> {
        let work = self.work()?;
        let mut before = 0;
        let parts = (0..plan.parts).map(|part| {
            let moves = Expanded::open(&work.path(&plan.part_name(part)), before)?;
            before += moves.moves;
            Ok(moves)
        });
        parts.collect()
    }

    fn sort_all(&self, plan: Plan, parts: &[Expanded], watch: &Watch) -> Result<(), TreeError> {
        let work = self.work()?;
        let missing: Vec<_> = (0..plan.files())
            .filter(|&file| !work.has(&plan.sorted_name(file)))
            .collect();
        let counts = missing.iter().map(|&file| {
            let counts = parts.iter().map(|part| part.count(file));
            counts.sum::<u64>()
        });
        let todo: u64 = counts.sum();
        let keys = if self.keeps_keys(plan.ply + 1) {
            RECORD as u64
        } else {
            0
        };
        // A new node takes three bytes, another move nine.
        work.need(todo * (keys + 6))?;
        let meter = Meter::new(watch, Stage::Sort, plan.ply, todo);
        missing
            .into_par_iter()
            .try_for_each(|file| sort(self, plan, parts, file, &meter))
    }

    fn join_all(&self, plan: Plan, parts: &[Expanded], watch: &Watch) -> Result<(), TreeError> {
        let moves = parts.iter().map(|part| part.moves).sum();
        let keys = if self.keeps_keys(plan.ply + 1) {
            RECORD as u64
        } else {
            0
        };
        self.work()?.need(moves * (keys + WORD))?;
        let meter = Meter::new(watch, Stage::Join, plan.ply, moves);
        join(self, plan, parts, &meter)
    }

    /// Removes what the ply needs no more when it is there.
    fn tidy(&self, plan: Plan) -> Result<(), TreeError> {
        let work = self.work()?;
        let parts = (0..plan.parts).map(|part| plan.part_name(part));
        let sorted = (0..plan.files()).map(|file| plan.sorted_name(file));
        parts.chain(sorted).try_for_each(|name| work.remove(&name))
    }

    /// Takes up all plies, which must be there.
    ///
    /// # Errors
    ///
    /// [`TreeError::Work`] if one is not.
    pub fn take_all(&mut self) -> Result<(), TreeError> {
        while self.plies() < self.options.plies {
            self.take(self.plies() + 1)?;
        }
        Ok(())
    }

    /// Takes up a ply that is there.
    fn take(&mut self, ply: usize) -> Result<(), TreeError> {
        let limit = self.memory / 8;
        let work = self.work()?;
        let path = work.path(&name(ply, "ply", None));
        let mut stored = ply::read(&path, 0, self.last(), limit).map_err(failed("read", &path))?;
        let path = work.path(&name(ply, "links", None));
        let links = stored.ply.moves - stored.ply.nodes;
        let links = Words::open(&path, 0, links, limit).map_err(failed("read", &path))?;
        stored.ply.links = Some(links);
        let first = stored.ply.first_place;
        self.plies.push(stored.ply);
        for (number, code) in stored.outcomes {
            if let Some((outcome, is_end)) = Outcome::of_code(code) {
                self.outcomes.insert(first + number, outcome, is_end);
            }
        }
        Ok(())
    }
}
