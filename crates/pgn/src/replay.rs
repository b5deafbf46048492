//! The moves of a game as they were played, however they are written.

use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::game::Word;
use san_strings_core::{
    Vocabulary,
    language::LANGUAGES,
    play::play,
    reader::{Letters, Reading, between, read_letters},
    spelling::Difference,
};

/// A word of a game, as it was played.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    /// The move and its SAN; `None` if the player passes.
    pub played: Option<(Move, SanPlus)>,
    /// How the word differs from that SAN.
    pub differences: Vec<Difference>,
}

impl Ply {
    /// What the word is, if it is a move.
    pub fn reading(&self) -> Option<Reading> {
        let (m, san) = self.played?;
        let differences = self.differences.clone();
        Some(if differences.is_empty() {
            Reading::Exact { m, san }
        } else {
            Reading::Mended { m, san, differences }
        })
    }
}

/// How a game was read.
#[derive(Debug)]
pub(super) struct Replayed {
    /// Whose letters the pieces have.
    pub letters: Letters,
    /// The position after the plies.
    pub position: Chess,
    /// What the word after the plies is, if it is no legal move.
    pub end: Result<(), Reading>,
}

/// Plays the words of a game, whose ids are those of [`Vocabulary::occurring`], and puts its plies into
/// `plies`. The letters of the pieces are those of English, or else those of another language, in which
/// the game can be read further.
pub(super) fn replay(start: &Chess, words: &[Word<'_>], plies: &mut Vec<Ply>) -> Replayed {
    let english = play_all(start, words, Letters::English, plies);
    if english.end.is_ok() {
        return english;
    }
    let texts = || words.iter().map(|word| String::from_utf8_lossy(word.text));
    let mut found: Option<(Vec<Ply>, Replayed)> = None;
    let mut is_ambiguous = false;
    for language in LANGUAGES {
        if !texts().all(|text| language.to_english(&text).is_some()) {
            continue;
        }
        let mut others = Vec::new();
        let replayed = play_all(start, words, Letters::Of(language), &mut others);
        match &found {
            Some((best, _)) if others.len() < best.len() => {}
            Some((best, _)) if others.len() == best.len() => {
                let moves = |plies: &[Ply]| plies.iter().map(|ply| ply.played).collect::<Vec<_>>();
                is_ambiguous |= moves(best) != moves(&others);
            }
            _ if others.len() > plies.len() => {
                found = Some((others, replayed));
                is_ambiguous = false;
            }
            _ => {}
        }
    }
    match found.filter(|_| !is_ambiguous) {
        Some((others, replayed)) => {
            *plies = others;
            replayed
        }
        None => english,
    }
}

/// Plays the words of a game in the letters of one language.
fn play_all(start: &Chess, words: &[Word<'_>], letters: Letters, plies: &mut Vec<Ply>) -> Replayed {
    let list = Vocabulary::occurring();
    let mut position = start.clone();
    plies.clear();
    let mut end = Ok(());
    for word in words {
        match play_word(&mut position, word, letters, list) {
            Ok(ply) => plies.push(ply),
            Err(what) => {
                end = Err(what);
                break;
            }
        }
    }
    Replayed { letters, position, end }
}

/// Plays a word, whose id is one of this list, in the letters of one language.
///
/// # Errors
///
/// What the word is, if it is no legal move.
#[inline]
pub(super) fn play_word(
    position: &mut Chess,
    word: &Word<'_>,
    letters: Letters,
    list: &Vocabulary,
) -> Result<Ply, Reading> {
    let listed = word.id.filter(|_| letters == Letters::English).and_then(|id| list.san(id));
    if let Some(san) = listed
        && let Some((m, right)) = play(position, san)
    {
        let differences = if san == right { Vec::new() } else { between(san, right) };
        return Ok(Ply { played: Some((m, right)), differences });
    }
    let text = String::from_utf8_lossy(word.text);
    let (played, differences) = match read_letters(position, &text, letters) {
        Reading::Exact { m, san } => (Some((m, san)), Vec::new()),
        Reading::Mended { m, san, differences } => (Some((m, san)), differences),
        Reading::Null => (None, Vec::new()),
        other => return Err(other),
    };
    if let Some((m, _)) = played {
        position.play_unchecked(m);
    } else {
        // In check, one cannot pass.
        *position = position.clone().swap_turn().map_err(|_| Reading::Null)?;
    }
    Ok(Ply { played, differences })
}
