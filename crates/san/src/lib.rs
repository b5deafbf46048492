//! Every move string that can occur in chess, in Standard Algebraic Notation (SAN), with the means to prove
//! it: which strings exist, which of them occur in a game, and why the others cannot.
//!
//! Start with one of these:
//!
//! - [`Vocabulary`] lists the strings, each with an id.
//! - [`Reason`] says why a string cannot occur; [`NeededFrom`] is the analysis of discriminators behind the
//!   lists.
//! - [`Example`] is a position in which a string is played.
//! - [`read`] tells you which legal move a text means in a position, or why it means none.
//! - [`Spelling`] parses a text once, if you want to ask several things about it.
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
//! modules are hidden, because they are for the other crates of this project and may change with any version.
//! [`shakmaty`] types are part of our API, so a new major version of shakmaty is a new major version of this
//! crate.

// The modules that build the lists, bottom up:
//
// - `geometry`: from which squares a piece could come.
// - `discriminator`: which moves can need their file, rank or square named.
// - `base_strings`: every string without `+` and `#`.
// - `occurrence`: which base strings can give check.
// - `vocabulary`, and `uci` for UCI strings: the lists with their ids.
// - `tokenizer` writes a list as a file; `breakdown` counts its strings.
//
// About one string: `reason` says why it cannot occur, and `no_check` why its move can check no king.
// `example` is a position in which the string is played, `explanation` says what each part of the string
// means in this position, and `diagram` draws it.
//
// About one text: `spelling` reads it in any language, with or without a position, and `refusal` says why it
// is not a legal move in the position. Both use a `move_finder`. `play` plays SAN fast; `legal` and `targets`
// hold all legal moves of a position.
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
