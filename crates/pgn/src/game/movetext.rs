//! Reads the movetext of a game: decides what each token means in its context.

use std::{cell::OnceCell, ops::Range};

use shakmaty::Outcome;

use super::parts::{Part, Parts};
use crate::lexer::{
    Frequent, HALF, LONGEST, Lexer, PgnFault, Sign, Tags, Token, Word, ends_with_number,
    has_empty_line, is_blank, is_remark, is_rest_of_move, is_sign, result, scan, sign,
};

/// Reads the movetext of one game, and stores its parts in `parts`.
pub struct Movetext<'r, 'a> {
    lexer: &'r mut Lexer<'a>,
    parts: &'r mut Parts<'a>,
    tags: Tags<'a>,
    /// Caches whether one of the tags may be a FEN.
    has_fen: OnceCell<bool>,
    /// Caches whether the tag `Result` holds a win or a draw.
    has_result: OnceCell<bool>,
    /// Number of variations that are open at the cursor; 0 in the main line.
    depth: usize,
    /// Whether we have seen a `)` without a matching `(`.
    has_stray_end: bool,
}

impl<'r, 'a> Movetext<'r, 'a> {
    /// Creates a reader, and clears `parts`. `tags` is the byte range of the game's tags.
    pub fn new(
        lexer: &'r mut Lexer<'a>,
        parts: &'r mut Parts<'a>,
        tags: Range<usize>,
    ) -> Movetext<'r, 'a> {
        parts.clear();
        let tags = Tags(&lexer.cursor.text()[tags]);
        let (has_fen, has_result) = (OnceCell::new(), OnceCell::new());
        Movetext { lexer, parts, tags, has_fen, has_result, depth: 0, has_stray_end: false }
    }

    /// Reads up to the result, or up to the next game. Returns the outcome, and a fault if the parentheses of
    /// variations are unbalanced. If the text cannot be read, returns the fault as an error.
    pub fn read(mut self) -> Result<(Option<Outcome>, Option<PgnFault>), PgnFault> {
        let read = self.tokens();
        if self.parts.diagram.is_some() && is_foreign(&self.parts.moves) {
            self.parts.take_diagram_for_queen();
        }
        let outcome = read?;
        Ok(match self.depth {
            0 => (outcome, self.has_stray_end.then_some(PgnFault::NoVariation)),
            _ => (None, Some(PgnFault::Variation)),
        })
    }

    fn tokens(&mut self) -> Result<Option<Outcome>, PgnFault> {
        loop {
            let start = self.at();
            if let Some(token) = self.lexer.frequent() {
                match token {
                    Frequent::Word(word) => self.parts.add(word, self.depth),
                    Frequent::Number(digits) => self.parts.number(start, digits, self.depth),
                    Frequent::Comment(text) => self.parts.comment(start + 1, text, self.depth),
                }
                continue;
            }
            match self.lexer.token() {
                Token::Number(b"1") if self.begins_game(start) => {
                    self.lexer.cursor.at = start;
                    return Ok(None);
                }
                Token::Number(digits) => self.number(start, digits)?,
                Token::Comment(text) => self.parts.comment(start + 1, text, self.depth),
                Token::LineEnd if self.ends_paragraph(start) => return Ok(None),
                Token::LineEnd | Token::Aside => {}
                Token::Word(Word { text: b"0-0", .. }) if self.is_forfeit() => {
                    return Ok(self.result(start, None));
                }
                Token::Word(word) => self.word(start, word)?,
                Token::Note => self.note(start),
                Token::Remark => self.mark(Part::Remark(start..self.at())),
                Token::Sentence if self.has_result_tag() => {
                    self.lexer.cursor.take_while(|byte| !b"\n\r{;[".contains(&byte));
                    self.mark(Part::Remark(start..self.at()));
                }
                Token::Sentence => self.again(start)?,
                Token::Open => {
                    self.mark(Part::Open(start));
                    self.depth += 1;
                }
                Token::Close => {
                    self.mark(Part::Close(start));
                    self.has_stray_end |= self.depth == 0;
                    self.depth = self.depth.saturating_sub(1);
                }
                Token::Brace => self.mark(Part::Brace(start)),
                Token::Result(_) if self.depth > 0 => {}
                Token::Result(outcome) => return Ok(self.result(start, outcome)),
                Token::Fault(fault) => self.fault(start, fault)?,
                Token::Tags | Token::End => return Ok(None),
            }
        }
    }

    fn at(&self) -> usize {
        self.lexer.cursor.at
    }

    #[inline]
    fn mark(&mut self, part: Part<'a>) {
        self.parts.mark(part);
    }

    fn result(&mut self, start: usize, outcome: Option<Outcome>) -> Option<Outcome> {
        self.parts.result = Some(start..self.at());
        self.parts.has_outcome = outcome.is_some();
        outcome
    }

    /// Records text that cannot be read. Inside a variation, skips a word that is too long or contains an
    /// invalid character, because such a word does not break the main line. Returns every other fault as an
    /// error.
    #[cold]
    fn fault(&mut self, start: usize, fault: PgnFault) -> Result<(), PgnFault> {
        let cursor = &mut self.lexer.cursor;
        let is_passed =
            self.depth > 0 && matches!(fault, PgnFault::Character(_) | PgnFault::LongWord);
        let place = match fault {
            PgnFault::Character(char) => {
                let byte = u8::try_from(char).expect("a character that is not PGN is ASCII");
                start + scan::find(byte, &cursor.text()[start..]).unwrap_or_default()
            }
            _ => cursor.at,
        };
        if is_passed {
            let is_inside = |byte| !is_blank(byte) && !b"(){}".contains(&byte);
            cursor.at += scan::leading(cursor.rest(), is_inside).max(1);
        }
        self.mark(Part::Fault(place, fault));
        if is_passed { Ok(()) } else { Err(fault) }
    }

    /// Goes back to `start` and reads the text there as a word, even if it could be another kind of token.
    #[cold]
    fn again(&mut self, start: usize) -> Result<(), PgnFault> {
        self.lexer.cursor.at = start;
        match self.lexer.word() {
            Ok(word) => self.word(start, word),
            Err(fault) => self.fault(start, fault),
        }
    }

    fn number(&mut self, start: usize, digits: &[u8]) -> Result<(), PgnFault> {
        let is_joined = self.at() == start + digits.len();
        if is_joined && self.depth == 0 {
            if self.is_misread(digits) {
                return self.again(start);
            }
            // Some people write `1) e4`.
            self.lexer.cursor.at += usize::from(self.lexer.cursor.peek() == Some(b')'));
        }
        self.parts.number(start, digits, self.depth);
        Ok(())
    }

    /// Whether the digits directly before a word are part of the word, because they are not the expected move
    /// number. For example, `5f3` is `Sf3` with a misread `S`, unless move 5 comes next. A game from a FEN may
    /// begin with any move number, so in such a game, we always read the digits as a move number.
    #[cold]
    fn is_misread(&self, digits: &[u8]) -> bool {
        let next = self.lexer.cursor.rest();
        let is_before_word = next.first().is_some_and(u8::is_ascii_alphabetic)
            || next.first() >= Some(&0x80) && sign(next).0 == Sign::Letter;
        let right = (self.parts.moves.len() / 2 + 1).to_string();
        is_before_word
            && digits != right.as_bytes()
            && !*self.has_fen.get_or_init(|| self.tags.may_have(&[b"FEN"]))
    }

    /// Whether the move number `1.` at `start` begins a new game. The number must come first on its line. If
    /// the current game has only one move, an empty line must also precede the number, because some people
    /// write Black's first move on a new line that begins with `1.`.
    fn begins_game(&self, start: usize) -> bool {
        let moves = self.parts.moves.len();
        let text = self.lexer.cursor.text();
        if moves == 0 || self.depth > 0 || !is_first_of_white(&text[start..]) {
            return false;
        }
        let before = &text[..start];
        let blanks = &before[before.len() - scan::trailing(before, is_blank)..];
        match moves {
            1 => has_empty_line(blanks),
            _ => blanks.len() == before.len() || blanks.iter().any(|byte| b"\n\r".contains(byte)),
        }
    }

    /// Whether the whitespace since `start` ends the game, because a new paragraph of moves follows. We end a
    /// game there only if the game has neither tags nor move numbers, as in a list of openings with one opening
    /// per paragraph.
    fn ends_paragraph(&self, start: usize) -> bool {
        let is_bare = !self.parts.is_numbered && self.tags.0.is_empty() && self.depth == 0;
        is_bare
            && !self.parts.moves.is_empty()
            && has_empty_line(&self.lexer.cursor.text()[start..self.at()])
            && self.lexer.begins_move()
    }

    /// Adds a word to the game, unless it is a remark such as `resigns`.
    fn word(&mut self, start: usize, word: Word<'a>) -> Result<(), PgnFault> {
        if is_remark(word.text) && !self.is_move(start, word)? {
            return Ok(());
        }
        self.parts.add(word, self.depth);
        Ok(())
    }

    /// Whether a word that looks like a remark is really part of a move. For example, the `N` of `N f3` is a
    /// piece letter, not the symbol for a novelty.
    #[cold]
    fn is_move(&mut self, at: usize, word: Word<'a>) -> Result<bool, PgnFault> {
        let moves = &self.parts.moves;
        let cursor = &self.lexer.cursor;
        let before = &cursor.text()[..at];
        let before = &before[..at - scan::trailing(before, is_blank)];
        let is_first = if self.depth == 0 { moves.is_empty() } else { before.ends_with(b"(") };
        if is_first || ends_with_number(before) {
            let rest = cursor.rest();
            let next = rest.get(scan::leading(rest, is_blank));
            let is_cut = is_sign(word.text) && matches!(next, None | Some(b'['));
            return if is_cut { self.fault(at, PgnFault::Cut).map(|()| false) } else { Ok(true) };
        }
        let may_be_piece = match word.text {
            b"N" => true,
            // `D` is a queen in many languages. But if the last 16 moves contain no foreign piece letter, we
            // read `D` as the mark of a diagram.
            b"D" => is_foreign(&moves[moves.len().saturating_sub(16)..]),
            _ => false,
        };
        let is_before_square = is_rest_of_move(cursor.rest());
        if may_be_piece && is_before_square {
            return Ok(true);
        }
        if word.text == b"D" && is_before_square && self.depth == 0 {
            let place = (word, self.parts.moves.len(), self.parts.all.len());
            self.parts.diagram.get_or_insert(place);
        }
        if !is_sign(word.text) {
            self.mark(Part::Remark(at..at + word.text.len()));
        }
        Ok(false)
    }

    /// Appends a note, such as `e.p.`, to the last move if there is nothing but spaces between the move and
    /// the note.
    #[cold]
    fn note(&mut self, start: usize) {
        let text = self.lexer.cursor.text();
        let before = &text[..start];
        let Some(last) = self.parts.last() else { return };
        let end = start - scan::trailing(before, |byte| byte == b' ');
        if before[..end].as_ptr_range().end == last.text.as_ptr_range().end {
            let text = &text[end - last.text.len()..self.lexer.cursor.at];
            if text.len() <= LONGEST {
                *last = Word { text, id: None };
            }
        }
    }

    /// Whether the tag `Result` holds a win or a draw.
    #[cold]
    fn has_result_tag(&self) -> bool {
        *self.has_result.get_or_init(|| {
            let value = self.tags.get("Result");
            let outcome = value.and_then(|value| result(value.trim().as_bytes(), true)?.0);
            matches!(outcome, Some(Outcome::Known(_)))
        })
    }

    /// Whether the `0-0` just read is a result (both players lose), not castling. It is a result only if it
    /// is the last word of the main line and the tag `Result` has the value `0-0`.
    #[cold]
    fn is_forfeit(&self) -> bool {
        let rest = self.lexer.cursor.rest();
        let next = rest.get(scan::leading(rest, is_blank));
        self.depth == 0
            && matches!(next, None | Some(b'['))
            && self.tags.get("Result").is_some_and(|tag| tag.trim() == "0-0")
    }
}

/// Whether one of the moves begins with a piece letter that English does not have.
fn is_foreign(moves: &[Word<'_>]) -> bool {
    let is_such = |word: &Word<'_>| {
        let is_file = matches!(word.text, [b'A'..=b'H', b'1'..=b'8' | b'x' | b'X' | b':', ..]);
        let first = word.text.first().filter(|letter| letter.is_ascii_uppercase());
        !is_file && first.is_some_and(|letter| !b"KQRBNPO".contains(letter))
    };
    moves.iter().any(is_such)
}

/// Whether a text begins with the number of White's first move: `1.`, but not `1...` or `1. ...`.
pub fn is_first_of_white(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"1.") else { return false };
    let short = &rest[..rest.len().min(16)];
    let next = &rest[scan::leading(short, |byte| b" \t\r\n".contains(&byte))..];
    let is_dots = next.starts_with(b".") || next.starts_with("…".as_bytes());
    // A digit or a `½` after the number begins a result, not a move.
    let is_half = next.starts_with(HALF.0) || next.starts_with(HALF.1);
    !is_dots && !is_half && !next.first().is_some_and(u8::is_ascii_digit)
}
