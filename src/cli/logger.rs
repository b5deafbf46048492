//! Logs what the program does, for bug reports, if `SAN_STRINGS_LOG` is set.

use std::{env, sync::OnceLock, time::Instant};

use log::{LevelFilter, Log, Metadata, Record};

use super::streams::eprint_line;

/// The environment variable that sets the log level.
pub const LOG: &str = "SAN_STRINGS_LOG";

/// Prints log records to standard error, each with the seconds since the program started.
struct Logger {
    start: Instant,
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let seconds = self.start.elapsed().as_secs_f64();
            let (level, target) = (record.level(), record.target());
            eprint_line(format_args!("[{seconds:.3} s, {level}, {target}] {}", record.args()));
        }
    }

    fn flush(&self) {}
}

/// Starts the log at the level in the environment variable [`LOG`], if the variable is set.
pub fn start() {
    let Ok(level) = env::var(LOG) else {
        return;
    };
    match level.parse::<LevelFilter>() {
        Ok(level) => {
            // `log` accepts only one logger per process. The process may call `run` several times, or may already
            // have set another logger. In both cases, `set_logger` fails, and we keep the existing logger.
            static LOGGER: OnceLock<Logger> = OnceLock::new();
            let logger = LOGGER.get_or_init(|| Logger { start: Instant::now() });
            if log::set_logger(logger).is_ok() {
                log::set_max_level(level);
            }
        }
        Err(_) => eprint_line(format_args!(
            "{LOG}: expected error, warn, info, debug or trace, not \"{level}\""
        )),
    }
}
