//! Long work: threads, a progress bar on a terminal, and Ctrl-C.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// This many threads, or one for each core if it is 0. If they cannot be had, the one
/// that is there does all the work.
pub(crate) fn threads(jobs: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
    let alone = || ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    Ok(pool.or_else(|_| alone().build())?)
}

/// A progress bar: on a terminal, unless nobody wants it.
pub(super) fn bar(template: &str, quiet: bool) -> Result<ProgressBar> {
    let bar = ProgressBar::new(0);
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_style(ProgressStyle::with_template(template)?);
    Ok(bar)
}

/// What Ctrl-C sets, so that the work ends in good order; a second one ends the
/// program.
pub(super) fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    // Without a thread for it, Ctrl-C ends the program at once: every file is whole then,
    // too.
    let _ = ctrlc::set_handler(move || {
        stopped.store(true, Ordering::Relaxed);
        // Some send it to the program and to its group, which makes two of one.
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            process::exit(130);
        }
    });
    stop
}

/// Two signals in so short a time are one to a person.
const SAME: Duration = Duration::from_millis(200);
