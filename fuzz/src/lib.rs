//! The fuzz targets. Each module is a target, with a function that checks the program's answers on arbitrary bytes.
//! `cargo test fuzz::` runs the same checks without a fuzzer, on the seeds and on random mutations of the seeds.

pub mod condition;
pub mod database;
pub mod fen;
pub mod info;
pub mod lintfix;
pub mod read;
pub mod san;
pub mod show;
pub mod tree;

/// The name of a target, and the function that runs its checks on some bytes.
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
