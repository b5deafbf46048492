//! The lists of strings, each with its id.

use std::{
    ptr,
    sync::{LazyLock, OnceLock},
};

use shakmaty::{
    Chess, Move, Position,
    san::{San, SanPlus, Suffix},
};

use super::{
    base_strings::base_strings, id_table::IdTable, occurrence::can_check, san_str::SanStr,
};

/// A list of strings, sorted by length, then bytes.
///
/// The id of a string is the number of its line in the file, counted from 0. Within a major
/// version of this package no line moves, is added or removed.
///
/// ```
/// use san_strings::{Vocabulary, shakmaty::san::SanPlus};
///
/// let vocabulary = Vocabulary::occurring();
/// assert_eq!(vocabulary.len(), 28_938);
///
/// let id = vocabulary.id("Nbxd2+").expect("it occurs");
/// let san: SanPlus = "Nbxd2+".parse()?;
/// assert_eq!(vocabulary.san(id), Some(san));
/// assert_eq!(vocabulary.id_of(san), Some(id));
/// assert_eq!(vocabulary.text(id).expect("an id"), "Nbxd2+");
///
/// assert_eq!(vocabulary.id("Qa1a8"), None); // cannot occur
/// assert_eq!(vocabulary.text(28_938), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Vocabulary {
    sans: Vec<SanPlus>,
    ids: OnceLock<IdTable>,
}

impl Vocabulary {
    /// The base strings, without `+` and `#`, as in `san_strings.txt`.
    #[must_use]
    pub fn base() -> &'static Vocabulary {
        static BASE: LazyLock<Vocabulary> = LazyLock::new(|| {
            let sans = base_strings().into_iter();
            Vocabulary::sorted(sans.map(|san| SanPlus { san, suffix: None }))
        });
        &BASE
    }

    /// Every base string plain, with `+` and with `#`, as in `san_strings_with_symbols.txt`.
    #[must_use]
    pub fn with_symbols() -> &'static Vocabulary {
        static WITH_SYMBOLS: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::with_suffixes(|_| true));
        &WITH_SYMBOLS
    }

    /// Those of them that can occur, as in `san_strings_that_occur.txt`: each plain, and with
    /// `+` and `#` if the move can give check.
    #[must_use]
    pub fn occurring() -> &'static Vocabulary {
        static OCCURRING: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::with_suffixes(can_check));
        &OCCURRING
    }

    /// Every base string plain, and some of them with `+` and `#`.
    fn with_suffixes(can_check: impl Fn(San) -> bool) -> Vocabulary {
        let base = || Vocabulary::base().sans();
        let checks = base().filter(|base| can_check(base.san)).flat_map(|base| {
            // In the order of their bytes: two sorted runs are quick to sort.
            let suffixes = [Suffix::Checkmate, Suffix::Check].map(Some);
            suffixes.map(|suffix| SanPlus { suffix, ..base })
        });
        Vocabulary::sorted(base().chain(checks))
    }

    fn sorted(sans: impl Iterator<Item = SanPlus>) -> Vocabulary {
        let mut buffer = Vec::new();
        let mut with_text = |san| (SanStr::with_buffer(san, &mut buffer), san);
        let mut sans: Vec<(SanStr, SanPlus)> = sans.map(&mut with_text).collect();
        sans.sort_by_key(|&(text, _)| text);
        // Most pawn moves are played by both colours.
        sans.dedup_by_key(|&mut (text, _)| text);
        Vocabulary {
            sans: sans.into_iter().map(|(_, san)| san).collect(),
            ids: OnceLock::new(),
        }
    }

    /// How many strings there are. Their ids are `0..len()`.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no list is empty")]
    pub fn len(&self) -> usize {
        self.sans.len()
    }

    /// Whether these are the base strings: none has `+` or `#`.
    pub(crate) fn is_base(&self) -> bool {
        ptr::eq(self, Vocabulary::base())
    }

    pub(crate) fn id_table(&self) -> &IdTable {
        self.ids.get_or_init(|| IdTable::new(&self.sans))
    }

    /// The id of a string; `None` if it is not in the list.
    #[must_use]
    pub fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        self.id_table().get(text.as_ref())
    }

    /// The id of a string that was parsed.
    #[must_use]
    pub fn id_of(&self, san: SanPlus) -> Option<u16> {
        match san.san {
            San::Put { .. } | San::Null => None,
            _ => self.id(SanStr::from(san)),
        }
    }

    /// The string with an id.
    #[must_use]
    pub fn san(&self, id: u16) -> Option<SanPlus> {
        self.sans.get(usize::from(id)).copied()
    }

    /// The text of the string with an id.
    #[must_use]
    pub fn text(&self, id: u16) -> Option<SanStr> {
        self.san(id).map(SanStr::from)
    }

    /// Every string with its id, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u16, SanPlus)> {
        (0..).zip(self.sans())
    }

    /// Every string, in order.
    pub(crate) fn sans(&self) -> impl ExactSizeIterator<Item = SanPlus> {
        self.sans.iter().copied()
    }

    /// The legal moves of a position, each with its id; those that are not in the list are
    /// left out. Of the base strings it is the id of the move without `+` and `#`.
    ///
    /// ```
    /// use san_strings::{Vocabulary, shakmaty::Chess};
    ///
    /// let vocabulary = Vocabulary::occurring();
    /// let moves = vocabulary.legal(&Chess::default());
    /// let ids: Vec<u16> = moves.map(|(_, id)| id).collect();
    /// assert_eq!(ids.len(), 20);
    /// assert!(ids.contains(&vocabulary.id("Nf3").expect("it occurs")));
    /// ```
    pub fn legal<'v>(&'v self, position: &Chess) -> impl Iterator<Item = (Move, u16)> + use<'v> {
        let (position, moves) = (position.clone(), position.legal_moves());
        let is_base = self.is_base();
        (0..moves.len()).filter_map(move |n| {
            let mut san = SanPlus {
                san: San::disambiguate(moves[n], &moves),
                suffix: None,
            };
            if !is_base {
                san = SanPlus::from_move(position.clone(), moves[n]);
            }
            Some((moves[n], self.id_of(san)?))
        })
    }
}
