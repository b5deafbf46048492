//! Which rows are still quota.

use std::collections::HashMap;

use crate::suite::kind::Kind;
use shakmaty::Color;

/// How many rows are still quota, of each kind and colour.
pub struct Quota {
    of_color: HashMap<(Kind, Color), usize>,
    total: HashMap<Kind, usize>,
}

impl Quota {
    /// At most `most` rows of each kind, and of each kind and colour at most `most_of_color`.
    pub fn new(kinds: &[Kind], most: usize, most_of_color: usize) -> Quota {
        let colors = |&kind| Color::ALL.map(|color| ((kind, color), most_of_color));
        Quota {
            of_color: kinds.iter().flat_map(colors).collect(),
            total: kinds.iter().map(|&kind| (kind, most)).collect(),
        }
    }

    /// Takes note of a row that is there, given its kind and its FEN.
    pub fn subtract(&mut self, kind: Kind, fen: &str) {
        let color = if fen.contains(" w ") { Color::White } else { Color::Black };
        let left = self.total.get_mut(&kind).into_iter();
        for left in left.chain(self.of_color.get_mut(&(kind, color))) {
            *left = left.saturating_sub(1);
        }
    }

    pub fn wants(&self, kind: Kind, color: Color) -> bool {
        let is_left = |left: Option<&usize>| left.is_some_and(|&left| left > 0);
        is_left(self.total.get(&kind)) && is_left(self.of_color.get(&(kind, color)))
    }

    /// Whether one is quota; if so, one less is from now on.
    pub fn take(&mut self, kind: Kind, color: Color) -> bool {
        let wants = self.wants(kind, color);
        if wants {
            *self.total.get_mut(&kind).expect("it is quota") -= 1;
            *self.of_color.get_mut(&(kind, color)).expect("it is quota") -= 1;
        }
        wants
    }

    pub fn is_empty(&self) -> bool {
        self.of_color.iter().all(|((kind, _), &left)| left == 0 || self.total.get(kind) == Some(&0))
    }
}
