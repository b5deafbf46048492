//! Suggests legal moves for a word that cannot be played.

use std::{cmp::Reverse, fmt};

use san_strings_core::{Reading, Slip, Vocabulary, reader::Letters};
use shakmaty::{Chess, Move, Position, Role, san::SanPlus};

use super::replay::{play_mixed, play_word};
use crate::lexer::{Word, decoded};

/// A legal move that the writer of an invalid word may have meant, and how much of the line can be played
/// after the move.
///
/// ```
/// use san_strings_pgn::Linter;
///
/// let [finding] = &Linter::default().findings(b"1. e4 e5 2. Ng3 Nc6 3. Bb5 *")[..] else { panic!("one") };
/// let [first, ..] = &finding.suggestions[..] else { panic!("at least one") };
/// assert_eq!(first.to_string(), "Nf3 (then both moves that follow are legal)");
/// assert_eq!((first.follows, first.of), (2, 2));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The move.
    pub m: Move,
    /// The SAN of the move.
    pub san: SanPlus,
    /// How the word differs from the move.
    pub slip: Slip,
    /// How many words in the rest of the line can be played after this move, up to the first word that cannot.
    pub follows: usize,
    /// Number of words in the rest of the line.
    pub of: usize,
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Suggestion { san, follows, of, .. } = self;
        match (*follows, *of) {
            (_, 0) => write!(f, "{san}"),
            (1, 1) => write!(f, "{san} (then the move that follows is legal)"),
            (2, 2) => write!(f, "{san} (then both moves that follow are legal)"),
            (follows, of) if follows == of => {
                write!(f, "{san} (then all {of} moves that follow are legal)")
            }
            (follows, of) => {
                let are = if follows == 1 { "is" } else { "are" };
                write!(f, "{san} (then {follows} of {of} moves that follow {are} legal)")
            }
        }
    }
}

/// Returns the legal moves that the writer of an invalid word may have meant. `rest` contains the words that
/// follow in the main line or variation. Sorts the suggestions by how many of these words can be played after
/// each suggestion, highest number first. Ties are broken by similarity to the invalid word.
pub fn suggest<'a>(
    position: &Chess,
    word: &Word<'_>,
    reading: &Reading,
    letters: Letters,
    rest: &(impl Iterator<Item = &'a Word<'a>> + Clone),
) -> Vec<Suggestion> {
    // A suggestion must not capture a king that an illegal move left in check.
    let near = reading.suggestions(position, &decoded(word.text), letters).into_iter();
    let near = near.filter(|it| it.m.capture() != Some(Role::King));
    let of = rest.clone().count();
    let mut all: Vec<Suggestion> = near
        .map(|it| {
            let mut after = position.clone();
            after.play_unchecked(it.m);
            let follows = playable(after, rest.clone(), letters);
            Suggestion { m: it.m, san: it.san, slip: it.slip, follows, of }
        })
        .collect();
    all.sort_by_key(|it| Reverse(it.follows));
    all
}

/// Counts the words before the first one that cannot be played.
fn playable<'a>(
    mut position: Chess,
    words: impl Iterator<Item = &'a Word<'a>>,
    letters: Letters,
) -> usize {
    let list = Vocabulary::occurring();
    let plays = |word: &&Word<'_>| match letters {
        Letters::Of(_) => {
            let is_check = position.is_check();
            play_word(&mut position, word, letters, list, is_check).is_ok()
        }
        _ => play_mixed(&mut position, word, list).is_ok(),
    };
    words.take_while(plays).count()
}
