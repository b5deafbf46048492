//! Provides a thread pool, a progress bar and Ctrl-C handling for long-running commands.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, style::TemplateError};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::Progress;

/// Creates a pool of `jobs` threads, or of one thread per core if `jobs` is `None`. If the threads cannot be
/// started, the current thread does all the work.
///
/// # Errors
///
/// [`ThreadPoolBuildError`] if we can neither start threads nor use the current thread as the pool.
pub fn threads(jobs: Option<u16>) -> Result<ThreadPool, ThreadPoolBuildError> {
    let jobs = jobs.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
    let alone = || ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.or_else(|_| alone().build())
}

/// Shows a progress bar on the terminal, and stops the work on Ctrl-C.
pub struct Terminal {
    /// The progress bar.
    pub bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Terminal {
    /// Creates a progress bar with this template. The bar is shown on a terminal unless `quiet` is set.
    ///
    /// # Errors
    ///
    /// [`TemplateError`] if the template is invalid for [`indicatif`].
    pub fn new(template: &str, quiet: bool) -> Result<Terminal, TemplateError> {
        let bar = ProgressBar::new(0);
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_style(ProgressStyle::with_template(template)?);
        Ok(Terminal { bar, stop: stop_on_ctrl_c() })
    }
}

impl Progress for Terminal {
    fn update(&self, task: &str, done: u64, total: u64) {
        self.bar.set_message(task.to_owned());
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Returns a flag that Ctrl-C sets, so that the work can stop cleanly. A second Ctrl-C ends the program.
fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    // If the handler cannot be set, Ctrl-C ends the program at once. This is safe, because a file gets its
    // final name only when it is complete.
    let _ = ctrlc::set_handler(move || {
        stopped.store(true, Ordering::Relaxed);
        // A single Ctrl-C may send two signals, one of them through the process group. So we ignore
        // signals that arrive within `SAME` of the first.
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            process::exit(130);
        }
    });
    stop
}

/// Two signals within this time count as one.
const SAME: Duration = Duration::from_millis(200);
