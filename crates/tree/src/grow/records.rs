//! Reads and writes the contents of the scratch files.
//!
//! Every file is a sequence of runs. A run consists of 64-bit words with checksums (see `words`). In the
//! file names, NNN is the number of a ply, PPPP of a part, and FFFF of a bucket. A bucket contains the moves
//! whose keys are in one range. Each sort step sorts one bucket.
//!
//! | file | runs |
//! |---|---|
//! | `NNN-moves-PPPP` | sections: starts, ends, then the [`Candidate`]s for each bucket |
//! | `NNN-sorted-FFFF` | sections: the new nodes as [`Candidate`]s, then the [`Link`]s of each part |
//! | `NNN-keys` | one run: the new nodes of a ply as [`Candidate`]s, sorted by key |
//! | `NNN-links` | one run: the nodes that the [`Link`]s of a ply lead to, in the order of the moves |
//! | `NNN-ply` | one run: the record of a ply (`plies`) |
//!
//! The starts section contains, for every 128th node of a part, the index of the node's first move. The
//! ends section contains, for each move that ends the game, the index of the move and the outcome.
//! The indices count from the first move of the part.

use super::{
    Grower,
    scratch::Scratch,
    steps::{PlySteps, name},
};
use crate::{
    NodeKey, TreeError,
    ids::MoveIndex,
    words::{Run, index},
};

/// A move that may be the first to lead to a node, and the key of that node.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Candidate {
    pub(super) key: NodeKey,
    pub(super) node: MoveIndex,
}

/// A move that leads to an existing node: the index of the move, and the index of the node.
pub(super) type Link = [u64; 2];

impl Candidate {
    pub(super) const WORDS: usize = 3;
    pub(super) const BYTES: u64 = 8 * Candidate::WORDS as u64;

    pub(super) fn words(self) -> [u64; Candidate::WORDS] {
        let NodeKey(key) = self.key;
        #[expect(clippy::cast_possible_truncation, reason = "the halves of the key")]
        [(key >> 64) as u64, key as u64, self.node]
    }

    /// Returns the location of the first run in a file. The run contains `count` candidates.
    pub(super) fn run(count: u64) -> Run {
        Run::first(count * Candidate::WORDS as u64)
    }

    /// Decodes the candidates of a section.
    pub(super) fn read(words: &[u64]) -> impl Iterator<Item = Candidate> {
        let (candidates, _) = words.as_chunks();
        candidates.iter().map(|&[high, low, node]| Candidate {
            key: NodeKey(u128::from(high) << 64 | u128::from(low)),
            node,
        })
    }

    /// Index of the candidate's bucket, from 0 to `files - 1`. Each bucket is a file that is sorted on its
    /// own. Greater keys go to later buckets.
    pub(super) fn file(self, files: u64) -> u64 {
        let [high, ..] = self.words();
        let file = (u128::from(high) * u128::from(files)) >> 64;
        u64::try_from(file).expect("less than the number of files")
    }
}

/// A scratch file that consists of sections. It contains the number of sections, their lengths in
/// words, and then each section as a run.
pub(super) struct Sections<'s> {
    scratch: &'s Scratch,
    name: String,
    runs: Vec<Run>,
}

impl Sections<'_> {
    pub(super) fn open(scratch: &Scratch, name: String) -> Result<Sections<'_>, TreeError> {
        let mut run = Run::first(1);
        let count = scratch.read(&name, run, 0..1)?[0];
        run = run.next(count);
        let lens = scratch.read(&name, run, 0..count)?.into_iter();
        let runs = lens.map(|len| {
            run = run.next(len);
            run
        });
        let runs = runs.collect();
        Ok(Sections { scratch, name, runs })
    }

    pub(super) fn write(
        scratch: &Scratch,
        name: &str,
        sections: impl IntoIterator<Item = Vec<u64>>,
    ) -> Result<(), TreeError> {
        let sections: Vec<_> = sections.into_iter().collect();
        let lens = sections.iter().map(|section| section.len() as u64).collect();
        let head = [vec![sections.len() as u64], lens];
        scratch.write(name, |out| {
            head.into_iter().chain(sections).try_for_each(|run| {
                out.add(&run)?;
                out.end()
            })
        })
    }

    fn len(&self, section: usize) -> u64 {
        self.runs[section].len
    }

    pub(super) fn read(&self, section: usize) -> Result<Vec<u64>, TreeError> {
        let run = self.runs[section];
        self.scratch.read(&self.name, run, 0..run.len)
    }

    /// Checks that all sections are intact.
    pub(super) fn check(&self) -> Result<(), TreeError> {
        self.runs.iter().try_for_each(|&run| self.scratch.check(&self.name, run))
    }
}

/// The output of one expand step. Each expand step plays the moves of one part of the previous ply's nodes.
pub(super) struct Part<'s> {
    pub(super) sections: Sections<'s>,
    /// Number of moves in the earlier parts.
    pub(super) before: u64,
    pub(super) moves: u64,
}

impl Part<'_> {
    pub(super) const STARTS: usize = 0;
    pub(super) const ENDS: usize = 1;
    /// Index of the section for the first bucket.
    const FILES: usize = 2;

    /// Opens all parts of the previous ply. All parts must exist.
    pub(super) fn all(grower: &Grower, steps: PlySteps) -> Result<Vec<Part<'_>>, TreeError> {
        let mut before = 0;
        let parts = steps.expands().into_iter().map(|step| {
            let sections = Sections::open(&grower.scratch, step.to_string())?;
            let mut part = Part { sections, before, moves: 0 };
            part.moves = (0..steps.files).map(|file| part.count(file)).sum();
            before += part.moves;
            Ok(part)
        });
        parts.collect()
    }

    /// Number of moves of this part that belong to bucket `file`.
    pub(super) fn count(&self, file: u64) -> u64 {
        self.sections.len(Part::FILES + index(file)) / Candidate::WORDS as u64
    }

    pub(super) fn candidates(&self, file: u64) -> Result<Vec<u64>, TreeError> {
        self.sections.read(Part::FILES + index(file))
    }
}

/// Reads those keys of an earlier ply that belong to bucket `file`, out of `files` buckets.
pub(super) fn keys(
    grower: &Grower,
    ply: usize,
    file: u64,
    files: u64,
) -> Result<Vec<u64>, TreeError> {
    let (name, nodes) = (name(ply, "keys"), grower.tree.plies[ply].nodes);
    let read = |from: u64, to: u64| {
        let words = Candidate::WORDS as u64;
        grower.scratch.read(&name, Candidate::run(nodes), from * words..to * words)
    };
    let first = |file: u64| {
        let (mut from, mut to) = (0, nodes);
        while from < to {
            let middle = from.midpoint(to);
            let is_before = |key: Candidate| key.file(files) < file;
            if Candidate::read(&read(middle, middle + 1)?).any(is_before) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        Ok::<_, TreeError>(from)
    };
    read(first(file)?, first(file + 1)?)
}
