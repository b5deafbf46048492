//! The lists of strings, each with its id.

use std::sync::{LazyLock, OnceLock};

use shakmaty::{
    Chess, Move, Position, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    base_strings::base_strings,
    id_table::IdTable,
    legal::Legal,
    move_table::{MoveTable, Written},
    occurrence::can_check,
    san_str::SanStr,
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
pub struct Vocabulary<M = SanPlus> {
    notation: Notation,
    strings: Vec<(SanStr, M)>,
    ids: OnceLock<IdTable>,
    moves: OnceLock<MoveTable>,
}

/// How the strings of a list write moves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Notation {
    /// SAN without `+` and `#`.
    Base,
    /// SAN.
    San,
    /// From- and to-square, as in UCI.
    Uci,
}

impl Vocabulary {
    /// The base strings, without `+` and `#`, as in `san_strings.txt`.
    pub fn base() -> &'static Vocabulary {
        static BASE: LazyLock<Vocabulary> = LazyLock::new(|| {
            let sans = base_strings().into_iter().map(|san| SanPlus { san, suffix: None });
            Vocabulary::sorted(Notation::Base, sans.map(|san| (san.into(), san)))
        });
        &BASE
    }

    /// Every base string plain, with `+` and with `#`, as in `san_strings_with_symbols.txt`.
    pub fn with_symbols() -> &'static Vocabulary {
        static WITH_SYMBOLS: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::with_suffixes(|_| true));
        &WITH_SYMBOLS
    }

    /// Every string that can occur, as in `san_strings_that_occur.txt`: each plain, and with
    /// `+` and `#` if the move can give check.
    pub fn occurring() -> &'static Vocabulary {
        static OCCURRING: LazyLock<Vocabulary> =
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
    /// let (_, id) = vocabulary.legal(&Chess::default()).next().expect("twenty moves");
    /// assert_eq!(vocabulary.text(id).expect("an id").len(), 4);
    /// ```
    pub fn uci() -> &'static Vocabulary<UciMove> {
        static UCI: LazyLock<Vocabulary<UciMove>> = LazyLock::new(|| {
            Vocabulary::sorted(Notation::Uci, uci_moves().map(|m| (SanStr::of_uci(m), m)))
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
    fn with_suffixes(can_check: impl Fn(San) -> bool) -> Vocabulary {
        let base = || Vocabulary::base().texts().zip(Vocabulary::base().sans());
        let checks = base().filter(|(_, base)| can_check(base.san));
        let checks = checks.flat_map(|(text, base)| {
            // In the order of their bytes: two sorted runs are quick to sort.
            [Suffix::Checkmate, Suffix::Check].map(|suffix| {
                let text = text.with_suffix(suffix);
                let suffix = Some(suffix);
                (text, SanPlus { suffix, ..base })
            })
        });
        Vocabulary::sorted(Notation::San, base().chain(checks))
    }

    /// The special tokens for models, in the order of their ids, which follow those of the
    /// strings: padding, unknown, beginning and end of a game, and the four results.
    pub const SPECIAL: [&str; 8] = SPECIAL;

    /// The id of a string that was parsed.
    pub fn id_of(&self, san: SanPlus) -> Option<u16> {
        self.move_table().get(san)
    }

    /// The string with an id.
    pub fn san(&self, id: u16) -> Option<SanPlus> {
        self.move_text(id)
    }

    /// Every string, in order.
    pub fn sans(&self) -> impl Iterator<Item = SanPlus> {
        self.iter().map(|(_, san)| san)
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
        self.san(id)?.san.to_move(position).ok()
    }
}

impl Vocabulary<UciMove> {
    /// The id of a move.
    pub fn id_of(&self, m: UciMove) -> Option<u16> {
        self.move_table().get(m)
    }

    /// The legal move of a position with an id, if there is one.
    pub fn legal_move(&self, position: &Chess, id: u16) -> Option<Move> {
        self.move_text(id)?.to_move(position).ok()
    }

    /// Adds the ids of the legal moves of a position, in order, and gives the move that has an id, if it is
    /// legal. It makes no list of moves, and so takes half the time of [`legal`](Vocabulary::legal).
    pub fn legal_ids(&self, position: &Chess, id: u16, ids: &mut Vec<u16>) -> Option<Move> {
        let table = self.move_table();
        let targets = Targets::new(position);
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
                    ids.extend(table.get(UciMove::Normal { from, to, promotion: Some(role) }));
                }
            }
        }
        targets.find(self.move_text(id)?)
    }
}

impl<M: Copy> Vocabulary<M> {
    fn sorted(notation: Notation, strings: impl Iterator<Item = (SanStr, M)>) -> Vocabulary<M> {
        let mut strings: Vec<_> = strings.collect();
        strings.sort_by_key(|&(text, _)| text);
        // Most pawn moves are played by both colours.
        strings.dedup_by_key(|&mut (text, _)| text);
        Vocabulary { notation, strings, ids: OnceLock::new(), moves: OnceLock::new() }
    }

    /// How many strings there are. Their ids are `0..len()`.
    #[expect(clippy::len_without_is_empty, reason = "no list is empty")]
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// The list as a `tokenizer.json` for Hugging Face's `tokenizers`, with special tokens after the
    /// strings, such as [`SPECIAL`](Vocabulary::SPECIAL).
    pub fn tokenizer_json(&self, special: &[&str]) -> String {
        to_tokenizer_json(self, special)
    }

    /// How the strings write moves.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The ids of the strings, to be looked up fast.
    pub fn id_table(&self) -> &IdTable {
        self.ids.get_or_init(|| IdTable::new(self.texts()))
    }

    /// The id of a string; `None` if it is not in the list.
    pub fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        self.id_table().get(text.as_ref())
    }

    /// What the string with an id says.
    fn move_text(&self, id: u16) -> Option<M> {
        self.strings.get(usize::from(id)).map(|&(_, m)| m)
    }

    /// The text of the string with an id.
    pub fn text(&self, id: u16) -> Option<SanStr> {
        self.strings.get(usize::from(id)).map(|&(text, _)| text)
    }

    /// Every string with its id, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u16, M)> {
        (0..).zip(self.strings.iter().map(|&(_, m)| m))
    }

    /// The text of every string, in order.
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
    pub fn starting_with(&self, prefix: &str) -> impl Iterator<Item = u16> + use<M> {
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

    /// The legal moves of a position, each with its id; those that are not in the list are
    /// left out. Of the base strings it is the id of the move without `+` and `#`.
    ///
    /// ```
    /// use san_strings_core::{Vocabulary, shakmaty::Chess};
    ///
    /// let vocabulary = Vocabulary::occurring();
    /// let moves = vocabulary.legal(&Chess::default());
    /// let ids: Vec<u16> = moves.map(|(_, id)| id).collect();
    /// assert_eq!(ids.len(), 20);
    /// assert!(ids.contains(&vocabulary.id("Nf3").expect("it occurs")));
    /// ```
    pub fn legal(&self, position: &Chess) -> impl Iterator<Item = (Move, u16)> + use<M>
    where
        M: Written,
    {
        let mut found = Vec::new();
        self.for_each_legal(position, |m, id| found.push((m, id)));
        found.into_iter()
    }

    /// The same, one after the other, without memory for them.
    #[inline]
    pub fn for_each_legal(&self, position: &Chess, mut see: impl FnMut(Move, u16))
    where
        M: Written,
    {
        let table = self.move_table();
        let mut give = |m: Move, id: Option<u16>| {
            if let Some(id) = id {
                see(m, id);
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
                    give(m, table.get(uci));
                }
            }
            Notation::San => {
                let legal = Legal::new(position);
                for &m in &legal.moves {
                    give(m, table.get(legal.san_plus(m)));
                }
            }
            Notation::Base => {
                let legal = Legal::new(position);
                for &m in &legal.moves {
                    give(m, table.get(SanPlus { san: legal.san(m), suffix: None }));
                }
            }
        }
    }

    /// Makes the tables of ids now, which are otherwise made when they are first asked for.
    pub fn load(&self)
    where
        M: Written,
    {
        self.id_table();
        self.move_table();
    }

    /// The ids of the moves, to be looked up fast.
    fn move_table(&self) -> &MoveTable
    where
        M: Written,
    {
        self.moves.get_or_init(|| MoveTable::new(self.strings.iter().map(|&(_, m)| m)))
    }
}
