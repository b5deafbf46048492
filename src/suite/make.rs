//! Finding rows of every kind in games.
//!
//! What is there stays: a suite that has been published only grows, each table at its end.
//! First every string gets a row, then every kind of situation, refusal and spelling as
//! many as there should be, both colours in turn. What the games have too few of is looked
//! for beside them, one or two moves off a game; then the moves up to there become
//! a game of their own.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::Range,
};

use rayon::prelude::*;
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{
    File, GAMES, Row,
    beside::{self, Beside},
    fen,
    refusal::{self, Reader, impossible, refusal},
    sans,
    situation::{self, Situation},
    spelling, uci,
    verify::core_row,
};
use crate::{
    corpus::{
        arbiter::{after, positions},
        table::{BUILT_IN, Table},
    },
    san::{occurrence, vocabulary::Vocabulary},
};

/// Rows of a kind, if there are so many: half of them White's.
const ROWS: usize = 50;
const SPELLINGS: usize = 30;

/// Positions with all their moves.
const LEGAL: usize = 500;

/// Positions for each spelling of a null move.
const NULL: usize = 5;

/// Rows of each kind in the choice, of each file.
const CORE: usize = 4;

/// Games that are looked through at a time.
const BLOCK: usize = 256;

/// The suite: its games and its tables.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The games, from the initial position.
    pub games: Vec<Vec<Move>>,
    tables: BTreeMap<File, Vec<Row>>,
}

/// A row that has been found: its kind, and the fields behind that.
struct Found {
    kind: String,
    turn: Color,
    fields: Vec<String>,
}

/// How to find rows in a position of a game: in which game, after how many plies, and
/// which kinds are wanted.
type Finder = dyn Fn(&Chess, (usize, usize), &(dyn Fn(&str) -> bool + Sync)) -> Vec<Found> + Sync;

impl Suite {
    /// With games, and tables as far as there are some.
    #[must_use]
    pub fn new(games: Vec<Vec<Move>>, tables: BTreeMap<File, Vec<Row>>) -> Suite {
        Suite { games, tables }
    }

    /// The rows of a table.
    #[must_use]
    pub fn rows(&self, file: File) -> &[Row] {
        self.tables.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Adds what is missing.
    pub fn complete(&mut self) {
        let all = 0..self.games.len();
        self.strings();
        self.situations(all.clone());
        self.impossible();
        self.refusals(all.clone());
        self.beside();
        self.fill(File::Lenient, &spelt, all);
        self.legal();
        self.null();
        self.core();
    }

    fn situations(&mut self, games: Range<usize>) {
        self.fill(File::Canonical, &in_situations, games);
    }

    fn refusals(&mut self, games: Range<usize>) {
        self.fill(File::Refuse, &refused, games);
    }

    /// The kinds of which there are fewer rows than there should be, and how many.
    #[must_use]
    pub fn lacking(&self) -> Vec<(String, usize)> {
        let mut lacking = Vec::new();
        for file in [File::Canonical, File::Refuse, File::Lenient] {
            let (kinds, most) = kinds(file);
            let rows = self.rows(file);
            for kind in kinds {
                let count = rows.iter().filter(|row| row.kind() == kind).count();
                if count < most {
                    lacking.push((kind, count));
                }
            }
        }
        lacking
    }

    fn add(&mut self, file: File, fields: &[&str]) {
        let rows = self.tables.entry(file).or_default();
        let id = format!("{}{:05}", file.letter(), rows.len() + 1);
        let mut row = vec![id];
        row.extend(fields.iter().map(|&field| field.to_owned()));
        rows.push(Row(row));
    }

    /// A row for each string that occurs.
    fn strings(&mut self) {
        let rows = self.rows(File::Canonical).iter();
        let have: HashSet<String> = rows
            .filter(|row| row.kind() == "string")
            .map(|row| row.field(4).to_owned())
            .collect();
        let vocabulary = Vocabulary::new();
        let mut missing: Vec<SanPlus> = occurrence::occurring(&vocabulary).collect();
        missing.retain(|san| !have.contains(&san.to_string()));
        if missing.is_empty() {
            return;
        }
        let mut places: HashMap<SanPlus, (usize, usize)> = HashMap::new();
        for (game, moves) in self.games.iter().enumerate() {
            let mut position = Chess::default();
            for (ply, &m) in moves.iter().enumerate() {
                let fits = is_fit(&position);
                let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
                if fits {
                    places.entry(san).or_insert((game, ply));
                }
            }
        }
        let shortest: HashMap<SanPlus, Vec<Move>> = Table::new(BUILT_IN).games().collect();
        for san in missing {
            let (game, ply) = match (places.get(&san), shortest.get(&san)) {
                (Some(&place), _) => place,
                (None, Some(moves)) => {
                    self.games.push(moves.clone());
                    (self.games.len() - 1, moves.len() - 1)
                }
                (None, None) => continue,
            };
            let position = after(&self.games[game][..ply]);
            let legal = position.legal_moves();
            let situation = Situation::new(&position, &legal, self.games[game][ply]);
            let found = canonical("string".to_owned(), &position, &situation, (game, ply));
            self.enter(File::Canonical, &found);
        }
    }

    fn enter(&mut self, file: File, found: &Found) {
        let mut fields = vec![found.kind.as_str()];
        fields.extend(found.fields.iter().map(String::as_str));
        self.add(file, &fields);
    }

    /// Looks for rows of kinds in the games: at one position of each, then at all.
    fn fill(&mut self, file: File, find: &Finder, games: Range<usize>) {
        let (kinds, most) = kinds(file);
        for (every, most_of_color) in [(false, most / 2), (true, most / 2), (true, most)] {
            let mut wanted = Wanted::new(&kinds, most, most_of_color);
            wanted.have(self.rows(file));
            let order = mixed(games.clone());
            for block in order.chunks(BLOCK) {
                if wanted.is_empty() {
                    break;
                }
                let found: Vec<Found> = block
                    .par_iter()
                    .flat_map_iter(|&game| {
                        let moves = &self.games[game];
                        let one = spread(game) % moves.len();
                        let plies = positions(moves).enumerate();
                        let plies = plies.filter(move |(ply, position)| {
                            (every || *ply == one) && is_fit(position)
                        });
                        plies
                            .flat_map(|(ply, position)| {
                                let turn = position.turn();
                                find(&position, (game, ply), &|kind| wanted.wants(kind, turn))
                            })
                            .collect::<Vec<_>>()
                    })
                    .collect();
                for found in found {
                    if wanted.take(&found.kind, found.turn) {
                        self.enter(file, &found);
                    }
                }
            }
        }
    }

    /// Looks beside the games for what they have too few of.
    fn beside(&mut self) {
        let mut range = 0..self.games.len();
        // What is beside what was found beside a game is mostly of its kind.
        for (depth, of_color) in [(1, ROWS / 2), (2, ROWS / 2), (2, ROWS / 2), (2, ROWS)] {
            let kinds = [situation::all(), vec![beside::PINNED.to_owned()]].concat();
            let mut wanted = Wanted::new(&kinds, ROWS, of_color);
            for file in [File::Canonical, File::Refuse] {
                wanted.have(self.rows(file));
            }
            let known = self.games.len();
            for block in mixed(range).chunks(BLOCK) {
                if wanted.is_empty() {
                    break;
                }
                let games = block.par_iter().map(|&game| &self.games[game]);
                let found: Vec<Beside> = games
                    .flat_map_iter(|moves| beside::look(moves, depth, &wanted))
                    .collect();
                for Beside { kind, turn, moves } in found {
                    if wanted.take(&kind, turn) {
                        self.games.push(moves);
                    }
                }
            }
            range = known..self.games.len();
            self.situations(range.clone());
            self.refusals(range.clone());
            if depth == 1 {
                range = 0..self.games.len();
            }
        }
    }

    /// A row for each string that cannot occur, where its base string can be played.
    fn impossible(&mut self) {
        let rows = self.rows(File::Canonical).iter();
        let strings = rows.filter(|row| row.kind() == "string");
        let fens: HashMap<String, String> = strings
            .map(|row| (row.field(4).to_owned(), row.fen().to_owned()))
            .collect();
        let have: HashSet<String> = self
            .rows(File::Refuse)
            .iter()
            .filter(|row| row.kind() == "cannot-occur")
            .map(|row| row.field(3).to_owned())
            .collect();
        for san in impossible() {
            let text = san.to_string();
            let Some(fen) = fens.get(&san.san.to_string()) else {
                continue;
            };
            if !have.contains(&text)
                && let Ok(position) = super::position(fen)
                && let Some(refusal) = refusal(&Reader::new(&position), &text)
            {
                self.add(File::Refuse, &[refusal.kind, fen, &text, &refusal.why]);
            }
        }
    }

    /// Positions with all their moves, from games that stand far apart.
    fn legal(&mut self) {
        let mut rows = self.rows(File::Legal).to_vec();
        let mut have: HashSet<String> = rows.iter().map(|row| row.field(0).to_owned()).collect();
        for game in mixed(0..self.games.len()) {
            if rows.len() >= LEGAL {
                break;
            }
            let moves = &self.games[game];
            let position = after(&moves[..spread(game) % moves.len()]);
            let fen = fen(&position);
            if is_fit(&position) && have.insert(fen.clone()) {
                rows.push(Row(vec![fen, sans(&position)]));
            }
        }
        self.tables.insert(File::Legal, rows);
    }

    fn null(&mut self) {
        let have: HashSet<String> = self
            .rows(File::Null)
            .iter()
            .map(|row| row.field(3).to_owned())
            .collect();
        let order = mixed(0..self.games.len());
        let mut games = order.into_iter().cycle();
        for text in spelling::NULL
            .into_iter()
            .filter(|&text| !have.contains(text))
        {
            let mut count = 0;
            while let Some(game) = games.next().filter(|_| count < NULL) {
                let moves = &self.games[game];
                let position = after(&moves[..spread(game) % moves.len()]);
                // In check a null move would leave the king there.
                if !position.is_check() && is_fit(&position) {
                    self.add(File::Null, &["null-move", &fen(&position), text]);
                    count += 1;
                }
            }
        }
    }

    /// Some rows of each kind, and of the strings some of each sort.
    fn core(&mut self) {
        let mut rows = self.rows(File::Core).to_vec();
        let mut have: HashSet<String> = rows.iter().map(|row| row.id().to_owned()).collect();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for file in [File::Canonical, File::Refuse, File::Lenient] {
            // Figurines are not for everybody's unit tests.
            for row in self.rows(file).iter().filter(|row| row.field(3).is_ascii()) {
                let features = features(file, row);
                let chosen = have.contains(row.id());
                let serves = |feature: &(String, usize)| {
                    seen.get(&feature.0).copied().unwrap_or(0) < feature.1
                };
                if !chosen && !features.iter().any(serves) {
                    continue;
                }
                for (feature, _) in features {
                    *seen.entry(feature).or_default() += 1;
                }
                if have.insert(row.id().to_owned()) {
                    rows.extend(core_row(file, row));
                }
            }
        }
        self.tables.insert(File::Core, rows);
    }
}

/// The kinds of a table, and how many rows of each there should be.
fn kinds(file: File) -> (Vec<String>, usize) {
    match file {
        File::Canonical => (situation::all(), ROWS),
        File::Refuse => (refusal::KINDS.map(str::to_owned).into(), ROWS),
        File::Lenient => (spelling::KINDS.map(str::to_owned).into(), SPELLINGS),
        File::Null | File::Legal | File::Core => (Vec::new(), 0),
    }
}

/// Games in an order in which neighbours have little in common.
fn mixed(games: Range<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = games.collect();
    order.sort_by_key(|&game| (spread(game), game));
    order
}

/// A position in which no player could claim a draw for fifty moves.
pub(super) fn is_fit(position: &Chess) -> bool {
    position.halfmoves() < 100
}

/// Numbers that have nothing in common for neighbours (Fibonacci hashing).
fn spread(n: usize) -> usize {
    let spread = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    usize::try_from(spread).unwrap_or(0)
}

/// What is still wanted, of each kind and colour.
pub(super) struct Wanted {
    left: HashMap<(String, Color), usize>,
    total: HashMap<String, usize>,
}

impl Wanted {
    fn new(kinds: &[String], most: usize, most_of_color: usize) -> Wanted {
        let mut left = HashMap::new();
        let mut total = HashMap::new();
        for kind in kinds {
            total.insert(kind.clone(), most);
            for color in Color::ALL {
                left.insert((kind.clone(), color), most_of_color);
            }
        }
        Wanted { left, total }
    }

    /// There are these rows already.
    fn have(&mut self, rows: &[Row]) {
        for row in rows {
            let color = if row.fen().contains(" w ") {
                Color::White
            } else {
                Color::Black
            };
            if let Some(total) = self.total.get_mut(row.kind()) {
                *total = total.saturating_sub(1);
            }
            if let Some(left) = self.left.get_mut(&(row.kind().to_owned(), color)) {
                *left = left.saturating_sub(1);
            }
        }
    }

    pub fn wants(&self, kind: &str, color: Color) -> bool {
        self.total.get(kind).is_some_and(|&left| left > 0)
            && self
                .left
                .get(&(kind.to_owned(), color))
                .is_some_and(|&left| left > 0)
    }

    /// Tells whether one is wanted, and then wants one less.
    fn take(&mut self, kind: &str, color: Color) -> bool {
        if let Some(total) = self.total.get_mut(kind)
            && let Some(left) = self.left.get_mut(&(kind.to_owned(), color))
            && *total > 0
            && *left > 0
        {
            *total -= 1;
            *left -= 1;
            return true;
        }
        false
    }

    fn is_empty(&self) -> bool {
        self.left
            .iter()
            .all(|((kind, _), &left)| left == 0 || self.total.get(kind) == Some(&0))
    }
}

/// A row for a move.
fn canonical(
    kind: String,
    position: &Chess,
    situation: &Situation<'_>,
    (game, ply): (usize, usize),
) -> Found {
    Found {
        kind,
        turn: position.turn(),
        fields: vec![
            fen(position),
            uci(situation.m),
            situation.san.to_string(),
            fen(&situation.after),
            format!("{GAMES}:{}:{ply}", game + 1),
        ],
    }
}

fn in_situations(
    position: &Chess,
    place: (usize, usize),
    wants: &(dyn Fn(&str) -> bool + Sync),
) -> Vec<Found> {
    let legal = position.legal_moves();
    let mut found = Vec::new();
    for &m in &legal {
        let situation = Situation::new(position, &legal, m);
        for kind in situation.kinds().into_iter().filter(|kind| wants(kind)) {
            found.push(canonical(kind, position, &situation, place));
        }
    }
    found
}

fn refused(
    position: &Chess,
    (game, ply): (usize, usize),
    wants: &(dyn Fn(&str) -> bool + Sync),
) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let reader = Reader::new(position);
    for text in refusal::texts(&reader, game + ply, wants) {
        let Some(refusal) = refusal(&reader, &text).filter(|refusal| wants(refusal.kind)) else {
            continue;
        };
        // One of a kind is enough in one position.
        if !found.iter().any(|found| found.kind == refusal.kind) {
            found.push(Found {
                kind: refusal.kind.to_owned(),
                turn: position.turn(),
                fields: vec![fen(position), text, refusal.why],
            });
        }
    }
    found
}

fn spelt(
    position: &Chess,
    (game, ply): (usize, usize),
    wants: &(dyn Fn(&str) -> bool + Sync),
) -> Vec<Found> {
    let reader = Reader::new(position);
    let legal = &reader.legal;
    let mut found: Vec<Found> = Vec::new();
    for n in 0..legal.len() {
        let m = legal[(game + ply + n) % legal.len()];
        for (kind, text) in spelling::spellings(&reader, m) {
            if wants(kind) && !found.iter().any(|found| found.kind == kind) {
                found.push(Found {
                    kind: kind.to_owned(),
                    turn: position.turn(),
                    fields: vec![fen(position), text, uci(m)],
                });
            }
        }
    }
    found
}

/// What a row stands for in the choice, and how many rows should.
fn features(file: File, row: &Row) -> Vec<(String, usize)> {
    let name = file.name();
    let turn = row.fen().split(' ').nth(1).unwrap_or_default();
    if row.kind() != "string" {
        return vec![(format!("{name} {} {turn}", row.kind()), CORE / 2)];
    }
    let (uci, san) = (row.field(3), row.field(4));
    let shape: String = san
        .chars()
        .map(|ch| match ch {
            'a'..='h' => 'a',
            '1'..='8' => '1',
            other => other,
        })
        .collect();
    let role = san
        .chars()
        .next()
        .filter(char::is_ascii_uppercase)
        .unwrap_or('P');
    let mut features = vec![(shape.clone(), CORE / 2), (format!("{shape} {turn}"), 1)];
    for square in [&uci[..2], &uci[2..4]] {
        for part in square.chars() {
            features.push((format!("{role} {part} {turn}"), 1));
        }
    }
    features
}
