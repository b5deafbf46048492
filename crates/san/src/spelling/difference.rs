//! Lists every way in which the spelling of a move can differ from SAN, in one table with an example for
//! each.

use std::fmt;

use shakmaty::Role;

use super::language::{Language, names_where};
use crate::english::in_words;

/// An example of a difference: a text that is not SAN, and the move that it means in a position.
///
/// ```
/// use san_strings_core::Difference;
///
/// let spelled = Difference::Figurine.example();
/// assert_eq!((spelled.text, spelled.san), ("♘f3", "Nf3"));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Spelled {
    /// The text.
    pub text: &'static str,
    /// The SAN of the move.
    pub san: &'static str,
    /// The position, as FEN.
    pub fen: &'static str,
}

/// Each difference has a name for JSON, a phrase for a sentence such as `It means O-O, with zeros for the letter
/// O`, and an example.
macro_rules! differences {
    ($($variant:ident = $name:literal: $phrase:literal, $text:literal => $san:literal in $fen:expr,)*) => {
        /// One way in which a text differs from the SAN that it means.
        ///
        /// ```
        /// use san_strings_core::Difference;
        ///
        /// let zeros = Difference::ALL.iter().find(|it| it.name() == "castling-with-zeros").expect("it is there");
        /// assert_eq!(zeros.to_string(), "zeros for the letter O");
        /// ```
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[non_exhaustive]
        pub enum Difference {
            $(#[doc = concat!("It has ", $phrase, ": `", $text, "` for `", $san, "`.")] $variant,)*
            /// A foreign letter for this role, where English uses another letter.
            Foreign(Role, &'static str),
            /// A letter of the game's language, where English uses another letter.
            OfLanguage(Language),
        }

        impl Difference {
            /// All differences except foreign letters, in the order of declaration.
            pub const ALL: &'static [Difference] = &[$(Difference::$variant,)*];

            /// The name in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Difference::$variant => $name,)*
                    Difference::Foreign(..) | Difference::OfLanguage(_) => "foreign-letter",
                }
            }

            /// A text with this difference.
            pub fn example(self) -> Spelled {
                let (text, san, fen) = match self {
                    $(Difference::$variant => ($text, $san, $fen),)*
                    Difference::Foreign(..) | Difference::OfLanguage(_) => ("Sf3", "Nf3", START),
                };
                Spelled { text, san, fen }
            }

            /// A phrase for all differences with this name. For a foreign letter, the phrase does not name
            /// the language.
            pub fn in_general(self) -> String {
                match self {
                    Difference::Foreign(..) | Difference::OfLanguage(_) => {
                        "a letter of another language".to_owned()
                    }
                    difference => difference.to_string(),
                }
            }
        }

        impl fmt::Display for Difference {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $(Difference::$variant => f.write_str($phrase),)*
                    Difference::Foreign(role, letter) => {
                        let languages = names_where(|one| one.letter(role) == Some(letter));
                        write!(f, "the {} letter", in_words(languages, "and"))
                    }
                    Difference::OfLanguage(language) => {
                        write!(f, "the {} letter", in_words(language.alike(), "and"))
                    }
                }
            }
        }
    };
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// White can capture en passant, and can promote.
const PAWNS: &str = "r6k/1P6/8/3pP3/8/8/8/6K1 w - d6 0 1";

const CHECK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

const MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";

/// One knight can go to b3, and the other is pinned.
const PINNED: &str = "k7/8/8/N7/8/8/8/K1N4r w - - 0 1";

differences! {
    CannotOccur = "cannot-occur":
        "a + or # that this move can never give", "Rah1+" => "Rah1" in "6k1/8/8/8/7R/8/4K3/R7 w - - 0 1",
    CapitalFile = "capital-file": "a capital letter for a file", "E4" => "e4" in START,
    CapitalX = "capital-x": "a capital X", "eXd6" => "exd6" in PAWNS,
    CaptureColon = "capture-colon": "another character for x", "e:d6" => "exd6" in PAWNS,
    CaptureTrailingColon = "capture-trailing-colon":
        "a trailing colon instead of x", "ed6:" => "exd6" in PAWNS,
    CaptureWithoutX = "capture-without-x": "no x", "ed6" => "exd6" in PAWNS,
    CastlingAsKingMove = "castling-as-king-move":
        "the king's move alone", "Kg1" => "O-O" in CASTLING,
    CastlingLowerCase = "castling-lower-case": "lower-case letters", "o-o" => "O-O" in CASTLING,
    CastlingWithZeros = "castling-with-zeros": "zeros for the letter O", "0-0" => "O-O" in CASTLING,
    CheckAdded = "check-added": "+ without a check", "Rb1+" => "Rb1" in CHECK,
    CheckBeforePromotion = "check-before-promotion":
        "the check symbol before the promotion", "b8+=Q" => "b8=Q+" in PAWNS,
    CheckInsteadOfMate = "check-instead-of-mate": "+ for mate", "Qh4+" => "Qh4#" in MATE,
    CheckMissing = "check-missing": "no + for the check", "Ra8" => "Ra8+" in CHECK,
    CheckWord = "check-word": "a word or symbol for +", "Ra8 ch" => "Ra8+" in CHECK,
    Dash = "dash": "a different dash", "O–O" => "O-O" in CASTLING,
    DoubleCheckAsPlusPlus = "double-check-as-plus-plus":
        "++ for a check", "Nf6++" => "Nf6+" in "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
    EnPassantEp = "en-passant-e.p.": "an en passant note", "exd6 e.p." => "exd6" in PAWNS,
    Evaluation = "evaluation": "an evaluation", "Nf3 +=" => "Nf3" in START,
    Figurine = "figurine": "a figurine", "♘f3" => "Nf3" in START,
    FullWidth = "full-width": "a full-width character", "Ｎf3" => "Nf3" in START,
    Invisible = "invisible-character":
        "an invisible character", "N\u{200b}f3" => "Nf3" in START,
    LongAlgebraic = "long-algebraic": "the from-square", "Ng1-f3" => "Nf3" in START,
    LongAlgebraicWithoutDash = "long-algebraic-without-dash":
        "UCI notation", "e2e4" => "e4" in START,
    Lookalike = "lookalike-letter":
        "a Cyrillic letter that looks like a Latin one", "е4" => "e4" in START,
    LowerCasePiece = "lower-case-piece": "a lower-case piece letter", "nf3" => "Nf3" in START,
    MateAdded = "mate-added": "# without a check", "Rb1#" => "Rb1" in CHECK,
    MateAsPlusPlus = "mate-as-plus-plus": "++ for mate", "Qh4++" => "Qh4#" in MATE,
    MateInsteadOfCheck = "mate-instead-of-check": "# for a check", "Ra8#" => "Ra8+" in CHECK,
    MateMissing = "mate-missing": "no # for the mate", "Qh4" => "Qh4#" in MATE,
    MateSign = "mate-sign": "two symbols for #", "Qh4+#" => "Qh4#" in MATE,
    MateWord = "mate-word": "a word or symbol for #", "Qh4 mate" => "Qh4#" in MATE,
    MoveNumber = "move-number": "a move number", "1. Nf3" => "Nf3" in START,
    Nag = "nag": "a NAG", "Nf3 $1" => "Nf3" in START,
    NeedlessCapture = "needless-capture": "x without a capture", "Nxf3" => "Nf3" in START,
    NeedlessFile = "needless-file": "a needless file", "Ngf3" => "Nf3" in START,
    NeedlessFileCompanionPinned = "needless-file-companion-pinned":
        "a needless file (the other piece is pinned)", "Nab3" => "Nb3" in PINNED,
    NeedlessRank = "needless-rank": "a needless rank", "N1f3" => "Nf3" in START,
    NeedlessRankCompanionPinned = "needless-rank-companion-pinned":
        "a needless rank (the other piece is pinned)", "N5b3" => "Nb3" in PINNED,
    NeedlessSquare = "needless-square": "a needless square", "Ng1f3" => "Nf3" in START,
    NeedlessSquareCompanionPinned = "needless-square-companion-pinned":
        "a needless square (the other piece is pinned)", "Na5b3" => "Nb3" in PINNED,
    NoDash = "no-dash": "no dash", "OO" => "O-O" in CASTLING,
    NoRank = "no-rank": "no rank", "ed" => "exd6" in PAWNS,
    PawnCaptureWithoutFile = "pawn-capture-without-file": "no file", "xd6" => "exd6" in PAWNS,
    PawnWithLetter = "pawn-with-letter": "a letter for the pawn", "Pe4" => "e4" in START,
    PromotionInParentheses = "promotion-in-parentheses":
        "parentheses around the promotion", "b8(Q)+" => "b8=Q+" in PAWNS,
    PromotionLowerCase = "promotion-lower-case":
        "a lower-case promotion letter", "b8=q+" => "b8=Q+" in PAWNS,
    PromotionSign = "promotion-sign": "another character for =", "b8/Q+" => "b8=Q+" in PAWNS,
    PromotionWithoutEquals = "promotion-without-equals":
        "no = before the promotion", "b8Q+" => "b8=Q+" in PAWNS,
    PromotionWord = "promotion-word": "a word for the promotion", "b8=Queen+" => "b8=Q+" in PAWNS,
    Punctuation = "punctuation": "a punctuation mark", "(Nf3)" => "Nf3" in START,
    RankForFile = "rank-for-file":
        "the rank where SAN names the file", "N1d2" => "Nbd2" in "k7/8/8/8/8/5N2/8/KN6 w - - 0 1",
    Spaces = "spaces": "extra spaces", "O - O" => "O-O" in CASTLING,
    Spoken = "spoken": "words", "knight to f3" => "Nf3" in START,
    SquareForFile = "square-for-file":
        "the square where SAN names the file", "Nb1d2" => "Nbd2" in "k7/8/8/8/8/5N2/8/KN6 w - - 0 1",
    SquareForRank = "square-for-rank":
        "the square where SAN names the rank", "Nb1d2" => "N1d2" in "k7/8/8/8/8/1N6/8/KN6 w - - 0 1",
    SuffixAnnotation = "suffix-annotation": "an annotation", "Nf3!" => "Nf3" in START,
    Uci = "uci": "UCI notation", "g1f3" => "Nf3" in START,
    WrongOrigin = "wrong-origin": "an impossible from-square", "e5xg6" => "exg6" in START,
}

/// Joins differences into a phrase: `with a needless file and no + for the check`.
pub fn with<D: fmt::Display>(differences: &[D]) -> String {
    format!("with {}", listed(differences))
}

/// Joins differences into a phrase without `with`: `a needless file and no + for the check`.
pub fn listed<D: fmt::Display>(differences: &[D]) -> String {
    in_words(differences, "and")
}
