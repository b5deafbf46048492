//! Counts the SAN strings of games.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Read},
    mem,
};

use shakmaty::Chess;

use san_strings_core::{Vocabulary, reader::Reading};
use san_strings_files::{Progress, Stopped};
use san_strings_pgn::{
    game::{PgnGame, Wanted},
    lexer::{PgnFault, decoded},
    play::{Fault, Ply, black_begins, replay, start_of},
};

use super::{
    counts::Counts,
    groups::{ChunkGroups, GroupBy, Groups, OfSides},
    lengths::Lengths,
};
use crate::{
    diagnostic::{Diagnostics, GameRef, Mended, SiteCache},
    input::{Chunk, Unit, for_each_game, par_chunks},
    select::{Condition, Selection},
};

/// Counts the SAN strings of games, file by file.
///
/// ```
/// use san_strings_databases::san_strings_core::Vocabulary;
/// use san_strings_databases::{CountOptions, Counter};
///
/// let mut counter = Counter::new(CountOptions::default());
/// counter.add_games("a.pgn", &mut "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0".as_bytes(), &())?;
/// assert_eq!((counter.games, counter.counts.of("Qxe5#")), (1, 1));
/// let id = Vocabulary::occurring().id("Qxe5#").expect("it occurs");
/// assert_eq!(counter.example(id).map(|place| place.ply), Some(5));
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    /// The counts of the strings. You can add earlier counts to them with [`Counts::add_table`].
    pub counts: Counts,
    /// The names of the files counted so far.
    pub files: Vec<String>,
    /// The number of games counted.
    pub games: u64,
    /// The lengths of the counted games. A length includes the moves after an illegal move.
    pub lengths: Lengths,
    /// The moves that were not spelled in SAN, grouped by how they differ from SAN.
    pub mended: Mended,
    /// How many games the condition selected, and how many it rejected. Without a condition, both are 0.
    pub selection: Selection,
    /// The counts of each group, if games are grouped.
    pub groups: Groups,
    options: CountOptions,
    /// The location where each listed string was first played, indexed by id.
    examples: Vec<Option<GameRef>>,
    /// For each unlisted string, the location where it first appears.
    unlisted: BTreeMap<String, GameRef>,
    /// The number of games read so far from the current file, including games left out.
    games_of_file: u64,
    /// The number of lines read so far from the current file.
    lines_of_file: u64,
    diagnostics: [Diagnostics; 4],
}

/// Options of a [`Counter`].
///
/// ```
/// use san_strings_databases::{CountOptions, Counter};
///
/// let condition = Some("PlayerElo>=2700".parse()?);
/// let mut counter = Counter::new(CountOptions { condition, ..CountOptions::default() });
/// let pgn = "[WhiteElo \"2710\"]\n[BlackElo \"2690\"]\n\n1. e4 e5 2. Nf3 *";
/// counter.add_games("a.pgn", &mut pgn.as_bytes(), &())?;
/// assert_eq!(["e4", "e5", "Nf3"].map(|san| counter.counts.of(san)), [1, 0, 1]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CountOptions {
    /// Play the games, and count only legal moves.
    pub replay: bool,
    /// The maximum number of diagnostics to keep for each kind of [`Problem`].
    pub diagnostics: usize,
    /// Read each line as one game, with moves but no tags.
    pub lines: bool,
    /// Count only games for which this condition holds. If the condition names the player's tags, as in
    /// `PlayerElo>=2700`, count only the moves of players who meet the condition.
    pub condition: Option<Condition>,
    /// Also count each group of games separately.
    pub by: Option<GroupBy>,
}

/// The kind of problem that a [`Diagnostic`](crate::Diagnostic) describes.
///
/// ```
/// use san_strings_databases::{CountOptions, Counter, Problem};
///
/// let mut counter = Counter::new(CountOptions { replay: true, ..CountOptions::default() });
/// counter.add_games("a.pgn", &mut "1. e4 e7e5 2. -- Nf6 3. Ke5 *".as_bytes(), &())?;
/// let problems = [Problem::Broken, Problem::Illegal, Problem::NotCanonical, Problem::Null];
/// assert_eq!(problems.map(|problem| counter.diagnostics(problem).all), [0, 1, 1, 1]);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// A game that cannot be read and is left out.
    Broken,
    /// An illegal move. Only the moves before it are counted.
    Illegal,
    /// A legal move that is not spelled in SAN. We count the SAN of this move.
    NotCanonical,
    /// A null move, which passes the turn and is not counted.
    Null,
}

impl Counter {
    /// Creates a counter with all counts at 0.
    pub fn new(options: CountOptions) -> Counter {
        let counts = Counts::default();
        Counter {
            files: Vec::new(),
            games: 0,
            lengths: Lengths::default(),
            mended: Mended::default(),
            selection: Selection::default(),
            groups: Groups::default(),
            options,
            examples: vec![None; counts.listed().len()],
            counts,
            unlisted: BTreeMap::new(),
            games_of_file: 0,
            lines_of_file: 0,
            diagnostics: Default::default(),
        }
    }

    /// Returns the location where the string with this id was first played.
    pub fn example(&self, id: u16) -> Option<&GameRef> {
        self.examples.get(usize::from(id))?.as_ref()
    }

    /// Returns the location where an unlisted string first appears.
    pub fn example_unlisted(&self, text: &str) -> Option<&GameRef> {
        self.unlisted.get(text)
    }

    /// Returns the diagnostics of one kind of problem.
    pub fn diagnostics(&self, problem: Problem) -> &Diagnostics {
        &self.diagnostics[problem as usize]
    }

    /// Counts the games of a file, and adds `name` to [`files`](Counter::files). Stops early if `progress`
    /// is stopped.
    ///
    /// # Errors
    ///
    /// Returns [`io::Error`] if the file cannot be read to its end. The games before the error have been
    /// counted.
    pub fn add_games(
        &mut self,
        name: &str,
        stream: &mut (dyn Read + Send),
        progress: &dyn Progress,
    ) -> io::Result<()> {
        self.files.push(name.to_owned());
        (self.games_of_file, self.lines_of_file) = (0, 0);
        let tally = |count: &Counter, chunk: Chunk<'_>| count.tally(chunk, progress);
        par_chunks(stream, Unit::new(self.options.lines), progress, self, tally, |count, tally| {
            count.enter(tally);
            true
        })
    }

    fn enter(&mut self, tally: Tally) {
        let (before, lines) = (self.games_of_file, self.lines_of_file);
        let file = self.files.len() - 1;
        let shift = |place: &mut GameRef| {
            place.game += before;
            place.line += lines;
            place.file = file;
        };
        for &id in &tally.seen {
            let id = usize::from(id);
            self.counts.listed[id] += u64::from(tally.counts[id]);
        }
        for (id, mut place) in tally.examples {
            shift(&mut place);
            self.examples[usize::from(id)].get_or_insert(place);
        }
        // We add unlisted strings in the order in which they first occur, so that the result does not depend
        // on where the file was cut into chunks.
        let mut unlisted: Vec<_> = tally.unlisted.into_iter().collect();
        unlisted.sort_by_key(|(_, (_, place))| (place.game, place.ply));
        for (text, (count, mut place)) in unlisted {
            if self.counts.add_unlisted(&text, count) {
                shift(&mut place);
                self.unlisted.entry(text).or_insert(place);
            }
        }
        self.counts.overflow += tally.overflow;
        for (diagnostics, new) in self.diagnostics.iter_mut().zip(tally.diagnostics) {
            diagnostics.append(new, self.options.diagnostics, shift);
        }
        self.mended.append(tally.mended, shift);
        self.lengths.append(tally.lengths, shift);
        let counts = &self.counts;
        self.groups.append(tally.groups, |text| counts.unlisted().contains_key(text));
        self.selection.append(&tally.selection);
        self.games += tally.games - tally.left_out - tally.selection.left;
        self.games_of_file += tally.games;
        self.lines_of_file += tally.lines;
    }
}

/// The counts of one chunk. Games are numbered from the beginning of the chunk.
#[derive(Default)]
struct Tally {
    /// The count of each string, by id.
    counts: Vec<u32>,
    /// The ids whose counts are not 0.
    seen: Vec<u16>,
    /// For each string that has no example in the earlier blocks: its first location in this chunk.
    examples: Vec<(u16, GameRef)>,
    unlisted: HashMap<String, (u64, GameRef)>,
    /// The number of moves whose unlisted string has no count of its own, because there were already too many
    /// unlisted strings ([`Counts::has_room_for`]).
    overflow: u64,
    diagnostics: [Diagnostics; 4],
    mended: Mended,
    lengths: Lengths,
    games: u64,
    lines: u64,
    left_out: u64,
    selection: Selection,
    groups: ChunkGroups,
    sites: SiteCache,
    /// The plies of the current game. We reuse the vector to avoid allocations.
    plies: Vec<Ply>,
}

impl Tally {
    /// If the string with this id already occurred in the chunk, increments its count and returns `true`.
    /// Otherwise returns `false`, and the caller takes the slow path, `Counter::add`.
    #[inline]
    fn counts_again(&mut self, id: Option<u16>) -> bool {
        let Some(id) = id else { return false };
        let count = &mut self.counts[usize::from(id)];
        *count += u32::from(*count > 0);
        *count > 0
    }
}

/// Which moves of a game are counted, and in which groups.
struct Choice {
    /// Whether White's moves are counted, and whether Black's are.
    takes: [bool; 2],
    groups: Option<OfSides>,
    /// Whether Black moves first. Always `false` if the moves of both sides are counted in the same way,
    /// because then it does not matter who moves first.
    black_begins: bool,
}

impl Choice {
    const ALL: Choice = Choice { takes: [true; 2], groups: None, black_begins: false };

    /// Returns whether the move at a ply is counted, and the index of its group. Plies are numbered from 1.
    fn of(&self, ply: usize) -> (bool, Option<usize>) {
        let side = usize::from(ply.is_multiple_of(2) != self.black_begins);
        (self.takes[side], self.groups.map(|groups| groups[side]))
    }
}

impl Counter {
    fn tally(&self, chunk: Chunk<'_>, progress: &dyn Progress) -> Result<Tally, Stopped> {
        let mut tally = Tally { counts: vec![0; self.examples.len()], ..Tally::default() };
        let (unit, list) = (Unit::new(self.options.lines), Vocabulary::occurring());
        let see = |game: &PgnGame<'_>, second: Option<&PgnGame<'_>>| match second {
            Some(second) => {
                tally.games += 1;
                tally.left_out += 1;
                self.note(&mut tally, Problem::Broken, second, 1, Fault::SecondGame);
            }
            None => self.add_game(&mut tally, game),
        };
        tally.lines = for_each_game(chunk, unit, list, Wanted::Words, progress, see)?;
        tally.groups.sort();
        Ok(tally)
    }

    fn add_game(&self, tally: &mut Tally, game: &PgnGame<'_>) {
        tally.games += 1;
        let choice = self.choose(tally, game);
        if choice.takes == [false; 2] {
            return;
        }
        let is_harmless = self.options.replay && game.fault == Some(PgnFault::NoVariation);
        if let Some(fault) = game.fault.filter(|_| !is_harmless) {
            tally.left_out += 1;
            let ply = game.moves.len() + 1;
            return self.note(tally, Problem::Broken, game, ply, Fault::Pgn(fault));
        }
        if self.options.replay {
            match start_of(game) {
                Ok(position) => self.replay(tally, game, &position, &choice),
                Err(what) => {
                    tally.left_out += 1;
                    return self.note(tally, Problem::Broken, game, 1, what);
                }
            }
        } else {
            for (word, ply) in game.moves.iter().zip(1..) {
                let (true, group) = choice.of(ply) else { continue };
                if group.is_some() || !tally.counts_again(word.id) {
                    self.add(tally, word.id, word.text, group, game, ply);
                }
            }
        }
        if let Some(groups) = choice.groups {
            tally.groups.add_game(groups, choice.takes);
        }
        let Tally { lengths, sites, games, .. } = tally;
        let plies = game.moves.len();
        lengths.add(plies, game.result, || sites.place(*games, game, plies));
    }

    fn choose(&self, tally: &mut Tally, game: &PgnGame<'_>) -> Choice {
        let CountOptions { condition, by, .. } = &self.options;
        if condition.is_none() && by.is_none() {
            return Choice::ALL;
        }
        let tags = game.tags.list();
        let takes = condition.as_ref().map(|condition| tally.selection.select(condition, &tags));
        let takes = takes.unwrap_or([true; 2]);
        let by = by.as_ref().filter(|_| takes != [false; 2]);
        let groups = by.map(|by| tally.groups.of_game(by, &tags));
        let is_alike = takes[0] == takes[1] && groups.is_none_or(|groups| groups[0] == groups[1]);
        Choice { takes, groups, black_begins: !is_alike && black_begins(&tags) }
    }

    /// Adds a move to the total counts and, if the moves are grouped, to the counts of its group.
    fn add(
        &self,
        tally: &mut Tally,
        id: Option<u16>,
        word: &[u8],
        group: Option<usize>,
        game: &PgnGame<'_>,
        ply: usize,
    ) {
        let mut place = || tally.sites.place(tally.games, game, ply);
        if let Some(id) = id {
            let count = &mut tally.counts[usize::from(id)];
            *count += 1;
            if *count == 1 {
                tally.seen.push(id);
                if self.examples[usize::from(id)].is_none() {
                    tally.examples.push((id, place()));
                }
            }
            if let Some(group) = group {
                tally.groups.add(group, id);
            }
        } else {
            let text = decoded(word);
            let has_room = self.counts.has_room_for(&text);
            if let Some(group) = group {
                tally.groups.add_unlisted(group, has_room.then_some(&*text));
            }
            if has_room {
                tally.unlisted.entry(text.into_owned()).or_insert_with(|| (0, place())).0 += 1;
            } else {
                tally.overflow += 1;
            }
        }
    }

    /// Plays a game, and counts its moves up to the first illegal one.
    fn replay(&self, tally: &mut Tally, game: &PgnGame<'_>, position: &Chess, choice: &Choice) {
        let mut plies = mem::take(&mut tally.plies);
        let end = replay(position, game.moves, &mut plies).end;
        for ((ply, word), number) in plies.iter().zip(game.moves).zip(1..) {
            let (true, group) = choice.of(number) else { continue };
            let Some((_, san)) = ply.played else {
                self.note(tally, Problem::Null, game, number, Fault::Move(Reading::Null));
                continue;
            };
            if ply.differences.is_empty() {
                if group.is_some() || !tally.counts_again(word.id) {
                    self.add(tally, word.id, word.text, group, game, number);
                }
                continue;
            }
            let text = san.to_string();
            let id = Vocabulary::occurring().id(&text);
            self.add(tally, id, text.as_bytes(), group, game, number);
            if let Some(reading) = ply.mended() {
                self.note(tally, Problem::NotCanonical, game, number, Fault::Move(reading));
            }
            let Tally { mended, sites, games, .. } = tally;
            mended.add(ply, |what| sites.diagnostic(*games, game, number, what));
        }
        if let Err(reading) = end {
            self.note(tally, Problem::Illegal, game, plies.len() + 1, Fault::Move(reading));
        }
        tally.plies = plies;
    }

    fn note(
        &self,
        tally: &mut Tally,
        problem: Problem,
        game: &PgnGame<'_>,
        ply: usize,
        what: Fault,
    ) {
        let Tally { diagnostics, sites, games, .. } = tally;
        let diagnostics = &mut diagnostics[problem as usize];
        diagnostics.bare += u64::from(game.has_bare_lines);
        diagnostics
            .push(self.options.diagnostics, what, |what| sites.diagnostic(*games, game, ply, what));
    }
}
