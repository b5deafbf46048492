//! One module for each command: parses its arguments, runs it, prints a report.

pub mod npm;
pub mod search;
pub mod site;
pub mod suite;
pub mod verify;

use clap::{builder::RangedI64ValueParser, value_parser};
use san_strings_games::searched::SEARCHED;

/// Parser of `--exhaustive`: beyond ply [`SEARCHED`] we cannot enumerate all positions.
fn enumerated() -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(..=i64::try_from(SEARCHED).expect("some plies"))
}
