//! How far the work has come, told to whoever watches, who may stop it.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use super::TreeError;

/// How far the work at a ply has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// The ply.
    pub ply: usize,
    /// What is done: moves while the tree grows, nodes afterwards.
    pub done: u64,
    /// What there is to do, as far as that is known.
    pub of: u64,
}

/// What is being done.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stage {
    /// The moves are found.
    Expand,
    /// Those that lead to equivalent nodes are found.
    Sort,
    /// They are put in their order.
    Join,
    /// Outcomes are found.
    Solve,
    /// The nodes are written, or compared.
    Visit,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Expand => "growing",
            Stage::Sort => "sorting",
            Stage::Join => "joining",
            Stage::Solve => "solving",
            Stage::Visit => "visiting",
        })
    }
}

/// Is told how far the work has come, and says whether it should go on.
pub type Watch<'a> = dyn Fn(Progress) -> bool + Sync + 'a;

/// Adds up what all threads have done.
pub(super) struct Meter<'w> {
    watch: &'w Watch<'w>,
    stage: Stage,
    ply: usize,
    nodes: AtomicU64,
    moves: AtomicU64,
    /// Nodes there are, while moves are counted that nobody knows the number of.
    of_nodes: u64,
    of: u64,
}

/// So many moves or nodes are done between two reports of a thread.
const REPORT: u64 = 1 << 12;

impl<'w> Meter<'w> {
    /// For moves that are found at so many nodes.
    pub(super) fn of_nodes(watch: &'w Watch<'w>, ply: usize, nodes: u64) -> Meter<'w> {
        Meter {
            of_nodes: nodes,
            ..Meter::new(watch, Stage::Expand, ply, 0)
        }
    }

    /// For so many moves or nodes.
    pub(super) fn new(watch: &'w Watch<'w>, stage: Stage, ply: usize, of: u64) -> Meter<'w> {
        Meter {
            watch,
            stage,
            ply,
            nodes: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            of_nodes: 0,
            of,
        }
    }

    /// Adds what was done, and says so now and then.
    pub(super) fn add(&self, nodes: u64, moves: u64) -> Result<(), TreeError> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let before = self.moves.fetch_add(moves, Ordering::Relaxed);
        let done = before + moves;
        if before / REPORT == done / REPORT && before > 0 {
            return Ok(());
        }
        let of = match nodes {
            0 => self.of,
            nodes => {
                let all = u128::from(done) * u128::from(self.of_nodes) / u128::from(nodes);
                u64::try_from(all).unwrap_or(u64::MAX).max(self.of)
            }
        };
        self.report(done, of)
    }

    /// Says how far the work has come.
    pub(super) fn report(&self, done: u64, of: u64) -> Result<(), TreeError> {
        let (stage, ply) = (self.stage, self.ply);
        let progress = Progress {
            stage,
            ply,
            done,
            of,
        };
        if (self.watch)(progress) {
            Ok(())
        } else {
            Err(TreeError::Stopped)
        }
    }
}
