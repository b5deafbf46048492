//! Finds the moves that the words of a game mean, in any notation and language.

use std::mem;

use shakmaty::{Chess, Move, Position, san::SanPlus};

use crate::lexer::{Word, decoded};
use san_strings_core::{
    Spelling, Vocabulary,
    language::{COMMON, Language},
    play::{play_listed, play_plain},
    reader::{Letters, Reading, between},
    refusal::Refusal,
    spelling::Deviation,
};

/// A ply that was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move and its SAN; `None` for a null move.
    pub played: Option<(Move, SanPlus)>,
    /// The differences between the word in the game and the SAN in `played`.
    pub differences: Vec<Deviation>,
}

impl Ply {
    /// Returns [`Reading::Mended`] if the word in the game is not the exact SAN of the move.
    pub fn mended(&self) -> Option<Reading> {
        let (m, san) = self.played?;
        let differences = self.differences.clone();
        (!differences.is_empty()).then_some(Reading::Mended { m, san, differences })
    }
}

/// The result of playing a game.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The piece letters with which the game was read.
    pub letters: Letters,
    /// The position after the last ply that was played.
    pub position: Chess,
    /// `Ok` if every word could be played. Otherwise, the reading of the first word that could not be
    /// played.
    pub end: Result<(), Reading>,
}

impl Replayed {
    /// Shortens the game to its first `ply` plies. `what` is the reading of the next word, which cannot be
    /// played.
    fn broken(
        self,
        start: &Chess,
        plies: &mut Vec<Ply>,
        (ply, what): (usize, Reading),
    ) -> Replayed {
        plies.truncate(ply);
        let mut position = start.clone();
        for ply in plies.iter() {
            match ply.played {
                Some((m, _)) => position.play_unchecked(m),
                None => position = position.clone().swap_turn().unwrap_or(position),
            }
        }
        Replayed { position, end: Err(what), ..self }
    }
}

/// Plays the words of a game, and writes the moves to `plies`. The ids of the words must come from
/// [`Vocabulary::occurring`].
///
/// We read the game with English piece letters first. If that fails, we try the language in which we can play
/// the most moves, but only if the game contains a letter of that language that English does not have.
/// Without this condition, an illegal `Rf3` would be read as a Finnish knight move.
///
/// In an English game, we accept a word with a foreign letter, such as `Sc6`, if the word can mean only one
/// legal move. A game counts as English in two cases:
///
/// - No other language lets us play more moves than English.
/// - Another language lets us play more moves than English, but two facts make this language unlikely. Only one
///   of the moves played in it has a piece letter that English does not have. And if we read the game in English
///   but accept foreign letters, we can play even more moves.
pub fn replay(start: &Chess, words: &[Word<'_>], plies: &mut Vec<Ply>) -> Replayed {
    let english = play_all(start, words, Letters::English, plies);
    if english.end.is_ok() {
        return match dutch(start, words).and_then(|others| differing(plies, &others)) {
            Some(differing) => english.broken(start, plies, differing),
            None => english,
        };
    }
    let until_foreign = (plies.clone(), english);
    let mut best = (mem::take(plies), until_foreign.1.clone());
    let mut ambiguous = None;
    for language in Language::ALL {
        let mut others = Vec::new();
        let replayed = play_all(start, words, Letters::Of(language), &mut others);
        if !is_told(&words[..others.len()], language) {
            continue;
        }
        if others.len() > best.0.len() {
            best = (others, replayed);
            ambiguous = None;
        } else if best.1.letters != Letters::English && others.len() == best.0.len() {
            ambiguous = ambiguous.or_else(|| differing(&best.0, &others));
        }
    }
    if let Letters::Of(language) = best.1.letters
        && tell(&words[..best.0.len()], language) == 1
    {
        let (mut mixed, english) = until_foreign;
        let replayed = play_on(english, words, &mut mixed);
        if mixed.len() > best.0.len() {
            *plies = mixed;
            return replayed;
        }
    }
    *plies = best.0;
    match ambiguous {
        Some(differing) => best.1.broken(start, plies, differing),
        None if best.1.letters == Letters::English => play_on(best.1, words, plies),
        None => best.1,
    }
}

/// Continues an English game at the first word that cannot be played with English piece letters. From there on,
/// accepts letters of other languages.
fn play_on(mut replayed: Replayed, words: &[Word<'_>], plies: &mut Vec<Ply>) -> Replayed {
    let list = Vocabulary::occurring();
    replayed.end = words[plies.len()..].iter().try_for_each(|word| {
        plies.push(play_mixed(&mut replayed.position, word, list)?);
        Ok(())
    });
    replayed
}

/// Plays a word of an English game. If the word is not a legal move in English, tries the piece letters of
/// other languages.
pub fn play_mixed(
    position: &mut Chess,
    word: &Word<'_>,
    list: &Vocabulary,
) -> Result<Ply, Reading> {
    play_word(position, word, Letters::English, list, position.is_check()).or_else(|why| {
        match Spelling::parse(&decoded(word.text)).foreign_on(position) {
            Some(Reading::Mended { m, san, differences }) => {
                position.play_unchecked(m);
                Ok(Ply { played: Some((m, san)), differences })
            }
            _ => Err(why),
        }
    })
}

/// Whether the words prove that the game is in `language`. A word counts if it contains a piece letter of this
/// language that is not an English piece letter. A common language needs one such word, and an uncommon
/// language needs two.
fn is_told(words: &[Word<'_>], language: Language) -> bool {
    let needed = if Language::ALL[..COMMON].contains(&language) { 1 } else { 2 };
    tell(words, language) >= needed
}

/// Counts the words whose piece letter belongs to this language, but not to English. Stops at 2.
fn tell(words: &[Word<'_>], language: Language) -> usize {
    let tells = |word: &&Word<'_>| Spelling::parse(&decoded(word.text)).tells(language);
    words.iter().filter(tells).take(2).count()
}

/// If a word of the game begins with `P`, plays the whole game in Dutch, where `P` is the knight. In English,
/// such a word may be a pawn move, so the game may have two readings. Returns `None` if no word begins with
/// `P`, or if the game cannot be played in Dutch.
fn dutch(start: &Chess, words: &[Word<'_>]) -> Option<Vec<Ply>> {
    words.iter().find(|word| word.id.is_none() && word.text.starts_with(b"P"))?;
    let language = Language::ALL.into_iter().find(|language| language.role("P").is_some())?;
    let mut plies = Vec::new();
    play_all(start, words, Letters::Of(language), &mut plies).end.is_ok().then_some(plies)
}

/// Returns the first ply where two readings of a game differ, and a [`Reading::Ambiguous`] with the SANs of
/// both moves.
fn differing(some: &[Ply], others: &[Ply]) -> Option<(usize, Reading)> {
    let ply = some.iter().zip(others).position(|(one, other)| one.played != other.played)?;
    let sans = [&some[ply], &others[ply]].into_iter().filter_map(|ply| Some(ply.played?.1));
    let sans: Vec<SanPlus> = sans.collect();
    let why = Refusal::AmbiguousSpelling { moves: sans.len() };
    Some((ply, Reading::Ambiguous { sans, why }))
}

fn play_all(start: &Chess, words: &[Word<'_>], letters: Letters, plies: &mut Vec<Ply>) -> Replayed {
    let list = Vocabulary::occurring();
    let mut position = start.clone();
    plies.clear();
    let mut end = Ok(());
    let mut is_check = position.is_check();
    for word in words {
        match play_word(&mut position, word, letters, list, is_check) {
            Ok(ply) => {
                is_check = ply.played.is_some_and(|(_, san)| san.suffix.is_some());
                plies.push(ply);
            }
            Err(what) => {
                end = Err(what);
                break;
            }
        }
    }
    Replayed { letters, position, end }
}

/// Plays a word, read with the piece letters of one language. The id of the word must come from `list`.
/// `is_check` says whether the side to move is in check. If the word is not a legal move, the error says what
/// the word means.
#[inline]
pub fn play_word(
    position: &mut Chess,
    word: &Word<'_>,
    letters: Letters,
    list: &Vocabulary,
    is_check: bool,
) -> Result<Ply, Reading> {
    let listed = word.id.filter(|_| letters == Letters::English).and_then(|id| list.san(id));
    let Some(san) = listed else { return play_spelled(position, word, letters) };
    let plain = play_plain(position, san.san, is_check);
    if let Some((m, suffix)) = plain
        && suffix == san.suffix
    {
        return Ok(Ply { played: Some((m, san)), differences: Vec::new() });
    }
    let plain = plain.map(|(m, suffix)| (m, SanPlus { suffix, ..san }));
    match plain.or_else(|| play_listed(position, san)) {
        Some((m, right)) => {
            let differences =
                if san == right { Vec::new() } else { between(position, m, san, right) };
            Ok(Ply { played: Some((m, right)), differences })
        }
        None => play_spelled(position, word, letters),
    }
}

/// Parses and plays a word that cannot be played by its id, because the word has no id, the piece letters are
/// not English, or the SAN with this id is not a legal move.
fn play_spelled(position: &mut Chess, word: &Word<'_>, letters: Letters) -> Result<Ply, Reading> {
    let text = decoded(word.text);
    let spelling = Spelling::parse(&text);
    let (played, differences) = match spelling.on_letters(position, letters) {
        Reading::Exact { m, san } => (Some((m, san)), Vec::new()),
        Reading::Mended { m, san, differences } => (Some((m, san)), differences),
        Reading::Null => (None, Vec::new()),
        other => return Err(why_not(position, &spelling, letters, other)),
    };
    if let Some((m, _)) = played {
        position.play_unchecked(m);
    } else {
        // A side cannot play a null move while it is in check.
        *position = position.clone().swap_turn().map_err(|_| Reading::Null)?;
    }
    Ok(Ply { played, differences })
}

/// Chooses the best explanation of why a word is not a legal move. In an English game, a word that is not a
/// move in English may be an illegal move in another language. In a game in another language, we try English
/// if the word has letters that the game's language lacks. If the word is not a move in English either, we
/// report that it is not a move.
fn why_not(
    position: &Chess,
    spelling: &Spelling<'_>,
    letters: Letters,
    reading: Reading,
) -> Reading {
    let Letters::Of(language) = letters else {
        if let Reading::NotAMove { .. } = reading
            && let illegal @ Reading::Illegal(_) = spelling.on(position)
        {
            return illegal;
        }
        return reading;
    };
    if spelling.is_of(language) {
        return reading;
    }
    match spelling.on_letters(position, Letters::English) {
        not_a_move @ Reading::NotAMove { .. } => not_a_move,
        _ => reading,
    }
}
