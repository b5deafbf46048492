//! Lints the games or FENs of a text, one after another.

use std::mem;

use san_strings_core::{FenFault, JudgedFen, Vocabulary};

use super::{
    check::{Checked, check},
    finding::{Finding, Linted},
    linter::{Layout, Linter},
    mend::{Edit, MendedGame, mend},
    place::Extent,
    spot::Spot,
};
use crate::{
    game::{Game, PgnReader, Wanted, has_bare_lines},
    lexer::{decoded, scan},
    play::Fault,
};

/// Reads the games of a text. If each line should contain one game, also reports games that share a line with
/// an earlier game.
struct Games<'a> {
    text: &'a [u8],
    reader: PgnReader<'a>,
    lines: bool,
    /// The offset at which the current line ends, and whether a game was read on this line. For a list of FENs,
    /// only the offset is used.
    line: (usize, bool),
}

impl<'a> Games<'a> {
    fn new(text: &'a [u8], is_cut: bool, lines: bool) -> Games<'a> {
        let list = Vocabulary::occurring();
        let mut reader = PgnReader::new(text, list, Wanted::Structure).cut(is_cut);
        if lines {
            reader.go_to(0..0);
        }
        Games { text, reader, lines, line: (0, false) }
    }

    /// Returns the next game, and whether an earlier game is on the same line. If `lines` is not set, games
    /// may span several lines, and the second value is always `false`.
    fn next(&mut self) -> Option<(Game, bool)> {
        loop {
            let (end, has_game) = self.line;
            if let Some(game) = self.reader.next_game() {
                self.line.1 = true;
                return Some((game, has_game && self.lines));
            }
            if !self.lines || end == self.text.len() {
                return None;
            }
            let rest = &self.text[end..];
            let length = scan::find(b'\n', rest).map_or(rest.len(), |length| length + 1);
            self.reader.go_to(end..end + length);
            self.line = (end + length, false);
        }
    }
}

/// The findings of a text. Locations and game numbers are counted from the beginning of the text.
#[derive(Debug, Default)]
pub struct Found {
    /// The findings, in order.
    pub findings: Vec<Finding>,
    /// The counts, except `totals.kinds`, which stays empty. The caller may stop before the last finding, so it
    /// counts the kinds of the findings that it has seen.
    pub totals: Linted,
    /// The corrections, in order.
    pub edits: Vec<Edit>,
    /// The size of the text after all corrections.
    pub extent: Extent,
}

impl Found {
    /// Adds the findings of a game. `self.extent` must cover `text` up to the offset `done`. Returns
    /// the offset up to which `self.extent` now covers `text`.
    fn add(&mut self, text: &[u8], mut done: usize, checked: Checked) -> usize {
        for Spot { range, ply, fault, stays, suggestions, is_played, position } in checked.spots {
            self.extent.add(&text[done..range.start]);
            done = range.start;
            self.findings.push(Finding {
                line: self.extent.lines + 1,
                column: self.extent.columns + 1,
                offset: self.extent.bytes,
                length: range.len(),
                game: self.totals.games,
                ply,
                text: decoded(&text[range]).into_owned(),
                fault,
                stays,
                suggestions,
                is_played,
                position,
            });
        }
        done
    }

    /// Returns the text with all corrections.
    pub fn mended(&self, text: &[u8]) -> Vec<u8> {
        let (mut mended, mut done) = (Vec::with_capacity(text.len()), 0);
        for (range, new) in &self.edits {
            mended.extend(&text[done..range.start]);
            mended.extend(new.bytes());
            done = range.end;
        }
        mended.extend(&text[done..]);
        mended
    }

    /// Subtracts 1 from each column number in the first line. The text must begin with a byte order mark, which
    /// does not count as a column.
    pub fn without_mark(&mut self) {
        for finding in self.findings.iter_mut().take_while(|finding| finding.line == 1) {
            finding.column -= 1;
        }
        if self.extent.lines == 0 {
            self.extent.columns -= 1;
        }
    }
}

/// Checks a text game by game, and corrects it if `mends` is set.
pub struct TextLint<'a> {
    text: &'a [u8],
    linter: &'a Linter,
    mends: bool,
    games: Games<'a>,
    /// Byte offset in `text` where `found.extent` ends.
    done: usize,
    found: Found,
}

impl<'a> TextLint<'a> {
    /// `is_cut` says whether the text ends within its last game.
    pub fn new(text: &'a [u8], is_cut: bool, linter: &'a Linter, mends: bool) -> TextLint<'a> {
        let games = Games::new(text, is_cut, linter.layout == Layout::GameLines);
        TextLint { text, linter, mends, games, done: 0, found: Found::default() }
    }

    /// Returns the number of bytes read so far.
    pub fn at(&self) -> usize {
        match self.linter.layout {
            Layout::FenLines => self.games.line.0,
            _ => self.games.reader.at(),
        }
    }

    /// Checks the next game or FEN. Returns `false` at the end of the text.
    pub fn next_game(&mut self) -> bool {
        if self.linter.layout == Layout::FenLines {
            return self.next_fen();
        }
        let Some((game, is_second)) = self.games.next() else { return false };
        let TextLint { text, linter, mends, ref games, .. } = *self;
        let parts = games.reader.parts();
        let mut checked = check(text, &game, parts, linter);
        if is_second && linter.finds(&mut Fault::SecondGame) {
            checked.second_game(game.tags.start);
        }
        let found = &mut self.found;
        found.totals.games += 1;
        found.totals.variants += u64::from(checked.is_variant);
        let is_bare = has_bare_lines(text, parts, &text[game.tags.clone()]);
        found.totals.bare += u64::from(is_bare && !checked.spots.is_empty());
        let read = games.reader.text();
        let mended = if mends { mend(read, &game, &checked, linter) } else { None };
        let left = mended.as_ref().map_or(&checked, |mended| &mended.checked);
        let is_kept = mends && left.spots.iter().any(|spot| spot.fault.fix().is_some());
        found.totals.kept += u64::from(is_kept);
        match mended {
            Some(mended) => self.add_mended(&game, mended),
            None => self.done = found.add(text, self.done, checked),
        }
        true
    }

    /// Checks the FEN on the next line that is not empty. Returns `false` at the end of the text.
    fn next_fen(&mut self) -> bool {
        let text = self.text;
        let is_mark = self.done == 0 && text.starts_with("\u{feff}".as_bytes());
        let mut begin = self.games.line.0.max(if is_mark { "\u{feff}".len() } else { 0 });
        begin += scan::leading(&text[begin..], |byte| byte.is_ascii_whitespace());
        let length = scan::leading(&text[begin..], |byte| byte != b'\n' && byte != b'\r');
        self.games.line.0 = begin + length;
        let written = text[begin..begin + length].trim_ascii_end();
        if written.is_empty() {
            return false;
        }
        // A list of FENs may contain EPDs, which have four fields and then operations.
        let is_fault =
            |fault: &FenFault| !matches!(fault, FenFault::Operations | FenFault::FewFields(4));
        let faults = JudgedFen::of(&decoded(written)).faults.into_iter().filter(is_fault);
        let mut checked = Checked::default();
        checked.faults_of_fen(begin..begin + written.len(), faults);
        checked.spots.retain_mut(|spot| self.linter.finds(&mut spot.fault));
        self.found.totals.games += 1;
        self.done = self.found.add(text, self.done, checked);
        true
    }

    fn add_mended(&mut self, game: &Game, mended: MendedGame) {
        let MendedGame { text, start, checked, edits } = mended;
        let done = mem::replace(&mut self.done, game.end);
        self.found.extent.add(&self.text[done..game.tags.start]);
        let at = self.found.add(&text, start, checked);
        self.found.extent.add(&text[at..]);
        self.found.totals.mended += edits.len() as u64;
        self.found.edits.extend(edits);
    }

    /// Checks the remaining games, and returns the findings of the whole text.
    pub fn finish(mut self) -> Found {
        while self.next_game() {}
        self.found.extent.add(&self.text[self.done..]);
        self.found
    }
}

impl Linter {
    /// Returns the findings of a text, in order.
    ///
    /// ```
    /// use san_strings_pgn::Linter;
    ///
    /// let found = Linter::default().findings(b"1. e2-e4 e5 2. Nf3 *");
    /// let [finding] = &found[..] else { panic!("{found:?}") };
    /// assert_eq!((finding.line, finding.column, finding.kind()), (1, 4, "long-algebraic"));
    /// assert_eq!(finding.to_string(), "e2-e4: it has the from-square, and should be e4");
    /// ```
    pub fn findings(&self, text: &[u8]) -> Vec<Finding> {
        self.whole(text, false, &mut |_| ()).findings
    }

    /// Corrects moves, move numbers and results that have only one possible reading, as long as the position
    /// is certain. All other bytes stay the same. Returns the corrected text and the remaining findings, with
    /// their locations in the corrected text.
    ///
    /// ```
    /// use san_strings_pgn::Linter;
    ///
    /// let (mended, left) = Linter::default().mended(b"1. e2-e4  {best} e7e5 *\r\n");
    /// assert_eq!(mended, b"1. e4  {best} e5 *\r\n");
    /// assert!(left.is_empty());
    /// ```
    pub fn mended(&self, text: &[u8]) -> (Vec<u8>, Vec<Finding>) {
        let found = self.whole(text, true, &mut |_| ());
        (found.mended(text), found.findings)
    }

    /// Returns the findings of a whole text, with corrections if `mends` is set. After each game, calls `see`
    /// with the number of bytes read so far.
    #[doc(hidden)]
    pub fn whole(&self, text: &[u8], mends: bool, see: &mut dyn FnMut(usize)) -> Found {
        let mut lint = TextLint::new(text, false, self, mends);
        while lint.next_game() {
            see(lint.at());
        }
        let mut found = lint.finish();
        if text.starts_with("\u{feff}".as_bytes()) {
            found.without_mark();
        }
        found
    }
}
