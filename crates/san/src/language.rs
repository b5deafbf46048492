//! The letters of the pieces in other languages (PGN standard, appendix on piece letters).

use shakmaty::Role;

/// A language, by its letters of the pieces.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Language {
    /// Its English name; several if their letters are the same.
    pub name: &'static str,
    /// The letters of king, queen, rook, bishop and knight.
    pub(super) letters: [&'static str; 5],
}

const fn language(name: &'static str, letters: [&'static str; 5]) -> Language {
    Language { name, letters }
}

/// The languages other than English; of those with the letters of German (Croatian, Danish, Norwegian, Slovenian,
/// Swedish) German alone. A letter of the first [`COMMON`] of them is read as theirs alone.
pub const LANGUAGES: [Language; 15] = [
    language("German", ["K", "D", "T", "L", "S"]),
    language("French", ["R", "D", "T", "F", "C"]),
    language("Spanish", ["R", "D", "T", "A", "C"]),
    language("Italian", ["R", "D", "T", "A", "C"]),
    language("Dutch", ["K", "D", "T", "L", "P"]),
    language("Czech", ["K", "D", "V", "S", "J"]),
    language("Estonian", ["K", "L", "V", "O", "R"]),
    language("Finnish", ["K", "D", "T", "L", "R"]),
    language("Hungarian", ["K", "V", "B", "F", "H"]),
    language("Icelandic", ["K", "D", "H", "B", "R"]),
    language("Polish", ["K", "H", "W", "G", "S"]),
    language("Portuguese", ["R", "D", "T", "B", "C"]),
    language("Romanian", ["R", "D", "T", "N", "C"]),
    language("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    language("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
];

/// How many of the languages are common: those that a text means before it means another.
pub const COMMON: usize = 5;

/// The names of the languages of which this is true; the common ones, if it is of any.
pub(super) fn names_where(is_such: impl Fn(Language) -> bool) -> Vec<&'static str> {
    let names = |languages: &[Language]| -> Vec<&'static str> {
        languages.iter().filter(|&&one| is_such(one)).map(|one| one.name).collect()
    };
    let common = names(&LANGUAGES[..COMMON]);
    if common.is_empty() { names(&LANGUAGES) } else { common }
}

/// The pieces, in the order of the letters.
pub const PIECES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Language {
    /// The letter of a piece.
    pub fn letter(self, role: Role) -> Option<&'static str> {
        let n = PIECES.iter().position(|&piece| piece == role)?;
        Some(self.letters[n])
    }

    /// The languages with these letters; the common ones, if it is one.
    pub fn alike(self) -> Vec<&'static str> {
        names_where(|language| language.letters == self.letters)
    }

    /// The piece that a text begins with the letter of, and the text behind that.
    fn piece(self, text: &str) -> Option<(Role, &str)> {
        let mut pieces = PIECES.into_iter().zip(self.letters);
        pieces.find_map(|(role, letter)| Some((role, text.strip_prefix(letter)?)))
    }

    /// Whether a text has a letter of a piece that neither a piece nor the pawn has in English: an illegal move
    /// of English is none of another language.
    pub fn tells(self, text: &str) -> bool {
        self.told(text).is_some()
    }

    /// The text with the letters of English, and the piece and its letter that tell.
    pub fn told(self, text: &str) -> Option<(String, Role, &'static str)> {
        let (english, role) = self.to_english(text)?;
        let letter = self.letter(role?)?;
        Some((english, role?, letter)).filter(|_| !"KQRBNP".contains(letter))
    }

    /// The text with the letters of English, and the piece whose letter differs. `None` if it has a
    /// letter that is none of this language.
    ///
    /// ```
    /// use san_strings_core::{language::LANGUAGES, shakmaty::Role};
    ///
    /// let german = LANGUAGES[0];
    /// assert_eq!(german.to_english("Sf3"), Some(("Nf3".to_owned(), Some(Role::Knight))));
    /// assert_eq!(german.to_english("exd8=D+"), Some(("exd8=Q+".to_owned(), Some(Role::Queen))));
    /// assert_eq!(german.to_english("1.Sf3"), Some(("1.Nf3".to_owned(), Some(Role::Knight))));
    /// assert_eq!(german.to_english("Nf3"), None);
    /// assert_eq!(german.to_english("L3"), None);
    /// ```
    pub fn to_english(self, text: &str) -> Option<(String, Option<Role>)> {
        let english = |before: &str, (role, rest): (Role, &str)| {
            let letter = role.upper_char();
            let differs = self.letter(role) != Some(letter.encode_utf8(&mut [0; 4]));
            Some((format!("{before}{letter}{rest}"), differs.then_some(role)))
        };
        // A number or a quotation mark may stand before it.
        let whole = text;
        let (before, text) = text.split_at(text.find(char::is_alphabetic).unwrap_or(0));
        if let Some(piece) = self.piece(text).filter(|(_, rest)| is_squares(rest)) {
            return english(before, piece);
        }
        if text.starts_with(|first: char| first.is_uppercase() && first != 'O') {
            return None;
        }
        let promotion = text.find(['1', '8']).map_or(text.len(), |at| at + 1);
        let letter = text[promotion..].trim_start_matches(['=', '(', '/', ':']);
        match self.piece(letter) {
            Some(piece) => english(&whole[..whole.len() - letter.len()], piece),
            None if letter.starts_with(char::is_uppercase) => None,
            None => Some((whole.to_owned(), None)),
        }
    }
}

/// Whether a text may follow the letter of a piece that moves: a square, or a part of one, with `x` or not.
/// `O-O` and `OO` are castling, though an Estonian bishop is `O`.
fn is_squares(text: &str) -> bool {
    let goes_on =
        |char: char| char.is_ascii_alphabetic() && char != 'O' || [':', '×'].contains(&char);
    let mut chars = text.chars();
    match chars.next() {
        Some('1'..='8') => chars.next().is_some_and(goes_on),
        first => first.is_some_and(goes_on),
    }
}
