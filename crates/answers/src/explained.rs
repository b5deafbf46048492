//! Explains, without a position, what a text means as a move.

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

/// The explanation of a text: whether it is SAN, and whether it occurs in a game.
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
    /// The text is not SAN.
    NotSan {
        /// The text.
        text: Vec<u8>,
        /// The syntax error.
        error: SyntaxError,
        /// What the text is instead of a move, such as a result or a null move. `None` if we do not recognize
        /// the text.
        other: Option<String>,
        /// The SANs that the text may mean.
        readings: Vec<Meaning>,
        /// The moves, if the text consists of several moves.
        moves: Vec<String>,
    },
    /// The text is SAN, but cannot occur in any game.
    CannotOccur {
        /// The string.
        san: SanPlus,
        /// Why it cannot occur.
        reason: Reason,
    },
    /// The string occurs in a game.
    Occurs {
        /// The shortest game that we know.
        game: ShortestGame<'a>,
        /// Why no game with this string has fewer plies than `game.at_least`.
        why: Why,
        /// The last move of the game, and the position before this move.
        example: Example,
    },
}

impl<'a> Explained<'a> {
    /// Explains a text. `game` looks up the shortest game for a string that occurs. Returns `None` if the
    /// string occurs but `game` returns `None` or an invalid game.
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

    /// Explains a SAN.
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

    /// The output of `explain --format json`. `count` is the number of times the string was played on
    /// lichess.org.
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

    /// Data for a board diagram of the answer.
    ///
    /// For a string that occurs:
    ///
    /// - `companions`: the squares of other pieces of the same kind that could legally go to the to-square.
    /// - `game`: each move as SAN and UCI, with the position after it.
    ///
    /// For a string that cannot occur:
    ///
    /// - `to`: the to-square.
    /// - `named`: the eight squares on the file or rank that the string names, or the one square if it names
    ///   both. Empty if the string names neither a file nor a rank.
    /// - `origins`: each square from which a piece of the named type could make the move on an empty board. The
    ///   letter of the piece comes first, as in `Nb1` and `pd7`.
    /// - `placement`: an object with `men` and `attacks` if the move can be played but never gives check;
    ///   otherwise `null`. `men` contains the moving piece, then its companions. `attacks` contains the
    ///   squares that the moving piece attacks after the move.
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

/// Returns the name of the part of the table of shortest games that contains this string: the to-square of the
/// string, or `castling`. The npm package splits the table into these parts.
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

/// Describes a text that is not a move, such as a result. Returns `None` for an unknown kind of text.
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

/// Writes the reason as JSON: a sentence for people, and the facts in it as fields for programs.
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
