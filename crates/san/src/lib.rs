//! Every move string that can occur in chess, in Standard Algebraic Notation (SAN), with the
//! means to prove it: which strings exist, which occur, why the others cannot, and their ids.
//!
//! [`Vocabulary`] is a list of strings, each with an id; [`Reason`] says why a string cannot
//! occur, [`Example`] gives a position in which it is played, and [`NeededFrom`] is the analysis
//! behind the lists. [`read`] says what any text means in a position; [`Spelling`] reads it once for all that is
//! asked of it.
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
//! # What stays
//!
//! Within a major version no id of a list changes, and the items on this page keep their meaning. The modules are
//! hidden: the other crates of this project use them, and they may change with any version. The types of
//! [`shakmaty`] are part of what this crate takes and gives: a new major version of it is one of this crate, too.

// From the bottom up: `geometry` has the squares that a piece could come from; `discriminator` the moves that can
// need their file, rank or square named; `base_strings` every string without `+` and `#`; `occurrence` which of them
// can give check; `vocabulary` the lists with their ids, with that of `uci`. `tokenizer` makes a file of a list,
// `breakdown` counts it.
//
// For a single string, `reason` says why it cannot occur, `no_check` why its move checks a king on no square, `example`
// is a position with it, `explanation` says what each part of it means there, and `diagram` draws that. For a text,
// `spelling` reads it, whatever the language, and says what it means anywhere or in a position; `refusal` says why it is
// no move there. They ask a `move_finder`. `play` plays SAN fast; `legal` and `targets` have all legal moves of a position.
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
