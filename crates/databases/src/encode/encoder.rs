//! Encodes games as ids, for training models.

use std::{
    io::{self, Read, Write},
    mem,
    sync::Arc,
};

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};
use thiserror::Error;

use san_strings_core::{
    Vocabulary,
    fen::fen_of,
    reader::Reading,
    spelling::Difference,
    tokenizer::{EOS, SPECIAL, UNK},
};
use san_strings_files::Progress;
use san_strings_pgn::{
    game::{PgnGame, PgnReader, Wanted},
    lexer::{PgnFault, unescape},
    play::{Fault, Ply, Termination, black_begins, replay, start_of as position_of},
};

use super::{
    boards::Board,
    game_ids::{Column, GameIds, IdFormat},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, GameRef, Mended, SiteCache},
    input::{Chunk, Unit, for_each_game, par_chunks},
    select::{Condition, SeenTags, Selection},
};

/// Encodes games as ids of a vocabulary. The ids of the special tokens follow the ids of the strings.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the options are independent")]
pub struct Encoder {
    /// The output format.
    pub format: IdFormat,
    /// The vocabulary that the ids refer to.
    pub vocabulary: Arc<Vocabulary>,
    /// The names of the tags to write with each game.
    pub tags: Vec<String>,
    /// The name of the file that contains the games. If set, each JSON line contains this name, the number of
    /// the game, and the line on which the game begins.
    pub address: Option<String>,
    /// Columns to return with the ids, in [`Encoder::encode_games`] and [`Encoder::encode_text`].
    pub columns: Vec<Column>,
    /// Write only games for which this condition holds. A condition on a player's tags, as in
    /// `PlayerElo>=2700`, has to hold for at least one player.
    pub condition: Option<Condition>,
    /// Read each line as one game: its moves, without tags.
    pub lines: bool,
    /// Write the result after the moves, if the game has one.
    pub results: bool,
    /// Encode the moves as written, without playing them. This is three times as fast as playing the moves,
    /// but corrects nothing. If the vocabulary consists of base strings, we look up each move without its `+`
    /// or `#`.
    pub as_written: bool,
    /// What to do with a broken game.
    pub errors: Errors,
    /// Also write games of chess variants, and games that do not start from the initial position.
    pub variants: bool,
    /// The maximum number of diagnostics to keep for each of two groups: games that are left out, and games
    /// with `[UNK]`.
    pub diagnostics: usize,
}

impl Default for Encoder {
    /// Writes every standard game as a JSON line, with ids of [`Vocabulary::occurring`], and stops at the
    /// first broken game.
    fn default() -> Encoder {
        Encoder {
            format: IdFormat::default(),
            vocabulary: Arc::clone(Vocabulary::occurring()),
            tags: Vec::new(),
            address: None,
            columns: Vec::new(),
            condition: None,
            lines: false,
            results: false,
            as_written: false,
            errors: Errors::default(),
            variants: false,
            diagnostics: 0,
        }
    }
}

/// What to do with a game that cannot be read, or that contains a move that is illegal or not in the
/// vocabulary.
///
/// ```
/// use san_strings_databases::{Encoder, Errors};
///
/// let encoder = Encoder { errors: Errors::Unk, ..Encoder::default() };
/// assert_eq!(encoder.encode_text(b"1. e4 e4 2. Nf3 *")?.1.unknown, 1);
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Errors {
    /// Stop at the first broken game, and return an error.
    #[default]
    Stop,
    /// Leave the broken game out. If the input has one game per line, write an empty row for the broken game.
    Skip,
    /// Write `[UNK]` for the faulty move, and encode the rest of the game as written, without playing the
    /// moves.
    Unk,
}

/// Totals of an encoding, for the games that were written and for the games that were left out.
///
/// ```
/// use san_strings_databases::{Encoder, Errors};
///
/// let encoder = Encoder { errors: Errors::Skip, ..Encoder::default() };
/// let pgn = "1. e4 e5 2. Nf3 *\n\n1. e4 e4 *\n";
/// let encoded = encoder.encode(&mut pgn.as_bytes(), &mut Vec::new(), &())?;
/// assert_eq!((encoded.read(), encoded.games, encoded.moves), (2, 1, 3));
/// assert_eq!(encoded.broken(), 1);
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Encoded {
    /// Games written.
    pub games: u64,
    /// Moves written, including unknown moves.
    pub moves: u64,
    /// Number of `[UNK]` tokens.
    pub unknown: u64,
    /// Games that were left out.
    pub left_out: Diagnostics,
    /// Games written with `[UNK]`, each with its first fault.
    pub with_unknown: Diagnostics,
    /// The corrected moves, grouped by how they differed from SAN.
    pub mended: Mended,
    /// How many games the condition selected, and how many it rejected. Without a condition, both are 0.
    pub selection: Selection,
    lines: u64,
    /// Which of the encoder's tags occur in at least one written game.
    seen: SeenTags,
}

impl Encoded {
    /// Returns the tags in [`Encoder::tags`] that no written game has. They may be misspelled.
    pub fn missing<'e>(&self, encoder: &'e Encoder) -> Vec<&'e str> {
        let tags = encoder.tags.iter().filter(|_| self.games > 0);
        self.seen.missing(tags.map(String::as_str).collect())
    }

    /// Returns the number of games read, including games that were left out or rejected by the condition.
    pub fn read(&self) -> u64 {
        self.games + self.left_out.all + self.selection.left
    }

    /// Adds the totals of the next chunk. Locations in the chunk are relative to its beginning, so we shift
    /// them.
    fn add_chunk(&mut self, more: Encoded, diagnostics: usize) {
        let (games, lines) = (self.read(), self.lines);
        self.append(more, diagnostics, |place| {
            place.game += games;
            place.line += lines;
        });
    }

    /// Adds the totals and the diagnostics of another file, and sets the file index in these diagnostics to
    /// `file`.
    pub fn add_file(&mut self, more: Encoded, file: usize) {
        self.append(more, usize::MAX, |place| place.file = file);
    }

    fn append(&mut self, more: Encoded, diagnostics: usize, shift: impl Fn(&mut GameRef)) {
        self.games += more.games;
        self.moves += more.moves;
        self.unknown += more.unknown;
        self.lines += more.lines;
        self.left_out.append(more.left_out, diagnostics, &shift);
        self.with_unknown.append(more.with_unknown, diagnostics, &shift);
        self.mended.append(more.mended, &shift);
        self.selection.append(&more.selection);
        self.seen.append(&more.seen);
    }

    /// Returns the number of games that were left out because they are broken.
    pub fn broken(&self) -> u64 {
        let kinds = self.left_out.kinds.iter();
        kinds.filter(|(kind, _)| Fault::is_broken(kind)).map(|(_, games)| games).sum()
    }
}

/// An error that stopped the encoding of games.
///
/// ```
/// use san_strings_databases::{EncodeError, Encoder};
///
/// let mut stream = "1. e4 e5 *\n\n1. e4 e4 *\n".as_bytes();
/// let error = Encoder::default().encode(&mut stream, &mut Vec::new(), &());
/// let Err(EncodeError::Game(broken)) = error else { panic!("a move is illegal") };
/// assert_eq!((broken.place.game, broken.place.ply, &*broken.text), (2, 2, "e4"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// Reading failed. Holds the totals of the games before the error.
    #[error("read error")]
    Read(#[source] io::Error, Box<Encoded>),
    /// Writing the ids failed.
    #[error("cannot write")]
    Write(#[source] io::Error),
    /// A game is broken.
    #[error("{0}")]
    Game(Box<Diagnostic>),
}

impl Encoder {
    /// Writes the games of a stream in order, until `progress` stops the work.
    ///
    /// # Errors
    ///
    /// Returns [`EncodeError`] if a game is broken, or if reading or writing fails. All games before the
    /// error have been written.
    pub fn encode(
        &self,
        stream: &mut (dyn Read + Send),
        out: &mut dyn Write,
        progress: &dyn Progress,
    ) -> Result<Encoded, EncodeError> {
        let mut written = Ok(());
        let (address, eos) = (self.address.as_deref(), self.special(EOS));
        let to_bytes = |games: GameIds| games.to_bytes(self.format, &self.tags, address, eos);
        // If `address` is set, each game is written with its number and line in the file. So we format a
        // batch only after we have counted the games and lines before it.
        let finish = |games: GameIds| {
            if address.is_none() { Ok(to_bytes(games)) } else { Err(Box::new(games)) }
        };
        let encoded = self.read(stream, progress, finish, |chunk, before| {
            let bytes = chunk.unwrap_or_else(|mut games: Box<GameIds>| {
                games.shift(before);
                to_bytes(*games)
            });
            written = out.write_all(&bytes);
            written.is_ok()
        });
        written.map_err(EncodeError::Write)?;
        encoded
    }

    /// Passes the games of a stream to `take` in batches, in order, until `take` returns `false` or
    /// `progress` stops the work.
    ///
    /// ```
    /// use san_strings_databases::san_strings_core::Vocabulary;
    /// use san_strings_databases::Encoder;
    ///
    /// let mut ids = Vec::new();
    /// let take = &mut |games: san_strings_databases::GameIds| {
    ///     ids.extend(games.ids);
    ///     true
    /// };
    /// Encoder::default().encode_games(&mut "1. e4 e5 2. Nf3 *".as_bytes(), &(), take)?;
    /// let texts: Vec<_> = ids.iter().filter_map(|&id| Vocabulary::occurring().text(id)).collect();
    /// assert_eq!(texts, ["e4", "e5", "Nf3"]);
    /// # Ok::<_, san_strings_databases::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`EncodeError`] if a game is broken, or if reading fails. By then, `take` has received all
    /// earlier games.
    pub fn encode_games(
        &self,
        stream: &mut (dyn Read + Send),
        progress: &dyn Progress,
        take: &mut dyn FnMut(GameIds) -> bool,
    ) -> Result<Encoded, EncodeError> {
        self.read(
            stream,
            progress,
            |games| games,
            |mut games, before| {
                games.shift(before);
                take(games)
            },
        )
    }

    /// Encodes a text as one game. A game that is left out gets an empty list of ids.
    ///
    /// # Errors
    ///
    /// Returns [`EncodeError::Game`] at the first broken game if [`errors`](Encoder::errors) is
    /// [`Errors::Stop`].
    pub fn encode_text(&self, movetext: &[u8]) -> Result<(GameIds, Encoded), EncodeError> {
        self.encode_texts(&[movetext], &())
    }

    /// Encodes each text as one game, until `progress` stops the work. A game that is left out gets an empty
    /// list of ids. If a broken text causes an error, the error contains the number of this text, counted from 1.
    ///
    /// ```
    /// use san_strings_databases::{Encoder, Errors};
    ///
    /// let encoder = Encoder { errors: Errors::Skip, ..Encoder::default() };
    /// let (games, encoded) = encoder.encode_texts(&["1. e4 e5", "1. Ke2", "1. d4"], &())?;
    /// assert_eq!((games.ends, encoded.games), (vec![2, 2, 3], 2));
    /// # Ok::<_, san_strings_databases::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`EncodeError::Game`] at the first broken game if [`errors`](Encoder::errors) is
    /// [`Errors::Stop`].
    pub fn encode_texts<T: AsRef<[u8]>>(
        &self,
        movetexts: &[T],
        progress: &dyn Progress,
    ) -> Result<(GameIds, Encoded), EncodeError> {
        let mut encodings = Encodings::default();
        for (movetext, number) in movetexts.iter().zip(1..) {
            if progress.is_stopped() {
                break;
            }
            let reader = PgnReader::new(movetext.as_ref(), self.words(), self.wanted());
            reader.read_line(0, |game, second| self.add(game, second, &mut encodings));
            if let Some((mut broken, _)) = encodings.error {
                broken.place.game = number;
                return Err(EncodeError::Game(Box::new(broken)));
            }
            let games = &mut encodings.games;
            if (games.ends.len() as u64) < number {
                games.ends.push(games.ids.len());
                games.results.push(None);
                games.terminations.push(Termination::Unknown);
                if !self.tags.is_empty() {
                    games.tags.push(vec![None; self.tags.len()]);
                }
                games.starts.extend(self.variants.then_some(None));
            }
        }
        encodings.games.index = (0..encodings.games.ends.len() as u64).collect();
        Ok((encodings.games, encodings.encoded))
    }

    /// Encodes the games of a stream on all cores. `finish` turns the ids of a chunk into a result. `take`
    /// receives the results in order, each with the numbers of games and lines before its chunk.
    fn read<T: Send>(
        &self,
        stream: &mut (dyn Read + Send),
        progress: &dyn Progress,
        finish: impl Fn(GameIds) -> T + Sync,
        mut take: impl FnMut(T, [u64; 2]) -> bool,
    ) -> Result<Encoded, EncodeError> {
        let mut encoded = Encoded::default();
        let mut error = None;
        let unit = Unit::new(self.lines);
        let work = |(): &(), chunk: Chunk<'_>| {
            let mut encodings = Encodings::default();
            let see = |game: &PgnGame<'_>, second: Option<&PgnGame<'_>>| {
                self.add(game, second, &mut encodings);
            };
            encodings.encoded.lines =
                for_each_game(chunk, unit, self.words(), self.wanted(), progress, see)?;
            let games = mem::take(&mut encodings.games);
            Ok((finish(games), encodings))
        };
        let read = par_chunks(stream, unit, progress, &mut (), work, |(), (games, chunk)| {
            let goes_on = take(games, [encoded.read(), encoded.lines]);
            error = chunk.error;
            if let Some((broken, _)) = &mut error {
                broken.place.game += encoded.read();
                broken.place.line += encoded.lines;
            }
            encoded.add_chunk(chunk.encoded, self.diagnostics);
            goes_on && error.is_none()
        });
        match (read, error) {
            // If a read error cut off the last game, we report the read error, not the broken game.
            (Err(cause), None | Some((_, true))) => {
                Err(EncodeError::Read(cause, Box::new(encoded)))
            }
            (_, Some((broken, _))) => Err(EncodeError::Game(Box::new(broken))),
            (Ok(()), None) => Ok(encoded),
        }
    }

    fn wanted(&self) -> Wanted {
        let needs_comments = self.columns.iter().any(|&column| column != Column::Boards);
        if needs_comments { Wanted::Comments } else { Wanted::Words }
    }

    /// Adds a game. If the line contains a `second` game, we treat the whole line as one broken game.
    fn add(&self, game: &PgnGame<'_>, second: Option<&PgnGame<'_>>, encodings: &mut Encodings) {
        self.add_first(game, encodings);
        if let Some(second) = second {
            self.add_second(second, encodings);
        }
    }

    /// Treats a second game on a line as a fault of the first game, which was already added.
    fn add_second(&self, game: &PgnGame<'_>, encodings: &mut Encodings) {
        let Encodings { games, encoded, error, last, .. } = encodings;
        let (Some((start, moves)), Some(end)) = (*last, games.ends.last_mut()) else { return };
        let number = encoded.read();
        let diagnostic = |what| SiteCache::default().diagnostic(number, game, 1, what);
        match self.errors {
            Errors::Stop => *error = Some((diagnostic(Fault::SecondGame), false)),
            Errors::Unk => {
                if !games.ids[start..].contains(&self.special(UNK)) {
                    let all = &mut encoded.with_unknown;
                    all.push(self.diagnostics, Fault::SecondGame, diagnostic);
                }
                games.ids.push(self.special(UNK));
                *end += 1;
                encoded.unknown += 1;
            }
            Errors::Skip => {
                (encoded.games, encoded.moves) = (encoded.games - 1, moves);
                encoded.left_out.push(self.diagnostics, Fault::SecondGame, diagnostic);
                games.ids.truncate(start);
                *end = start;
                games.results.last_mut().into_iter().for_each(|result| *result = None);
                let endings = games.terminations.last_mut().into_iter();
                endings.for_each(|ending| *ending = Termination::Unknown);
            }
        }
        games.add_columns(&self.columns, start, Color::White, &[]);
    }

    /// Returns the vocabulary in which the reader looks up the tokens of games.
    fn words(&self) -> &Vocabulary {
        let is_asked = self.as_written && !self.vocabulary.is_uci();
        if is_asked { &self.vocabulary } else { Vocabulary::occurring() }
    }

    /// Adds a game, unless an error has already stopped encoding.
    fn add_first(&self, game: &PgnGame<'_>, encodings: &mut Encodings) {
        if encodings.error.is_some() {
            return;
        }
        encodings.last = None;
        let number = encodings.encoded.read() + 1;
        if let Some(condition) = &self.condition
            && encodings.encoded.selection.select(condition, &game.tags.list()) == [false; 2]
        {
            return;
        }
        let start = encodings.games.ids.len();
        // Index in `ids` of the first move's id. If the starting position cannot be read, `[UNK]` precedes this
        // id.
        let mut first = start;
        let (moves, unknown) = (encodings.encoded.moves, encodings.encoded.unknown);
        (encodings.termination, encodings.unknown) = (Termination::Unknown, None);
        let started = start_of(game, self.variants);
        let start_text = self
            .variants
            .then(|| started.as_ref().map_or(None, |position| start_text(position.as_ref())));
        let added = match started {
            Ok(position) => self.add_ids(game, number, position.as_ref(), encodings),
            Err(what @ (Fault::Fen(_) | Fault::NoBeginning(_))) => {
                first += 1;
                let added = self.add_unknown(1, what, encodings);
                added.and_then(|()| self.add_ids(game, number, None, encodings))
            }
            Err(what) => Err((1, what)),
        };
        let Encodings { games, encoded, error, last, termination, sites, .. } = encodings;
        *last = added.is_ok().then_some((start, moves));
        if let Err((ply, what)) = added {
            games.ids.truncate(start);
            games.boards.truncate(start);
            (encoded.moves, encoded.unknown) = (moves, unknown);
            let diagnostic = |what| SiteCache::default().diagnostic(number, game, ply, what);
            if self.errors == Errors::Stop && Fault::is_broken(what.words()) {
                // If the text is cut off, the last token may be incomplete, and wrong only for this reason.
                let is_cut = game.fault == Some(PgnFault::Cut) && ply >= game.moves.len();
                *error = Some((diagnostic(what), is_cut));
                return;
            }
            encoded.left_out.push(self.diagnostics, what, diagnostic);
            encoded.left_out.bare += u64::from(game.has_bare_lines);
            if !self.lines {
                return;
            }
        } else {
            encoded.games += 1;
        }
        let is_asked = self.columns.contains(&Column::Evaluation);
        let begins = Color::from_white(!(is_asked && black_begins(&game.tags.list())));
        games.add_columns(&self.columns, first, begins, game.comments);
        games.starts.extend(start_text);
        if self.columns.contains(&Column::Termination) {
            games.terminations.push(*termination);
        }
        games.index.push(number - 1);
        if self.address.is_some() {
            games.lines.push(sites.line(number, game));
        }
        games.ends.push(games.ids.len());
        games.results.push(game.result);
        if !self.tags.is_empty() {
            let value = |name: &String| Some(unescape(game.tags.get(name)?).into_owned());
            let values: Vec<_> = self.tags.iter().map(value).collect();
            encoded.seen.see_values(&values);
            games.tags.push(values);
        }
    }

    /// Adds the ids of a game. If `position` is `None` or `as_written` is set, looks up the tokens as written.
    /// If the game is broken and we do not write `[UNK]`, returns the ply and the fault as an error.
    fn add_ids(
        &self,
        game: &PgnGame<'_>,
        number: u64,
        position: Option<&Chess>,
        encodings: &mut Encodings,
    ) -> Result<(), (usize, Fault)> {
        let (mut broken, mut done) = (None, 0);
        let wants_termination = self.columns.contains(&Column::Termination);
        let position = position.filter(|_| !self.as_written);
        if wants_termination && position.is_none() {
            encodings.termination = Termination::of(game, None, &[]);
        }
        if let Some(position) = position {
            let Encodings { games, plies, termination, .. } = encodings;
            let replayed = replay(position, game.moves, plies);
            if wants_termination {
                let whole = replayed.end.is_ok().then_some((position, &replayed.position));
                *termination = Termination::of(game, whole, plies);
            }
            broken = replayed.end.err().map(Fault::Move);
            let mut board =
                self.columns.contains(&Column::Boards).then(|| Board::new(position.clone()));
            if board.is_some() {
                games.boards.resize(games.ids.len(), Board::EMPTY);
            }
            // With the tokens, the reader stores ids of `Vocabulary::occurring`. We can copy these ids only if the
            // encoder has the same vocabulary.
            let has_exact = Arc::ptr_eq(&self.vocabulary, Vocabulary::occurring());
            for (ply, word) in plies.iter().zip(game.moves) {
                let Some((m, san)) = ply.played else {
                    broken = Some(Fault::Move(Reading::Null));
                    break;
                };
                let exact = word.id.filter(|_| has_exact && ply.differences.is_empty());
                let Some(id) = exact.or_else(|| self.id(m, san, position)) else {
                    broken = Some(Fault::Unlisted);
                    break;
                };
                games.ids.push(id);
                if let Some(board) = &mut board {
                    games.boards.push(*board.bytes());
                    board.play(m);
                }
                done += 1;
            }
        }
        let replayed = done;
        if let Some(what) = broken {
            done += 1;
            self.add_unknown(done, what, encodings)?;
        }
        // `word.id` is an id of our vocabulary only if we encode SAN as written (see `words`).
        let has_ids = self.as_written && !self.vocabulary.is_uci();
        for word in &game.moves[done..] {
            done += 1;
            match if has_ids { word.id } else { self.vocabulary.id(word.text) } {
                Some(id) => encodings.games.ids.push(id),
                None => self.add_unknown(done, Fault::Unlisted, encodings)?,
            }
        }
        encodings.encoded.moves += done as u64;
        // An unmatched `)` does no harm if all moves are legal.
        let is_harmless = replayed == game.moves.len() && game.fault == Some(PgnFault::NoVariation);
        if let Some(fault) = game.fault.filter(|_| !is_harmless) {
            self.add_unknown(done + 1, Fault::Pgn(fault), encodings)?;
        }
        let Encodings { games, encoded, plies, unknown, .. } = encodings;
        let place = |ply| move |what| SiteCache::default().diagnostic(number, game, ply, what);
        if let Some((ply, what)) = unknown.take() {
            encoded.with_unknown.push(self.diagnostics, what, place(ply));
            encoded.with_unknown.bare += u64::from(game.has_bare_lines);
        }
        if self.results {
            games.ids.extend(game.result.map(|result| self.special(result.as_str())));
        }
        let in_uci = self.vocabulary.is_uci();
        let uci = [Difference::Uci, Difference::LongAlgebraicWithoutDash];
        let is_right = |ply: &Ply| {
            ply.differences.is_empty()
                || in_uci && matches!(ply.differences[..], [it] if uci.contains(&it.difference))
        };
        for (ply, number) in plies[..replayed].iter().zip(1..).filter(|(ply, _)| !is_right(ply)) {
            encoded.mended.add(ply, place(number));
        }
        Ok(())
    }

    /// Adds `[UNK]` in place of a broken move, if the option [`Errors::Unk`] is set. Otherwise returns the ply
    /// and the fault as an error.
    fn add_unknown(
        &self,
        ply: usize,
        what: Fault,
        encodings: &mut Encodings,
    ) -> Result<(), (usize, Fault)> {
        if self.errors != Errors::Unk {
            return Err((ply, what));
        }
        encodings.games.ids.push(self.special(UNK));
        encodings.encoded.unknown += 1;
        encodings.unknown.get_or_insert((ply, what));
        Ok(())
    }

    fn id(&self, m: Move, san: SanPlus, start: &Chess) -> Option<u16> {
        let list = &self.vocabulary;
        if list.is_uci() {
            // In Chess960, UCI writes castling as the king capturing its rook.
            return list.id_of(m.to_uci(start.castles().mode()));
        }
        list.id_of(SanPlus { suffix: san.suffix.filter(|_| !list.is_base()), ..san })
    }

    fn special(&self, name: &str) -> u16 {
        let place = SPECIAL.iter().position(|&other| other == name);
        let id = self.vocabulary.len() + place.expect("a special token");
        u16::try_from(id).expect("ids have 16 bits")
    }
}

#[derive(Default)]
struct Encodings {
    games: GameIds,
    encoded: Encoded,
    /// The diagnostic of the broken game at which encoding stopped. The flag is true if the text is cut off in
    /// this game: perhaps the game is broken only because its end is missing.
    error: Option<(Diagnostic, bool)>,
    /// The index in `games.ids` where the last game begins, and the number of moves before that game. `None`
    /// if the last game was not written.
    last: Option<(usize, u64)>,
    sites: SiteCache,
    /// The plies of the current game, in a buffer that all games reuse.
    plies: Vec<Ply>,
    /// How the last game ended, if [`Column::Termination`] is requested.
    termination: Termination,
    /// The ply of the first `[UNK]` in the last game, and the fault that caused it.
    unknown: Option<(usize, Fault)>,
}

/// Formats a starting position for [`GameIds::starts`].
fn start_text(position: Option<&Chess>) -> Option<String> {
    match position {
        None => Some(String::new()),
        Some(position) if *position == Chess::default() => None,
        Some(position) => Some(fen_of(position)),
    }
}

/// Returns the starting position of a game, or `None` for a chess variant, whose moves we cannot play.
/// Unless `variants` is set, accepts only the initial position.
fn start_of(game: &PgnGame<'_>, variants: bool) -> Result<Option<Chess>, Fault> {
    match position_of(game) {
        // The comparison ignores the halfmove clock and the move number.
        Ok(position) if variants || position == Chess::default() => Ok(Some(position)),
        Ok(_) => Err(Fault::OtherStart),
        Err(Fault::Variant(_)) if variants => Ok(None),
        Err(what) => Err(what),
    }
}
