//! Divides the work of a ply into steps.

use std::{fmt, ops::Range, str::FromStr};

use thiserror::Error;

use super::records::Candidate;
use crate::plies::INDEX_STRIDE;

/// File name for a ply, such as `003-links`.
pub(super) fn name(ply: usize, what: &str) -> String {
    format!("{ply:03}-{what}")
}

/// How to divide the work of a ply.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Partition {
    /// Number of parts into which the nodes are divided for expansion, at least 1.
    pub parts: u64,
    /// Number of buckets into which the moves are divided for sorting, a power of two.
    pub files: u64,
}

/// One step of growing a tree. The name of a step is the name of a file that the step writes into the
/// scratch folder.
///
/// ```
/// use san_strings_tree::Step;
///
/// let step: Step = "004-moves-0012".parse()?;
/// assert_eq!(step, Step::Expand { ply: 4, part: 12 });
/// assert_eq!(step.to_string(), "004-moves-0012");
/// # Ok::<(), san_strings_tree::ParseStepError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// Lists the moves from one part of the previous ply's nodes. These moves lead to `ply`.
    Expand {
        /// The ply that the moves lead to, counted from 1.
        ply: usize,
        /// Index of the part, counted from 0.
        part: u64,
    },
    /// Sorts the moves whose keys fall into one bucket, and writes them to one file.
    Sort {
        /// The ply that the moves lead to.
        ply: usize,
        /// Index of the bucket, which is also the index of its file, counted from 0.
        file: u64,
    },
    /// Joins the sorted moves into a complete ply.
    Join {
        /// The ply.
        ply: usize,
    },
}

impl Step {
    /// The ply that the step contributes to.
    pub(super) fn ply(self) -> usize {
        match self {
            Step::Expand { ply, .. } | Step::Sort { ply, .. } | Step::Join { ply } => ply,
        }
    }

    /// Lists all steps that grow a tree to `plies` plies, in an order in which they can run. Each step comes
    /// with the steps that it depends on.
    pub fn all(plies: usize, partition: Partition) -> Vec<(Step, Vec<Step>)> {
        let (mut steps, mut before) = (Vec::new(), Vec::new());
        for ply in 1..=plies {
            for group in PlySteps::new(ply, 1, Some(partition)).groups() {
                steps.extend(group.iter().map(|&step| (step, before.clone())));
                before = group;
            }
        }
        steps
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match *self {
            Step::Expand { ply, part } => format!("{}-{part:04}", name(ply, "moves")),
            Step::Sort { ply, file } => format!("{}-{file:04}", name(ply, "sorted")),
            Step::Join { ply } => name(ply, "ply"),
        })
    }
}

/// The error for a text that is not the name of a [`Step`].
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0:?} is not a step such as 004-moves-0000, 004-sorted-0000 or 004-ply")]
pub struct ParseStepError(String);

impl FromStr for Step {
    type Err = ParseStepError;

    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        let parts: Vec<_> = text.split('-').collect();
        let parse = || match parts[..] {
            [ply, "ply"] => Some(Step::Join { ply: ply.parse().ok()? }),
            [ply, "moves", part] => {
                Some(Step::Expand { ply: ply.parse().ok()?, part: part.parse().ok()? })
            }
            [ply, "sorted", file] => {
                Some(Step::Sort { ply: ply.parse().ok()?, file: file.parse().ok()? })
            }
            _ => None,
        };
        let step = parse().filter(|step| step.to_string() == text);
        step.ok_or_else(|| ParseStepError(text.to_owned()))
    }
}

/// The last ply that has too few nodes to divide among machines.
const SMALL: usize = 3;

/// The steps that grow a ply.
#[derive(Clone, Copy)]
pub(super) struct PlySteps {
    pub(super) ply: usize,
    /// Number of nodes of the previous ply.
    nodes: u64,
    /// Number of parts into which the nodes of the previous ply are divided.
    pub(super) parts: u64,
    /// Number of buckets into which the moves are divided for sorting.
    pub(super) files: u64,
}

impl PlySteps {
    /// The steps of a ply, given the number of nodes of the previous ply.
    pub(super) fn new(ply: usize, nodes: u64, partition: Option<Partition>) -> PlySteps {
        let (parts, files) = match partition {
            // With a partition, the steps are listed before the number of nodes is known. So the list cannot
            // depend on this number.
            Some(_) if ply <= SMALL => (1, 1),
            Some(Partition { parts, files }) => (parts.max(1), files.max(1)),
            None => {
                // There are enough parts for all threads, and each part has at most 60 MB of moves.
                // Each file is about 4 MB, so that it fits into a CPU cache. A ply has at most 4096 parts
                // and 4096 files, so the parts and files of a very large ply exceed these sizes.
                let parts = (nodes / (8 * INDEX_STRIDE)).min(64).max(nodes >> 16);
                let files = nodes.saturating_mul(32 * Candidate::BYTES) >> 22;
                (parts.clamp(1, 4096), files.clamp(1, 4096).next_power_of_two())
            }
        };
        PlySteps { ply, nodes, parts, files }
    }

    /// Returns the nodes of a part. Nodes are numbered from 0 within the previous ply. The first node of each
    /// part has a number that is a multiple of [`INDEX_STRIDE`], so this node has an entry in the index.
    pub(super) fn nodes(self, part: u64) -> Range<u64> {
        let entries = self.nodes.div_ceil(INDEX_STRIDE);
        let from = |part: u64| (entries * part / self.parts * INDEX_STRIDE).min(self.nodes);
        from(part)..from(part + 1)
    }

    pub(super) fn expands(self) -> Vec<Step> {
        (0..self.parts).map(|part| Step::Expand { ply: self.ply, part }).collect()
    }

    pub(super) fn sorts(self) -> Vec<Step> {
        (0..self.files).map(|file| Step::Sort { ply: self.ply, file }).collect()
    }

    pub(super) fn join(self) -> Step {
        Step::Join { ply: self.ply }
    }

    /// All steps, in three groups. The steps of a group need the results of the group before it.
    pub(super) fn groups(self) -> [Vec<Step>; 3] {
        [self.expands(), self.sorts(), vec![self.join()]]
    }
}
