//! The legal moves of whole games.

use std::mem;

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::prelude::*;
use san_strings::{
    Entry, Progress, Reading, Targets, Vocabulary as List, read,
    shakmaty::{Chess, Move, Position},
};

use crate::{
    Ragged,
    cores::{Stop, interruptible},
    pieces,
    position::start,
    vocabulary::{Vocabulary, special},
};

/// Number of legal moves for which we reserve memory per ply: more than the average in games. Reserved memory
/// costs nothing until it is used.
const USUAL: usize = 36;

/// The ids of the legal moves of all plies, and for each ply the index after its last id.
type LegalIds = (Vec<u16>, Vec<usize>);

/// Returns the ids of the legal moves before each ply of a game. If a move cannot be played and `is_strict`
/// is set, returns an error with the ply and the reason. If `is_strict` is not set, the plies after this move
/// get no ids.
fn legal(
    list: &List,
    begin: Option<&str>,
    ids: &[u16],
    is_strict: bool,
    stop: &Stop,
) -> Result<LegalIds, (usize, String)> {
    if stop.is_stopped() {
        return Ok(LegalIds::default());
    }
    let mut position = match start(begin) {
        Ok(position) => position,
        Err(fault) if is_strict => return Err((1, fault)),
        Err(_) => return Ok((Vec::new(), vec![0; ids.len()])),
    };
    let mut sorter = Sorter::default();
    let mut legal = Vec::with_capacity(USUAL * ids.len());
    let mut ends = Vec::with_capacity(ids.len());
    for (&id, ply) in ids.iter().zip(1_usize..) {
        // If we stop early, the caller discards the result.
        if stop.is_stopped() {
            break;
        }
        let played = match list.entry(id) {
            Some(Entry::Uci(m)) => {
                let targets = Targets::new(&position);
                List::push_uci_ids(&position, &targets, &mut legal);
                targets.find(m)
            }
            _ => sorter.legal_ids(list, &position, id, &mut legal),
        };
        ends.push(legal.len());
        match played {
            Some(m) => position.play_unchecked(m),
            None if is_strict => return Err((ply, fault(list, &position, id))),
            None => {
                ends.resize(ids.len(), legal.len());
                break;
            }
        }
    }
    Ok((legal, ends))
}

/// Sorts ids by collecting them in a bit set, which is faster than a comparison sort.
struct Sorter {
    words: [u64; 1 << 10],
    /// One bit per word, set if the word is not 0.
    some: [u64; 1 << 4],
}

impl Default for Sorter {
    fn default() -> Sorter {
        Sorter { words: [0; 1 << 10], some: [0; 1 << 4] }
    }
}

impl Sorter {
    /// Appends the ids of the legal moves of a position, sorted, and returns the move with `id` if it is
    /// legal.
    fn legal_ids(
        &mut self,
        list: &List,
        position: &Chess,
        id: u16,
        ids: &mut Vec<u16>,
    ) -> Option<Move> {
        let mut played = None;
        list.for_each_legal(position, |other, m| {
            self.add(other);
            if other == id {
                played = Some(m);
            }
        });
        self.drain_into(ids);
        played
    }

    fn add(&mut self, id: u16) {
        let id = usize::from(id);
        self.words[id >> 6] |= 1 << (id & 63);
        self.some[id >> 12] |= 1 << (id >> 6 & 63);
    }

    fn drain_into(&mut self, ids: &mut Vec<u16>) {
        for (block, some) in (0..).zip(&mut self.some) {
            let mut some = mem::take(some);
            while some > 0 {
                let word = block << 6 | some.trailing_zeros();
                some &= some - 1;
                let mut bits = mem::take(&mut self.words[word as usize]);
                while bits > 0 {
                    #[expect(clippy::cast_possible_truncation, reason = "ids have 16 bits")]
                    ids.push((word << 6 | bits.trailing_zeros()) as u16);
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// Explains why the string with this id is not a legal move in the position.
pub fn fault(list: &List, position: &Chess, id: u16) -> String {
    let Some(text) = list.text(id) else {
        return match special(list, id) {
            Some(special) => format!("{special} is not a move"),
            None => format!("there is no id {id}"),
        };
    };
    match list.written(position, id) {
        Some(right) if right != text => format!("{text} should be {right}"),
        _ => match read(position, &text) {
            Reading::Illegal(why) => format!("{text} is not legal: {why}"),
            Reading::Ambiguous { why, .. } => format!("{text} is ambiguous: {why}"),
            _ => format!("{text} is not legal"),
        },
    }
}

/// Number of games that we process before we collect their results. The number is large enough that each
/// core gets a few games, even if there are many cores. It is small enough that the memory of these games is
/// still in the CPU cache when we reuse it for the next games.
const AT_ONCE: usize = 512;

/// Calls `work` for each game, on `threads` threads. Passes the results to `take` one by one, in the order of
/// the games. `work` receives the starting position of the game, as a text that [`start`] parses, and the ids
/// of its moves. The error names the first game that fails, and the ply.
pub fn each_game<T: Send>(
    py: Python<'_>,
    threads: usize,
    games: &[&[u16]],
    starts: Option<&[Option<String>]>,
    work: impl Fn(Option<&str>, &[u16], &Stop) -> Result<T, (usize, String)> + Sync + Send,
    mut take: impl FnMut(T) + Send,
) -> PyResult<()> {
    let done = interruptible(py, threads, |stop| {
        for (chunk, before) in games.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            let done: Vec<_> = chunk
                .par_iter()
                .zip(before..before + chunk.len())
                .map(|(ids, n)| work(starts.and_then(|all| all.get(n)?.as_deref()), ids, stop))
                .collect();
            for (game, n) in done.into_iter().zip(before + 1..) {
                take(game.map_err(|(ply, fault)| (n, ply, fault))?);
            }
        }
        Ok(())
    })?;
    done.map_err(|(game, ply, fault): (usize, usize, String)| {
        PyValueError::new_err(format!("game {game}, ply {ply}: {fault}"))
    })
}

/// Returns the ids of the legal moves before each ply of all games.
#[pyfunction]
pub fn legal_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    ids: PyReadonlyArray1<'py, u16>,
    offsets: PyReadonlyArray1<'py, i64>,
    starts: Option<Vec<Option<String>>>,
    strict: bool,
    threads: usize,
) -> PyResult<Ragged<'py>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let work =
        |begin: Option<&str>, ids: &[u16], stop: &Stop| legal(list, begin, ids, strict, stop);
    let plies: usize = games.iter().map(|ids| ids.len()).sum();
    let mut all = Vec::with_capacity(USUAL * plies);
    let mut offsets = Vec::with_capacity(plies + 1);
    offsets.push(0);
    each_game(py, threads, &games, starts.as_deref(), work, |(ids, ends)| {
        let before = all.len();
        let place = |end| i64::try_from(before + end).expect("offsets fit in i64");
        offsets.extend(ends.into_iter().map(place));
        all.extend_from_slice(&ids);
    })?;
    Ok((all.into_pyarray(py), offsets.into_pyarray(py)))
}
