//! What all that grows a tree needs: progress, memory, and the table at the end.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Result;
use indicatif::{HumanCount, ProgressBar};
use san_strings::tree::{Progress, Tree};
use sysinfo::System;

/// Whether the name of a file says that it is a tree.
pub(super) fn is_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "tree")
        && !path.is_dir()
}

/// The folder in which a tree grows that is written there.
pub(super) fn work_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".work");
    name.into()
}

/// The progress bar, and what stops the work.
pub(super) struct Work<'s> {
    pub(super) stop: &'s AtomicBool,
    pub(super) bar: ProgressBar,
}

impl Work<'_> {
    pub(super) fn watch(&self) -> impl Fn(Progress) -> bool + Sync {
        |progress: Progress| {
            let (stage, ply) = (progress.stage, progress.ply);
            self.bar.set_message(format!("{stage}, ply {ply}"));
            self.bar.set_length(progress.of);
            self.bar.set_position(progress.done);
            !self.stop.load(Ordering::Relaxed)
        }
    }
}

/// A quarter of the machine's memory, or of what the program may have of it.
pub(super) fn quarter() -> u64 {
    let Ok(mut system) = System::new() else {
        return 1 << 30;
    };
    system.refresh_memory();
    let memory = system.total_memory();
    let limit = system.cgroup_limits().map(|limits| limits.total_memory);
    limit.map_or(memory, |limit| memory.min(limit)) / 4
}

/// What there is at each ply.
pub(super) fn table(tree: &Tree, out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{:>3} {:>13} {:>13} {:>13} {:>9} {:>9}",
        "ply", "nodes", "moves", "equivalent", "mates", "solved"
    )?;
    for (ply, layer) in tree.layers().into_iter().enumerate() {
        writeln!(
            out,
            "{ply:>3} {:>13} {:>13} {:>13} {:>9} {:>9}",
            grouped(layer.nodes),
            grouped(layer.moves),
            grouped(layer.equivalent()),
            grouped(layer.mates),
            grouped(layer.solved)
        )?;
    }
    Ok(())
}

/// A number with its digits in groups.
pub(super) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
