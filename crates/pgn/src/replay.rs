//! The moves of a game as they were played, however they are written.

use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    game::Word,
    letters::{spaced_castling, spelled},
};
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

/// Plays the words of a game, whose ids are those of [`Vocabulary::occurring`], and puts its plies into
/// `plies`. The letters of the pieces are those of English, or else those of another language, in which
/// the game can be read further.
///
/// # Errors
///
/// What the word after the plies is, if it is no legal move.
pub(super) fn replay(
    start: &Chess,
    words: &[Word<'_>],
    plies: &mut Vec<Ply>,
) -> Result<(), Reading> {
    let Err(what) = play_all(start, words, Letters::English, plies) else {
        return Ok(());
    };
    let texts = || words.iter().map(|word| spelled(word.text));
    let mut found: Option<(Vec<Ply>, Result<(), Reading>)> = None;
    let mut is_ambiguous = false;
    for language in LANGUAGES {
        if !texts().all(|text| language.to_english(&text).is_some()) {
            continue;
        }
        let mut others = Vec::new();
        let end = play_all(start, words, Letters::Of(language), &mut others);
        match &found {
            Some((best, _)) if others.len() < best.len() => {}
            Some((best, _)) if others.len() == best.len() => {
                let moves = |plies: &[Ply]| plies.iter().map(|ply| ply.played).collect::<Vec<_>>();
                is_ambiguous |= moves(best) != moves(&others);
            }
            _ if others.len() > plies.len() => {
                found = Some((others, end));
                is_ambiguous = false;
            }
            _ => {}
        }
    }
    match found.filter(|_| !is_ambiguous) {
        Some((others, end)) => {
            *plies = others;
            end
        }
        None => Err(what),
    }
}

/// Plays the words of a game in the letters of one language.
fn play_all(
    start: &Chess,
    words: &[Word<'_>],
    letters: Letters,
    plies: &mut Vec<Ply>,
) -> Result<(), Reading> {
    let list = Vocabulary::occurring();
    let mut position = start.clone();
    plies.clear();
    for word in words {
        let listed = word.id.filter(|_| letters == Letters::English).and_then(|id| list.san(id));
        if let Some(san) = listed
            && let Some((m, right)) = play(&mut position, san)
        {
            let differences = if san == right { Vec::new() } else { between(san, right) };
            plies.push(Ply { played: Some((m, right)), differences });
            continue;
        }
        let text = spelled(word.text);
        let (played, mut differences) = match read_letters(&position, &text, letters) {
            Reading::Exact { m, san } => (Some((m, san)), Vec::new()),
            Reading::Mended { m, san, differences } => (Some((m, san)), differences),
            Reading::Null => (None, Vec::new()),
            other => return Err(other),
        };
        if spaced_castling(word.text).is_some() {
            differences.push(Difference::Spaces);
        }
        if let Some((m, _)) = played {
            position.play_unchecked(m);
        } else {
            // In check, one cannot pass.
            position = position.swap_turn().map_err(|_| Reading::Null)?;
        }
        plies.push(Ply { played, differences });
    }
    Ok(())
}
