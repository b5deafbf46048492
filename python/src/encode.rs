//! Encodes games to ids, from texts in memory and from files.

use std::{
    collections::BTreeMap,
    ffi::{CString, OsString},
    fs::File,
    io::{self, BufReader, Read, Seek},
    mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::JoinHandle,
};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyUserWarning, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
    types::PyDict,
};
use rayon::prelude::*;
use san_strings::{
    Column, Condition, ConditionError, EncodeError, Encoded, Encoder, Errors, Evaluation, GameIds,
    Part, Progress, Selection, Termination, Watched, databases, for_each_file, number,
    shakmaty::{KnownOutcome, Outcome},
};

use crate::{
    Ragged,
    cores::{Stop, apart, detached, interruptible, join, received},
    pieces,
    source::{Answer, OpenFile, Remote, Source, Wish},
    vocabulary::Vocabulary,
};

/// How to read games: tags, columns, a condition, errors, replay, variants, and the number of threads.
///
/// This is a tuple because pyo3 would intern the attribute names of a struct lazily, without the GIL. If the
/// process were forked while another thread interns the names, the child would wait for the names forever.
#[derive(Clone, FromPyObject)]
pub struct Options(Vec<String>, Vec<String>, Option<String>, String, bool, bool, usize);

impl Options {
    fn encoder(&self, vocabulary: &Vocabulary) -> PyResult<Encoder> {
        let Options(tags, columns, condition, errors, replay, variants, _) = self;
        let errors = match &**errors {
            "strict" => Errors::Stop,
            "skip" => Errors::Skip,
            "unk" => Errors::Unk,
            other => {
                let message =
                    format!("errors must be \"strict\", \"skip\" or \"unk\", not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Encoder {
            vocabulary: vocabulary.list.clone(),
            errors,
            as_written: !replay,
            variants: *variants,
            tags: tags.clone(),
            condition: condition.as_deref().map(condition_of).transpose()?,
            columns: columns.iter().map(|name| column(name)).collect::<PyResult<_>>()?,
            ..Encoder::default()
        })
    }
}

/// Parses a condition on tags that selects whole games.
fn condition_of(text: &str) -> PyResult<Condition> {
    let wrong = |cause: &str| PyValueError::new_err(format!("where: {cause}"));
    let condition: Condition =
        text.parse().map_err(|cause: ConditionError| wrong(&cause.to_string()))?;
    if condition.is_of_players() {
        return Err(wrong(
            "Player and Opponent work only in `count`: here, a condition selects whole games",
        ));
    }
    Ok(condition)
}

fn column(name: &str) -> PyResult<Column> {
    match name {
        "clock" => Ok(Column::Clock),
        "eval" | "mate" => Ok(Column::Evaluation),
        "outcome" => Ok(Column::Termination),
        "boards" => Ok(Column::Boards),
        other => Err(PyValueError::new_err(format!("there is no column {other:?}"))),
    }
}

/// Returns the meanings of the values in the column `outcome`.
#[pyfunction]
pub fn outcomes() -> Vec<&'static str> {
    Termination::ALL.iter().map(|ending| ending.name()).collect()
}

fn named_columns<'py>(
    py: Python<'py>,
    names: &[String],
    games: &mut GameIds,
) -> PyResult<Bound<'py, PyDict>> {
    let eval = |evaluation: &Option<Evaluation>| match *evaluation {
        Some(Evaluation::Centipawns(centipawns)) => centipawns,
        Some(Evaluation::Mate { winner, .. }) => winner.fold_wb(f32::INFINITY, f32::NEG_INFINITY),
        None => f32::NAN,
    };
    let mate = |evaluation: &Option<Evaluation>| match *evaluation {
        Some(Evaluation::Mate { winner, moves }) => {
            let moves = i16::try_from(moves).unwrap_or(i16::MAX);
            winner.fold_wb(moves, -moves)
        }
        Some(Evaluation::Centipawns(_)) | None => 0,
    };
    let mut boards = mem::take(&mut games.boards);
    let evaluations = games.evaluations.iter();
    let outcomes = games.terminations.iter().map(|&termination| termination as u8);
    let columns = PyDict::new(py);
    for name in names {
        let array = match &**name {
            "clock" => PyArray1::from_slice(py, &games.clocks).into_any(),
            "eval" => PyArray1::from_iter(py, evaluations.clone().map(eval)).into_any(),
            "mate" => PyArray1::from_iter(py, evaluations.clone().map(mate)).into_any(),
            "boards" => mem::take(&mut boards).into_flattened().into_pyarray(py).into_any(),
            _ => PyArray1::from_iter(py, outcomes.clone()).into_any(),
        };
        columns.set_item(name, array)?;
    }
    Ok(columns)
}

/// The encoded games, in this order: ids and offsets; results; the index of each game in its source; the
/// values of each tag, and with `variants` the starting positions; counts of games left out; counts of moves
/// corrected; the requested columns.
type Columns<'py> = (
    Ragged<'py>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i64>>,
    Vec<Values>,
    Kinds,
    Kinds,
    Bound<'py, PyDict>,
);

/// The values of a tag, one per game.
type Values = Vec<Option<String>>;

/// Returns the indices of the games that a condition selects. Each item of `tags` is the name of a tag and the
/// values of this tag, one value per game.
#[pyfunction]
pub fn chosen<'py>(
    py: Python<'py>,
    condition: &str,
    tags: Vec<(String, Values)>,
    games: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let condition = condition_of(condition)?;
    let mut selection = Selection::default();
    let holds = |game: &usize| {
        let of_game = tags
            .iter()
            .filter_map(|(name, values)| Some((&**name, values.get(*game)?.as_deref()?)));
        selection.takes(&condition, of_game)
    };
    let chosen: Vec<i64> =
        (0..games).filter(holds).map(|game| i64::try_from(game).expect("few")).collect();
    warn_of_missing(py, &condition, &selection)?;
    Ok(chosen.into_pyarray(py))
}

/// Converts tag values to numbers. A value that is missing or not a number becomes NaN.
#[pyfunction]
pub fn numbers(py: Python<'_>, values: Values) -> Bound<'_, PyArray1<f64>> {
    let number = |value: &Option<String>| value.as_deref().and_then(number).unwrap_or(f64::NAN);
    values.iter().map(number).collect::<Vec<_>>().into_pyarray(py)
}

#[pyfunction]
pub fn databases_in(folder: PathBuf) -> PyResult<Vec<PathBuf>> {
    databases(&folder).map_err(|error| PyOSError::new_err(format!("{error:#}")))
}

type Kinds = BTreeMap<&'static str, u64>;

fn columns<'py>(py: Python<'py>, games: Games, options: &Options) -> PyResult<Columns<'py>> {
    let Games { mut games, left_out, mended, selection, missing } = games;
    let Options(tags, names, condition, ..) = options;
    // Only the last chunk contains the names of the tags without a value and the counts for the condition, so
    // we warn only once.
    for name in missing {
        warn(py, &format!("tags: no game has a value for {name}"))?;
    }
    if let Some(condition) = condition.as_ref().filter(|_| selection.taken + selection.left > 0) {
        warn_of_missing(py, &condition_of(condition)?, &selection)?;
    }
    let named = named_columns(py, names, &mut games)?;
    let result = |outcome: &Option<Outcome>| match outcome {
        Some(Outcome::Known(KnownOutcome::Decisive { winner })) => winner.fold_wb(1, -1),
        Some(Outcome::Known(KnownOutcome::Draw)) => 0,
        Some(Outcome::Unknown) | None => 2,
    };
    let results: Vec<i8> = games.results.iter().map(result).collect();
    let mut values = vec![Vec::with_capacity(games.tags.len()); tags.len()];
    for game in games.tags {
        for (column, value) in values.iter_mut().zip(game) {
            column.push(value);
        }
    }
    if options.5 {
        values.push(games.starts);
    }
    let index = games.index.iter().map(|&number| i64::try_from(number).expect("fewer than bytes"));
    let index: Vec<i64> = index.collect();
    let ragged = ragged(py, games.ids, games.ends);
    let (results, index) = (results.into_pyarray(py), index.into_pyarray(py));
    Ok((ragged, results, index, values, left_out, mended, named))
}

/// Warns if no game has a value for a tag in the condition, because the name of the tag may be misspelled.
fn warn_of_missing(py: Python<'_>, condition: &Condition, selection: &Selection) -> PyResult<()> {
    let missing = selection.missing(condition).join(", ");
    if missing.is_empty() {
        return Ok(());
    }
    warn(py, &format!("where {condition}: no game has a value for {missing}"))
}

/// Issues a warning that points to the caller of the package method.
fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 2)
}

/// The games that were read. `left_out` maps each kind of fault to the number of games that were left out because
/// of it, and `mended` maps each difference from SAN to the number of corrected moves that had this difference.
#[derive(Default)]
struct Games {
    games: GameIds,
    left_out: Kinds,
    mended: Kinds,
    selection: Selection,
    /// The requested tags for which no game has a value.
    missing: Vec<String>,
}

impl Games {
    fn count(&mut self, encoded: &Encoded) {
        add_kinds(&mut self.left_out, &encoded.left_out.kinds);
        let mended = encoded.mended.0.iter().map(|(&name, kind)| (name, kind.moves));
        add_kinds(&mut self.mended, &mended.collect());
        self.selection.append(&encoded.selection);
    }

    fn append(&mut self, more: Games) {
        self.games.append(more.games);
        add_kinds(&mut self.left_out, &more.left_out);
        add_kinds(&mut self.mended, &more.mended);
        self.selection.append(&more.selection);
    }
}

fn add_kinds(all: &mut Kinds, more: &Kinds) {
    for (&kind, times) in more {
        *all.entry(kind).or_default() += times;
    }
}

/// Converts the ids of all games, and the index where each game ends, to arrays of ids and offsets.
fn ragged(py: Python<'_>, ids: Vec<u16>, ends: Vec<usize>) -> Ragged<'_> {
    let offsets = [0].into_iter().chain(ends);
    let offsets = offsets.map(|end| i64::try_from(end).expect("offsets fit in i64"));
    let offsets: Vec<i64> = offsets.collect();
    (ids.into_pyarray(py), offsets.into_pyarray(py))
}

/// Why a file cannot be read.
enum Failure {
    /// The file cannot be opened, or does not contain PGN.
    Open(io::Error),
    /// Reading failed after the file was opened, or a game is broken.
    Read(EncodeError),
}

impl Failure {
    /// Creates the Python exception, which names the file, and the member if the file is a zip.
    fn raise(self, py: Python<'_>, path: &OsString, member: &str) -> PyErr {
        let mut path = path.clone();
        path.push(member);
        let message = |what: &str| format!("{}: {what}", Path::new(&path).display());
        match self {
            Failure::Open(cause) | Failure::Read(EncodeError::Read(cause, _))
                if let Some(code) = cause.raw_os_error() =>
            {
                // Python derives the exception type, for example `FileNotFoundError`, from the error code.
                let text =
                    || py.import("os")?.call_method1("strerror", (code,))?.extract::<String>();
                match text() {
                    Ok(text) => PyOSError::new_err((code, text, path.clone())),
                    Err(error) => error,
                }
            }
            Failure::Open(cause) => {
                let what = cause.to_string();
                let here = if what.contains("Parquet") { IN_PYTHON } else { "" };
                PyValueError::new_err(message(&format!("{what}{here}")))
            }
            Failure::Read(error @ EncodeError::Game(_)) => {
                broken_error(&message(&error.to_string()), "leaves such games out")
            }
            Failure::Read(error) => {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                let cause = cause.unwrap_or_default();
                PyOSError::new_err(message(&format!("{error}{cause}")))
            }
        }
    }
}

const IN_PYTHON: &str = ", or in Python pass the column itself: \
                         v.encode(pyarrow.parquet.read_table(\"games.parquet\")[\"movetext\"])";

fn broken_error(what: &str, skipped: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{what}; errors=\"skip\" {skipped}, errors=\"unk\" writes [UNK] for what cannot be read"
    ))
}

/// Number of texts that a thread encodes at a time.
const CHUNK: usize = 256;

/// We check for Ctrl-C only if the texts have at least this many bytes. Shorter texts are encoded before
/// anyone can press Ctrl-C.
const QUICK: usize = 16 << 10;

/// Encodes a chunk of texts. `before` is the number of texts before this chunk.
fn encode_chunk<T: AsRef<[u8]>>(
    texts: &[T],
    before: usize,
    encoder: &Encoder,
    stop: &Stop,
) -> Result<Games, EncodeError> {
    let before = before as u64;
    let encoded = encoder.encode_texts(texts, stop).map_err(|mut error| {
        if let EncodeError::Game(broken) = &mut error {
            broken.place.game += before;
        }
        error
    });
    let (mut games, encoded) = encoded?;
    games.index.iter_mut().for_each(|number| *number += before);
    let mut all = Games { games, ..Games::default() };
    all.count(&encoded);
    Ok(all)
}

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
        // If several chunks fail, we report the first.
        let chunks = chunks.collect::<Vec<_>>().into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut all = Games::default();
        all.games.boards.reserve(chunks.iter().map(|chunk| chunk.games.boards.len()).sum());
        chunks.into_iter().for_each(|chunk| all.append(chunk));
        Ok(all)
    };
    let bytes: usize = texts.iter().map(|text| text.as_ref().len()).sum();
    let games = if bytes < QUICK {
        detached(py, options.6, || encode(&Stop::default()))
    } else {
        interruptible(py, options.6, encode)?
    };
    let games = games.map_err(|error: EncodeError| {
        broken_error(&error.to_string(), "leaves an empty game in its place")
    })?;
    columns(py, games, options)
}

/// Encodes texts, each of which contains one game.
#[pyfunction]
pub fn encode_texts<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    games: Vec<PyBackedStr>,
    options: Options,
) -> PyResult<Columns<'py>> {
    texts(py, vocabulary.get(), &games, &options)
}

/// Encodes games that are slices of buffers. Each buffer comes with the offsets of its slices.
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

/// Reads the games of the sources in order, in chunks of `games` games.
#[pyfunction]
pub fn read_sources(
    py: Python<'_>,
    vocabulary: &Bound<'_, Vocabulary>,
    sources: Vec<Source>,
    options: Options,
    games: NonZeroUsize,
) -> PyResult<Reader> {
    let encoder = options.encoder(vocabulary.get())?;
    let names = sources.iter().map(|source| source.name(py)).collect::<PyResult<_>>()?;
    let (mut paths, mut files) = (Vec::new(), Vec::new());
    for source in sources {
        let (path, file) = match source {
            Source::Path(path) => (Some(path), None),
            Source::Open(file) => (None, Some(OpenFile::new(py, file)?)),
        };
        paths.push(path);
        files.push(file);
    }
    let stop = Stop::default();
    // At most one chunk of games waits in the channel while the thread encodes the next chunk, so memory use is
    // bounded.
    let (sender, receiver) = sync_channel(1);
    let (answers, mut answered) = sync_channel(1);
    let thread = apart(options.6, {
        let stop = stop.clone();
        move || encode_pieces(&paths, &encoder, games.get(), &stop, &sender, &mut answered)
    });
    let pieces = Mutex::new(Pieces { receiver, thread: Some(thread) });
    let process = process::id();
    let thread = Some(Channels { answers, pieces });
    Ok(Reader { names, files, options, process, stop, thread })
}

/// A message from the encoding thread.
enum Message {
    /// A chunk of games. The last chunk also contains the counts `left_out` and `mended`.
    Piece(Box<Games>),
    /// The source with this index could not be encoded. If the source is a zip, the string names the
    /// member that could not be encoded. Otherwise the string is empty.
    Failed(usize, String, Failure),
    /// A request to the open file with this index.
    Wish(usize, Wish),
}

impl From<(usize, Wish)> for Message {
    fn from((number, wish): (usize, Wish)) -> Message {
        Message::Wish(number, wish)
    }
}

/// Encodes the games of all sources and sends them in chunks. A source without a path is an open file.
fn encode_pieces(
    paths: &[Option<OsString>],
    encoder: &Encoder,
    games: usize,
    stop: &Stop,
    sender: &SyncSender<Message>,
    answers: &mut Receiver<Answer>,
) {
    let mut all = GameIds::default();
    let mut is_wanted = true;
    let mut take = |more| {
        all.append(more);
        // We keep at least one game back, because the last chunk contains the counts and must not be empty.
        while is_wanted && all.ends.len() > games {
            let games = all.split_off_first(games);
            let piece = Message::Piece(Box::new(Games { games, ..Games::default() }));
            is_wanted = sender.send(piece).is_ok();
        }
        is_wanted
    };
    let mut encoded = Encoded::default();
    let mut encode = |number: usize, path: &Option<OsString>| match path {
        Some(path) => {
            let opened = File::open(path);
            let file = opened.map_err(|cause| (String::new(), Failure::Open(cause)))?;
            let name = path.to_string_lossy();
            encode_file(&name, file, encoder, stop, &mut encoded, &mut take)
        }
        None => {
            let file = Remote { number, asks: sender, answers };
            let file = BufReader::with_capacity(READ, file);
            encode_file("", file, encoder, stop, &mut encoded, &mut take)
        }
    };
    let failed = paths.iter().enumerate().filter(|_| !stop.is_stopped()).find_map(|(n, path)| {
        let (member, failure) = encode(n, path).err()?;
        Some(Message::Failed(n, member, failure))
    });
    let mut last = Games { games: all, ..Games::default() };
    if failed.is_none() {
        last.count(&encoded);
        last.missing = encoded.missing(encoder).into_iter().map(str::to_owned).collect();
    }
    // We ignore an error, because sending fails only if the receiver is gone, and then nobody needs the chunk.
    let _ = sender.send(Message::Piece(Box::new(last)));
    if let Some(failed) = failed {
        let _ = sender.send(failed);
    }
}

/// Number of bytes that we request from an open file at a time.
const READ: usize = 1 << 20;

/// Encodes the games of a file, or of all members of a zip. Adds their counts to `all`, which contains the
/// counts of earlier files. The string in an error names the member of the zip that failed. If the file
/// is not a zip, the string is empty.
fn encode_file(
    path: &str,
    file: impl Read + Seek + Send,
    encoder: &Encoder,
    stop: &Stop,
    all: &mut Encoded,
    take: &mut dyn FnMut(GameIds) -> bool,
) -> Result<(), (String, Failure)> {
    let end = for_each_file(path, file, |name, part| {
        let failed = |failure| ControlFlow::Break((name[path.len()..].to_owned(), failure));
        let before = all.read();
        let take = &mut |mut more: GameIds| {
            more.index.iter_mut().for_each(|number| *number += before);
            take(more)
        };
        match part {
            Part::Skipped(_) => ControlFlow::Continue(()),
            Part::Games(Err(error)) => failed(Failure::Open(error)),
            Part::Games(Ok(stream)) => {
                let mut stream = Watched::new(stream);
                match encoder.encode_games(&mut stream, stop, take) {
                    Err(error) => failed(Failure::Read(error)),
                    Ok(encoded) => {
                        let is_empty = encoded.read() == 0;
                        all.add_file(encoded, 0);
                        match stream.without_games() {
                            Err(error) if is_empty => failed(Failure::Open(error)),
                            _ => ControlFlow::Continue(()),
                        }
                    }
                }
            }
        }
    });
    match end {
        ControlFlow::Break(failure) => Err(failure),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Yields the games of one or more sources in chunks.
#[pyclass(frozen, module = "san_strings._native")]
pub struct Reader {
    /// The name of each source, for error messages.
    names: Vec<OsString>,
    /// For each source, the open file, or `None` if the source is a path.
    files: Vec<Option<OpenFile>>,
    options: Options,
    /// Id of the process that owns the encoding thread.
    process: u32,
    stop: Stop,
    /// `None` only while the reader is being dropped.
    thread: Option<Channels>,
}

/// Channels to and from the encoding thread.
struct Channels {
    /// Sends the results of `read` and `seek` calls on open Python files to the encoding thread.
    answers: SyncSender<Answer>,
    pieces: Mutex<Pieces>,
}

struct Pieces {
    receiver: Receiver<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.now();
        let channels = self.thread.take();
        if self.process != process::id() {
            // When the process was forked, the encoding thread may have been sending a message. Dropping the
            // channel would then wait for the thread, which does not exist in the child process.
            mem::forget(channels);
        }
    }
}

#[pymethods]
impl Reader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Columns<'py>>> {
        if self.process != process::id() {
            let names = self.names.iter().map(|name| Path::new(name).display().to_string());
            let message = format!(
                "the parent process is reading {}: call read again in this process",
                names.collect::<Vec<_>>().join(", ")
            );
            return Err(PyRuntimeError::new_err(message));
        }
        loop {
            match py.detach(|| self.message())? {
                None => return Ok(None),
                Some(Message::Piece(games)) => return columns(py, *games, &self.options).map(Some),
                Some(Message::Failed(n, member, failure)) => {
                    return Err(failure.raise(py, &self.names[n], &member));
                }
                Some(Message::Wish(n, wish)) => self.answer(py, n, wish)?,
            }
        }
    }
}

impl Reader {
    fn channels(&self) -> &Channels {
        self.thread.as_ref().expect("it is not dropped")
    }

    /// Receives the next message from the thread. Returns `None` if the thread has ended.
    fn message(&self) -> PyResult<Option<Message>> {
        let mut pieces = self.channels().pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let message = received(&mut pieces.receiver)?;
        if message.is_none() {
            // If the thread panicked, propagate the panic.
            if let Some(thread) = pieces.thread.take() {
                join(thread);
            }
        }
        Ok(message)
    }

    fn answer(&self, py: Python<'_>, number: usize, wish: Wish) -> PyResult<()> {
        let file = self.files[number].as_ref().expect("only open files receive requests");
        let answer = file.answer(py, wish);
        let (answer, raised) = match answer {
            Ok(answer) => (answer, Ok(())),
            Err(error) => {
                self.stop.now();
                (Answer::Nothing(error.to_string()), Err(error))
            }
        };
        // If the thread has ended, we cannot send the answer. The last message of the thread says why it ended.
        let _ = self.channels().answers.send(answer);
        raised
    }
}
