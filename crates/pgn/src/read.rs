//! Reads the games of a text as structs that own their strings and moves, for users of this crate.

use san_strings_core::{Vocabulary, reader::Reading};
use shakmaty::{Color, Outcome, Position, san::SanPlus, uci::UciMove};
use thiserror::Error;

use crate::{
    game::{Evaluation, PgnGame, PgnReader, Wanted},
    lexer::decoded,
    lint::Extent,
    play::{Fault, Ply, replay, start_of},
};

/// A game: its tags, its legal moves, and what is wrong with it.
///
/// ```
/// let game = san_strings_pgn::games(b"[White \"A\"]\n\n1. f3 e5 2. g4 Qh4 0-1").next().expect("a game");
/// assert_eq!(game.tag("white"), Some("A"));
/// assert_eq!(game.result.expect("it has one").to_string(), "0-1");
/// assert_eq!(game.error, None);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Game {
    /// Tag names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line before its first null move or unplayable move.
    pub moves: Vec<PlayedMove>,
    /// The result after the moves or, if there is none, in the tag `Result`.
    pub result: Option<Outcome>,
    /// The reason why the game could not be read or played to the end.
    pub error: Option<GameError>,
}

impl Game {
    /// Returns the value of a tag. The case of `name` does not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| &**value)
    }
}

/// A move of a game.
///
/// ```
/// let game = san_strings_pgn::games(b"1. f3 e5 2. g4 Qh4 {mate} 0-1").next().expect("a game");
/// let last = game.moves.last().expect("a move");
/// assert_eq!((last.san.to_string(), last.uci.to_string()), ("Qh4#".to_owned(), "d8h4".to_owned()));
/// assert_eq!(last.comments, ["mate"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move in correct SAN, however the game spells it.
    pub san: SanPlus,
    /// The move in UCI notation.
    pub uci: UciMove,
    /// The comments in braces after the move.
    pub comments: Vec<String>,
    /// The player's clock in seconds, from a comment such as `[%clk 0:09:58]`.
    pub clock: Option<f32>,
    /// The engine's evaluation, from a comment such as `[%eval 0.17]`.
    pub evaluation: Option<Evaluation>,
}

/// The fault that breaks a game, with line and column.
///
/// ```
/// let game = san_strings_pgn::games(b"1. e4 e5\n2. Ke3 *").next().expect("a game");
/// let error = game.error.expect("the king cannot go there");
/// assert!(error.to_string().starts_with("line 2, column 4: "), "{error}");
/// ```
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("line {line}, column {column}: {fault}")]
#[non_exhaustive]
pub struct GameError {
    /// Line number, counted from 1:
    ///
    /// - If a move cannot be played, the line of that move.
    /// - If the game cannot be played because of its variant, its FEN or its first move number, the line of
    ///   the first move.
    /// - If the game has no moves, the line where the game begins.
    /// - Otherwise, the line of the last move that was read.
    pub line: u64,
    /// Column number in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// Iterator over the games of a text, returned by [`games`].
///
/// ```
/// let games: san_strings_pgn::Games<'_> = san_strings_pgn::games(b"1. e4 1-0\n\n1. d4 0-1\n");
/// assert_eq!(games.map(|game| game.moves.len()).sum::<usize>(), 2);
/// ```
pub struct Games<'a> {
    reader: PgnReader<'a>,
    /// The byte offset up to which we have counted lines and columns, and the counts up to this offset.
    done: (usize, Extent),
    plies: Vec<Ply>,
}

/// A location in a text from which reading can be resumed.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place {
    reader: (usize, bool),
    done: (usize, Extent),
}

impl Games<'_> {
    /// Returns the current location, for [`Games::resume`].
    #[doc(hidden)]
    pub fn place(&self) -> Place {
        Place { reader: self.reader.place(), done: self.done }
    }

    /// Continues at a location that [`Games::place`] returned for the same text.
    #[doc(hidden)]
    #[must_use]
    pub fn resume(mut self, place: Place) -> Self {
        self.reader.resume(place.reader);
        Games { done: place.done, ..self }
    }
}

/// Reads the games of a text. If a move cannot be played, the game ends before that move. An error in one game
/// never affects the next game.
///
/// ```
/// let pgn = b"[White \"A\"]\n\n1. e4 {best} e5 2. Ke3 *\n\n1. d2-d4 1-0\n";
/// let games: Vec<_> = san_strings_pgn::games(pgn).collect();
///
/// assert_eq!(games[0].tag("White"), Some("A"));
/// assert_eq!(games[0].moves[0].comments, ["best"]);
/// let error = games[0].error.as_ref().expect("the king cannot go there");
/// assert_eq!((error.line, error.column), (3, 20));
/// assert_eq!((games[1].moves[0].san.to_string(), games[1].error.as_ref()), ("d4".to_owned(), None));
/// ```
pub fn games(text: &[u8]) -> Games<'_> {
    let reader = PgnReader::new(text, Vocabulary::occurring(), Wanted::Comments);
    // Text editors do not count a byte order mark as a column.
    let mark = if text.starts_with("\u{feff}".as_bytes()) { "\u{feff}".len() } else { 0 };
    Games { reader, done: (mark, Extent::default()), plies: Vec::new() }
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let Games { reader, done, plies } = self;
        let game = reader.read(0)?;
        plies.clear();
        let (begins, fault) = play(&game, plies);
        let moves = moves(&game, begins, plies);
        let error = fault.map(|fault| {
            let word = game.moves.get(plies.len()).or(game.moves.last());
            let (text, start) = game.text;
            let at = word.map_or(start, |word| word.range_in(text).start).max(done.0);
            let (from, extent) = done;
            extent.add(&text[*from..at]);
            *from = at;
            GameError { line: extent.lines + 1, column: extent.columns + 1, fault }
        });
        let text = |bytes| decoded(bytes).into_owned();
        let tags = game.tags.iter().map(|tag| (text(tag.name), tag.meant().into_owned()));
        Some(Game { tags: tags.collect(), moves, result: game.result, error })
    }
}

/// Plays a game, and writes its plies to `plies`. Returns the side that moves first, and the fault that
/// stopped the game, if any.
fn play(game: &PgnGame<'_>, plies: &mut Vec<Ply>) -> (Color, Option<Fault>) {
    match start_of(game) {
        Ok(start) => {
            let end = replay(&start, game.moves, plies).end;
            let passes = plies.iter().position(|ply| ply.played.is_none());
            if let Some(ply) = passes {
                plies.truncate(ply);
                return (start.turn(), Some(Fault::Move(Reading::Null)));
            }
            (start.turn(), end.err().map(Fault::Move).or(game.fault.map(Fault::Pgn)))
        }
        Err(fault) => (Color::White, Some(fault)),
    }
}

fn moves(game: &PgnGame<'_>, begins: Color, plies: &[Ply]) -> Vec<PlayedMove> {
    let mut comments = game.comments.iter().filter(|comment| comment.ply > 0).peekable();
    let played = plies.iter().filter_map(|ply| ply.played).zip(1..);
    played
        .map(|((m, san), ply)| {
            let mut behind = Vec::new();
            let (mut clock, mut evaluation) = (None, None);
            while let Some(comment) = comments.next_if(|comment| comment.ply == ply) {
                clock = clock.or_else(|| comment.clock());
                evaluation = evaluation.or_else(|| comment.evaluation(begins));
                behind.push(decoded(comment.text.trim_ascii()).into_owned());
            }
            // Even in Chess960, we write castling as a king move, such as `e1g1`, because most programs do.
            let uci = m.to_uci(shakmaty::CastlingMode::Standard);
            PlayedMove { san, uci, comments: behind, clock, evaluation }
        })
        .collect()
}
