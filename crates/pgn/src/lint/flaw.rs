//! What `lint` finds in a game: the name, the sentence and the mending of each flaw.

use std::fmt;

use san_strings_core::{
    reader::Reading,
    refusal::Refusal,
    spelling::{Deviation, Difference, listed},
};
use shakmaty::{Outcome, san::SanPlus};

use crate::{lexer::PgnFault, play::Ending};

/// Something that is wrong with a game.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Flaw {
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
    /// The position from which the game starts cannot be read, and why.
    Fen(String),
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

impl Flaw {
    /// Its kind: the name of the first difference of a spelling.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Flaw::NoResult.kind(), "no-result");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Flaw::Spelling { differences, .. } => differences.first().map_or("", |it| it.name()),
            Flaw::OtherLetter { .. } | Flaw::Move(Reading::Illegal(Refusal::OtherLetters {})) => {
                "other-letters"
            }
            Flaw::MissingMove { .. } => "missing-move",
            Flaw::Move(Reading::Ambiguous { .. }) => "ambiguous-move",
            Flaw::Move(Reading::Null) => "null-move",
            Flaw::Move(Reading::NotAMove {
                why: Some(Refusal::NumericNotation { .. }), ..
            }) => "numeric-notation",
            Flaw::Move(Reading::NotAMove { .. }) => "no-move",
            Flaw::Move(_) => "illegal-move",
            Flaw::Pgn(PgnFault::Comment) => "open-comment",
            Flaw::Pgn(PgnFault::Variation) => "open-variation",
            Flaw::Pgn(PgnFault::NoVariation) => "stray-parenthesis",
            Flaw::Pgn(PgnFault::Character(_) | PgnFault::LongWord) => "not-pgn",
            Flaw::NoGame | Flaw::Pgn(PgnFault::NoMoves) => "no-game",
            Flaw::Pgn(PgnFault::Cut) => "cut-off",
            Flaw::Fen(_) => "wrong-fen",
            Flaw::Ending { .. } => "result-position",
            Flaw::Number(_) | Flaw::NumberGoesBack(_) => "wrong-number",
            Flaw::StrayNumber | Flaw::GluedNumber => "stray-number",
            Flaw::NoBeginning(_) => "no-beginning",
            Flaw::ResultTag(_) => "result-tag",
            Flaw::NoResult => "no-result",
            Flaw::SecondResult(_) => "second-result",
            Flaw::SecondGame => "second-game",
            Flaw::Brace | Flaw::InnerBrace => "stray-brace",
            Flaw::BareComment => "bare-comment",
            Flaw::Result(_) | Flaw::BothLose | Flaw::NoSuchResult => "result-spelling",
            Flaw::NoTag(_) => "missing-tag",
            Flaw::BadTag(_) | Flaw::BadResult => "bad-tag",
            Flaw::DoubleTag(_) => "double-tag",
        }
    }

    /// What is wrong with all of its kind, as a sentence.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Flaw::NoGame.rule(), "The file, or a part of it, has no game.");
    /// ```
    pub fn rule(&self) -> String {
        if let Flaw::Spelling { differences, .. } = self {
            let difference = differences.first().map(|first| first.difference.in_general());
            return format!("A move has {}.", difference.unwrap_or_default());
        }
        let rule = RULES.iter().find(|(kind, _)| *kind == self.kind());
        rule.map_or("", |(_, sentence)| sentence).to_owned()
    }

    /// What should stand there instead, if that is plain.
    pub fn fix(&self) -> Option<String> {
        match self {
            // An evaluation behind the move stays.
            Flaw::Spelling { differences, .. }
                if differences.iter().any(|it| *it == Difference::Evaluation)
                    || has_false_mark(differences) =>
            {
                None
            }
            Flaw::Spelling { san, .. } => Some(san.to_string()),
            // An arbiter may have decided on a dead position.
            Flaw::Ending { ending: Ending::DeadPosition, .. } => None,
            Flaw::Ending { ending, is_in_tag: true } => Some(ending.outcome().to_string()),
            Flaw::Result(outcome) => Some(outcome.to_string()),
            Flaw::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for Flaw {
    /// A sentence, without what is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Spelling { san, differences } => {
                write!(f, "it has {}, and should be {san}", listed(differences))
            }
            Flaw::Move(reading) => reading.fmt(f),
            Flaw::Pgn(fault) => fault.fmt(f),
            Flaw::Fen(why) => write!(f, "the FEN is wrong: {why}"),
            Flaw::NoBeginning(number) => write!(f, "the game begins at move {number}"),
            Flaw::OtherLetter { san, differences } => {
                write!(f, "it has {} in a game in English, and means {san}", listed(differences))
            }
            Flaw::MissingMove { plies: 1 } => f.write_str("a move is missing before it"),
            Flaw::MissingMove { plies } => write!(f, "{plies} moves are missing before it"),
            Flaw::Ending { ending, .. } => write!(f, "{ending}: it should be {}", ending.outcome()),
            Flaw::ResultTag(tag) => write!(f, "the tag `Result` says {tag}"),
            Flaw::NoResult => f.write_str("no result stands after the moves"),
            Flaw::SecondResult(second) => write!(f, "it ends the game, and {second} follows"),
            Flaw::SecondGame => f.write_str("another game begins on the line"),
            Flaw::Brace => f.write_str("it ends no comment: comments do not nest"),
            Flaw::InnerBrace => {
                f.write_str("it is within a comment: is the end of that comment missing?")
            }
            Flaw::BareComment => f.write_str("comments stand in braces"),
            Flaw::Result(outcome) => write!(f, "it should be {outcome}"),
            Flaw::BothLose => {
                write!(f, "both players lose, and PGN has no such result, only {RESULTS}")
            }
            Flaw::NoSuchResult | Flaw::BadResult => {
                write!(f, "PGN has no such result, only {RESULTS}")
            }
            Flaw::Number(number) => write!(f, "it should be {number}"),
            Flaw::NumberGoesBack(last) => write!(
                f,
                "it follows {last}: are moves swapped, or parentheses missing around a variation?"
            ),
            Flaw::StrayNumber => f.write_str("no move follows this number"),
            Flaw::GluedNumber => {
                f.write_str("a full stop is missing between this number and its move")
            }
            Flaw::NoTag(name) => write!(f, "the tag `{name}` is missing"),
            Flaw::BadTag(Some(right)) => write!(f, "it should be {right}"),
            Flaw::BadTag(None) => {
                f.write_str("it is no tag pair: a name, and a value in quotation marks")
            }
            Flaw::DoubleTag(name) => write!(f, "the tag `{name}` stands before, and counts there"),
            Flaw::NoGame => f.write_str("no game is in it"),
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

/// Each kind of finding that is no difference of a spelling, with what is wrong.
pub const RULES: [(&str, &str); 28] = [
    ("illegal-move", "A move is not legal."),
    ("ambiguous-move", "Several legal moves fit what is written."),
    ("null-move", "A player passes."),
    ("no-move", "What stands in the place of a move is none."),
    ("numeric-notation", "A move is written in numeric notation."),
    ("missing-move", "A move is missing."),
    ("other-letters", "A game has letters of two languages."),
    ("wrong-number", "A move number is not that of the position."),
    ("stray-number", "A number is not the number of a move."),
    ("result-position", "The result is not the one of the last position."),
    ("result-spelling", "The result is not one of 1-0, 0-1, 1/2-1/2 and *."),
    ("result-tag", "The result is not the one of the tag `Result`."),
    ("no-beginning", "The game does not begin at move 1, and no FEN says where."),
    ("no-result", "No result stands after the moves."),
    ("second-result", "A game has two results."),
    ("second-game", "A line has two games."),
    ("stray-brace", "A brace ends no comment."),
    ("bare-comment", "A comment stands among the moves without braces."),
    ("open-comment", "A comment does not end."),
    ("open-variation", "A variation does not end."),
    ("stray-parenthesis", "A parenthesis ends no variation."),
    ("not-pgn", "This is not PGN."),
    ("wrong-fen", "The FEN is wrong."),
    ("bad-tag", "A tag pair has a name, a space, and a value in quotation marks."),
    ("double-tag", "A tag stands twice."),
    ("missing-tag", "A tag of the seven tag roster is missing."),
    ("no-game", "The file, or a part of it, has no game."),
    ("cut-off", "The game is cut off, or longer than 2 MiB."),
];
