//! Each module is a command: it parses the arguments, does the work, and prints a report.

pub mod npm;
pub mod search;
pub mod site;
pub mod suite;
pub mod verify;

use clap::{builder::RangedI64ValueParser, value_parser};
use san_strings_games::searched::SEARCHED;

/// Parser of `--exhaustive`. The maximum is [`SEARCHED`], because later plies have too many positions to
/// enumerate.
fn enumerated() -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(..=i64::try_from(SEARCHED).expect("some plies"))
}
