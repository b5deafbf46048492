//! The moves of a game as they were played, however they are written.

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

/// A word of a game, as it was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move and its SAN; `None` if the player passes.
    pub played: Option<(Move, SanPlus)>,
    /// How the word differs from that SAN.
    pub differences: Vec<Deviation>,
}

impl Ply {
    /// What the word is, if it is a move that should be written otherwise.
    pub fn mended(&self) -> Option<Reading> {
        let (m, san) = self.played?;
        let differences = self.differences.clone();
        (!differences.is_empty()).then_some(Reading::Mended { m, san, differences })
    }
}

/// How far a game was played.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The letters of its pieces.
    pub letters: Letters,
    /// The position after the plies.
    pub position: Chess,
    /// What the word after the plies is, if it is no legal move.
    pub end: Result<(), Reading>,
}

impl Replayed {
    /// The same game up to a ply, whose word is this.
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

/// Plays the words of a game, whose ids are those of [`Vocabulary::occurring`], and puts its plies into
/// `plies`.
///
/// The game is read with English letters for the pieces first. If that fails, we try the language in which
/// it can be read furthest, but only if the game has a letter of that language that English lacks: otherwise
/// an illegal `Rf3` would become a Finnish knight's move. If English goes furthest, a single foreign
/// letter such as the `S` of `Sc6` is read where it can mean one legal move only; so it is if the other language
/// has no more than that letter, and English goes on behind it.
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

/// Plays a game on that is English up to a word which is not.
fn play_on(mut replayed: Replayed, words: &[Word<'_>], plies: &mut Vec<Ply>) -> Replayed {
    let list = Vocabulary::occurring();
    replayed.end = words[plies.len()..].iter().try_for_each(|word| {
        plies.push(play_mixed(&mut replayed.position, word, list)?);
        Ok(())
    });
    replayed
}

/// Plays a word of a game in English, whose letter may be one of another language.
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

/// Whether words tell that they are of a language: one has a letter that no piece has in English, or
/// two, if it is not a common one.
fn is_told(words: &[Word<'_>], language: Language) -> bool {
    let needed = if Language::ALL[..COMMON].contains(&language) { 1 } else { 2 };
    tell(words, language) >= needed
}

/// How many words have a letter that no piece has in English: none, one, or more.
fn tell(words: &[Word<'_>], language: Language) -> usize {
    let tells = |word: &&Word<'_>| Spelling::parse(&decoded(word.text)).tells(language);
    words.iter().filter(tells).take(2).count()
}

/// The plies of a whole game in the language whose knight is `P`, if a word begins with that: it may be
/// a pawn of English, too.
fn dutch(start: &Chess, words: &[Word<'_>]) -> Option<Vec<Ply>> {
    words.iter().find(|word| word.id.is_none() && word.text.starts_with(b"P"))?;
    let language = Language::ALL.into_iter().find(|language| language.role("P").is_some())?;
    let mut plies = Vec::new();
    play_all(start, words, Letters::Of(language), &mut plies).end.is_ok().then_some(plies)
}

/// The first ply at which two readings of a game differ, and what its word may be.
fn differing(some: &[Ply], others: &[Ply]) -> Option<(usize, Reading)> {
    let ply = some.iter().zip(others).position(|(one, other)| one.played != other.played)?;
    let sans = [&some[ply], &others[ply]].into_iter().filter_map(|ply| Some(ply.played?.1));
    let sans: Vec<SanPlus> = sans.collect();
    let why = Refusal::AmbiguousSpelling { moves: sans.len() };
    Some((ply, Reading::Ambiguous { sans, why }))
}

/// Plays the words of a game in the letters of one language.
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

/// Plays a word, whose id is one of this list, in the letters of one language. It is known whether the side to
/// move is in check. The error is what the word is, if it is no legal move.
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

/// The same for a word that is no listed string, or not that of a legal move.
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
        // In check, one cannot pass.
        *position = position.clone().swap_turn().map_err(|_| Reading::Null)?;
    }
    Ok(Ply { played, differences })
}

/// What a word is that is no legal move. One that the language does not have may be no move in any; one
/// that English does not have may be an illegal move of another.
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
