//! What there is to say of a text without a position.

use san_strings_core::{
    Example, Reason, SanStr, SyntaxError,
    english::role_name,
    excerpt::excerpt,
    explanation::explain_parts,
    fen::fen_of,
    parse,
    refusal::other_than_a_move,
    spelling::{Meaning, NULL, meanings, several},
};
use san_strings_games::{Obstacle, ShortestGame, Why};
use serde_json::{Value, json};
use shakmaty::san::{San, SanPlus};

use crate::board;

/// What there is to say of a text: whether it is SAN, and whether that occurs.
///
/// ```
/// use san_strings_answers::{Explained, san_strings_games::ShortestGames};
///
/// let games = ShortestGames::new("san\tplies\tat_least\tmoves\twhy\nQh4#\t4\t4\tf3 e5 g4 Qh4#\tall\n");
/// let explain = |text: &str| Explained::of(text.as_bytes(), |san| games.game(san)).expect("known");
/// assert_eq!(explain("Qh4#").json(8_084_432)["moves"], "f3 e5 g4 Qh4#");
/// assert_eq!(explain("Qa1a8").json(0)["verdict"], "cannot_occur");
/// assert_eq!(explain("Sf3").json(0)["readings"][0]["san"], "Nf3");
/// ```
#[derive(Clone, Debug)]
pub enum Explained<'a> {
    /// It is no SAN.
    NotSan {
        /// The text.
        text: Vec<u8>,
        /// Why not.
        error: SyntaxError,
        /// What else it is, if that has a name.
        other: Option<String>,
        /// What it means.
        readings: Vec<Meaning>,
        /// The moves, if it is more than one.
        moves: Vec<String>,
    },
    /// It is SAN, and no game has it.
    CannotOccur {
        /// The string.
        san: SanPlus,
        /// Why not.
        reason: Reason,
    },
    /// A game has it.
    Occurs {
        /// The shortest game known.
        game: ShortestGame<'a>,
        /// Why no game is shorter.
        why: Why,
        /// Its last move, and the position before that.
        example: Example,
    },
}

impl<'a> Explained<'a> {
    /// What there is to say of a text. `game` gives the game of a string that occurs; `None` if it has none that
    /// holds.
    pub fn of(
        text: &[u8],
        game: impl FnOnce(SanPlus) -> Option<ShortestGame<'a>>,
    ) -> Option<Explained<'a>> {
        parse(text).map_or_else(
            |error| {
                let plain = str::from_utf8(text).unwrap_or_default();
                let moves = several(plain).unwrap_or_default();
                Some(Explained::NotSan {
                    text: text.to_owned(),
                    error,
                    other: other(plain),
                    readings: meanings(plain),
                    moves: moves.iter().map(ToString::to_string).collect(),
                })
            },
            |san| Explained::of_san(san, game),
        )
    }

    /// What there is to say of a SAN.
    pub fn of_san(
        san: SanPlus,
        game: impl FnOnce(SanPlus) -> Option<ShortestGame<'a>>,
    ) -> Option<Explained<'a>> {
        if let Some(reason) = Reason::of(san) {
            return Some(Explained::CannotOccur { san, reason });
        }
        let game = game(san)?;
        Some(Explained::Occurs { game, why: game.why()?, example: game.example()? })
    }

    /// What `explain --format json` prints. `count` says how often lichess.org has the string.
    pub fn json(&self, count: u64) -> Value {
        match self {
            Explained::NotSan { text, error, other, readings, moves } => json!({
                "text": str::from_utf8(text).map_or_else(|_| excerpt(text), ToOwned::to_owned),
                "verdict": "not_san",
                "error": error.to_string(),
                "other": other,
                "readings": readings.iter().map(meaning).collect::<Value>(),
                "moves": moves,
            }),
            Explained::CannotOccur { san, reason } => json!({
                "san": *SanStr::from(*san),
                "verdict": "cannot_occur",
                "reason": reason.to_string(),
                "proof": reason.proof(),
            }),
            Explained::Occurs { game, why, example } => json!({
                "san": game.san,
                "verdict": "occurs",
                "fen": fen_of(&example.position),
                "plies": game.plies,
                "at_least": game.at_least,
                "known": game.known_in_words(),
                "proven": game.is_shortest(),
                "why": why_as_json(why),
                "moves": game.moves,
                "parts": explain_parts(example),
                "lichess_count": count,
            }),
        }
    }

    /// What a picture of the answer shows.
    ///
    /// - Of a string that occurs: the `companions`, the squares of the other pieces that could have made the move; and the
    ///   `game`, each move as SAN and UCI with the position after it.
    /// - Of one that cannot: the square that it goes `to`; the squares `named`, if it names a file or a rank; the
    ///   `origins`, each man of that kind that could come from somewhere on an empty board, as `Nb1` or `pd7`; and if the move can be played, but gives no check, `placement`: its `men`, the one that moves
    ///   first, and the squares that it `attacks` then.
    ///
    /// ```
    /// use san_strings_answers::Explained;
    ///
    /// let found = Explained::of(b"Nbh5", |_| None).expect("it cannot occur");
    /// assert_eq!(found.board()["origins"], serde_json::json!(["Ng3", "Nf4", "Nf6", "Ng7"]));
    /// ```
    pub fn board(&self) -> Value {
        match self {
            Explained::NotSan { .. } => json!({}),
            Explained::CannotOccur { san, .. } => board::of_impossible(*san),
            Explained::Occurs { game, example, .. } => board::of_game(*game, example),
        }
    }
}

/// The part of the table of shortest games that has a string, where it comes in parts: its to-square, or `castling`.
///
/// ```
/// use san_strings_answers::{san_strings_core::parse, table_part};
///
/// assert_eq!(table_part(parse("exd8=Q#")?), "d8");
/// # Ok::<_, san_strings_answers::san_strings_core::SyntaxError>(())
/// ```
pub fn table_part(san: SanPlus) -> String {
    match san.san {
        San::Normal { to, .. } => to.to_string(),
        _ => "castling".to_owned(),
    }
}

/// What a text is, if it is something else than a move and has a name.
fn other(text: &str) -> Option<String> {
    if NULL.contains(&text) {
        return Some("it is a null move".to_owned());
    }
    other_than_a_move(text).map(|why| why.to_string())
}

fn meaning(meaning: &Meaning) -> Value {
    let differences = meaning.differences.iter();
    let differences = differences.map(|it| json!({ "kind": it.name(), "text": it.to_string() }));
    json!({ "san": meaning.san.to_string(), "with": differences.collect::<Value>() })
}

/// The reason with its numbers, and as the sentence for people.
fn why_as_json(why: &Why) -> Value {
    let mut json = json!({ "reason": why.name(), "text": why.to_string() });
    match why {
        Why::All { searched } | Why::Prospects { searched } => json["searched"] = json!(searched),
        Why::Plan { count, to } => {
            (json["from"], json["to"]) = (json!(count.plies), json!(to));
        }
        Why::Way { count, from, to, .. } => {
            (json["from"], json["to"]) = (json!(from), json!(to));
            let obstacles = why.obstacles().map(|(ply, found)| {
                let names: Vec<_> = found.iter().map(Obstacle::name).collect();
                json!({ "ply": ply, "obstacles": names })
            });
            json["obstacles"] = obstacles.collect();
            if count.is_none() {
                json["searched"] = json!(from - 1);
            }
        }
        _ => {}
    }
    if let Why::Count(bound)
    | Why::Way { count: Some(bound), .. }
    | Why::Plan { count: bound, .. } = why
    {
        let men = bound.men.iter().filter(|man| man.moves > 0).map(|man| {
            json!({
                "role": role_name(man.role),
                "square": man.square.to_string(),
                "moves": man.moves,
                "promoted": man.is_promoted,
            })
        });
        json["side"] = json!(bound.color.to_string());
        json["moves"] = json!(bound.moves);
        json["men"] = men.collect();
    }
    json
}
