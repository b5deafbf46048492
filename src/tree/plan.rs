//! The steps in which a ply grows, and how the work is shared out among them.

use std::ops::Range;

use super::{
    Shares,
    expand::RECORD,
    ply::BLOCK,
    work::{name, name_of},
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
            Step::Expand { ply, part } => name_of(ply, "moves", part),
            Step::Sort { ply, file } => name_of(ply, "sorted", file),
            Step::Join { ply } => name(ply, "ply"),
        }
    }
}

/// Plies before this one are not worth sharing out.
const SMALL: usize = 3;

/// How the work at a ply is shared out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Plan {
    /// The ply whose moves are looked at.
    pub ply: usize,
    /// Its nodes are in so many parts.
    pub parts: u64,
    /// Keys are told apart by so many bits, into as many files as these can tell.
    pub bits: u32,
}

impl Plan {
    /// For a ply with so many nodes, shared out so or as it is good.
    pub(super) fn new(ply: usize, nodes: u64, shares: Option<Shares>) -> Plan {
        if let Some(Shares { parts, files }) = shares {
            // What has to be done must be known before there is anything.
            let is_small = ply < SMALL;
            return Plan {
                ply,
                parts: if is_small { 1 } else { parts.max(1) },
                bits: if is_small { 0 } else { files.max(1).ilog2() },
            };
        }
        // A file of 16 MB or so can be sorted anywhere.
        let files = nodes.saturating_mul(32 * RECORD as u64) >> 24;
        Plan {
            ply,
            parts: (nodes / (8 * BLOCK)).clamp(1, 256),
            bits: files.clamp(1, 256).next_power_of_two().trailing_zeros(),
        }
    }

    pub(super) fn files(&self) -> u64 {
        1 << self.bits
    }

    /// The nodes of a part, as numbers in their ply: whole blocks.
    pub(super) fn part(&self, part: u64, nodes: u64) -> Range<u64> {
        let blocks = nodes.div_ceil(BLOCK);
        let from = |part: u64| (blocks * part / self.parts * BLOCK).min(nodes);
        from(part)..from(part + 1)
    }

    /// The steps in which the moves are found.
    pub(super) fn expands(self) -> impl Iterator<Item = Step> {
        let ply = self.ply + 1;
        (0..self.parts).map(move |part| Step::Expand { ply, part })
    }

    /// The steps in which they are sorted.
    pub(super) fn sorts(self) -> impl Iterator<Item = Step> {
        let ply = self.ply + 1;
        (0..self.files()).map(move |file| Step::Sort { ply, file })
    }

    /// Whether there is such a step.
    pub(super) fn has(self, step: Step) -> bool {
        step.ply() == self.ply + 1
            && match step {
                Step::Expand { part, .. } => part < self.parts,
                Step::Sort { file, .. } => file < self.files(),
                Step::Join { .. } => true,
            }
    }
}
