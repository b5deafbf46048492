//! The numbers of the strings of each game, for those who train models.

use std::{
    error, fmt,
    io::{self, Read, Write},
    ops::AddAssign,
};

use super::{
    blocks::{Piece, in_pieces},
    game::{Game, for_each_game},
    note::{Names, Note, Place},
    numbers::Numbers,
};
use crate::{
    corpus::arbiter::shown,
    san::{
        tokenizer::{END, SPECIAL, UNKNOWN},
        tokens::Tokens,
    },
};

/// How the numbers of a game are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// A JSON array a game, one a line.
    JsonLines,
    /// Each number in two bytes, the lower first, and `[EOS]` after each game.
    Binary,
}

/// What to write.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How.
    pub format: Format,
    /// With the numbers of the base strings: `+` and `#` are left to the board.
    pub base: bool,
    /// With the result after the moves, if the game has one.
    pub results: bool,
    /// Write `[UNK]` where a move is not in the list, or a game cannot be read on.
    pub lenient: bool,
}

/// Writes games as numbers: those of the strings are those of their lines, and the special
/// tokens of [`SPECIAL`] follow.
#[derive(Clone, Debug)]
pub struct Encoder {
    numbers: Numbers,
    /// The number of the first special token.
    special: u16,
    options: Options,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Encoded {
    /// Games.
    pub games: u64,
    /// Numbers of moves, those with them that are not known.
    pub moves: u64,
    /// Places where `[UNK]` stands.
    pub unknown: u64,
}

impl AddAssign for Encoded {
    fn add_assign(&mut self, more: Encoded) {
        self.games += more.games;
        self.moves += more.moves;
        self.unknown += more.unknown;
    }
}

/// Why games were not written to the end.
#[derive(Debug)]
pub enum EncodeError {
    /// The stream cannot be read.
    Read(io::Error),
    /// The numbers cannot be written.
    Write(io::Error),
    /// Something is not in the list.
    Unknown(Note),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Read(_) => f.write_str("cannot be read on"),
            EncodeError::Write(_) => f.write_str("cannot write"),
            EncodeError::Unknown(unknown) => {
                let Place {
                    game, ply, name, ..
                } = &unknown.place;
                let (text, what) = (shown(&unknown.text), &unknown.what);
                write!(f, "game {game} ({name}), ply {ply}: {text} {what}")
            }
        }
    }
}

impl error::Error for EncodeError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            EncodeError::Read(cause) | EncodeError::Write(cause) => Some(cause),
            EncodeError::Unknown(_) => None,
        }
    }
}

impl Encoder {
    /// For the strings that occur, or for the base strings.
    #[must_use]
    pub fn new(options: Options) -> Encoder {
        let tokens = if options.base {
            Tokens::base()
        } else {
            Tokens::occurring()
        };
        Encoder {
            numbers: Numbers::new(&tokens),
            special: u16::try_from(tokens.len()).unwrap_or(u16::MAX),
            options,
        }
    }

    /// Writes the games of a stream in their order, until `go_on` says no.
    ///
    /// # Errors
    ///
    /// [`EncodeError`]; all games before are written.
    pub fn encode(
        &self,
        stream: impl Read + Send,
        out: &mut impl Write,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Encoded, EncodeError> {
        let mut encoded = Encoded::default();
        let mut error = None;
        let work = |(): &(), piece: Piece<'_>| self.piece(piece);
        in_pieces(stream, &mut (), work, |(), piece| {
            if let Err(cause) = out.write_all(&piece.bytes) {
                error = Some(EncodeError::Write(cause));
            }
            if let Some(mut unknown) = piece.error {
                unknown.place.game += encoded.games;
                error.get_or_insert(EncodeError::Unknown(unknown));
            }
            encoded += piece.encoded;
            error.is_none() && go_on()
        })
        .map_err(EncodeError::Read)?;
        error.map_or(Ok(encoded), Err)
    }

    fn piece(&self, piece: Piece<'_>) -> Encodings {
        let mut encodings = Encodings::default();
        let mut numbers: Vec<u16> = Vec::new();
        for_each_game(piece, &self.numbers, |game| {
            if encodings.error.is_some() {
                return;
            }
            numbers.clear();
            let encoded = &mut encodings.encoded;
            match self.game(&game, encoded, &mut numbers) {
                Ok(()) => self.write(&numbers, &mut encodings.bytes),
                Err((ply, what)) => {
                    let place = Names::default().place(encoded.games, &game, ply);
                    encodings.error = Some(Note::new(place, &game, &what));
                }
            }
        });
        encodings
    }

    /// The numbers of a game, or the ply at which there is none and why.
    fn game(
        &self,
        game: &Game<'_>,
        encoded: &mut Encoded,
        numbers: &mut Vec<u16>,
    ) -> Result<(), (usize, String)> {
        encoded.games += 1;
        let plies = game.moves.len();
        for (word, ply) in game.moves.iter().zip(1..) {
            match word.number {
                Some(number) => numbers.push(number),
                None if self.options.lenient => {
                    numbers.push(self.special(UNKNOWN));
                    encoded.unknown += 1;
                }
                None => return Err((ply, "is not in the list".to_owned())),
            }
        }
        encoded.moves += plies as u64;
        match game.fault {
            Some(fault) if !self.options.lenient => return Err((plies + 1, fault.to_string())),
            Some(_) => {
                numbers.push(self.special(UNKNOWN));
                encoded.unknown += 1;
            }
            None => {}
        }
        if self.options.results {
            numbers.extend(game.result.map(|result| self.special(result.as_str())));
        }
        Ok(())
    }

    /// The number of a special token.
    fn special(&self, name: &str) -> u16 {
        let names = SPECIAL.into_iter().zip(self.special..);
        let mut numbers = names.filter_map(|(other, number)| (other == name).then_some(number));
        numbers.next().unwrap_or(u16::MAX)
    }

    fn write(&self, numbers: &[u16], bytes: &mut Vec<u8>) {
        match self.options.format {
            Format::JsonLines => {
                bytes.push(b'[');
                for (n, number) in numbers.iter().enumerate() {
                    if n > 0 {
                        bytes.extend(b", ");
                    }
                    push_decimal(*number, bytes);
                }
                bytes.extend(b"]\n");
            }
            Format::Binary => {
                let end = self.special(END);
                bytes.extend(
                    numbers
                        .iter()
                        .chain([&end])
                        .flat_map(|number| number.to_le_bytes()),
                );
            }
        }
    }
}

/// Writes a number for people: several times as fast as the formatter of Rust.
fn push_decimal(number: u16, bytes: &mut Vec<u8>) {
    let mut divisor = 10_000;
    while divisor > 1 && number < divisor {
        divisor /= 10;
    }
    while divisor > 0 {
        bytes.extend(u8::try_from(number / divisor % 10).map(|digit| b'0' + digit));
        divisor /= 10;
    }
}

/// The games of a piece.
#[derive(Default)]
struct Encodings {
    bytes: Vec<u8>,
    encoded: Encoded,
    error: Option<Note>,
}
