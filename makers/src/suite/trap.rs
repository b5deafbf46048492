//! Makes traps: texts that must be refused, but that resemble a legal move. A reader that ignores one part of
//! the text would play the legal move.

use std::{collections::BTreeMap, fmt};

use san_strings_core::{move_finder::MoveFinder, names, reader::read, suffix::played};
use shakmaty::{
    Bitboard, Chess, File, Move, Position, Rank, Role, Square,
    san::{San, Suffix},
};

use super::{
    canonical::is_pinned,
    complete::fibonacci_hash,
    found::{Found, Wants},
    kind::{Ending, Kind, Piece},
    rows::{RefuseRow, Source, fen},
};

names! {
    /// The wrong part of a text. A reader that ignores this part would play a legal move.
    FalsePart {
        CastlingContinued = "castling-continued",
        GarbageWithin = "garbage-within",
        KingTakesOwnRook = "king-takes-own-rook",
        NoPawnOnFile = "no-pawn-on-file",
        NoPawnOnSquare = "no-pawn-on-square",
        NoPawnOnSquareEnPassant = "no-pawn-on-square-en-passant",
        NoPieceOnFile = "no-piece-on-file",
        NoPieceOnRank = "no-piece-on-rank",
        NoPieceOnSquare = "no-piece-on-square",
        PawnCaptureFromAfar = "pawn-capture-from-afar",
    }
}

/// What a reader overlooks if it accepts a text that it must refuse.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Trap {
    False(FalsePart),
    /// Several pieces can go to the square, and only one of them gives check or mate.
    Ambiguous(Piece, Ending),
    /// Several pieces can go to the square. All except one are pinned. The pinned pieces can still go there,
    /// because the square is on the line of each pin.
    AmbiguousPinned,
    /// Of the four pieces to which a pawn can promote, only one gives check or mate.
    Promotion(Ending),
}

const ENDINGS: [Ending; 2] = [Ending::Check, Ending::Mate];

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::False(part) => part.fmt(f),
            Trap::Ambiguous(piece, ending) => write!(f, "ambiguous-but-for{ending}-{piece}"),
            Trap::AmbiguousPinned => f.write_str("ambiguous-but-for-pin"),
            Trap::Promotion(ending) => write!(f, "promotion-missing-but-for{ending}"),
        }
    }
}

impl Trap {
    /// Every trap, sorted by name.
    pub fn all() -> Vec<Trap> {
        let mut all: Vec<Trap> = FalsePart::ALL.iter().copied().map(Trap::False).collect();
        for ending in ENDINGS {
            all.push(Trap::Promotion(ending));
            let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook];
            all.extend(pieces.map(|piece| Trap::Ambiguous(piece, ending)));
        }
        all.push(Trap::AmbiguousPinned);
        // A queen never discovers a check. So if two queens can go to the same square, either both give check
        // or neither does. A `+` never shows which queen is meant, so there is no trap `Ambiguous` for queens with
        // `Ending::Check`.
        all.push(Trap::Ambiguous(Piece::Queen, Ending::Mate));
        all.sort_by_cached_key(ToString::to_string);
        all
    }

    /// Why the text is refused, for the column `why`.
    pub fn why(self) -> String {
        let says = |ending| if ending == Ending::Mate { "#" } else { "+" };
        match self {
            Trap::Ambiguous(piece, ending) => {
                format!("several {piece}s can go there, and {} does not choose", says(ending))
            }
            Trap::AmbiguousPinned => {
                "several pieces can go there, including one that moves along the line of its pin"
                    .to_owned()
            }
            Trap::Promotion(ending) => {
                format!(
                    "it does not say what the pawn becomes, and {} does not choose",
                    says(ending)
                )
            }
            Trap::False(part) => match part {
                FalsePart::CastlingContinued => "something follows the castling",
                FalsePart::GarbageWithin => "there is an extra character within the move",
                FalsePart::KingTakesOwnRook => "castling is not written as a capture of the rook",
                FalsePart::NoPawnOnFile => "no pawn is on that file",
                FalsePart::NoPawnOnSquare | FalsePart::NoPawnOnSquareEnPassant => {
                    "no pawn is on that square"
                }
                FalsePart::NoPieceOnFile => "no such piece is on that file",
                FalsePart::NoPieceOnRank => "no such piece is on that rank",
                FalsePart::NoPieceOnSquare => "no such piece is on that square",
                FalsePart::PawnCaptureFromAfar => "a pawn captures only onto a neighbouring file",
            }
            .to_owned(),
        }
    }
}

/// Texts that we append to the SAN of a castling move to make it invalid.
const CONTINUED: [&str; 5] = ["=Q", "-O-O", "g1", "x", "-"];

/// Characters that we insert into a SAN to make it invalid.
const WITHIN: [char; 4] = ['=', '@', 'z', '9'];

/// Makes rows for the traps of a position, at most one of each wanted kind.
pub(super) fn trap_rows(
    position: &Chess,
    source: Source,
    wants: &Wants<'_>,
) -> Vec<Found<RefuseRow>> {
    let finder = MoveFinder::new(position);
    let texts = texts(&finder, &|trap| wants(Kind::Trap(trap)));
    let mut of_trap: BTreeMap<Trap, Vec<String>> = BTreeMap::new();
    for (trap, text) in texts {
        of_trap.entry(trap).or_default().push(text);
    }
    let rows = of_trap.into_iter().filter_map(|(trap, texts)| {
        // The text that we try first depends on the position, so that the rows of a trap have different texts.
        let first = fibonacci_hash(source.game + source.ply) % texts.len();
        let mut texts = texts[first..].iter().chain(&texts[..first]);
        let text = texts.find(|text| is_refused(position, text))?.clone();
        let kind = Kind::Trap(trap);
        let row = RefuseRow { kind, fen: fen(position), text, why: trap.why() };
        Some(Found { kind, turn: position.turn(), row })
    });
    rows.collect()
}

/// Whether a text is a trap of the kind `trap` in a position, and our reader refuses it.
pub(super) fn is_valid_row(position: &Chess, trap: Trap, text: &str) -> bool {
    let texts = texts(&MoveFinder::new(position), &|it| it == trap);
    texts.iter().any(|(_, other)| other == text) && is_refused(position, text)
}

fn is_refused(position: &Chess, text: &str) -> bool {
    read(position, text).into_move().is_err()
}

/// Lists candidate texts for the wanted traps in a position.
fn texts(finder: &MoveFinder<'_>, wants: &dyn Fn(Trap) -> bool) -> Vec<(Trap, String)> {
    let mut found = Vec::new();
    let wants_part = |part: &FalsePart| wants(Trap::False(*part));
    if FalsePart::ALL.iter().any(wants_part) {
        for &m in &finder.legal {
            let mut add = |part, text| found.push((Trap::False(part), text));
            if let Move::Castle { king, rook } = m {
                castling(king, rook, &mut add);
            } else if let Some(from) = m.from() {
                within(&San::disambiguate(m, &finder.legal).to_string(), &mut add);
                origin(finder, m, from, &mut add);
            }
        }
    }
    if wants(Trap::AmbiguousPinned) {
        pinned(finder, &mut found);
    }
    let marked = |trap: &Trap| matches!(trap, Trap::Ambiguous(..) | Trap::Promotion(_));
    if Trap::all().into_iter().any(|trap| marked(&trap) && wants(trap)) {
        suffixes(finder, &mut found);
    }
    found.retain(|(trap, _)| wants(*trap));
    found
}

/// The `x` of SAN, if the move is a capture.
fn x(m: Move) -> &'static str {
    if m.is_capture() { "x" } else { "" }
}

/// The promotion in SAN: `=Q`, or nothing.
fn promotion(m: Move) -> String {
    m.promotion().map_or(String::new(), |role| format!("={}", role.upper_char()))
}

/// Adds two kinds of texts made from a legal castling move: its SAN with more text appended, such as `O-O=Q`,
/// and a capture of the king's own rook, such as `Kxh1`.
fn castling(king: Square, rook: Square, add: &mut impl FnMut(FalsePart, String)) {
    let san = if rook > king { "O-O" } else { "O-O-O" };
    for more in CONTINUED {
        add(FalsePart::CastlingContinued, format!("{san}{more}"));
    }
    add(FalsePart::KingTakesOwnRook, format!("Kx{rook}"));
    add(FalsePart::KingTakesOwnRook, format!("K{king}x{rook}"));
}

/// Adds each text that we get by inserting a character of [`WITHIN`] between two characters of the SAN.
fn within(san: &str, add: &mut impl FnMut(FalsePart, String)) {
    for at in 1..san.len() {
        for garbage in WITHIN {
            let (before, behind) = san.split_at(at);
            add(FalsePart::GarbageWithin, format!("{before}{garbage}{behind}"));
        }
    }
}

/// Adds the SAN with a wrong discriminator: a file, rank or square on which the mover has no piece of
/// this kind, or a file from which no pawn could capture.
fn origin(finder: &MoveFinder<'_>, m: Move, from: Square, add: &mut impl FnMut(FalsePart, String)) {
    let position = finder.position;
    let (role, to) = (m.role(), m.to());
    let own = position.board().by_piece(role.of(position.turn()));
    let is_free = |squares: Bitboard| !own.intersects(squares);
    let (x, promotion) = (x(m), promotion(m));
    let same = |other: &&Move| {
        other.role() == role && other.to() == to && other.is_capture() == m.is_capture()
    };
    let origins: Bitboard = finder.legal.iter().filter(same).filter_map(|m| m.from()).collect();
    let is_alone = origins.count() == 1;
    let squares = || Bitboard::from(from.file()) ^ Bitboard::from(from.rank());
    let elsewhere = move || squares().into_iter().filter(move |&sq| sq != to && !own.contains(sq));
    if role == Role::Pawn {
        let part = if m.is_en_passant() {
            FalsePart::NoPawnOnSquareEnPassant
        } else {
            FalsePart::NoPawnOnSquare
        };
        for sq in elsewhere().filter(|sq| sq.file() == from.file()) {
            add(part, format!("{sq}{x}{to}{promotion}"));
        }
        for file in File::ALL {
            let text = format!("{}x{to}{promotion}", file.char());
            let distance = file.distance(to.file());
            if distance > 1 {
                add(FalsePart::PawnCaptureFromAfar, text);
            } else if distance == 1 && m.is_capture() && is_alone && is_free(file.into()) {
                add(FalsePart::NoPawnOnFile, text);
            }
        }
        return;
    }
    if !is_alone {
        return;
    }
    let letter = role.upper_char();
    for file in File::ALL.into_iter().filter(|&file| is_free(file.into())) {
        add(FalsePart::NoPieceOnFile, format!("{letter}{}{x}{to}", file.char()));
    }
    for rank in Rank::ALL.into_iter().filter(|&rank| is_free(rank.into())) {
        add(FalsePart::NoPieceOnRank, format!("{letter}{}{x}{to}", rank.char()));
    }
    for sq in elsewhere() {
        add(FalsePart::NoPieceOnSquare, format!("{letter}{sq}{x}{to}"));
    }
}

/// Adds traps for squares that several pieces of the same kind can go to, if all except one of these pieces are
/// pinned. A pinned piece can go only to squares on the line of its pin. The trap is the SAN without its
/// discriminator.
fn pinned(finder: &MoveFinder<'_>, found: &mut Vec<(Trap, String)>) {
    let MoveFinder { position, legal, .. } = finder;
    let is_pinned = |m: &Move| m.from().is_some_and(|from| is_pinned(position, from));
    for m in legal.iter().filter(|m| m.role() != Role::Pawn && m.role() != Role::King) {
        let like = |other: &&Move| other.role() == m.role() && other.to() == m.to();
        let group: Vec<Move> = legal.iter().filter(like).copied().collect();
        let free = group.iter().filter(|other| !is_pinned(other)).count();
        if group.len() > 1 && free == 1 {
            let text = format!("{}{}{}", m.role().upper_char(), x(*m), m.to());
            found.push((Trap::AmbiguousPinned, text));
        }
    }
}

/// Adds traps for moves whose SANs differ only in the discriminator or promotion, if only one of the moves
/// gives check or mate. The trap is the SAN of the move that gives check or mate, with its suffix, but
/// without its discriminator or promotion.
fn suffixes(finder: &MoveFinder<'_>, found: &mut Vec<(Trap, String)>) {
    let MoveFinder { position, legal, .. } = finder;
    let ends: Vec<(Move, Option<Suffix>)> =
        legal.iter().map(|&m| (m, played(position, m, legal).0.suffix)).collect();
    // Whether `among` accepts several moves, of which only `m` has the suffix `suffix`. If `suffix` is
    // `Suffix::Check`, a mate counts as a check.
    let is_chosen = |m: Move, suffix: Suffix, among: &dyn Fn(Move) -> bool| {
        let group = || ends.iter().filter(|(other, _)| among(*other));
        let mut marked = group().filter(|(_, other)| match suffix {
            Suffix::Check => other.is_some(),
            Suffix::Checkmate => *other == Some(suffix),
        });
        group().count() > 1
            && marked.next().is_some_and(|(it, _)| *it == m)
            && marked.next().is_none()
    };
    for &(m, suffix) in &ends {
        let (Some(suffix), Some(from), false) = (suffix, m.from(), m.is_castle()) else { continue };
        let ending = Ending::from(Some(suffix));
        let (role, to) = (m.role(), m.to());
        let x = x(m);
        let like = |other: Move| {
            let is_other = other.role() == role && other.to() == to && !other.is_castle();
            is_other && other.is_capture() == m.is_capture() && other.promotion() == m.promotion()
        };
        let trap = Trap::Ambiguous(role.into(), ending);
        if role != Role::Pawn {
            let letter = role.upper_char();
            let fits = |place: Bitboard| {
                move |other: Move| like(other) && other.from().is_some_and(|sq| place.contains(sq))
            };
            let places = [
                (String::new(), Bitboard::FULL),
                (from.file().char().to_string(), from.file().into()),
                (from.rank().char().to_string(), from.rank().into()),
            ];
            for (place, squares) in places {
                if is_chosen(m, suffix, &fits(squares)) {
                    found.push((trap, format!("{letter}{place}{x}{to}{suffix}")));
                }
            }
            continue;
        }
        if m.is_capture() && is_chosen(m, suffix, &like) {
            found.push((trap, format!("x{to}{}{suffix}", promotion(m))));
        }
        if is_chosen(m, suffix, &|other| other.from() == Some(from) && other.to() == to) {
            let file = if m.is_capture() { from.file().char().to_string() } else { String::new() };
            found.push((Trap::Promotion(ending), format!("{file}{x}{to}{suffix}")));
        }
    }
}
