//! Compares the value of a tag with the value in a condition: as numbers, dates or text.

use std::{cmp::Ordering, fmt};

use san_strings_pgn::lexer::{escape, is_known};

/// A value in a condition, as text and, if possible, as a number or a date.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    text: String,
    lowercase: String,
    number: Option<Number>,
    date: Option<Date>,
}

/// How the value of a tag compares with the value of a condition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Relation {
    /// The value of the tag is unknown, or the result depends on an unknown part of this value.
    Unknown,
    /// The tag's value and the condition's value have different types: for example, one is a number and the
    /// other is text.
    Different,
    /// Order of the tag's value relative to the condition's value, and whether the two are equal. The
    /// values `1.10` and `1.1` are the same number, so neither comes before the other. But they are not
    /// equal, because they may stand for different rounds of a tournament.
    Ordered(Ordering, bool),
}

impl Value {
    pub fn new(text: &str) -> Value {
        Value {
            text: text.to_owned(),
            lowercase: text.to_lowercase(),
            number: Number::read(text),
            date: Date::read(text).and_then(Date::known_first).filter(Date::is_possible),
        }
    }

    /// Whether the value of a tag contains this text, ignoring case. `None` if the tag's value is unknown.
    pub fn is_within(&self, tag: &str) -> Option<bool> {
        is_known(tag).then(|| tag.to_lowercase().contains(&self.lowercase))
    }

    /// Whether the value begins like a number, but is neither a number, a date nor a time of day. Such a
    /// value would be compared as text, byte by byte: `2,700` would be less than `2000`.
    pub fn is_nearly_number(&self) -> bool {
        let is_time = self.text.contains(':')
            && self.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
        let is_read = self.number.is_some() || self.date.is_some() || is_time;
        self.text.starts_with(|char: char| char.is_ascii_digit()) && !is_read
    }

    pub fn fmt_quoted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", escape(&self.text))
    }

    /// Compares the value of a tag with this value.
    pub fn relation(&self, tag: &str) -> Relation {
        let tag = tag.trim();
        if !is_known(tag) {
            return Relation::Unknown;
        }
        if let (Some(own), Some(date)) = (self.date, Date::read(tag))
            && (date.length == 3 || self.number.is_none())
        {
            return date.relation(own);
        }
        match (self.number, Number::read(tag)) {
            (Some(own), Some(number)) => {
                let order = number.value.total_cmp(&own.value);
                let is_alike = own.is_whole && number.is_whole || tag == self.text;
                Relation::Ordered(order, order.is_eq() && is_alike)
            }
            (None, _) if self.date.is_none() => {
                let order = tag.cmp(&self.text);
                Relation::Ordered(order, order.is_eq())
            }
            _ => Relation::Different,
        }
    }
}

/// Separators of the parts of a date.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// Returns the year of a date: the first part that consists of four digits, as in `31.03.2015`, or else the
/// first four characters if they are digits, as in `20150331`.
pub fn year(date: &str) -> Option<&str> {
    let date = date.trim();
    let is_year = |part: &&str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    date.split(SEPARATORS).find(is_year).or_else(|| date.get(..4).filter(is_year))
}

/// Parses the value of a tag as a number.
pub fn number(tag: &str) -> Option<f64> {
    Number::read(tag.trim()).map(|number| number.value)
}

/// A decimal number with an optional sign: `2700`, `-3`, `98.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    value: f64,
    is_whole: bool,
}

impl Number {
    /// Maximum number of characters in a number, not counting the sign. A longer number is compared as text.
    const LONGEST: usize = 15;

    fn read(text: &str) -> Option<Number> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits.len() > Number::LONGEST || !are_digits(whole) || !are_digits(part) {
            return None;
        }
        // Turns -0 into 0.
        let value = text.parse::<f64>().ok()? + 0.0;
        Some(Number { value, is_whole: !digits.contains('.') })
    }
}

/// A date, a year and month, or only a year. Each part may be unknown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Date {
    parts: [Option<u16>; 3],
    /// How many of the parts are used: 1 for a year, 2 for a year and month, 3 for a full date.
    length: usize,
}

impl Date {
    /// Parses `2015`, `2015.03` or `2015.03.04`. Unknown parts consist of `?` or zeros. The separator may also
    /// be `-` or `/`. In `04.03.2015` the day comes first. `04/03/2015` is refused, because we cannot tell the
    /// day from the month.
    fn read(text: &str) -> Option<Date> {
        let separator = text.chars().find(|char| SEPARATORS.contains(char)).unwrap_or('.');
        let mut date = Date { parts: [None; 3], length: 0 };
        let mut parts: Vec<_> = text.split(separator).collect();
        if separator == '.' && parts.len() == 3 && parts[2].len() == 4 {
            parts.reverse();
        }
        for part in parts {
            let is_right = match date.length {
                0 => part.len() == 4,
                1 | 2 => part.len() == 1 || part.len() == 2,
                _ => false,
            };
            if !is_right || !part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?') {
                return None;
            }
            date.parts[date.length] = part.parse().ok().filter(|&number| number > 0);
            date.length += 1;
        }
        Some(date)
    }

    /// Returns the date without its trailing unknown parts: 2015 for `2015.??.??`. `None` if the year is
    /// unknown, or if a known part follows an unknown one.
    fn known_first(self) -> Option<Date> {
        let length = self.parts.iter().take_while(|part| part.is_some()).count();
        let rest = &self.parts[length..];
        (length > 0 && rest.iter().all(Option::is_none)).then_some(Date { length, ..self })
    }

    /// Whether the known parts of this date are possible: `2015.02.30` is not a date.
    fn is_possible(&self) -> bool {
        let [year, month, day] = self.parts;
        let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
        let days = match month {
            Some(2) => 28 + u16::from(is_leap),
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        month.is_none_or(|month| month <= 12) && day.is_none_or(|day| day <= days)
    }

    /// Compares this date with another date. Ignores the parts that the other date leaves out.
    fn relation(self, other: Date) -> Relation {
        for (own, others) in self.parts.into_iter().zip(&other.parts[..other.length]) {
            let (Some(own), Some(others)) = (own, others) else { return Relation::Unknown };
            if own != *others {
                return Relation::Ordered(own.cmp(others), false);
            }
        }
        Relation::Ordered(Ordering::Equal, true)
    }
}

/// Writes the value as in a condition: with quotation marks only if it cannot be parsed without them.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if super::parse::is_bare(&self.text) { f.write_str(&self.text) } else { self.fmt_quoted(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relation as a character: `<`, `=` or `>`; `~` for the same number spelled differently, `/`
    /// for values of different kinds, and `?` for an unknown value.
    fn relation(tag: &str, own: &str) -> char {
        match Value::new(own).relation(tag) {
            Relation::Unknown => '?',
            Relation::Different => '/',
            Relation::Ordered(Ordering::Less, _) => '<',
            Relation::Ordered(Ordering::Greater, _) => '>',
            Relation::Ordered(Ordering::Equal, true) => '=',
            Relation::Ordered(Ordering::Equal, false) => '~',
        }
    }

    #[test]
    fn values_are_compared_as_what_they_are() {
        for (tag, expected, own) in [
            ("2700", '=', "2700"),
            (" 2700 ", '=', "2700"),
            ("0150", '=', "150"),
            ("999", '<', "2700"),
            ("-3", '<', "2"),
            ("-0", '=', "0"),
            ("98.50", '~', "98.5"),
            ("1.10", '~', "1.1"),
            ("1.1", '=', "1.1"),
            ("1.10", '<', "1.2"),
            ("abc", '/', "2700"),
            ("2700", '<', "abc"),
            ("", '?', "2700"),
            ("?", '?', "abc"),
            ("-", '?', "-3"),
            ("1e3", '/', "1000"),
            ("inf", '/', "1"),
            ("C60", '<', "C99"),
            ("1-0", '=', "1-0"),
            ("1/2-1/2", '>', "1-0"),
            ("12345678901234567890", '<', "12345678901234567891"),
        ] {
            assert_eq!(relation(tag, own), expected, "{tag} and {own}");
        }
    }

    #[test]
    fn dates_are_compared_as_far_as_they_are_known() {
        for (tag, expected, own) in [
            ("2015.03.04", '=', "2015"),
            ("2015.??.??", '=', "2015"),
            ("2014.12.31", '<', "2015"),
            ("2016.01.01", '>', "2015"),
            ("2015.03.04", '=', "2015.03"),
            ("2015.03.04", '=', "2015.??.??"),
            ("2015.3.4", '=', "2015-03-04"),
            ("2015/03/05", '>', "2015.03.04"),
            ("05.03.2015", '>', "2015.03.04"),
            ("3.4.2015", '>', "4.3.2015"),
            ("??.03.2015", '=', "2015.03"),
            ("05/03/2015", '/', "2015.03.04"),
            ("2015.??.??", '?', "2015.03"),
            ("2015.00.00", '?', "2015.03"),
            ("2014.??.??", '<', "2015.03"),
            ("2015.??.04", '?', "2015.03.04"),
            ("2015.02.??", '<', "2015.03.04"),
            ("2015.03.??", '?', "2015.03.04"),
            ("????.03.04", '?', "2015"),
            ("????.??.??", '?', "2015"),
            ("2015", '?', "2015.03.04"),
            ("2014", '<', "2015.03.04"),
            ("2015.1", '>', "2015"),
            ("May 2015", '/', "2015.03.04"),
            // In a condition, `2015.??.04` is text, not a date: a known part follows an unknown part.
            ("2015.03.04", '<', "2015.??.04"),
            ("2015.??.04", '=', "2015.??.04"),
        ] {
            assert_eq!(relation(tag, own), expected, "{tag} and {own}");
        }
    }
}
