//! Finds the rows that a position can provide.

use crate::suite::{
    canonical::HardMove,
    kind::{CanonicalKind, Kind},
    rows::{CanonicalRow, LenientRow, RefuseRow, Source, fen},
};
use san_strings_core::{
    Reason,
    move_finder::MoveFinder,
    parse,
    reader::{Reading, read},
    refusal::{Refusal, RefuseKind, is_impossible_san},
    uci::uci,
};
use shakmaty::{Chess, Color, Position};

use super::{kind::LenientKind, lenient, texts::texts};

/// A row that was found, its kind, and the side to move.
pub(super) struct Found<R> {
    pub(super) kind: Kind,
    pub(super) turn: Color,
    pub(super) row: R,
}

/// A predicate: whether we want more rows of a kind.
pub(super) type Wants<'w> = dyn Fn(Kind) -> bool + Sync + 'w;

pub(super) fn canonical_row(
    kind: CanonicalKind,
    position: &Chess,
    hard: &HardMove<'_>,
    source: Source,
) -> CanonicalRow {
    CanonicalRow {
        kind,
        fen: fen(position),
        uci: uci(hard.m),
        san: hard.san.to_string(),
        fen_after: fen(&hard.after),
        source,
    }
}

/// Makes the canonical rows of a position. For each legal move, makes one row of each wanted kind that fits
/// the move.
pub(super) fn canonical_rows(
    position: &Chess,
    source: Source,
    wants: &Wants<'_>,
) -> Vec<Found<CanonicalRow>> {
    let legal = position.legal_moves();
    let mut found = Vec::new();
    for &m in &legal {
        let hard = HardMove::new(position, &legal, m);
        for kind in hard.kinds() {
            if wants(Kind::Canonical(kind)) {
                found.push(Found {
                    kind: Kind::Canonical(kind),
                    turn: position.turn(),
                    row: canonical_row(kind, position, &hard, source),
                });
            }
        }
    }
    found
}

/// If readers must refuse `text` in a position, returns the kind of the row and the reason. `None` if a reader
/// may accept `text`.
///
/// The suite differs from our reader in two cases. Our reader corrects a string that cannot occur, such as
/// `Rah1+`, but the suite requires that readers refuse it. Our reader refuses `xe3` because of its leading
/// `x`, but other readers may take it for a pawn capture without the file, so the suite does not ask about it.
pub(super) fn refused(position: &Chess, text: &str) -> Option<(RefuseKind, String)> {
    let refusal = match read(position, text) {
        Reading::Mended { .. } => {
            let san = parse(text).ok().filter(|&san| is_impossible_san(san))?;
            Refusal::CannotOccur { cause: Reason::NoCheck(san.san) }
        }
        reading => reading.refusal()?.clone(),
    };
    let is_push =
        || text.strip_prefix('x').is_some_and(|push| push.starts_with(|c| matches!(c, 'a'..='h')));
    if refusal.kind() == RefuseKind::LeadingGarbage && is_push() {
        return None;
    }
    Some((refusal.kind(), refusal.to_string()))
}

/// Makes rows of `refuse.tsv` for a position, at most one of each wanted kind.
pub(super) fn refuse_rows(
    position: &Chess,
    source: Source,
    wants: &Wants<'_>,
) -> Vec<Found<RefuseRow>> {
    let mut found: Vec<Found<RefuseRow>> = Vec::new();
    let finder = MoveFinder::new(position);
    let wants = |kind| wants(Kind::Refuse(kind));
    for text in texts(&finder, source.game + source.ply, &wants) {
        let Some((refused, why)) = refused(position, &text).filter(|(kind, _)| wants(*kind)) else {
            continue;
        };
        let kind = Kind::Refuse(refused);
        // For each position, one row of each kind is enough.
        if !found.iter().any(|found| found.kind == kind) {
            found.push(Found {
                kind,
                turn: position.turn(),
                row: RefuseRow { kind, fen: fen(position), text, why },
            });
        }
    }
    found
}

/// Makes lenient rows for a position, at most one of each wanted kind.
pub(super) fn lenient_rows(
    position: &Chess,
    source: Source,
    wants: &Wants<'_>,
) -> Vec<Found<LenientRow>> {
    let finder = MoveFinder::new(position);
    let legal = &finder.legal;
    let mut found: Vec<Found<LenientRow>> = Vec::new();
    for n in 0..legal.len() {
        let m = legal[(source.game + source.ply + n) % legal.len()];
        for (kind, text) in lenient::lenient_spellings(&finder, m) {
            let of_kind = Kind::Lenient(LenientKind(kind));
            if wants(of_kind) && !found.iter().any(|found| found.kind == of_kind) {
                found.push(Found {
                    kind: of_kind,
                    turn: position.turn(),
                    row: LenientRow {
                        kind: LenientKind(kind),
                        fen: fen(position),
                        text,
                        uci: uci(m),
                    },
                });
            }
        }
    }
    found
}
