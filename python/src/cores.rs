//! All cores, also in a process that was forked.
//!
//! The threads of rayon's global pool do not live on in a child process: whatever waits for them
//! there waits for ever. The workers of a `DataLoader` are such children, so each gets a pool
//! of its own.

use std::{
    process,
    sync::{LazyLock, Mutex},
};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process that has loaded the module.
static LOADED: LazyLock<u32> = LazyLock::new(process::id);

/// The pool of a child process, with its number.
static CHILD: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// Remembers which process this is.
pub fn load() {
    LazyLock::force(&LOADED);
}

/// Works while other threads of Python run.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| on_cores(work))
}

/// Works in the pool of this process.
pub fn on_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let id = process::id();
    if id == *LOADED {
        return work();
    }
    let mut child = CHILD.lock().expect("no panic while it is held");
    let pool = match *child {
        Some((of, pool)) if of == id => pool,
        _ => {
            let pool = ThreadPoolBuilder::new().build().expect("threads");
            // There is one for each process, and it ends with that.
            let pool: &'static ThreadPool = Box::leak(Box::new(pool));
            *child = Some((id, pool));
            pool
        }
    };
    drop(child);
    pool.install(work)
}
