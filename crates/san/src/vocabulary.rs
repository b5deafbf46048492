//! The lists of strings, each with its id.

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

/// A list of strings, sorted by length, then bytes. Each string is a SAN, or, in
/// [`Vocabulary::uci`], a move as UCI writes it.
///
/// The id of a string is the number of its line in the file, counted from 0. Within a major
/// version of this package no line moves, is added or removed.
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

/// How the strings of a list write moves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Notation {
    /// SAN without `+` and `#`.
    Base,
    /// SAN.
    San,
    /// From- and to-square, as in UCI.
    Uci,
}

/// A move as a list writes it, without the text.
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
    /// A move as UCI writes it.
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
    /// The base strings, without `+` and `#`, as in `san_strings.txt`.
    pub fn base() -> &'static Arc<Vocabulary> {
        static BASE: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| {
            let sans = base_strings().into_iter().map(|san| SanPlus { san, suffix: None });
            Vocabulary::sorted(Notation::Base, sans.map(|san| (san.into(), Entry::San(san))))
        });
        &BASE
    }

    /// Every base string plain, with `+` and with `#`, as in `san_strings_with_symbols.txt`.
    pub fn with_symbols() -> &'static Arc<Vocabulary> {
        static WITH_SYMBOLS: LazyLock<Arc<Vocabulary>> =
            LazyLock::new(|| Vocabulary::with_suffixes(|_| true));
        &WITH_SYMBOLS
    }

    /// Every string that can occur, as in `san_strings_that_occur.txt`: each plain, and with
    /// `+` and `#` if the move can give check.
    pub fn occurring() -> &'static Arc<Vocabulary> {
        static OCCURRING: LazyLock<Arc<Vocabulary>> =
            LazyLock::new(|| Vocabulary::with_suffixes(can_check));
        &OCCURRING
    }

    /// Every move as UCI writes it, from-square and to-square: `e2e4`, `e1g1` for castling,
    /// `e7e8q`.
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

    /// Some strings of this list, in its order: those whose ids `keep` keeps.
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

    /// Every base string plain, and some of them with `+` and `#`.
    fn with_suffixes(can_check: impl Fn(San) -> bool) -> Arc<Vocabulary> {
        let base = || Vocabulary::base().texts().zip(Vocabulary::base().sans());
        let checks = base().filter(|(_, base)| can_check(base.san));
        let checks = checks.flat_map(|(text, base)| {
            // In the order of their bytes: two sorted runs are quick to sort.
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
        // Most pawn moves are played by both colours.
        strings.dedup_by_key(|&mut (text, _)| text);
        Arc::new(Vocabulary { notation, strings, ids: OnceLock::new(), moves: OnceLock::new() })
    }

    /// The special tokens for models, in the order of their ids, which follow those of the
    /// strings: padding, unknown, beginning and end of a game, and the four results.
    pub const SPECIAL: [&str; 8] = SPECIAL;

    /// Whether the strings are SAN without `+` and `#`.
    #[inline]
    pub fn is_base(&self) -> bool {
        self.notation == Notation::Base
    }

    /// Whether the strings are moves as UCI writes them.
    #[inline]
    pub fn is_uci(&self) -> bool {
        self.notation == Notation::Uci
    }

    /// How many strings there are. Their ids are `0..len()`.
    #[expect(clippy::len_without_is_empty, reason = "no list is empty")]
    #[inline]
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// The list as a `tokenizer.json` for Hugging Face's `tokenizers`, with special tokens after the
    /// strings, such as [`SPECIAL`](Vocabulary::SPECIAL).
    pub fn tokenizer_json(&self, special: &[&str]) -> String {
        to_tokenizer_json(self, special)
    }

    /// The ids of the strings, to be looked up fast.
    #[doc(hidden)]
    #[inline]
    pub fn id_table(&self) -> &IdTable {
        self.ids.get_or_init(|| IdTable::new(self.texts()))
    }

    /// The id of a string; `None` if it is not in the list.
    #[inline]
    pub fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        self.id_table().get(text.as_ref())
    }

    /// The id of a move: a [`SanPlus`], or, in [`Vocabulary::uci`], a [`UciMove`].
    #[inline]
    pub fn id_of(&self, entry: impl Into<Entry>) -> Option<u16> {
        self.move_table().get(entry.into())
    }

    /// The move with an id.
    #[inline]
    pub fn entry(&self, id: u16) -> Option<Entry> {
        self.strings.get(usize::from(id)).map(|&(_, entry)| entry)
    }

    /// The SAN with an id. A list of UCI has none.
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

    /// The text of the string with an id.
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

    /// The ids of the strings that begin with a text, in the order of the list: the shortest strings come
    /// first. With the empty text it is all ids.
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
        // The strings of one length are sorted by their bytes.
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

    /// The legal moves of a position, each with its id, in the order of the ids; those that are not in the list
    /// are left out. Of the base strings it is the id of the move without `+` and `#`.
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

    /// The same, one after the other, in any order, without memory for them.
    #[inline]
    pub fn for_each_legal(&self, position: &Chess, mut see: impl FnMut(u16, Move)) {
        let table = self.move_table();
        let mut give = |entry, m| {
            if let Some(id) = table.get(entry) {
                see(id, m);
            }
        };
        match self.notation {
            // In Chess960 the king takes the rook: elsewhere it may go as a king.
            Notation::Uci => {
                let mode = position.castles().mode();
                for &m in &position.legal_moves() {
                    // What most moves are, without a call.
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

    /// Adds the ids that the legal moves of a position have in [`Vocabulary::uci`], in order. It makes no list of
    /// moves, and so takes half the time of [`legal`](Vocabulary::legal).
    #[doc(hidden)]
    pub fn push_uci_ids(position: &Chess, targets: &Targets<'_>, ids: &mut Vec<u16>) {
        let table = Vocabulary::uci().move_table();
        let promoting = promoting(position);
        // File by file, as the strings are sorted; the longer ones come last.
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

    /// The legal move of a position with an id, if there is one: the way back from
    /// [`legal`](Vocabulary::legal). The `+` or `#` of a SAN does not matter.
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

    /// Plays the legal move with an id, whatever the string says of check and mate. `None` if there is none.
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

    /// Writes the legal move that the string with an id means as this list writes moves: without a needless
    /// discriminator, with the right `+` or `#`. The result need not be in the list, if that is a subset.
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
        // A capture may lack its `x`.
        let reading = read_letters(position, &self.text(id)?, Letters::English);
        let (_, mut san) = reading.played()?;
        if self.is_base() {
            san.suffix = None;
        }
        Some(san.into())
    }

    /// Makes the tables of ids now, which are otherwise made when they are first asked for.
    pub fn load(&self) {
        self.id_table();
        self.move_table();
    }

    /// The ids of the moves, to be looked up fast.
    #[inline]
    fn move_table(&self) -> &MoveTable {
        self.moves.get_or_init(|| MoveTable::new(self.strings.iter().map(|&(_, entry)| entry)))
    }
}
