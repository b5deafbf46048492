//! Parses SAN strictly, according to the export format of the PGN standard (section 8.2.3). An error says
//! where the text stops being SAN.

use std::{error, fmt};

use shakmaty::{
    CastlingSide, File, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

/// The first error in a text that is not SAN.
///
/// ```
/// use san_strings_core::{Found, parse};
///
/// let error = parse("Nf9").expect_err("there is no ninth rank");
/// assert_eq!((error.position, error.found), (3, Found::Char('9')));
/// assert_eq!(error.to_string(), "character 3 is '9': expected a rank (1-8), a file (a-h) or x");
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// Position of the first wrong character, counted from 1.
    pub position: usize,
    /// The character at this position, or the end of the text.
    pub found: Found,
    /// What was expected at this position.
    pub expected: &'static str,
}

/// What was found where a text stops being SAN.
///
/// ```
/// use san_strings_core::{Found, parse};
///
/// let found = |text: &[u8]| parse(text).expect_err("it is not SAN").found;
/// assert_eq!(found(b"Nf"), Found::End);
/// assert_eq!(found(b"Nf3\xff"), Found::Byte(0xff));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Found {
    /// The end of the text.
    End,
    /// A character.
    Char(char),
    /// A byte that is not valid UTF-8.
    Byte(u8),
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match self.found {
            Found::End if position == 1 => write!(f, "it is empty")?,
            Found::End => write!(f, "it ends after character {}", position - 1)?,
            Found::Char(ch) if ch.is_ascii() => {
                write!(f, "character {position} is '{}'", ch.escape_default())?;
            }
            // We add the code point, because some characters look like a letter of SAN but are not.
            Found::Char(ch) => {
                let code = u32::from(ch);
                write!(f, "character {position} is '{}' (U+{code:04X})", ch.escape_debug())?;
            }
            Found::Byte(byte) => write!(f, "character {position} is '{}'", byte.escape_ascii())?,
        }
        write!(f, ": expected {}", self.expected)
    }
}

impl error::Error for SyntaxError {}

/// Parses a SAN.
///
/// Accepts everything that is written like SAN, even if the string cannot occur, such as `Ra1b2`. Stops at
/// the first error, so a long text costs no more than a short one.
///
/// ```
/// use san_strings_core::parse;
///
/// assert_eq!(parse("Nbxd2+")?.to_string(), "Nbxd2+");
/// assert!(parse("Nb-d2").is_err());
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
///
/// # Errors
///
/// Returns a [`SyntaxError`] at the first character that SAN does not allow.
pub fn parse(text: impl AsRef<[u8]>) -> Result<SanPlus, SyntaxError> {
    let mut parser = Parser { text: text.as_ref(), position: 0 };
    let san = parser.san()?;
    let suffix = match parser.peek() {
        Some(b'+') => Some(Suffix::Check),
        Some(b'#') => Some(Suffix::Checkmate),
        _ => None,
    };
    parser.position += usize::from(suffix.is_some());
    if parser.peek().is_none() {
        return Ok(SanPlus { san, suffix });
    }
    Err(parser.error(match (san, suffix) {
        (_, Some(_)) => "the end",
        (San::Castle(CastlingSide::KingSide), None) => "-, +, # or the end",
        (San::Normal { role: Role::Pawn, promotion: None, .. }, None) => "=, +, # or the end",
        // The square may turn out to be a discriminator: `Nb1` may continue as `Nb1d2`.
        (San::Normal { role, file: None, rank: None, capture: false, .. }, None)
            if role != Role::Pawn =>
        {
            "x, a file (a-h), +, # or the end"
        }
        (_, None) => "+, # or the end",
    }))
}

const FILE: &str = "a file (a-h)";
const RANK: &str = "a rank (1-8)";

struct Parser<'a> {
    text: &'a [u8],
    position: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        let rest = &self.text[self.position..];
        // A UTF-8 character has at most four bytes.
        let chunk = rest[..rest.len().min(4)].utf8_chunks().next();
        let found = match chunk.map(|chunk| chunk.valid().chars().next()) {
            None => Found::End,
            Some(Some(ch)) => Found::Char(ch),
            Some(None) => Found::Byte(rest[0]),
        };
        SyntaxError { position: self.position + 1, found, expected }
    }

    /// Consumes the next byte, if `read` accepts it.
    fn take<T>(&mut self, read: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let value = read(char::from(self.peek()?))?;
        self.position += 1;
        Some(value)
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.take(|ch| (ch == char::from(byte)).then_some(())).is_some()
    }

    fn expect<T>(
        &mut self,
        read: impl FnOnce(char) -> Option<T>,
        expected: &'static str,
    ) -> Result<T, SyntaxError> {
        self.take(read).ok_or_else(|| self.error(expected))
    }

    fn square(&mut self) -> Result<Square, SyntaxError> {
        let file = self.expect(File::from_char, FILE)?;
        let rank = self.expect(Rank::from_char, RANK)?;
        Ok(Square::from_coords(file, rank))
    }

    fn san(&mut self) -> Result<San, SyntaxError> {
        if self.eat(b'O') {
            self.castling()
        } else if let Some(role) = self.take(piece) {
            self.piece_move(role)
        } else if let Some(file) = self.take(File::from_char) {
            self.pawn_move(file)
        } else {
            Err(self.error("a piece (K, Q, R, B or N), a file (a-h) or O-O"))
        }
    }

    fn castling(&mut self) -> Result<San, SyntaxError> {
        let letter = |ch| (ch == 'O').then_some(());
        self.expect(|ch| (ch == '-').then_some(()), "-, as in O-O")?;
        self.expect(letter, "the letter O")?;
        if !self.eat(b'-') {
            return Ok(San::Castle(CastlingSide::KingSide));
        }
        self.expect(letter, "the letter O")?;
        Ok(San::Castle(CastlingSide::QueenSide))
    }

    /// Parses what follows a piece letter. Whether a file and a rank are the to-square or a discriminator
    /// depends on what comes after them.
    fn piece_move(&mut self, role: Role) -> Result<San, SyntaxError> {
        let file = self.take(File::from_char);
        let rank = self.take(Rank::from_char);
        let capture = self.eat(b'x');
        let names_to = !capture && self.peek().and_then(|b| File::from_char(b.into())).is_none();
        let (file, rank, to) = match (file, rank) {
            (Some(file), Some(rank)) if names_to => (None, None, Square::from_coords(file, rank)),
            (None, None) if names_to => return Err(self.error("a file (a-h), a rank (1-8) or x")),
            (Some(_), None) if names_to => {
                return Err(self.error("a rank (1-8), a file (a-h) or x"));
            }
            (None, Some(_)) if names_to => return Err(self.error("a file (a-h) or x")),
            (file, rank) => (file, rank, self.square()?),
        };
        Ok(San::Normal { role, file, rank, capture, to, promotion: None })
    }

    /// Parses the rest of a pawn move, after the file at its start.
    fn pawn_move(&mut self, file: File) -> Result<San, SyntaxError> {
        let capture = self.eat(b'x');
        let to = if capture {
            self.square()?
        } else {
            Square::from_coords(file, self.expect(Rank::from_char, "a rank (1-8) or x")?)
        };
        let role = |ch| piece(ch).filter(|&role| role != Role::King);
        let promotion =
            if self.eat(b'=') { Some(self.expect(role, "Q, R, B or N")?) } else { None };
        let file = capture.then_some(file);
        Ok(San::Normal { role: Role::Pawn, file, rank: None, capture, to, promotion })
    }
}

/// The role that an upper-case piece letter names. `None` for `P`, because SAN writes pawn moves without it.
fn piece(letter: char) -> Option<Role> {
    Role::from_char(letter).filter(|&role| role != Role::Pawn && letter.is_ascii_uppercase())
}
