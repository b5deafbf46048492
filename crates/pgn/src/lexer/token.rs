//! Splits movetext into tokens.

use shakmaty::Outcome;

use san_strings_core::{Vocabulary, refusal::numeric_notation};

use super::{
    byte_class::{ByteClass, class, is_blank},
    cursor::Cursor,
    fault::PgnFault,
    letters::{
        Sign, castling, evaluation, is_sentence_on_end, note, promotion_in_parentheses, sign,
        spaced_castling, visible,
    },
    results::{before_result, result, result_written_otherwise},
    scan,
    word::{LONGEST, Word},
};

/// A token of movetext. Unless noted otherwise, the lexer consumes the token.
pub enum Token<'a> {
    /// The end of the text.
    End,
    /// A line end, and the whitespace after it.
    LineEnd,
    /// Text that does not affect the moves: whitespace, an annotation, a line comment, an evaluation, or an
    /// escaped line.
    Aside,
    /// The text of a comment in braces.
    Comment(&'a [u8]),
    /// The digits of a move number.
    Number(&'a [u8]),
    /// A possible move, or a null move.
    Word(Word<'a>),
    /// A note that belongs to the previous move: `e.p.`, `(ep)`, `check`.
    Note,
    /// A remark outside a comment, in `<>`, `[]`, `""` or `()`.
    Remark,
    /// A sentence about the end of the game, such as `White wins on time`, may begin here. The cursor stays
    /// before the first word.
    Sentence,
    Open,
    Close,
    /// A `}` outside a comment.
    Brace,
    /// A result. The outcome is `None` if PGN has no such result, as for `0-1/2`.
    Result(Option<Outcome>),
    /// The tags of a game begin here. The cursor stays before the first tag.
    Tags,
    /// Text that cannot be read. The cursor stays before this text.
    Fault(PgnFault),
}

/// A token of one of the three most frequent kinds, in a spelling that [`Lexer::frequent`] can read quickly.
pub enum Frequent<'a> {
    /// The text of a short comment that contains no line break.
    Comment(&'a [u8]),
    /// The digits of a move number. The number is not 1, because a 1 may begin a new game.
    Number(&'a [u8]),
    /// A string of the vocabulary.
    Word(Word<'a>),
}

impl<'a> From<Result<Word<'a>, PgnFault>> for Token<'a> {
    fn from(word: Result<Word<'a>, PgnFault>) -> Token<'a> {
        word.map_or_else(Token::Fault, Token::Word)
    }
}

/// Reads the tokens of movetext, one after the other.
pub struct Lexer<'a> {
    pub cursor: Cursor<'a>,
    vocabulary: &'a Vocabulary,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer that looks up words in `vocabulary`.
    pub fn new(text: &'a [u8], vocabulary: &'a Vocabulary) -> Lexer<'a> {
        Lexer { cursor: Cursor::new(text), vocabulary }
    }

    /// Reads the next token and the space after it, if the token is of a frequent kind. Otherwise returns
    /// `None`, and reads nothing. [`token`](Lexer::token) reads all kinds, but is slower.
    #[expect(
        clippy::inline_always,
        reason = "function calls would take a fifth of the time of counting moves"
    )]
    #[inline(always)]
    pub fn frequent(&mut self) -> Option<Frequent<'a>> {
        let token = match self.cursor.peek()? {
            b'a'..=b'z' | b'A'..=b'Z' => self.known_word()?,
            b'0'..=b'9' => self.plain_number()?,
            b'{' => self.line_comment()?,
            _ => return None,
        };
        self.cursor.skip_space();
        Some(token)
    }

    /// Reads a string of the vocabulary.
    #[expect(clippy::inline_always, reason = "for the same reason as `frequent`")]
    #[inline(always)]
    fn known_word(&mut self) -> Option<Frequent<'a>> {
        let (id, length) = self.vocabulary.id_table().of_start(self.cursor.rest())?;
        Some(Frequent::Word(Word { text: self.cursor.take(length), id: Some(id) }))
    }

    /// Reads a move number and its dots. Leaves the number 1 to [`token`](Lexer::token), because a game may
    /// begin there.
    #[expect(clippy::inline_always, reason = "for the same reason as `frequent`")]
    #[inline(always)]
    fn plain_number(&mut self) -> Option<Frequent<'a>> {
        let digits = match self.cursor.rest() {
            // `1.25` is an evaluation.
            [b'2'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 1,
            [b'1'..=b'9', b'0'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 2,
            [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 3,
            _ => return None,
        };
        let digits = self.cursor.take(digits);
        self.cursor.take_while(|byte| byte == b'.');
        Some(Frequent::Number(digits))
    }

    /// Reads a short comment on one line, such as `{[%clk 0:03:00]}`. No game can begin inside the comment,
    /// because games begin on a new line.
    #[expect(clippy::inline_always, reason = "for the same reason as `frequent`")]
    #[inline(always)]
    fn line_comment(&mut self) -> Option<Frequent<'a>> {
        let inside = &self.cursor.rest()[1..];
        let length = scan::find_near(b'}', inside)?;
        self.cursor.at += length + 2;
        Some(Frequent::Comment(&inside[..length]))
    }

    pub fn token(&mut self) -> Token<'a> {
        let Some(byte) = self.cursor.peek() else { return Token::End };
        let cursor = &mut self.cursor;
        let start = cursor.at;
        match byte {
            b'0'..=b'9' => return self.number(),
            b'\n' | b'\r' => {
                cursor.take_while(is_blank);
                return Token::LineEnd;
            }
            b'{' if cursor.skip_comment() => {
                return Token::Comment(&cursor.text()[start + 1..cursor.at - 1]);
            }
            b'{' => return Token::Fault(PgnFault::Comment),
            b'%' if cursor.is_indented_line() => cursor.skip_line(),
            b'\\' if matches!(cursor.rest(), [_, b'$', b'0'..=b'9', ..]) => cursor.at += 1,
            b';' => cursor.skip_line(),
            b'[' if cursor.begins_tags() => return Token::Tags,
            b'[' if cursor.skip_pair(b']') => return Token::Remark,
            b'"' if cursor.skip_pair(b'"') => return Token::Remark,
            b'<' if !matches!(cursor.rest(), [_, b'>' | b'=', ..]) && cursor.skip_pair(b'>') => {
                return Token::Remark;
            }
            b'$' => {
                cursor.at += 1;
                cursor.take_while(|byte| byte.is_ascii_digit());
            }
            b'(' => return self.parenthesis(),
            b'}' | b')' | b'*' => {
                cursor.at += 1;
                return match byte {
                    b'}' => Token::Brace,
                    b')' => Token::Close,
                    _ => Token::Result(Some(Outcome::Unknown)),
                };
            }
            b'.' if let Some((outcome, length)) = result_written_otherwise(cursor.rest()) => {
                cursor.at += length;
                return Token::Result(outcome);
            }
            b'.' | b'!' | b'?' | b',' => cursor.at += 1,
            byte if is_blank(byte) => cursor.at += 1,
            _ => return self.word_or_sign(byte),
        }
        Token::Aside
    }

    /// Reads an opening parenthesis. It begins a variation, a remark such as `(=)` or `(0.25)`, or a note on
    /// the move before it, such as `(ep)`.
    fn parenthesis(&mut self) -> Token<'a> {
        let rest = self.cursor.rest();
        let (token, length) = if let Some(length) = note(rest) {
            (Token::Note, length)
        } else if let Some(length) = remark_in_parentheses(rest) {
            (Token::Remark, length)
        } else {
            (Token::Open, 1)
        };
        self.cursor.at += length;
        token
    }

    /// Reads a token that begins with a digit: a move number, an evaluation, a result, castling, a null move,
    /// or a move in numeric notation.
    fn number(&mut self) -> Token<'a> {
        let rest = self.cursor.rest();
        let digits = scan::leading(rest, |byte| byte.is_ascii_digit());
        if let Some(length) = evaluation(rest, digits) {
            self.cursor.at += length;
            return Token::Aside;
        }
        let next = rest.get(digits).copied();
        if next == Some(b'.') && rest[0] != b'0' {
            self.cursor.at += digits + 1;
            return Token::Number(&rest[..digits]);
        }
        if let Some((outcome, length)) = result(rest, false) {
            self.cursor.at += length;
            return Token::Result(outcome);
        }
        if let Some(castling) = self.spaced_castling() {
            return castling;
        }
        let is_zeros = rest[..digits].iter().all(|&digit| digit == b'0');
        // Castling with zeros, or a null move.
        if castling(rest).is_some()
            || rest.starts_with(b"0-0")
            || is_zeros && (2..=4).contains(&digits) && next != Some(b'.')
        {
            return self.word().into();
        }
        let is_before_blank = || rest.get(digits + 1).is_none_or(|&byte| is_blank(byte));
        let more = match next {
            Some(b':' | b'-') if is_before_blank() => 1,
            Some(byte) if byte.is_ascii_alphabetic() || byte >= 0x80 => 0,
            Some(byte) if class(byte) != ByteClass::End => {
                return Token::Fault(PgnFault::Character(char::from(byte)));
            }
            _ if is_numeric_notation(&rest[..digits]) => return self.word().into(),
            _ => 0,
        };
        self.cursor.at += digits + more;
        Token::Number(&rest[..digits])
    }

    /// Reads a word, a note on the previous move, a null move, or a symbol.
    fn word_or_sign(&mut self, byte: u8) -> Token<'a> {
        if let Some(result) = self.sign_result() {
            return result;
        }
        let rest = self.cursor.rest();
        if let Some(length) = note(rest) {
            self.cursor.at += length;
            return Token::Note;
        }
        let null = [&b"<>"[..], b"@@@@"].into_iter().find(|null| rest.starts_with(null));
        if let Some(null) = null {
            return Token::Word(Word { text: self.cursor.take(null.len()), id: None });
        }
        if let Some(length) = lone_sign(rest) {
            self.cursor.at += length;
            return Token::Aside;
        }
        if is_sentence_on_end(rest) {
            return Token::Sentence;
        }
        let is_sign = match class(byte) {
            ByteClass::Word => !byte.is_ascii_alphabetic(),
            ByteClass::Sign => sign(rest).0 != Sign::Letter,
            _ => return Token::Fault(PgnFault::Character(char::from(byte))),
        };
        if let Some(castling) = self.spaced_castling() {
            return castling;
        }
        if !is_sign {
            return self.word().into();
        }
        match self.cursor.take_while(|byte| b"+-=/:#".contains(&byte)) {
            b"" if byte < 0x80 => return Token::Fault(PgnFault::Character(char::from(byte))),
            b"" => self.cursor.at += sign(rest).1,
            text @ (b"--" | b"---") => return Token::Word(Word { text, id: None }),
            _ => {}
        }
        Token::Aside
    }

    /// Reads a result that begins with a symbol, such as `½-½` and `+:-`.
    fn sign_result(&mut self) -> Option<Token<'a>> {
        let rest = self.cursor.rest();
        let is_half = class(*rest.first()?) == ByteClass::Sign && sign(rest).0 == Sign::Half;
        let (outcome, length) = if is_half || rest.get(1) == Some(&b':') {
            result(rest, false)?
        } else {
            result_written_otherwise(rest)?
        };
        self.cursor.at += length;
        Some(Token::Result(outcome))
    }

    /// Reads castling with spaces around its dashes.
    #[cold]
    fn spaced_castling(&mut self) -> Option<Token<'a>> {
        let rest = self.cursor.rest();
        let length = spaced_castling(rest)?;
        let suffix = usize::from(matches!(rest.get(length), Some(b'+' | b'#')));
        Some(Token::Word(Word { text: self.cursor.take(length + suffix), id: None }))
    }

    /// Reads the text at the cursor as a word, even if it could be another kind of token.
    pub fn word(&mut self) -> Result<Word<'a>, PgnFault> {
        let rest = self.cursor.rest();
        let mut length = 0;
        loop {
            length += scan::leading(&rest[length..], |byte| class(byte) == ByteClass::Word);
            let next = &rest[length..];
            match next.first().map(|&byte| class(byte)) {
                // `e2->e4`, `e2>e4`.
                Some(ByteClass::Other)
                    if matches!(next, [b'>', b'a'..=b'h', b'1'..=b'8', ..]) && length > 1 =>
                {
                    length += 1;
                }
                Some(ByteClass::Other) => return Err(PgnFault::Character(char::from(next[0]))),
                // `d8(Q)`.
                Some(ByteClass::End)
                    if matches!(rest[..length], [.., b'1' | b'8' | b'='])
                        && let Some(more) = promotion_in_parentheses(next) =>
                {
                    length += more;
                }
                // `exd6e.p.`
                Some(ByteClass::End)
                    if next.starts_with(b".p") && length > 3 && rest[length - 1] == b'e' =>
                {
                    length += if next.get(2) == Some(&b'.') { 3 } else { 2 };
                }
                Some(ByteClass::Sign) => match sign(next) {
                    (Sign::Letter | Sign::Inner, more) => length += more,
                    (Sign::Invisible, more) if self.goes_on(&rest[..length], &next[more..]) => {
                        length += more;
                    }
                    _ => break,
                },
                _ => break,
            }
            if length > LONGEST {
                return Err(PgnFault::LongWord);
            }
        }
        if length == 0 || length > LONGEST {
            return Err(PgnFault::LongWord);
        }
        let text = self.cursor.take(before_result(&rest[..length]).unwrap_or(length));
        let id = if text.is_ascii() { self.id(text) } else { self.id(visible(text)) };
        Ok(Word { text, id })
    }

    /// Whether an invisible character is inside a word, for example between `Nf` and `3`. Otherwise the
    /// character is between two moves, and separates them like a space.
    #[cold]
    fn goes_on(&self, before: &[u8], after: &[u8]) -> bool {
        let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-=+#".contains(byte);
        let is_castling = after.starts_with(b"-");
        after.first().is_some_and(is_inner) && (is_castling || self.id(before).is_none())
    }

    /// Looks up the id of a word. If the vocabulary has only base strings, we also look up the word without
    /// `+` and `#`.
    fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        let text = text.as_ref();
        let id = self.vocabulary.id(text);
        match text {
            [base @ .., b'+' | b'#'] if id.is_none() && self.vocabulary.is_base() => {
                self.vocabulary.id(base)
            }
            _ => id,
        }
    }

    /// Whether the text at the cursor begins with a string of the vocabulary.
    pub fn begins_known(&self) -> bool {
        let rest = self.cursor.rest();
        self.vocabulary.id_table().of_start(rest).is_some() || self.id(self.next_word()).is_some()
    }

    /// Whether the word at the cursor is in the vocabulary, or contains a square.
    pub fn begins_move(&self) -> bool {
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        self.begins_known() || self.next_word().windows(2).any(is_square)
    }

    /// Returns the bytes at the cursor that can belong to a word.
    pub fn next_word(&self) -> &'a [u8] {
        let rest = self.cursor.rest();
        &rest[..scan::leading(rest, |byte| class(byte) == ByteClass::Word)]
    }
}

/// Returns the length of an evaluation symbol that is a token of its own, as SCID writes NAGs: `~`, `=/&`,
/// `->`. We exclude `|`, which may be part of an ASCII table, and `&`, which may begin an HTML entity.
fn lone_sign(text: &[u8]) -> Option<usize> {
    let length = scan::leading(text, |byte| b"+-=/:#~&<>^_|".contains(&byte));
    let is_alone = text.get(length).is_none_or(|&byte| is_blank(byte) || b"{}();".contains(&byte));
    let is_other = length > 3 || matches!(&text[..length], b"" | b"|" | b"&" | b"--" | b"---");
    (is_alone && !is_other).then_some(length)
}

/// Whether digits are a move in numeric notation, such as `5254`.
fn is_numeric_notation(digits: &[u8]) -> bool {
    str::from_utf8(digits).is_ok_and(|digits| numeric_notation(digits).is_some())
}

/// Maximum length of a remark in parentheses.
const LONGEST_REMARK: usize = 16;

/// Returns the length of a remark in parentheses: symbols, an evaluation or a clock, such as `(=)`,
/// `(+0.3/12)` and `(0:01)`. Other parentheses hold a variation.
fn remark_in_parentheses(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"(")?;
    let inside = &inside[..inside.len().min(LONGEST_REMARK)];
    let length =
        scan::leading(inside, |byte| byte.is_ascii_digit() || b"+-=/.:,~%# ".contains(&byte));
    let remark = inside[..length].trim_ascii();
    let has_sign = remark.iter().any(|byte| !byte.is_ascii_digit());
    // `(1.)` and `(1-0)` are variations without moves.
    let is_variation = remark.ends_with(b".") || result(remark, false).is_some();
    let is_remark = has_sign && !is_variation && inside.get(length) == Some(&b')');
    is_remark.then_some(length + 2)
}
