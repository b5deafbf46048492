//! Reads a text in a position.

use shakmaty::{
    Chess, Role,
    san::{San, SanPlus},
};

use super::{
    LONGEST, Parts, Spelling, What,
    candidates::{Pass, matching, written},
    language::{self, ENGLISH, Language, roles_of},
    letter::Letter,
    spoken,
    syntax::{Found, SyntaxError, parse},
};
pub use super::{between::between, reading::Reading};
use crate::{
    excerpt::excerpt,
    move_finder::MoveFinder,
    play::play,
    refusal::{self, Refusal},
};

/// The piece letters with which to read a text. If a game is in one language, use the letters of that
/// language only.
///
/// ```
/// use san_strings_core::{Language, Letters, Spelling, shakmaty::Chess};
///
/// let (start, spelling) = (Chess::default(), Spelling::parse("Cf3"));
/// let french = Language::ALL.iter().find(|it| it.name == "French").expect("it is there");
/// assert!(spelling.on_letters(&start, Letters::Of(*french)).played().is_some());
/// assert!(spelling.on_letters(&start, Letters::English).played().is_none());
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Letters {
    /// English letters first, then the letters of other languages if the text is not a legal move in English.
    Any,
    /// English only.
    English,
    /// Only this language.
    Of(Language),
}

/// Reads a text in a position. The text may be exact SAN, another spelling such as `Ng1-f3` or the German
/// `Sf3`, or English words (`knight f3`).
///
/// ```
/// use san_strings_core::{Reading, read, shakmaty::Chess};
///
/// let start = Chess::default();
/// assert!(matches!(read(&start, "Nf3"), Reading::Exact { .. }));
/// let Reading::Mended { san, differences, .. } = read(&start, "Ng1-f3") else {
///     panic!("it is plain");
/// };
/// assert_eq!((san.to_string(), differences[0].name()), ("Nf3".to_owned(), "long-algebraic"));
/// let Reading::Illegal(refusal) = read(&start, "Nd2") else { panic!("it is not legal") };
/// assert_eq!(refusal.to_string(), "the piece on d2 belongs to the same side");
/// ```
pub fn read(position: &Chess, text: &str) -> Reading {
    read_words(position, text, Letters::Any)
}

/// Like [`read`], but with English piece letters only.
///
/// ```
/// use san_strings_core::{Reading, read_english, shakmaty::Chess};
///
/// assert!(matches!(read_english(&Chess::default(), "Sf3"), Reading::NotAMove { .. }));
/// assert!(matches!(read_english(&Chess::default(), "knight f3"), Reading::Mended { .. }));
/// ```
pub fn read_english(position: &Chess, text: &str) -> Reading {
    read_words(position, text, Letters::English)
}

fn read_words(position: &Chess, text: &str, letters: Letters) -> Reading {
    match read_letters(position, text, letters) {
        not_a_move @ Reading::NotAMove {
            why: None | Some(Refusal::TrailingGarbage { .. }), ..
        } => spoken(position, text, letters).unwrap_or(not_a_move),
        reading => reading,
    }
}

/// Reads a move in English words, such as `knight takes f3`. `None` if the words do not mean a move.
fn spoken(position: &Chess, text: &str, letters: Letters) -> Option<Reading> {
    let ([first, second], around) = spoken::symbols(text);
    let first = Spelling::parse(&first?).on_letters(position, letters);
    let reading = match second.map(|second| Spelling::parse(&second).on_letters(position, letters))
    {
        // `castles` can mean kingside or queenside castling.
        Some(other) => match (first.played(), other.played()) {
            (Some((_, one)), Some((_, other))) => {
                let why = Refusal::AmbiguousSpelling { moves: 2 };
                Reading::Ambiguous { sans: vec![one, other], why }
            }
            (None, Some(_)) => other,
            _ => first,
        },
        None => first,
    };
    Some(match reading {
        Reading::Exact { m, san } => {
            Reading::Mended { m, san, differences: spoken::differences(text, around, &[]) }
        }
        Reading::Mended { m, san, differences } => {
            Reading::Mended { m, san, differences: spoken::differences(text, around, &differences) }
        }
        Reading::NotAMove { .. } => return None,
        reading => reading,
    })
}

/// Reads one token of a game with the given piece letters. Does not read English words.
pub fn read_letters(position: &Chess, text: &str, letters: Letters) -> Reading {
    Spelling::parse(text).on_letters(position, letters)
}

impl Spelling<'_> {
    /// Reads the text in a position, with the piece letters of any language.
    pub fn on(&self, position: &Chess) -> Reading {
        self.on_letters(position, Letters::Any)
    }

    /// Reads the text in a position, with the given piece letters.
    pub fn on_letters(&self, position: &Chess, letters: Letters) -> Reading {
        if let What::Nothing | What::Move(_) = self.what
            && let (Some(error), Some(why)) = (self.error, refusal::other_than_a_move(self.text))
        {
            return Reading::NotAMove { error, why: Some(why) };
        }
        match self.whole(position, letters) {
            not_a_move @ Reading::NotAMove { why: None, .. } => {
                not_alone(position, self.text, letters).unwrap_or(not_a_move)
            }
            reading => reading,
        }
    }

    /// Reads a text that contains a foreign piece letter. Of the languages that use this letter, we try only
    /// those in the first tier that contains any (see `language::tiers`). `None` if all letters are English, if
    /// no piece can make the move, or if two kinds of pieces can make it.
    pub fn foreign_on(&self, position: &Chess) -> Option<Reading> {
        let parts = self.parts()?;
        let letter = self.letters().find(|letter| !ENGLISH.contains(letter))?;
        let roles = roles_of(letter, language::first_with(letter));
        let mut readings =
            roles.filter_map(|role| parts.reading(position, Pass::Foreign(role, letter)));
        let reading = readings.next()?;
        readings.next().is_none().then_some(reading)
    }

    /// Reads the text as one move.
    fn whole(&self, position: &Chess, letters: Letters) -> Reading {
        if let What::Null = self.what {
            return Reading::Null;
        }
        match letters {
            Letters::Any => self.any(position),
            Letters::English => self.pass(position, Pass::English),
            Letters::Of(language) if self.is_of(language) => {
                self.pass(position, Pass::Of(language))
            }
            Letters::Of(_) => Reading::Illegal(Refusal::OtherLetters {}),
        }
    }

    /// Reads the text with one set of piece letters.
    fn pass(&self, position: &Chess, pass: Pass) -> Reading {
        if let Some(reading) = self.exact(position, pass) {
            return reading;
        }
        let parts = self.parts();
        let parts = parts.as_deref();
        let found = parts.and_then(|parts| parts.reading(position, pass));
        found.unwrap_or_else(|| self.refused(position, parts, pass))
    }

    /// Reads the text as SAN. `None` if no legal move fits. Also `None` if the text names a piece with its English
    /// letter, but the language of this pass uses a different letter for this piece.
    fn exact(&self, position: &Chess, pass: Pass) -> Option<Reading> {
        let san = self.san()?;
        if let (Pass::Of(language), San::Normal { role, promotion, .. }) = (pass, san.san) {
            let is_same = |role: Role| Letter::English(role).text() == language.letter(role);
            let pieces = [Some(role).filter(|&role| role != Role::Pawn), promotion];
            if !pieces.into_iter().flatten().all(is_same) {
                return None;
            }
        }
        read_san(position, san)
    }

    /// Tries English letters first. If that yields no legal move, and the text contains a letter that is not
    /// an English piece letter, tries the other languages, tier by tier from common to rare. Without the
    /// second condition, an illegal `Rf3` would be read as a knight move, because `R` is the knight in Finnish.
    fn any(&self, position: &Chess) -> Reading {
        let english = self.pass(position, Pass::English);
        let is_refused = match english {
            Reading::NotAMove { .. } => true,
            // The `P` of `a8=P` is an English letter, so we try no other language.
            Reading::Illegal(ref why) => *why != Refusal::PromotionToPawn {},
            _ => false,
        };
        let What::Move(parts) = &self.what else { return english };
        if !is_refused {
            return english;
        }
        let Some(letter) = self.letters().find(|letter| !ENGLISH.contains(letter)) else {
            return english;
        };
        let mut refused = None;
        for languages in language::tiers() {
            let mut readings: Vec<Reading> = Vec::new();
            for role in roles_of(letter, languages) {
                let pass = Pass::Foreign(role, letter);
                match parts.reading(position, pass) {
                    Some(reading) => readings.push(reading),
                    None if refused.is_none() => {
                        let reading = self.refused(position, Some(parts), pass);
                        refused = Some(reading).filter(|it| matches!(it, Reading::Illegal(_)));
                    }
                    None => {}
                }
            }
            if readings.len() > 1 {
                let moves = readings.iter().filter_map(|it| Some(it.played()?.1));
                let sans: Vec<SanPlus> =
                    readings.iter().flat_map(Reading::sans).copied().chain(moves).collect();
                let why = Refusal::AmbiguousSpelling { moves: sans.len() };
                return Reading::Ambiguous { sans, why };
            }
            if let Some(reading) = readings.pop() {
                return reading;
            }
        }
        match english {
            Reading::NotAMove { .. } => refused.unwrap_or(english),
            english => english,
        }
    }

    /// Says why the text is not a legal move.
    fn refused(&self, position: &Chess, parts: Option<&Parts>, pass: Pass) -> Reading {
        let finder = MoveFinder::new(position);
        if let (Some(san), Pass::English | Pass::Foreign(..)) = (self.san(), pass) {
            return Reading::Illegal(refusal::of_san(&finder, san.san));
        }
        if let Some(why) = parts.and_then(|parts| parts.refusal(&finder, pass)) {
            return Reading::Illegal(why);
        }
        let why = refusal::of_text(&finder, self.text);
        match (why, self.error) {
            (Some(why), _) if why.is_of_move() => Reading::Illegal(why),
            (why, Some(error)) => Reading::NotAMove { error, why },
            (_, None) => Reading::Illegal(Refusal::OtherLetters {}),
        }
    }
}

/// Recognizes a text in which something follows a move, such as a remark or another move.
fn not_alone(position: &Chess, text: &str, letters: Letters) -> Option<Reading> {
    let is_move = |text: &str| match Spelling::parse(text).whole(position, letters) {
        Reading::NotAMove { .. } | Reading::Null => false,
        Reading::Illegal(why) => why != Refusal::OtherLetters {},
        _ => true,
    };
    // Letters alone do not count as a move here: `de` may be a word rather than a pawn capture.
    let ends = |&(at, char): &(usize, char)| {
        (char.is_whitespace() || "{([;,".contains(char))
            && !text[at..].trim().is_empty()
            && !text[..at].trim().chars().all(char::is_alphabetic)
            && is_move(&text[..at])
    };
    // Two moves may be joined without a space, as in `Nf3Nf6`.
    let is_between = |&(at, _): &(usize, char)| {
        let number = |char: char| char.is_ascii_digit() || char == '.' || char == ' ';
        parse(&text[at..]).is_ok() && parse(text[..at].trim_start_matches(number)).is_ok()
    };
    let places = || text.char_indices().take_while(|&(at, _)| at <= LONGEST);
    let (at, char) = places().find(ends).or_else(|| places().find(is_between))?;
    let garbage = excerpt(text[at..].trim());
    let position = text[..at].chars().count() + 1;
    let error = SyntaxError { position, found: Found::Char(char), expected: "the end" };
    Some(Reading::NotAMove { error, why: Some(Refusal::TrailingGarbage { garbage }) })
}

/// Reads a SAN in a position, even if its check symbol is wrong. `None` if no legal move fits.
fn read_san(position: &Chess, san: SanPlus) -> Option<Reading> {
    let mut after = position.clone();
    if let Some((m, right)) = play(&mut after, san) {
        if san == right {
            return Some(Reading::Exact { m, san });
        }
        return Some(Reading::Mended {
            m,
            san: right,
            differences: between(&after, m, san, right),
        });
    }
    let fitting = matching(position, san.san);
    let sans = || fitting.iter().map(|&m| written(position, m).0).collect();
    let why = || refusal::ambiguous(san.san, fitting.len());
    (!fitting.is_empty()).then(|| Reading::Ambiguous { sans: sans(), why: why() })
}
