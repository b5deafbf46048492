//! Piece letters of other languages (see also the PGN standard, section 17).

use shakmaty::Role;

use super::chars::Char;

/// A language and its piece letters.
///
/// ```
/// use san_strings_core::{Language, shakmaty::Role};
///
/// let spanish = Language::ALL.iter().find(|it| it.name == "Spanish").expect("it is there");
/// assert_eq!(spanish.letter(Role::Bishop), Some("A"));
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Language {
    /// The English name of the language.
    pub name: &'static str,
    /// The letters for the king, queen, rook, bishop and knight.
    pub letters: [&'static str; 5],
}

const fn language(name: &'static str, letters: [&'static str; 5]) -> Language {
    Language { name, letters }
}

/// Number of languages in the first of the three [`tiers`].
pub const COMMON: usize = 5;

/// The languages in three tiers, most common first. To read a foreign letter, we try the tiers in order,
/// until we find a tier with a language in which the text is a legal move.
pub fn tiers() -> [&'static [Language]; 3] {
    const ALL: &[Language] = &Language::ALL;
    let (common, others) = ALL.split_at(COMMON);
    let (second, third) = others.split_at(10);
    [common, second, third]
}

/// Finds the first tier with a language that uses this letter. Returns the last tier if no language uses it.
pub(super) fn first_with(letter: &str) -> &'static [Language] {
    let has = |tier: &&[Language]| tier.iter().any(|language| language.role(letter).is_some());
    let [first, second, third] = tiers();
    [first, second].into_iter().find(has).unwrap_or(third)
}

/// Finds the first of the [`tiers`] that has a language for which `is_such` is true. Returns the names of all
/// such languages in this tier.
pub(super) fn names_where(is_such: impl Fn(Language) -> bool) -> Vec<&'static str> {
    let names = |languages: &[Language]| -> Vec<&'static str> {
        languages.iter().filter(|&&one| is_such(one)).map(|one| one.name).collect()
    };
    tiers().into_iter().map(names).find(|names| !names.is_empty()).unwrap_or_default()
}

/// The pieces, in the order of [`Language::letters`].
pub const PIECES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The English letters of the pieces and the pawn. If a text has no piece letters besides these, we do not
/// try any other language.
pub(super) const ENGLISH: &str = "KQRBNP";

/// Finds the longest piece letter of any language at the start of `chars`.
pub(super) fn letter_at(chars: &[Char]) -> Option<&'static str> {
    let first = chars.first()?.is;
    if first.is_ascii_lowercase() || first.is_ascii_digit() {
        return None;
    }
    let is_first = |letter: &&str| {
        letter.chars().eq(chars.iter().take(letter.chars().count()).map(|char| char.is))
    };
    let letters = Language::ALL.iter().flat_map(|language| language.letters);
    letters
        .filter(|letter| letter.starts_with(first))
        .filter(is_first)
        .max_by_key(|letter| letter.len())
}

/// The roles that `letter` names in `languages`, in the order of the languages and without duplicates.
pub(super) fn roles_of<'a>(
    letter: &'a str,
    languages: &'a [Language],
) -> impl Iterator<Item = Role> + 'a {
    let roles = languages.iter().filter_map(|language| language.role(letter));
    let mut seen = Vec::new();
    roles.filter(move |role| {
        let is_new = !seen.contains(role);
        seen.push(*role);
        is_new
    })
}

impl Language {
    /// All languages that we read, except English. Common languages come first. Croatian, Danish, Norwegian,
    /// Slovenian and Swedish use the same letters as German, so only German is listed.
    pub const ALL: [Language; 23] = [
        language("German", ["K", "D", "T", "L", "S"]),
        language("French", ["R", "D", "T", "F", "C"]),
        language("Spanish", ["R", "D", "T", "A", "C"]),
        language("Italian", ["R", "D", "T", "A", "C"]),
        language("Dutch", ["K", "D", "T", "L", "P"]),
        // Second tier.
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
        // Third tier.
        language("Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
        language("Chinese", ["王", "后", "车", "象", "马"]),
        language("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
        language("Latvian", ["K", "D", "T", "L", "Z"]),
        language("Lithuanian", ["K", "V", "B", "R", "Ž"]),
        // We read bytes that are not UTF-8 as Latin-1, so the Russian `Кр` in Windows-1251 becomes `Êð`.
        language("Russian in Windows-1251", ["Êð", "Ô", "Ë", "Ñ", "Ê"]),
        language("Serbian", ["К", "Д", "Т", "Л", "С"]),
        language("Turkish", ["Ş", "V", "K", "F", "A"]),
    ];

    /// The letter of a piece; `None` for a pawn.
    pub fn letter(self, role: Role) -> Option<&'static str> {
        let n = PIECES.iter().position(|&piece| piece == role)?;
        Some(self.letters[n])
    }

    /// The piece that a letter names in this language.
    ///
    /// ```
    /// use san_strings_core::{Language, shakmaty::Role};
    ///
    /// let [german, ..] = Language::ALL;
    /// assert_eq!((german.role("S"), german.role("N")), (Some(Role::Knight), None));
    /// ```
    pub fn role(self, letter: &str) -> Option<Role> {
        Some(PIECES[self.letters.iter().position(|&other| other == letter)?])
    }

    /// Returns the names of the languages that have the same piece letters as this language. We search three
    /// tiers, the most common languages first, and stop after the first tier that contains one of these names.
    pub fn alike(self) -> Vec<&'static str> {
        names_where(|language| language.letters == self.letters)
    }
}
