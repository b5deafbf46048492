//! Reads texts as moves in a position.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use san_strings::{
    Progress, Reading as Read, Verdict, Vocabulary as List, read,
    shakmaty::{Chess, Position},
};

use crate::{
    cores::Stop,
    legal::each_game,
    pieces,
    position::start,
    vocabulary::{Vocabulary, special},
};

/// The meaning of a text in a position, as returned by `Position.read`.
///
/// >>> from san_strings import Position, Vocabulary
/// >>> reading = Position(Vocabulary()).read("e2-e4")
/// >>> reading.verdict, reading.san, reading.uci, reading.kinds, reading.why
/// ('mended', 'e4', 'e2e4', ['long-algebraic'], 'with the from-square')
#[pyclass(module = "san_strings", frozen, get_all)]
pub struct Reading {
    /// The text.
    text: String,
    /// `"exact"`, `"mended"`, `"ambiguous"`, `"illegal"`, `"null"` or `"not-a-move"`. For a FEN, see
    /// `read_fen`.
    verdict: &'static str,
    /// The SAN of the move, if the text means exactly one legal move.
    san: Option<String>,
    /// The move in UCI.
    uci: Option<String>,
    /// The SANs that an ambiguous text could mean.
    sans: Vec<String>,
    /// The kinds of faults.
    kinds: Vec<&'static str>,
    /// If the text is mended, the byte range of each fault in `kinds`: `(start, end)`.
    ranges: Vec<(usize, usize)>,
    /// What is wrong, in words.
    why: Option<String>,
    /// If the text is not a legal move, the SANs of the suggested moves, the most similar first.
    suggestions: Vec<String>,
}

/// Reports everything that is wrong with a FEN, or with the position of an EPD. The verdict is `"exact"`,
/// `"fen-spelling"`, `"impossible-position"` or `"wrong-fen"`.
///
/// >>> from san_strings import read_fen
/// >>> reading = read_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
/// >>> reading.verdict, reading.kinds, reading.why
/// ('impossible-position', ['castling-right'], 'castling right K: the king or the rook is missing')
#[pyfunction]
pub fn read_fen(fen: &str) -> Reading {
    Reading::of(fen, Verdict::of_fen(fen))
}

impl Reading {
    pub fn new(position: &Chess, text: &str, reading: &Read) -> Reading {
        Reading::of(text, Verdict::of(position, text, reading))
    }

    fn of(text: &str, verdict: Verdict) -> Reading {
        let Verdict { verdict, san, uci, sans, kinds, ranges, why, suggestions, .. } = verdict;
        let ranges = ranges.into_iter().map(Into::into).collect();
        Reading { text: text.to_owned(), verdict, san, uci, sans, kinds, ranges, why, suggestions }
    }
}

#[pymethods]
impl Reading {
    fn __repr__(&self) -> String {
        let Reading { text, verdict, .. } = self;
        match (&self.san, &self.why) {
            (Some(san), Some(why)) => format!("<{text:?} is {verdict}: {san}, {why}>"),
            (_, Some(why)) => format!("<{text:?} is {verdict}: {why}>"),
            _ => format!("<{text:?} is {verdict}>"),
        }
    }
}

/// Finds the first illegal move. Returns its ply, counted from 1, and the reading of its string. If `strict`
/// is set, also stops at a legal move whose string is inexact, for example because it lacks a `+`.
fn fault(list: &List, mut position: Chess, ids: &[u16], strict: bool) -> Option<(usize, Reading)> {
    let mut ply = 0;
    for &id in ids {
        let special = special(list, id);
        match special {
            Some("[BOS]") if ply == 0 => continue,
            None | Some("[BOS]" | "[UNK]") => ply += 1,
            // The game is over: the token is `[EOS]`, a result, or padding.
            Some(_) => return None,
        }
        let text = list.text(id).map(|text| text.to_string());
        let text =
            text.or_else(|| special.map(str::to_owned)).unwrap_or_else(|| format!("id {id}"));
        let reading = read(&position, &text);
        let legal = reading.played().filter(|_| {
            !strict || list.written(&position, id).is_some_and(|right| *right == *text)
        });
        let Some((m, _)) = legal else {
            return Some((ply, Reading::new(&position, &text, &reading)));
        };
        position.play_unchecked(m);
    }
    None
}

/// Finds the first illegal move of each game, and what is wrong with it.
#[pyfunction]
pub fn legality_of(
    py: Python<'_>,
    vocabulary: &Bound<'_, Vocabulary>,
    ids: PyReadonlyArray1<'_, u16>,
    offsets: PyReadonlyArray1<'_, i64>,
    starts: Option<Vec<Option<String>>>,
    strict: bool,
    threads: usize,
) -> PyResult<Vec<Option<(usize, Reading)>>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let work = |begin: Option<&str>, ids: &[u16], stop: &Stop| {
        if stop.is_stopped() {
            return Ok(None);
        }
        let begin = start(begin).map_err(|fault| (1, fault))?;
        Ok(fault(list, begin, ids, strict))
    };
    let mut faults = Vec::with_capacity(games.len());
    each_game(py, threads, &games, starts.as_deref(), work, |fault| faults.push(fault))?;
    Ok(faults)
}
