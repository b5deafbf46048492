//! As many threads as are wanted, also in a process that was forked, and Ctrl-C.
//!
//! The threads of a pool do not live on in a child process: whatever waits for them there waits for
//! ever. The workers of a `DataLoader` are such children, so each process has pools of its own.
//! Each file that is read has a pool of its own, too: its threads wait for bytes, and must not keep
//! other work waiting.

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

/// The pools of each process, by its number and how many threads they have.
static POOLS: Mutex<BTreeMap<(u32, usize), &'static ThreadPool>> = Mutex::new(BTreeMap::new());

/// How often Python is asked for signals.
const TICK: Duration = Duration::from_millis(50);

/// Tells work to stop.
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

/// Works while other threads of Python run, on so many threads, or one a core if that is 0.
pub fn detached<T: Send>(py: Python<'_>, threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = shared(py, threads);
    py.detach(|| pool.install(work))
}

/// The same, until Python has a signal for this thread: then the work is told to stop, and the
/// signal is raised.
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

/// Starts work in a pool and waits for it.
fn waited_for<'scope, T: Send + 'scope>(
    scope: &Scope<'scope>,
    stop: &'scope Stop,
    work: impl FnOnce(&Stop) -> T + Send + 'scope,
) -> PyResult<Option<T>> {
    let (sender, mut receiver) = sync_channel(1);
    scope.spawn(move |_| {
        // Whoever does not wait was interrupted.
        let _ = sender.send(work(stop));
    });
    received(&mut receiver).inspect_err(|_| stop.now())
}

/// What comes from another thread, or `None` if that has ended; or a signal of Python for this
/// thread. To be called without Python's lock.
pub fn received<T>(receiver: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(received) => return Ok(Some(received)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
        }
    }
}

/// Works in a thread, with a pool of its own of so many threads. It may wait there for as long as it likes.
pub fn apart(threads: usize, work: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::spawn(move || pool(threads).install(work))
}

/// Ends as a thread did that has ended: with its panic, if it had one.
pub fn join(thread: thread::JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        resume_unwind(panic);
    }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// The pool of this process with so many threads. They begin here, with Python's lock: a process that is
/// forked while one begins may inherit a lock of the standard library that nobody gives back.
fn shared(_: Python<'_>, threads: usize) -> &'static ThreadPool {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    pools.entry((process::id(), threads)).or_insert_with(|| {
        // It ends with the process.
        let pool: &'static ThreadPool = Box::leak(Box::new(pool(threads)));
        pool.broadcast(|_| ());
        pool
    })
}
