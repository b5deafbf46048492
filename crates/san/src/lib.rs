//! Lists every move string in Standard Algebraic Notation (SAN) that can occur in chess, and says why any
//! other string cannot.
//!
//! Start with one of these:
//!
//! - [`Vocabulary`] lists the strings, each with an id.
//! - [`Reason`] says why a string cannot occur.
//! - [`NeededFrom`] computes which moves can need a discriminator. We build the lists with it.
//! - [`Example`] is a position and a move in it.
//! - [`read`] tells you which legal move a text means in a position, or why the text is not a legal move.
//! - [`Spelling`] is a parsed text. Use it to read the same text several times, for example in several
//!   positions.
//!
//! ```
//! use san_strings_core::{Reason, Vocabulary, parse};
//!
//! let vocabulary = Vocabulary::occurring();
//! let id = vocabulary.id("Nbxd2+").expect("it occurs");
//! assert_eq!(vocabulary.text(id).expect("an id"), "Nbxd2+");
//!
//! let reason = Reason::of(parse("Qa1a8")?).expect("it cannot occur");
//! assert!(reason.to_string().starts_with("SAN names the square only if"));
//! # Ok::<_, san_strings_core::SyntaxError>(())
//! ```
//!
//! # Stability
//!
//! Within a major version, every string keeps its id, and the items on this page keep their meaning. The
//! modules are hidden because they are meant for the other crates of this project. They may change in any
//! release. [`shakmaty`] types are part of our API, so a new major version of shakmaty requires a new major
//! version of this crate.

// These modules build the lists, bottom up:
//
// - `geometry` computes the squares from which a piece could reach a given square.
// - `discriminator` finds the moves that can need a discriminator: a file, a rank or a square.
// - `base_strings` lists every string without `+` and `#`.
// - `occurrence` finds the base strings whose move can give check.
// - `vocabulary` holds the lists with their ids, and `uci` generates the UCI moves.
// - `tokenizer` writes a list as a `tokenizer.json`, and `breakdown` counts the strings of a list.
//
// The next modules deal with a single string. `reason` says why a string cannot occur, and `no_check` proves
// that the move of a string cannot give check. `example` holds a position in which the string is played,
// `explanation` says what each part of the string means there, and `diagram` draws the position.
//
// The other modules deal with texts and positions. `spelling` reads a text in any language, with or without a
// position, and `refusal` says why the text is not a legal move. Both use `move_finder`. `play` quickly
// finds and plays the move that a SAN means. `legal` and `targets` compute all legal moves of a position.
mod base_strings;
#[doc(hidden)]
pub mod breakdown;
#[doc(hidden)]
pub mod diagram;
#[doc(hidden)]
pub mod discriminator;
#[doc(hidden)]
pub mod english;
#[doc(hidden)]
pub mod example;
#[doc(hidden)]
pub mod excerpt;
#[doc(hidden)]
pub mod explanation;
#[doc(hidden)]
pub mod fen;
mod few;
#[doc(hidden)]
pub mod geometry;
#[doc(hidden)]
pub mod id_table;
#[doc(hidden)]
pub mod kind;
#[doc(hidden)]
pub mod legal;
#[doc(hidden)]
pub mod move_finder;
#[doc(hidden)]
pub mod move_table;
#[doc(hidden)]
pub mod no_check;
#[doc(hidden)]
pub mod occurrence;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod reason;
#[doc(hidden)]
pub mod refusal;
#[doc(hidden)]
pub mod san_str;
#[doc(hidden)]
pub mod spelling;
#[doc(hidden)]
pub mod suffix;
#[doc(hidden)]
pub mod targets;
#[doc(hidden)]
pub mod tokenizer;
#[doc(hidden)]
pub mod uci;
#[doc(hidden)]
pub mod vocabulary;

#[doc(hidden)]
pub use self::spelling::{language, reader, syntax};
pub use self::{
    discriminator::{Companions, Discriminator, NeededFrom},
    example::Example,
    fen::{FenError, FenFault, FenKind, JudgedFen, position},
    kind::UnknownName,
    reason::{PieceMove, Reason},
    refusal::{Refusal, RefuseKind},
    san_str::SanStr,
    spelling::{
        Deviation, Difference, Meaning, Slip, Spelled, Spelling, Suggestion, Verdict,
        language::Language,
        meanings,
        reader::{Letters, Reading, read, read_english},
        suggestions,
        syntax::{Found, SyntaxError, parse},
    },
    targets::Targets,
    vocabulary::{Entry, Vocabulary},
};
pub use shakmaty;
