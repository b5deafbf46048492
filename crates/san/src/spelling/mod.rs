//! The text of a move: what it names, and how it differs from SAN.
//!
//! [`Spelling::parse`] reads a text once. [`Spelling::meanings`] says what it means anywhere,
//! [`Spelling::on`] what it means in a position: a legal move, several, or why none.
//!
//! A text goes through the files of this folder in one direction: `chars` gives each character the Latin
//! letter, digit or sign that it stands for; `layers` takes away what stands around the move; `form` reads
//! the parts of the move, by the letters of `letter` and `language`. Without a position, `meaning` compares
//! them with SAN. In a position, `reader` asks for the legal moves that fit (`candidates`), for what the
//! discriminator and the mark say that is not so (`between`), or for why none fits (`refused`), and answers with
//! a [`Reading`]. `difference` is the table of all that can differ. `syntax` reads exact SAN, and `spoken`
//! makes symbols of words.

mod between;
mod candidates;
mod chars;
mod deviation;
mod difference;
mod form;
pub mod language;
mod layers;
mod letter;
mod meaning;
pub mod reader;
mod reading;
mod refused;
mod spoken;
mod suggestion;
pub mod syntax;
mod verdict;

use std::{borrow::Cow, ops::Range};

use shakmaty::san::SanPlus;

use self::{
    chars::Chars,
    deviation::Deviations,
    form::{Castling, Form},
    language::{ENGLISH, Language},
    layers::{Layers, Mark, peel},
    syntax::{SyntaxError, parse},
};
pub use self::{
    chars::{LONGEST, is_arrow, is_dash, is_invisible},
    deviation::Deviation,
    difference::{Difference, Spelled, listed, with},
    meaning::{Meaning, meanings, several},
    reading::Reading,
    suggestion::{Slip, Suggestion, suggestions},
    verdict::Verdict,
};

/// The text of a move, read.
///
/// ```
/// use san_strings_core::{Reading, Spelling, shakmaty::Chess};
///
/// let spelling = Spelling::parse("♘f3!");
/// assert_eq!(spelling.meanings()[0].san.to_string(), "Nf3");
/// let Reading::Mended { san, differences, .. } = spelling.on(&Chess::default()) else {
///     panic!("it is plain");
/// };
/// assert_eq!(san.to_string(), "Nf3");
/// assert_eq!(differences.iter().map(|it| it.name()).collect::<Vec<_>>(), ["figurine", "suffix-annotation"]);
/// ```
#[derive(Debug)]
pub struct Spelling<'a> {
    text: &'a str,
    /// Where the text ceases to be SAN, if it does.
    error: Option<SyntaxError>,
    what: What,
}

#[derive(Debug)]
enum What {
    San(SanPlus),
    /// A null move.
    Null,
    Move(Box<Parts>),
    /// No move in any spelling.
    Nothing,
}

/// The parts that a text names.
#[derive(Clone, Debug)]
struct Parts {
    /// What differs around the move.
    deviations: Deviations,
    layers: Layers,
    castling: Option<Castling>,
    /// Without a letter for the piece, and with one.
    forms: [Option<Form>; 2],
}

/// Spellings of a null move.
pub const NULL: [&str; 7] = ["--", "Z0", "null", "pass", "0000", "@@@@", "<>"];

impl<'a> Spelling<'a> {
    /// Reads a text in one pass. Exact SAN allocates nothing.
    pub fn parse(text: &'a str) -> Spelling<'a> {
        // Some write three dashes.
        let parsed = parse(text);
        let what = match parsed {
            Ok(san) => What::San(san),
            Err(_) if NULL.contains(&text) || text == "---" => What::Null,
            Err(_) => Parts::parse(text).map_or(What::Nothing, |parts| What::Move(Box::new(parts))),
        };
        Spelling { text, error: parsed.err(), what }
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The SAN that the text is, letter by letter.
    pub fn san(&self) -> Option<SanPlus> {
        match self.what {
            What::San(san) => Some(san),
            _ => None,
        }
    }

    /// Whether the text names a move, legal or not.
    fn is_move(&self) -> bool {
        matches!(self.what, What::San(_) | What::Move(_))
    }

    /// Whether the text has a piece letter of this language that English does not have, such as the `S` of `Sf3`.
    pub fn tells(&self, language: Language) -> bool {
        self.letters().any(|letter| !ENGLISH.contains(letter) && language.role(letter).is_some())
    }

    /// Whether every capital letter for a piece is one of this language.
    pub fn is_of(&self, language: Language) -> bool {
        let starts_other = || {
            let word = self.text.trim_start_matches(|char: char| !char.is_alphabetic());
            word.starts_with(|first: char| first.is_uppercase() && first != 'O' && first != 'О')
        };
        match &self.what {
            What::Null => true,
            What::Nothing => !starts_other(),
            _ => self.letters().all(|letter| language.role(letter).is_some()),
        }
    }

    /// The capital letters for the piece and the promotion.
    fn letters(&self) -> impl Iterator<Item = &'static str> {
        let parts = self.parts();
        let letters = parts.map(|parts| {
            parts
                .forms
                .each_ref()
                .map(|form| form.as_ref().map(|form| [form.letter.text(), form.promotion.text()]))
        });
        letters.into_iter().flatten().flatten().flatten().flatten()
    }

    /// The parts of the move. Those of exact SAN are read when they are needed, which is seldom.
    fn parts(&self) -> Option<Cow<'_, Parts>> {
        match &self.what {
            What::San(_) => Parts::parse(self.text).map(Cow::Owned),
            What::Move(parts) => Some(Cow::Borrowed(parts)),
            What::Null | What::Nothing => None,
        }
    }
}

impl Parts {
    fn parse(text: &str) -> Option<Parts> {
        let mut deviations = Deviations::default();
        let chars = Chars::of(text, &mut deviations)?;
        let layers = peel(&chars, &mut deviations)?;
        let core = &chars[layers.core.clone()];
        let castling = Castling::parse(core);
        let forms = if castling.is_some() { [None, None] } else { Form::both(core) };
        let mut parts = Parts { deviations, layers, castling, forms };
        parts.check();
        let is_move = parts.castling.is_some() || parts.forms.iter().any(Option::is_some);
        is_move.then_some(parts)
    }

    /// The mark before a promotion, and where it stands.
    fn early_mark(&self) -> Option<(Mark, u8)> {
        self.forms.iter().flatten().find_map(|form| form.early_mark)
    }

    /// The mark of check or mate, wherever it stands.
    fn mark(&self) -> Option<Mark> {
        self.layers.mark.or(self.early_mark().map(|(mark, _)| mark))
    }

    /// The bytes of the mark of check or mate, or where it should be.
    fn mark_bytes(&self) -> Range<u8> {
        match self.early_mark() {
            Some((_, at)) => at..at + 1,
            None => self.layers.mark_bytes.clone(),
        }
    }

    /// Drops the forms that contradict what stands around them.
    fn check(&mut self) {
        let Layers { mark, is_en_passant, .. } = self.layers;
        self.castling.take_if(|_| is_en_passant);
        for form in &mut self.forms {
            form.take_if(|form| {
                let is_capture = form.letter.may_be_pawn() && form.is_aside();
                is_en_passant && !is_capture || form.early_mark.is_some() && mark.is_some()
            });
        }
    }
}
