//! What is compared with the value of a tag: as a number, a date or text.

use std::{cmp::Ordering, fmt};

use san_strings_pgn::lexer::{escape, is_known};

/// A value of a condition, and what it is besides text.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    text: String,
    lowercase: String,
    number: Option<Number>,
    date: Option<Date>,
}

/// How the value of a tag stands to that of a condition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Relation {
    /// It is not known, or a part of it that would decide is not.
    Unknown,
    /// They are not of one kind.
    Different,
    /// Its order, and whether the two are the same.
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

    /// Whether the value of a tag has this text in it, in upper or lower case; `None` if it is not known.
    pub fn is_within(&self, tag: &str) -> Option<bool> {
        is_known(tag).then(|| tag.to_lowercase().contains(&self.lowercase))
    }

    /// Whether it begins as a number does, and is none, nor a date, nor a time of the day: by its bytes,
    /// `2,700` is more than `2000`, and few would mean that.
    pub fn is_nearly_number(&self) -> bool {
        let is_time = self.text.contains(':')
            && self.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
        let is_read = self.number.is_some() || self.date.is_some() || is_time;
        self.text.starts_with(|char: char| char.is_ascii_digit()) && !is_read
    }

    pub fn fmt_quoted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", escape(&self.text))
    }

    /// How the value of a tag stands to this one, which says what both are compared as.
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

/// What stands between the parts of a date.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// The year of a date: the part of four digits, or else the four digits that it begins with.
pub fn year(date: &str) -> Option<&str> {
    let date = date.trim();
    let is_year = |part: &&str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    date.split(SEPARATORS).find(is_year).or_else(|| date.get(..4).filter(is_year))
}

/// The number that the value of a tag is, if it is one.
pub fn number(tag: &str) -> Option<f64> {
    Number::read(tag.trim()).map(|number| number.value)
}

/// A number as people write it: `2700`, `-3`, `98.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    value: f64,
    is_whole: bool,
}

impl Number {
    /// More digits are not a number but a name.
    const LONGEST: usize = 15;

    fn read(text: &str) -> Option<Number> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits.len() > Number::LONGEST || !are_digits(whole) || !are_digits(part) {
            return None;
        }
        // Zero has no sign here.
        let value = text.parse::<f64>().ok()? + 0.0;
        Some(Number { value, is_whole: !digits.contains('.') })
    }
}

/// A date, or the beginning of one: year, month and day, each of which may be unknown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Date {
    parts: [Option<u16>; 3],
    /// How many of them are written.
    length: usize,
}

impl Date {
    /// `2015`, `2015.03`, `2015.03.04`, with `?` or zeros for what is unknown; `-` and `/` for `.`, too.
    /// `04.03.2015` begins with the day. In `04/03/2015` nothing tells the day from the month.
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

    /// The date without the unknown parts at its end, if no other is unknown.
    fn known_first(self) -> Option<Date> {
        let length = self.parts.iter().take_while(|part| part.is_some()).count();
        let rest = &self.parts[length..];
        (length > 0 && rest.iter().all(Option::is_none)).then_some(Date { length, ..self })
    }

    /// Whether there is such a day, as far as it is known.
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

    /// How this date stands to another, as far as that goes: the first parts that differ decide.
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

/// The value as a condition has it: bare if that can be read again, or else in quotation marks.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if super::parse::is_bare(&self.text) { f.write_str(&self.text) } else { self.fmt_quoted(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a value of a tag: `<`, `=` or `>`, `~` for the same number written otherwise, `/`
    /// for another kind and `?` for what is unknown.
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
            // It is no date whose known part comes after what is not known.
            ("2015.03.04", '<', "2015.??.04"),
            ("2015.??.04", '=', "2015.??.04"),
        ] {
            assert_eq!(relation(tag, own), expected, "{tag} and {own}");
        }
    }
}
