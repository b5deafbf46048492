//! What the fuzzer asks of any bytes: a module for each target. `cargo test fuzz::` asks the same of the seeds
//! and of random changes of them, without a fuzzer.

pub mod condition;
pub mod database;
pub mod fen;
pub mod info;
pub mod lintfix;
pub mod read;
pub mod san;
pub mod show;
pub mod tree;

/// The name of a target, and what it asks.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 9] = [
    ("condition", condition::run),
    ("database", database::run),
    ("fen", fen::run),
    ("info", info::run),
    ("lintfix", lintfix::run),
    ("read", read::run),
    ("san", san::run),
    ("show", show::run),
    ("tree", tree::run),
];
