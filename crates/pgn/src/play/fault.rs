//! What is wrong with a game or a move: the names, the sentences and the mending of each fault.

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

/// What is wrong with a game or a move.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The game is one of a variant.
    Variant(String),
    /// The game starts from another position.
    OtherStart,
    /// The move is not in the list.
    Unlisted,
    /// A legal move is not written as SAN writes it.
    Spelling {
        /// Its SAN.
        san: SanPlus,
        /// How it differs from that; at least one.
        differences: Vec<Deviation>,
    },
    /// What stands in the place of a move is none that can be played.
    Move(Reading),
    /// The structure is broken.
    Pgn(PgnFault),
    /// What is wrong with the FEN from which the game starts.
    Fen(FenError),
    /// A legal move has the letter of a language that is not the language of the game.
    OtherLetter {
        /// Its SAN.
        san: SanPlus,
        /// How it differs from that.
        differences: Vec<Deviation>,
    },
    /// The number before a move names a later move than the position has, or a move of the other side: moves
    /// are missing before it.
    MissingMove {
        /// How many moves, of both sides together; at least one.
        plies: usize,
    },
    /// The result contradicts the last position of the main line.
    Ending {
        /// How the game ended on the board.
        ending: Ending,
        /// Whether the tag has the right result, or there is no tag.
        is_in_tag: bool,
    },
    /// The tag `Result` has this result, and the moves end with another.
    ResultTag(String),
    /// The number before a move is another than this, which the position has.
    Number(usize),
    /// The number before a move is not above this one, which comes before it in the line.
    NumberGoesBack(u32),
    /// No move follows a number.
    StrayNumber,
    /// Neither a full stop nor a space is between a number and its move.
    GluedNumber,
    /// The game begins at this move, and no FEN says where.
    NoBeginning(u32),
    /// No result stands after the moves.
    NoResult,
    /// Another result stands after the one that ends the game.
    SecondResult(String),
    /// A second game begins on a line that should have one.
    SecondGame,
    /// A brace ends no comment.
    Brace,
    /// A brace opens a comment within a comment: the end of the first one may be missing.
    InnerBrace,
    /// What is no move stands outside a comment.
    BareComment,
    /// The result is not written as the export format writes it, which is this.
    Result(Outcome),
    /// PGN has no such result as this one, in which both players lose.
    BothLose,
    /// PGN has no such result.
    NoSuchResult,
    /// A tag of the seven tag roster is missing.
    NoTag(&'static str),
    /// A line among the tags is no tag pair, or one that the export format writes so.
    BadTag(Option<String>),
    /// The tag `Result` does not have one of the four results.
    BadResult,
    /// A tag comes again; what it says first counts.
    DoubleTag(String),
    /// The file has no game.
    NoGame,
}

impl Fault {
    /// Its kind, as `lint` names it: that of a spelling is the name of its first difference.
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

    /// Its kind in a word or two, as a summary names it.
    ///
    /// ```
    /// use san_strings_pgn::Fault;
    ///
    /// assert_eq!(Fault::OtherStart.words(), "from a FEN");
    /// ```
    pub fn words(&self) -> &'static str {
        Rule::of(self).map_or("misspelled move", |rule| rule.words)
    }

    /// Whether a kind of fault, given by its [`words`](Fault::words), breaks a game. A game of a variant, or from a
    /// FEN, is not broken.
    pub fn is_broken(words: &str) -> bool {
        !["of a variant", "from a FEN"].contains(&words)
    }

    /// What is wrong with all of its kind, as a sentence.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Fault::NoGame.rule(), "The file, or a part of it, has no game.");
    /// ```
    pub fn rule(&self) -> String {
        if let Fault::Spelling { differences, .. } = self {
            let difference = differences.first().map(|first| first.difference.in_general());
            return format!("A move has {}.", difference.unwrap_or_default());
        }
        Rule::of(self).and_then(|rule| rule.sentence).unwrap_or_default().to_owned()
    }

    /// The names of what is wrong with a FEN; of other faults, none.
    pub fn reasons(&self) -> Vec<&'static str> {
        match self {
            Fault::Fen(FenError(faults)) => faults.iter().map(FenFault::name).collect(),
            _ => Vec::new(),
        }
    }

    /// How much it matters.
    pub fn level(&self) -> Level {
        match self {
            Fault::Spelling { differences, .. } if has_false_mark(differences) => Level::Warning,
            Fault::Spelling { .. } => Level::Note,
            fault => Rule::of(fault).map_or(Level::Error, |rule| rule.level),
        }
    }

    /// What should stand there instead, if that is plain.
    pub(crate) fn fix(&self) -> Option<String> {
        match self {
            // An evaluation behind the move stays.
            Fault::Spelling { differences, .. }
                if differences.iter().any(|it| *it == Difference::Evaluation)
                    || has_false_mark(differences) =>
            {
                None
            }
            Fault::Spelling { san, .. } => Some(san.to_string()),
            // An arbiter may have decided on a dead position.
            Fault::Ending { ending: Ending::DeadPosition, .. } => None,
            Fault::Ending { ending, is_in_tag: true } => Some(ending.outcome().to_string()),
            Fault::Result(outcome) => Some(outcome.to_string()),
            Fault::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    /// A sentence, without what is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Spelling { san, differences } => {
                write!(f, "it has {}, and should be {san}", listed(differences))
            }
            Fault::Move(reading) => reading.fmt(f),
            Fault::Pgn(fault) => fault.fmt(f),
            Fault::Variant(name) => write!(f, "it is a game of {name}"),
            Fault::OtherStart => f.write_str("it starts from a FEN"),
            Fault::Unlisted => f.write_str("it is not in the list"),
            Fault::Fen(why) => match why.kind() {
                FenKind::Impossible => write!(f, "no game can reach this position: {why}"),
                FenKind::Spelling => {
                    write!(f, "the FEN is not spelled as the standard writes it: {why}")
                }
                _ => write!(f, "the FEN is wrong: {why}"),
            },
            Fault::NoBeginning(number) => {
                write!(f, "the game begins at move {number}, but no FEN gives the position")
            }
            Fault::OtherLetter { san, differences } => {
                write!(f, "it has {} in a game in English, and means {san}", listed(differences))
            }
            Fault::MissingMove { plies: 1 } => f.write_str("a move is missing before it"),
            Fault::MissingMove { plies } => write!(f, "{plies} moves are missing before it"),
            Fault::Ending { ending, .. } => {
                write!(f, "{ending}: it should be {}", ending.outcome())
            }
            Fault::ResultTag(tag) => write!(f, "the tag `Result` says {tag}"),
            Fault::NoResult => f.write_str("no result follows the moves"),
            Fault::SecondResult(second) => write!(f, "it ends the game, and {second} follows"),
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
            Fault::DoubleTag(name) => write!(f, "duplicate tag `{name}`: the first one counts"),
            Fault::NoGame => f.write_str("there is no game in it"),
        }
    }
}

/// The results of PGN.
const RESULTS: &str = "1-0, 0-1, 1/2-1/2 and *";

/// Whether a move has a mark of check, mate or capture that is false: the mark may be the trace of another
/// mistake, such as a misread square, and is not mended.
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
    /// How much a finding matters.
    ///
    /// ```
    /// use san_strings_pgn::{Fault, Level};
    ///
    /// assert_eq!(Fault::NoResult.level(), Level::Warning);
    /// assert_eq!(Level::Warning.name(), "warning");
    /// ```
    Level {
        /// A move cannot be played, or a part of the game cannot be read.
        Error = "error",
        /// Something is plainly read, and only written otherwise than the export format has it.
        Note = "note",
        /// The rest: something contradicts something else, or is missing.
        Warning = "warning",
    }
}

/// How the faults of one kind are named.
pub struct Rule {
    /// The kind, as `lint` names it.
    pub kind: &'static str,
    /// The same in a word or two.
    words: &'static str,
    /// What is wrong, as a sentence, if `lint` finds it.
    pub sentence: Option<&'static str>,
    level: Level,
}

impl Rule {
    /// Each kind of fault that is no difference of a spelling.
    pub const ALL: [Rule; 34] = [
        Rule::error("illegal-move", "illegal move", "A move is not legal."),
        Rule::error("ambiguous-move", "ambiguous move", "Several legal moves fit what is written."),
        Rule::found("null-move", "null move", "A player passes."),
        Rule::error("no-move", "no move", "A word in the place of a move is not a move."),
        Rule::error("numeric-notation", "no move", "A move is written in numeric notation."),
        Rule::error("missing-move", "missing move", "A move is missing."),
        Rule::found("other-letters", "other letters", "A game has letters of two languages."),
        Rule::found("wrong-number", "wrong number", "A move number does not match the position."),
        Rule::found("stray-number", "stray number", "A number is not the number of a move."),
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
        Rule::found("result-tag", "result tag", "The result differs from the tag `Result`."),
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
        Rule::error("open-comment", "open comment", "A comment does not end."),
        Rule::error("open-variation", "open variation", "A variation does not end."),
        Rule::found("stray-parenthesis", "stray parenthesis", "A parenthesis closes no variation."),
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
            "A FEN is not spelled as the PGN standard writes it.",
        ),
        Rule::note(
            "bad-tag",
            "bad tag",
            "A tag pair has a name, a space, and a value in quotation marks.",
        ),
        Rule::found("double-tag", "double tag", "A tag occurs twice."),
        Rule::found("missing-tag", "missing tag", "A tag of the seven tag roster is missing."),
        Rule::error("no-game", "without moves", "The file, or a part of it, has no game."),
        Rule::error("cut-off", "cut off", "The game is cut off, or longer than 2 MiB."),
        Rule::other("misspelled-move", "misspelled move"),
        Rule::other("unlisted-move", "unlisted move"),
        Rule::other("variant", "of a variant"),
        Rule::other("other-start", "from a FEN"),
    ];

    const fn found(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { kind, words, sentence: Some(sentence), level: Level::Warning }
    }

    /// The same, if something cannot be played or read.
    const fn error(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { level: Level::Error, ..Rule::found(kind, words, sentence) }
    }

    /// The same, if something is only written otherwise.
    const fn note(kind: &'static str, words: &'static str, sentence: &'static str) -> Rule {
        Rule { level: Level::Note, ..Rule::found(kind, words, sentence) }
    }

    /// A kind that `lint` does not look for.
    const fn other(kind: &'static str, words: &'static str) -> Rule {
        Rule { kind, words, sentence: None, level: Level::Error }
    }

    fn of(fault: &Fault) -> Option<&'static Rule> {
        const ALL: &[Rule] = &Rule::ALL;
        ALL.iter().find(|rule| rule.kind == fault.kind())
    }
}
