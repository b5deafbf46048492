//! Games to ids: from texts in memory, and from files.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::File,
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::Path,
    process,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, sync_channel},
    },
    thread::JoinHandle,
};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
};
use rayon::prelude::*;
use san_strings::{
    EncodeError, Encoded, Encoder, Errors, GameIds, Part, Progress, Watched, for_each_file,
    shakmaty::{KnownOutcome, Outcome},
};

use crate::{
    Ragged,
    cores::{Stop, apart, detached, interruptible, join, received},
    pieces,
    vocabulary::Vocabulary,
};

/// How games are read.
#[derive(Clone, FromPyObject)]
pub struct Options {
    tags: Vec<String>,
    errors: String,
    replay: bool,
    variants: bool,
}

impl Options {
    fn encoder(&self, vocabulary: &Vocabulary) -> PyResult<Encoder> {
        let errors = match &*self.errors {
            "strict" => Errors::Stop,
            "skip" => Errors::Skip,
            "unk" => Errors::Unk,
            other => {
                let message = format!("errors is \"strict\", \"skip\" or \"unk\", not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Encoder {
            vocabulary: vocabulary.list.clone(),
            errors,
            as_written: !self.replay,
            variants: self.variants,
            tags: self.tags.clone(),
            ..Encoder::default()
        })
    }
}

/// Ids, offsets, results, the number of each game in its source, the values of each tag, how many
/// games were left out, and how many moves were mended.
type Columns<'py> = (
    Ragged<'py>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i64>>,
    Vec<Vec<Option<String>>>,
    Kinds,
    Kinds,
);

/// How many there are of each kind.
type Kinds = BTreeMap<&'static str, u64>;

fn columns(py: Python<'_>, games: Games, tags: usize) -> Columns<'_> {
    let Games { games, left_out, mended } = games;
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
    let index = games.index.iter().map(|&number| i64::try_from(number).expect("fewer than bytes"));
    let index: Vec<i64> = index.collect();
    let ragged = ragged(py, games.ids, games.ends);
    (ragged, results.into_pyarray(py), index.into_pyarray(py), values, left_out, mended)
}

/// Games, how many were left out, and how many of their moves were mended, by kind.
#[derive(Default)]
struct Games {
    games: GameIds,
    left_out: Kinds,
    mended: Kinds,
}

impl Games {
    fn count(&mut self, encoded: &Encoded) {
        add_kinds(&mut self.left_out, &encoded.left_out.kinds);
        let mended = encoded.mended.0.iter().map(|(&name, kind)| (name, kind.moves));
        add_kinds(&mut self.mended, &mended.collect());
    }

    fn append(&mut self, more: Games) {
        add(&mut self.games, more.games);
        add_kinds(&mut self.left_out, &more.left_out);
        add_kinds(&mut self.mended, &more.mended);
    }
}

fn add_kinds(all: &mut Kinds, more: &Kinds) {
    for (&kind, times) in more {
        *all.entry(kind).or_default() += times;
    }
}

/// Ids and offsets as arrays.
pub fn ragged(py: Python<'_>, ids: Vec<u16>, ends: Vec<usize>) -> Ragged<'_> {
    let offsets = [0].into_iter().chain(ends);
    let offsets = offsets.map(|end| i64::try_from(end).expect("less than memory has bytes"));
    let offsets: Vec<i64> = offsets.collect();
    (ids.into_pyarray(py), offsets.into_pyarray(py))
}

fn add(all: &mut GameIds, games: GameIds) {
    let before = all.ids.len();
    all.ids.extend(games.ids);
    all.ends.extend(games.ends.iter().map(|end| before + end));
    all.index.extend(games.index);
    all.results.extend(games.results);
    all.tags.extend(games.tags);
}

/// What is wrong with a file.
enum Failure {
    /// It cannot be opened, or is not what its first bytes promise.
    Open(io::Error),
    /// It cannot be read on.
    Read(EncodeError),
}

impl Failure {
    fn raise(self, py: Python<'_>, path: &OsString) -> PyErr {
        let message = |what: &str| format!("{}: {what}", Path::new(path).display());
        match self {
            Failure::Open(cause) | Failure::Read(EncodeError::Read(cause, _))
                if let Some(code) = cause.raw_os_error() =>
            {
                // As Python says it: `FileNotFoundError` and the like.
                let text =
                    || py.import("os")?.call_method1("strerror", (code,))?.extract::<String>();
                match text() {
                    Ok(text) => PyOSError::new_err((code, text, path.clone())),
                    Err(error) => error,
                }
            }
            Failure::Open(cause) => PyValueError::new_err(message(&cause.to_string())),
            Failure::Read(error @ EncodeError::Game(_)) => {
                broken_error(&message(&error.to_string()))
            }
            Failure::Read(error) => {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                let cause = cause.unwrap_or_default();
                PyOSError::new_err(message(&format!("{error}{cause}")))
            }
        }
    }
}

fn broken_error(what: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{what}; errors=\"skip\" leaves such games out, errors=\"unk\" writes [UNK] for the move \
         and the words after it as they stand"
    ))
}

/// Texts that a thread takes at a time.
const CHUNK: usize = 256;

/// Bytes that are encoded in less time than it takes to look for Ctrl-C.
const QUICK: usize = 16 << 10;

/// The games of some texts. One that is left out has an empty game in its place. Errors count the
/// texts `before` these, too.
fn encode_chunk<T: AsRef<[u8]>>(
    texts: &[T],
    before: usize,
    encoder: &Encoder,
    stop: &Stop,
) -> Result<Games, EncodeError> {
    let mut all = Games::default();
    // What is made of the rest is not looked at.
    let wanted = texts.iter().zip(before as u64..).take_while(|_| !stop.is_stopped());
    for (text, number) in wanted {
        let (mut game, encoded) = encoder.encode_text(text.as_ref()).map_err(|mut error| {
            if let EncodeError::Game(broken) = &mut error {
                broken.place.game = number + 1;
            }
            error
        })?;
        if encoded.games == 0 {
            game = GameIds::default();
            game.ends.push(0);
            game.results.push(None);
        }
        game.index = vec![number];
        add(&mut all.games, game);
        all.count(&encoded);
    }
    Ok(all)
}

/// One text after the other, on all cores.
fn texts<'py, T: AsRef<[u8]> + Sync>(
    py: Python<'py>,
    vocabulary: &Vocabulary,
    texts: &[T],
    options: &Options,
) -> PyResult<Columns<'py>> {
    let encoder = options.encoder(vocabulary)?;
    let encode = |stop: &Stop| {
        let chunks = texts.par_chunks(CHUNK).enumerate();
        let chunks = chunks.map(|(n, texts)| encode_chunk(texts, n * CHUNK, &encoder, stop));
        let mut all = Games::default();
        for chunk in chunks.collect::<Vec<_>>() {
            all.append(chunk?);
        }
        Ok(all)
    };
    let bytes: usize = texts.iter().map(|text| text.as_ref().len()).sum();
    let games = if bytes < QUICK {
        detached(py, || encode(&Stop::default()))
    } else {
        interruptible(py, encode)?
    };
    let games = games.map_err(|error: EncodeError| broken_error(&error.to_string()))?;
    Ok(columns(py, games, 0))
}

/// The ids of games, one a text.
#[pyfunction]
pub fn encode_texts<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    games: Vec<PyBackedStr>,
    options: Options,
) -> PyResult<Columns<'py>> {
    texts(py, vocabulary.get(), &games, &options)
}

/// The ids of games, one a piece of some buffers, each given with its offsets.
#[pyfunction]
pub fn encode_buffers<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    buffers: Vec<(PyReadonlyArray1<'py, u8>, PyReadonlyArray1<'py, i64>)>,
    options: Options,
) -> PyResult<Columns<'py>> {
    let mut games = Vec::new();
    for (bytes, offsets) in &buffers {
        games.extend(pieces(bytes.as_slice()?, offsets.as_slice()?)?);
    }
    texts(py, vocabulary.get(), &games, &options)
}

/// The games in a file, some at a time.
#[pyfunction]
pub fn read_file(
    vocabulary: &Bound<'_, Vocabulary>,
    path: OsString,
    options: Options,
    games: NonZeroUsize,
) -> PyResult<Reader> {
    let games = games.get();
    let encoder = options.encoder(vocabulary.get())?;
    let stop = Stop::default();
    // One piece waits while the next is made: memory is bounded.
    let (sender, receiver) = sync_channel(1);
    let thread = apart({
        let (path, stop) = (path.clone(), stop.clone());
        move || {
            let mut all = GameIds::default();
            let mut is_wanted = true;
            let mut take = |more| {
                add(&mut all, more);
                // The last piece, which has the counts, is not empty.
                while is_wanted && all.ends.len() > games {
                    let games = split(&mut all, games);
                    is_wanted = sender.send(Ok(Games { games, ..Games::default() })).is_ok();
                }
                is_wanted
            };
            let done = encode_file(&path, &encoder, &stop, &mut take);
            let mut last = Games { games: all, ..Games::default() };
            if let Ok(encoded) = &done {
                last.count(encoded);
            }
            // If the reader is gone, no one waits.
            let _ = sender.send(Ok(last));
            if let Err(failure) = done {
                let _ = sender.send(Err(failure));
            }
        }
    });
    let pieces = Mutex::new(Pieces { receiver, thread: Some(thread) });
    Ok(Reader { path, tags: options.tags.len(), process: process::id(), stop, pieces })
}

/// Encodes the games of a file, or of all members of a zip.
fn encode_file(
    path: &OsString,
    encoder: &Encoder,
    stop: &Stop,
    take: &mut impl FnMut(GameIds) -> bool,
) -> Result<Encoded, Failure> {
    let file = File::open(path).map_err(Failure::Open)?;
    let mut all = Encoded::default();
    let end = for_each_file("", file, |_, part| {
        let before = all.games + all.left_out.all;
        let take = |mut more: GameIds| {
            more.index.iter_mut().for_each(|number| *number += before);
            take(more)
        };
        match part {
            Part::Skipped(_) => ControlFlow::Continue(()),
            Part::Games(Err(error)) => ControlFlow::Break(Failure::Open(error)),
            Part::Games(Ok(stream)) => {
                let mut stream = Watched::new(stream);
                match encoder.encode_games(&mut stream, stop, take) {
                    Err(error) => ControlFlow::Break(Failure::Read(error)),
                    Ok(encoded) => {
                        let is_empty = encoded.games + encoded.left_out.all == 0;
                        all.add_file(encoded, 0);
                        match stream.without_games() {
                            Err(error) if is_empty => ControlFlow::Break(Failure::Open(error)),
                            _ => ControlFlow::Continue(()),
                        }
                    }
                }
            }
        }
    });
    match end {
        ControlFlow::Break(failure) => Err(failure),
        ControlFlow::Continue(()) => Ok(all),
    }
}

/// Takes the first games away.
fn split(all: &mut GameIds, games: usize) -> GameIds {
    let end = all.ends[games - 1];
    let mut first = GameIds::default();
    first.ids = all.ids.drain(..end).collect();
    first.ends = all.ends.drain(..games).collect();
    first.index = all.index.drain(..games).collect();
    first.results = all.results.drain(..games).collect();
    // There are none if none were asked for.
    first.tags = all.tags.drain(..games.min(all.tags.len())).collect();
    all.ends.iter_mut().for_each(|at| *at -= end);
    first
}

/// The games of a file, piece by piece.
#[pyclass(frozen, module = "san_strings._native")]
pub struct Reader {
    path: OsString,
    tags: usize,
    /// The process with the thread that reads.
    process: u32,
    stop: Stop,
    pieces: Mutex<Pieces>,
}

struct Pieces {
    receiver: Receiver<Result<Games, Failure>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.now();
    }
}

#[pymethods]
impl Reader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Columns<'py>>> {
        if self.process != process::id() {
            let path = Path::new(&self.path).display();
            let message = format!(
                "{path} is being read by the process that this one was forked from: \
                 call read again"
            );
            return Err(PyRuntimeError::new_err(message));
        }
        let piece = py.detach(|| {
            let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
            let piece = received(&mut pieces.receiver)?;
            if piece.is_none() {
                // Its panic is that of the reader.
                if let Some(thread) = pieces.thread.take() {
                    join(thread);
                }
            }
            Ok::<_, PyErr>(piece)
        })?;
        match piece {
            None => Ok(None),
            Some(Err(failure)) => Err(failure.raise(py, &self.path)),
            Some(Ok(games)) => Ok(Some(columns(py, games, self.tags))),
        }
    }
}
