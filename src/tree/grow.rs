//! Growing a tree ply by ply, in files: what a ply needs of memory does not depend on how
//! big it is.
//!
//! This is delayed duplicate detection (R. E. Korf, "Best-first frontier search with
//! delayed duplicate detection", 2004; Korf and P. Schultze went through all states of
//! the 15-puzzle so in 2005). The moves of a ply are written down (`expand`), those that
//! lead to equivalent nodes are found by sorting (`sort`), and what is new is put back
//! into the order of the tree (`join`). Each step reads whole files and writes whole
//! ones, so it may be stopped after any of them.

use std::io;

use rayon::prelude::*;

use super::{
    Options, Outcome, Step, Tree, TreeError,
    expand::{Expanded, RECORD, expand},
    join::join,
    plan::Plan,
    ply::{self, Stored},
    sort::sort,
    watch::{Meter, Stage, Watch},
    words::{WORD, Words},
    work::{failed, name},
};

impl Tree {
    /// Adds the next ply. To be done before [`Tree::consult`] and [`Tree::solve`].
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `watch` says so; the tree goes on growing from there if
    /// its folder is not a temporary one. [`TreeError::NoRoom`], [`TreeError::Work`].
    pub fn grow(&mut self, watch: &Watch) -> Result<(), TreeError> {
        let plan = self.plan();
        let work = self.work()?;
        let is_missing = |step: &Step| !work.has(&step.file());
        let join = Step::Join { ply: plan.ply + 1 };
        if is_missing(&join) {
            self.expand_all(plan, plan.expands().filter(is_missing), watch)?;
            self.sort_all(plan, plan.sorts().filter(is_missing), watch)?;
            self.join_all(plan, watch)?;
        }
        self.tidy(plan)?;
        self.take(plan.ply + 1)
    }

    /// How the next ply grows.
    fn plan(&self) -> Plan {
        Plan::new(self.plies(), self.last().nodes, self.options.shares)
    }

    /// Does a step of a ply, as one of many that may be at work: whole files are read and
    /// whole ones written, and it may be done again.
    ///
    /// # Errors
    ///
    /// [`TreeError::NoStep`] if there is no such step, [`TreeError::Work`] if what it waits
    /// for is not there, and as [`Tree::grow`].
    pub fn step(&mut self, step: Step, watch: &Watch) -> Result<(), TreeError> {
        if !(1..=self.options.plies).contains(&step.ply()) {
            return Err(TreeError::NoStep);
        }
        while self.plies() + 1 < step.ply() {
            self.take(self.plies() + 1)?;
        }
        let plan = self.plan();
        if !plan.has(step) {
            return Err(TreeError::NoStep);
        }
        if self.work()?.has(&Step::Join { ply: step.ply() }.file()) {
            return Ok(());
        }
        match step {
            Step::Expand { .. } => self.expand_all(plan, [step].into_iter(), watch),
            Step::Sort { .. } => self.sort_all(plan, [step].into_iter(), watch),
            Step::Join { .. } => {
                self.join_all(plan, watch)?;
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
            let parts: Vec<_> = plan.expands().collect();
            let files: Vec<_> = plan.sorts().collect();
            steps.extend(parts.iter().map(|&step| (step, before.clone())));
            steps.extend(files.iter().map(|&step| (step, parts.clone())));
            steps.push((Step::Join { ply }, files));
        }
        steps
    }

    /// Does some of the steps in which the moves are found.
    fn expand_all(
        &self,
        plan: Plan,
        steps: impl Iterator<Item = Step>,
        watch: &Watch,
    ) -> Result<(), TreeError> {
        let parts: Vec<_> = steps
            .filter_map(|step| match step {
                Step::Expand { part, .. } => Some(part),
                _ => None,
            })
            .collect();
        let nodes = parts.iter().map(|&part| plan.part(part, self.last().nodes));
        let nodes = nodes.map(|nodes| nodes.end - nodes.start).sum();
        self.work()?
            .need(self.expected_moves(nodes) * RECORD as u64)?;
        let meter = Meter::of_nodes(watch, plan.ply, nodes);
        parts
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
        let parts = plan.expands().map(|step| {
            let moves = Expanded::open(&work.path(&step.file()), before)?;
            before += moves.moves;
            Ok(moves)
        });
        parts.collect()
    }

    /// Does some of the steps in which the moves are sorted.
    fn sort_all(
        &self,
        plan: Plan,
        steps: impl Iterator<Item = Step>,
        watch: &Watch,
    ) -> Result<(), TreeError> {
        let files: Vec<_> = steps
            .filter_map(|step| match step {
                Step::Sort { file, .. } => Some(file),
                _ => None,
            })
            .collect();
        let parts = self.parts(plan)?;
        let counts = files.iter().flat_map(|&file| {
            let parts = parts.iter();
            parts.map(move |part| part.count(file))
        });
        let moves: u64 = counts.sum();
        // A new node takes three bytes, another move nine.
        self.work()?
            .need(moves * (self.key_bytes(plan.ply + 1) + 6))?;
        let meter = Meter::new(watch, Stage::Sort, plan.ply, moves);
        files
            .into_par_iter()
            .try_for_each(|file| sort(self, plan, &parts, file, &meter))
    }

    fn join_all(&self, plan: Plan, watch: &Watch) -> Result<(), TreeError> {
        let parts = self.parts(plan)?;
        let moves = parts.iter().map(|part| part.moves).sum();
        self.work()?
            .need(moves * (self.key_bytes(plan.ply + 1) + WORD))?;
        let meter = Meter::new(watch, Stage::Join, plan.ply, moves);
        join(self, plan, &parts, &meter)
    }

    /// The bytes that are kept of the key of each node of a ply.
    fn key_bytes(&self, ply: usize) -> u64 {
        if self.keeps_keys(ply) {
            RECORD as u64
        } else {
            0
        }
    }

    /// Removes what the ply needs no more when it is there.
    fn tidy(&self, plan: Plan) -> Result<(), TreeError> {
        let work = self.work()?;
        let mut steps = plan.expands().chain(plan.sorts());
        steps.try_for_each(|step| work.remove(&step.file()))
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
        let limit = self.options.memory / 8;
        let work = self.work()?;
        let path = work.path(&Step::Join { ply }.file());
        let mut stored = ply::read(&path, 0, self.last(), limit).map_err(failed("read", &path))?;
        let links = stored.ply.moves - stored.ply.nodes;
        let links_path = work.path(&name(ply, "links"));
        let links = Words::open(&links_path, 0, links, limit);
        stored.ply.links = Some(links.map_err(failed("read", &links_path))?);
        self.push(stored).map_err(failed("read", &path))
    }

    /// Adds a ply that was read, and the outcomes that are known there.
    pub(super) fn push(&mut self, stored: Stored) -> io::Result<()> {
        let first = stored.ply.first_place;
        for (number, code) in stored.outcomes {
            let known = Outcome::of_code(code).ok_or(io::ErrorKind::InvalidData)?;
            self.outcomes.insert(first + number, known.0, known.1);
        }
        self.plies.push(stored.ply);
        Ok(())
    }
}
