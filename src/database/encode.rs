//! The ids of the strings of each game, for those who train models.

use std::{
    io::{self, Read, Write},
    ops::AddAssign,
};

use shakmaty::{Chess, EnPassantMode, fen::Epd};
use thiserror::Error;

use super::{
    chunks::{Chunk, par_chunks},
    diagnostic::{Diagnostic, Diagnostics, SiteCache},
    game::{PgnFault, PgnGame, Tags, for_each_game},
    replay,
};
use crate::{
    Vocabulary,
    progress::Progress,
    san::tokenizer::{EOS, SPECIAL, UNK},
    text::excerpt,
};

/// How the ids of a game are written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum IdFormat {
    /// A JSON array a game, one a line.
    #[default]
    JsonLines,
    /// Each id in two bytes, the lower first, and `[EOS]` after each game.
    Binary,
}

/// What to write.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EncodeOptions {
    /// How.
    pub format: IdFormat,
    /// The list whose ids to write; of the base strings, whatever `+` and `#` a move has.
    pub vocabulary: &'static Vocabulary,
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
            vocabulary: Vocabulary::occurring(),
            results: false,
            lenient: false,
            variants: false,
        }
    }
}

/// Writes games as ids. The ids of special tokens follow those of the strings.
#[derive(Clone, Copy, Debug)]
pub struct Encoder {
    options: EncodeOptions,
}

/// What was written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Encoded {
    /// Games.
    pub games: u64,
    /// Moves, unknown ones included.
    pub moves: u64,
    /// Places where `[UNK]` stands.
    pub unknown: u64,
    /// Games that were left out: of variants, or from another position.
    pub left_out: Diagnostics,
}

/// How many of the games that are left out are named.
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
    /// Something is not in the list.
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
    #[must_use]
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
        let mut encoded = Encoded::default();
        let mut error = None;
        let mut is_cut = false;
        let work = |(): &(), chunk: Chunk<'_>| self.chunk(chunk);
        let read = par_chunks(stream, &mut (), work, |(), chunk| {
            if let Err(cause) = out.write_all(&chunk.bytes) {
                error = Some(EncodeError::Write(cause));
            }
            if let Some(mut unknown) = chunk.error {
                unknown.place.game += encoded.games + encoded.left_out.all;
                error.get_or_insert(EncodeError::Unknown(unknown));
                is_cut = chunk.is_cut;
            }
            encoded += chunk.encoded;
            error.is_none() && !progress.is_stopped()
        });
        match (read, error) {
            // A game is cut off where the stream cannot be read on.
            (Err(cause), None) => Err(EncodeError::Read(cause)),
            (Err(cause), Some(EncodeError::Unknown(_))) if is_cut => Err(EncodeError::Read(cause)),
            (_, error) => error.map_or(Ok(encoded), Err),
        }
    }

    fn chunk(&self, chunk: Chunk<'_>) -> Encodings {
        let mut encodings = Encodings::default();
        let mut ids: Vec<u16> = Vec::new();
        for_each_game(chunk, self.options.vocabulary, |game| {
            if encodings.error.is_some() {
                return;
            }
            ids.clear();
            let encoded = &mut encodings.encoded;
            let number = encoded.games + encoded.left_out.all + 1;
            let diagnostic = |ply, what: &str| {
                let place = SiteCache::default().place(number, &game, ply);
                Diagnostic::new(place, &game, what)
            };
            if !self.options.variants
                && let Some(what) = other_start(&game.tags)
            {
                encoded.left_out.push(NAMED, || diagnostic(1, &what));
                return;
            }
            match self.game(&game, encoded, &mut ids) {
                Ok(()) => self.write(&ids, &mut encodings.bytes),
                Err((ply, what)) => {
                    encodings.is_cut = game.fault == Some(PgnFault::Cut);
                    encodings.error = Some(diagnostic(ply, &what));
                }
            }
        });
        encodings
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
        for (word, ply) in game.moves.iter().zip(1..) {
            match word.id {
                Some(id) => ids.push(id),
                None if self.options.lenient => {
                    ids.push(self.special(UNK));
                    encoded.unknown += 1;
                }
                None => return Err((ply, "is not in the list".to_owned())),
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

    fn write(&self, ids: &[u16], bytes: &mut Vec<u8>) {
        match self.options.format {
            IdFormat::JsonLines => {
                bytes.push(b'[');
                for (n, id) in ids.iter().enumerate() {
                    if n > 0 {
                        bytes.extend(b", ");
                    }
                    write_number(*id, bytes);
                }
                bytes.extend(b"]\n");
            }
            IdFormat::Binary => {
                let eos = self.special(EOS);
                let ids = ids.iter().chain([&eos]);
                bytes.extend(ids.flat_map(|id| id.to_le_bytes()));
            }
        }
    }
}

/// Writes a number for people. The formatter of Rust makes `encode` a third slower.
fn write_number(mut number: u16, bytes: &mut Vec<u8>) {
    let mut digits = [b'0'; 5];
    let mut first = digits.len();
    while first == digits.len() || number > 0 {
        first -= 1;
        digits[first] += (number % 10).to_le_bytes()[0];
        number /= 10;
    }
    bytes.extend_from_slice(&digits[first..]);
}

/// The games of a chunk.
#[derive(Default)]
struct Encodings {
    bytes: Vec<u8>,
    encoded: Encoded,
    error: Option<Diagnostic>,
    /// Whether the error is that the last game is cut off.
    is_cut: bool,
}

/// Why a game is not one of chess from the initial position, if it is not.
fn other_start(tags: &Tags<'_>) -> Option<String> {
    let epd = |position: &Chess| Epd::from_position(position, EnPassantMode::Legal);
    let chess = Chess::default();
    match replay::start(tags) {
        Err(what) => Some(what),
        Ok(start) if start == chess || epd(&start) == epd(&chess) => None,
        Ok(_) => Some("it starts from a FEN".to_owned()),
    }
}
