//! Defines the faults of games and moves, with their names, messages and corrections.

use std::fmt;

use san_strings_core::{
    FenError, FenFault, FenKind, names,
    reader::Reading,
    refusal::Refusal,
    spelling::{Deviation, Difference, listed},
};
use shakmaty::{Outcome, san::SanPlus};

use super::ending::Ending;
use crate::lexer::PgnFault;

/// A fault in a game or a move.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The game belongs to the chess variant with this name, which we do not support.
    Variant(String),
    /// The game does not start from the initial position.
    OtherStart,
    /// The move is not in the vocabulary with which the games are encoded.
    Unlisted,
    /// A legal move is not spelled in correct SAN.
    Spelling {
        /// The correct SAN.
        san: SanPlus,
        /// The differences from the correct SAN. There is at least one.
        differences: Vec<Deviation>,
    },
    /// A word among the moves cannot be played.
    Move(Reading),
    /// The structure of the game is broken.
    Pgn(PgnFault),
    /// The FEN from which the game starts is wrong.
    Fen(FenError),
    /// The piece letter of a legal move belongs to a different language than the rest of the game.
    OtherLetter {
        /// The correct SAN.
        san: SanPlus,
        /// How the move as written differs from `san`.
        differences: Vec<Deviation>,
    },
    /// Moves are missing. The number before this move is too high for the position, or belongs to a move of
    /// the other side, as in `1. e4 2. Nf3`.
    MissingMove {
        /// Number of missing plies; at least one.
        plies: usize,
    },
    /// The result contradicts the last position of the main line.
    Ending {
        /// How the game ended on the board.
        ending: Ending,
        /// Whether the tag `Result` is missing, or agrees with `ending`. Only then is the correction
        /// certain.
        is_in_tag: bool,
    },
    /// The tag `Result` has this value, but the moves end with another result.
    ResultTag(String),
    /// The number before a move is wrong. Contains the correct number.
    Number(usize),
    /// The number before a move is not higher than the previous number in the same main line or variation.
    /// Contains the previous number.
    NumberGoesBack(u32),
    /// A move number is not followed by a move.
    StrayNumber,
    /// A move number is joined to its move, without a full stop or a space.
    GluedNumber,
    /// The game has no FEN, but begins with this move number, which is greater than 1.
    NoBeginning(u32),
    /// The result after the moves is missing.
    NoResult,
    /// A second result, with this text, follows the result that ends the game.
    SecondResult(String),
    /// A line that should contain one game contains a second game.
    SecondGame,
    /// A closing brace is outside a comment.
    Brace,
    /// An opening brace is inside a comment. The closing brace of that comment may be missing.
    InnerBrace,
    /// A remark among the moves is not in braces.
    BareComment,
    /// The result is not spelled in export format. Contains the outcome that the result stands for.
    Result(Outcome),
    /// The result says that both players lose. PGN has no result for this.
    BothLose,
    /// The scores after the moves are not a PGN result, as in `0-1/2`.
    NoSuchResult,
    /// A tag of the seven tag roster is missing.
    NoTag(&'static str),
    /// A line among the tags is not in export format. Holds the tag pair in export format; `None` if the
    /// line is not a tag pair.
    BadTag(Option<String>),
    /// The value of the tag `Result` is not `1-0`, `0-1`, `1/2-1/2` or `*`.
    BadResult,
    /// The game contains the tag more than once. We use the first value.
    DoubleTag(String),
    /// The file has no game.
    NoGame,
}

impl Fault {
    /// Returns the kind, as `lint` prints it. For a misspelled move, this is the name of the first
    /// difference from SAN.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Fault::NoResult.kind(), "no-result");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Variant(_) => "variant",
            Fault::OtherStart => "other-start",
            Fault::Unlisted => "unlisted-move",
            Fault::Move(Reading::Exact { .. } | Reading::Mended { .. }) => "misspelled-move",
            Fault::Spelling { differences, .. } => differences.first().map_or("", |it| it.name()),
            Fault::OtherLetter { .. } | Fault::Move(Reading::Illegal(Refusal::OtherLetters {})) => {
                "other-letters"
            }
            Fault::MissingMove { .. } => "missing-move",
            Fault::Move(Reading::Ambiguous { .. }) => "ambiguous-move",
            Fault::Move(Reading::Null) => "null-move",
            Fault::Move(Reading::NotAMove {
                why: Some(Refusal::NumericNotation { .. }), ..
            }) => "numeric-notation",
            Fault::Move(Reading::NotAMove { .. }) => "no-move",
            Fault::Move(_) => "illegal-move",
            Fault::Pgn(PgnFault::Comment) => "open-comment",
            Fault::Pgn(PgnFault::Variation) => "open-variation",
            Fault::Pgn(PgnFault::NoVariation) => "stray-parenthesis",
            Fault::Pgn(PgnFault::Character(_) | PgnFault::LongWord) => "not-pgn",
            Fault::NoGame | Fault::Pgn(PgnFault::NoMoves) => "no-game",
            Fault::Pgn(PgnFault::Cut) => "cut-off",
            Fault::Fen(why) => why.kind().name(),
            Fault::Ending { .. } => "result-position",
            Fault::Number(_) | Fault::NumberGoesBack(_) => "wrong-number",
            Fault::StrayNumber | Fault::GluedNumber => "stray-number",
            Fault::NoBeginning(_) => "no-beginning",
            Fault::ResultTag(_) => "result-tag",
            Fault::NoResult => "no-result",
            Fault::SecondResult(_) => "second-result",
            Fault::SecondGame => "second-game",
            Fault::Brace | Fault::InnerBrace => "stray-brace",
            Fault::BareComment => "bare-comment",
            Fault::Result(_) | Fault::BothLose | Fault::NoSuchResult => "result-spelling",
            Fault::NoTag(_) => "missing-tag",
            Fault::BadTag(_) | Fault::BadResult => "bad-tag",
            Fault::DoubleTag(_) => "double-tag",
        }
    }

    /// Returns a short description of the kind, for summaries.
    ///
    /// ```
    /// use san_strings_pgn::Fault;
    ///
    /// assert_eq!(Fault::OtherStart.words(), "from a FEN");
    /// ```
    pub fn words(&self) -> &'static str {
        Rule::of(self).map_or("misspelled move", |rule| rule.words)
    }

    /// Whether a kind of fault breaks a game. `words` names the kind: see [`Fault::words`]. A game of a chess
    /// variant or from a FEN is not broken, although commands may leave it out.
    pub fn is_broken(words: &str) -> bool {
        !["of a variant", "from a FEN"].contains(&words)
    }

    /// Returns a sentence that describes this kind of fault in general.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Fault::NoGame.rule(), "The file, or a part of it, contains no game.");
    /// ```
    pub fn rule(&self) -> String {
        if let Fault::Spelling { differences, .. } = self {
            let difference = differences.first().map(|first| first.difference.in_general());
            return format!("A move has {}.", difference.unwrap_or_default());
        }
        Rule::of(self).and_then(|rule| rule.sentence).unwrap_or_default().to_owned()
    }

    /// For [`Fault::Fen`], returns the name of each fault in the FEN. Otherwise returns an empty list.
    pub fn reasons(&self) -> Vec<&'static str> {
        match self {
            Fault::Fen(FenError(faults)) => faults.iter().map(FenFault::name).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns how serious the fault is.
    pub fn level(&self) -> Level {
        match self {
            Fault::Spelling { differences, .. } if has_false_mark(differences) => Level::Warning,
            Fault::Spelling { .. } => Level::Note,
            fault => Rule::of(fault).map_or(Level::Error, |rule| rule.level),
        }
    }

    /// Returns the corrected text, if the correction is certain.
    pub(crate) fn fix(&self) -> Option<String> {
        match self {
            // We do not correct a move that has a false `+`, `#` or `x`, or is followed by an evaluation.
            Fault::Spelling { differences, .. }
                if differences.iter().any(|it| *it == Difference::Evaluation)
                    || has_false_mark(differences) =>
            {
                None
            }
            Fault::Spelling { san, .. } => Some(san.to_string()),
            // If a game ends in a dead position, we do not correct its result, because an arbiter may have
            // decided the game.
            Fault::Ending { ending: Ending::DeadPosition, .. } => None,
            Fault::Ending { ending, is_in_tag: true } => Some(ending.outcome().to_string()),
            Fault::Result(outcome) => Some(outcome.to_string()),
            Fault::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    /// Writes the message, without the faulty text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Spelling { san, differences } => {
                write!(f, "it has {}, and should be {san}", listed(differences))
            }
            Fault::Move(reading) => reading.fmt(f),
            Fault::Pgn(fault) => fault.fmt(f),
            Fault::Variant(name) => write!(f, "it is a game of {name}"),
            Fault::OtherStart => f.write_str("it starts from a FEN"),
            Fault::Unlisted => f.write_str("it is not in the list of strings"),
            Fault::Fen(why) => match why.kind() {
                FenKind::Impossible => write!(f, "no game can reach this position: {why}"),
                FenKind::Spelling => {
                    write!(f, "the FEN is not written as the standard requires: {why}")
                }
                _ => write!(f, "the FEN is wrong: {why}"),
            },
            Fault::NoBeginning(number) => {
                write!(f, "the game begins at move {number}, but no FEN gives the position")
            }
            Fault::OtherLetter { san, differences } => {
                write!(
                    f,
                    "this game uses English piece letters, but the move has {}, and means {san}",
                    listed(differences)
                )
            }
            Fault::MissingMove { plies: 1 } => f.write_str("a move is missing before it"),
            Fault::MissingMove { plies } => write!(f, "{plies} moves are missing before it"),
            Fault::Ending { ending, .. } => {
                write!(f, "{ending}: it should be {}", ending.outcome())
            }
            Fault::ResultTag(tag) => write!(f, "the tag `Result` says {tag}"),
            Fault::NoResult => f.write_str("no result follows the moves"),
            Fault::SecondResult(second) => {
                write!(f, "this result ends the game, but a second result follows: {second}")
            }
            Fault::SecondGame => f.write_str("it begins another game"),
            Fault::Brace => f.write_str("no comment is open here: comments do not nest"),
            Fault::InnerBrace => {
                f.write_str("it is within a comment: is the end of that comment missing?")
            }
            Fault::BareComment => f.write_str("comments belong in braces"),
            Fault::Result(outcome) => write!(f, "it should be {outcome}"),
            Fault::BothLose => {
                write!(f, "both players lose, and PGN has no such result, only {RESULTS}")
            }
            Fault::NoSuchResult | Fault::BadResult => {
                write!(f, "PGN has no such result, only {RESULTS}")
            }
            Fault::Number(number) => write!(f, "it should be {number}"),
            Fault::NumberGoesBack(last) => write!(
                f,
                "it follows {last}: are moves swapped, or parentheses missing around a variation?"
            ),
            Fault::StrayNumber => f.write_str("no move follows this number"),
            Fault::GluedNumber => {
                f.write_str("a full stop is missing between this number and its move")
            }
            Fault::NoTag(name) => write!(f, "the tag `{name}` is missing"),
            Fault::BadTag(Some(right)) => write!(f, "it should be {right}"),
            Fault::BadTag(None) => {
                f.write_str("it is not a tag pair: a name, and a value in quotation marks")
            }
            Fault::DoubleTag(name) => write!(f, "duplicate tag `{name}`: the first one is used"),
            Fault::NoGame => f.write_str("it contains no game"),
        }
    }
}

const RESULTS: &str = "1-0, 0-1, 1/2-1/2 and *";

/// Whether a move has a `+` without a check, a `#` without a mate, or an `x` without a capture. We do not
/// correct such a move, because the symbol may come from another mistake, such as a misread square.
pub fn has_false_mark(differences: &[Deviation]) -> bool {
    let marks = [
        Difference::CheckAdded,
        Difference::MateAdded,
        Difference::MateInsteadOfCheck,
        Difference::NeedlessCapture,
    ];
    differences.iter().any(|it| marks.contains(&it.difference))
}

names! {
    /// How serious a finding is.
    ///
    /// ```
    /// use san_strings_pgn::{Fault, Level};
    ///
    /// assert_eq!(Fault::NoResult.level(), Level::Warning);
    /// assert_eq!(Level::Warning.name(), "warning");
    /// ```
    Level {
        /// A move cannot be played, or part of the game cannot be read.
        Error = "error",
        /// The meaning is certain, and only the spelling differs from the export format.
        Note = "note",
        /// Any other fault, such as a result that contradicts the position, or a missing tag.
        Warning = "warning",
    }
}

/// The names and the level of one kind of fault.
pub struct Rule {
    /// The kind, as `lint` prints it.
    pub kind: &'static str,
    /// The kind in a word or two.
    words: &'static str,
    /// The sentence that describes the kind; `None` if `lint` does not look for faults of this kind.
    pub sentence: Option<&'static str>,
    level: Level,
}

impl Rule {
    /// All kinds of faults, except the kinds of [`Fault::Spelling`], which say how a legal move differs from SAN.
    pub const ALL: [Rule; 34] = [
        Rule::error("illegal-move", "illegal move", "A move is not legal."),
        Rule::error("ambiguous-move", "ambiguous move", "Several legal moves fit what is written."),
        Rule::found("null-move", "null move", "A player passes."),
        Rule::error("no-move", "no move", "A move is expected, but the word is not a move."),
        Rule::error("numeric-notation", "no move", "A move is written in numeric notation."),
        Rule::error("missing-move", "missing move", "A move is missing."),
        Rule::found(
            "other-letters",
            "other letters",
            "A game uses piece letters of two languages.",
        ),
        Rule::found("wrong-number", "wrong number", "A move number does not match the position."),
        Rule::found(
            "stray-number",
            "stray number",
            "A move number has no move after it, or no full stop before its move.",
        ),
        Rule::found(
            "result-position",
            "result position",
            "The result contradicts the last position.",
        ),
        Rule::note(
            "result-spelling",
            "result spelling",
            "The result is not one of 1-0, 0-1, 1/2-1/2 and *.",
        ),
        Rule::found("result-tag", "result tag", "The result differs from the `Result` tag."),
        Rule::error(
            "no-beginning",
            "no beginning",
            "The game does not begin at move 1, and no FEN gives the position.",
        ),
        Rule::found("no-result", "no result", "No result follows the moves."),
        Rule::found("second-result", "second result", "A game has two results."),
        Rule::found("second-game", "second game", "A line has two games."),
        Rule::found("stray-brace", "stray brace", "A brace neither opens nor closes a comment."),
        Rule::note("bare-comment", "bare comment", "A comment among the moves has no braces."),
        Rule::error("open-comment", "open comment", "A comment is never closed."),
        Rule::error("open-variation", "open variation", "A variation is never closed."),
        Rule::found(
            "stray-parenthesis",
            "stray parenthesis",
            "A closing parenthesis has no matching opening parenthesis.",
        ),
        Rule::error("not-pgn", "not PGN", "This is not PGN."),
        Rule::error("wrong-fen", "wrong FEN", "A FEN cannot be read."),
        Rule::found(
            "impossible-position",
            "impossible position",
            "No game can reach the position of a FEN.",
        ),
        Rule::note(
            "fen-spelling",
            "FEN spelling",
            "A FEN is not written as the PGN standard requires.",
        ),
        Rule::note(
            "bad-tag",
            "bad tag",
            "A tag pair is not written as a name, a space, and a value in quotation marks.",
        ),
        Rule::found("double-tag", "double tag", "A tag occurs twice."),
        Rule::found("missing-tag", "missing tag", "A tag of the seven tag roster is missing."),
        Rule::error("no-game", "without moves", "The file, or a part of it, contains no game."),
        Rule::error("cut-off", "cut off", "The game is cut off, or longer than 2 MiB."),
        Rule::other("misspelled-move", "misspelled move"),
        Rule::other("unlisted-move", "unlisted move"),
        Rule::other("variant", "of a variant"),
        Rule::other("other-start", "from a FEN"),
    ];

    const fn found(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { kind, words, sentence: Some(sentence), level: Level::Warning }
    }

    const fn error(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { level: Level::Error, ..Rule::found(kind, words, sentence) }
    }

    const fn note(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { level: Level::Note, ..Rule::found(kind, words, sentence) }
    }

    /// Creates a rule for a fault that `lint` does not look for.
    const fn other(kind: &'static str, words: &'static str) -> Rule {
        Rule { kind, words, sentence: None, level: Level::Error }
    }

    fn of(fault: &Fault) -> Option<&'static Rule> {
        const ALL: &[Rule] = &Rule::ALL;
        ALL.iter().find(|rule| rule.kind == fault.kind())
    }
}
