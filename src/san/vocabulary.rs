//! Every base string, and every string with symbols, in the order of the files.

use std::iter;

use shakmaty::{
    Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use super::discriminator::Discriminators;

/// Every base string: a SAN without `+` or `#`.
///
/// ```
/// let vocabulary = san_strings::Vocabulary::new();
/// assert_eq!(vocabulary.base()[0].to_string(), "a2");
/// assert_eq!(vocabulary.with_symbols().count(), 3 * vocabulary.base().len());
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    base: Vec<San>,
    keys: Vec<u64>,
}

impl Vocabulary {
    /// Derives the base strings from the geometry of the board.
    #[must_use]
    pub fn new() -> Vocabulary {
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
        let mut text = Vec::new();
        let mut keyed: Vec<(u64, San)> = Vec::with_capacity(sans.len());
        keyed.extend(sans.into_iter().map(|san| (key(san, &mut text), san)));
        keyed.sort_unstable_by_key(|&(key, _)| key);
        // Most pawn moves are played by both colours.
        keyed.dedup();
        let (keys, base) = keyed.into_iter().unzip();
        Vocabulary { base, keys }
    }

    /// The base strings, sorted by length, then bytes.
    #[must_use]
    pub fn base(&self) -> &[San] {
        &self.base
    }

    /// Every base string plain, with `+` and with `#`, sorted the same way.
    pub fn with_symbols(&self) -> impl Iterator<Item = Entry> {
        let key = |index: usize, suffix: Option<Suffix>| match (self.keys.get(index), suffix) {
            (None, _) => u64::MAX,
            (Some(&key), None) => key,
            (Some(&key), Some(suffix)) => key << 8 | u64::from(u32::from(suffix.char())),
        };
        // The strings with one suffix are a sorted run: merge the three runs.
        let suffixes = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];
        let mut heads = suffixes.map(|suffix| (key(0, suffix), 0, suffix));
        iter::from_fn(move || {
            let (head, next, suffix) = heads.iter_mut().min_by_key(|(key, ..)| *key)?;
            let (key_of_this, index, suffix) = (*head, *next, *suffix);
            let san = *self.base.get(index)?;
            *next += 1;
            *head = key(*next, suffix);
            Some(Entry {
                san: SanPlus { san, suffix },
                index,
                key: key_of_this,
            })
        })
    }
}

impl Default for Vocabulary {
    fn default() -> Vocabulary {
        Vocabulary::new()
    }
}

/// A string with symbols.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The string.
    pub san: SanPlus,
    /// The index of its base string in [`Vocabulary::base`].
    pub index: usize,
    key: u64,
}

impl Entry {
    /// The text read as a number to the base 256: what the files are sorted by.
    pub(super) fn key(self) -> u64 {
        self.key
    }

    /// Appends the text of the string and a newline.
    pub fn append_line_to(self, text: &mut Vec<u8>) {
        let skipped = self.key.leading_zeros() as usize / 8;
        text.extend_from_slice(&self.key.to_be_bytes()[skipped..]);
        text.push(b'\n');
    }
}

/// The key the files are sorted by: length, then bytes.
///
/// That is the order of the texts read as numbers to the base 256. They fit:
/// no SAN is longer than seven bytes (`Qb6xe3+`, `bxa8=Q+`).
fn key(san: San, text: &mut Vec<u8>) -> u64 {
    text.clear();
    san.append_ascii_to(text);
    text.iter().fold(0, |key, &byte| key << 8 | u64::from(byte))
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
