//! Keeps track of the *unmet* strings, which we are still looking for, and finds the unmet strings that can
//! be played in a position.

use san_strings_core::{Vocabulary, suffix::suffix_after, targets::blockers};
use shakmaty::{
    Bitboard, ByRole, CastlingSide, Chess, Move, MoveList, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

/// The strings that we still look for.
#[derive(Clone, Debug)]
pub struct Unmet {
    list: &'static Vocabulary,
    /// For each string, by id: whether we still look for it.
    open: Vec<bool>,
    /// For each [`kind`] of move, a bit mask: which of its strings are unmet (see [`PLAIN`] for the bits).
    kinds: Vec<u8>,
    /// For each role, the to-squares of unmet strings: without a suffix (`plain`), and with one (`checking`).
    plain: ByRole<Bitboard>,
    checking: ByRole<Bitboard>,
}

/// Bit for unmet strings without a suffix. The next two bits are for `+` and `#`.
const PLAIN: u8 = 1;
const CHECK: u8 = 2;
const MATE: u8 = 4;
/// Multiply one of the bits above by this factor to get the bit for strings with a discriminator.
const NAMED: u8 = 8;

/// Index of a kind of move. The kind consists of the role, the to-square, and whether the move is a capture.
fn kind(role: Role, capture: bool, to: Square) -> usize {
    (role as usize * 2 + usize::from(capture)) * 64 + to as usize
}

fn bit(suffix: Option<Suffix>) -> u8 {
    match suffix {
        None => PLAIN,
        Some(Suffix::Check) => CHECK,
        Some(Suffix::Checkmate) => MATE,
    }
}

impl Unmet {
    /// Creates an `Unmet` in which all strings that occur are unmet.
    pub fn all() -> Unmet {
        let list = Vocabulary::occurring();
        let mut all = Unmet {
            open: vec![true; list.len()],
            list,
            kinds: Vec::new(),
            plain: ByRole::default(),
            checking: ByRole::default(),
        };
        all.update_kinds();
        all
    }

    /// Creates an `Unmet` in which only the strings `sans` are unmet.
    pub fn only(sans: impl IntoIterator<Item = SanPlus>) -> Unmet {
        let mut only = Unmet::all();
        only.open.fill(false);
        for id in sans.into_iter().filter_map(|san| only.list.id_of(san)) {
            only.open[usize::from(id)] = true;
        }
        only.update_kinds();
        only
    }

    pub fn san(&self, id: u16) -> SanPlus {
        self.list.san(id).expect("an id of the list")
    }

    /// Marks the strings with these ids as found: we no longer look for them.
    pub fn remove(&mut self, ids: impl Iterator<Item = u16>) {
        for id in ids {
            self.open[usize::from(id)] = false;
        }
        self.update_kinds();
    }

    fn update_kinds(&mut self) {
        self.kinds = vec![0; kind(Role::King, true, Square::H8) + 1];
        (self.plain, self.checking) = (ByRole::default(), ByRole::default());
        for (san, _) in self.list.sans().zip(&self.open).filter(|(_, open)| **open) {
            if let San::Normal { role, file, rank, capture, to, promotion: None } = san.san {
                let named = role != Role::Pawn && (file.is_some() || rank.is_some());
                let times = if named { NAMED } else { 1 };
                self.kinds[kind(role, capture, to)] |= bit(san.suffix) * times;
                let squares =
                    if san.suffix.is_none() { &mut self.plain } else { &mut self.checking };
                squares[role].add(to);
            }
        }
    }

    /// For each legal move in the position whose SAN is an unmet string, calls `found` with the id of the
    /// string and with the move.
    pub fn in_position(&self, position: &Chess, mut found: impl FnMut(u16, Move)) {
        let checks = Checks::new(position);
        if !self.may_be_in(position, &checks) {
            return;
        }
        let legal = position.legal_moves();
        for &m in &legal {
            // Writing SAN is slow, so we skip moves of a kind that has no unmet strings. This skips most
            // moves.
            let kinds = self.kinds_of(m, position, &checks);
            if kinds != 0
                && let Some(id) = self.played(m, kinds, position, &legal)
            {
                found(id, m);
            }
        }
    }

    /// Whether an unmet string may be playable in the position. We look only at attacked squares, and
    /// generate no legal moves. This quickly rejects most positions.
    fn may_be_in(&self, position: &Chess, checks: &Checks) -> bool {
        let (board, us) = (position.board(), position.turn());
        let (occupied, ours) = (board.occupied(), board.by_color(us));
        let squares = |role| {
            (self.plain[role] | (self.checking[role] & checks.direct[role as usize])) & !ours
        };
        let reaches = |role: Role| {
            let squares = squares(role);
            let men = if squares.any() { board.by_piece(role.of(us)) } else { Bitboard::EMPTY };
            men.into_iter()
                .any(|from| attacks::attacks(from, role.of(us), occupied).intersects(squares))
        };
        let pawns = board.by_piece(us.pawn());
        let pawn_reaches = |to: Square| {
            let back = us.fold_wb(-8, 8);
            let behind = [to.offset(back), to.offset(2 * back)].into_iter().flatten();
            pawns.intersects(behind.collect::<Bitboard>() | attacks::pawn_attacks(us.other(), to))
        };
        let promotes = || pawns.intersects(Bitboard::from(us.fold_wb(Rank::Seventh, Rank::Second)));
        let castles = |side| {
            let castles = position.castles();
            castles.has(us, side) && !castles.path(us, side).intersects(occupied)
        };
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        checks.discovering.any()
            || pieces.into_iter().any(reaches)
            || squares(Role::Pawn).into_iter().any(pawn_reaches)
            || promotes()
            || CastlingSide::ALL.into_iter().any(castles)
            || position.maybe_ep_square().is_some_and(pawn_reaches)
    }

    /// Returns a bit mask of the kinds of unmet strings to which the SAN of the legal move `m` may belong.
    fn kinds_of(&self, m: Move, position: &Chess, checks: &Checks) -> u8 {
        let Move::Normal { role, capture, to, promotion: None, .. } = m else {
            return u8::MAX;
        };
        let suffix = if checks.gives(m) { CHECK | MATE } else { PLAIN };
        let kinds = self.kinds[kind(role, capture.is_some(), to)] & (suffix | (suffix * NAMED));
        let board = position.board();
        let piece = role.of(position.turn());
        let is_alone = || {
            let others = attacks::attacks(to, piece, board.occupied()) & board.by_piece(piece);
            role != Role::Pawn && others.count() < 2
        };
        if kinds >= NAMED && is_alone() { kinds & (NAMED - 1) } else { kinds }
    }

    /// Returns the id of the SAN of a legal move. `None` unless this string is unmet, and `kinds` contains a bit
    /// for its suffix.
    fn played(&self, m: Move, kinds: u8, position: &Chess, legal: &MoveList) -> Option<u16> {
        let mut after = position.clone();
        after.play_unchecked(m);
        let suffix = suffix_after(&after);
        if kinds & (bit(suffix) | (bit(suffix) * NAMED)) == 0 {
            return None;
        }
        let id = self.list.id_of(SanPlus { san: San::disambiguate(m, legal), suffix })?;
        self.open[usize::from(id)].then_some(id)
    }
}

/// How the side to move can give check: directly, or by discovering a check.
struct Checks {
    king: Option<Square>,
    /// For each role, the squares from which a piece of that role would give check.
    direct: [Bitboard; 7],
    /// The pieces that discover a check when they leave the line to the king.
    discovering: Bitboard,
}

impl Checks {
    fn new(position: &Chess) -> Checks {
        let (board, turn) = (position.board(), position.turn());
        let (ours, occupied) = (board.by_color(turn), board.occupied());
        let king = board.king_of(turn.other());
        let mut checks =
            Checks { king, direct: [Bitboard::EMPTY; 7], discovering: Bitboard::EMPTY };
        let Some(king) = king else { return checks };
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let back = role.of(turn.other());
            checks.direct[role as usize] = attacks::attacks(king, back, occupied);
        }
        checks.discovering = blockers(board, king, turn) & ours;
        checks
    }

    /// Whether a move gives check. The move must not be castling, a promotion or an en passant capture.
    fn gives(&self, m: Move) -> bool {
        let leaves = |from: Square| {
            let king = self.king.unwrap_or(from);
            self.discovering.contains(from) && !attacks::aligned(from, m.to(), king)
        };
        self.direct[m.role() as usize].contains(m.to()) || m.from().is_some_and(leaves)
    }
}
