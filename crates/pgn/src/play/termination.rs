//! Finds out how a game ended, from its last position, its tag `Termination`, and the comments after its last
//! move.

use shakmaty::{Chess, Color, KnownOutcome, Outcome, Position};

use super::replay::Ply;
use crate::game::PgnGame;
use san_strings_core::names;

names! {
    /// How a game ended, for example by mate or by resignation. For the winner, see the result of the game.
    ///
    /// ```
    /// use san_strings_pgn::Termination;
    ///
    /// assert_eq!("fifty moves".parse(), Ok(Termination::FiftyMoves));
    /// assert_eq!(Termination::default().name(), "unknown");
    /// ```
    #[derive(Default)]
    Termination {
        /// We do not know how the game ended.
        #[default]
        Unknown = "unknown",
        /// The last move gives checkmate.
        Checkmate = "checkmate",
        /// The side to move has no legal move, and is not in check.
        Stalemate = "stalemate",
        /// A player resigned.
        Resignation = "resignation",
        /// A player's time ran out. The game is a draw if the opponent cannot mate.
        Time = "time",
        /// The players agreed to a draw.
        Agreement = "agreement",
        /// Threefold repetition.
        Repetition = "repetition",
        /// Fifty moves by each side without a capture or a pawn move.
        FiftyMoves = "fifty moves",
        /// Neither side has the material to mate.
        InsufficientMaterial = "insufficient material",
        /// A player left the game.
        Abandoned = "abandoned",
        /// An arbiter decided the result.
        Adjudication = "adjudication",
        /// A player broke the rules.
        RulesInfraction = "rules infraction",
    }
}

/// Phrases that name a termination. If a text contains several, the one that is first in this list decides, so
/// `timeout vs insufficient material` counts as [`Termination::Time`].
const WORDS: [(&str, Termination); 28] = [
    ("stalemate", Termination::Stalemate),
    ("checkmate", Termination::Checkmate),
    ("on time", Termination::Time),
    ("time forfeit", Termination::Time),
    ("timeout", Termination::Time),
    ("time out", Termination::Time),
    ("out of time", Termination::Time),
    ("flag f", Termination::Time),
    ("resign", Termination::Resignation),
    ("agree", Termination::Agreement),
    ("repetition", Termination::Repetition),
    ("50-move", Termination::FiftyMoves),
    ("50 move", Termination::FiftyMoves),
    ("fifty", Termination::FiftyMoves),
    ("insufficient", Termination::InsufficientMaterial),
    ("mating material", Termination::InsufficientMaterial),
    ("abandon", Termination::Abandoned),
    ("disconnect", Termination::Abandoned),
    ("stalled", Termination::Abandoned),
    ("left the game", Termination::Abandoned),
    ("death", Termination::Abandoned),
    ("emergency", Termination::Abandoned),
    ("forfeit", Termination::Abandoned),
    ("adjudicat", Termination::Adjudication),
    ("infraction", Termination::RulesInfraction),
    ("illegal", Termination::RulesInfraction),
    ("cheat", Termination::RulesInfraction),
    ("fair play", Termination::RulesInfraction),
];

/// We ignore a comment with one of these words, because it may be about something that did not happen, as in
/// `White should resign`.
const NOT: [&str; 12] = [
    "not", "n't", "could", "should", "would", "might", "must", "avoid", "declin", "refus", "if ",
    "?",
];

/// If a comment has more words than this, we do not read from it how the game ended, because longer comments
/// discuss more than the end of the game.
const WORDS_OF_COMMENT: usize = 10;

impl Termination {
    /// Determines how a game ended. `played` holds the positions before and after `plies`. If `played` is
    /// `None`, we rely on tags, comments and a `#` after the last move.
    #[doc(hidden)]
    pub fn of(game: &PgnGame<'_>, played: Option<(&Chess, &Chess)>, plies: &[Ply]) -> Termination {
        if let Some((_, end)) = played {
            if end.is_checkmate() {
                return Termination::Checkmate;
            } else if end.is_stalemate() {
                return Termination::Stalemate;
            }
        } else if game.moves.last().is_some_and(|word| word.text.ends_with(b"#")) {
            return Termination::Checkmate;
        }
        let tag = game.tags.get("Termination").unwrap_or_default();
        let fits = |named: &Termination| named.fits(game.result, played.is_some());
        let named = named(of_tag(&tag)).filter(fits);
        let named = named.filter(|_| !contradicts(&tag, game.result));
        if let Some(named) = named.or_else(|| of_comment(game).filter(fits)) {
            return named;
        }
        let is_draw = game.result == Some(Outcome::Known(KnownOutcome::Draw));
        let of_rules =
            played.filter(|_| is_draw).and_then(|(start, end)| of_rules(start, end, plies));
        let is_normal = tag.trim().eq_ignore_ascii_case("normal");
        of_rules.unwrap_or(match game.result {
            // `normal` means that the game ended on the board, by agreement or by resignation. Above, we
            // have found no mate, stalemate or other ending on the board. So in a drawn game, the players
            // agreed to the draw, and in a decisive game, the loser resigned.
            Some(Outcome::Known(KnownOutcome::Draw)) if is_normal => Termination::Agreement,
            Some(Outcome::Known(_)) if is_normal => Termination::Resignation,
            _ => Termination::Unknown,
        })
    }

    /// Whether a game with this result can have this termination. If the last position is known (`is_known`),
    /// `of` has already found that it is neither checkmate nor stalemate.
    fn fits(self, result: Option<Outcome>, is_known: bool) -> bool {
        let is_draw =
            matches!(result, None | Some(Outcome::Unknown | Outcome::Known(KnownOutcome::Draw)));
        let is_won = result != Some(Outcome::Known(KnownOutcome::Draw));
        match self {
            Termination::Checkmate => is_won && !is_known,
            Termination::Stalemate => is_draw && !is_known,
            Termination::Resignation => is_won,
            Termination::Agreement
            | Termination::Repetition
            | Termination::FiftyMoves
            | Termination::InsufficientMaterial => is_draw,
            _ => true,
        }
    }
}

/// Removes the beginning of a tag `Termination`, up to and including the word `won` or `drawn`: `Carlsen won by
/// resignation` becomes `by resignation`.
fn of_tag(tag: &str) -> &str {
    let verbs = [" won ", " drawn "];
    let ends = verbs.iter().filter_map(|verb| Some(tag.rfind(verb)? + verb.len()));
    ends.max().map_or(tag, |end| &tag[end..])
}

/// Whether a text contradicts the result: for example, it says `White resigns`, but White won.
fn contradicts(text: &str, result: Option<Outcome>) -> bool {
    let text = text.to_ascii_lowercase();
    let mut words =
        text.split(|char: char| !char.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let color = match words.next() {
        Some("white") => Color::White,
        Some("black") => Color::Black,
        _ => return false,
    };
    let verb = words.find(|word| *word != "s").unwrap_or_default();
    let is = |verbs: &[&str]| verbs.iter().any(|start| verb.starts_with(start));
    let winner = match result {
        Some(Outcome::Known(outcome)) => outcome.winner(),
        _ => return false,
    };
    // A player who runs out of time does not always lose: the game may be a draw.
    is(&["won", "win"]) && winner != Some(color)
        || is(&["resign", "los", "forfeit", "flag", "ran", "run", "abandon", "disconnect"])
            && winner == Some(color)
}

fn named(text: &str) -> Option<Termination> {
    let text = text.to_ascii_lowercase();
    WORDS.iter().find(|(word, _)| text.contains(word)).map(|&(_, named)| named)
}

/// Returns the termination named by a comment after the last move.
fn of_comment(game: &PgnGame<'_>) -> Option<Termination> {
    let comments = game.comments.iter().rev().take_while(|comment| comment.ply == game.moves.len());
    let texts = comments.map(|comment| String::from_utf8_lossy(comment.text));
    texts
        .filter(|text| text.split_ascii_whitespace().count() <= WORDS_OF_COMMENT)
        .filter(|text| !contradicts(text, game.result))
        .filter(|text| !NOT.iter().any(|not| text.to_ascii_lowercase().contains(not)))
        .find_map(|text| named(&text))
}

/// Returns the rule that makes the last position a draw, or lets a player claim a draw there.
fn of_rules(start: &Chess, end: &Chess, plies: &[Ply]) -> Option<Termination> {
    if end.is_insufficient_material() {
        return Some(Termination::InsufficientMaterial);
    }
    if end.halfmoves() >= 100 {
        return Some(Termination::FiftyMoves);
    }
    let mut position = start.clone();
    let mut times = usize::from(start == end);
    for (m, _) in plies.iter().filter_map(|ply| ply.played) {
        position.play_unchecked(m);
        times += usize::from(&position == end);
    }
    (times >= 3).then_some(Termination::Repetition)
}
