//! Every position after so many plies, each once, and the strings that can be played in
//! one of them: a string that is not met there needs more plies.
//!
//! SAN depends on the board, the side to move, castling rights, and a capture en passant
//! that can be played: on nothing else. Two positions that agree in these are one here.
//! A position is written down exactly, as two camps, one for each side, so no two share a key.
//!
//! A layer is sorted by the camp of the side that is not to move. A move leaves that
//! camp as it is, unless it captures. So the positions that follow, but for captures, can
//! be told apart within each run of equal camps, and the last layer, which is by far
//! the largest, is gone through run by run and never kept.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};

use rayon::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
    attacks,
    san::{San, SanPlus},
};

use super::arbiter::suffix_after;
use crate::san::{occurrence, vocabulary::Vocabulary};

/// What is told on the way: how many parts of the work at a ply are done, and of how many.
/// The answer is whether to go on.
pub type Watch<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// A search through all positions, one ply after the other.
///
/// ```
/// use san_strings::corpus::exhaust::Exhaustive;
///
/// let mut search = Exhaustive::new();
/// let first = search.next_ply(&|_, _| true).expect("not stopped");
/// // From one position, 20 strings can be played.
/// assert_eq!((first.positions, first.games.len()), (1, 20));
/// let second = search.next_ply(&|_, _| true).expect("not stopped");
/// assert_eq!((second.positions, second.games.len()), (20, 20));
/// ```
#[derive(Clone, Debug)]
pub struct Exhaustive {
    strings: Strings,
    /// The positions after 0, 1, 2, ... plies.
    layers: Vec<Layer>,
    /// How many plies the strings have been looked at.
    plies: usize,
}

/// What can be played at a ply.
#[derive(Clone, Debug)]
pub struct Ply {
    /// How many positions come up before the ply.
    pub positions: u64,
    /// Strings that cannot be played sooner, each with a game that ends with it, in the
    /// order of the list.
    pub games: Vec<(SanPlus, Vec<Move>)>,
}

impl Exhaustive {
    /// At the initial position.
    #[must_use]
    pub fn new() -> Exhaustive {
        Exhaustive {
            strings: Strings::new(),
            layers: vec![Layer::initial()],
            plies: 0,
        }
    }

    /// Goes through all positions in which the next ply is played; `None` if it was told
    /// to stop on the way.
    pub fn next_ply(&mut self, watch: Watch<'_>) -> Option<Ply> {
        let scan = |turn: Color, keys: &mut dyn Iterator<Item = Key>| {
            let mut positions = 0;
            let mut first: BTreeMap<usize, (Key, Move)> = BTreeMap::new();
            for key in keys {
                positions += 1;
                self.strings.open(&position(key, turn), |id, m| {
                    first.entry(id).or_insert((key, m));
                });
            }
            (positions, first)
        };
        let last = self.layers.last()?;
        let parts = if self.plies == 0 {
            vec![scan(last.turn, &mut last.keys.iter().copied())]
        } else {
            if self.layers.len() < self.plies {
                let next = last.next(watch)?;
                self.layers.push(next);
            }
            let last = self.layers.last()?;
            last.each_next(&|keys| scan(last.turn.other(), keys), watch)?
        };
        let mut positions = 0;
        let mut first = BTreeMap::new();
        for (count, part) in parts {
            positions += count;
            for (id, found) in part {
                first.entry(id).or_insert(found);
            }
        }
        let ways = self.ways(first.values().map(|(key, _)| *key), watch)?;
        let games = first.into_iter().map(|(id, (key, m))| {
            self.strings.met[id] = true;
            let mut moves = ways[&key].clone();
            moves.push(m);
            (self.strings.list[id], moves)
        });
        let games = games.collect();
        self.plies += 1;
        self.strings.sort_out();
        Some(Ply { positions, games })
    }

    /// A way to each of these positions, which come up before the next ply.
    fn ways(
        &self,
        keys: impl Iterator<Item = Key>,
        watch: Watch<'_>,
    ) -> Option<HashMap<Key, Vec<Move>>> {
        let mut ways: HashMap<Key, Vec<Move>> = keys.map(|key| (key, Vec::new())).collect();
        // For each position that ways have come back to, where they end.
        let mut heads: HashMap<Key, Vec<Key>> = ways.keys().map(|&key| (key, vec![key])).collect();
        for layer in self.layers[..self.plies].iter().rev() {
            let mut before: HashMap<Key, Vec<Key>> = HashMap::new();
            for (after, (parent, m)) in layer.parents(&heads, watch)? {
                for end in heads.remove(&after).unwrap_or_default() {
                    ways.entry(end).or_default().push(m);
                    before.entry(parent).or_default().push(end);
                }
            }
            heads = before;
        }
        for way in ways.values_mut() {
            way.reverse();
        }
        Some(ways)
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
type Camp = u128;

/// A position, but for the side to move: the camp of the side that has moved, which is
/// not to move now, and that of the other.
type Key = (Camp, Camp);

/// Where the file of a pawn that can be captured en passant is in a [`Camp`].
const EN_PASSANT: Camp = 0xf;

/// A rook that may castle, beside the six roles, which count from 0.
const CASTLING_ROOK: Camp = 6;

fn camp(position: &Chess, color: Color) -> Camp {
    let board = position.board();
    let castling = position.castles().castling_rights();
    let squares = board.by_color(color);
    let mut camp = Camp::from(u64::from(squares)) << 64;
    for (square, n) in squares.into_iter().zip(0..) {
        let code = match board.role_at(square) {
            Some(Role::Rook) if castling.contains(square) => CASTLING_ROOK,
            role => role.map_or(0, |role| role as Camp - 1),
        };
        camp |= code << (61 - 3 * n);
    }
    camp
}

/// The camp of the side that has moved.
fn camp_moved(position: &Chess) -> Camp {
    // Most positions can be told at a glance to have no such capture.
    let en_passant = position
        .maybe_ep_square()
        .and_then(|_| position.legal_ep_square());
    let file = en_passant.map_or(0, |square| square.file() as Camp + 1);
    camp(position, position.turn().other()) | file
}

fn key(position: &Chess) -> Key {
    (camp_moved(position), camp(position, position.turn()))
}

/// The position with this key and this side to move.
fn position((moved, moving): Key, turn: Color) -> Chess {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for (camp, color) in [(moved, turn.other()), (moving, turn)] {
        let squares = Bitboard::from((camp >> 64) as u64);
        for (square, n) in squares.into_iter().zip(0..) {
            let code = camp >> (61 - 3 * n) & 7;
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
    let position = setup.position(CastlingMode::Standard);
    position.expect("a key is made from a legal position")
}

/// Runs of a layer that a thread goes through at a time.
const RUNS: usize = 16;

/// Positions of a layer that a thread goes through at a time.
const CHUNK: usize = 1 << 12;

/// All positions after some plies, sorted.
#[derive(Clone, Debug)]
struct Layer {
    turn: Color,
    keys: Vec<Key>,
}

/// Positions with the same camp of the side that is not to move, and captures after which
/// the other side has that camp.
type Run = (Range<usize>, Range<usize>);

impl Layer {
    fn initial() -> Layer {
        let position = Chess::default();
        Layer {
            keys: vec![key(&position)],
            turn: position.turn(),
        }
    }

    /// All positions one ply further.
    fn next(&self, watch: Watch<'_>) -> Option<Layer> {
        let parts = self.each_next(&|keys| keys.collect::<Vec<_>>(), watch)?;
        let mut keys = parts.concat();
        drop(parts);
        keys.par_sort_unstable();
        let turn = self.turn.other();
        Some(Layer { turn, keys })
    }

    /// Goes through all positions one ply further, each once, in parts that depend on
    /// nothing but the layer.
    fn each_next<T: Send>(
        &self,
        part: &(dyn Fn(&mut dyn Iterator<Item = Key>) -> T + Sync),
        watch: Watch<'_>,
    ) -> Option<Vec<T>> {
        let captures = self.captures();
        let runs = self.runs(&captures);
        let chunks = runs.par_chunks(RUNS);
        let (done, all) = (AtomicUsize::new(0), chunks.len());
        let parts = chunks.map(|runs| {
            if !watch(done.fetch_add(1, Ordering::Relaxed), all) {
                return None;
            }
            let mut keys = runs.iter().flat_map(|(run, captured)| {
                self.next_of_run(&self.keys[run.clone()], &captures[captured.clone()])
            });
            Some(part(&mut keys))
        });
        parts.collect()
    }

    /// The positions after each capture, sorted: the camp of the side that moves next
    /// comes first here.
    fn captures(&self) -> Vec<Key> {
        let of = |&key: &Key| {
            let before = position(key, self.turn);
            before.capture_moves().into_iter().map(move |m| {
                let mut after = before.clone();
                after.play_unchecked(m);
                (camp(&after, after.turn()), camp_moved(&after))
            })
        };
        let mut captures: Vec<Key> = self.keys.par_iter().flat_map_iter(of).collect();
        captures.par_sort_unstable();
        captures.dedup();
        captures
    }

    fn runs(&self, captures: &[Key]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let (mut key, mut capture) = (0, 0);
        loop {
            let camp_at = |keys: &[Key], at: usize| keys.get(at).map(|key| key.0 & !EN_PASSANT);
            let next = [camp_at(&self.keys, key), camp_at(captures, capture)];
            let Some(camp) = next.into_iter().flatten().min() else {
                return runs;
            };
            let end = |keys: &[Key], start: usize| {
                let mut run = start..keys.len();
                run.find(|&at| camp_at(keys, at) != Some(camp))
                    .unwrap_or(keys.len())
            };
            let run = (key..end(&self.keys, key), capture..end(captures, capture));
            (key, capture) = (run.0.end, run.1.end);
            runs.push(run);
        }
    }

    /// The positions that follow those of a run, and those after captures, each once.
    fn next_of_run(&self, keys: &[Key], captures: &[Key]) -> impl Iterator<Item = Key> {
        let still = keys.first().or(captures.first());
        let still = still.map_or(0, |key| key.0 & !EN_PASSANT);
        let mut moved: Vec<Camp> = captures.iter().map(|key| key.1).collect();
        for &key in keys {
            let before = position(key, self.turn);
            for m in before.legal_moves().into_iter().filter(|m| !m.is_capture()) {
                let mut after = before.clone();
                after.play_unchecked(m);
                moved.push(camp_moved(&after));
            }
        }
        moved.sort_unstable();
        moved.dedup();
        moved.into_iter().map(move |moved| (moved, still))
    }

    /// For each of some positions one ply further, a position here from which a move
    /// leads to it: the first.
    fn parents(
        &self,
        targets: &HashMap<Key, Vec<Key>>,
        watch: Watch<'_>,
    ) -> Option<BTreeMap<Key, (Key, Move)>> {
        let chunks = self.keys.par_chunks(CHUNK);
        let (done, all) = (AtomicUsize::new(0), chunks.len());
        let parts: Option<Vec<_>> = chunks
            .map(|keys| {
                if !watch(done.fetch_add(1, Ordering::Relaxed), all) {
                    return None;
                }
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
                Some(parents)
            })
            .collect();
        let mut parents = BTreeMap::new();
        for (child, parent) in parts?.into_iter().flatten() {
            parents.entry(child).or_insert(parent);
        }
        Some(parents)
    }
}

/// The strings that occur, and which of them have been met.
#[derive(Clone, Debug)]
struct Strings {
    list: Vec<SanPlus>,
    ids: HashMap<SanPlus, usize>,
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
        let list: Vec<SanPlus> = occurrence::occurring(&Vocabulary::new()).collect();
        let ids = list
            .iter()
            .enumerate()
            .map(|(id, &san)| (san, id))
            .collect();
        let mut strings = Strings {
            met: vec![false; list.len()],
            list,
            ids,
            kinds: Vec::new(),
        };
        strings.sort_out();
        strings
    }

    /// Brings the kinds up to date.
    fn sort_out(&mut self) {
        self.kinds = vec![0; kind(Role::King, true, Square::H8) + 1];
        let open = self.list.iter().zip(&self.met).filter(|(_, met)| !**met);
        for (san, _) in open {
            if let San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion: None,
            } = san.san
            {
                let suffix = if san.suffix.is_none() { PLAIN } else { CHECK };
                let named = role != Role::Pawn && (file.is_some() || rank.is_some());
                let times = if named { NAMED } else { 1 };
                self.kinds[kind(role, capture, to)] |= suffix * times;
            }
        }
    }

    /// The strings not met yet that can be played in a position. Most moves are told at a
    /// glance not to be such: a move that is written may have been met in all its ways.
    fn open(&self, position: &Chess, mut found: impl FnMut(usize, Move)) {
        let legal = position.legal_moves();
        let board = position.board();
        let turn = position.turn();
        let checks = Checks::new(position);
        for &m in &legal {
            if let Move::Normal {
                role,
                capture,
                to,
                promotion: None,
                ..
            } = m
            {
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
            let san = San::disambiguate(m, &legal);
            let mut after = position.clone();
            after.play_unchecked(m);
            let suffix = suffix_after(&after);
            if let Some(&id) = self.ids.get(&SanPlus { san, suffix })
                && !self.met[id]
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
    /// The pieces that uncover a check when they leave their line.
    uncovering: Bitboard,
}

impl Checks {
    fn new(position: &Chess) -> Checks {
        let (board, turn) = (position.board(), position.turn());
        let (ours, occupied) = (board.by_color(turn), board.occupied());
        let king = board.king_of(turn.other());
        let mut checks = Checks {
            king,
            direct: [Bitboard::EMPTY; 7],
            uncovering: Bitboard::EMPTY,
        };
        let Some(king) = king else { return checks };
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            let back = role.of(turn.other());
            checks.direct[role as usize] = attacks::attacks(king, back, occupied);
        }
        let lines = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
            | attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        for slider in lines & ours {
            let between = attacks::between(slider, king) & occupied;
            if between.single_square().is_some() {
                checks.uncovering |= between & ours;
            }
        }
        checks
    }

    /// Whether a move gives check, if it is no castling, no promotion and not en passant.
    fn gives(&self, m: Move) -> bool {
        let leaves = |from: Square| {
            let king = self.king.unwrap_or(from);
            self.uncovering.contains(from) && !attacks::aligned(from, m.to(), king)
        };
        self.direct[m.role() as usize].contains(m.to()) || m.from().is_some_and(leaves)
    }
}
