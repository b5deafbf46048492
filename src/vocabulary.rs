//! Every base string, and every string with symbols, in the order of the files.
//!
//! ```
//! use san_strings::vocabulary::{base, with_symbols};
//!
//! let base = base();
//! assert_eq!(base[0].to_string(), "a2");
//! assert_eq!(with_symbols(&base).len(), 3 * base.len());
//! ```

use shakmaty::{
    Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use crate::discriminator::Discriminators;

/// Every base string (a SAN without `+` or `#`), sorted by length, then bytes.
#[must_use]
pub fn base() -> Vec<San> {
    let mut sans = vec![
        San::Castle(CastlingSide::KingSide),
        San::Castle(CastlingSide::QueenSide),
    ];
    for to in Square::ALL {
        push_piece(&mut sans, Role::King, None, None, to);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            push_piece(&mut sans, role, None, None, to);
            let needed = Discriminators::new(role, to);
            for file in File::ALL.into_iter().filter(|&f| needed.file.intersects(f)) {
                push_piece(&mut sans, role, Some(file), None, to);
            }
            for rank in Rank::ALL.into_iter().filter(|&r| needed.rank.intersects(r)) {
                push_piece(&mut sans, role, None, Some(rank), to);
            }
            for from in needed.square {
                push_piece(&mut sans, role, Some(from.file()), Some(from.rank()), to);
            }
        }
    }
    for from in Bitboard::FULL.without(Bitboard::BACKRANKS) {
        push_pawn(&mut sans, from);
    }
    sans.sort_by_cached_key(order());
    // Most pawn moves are played by both colours.
    sans.dedup();
    sans
}

/// Every string of `base` plain, with `+` and with `#`, sorted the same way.
#[must_use]
pub fn with_symbols(base: &[San]) -> Vec<SanPlus> {
    const SUFFIXES: [Option<Suffix>; 3] = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];
    let keys: Vec<u64> = base.iter().map(order()).collect();
    // Each suffix has a sorted run of its own: merge them.
    let mut next = [0; SUFFIXES.len()];
    let key = |run: usize, next: usize| match (keys.get(next), SUFFIXES[run]) {
        (None, _) => u64::MAX,
        (Some(&key), None) => key,
        (Some(&key), Some(suffix)) => key << 8 | u64::from(u32::from(suffix.char())),
    };
    let mut sans = Vec::with_capacity(SUFFIXES.len() * base.len());
    while let Some(run) = (0..next.len())
        .filter(|&run| next[run] < base.len())
        .min_by_key(|&run| key(run, next[run]))
    {
        sans.push(SanPlus {
            san: base[next[run]],
            suffix: SUFFIXES[run],
        });
        next[run] += 1;
    }
    sans
}

/// The string without a suffix.
#[must_use]
pub fn plain(san: San) -> SanPlus {
    SanPlus { san, suffix: None }
}

/// The strings as text, one a line, every line ended by a newline.
///
/// ```
/// use san_strings::vocabulary::{base, lines, plain};
///
/// assert_eq!(lines(base().into_iter().take(2).map(plain)), b"a2\na3\n");
/// ```
#[must_use]
pub fn lines(sans: impl IntoIterator<Item = SanPlus>) -> Vec<u8> {
    let sans = sans.into_iter();
    let mut text = Vec::with_capacity(8 * sans.size_hint().0);
    for san in sans {
        san.append_ascii_to(&mut text);
        text.push(b'\n');
    }
    text
}

/// The key the files are sorted by: length, then bytes.
///
/// That is the order of the texts read as numbers to the base 256. They fit:
/// no SAN is longer than seven bytes (`Qb6xe3+`, `bxa8=Q+`).
fn order() -> impl FnMut(&San) -> u64 {
    let mut text = Vec::new();
    move |san| {
        text.clear();
        san.append_ascii_to(&mut text);
        text.iter().fold(0, |key, &byte| key << 8 | u64::from(byte))
    }
}

/// Adds the move of a piece, and the capture.
fn push_piece(sans: &mut Vec<San>, role: Role, file: Option<File>, rank: Option<Rank>, to: Square) {
    sans.extend([false, true].map(|capture| San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion: None,
    }));
}

/// Adds the pushes and captures of a pawn of either colour, with promotions.
///
/// A double push has the string of the single push to its square, and a
/// capture en passant that of an ordinary one.
fn push_pawn(sans: &mut Vec<San>, from: Square) {
    for color in Color::ALL {
        let push = from.offset(color.fold_wb(8, -8));
        let captures = attacks::pawn_attacks(color, from);
        for to in push.into_iter().chain(captures) {
            let capture = from.file() != to.file();
            let promotions: &[Option<Role>] = if Bitboard::BACKRANKS.contains(to) {
                &[
                    Some(Role::Knight),
                    Some(Role::Bishop),
                    Some(Role::Rook),
                    Some(Role::Queen),
                ]
            } else {
                &[None]
            };
            sans.extend(promotions.iter().map(|&promotion| San::Normal {
                role: Role::Pawn,
                file: capture.then(|| from.file()),
                rank: None,
                capture,
                to,
                promotion,
            }));
        }
    }
}
