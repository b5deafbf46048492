//! Every move string that can occur in chess, in Standard Algebraic Notation (SAN),
//! with the means to prove it.
//!
//! The crate has five wings. Each knows only those before it, and `tree` only the first:
//!
//! - [`san`]: which strings there are, which of them can occur, and why the others
//!   cannot. It is all there is without default features.
//! - `corpus` (feature `corpus`): games that play every string, how they are found,
//!   and how they are verified.
//! - `suite` (feature `corpus`): the conformance suite for readers and writers of SAN,
//!   with positions from games.
//! - `database` (feature `database`): PGN databases of any size, and how often each
//!   string is played in them.
//! - `tree` (feature `tree`): the tree of chess, every position that can be reached
//!   from a root.
//!
//! The program itself comes with the feature `cli`, which is on by default. What most
//! people need stands at the root:
//!
//! ```
//! use san_strings::{Tokens, Vocabulary};
//!
//! assert_eq!(Vocabulary::new().base().len(), 9_758);
//!
//! let tokens = Tokens::occurring();
//! let id = tokens.id("Nbxd2+").expect("it occurs");
//! assert_eq!(tokens.text(id).expect("an id").to_string(), "Nbxd2+");
//! ```
//!
//! The types of moves and squares are those of [`shakmaty`], which is re-exported so
//! that both are of one version.

#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(feature = "database")]
pub mod database;
#[cfg(feature = "tree")]
#[doc(hidden)] // For the program: no promise is made about it.
pub mod files;
pub mod san;
#[cfg(feature = "corpus")]
pub mod suite;
#[cfg(feature = "tree")]
pub mod tree;

pub use san::{
    discriminator::{Discriminator, Discriminators},
    reason::{Reason, reason},
    syntax::{SyntaxError, parse},
    tokens::{Text, Tokens},
    vocabulary::{Entry, Vocabulary},
    witness::{Witness, witness},
};
pub use shakmaty;

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
