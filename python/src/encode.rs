//! Games to ids: from texts in memory, and from files.

use std::{
    fs::File,
    path::PathBuf,
    sync::{
        Mutex,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::{
    exceptions::{PyOSError, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
};
use rayon::prelude::*;
use san_strings::{
    EncodeError, EncodeOptions, Encoded, Encoder, GameIds, Progress, decompressed,
    shakmaty::{KnownOutcome, Outcome},
};

use crate::{
    Ragged,
    cores::{detached, on_cores},
    pieces,
    vocabulary::Vocabulary,
};

/// How games are read.
#[derive(Clone, FromPyObject)]
pub struct Options {
    tags: Vec<String>,
    lenient: bool,
    variants: bool,
}

impl Options {
    fn encoder(&self, vocabulary: &Vocabulary) -> Encoder {
        let mut options = EncodeOptions::default();
        options.vocabulary = vocabulary.list;
        options.lenient = self.lenient;
        options.variants = self.variants;
        options.tags.clone_from(&self.tags);
        Encoder::new(options)
    }
}

/// Ids, offsets, results, the values of each tag, and how many games were left out.
type Columns<'py> = (Ragged<'py>, Bound<'py, PyArray1<i8>>, Vec<Vec<Option<String>>>, u64);

fn columns(py: Python<'_>, games: GameIds, tags: usize, left_out: u64) -> Columns<'_> {
    let result = |outcome: &Option<Outcome>| match outcome {
        Some(Outcome::Known(KnownOutcome::Decisive { winner })) => winner.fold_wb(1, -1),
        Some(Outcome::Known(KnownOutcome::Draw)) => 0,
        Some(Outcome::Unknown) | None => 2,
    };
    let results: Vec<i8> = games.results.iter().map(result).collect();
    let mut values = vec![Vec::with_capacity(games.tags.len()); tags];
    for game in games.tags {
        for (column, value) in values.iter_mut().zip(game) {
            column.push(value);
        }
    }
    let ragged = ragged(py, games.ids, games.ends);
    (ragged, results.into_pyarray(py), values, left_out)
}

/// Ids and offsets as arrays.
pub fn ragged(py: Python<'_>, ids: Vec<u16>, ends: Vec<usize>) -> Ragged<'_> {
    let offsets = [0].into_iter().chain(ends);
    let offsets = offsets.map(|end| i64::try_from(end).expect("less than memory has bytes"));
    let offsets: Vec<i64> = offsets.collect();
    (ids.into_pyarray(py), offsets.into_pyarray(py))
}

/// Stops work when Python has a signal for the thread that started it.
struct Signals(Mutex<Option<PyErr>>);

impl Progress for Signals {
    fn update(&self, _: &str, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        let mut raised = self.0.lock().expect("no panic while it is held");
        if raised.is_none() {
            *raised = Python::attach(|py| py.check_signals().err());
        }
        raised.is_some()
    }
}

fn add(all: &mut GameIds, games: GameIds) {
    let before = all.ids.len();
    all.ids.extend(games.ids);
    all.ends.extend(games.ends.iter().map(|end| before + end));
    all.results.extend(games.results);
    all.tags.extend(games.tags);
}

/// What is wrong with a file.
fn failure(path: &str, error: &EncodeError) -> PyErr {
    let cause =
        std::error::Error::source(error).map_or(String::new(), |cause| format!(": {cause}"));
    let message = format!("{path}: {error}{cause}");
    match error {
        EncodeError::Unknown(_) => {
            PyValueError::new_err(format!("{message}; errors=\"unk\" gives [UNK] instead"))
        }
        _ => PyOSError::new_err(message),
    }
}

fn stream(path: &PathBuf) -> PyResult<Box<dyn std::io::Read + Send>> {
    let file = File::open(path).and_then(decompressed);
    file.map_err(|cause| {
        match cause.raw_os_error() {
            // `FileNotFoundError` and the like.
            Some(code) => PyOSError::new_err((code, cause.to_string(), path.clone())),
            None => PyValueError::new_err(format!("{}: {cause}", path.display())),
        }
    })
}

/// Texts that a thread takes at a time.
const CHUNK: usize = 256;

/// One text after the other, on all cores.
fn texts<'py, T: AsRef<[u8]> + Sync>(
    py: Python<'py>,
    vocabulary: &Vocabulary,
    texts: &[T],
    lenient: bool,
) -> PyResult<Ragged<'py>> {
    let options = Options { tags: Vec::new(), lenient, variants: false };
    let encoder = options.encoder(vocabulary);
    let games = detached(py, || {
        let chunks = texts.par_chunks(CHUNK).enumerate().map(|(chunk, texts)| {
            let mut games = GameIds::default();
            for (n, text) in texts.iter().enumerate() {
                match encoder.encode_text(text.as_ref()) {
                    Ok(ids) => games.ids.extend(ids),
                    Err(EncodeError::Unknown(mut unknown)) => {
                        unknown.place.game = (chunk * CHUNK + n + 1) as u64;
                        return Err(EncodeError::Unknown(unknown));
                    }
                    Err(error) => return Err(error),
                }
                games.ends.push(games.ids.len());
            }
            Ok(games)
        });
        let chunks: Vec<Result<GameIds, EncodeError>> = chunks.collect();
        let mut all = GameIds::default();
        for games in chunks {
            add(&mut all, games?);
        }
        Ok(all)
    });
    let games = games.map_err(|error: EncodeError| {
        PyValueError::new_err(format!("{error}; errors=\"unk\" gives [UNK] instead"))
    })?;
    Ok(ragged(py, games.ids, games.ends))
}

/// The ids of games, one a text.
#[pyfunction]
pub fn encode_texts<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    games: Vec<PyBackedStr>,
    lenient: bool,
) -> PyResult<Ragged<'py>> {
    texts(py, vocabulary.get(), &games, lenient)
}

/// The ids of games, one a piece of a buffer.
#[pyfunction]
pub fn encode_buffer<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    bytes: PyReadonlyArray1<'py, u8>,
    offsets: PyReadonlyArray1<'py, i64>,
    lenient: bool,
) -> PyResult<Ragged<'py>> {
    let games = pieces(bytes.as_slice()?, offsets.as_slice()?)?;
    texts(py, vocabulary.get(), &games, lenient)
}

/// The ids of the games in a file.
#[pyfunction]
pub fn encode_file<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    path: PathBuf,
    options: Options,
) -> PyResult<Columns<'py>> {
    let stream = stream(&path)?;
    let encoder = options.encoder(vocabulary.get());
    let signals = Signals(Mutex::new(None));
    let mut all = GameIds::default();
    let take = |games| {
        add(&mut all, games);
        true
    };
    let encoded = detached(py, || encoder.encode_games(stream, &signals, take));
    if let Some(raised) = signals.0.into_inner().expect("no panic while it was held") {
        return Err(raised);
    }
    let encoded = encoded.map_err(|error| failure(&path.to_string_lossy(), &error))?;
    Ok(columns(py, all, options.tags.len(), encoded.left_out.all))
}

/// The games in a file, some at a time.
#[pyfunction]
pub fn read_file(
    vocabulary: &Bound<'_, Vocabulary>,
    path: PathBuf,
    options: Options,
    games: usize,
) -> PyResult<Reader> {
    let stream = stream(&path)?;
    let encoder = options.encoder(vocabulary.get());
    // One piece waits while the next is made: memory is bounded.
    let (sender, receiver) = sync_channel(1);
    let tags = options.tags.len();
    thread::spawn(move || {
        let mut all = GameIds::default();
        let mut is_wanted = true;
        let take = |more| {
            add(&mut all, more);
            while is_wanted && all.ends.len() >= games {
                is_wanted = sender.send(Ok((split(&mut all, games), 0))).is_ok();
            }
            is_wanted
        };
        let encoded = on_cores(|| encoder.encode_games(stream, &(), take));
        let last = match encoded {
            Ok(Encoded { left_out, .. }) => Ok((all, left_out.all)),
            Err(error) => {
                let _ = sender.send(Ok((all, 0)));
                Err((path.to_string_lossy().into_owned(), error))
            }
        };
        // If the reader is gone, no one waits.
        let _ = sender.send(last);
    });
    Ok(Reader { tags, pieces: Mutex::new(receiver) })
}

/// Takes the first games away.
fn split(all: &mut GameIds, games: usize) -> GameIds {
    let end = all.ends[games - 1];
    let mut first = GameIds::default();
    let ids = all.ids.split_off(end);
    first.ids = std::mem::replace(&mut all.ids, ids);
    let ends = all.ends.split_off(games);
    first.ends = std::mem::replace(&mut all.ends, ends.iter().map(|at| at - end).collect());
    let results = all.results.split_off(games);
    first.results = std::mem::replace(&mut all.results, results);
    if !all.tags.is_empty() {
        let tags = all.tags.split_off(games);
        first.tags = std::mem::replace(&mut all.tags, tags);
    }
    first
}

/// Games and how many were left out before, or the file and what is wrong with it.
type Piece = Result<(GameIds, u64), (String, EncodeError)>;

/// The games of a file, piece by piece.
#[pyclass(frozen, module = "san_strings._native")]
pub struct Reader {
    tags: usize,
    pieces: Mutex<Receiver<Piece>>,
}

#[pymethods]
impl Reader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Columns<'py>>> {
        let piece = py.detach(|| {
            let pieces = self.pieces.lock().expect("no panic while it is held");
            pieces.recv()
        });
        match piece {
            Err(_) => Ok(None),
            Ok(Err((path, error))) => Err(failure(&path, &error)),
            Ok(Ok((games, left_out))) => Ok(Some(columns(py, games, self.tags, left_out))),
        }
    }
}
