//! The data of the page: its sentences about each string, and its pictures.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
};

use serde_json::{Value, json};
use shakmaty::{
    Bitboard, Board, File, Piece, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

use super::{
    moves::{LETTERS, game, letter, letters},
    rules::{BETWEEN_MOVES, LONGEST, LONGEST_MOVES, Mode, Rule, steps},
};
use san_strings::{LICHESS_SOURCE, lichess_counts, shortest_games};
use san_strings_core::{
    Reason, Vocabulary,
    explanation::explain_parts,
    geometry::origins,
    occurrence::{Placement, placements},
    spelling::Difference,
};
use san_strings_databases::Counts;
use san_strings_games::replay;

/// The names of the scripts of the data. The first defines `DATA`, with all that the search field and
/// the lists need. The others add what there is to say of the strings of one place.
pub fn names() -> impl Iterator<Item = String> {
    let places = places().into_keys().map(|place| format!("squares/{place}.js"));
    ["data.js".to_owned()].into_iter().chain(places)
}

/// The scripts, in the order of their names. Tables are texts with a line a row and tabs between the columns.
/// Sentences are numbers of lines of `sentences` of the same script, in hexadecimal digits.
pub fn texts() -> impl Iterator<Item = String> {
    let counts = lichess_counts();
    let mut details = places();
    let strings = strings(&counts, &mut details);
    impossible(&mut details);
    unchecking(&mut details);
    let index = [
        ("strings", strings),
        ("origins", all_origins()),
        ("letters", LETTERS.to_owned()),
        ("start", initial_board()),
        ("source", LICHESS_SOURCE.to_owned()),
        ("total", counts.total().to_string()),
    ];
    let index = format!(
        "{STRICT}var DATA = {{\n{}squares: {{}},\nrules: {}\n}};\n",
        fields(index),
        rules()
    );
    let details = details.into_iter().map(|(place, details)| {
        let Details { strings, impossible, unchecking, sentences } = details;
        let tables = fields([
            ("strings", strings),
            ("impossible", impossible),
            ("unchecking", unchecking),
            ("sentences", sentences.text),
        ]);
        format!("{STRICT}DATA.squares[\"{place}\"] = {{\n{tables}}};\n")
    });
    [index].into_iter().chain(details)
}

const STRICT: &str = "\"use strict\";\n";

/// Texts with their names, as fields of an object.
fn fields<const N: usize>(texts: [(&str, String); N]) -> String {
    let mut fields = String::new();
    for (name, text) in texts {
        // Nothing in them needs an escape.
        assert!(!text.contains(['`', '\\', '$']), "{name}");
        // Writing to a `String` cannot fail.
        let _ = writeln!(fields, "{name}: `{}`,", text.trim_end());
    }
    fields
}

/// What there is to say of the strings of a place.
#[derive(Default)]
struct Details {
    strings: String,
    impossible: String,
    unchecking: String,
    sentences: Sentences,
}

/// The to-square of a string, or `castling`.
fn place(san: San) -> String {
    match san {
        San::Normal { to, .. } => to.to_string(),
        _ => CASTLING.to_owned(),
    }
}

const CASTLING: &str = "castling";

/// All places, with nothing said yet.
fn places() -> BTreeMap<String, Details> {
    let squares = Square::ALL.map(|square| square.to_string());
    let places = squares.into_iter().chain([CASTLING.to_owned()]);
    places.map(|place| (place, Details::default())).collect()
}

/// Sentences, each written once.
#[derive(Default)]
struct Sentences {
    numbers: HashMap<String, usize>,
    text: String,
}

impl Sentences {
    /// The numbers of sentences.
    fn numbers(&mut self, sentences: impl IntoIterator<Item = String>) -> String {
        let mut numbers = Vec::new();
        for sentence in sentences {
            let next = self.numbers.len();
            let number = *self.numbers.entry(sentence).or_insert_with_key(|sentence| {
                self.text.extend([sentence, "\n"]);
                next
            });
            numbers.push(format!("{number:x}"));
        }
        numbers.join(" ")
    }
}

/// The strings that occur: the string, the fewest plies of any game, those of the shortest known game, and
/// how often it is played. Of each place: the string, the companions, what there is to say, and that game.
fn strings(counts: &Counts, details: &mut BTreeMap<String, Details>) -> String {
    let games = shortest_games();
    let mut index = String::new();
    for (found, replay) in games.replays() {
        let san = replay.sans.last().expect("a game has moves");
        let example = replay::last(&replay.moves).expect("a game has moves");
        let why = found.why().expect("the table was verified");
        let mut words = vec![found.known_in_words(), why.to_string()];
        words.extend(explain_parts(&example));
        let (plies, times) = (found.plies, counts.of(found.san));
        let _ = writeln!(index, "{san}\t{}\t{plies}\t{times}", found.at_least);
        let Details { strings, sentences, .. } = details.entry(place(san.san)).or_default();
        let companions = letters(example.companions());
        let words = sentences.numbers(words);
        let _ = writeln!(strings, "{san}\t{companions}\t{words}\t{}", game(&replay));
    }
    index
}

/// The base strings that cannot occur, and why. Those of pieces are without captures, whose
/// reasons are the same.
fn impossible(details: &mut BTreeMap<String, Details>) {
    let mut add = |san: San| {
        if let Some(reason) = Reason::of(SanPlus { san, suffix: None }) {
            let Details { impossible, sentences, .. } = details.entry(place(san)).or_default();
            let words = sentences.numbers(in_words(reason));
            let _ = writeln!(impossible, "{san}\t{words}");
        }
    };
    for to in Square::ALL {
        for role in PIECES {
            for file in or_none(File::ALL) {
                for rank in or_none(Rank::ALL) {
                    add(San::Normal { role, file, rank, capture: false, to, promotion: None });
                }
            }
        }
        for file in or_none(File::ALL) {
            for promotion in or_none(PROMOTIONS) {
                add(pawn_move(file, to, promotion));
            }
        }
    }
}

/// The base strings whose move never gives check, and why: the men of one way to play it, the one
/// that moves first, and the squares that it attacks then.
fn unchecking(details: &mut BTreeMap<String, Details>) {
    for base in Vocabulary::base().sans() {
        let check = SanPlus { suffix: Some(Suffix::Check), ..base };
        let Some(reason) = Reason::of(check) else {
            continue;
        };
        let Details { unchecking, sentences, .. } = details.entry(place(base.san)).or_default();
        let words = sentences.numbers(in_words(reason));
        let placement = placements(base.san).next().expect("the move can be played");
        let men = [Bitboard::from(placement.from), placement.companions];
        let men: String = men.map(|squares| men_on(placement, squares)).concat();
        let attacked = letters(placement.attacked_after());
        let _ = writeln!(unchecking, "{base}\t{words}\t{men}\t{attacked}");
    }
}

/// For the letter of a man and a to-square, such as `Qa8`: each man of that kind that could come
/// from somewhere on an empty board.
fn all_origins() -> String {
    let mut table = String::new();
    for to in Square::ALL {
        for role in PIECES {
            let letter_of = role.upper_char();
            let men = origins(role, to).into_iter();
            let men: String = men.flat_map(|square| [letter_of, letter(square)]).collect();
            let _ = writeln!(table, "{letter_of}{to}\t{men}");
        }
        let promotion = Bitboard::BACKRANKS.contains(to).then_some(Role::Queen);
        let men = or_none(File::ALL).flat_map(|file| placements(pawn_move(file, to, promotion)));
        let men: String = men.map(|placement| men_on(placement, placement.from.into())).collect();
        let _ = writeln!(table, "P{to}\t{men}");
    }
    table
}

/// The rules by which texts that are not SAN are read, and where several moves are cut, as JSON.
fn rules() -> String {
    let named = |difference: Difference| (difference.name(), difference.to_string());
    let rule = |rule: &Rule| {
        let Rule { pattern, replacement, from, must, difference } = rule;
        let (kind, text) = named(*difference);
        json!([pattern, replacement, from, *must as u8, kind, text])
    };
    let step = |(mode, rules): &(Mode, Vec<Rule>)| {
        json!([*mode == Mode::Add, rules.iter().map(rule).collect::<Value>()])
    };
    json!({
        "steps": steps().iter().map(step).collect::<Value>(),
        "between": BETWEEN_MOVES,
        "longest": LONGEST,
        "longestMoves": LONGEST_MOVES,
        "origin": Difference::LongAlgebraic.name(),
        "wrong": named(Difference::WrongOrigin),
    })
    .to_string()
}

/// The initial board: the men from a1 to h8, as in FEN, and dots.
fn initial_board() -> String {
    let board = Board::default();
    let men = Square::ALL.map(|square| board.piece_at(square).map_or('.', Piece::char));
    men.into_iter().collect()
}

/// Nothing, and each of these.
fn or_none<T, const N: usize>(values: [T; N]) -> impl Iterator<Item = Option<T>> {
    [None].into_iter().chain(values.map(Some))
}

/// A reason, and what proves it.
fn in_words(reason: Reason) -> impl Iterator<Item = String> {
    [reason.to_string()].into_iter().chain(reason.proof())
}

/// Men like the one that moves, on these squares.
fn men_on(placement: Placement, squares: Bitboard) -> String {
    let man = placement.piece.char();
    squares.into_iter().flat_map(|square| [man, letter(square)]).collect()
}

fn pawn_move(file: Option<File>, to: Square, promotion: Option<Role>) -> San {
    San::Normal { role: Role::Pawn, file, rank: None, capture: file.is_some(), to, promotion }
}

const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
