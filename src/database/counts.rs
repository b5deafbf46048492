//! How often each string is played: what a count amounts to, and can be added to others.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    error, fmt,
    io::{self, BufRead, Read, Write},
};

use crate::san::tokens::{Spelling, Tokens};

/// The counts that come with the program: see `data/README.md`.
const LICHESS: &str = include_str!("../../data/lichess_counts.tsv");

/// What they count, to be said after a number.
pub const SOURCE: &str = "moves of rated games on lichess.org, July 2014 to September 2024";

/// The first line of a table of counts.
pub const HEADER: &str = "string,count";

/// Strings outside the list that are told apart: more than people write by mistake.
const OUTSIDE: usize = 10_000;

/// No line of a table is longer.
const LONGEST: usize = 64;

/// How often each string was played.
///
/// ```
/// use san_strings::database::counts::Counts;
///
/// let counts = Counts::lichess();
/// assert_eq!(counts.all(), 397_801_292_866);
/// assert_eq!(counts.of("Qh4#".parse::<san_strings::shakmaty::san::SanPlus>()?), 8_084_432);
/// # Ok::<_, san_strings::shakmaty::san::ParseSanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    tokens: Tokens,
    /// A number for each string of the list.
    listed: Vec<u64>,
    /// Strings that are not in the list, as they were written.
    outside: BTreeMap<String, u64>,
    /// Moves beyond those: there were too many different ones.
    beyond: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts::new()
    }
}

impl Counts {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Counts {
        let tokens = Tokens::occurring();
        Counts {
            listed: vec![0; tokens.len()],
            tokens,
            outside: BTreeMap::new(),
            beyond: 0,
        }
    }

    /// In the games of lichess.org: see [`SOURCE`].
    #[must_use]
    pub fn lichess() -> Counts {
        let mut counts = Counts::new();
        for line in LICHESS.lines() {
            // A test holds that each can be read.
            let _ = counts.add_line(line);
        }
        counts
    }

    /// The strings of the list.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// How often each string of the list was played, by its number.
    #[must_use]
    pub fn listed(&self) -> &[u64] {
        &self.listed
    }

    /// The strings outside the list, and how often each was written.
    #[must_use]
    pub fn outside(&self) -> &BTreeMap<String, u64> {
        &self.outside
    }

    /// Moves outside the list that are in no count: there were too many different ones.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.beyond
    }

    /// How often a string was played.
    #[must_use]
    pub fn of(&self, string: impl Into<Spelling>) -> u64 {
        self.tokens.id(string).map_or(0, |id| self.listed[id])
    }

    /// How many moves were counted.
    #[must_use]
    pub fn all(&self) -> u64 {
        let outside = self.outside.values().chain([&self.beyond]);
        self.listed
            .iter()
            .chain(outside)
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Adds moves with the string of this number; the number of another list is ignored.
    pub fn add(&mut self, id: usize, count: u64) {
        if let Some(sum) = self.listed.get_mut(id) {
            *sum = sum.saturating_add(count);
        }
    }

    /// Adds moves that are not in the list. Gives `false` if there are too many different
    /// ones to tell this apart.
    pub fn add_outside(&mut self, text: &str, count: u64) -> bool {
        if let Some(sum) = self.outside.get_mut(text) {
            *sum = sum.saturating_add(count);
        } else if self.outside.len() < OUTSIDE {
            self.outside.insert(text.to_owned(), count);
        } else {
            self.add_beyond(count);
            return false;
        }
        true
    }

    /// Whether a string outside the list is told apart, or would be.
    pub(super) fn has_room_for(&self, text: &str) -> bool {
        self.outside.len() < OUTSIDE || self.outside.contains_key(text)
    }

    /// Adds moves outside the list for which there is no room.
    pub(super) fn add_beyond(&mut self, count: u64) {
        self.beyond = self.beyond.saturating_add(count);
    }

    /// Whether a text that begins so is a table of counts: with a comma, as
    /// [`write_csv`](Counts::write_csv) writes it, or a tab, between string and count.
    #[must_use]
    pub fn is_table(head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n');
        let line = lines.next().unwrap_or_default().trim_ascii();
        line == HEADER.as_bytes() || str::from_utf8(line).is_ok_and(|line| entry(line).is_some())
    }

    /// Adds the counts of a table.
    ///
    /// # Errors
    ///
    /// [`TableError`] at the first line that is wrong; those before it are added.
    pub fn add_table(&mut self, mut table: impl BufRead) -> Result<(), TableError> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let wrong = |cause| TableError {
                line: number,
                cause,
            };
            let length = table
                .by_ref()
                .take(LONGEST as u64)
                .read_until(b'\n', &mut line);
            match length {
                Err(cause) => return Err(wrong(Some(cause))),
                Ok(0) => break,
                Ok(_) => {}
            }
            let text = str::from_utf8(&line).map_err(|_| wrong(None))?.trim_end();
            let is_header = number == 1 && text == HEADER;
            if !is_header && !text.is_empty() {
                self.add_line(text).ok_or(wrong(None))?;
            }
        }
        Ok(())
    }

    fn add_line(&mut self, line: &str) -> Option<()> {
        let (string, count) = entry(line)?;
        match self.tokens.id(string) {
            Some(id) => self.add(id, count),
            None => {
                self.add_outside(string, count);
            }
        }
        Some(())
    }

    /// Each string with its count: those of the list in its order, then the others, or the
    /// most frequent first.
    #[must_use]
    pub fn rows(&self, by_count: bool) -> Vec<(String, u64)> {
        let texts = self.tokens.iter().map(|text| text.to_string());
        let listed = texts.zip(self.listed.iter().copied());
        let outside = self
            .outside
            .iter()
            .map(|(text, &count)| (text.clone(), count));
        let mut rows: Vec<_> = listed.chain(outside).collect();
        if by_count {
            rows.sort_by_key(|&(_, count)| Reverse(count));
        }
        rows
    }

    /// Writes the counts as a table that can be added to others.
    ///
    /// # Errors
    ///
    /// [`io::Error`] if it cannot be written.
    pub fn write_csv(&self, by_count: bool, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{HEADER}")?;
        for (string, count) in self.rows(by_count) {
            writeln!(out, "{string},{count}")?;
        }
        Ok(())
    }
}

/// A string and its count, in a line of a table.
fn entry(line: &str) -> Option<(&str, u64)> {
    let (string, count) = line.split_once([',', '\t'])?;
    let is_string = !string.is_empty() && string.bytes().all(|byte| byte.is_ascii_graphic());
    Some((string, count.parse().ok()?)).filter(|_| is_string)
}

/// A table of counts cannot be read.
#[derive(Debug)]
pub struct TableError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// Why it cannot be read, unless it is no string and a count.
    pub cause: Option<io::Error>,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.cause {
            Some(cause) => write!(f, "{cause}"),
            None => f.write_str("expected a string, a comma and a count"),
        }
    }
}

impl error::Error for TableError {}
