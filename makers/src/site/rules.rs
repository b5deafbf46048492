//! The rules by which the page reads texts that are not SAN: regular expressions for JavaScript, with
//! what SAN has in the place of what they match.
//!
//! A replacement has groups such as `{1}`, `{1^}` in capitals and `{1_}` in small letters. A rule that
//! leaves the text as it is does not apply. In some of the [`steps`] each rule that applies changes the
//! text; in others, each makes one more reading. A text is read by one step after the other, until it is
//! SAN.

use shakmaty::Role;

use san_strings_core::{
    Difference,
    language::{COMMON, Language, PIECES},
};

/// Texts that are longer mean nothing.
pub const LONGEST: usize = 40;

/// Texts that are longer are not looked at for several moves.
pub const LONGEST_MOVES: usize = 400;

/// What a step does with the texts that it is given.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// Each rule in turn changes the text.
    Change,
    /// Each rule makes one more reading of the text.
    Add,
}

/// What a reading must be to count.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Must {
    /// SAN.
    BeSan,
    /// A move that some piece can make: no pawn captures onto its own file.
    Exist,
    /// Such a move, and from the square that the text names.
    Fit,
    /// Such a move, and none that a pawn makes without a capture: `e2-e4` is the pawn's.
    FitNoPush,
}

/// A spelling, and what SAN has in its place.
#[derive(Debug)]
pub struct Rule {
    /// What the text looks like.
    pub pattern: String,
    /// What SAN has in its place.
    pub replacement: String,
    /// The square from which the man comes, as a replacement, if the text names it.
    pub from: &'static str,
    /// What the reading must be to count.
    pub must: Must,
    /// How the text differs from SAN.
    pub difference: Difference,
}

impl Rule {
    fn new(difference: Difference, pattern: &str, replacement: &str) -> Rule {
        let (pattern, replacement) = (pattern.to_owned(), replacement.to_owned());
        Rule { pattern, replacement, from: "", must: Must::BeSan, difference }
    }
}

/// Where the words of several moves end: at spaces, and after move numbers.
pub const BETWEEN_MOVES: &str = r"[0-9]+\.+|[ \u00a0]+";

/// The steps by which a text is read.
pub fn steps() -> Vec<(Mode, Vec<Rule>)> {
    vec![
        (Mode::Change, around_the_move()),
        (Mode::Change, castling()),
        (Mode::Add, double_plus()),
        (Mode::Add, pawn_with_square()),
        (Mode::Change, long_notation().into_iter().chain(promotion()).collect()),
        (Mode::Add, men().into_iter().chain(uci()).collect()),
        (Mode::Change, promotion()),
        (Mode::Add, foreign_promotion()),
    ]
}

/// The letters of a piece in other languages. A language that is not common has only those that are none in
/// English and in the common ones.
fn foreign_letters(role: Role) -> Vec<&'static str> {
    let (first, others) = Language::ALL.split_at(COMMON);
    let common: Vec<&str> = first.iter().flat_map(|one| one.letters).collect();
    let english = role.upper_char();
    let is_such = |letter: &&str| !letter.starts_with(english);
    let is_free = |letter: &&str| !common.contains(letter) && !"KQRBN".contains(*letter);
    let letter = |language: &Language| language.letter(role);
    let first = first.iter().filter_map(letter).filter(is_such);
    let others = others.iter().filter_map(letter).filter(is_free);
    let mut letters: Vec<&str> = first.chain(others).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

fn around_the_move() -> Vec<Rule> {
    let rules = [
        (Difference::Spaces, r"^[ \t\r\n\u00a0]*(.*?)[ \t\r\n\u00a0]*$", "{1}"),
        (
            Difference::Punctuation,
            r#"^["'`*_(\u00ab\u00bb\u2018-\u201e]+(.+?)["'`*_),.;\u00ab\u00bb\u2018-\u201e]+$"#,
            "{1}",
        ),
        (Difference::MoveNumber, r"^(?:[0-9]+[.)\u2026 ]|\.\.\.|\u2026)[. \u2026]*(.+)$", "{1}"),
        (Difference::Nag, r"^(.+?) ?\$[0-9]+$", "{1}"),
        (
            Difference::SuffixAnnotation,
            r"^(.*[^!?\u203c\u2047-\u2049 ]) ?[!?\u203c\u2047-\u2049]+$",
            "{1}",
        ),
        (
            Difference::Evaluation,
            r"^(.+?) ?(?:[\u00b1\u2213\u2a72\u2a71\u221e]|\+/?[-\u2013\u2212]|[-\u2013\u2212]/?\+|\+/=|=/\+|\+?=\+?)$",
            "{1}",
        ),
        (
            Difference::EnPassantEp,
            r"^([a-h][1-8]?[x:]?[a-h][36]) ?\(?(?:e\.p\.?|ep)\)?([+#]?)$",
            "{1}{2}",
        ),
        (Difference::Spaces, "^(.+?) +([+#])$", "{1}{2}"),
        (Difference::Punctuation, r"^(.+)[,;.]$", "{1}"),
        (Difference::MateWord, r"^(.+?)[+#]? ?(?:checkmate|mate|matt?|X|\u2021|\u2260)$", "{1}#"),
        (
            Difference::CheckWord,
            r"^(.+?)\+? ?(?:(?:dbl|disc?|double|discovered) ?)?(?:check|ch\.?|\u2020)$",
            "{1}+",
        ),
    ];
    rules.map(|(difference, pattern, to)| Rule::new(difference, pattern, to)).into()
}

fn castling() -> Vec<Rule> {
    const DASH: &str = r"[-\u2010-\u2015\u2212]";
    let rules = [
        (Difference::NoDash, "^([0Oo])([0Oo])([0Oo])([+#]?)$", "{1}-{2}-{3}{4}"),
        (Difference::NoDash, "^([0Oo])([0Oo])([+#]?)$", "{1}-{2}{3}"),
        (Difference::Dash, "^([0Oo])DASH([0Oo])DASH([0Oo])(.*)$", "{1}-{2}-{3}{4}"),
        (Difference::Dash, "^([0Oo])DASH([0Oo])(.*)$", "{1}-{2}{3}"),
        (Difference::CastlingLowerCase, "^[oO]-[oO]-[oO](.*)$", "O-O-O{1}"),
        (Difference::CastlingLowerCase, "^[oO]-[oO](.*)$", "O-O{1}"),
        (Difference::CastlingWithZeros, "^[0oO]-[0oO]-[0oO](.*)$", "O-O-O{1}"),
        (Difference::CastlingWithZeros, "^[0oO]-[0oO](.*)$", "O-O{1}"),
    ];
    let rule = |(difference, pattern, to): (_, &str, _)| {
        Rule::new(difference, &pattern.replace("DASH", DASH), to)
    };
    let squares = ["1", "8"].map(|rank| {
        [("g", "O-O"), ("c", "O-O-O")].map(|(file, castles)| Rule {
            from: "{1}",
            ..Rule::new(
                Difference::LongAlgebraic,
                &format!("^K?(e{rank})-{file}{rank}([+#]?)$"),
                &format!("{castles}{{2}}"),
            )
        })
    });
    squares.into_iter().flatten().chain(rules.map(rule)).collect()
}

/// Two plus signs are a double check to some, and mate to others.
fn double_plus() -> Vec<Rule> {
    vec![
        Rule::new(Difference::DoubleCheckAsPlusPlus, r"^(.*)\+\+$", "{1}+"),
        Rule::new(Difference::MateAsPlusPlus, r"^(.*)\+\+$", "{1}#"),
    ]
}

/// `Pe2e4` and `Pe5xd6`. No knight, which is `P` in Dutch, stays on its file.
fn pawn_with_square() -> Vec<Rule> {
    let push = |file| Rule {
        from: "{1}",
        must: Must::Fit,
        ..Rule::new(
            Difference::LongAlgebraicWithoutDash,
            &format!("^P({file}[1-8])({file}[1-8].*)$"),
            "P{2}",
        )
    };
    let capture = Rule::new(Difference::PawnWithLetter, "^P([a-h][1-8][x:][a-h][1-8].*)$", "{1}");
    let capture = Rule { must: Must::Fit, ..capture };
    ('a'..='h').map(push).chain([capture]).collect()
}

/// `e2-e4`, `e5xd6`, `Ng1-f3` and the like, whatever the letter of the piece.
fn long_notation() -> Vec<Rule> {
    let long =
        |pattern, to, from| Rule { from, ..Rule::new(Difference::LongAlgebraic, pattern, to) };
    vec![
        Rule::new(Difference::CaptureColon, r"^([^:\u00d7]*)[:\u00d7]([a-h][1-8].*)$", "{1}x{2}"),
        Rule::new(
            Difference::CaptureTrailingColon,
            "^([^x:]*)([a-h][1-8](?:=[QRBN])?):([+#]?)$",
            "{1}x{2}{3}",
        ),
        Rule::new(
            Difference::CapitalFile,
            "^([AC-H][1-8][-xX]?[A-H][1-8])(=?[QRBNqrbn]?[+#]?)$",
            "{1_}{2}",
        ),
        Rule::new(
            Difference::CapitalFile,
            "^([KQRBN]?)([A-H]?[1-8]?[-xX]?[A-H][1-8])(=?[QRBN]?[+#]?)$",
            "{1}{2_}{3}",
        ),
        Rule::new(
            Difference::Dash,
            r"^(.?[a-h][1-8])[\u2010-\u2015\u2212]([a-h][1-8].*)$",
            "{1}-{2}",
        ),
        long("^([a-h])([1-8])x([a-h][1-8].*)$", "{1}x{3}", "{1}{2}"),
        long("^([^a-h0-9])([a-h][1-8])-([a-h][1-8].*)$", "{1}{3}", "{2}"),
    ]
}

/// The roles that a pawn can be promoted to.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// `e8Q`, `e8(Q)`, `e8/Q`, in any language, and then `e8=q`.
fn promotion() -> Vec<Rule> {
    let foreign = PROMOTIONS.map(|role| foreign_letters(role).concat()).concat();
    let rule = |difference, before: &str, after: &str| {
        let role = format!("[QRBNqrbn{foreign}]");
        let pattern = format!("^((?:[a-h]x)?[a-h][18]){before}({role}){after}([+#]*)$");
        Rule::new(difference, &pattern, "{1}={2}{3}")
    };
    let small = "^((?:[a-h]x)?[a-h][18])=([qrbn])([+#]*)$";
    let early = "^((?:[a-h]x)?[a-h][18])([+#])=([QRBN])$";
    vec![
        rule(Difference::PromotionWithoutEquals, "", ""),
        rule(Difference::PromotionInParentheses, r"=?\(", r"\)?"),
        rule(Difference::PromotionSign, "(?:==|=?[/:])", ""),
        Rule::new(Difference::PromotionLowerCase, small, "{1}={2^}{3}"),
        Rule::new(Difference::CheckBeforePromotion, early, "{1}={3}{2}"),
    ]
}

/// `e8=D`.
fn foreign_promotion() -> Vec<Rule> {
    let rules = PROMOTIONS.map(|role| {
        foreign_letters(role).into_iter().map(move |letter| {
            let pattern = format!("^((?:[a-h]x)?[a-h][18])={letter}([+#]*)$");
            let to = format!("{{1}}={}{{2}}", role.upper_char());
            Rule::new(Difference::Foreign(role, letter), &pattern, &to)
        })
    });
    rules.into_iter().flatten().collect()
}

/// The man that moves: figurines, small letters, the letters of other languages, pawns.
fn men() -> Vec<Rule> {
    let pawn =
        |difference, pattern, to| Rule { must: Must::Exist, ..Rule::new(difference, pattern, to) };
    let mut rules = vec![
        // The capture of a pawn on the b-file is one without x.
        pawn(Difference::CaptureWithoutX, "^([a-h])([a-h][1-8].*)$", "{1}x{2}"),
        // `Dxe5` is also a queen's move in German.
        pawn(Difference::CapitalFile, "^([A-H])(x[a-h][1-8].*)$", "{1_}{2}"),
        Rule::new(Difference::LowerCasePiece, "^([kqrn])(.*)$", "{1^}{2}"),
        Rule::new(Difference::LowerCasePiece, "^b([a-hx].*)$", "B{1}"),
        Rule::new(Difference::PawnWithLetter, "^P([a-h].*)$", "{1}"),
        Rule::new(Difference::Figurine, r"^[\u2659\u265f](.*)$", "{1}"),
    ];
    for (role, figurine) in PIECES.into_iter().zip(0x2654_u32..) {
        let (white, black) = (figurine, figurine + 6);
        let pattern = format!(r"^[\u{white:04x}\u{black:04x}](.*)$");
        let english = role.upper_char();
        rules.push(Rule::new(Difference::Figurine, &pattern, &format!("{english}{{1}}")));
        for letter in foreign_letters(role) {
            let (pattern, to) = (format!("^{letter}(.*)$"), format!("{english}{{1}}"));
            rules.push(Rule::new(Difference::Foreign(role, letter), &pattern, &to));
        }
    }
    rules
}

/// `e2e4` is a pawn's move, or that of a rook or a queen; `e2-e4` is a pawn's.
fn uci() -> Vec<Rule> {
    let rule = |difference, pattern: &str, to: &str, from| Rule {
        must: Must::Fit,
        from,
        ..Rule::new(difference, pattern, to)
    };
    let uci = |pattern: &str, to: &str, from| rule(Difference::Uci, pattern, to, from);
    let pawn = |pattern: &str, to: &str, from| {
        rule(Difference::LongAlgebraicWithoutDash, pattern, to, from)
    };
    let mut rules = vec![
        uci("^(e1)g1([+#]?)$", "O-O{2}", "{1}"),
        uci("^(e8)g8([+#]?)$", "O-O{2}", "{1}"),
        uci("^(e1)c1([+#]?)$", "O-O-O{2}", "{1}"),
        uci("^(e8)c8([+#]?)$", "O-O-O{2}", "{1}"),
        pawn("^([a-h])([1-8])([a-h][1-8])([+#]?)$", "{1}x{3}{4}", "{1}{2}"),
        pawn("^([a-h])([1-8])([a-h][1-8])=?([qrbnQRBN])([+#]?)$", "{1}x{3}={4^}{5}", "{1}{2}"),
        pawn("^([a-h][1-8])([a-h][1-8])([+#]?)$", "{2}{3}", "{1}"),
        pawn("^([a-h][1-8])([a-h][1-8])=?([qrbnQRBN])([+#]?)$", "{2}={3^}{4}", "{1}"),
    ];
    let dash = |pattern: &str, to: &str| Rule {
        must: Must::FitNoPush,
        ..rule(Difference::LongAlgebraic, pattern, to, "{1}{2}")
    };
    // `g1-f3` is the move of a piece only if it is not one of a pawn.
    rules.extend([
        Rule {
            must: Must::BeSan,
            ..rule(Difference::LongAlgebraic, "^([a-h][1-8])-([a-h][1-8].*)$", "{2}", "{1}")
        },
        dash("^([a-h])([1-8])-([a-h][1-8])([+#]?)$", "{1}x{3}{4}"),
        dash("^([a-h])([1-8])-([a-h][1-8])=?([qrbnQRBN])([+#]?)$", "{1}x{3}={4^}{5}"),
    ]);
    for role in PIECES {
        let to = format!("{}{{3}}{{4}}", role.upper_char());
        rules.push(dash("^([a-h])([1-8])-([a-h][1-8])([+#]?)$", &to));
        let to = format!("{}{{2}}{{3}}", role.upper_char());
        rules.push(uci("^([a-h][1-8])([a-h][1-8])([+#]?)$", &to, "{1}"));
    }
    rules
}
