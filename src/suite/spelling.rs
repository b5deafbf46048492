//! Spellings of a move that people use, and that a reader may refuse or accept, but never
//! as another move.

use shakmaty::{
    Chess, Color, File, Move, Position, Role, Square,
    san::{San, SanPlus, Suffix},
};

use super::{
    refusal::{Reader, is_impossible},
    uci,
};

/// Every kind of spelling, by name.
pub const KINDS: [&str; 27] = [
    "capture-colon",
    "capture-colon-behind",
    "capture-without-x",
    "castling-as-king-move",
    "castling-with-zeros",
    "check-instead-of-mate",
    "check-missing",
    "check-wrong",
    "double-plus",
    "en-passant-e.p.",
    "figurine",
    "glyph",
    "long-algebraic",
    "long-algebraic-without-dash",
    "lower-case-piece",
    "mate-as-two-plus",
    "mate-instead-of-check",
    "mate-missing",
    "mate-wrong",
    "needless-file",
    "needless-rank",
    "needless-square",
    "numbered-glyph",
    "pawn-with-letter",
    "promotion-lower-case",
    "promotion-in-parentheses",
    "promotion-without-equals",
];

/// Spellings of a null move.
pub const NULL: [&str; 7] = ["--", "Z0", "null", "pass", "0000", "@@@@", "<>"];

/// Glyphs that people put behind a move.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The other spellings of a legal move, each with its kind. Those that could be taken for
/// another move are left out.
#[must_use]
pub fn spellings(reader: &Reader<'_>, m: Move) -> Vec<(&'static str, String)> {
    let Reader { position, .. } = reader;
    let mut found = Vec::new();
    let san = SanPlus::from_move((*position).clone(), m);
    let suffix = san.suffix.map_or("", |suffix| match suffix {
        Suffix::Check => "+",
        Suffix::Checkmate => "#",
    });
    let base = san.san.to_string();
    let mut add = |kind: &'static str, text: String| found.push((kind, text));
    signs(&base, san.suffix, position, m, &mut add);
    // A glyph of each sort, which one depends on the move.
    let n = usize::from(m.to()) + usize::from(m.role());
    add("glyph", format!("{san}{}", GLYPHS[n % GLYPHS.len()]));
    add("numbered-glyph", format!("{san}${}", 1 + n % 6));
    if base.contains('x') {
        add("capture-without-x", base.replace('x', "") + suffix);
        add("capture-colon", base.replace('x', ":") + suffix);
        add("capture-colon-behind", base.replace('x', "") + ":" + suffix);
    }
    if m.is_en_passant() {
        add("en-passant-e.p.", format!("{base}e.p.{suffix}"));
    }
    if let Some((before, role)) = base.split_once('=') {
        add(
            "promotion-without-equals",
            format!("{before}{role}{suffix}"),
        );
        add(
            "promotion-in-parentheses",
            format!("{before}({role}){suffix}"),
        );
        let role = role.to_ascii_lowercase();
        add("promotion-lower-case", format!("{before}={role}{suffix}"));
    }
    match san.san {
        San::Castle(side) => {
            add("castling-with-zeros", base.replace('O', "0") + suffix);
            let king = side.king_to(position.turn());
            add("castling-as-king-move", format!("K{king}{suffix}"));
        }
        San::Normal {
            role: Role::Pawn, ..
        } => add("pawn-with-letter", format!("P{san}")),
        San::Normal { role, .. } => {
            let figure = figure(role, position.turn());
            add("figurine", format!("{figure}{}{suffix}", &base[1..]));
            let letter = role.char();
            add(
                "lower-case-piece",
                format!("{letter}{}{suffix}", &base[1..]),
            );
        }
        _ => {}
    }
    if let Some(from) = m.from().filter(|_| !m.is_castle()) {
        squares(m, from, &base, suffix, &mut add);
    }
    let san = san.to_string();
    found.retain(|(kind, text)| {
        let needs_reading = kind.starts_with("needless") || kind.ends_with("wrong");
        let reads = || reader.meant(text) == Some(m);
        *text != san
            && is_safe(reader, m, text)
            && (!needs_reading || reads() && !is_impossible(text))
    });
    found
}

/// What is said of check and mate.
fn signs(
    base: &str,
    suffix: Option<Suffix>,
    position: &Chess,
    m: Move,
    add: &mut impl FnMut(&'static str, String),
) {
    match suffix {
        None => {
            add("check-wrong", format!("{base}+"));
            add("mate-wrong", format!("{base}#"));
        }
        Some(Suffix::Check) => {
            add("check-missing", base.to_owned());
            add("mate-instead-of-check", format!("{base}#"));
            let mut after = position.clone();
            after.play_unchecked(m);
            if after.checkers().count() == 2 {
                add("double-plus", format!("{base}++"));
            }
        }
        Some(Suffix::Checkmate) => {
            add("mate-missing", base.to_owned());
            add("check-instead-of-mate", format!("{base}+"));
            add("mate-as-two-plus", format!("{base}++"));
        }
    }
}

/// What names the square that a piece comes from, though it need not.
fn squares(
    m: Move,
    from: Square,
    base: &str,
    suffix: &str,
    add: &mut impl FnMut(&'static str, String),
) {
    let to = m.to();
    let letter = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let dash = if m.is_capture() { "x" } else { "-" };
    let behind = base.split_once('=').map(|(_, role)| format!("={role}"));
    let behind = behind.unwrap_or_default() + suffix;
    // With a capture of a piece it is a needless square.
    if m.role() == Role::Pawn || !m.is_capture() {
        add(
            "long-algebraic",
            format!("{letter}{from}{dash}{to}{behind}"),
        );
    }
    if m.role() == Role::Pawn {
        add("long-algebraic-without-dash", format!("{from}{to}{behind}"));
        return;
    }
    let x = if m.is_capture() { "x" } else { "" };
    let file = from.file().char();
    let rank = from.rank().char();
    add("needless-square", format!("{letter}{from}{x}{to}{behind}"));
    add("needless-file", format!("{letter}{file}{x}{to}{behind}"));
    add("needless-rank", format!("{letter}{rank}{x}{to}{behind}"));
}

/// A figure of Unicode in place of the letter of a piece.
fn figure(role: Role, color: Color) -> char {
    let white = match role {
        Role::Pawn => '♙',
        Role::Knight => '♘',
        Role::Bishop => '♗',
        Role::Rook => '♖',
        Role::Queen => '♕',
        Role::King => '♔',
    };
    let black = match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    };
    color.fold_wb(white, black)
}

/// Whether a spelling cannot be taken for another move.
fn is_safe(reader: &Reader<'_>, m: Move, text: &str) -> bool {
    // As SAN, but for what is said of check and mate, it is this move or none.
    let strict = text.trim_end_matches(['+', '#', '!', '?']);
    if reader.meant(strict).is_some_and(|other| other != m) {
        return false;
    }
    let Reader {
        position, legal, ..
    } = reader;
    let plain = strict.replace(['x', ':', '-'], "");
    // Read with less care, no other move fits it: the b of a bishop is not a file.
    let board = position.board();
    let pawns = board.by_piece(position.turn().pawn());
    if m.role() == Role::Bishop && plain.starts_with('b') && pawns.into_iter().any(is_on_b) {
        return false;
    }
    let like = |other: &&Move| {
        let san = San::disambiguate(**other, legal).to_string();
        **other != m && san.replace('x', "") == plain
    };
    !legal.iter().any(|other| like(&other))
}

fn is_on_b(square: Square) -> bool {
    square.file() == File::B
}

/// Whether a row of this kind is as it says: a spelling of the move that has this UCI.
#[must_use]
pub fn holds(position: &Chess, kind: &str, text: &str, uci: &str) -> bool {
    let reader = Reader::new(position);
    reader.legal.iter().any(|&m| {
        self::uci(m) == uci
            && spellings(&reader, m)
                .iter()
                .any(|(other, spelling)| *other == kind && spelling == text)
    })
}
