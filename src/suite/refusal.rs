//! Texts that no reader of SAN may accept in a position, and of which kind they are.

use std::{collections::HashSet, sync::LazyLock};

use shakmaty::{
    Bitboard, CastlingSide, Chess, EnPassantMode, File, Move, MoveList, Position, Rank, Role,
    Square, attacks,
    san::{San, SanPlus},
};

use crate::{
    Vocabulary,
    san::{occurrence, syntax, words::role_name},
};

/// A text that is no move of a position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refusal {
    /// The name of its kind.
    pub kind: &'static str,
    /// Why it is none, in a few words.
    pub why: String,
}

/// Every kind of refusal, by name.
pub const KINDS: [&str; 32] = [
    "ambiguous-file",
    "ambiguous-none",
    "ambiguous-rank",
    "cannot-occur",
    "capture-of-nothing",
    "capture-of-own",
    "castling-blocked",
    "castling-into-check",
    "castling-out-of-check",
    "castling-rook-gone",
    "castling-through-check",
    "castling-without-right",
    "check-not-answered",
    "en-passant-not-available",
    "en-passant-pinned",
    "garbage-behind",
    "garbage-before",
    "jump-over-piece",
    "king-into-check",
    "king-next-to-king",
    "off-the-board",
    "pinned-named",
    "pinned-unnamed",
    "promotion-missing",
    "promotion-of-piece",
    "promotion-to-king",
    "promotion-to-pawn",
    "promotion-too-early",
    "push-on-a-piece",
    "push-over-a-piece",
    "wrong-discriminator",
    "wrong-side",
];

/// What [`texts`] puts behind a move. Nothing that could be a comment, a glyph or the next
/// move.
const BEHIND: [&str; 6] = ["x", "zz", "-", "@", "9", "NN"];

/// What it puts before one. No figure, which could be the number of a move.
const BEFORE: [&str; 4] = ["x", "z", "=", "@"];

/// A strict reader of SAN at work in a position.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    pub(super) position: &'a Chess,
    pub(super) legal: MoveList,
    /// What the other side could play.
    others: MoveList,
}

impl<'a> Reader<'a> {
    /// In a position.
    #[must_use]
    pub fn new(position: &'a Chess) -> Reader<'a> {
        let other = position.clone().swap_turn();
        Reader {
            position,
            legal: position.legal_moves(),
            others: other.map(|other| other.legal_moves()).unwrap_or_default(),
        }
    }

    /// The one legal move that a text means, whatever it says of check and mate.
    #[must_use]
    pub fn meant(&self, text: &str) -> Option<Move> {
        only(&self.legal, text)
    }
}

/// The one move of these that a text means.
fn only(moves: &MoveList, text: &str) -> Option<Move> {
    let san = syntax::parse(text.as_bytes()).ok()?;
    let mut like = moves.iter().filter(|&&m| san.san.matches(m));
    let m = *like.next()?;
    like.next().is_none().then_some(m)
}

/// Of which kind a text is that cannot be a move of the position. `None` if it is one,
/// if a reader may take it for one, or if it is none of these kinds.
#[must_use]
pub fn refusal(reader: &Reader<'_>, text: &str) -> Option<Refusal> {
    let Ok(san) = syntax::parse(text.as_bytes()) else {
        return malformed(reader, text);
    };
    if reader.meant(text).is_some() {
        let why = || format!("in no position does {} give check", san.san);
        return IMPOSSIBLE
            .contains(&san)
            .then(|| because("cannot-occur", why()));
    }
    match san.san {
        San::Castle(side) => castling(reader.position, side),
        San::Normal {
            role: Role::Pawn,
            file,
            capture,
            to,
            promotion,
            ..
        } => pawn(reader, file.filter(|_| capture), to, promotion),
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            ..
        } => piece(reader, san.san, (role, file, rank), capture, to),
        _ => None,
    }
    .or_else(|| wrong_side(reader, text))
}

/// Whether a text looks like SAN and is in no game.
pub(super) fn is_impossible(text: &str) -> bool {
    syntax::parse(text.as_bytes()).is_ok_and(|san| IMPOSSIBLE.contains(&san))
}

/// The strings with `+` or `#` that are in no game, in the order of the list.
pub(super) fn impossible() -> impl Iterator<Item = SanPlus> {
    let vocabulary = Vocabulary::new();
    let decided: Vec<_> = occurrence::decided(&vocabulary).collect();
    let impossible = decided.into_iter().filter(|(_, occurs)| !occurs);
    impossible.map(|(entry, _)| entry.san)
}

static IMPOSSIBLE: LazyLock<HashSet<SanPlus>> = LazyLock::new(|| impossible().collect());

fn because(kind: &'static str, why: String) -> Refusal {
    Refusal { kind, why }
}

/// What is wrong with a move of a piece other than a pawn.
fn piece(
    reader: &Reader<'_>,
    san: San,
    (role, file, rank): (Role, Option<File>, Option<Rank>),
    capture: bool,
    to: Square,
) -> Option<Refusal> {
    let Reader {
        position, legal, ..
    } = reader;
    let us = position.turn();
    let board = position.board();
    let pieces = board.by_piece(role.of(us));
    let noun = role_name(role);
    let named = pieces
        & file.map_or(Bitboard::FULL, Bitboard::from)
        & rank.map_or(Bitboard::FULL, Bitboard::from);
    let strict = legal.iter().filter(|&&m| san.matches(m)).count();
    if strict > 1 {
        let (kind, what) = match (file, rank) {
            (None, None) => ("ambiguous-none", "nothing tells"),
            (Some(_), None) => ("ambiguous-file", "the file does not tell"),
            _ => ("ambiguous-rank", "the rank does not tell"),
        };
        let why = format!("{strict} {noun}s may go to {to}, and {what} them apart");
        return Some(because(kind, why));
    }
    let may_go = |m: &&Move| {
        m.role() == role && m.to() == to && m.from().is_some_and(|from| named.contains(from))
    };
    if legal.iter().any(|m| may_go(&m)) {
        // Without x, a reader may take it for the capture.
        let why = || format!("there is nothing on {to} to capture");
        return capture.then(|| because("capture-of-nothing", why()));
    }
    let attack = |sq: &Square| attacks::attacks(*sq, role.of(us), board.occupied()).contains(to);
    let reach: Bitboard = named.into_iter().filter(attack).collect();
    if board.by_color(us).contains(to) {
        let why = || format!("the piece on {to} is one's own");
        return (capture && reach.any()).then(|| because("capture-of-own", why()));
    }
    if capture != board.by_color(us.other()).contains(to) {
        return None;
    }
    if let Some(sq) = reach.first() {
        if role != Role::King {
            let kind = match (file, rank) {
                (None, None) => "pinned-unnamed",
                _ => "pinned-named",
            };
            return Some(held(position, sq, to, kind));
        }
        let their_king = board.king_of(us.other())?;
        return Some(if attacks::king_attacks(their_king).contains(to) {
            because(
                "king-next-to-king",
                format!("{to} is next to the other king"),
            )
        } else {
            because("king-into-check", format!("{to} is attacked"))
        });
    }
    let other = legal
        .iter()
        .find(|m| m.role() == role && m.to() == to && m.is_capture() == capture);
    if let Some(other) = other.and_then(|other| other.from())
        && !named.contains(other)
    {
        let why = format!("the {noun} that may go to {to} is on {other}");
        return Some(because("wrong-discriminator", why));
    }
    let jump = |sq: &Square| attacks::attacks(*sq, role.of(us), Bitboard::EMPTY).contains(to);
    let sq = named.into_iter().find(jump)?;
    let why = format!("something stands between {sq} and {to}");
    Some(because("jump-over-piece", why))
}

/// Why a piece other than the king may not go where it could: `kind` if it is pinned.
fn held(position: &Chess, sq: Square, to: Square, kind: &'static str) -> Refusal {
    let us = position.turn();
    let home = position.board().king_of(us).unwrap_or(sq);
    let mut answers = Bitboard::FULL;
    for checker in position.checkers() {
        answers &= attacks::between(home, checker) | Bitboard::from(checker);
    }
    if answers.contains(to) {
        because(kind, format!("the piece on {sq} is pinned"))
    } else {
        because(
            "check-not-answered",
            format!("the king on {home} stays in check"),
        )
    }
}

/// What is wrong with a move of a pawn; `aside` is the file that a capture comes from.
fn pawn(
    reader: &Reader<'_>,
    aside: Option<File>,
    to: Square,
    promotion: Option<Role>,
) -> Option<Refusal> {
    let Reader {
        position, legal, ..
    } = reader;
    let us = position.turn();
    let board = position.board();
    let pawns = board.by_piece(us.pawn());
    let behind = |squares: i32| to.offset(us.fold_wb(-8, 8) * squares);
    let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
    let one = behind(1)?;
    let from = match aside {
        Some(file) => Square::from_coords(file, one.rank()),
        None => one,
    };
    if promotion.is_some() && !last {
        let comes_from = |m: &&Move| match aside {
            Some(_) => m.from() == Some(from),
            None => !m.is_capture(),
        };
        let mut there = legal
            .iter()
            .filter(|m| m.role() == Role::Pawn && m.to() == to);
        let why = || format!("{to} is not on the last rank");
        let comes = there.any(|m| comes_from(&m));
        return comes.then(|| because("promotion-too-early", why()));
    }
    // Without x and the file, a reader may take it for a capture.
    if aside.is_none()
        && legal
            .iter()
            .any(|m| m.role() == Role::Pawn && m.to() == to && m.is_capture())
    {
        return None;
    }
    if pawns.contains(from) {
        if aside.is_none() && board.occupied().contains(to) {
            return Some(because("push-on-a-piece", format!("{to} is not empty")));
        }
        if aside.is_some_and(|file| file.distance(to.file()) != 1) {
            return None;
        }
        if aside.is_some() && board.by_color(us).contains(to) {
            let why = format!("the piece on {to} is one's own");
            return Some(because("capture-of-own", why));
        }
        if aside.is_some() && !board.occupied().contains(to) {
            return Some(en_passant(position, from, to));
        }
        if promotion.is_none() && last {
            let promotes = |m: &Move| m.from() == Some(from) && m.to() == to;
            let why = || format!("a pawn on {to} has to become something");
            let promotes = legal.iter().any(promotes);
            return promotes.then(|| because("promotion-missing", why()));
        }
        let kind = match aside {
            Some(_) => "pinned-named",
            None => "pinned-unnamed",
        };
        return Some(held(position, from, to, kind));
    }
    let start = us.fold_wb(Rank::Second, Rank::Seventh);
    let two = behind(2).filter(|sq| sq.rank() == start && pawns.contains(*sq))?;
    if aside.is_some() {
        None
    } else if board.occupied().contains(one) {
        let why = format!("something stands on {one}");
        Some(because("push-over-a-piece", why))
    } else if board.occupied().contains(to) {
        Some(because("push-on-a-piece", format!("{to} is not empty")))
    } else {
        Some(held(position, two, to, "pinned-unnamed"))
    }
}

/// What is wrong with a capture of a pawn on an empty square.
fn en_passant(position: &Chess, from: Square, to: Square) -> Refusal {
    let us = position.turn();
    if position.ep_square(EnPassantMode::PseudoLegal) == Some(to) {
        return held(position, from, to, "en-passant-pinned");
    }
    let victim = Square::from_coords(to.file(), from.rank());
    let theirs = position.board().by_piece(us.other().pawn());
    let rank = us.fold_wb(Rank::Sixth, Rank::Third);
    if to.rank() == rank && theirs.contains(victim) {
        let why = format!("the pawn on {victim} has not just come from behind {to}");
        return because("en-passant-not-available", why);
    }
    because(
        "capture-of-nothing",
        format!("there is nothing on {to} to capture"),
    )
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Refusal> {
    let us = position.turn();
    let board = position.board();
    let king = us.fold_wb(Square::E1, Square::E8);
    let rook = Square::from_coords(
        match side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        },
        king.rank(),
    );
    if board.king_of(us) != Some(king) {
        return None;
    }
    let attacked = |sq: Square| board.attacks_to(sq, us.other(), board.occupied()).any();
    Some(if !position.castles().has(us, side) {
        if board.by_piece(us.rook()).contains(rook) {
            let why = "the king or the rook has moved before";
            because("castling-without-right", why.to_owned())
        } else {
            let why = format!("the rook is not on {rook} any more");
            because("castling-rook-gone", why)
        }
    } else if (attacks::between(king, rook) & board.occupied()).any() {
        let why = format!("something stands between {king} and {rook}");
        because("castling-blocked", why)
    } else if position.is_check() {
        because("castling-out-of-check", "the king is in check".to_owned())
    } else if attacked(side.rook_to(us)) {
        let why = format!("{} is attacked", side.rook_to(us));
        because("castling-through-check", why)
    } else {
        let why = format!("{} is attacked", side.king_to(us));
        because("castling-into-check", why)
    })
}

/// The other side could play it.
fn wrong_side(reader: &Reader<'_>, text: &str) -> Option<Refusal> {
    let turn = reader.position.turn();
    let from = only(&reader.others, text)?.from()?;
    let why = format!("the piece on {from} is not {turn}'s, whose turn it is");
    Some(because("wrong-side", why))
}

/// What is wrong with a text that is not SAN.
fn malformed(reader: &Reader<'_>, text: &str) -> Option<Refusal> {
    let is_legal = |text: &str| reader.meant(text).is_some();
    if let Some((before, after)) = text.split_once('=') {
        let promotes = is_legal(&format!("{before}=Q"));
        match after {
            "K" if promotes => {
                return Some(because(
                    "promotion-to-king",
                    "no pawn becomes a king".to_owned(),
                ));
            }
            "P" if promotes => {
                return Some(because("promotion-to-pawn", "no pawn stays one".to_owned()));
            }
            "N" | "B" | "R" | "Q" => {
                let m = reader.meant(before)?;
                let last = Bitboard::BACKRANKS.contains(m.to());
                let (kind, why) = match (m.role(), last) {
                    (_, true) => ("promotion-of-piece", "only pawns promote".to_owned()),
                    (_, false) => return None,
                };
                return Some(because(kind, why));
            }
            _ => {}
        }
    }
    if is_off_the_board(text) {
        return Some(because(
            "off-the-board",
            "there is no such square".to_owned(),
        ));
    }
    let mut behind = BEHIND
        .iter()
        .filter_map(|junk| Some((text.strip_suffix(junk)?, junk)));
    if let Some((_, junk)) = behind.find(|(san, _)| is_legal(san)) {
        return Some(because(
            "garbage-behind",
            format!("{junk} stands behind a move"),
        ));
    }
    let mut before = BEFORE
        .iter()
        .filter_map(|junk| Some((text.strip_prefix(junk)?, junk)));
    let (_, junk) = before.find(|(san, _)| is_legal(san))?;
    Some(because(
        "garbage-before",
        format!("{junk} stands before a move"),
    ))
}

/// A move to a square that is not there: the ninth rank, or the file i.
fn is_off_the_board(text: &str) -> bool {
    let square = text.trim_start_matches(['N', 'B', 'R', 'Q', 'K']);
    let square = square.trim_start_matches('x').as_bytes();
    match square {
        &[file, rank] => {
            (b'a'..=b'i').contains(&file)
                && rank.is_ascii_digit()
                && (file == b'i' || matches!(rank, b'0' | b'9'))
        }
        _ => false,
    }
}

/// Texts that may be refused, of every kind that is wanted but `cannot-occur`; `turn`
/// chooses among those of which there are too many.
#[must_use]
pub fn texts(reader: &Reader<'_>, turn: usize, wants: &dyn Fn(&str) -> bool) -> Vec<String> {
    let wants = |beginnings: &[&str]| {
        let begins = |kind: &str| beginnings.iter().any(|&word| kind.starts_with(word));
        KINDS.iter().any(|kind| begins(kind) && wants(kind))
    };
    let held = ["pinned", "check", "capture"];
    let mut texts = Vec::new();
    if wants(&["castling"]) {
        texts.extend(["O-O".to_owned(), "O-O-O".to_owned()]);
    }
    if wants(&["push", "promotion", "en-passant"]) || wants(&held) {
        let pawns = reader.position.our(Role::Pawn);
        for pawn in pawns {
            pawn_texts(reader.position, pawn, &mut texts);
        }
    }
    if wants(&["ambiguous", "jump", "king", "wrong-discriminator"]) || wants(&held) {
        piece_texts(reader.position, turn, &mut texts);
    }
    if wants(&["garbage", "off", "promotion", "capture"]) {
        let legal = &reader.legal;
        for n in 0..legal.len().min(4) {
            let m = legal[(turn + 7 * n) % legal.len()];
            altered(
                m,
                &San::disambiguate(m, legal).to_string(),
                turn,
                &mut texts,
            );
        }
    }
    if wants(&["wrong-side"]) {
        let others = &reader.others;
        for n in 0..others.len().min(4) {
            let m = others[(turn + 7 * n) % others.len()];
            texts.push(San::disambiguate(m, others).to_string());
        }
    }
    texts
}

/// A legal move, written wrongly.
fn altered(m: Move, san: &str, turn: usize, texts: &mut Vec<String>) {
    let to = m.to();
    if m.role() != Role::Pawn && !m.is_castle() {
        let letter = m.role().upper_char();
        texts.push(format!("{letter}x{to}"));
        texts.push(format!("{letter}i{}", to.rank().char()));
        texts.push(format!("{letter}{}9", to.file().char()));
        texts.push(format!("{san}={}", ["Q", "R", "B", "N"][turn % 4]));
    } else if !m.is_capture() {
        texts.push(format!("{}0", to.file().char()));
    }
    texts.push(format!("{san}{}", BEHIND[turn % BEHIND.len()]));
    texts.push(format!("{}{san}", BEFORE[turn % BEFORE.len()]));
}

/// Texts for the pieces other than pawns.
fn piece_texts(position: &Chess, turn: usize, texts: &mut Vec<String>) {
    let board = position.board();
    for sq in position.us() & !board.pawns() {
        let Some(piece) = board.piece_at(sq) else {
            continue;
        };
        let others = board.by_piece(piece).without(sq);
        for to in attacks::attacks(sq, piece, Bitboard::EMPTY) {
            let letter = piece.role.upper_char();
            let x = if board.occupied().contains(to) {
                "x"
            } else {
                ""
            };
            texts.push(format!("{letter}{x}{to}"));
            let file = if others.any() {
                sq.file()
            } else {
                File::ALL[turn % 8]
            };
            texts.push(format!("{letter}{}{x}{to}", file.char()));
            if others.any() {
                texts.push(format!("{letter}{}{x}{to}", sq.rank().char()));
            }
        }
    }
}

/// Texts for a pawn.
fn pawn_texts(position: &Chess, sq: Square, texts: &mut Vec<String>) {
    let us = position.turn();
    let ahead = us.fold_wb(8, -8);
    let Some(to) = sq.offset(ahead) else {
        return;
    };
    let last = Bitboard::BACKRANKS.contains(to);
    let mut targets = vec![to.to_string()];
    if sq.rank() == us.fold_wb(Rank::Second, Rank::Seventh) {
        targets.extend(to.offset(ahead).map(|to| to.to_string()));
    }
    for to in attacks::pawn_attacks(us, sq) {
        targets.push(format!("{}x{to}", sq.file().char()));
    }
    for to in targets {
        if last {
            texts.push(format!("{to}=K"));
            texts.push(format!("{to}=P"));
        } else {
            texts.push(format!("{to}=Q"));
        }
        texts.push(to);
    }
}
