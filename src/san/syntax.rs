//! Reading a SAN strictly, as the PGN standard exports it (section 8.2.3), and
//! saying what is wrong with a text that is none.
//!
//! ```
//! use san_strings::parse;
//!
//! assert_eq!(parse(b"Nbxd2+").map(|san| san.to_string()), Ok("Nbxd2+".to_owned()));
//!
//! let error = parse(b"Nf9").unwrap_err();
//! assert_eq!(error.to_string(), "character 3 is '9': expected a rank (1-8), a file (a-h) or x");
//! ```

use std::{error, fmt};

use shakmaty::{
    CastlingSide, File, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

/// A text is no SAN.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SyntaxError {
    /// Where the first wrong byte is, counted from 1.
    pub position: usize,
    /// The first wrong byte, or `None` if the text ends too early.
    pub found: Option<u8>,
    /// What would have been right there.
    pub expected: &'static str,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(byte) => write!(
                f,
                "character {} is '{}': expected {}",
                self.position,
                byte.escape_ascii(),
                self.expected
            ),
            None if self.position == 1 => write!(f, "it is empty: expected {}", self.expected),
            None => write!(
                f,
                "it ends after character {}: expected {}",
                self.position - 1,
                self.expected
            ),
        }
    }
}

impl error::Error for SyntaxError {}

/// Reads a SAN.
///
/// Reads what a SAN could look like, whether or not it can occur: `Ra1b2` is
/// well written. Looks at no more of the text than a SAN is long.
///
/// # Errors
///
/// [`SyntaxError`] at the first byte that fits no SAN.
pub fn parse(text: &[u8]) -> Result<SanPlus, SyntaxError> {
    let mut reader = Reader { text, position: 0 };
    let san = reader.san()?;
    let suffix = match reader.peek() {
        Some(b'+') => Some(Suffix::Check),
        Some(b'#') => Some(Suffix::Checkmate),
        _ => None,
    };
    reader.position += usize::from(suffix.is_some());
    if reader.peek().is_none() {
        return Ok(SanPlus { san, suffix });
    }
    Err(match (san, suffix) {
        (_, Some(_)) => reader.error("the end"),
        (
            San::Normal {
                role: Role::Pawn,
                promotion: None,
                ..
            },
            None,
        ) => reader.error("=, +, # or the end"),
        (_, None) => reader.error("+, # or the end"),
    })
}

const FILE: &str = "a file (a-h)";
const RANK: &str = "a rank (1-8)";

struct Reader<'a> {
    text: &'a [u8],
    position: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError {
            position: self.position + 1,
            found: self.peek(),
            expected,
        }
    }

    /// Takes the next byte if it stands for something.
    fn take<T>(&mut self, read: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let value = read(char::from(self.peek()?))?;
        self.position += 1;
        Some(value)
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.take(|ch| (ch == char::from(byte)).then_some(()))
            .is_some()
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
        } else if self.peek() == Some(b'0') {
            Err(self.error("the letter O, not zero, for castling"))
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

    /// What follows the letter of a piece. A file and a rank may be the
    /// to-square or a discriminator: that depends on what follows them.
    fn piece_move(&mut self, role: Role) -> Result<San, SyntaxError> {
        let file = self.take(File::from_char);
        let rank = self.take(Rank::from_char);
        let capture = self.eat(b'x');
        let names_to = !capture
            && self
                .peek()
                .and_then(|b| File::from_char(b.into()))
                .is_none();
        let (file, rank, to) = match (file, rank) {
            (Some(file), Some(rank)) if names_to => (None, None, Square::from_coords(file, rank)),
            (None, None) if names_to => {
                return Err(self.error("a file (a-h), a rank (1-8) or x"));
            }
            (Some(_), None) if names_to => {
                return Err(self.error("a rank (1-8), a file (a-h) or x"));
            }
            (None, Some(_)) if names_to => return Err(self.error("a file (a-h) or x")),
            (file, rank) => (file, rank, self.square()?),
        };
        Ok(San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion: None,
        })
    }

    /// What follows the file at the start of a pawn move.
    fn pawn_move(&mut self, file: File) -> Result<San, SyntaxError> {
        let capture = self.eat(b'x');
        let to = if capture {
            self.square()?
        } else {
            Square::from_coords(file, self.expect(Rank::from_char, "a rank (1-8) or x")?)
        };
        let promotion = if self.eat(b'=') {
            let role = |ch| piece(ch).filter(|&role| role != Role::King);
            Some(self.expect(role, "Q, R, B or N")?)
        } else {
            None
        };
        Ok(San::Normal {
            role: Role::Pawn,
            file: capture.then_some(file),
            rank: None,
            capture,
            to,
            promotion,
        })
    }
}

/// The role of a capital letter, without the pawn.
fn piece(letter: char) -> Option<Role> {
    Role::from_char(letter).filter(|&role| role != Role::Pawn && letter.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::san::vocabulary::Vocabulary;

    #[test]
    fn every_string_reads_back() {
        for entry in Vocabulary::new().with_symbols() {
            assert_eq!(parse(entry.san.to_string().as_bytes()), Ok(entry.san));
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, message) in [
            (
                "",
                "it is empty: expected a piece (K, Q, R, B or N), a file (a-h) or O-O",
            ),
            (
                "0-0",
                "character 1 is '0': expected the letter O, not zero, for castling",
            ),
            ("O-", "it ends after character 2: expected the letter O"),
            ("O-O-0", "character 5 is '0': expected the letter O"),
            (
                "Pe4",
                "character 1 is 'P': expected a piece (K, Q, R, B or N), a file (a-h) or O-O",
            ),
            (
                "nf3",
                "character 1 is 'n': expected a piece (K, Q, R, B or N), a file (a-h) or O-O",
            ),
            (
                "N",
                "it ends after character 1: expected a file (a-h), a rank (1-8) or x",
            ),
            (
                "Nf",
                "it ends after character 2: expected a rank (1-8), a file (a-h) or x",
            ),
            (
                "Nf9",
                "character 3 is '9': expected a rank (1-8), a file (a-h) or x",
            ),
            (
                "N1",
                "it ends after character 2: expected a file (a-h) or x",
            ),
            ("Ngxf", "it ends after character 4: expected a rank (1-8)"),
            ("e9", "character 2 is '9': expected a rank (1-8) or x"),
            ("exd", "it ends after character 3: expected a rank (1-8)"),
            ("e8Q", "character 3 is 'Q': expected =, +, # or the end"),
            ("e8=K", "character 4 is 'K': expected Q, R, B or N"),
            ("e8=Q!", "character 5 is '!': expected +, # or the end"),
            ("Nf3++", "character 5 is '+': expected the end"),
            ("e2e4", "character 3 is 'e': expected =, +, # or the end"),
            ("Nf8=Q", "character 4 is '=': expected +, # or the end"),
        ] {
            let error = parse(text.as_bytes()).expect_err(text);
            assert_eq!(error.to_string(), message, "{text}");
        }
        let error = parse(b"N\xff").expect_err("not ASCII");
        assert_eq!(error.position, 2);
        assert!(error.to_string().contains("'\\xff'"));
    }
}
