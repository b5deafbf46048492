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
//! assert_eq!((san.to_string(), differences[0].name()), ("Nf3".to_owned(), "origin"));
//! assert!(matches!(read(&start, "Nd2"), Reading::Illegal(_)));
//! ```

use std::fmt;

use shakmaty::{
    Bitboard, CastlingSide, Chess, File, Move, MoveList, Position, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    english::in_words,
    language::Language,
    lenient::NULL,
    move_finder::MoveFinder,
    play::play,
    reading::{Reading as Spelling, readings},
    refuse::{Refusal, classify},
    spelling::Difference,
    suffix::played,
    syntax::{SyntaxError, parse},
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
    Ambiguous(Vec<SanPlus>),
    /// A move of chess that is not legal here, and why if that is known.
    Illegal(Option<Refusal>),
    /// A null move: the player passes.
    Null,
    /// No move in any spelling.
    NotAMove(SyntaxError),
}

impl fmt::Display for Reading {
    /// What is to be said of the text, as a clause: `it should be Nf3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Exact { san, .. } => write!(f, "it is {san}"),
            Reading::Mended { san, .. } => write!(f, "it should be {san}"),
            Reading::Ambiguous(sans) => {
                let sans: Vec<String> = sans.iter().map(ToString::to_string).collect();
                write!(f, "it could be {}", in_words(&sans, "or"))
            }
            Reading::Illegal(Some(Refusal { why, .. })) => write!(f, "it is not legal: {why}"),
            Reading::Illegal(None) => f.write_str("it is not legal"),
            Reading::Null => f.write_str("it is a null move"),
            Reading::NotAMove(error) => write!(f, "it is not a move: {error}"),
        }
    }
}

/// Whose letters of the pieces a text may have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Letters {
    /// Those of English, or else of a common language.
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
/// assert!(matches!(read_letters(&Chess::default(), "Cf3", Letters::English), Reading::NotAMove(_)));
/// ```
pub fn read_letters(position: &Chess, text: &str, letters: Letters) -> Reading {
    let Letters::Of(language) = letters else {
        return read_english(position, text, letters == Letters::Any);
    };
    let Some((english, foreign)) = language.to_english(text) else {
        return Reading::Illegal(None);
    };
    let foreign = foreign.and_then(|role| Some(Difference::Foreign(role, language.letter(role)?)));
    match (read_english(position, &english, false), foreign) {
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

/// What a text in the letters of English means; if no move, perhaps one in those of other languages.
fn read_english(position: &Chess, text: &str, or_foreign: bool) -> Reading {
    let parsed = parse(text);
    if let Ok(san) = parsed
        && let Some(reading) = read_san(position, san)
    {
        return reading;
    }
    if NULL.contains(&text) {
        return Reading::Null;
    }
    if let Some(reading) = read_uci(position, text) {
        return reading;
    }
    let mut meanings: Vec<(usize, Move, SanPlus, Vec<Difference>)> = Vec::new();
    let mut read = readings(text);
    read.retain(|spelling| or_foreign || !spelling.differences.iter().any(is_foreign));
    for Spelling { san, from, differences } in spellings(position, text, parsed.ok(), &read) {
        let fits = |m: &&Move| from.is_none() || m.from() == from || m.is_castle();
        for &m in matching(position, san.san).iter().filter(fits) {
            let right = written(position, m);
            let all = [&differences[..], &between(san, right)].concat();
            if meanings.iter().all(|(_, other, ..)| *other != m) {
                meanings.push((weight(&differences), m, right, all));
            }
        }
    }
    // A check that the text says nothing of does not tell moves apart.
    let least = meanings.iter().map(|(weight, ..)| *weight).min();
    meanings.retain(|(weight, ..)| Some(*weight) == least);
    match (meanings.pop(), parsed) {
        (Some((_, m, san, differences)), _) if meanings.is_empty() => {
            Reading::Mended { m, san, differences }
        }
        (Some((_, _, san, _)), _) => {
            let others = meanings.into_iter().map(|(_, _, san, _)| san);
            Reading::Ambiguous(others.chain([san]).collect())
        }
        (None, parsed) => read_dashed(position, text)
            .unwrap_or_else(|| not_legal(position, text, parsed, read.first())),
    }
}

/// The two squares of a piece's move with a dash or `x` between, as in `g1-f3`.
fn read_dashed(position: &Chess, text: &str) -> Option<Reading> {
    let (squares, rest) = text.split_at_checked(5)?;
    let (from, to) = squares.split_once(['-', 'x', ':'])?;
    let mut reading =
        read_uci(position, &format!("{from}{to}{}", rest.trim_end_matches(['+', '#'])))?;
    if let Reading::Mended { differences, .. } = &mut reading {
        differences[0] = Difference::Origin;
    }
    Some(reading)
}

/// The legal move that UCI writes so, which says nothing of check and mate. In Chess960, the king may
/// step where it castles to.
fn read_uci(position: &Chess, text: &str) -> Option<Reading> {
    if !position.castles().mode().is_standard() {
        return None;
    }
    let m = UciMove::from_ascii(text.as_bytes()).ok()?.to_move(position).ok()?;
    Some(Reading::Mended { m, san: written(position, m), differences: vec![Difference::Uci] })
}

/// What a SAN means in a position, whatever it says of check and mate. `None` if no legal move fits
/// it.
fn read_san(position: &Chess, san: SanPlus) -> Option<Reading> {
    let mut after = position.clone();
    if let Some((m, right)) = play(&mut after, san) {
        let differences = between(san, right);
        return Some(if differences.is_empty() {
            Reading::Exact { m, san }
        } else {
            Reading::Mended { m, san: right, differences }
        });
    }
    let fitting = matching(position, san.san);
    let sans = || fitting.iter().map(|&m| written(position, m)).collect();
    (!fitting.is_empty()).then(|| Reading::Ambiguous(sans()))
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

/// A legal move as the export format writes it.
fn written(position: &Chess, m: Move) -> SanPlus {
    let candidates = match m {
        Move::Castle { .. } => MoveList::new(),
        m => position.san_candidates(m.role(), m.to()),
    };
    played(position, m, &candidates).0
}

/// How much a spelling differs from SAN. A letter of another language counts only where nothing else
/// makes a move of the text.
fn weight(differences: &[Difference]) -> usize {
    differences.iter().map(|it| if is_foreign(it) { 100 } else { 1 }).sum()
}

fn is_foreign(difference: &Difference) -> bool {
    matches!(difference, Difference::Foreign(..))
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
    if let Some(san) = parsed {
        let others = [
            (without_x(san), Difference::NoX),
            (castling_king(position, san), Difference::KingAlone),
            (small_bishop(san), Difference::SmallPiece),
        ];
        spellings.extend(others.into_iter().filter_map(|(san, difference)| {
            Some(Spelling { san: san?, from: None, differences: vec![difference] })
        }));
    }
    let captures = spellings.clone().into_iter().filter_map(|mut spelling| {
        spelling.differences.push(Difference::NoX);
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

/// `Kg1` for castling.
fn castling_king(position: &Chess, san: SanPlus) -> Option<SanPlus> {
    let San::Normal { role: Role::King, file: None, rank: None, capture: false, to, .. } = san.san
    else {
        return None;
    };
    let sides = CastlingSide::ALL.into_iter();
    let mut sides = sides.filter(|side| side.king_to(position.turn()) == to);
    let side = sides.find(|&side| !position.castling_moves(side).is_empty())?;
    Some(SanPlus { san: San::Castle(side), ..san })
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
    let file = |byte: u8| File::from_char(char::from(byte));
    let (bare, promotion) = match bare.split_once('=') {
        Some((before, role)) => (before, role.chars().next().and_then(Role::from_char)),
        None => (bare, None),
    };
    let (from, squares, difference) = match bare.as_bytes() {
        [from, to] | [from, b'x' | b':', to] if file(*from).is_some() && file(*to).is_some() => {
            (file(*from), file(*to).map_or(Bitboard::EMPTY, Bitboard::from), Difference::NoRank)
        }
        [b'x' | b':', ..] => {
            let to = bare[1..].parse::<Square>();
            (None, to.map_or(Bitboard::EMPTY, Bitboard::from), Difference::NoFile)
        }
        _ => return Vec::new(),
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

/// How a SAN that fits a move differs from the right one.
pub fn between(is: SanPlus, should: SanPlus) -> Vec<Difference> {
    let mut differences = Vec::new();
    let inserted = |san: San| match san {
        San::Normal { role, file, rank, .. } if role != Role::Pawn => (file, rank),
        _ => (None, None),
    };
    let ((is_file, is_rank), (file, rank)) = (inserted(is.san), inserted(should.san));
    if (is_file, is_rank) != (file, rank) {
        differences.push(match (is_file, is_rank) {
            (Some(_), Some(_)) => Difference::NeedlessSquare,
            (Some(_), None) => Difference::NeedlessFile,
            _ => Difference::NeedlessRank,
        });
    }
    differences.extend(match (is.suffix, should.suffix) {
        (None, Some(Suffix::Check)) => Some(Difference::CheckMissing),
        (None, Some(Suffix::Checkmate)) => Some(Difference::MateMissing),
        (Some(Suffix::Check), None) => Some(Difference::CheckAdded),
        (Some(Suffix::Checkmate), None) => Some(Difference::MateAdded),
        (Some(Suffix::Check), Some(Suffix::Checkmate)) => Some(Difference::CheckForMate),
        (Some(Suffix::Checkmate), Some(Suffix::Check)) => Some(Difference::MateForCheck),
        _ => None,
    });
    differences
}

/// Why a text is no legal move, be it one that it means anywhere.
fn not_legal(
    position: &Chess,
    text: &str,
    parsed: Result<SanPlus, SyntaxError>,
    anywhere: Option<&Spelling>,
) -> Reading {
    let finder = MoveFinder::new(position);
    match (classify(&finder, text), anywhere, parsed) {
        (Some(refusal), ..) => Reading::Illegal(Some(refusal)),
        (None, Some(meant), _) => Reading::Illegal(classify(&finder, &meant.san.to_string())),
        (None, None, Err(error)) => Reading::NotAMove(error),
        (None, None, Ok(_)) => Reading::Illegal(None),
    }
}
