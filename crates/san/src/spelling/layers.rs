//! Strips what people put around a move: move numbers, quotation marks, annotations, evaluations, and
//! symbols for check and mate.

use std::ops::Range;

use super::{
    Difference,
    chars::{Char, bytes},
    deviation::Deviations,
};

/// The check or mate that a text claims.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mark {
    Check,
    Mate,
    /// `++`: some people mean double check, others mate.
    PlusPlus,
}

/// The characters of a move, and what we stripped from around them.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// Index range of the move's characters.
    pub core: Range<usize>,
    /// The check or mate mark. Without a mark, `mark_bytes` is an empty range after the move.
    pub mark: Option<Mark>,
    pub mark_bytes: Range<u8>,
    /// Byte range of a colon after the move. It may mark a capture, or be punctuation.
    pub colon: Option<Range<u8>>,
    /// Whether the text says `e.p.`.
    pub is_en_passant: bool,
}

/// Evaluations. The longest come first, so that we do not read the end of `+/=` as `=`.
const EVALUATIONS: [&str; 15] =
    ["+/-", "-/+", "+/=", "=/+", "+=+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱", "∞"];

const EN_PASSANT: [&str; 6] = ["(e.p.)", "(e.p)", "(ep)", "e.p.", "e.p", "ep"];

const MATE: [&str; 7] = ["checkmate", "mate", "matt", "mat", "X", "‡", "≠"];

const CHECK: [&str; 4] = ["check", "ch.", "ch", "†"];

const SORTS_OF_CHECK: [&str; 5] = ["dbl", "disc", "dis", "double", "discovered"];

/// Whether these two characters, for example a pair of quotation marks, can enclose a move.
fn encloses(open: char, close: char) -> bool {
    let is_quote = |char: char| matches!(char, '«' | '»' | '\u{2018}'..='\u{201e}');
    match open {
        '(' => close == ')',
        '[' => close == ']',
        '{' => close == '}',
        '<' => close == '>',
        '"' | '\'' | '`' | '*' | '_' | '$' => close == open,
        open => is_quote(open) && is_quote(close),
    }
}

fn annotates(char: char) -> bool {
    matches!(char, '!' | '?' | '\u{203c}' | '\u{2047}'..='\u{2049}')
}

/// Strips what surrounds a move, layer by layer from the outside, and notes each layer. `None` if the check
/// symbols are invalid, such as `+++`.
pub(super) fn peel(chars: &[Char], deviations: &mut Deviations) -> Option<Layers> {
    let mut peeler = Peeler {
        chars,
        at: 0..chars.len(),
        deviations,
        marks: Vec::new(),
        word: None,
        is_closed: false,
        mark_bytes: None,
        colon: None,
        is_en_passant: false,
    };
    while peeler.at.len() > 1 && peeler.layer() {}
    let mark = peeler.mark().ok()?;
    let Peeler { at: core, colon, is_en_passant, mark_bytes, .. } = peeler;
    let end = core.end.checked_sub(1).map_or(0, |last| chars[last].end);
    let mark_bytes = mark_bytes.unwrap_or(end..end);
    Some(Layers { core, mark, mark_bytes, colon, is_en_passant })
}

struct Peeler<'a> {
    chars: &'a [Char],
    /// Index range of the characters that are not stripped yet.
    at: Range<usize>,
    deviations: &'a mut Deviations,
    /// The check symbols, from last to first.
    marks: Vec<char>,
    /// Check or mate, if a word such as `ch` or `mate` says so.
    word: Option<Mark>,
    /// Whether we have stripped something other than a space since the last check symbol. If so, we strip no
    /// further check symbols.
    is_closed: bool,
    mark_bytes: Option<Range<u8>>,
    colon: Option<Range<u8>>,
    is_en_passant: bool,
}

impl Peeler<'_> {
    /// Strips one layer. Returns `false` if there is no layer to strip.
    fn layer(&mut self) -> bool {
        self.blank() || self.wrapper() || self.number() || self.tail()
    }

    fn first(&self) -> char {
        self.chars[self.at.start].is
    }

    fn last(&self) -> char {
        self.chars[self.at.end - 1].is
    }

    /// Returns the number of characters in `text` if the remaining characters end with `text`, and more
    /// characters come before it. Otherwise returns `None`.
    fn ends_with(&self, text: &str) -> Option<usize> {
        let len = text.chars().count();
        let rest = &self.chars[self.at.clone()];
        let is_end = len < rest.len()
            && rest[rest.len() - len..].iter().map(|char| char.is).eq(text.chars());
        is_end.then_some(len)
    }

    fn ends_with_any(&self, texts: &[&str]) -> Option<usize> {
        texts.iter().find_map(|text| self.ends_with(text))
    }

    fn take(&mut self, len: usize, difference: Difference) -> bool {
        let start = self.at.end - len;
        self.deviations.note(difference, bytes(&self.chars[start..self.at.end]));
        self.at.end = start;
        self.is_closed |= !self.marks.is_empty() && difference != Difference::Spaces;
        // Most people put a space before an annotation, so this space is not a difference.
        let is_note = !matches!(difference, Difference::Spaces | Difference::Punctuation);
        if is_note && self.at.len() > 1 && self.last() == ' ' {
            self.at.end -= 1;
        }
        true
    }

    fn blank(&mut self) -> bool {
        if self.first() == ' ' {
            self.deviations.note(Difference::Spaces, bytes(&self.chars[self.at.start..][..1]));
            self.at.start += 1;
            return true;
        }
        self.last() == ' ' && self.take(1, Difference::Spaces)
    }

    /// Strips what encloses a move, as in `"Nf3"`, `**Nf3**` or `<move>Nf3</move>`.
    fn wrapper(&mut self) -> bool {
        if self.at.len() < 3 || !encloses(self.first(), self.last()) {
            return false;
        }
        let (mut before, mut behind) = (1, 1);
        if self.first() == '<' {
            let rest = &self.chars[self.at.clone()];
            let opened = rest.iter().position(|char| char.is == '>');
            let closed = rest.iter().rposition(|char| char.is == '<');
            if let (Some(opened), Some(closed)) = (opened, closed)
                && opened + 1 < closed
                && rest[closed + 1].is == '/'
            {
                (before, behind) = (opened + 1, rest.len() - closed);
            }
        }
        let start = self.chars[self.at.start].start;
        self.deviations
            .note(Difference::Punctuation, start..self.chars[self.at.start + before - 1].end);
        self.at.start += before;
        self.take(behind, Difference::Punctuation)
    }

    /// Strips a move number: `1.`, `12...`, `3)`, `1:`, `1 ` or `...`.
    fn number(&mut self) -> bool {
        let rest = &self.chars[self.at.clone()];
        let count = |from: usize, is_such: fn(char) -> bool| {
            rest[from..].iter().take_while(|char| is_such(char.is)).count()
        };
        let digits = count(0, |char| char.is_ascii_digit());
        let dots = count(digits, |char| matches!(char, '.' | '…' | ')' | ':' | ' '));
        let is_number = match digits {
            0 => rest[0].is == '…' || rest.len() > 2 && rest[0].is == '.' && rest[1].is == '.',
            // `0 - 0` is castling, not a move number.
            _ => dots > 0 && !(rest[0].is == '0' && rest[digits].is == ' '),
        };
        if !is_number || digits + dots >= rest.len() {
            return false;
        }
        let number = bytes(&rest[..digits + dots]);
        self.deviations.note(Difference::MoveNumber, number);
        self.at.start += digits + dots;
        true
    }

    fn tail(&mut self) -> bool {
        let rest = &self.chars[self.at.clone()];
        let count = |is_such: fn(char) -> bool| {
            rest.iter().rev().take_while(|char| is_such(char.is)).count()
        };
        let last = self.last();
        if matches!(last, 'p' | '.' | ')')
            && let Some(len) = self.ends_with_any(&EN_PASSANT).filter(|&len| self.is_sixth(len))
        {
            self.is_en_passant = true;
            return self.take(len, Difference::EnPassantEp);
        }
        if matches!(last, 'e' | 't' | 'k' | 'h' | '.' | 'X' | '†' | '‡' | '≠') && self.says_check()
        {
            return true;
        }
        match last {
            '+' | '#' if !self.is_evaluated() => return self.sign(),
            ',' | ';' | '.' => return self.take(1, Difference::Punctuation),
            ':' if self.colon.is_none() => {
                self.at.end -= 1;
                self.is_closed |= !self.marks.is_empty();
                self.colon = Some(bytes(&self.chars[self.at.end..=self.at.end]));
                return true;
            }
            '0'..='9' => {
                let digits = count(|char| char.is_ascii_digit());
                let dollar =
                    rest.len().checked_sub(digits + 1).filter(|&at| at > 0 && rest[at].is == '$');
                let Some(dollar) = dollar else { return false };
                let backslash = usize::from(rest[dollar - 1].is == '\\' && dollar > 1);
                return self.take(digits + 1 + backslash, Difference::Nag);
            }
            last if annotates(last) => {
                let len = count(annotates);
                return len < rest.len() && self.take(len, Difference::SuffixAnnotation);
            }
            _ => {}
        }
        let is_evaluation = matches!(last, '+' | '-' | '=' | '±' | '∓' | '⩲' | '⩱' | '∞')
            && !self.deviations.has(Difference::Evaluation);
        let evaluation = is_evaluation.then(|| self.ends_with_any(&EVALUATIONS)).flatten();
        evaluation.is_some_and(|len| self.take(len, Difference::Evaluation))
    }

    /// Whether the last `+` belongs to an evaluation, such as `-+`.
    fn is_evaluated(&self) -> bool {
        !self.deviations.has(Difference::Evaluation)
            && self.ends_with_any(&["-/+", "=/+", "=+", "-+"]).is_some()
    }

    /// Whether the text before the last `len` characters ends with `3` or `6`, the only possible to-ranks of an
    /// en passant capture.
    fn is_sixth(&self, len: usize) -> bool {
        let rest = &self.chars[self.at.start..self.at.end - len];
        let mut seen = rest.iter().rev().filter(|char| char.is != ' ');
        seen.next().is_some_and(|char| matches!(char.is, '3' | '6'))
    }

    /// Strips a word for check or mate, or a character such as `†`.
    fn says_check(&mut self) -> bool {
        if self.word.is_some() || !self.marks.is_empty() {
            return false;
        }
        let end = self.at.end;
        // The `X` of `e8=X` is a wrong promotion, not mate.
        let is_promotion = self.ends_with("=X").is_some();
        if let Some(len) = self.ends_with_any(&MATE).filter(|_| !is_promotion) {
            self.word = Some(Mark::Mate);
            self.take(len, Difference::MateWord);
        } else if let Some(len) = self.ends_with_any(&CHECK) {
            self.word = Some(Mark::Check);
            self.take(len, Difference::CheckWord);
            if let Some(len) = self.ends_with_any(&SORTS_OF_CHECK) {
                self.take(len, Difference::CheckWord);
            }
        } else {
            return false;
        }
        self.mark_bytes = Some(bytes(&self.chars[self.at.end..end]));
        true
    }

    fn sign(&mut self) -> bool {
        if self.is_closed || self.marks.len() > 2 {
            return false;
        }
        self.at.end -= 1;
        let char = self.chars[self.at.end];
        self.marks.push(char.is);
        let end = self.mark_bytes.as_ref().map_or(char.end, |known| known.end);
        self.mark_bytes = Some(char.start..end);
        true
    }

    /// Combines the marks and the word for check or mate, as in `+ ch`, into one mark. `Err` if the combination
    /// is meaningless, such as `+++`.
    fn mark(&mut self) -> Result<Option<Mark>, Unclear> {
        match (self.word, &self.marks[..]) {
            (None, []) => Ok(None),
            (None, ['+']) | (Some(Mark::Check), [] | ['+']) => Ok(Some(Mark::Check)),
            (None, ['#']) | (Some(Mark::Mate), [] | [_]) => Ok(Some(Mark::Mate)),
            (None, ['+', '+']) => Ok(Some(Mark::PlusPlus)),
            // `+#`, `++#`, `##`, `#+`.
            (None, ['#', '+'] | ['#', '+', '+'] | ['#' | '+', '#']) => {
                let bytes = self.mark_bytes.clone().unwrap_or_default();
                self.deviations.note(Difference::MateSign, bytes);
                Ok(Some(Mark::Mate))
            }
            _ => Err(Unclear),
        }
    }
}

/// The error for meaningless check symbols, such as `+++`.
struct Unclear;
