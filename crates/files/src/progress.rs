//! Shows the progress of a long task, and can stop the task.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// Shows the progress of a long task, and can stop the task.
///
/// The implementation for `()` shows nothing, and never stops the task.
///
/// ```
/// use san_strings_files::Progress;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// struct Button(AtomicBool);
///
/// impl Progress for Button {
///     fn update(&self, _: &str, _: u64, _: u64) {}
///
///     fn is_stopped(&self) -> bool {
///         self.0.load(Ordering::Relaxed)
///     }
/// }
///
/// assert!(Button(AtomicBool::new(true)).is_stopped());
/// ```
pub trait Progress: Sync {
    /// Shows that `done` of `total` units are finished. This function is called often, from any thread.
    fn update(&self, task: &str, done: u64, total: u64);

    /// Whether the work should stop. Results that are already complete are kept.
    fn is_stopped(&self) -> bool;
}

impl Progress for () {
    fn update(&self, _: &str, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// The error returned when a [`Progress`] has stopped the work.
///
/// ```
/// use san_strings_files::{Progress, Stopped};
///
/// fn work(progress: &dyn Progress) -> Result<u64, Stopped> {
///     if progress.is_stopped() { Err(Stopped) } else { Ok(1) }
/// }
///
/// assert_eq!(work(&()), Ok(1));
/// assert_eq!(Stopped.to_string(), "stopped");
/// ```
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("stopped")]
pub struct Stopped;

/// We call `update` each time this many units of work are finished.
const INTERVAL: u64 = 1 << 12;

/// Adds up the work that all threads have done, and reports the sum to a [`Progress`].
pub struct Meter<'p> {
    progress: &'p dyn Progress,
    task: String,
    done: AtomicU64,
    total: u64,
}

impl Meter<'_> {
    /// Starts a task of `total` units.
    pub fn new(progress: &dyn Progress, task: impl Into<String>, total: u64) -> Meter<'_> {
        let task = task.into();
        log::info!("{task}: {total}");
        Meter { progress, task, done: AtomicU64::new(0), total }
    }

    /// Adds finished units.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the [`Progress`] is stopped.
    pub fn add(&self, units: u64) -> Result<(), Stopped> {
        let before = self.done.fetch_add(units, Ordering::Relaxed);
        let done = before + units;
        if before > 0 && before / INTERVAL == done / INTERVAL {
            return Ok(());
        }
        self.progress.update(&self.task, done, self.total);
        if self.progress.is_stopped() {
            return Err(Stopped);
        }
        Ok(())
    }
}
