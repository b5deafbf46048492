//! Diagnostics: the faults of games, with their locations.

use std::{borrow::Cow, collections::BTreeMap, fmt, sync::Arc};

use san_strings_core::{excerpt::excerpt, spelling::Difference};
use san_strings_pgn::{
    game::PgnGame,
    lexer::{Tags, decoded, is_known, scan},
    play::{Fault, Ply},
};

/// The location of a move in a file.
#[derive(Clone, Debug)]
pub struct GameRef {
    /// The file, as an index into [`Counter::files`](crate::Counter::files).
    pub file: usize,
    /// The line of the move at `ply`, counted from 1. If the game has no such move, the line of its last move.
    /// For a fault of the whole game, the line on which the game begins.
    pub line: u64,
    /// The number of the game in its file, counted from 1, including games that are left out.
    pub game: u64,
    /// The ply, counted from 1.
    pub ply: usize,
    /// A name for the game: its web address from the tag `Site` or `Link`. Without an address, we use the
    /// players and the date. If both players are unknown, we use the value of `Site` or `Event`.
    pub name: Arc<str>,
}

impl GameRef {
    /// Returns the name of the game. If the name is a URL of lichess.org, appends the ply, so that the page
    /// opens at the position after the move.
    ///
    /// ```
    /// use san_strings_databases::GameRef;
    ///
    /// let name = "https://lichess.org/abcdefgh".into();
    /// let place = GameRef { file: 0, line: 1, game: 1, ply: 87, name };
    /// assert_eq!(place.address(), "https://lichess.org/abcdefgh#87");
    /// ```
    pub fn address(&self) -> Cow<'_, str> {
        let page = address(&self.name).and_then(|address| address.strip_prefix("lichess.org/"));
        match page {
            Some(page) if !page.is_empty() && !page.contains(['#', '?']) => {
                format!("{}#{}", self.name, self.ply).into()
            }
            _ => Cow::Borrowed(&self.name),
        }
    }
}

/// Strips the scheme from a web address. Returns `None` for other text.
fn address(text: &str) -> Option<&str> {
    text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))
}

/// A fault in a move or a game, with its location.
///
/// ```
/// use san_strings_databases::{CountOptions, Counter, Problem};
///
/// let options = CountOptions { replay: true, diagnostics: 1, ..CountOptions::default() };
/// let mut counter = Counter::new(options);
/// counter.add_games("a.pgn", &mut "1. e4 e5 2. Ke3 *".as_bytes(), &())?;
/// let diagnostic = &counter.diagnostics(Problem::Illegal).first[0];
/// let text = "game 1, line 1, ply 3: Ke3: it is not legal: no king can go to e3";
/// assert_eq!(diagnostic.to_string(), text);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The location of the move or the game.
    pub place: GameRef,
    /// The move as written. Empty if the game has no move at this ply.
    pub text: String,
    /// The fault.
    pub what: Fault,
}

impl fmt::Display for Diagnostic {
    /// Writes the diagnostic without the file name, for example
    /// `game 3 (Paris), line 20, ply 4: Ke3: it is not legal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { place: place @ GameRef { line, game, ply, .. }, text, what } = self;
        let name = place.address();
        let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
        let text = if text.is_empty() { String::new() } else { format!(": {}", excerpt(text)) };
        write!(f, "game {game}{name}, line {line}, ply {ply}{text}: {what}")
    }
}

/// The diagnostics of one kind of problem, in the order of the games.
///
/// ```
/// use san_strings_databases::{Encoder, Errors};
///
/// let encoder = Encoder { errors: Errors::Skip, diagnostics: 1, ..Encoder::default() };
/// let pgn = "1. e4 e4 *\n\n1. d4 d4 *\n\n1. c4 c5 *\n";
/// let left_out = encoder.encode(&mut pgn.as_bytes(), &mut Vec::new(), &())?.left_out;
/// assert_eq!((left_out.all, left_out.first.len()), (2, 1));
/// assert_eq!(left_out.first[0].text, "e4");
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagnostics {
    /// The first diagnostics, up to the limit in the options.
    pub first: Vec<Diagnostic>,
    /// The total number of diagnostics, including those beyond the limit.
    pub all: u64,
    /// The number of diagnostics of each kind of fault.
    pub kinds: BTreeMap<&'static str, u64>,
    /// The number of games that have neither tags nor move numbers, and whose moves fill several lines of text.
    /// Perhaps each line of such a game is really a separate game.
    pub bare: u64,
}

impl Diagnostics {
    /// Counts a diagnostic, and keeps it if fewer than `most` have been kept so far.
    pub(crate) fn push(
        &mut self,
        most: usize,
        what: Fault,
        diagnostic: impl FnOnce(Fault) -> Diagnostic,
    ) {
        self.all += 1;
        *self.kinds.entry(what.words()).or_default() += 1;
        if self.first.len() < most {
            self.first.push(diagnostic(what));
        }
    }

    /// Adds the diagnostics of the next chunk. `shift` makes their locations relative to the file.
    pub(crate) fn append(&mut self, more: Diagnostics, most: usize, shift: impl Fn(&mut GameRef)) {
        self.all += more.all;
        self.bare += more.bare;
        for (kind, times) in more.kinds {
            *self.kinds.entry(kind).or_default() += times;
        }
        for mut diagnostic in more.first {
            if self.first.len() < most {
                shift(&mut diagnostic.place);
                self.first.push(diagnostic);
            }
        }
    }
}

/// The moves whose spelling was corrected, grouped by how they differ from SAN.
///
/// ```
/// use san_strings_databases::{CountOptions, Counter, Mended};
///
/// let mut counter = Counter::new(CountOptions { replay: true, ..CountOptions::default() });
/// counter.add_games("a.pgn", &mut "1. e2-e4 e7-e5 2. Nf3 *".as_bytes(), &())?;
/// let Mended(kinds) = counter.mended;
/// assert_eq!(kinds.len(), 1);
/// assert_eq!(kinds["long-algebraic"].moves, 2);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mended(pub BTreeMap<&'static str, MendedKind>);

/// The moves that differ from SAN in the same way, such as `e2-e4` and `e7-e5`: how many there are, and the
/// first of them.
///
/// ```
/// use san_strings_databases::{Encoder, MendedKind};
///
/// let (_, encoded) = Encoder::default().encode_text(b"1. e4 e5 2. Ng1-f3 *")?;
/// let MendedKind { moves, first, .. } = &encoded.mended.0["long-algebraic"];
/// assert_eq!((*moves, first.place.ply, &*first.text), (1, 3, "Ng1-f3"));
/// # Ok::<_, san_strings_databases::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MendedKind {
    /// How the first move of this kind differs from SAN.
    pub difference: Difference,
    /// The number of moves of this kind.
    pub moves: u64,
    /// The first move of this kind.
    pub first: Diagnostic,
}

impl Mended {
    /// Counts a move under each of its differences from SAN.
    pub(crate) fn add(&mut self, ply: &Ply, mut place: impl FnMut(Fault) -> Diagnostic) {
        for difference in ply.differences.iter().map(|it| it.difference) {
            if let Some(kind) = self.0.get_mut(difference.name()) {
                kind.moves += 1;
            } else if let Some(reading) = ply.mended() {
                let first = place(Fault::Move(reading));
                self.0.insert(difference.name(), MendedKind { difference, moves: 1, first });
            }
        }
    }

    /// Adds the moves of the next chunk. `shift` works as in [`Diagnostics::append`].
    pub(crate) fn append(&mut self, more: Mended, shift: impl Fn(&mut GameRef)) {
        for (name, mut kind) in more.0 {
            shift(&mut kind.first.place);
            let moves = kind.moves;
            self.0.entry(name).or_insert(MendedKind { moves: 0, ..kind }).moves += moves;
        }
    }
}

/// Finds the locations of moves. Caches the name of the current game, and the number of lines before the last
/// located move. Pass the games to the methods in order.
#[derive(Debug, Default)]
pub struct SiteCache {
    /// The number of the current game, counted from 1; 0 before the first game.
    game: u64,
    name: Arc<str>,
    /// The start of the game: its byte offset in the text, and the number of lines before that offset.
    start: (usize, u64),
    /// The last move that we located: its byte offset, and the number of lines before that offset.
    last: (usize, u64),
}

impl SiteCache {
    /// Returns the location of a move.
    pub fn place(&mut self, number: u64, game: &PgnGame<'_>, ply: usize) -> GameRef {
        self.find(number, game, ply, true)
    }

    /// Returns the line on which a game begins.
    pub fn line(&mut self, number: u64, game: &PgnGame<'_>) -> u64 {
        self.find(number, game, 1, false).line
    }

    /// Returns the location of a ply. If `of_move` is not set, or the game has no moves, `line` is the line on
    /// which the game begins.
    fn find(&mut self, number: u64, game: &PgnGame<'_>, ply: usize, of_move: bool) -> GameRef {
        let (text, start) = game.text;
        if self.game != number {
            self.name = name(&game.tags).into();
            self.game = number;
            // We count line ends from the start of the previous game. But if the offset of this game is smaller
            // than that of the previous game, the two games are in different texts. Then we count from the start
            // of this game's text.
            let from = if start < self.start.0 { (0, 0) } else { self.start };
            self.start = lines_at(text, start, from);
            self.last = self.start;
        }
        let word = game.moves.get(ply - 1).or(game.moves.last()).filter(|_| of_move);
        let lines = word.map_or(self.start.1, |word| {
            let at = word.text.as_ptr().addr() - text.as_ptr().addr();
            let from = if at < self.last.0 { self.start } else { self.last };
            self.last = lines_at(text, at, from);
            self.last.1
        });
        let line = game.lines + lines + 1;
        GameRef { file: 0, line, game: number, ply, name: Arc::clone(&self.name) }
    }

    /// Creates the diagnostic for a fault at a ply.
    pub fn diagnostic(
        &mut self,
        number: u64,
        game: &PgnGame<'_>,
        ply: usize,
        what: Fault,
    ) -> Diagnostic {
        let word = game.moves.get(ply - 1);
        let text = word.map_or("".into(), |word| decoded(word.text)).into_owned();
        let of_game = matches!(what, Fault::Variant(_) | Fault::OtherStart | Fault::Fen(_));
        Diagnostic { place: self.find(number, game, ply, !of_game), text, what }
    }
}

/// Returns the name of a game: see [`GameRef::name`].
fn name(tags: &Tags<'_>) -> String {
    let is_address = |value: &Cow<'_, str>| address(value.trim()).is_some();
    // Games from the large chess sites have an address in `Site`, which is one of their first tags. So we
    // look up `Site` before we parse all tags.
    if let Some(site) = tags.get("Site").filter(is_address) {
        return excerpt(site.trim());
    }
    let tags = tags.list();
    let tag = |name| tags.get(name).filter(|value| is_known(value));
    if let Some(link) = tag("Link").filter(is_address) {
        return excerpt(link.trim());
    }
    let (white, black) = (tag("White"), tag("Black"));
    if white.is_none() && black.is_none() {
        return tag("Site").or_else(|| tag("Event")).map_or(String::new(), |name| shown(&name));
    }
    let [white, black] = [white, black].map(|player| shown(&player.unwrap_or("?".into())));
    // We drop the unknown part of a date: `2015.??.??` becomes `2015`.
    let date = tag("Date").map(|date| format!(", {}", shown(date.trim().trim_end_matches(".??"))));
    format!("{white} - {black}{}", date.unwrap_or_default())
}

fn shown(value: &str) -> String {
    excerpt(value.trim())
}

/// Counts the line ends before `at`, given that there are `lines` line ends before `from`. Returns `at` and
/// the count.
fn lines_at(text: &[u8], at: usize, (from, lines): (usize, u64)) -> (usize, u64) {
    (at, lines + scan::count(b'\n', &text[from..at]) as u64)
}
