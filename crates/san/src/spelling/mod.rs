//! Reads the text of a move, however it is spelled, and says how the text differs from SAN.
//!
//! [`Spelling::parse`] parses a text once. Then [`Spelling::meanings`] reads the text without a position, and
//! [`Spelling::on`] reads it in a position, where it means one legal move, several, or none.
//!
//! A text passes through the modules in this order:
//!
//! 1. `syntax` parses exact SAN. Any other text goes on to step 2.
//! 2. `chars` replaces characters with the ASCII characters that they represent, such as a full-width `Ｎ`
//!    with `N`.
//! 3. `layers` strips what people put around a move: `1.`, `!?`, quotation marks.
//! 4. `form` parses the parts of the move. `letter` and `language` recognize the piece letters.
//! 5. If no position is given, `meaning` compares the parts with SAN.
//! 6. If a position is given, `candidates` finds the legal moves that fit, and `between` compares the
//!    discriminator and the check symbol with the exact SAN. If no move fits, `refused` says why. `reader`
//!    calls these modules, and returns a [`Reading`].
//!
//! `spoken` turns English words into symbols. `difference` lists all differences.

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

/// The text of a move, parsed.
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
    /// The first error, if the text is not exact SAN.
    error: Option<SyntaxError>,
    what: What,
}

#[derive(Debug)]
enum What {
    San(SanPlus),
    Null,
    Move(Box<Parts>),
    /// The text is not a move in any spelling.
    Nothing,
}

/// The parsed parts of a move.
#[derive(Clone, Debug)]
struct Parts {
    /// The differences from SAN around the move, such as an added move number.
    deviations: Deviations,
    layers: Layers,
    castling: Option<Castling>,
    /// The two ways to parse the move: without a piece letter, and with one. For example, `bc4` is a pawn
    /// capture or a bishop move.
    forms: [Option<Form>; 2],
}

/// Spellings of a null move.
pub const NULL: [&str; 8] = ["--", "---", "Z0", "null", "pass", "0000", "@@@@", "<>"];

impl<'a> Spelling<'a> {
    /// Parses a text. Does not allocate if the text is exact SAN.
    pub fn parse(text: &'a str) -> Spelling<'a> {
        let parsed = parse(text);
        let what = match parsed {
            Ok(san) => What::San(san),
            Err(_) if NULL.contains(&text) => What::Null,
            Err(_) => Parts::parse(text).map_or(What::Nothing, |parts| What::Move(Box::new(parts))),
        };
        Spelling { text, error: parsed.err(), what }
    }

    /// The text that was parsed.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The SAN, if the text is exact SAN.
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

    /// Whether the text has a piece letter of this language that English lacks, such as the `S` of `Sf3`.
    pub fn tells(&self, language: Language) -> bool {
        self.letters().any(|letter| !ENGLISH.contains(letter) && language.role(letter).is_some())
    }

    /// Whether every capital piece letter of the text belongs to this language.
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

    /// Exact SAN is parsed into parts lazily, because we seldom need them.
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

    /// The check or mate mark before the promotion, as in `a8+=Q`, and its byte offset.
    fn early_mark(&self) -> Option<(Mark, u8)> {
        self.forms.iter().flatten().find_map(|form| form.early_mark)
    }

    /// The check or mate mark, even if it comes before the promotion.
    fn mark(&self) -> Option<Mark> {
        self.layers.mark.or(self.early_mark().map(|(mark, _)| mark))
    }

    /// Byte range of the check or mate mark. Without a mark, the empty range where the mark belongs.
    fn mark_bytes(&self) -> Range<u8> {
        match self.early_mark() {
            Some((_, at)) => at..at + 1,
            None => self.layers.mark_bytes.clone(),
        }
    }

    /// Drops interpretations that contradict the rest of the text: a move with `e.p.` must be a pawn capture,
    /// and a text may have only one check symbol, before or after the promotion.
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
