//! Why a string cannot occur, in the words of chess.
//!
//! ```
//! use san_strings::{parse, reason};
//!
//! let reason = reason(parse(b"Ra1b2")?).expect("it cannot occur");
//! assert_eq!(
//!     reason.to_string(),
//!     "No rook goes from a1 to b2: a rook moves along ranks and files."
//! );
//! # Ok::<_, san_strings::SyntaxError>(())
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Display},
};

use shakmaty::{
    Bitboard, Color, File, Role, Square, attacks,
    san::{San, SanPlus},
};

use super::{
    discriminator::Discriminator,
    geometry::{half_ray, origins},
    occurrence::{Setting, can_check, from_squares, settings},
    words::{enumerate, role_name},
};

/// Why a string cannot occur. Its `Display` is one sentence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// A king with a discriminator: `Ke1e2`.
    OneKing,
    /// A pawn that reaches the last rank and does not promote: `e8`.
    Unpromoted(Square),
    /// A promotion elsewhere: `e4=Q`.
    Promoted(Square),
    /// A pawn capture onto a file that is not next to it: `axc3`.
    FarCapture(File, Square),
    /// No piece of the role comes from there: `Nbh5`.
    NoOrigin(San),
    /// The discriminator is never needed in this form: `Qa1a8`.
    Needless(San),
    /// The move cannot give check: `Rah1+`.
    NoCheck(San),
    /// SAN of a chess variant.
    NotChess,
}

/// Why `san` cannot occur; `None` if it can.
#[must_use]
pub fn reason(san: SanPlus) -> Option<Reason> {
    let base = san.san;
    let (role, file, to, promotion) = match base {
        San::Castle(_) => return None,
        San::Put { .. } | San::Null => return Some(Reason::NotChess),
        San::Normal {
            role,
            file,
            to,
            promotion,
            ..
        } => (role, file, to, promotion),
    };
    if settings(base).next().is_some() {
        return (san.suffix.is_some() && !can_check(base)).then_some(Reason::NoCheck(base));
    }
    let last_rank = Bitboard::BACKRANKS.contains(to);
    Some(match (role, file) {
        (Role::King, _) => Reason::OneKing,
        (Role::Pawn, _) if last_rank && promotion.is_none() => Reason::Unpromoted(to),
        (Role::Pawn, _) if !last_rank && promotion.is_some() => Reason::Promoted(to),
        (Role::Pawn, Some(file)) => Reason::FarCapture(file, to),
        _ if from_squares(base, Color::White).is_empty() => Reason::NoOrigin(base),
        _ => Reason::Needless(base),
    })
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::OneKing => write!(
                f,
                "Each side has one king, so SAN never says where it comes from."
            ),
            Reason::Unpromoted(to) => write!(
                f,
                "A pawn that reaches {to} must promote: {to}=Q, {to}=R, {to}=B or {to}=N."
            ),
            Reason::Promoted(to) => write!(
                f,
                "A pawn promotes on the first or last rank only, not on {to}."
            ),
            Reason::FarCapture(file, to) => write!(
                f,
                "A pawn captures onto the next file: from the {file}-file never onto {to}."
            ),
            Reason::NoOrigin(san) => no_origin(san, f),
            Reason::Needless(san) => needless(san, f),
            Reason::NoCheck(san) => write!(
                f,
                "{san} can be played, but gives no check: every king that the move could \
                 attack would have been in check before."
            ),
            Reason::NotChess => write!(f, "There is no such move in standard chess."),
        }
    }
}

impl Reason {
    /// The cases that prove the reason, a line each. None if the sentence says
    /// it all.
    #[must_use]
    pub fn proof(self) -> Vec<String> {
        match self {
            Reason::Needless(san) => no_companions(san),
            Reason::NoCheck(san) => no_check(san),
            _ => Vec::new(),
        }
    }
}

fn no_origin(san: San, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let San::Normal {
        role,
        file,
        rank,
        to,
        ..
    } = san
    else {
        return Ok(());
    };
    let name = role_name(role);
    write!(f, "No {name} goes from ")?;
    match (file, rank) {
        (Some(file), Some(rank)) => write!(f, "{file}{rank}")?,
        (Some(file), None) => write!(f, "the {file}-file")?,
        (None, Some(rank)) => write!(f, "rank {rank}")?,
        (None, None) => write!(f, "anywhere")?,
    }
    write!(f, " to {to}: a {name} ")?;
    match role {
        Role::Bishop => write!(f, "moves along diagonals."),
        Role::Rook => write!(f, "moves along ranks and files."),
        Role::Queen => write!(f, "moves along ranks, files and diagonals."),
        _ => write!(
            f,
            "comes there from {}.",
            enumerate(origins(role, to), "or")
        ),
    }
}

fn needless(san: San, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let San::Normal { role, to, .. } = san else {
        return Ok(());
    };
    let role = role_name(role);
    match Discriminator::of(san) {
        Discriminator::File | Discriminator::None => write!(
            f,
            "SAN names the file only if another {role}, on another file, could go to {to} \
             too. None could."
        ),
        Discriminator::Rank => write!(
            f,
            "SAN names the rank only if another {role} on the same file could go to {to} \
             too. None could."
        ),
        Discriminator::Square => write!(
            f,
            "SAN names the square only if another {role} on the same file and another on the \
             same rank could both go to {to} too. They could not."
        ),
    }
}

/// Why there are no companions where the discriminator needs them.
fn no_companions(san: San) -> Vec<String> {
    let San::Normal { role, to, .. } = san else {
        return Vec::new();
    };
    let line = |from: Square, where_: &str, squares: Bitboard| {
        let others = origins(role, to) & squares & !Bitboard::from(from);
        if others.is_empty() {
            return Some(format!(
                "from {from}: no other square {where_} is a {}'s move from {to}",
                role_name(role)
            ));
        }
        // Any other companion will do.
        (others & !half_ray(to, from)).is_empty().then(|| {
            format!(
                "from {from}: {} {where_}, on the same line to {to}: one would block the other",
                enumerate(others, "and")
            )
        })
    };
    let mut lines = Vec::new();
    for from in from_squares(san, Color::White) {
        let (file, rank) = (Bitboard::from(from.file()), Bitboard::from(from.rank()));
        let on_file = format!("on the {}-file", from.file());
        let on_rank = format!("on rank {}", from.rank());
        match Discriminator::of(san) {
            Discriminator::None => {}
            Discriminator::File => lines.extend(line(from, "on other files", !file)),
            Discriminator::Rank => lines.extend(line(from, &on_file, file)),
            Discriminator::Square => {
                lines.extend(line(from, &on_file, file));
                lines.extend(line(from, &on_rank, rank));
            }
        }
    }
    lines
}

/// For each from-square why nothing that the move attacks can be a king, and
/// why the move uncovers nothing.
fn no_check(san: San) -> Vec<String> {
    let settings: Vec<Setting> = settings(san).collect();
    settings
        .chunk_by(|one, other| one.from == other.from)
        .flat_map(|settings| [checks_nothing(settings), uncovers_nothing(settings)])
        .collect()
}

/// Why no square that the piece attacks after the move can hold a king,
/// whichever of the settings, all with one from-square, is on the board.
fn checks_nothing(settings: &[Setting]) -> String {
    let (role, from) = (role_name(settings[0].piece.role), settings[0].from);
    let mut reasons: BTreeMap<Square, BTreeSet<String>> = BTreeMap::new();
    for setting in settings {
        for king in setting.attacked_after() {
            let line = attacks::between(setting.to, king);
            let reason = if king == from {
                format!("where the {role} was")
            } else if setting.companions.contains(king) {
                format!("where another {role} is")
            } else if setting.empty().contains(king) {
                "must be empty for the move".to_owned()
            } else if let Some(attacker) = setting.attacker_before(king, line) {
                format!("attacked before, from {attacker}")
            } else {
                continue;
            };
            reasons.entry(king).or_default().insert(reason);
        }
    }
    let mut kings: BTreeMap<&BTreeSet<String>, Bitboard> = BTreeMap::new();
    for (&king, reasons) in &reasons {
        kings.entry(reasons).or_default().add(king);
    }
    let cases = kings.into_iter().map(|(reasons, kings)| {
        let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
        format!("{}: {}", enumerate(kings, "or"), reasons.join(", or "))
    });
    let cases: Vec<String> = cases.collect();
    format!("from {from}, a king on {}", cases.join("; on "))
}

fn uncovers_nothing(settings: &[Setting]) -> String {
    let (role, from) = (role_name(settings[0].piece.role), settings[0].from);
    if settings[0].unguarded().is_empty() {
        format!("from {from}, nothing is uncovered: the {role} itself attacks along every line")
    } else {
        format!(
            "from {from}, nothing is uncovered: the {role} itself attacks along its lines, and \
             no other goes on behind {from}"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::{File, Rank};

    use super::*;
    use crate::san::{occurrence::occurring, syntax::parse, vocabulary::Vocabulary};

    /// Every text that is well written SAN.
    fn well_written() -> Vec<String> {
        let files = || File::ALL.map(|file| file.to_string());
        let ranks = || Rank::ALL.map(|rank| rank.to_string());
        let squares = Square::ALL.map(|square| square.to_string());
        let or_none = |items: [String; 8]| items.into_iter().chain([String::new()]);
        let mut texts = vec!["O-O".to_owned(), "O-O-O".to_owned()];
        for square in squares {
            for file in or_none(files()) {
                for rank in or_none(ranks()) {
                    for x in ["", "x"] {
                        for role in ["K", "Q", "R", "B", "N"] {
                            texts.push(format!("{role}{file}{rank}{x}{square}"));
                        }
                    }
                }
            }
            for promotion in ["", "=Q", "=R", "=B", "=N"] {
                texts.push(format!("{square}{promotion}"));
                for file in files() {
                    texts.push(format!("{file}x{square}{promotion}"));
                }
            }
        }
        let suffixes = ["", "+", "#"].into_iter();
        suffixes
            .flat_map(|suffix| texts.iter().map(move |text| format!("{text}{suffix}")))
            .collect()
    }

    #[test]
    fn exactly_the_strings_that_do_not_occur_have_a_reason() {
        let occurring: HashSet<SanPlus> = occurring(&Vocabulary::new()).collect();
        let texts = well_written();
        assert_eq!(texts.len(), 3 * (2 + 64 * (9 * 9 * 2 * 5 + 5 * 9)));
        for text in texts {
            let san = parse(text.as_bytes()).expect("well written");
            let Some(reason) = reason(san) else {
                assert!(occurring.contains(&san), "{text} has no reason");
                continue;
            };
            assert!(!occurring.contains(&san), "{text} occurs, but: {reason}");
            let cases = matches!(reason, Reason::Needless(_) | Reason::NoCheck(_));
            assert_eq!(cases, !reason.proof().is_empty(), "{text}: {reason}");
        }
    }

    /// The proofs say that no line which a piece does not guard itself goes on
    /// behind its from-square.
    #[test]
    fn nothing_is_uncovered_for_want_of_lines() {
        let vocabulary = Vocabulary::new();
        let no_check = vocabulary.base().iter().filter(|&&san| !can_check(san));
        for setting in no_check.flat_map(|&san| settings(san)) {
            for behind in setting.unguarded() {
                let line = attacks::ray(behind, setting.from);
                assert_eq!(line & !half_ray(setting.from, behind), setting.from.into());
            }
        }
    }
}
