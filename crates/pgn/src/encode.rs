//! The ids of the strings of each game, for those who train models.

use std::{
    io::{self, Read, Write},
    ops::AddAssign,
};

use shakmaty::{Chess, MoveList, Position};
use thiserror::Error;

use super::{
    chunks::{Chunk, Unit, par_chunks},
    diagnostic::{Diagnostic, Diagnostics, SiteCache},
    game::{PgnFault, PgnGame, Tags, Word, for_each_game},
    game_ids::{GameIds, IdFormat},
    start::start,
};
use san_strings_core::{
    AnyVocabulary, Vocabulary,
    excerpt::excerpt,
    tokenizer::{EOS, SPECIAL, UNK},
};
use san_strings_files::{Progress, Stopped};

/// How to write the games.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each can be chosen by itself")]
pub struct EncodeOptions {
    /// The form of the output.
    pub format: IdFormat,
    /// The list whose ids to write. For the base strings, the `+` or `#` of a move is dropped.
    /// For [`Vocabulary::uci`], a game in UCI is read as it stands, and one in SAN is replayed.
    pub vocabulary: AnyVocabulary,
    /// The tags whose values to give with each game.
    pub tags: Vec<String>,
    /// Each line is one game: its moves, without tags.
    pub lines: bool,
    /// Write the result after the moves, if the game has one.
    pub results: bool,
    /// Write `[UNK]` for a move that is not in the list, or where a game cannot be read on.
    pub lenient: bool,
    /// Write the games of variants, and those that start from another position, too.
    pub variants: bool,
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        EncodeOptions {
            format: IdFormat::default(),
            vocabulary: Vocabulary::occurring().into(),
            tags: Vec::new(),
            lines: false,
            results: false,
            lenient: false,
            variants: false,
        }
    }
}

/// Writes games as ids. The ids of special tokens follow those of the strings.
#[derive(Clone, Debug)]
pub struct Encoder {
    options: EncodeOptions,
}

/// Totals of the games written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Encoded {
    /// Games written.
    pub games: u64,
    /// Moves written, unknown ones included.
    pub moves: u64,
    /// Places where `[UNK]` stands.
    pub unknown: u64,
    /// Games that were left out: of variants, or from another position.
    pub left_out: Diagnostics,
}

/// How many of the games left out are named.
const NAMED: usize = 3;

impl AddAssign for Encoded {
    fn add_assign(&mut self, more: Encoded) {
        let before = self.games + self.left_out.all;
        self.games += more.games;
        self.moves += more.moves;
        self.unknown += more.unknown;
        self.left_out.append(more.left_out, NAMED, |mut place| {
            place.game += before;
            place
        });
    }
}

/// Why games were not written to the end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The stream cannot be read.
    #[error("read error")]
    Read(#[source] io::Error),
    /// The ids cannot be written.
    #[error("cannot write")]
    Write(#[source] io::Error),
    /// A move or a result is not in the list.
    #[error("{}", unknown(.0))]
    Unknown(Diagnostic),
}

fn unknown(unknown: &Diagnostic) -> String {
    let Diagnostic { place, text, what } = unknown;
    let (game, ply, text) = (place.game, place.ply, excerpt(text));
    let name = match &*place.name {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    let space = if text.is_empty() { "" } else { " " };
    format!("game {game}{name}, ply {ply}: {text}{space}{what}")
}

impl Encoder {
    /// An encoder with these options.
    pub fn new(options: EncodeOptions) -> Encoder {
        Encoder { options }
    }

    /// Writes the games of a stream in order, until `progress` stops it.
    ///
    /// # Errors
    ///
    /// [`EncodeError`]; all games before are written.
    pub fn encode(
        &self,
        stream: impl Read + Send,
        out: &mut impl Write,
        progress: &dyn Progress,
    ) -> Result<Encoded, EncodeError> {
        let mut failure = Ok(());
        let encoded = self.read(
            stream,
            progress,
            |games| {
                let options = &self.options;
                games.to_bytes(options.format, &options.tags, self.special(EOS))
            },
            |bytes| {
                failure = out.write_all(&bytes);
                failure.is_ok()
            },
        );
        failure.map_err(EncodeError::Write)?;
        encoded
    }

    /// Gives the games of a stream in order, some at a time, until `take` says `false` or
    /// `progress` stops it.
    ///
    /// ```
    /// use san_strings_core::Vocabulary;
    /// use san_strings_pgn::{EncodeOptions, Encoder};
    ///
    /// let mut ids = Vec::new();
    /// let take = |games: san_strings_pgn::GameIds| {
    ///     ids.extend(games.ids);
    ///     true
    /// };
    /// let pgn = "1. e4 e5 2. Nf3 *";
    /// Encoder::new(EncodeOptions::default()).encode_games(pgn.as_bytes(), &(), take)?;
    /// let texts: Vec<_> = ids.iter().filter_map(|&id| Vocabulary::occurring().text(id)).collect();
    /// assert_eq!(texts, ["e4", "e5", "Nf3"]);
    /// # Ok::<_, san_strings_pgn::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EncodeError`]; `take` has all games before.
    pub fn encode_games(
        &self,
        stream: impl Read + Send,
        progress: &dyn Progress,
        take: impl FnMut(GameIds) -> bool,
    ) -> Result<Encoded, EncodeError> {
        self.read(stream, progress, |games| games, take)
    }

    /// One game, or none if it is left out: of a variant, or from another position.
    ///
    /// # Errors
    ///
    /// [`EncodeError::Unknown`].
    pub fn encode_text(&self, movetext: &[u8]) -> Result<GameIds, EncodeError> {
        let mut encodings = Encodings::default();
        let text = Chunk { text: movetext, is_tail: false, is_cut: false };
        // Nothing stops it.
        let _ = self.line(text, &(), &mut encodings);
        match encodings.error {
            Some(unknown) => Err(EncodeError::Unknown(unknown)),
            None => Ok(encodings.games),
        }
    }

    /// Works on the games of a stream on all cores. `finish` turns the ids of a chunk into a
    /// result, and `take` gets the results in order.
    fn read<T: Send>(
        &self,
        stream: impl Read + Send,
        progress: &dyn Progress,
        finish: impl Fn(GameIds) -> T + Sync,
        mut take: impl FnMut(T) -> bool,
    ) -> Result<Encoded, EncodeError> {
        let mut encoded = Encoded::default();
        let mut error = None;
        let mut is_cut = false;
        let unit = if self.options.lines { Unit::Line } else { Unit::Game };
        let work = |(): &(), chunk: Chunk<'_>| {
            let mut encodings = self.chunk(chunk, progress)?;
            let games = std::mem::take(&mut encodings.games);
            Ok((finish(games), encodings))
        };
        let read = par_chunks(stream, unit, progress, &mut (), work, |(), (games, chunk)| {
            let goes_on = take(games);
            if let Some(mut unknown) = chunk.error {
                unknown.place.game += encoded.games + encoded.left_out.all;
                error = Some(EncodeError::Unknown(unknown));
                is_cut = chunk.is_cut;
            }
            encoded += chunk.encoded;
            goes_on && error.is_none()
        });
        match (read, error) {
            // A game is cut off where the stream cannot be read on.
            (Err(cause), None) => Err(EncodeError::Read(cause)),
            (Err(cause), Some(EncodeError::Unknown(_))) if is_cut => Err(EncodeError::Read(cause)),
            (_, error) => error.map_or(Ok(encoded), Err),
        }
    }

    fn chunk(&self, chunk: Chunk<'_>, progress: &dyn Progress) -> Result<Encodings, Stopped> {
        let mut encodings = Encodings::default();
        if self.options.lines {
            let mut lines = chunk.text.split_inclusive(|&byte| byte == b'\n').peekable();
            while let Some(text) = lines.next() {
                let is_cut = chunk.is_cut && lines.peek().is_none();
                self.line(Chunk { text, is_tail: false, is_cut }, progress, &mut encodings)?;
            }
        } else {
            let add = |game: PgnGame<'_>| self.add(&game, &mut encodings);
            for_each_game(chunk, self.words(), progress, add)?;
        }
        Ok(encodings)
    }

    /// Adds the game on a line.
    fn line(
        &self,
        line: Chunk<'_>,
        progress: &dyn Progress,
        encodings: &mut Encodings,
    ) -> Result<(), Stopped> {
        let mut count = 0;
        for_each_game(line, self.words(), progress, |game| {
            count += 1;
            if count == 1 {
                self.add(&game, encodings);
            } else if self.options.lenient {
                // The game ends where it cannot be read on.
                if count == 2
                    && let Some(end) = encodings.games.ends.last_mut()
                {
                    encodings.games.ids.push(self.special(UNK));
                    *end += 1;
                    encodings.encoded.unknown += 1;
                }
            } else if encodings.error.is_none() {
                let place = SiteCache::default().place(encodings.number() - 1, &game, 1);
                encodings.error = Some(Diagnostic::new(place, &game, "begins another game"));
            }
        })?;
        if count == 0 {
            self.add(&PgnGame::default(), encodings);
        }
        Ok(())
    }

    /// The list whose strings stand in the games.
    fn words(&self) -> &Vocabulary {
        self.options.vocabulary.san().unwrap_or_else(|| Vocabulary::occurring())
    }

    /// Adds a game.
    fn add(&self, game: &PgnGame<'_>, encodings: &mut Encodings) {
        if encodings.error.is_some() {
            return;
        }
        let number = encodings.number();
        let encoded = &mut encodings.encoded;
        let diagnostic = |ply, what: &str| {
            let place = SiteCache::default().place(number, game, ply);
            Diagnostic::new(place, game, what)
        };
        if !self.options.variants
            && let Some(what) = other_start(&game.tags)
        {
            encoded.left_out.push(NAMED, || diagnostic(1, &what));
            return;
        }
        let games = &mut encodings.games;
        let start = games.ids.len();
        match self.game(game, encoded, &mut games.ids) {
            Ok(()) => {
                games.ends.push(games.ids.len());
                games.results.push(game.result);
                if !self.options.tags.is_empty() {
                    let value = |name: &String| Some(unescape(&game.tags.get(name)?));
                    games.tags.push(self.options.tags.iter().map(value).collect());
                }
            }
            Err((ply, what)) => {
                games.ids.truncate(start);
                encodings.is_cut = game.fault == Some(PgnFault::Cut);
                encodings.error = Some(diagnostic(ply, &what));
            }
        }
    }

    /// The ids of a game, or the ply at which there is none and why.
    fn game(
        &self,
        game: &PgnGame<'_>,
        encoded: &mut Encoded,
        ids: &mut Vec<u16>,
    ) -> Result<(), (usize, String)> {
        encoded.games += 1;
        let plies = game.moves.len();
        let list = &self.options.vocabulary;
        let is_uci = list.san().is_none();
        let mut position = (is_uci && !is_in_uci(game))
            .then(|| start(&game.tags).map_err(|what| (1, what)))
            .transpose()?;
        for (word, ply) in game.moves.iter().zip(1..) {
            let id = match &mut position {
                None if is_uci => list.id(word.text).ok_or("is not in the list"),
                None => word.id.ok_or("is not in the list"),
                Some(position) => played(position, word),
            };
            match id {
                Ok(id) => ids.push(id),
                Err(_) if self.options.lenient => {
                    ids.push(self.special(UNK));
                    encoded.unknown += 1;
                    if position.is_some() {
                        // A variant may move the other pieces anywhere.
                        encoded.moves += ply as u64;
                        return Ok(());
                    }
                }
                Err(what) => return Err((ply, what.to_owned())),
            }
        }
        encoded.moves += plies as u64;
        match game.fault {
            Some(fault) if !self.options.lenient => return Err((plies + 1, fault.to_string())),
            Some(_) => {
                ids.push(self.special(UNK));
                encoded.unknown += 1;
            }
            None => {}
        }
        if self.options.results {
            ids.extend(game.result.map(|result| self.special(result.as_str())));
        }
        Ok(())
    }

    /// The id of a special token.
    fn special(&self, name: &str) -> u16 {
        let place = SPECIAL.iter().position(|&other| other == name);
        let id = self.options.vocabulary.len() + place.expect("a special token");
        u16::try_from(id).expect("ids have 16 bits")
    }
}

/// The games of a chunk.
#[derive(Default)]
struct Encodings {
    games: GameIds,
    encoded: Encoded,
    error: Option<Diagnostic>,
    /// Whether the error is that the last game is cut off.
    is_cut: bool,
}

impl Encodings {
    /// The number of the next game, from 1.
    fn number(&self) -> u64 {
        self.encoded.games + self.encoded.left_out.all + 1
    }
}

/// Whether a game is written in UCI: the first word that is a SAN or a move in UCI decides.
fn is_in_uci(game: &PgnGame<'_>) -> bool {
    let is_uci = |word: &Word<'_>| match word.id {
        Some(_) => Some(false),
        None => Vocabulary::uci().id(word.text).map(|_| true),
    };
    game.moves.iter().find_map(is_uci).unwrap_or(false)
}

/// Plays the move that a SAN writes, and gives its id in UCI.
fn played(position: &mut Chess, word: &Word<'_>) -> Result<u16, &'static str> {
    let Some(id) = word.id else {
        let is_uci = Vocabulary::uci().id(word.text).is_some();
        return Err(if is_uci { "is UCI in a game in SAN" } else { "is not in the list" });
    };
    let m = Vocabulary::occurring().legal_move(position, id);
    let m = m.ok_or("is not a legal move, or could be several")?;
    let id = Vocabulary::uci().id_of_move(position, m, &MoveList::new());
    position.play_unchecked(m);
    id.ok_or("is not in the list")
}

/// The value of a tag as it was meant: `\"` for a quotation mark, and `\\` for a backslash.
fn unescape(value: &str) -> String {
    let mut chars = value.chars().peekable();
    let mut text = String::with_capacity(value.len());
    while let Some(char) = chars.next() {
        match (char, chars.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                text.push(escaped);
                chars.next();
            }
            _ => text.push(char),
        }
    }
    text
}

/// Why a game is not one of chess from the initial position, if it is not.
fn other_start(tags: &Tags<'_>) -> Option<String> {
    match start(tags) {
        Err(what) => Some(what),
        // Whatever the clocks are.
        Ok(start) if start == Chess::default() => None,
        Ok(_) => Some("it starts from a FEN".to_owned()),
    }
}
