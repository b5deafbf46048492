//! The lists of strings, with an id for each string.

use std::{
    fmt,
    sync::{Arc, LazyLock, OnceLock},
};

use shakmaty::{
    Chess, Move, Position, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    base_strings::base_strings,
    few::sort_few,
    id_table::IdTable,
    legal::Legal,
    move_table::MoveTable,
    occurrence::can_check,
    play::play,
    san_str::SanStr,
    spelling::reader::{Letters, read_letters},
    targets::{Targets, promoting},
    tokenizer::{SPECIAL, to_tokenizer_json},
    uci::uci_moves,
};

/// A list of strings, sorted by length, then by bytes. Each string is a SAN or, in [`Vocabulary::uci`], a UCI
/// move.
///
/// The id of a string is its index in the list, counted from 0. In the list's file, the string with id `n` is
/// on line `n + 1`. Within a major version of this package, no line is moved, added or removed.
///
/// ```
/// use san_strings_core::{Vocabulary, shakmaty::san::SanPlus};
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
    notation: Notation,
    strings: Vec<(SanStr, Entry)>,
    ids: OnceLock<IdTable>,
    moves: OnceLock<MoveTable>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Notation {
    /// SAN without `+` and `#`.
    Base,
    San,
    Uci,
}

/// A parsed string of a list: a SAN or a UCI move.
///
/// ```
/// use san_strings_core::{Entry, Vocabulary};
///
/// let list = Vocabulary::uci();
/// let id = list.id("e7e8q").expect("it is listed");
/// let Some(Entry::Uci(m)) = list.entry(id) else { panic!("it is a list of UCI") };
/// assert_eq!(list.id_of(m), Some(id));
/// assert_eq!(Entry::from(m).to_string(), "e7e8q");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Entry {
    /// A move in SAN.
    San(SanPlus),
    /// A UCI move.
    Uci(UciMove),
}

impl From<SanPlus> for Entry {
    #[inline]
    fn from(san: SanPlus) -> Entry {
        Entry::San(san)
    }
}

impl From<UciMove> for Entry {
    #[inline]
    fn from(m: UciMove) -> Entry {
        Entry::Uci(m)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::San(san) => san.fmt(f),
            Entry::Uci(m) => m.fmt(f),
        }
    }
}

impl Vocabulary {
    /// All base strings: SAN without `+` and `#`, as in `san_strings.txt`.
    pub fn base() -> &'static Arc<Vocabulary> {
        static BASE: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| {
            let sans = base_strings().into_iter().map(|san| SanPlus { san, suffix: None });
            Vocabulary::sorted(Notation::Base, sans.map(|san| (san.into(), Entry::San(san))))
        });
        &BASE
    }

    /// Every base string three times: plain, with `+`, and with `#`, as in `san_strings_with_symbols.txt`.
    pub fn with_symbols() -> &'static Arc<Vocabulary> {
        static WITH_SYMBOLS: LazyLock<Arc<Vocabulary>> =
            LazyLock::new(|| Vocabulary::with_suffixes(|_| true));
        &WITH_SYMBOLS
    }

    /// Every string that can occur, as in `san_strings_that_occur.txt`: every base string plain, and with `+`
    /// and `#` if the move can give check.
    pub fn occurring() -> &'static Arc<Vocabulary> {
        static OCCURRING: LazyLock<Arc<Vocabulary>> =
            LazyLock::new(|| Vocabulary::with_suffixes(can_check));
        &OCCURRING
    }

    /// Every UCI move: `e2e4`, `e1g1` for castling, `e7e8q`.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::Chess};
    ///
    /// let vocabulary = Vocabulary::uci();
    /// assert_eq!(vocabulary.len(), 1968);
    /// let (id, _) = vocabulary.legal(&Chess::default()).next().expect("twenty moves");
    /// assert_eq!(vocabulary.text(id).expect("an id"), "a2a3");
    /// ```
    pub fn uci() -> &'static Arc<Vocabulary> {
        static UCI: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| {
            let moves = uci_moves().map(|m| (SanStr::of_uci(m), Entry::Uci(m)));
            Vocabulary::sorted(Notation::Uci, moves)
        });
        &UCI
    }

    /// Makes a list of the strings whose ids `keep` accepts, in the same order. The strings get new ids,
    /// starting from 0.
    #[must_use]
    pub fn subset(&self, keep: impl Fn(u16) -> bool) -> Vocabulary {
        let strings = self.strings.iter().zip(0..);
        Vocabulary {
            notation: self.notation,
            strings: strings.filter(|&(_, id)| keep(id)).map(|(string, _)| *string).collect(),
            ids: OnceLock::new(),
            moves: OnceLock::new(),
        }
    }

    /// Makes a list of all base strings. For each base string that `can_check` accepts, the list also contains
    /// the strings with `+` and `#`.
    fn with_suffixes(can_check: impl Fn(San) -> bool) -> Arc<Vocabulary> {
        let base = || Vocabulary::base().texts().zip(Vocabulary::base().sans());
        let checks = base().filter(|(_, base)| can_check(base.san));
        let checks = checks.flat_map(|(text, base)| {
            // `#` sorts before `+`, so we yield the mate first. The strings with a suffix are then sorted,
            // like the base strings. So the sort of all strings only has to merge two sorted runs, which is
            // fast.
            [Suffix::Checkmate, Suffix::Check].map(|suffix| {
                let text = text.with_suffix(suffix);
                (text, SanPlus { suffix: Some(suffix), ..base })
            })
        });
        let all = base().chain(checks).map(|(text, san)| (text, Entry::San(san)));
        Vocabulary::sorted(Notation::San, all)
    }

    fn sorted(
        notation: Notation,
        strings: impl Iterator<Item = (SanStr, Entry)>,
    ) -> Arc<Vocabulary> {
        let mut strings: Vec<_> = strings.collect();
        strings.sort_by_key(|&(text, _)| text);
        // Most pawn moves occur twice here, because both colours can play them.
        strings.dedup_by_key(|&mut (text, _)| text);
        Arc::new(Vocabulary { notation, strings, ids: OnceLock::new(), moves: OnceLock::new() })
    }

    /// The special tokens for models: padding, unknown, beginning and end of a game, and the four results.
    /// Their ids follow the ids of the strings, in this order.
    pub const SPECIAL: [&str; 8] = SPECIAL;

    /// Whether the strings are SAN without `+` and `#`.
    #[inline]
    pub fn is_base(&self) -> bool {
        self.notation == Notation::Base
    }

    /// Whether the strings are UCI moves.
    #[inline]
    pub fn is_uci(&self) -> bool {
        self.notation == Notation::Uci
    }

    /// The number of strings. Their ids are `0..len()`.
    #[expect(clippy::len_without_is_empty, reason = "no list is empty")]
    #[inline]
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Writes the list as a `tokenizer.json` for Hugging Face's `tokenizers`. The tokens in `special`, for
    /// example [`SPECIAL`](Vocabulary::SPECIAL), come after the strings.
    pub fn tokenizer_json(&self, special: &[&str]) -> String {
        to_tokenizer_json(self, special)
    }

    /// A fast hash table from each string to its id.
    #[doc(hidden)]
    #[inline]
    pub fn id_table(&self) -> &IdTable {
        self.ids.get_or_init(|| IdTable::new(self.texts()))
    }

    /// The id of a string, or `None` if it is not in the list.
    #[inline]
    pub fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        self.id_table().get(text.as_ref())
    }

    /// The id of a move. If this list is [`Vocabulary::uci`], pass a [`UciMove`], otherwise a [`SanPlus`].
    #[inline]
    pub fn id_of(&self, entry: impl Into<Entry>) -> Option<u16> {
        self.move_table().get(entry.into())
    }

    /// The move with this id.
    #[inline]
    pub fn entry(&self, id: u16) -> Option<Entry> {
        self.strings.get(usize::from(id)).map(|&(_, entry)| entry)
    }

    /// The SAN with this id. Always `None` in a UCI list.
    #[inline]
    pub fn san(&self, id: u16) -> Option<SanPlus> {
        match self.entry(id)? {
            Entry::San(san) => Some(san),
            Entry::Uci(_) => None,
        }
    }

    /// Every SAN, in order.
    #[inline]
    pub fn sans(&self) -> impl Iterator<Item = SanPlus> {
        (0..).zip(&self.strings).map_while(|(id, _)| self.san(id))
    }

    /// The text of the string with this id.
    #[inline]
    pub fn text(&self, id: u16) -> Option<SanStr> {
        self.strings.get(usize::from(id)).map(|&(text, _)| text)
    }

    /// Every id with its move, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u16, Entry)> {
        (0..).zip(self.strings.iter().map(|&(_, entry)| entry))
    }

    /// The text of every string, in order.
    #[inline]
    pub fn texts(&self) -> impl Iterator<Item = SanStr> {
        self.strings.iter().map(|&(text, _)| text)
    }

    /// The ids of the strings that begin with `prefix`, in the order of the list, so the shortest come first.
    /// An empty prefix returns all ids.
    ///
    /// ```
    /// use san_strings_core::Vocabulary;
    ///
    /// let vocabulary = Vocabulary::occurring();
    /// let texts = |prefix| -> Vec<_> {
    ///     vocabulary.starting_with(prefix).filter_map(|id| vocabulary.text(id)).collect()
    /// };
    /// assert_eq!(texts("O-O-"), ["O-O-O", "O-O-O#", "O-O-O+"]);
    /// assert_eq!(texts("Nb8d"), ["Nb8d7", "Nb8d7#", "Nb8d7+"]);
    /// assert_eq!(vocabulary.starting_with("Nb").count(), 288);
    /// ```
    pub fn starting_with(&self, prefix: &str) -> impl Iterator<Item = u16> + use<> {
        let longest = self.strings.last().map_or(0, |(text, _)| text.len());
        // Among the strings of the same length, those with the prefix are consecutive.
        let runs = (prefix.len()..=longest).map(|length| {
            let place = |text: &SanStr| {
                let head = text.as_bytes().get(..prefix.len()).unwrap_or_default();
                text.len().cmp(&length).then_with(|| head.cmp(prefix.as_bytes()))
            };
            let first = self.strings.partition_point(|(text, _)| place(text).is_lt());
            let end = self.strings.partition_point(|(text, _)| place(text).is_le());
            first..end
        });
        let runs: Vec<_> = runs.collect();
        runs.into_iter().flatten().filter_map(|id| u16::try_from(id).ok())
    }

    /// The legal moves of a position with their ids, in the order of the ids. Moves that are not in the list
    /// are left out. In the list of base strings, a move has the id of its SAN without `+` and `#`.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::Chess};
    ///
    /// let vocabulary = Vocabulary::occurring();
    /// let moves = vocabulary.legal(&Chess::default());
    /// let ids: Vec<u16> = moves.map(|(id, _)| id).collect();
    /// assert_eq!(ids.len(), 20);
    /// assert!(ids.is_sorted() && ids.contains(&vocabulary.id("Nf3").expect("it occurs")));
    /// ```
    pub fn legal(&self, position: &Chess) -> impl Iterator<Item = (u16, Move)> + use<> {
        let mut found = Vec::new();
        self.for_each_legal(position, |id, m| found.push((id, m)));
        sort_few(&mut found, |&(id, _)| id);
        found.into_iter()
    }

    /// Like [`legal`](Vocabulary::legal), but calls `see` for each move, in no particular order, and
    /// allocates no list.
    #[inline]
    pub fn for_each_legal(&self, position: &Chess, mut see: impl FnMut(u16, Move)) {
        let table = self.move_table();
        let mut give = |entry, m| {
            if let Some(id) = table.get(entry) {
                see(id, m);
            }
        };
        match self.notation {
            // In Chess960, castling is written as king takes rook, because the king's to-square could also
            // mean an ordinary king move.
            Notation::Uci => {
                let mode = position.castles().mode();
                for &m in &position.legal_moves() {
                    // We convert the most common moves here, to avoid a function call.
                    let uci = match m {
                        Move::Normal { from, to, promotion, .. } => {
                            UciMove::Normal { from, to, promotion }
                        }
                        _ => m.to_uci(mode),
                    };
                    give(Entry::Uci(uci), m);
                }
            }
            Notation::San => {
                let legal = Legal::new(position);
                for &m in &legal.moves {
                    give(Entry::San(legal.san_plus(m)), m);
                }
            }
            Notation::Base => {
                let legal = Legal::new(position);
                for &m in &legal.moves {
                    give(Entry::San(SanPlus { san: legal.san(m), suffix: None }), m);
                }
            }
        }
    }

    /// Appends the [`Vocabulary::uci`] ids of all legal moves of a position, in ascending order. Does not make
    /// a list of moves, so it takes half the time of [`legal`](Vocabulary::legal).
    #[doc(hidden)]
    pub fn push_uci_ids(position: &Chess, targets: &Targets<'_>, ids: &mut Vec<u16>) {
        let table = Vocabulary::uci().move_table();
        let promoting = promoting(position);
        // In the list, a1 is followed by a2, not by b1, so we flip the board along its diagonal. Promotions come
        // last, because their strings are longer.
        for from in (position.us() ^ promoting).flip_diagonal() {
            for to in targets.of(from.flip_diagonal()).flip_diagonal() {
                ids.extend(table.by_number(usize::from(from) * 64 + usize::from(to)));
            }
        }
        for from in promoting.flip_diagonal().into_iter().map(Square::flip_diagonal) {
            for to in targets.of(from).flip_diagonal().into_iter().map(Square::flip_diagonal) {
                for role in [Role::Bishop, Role::Knight, Role::Queen, Role::Rook] {
                    let m = UciMove::Normal { from, to, promotion: Some(role) };
                    ids.extend(table.get(Entry::Uci(m)));
                }
            }
        }
    }

    /// Finds the legal move that an id means in a position. This is the inverse of
    /// [`legal`](Vocabulary::legal). A wrong check symbol is ignored.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::{Chess, Square}};
    ///
    /// let vocabulary = Vocabulary::occurring();
    /// let id = vocabulary.id("Nf3").expect("it occurs");
    /// let m = vocabulary.legal_move(&Chess::default(), id).expect("it is legal");
    /// assert_eq!(m.from(), Some(Square::G1));
    /// ```
    pub fn legal_move(&self, position: &Chess, id: u16) -> Option<Move> {
        match self.entry(id)? {
            Entry::San(san) => san.san.to_move(position).ok(),
            Entry::Uci(m) => m.to_move(position).ok(),
        }
    }

    /// Plays the legal move that an id means, and returns it. A wrong check symbol is ignored. Returns `None`
    /// if the move is not legal.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::Chess};
    ///
    /// let (vocabulary, mut position) = (Vocabulary::uci(), Chess::default());
    /// let mut play = |text: &str| vocabulary.play(&mut position, vocabulary.id(text)?);
    /// assert!(play("e2e4").is_some() && play("e2e4").is_none());
    /// ```
    pub fn play(&self, position: &mut Chess, id: u16) -> Option<Move> {
        match self.entry(id)? {
            Entry::San(san) => Some(play(position, san)?.0),
            Entry::Uci(m) => {
                let m = m.to_move(position).ok()?;
                position.play_unchecked(m);
                Some(m)
            }
        }
    }

    /// Finds the legal move that a string means, and returns the exact text of this move in the notation of
    /// this list. In SAN, the exact text has no needless discriminator, and ends with the right `+` or `#` if the
    /// strings of this list have suffixes. If this list contains only some of the strings, the exact text may
    /// be missing from this list. Returns `None` if the move is not legal.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::Chess};
    ///
    /// let list = Vocabulary::occurring();
    /// let written = |text: &str| list.written(&Chess::default(), list.id(text)?);
    /// assert_eq!(written("Ngf3+").expect("it is legal"), "Nf3");
    /// assert_eq!(written("Nd4"), None);
    /// ```
    pub fn written(&self, position: &Chess, id: u16) -> Option<SanStr> {
        if self.is_uci() {
            let m = self.legal_move(position, id)?;
            return Some(SanStr::of_uci(m.to_uci(position.castles().mode())));
        }
        // The move may be a capture although the string has no `x`, so we do not require exact SAN.
        let reading = read_letters(position, &self.text(id)?, Letters::English);
        let (_, mut san) = reading.played()?;
        if self.is_base() {
            san.suffix = None;
        }
        Some(san.into())
    }

    /// Builds the lookup tables now, instead of on their first use.
    pub fn load(&self) {
        self.id_table();
        self.move_table();
    }

    #[inline]
    fn move_table(&self) -> &MoveTable {
        self.moves.get_or_init(|| MoveTable::new(self.strings.iter().map(|&(_, entry)| entry)))
    }
}
