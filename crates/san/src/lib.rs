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
//! Within a major version no id of a list changes, and the items at the root of this crate keep
//! their meaning. The modules are open to the other crates of this project, and may change with any
//! version.
//!
//! # The modules
//!
//! From the bottom up: [`geometry`] has the squares that a piece could come from; [`discriminator`]
//! the moves that can need their file, rank or square named; `base_strings` every string without
//! `+` and `#`; [`occurrence`] which of them can give check; [`vocabulary`] the lists with their
//! ids, with that of [`uci`], and [`any_vocabulary`] is any of them. [`tokenizer`] makes a file of a
//! list, [`breakdown`] counts it.
//!
//! For a single string, [`reason`] says why it cannot occur, [`no_check`] why its move checks a king on no
//! square, [`example`] is a position with it, [`explanation`] says what each part of it means there, and
//! [`diagram`] draws that. For a text, [`spelling`] reads it, whatever the language, and says what it means anywhere
//! or in a position; [`refusal`] says why it is no move there.
//! They ask a [`move_finder`]. [`play`] plays SAN fast; [`legal`] and [`targets`] have all legal moves of a position.

pub mod any_vocabulary;
mod base_strings;
pub mod breakdown;
pub mod diagram;
pub mod discriminator;
pub mod english;
pub mod example;
pub mod excerpt;
pub mod explanation;
pub mod geometry;
pub mod id_table;
pub mod kind;
pub mod legal;
pub mod move_finder;
pub mod move_table;
pub mod no_check;
pub mod occurrence;
pub mod play;
pub mod reason;
pub mod refusal;
pub mod san_str;
pub mod spelling;
pub mod suffix;
pub mod targets;
pub mod tokenizer;
pub mod uci;
pub mod vocabulary;

pub use self::{
    any_vocabulary::AnyVocabulary,
    discriminator::{Companions, Discriminator, NeededFrom},
    example::Example,
    reason::{PieceMove, Reason},
    refusal::{Refusal, RefuseKind},
    san_str::SanStr,
    spelling::{
        Deviation, Difference, Meaning, Spelling, language, meanings, reader,
        reader::{Reading, read, read_english},
        syntax,
        syntax::{Found, SyntaxError, parse},
    },
    vocabulary::Vocabulary,
};
pub use shakmaty;
