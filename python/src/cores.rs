//! Thread pools that are safe to use in a forked process, and functions that Ctrl-C can interrupt.
//!
//! Each process has its own pools, because the threads of a pool do not survive a fork. A forked child, such as
//! a worker of a `DataLoader`, would wait forever if it used its parent's pool.
//!
//! Each reader of files also has its own pool, because its threads wait for bytes and must not block other
//! work.

use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

use pyo3::prelude::*;
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use san_strings::Progress;

/// The thread pools, by process id and number of threads.
static POOLS: Mutex<BTreeMap<(u32, usize), &'static ThreadPool>> = Mutex::new(BTreeMap::new());

/// The interval at which we check for signals.
const TICK: Duration = Duration::from_millis(50);

/// A cancellation flag: tells a running computation to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn now(&self) {
        self.0.store(true, Relaxed);
    }
}

impl Progress for Stop {
    fn update(&self, _: &str, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Runs `work` without the GIL, on a pool of `threads` threads. 0 means one per core.
pub fn detached<T: Send>(py: Python<'_>, threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = shared(py, threads);
    py.detach(|| pool.install(work))
}

/// Works like [`detached`], but handles signals such as Ctrl-C: if a Python signal handler raises an exception,
/// stops `work` through its [`Stop`], and returns the exception.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = &Stop::default();
    let pool = shared(py, threads);
    let done = py.detach(|| pool.in_place_scope(|scope| waited_for(scope, stop, work)));
    done.map(|done| done.expect("a panic is resumed where the scope ends"))
}

fn waited_for<'scope, T: Send + 'scope>(
    scope: &Scope<'scope>,
    stop: &'scope Stop,
    work: impl FnOnce(&Stop) -> T + Send + 'scope,
) -> PyResult<Option<T>> {
    let (sender, mut receiver) = sync_channel(1);
    scope.spawn(move |_| {
        // Sending fails only if an exception has interrupted the wait, because then the receiver is gone.
        let _ = sender.send(work(stop));
    });
    received(&mut receiver).inspect_err(|_| stop.now())
}

/// Waits for a message from another thread. Returns `None` if that thread has ended. If a Python signal handler
/// raises an exception while we wait, returns this exception. The caller must not hold the GIL.
pub fn received<T>(receiver: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(received) => return Ok(Some(received)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
        }
    }
}

/// Runs `work` in a new thread with its own thread pool. So no other work has to wait while `work` blocks.
pub fn apart(threads: usize, work: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::spawn(move || pool(threads).install(work))
}

/// Joins a thread, and resumes its panic if it panicked.
pub fn join(thread: thread::JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        resume_unwind(panic);
    }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// Returns this process's pool with this number of threads. We start the threads here, with the GIL held, so
/// that Python cannot fork the process meanwhile. Otherwise the child could inherit a standard library lock
/// that is never released.
fn shared(_: Python<'_>, threads: usize) -> &'static ThreadPool {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    pools.entry((process::id(), threads)).or_insert_with(|| {
        let pool: &'static ThreadPool = Box::leak(Box::new(pool(threads)));
        pool.broadcast(|_| ());
        pool
    })
}
