//! The one reader of the house: what a text means in a position.
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

use std::fmt;

use shakmaty::{
    Bitboard, Chess, Color, File, Move, MoveList, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    discriminator::Discriminator,
    english::in_words,
    excerpt::excerpt,
    language::{COMMON, LANGUAGES, Language},
    lenient::NULL,
    move_finder::MoveFinder,
    play::play,
    reading::{LONGEST, Spelling, english_readings},
    refusal::{self, Refusal, RefuseKind, castling_side, is_impossible_san},
    spelling::{Difference, with},
    suffix::played,
    syntax::{Found, SyntaxError, parse},
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
        differences: Vec<Difference>,
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

    /// What is to be said of a text that is not exact, as a phrase or a clause.
    pub fn why(&self) -> Option<String> {
        match self {
            Reading::Exact { .. } => None,
            Reading::Mended { differences, .. } => Some(with(differences)),
            Reading::Null => Some("the player passes".to_owned()),
            Reading::NotAMove { error, why: None } => Some(error.to_string()),
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
            Reading::NotAMove { why: Some(why @ Refusal::NumericNotation { .. }), .. } => {
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

/// What a text means in a position, be it in the letters of another language. A text that is exact SAN
/// here means that; else what differs least from it counts.
pub fn read(position: &Chess, text: &str) -> Reading {
    read_letters(position, text, Letters::Any)
}

/// The same for the texts of a game, which have the letters of one language.
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
    if let (Some(why), Err(error)) = (refusal::numeric_notation(text), parse(text)) {
        return Reading::NotAMove { error, why: Some(why) };
    }
    match read_whole(position, text, letters) {
        not_a_move @ Reading::NotAMove { why: None, .. } => {
            not_alone(position, text, letters).unwrap_or(not_a_move)
        }
        reading => reading,
    }
}

fn read_whole(position: &Chess, text: &str, letters: Letters) -> Reading {
    match letters {
        Letters::Any => read_any(position, text),
        Letters::English => read_english(position, text),
        Letters::Of(language) => match language.to_english(text) {
            Some((english, role)) => {
                let foreign = role.map(|_| Difference::OfLanguage(language));
                read_foreign(position, &english, foreign)
            }
            None => Reading::Illegal(Refusal::OtherLetters {}),
        },
    }
}

/// A text in which something stands behind a move, such as a remark or another move.
fn not_alone(position: &Chess, text: &str, letters: Letters) -> Option<Reading> {
    let is_move = |text: &str| match read_whole(position, text, letters) {
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

/// What a text means in the letters of English; if no move, what it means in those of another language,
/// and then in those of a language that is not common. A letter of English is none of another.
fn read_any(position: &Chess, text: &str) -> Reading {
    let english = read_english(position, text);
    let is_refused = match english {
        Reading::NotAMove { .. } => true,
        // `a8=P`: the pawn's letter is that of English.
        Reading::Illegal(ref why) => *why != Refusal::PromotionToPawn {},
        _ => false,
    };
    if !is_refused || text.len() > LONGEST || parse(text).is_ok() {
        return english;
    }
    let mut refused = None;
    let (common, others) = LANGUAGES.split_at(COMMON);
    for languages in [common, others] {
        // Some languages have a letter in common.
        let mut texts: Vec<(String, Difference)> = Vec::new();
        for (english, role, letter) in languages.iter().filter_map(|one| one.told(text)) {
            let meant = (english, Difference::Foreign(role, letter));
            if !texts.contains(&meant) {
                texts.push(meant);
            }
        }
        let mut readings: Vec<Reading> = Vec::new();
        for (english, foreign) in texts {
            match read_foreign(position, &english, Some(foreign)) {
                Reading::NotAMove { .. } => {}
                reading @ Reading::Illegal(_) => refused = refused.or(Some(reading)),
                reading => readings.push(reading),
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

/// What a text means whose letter of a piece, if it was another, was replaced by that of English.
fn read_foreign(position: &Chess, english: &str, foreign: Option<Difference>) -> Reading {
    match (read_english(position, english), foreign) {
        (Reading::Exact { m, san }, Some(foreign)) => {
            Reading::Mended { m, san, differences: vec![foreign] }
        }
        (Reading::Mended { m, san, mut differences }, Some(foreign)) => {
            differences.insert(0, foreign);
            Reading::Mended { m, san, differences }
        }
        (reading, _) => reading,
    }
}

/// What a text in the letters of English means.
fn read_english(position: &Chess, text: &str) -> Reading {
    let parsed = parse(text);
    if let Ok(san) = parsed
        && let Some(reading) = read_san(position, san)
    {
        return reading;
    }
    // Some write three dashes.
    if NULL.contains(&text) || text == "---" {
        return Reading::Null;
    }
    if let Some(reading) = read_uci(position, text) {
        return reading;
    }
    let mut meanings: Vec<(usize, Move, SanPlus, Vec<Difference>)> = Vec::new();
    // The letters of other languages are read by [`Language::to_english`].
    let read = english_readings(text);
    for Spelling { san, from, differences } in spellings(position, text, parsed.ok(), &read) {
        let fits = |m: &&Move| from.is_none() || m.from() == from;
        for &m in matching(position, san.san).iter().filter(fits) {
            let (right, after) = written(position, m);
            let all = [&differences[..], &between(&after, m, san, right)].concat();
            match meanings.iter_mut().find(|(_, other, ..)| *other == m) {
                Some((_, _, _, known)) if known.len() <= all.len() => {}
                Some(known) => *known = (differences.len(), m, right, all),
                None => meanings.push((differences.len(), m, right, all)),
            }
        }
    }
    // A check that the text says nothing of does not tell moves apart.
    let least = meanings.iter().map(|(number, ..)| *number).min();
    meanings.retain(|(number, ..)| Some(*number) == least);
    match meanings.pop() {
        Some((_, m, san, differences)) if meanings.is_empty() => {
            Reading::Mended { m, san, differences }
        }
        Some((_, _, san, _)) => {
            let moves = meanings.len() + 1;
            let others = meanings.into_iter().map(|(_, _, san, _)| san);
            let why = if text.starts_with(['x', ':']) {
                Refusal::PawnCaptureAmbiguous { pawns: moves }
            } else {
                Refusal::AmbiguousSpelling { moves }
            };
            Reading::Ambiguous { sans: others.chain([san]).collect(), why }
        }
        None => read_dashed(position, text)
            .unwrap_or_else(|| not_legal(position, text, parsed, read.first())),
    }
}

/// The two squares of a piece's move with a dash or `x` between, as in `g1-f3`.
fn read_dashed(position: &Chess, text: &str) -> Option<Reading> {
    let (squares, rest) = text.split_at_checked(5)?;
    let (from, to) = squares.split_once(['-', 'x', ':']).filter(|(from, _)| from.len() == 2)?;
    let bare = rest.trim_end_matches(['+', '#']);
    let Reading::Mended { m, san, .. } = read_uci(position, &format!("{from}{to}{bare}"))? else {
        return None;
    };
    if !squares.contains('-') && !m.is_capture() {
        return None;
    }
    let suffix = rest[bare.len()..].chars().next().and_then(Suffix::from_char);
    let mut differences = vec![Difference::LongAlgebraic];
    differences.extend(suffix_difference(SanPlus { suffix, ..san }, san));
    Some(Reading::Mended { m, san, differences })
}

/// The legal move that UCI writes so, which says nothing of check and mate. In Chess960, castling is king
/// takes rook.
fn read_uci(position: &Chess, text: &str) -> Option<Reading> {
    let m = UciMove::from_ascii(text.as_bytes()).ok()?.to_move(position).ok()?;
    let is_pawn = m.role() == Role::Pawn;
    let difference = if is_pawn { Difference::LongAlgebraicWithoutDash } else { Difference::Uci };
    Some(Reading::Mended { m, san: written(position, m).0, differences: vec![difference] })
}

/// What a SAN means in a position, whatever it says of check and mate. `None` if no legal move fits
/// it.
fn read_san(position: &Chess, san: SanPlus) -> Option<Reading> {
    let mut after = position.clone();
    if let Some((m, right)) = play(&mut after, san) {
        let differences = between(&after, m, san, right);
        return Some(if differences.is_empty() {
            Reading::Exact { m, san }
        } else {
            Reading::Mended { m, san: right, differences }
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

/// The SANs that a text may stand for in a position, beside those that it may stand for anywhere.
fn spellings(
    position: &Chess,
    text: &str,
    parsed: Option<SanPlus>,
    anywhere: &[Spelling],
) -> Vec<Spelling> {
    let mut spellings = anywhere.to_vec();
    spellings.extend(pawn_captures(position, text));
    spellings.extend(castling_in_uci(position, text));
    if let Some(san) = parsed {
        let others = [
            (without_x(san), Difference::CaptureWithoutX),
            (small_bishop(san), Difference::LowerCasePiece),
        ];
        spellings.extend(others.into_iter().filter_map(|(san, difference)| {
            Some(Spelling { san: san?, from: None, differences: vec![difference] })
        }));
        spellings.extend(castling_king(position, san));
    }
    let captures = spellings.clone().into_iter().filter_map(|mut spelling| {
        spelling.differences.push(Difference::CaptureWithoutX);
        Some(Spelling { san: without_x(spelling.san)?, ..spelling })
    });
    let captures: Vec<Spelling> = captures.collect();
    spellings.extend(captures);
    spellings
}

/// A capture whose SAN lacks the `x`: of a piece. A pawn's names its file, and is read by a rule.
fn without_x(mut san: SanPlus) -> Option<SanPlus> {
    match &mut san.san {
        San::Normal { role, capture: capture @ false, .. } if *role != Role::Pawn => {
            *capture = true;
            Some(san)
        }
        _ => None,
    }
}

/// `Kg1` and `Ke1g1` for castling.
fn castling_king(position: &Chess, san: SanPlus) -> Option<Spelling> {
    let side = castling_side(position, san.san)?;
    let mut differences = vec![Difference::CastlingAsKingMove];
    differences.extend(needless_part(Discriminator::of(san.san)));
    Some(Spelling { san: SanPlus { san: San::Castle(side), ..san }, from: None, differences })
}

/// `b1g1` for castling, in Chess960: there, UCI has the king take the rook.
fn castling_in_uci(position: &Chess, text: &str) -> Option<Spelling> {
    let bare = text.trim_end_matches(['+', '#']);
    let UciMove::Normal { from, to, promotion: None } = bare.parse().ok()? else { return None };
    let (file, rank) = (Some(from.file()), Some(from.rank()));
    let san = San::Normal { role: Role::King, file, rank, capture: false, to, promotion: None };
    let castles = San::Castle(castling_side(position, san).filter(|_| from.distance(to) > 1)?);
    let differences = vec![Difference::Uci];
    let suffix = text[bare.len()..].chars().next().and_then(Suffix::from_char);
    Some(Spelling { san: SanPlus { san: castles, suffix }, from: None, differences })
}

/// `bxc4` for `Bxc4`, which is SAN as well: of a pawn.
fn small_bishop(mut san: SanPlus) -> Option<SanPlus> {
    match &mut san.san {
        San::Normal { role: role @ Role::Pawn, file: file @ Some(File::B), promotion, .. }
            if promotion.is_none() =>
        {
            (*role, *file) = (Role::Bishop, None);
            Some(san)
        }
        _ => None,
    }
}

/// Captures of pawns without their rank, or without the file they come from: `ed`, `exd`, `xd5` and
/// `xd8=Q`.
fn pawn_captures(position: &Chess, text: &str) -> Vec<Spelling> {
    let bare = text.trim_end_matches(['+', '#']);
    let (bare, promotion) = match bare.split_once('=') {
        Some((before, role)) => match role.chars().next().and_then(Role::from_char) {
            Some(role) => (before, Some(role)),
            None => return Vec::new(),
        },
        None => (bare, None),
    };
    let (from, squares, difference) = if let Some((from, to)) = capture_on_file(bare) {
        (Some(from), Bitboard::from(to), Difference::NoRank)
    } else if let Some(to) = bare.strip_prefix(['x', ':']) {
        let to = to.parse::<Square>().map_or(Bitboard::EMPTY, Bitboard::from);
        (None, to, Difference::PawnCaptureWithoutFile)
    } else {
        return Vec::new();
    };
    let suffix = text.chars().next_back().and_then(Suffix::from_char);
    let moves = squares.into_iter().flat_map(|to| position.san_candidates(Role::Pawn, to));
    let fits = |m: &Move| {
        let comes_from = from.is_none() || m.from().map(Square::file) == from;
        m.is_capture() && m.promotion() == promotion && comes_from
    };
    let spelling = |m: Move| Spelling {
        san: SanPlus { san: San::from_move(position, m), suffix },
        from: m.from(),
        differences: vec![difference],
    };
    moves.filter(fits).map(spelling).collect()
}

/// The files of `ed` and `exd`.
fn capture_on_file(text: &str) -> Option<(File, File)> {
    match *text.as_bytes() {
        [from, to] | [from, b'x' | b':', to] => {
            Some((File::from_char(char::from(from))?, File::from_char(char::from(to))?))
        }
        _ => None,
    }
}

/// The SAN of `ed8` and `ba8`, which lack the promotion beside the `x`.
fn capture_on_last_rank(text: &str) -> Option<San> {
    let bare = text.trim_end_matches(['+', '#']);
    let [from @ b'a'..=b'h', b'a'..=b'h', b'1' | b'8'] = *bare.as_bytes() else { return None };
    parse(format!("{}x{}", char::from(from), &bare[1..])).ok().map(|san| san.san)
}

/// How a SAN that fits a move differs from the right one, in the position after the move.
pub fn between(after: &Chess, m: Move, is: SanPlus, should: SanPlus) -> Vec<Difference> {
    let mut differences: Vec<Difference> =
        needless(after, m, is.san, should.san).into_iter().collect();
    differences.extend(suffix_difference(is, should));
    let is_impossible = is.suffix != should.suffix && is_impossible_san(is);
    differences.extend(is_impossible.then_some(Difference::CannotOccur));
    differences
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

/// Why a text is no legal move, be it one that it means anywhere.
fn not_legal(
    position: &Chess,
    text: &str,
    parsed: Result<SanPlus, SyntaxError>,
    anywhere: Option<&Spelling>,
) -> Reading {
    let finder = MoveFinder::new(position);
    let error = match parsed {
        Ok(san) => return Reading::Illegal(refusal::of_san(&finder, san.san)),
        Err(error) => error,
    };
    // A pawn of the b-file comes before a bishop.
    let pawn = capture_on_last_rank(text).map(|san| refusal::of_san(&finder, san));
    if let Some(why) = pawn.filter(|why| why.kind() != RefuseKind::CannotOccur) {
        return Reading::Illegal(why);
    }
    let uci = text.parse().ok().filter(|_| anywhere.is_none());
    if let Some(UciMove::Normal { from, to, promotion }) = uci {
        return Reading::Illegal(refusal::of_squares(&finder, None, (from, to), promotion));
    }
    match (refusal::of_text(&finder, text), anywhere) {
        (Some(why), _) if why.is_of_move() => Reading::Illegal(why),
        (None, Some(meant)) => Reading::Illegal(meant_not_legal(&finder, text, meant)),
        (why, _) => match capture_on_file(text) {
            Some((from, to)) if why.is_none() && from.distance(to) == 1 => {
                Reading::Illegal(refusal::of_capture(&finder, from, to))
            }
            _ => Reading::NotAMove { error, why },
        },
    }
}

/// Why the move that a text means anywhere is not legal here.
fn meant_not_legal(finder: &MoveFinder<'_>, text: &str, meant: &Spelling) -> Refusal {
    let (role, to, promotion) = match meant.san.san {
        San::Normal { role, to, promotion, .. } => (role, to, promotion),
        San::Castle(side) => {
            let color =
                Color::from_white(meant.from.is_some_and(|from| from.rank() == Rank::First));
            let role = if text.contains('K') { Role::King } else { Role::Pawn };
            (role, side.king_to(color), None)
        }
        san => return refusal::of_san(finder, san),
    };
    let Some(from) = meant.from else { return refusal::of_san(finder, meant.san.san) };
    // Without a letter, and where it would be castling, it may be any piece.
    let named = Some(role)
        .filter(|&role| role != Role::Pawn && !meant.differences.contains(&Difference::Uci));
    refusal::of_squares(finder, named, (from, to), promotion)
}
