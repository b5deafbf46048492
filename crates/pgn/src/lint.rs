//! What is not in a database as the export format of PGN wants it, and the same database with its moves,
//! move numbers and results written right.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Read, Write},
    mem,
    ops::Range,
};

use shakmaty::{Chess, Color, KnownOutcome, Outcome, Position, san::SanPlus};
use thiserror::Error;

use super::{
    check::{Checked, Spot, check},
    chunks::{AHEAD, Chunk, Unit, par_chunks},
    decompress::Text,
    encoding::{Writer, decoded},
    game::{PgnFault, has_bare_lines},
    parts::Wanted,
    pgn_reader::{Game, PgnReader},
    place::Extent,
    scan,
};
use san_strings_core::{
    Vocabulary,
    excerpt::excerpt,
    reader::Reading,
    refusal::Refusal,
    spelling::{Deviation, Difference, listed},
};
use san_strings_files::{Progress, Stopped};

/// Something that is wrong with a game.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Flaw {
    /// A legal move is not written as SAN writes it.
    Spelling {
        /// Its SAN.
        san: SanPlus,
        /// How it differs from that; at least one.
        differences: Vec<Deviation>,
    },
    /// What stands in the place of a move is none that can be played.
    Move(Reading),
    /// The structure is broken.
    Pgn(PgnFault),
    /// The position from which the game starts cannot be read, and why.
    Fen(String),
    /// A legal move has the letter of a language that is not the language of the game.
    OtherLetter {
        /// Its SAN.
        san: SanPlus,
        /// How it differs from that.
        differences: Vec<Deviation>,
    },
    /// The number before a move names a later move than the position has, or a move of the other side: moves
    /// are missing before it.
    MissingMove {
        /// How many moves, of both sides together; at least one.
        plies: usize,
    },
    /// The result contradicts the last position of the main line.
    Ending {
        /// How the game ended on the board.
        ending: Ending,
        /// Whether the tag has the right result, or there is no tag.
        is_in_tag: bool,
    },
    /// The tag `Result` has this result, and the moves end with another.
    ResultTag(String),
    /// The number before a move is another than this, which the position has.
    Number(usize),
    /// The number before a move is not above this one, which comes before it in the line.
    NumberGoesBack(u32),
    /// No move follows a number.
    StrayNumber,
    /// Neither a full stop nor a space is between a number and its move.
    GluedNumber,
    /// The game begins at this move, and no FEN says where.
    NoBeginning(u32),
    /// No result stands after the moves.
    NoResult,
    /// Another result stands after the one that ends the game.
    SecondResult(String),
    /// A second game begins on a line that should have one.
    SecondGame,
    /// A brace ends no comment.
    Brace,
    /// A brace opens a comment within a comment: the end of the first one may be missing.
    InnerBrace,
    /// What is no move stands outside a comment.
    BareComment,
    /// The result is not written as the export format writes it, which is this.
    Result(Outcome),
    /// PGN has no such result as this one, in which both players lose.
    BothLose,
    /// PGN has no such result.
    NoSuchResult,
    /// A tag of the seven tag roster is missing.
    NoTag(&'static str),
    /// A line among the tags is no tag pair, or one that the export format writes so.
    BadTag(Option<String>),
    /// The tag `Result` does not have one of the four results.
    BadResult,
    /// A tag comes again; what it says first counts.
    DoubleTag(String),
    /// The file has no game.
    NoGame,
}

impl Flaw {
    /// Its kind: the name of the first difference of a spelling.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Flaw::NoResult.kind(), "no-result");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Flaw::Spelling { differences, .. } => differences.first().map_or("", |it| it.name()),
            Flaw::OtherLetter { .. } | Flaw::Move(Reading::Illegal(Refusal::OtherLetters {})) => {
                "other-letters"
            }
            Flaw::MissingMove { .. } => "missing-move",
            Flaw::Move(Reading::Ambiguous { .. }) => "ambiguous-move",
            Flaw::Move(Reading::Null) => "null-move",
            Flaw::Move(Reading::NotAMove {
                why: Some(Refusal::NumericNotation { .. }), ..
            }) => "numeric-notation",
            Flaw::Move(Reading::NotAMove { .. }) => "no-move",
            Flaw::Move(_) => "illegal-move",
            Flaw::Pgn(PgnFault::Comment) => "open-comment",
            Flaw::Pgn(PgnFault::Variation) => "open-variation",
            Flaw::Pgn(PgnFault::NoVariation) => "stray-parenthesis",
            Flaw::Pgn(PgnFault::Character(_) | PgnFault::LongWord) => "not-pgn",
            Flaw::NoGame | Flaw::Pgn(PgnFault::NoMoves) => "no-game",
            Flaw::Pgn(PgnFault::Cut) => "cut-off",
            Flaw::Fen(_) => "wrong-fen",
            Flaw::Ending { .. } => "result-position",
            Flaw::Number(_) | Flaw::NumberGoesBack(_) => "wrong-number",
            Flaw::StrayNumber | Flaw::GluedNumber => "stray-number",
            Flaw::NoBeginning(_) => "no-beginning",
            Flaw::ResultTag(_) => "result-tag",
            Flaw::NoResult => "no-result",
            Flaw::SecondResult(_) => "second-result",
            Flaw::SecondGame => "second-game",
            Flaw::Brace | Flaw::InnerBrace => "stray-brace",
            Flaw::BareComment => "bare-comment",
            Flaw::Result(_) | Flaw::BothLose | Flaw::NoSuchResult => "result-spelling",
            Flaw::NoTag(_) => "missing-tag",
            Flaw::BadTag(_) | Flaw::BadResult => "bad-tag",
            Flaw::DoubleTag(_) => "double-tag",
        }
    }

    /// What is wrong with all of its kind, as a sentence.
    ///
    /// ```
    /// assert_eq!(san_strings_pgn::Flaw::NoGame.rule(), "The file, or a part of it, has no game.");
    /// ```
    pub fn rule(&self) -> String {
        if let Flaw::Spelling { differences, .. } = self {
            let difference = differences.first().map(|first| first.difference.in_general());
            return format!("A move has {}.", difference.unwrap_or_default());
        }
        let rule = RULES.iter().find(|(kind, _)| *kind == self.kind());
        rule.map_or("", |(_, sentence)| sentence).to_owned()
    }

    /// What should stand there instead, if that is plain.
    pub(super) fn fix(&self) -> Option<String> {
        match self {
            // An evaluation behind the move stays.
            Flaw::Spelling { differences, .. }
                if differences.iter().any(|it| *it == Difference::Evaluation)
                    || has_false_mark(differences) =>
            {
                None
            }
            Flaw::Spelling { san, .. } => Some(san.to_string()),
            // An arbiter may have decided on a dead position.
            Flaw::Ending { ending: Ending::DeadPosition, .. } => None,
            Flaw::Ending { ending, is_in_tag: true } => Some(ending.outcome().to_string()),
            Flaw::Result(outcome) => Some(outcome.to_string()),
            Flaw::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for Flaw {
    /// A sentence, without what is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Spelling { san, differences } => {
                write!(f, "it has {}, and should be {san}", listed(differences))
            }
            Flaw::Move(reading) => reading.fmt(f),
            Flaw::Pgn(fault) => fault.fmt(f),
            Flaw::Fen(why) => write!(f, "the FEN is wrong: {why}"),
            Flaw::NoBeginning(number) => write!(f, "the game begins at move {number}"),
            Flaw::OtherLetter { san, differences } => {
                write!(f, "it has {} in a game in English, and means {san}", listed(differences))
            }
            Flaw::MissingMove { plies: 1 } => f.write_str("a move is missing before it"),
            Flaw::MissingMove { plies } => write!(f, "{plies} moves are missing before it"),
            Flaw::Ending { ending, .. } => write!(f, "{ending}: it should be {}", ending.outcome()),
            Flaw::ResultTag(tag) => write!(f, "the tag `Result` says {tag}"),
            Flaw::NoResult => f.write_str("no result stands after the moves"),
            Flaw::SecondResult(second) => write!(f, "it ends the game, and {second} follows"),
            Flaw::SecondGame => f.write_str("another game begins on the line"),
            Flaw::Brace => f.write_str("it ends no comment: comments do not nest"),
            Flaw::InnerBrace => {
                f.write_str("it is within a comment: is the end of that comment missing?")
            }
            Flaw::BareComment => f.write_str("comments stand in braces"),
            Flaw::Result(outcome) => write!(f, "it should be {outcome}"),
            Flaw::BothLose => {
                write!(f, "both players lose, and PGN has no such result, only {RESULTS}")
            }
            Flaw::NoSuchResult | Flaw::BadResult => {
                write!(f, "PGN has no such result, only {RESULTS}")
            }
            Flaw::Number(number) => write!(f, "it should be {number}"),
            Flaw::NumberGoesBack(last) => write!(
                f,
                "it follows {last}: are moves swapped, or parentheses missing around a variation?"
            ),
            Flaw::StrayNumber => f.write_str("no move follows this number"),
            Flaw::GluedNumber => {
                f.write_str("a full stop is missing between this number and its move")
            }
            Flaw::NoTag(name) => write!(f, "the tag `{name}` is missing"),
            Flaw::BadTag(Some(right)) => write!(f, "it should be {right}"),
            Flaw::BadTag(None) => {
                f.write_str("it is no tag pair: a name, and a value in quotation marks")
            }
            Flaw::DoubleTag(name) => write!(f, "the tag `{name}` stands before, and counts there"),
            Flaw::NoGame => f.write_str("no game is in it"),
        }
    }
}

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Ending {
    /// A side is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move, and is not in check.
    Stalemate,
    /// Neither side has the material to mate (FIDE Laws of Chess, 5.2.2).
    DeadPosition,
}

impl Ending {
    /// How the game ended whose last position this is, if it ended on the board.
    pub(super) fn of(end: &Chess) -> Option<Ending> {
        if end.is_insufficient_material() {
            return Some(Ending::DeadPosition);
        }
        let mate = Ending::Checkmate { winner: end.turn().other() };
        let is_over = end.legal_moves().is_empty();
        is_over.then(|| if end.is_check() { mate } else { Ending::Stalemate })
    }

    /// The right result.
    ///
    /// ```
    /// use san_strings_pgn::Ending;
    ///
    /// assert_eq!(Ending::Stalemate.outcome().to_string(), "1/2-1/2");
    /// ```
    pub fn outcome(self) -> KnownOutcome {
        match self {
            Ending::Checkmate { winner } => KnownOutcome::Decisive { winner },
            Ending::Stalemate | Ending::DeadPosition => KnownOutcome::Draw,
        }
    }

    /// Whether a result is wrong. A game that ends in a dead position may have an unknown result.
    pub(super) fn contradicts(self, result: Outcome) -> bool {
        let is_decisive = matches!(result, Outcome::Known(KnownOutcome::Decisive { .. }));
        result != Outcome::Known(self.outcome()) && (self != Ending::DeadPosition || is_decisive)
    }
}

impl fmt::Display for Ending {
    /// A clause: `White has mated`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate { winner: Color::White } => "White has mated",
            Ending::Checkmate { winner: Color::Black } => "Black has mated",
            Ending::Stalemate => "it is stalemate",
            Ending::DeadPosition => "neither side can mate",
        })
    }
}

/// A flaw, and where it is.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The line, from 1. It ends with LF, CR LF, or CR alone.
    pub line: u64,
    /// The column, from 1: a character, or a byte that is not UTF-8. A byte order mark at the beginning of
    /// the file is not counted.
    pub column: u64,
    /// The number of the game in its file, from 1; 0 if there is no game.
    pub game: u64,
    /// The ply of the move in its line, from 1.
    pub ply: Option<usize>,
    /// What is written there; empty if something is missing, or a whole game is meant.
    pub text: String,
    /// What is wrong.
    pub flaw: Flaw,
    /// Whether mending leaves it, as the game is not read with certainty there.
    pub stays: bool,
}

impl Finding {
    /// Its kind, as that of [`Flaw`].
    pub fn kind(&self) -> &'static str {
        self.flaw.kind()
    }

    /// What should stand there instead, if that is plain: the SAN of the move, its number, or the right result.
    pub fn fix(&self) -> Option<String> {
        self.flaw.fix().filter(|_| !self.stays)
    }
}

impl fmt::Display for Finding {
    /// The message, without the place: `Nb1c3: it has a square that SAN does not name, and should be Nc3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What breaks the structure names what it is.
        if !self.text.is_empty() && !matches!(self.flaw, Flaw::Pgn(_)) {
            write!(f, "{}: ", excerpt(&self.text))?;
        }
        self.flaw.fmt(f)
    }
}

/// What was found, in numbers.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Linted {
    /// The games, those of variants included.
    pub games: u64,
    /// The games of variants, which are not checked.
    pub variants: u64,
    /// The games with something that mending leaves, as it is not certain.
    pub kept: u64,
    /// The findings of each kind; of those that were mended, none.
    pub kinds: BTreeMap<&'static str, u64>,
    /// The moves, move numbers and results that were mended.
    pub mended: u64,
    /// The games with findings in which each line may be a game: see [`Linter::lines`].
    pub bare: u64,
}

impl Linted {
    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// Adds what was found in another file.
    pub fn add(&mut self, more: &Linted) {
        self.games += more.games;
        self.variants += more.variants;
        self.kept += more.kept;
        self.mended += more.mended;
        self.bare += more.bare;
        for (&kind, count) in &more.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }
}

/// Why a file was not read, or written, to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LintError {
    /// The stream cannot be read on, and what was found before.
    #[error("read error")]
    Read(#[source] io::Error, Box<Linted>),
    /// The text cannot be written.
    #[error("cannot write")]
    Write(#[source] io::Error),
}

/// The results of PGN.
const RESULTS: &str = "1-0, 0-1, 1/2-1/2 and *";

/// Whether a move is marked as check or mate that gives none, or less: the mark may be the trace of another
/// mistake, such as a misread square, and is not mended.
pub(super) fn has_false_mark(differences: &[Deviation]) -> bool {
    let marks = [
        Difference::CheckAdded,
        Difference::MateAdded,
        Difference::MateInsteadOfCheck,
        Difference::NeedlessCapture,
    ];
    differences.iter().any(|it| marks.contains(&it.difference))
}

/// Each kind of finding that is no difference of a spelling, with what is wrong.
const RULES: [(&str, &str); 28] = [
    ("illegal-move", "A move is not legal."),
    ("ambiguous-move", "Several legal moves fit what is written."),
    ("null-move", "A player passes."),
    ("no-move", "What stands in the place of a move is none."),
    ("numeric-notation", "A move is written in numeric notation."),
    ("missing-move", "A move is missing."),
    ("other-letters", "A game has letters of two languages."),
    ("wrong-number", "A move number is not that of the position."),
    ("stray-number", "A number is not the number of a move."),
    ("result-position", "The result is not the one of the last position."),
    ("result-spelling", "The result is not one of 1-0, 0-1, 1/2-1/2 and *."),
    ("result-tag", "The result is not the one of the tag `Result`."),
    ("no-beginning", "The game does not begin at move 1, and no FEN says where."),
    ("no-result", "No result stands after the moves."),
    ("second-result", "A game has two results."),
    ("second-game", "A line has two games."),
    ("stray-brace", "A brace ends no comment."),
    ("bare-comment", "A comment stands among the moves without braces."),
    ("open-comment", "A comment does not end."),
    ("open-variation", "A variation does not end."),
    ("stray-parenthesis", "A parenthesis ends no variation."),
    ("not-pgn", "This is not PGN."),
    ("wrong-fen", "The FEN is wrong."),
    ("bad-tag", "A tag pair has a name, a space, and a value in quotation marks."),
    ("double-tag", "A tag stands twice."),
    ("missing-tag", "A tag of the seven tag roster is missing."),
    ("no-game", "The file, or a part of it, has no game."),
    ("cut-off", "The game is cut off, or longer than 2 MiB."),
];

/// Finds what the export format of PGN writes otherwise, and mends moves, move numbers and results.
///
/// ```
/// use san_strings_pgn::{Finding, Linter};
///
/// let pgn = "1. e2-e4 e5 2. Nf3 *";
/// let mut found = Vec::new();
/// let see = |finding: Finding| {
///     found.push(format!("{}:{}: {}: {finding}", finding.line, finding.column, finding.kind()));
///     true
/// };
/// Linter::default().lint(pgn.as_bytes(), &(), see)?;
/// assert_eq!(found, ["1:4: long-algebraic: e2-e4: it has the square it comes from, and should be e4"]);
/// # Ok::<_, san_strings_pgn::LintError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Linter {
    /// Whether a game needs the seven tag roster.
    pub strict: bool,
    /// The kinds that are passed over, and not mended.
    pub ignored: Vec<&'static str>,
    /// Whether each line is a game: its moves, without tags.
    pub lines: bool,
}

impl Linter {
    /// Every kind that can be ignored: all but `no-game` and `cut-off`.
    ///
    /// ```
    /// use san_strings_pgn::Linter;
    ///
    /// assert!(Linter::kinds().any(|kind| kind == "needless-file"));
    /// ```
    pub fn kinds() -> impl Iterator<Item = &'static str> {
        let spellings = Difference::ALL.iter().map(|difference| difference.name());
        let others = RULES.iter().map(|&(kind, _)| kind);
        let others = others.filter(|kind| !["no-game", "cut-off"].contains(kind));
        others.chain(spellings).chain(["foreign-letter"])
    }

    /// Whether a flaw is found, without what is ignored of it.
    pub(super) fn finds(&self, flaw: &mut Flaw) -> bool {
        match flaw {
            Flaw::Spelling { differences, .. } => {
                // We do not report an evaluation. It stays in the list, as does a false mark: neither
                // may be mended away.
                let is_found = |it: &Deviation| {
                    *it != Difference::Evaluation && !self.ignored.contains(&it.name())
                };
                let stays =
                    |it: &Deviation| has_false_mark(&[*it]) || *it == Difference::Evaluation;
                let (mut found, mut others): (Vec<_>, Vec<_>) =
                    differences.iter().copied().partition(is_found);
                others.retain(stays);
                let is_any = !found.is_empty();
                found.append(&mut others);
                *differences = found;
                is_any
            }
            flaw => !self.ignored.contains(&flaw.kind()),
        }
    }

    /// Gives the findings of a stream in order, until `see` says `false` or `progress` stops it.
    ///
    /// # Errors
    ///
    /// [`LintError::Read`]; `see` has all findings before.
    pub fn lint(
        &self,
        stream: impl Read + Send,
        progress: &dyn Progress,
        see: impl FnMut(Finding) -> bool,
    ) -> Result<Linted, LintError> {
        self.run(stream, progress, None::<&mut Writer<io::Sink>>, see)
    }

    /// Writes the text with its moves, move numbers and results right; all
    /// else stays byte for byte. Gives the findings that are left, at their places in what is written. A
    /// game that would be read otherwise then is left as it is.
    ///
    /// ```
    /// use san_strings_pgn::{Linter, Text};
    ///
    /// let mut mended = Vec::new();
    /// let text = Text::new("1. e2-e4  {best} e7e5 *\r\n".as_bytes()).expect("PGN");
    /// Linter::default().fix(text, &mut mended, &(), |_| true)?;
    /// assert_eq!(mended, b"1. e4  {best} e5 *\r\n");
    /// # Ok::<_, san_strings_pgn::LintError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LintError`].
    pub fn fix(
        &self,
        text: Text<'_>,
        out: &mut impl Write,
        progress: &dyn Progress,
        see: impl FnMut(Finding) -> bool,
    ) -> Result<Linted, LintError> {
        let Text { content, encoding } = text;
        self.run(content, progress, Some(&mut Writer::new(out, encoding)), see)
    }

    fn run<W: Write>(
        &self,
        stream: impl Read + Send,
        progress: &dyn Progress,
        mut out: Option<&mut Writer<W>>,
        mut see: impl FnMut(Finding) -> bool,
    ) -> Result<Linted, LintError> {
        let mends = out.is_some();
        let mut all = Linted::default();
        let mut before = Extent::default();
        let mut written = Ok(());
        let work = |(): &(), chunk: Chunk<'_>| ChunkLint::of(chunk, self, mends, progress);
        let mut is_first = true;
        let read =
            par_chunks(stream, Unit::new(self.lines), progress, &mut (), work, |(), mut chunk| {
                if mem::take(&mut is_first) {
                    chunk.without_mark();
                }
                let mut goes_on = true;
                if let Some(out) = &mut out {
                    written = chunk.write(out);
                    goes_on = written.is_ok();
                }
                for mut finding in chunk.findings {
                    let place = (finding.line, finding.column);
                    (finding.line, finding.column) = before.place(place, &chunk.extent);
                    finding.game += all.games;
                    if goes_on {
                        *all.kinds.entry(finding.kind()).or_default() += 1;
                        goes_on = see(finding);
                    }
                }
                before.append(&chunk.extent);
                all.add(&chunk.totals);
                goes_on
            });
        written.map_err(LintError::Write)?;
        if let Err(cause) = read {
            return Err(LintError::Read(cause, Box::new(all)));
        }
        if all.games == 0 && !progress.is_stopped() {
            let (line, column, game) = (1, 1, 0);
            let flaw = Flaw::NoGame;
            *all.kinds.entry(flaw.kind()).or_default() += 1;
            let text = String::new();
            see(Finding { line, column, game, ply: None, text, flaw, stays: false });
        }
        Ok(all)
    }
}

/// The games of a chunk; where each line is a game, the second on a line is named.
struct Games<'a> {
    text: &'a [u8],
    reader: PgnReader<'a>,
    lines: bool,
    /// Where the line ends that is read, and whether a game was read there.
    line: (usize, bool),
}

impl<'a> Games<'a> {
    fn new(chunk: Chunk<'a>, lines: bool) -> Games<'a> {
        let mut reader = PgnReader::new(chunk, Vocabulary::occurring(), Wanted::Structure);
        if lines {
            reader.end_at(0);
        }
        let text = if chunk.is_rest { &[] } else { chunk.text };
        Games { text, reader, lines, line: (0, false) }
    }

    /// The next game, and whether it is the second of its line.
    fn next(&mut self) -> Option<(Game, bool)> {
        loop {
            let (end, has_game) = self.line;
            if let Some(game) = self.reader.next_game() {
                self.line.1 = true;
                return Some((game, has_game && self.lines));
            }
            if !self.lines || end == self.text.len() {
                return None;
            }
            let rest = &self.text[end..];
            let length = scan::find(b'\n', rest).map_or(rest.len(), |length| length + 1);
            self.reader.at = end;
            self.reader.end_at(end + length);
            self.line = (end + length, false);
        }
    }
}

/// A part of a text with another in its place.
type Edit = (Range<usize>, String);

/// What was found in a chunk. Places and games are counted from its beginning.
#[derive(Debug, Default)]
struct ChunkLint {
    findings: Vec<Finding>,
    /// The numbers, but not of kinds: not all findings may be taken.
    totals: Linted,
    has_mark: bool,
    /// The text, if it is written, and what is mended in it.
    text: Vec<u8>,
    edits: Vec<Edit>,
    /// How far the text goes, as it is written.
    extent: Extent,
}

impl ChunkLint {
    /// Checks the games of a chunk, and mends them if that is wanted.
    fn of(
        chunk: Chunk<'_>,
        linter: &Linter,
        mends: bool,
        progress: &dyn Progress,
    ) -> Result<ChunkLint, Stopped> {
        let has_mark = chunk.text.starts_with("\u{feff}".as_bytes());
        let mut found = ChunkLint { has_mark, ..ChunkLint::default() };
        // Up to where the extent goes.
        let mut done = 0;
        let mut games = Games::new(chunk, linter.lines);
        loop {
            if progress.is_stopped() {
                return Err(Stopped);
            }
            let Some((game, is_second)) = games.next() else { break };
            let parts = &games.reader.parts;
            let mut checked = check(chunk.text, &game, parts, linter);
            if is_second && linter.finds(&mut Flaw::SecondGame) {
                checked.second_game(game.tags.start);
            }
            found.totals.games += 1;
            found.totals.variants += u64::from(checked.is_variant);
            let is_bare = has_bare_lines(chunk.text, parts, &chunk.text[game.tags.clone()]);
            found.totals.bare += u64::from(is_bare && !checked.spots.is_empty());
            let text = games.reader.text();
            let mended = if mends { mend(text, &game, &checked, linter) } else { None };
            let left = mended.as_ref().map_or(&checked, |mended| &mended.checked);
            let is_kept = mends && left.spots.iter().any(|spot| spot.flaw.fix().is_some());
            found.totals.kept += u64::from(is_kept);
            let Some(Mended { text, start, checked, edits }) = mended else {
                done = found.add(chunk.text, done, checked);
                continue;
            };
            found.extent.add(&chunk.text[done..game.tags.start]);
            let at = found.add(&text, start, checked);
            found.extent.add(&text[at..]);
            found.totals.mended += edits.len() as u64;
            found.edits.extend(edits);
            done = game.end;
        }
        found.extent.add(&chunk.text[done..]);
        if mends {
            found.text = chunk.text.to_vec();
        }
        Ok(found)
    }

    /// Adds the findings of a text, which the extent has up to a place. Gives up to where it has it then.
    fn add(&mut self, text: &[u8], mut done: usize, checked: Checked) -> usize {
        for Spot { range, ply, flaw, stays } in checked.spots {
            self.extent.add(&text[done..range.start]);
            done = range.start;
            self.findings.push(Finding {
                line: self.extent.lines + 1,
                column: self.extent.columns + 1,
                game: self.totals.games,
                ply,
                text: decoded(&text[range]).into_owned(),
                flaw,
                stays,
            });
        }
        done
    }

    /// Takes the column of a byte order mark from what stands on its line.
    fn without_mark(&mut self) {
        let mark = u64::from(self.has_mark);
        for finding in self.findings.iter_mut().take_while(|finding| finding.line == 1) {
            finding.column -= mark;
        }
        if self.extent.lines == 0 {
            self.extent.columns -= mark;
        }
    }

    /// Writes the text, with what is mended.
    fn write<W: Write>(&self, out: &mut Writer<W>) -> io::Result<()> {
        let mut done = 0;
        for (range, new) in &self.edits {
            out.copy(&self.text[done..range.start])?;
            out.replace(&self.text[range.clone()], new)?;
            done = range.end;
        }
        out.copy(&self.text[done..])
    }
}

/// A game whose moves are spelled right.
struct Mended {
    /// Its text, from `start` on: a byte before may say that a line begins there.
    text: Vec<u8>,
    start: usize,
    checked: Checked,
    /// What was mended, at its place in the text of the chunk.
    edits: Vec<Edit>,
}

/// Mends what is plain in a game, and reads it again: `None` if there is nothing, or if the same moves would
/// not be read then.
fn mend(text: &[u8], game: &Game, checked: &Checked, linter: &Linter) -> Option<Mended> {
    let end = game.end;
    let edit = |spot: &Spot| Some((spot.range.clone(), spot.fix()?));
    let edits: Vec<Edit> = checked.spots.iter().filter_map(edit).collect();
    let mut done = game.tags.start.saturating_sub(1);
    let start = game.tags.start - done;
    let mut mended = Vec::with_capacity(end - done);
    for (range, new) in &edits {
        mended.extend(&text[done..range.start]);
        mended.extend(new.as_bytes());
        done = range.end;
    }
    if edits.is_empty() {
        return None;
    }
    mended.extend(&text[done..end]);
    // What comes next may go on a result.
    let length = mended.len();
    mended.extend(&text[end..text.len().min(end + AHEAD)]);
    let mut reader =
        PgnReader::new(Chunk::whole(&mended), Vocabulary::occurring(), Wanted::Structure);
    reader.at = start;
    let again = reader.next_game()?;
    let is_same = again.end == length
        && again.tags == (start..start + game.tags.len())
        && again.fault == game.fault;
    let rest = check(&mended, &again, &reader.parts, linter);
    let is_same = is_same && rest.played == checked.played && left(&rest) == left(checked);
    let is_mended = rest.spots.iter().all(|spot| spot.fix().is_none());
    mended.truncate(length);
    let (text, checked) = (mended, rest);
    (is_same && is_mended).then_some(Mended { text, start, checked, edits })
}

/// How many flaws mending leaves. Whether the tag has the result may change with the result.
fn left(checked: &Checked) -> usize {
    let is_left = |spot: &&Spot| spot.fix().is_none() && !matches!(spot.flaw, Flaw::ResultTag(_));
    checked.spots.iter().filter(is_left).count()
}
