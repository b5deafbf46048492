//! Counts of strings, which can be written as tables and read back.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    io::{self, BufRead, Read, Write},
};

use shakmaty::san::{SanPlus, Suffix};
use thiserror::Error;

use san_strings_core::{SanStr, Vocabulary};

use crate::table::{self, entry, is_header};

/// The maximum number of different unlisted strings that are counted individually.
const UNLISTED: usize = 10_000;

/// The name of the row for the unlisted strings that are not counted individually. No move is written like
/// this, so this name never equals a string.
pub const OTHERS: &str = "(others)";

/// The maximum sum of all counts that we read from tables. If a table raises the sum above this limit, reading
/// the table fails. The limit is half the range of `u64`, so the sum cannot overflow when we count more
/// games.
const MOST: u64 = u64::MAX / 2;

/// The maximum length of a line of a table, in bytes.
const LONGEST: usize = 1 << 12;

/// The order of rows in a table of counts.
///
/// ```
/// use san_strings_databases::{CountOrder, Counts};
///
/// let mut counts = Counts::default();
/// counts.add_table(&mut "a4,1\ne4,2\n".as_bytes())?;
/// assert_eq!(counts.rows(CountOrder::MostFrequent)[0], ("e4".to_owned(), 2));
/// # Ok::<_, san_strings_databases::CountsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum CountOrder {
    /// The listed strings in the order of their ids, then the unlisted strings.
    #[default]
    List,
    /// The most frequent strings first.
    MostFrequent,
}

/// How often each string was played. The *listed* strings are the strings in [`Vocabulary::occurring`].
/// Anything else that was written as a move is *unlisted*.
///
/// ```
/// use san_strings_databases::Counts;
///
/// let mut counts = Counts::default();
/// counts.add_table(&mut "string,count\nQh4#,2\n".as_bytes())?;
/// assert_eq!(counts.of("Qh4#"), 2);
/// # Ok::<_, san_strings_databases::CountsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    /// The count of each listed string, by id.
    pub(crate) listed: Vec<u64>,
    /// The count of each unlisted string, by its text.
    unlisted: BTreeMap<String, u64>,
    /// The number of moves that neither `listed` nor `unlisted` counts, because there are too many different
    /// unlisted strings.
    pub(crate) overflow: u64,
}

impl Default for Counts {
    /// Sets all counts to 0.
    fn default() -> Counts {
        let listed = vec![0; Vocabulary::occurring().len()];
        Counts { listed, unlisted: BTreeMap::new(), overflow: 0 }
    }
}

impl Counts {
    /// The header of a count table.
    pub const HEADER: &str = table::COUNTS;

    /// Returns how often each listed string was played, by id.
    pub fn listed(&self) -> &[u64] {
        &self.listed
    }

    /// Returns the unlisted strings, and how often each was written.
    pub fn unlisted(&self) -> &BTreeMap<String, u64> {
        &self.unlisted
    }

    /// Returns the number of moves that are not counted individually. [`unlisted`](Counts::unlisted) holds at
    /// most 10,000 different strings. Once it is full, each move with another unlisted string only adds 1 to
    /// this number.
    pub fn overflow(&self) -> u64 {
        self.overflow
    }

    /// Returns how often a listed string was played, or 0 for any other text.
    pub fn of(&self, text: impl AsRef<[u8]>) -> u64 {
        let id = Vocabulary::occurring().id(text);
        id.map_or(0, |id| self.listed[usize::from(id)])
    }

    /// Returns the strings of a list that were played most often: at most `most` strings, in list order. The
    /// count of a base string includes its forms with `+` and `#`. If two strings have equal counts, we
    /// prefer the string that comes first in the list.
    pub fn most_frequent(&self, list: &Vocabulary, most: usize) -> Vocabulary {
        let ids = self.by_played(list).into_iter().take(most);
        let ids: HashSet<u16> = ids.map(|(_, id)| id).collect();
        list.subset(|id| ids.contains(&id))
    }

    /// Returns the ids of a list with their counts, the most frequent first. Base strings are counted as in
    /// [`Counts::most_frequent`].
    pub fn by_played(&self, list: &Vocabulary) -> Vec<(u64, u16)> {
        let suffixes = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];
        let played = |san: SanPlus| {
            if list.is_base() {
                let with = suffixes.map(|suffix| SanPlus { suffix, ..san });
                with.map(|san| self.of(SanStr::from(san))).iter().sum()
            } else {
                self.of(SanStr::from(san))
            }
        };
        let sans = list.sans().zip(0..);
        let mut ids: Vec<(u64, u16)> = sans.map(|(san, id)| (played(san), id)).collect();
        ids.sort_unstable_by_key(|&(count, id)| (Reverse(count), id));
        ids
    }

    /// Returns the number of moves counted.
    pub fn total(&self) -> u64 {
        let unlisted = self.unlisted.values().chain([&self.overflow]);
        self.listed.iter().chain(unlisted).sum()
    }

    /// Adds the count of an unlisted string. If the string is new, and `UNLISTED` other unlisted strings
    /// already have counts, adds the count to `overflow` instead, and returns `false`.
    pub fn add_unlisted(&mut self, text: &str, count: u64) -> bool {
        if let Some(sum) = self.unlisted.get_mut(text) {
            *sum += count;
        } else if self.unlisted.len() < UNLISTED {
            self.unlisted.insert(text.to_owned(), count);
        } else {
            self.overflow += count;
            return false;
        }
        true
    }

    /// Whether we can count this unlisted string individually: it already has a count, or there is room for
    /// another string.
    pub fn has_room_for(&self, text: &str) -> bool {
        self.unlisted.len() < UNLISTED || self.unlisted.contains_key(text)
    }

    /// Whether a text that begins with `head` is a table of counts. Each line of a table has a string and its
    /// count, separated by a comma, as in [`write_csv`](Counts::write_csv), or by a tab.
    pub fn is_table(head: &[u8]) -> bool {
        table::is_counts(head)
    }

    /// Adds the counts of a table.
    ///
    /// # Errors
    ///
    /// Returns [`CountsError`] at the first invalid line. By then, the counts of all earlier lines have been
    /// added.
    pub fn add_table(&mut self, table: &mut dyn BufRead) -> Result<(), CountsError> {
        let mut total = self.total();
        let mut line = Vec::new();
        for number in 1.. {
            let fail = |cause| CountsError { line: number, cause };
            line.clear();
            (&mut *table).take(LONGEST as u64).read_until(b'\n', &mut line).map_err(fail)?;
            if line.is_empty() {
                break;
            }
            let text = str::from_utf8(&line).unwrap_or("?").trim_end();
            let is_blank = text.is_empty() || number == 1 && is_header(text);
            if !is_blank {
                self.add_line(text, &mut total).map_err(fail)?;
            }
        }
        Ok(())
    }

    fn add_line(&mut self, line: &str, total: &mut u64) -> io::Result<()> {
        let wrong =
            || io::Error::other("expected a string and a count, separated by a comma or a tab");
        let (string, count) = entry(line).ok_or_else(wrong)?;
        let sum = total.checked_add(count).filter(|&sum| sum <= MOST);
        let too_many = || io::Error::other("the counts add up to more than 2^63");
        *total = sum.ok_or_else(too_many)?;
        if let Some(id) = Vocabulary::occurring().id(string) {
            self.listed[usize::from(id)] += count;
        } else if string == OTHERS {
            self.overflow += count;
        } else {
            self.add_unlisted(string, count);
        }
        Ok(())
    }

    /// Returns each string with its count. If there are more than 10,000 different unlisted strings, the row
    /// `(others)` counts the rest.
    pub fn rows(&self, order: CountOrder) -> Vec<(String, u64)> {
        let texts = Vocabulary::occurring().sans().map(|san| san.to_string());
        let listed = texts.zip(self.listed.iter().copied());
        rows(listed, &self.unlisted, self.overflow, order)
    }

    /// Writes the counts as a CSV table. [`add_table`](Counts::add_table) can read it.
    ///
    /// # Errors
    ///
    /// Returns [`io::Error`] if the table cannot be written.
    pub fn write_csv(&self, order: CountOrder, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", Counts::HEADER)?;
        for (string, count) in self.rows(order) {
            writeln!(out, "{string},{count}")?;
        }
        Ok(())
    }
}

/// Returns rows of strings and counts, including unlisted strings and `(others)`.
pub fn rows(
    listed: impl Iterator<Item = (String, u64)>,
    unlisted: &BTreeMap<String, u64>,
    overflow: u64,
    order: CountOrder,
) -> Vec<(String, u64)> {
    let others = (overflow > 0).then(|| (OTHERS.to_owned(), overflow));
    let unlisted = unlisted.clone().into_iter().chain(others);
    let mut rows: Vec<_> = listed.chain(unlisted).collect();
    if order == CountOrder::MostFrequent {
        rows.sort_by_key(|&(_, count)| Reverse(count));
    }
    rows
}

/// The error for a table of counts that cannot be read.
///
/// ```
/// use san_strings_databases::Counts;
///
/// let mut counts = Counts::default();
/// let error = counts.add_table(&mut "e4,2\nd4 3\n".as_bytes()).expect_err("it has no comma");
/// assert_eq!(error.to_string(), "line 2: expected a string and a count, separated by a comma or a tab");
/// assert_eq!(counts.of("e4"), 2);
/// ```
#[derive(Debug, Error)]
#[error("line {line}: {cause}")]
#[non_exhaustive]
pub struct CountsError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// Why the line cannot be read.
    pub cause: io::Error,
}
