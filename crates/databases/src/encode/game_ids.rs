//! Encoded games, and the formats in which we write them: JSON lines, or two bytes per id.

use std::ops::Range;

use shakmaty::{Color, Outcome};

use super::boards::Board;
use san_strings_pgn::{
    game::{Comment, Evaluation},
    play::Termination,
};

/// The output format for ids.
///
/// ```
/// use san_strings_databases::{Encoder, IdFormat};
///
/// let mut bytes = Vec::new();
/// let encoder = Encoder { format: IdFormat::Binary, ..Encoder::default() };
/// encoder.encode(&mut "1. e4 e5 *".as_bytes(), &mut bytes, &())?;
/// assert_eq!(bytes.len(), 2 * 3);
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum IdFormat {
    /// One line of JSON per game: an array of ids, or an object if the encoder has `tags` or an `address`.
    #[default]
    JsonLines,
    /// Two bytes per id, little-endian, and `[EOS]` after each game.
    Binary,
}

/// Data to return with the ids.
///
/// ```
/// use san_strings_databases::{Column, Encoder};
///
/// let encoder = Encoder { columns: vec![Column::Clock], ..Encoder::default() };
/// let (games, _) = encoder.encode_text(b"1. e4 {[%clk 0:03:00]} e5 *")?;
/// assert_eq!(games.clocks[0], 180.0);
/// assert!(games.clocks[1].is_nan());
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Column {
    /// The clock of the side that moved, after each ply.
    Clock,
    /// The engine's evaluation after each ply.
    Evaluation,
    /// How each game ended.
    Termination,
    /// The position before each ply, as the bytes of a [`Board`]. Unplayable plies get [`Board::EMPTY`].
    Boards,
}

/// A batch of encoded games.
///
/// ```
/// use san_strings_databases::Encoder;
///
/// let encoder = Encoder::default();
/// let (mut games, _) = encoder.encode_text(b"1. e4 e5 *")?;
/// games.append(encoder.encode_text(b"1. d4 1-0")?.0);
/// assert_eq!(games.ranges().collect::<Vec<_>>(), [0..2, 2..3]);
/// assert_eq!(games.ids[2], encoder.vocabulary.id("d4").expect("it occurs"));
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GameIds {
    /// The ids of all games, one game after another.
    pub ids: Vec<u16>,
    /// For each game, the index in `ids` after its last id.
    pub ends: Vec<usize>,
    /// For each game, its index in the source. The indices start at 0, and also count games that are left out.
    pub index: Vec<u64>,
    /// For each game, the line on which it begins, counted from 1. The list is empty unless
    /// `Encoder::address` is set.
    pub lines: Vec<u64>,
    /// For each game, its result, if it has one.
    pub results: Vec<Option<Outcome>>,
    /// For each game, the values of the tags in `Encoder::tags`; `None` for a missing tag.
    pub tags: Vec<Vec<Option<String>>>,
    /// For each game, its starting position: `None` for the initial position, a FEN for another position, or
    /// an empty string for a variant. The list is empty unless `Encoder::variants` is set.
    pub starts: Vec<Option<String>>,
    /// For each id, the player's clock after the move, in seconds; NaN if the game does not record the clock.
    pub clocks: Vec<f32>,
    /// For each id, the evaluation after the move, if the game records one.
    pub evaluations: Vec<Option<Evaluation>>,
    /// For each game, how it ended.
    pub terminations: Vec<Termination>,
    /// For each id, the position before the move, as the bytes of a [`Board`]; [`Board::EMPTY`] if the move was
    /// not played.
    pub boards: Vec<[u8; Board::BYTES]>,
}

impl GameIds {
    /// Appends games.
    pub fn append(&mut self, games: GameIds) {
        let before = self.ids.len();
        self.ids.extend(games.ids);
        self.ends.extend(games.ends.iter().map(|end| before + end));
        self.index.extend(games.index);
        self.lines.extend(games.lines);
        self.results.extend(games.results);
        self.tags.extend(games.tags);
        self.starts.extend(games.starts);
        self.clocks.extend(games.clocks);
        self.evaluations.extend(games.evaluations);
        self.terminations.extend(games.terminations);
        self.boards.extend(games.boards);
    }

    /// Adds the number of games before this batch to each item of `index`, and the number of lines before this
    /// batch to each item of `lines`.
    pub(crate) fn shift(&mut self, [games, lines]: [u64; 2]) {
        self.index.iter_mut().for_each(|number| *number += games);
        self.lines.iter_mut().for_each(|line| *line += lines);
    }

    /// Removes the first `games` games, and returns them.
    ///
    /// # Panics
    ///
    /// Panics if `games` is 0 or greater than the number of games.
    #[must_use]
    pub fn split_off_first(&mut self, games: usize) -> GameIds {
        /// Removes and returns the first `items` items of a column. A column that was not requested is empty.
        fn front<T>(all: &mut Vec<T>, items: usize) -> Vec<T> {
            all.drain(..items.min(all.len())).collect()
        }
        let end = self.ends[games - 1];
        let first = GameIds {
            ids: front(&mut self.ids, end),
            clocks: front(&mut self.clocks, end),
            evaluations: front(&mut self.evaluations, end),
            boards: front(&mut self.boards, end),
            ends: front(&mut self.ends, games),
            index: front(&mut self.index, games),
            lines: front(&mut self.lines, games),
            results: front(&mut self.results, games),
            tags: front(&mut self.tags, games),
            starts: front(&mut self.starts, games),
            terminations: front(&mut self.terminations, games),
        };
        self.ends.iter_mut().for_each(|at| *at -= end);
        first
    }

    /// Fills the columns of a game from its comments. `start` is the index in `ids` of the game's first move.
    /// For an id without a value, such as an id before `start`, a column contains NaN, `None` or an empty
    /// board. If a ply has several clocks or evaluations, we use the first one. `begins` is the side that makes
    /// the first move.
    pub(crate) fn add_columns(
        &mut self,
        columns: &[Column],
        start: usize,
        begins: Color,
        comments: &[Comment<'_>],
    ) {
        let ids = self.ids.len();
        let of_id = |comment: &Comment<'_>| Some(start + comment.ply.checked_sub(1)?);
        let comments =
            comments.iter().filter_map(|it| Some((of_id(it).filter(|&id| id < ids)?, it)));
        if columns.contains(&Column::Boards) {
            self.boards.resize(ids, Board::EMPTY);
        }
        if columns.contains(&Column::Clock) {
            self.clocks.resize(ids, f32::NAN);
            for (id, comment) in comments.clone() {
                if self.clocks[id].is_nan() {
                    self.clocks[id] = comment.clock().unwrap_or(f32::NAN);
                }
            }
        }
        if columns.contains(&Column::Evaluation) {
            self.evaluations.resize(ids, None);
            for (id, comment) in comments {
                let evaluation = &mut self.evaluations[id];
                *evaluation = evaluation.or_else(|| comment.evaluation(begins));
            }
        }
    }

    /// Returns each game's range in `ids`.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    /// Formats the games for a file. `tags` are the JSON keys of the tag values. If `file` is a file name, each
    /// JSON line contains this name, the number of the game, and the line on which the game begins. `eos` is the
    /// id of `[EOS]`.
    pub fn to_bytes(
        &self,
        format: IdFormat,
        tags: &[String],
        file: Option<&str>,
        eos: u16,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before = Vec::new();
        if let Some(file) = file {
            before.extend(b"\"file\": ");
            write_json(file, &mut before);
        }
        for (n, range) in self.ranges().enumerate() {
            let ids = &self.ids[range];
            if format == IdFormat::Binary {
                bytes.extend(ids.iter().chain([&eos]).flat_map(|id| id.to_le_bytes()));
                continue;
            }
            let values = self.tags.get(n);
            if values.is_some() || file.is_some() {
                bytes.push(b'{');
                if let (Some(line), Some(index)) = (self.lines.get(n), self.index.get(n)) {
                    bytes.extend(&before);
                    bytes.extend(format!(", \"game\": {}, \"line\": {line}, ", index + 1).bytes());
                }
                for (name, value) in tags.iter().zip(values.into_iter().flatten()) {
                    write_json(name, &mut bytes);
                    bytes.extend(b": ");
                    match value {
                        Some(value) => write_json(value, &mut bytes),
                        None => bytes.extend(b"null"),
                    }
                    bytes.extend(b", ");
                }
                bytes.extend(b"\"ids\": ");
                write_ids(ids, &mut bytes);
                bytes.push(b'}');
            } else {
                write_ids(ids, &mut bytes);
            }
            bytes.push(b'\n');
        }
        bytes
    }
}

fn write_ids(ids: &[u16], bytes: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    bytes.push(b'[');
    for (n, id) in ids.iter().enumerate() {
        if n > 0 {
            bytes.extend(b", ");
        }
        bytes.extend_from_slice(buffer.format(*id).as_bytes());
    }
    bytes.push(b']');
}

fn write_json(text: &str, bytes: &mut Vec<u8>) {
    bytes.push(b'"');
    for char in text.chars() {
        match char {
            '"' | '\\' => bytes.extend([b'\\', char as u8]),
            '\0'..' ' => bytes.extend(format!("\\u{:04x}", u32::from(char)).bytes()),
            _ => bytes.extend(char.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes.push(b'"');
}
