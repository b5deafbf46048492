//! Long work: a progress bar on a terminal, and Ctrl-C.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
pub(super) fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })?;
    Ok(stop)
}
