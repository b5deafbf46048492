//! The ids of the strings of each game, for those who train models.

use std::{
    io::{self, Read, Write},
    iter, mem,
    ops::AddAssign,
};

use shakmaty::{Chess, MoveList, Position};
use thiserror::Error;

use super::{
    chunks::{Chunk, Unit, par_chunks},
    diagnostic::{Diagnostic, Diagnostics, GameRef, SiteCache},
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

/// Writes games as ids. The ids of special tokens follow those of the strings.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each can be chosen by itself")]
pub struct Encoder {
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

impl Encoded {
    /// The games read, those left out included.
    fn read(&self) -> u64 {
        self.games + self.left_out.all
    }
}

impl AddAssign for Encoded {
    fn add_assign(&mut self, more: Encoded) {
        let before = self.read();
        self.games += more.games;
        self.moves += more.moves;
        self.unknown += more.unknown;
        self.left_out.append(more.left_out, NAMED, |place| place.game += before);
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

fn unknown(Diagnostic { place, text, what }: &Diagnostic) -> String {
    let GameRef { game, ply, name, .. } = place;
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let space = if text.is_empty() { "" } else { " " };
    format!("game {game}{name}, ply {ply}: {}{space}{what}", excerpt(text))
}

impl Encoder {
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
        let mut written = Ok(());
        let to_bytes = |games: GameIds| games.to_bytes(self.format, &self.tags, self.special(EOS));
        let encoded = self.read(stream, progress, to_bytes, |bytes| {
            written = out.write_all(&bytes);
            written.is_ok()
        });
        written.map_err(EncodeError::Write)?;
        encoded
    }

    /// Gives the games of a stream in order, some at a time, until `take` says `false` or
    /// `progress` stops it.
    ///
    /// ```
    /// use san_strings_core::Vocabulary;
    /// use san_strings_pgn::Encoder;
    ///
    /// let mut ids = Vec::new();
    /// let take = |games: san_strings_pgn::GameIds| {
    ///     ids.extend(games.ids);
    ///     true
    /// };
    /// Encoder::default().encode_games("1. e4 e5 2. Nf3 *".as_bytes(), &(), take)?;
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
            Some((unknown, _)) => Err(EncodeError::Unknown(unknown)),
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
        let unit = if self.lines { Unit::Line } else { Unit::Game };
        let work = |(): &(), chunk: Chunk<'_>| {
            let mut encodings = self.chunk(chunk, progress)?;
            let games = mem::take(&mut encodings.games);
            Ok((finish(games), encodings))
        };
        let read = par_chunks(stream, unit, progress, &mut (), work, |(), (games, chunk)| {
            let goes_on = take(games);
            error = chunk.error;
            if let Some((unknown, _)) = &mut error {
                unknown.place.game += encoded.read();
            }
            encoded += chunk.encoded;
            goes_on && error.is_none()
        });
        match (read, error) {
            // A game is cut off where the stream cannot be read on.
            (Err(cause), None | Some((_, true))) => Err(EncodeError::Read(cause)),
            (_, Some((unknown, _))) => Err(EncodeError::Unknown(unknown)),
            (Ok(()), None) => Ok(encoded),
        }
    }

    fn chunk(&self, chunk: Chunk<'_>, progress: &dyn Progress) -> Result<Encodings, Stopped> {
        let mut encodings = Encodings::default();
        if self.lines {
            let mut lines = chunk.text.split_inclusive(|&byte| byte == b'\n').peekable();
            while let Some(text) = lines.next() {
                let is_cut = chunk.is_cut && lines.peek().is_none();
                self.line(Chunk { text, is_tail: false, is_cut }, progress, &mut encodings)?;
            }
        } else {
            for_each_game(chunk, self.words(), progress, |game| self.add(&game, &mut encodings))?;
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
            } else if !self.lenient {
                let number = encodings.encoded.read();
                encodings.error.get_or_insert_with(|| {
                    let what = "begins another game";
                    (SiteCache::default().diagnostic(number, &game, 1, what), false)
                });
            } else if count == 2
                && let Some(end) = encodings.games.ends.last_mut()
            {
                // The game ends where it cannot be read on.
                encodings.games.ids.push(self.special(UNK));
                *end += 1;
                encodings.encoded.unknown += 1;
            }
        })?;
        if count == 0 {
            self.add(&PgnGame::default(), encodings);
        }
        Ok(())
    }

    /// The list whose strings stand in the games.
    fn words(&self) -> &Vocabulary {
        self.vocabulary.san().unwrap_or_else(|| Vocabulary::occurring())
    }

    /// Adds a game, unless one before it has an error.
    fn add(&self, game: &PgnGame<'_>, encodings: &mut Encodings) {
        if encodings.error.is_some() {
            return;
        }
        let number = encodings.encoded.read() + 1;
        let diagnostic = |ply, what: &str| SiteCache::default().diagnostic(number, game, ply, what);
        if !self.variants
            && let Some(what) = other_start(&game.tags)
        {
            encodings.encoded.left_out.push(NAMED, || diagnostic(1, &what));
            return;
        }
        let start = encodings.games.ids.len();
        let added = self.add_ids(game, encodings);
        let games = &mut encodings.games;
        if let Err((ply, what)) = added {
            games.ids.truncate(start);
            let is_cut = game.fault == Some(PgnFault::Cut);
            encodings.error = Some((diagnostic(ply, &what), is_cut));
            return;
        }
        games.ends.push(games.ids.len());
        games.results.push(game.result);
        if !self.tags.is_empty() {
            let value = |name: &String| Some(unescape(&game.tags.get(name)?));
            games.tags.push(self.tags.iter().map(value).collect());
        }
    }

    /// Adds the ids of a game. The error is the ply at which there is none, and why.
    fn add_ids(
        &self,
        game: &PgnGame<'_>,
        encodings: &mut Encodings,
    ) -> Result<(), (usize, String)> {
        let Encodings { games: GameIds { ids, .. }, encoded, .. } = encodings;
        encoded.games += 1;
        let is_uci = self.vocabulary.san().is_none();
        let mut position = (is_uci && !is_in_uci(game))
            .then(|| start(&game.tags).map_err(|what| (1, what)))
            .transpose()?;
        for (word, ply) in game.moves.iter().zip(1..) {
            let id = match &mut position {
                None if is_uci => self.vocabulary.id(word.text).ok_or(NOT_LISTED),
                None => word.id.ok_or(NOT_LISTED),
                Some(position) => played(position, word),
            };
            match id {
                Ok(id) => ids.push(id),
                Err(what) if !self.lenient => return Err((ply, what.to_owned())),
                Err(_) => {
                    ids.push(self.special(UNK));
                    encoded.unknown += 1;
                    if position.is_some() {
                        // A variant may move the other pieces anywhere.
                        encoded.moves += ply as u64;
                        return Ok(());
                    }
                }
            }
        }
        let plies = game.moves.len();
        encoded.moves += plies as u64;
        if let Some(fault) = game.fault {
            if !self.lenient {
                return Err((plies + 1, fault.to_string()));
            }
            ids.push(self.special(UNK));
            encoded.unknown += 1;
        }
        if self.results {
            ids.extend(game.result.map(|result| self.special(result.as_str())));
        }
        Ok(())
    }

    /// The id of a special token.
    fn special(&self, name: &str) -> u16 {
        let place = SPECIAL.iter().position(|&other| other == name);
        let id = self.vocabulary.len() + place.expect("a special token");
        u16::try_from(id).expect("ids have 16 bits")
    }
}

/// The games of a chunk.
#[derive(Default)]
struct Encodings {
    games: GameIds,
    encoded: Encoded,
    /// Why a game has no ids, and whether that is because the stream ends within it.
    error: Option<(Diagnostic, bool)>,
}

/// Why a word has no id.
const NOT_LISTED: &str = "is not in the list";

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
        return Err(if is_uci { "is UCI in a game in SAN" } else { NOT_LISTED });
    };
    let m = Vocabulary::occurring().legal_move(position, id);
    let m = m.ok_or("is not a legal move, or could be several")?;
    let id = Vocabulary::uci().id_of_move(position, m, &MoveList::new());
    position.play_unchecked(m);
    id.ok_or(NOT_LISTED)
}

/// The value of a tag as it was meant: `\"` for a quotation mark, and `\\` for a backslash.
fn unescape(value: &str) -> String {
    let mut chars = value.chars().peekable();
    let next = iter::from_fn(|| match chars.next()? {
        '\\' => chars.next_if(|char| matches!(char, '"' | '\\')).or(Some('\\')),
        char => Some(char),
    });
    next.collect()
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
