//! The commands: arguments in, text out.

pub mod npm;
pub mod search;
pub mod site;
pub mod suite;
pub mod verify;

use clap::{builder::RangedI64ValueParser, value_parser};
use san_strings_games::searched::SEARCHED;

/// A ply up to which all positions can be enumerated.
fn enumerated() -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(..=i64::try_from(SEARCHED).expect("some plies"))
}
