//! What a text means in a position.
//!
//! ```
//! use san_strings_core::reader::{Reading, read};
//! use shakmaty::Chess;
//!
//! let start = Chess::default();
//! assert!(matches!(read(&start, "Nf3"), Reading::Exact { .. }));
//! let Reading::Mended { san, differences, .. } = read(&start, "Ng1-f3") else {
//!     panic!("it is plain");
//! };
//! assert_eq!((san.to_string(), differences[0].name()), ("Nf3".to_owned(), "long-algebraic"));
//! let Reading::Illegal(refusal) = read(&start, "Nd2") else { panic!("it is not legal") };
//! assert_eq!(refusal.to_string(), "the piece on d2 is one's own");
//! ```

use std::{fmt, ops::Range};

use shakmaty::{
    Chess, Move, MoveList, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    Difference, LONGEST, Parts, Spelling, What,
    deviation::{Deviation, Deviations},
    difference::with,
    form::{Form, Link},
    language::{self, ENGLISH, Language, roles_of},
    layers::Mark,
    letter::Letter,
    spoken,
    syntax::{Found, SyntaxError, parse},
};
use crate::{
    discriminator::Discriminator,
    english::in_words,
    excerpt::excerpt,
    move_finder::MoveFinder,
    play::play,
    refusal::{self, Refusal, RefuseKind, castling_side, is_impossible_san},
    suffix::played,
};

/// What a text means in a position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reading {
    /// The SAN of a legal move, as the PGN standard exports it.
    Exact {
        /// The move.
        m: Move,
        /// Its SAN.
        san: SanPlus,
    },
    /// Plainly one legal move, written otherwise.
    Mended {
        /// The move.
        m: Move,
        /// Its SAN.
        san: SanPlus,
        /// How the text differs from that; at least one.
        differences: Vec<Deviation>,
    },
    /// Any of several legal moves.
    Ambiguous {
        /// Their SANs, at least two.
        sans: Vec<SanPlus>,
        /// What does not tell them apart.
        why: Refusal,
    },
    /// A move of chess that is not legal here, and why.
    Illegal(Refusal),
    /// A null move: the player passes.
    Null,
    /// No move in any spelling.
    NotAMove {
        /// Where the text ceases to be SAN, and what would have been right there.
        error: SyntaxError,
        /// What is wrong with it, if that has a kind.
        why: Option<Refusal>,
    },
}

impl Reading {
    /// The name of the verdict: `exact`, `mended`, `ambiguous`, `illegal`, `null` or `not-a-move`.
    pub fn verdict(&self) -> &'static str {
        match self {
            Reading::Exact { .. } => "exact",
            Reading::Mended { .. } => "mended",
            Reading::Ambiguous { .. } => "ambiguous",
            Reading::Illegal(_) => "illegal",
            Reading::Null => "null",
            Reading::NotAMove { .. } => "not-a-move",
        }
    }

    /// The move and its SAN, if it is plain.
    pub fn played(&self) -> Option<(Move, SanPlus)> {
        match *self {
            Reading::Exact { m, san } | Reading::Mended { m, san, .. } => Some((m, san)),
            _ => None,
        }
    }

    /// The SANs of all moves that it could be, if they are several.
    pub fn sans(&self) -> &[SanPlus] {
        match self {
            Reading::Ambiguous { sans, .. } => sans,
            _ => &[],
        }
    }

    /// Why the text is no move.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Reading::Illegal(why) | Reading::Ambiguous { why, .. } => Some(why),
            Reading::NotAMove { why, .. } => why.as_ref(),
            Reading::Exact { .. } | Reading::Mended { .. } | Reading::Null => None,
        }
    }

    /// The names of the differences, or of the kind of the refusal.
    ///
    /// ```
    /// use san_strings_core::reader::read;
    /// use shakmaty::Chess;
    ///
    /// assert_eq!(read(&Chess::default(), "1.♘f3+").kinds(), ["move-number", "figurine", "check-added"]);
    /// assert_eq!(read(&Chess::default(), "Bc4").kinds(), ["jump-over-piece"]);
    /// ```
    pub fn kinds(&self) -> Vec<&'static str> {
        match self {
            Reading::Mended { differences, .. } => differences.iter().map(|it| it.name()).collect(),
            _ => self.refusal().map(|why| why.kind().name()).into_iter().collect(),
        }
    }

    /// The byte ranges of the text that show the differences, in the order of [`Reading::kinds`].
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let differences = match self {
            Reading::Mended { differences, .. } => &differences[..],
            _ => &[],
        };
        differences.iter().map(|it| it.range())
    }

    /// What is to be said of a text that is not exact, as a phrase or a clause.
    pub fn why(&self) -> Option<String> {
        match self {
            Reading::Exact { .. } => None,
            Reading::Mended { differences, .. } => Some(with(differences)),
            Reading::Null => Some("the player passes".to_owned()),
            Reading::NotAMove { error, why: None } => Some(error.to_string()),
            Reading::NotAMove { why: Some(why), .. } if why.is_named() => Some(why.to_string()),
            Reading::NotAMove { error, why: Some(why) } => Some(format!("{why}; {error}")),
            Reading::Illegal(why) | Reading::Ambiguous { why, .. } => Some(why.to_string()),
        }
    }
}

impl fmt::Display for Reading {
    /// What is to be said of the text, as a clause: `it should be Nf3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Exact { san, .. } => write!(f, "it is {san}"),
            Reading::Mended { san, .. } => write!(f, "it should be {san}"),
            Reading::Ambiguous { sans, .. } => write!(f, "it could be {}", in_words(sans, "or")),
            Reading::Illegal(why @ Refusal::OtherLetters {}) => why.fmt(f),
            Reading::Illegal(why) => write!(f, "it is not legal: {why}"),
            Reading::Null => f.write_str("it is a null move"),
            Reading::NotAMove { why: Some(why), .. } if why.is_named() => {
                write!(f, "it is not a move: {why}")
            }
            Reading::NotAMove { error, .. } => write!(f, "it is not a move: {error}"),
        }
    }
}

/// Whose letters of the pieces a text may have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Letters {
    /// Those of English, or else of another language.
    Any,
    /// Those of English.
    English,
    /// Those of another language.
    Of(Language),
}

/// What a text means in a position, be it in the letters of another language, or in words. A text that is
/// exact SAN here means that; else what differs least from it counts.
pub fn read(position: &Chess, text: &str) -> Reading {
    read_words(position, text, Letters::Any)
}

/// What a text means in a position with the letters of English, be it in words.
///
/// ```
/// use san_strings_core::reader::{Reading, read_english};
/// use shakmaty::Chess;
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

/// What a text in words means; `None` if it has other words.
fn spoken(position: &Chess, text: &str, letters: Letters) -> Option<Reading> {
    let ([first, second], around) = spoken::symbols(text);
    let first = Spelling::parse(&first?).on_letters(position, letters);
    let reading = match second.map(|second| Spelling::parse(&second).on_letters(position, letters))
    {
        // `castles`, without a side.
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

/// What a word of a game means, in the letters of one language.
///
/// ```
/// use san_strings_core::{language::LANGUAGES, reader::{Letters, Reading, read_letters}};
/// use shakmaty::Chess;
///
/// let french = Letters::Of(LANGUAGES[1]);
/// let reading = read_letters(&Chess::default(), "Cf3", french);
/// assert!(matches!(reading, Reading::Mended { .. }));
/// let english = read_letters(&Chess::default(), "Cf3", Letters::English);
/// assert!(matches!(english, Reading::NotAMove { .. }));
/// ```
pub fn read_letters(position: &Chess, text: &str, letters: Letters) -> Reading {
    Spelling::parse(text).on_letters(position, letters)
}

impl Spelling<'_> {
    /// What the text means in a position, be it in the letters of another language.
    pub fn on(&self, position: &Chess) -> Reading {
        self.on_letters(position, Letters::Any)
    }

    /// What the text means in a position, in the letters of some languages.
    pub fn on_letters(&self, position: &Chess, letters: Letters) -> Reading {
        if let (Some(why), None) = (refusal::other_than_a_move(self.text), self.san()) {
            let error = parse(self.text).expect_err("it is not SAN");
            return Reading::NotAMove { error, why: Some(why) };
        }
        match self.whole(position, letters) {
            not_a_move @ Reading::NotAMove { why: None, .. } => {
                not_alone(position, self.text, letters).unwrap_or(not_a_move)
            }
            reading => reading,
        }
    }

    /// The one legal move that the text means in the letters of other languages, if English has its letter
    /// not; a common language comes before the others.
    pub fn foreign_on(&self, position: &Chess) -> Option<Reading> {
        let parts = self.parts()?;
        let letter = self.letters().find(|letter| !ENGLISH.contains(letter))?;
        let roles = roles_of(letter, language::first_with(letter));
        let mut readings =
            roles.filter_map(|role| parts.reading(position, Pass::Foreign(role, letter)));
        let reading = readings.next()?;
        readings.next().is_none().then_some(reading)
    }

    /// What the whole text means.
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

    /// What the text means in the letters of one pass.
    fn pass(&self, position: &Chess, pass: Pass) -> Reading {
        if let Some(reading) = self.exact(position, pass) {
            return reading;
        }
        let parts = self.parts();
        let parts = parts.as_deref();
        let found = parts.and_then(|parts| parts.reading(position, pass));
        found.unwrap_or_else(|| self.refused(position, parts, pass))
    }

    /// What the text means as SAN of English.
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

    /// What the text means in the letters of English; if it is no move, what it means in those of another
    /// language, and then in those of a language that is not common. A letter of English is none of another.
    fn any(&self, position: &Chess) -> Reading {
        let english = self.pass(position, Pass::English);
        let is_refused = match english {
            Reading::NotAMove { .. } => true,
            // `a8=P`: the pawn's letter is that of English.
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

    /// Why the text is no legal move.
    fn refused(&self, position: &Chess, parts: Option<&Parts>, pass: Pass) -> Reading {
        let finder = MoveFinder::new(position);
        let error = match self.what {
            What::San(san) if !matches!(pass, Pass::Of(_)) => {
                return Reading::Illegal(refusal::of_san(&finder, san.san));
            }
            _ => parse(self.text).err(),
        };
        if let Some(why) = parts.and_then(|parts| parts.refusal(&finder, pass)) {
            return Reading::Illegal(why);
        }
        let why = refusal::of_text(&finder, self.text);
        match (why, error) {
            (Some(why), _) if why.is_of_move() => Reading::Illegal(why),
            (why, Some(error)) => Reading::NotAMove { error, why },
            (_, None) => Reading::Illegal(Refusal::OtherLetters {}),
        }
    }
}

/// A text in which something stands behind a move, such as a remark or another move.
fn not_alone(position: &Chess, text: &str, letters: Letters) -> Option<Reading> {
    let is_move = |text: &str| match Spelling::parse(text).whole(position, letters) {
        Reading::NotAMove { .. } | Reading::Null => false,
        Reading::Illegal(why) => why != Refusal::OtherLetters {},
        _ => true,
    };
    // `de` may be a word.
    let ends = |&(at, char): &(usize, char)| {
        (char.is_whitespace() || "{([;,".contains(char))
            && !text[at..].trim().is_empty()
            && !text[..at].trim().chars().all(char::is_alphabetic)
            && is_move(&text[..at])
    };
    // Between two moves, nothing need stand.
    let is_between = |&(at, _): &(usize, char)| {
        let number = |char: char| char.is_ascii_digit() || char == '.' || char == ' ';
        parse(&text[at..]).is_ok() && parse(text[..at].trim_start_matches(number)).is_ok()
    };
    let places = || text.char_indices().take_while(|&(at, _)| at <= LONGEST);
    let (at, char) = places().find(ends).or_else(|| places().find(is_between))?;
    let garbage = excerpt(text[at..].trim());
    let position = text[..at].chars().count() + 1;
    let error = SyntaxError {
        position,
        found: Found::Char(char),
        expected: "the end",
        hint: Some("a text has one move"),
    };
    Some(Reading::NotAMove { error, why: Some(Refusal::TrailingGarbage { garbage }) })
}

/// What a SAN means in a position, whatever it says of check and mate. `None` if no legal move fits
/// it.
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

/// The legal moves that a SAN fits.
fn matching(position: &Chess, san: San) -> MoveList {
    let mut moves = match san {
        San::Normal { role, to, .. } => position.san_candidates(role, to),
        San::Castle(side) => position.castling_moves(side),
        San::Put { .. } | San::Null => MoveList::new(),
    };
    moves.retain(|&mut m| san.matches(m));
    moves
}

/// A legal move as the export format writes it, and the position after it.
fn written(position: &Chess, m: Move) -> (SanPlus, Chess) {
    let candidates = match m {
        Move::Castle { .. } => MoveList::new(),
        m => position.san_candidates(m.role(), m.to()),
    };
    played(position, m, &candidates)
}

/// Whose letters are those of the pieces.
#[derive(Clone, Copy)]
enum Pass {
    English,
    /// A role by a letter that it has in some languages.
    Foreign(Role, &'static str),
    /// All of one language.
    Of(Language),
}

impl Pass {
    /// The role of a letter, and what differs. `None` if it is the letter of no piece.
    fn role(self, letter: Letter) -> Option<(Role, Option<Difference>)> {
        match (self, letter) {
            (_, Letter::Small(role)) => Some((role, Some(Difference::LowerCasePiece))),
            (_, Letter::Figurine(role)) => Some((role, Some(Difference::Figurine))),
            (Pass::English, Letter::English(role)) => Some((role, None)),
            (Pass::English, Letter::Pawn) => Some((Role::Pawn, Some(Difference::PawnWithLetter))),
            (Pass::Foreign(role, foreign), Letter::Foreign(letter)) => {
                (letter == foreign).then_some((role, Some(Difference::Foreign(role, letter))))
            }
            (Pass::Of(language), letter) => {
                let text = letter.text()?;
                let role = language.role(text)?;
                let is_english = Letter::English(role).text() == Some(text);
                Some((role, (!is_english).then_some(Difference::OfLanguage(language))))
            }
            _ => None,
        }
    }

    /// The role that a pawn gets by a letter.
    fn promotion(self, letter: Letter, is_uci: bool) -> Option<(Option<Role>, Option<Difference>)> {
        match letter {
            Letter::None => Some((None, None)),
            Letter::Small(role) => {
                Some((Some(role), (!is_uci).then_some(Difference::PromotionLowerCase)))
            }
            Letter::Word(role) => Some((Some(role), Some(Difference::PromotionWord))),
            Letter::Pawn if !matches!(self, Pass::Of(_)) => Some((Some(Role::Pawn), None)),
            // Only one letter differs.
            Letter::English(role) if matches!(self, Pass::Foreign(..)) => Some((Some(role), None)),
            letter => self.role(letter).map(|(role, difference)| (Some(role), difference)),
        }
    }

    /// Whether a form has the letter of this pass.
    fn takes(self, form: &Form) -> bool {
        let Pass::Foreign(_, foreign) = self else { return true };
        [form.letter, form.promotion].contains(&Letter::Foreign(foreign))
    }
}

/// A legal move that a text may mean.
struct Candidate {
    m: Move,
    san: SanPlus,
    /// How many differences tell this move from others.
    spelled: usize,
    deviations: Deviations,
}

impl Parts {
    /// What the text means in a position; `None` if no legal move fits.
    fn reading(&self, position: &Chess, pass: Pass) -> Option<Reading> {
        let mut found = self.candidates(position, pass, false);
        if found.is_empty() {
            found = self.candidates(position, pass, true);
            // Of several, the `x` would have to tell.
            found = Some(found).filter(|found| found.len() == 1)?;
        }
        let least = found.iter().map(|it| it.spelled).min();
        found.retain(|it| Some(it.spelled) == least);
        let one = found.pop()?;
        if found.is_empty() {
            return Some(Reading::Mended {
                m: one.m,
                san: one.san,
                differences: one.deviations.sorted(),
            });
        }
        let moves = found.len() + 1;
        let is_bare_capture = |form: &Form| {
            form.letter == Letter::None && form.file.is_none() && form.link == Link::Capture
        };
        let why = if self.forms.iter().flatten().any(is_bare_capture) {
            Refusal::PawnCaptureAmbiguous { pawns: moves }
        } else {
            Refusal::AmbiguousSpelling { moves }
        };
        let sans = found.into_iter().map(|it| it.san).chain([one.san]).collect();
        Some(Reading::Ambiguous { sans, why })
    }

    /// The legal moves that fit, each once: with the fewest differences. With `is_needless`, those that an `x`
    /// names as captures, which they are not.
    fn candidates(&self, position: &Chess, pass: Pass, is_needless: bool) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |candidate: Candidate| match found.iter_mut().find(|it| it.m == candidate.m) {
            Some(known) if known.deviations.len() <= candidate.deviations.len() => {}
            Some(known) => *known = candidate,
            None => found.push(candidate),
        };
        if let Some(castling) =
            self.castling.as_ref().filter(|_| !is_needless && !matches!(pass, Pass::Foreign(..)))
        {
            for m in position.castling_moves(castling.side) {
                let mut deviations = self.deviations.with(&castling.deviations);
                self.note_colon(m, Link::None, &mut deviations);
                add(self.candidate(position, m, None, deviations, true));
            }
        }
        for form in self.forms.iter().flatten().filter(|form| pass.takes(form)) {
            if form.link == Link::Capture || !is_needless {
                Fit { parts: self, form, position, pass, is_needless }.each(&mut add);
            }
        }
        found
    }

    /// A colon says that a move captures, or is punctuation.
    fn note_colon(&self, m: Move, link: Link, deviations: &mut Deviations) {
        if let Some(colon) = self.layers.colon.clone() {
            let is_sign = m.is_capture() && link != Link::Capture;
            let difference =
                if is_sign { Difference::CaptureTrailingColon } else { Difference::Punctuation };
            deviations.note(difference, colon);
        }
    }

    /// A legal move that fits, with what its SAN has and the text lacks. `form` is the one whose origin SAN
    /// may have.
    fn candidate(
        &self,
        position: &Chess,
        m: Move,
        form: Option<&Form>,
        mut deviations: Deviations,
        has_mark: bool,
    ) -> Candidate {
        let spelled = deviations.len();
        let (san, after) = written(position, m);
        let early = self.early_mark().map(|(mark, _)| mark);
        let suffix = match self.layers.mark.or(early) {
            None => None,
            Some(Mark::Check) => Some(Suffix::Check),
            Some(Mark::Mate) => Some(Suffix::Checkmate),
            Some(Mark::PlusPlus) => {
                let is_mate = san.suffix == Some(Suffix::Checkmate);
                let difference = if is_mate {
                    Difference::MateAsPlusPlus
                } else {
                    Difference::DoubleCheckAsPlusPlus
                };
                deviations.note(difference, self.mark_bytes());
                Some(if is_mate { Suffix::Checkmate } else { Suffix::Check })
            }
        };
        let mut is = SanPlus { suffix, ..san };
        let named = form.filter(|form| form.link != Link::Dash);
        if let (San::Normal { role, file, rank, .. }, Some(form)) = (&mut is.san, named)
            && *role != Role::Pawn
        {
            (*file, *rank) = (form.file, form.rank);
        } else if let (San::Normal { role, file, rank, .. }, Some(_)) = (&mut is.san, form)
            && *role != Role::Pawn
        {
            (*file, *rank) = (None, None);
        }
        // UCI has no mark of check.
        if has_mark || suffix.is_some() {
            let origin = form.map_or(0..0, |form| form.origin_bytes.clone());
            deviations.note_between(&after, m, (is, san), origin, self.mark_bytes());
        }
        Candidate { m, san, spelled, deviations }
    }
}

/// A form in a position.
#[derive(Clone, Copy)]
struct Fit<'a> {
    parts: &'a Parts,
    form: &'a Form,
    position: &'a Chess,
    pass: Pass,
    is_needless: bool,
}

impl Fit<'_> {
    /// Gives the legal moves that fit.
    fn each(self, add: &mut impl FnMut(Candidate)) {
        let form = self.form;
        let Some((promotion, difference)) = self.pass.promotion(form.promotion, form.is_uci())
        else {
            return;
        };
        let mut deviations = self.parts.deviations.with(&form.deviations);
        if let Some(difference) = difference {
            deviations.note(difference, form.promotion_bytes.clone());
        }
        if form.letter == Letter::None {
            if form.from().is_some() {
                self.squares(promotion, &deviations, add);
            } else if form.rank.is_none() && !self.is_needless {
                self.pawn(promotion, &deviations, add);
            }
            return;
        }
        let Some((role, difference)) = self.pass.role(form.letter) else { return };
        if let Some(difference) = difference {
            deviations.note(difference, form.letter_bytes.clone());
        }
        if role == Role::Pawn && !self.is_needless {
            self.pawn(promotion, &deviations, add);
        } else if role != Role::Pawn && promotion.is_none() {
            self.piece(role, &deviations, add);
        }
    }

    /// The move that goes from one square to another.
    fn squares(
        self,
        promotion: Option<Role>,
        deviations: &Deviations,
        add: &mut impl FnMut(Candidate),
    ) {
        let Fit { form, position, .. } = self;
        let (Some(from), Some(to)) = (form.from(), form.to()) else { return };
        let Some(m) = by_squares(position, from, to, promotion) else { return };
        let is_other = !m.is_capture() && m.role() != Role::Pawn && !m.is_castle();
        let takes = if self.is_needless { is_other } else { m.is_capture() };
        if form.link == Link::Capture && !takes {
            return;
        }
        let mut deviations = deviations.clone();
        if form.link == Link::None {
            let is_pawn = m.role() == Role::Pawn;
            let difference =
                if is_pawn { Difference::LongAlgebraicWithoutDash } else { Difference::Uci };
            deviations.note(difference, form.origin_bytes.clone());
        }
        if self.is_needless {
            deviations.note(Difference::NeedlessCapture, form.link_bytes.clone());
        }
        self.parts.note_colon(m, form.link, &mut deviations);
        let mut candidate =
            self.parts.candidate(position, m, None, deviations, form.link != Link::None);
        candidate.spelled = candidate.spelled.min(candidate.deviations.len());
        add(candidate);
    }

    /// The moves of pawns.
    fn pawn(
        self,
        promotion: Option<Role>,
        deviations: &Deviations,
        add: &mut impl FnMut(Candidate),
    ) {
        let Fit { form, position, .. } = self;
        let is_capture =
            form.link == Link::Capture || form.file.is_some_and(|file| file != form.to_file);
        let ranks = form.to_rank.map_or(Rank::ALL.to_vec(), |rank| vec![rank]);
        let squares = ranks.into_iter().map(|rank| Square::from_coords(form.to_file, rank));
        let fits = |m: &Move| {
            let from = m.from().expect("pawns come from a square");
            m.promotion() == promotion
                && m.is_capture() == is_capture
                && form.file.is_none_or(|file| from.file() == file)
                && form.rank.is_none_or(|rank| from.rank() == rank)
        };
        for m in squares.flat_map(|to| position.san_candidates(Role::Pawn, to)).filter(fits) {
            let mut deviations = deviations.clone();
            form.note_origin_of_pawn(&mut deviations);
            if form.to_rank.is_none() {
                deviations.note(Difference::NoRank, form.end..form.end);
            } else if form.link == Link::Capture && form.file.is_none() {
                let at = form.link_bytes.start;
                deviations.note(Difference::PawnCaptureWithoutFile, at..at);
            } else if is_capture
                && form.link == Link::None
                && form.rank.is_none()
                && self.parts.layers.colon.is_none()
            {
                let at = form.origin_bytes.end;
                deviations.note(Difference::CaptureWithoutX, at..at);
            }
            self.parts.note_colon(m, form.link, &mut deviations);
            add(self.parts.candidate(position, m, None, deviations, true));
        }
    }

    /// The moves of a piece.
    fn piece(self, role: Role, deviations: &Deviations, add: &mut impl FnMut(Candidate)) {
        let Fit { form, position, .. } = self;
        let Some(to) = form.to() else { return };
        let is_small_bishop = form.letter == Letter::Small(Role::Bishop);
        // `b1c3` begins with a square, and `bxc4` names a pawn.
        if is_small_bishop && (form.file.is_none() && form.rank.is_some() || self.is_needless) {
            return;
        }
        let fits = |m: &Move| {
            let from = m.from().expect("pieces come from a square");
            form.file.is_none_or(|file| from.file() == file)
                && form.rank.is_none_or(|rank| from.rank() == rank)
                && (form.link != Link::Capture || m.is_capture() != self.is_needless)
        };
        let moves: Vec<Move> = position.san_candidates(role, to).into_iter().filter(fits).collect();
        if moves.is_empty() && role == Role::King {
            self.castling(to, deviations, add);
        }
        for m in moves {
            let mut deviations = deviations.clone();
            if self.is_needless {
                deviations.note(Difference::NeedlessCapture, form.link_bytes.clone());
            } else if m.is_capture()
                && form.link != Link::Capture
                && self.parts.layers.colon.is_none()
            {
                let at =
                    form.link_bytes.start.max(form.origin_bytes.end).max(form.letter_bytes.end);
                deviations.note(Difference::CaptureWithoutX, at..at);
            }
            self.parts.note_colon(m, form.link, &mut deviations);
            add(self.parts.candidate(position, m, Some(form), deviations, true));
        }
    }

    /// Castling as the king's move: `Kg1`, `Ke1-g1`.
    fn castling(self, to: Square, deviations: &Deviations, add: &mut impl FnMut(Candidate)) {
        let Fit { form, position, .. } = self;
        let (file, rank) = (form.file, form.rank);
        let king =
            San::Normal { role: Role::King, file, rank, capture: false, to, promotion: None };
        let side = castling_side(position, king).filter(|_| form.link != Link::Capture);
        for m in side.into_iter().flat_map(|side| position.castling_moves(side)) {
            let mut deviations = deviations.clone();
            if form.link != Link::Dash {
                deviations.note(Difference::CastlingAsKingMove, form.letter_bytes.clone());
                if let Some(needless) = needless_part(Discriminator::of(king)) {
                    deviations.note(needless, form.origin_bytes.clone());
                }
            }
            self.parts.note_colon(m, form.link, &mut deviations);
            add(self.parts.candidate(position, m, None, deviations, true));
        }
    }
}

/// The legal move from one square to another. In Chess960, castling is king takes rook, or a move of the
/// king by more than one square.
fn by_squares(position: &Chess, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let m = UciMove::Normal { from, to, promotion }.to_move(position);
    let king = || {
        let (file, rank) = (Some(from.file()), Some(from.rank()));
        let san = San::Normal { role: Role::King, file, rank, capture: false, to, promotion };
        let side = castling_side(position, san)
            .filter(|_| promotion.is_none() && from.distance(to) > 1)?;
        position.castling_moves(side).first().copied()
    };
    m.ok().or_else(king)
}

impl Parts {
    /// Why the first move that the text may mean is not legal; `None` if it means none.
    fn refusal(&self, finder: &MoveFinder<'_>, pass: Pass) -> Option<Refusal> {
        if let Some(castling) = &self.castling {
            return Some(refusal::of_san(finder, San::Castle(castling.side)));
        }
        self.forms.iter().flatten().filter(|form| pass.takes(form)).find_map(|form| {
            let (promotion, _) = pass.promotion(form.promotion, form.is_uci())?;
            match form.letter {
                Letter::None => form.pawn_refusal(finder, promotion),
                letter => form.piece_refusal(finder, pass.role(letter)?.0, promotion),
            }
        })
    }
}

impl Form {
    /// Why a text without a letter is no legal move.
    fn pawn_refusal(&self, finder: &MoveFinder<'_>, promotion: Option<Role>) -> Option<Refusal> {
        if let (Some(from), Some(to)) = (self.from(), self.to()) {
            return Some(refusal::of_squares(finder, None, (from, to), promotion));
        }
        let is_next = self.file.is_some_and(|file| file.distance(self.to_file) == 1);
        let Some(to) = self.to() else {
            return is_next.then(|| self.capture_refusal(finder, promotion));
        };
        let is_capture = self.file.is_some();
        if !is_capture && self.link == Link::Capture || self.rank.is_some() {
            return None;
        }
        let san = |promotion| San::Normal {
            role: Role::Pawn,
            file: self.file,
            rank: None,
            capture: is_capture,
            to,
            promotion,
        };
        if let Some(wrong @ (Role::King | Role::Pawn)) = promotion {
            let promotes = finder.legal.iter().any(|&m| san(Some(Role::Queen)).matches(m));
            let why = if wrong == Role::King {
                Refusal::PromotionToKing {}
            } else {
                Refusal::PromotionToPawn {}
            };
            return promotes.then_some(why);
        }
        if self.link == Link::Capture && !self.deviations.has(Difference::CapitalFile) {
            return Some(refusal::of_san(finder, san(promotion)));
        }
        if is_capture && !is_next {
            return None;
        }
        let why = refusal::of_san(finder, san(promotion));
        // `bc8` may be a bishop's move.
        Some(why).filter(|why| !is_capture || why.kind() != RefuseKind::CannotOccur)
    }

    /// Why `ed` and `edQ` are no legal capture.
    fn capture_refusal(&self, finder: &MoveFinder<'_>, promotion: Option<Role>) -> Refusal {
        let file = self.file.expect("a capture names its file");
        let is_such = |m: &&Move| {
            m.role() == Role::Pawn
                && m.from().map(Square::file) == Some(file)
                && m.to().file() == self.to_file
                && !m.is_promotion()
        };
        match finder.legal.iter().find(is_such).filter(|_| promotion.is_some()) {
            Some(m) => Refusal::PromotionBeforeLastRank { to: m.to() },
            None => refusal::of_capture(finder, file, self.to_file),
        }
    }

    /// Why a text with the letter of a role is no legal move.
    fn piece_refusal(
        &self,
        finder: &MoveFinder<'_>,
        role: Role,
        promotion: Option<Role>,
    ) -> Option<Refusal> {
        let to = self.to()?;
        if role == Role::Pawn {
            return self.pawn_refusal(finder, promotion);
        }
        let (file, rank, capture) = (self.file, self.rank, self.link == Link::Capture);
        let san = San::Normal { role, file, rank, capture, to, promotion: None };
        if promotion.is_some() {
            let is_last = to.rank() == Rank::First || to.rank() == Rank::Eighth;
            let is_legal = crate::move_finder::only(&finder.legal, san).is_some();
            return (is_last && is_legal).then_some(Refusal::PromotionByPiece {});
        }
        let is_small_bishop = self.letter == Letter::Small(Role::Bishop);
        if is_small_bishop && file.is_none() && rank.is_some() {
            return None;
        }
        match self.from().filter(|_| self.link == Link::Dash) {
            Some(from) => Some(refusal::of_squares(finder, Some(role), (from, to), None)),
            None => Some(refusal::of_san(finder, san)),
        }
    }
}

/// How a SAN that fits a move differs from the right one, in the position after the move.
pub fn between(after: &Chess, m: Move, is: SanPlus, should: SanPlus) -> Vec<Deviation> {
    let len = |text: String| u8::try_from(text.len()).unwrap_or(u8::MAX);
    let (base, whole) = (len(is.san.to_string()), len(is.to_string()));
    let origin = match Discriminator::of(is.san) {
        Discriminator::None => 0..0,
        Discriminator::File | Discriminator::Rank => 1..2,
        Discriminator::Square => 1..3,
    };
    let mut deviations = Deviations::default();
    deviations.note_between(after, m, (is, should), origin, base..whole);
    deviations.sorted()
}

impl Deviations {
    /// Notes how a SAN differs from the right one, in the position after the move. The SAN has its
    /// discriminator and its mark at these bytes.
    fn note_between(
        &mut self,
        after: &Chess,
        m: Move,
        (is, should): (SanPlus, SanPlus),
        origin: Range<u8>,
        mark: Range<u8>,
    ) {
        if let Some(difference) = needless(after, m, is.san, should.san) {
            self.note(difference, origin);
        }
        if let Some(difference) = suffix_difference(is, should) {
            self.note(difference, mark.clone());
            if is_impossible_san(is) {
                self.note(Difference::CannotOccur, mark);
            }
        }
    }
}

/// How the `+` or `#` of a SAN differs from the right one.
fn suffix_difference(is: SanPlus, should: SanPlus) -> Option<Difference> {
    match (is.suffix, should.suffix) {
        (None, Some(Suffix::Check)) => Some(Difference::CheckMissing),
        (None, Some(Suffix::Checkmate)) => Some(Difference::MateMissing),
        (Some(Suffix::Check), None) => Some(Difference::CheckAdded),
        (Some(Suffix::Checkmate), None) => Some(Difference::MateAdded),
        (Some(Suffix::Check), Some(Suffix::Checkmate)) => Some(Difference::CheckInsteadOfMate),
        (Some(Suffix::Checkmate), Some(Suffix::Check)) => Some(Difference::MateInsteadOfCheck),
        _ => None,
    }
}

/// How the discriminator of a SAN differs from the right one.
fn needless(after: &Chess, m: Move, is: San, should: San) -> Option<Difference> {
    let (is, should) = (Discriminator::of(is), Discriminator::of(should));
    match (is, should) {
        _ if is == should => None,
        (Discriminator::None, _) => None,
        (_, Discriminator::None) if has_companion(after, m) => match is {
            Discriminator::File => Some(Difference::NeedlessFileCompanionPinned),
            Discriminator::Rank => Some(Difference::NeedlessRankCompanionPinned),
            _ => Some(Difference::NeedlessSquareCompanionPinned),
        },
        (_, Discriminator::None) => needless_part(is),
        (_, Discriminator::Rank) => Some(Difference::SquareForRank),
        (Discriminator::Rank, _) => Some(Difference::RankForFile),
        _ => Some(Difference::SquareForFile),
    }
}

/// A discriminator of a move that needs none.
fn needless_part(discriminator: Discriminator) -> Option<Difference> {
    match discriminator {
        Discriminator::None => None,
        Discriminator::File => Some(Difference::NeedlessFile),
        Discriminator::Rank => Some(Difference::NeedlessRank),
        Discriminator::Square => Some(Difference::NeedlessSquare),
    }
}

/// Whether another piece like the one that moved reached its target, in the position after the move.
fn has_companion(after: &Chess, m: Move) -> bool {
    let (board, to) = (after.board(), m.to());
    let piece = m.role().of(after.turn().other());
    let occupied = m.from().map_or(board.occupied(), |from| board.occupied().with(from));
    (attacks::attacks(to, piece, occupied) & board.by_piece(piece)).any()
}
