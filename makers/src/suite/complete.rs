//! Adds the missing rows to the suite.
//!
//! We only append rows, because a published suite must stay stable. First we add a row for every string. Then
//! we add rows until every kind has enough rows. If possible, White is to move in half of the rows of a kind.
//! If a kind is rare in the games, we search positions that are one or two moves away from a game. For each
//! position that we find, we add a new game that leads to this position.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::suite::{
    Suite,
    canonical::HardMove,
    kind::{CanonicalKind, Feature, Kind, NullMove},
    play::play_rows,
    rows::{
        self, NullRow, OfKind, RefuseRow, Row, Source, fen, legal_move, legal_row,
        within_fifty_moves,
    },
};
use rayon::prelude::*;
use san_strings::shortest_games;
use san_strings_core::Vocabulary;
use san_strings_core::{
    move_finder::MoveFinder,
    refusal::{RefuseKind, is_impossible_san},
    spelling::NULL,
};
use san_strings_games::replay::{after, positions};
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{
    core_rows::add_core,
    found::{Found, Wants, canonical_row, canonical_rows, lenient_rows, refuse_rows, refused},
    nearby::{self, Nearby},
    quota::{Quota, Share, most},
    rule::{Rule, deciding},
    texts::texts,
    trap::trap_rows,
};

/// How many rows we want for each rule of movement and each colour. In each of these rows, the move is
/// illegal only because it breaks the rule of the row.
const ROWS_OF_RULE: usize = 2;

/// The kind of a move that only the other side could play. Such a move breaks no rule of movement, so we skip
/// this kind when we look for moves that break a rule of movement.
const WRONG_SIDE: RefuseKind = RefuseKind::WrongSide;

/// How many positions `legal.tsv` lists with all their moves.
const LEGAL_ROWS: usize = 500;

/// The maximum number of mates that we add to `legal.tsv`. The same limit applies to stalemates.
const OVER_ROWS: usize = 10;

/// How many rows we want for each spelling of a null move.
const NULL_ROWS: usize = 5;

/// How many games we search in parallel before we update the quota.
const GAMES_PER_BATCH: usize = 256;

/// Adds the missing rows to a suite.
pub fn complete(suite: &mut Suite) {
    SuiteMaker { suite }.complete();
}

/// The kinds that have fewer rows than they should, each with its number of rows.
pub fn lacking(suite: &Suite) -> Vec<(Kind, usize)> {
    let mut there: HashMap<Kind, usize> = HashMap::new();
    let kinds = (suite.canonical.iter().map(|row| Kind::Canonical(row.kind)))
        .chain(suite.refuse.iter().map(|row| row.kind))
        .chain(suite.lenient.iter().map(|row| Kind::Lenient(row.kind)))
        .chain(suite.play.iter().map(|row| Kind::Play(row.kind)));
    for kind in kinds {
        *there.entry(kind).or_default() += 1;
    }
    let kinds = [Kind::canonical(), Kind::refuse(), Kind::lenient(), Kind::traps(), Kind::play()];
    let counts = kinds.concat().into_iter();
    let counts = counts.map(|kind| (kind, most(kind), there.get(&kind).copied().unwrap_or(0)));
    let lacking = counts.filter(|&(_, most, count)| count < most);
    lacking.map(|(kind, _, count)| (kind, count)).collect()
}

struct SuiteMaker<'s> {
    suite: &'s mut Suite,
}

impl SuiteMaker<'_> {
    fn complete(&mut self) {
        let all = 0..self.suite.games.len();
        self.add_strings();
        self.add_canonical(all.clone());
        self.add_impossible();
        self.add_refuse(all.clone());
        self.add_rules();
        self.add_nearby();
        self.add_stalemates();
        self.add_over();
        let kinds = &Kind::traps();
        let traps = self.collect(&self.suite.refuse, kinds, trap_rows, all.clone());
        self.suite.refuse.extend(traps);
        let kinds = &Kind::lenient();
        let lenient = self.collect(&self.suite.lenient, kinds, lenient_rows, all.clone());
        self.suite.lenient.extend(lenient);
        self.add_play(all);
        self.add_legal();
        self.add_null();
        add_core(self.suite);
        self.suite.kinds = self.suite.kind_rows();
    }

    fn add_canonical(&mut self, games: Range<usize>) {
        let kinds = &Kind::canonical();
        let rows = self.collect(&self.suite.canonical, kinds, canonical_rows, games);
        self.suite.canonical.extend(rows);
    }

    fn add_play(&mut self, games: Range<usize>) {
        let kinds = &Kind::play();
        let rows = self.collect(&self.suite.play, kinds, play_rows, games);
        self.suite.play.extend(rows);
    }

    fn add_refuse(&mut self, games: Range<usize>) {
        let kinds = &Kind::refuse();
        let rows = self.collect(&self.suite.refuse, kinds, refuse_rows, games);
        self.suite.refuse.extend(rows);
    }

    /// Adds a row of the kind `every-string` for each string that occurs but has no row of this kind.
    fn add_strings(&mut self) {
        let rows = self.suite.canonical.iter();
        let there: HashSet<&str> = rows
            .filter(|row| row.kind == CanonicalKind::EveryString)
            .map(|row| row.san.as_str())
            .collect();
        let mut missing: Vec<SanPlus> = Vocabulary::occurring().sans().collect();
        missing.retain(|san| !there.contains(san.to_string().as_str()));
        if missing.is_empty() {
            return;
        }
        let mut sources: HashMap<SanPlus, Source> = HashMap::new();
        for (game, moves) in self.suite.games.iter().enumerate() {
            let mut position = Chess::default();
            for (ply, &m) in moves.iter().enumerate() {
                let fits = within_fifty_moves(&position);
                let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
                if fits {
                    sources.entry(san).or_insert(Source { game, ply });
                }
            }
        }
        let shortest: HashMap<SanPlus, Vec<Move>> = shortest_games().moves().collect();
        for san in missing {
            let source = match (sources.get(&san), shortest.get(&san)) {
                (Some(&source), _) => source,
                (None, Some(moves)) => {
                    self.suite.games.push(moves.clone());
                    Source { game: self.suite.games.len() - 1, ply: moves.len() - 1 }
                }
                (None, None) => continue,
            };
            let game = &self.suite.games[source.game];
            let position = after(&game[..source.ply]);
            let legal = position.legal_moves();
            let hard = HardMove::new(&position, &legal, game[source.ply]);
            let row = canonical_row(CanonicalKind::EveryString, &position, &hard, source);
            self.suite.canonical.push(row);
        }
    }

    /// Finds rows in the games until each kind has [`most`] rows. The rows in `there` count towards this
    /// number. No two rows ask the same question. We make three passes:
    ///
    /// 1. one position of each game, half of the rows for each colour;
    /// 2. all positions, half of the rows for each colour;
    /// 3. all positions, any colour.
    fn collect<R: OfKind + Send>(
        &self,
        there: &[R],
        kinds: &[Kind],
        find: impl Fn(&Chess, Source, &Wants<'_>) -> Vec<Found<R>> + Sync,
        games: Range<usize>,
    ) -> Vec<R> {
        let mut rows: Vec<R> = Vec::new();
        let mut new: Vec<(Kind, Color)> = Vec::new();
        let mut questions: HashSet<Vec<String>> = there.iter().map(R::question).collect();
        let order = shuffled(games);
        for (all_positions, share) in
            [(false, Share::Half), (true, Share::Half), (true, Share::All)]
        {
            let mut quota = Quota::new(kinds, share);
            for row in there {
                quota.subtract(row.kind(), row.fen());
            }
            for &(kind, turn) in &new {
                quota.take(kind, turn);
            }
            for batch in order.chunks(GAMES_PER_BATCH) {
                if quota.is_empty() {
                    break;
                }
                let found: Vec<Found<R>> = batch
                    .par_iter()
                    .flat_map_iter(|&game| self.find_in(game, all_positions, &quota, &find))
                    .collect();
                for Found { kind, turn, row } in found {
                    if quota.wants(kind, turn) && questions.insert(row.question()) {
                        quota.take(kind, turn);
                        new.push((kind, turn));
                        rows.push(row);
                    }
                }
            }
        }
        rows
    }

    /// If `all_positions` is true, finds rows in all positions of a game. Otherwise finds rows in only one
    /// position, which we choose by a hash of `game`.
    fn find_in<R>(
        &self,
        game: usize,
        all_positions: bool,
        quota: &Quota,
        find: impl Fn(&Chess, Source, &Wants<'_>) -> Vec<Found<R>>,
    ) -> Vec<Found<R>> {
        let moves = &self.suite.games[game];
        let one = fibonacci_hash(game) % moves.len();
        let mut found = Vec::new();
        for (ply, position) in positions(moves).enumerate() {
            if (all_positions || ply == one) && within_fifty_moves(&position) {
                let turn = position.turn();
                let wants = |kind| quota.wants(kind, turn);
                found.extend(find(&position, Source { game, ply }, &wants));
            }
        }
        found
    }

    /// The kind and position of every row in the tables to which `add_nearby` adds rows.
    fn places(&self) -> impl Iterator<Item = (Kind, &str)> {
        let canonical = self.suite.canonical.iter().map(|row| (row.kind(), row.fen()));
        let refuse = self.suite.refuse.iter().map(|row| (row.kind(), row.fen()));
        canonical.chain(refuse).chain(self.suite.play.iter().map(|row| (row.kind(), row.fen())))
    }

    /// Adds rows of kinds that still have too few rows. Looks at positions that are one or two moves away
    /// from a game. If a position can provide such a row, adds a new game, which consists of the moves to
    /// this position.
    fn add_nearby(&mut self) {
        let mut range = 0..self.suite.games.len();
        // Positions of the same kind are often near each other. So the last two passes search only near the
        // games that the previous pass added.
        let shares = [(1, Share::Half), (1, Share::All), (2, Share::Half), (2, Share::Half)];
        for (depth, share) in shares.into_iter().chain([(2, Share::All)]) {
            let rare = [nearby::PINNED, nearby::CASTLES_AFTER_DOUBLE_STEP];
            let kinds = [&Kind::canonical()[..], &rare].concat();
            let mut quota = Quota::new(&kinds, share);
            // We take at most one row of each kind from each position.
            let mut seen = HashSet::new();
            for (kind, fen) in self.places() {
                quota.subtract(kind, fen);
                seen.insert((kind, fen.to_owned()));
            }
            let known = self.suite.games.len();
            for batch in shuffled(range).chunks(GAMES_PER_BATCH) {
                if quota.is_empty() {
                    break;
                }
                let games = batch.par_iter().map(|&game| &self.suite.games[game]);
                let found: Vec<Nearby> =
                    games.flat_map_iter(|moves| nearby::look(moves, depth, &quota)).collect();
                for Nearby { kind, turn, fen, moves } in found {
                    if seen.insert((kind, fen)) && quota.take(kind, turn) {
                        self.suite.games.push(moves);
                    }
                }
            }
            range = known..self.suite.games.len();
            self.add_canonical(range.clone());
            self.add_refuse(range.clone());
            self.add_play(range.clone());
            if depth == 1 {
                range = 0..self.suite.games.len();
            }
        }
    }

    /// Adds a row for each string that cannot occur. Copies the position from the row of the same
    /// string without `+` or `#`: the row for `Rah1+` gets the position of the row for `Rah1`.
    fn add_impossible(&mut self) {
        let rows = self.suite.canonical.iter();
        let strings = rows.filter(|row| row.kind == CanonicalKind::EveryString);
        let fens: HashMap<&str, &str> =
            strings.map(|row| (row.san.as_str(), row.fen.as_str())).collect();
        let rows = self.suite.refuse.iter();
        let there: HashSet<String> = rows
            .filter(|row| row.kind == Kind::Refuse(RefuseKind::CannotOccur))
            .map(|row| row.text.clone())
            .collect();
        for san in impossible() {
            let text = san.to_string();
            let Some(fen) = fens.get(san.san.to_string().as_str()) else {
                continue;
            };
            if !there.contains(&text)
                && let Ok(position) = rows::position(fen)
                && let Some((kind, why)) = refused(&position, &text)
            {
                let kind = Kind::Refuse(kind);
                self.suite.refuse.push(RefuseRow { kind, fen: (*fen).to_owned(), text, why });
            }
        }
    }

    /// For each row whose move stalemates, adds a game that ends with this move, unless a game already ends
    /// in the same stalemate. Later, `add_over` adds rows for the positions in which games end.
    fn add_stalemates(&mut self) {
        let stalemate = CanonicalKind::Feature(Feature::Stalemate);
        let ends = self.suite.games.iter().map(|moves| fen(&after(moves)));
        let mut ends: HashSet<String> = ends.collect();
        for row in self.suite.canonical.iter().filter(|row| row.kind == stalemate) {
            if ends.insert(row.fen_after.clone()) {
                let way = &self.suite.games[row.source.game][..row.source.ply];
                let last = legal_move(&after(way), &row.uci).expect("the move of a row");
                self.suite.games.push([way, &[last]].concat());
            }
        }
    }

    /// Adds illegal moves that break one rule of movement and no other, for each rule that has too few rows.
    /// Looks for these moves in the positions of all games. For en passant captures, also plays every possible
    /// double step in these positions, and looks for illegal captures after it.
    fn add_rules(&mut self) {
        let mut wanted = self.wanted_rules();
        if wanted.values().all(|&left| left < ROWS_OF_RULE) {
            // Every rule already has at least one row for each colour. We do not search for more: for some rules,
            // no game yields a second row, so the search would go through all games in vain.
            return;
        }
        for batch in shuffled(0..self.suite.games.len()).chunks(GAMES_PER_BATCH) {
            if wanted.is_empty() {
                break;
            }
            let games = batch.par_iter().map(|&game| (game, &self.suite.games[game]));
            let found: Vec<(Chess, String)> =
                games.flat_map_iter(|(game, moves)| rule_texts(game, moves, &wanted)).collect();
            for (position, text) in found {
                self.add_rule(&position, text, &mut wanted);
            }
        }
        for batch in shuffled(0..self.suite.games.len()).chunks(GAMES_PER_BATCH) {
            if wanted.is_empty() {
                break;
            }
            let games = batch.par_iter().map(|&game| &self.suite.games[game]);
            let found: Vec<(Vec<Move>, String)> =
                games.flat_map_iter(|moves| nearby::look_for_pinned(moves, &wanted)).collect();
            for (moves, text) in found {
                if self.add_rule(&after(&moves[..moves.len() - 1]), text, &mut wanted) {
                    self.suite.games.push(moves);
                }
            }
        }
    }

    /// How many rows are missing for each rule and colour.
    fn wanted_rules(&self) -> HashMap<(Rule, Color), usize> {
        let colors = |rule| Color::ALL.map(|color| ((rule, color), ROWS_OF_RULE));
        let mut wanted = Rule::all().into_iter().flat_map(colors).collect();
        for row in &self.suite.refuse {
            if let Ok(position) = rows::position(&row.fen) {
                take_rules(&mut wanted, &position, &row.text);
            }
        }
        wanted
    }

    /// Adds a row for the illegal move `text` if it breaks only one rule, and this rule still has too few rows.
    /// Returns whether the row was added.
    fn add_rule(
        &mut self,
        position: &Chess,
        text: String,
        wanted: &mut HashMap<(Rule, Color), usize>,
    ) -> bool {
        // We need no rows of the kind `CannotOccur`, because `add_impossible` has added one for each string
        // that cannot occur.
        let has_rows = |kind| kind != RefuseKind::CannotOccur && Kind::has_rows(kind);
        let Some((kind, why)) = refused(position, &text).filter(|&(kind, _)| has_rows(kind)) else {
            return false;
        };
        let row = RefuseRow { kind: Kind::Refuse(kind), fen: fen(position), text, why };
        let is_there = |other: &RefuseRow| (&other.fen, &other.text) == (&row.fen, &row.text);
        if self.suite.refuse.iter().any(is_there) || !take_rules(wanted, position, &row.text) {
            return false;
        }
        self.suite.refuse.push(row);
        true
    }

    /// Adds moves that must be refused because the game has ended in mate or stalemate.
    fn add_over(&mut self) {
        let mut quota = Quota::new(&nearby::OVER, Share::Half);
        for row in &self.suite.refuse {
            quota.subtract(row.kind, &row.fen);
        }
        for game in shuffled(0..self.suite.games.len()) {
            if quota.is_empty() {
                break;
            }
            let position = after(&self.suite.games[game]);
            if !position.legal_moves().is_empty() || position.halfmoves() > 99 {
                continue;
            }
            let turn = position.turn();
            let wants = |kind| quota.wants(kind, turn);
            let found = refuse_rows(&position, Source { game, ply: 0 }, &wants);
            for Found { kind, turn, row } in found {
                quota.take(kind, turn);
                self.suite.refuse.push(row);
            }
        }
    }

    /// Adds positions with all their legal moves, from games that are far apart in the file. Also adds some
    /// positions with mate or stalemate, where there are no legal moves.
    fn add_legal(&mut self) {
        let rows = self.suite.legal.iter();
        let mut there: HashSet<String> = rows.map(|row| row.fen.clone()).collect();
        for game in shuffled(0..self.suite.games.len()) {
            if self.suite.legal.len() >= LEGAL_ROWS {
                break;
            }
            let position = self.position_of(game);
            if within_fifty_moves(&position) && there.insert(fen(&position)) {
                self.suite.legal.push(legal_row(&position));
            }
        }
        for kind in nearby::OVER {
            let rows = self.suite.refuse.iter().filter(|row| row.kind == kind);
            for row in rows.take(OVER_ROWS) {
                let position = rows::position(&row.fen).expect("a position of a row");
                if there.insert(row.fen.clone()) {
                    self.suite.legal.push(legal_row(&position));
                }
            }
        }
    }

    fn add_null(&mut self) {
        let there: HashSet<String> = self.suite.null.iter().map(|row| row.text.clone()).collect();
        let mut games = shuffled(0..self.suite.games.len()).into_iter().cycle();
        // We add no rows for `---`, because few programs read it as a null move.
        let missing = NULL.into_iter().filter(|&text| text != "---");
        for text in missing.filter(|&text| !there.contains(text)) {
            let mut count = 0;
            while let Some(game) = games.next().filter(|_| count < NULL_ROWS) {
                let position = self.position_of(game);
                // If the side to move is in check, a null move would leave its king in check.
                if !position.is_check() && within_fifty_moves(&position) {
                    let (fen, text) = (fen(&position), text.to_owned());
                    let kind = NullMove::NullMove;
                    self.suite.null.push(NullRow { kind, fen, text });
                    count += 1;
                }
            }
        }
    }

    /// Returns a position of `self.suite.games[game]`, selected by a hash of `game`.
    fn position_of(&self, game: usize) -> Chess {
        let moves = &self.suite.games[game];
        after(&moves[..fibonacci_hash(game) % moves.len()])
    }
}

/// `wanted` counts the rows that are still missing for each rule and side to move. For the side to move in
/// `position`, decrements the count of each rule that [`deciding`] returns for `text`. Returns whether any
/// count changed.
fn take_rules(wanted: &mut HashMap<(Rule, Color), usize>, position: &Chess, text: &str) -> bool {
    let before = wanted.values().sum::<usize>();
    for rule in deciding(position, text) {
        if let Some(left) = wanted.get_mut(&(rule, position.turn())) {
            *left -= 1;
        }
        wanted.retain(|_, left| *left > 0);
    }
    wanted.values().sum::<usize>() < before
}

/// Searches the positions of a game for illegal moves that break a single rule, described by at least one
/// [`Rule`] in `wanted`. For each such move, returns the position and the text of the move.
fn rule_texts(
    game: usize,
    moves: &[Move],
    wanted: &HashMap<(Rule, Color), usize>,
) -> Vec<(Chess, String)> {
    let mut found = Vec::new();
    for (ply, position) in positions(moves).enumerate() {
        if !within_fifty_moves(&position) {
            continue;
        }
        let turn = position.turn();
        for text in texts(&MoveFinder::new(&position), game + ply, &|kind| kind != WRONG_SIDE) {
            let mut rules = deciding(&position, &text).into_iter();
            if rules.any(|rule| wanted.contains_key(&(rule, turn))) {
                found.push((position.clone(), text));
            }
        }
    }
    found
}

/// Reorders the games so that neighbours in the file, which are often similar, are far apart.
fn shuffled(games: Range<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = games.collect();
    order.sort_by_key(|&game| (fibonacci_hash(game), game));
    order
}

/// A hash function that maps neighbouring numbers to distant values.
pub(super) fn fibonacci_hash(n: usize) -> usize {
    let hash = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    usize::try_from(hash).expect("24 bits")
}

/// The strings that cannot occur, in the order of the list. All of them end with `+` or `#`.
fn impossible() -> impl Iterator<Item = SanPlus> {
    Vocabulary::with_symbols().sans().filter(|&san| is_impossible_san(san))
}
