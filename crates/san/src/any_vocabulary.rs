//! A list of either kind.

use std::sync::Arc;

use shakmaty::{Chess, Move, Position, uci::UciMove};

use super::{
    play::play,
    san_str::SanStr,
    spelling::reader::{Letters, Reading, read_letters},
    vocabulary::{Notation, Vocabulary},
};

/// A list of SAN, or that of UCI, where either will do.
///
/// ```
/// use san_strings_core::{AnyVocabulary, Vocabulary};
///
/// let short = Vocabulary::occurring().subset(|id| id < 4000);
/// for (list, text, len) in [
///     (AnyVocabulary::from(Vocabulary::occurring()), "e4", 28_938),
///     (Vocabulary::uci().into(), "e2e4", 1968),
///     (short.into(), "e4", 4000),
/// ] {
///     assert_eq!(list.len(), len);
///     assert!(list.id(text).is_some());
/// }
/// ```
#[derive(Clone, Debug)]
pub enum AnyVocabulary {
    /// A list of SAN.
    Static(&'static Vocabulary),
    /// A list of SAN that is dropped when no one refers to it.
    Shared(Arc<Vocabulary>),
    /// [`Vocabulary::uci`].
    Uci,
}

impl Default for AnyVocabulary {
    fn default() -> AnyVocabulary {
        Vocabulary::occurring().into()
    }
}

impl From<&'static Vocabulary> for AnyVocabulary {
    fn from(list: &'static Vocabulary) -> AnyVocabulary {
        AnyVocabulary::Static(list)
    }
}

impl From<Vocabulary> for AnyVocabulary {
    fn from(list: Vocabulary) -> AnyVocabulary {
        AnyVocabulary::Shared(Arc::new(list))
    }
}

impl From<&'static Vocabulary<UciMove>> for AnyVocabulary {
    fn from(_: &'static Vocabulary<UciMove>) -> AnyVocabulary {
        AnyVocabulary::Uci
    }
}

/// Asks whichever list it is.
macro_rules! ask {
    ($any:expr, $list:ident => $answer:expr) => {
        match $any.san() {
            Some($list) => $answer,
            None => {
                let $list = Vocabulary::uci();
                $answer
            }
        }
    };
}

impl AnyVocabulary {
    /// The list, if it is one of SAN.
    pub fn san(&self) -> Option<&Vocabulary> {
        match self {
            AnyVocabulary::Static(list) => Some(list),
            AnyVocabulary::Shared(list) => Some(list),
            AnyVocabulary::Uci => None,
        }
    }

    /// As [`Vocabulary::len`].
    #[expect(clippy::len_without_is_empty, reason = "no list is empty")]
    pub fn len(&self) -> usize {
        ask!(self, list => list.len())
    }

    /// As [`Vocabulary::load`].
    pub fn load(&self) {
        ask!(self, list => list.load());
    }

    /// As [`Vocabulary::id`].
    pub fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        ask!(self, list => list.id(text))
    }

    /// As [`Vocabulary::starting_with`].
    pub fn starting_with(&self, prefix: &str) -> Vec<u16> {
        ask!(self, list => list.starting_with(prefix).collect())
    }

    /// As [`Vocabulary::text`].
    pub fn text(&self, id: u16) -> Option<SanStr> {
        ask!(self, list => list.text(id))
    }

    /// As [`Vocabulary::legal`].
    pub fn legal(&self, position: &Chess) -> impl Iterator<Item = (Move, u16)> + use<> {
        let mut found = Vec::new();
        self.for_each_legal(position, |m, id| found.push((m, id)));
        found.into_iter()
    }

    /// As [`Vocabulary::for_each_legal`].
    #[inline]
    pub fn for_each_legal(&self, position: &Chess, see: impl FnMut(Move, u16)) {
        ask!(self, list => list.for_each_legal(position, see));
    }

    /// Plays the legal move with an id, whatever the string says of check and mate. `None` if there is none.
    pub fn play(&self, position: &mut Chess, id: u16) -> Option<Move> {
        if let Some(list) = self.san() {
            return Some(play(position, list.san(id)?)?.0);
        }
        let m = Vocabulary::uci().legal_move(position, id)?;
        position.play_unchecked(m);
        Some(m)
    }

    /// How the legal move that a string can only be is written in such a list, which may lack it.
    ///
    /// ```
    /// use san_strings_core::{AnyVocabulary, Vocabulary, shakmaty::Chess};
    ///
    /// let list = AnyVocabulary::from(Vocabulary::occurring());
    /// let written = |text: &str| list.written(&Chess::default(), list.id(text)?);
    /// assert_eq!(written("Ngf3+").expect("it is legal"), "Nf3");
    /// assert_eq!(written("Nd4"), None);
    /// ```
    pub fn written(&self, position: &Chess, id: u16) -> Option<SanStr> {
        let Some(list) = self.san() else {
            let m = Vocabulary::uci().legal_move(position, id)?;
            return Some(SanStr::of_uci(m.to_uci(position.castles().mode())));
        };
        // A capture may lack its `x`.
        let reading = read_letters(position, &list.text(id)?, Letters::English);
        let (Reading::Exact { mut san, .. } | Reading::Mended { mut san, .. }) = reading else {
            return None;
        };
        if list.notation() == Notation::Base {
            san.suffix = None;
        }
        Some(san.into())
    }

    /// As [`Vocabulary::tokenizer_json`].
    pub fn tokenizer_json(&self, special: &[&str]) -> String {
        ask!(self, list => list.tokenizer_json(special))
    }

    /// The text of every string, in order.
    pub fn texts(&self) -> impl Iterator<Item = SanStr> {
        (0..).take(self.len()).filter_map(|id| self.text(id))
    }
}
