//! Every position after some plies, each once, and the strings that can be played in
//! one of them: a string that is not met there needs more plies.
//!
//! SAN depends on the board, the side to move, castling rights, and a capture en passant
//! that can be played: on nothing else. Two positions that agree in these are one here.
//! A position is written down exactly, as two sides, one for each side, so no two share a key.
//!
//! A layer is sorted by the pack of the side that is not to move. A move leaves that
//! pack as it is, unless it captures. So the positions that follow without a capture can
//! be told apart within each run of equal sides, and the last layer, which is by far
//! the largest, is visited run by run and never kept.
//!
//! Beyond the plies for which that can be done, [`Exhaustive::at_ply`] looks for strings at one
//! ply and keeps only the positions with [prospects](Prospects) of playing one of them there.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
};

use rayon::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
    attacks,
    san::{San, SanPlus},
};

use super::prospects::Prospects;
use crate::{
    Vocabulary,
    progress::{Meter, Progress, Stopped},
    san::suffix::played,
};

/// A search through all positions, one ply after the other.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    strings: Strings,
    /// The positions after 0, 1, 2, ... plies.
    layers: Vec<Layer>,
    /// How many plies the strings have been looked at.
    plies: usize,
}

/// The strings that can be played at a ply.
#[derive(Clone, Debug)]
pub struct PlyResult {
    /// How many positions come up before the ply.
    pub positions: u64,
    /// Strings that cannot be played sooner, each with a game that ends with it, in the
    /// order of the list.
    pub games: Vec<(SanPlus, Vec<Move>)>,
}

impl Exhaustive {
    /// At the initial position.
    pub fn new() -> Exhaustive {
        Exhaustive { strings: Strings::new(), layers: vec![Layer::initial()], plies: 0 }
    }

    /// Looks for strings at one ply, in all positions that can still lead to one of them there.
    /// They are strings that [`Prospects`] covers.
    ///
    /// # Errors
    ///
    /// [`Stopped`]
    pub fn at_ply(
        ply: usize,
        strings: &[SanPlus],
        progress: &dyn Progress,
    ) -> Result<PlyResult, Stopped> {
        let color = Color::from_white(ply % 2 == 1);
        let prospects = Prospects::new(color, strings).for_many();
        let mut search = Exhaustive {
            strings: Strings::only(strings),
            layers: vec![Layer::initial()],
            plies: ply - 1,
        };
        while search.layers.len() < ply - 1 {
            let left = ply - search.layers.len();
            let last = search.layers.last().expect("there is the first");
            let turn = last.turn.other();
            let keep = |key| prospects.any(&setup(key, turn), left);
            let next = last.next(&keep, progress)?;
            search.layers.push(next);
        }
        search.next_ply(progress)
    }

    /// Goes through all positions in which the next ply is played.
    ///
    /// # Errors
    ///
    /// [`Stopped`], and then it can go on.
    pub fn next_ply(&mut self, progress: &dyn Progress) -> Result<PlyResult, Stopped> {
        let scan = |turn: Color, keys: &mut dyn Iterator<Item = PackedPosition>| {
            let mut positions = 0;
            let mut first: BTreeMap<u16, (PackedPosition, Move)> = BTreeMap::new();
            for key in keys {
                positions += 1;
                self.strings.unmet(&position(key, turn), |id, m| {
                    first.entry(id).or_insert((key, m));
                });
            }
            (positions, first)
        };
        let last = self.layers.last().expect("there is the first");
        let mut positions = 0;
        let mut first = BTreeMap::new();
        let mut add = |(count, part)| {
            positions += count;
            for (id, found) in part {
                first.entry(id).or_insert(found);
            }
        };
        if self.plies == 0 {
            add(scan(last.turn, &mut last.keys.iter().copied()));
        } else {
            if self.layers.len() < self.plies {
                let next = last.next(&|_| true, progress)?;
                self.layers.push(next);
            }
            let last = self.layers.last().expect("there is the first");
            last.each_next(&|keys| scan(last.turn.other(), keys), add, progress)?;
        }
        let ways = self.ways(first.values().map(|(key, _)| *key), progress)?;
        let games = first.into_iter().map(|(id, (key, m))| {
            self.strings.met[usize::from(id)] = true;
            let mut moves = ways[&key].clone();
            moves.push(m);
            (self.strings.list.san(id).expect("an id of the list"), moves)
        });
        let games = games.collect();
        self.plies += 1;
        self.strings.update_kinds();
        Ok(PlyResult { positions, games })
    }

    /// A way to each of these positions, which come up before the next ply.
    fn ways(
        &self,
        keys: impl Iterator<Item = PackedPosition>,
        progress: &dyn Progress,
    ) -> Result<HashMap<PackedPosition, Vec<Move>>, Stopped> {
        let mut ways: HashMap<PackedPosition, Vec<Move>> =
            keys.map(|key| (key, Vec::new())).collect();
        // For each position that ways have come back to, where they end.
        let mut heads: HashMap<PackedPosition, Vec<PackedPosition>> =
            ways.keys().map(|&key| (key, vec![key])).collect();
        for layer in self.layers[..self.plies].iter().rev() {
            let mut before: HashMap<PackedPosition, Vec<PackedPosition>> = HashMap::new();
            for (after, (parent, m)) in layer.parents(&heads, progress)? {
                for end in heads.remove(&after).expect("a target") {
                    ways.entry(end).or_default().push(m);
                    before.entry(parent).or_default().push(end);
                }
            }
            heads = before;
        }
        for way in ways.values_mut() {
            way.reverse();
        }
        Ok(ways)
    }
}

impl Default for Exhaustive {
    fn default() -> Exhaustive {
        Exhaustive::new()
    }
}

/// The pieces of one side, exactly: the squares, then for each, in their order, three bits
/// for the role or for a rook that may castle, then the file of a pawn that can be
/// captured en passant, counted from 1.
type PackedSide = u128;

/// A position without the side to move: the pack of the side that has moved, which is
/// not to move now, and that of the other.
type PackedPosition = (PackedSide, PackedSide);

/// Where the file of a pawn that can be captured en passant is in a [`PackedSide`].
const EN_PASSANT: PackedSide = 0xf;

/// A rook that may castle, beside the six roles, which count from 0.
const CASTLING_ROOK: PackedSide = 6;

fn pack(position: &Chess, color: Color) -> PackedSide {
    let board = position.board();
    let castling = position.castles().castling_rights();
    let squares = board.by_color(color);
    let mut pack = PackedSide::from(u64::from(squares)) << 64;
    for (square, n) in squares.into_iter().zip(0..) {
        let code = match board.role_at(square) {
            Some(Role::Rook) if castling.contains(square) => CASTLING_ROOK,
            role => role.expect("a man on its square") as PackedSide - 1,
        };
        pack |= code << (61 - 3 * n);
    }
    pack
}

/// The pack of the side that has moved.
fn pack_mover(position: &Chess) -> PackedSide {
    // Most positions are quickly ruled out.
    let en_passant = position.maybe_ep_square().and_then(|_| position.legal_ep_square());
    let file = en_passant.map_or(0, |square| square.file() as PackedSide + 1);
    pack(position, position.turn().other()) | file
}

fn key(position: &Chess) -> PackedPosition {
    (pack_mover(position), pack(position, position.turn()))
}

/// The first side of a key as it is after the next move: no pawn can be captured en passant.
fn waiting_side(key: &PackedPosition) -> PackedSide {
    key.0 & !EN_PASSANT
}

/// The position with this key and this side to move.
fn position(key: PackedPosition, turn: Color) -> Chess {
    let position = setup(key, turn).position(CastlingMode::Standard);
    position.expect("a key is made from a legal position")
}

/// The position with this key, not checked for legality.
fn setup((moved, moving): PackedPosition, turn: Color) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for (pack, color) in [(moved, turn.other()), (moving, turn)] {
        let squares = Bitboard::from((pack >> 64) as u64);
        for (square, n) in squares.into_iter().zip(0..) {
            let code = pack >> (61 - 3 * n) & 7;
            let role = if code == CASTLING_ROOK {
                setup.castling_rights.add(square);
                Role::Rook
            } else {
                Role::ALL[code as usize]
            };
            setup.board.set_piece_at(square, Piece { color, role });
        }
    }
    if let Some(file) = ((moved & EN_PASSANT) as u32).checked_sub(1) {
        let rank = turn.fold_wb(Rank::Sixth, Rank::Third);
        setup.ep_square = Some(Square::from_coords(File::new(file), rank));
    }
    setup
}

/// Runs of a layer that a thread goes through at a time.
const RUNS: usize = 16;

/// Positions of a layer that a thread goes through at a time.
const CHUNK: usize = 1 << 12;

/// Positions of a layer whose sides are visited before captures that lead to others are
/// looked at: these are in memory.
const SLICE: usize = 1 << 24;

/// Parts that are under way at a time: their results are in memory.
const BATCH: usize = 1 << 6;

/// All positions after some plies, sorted.
#[derive(Clone, Debug)]
struct Layer {
    turn: Color,
    keys: Vec<PackedPosition>,
}

/// Positions with the same pack of the side that is not to move, and captures after which
/// the other side has that pack.
type Run = (Range<usize>, Range<usize>);

impl Layer {
    fn initial() -> Layer {
        let position = Chess::default();
        Layer { keys: vec![key(&position)], turn: position.turn() }
    }

    /// All positions one ply further that are to be kept.
    fn next(
        &self,
        keep: &(dyn Fn(PackedPosition) -> bool + Sync),
        progress: &dyn Progress,
    ) -> Result<Layer, Stopped> {
        let mut keys = Vec::new();
        let collect = |part: &mut dyn Iterator<Item = PackedPosition>| -> Vec<PackedPosition> {
            part.filter(|&key| keep(key)).collect()
        };
        self.each_next(&collect, |part| keys.extend(part), progress)?;
        keys.par_sort_unstable();
        let turn = self.turn.other();
        Ok(Layer { turn, keys })
    }

    /// Goes through all positions one ply further, each once, in parts that depend on
    /// nothing but the layer. `take` gets what `part` makes of them, in order.
    fn each_next<T: Send>(
        &self,
        part: &(dyn Fn(&mut dyn Iterator<Item = PackedPosition>) -> T + Sync),
        mut take: impl FnMut(T),
        progress: &dyn Progress,
    ) -> Result<(), Stopped> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let meter = Meter::new(progress, "all positions", self.keys.len() as u64);
        let starts = (0..self.keys.len()).step_by(SLICE);
        let mut bounds: Vec<PackedSide> = starts.map(|at| waiting_side(&self.keys[at])).collect();
        bounds[0] = 0;
        bounds.push(PackedSide::MAX);
        for sides in bounds.windows(2).map(|ends| ends[0]..ends[1]) {
            let captures = self.captures(&sides);
            for runs in self.runs(&sides, &captures).chunks(RUNS * BATCH) {
                let parts = runs.par_chunks(RUNS).map(|runs| {
                    meter.add(runs.iter().map(|(run, _)| run.len() as u64).sum())?;
                    let mut keys = runs.iter().flat_map(|(run, captured)| {
                        self.next_of_run(&self.keys[run.clone()], &captures[captured.clone()])
                    });
                    Ok(part(&mut keys))
                });
                let parts: Vec<T> = parts.collect::<Result<_, Stopped>>()?;
                parts.into_iter().for_each(&mut take);
            }
        }
        Ok(())
    }

    /// The positions after each capture that leaves one of these sides, sorted: the pack of
    /// the side that moves next comes first here.
    fn captures(&self, sides: &Range<PackedSide>) -> Vec<PackedPosition> {
        let of = |&key: &PackedPosition| {
            let before = position(key, self.turn);
            before.capture_moves().into_iter().filter_map(move |m| {
                let mut after = before.clone();
                after.play_unchecked(m);
                let side = pack(&after, after.turn());
                sides.contains(&side).then(|| (side, pack_mover(&after)))
            })
        };
        let mut captures: Vec<PackedPosition> = Vec::new();
        let mut distinct = 0;
        for keys in self.keys.chunks(CHUNK * BATCH) {
            let found: Vec<_> = keys.par_iter().flat_map_iter(of).collect();
            captures.extend(found);
            // Many captures lead to the same positions. Memory is short, so these go soon.
            if captures.len() > distinct + distinct / 2 {
                captures.par_sort_unstable();
                captures.dedup();
                distinct = captures.len();
            }
        }
        captures.par_sort_unstable();
        captures.dedup();
        captures
    }

    /// The runs of these sides.
    fn runs(&self, sides: &Range<PackedSide>, captures: &[PackedPosition]) -> Vec<Run> {
        let [start, end] = [sides.start, sides.end]
            .map(|side| self.keys.partition_point(|key| waiting_side(key) < side));
        let mut runs: Vec<Run> = Vec::new();
        let (mut run, mut after) = (start..start, 0..0);
        loop {
            (run.start, after.start) = (run.end, after.end);
            let next = [self.keys[..end].get(run.start), captures.get(after.start)];
            let Some(side) = next.into_iter().flatten().map(waiting_side).min() else {
                return runs;
            };
            let of_side = |key: &&PackedPosition| waiting_side(key) == side;
            run.end += self.keys[run.start..end].iter().take_while(of_side).count();
            after.end += captures[after.start..].iter().take_while(of_side).count();
            runs.push((run.clone(), after.clone()));
        }
    }

    /// The positions that follow those of a run, and those after captures, each once.
    fn next_of_run(
        &self,
        keys: &[PackedPosition],
        captures: &[PackedPosition],
    ) -> impl Iterator<Item = PackedPosition> {
        let waiting = keys.first().or(captures.first()).map_or(0, waiting_side);
        let mut moved: Vec<PackedSide> = captures.iter().map(|key| key.1).collect();
        for &key in keys {
            let before = position(key, self.turn);
            for m in before.legal_moves().into_iter().filter(|m| !m.is_capture()) {
                let mut after = before.clone();
                after.play_unchecked(m);
                moved.push(pack_mover(&after));
            }
        }
        moved.sort_unstable();
        moved.dedup();
        moved.into_iter().map(move |moved| (moved, waiting))
    }

    /// For each of some positions one ply further, a position here from which a move
    /// leads to it: the first.
    fn parents(
        &self,
        targets: &HashMap<PackedPosition, Vec<PackedPosition>>,
        progress: &dyn Progress,
    ) -> Result<BTreeMap<PackedPosition, (PackedPosition, Move)>, Stopped> {
        let chunks = self.keys.par_chunks(CHUNK);
        let meter = Meter::new(progress, "ways to positions", self.keys.len() as u64);
        let parts: Result<Vec<_>, Stopped> = chunks
            .map(|keys| {
                meter.add(keys.len() as u64)?;
                let mut parents = Vec::new();
                for &parent in keys {
                    let before = position(parent, self.turn);
                    for m in before.legal_moves() {
                        let mut after = before.clone();
                        after.play_unchecked(m);
                        let child = key(&after);
                        if targets.contains_key(&child) {
                            parents.push((child, (parent, m)));
                        }
                    }
                }
                Ok(parents)
            })
            .collect();
        let mut parents = BTreeMap::new();
        for (child, parent) in parts?.into_iter().flatten() {
            parents.entry(child).or_insert(parent);
        }
        Ok(parents)
    }
}

/// The strings that occur, and which of them have been met.
#[derive(Clone, Debug)]
struct Strings {
    list: &'static Vocabulary,
    met: Vec<bool>,
    /// For each [`kind`] of move, which strings have not been met.
    kinds: Vec<u8>,
}

/// There are strings without a suffix that have not been met, or strings with one.
const PLAIN: u8 = 1;
const CHECK: u8 = 2;
/// Times this, with a discriminator.
const NAMED: u8 = 4;

/// A number for what moves, whether it captures, and where to.
fn kind(role: Role, capture: bool, to: Square) -> usize {
    (role as usize * 2 + usize::from(capture)) * 64 + to as usize
}

impl Strings {
    fn new() -> Strings {
        let list = Vocabulary::occurring();
        let mut strings = Strings { met: vec![false; list.len()], list, kinds: Vec::new() };
        strings.update_kinds();
        strings
    }

    /// All strings but these count as met.
    fn only(sans: &[SanPlus]) -> Strings {
        let mut strings = Strings::new();
        strings.met.fill(true);
        for id in sans.iter().filter_map(|&san| strings.list.id_of(san)) {
            strings.met[usize::from(id)] = false;
        }
        strings.update_kinds();
        strings
    }

    /// Brings the kinds up to date.
    fn update_kinds(&mut self) {
        self.kinds = vec![0; kind(Role::King, true, Square::H8) + 1];
        let unmet = self.list.sans().zip(&self.met).filter(|(_, met)| !**met);
        for (san, _) in unmet {
            if let San::Normal { role, file, rank, capture, to, promotion: None } = san.san {
                let suffix = if san.suffix.is_none() { PLAIN } else { CHECK };
                let named = role != Role::Pawn && (file.is_some() || rank.is_some());
                let times = if named { NAMED } else { 1 };
                self.kinds[kind(role, capture, to)] |= suffix * times;
            }
        }
    }

    /// The strings not met yet that can be played in a position. Most moves are quickly
    /// ruled out: all strings that they could be have been met.
    fn unmet(&self, position: &Chess, mut found: impl FnMut(u16, Move)) {
        let legal = position.legal_moves();
        let board = position.board();
        let turn = position.turn();
        let checks = Checks::new(position);
        for &m in &legal {
            if let Move::Normal { role, capture, to, promotion: None, .. } = m {
                let suffix = if checks.gives(m) { CHECK } else { PLAIN };
                let mut open = self.kinds[kind(role, capture.is_some(), to)];
                open &= suffix | (suffix * NAMED);
                let others = attacks::attacks(to, role.of(turn), board.occupied())
                    & board.by_piece(role.of(turn));
                if role != Role::Pawn && others.count() < 2 {
                    open &= PLAIN | CHECK;
                }
                if open == 0 {
                    continue;
                }
            }
            let (san, _) = played(position, m, &legal);
            if let Some(id) = self.list.id_of(san)
                && !self.met[usize::from(id)]
            {
                found(id, m);
            }
        }
    }
}

/// How the side to move can check the other king.
struct Checks {
    king: Option<Square>,
    /// For each role the squares from which it does.
    direct: [Bitboard; 7],
    /// The pieces that discover a check when they leave their line.
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
        let lines = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
            | attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        for slider in lines & ours {
            let between = attacks::between(slider, king) & occupied;
            if between.single_square().is_some() {
                checks.discovering |= between & ours;
            }
        }
        checks
    }

    /// Whether a move gives check. It is not castling, a promotion or a capture en passant.
    fn gives(&self, m: Move) -> bool {
        let leaves = |from: Square| {
            let king = self.king.unwrap_or(from);
            self.discovering.contains(from) && !attacks::aligned(from, m.to(), king)
        };
        self.direct[m.role() as usize].contains(m.to()) || m.from().is_some_and(leaves)
    }
}
