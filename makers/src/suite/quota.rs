//! Counts how many rows of each kind are still missing.

use std::collections::HashMap;

use crate::suite::kind::Kind;
use shakmaty::Color;

/// The number of rows that we want of a kind. If possible, White is to move in half of these rows.
pub fn most(kind: Kind) -> usize {
    match kind {
        Kind::Play(_) | Kind::Trap(_) => 20,
        Kind::Lenient(_) => 30,
        _ => 50,
    }
}

/// How many of the rows of a kind may have the same side to move.
#[derive(Clone, Copy)]
pub enum Share {
    Half,
    All,
}

/// The number of missing rows: for each kind, and for each kind and colour.
pub struct Quota {
    of_color: HashMap<(Kind, Color), usize>,
    total: HashMap<Kind, usize>,
}

impl Quota {
    /// Creates a quota for these kinds, as if no rows existed.
    pub fn new(kinds: &[Kind], share: Share) -> Quota {
        let of_color = |kind| match share {
            Share::Half => most(kind) / 2,
            Share::All => most(kind),
        };
        let colors = |&kind| Color::ALL.map(|color| ((kind, color), of_color(kind)));
        Quota {
            of_color: kinds.iter().flat_map(colors).collect(),
            total: kinds.iter().map(|&kind| (kind, most(kind))).collect(),
        }
    }

    /// Subtracts 1 from the quota of the kind, and from the quota of the kind with the side to move in `fen`,
    /// because there is already such a row.
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

    /// Takes one row of this kind and colour from the quota. Returns `false` if no such row is left in
    /// the quota.
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
