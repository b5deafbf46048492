//! Compares the tree with a slow but simple enumeration, which keeps whole positions and whole games as
//! text, and shares no code with the tree.

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    error::Error,
    fmt::Write,
};

use fastrand::Rng;
use san_strings_tree::{
    Cursor, DrawReason, GrowOptions, Grower, Id, Info, Outcome, Tree, TreeError,
};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role, Square,
    fen::{Epd, Fen},
    perft,
};
use tempfile::NamedTempFile;

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Roots, each with the number of plies to grow. Together, the trees of these roots cover every rule of the game.
const ROOTS: [(&str, usize); 15] = [
    (START, 2),
    // Castling, and castling rights lost by king and rook moves.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2),
    // An en passant capture is illegal because of a pin along the rank.
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    // An en passant capture and a promotion with capture are legal.
    ("r3k3/1P6/8/3pP3/8/8/8/4K3 w q d6 0 2", 3),
    // Threefold repetition.
    ("7k/5p1p/5P1P/8/8/p1p5/P1P5/K7 w - - 0 1", 9),
    ("7k/5p1p/5P1P/8/8/p1p5/P1P5/1K6 b - - 3 9", 8),
    // A root in check.
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", 4),
    // The fifty-move rule, and a mate that takes precedence over the rule.
    ("7k/8/5KR1/8/8/8/8/8 w - - 97 80", 5),
    ("7k/8/5KR1/8/8/8/8/8 w - - 100 80", 2),
    // Stalemate, mate, bare kings.
    ("7k/8/6QK/8/8/8/8/8 w - - 0 1", 4),
    ("k7/8/8/8/8/8/6rr/3B3K w - - 0 1", 4),
    // Forced mates.
    ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", 3),
    // In the game `h3 h6 h4 h5`, Black's last move transposes to the node after `h4 h5`, where White can
    // mate in one.
    ("k7/2K4p/8/8/8/8/7P/5BB1 w - - 0 1", 4),
    // The position is dead once the pawn on g3 is gone.
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/6p1/8/4K3 w - - 0 1", 4),
    // After an underpromotion, the material is insufficient.
    ("8/8/8/2k5/8/8/5p2/4R1K1 w - - 0 1", 3),
];

#[test]
fn every_node_is_that_of_a_slow_enumeration() -> Result<(), Box<dyn Error>> {
    compare(&ROOTS)
}

/// Tests positions of many kinds, including checks, pins and positions with few legal moves. In
/// debug builds, an assertion in `game.rs` checks the lower bound on the number of legal moves in each of
/// these positions.
#[test]
fn nodes_after_random_games_are_those_of_a_slow_enumeration() -> Result<(), Box<dyn Error>> {
    compare_after_random_games(5)
}

#[test]
#[ignore = "takes five seconds: more games"]
fn nodes_after_more_games_are_those_of_a_slow_enumeration() -> Result<(), Box<dyn Error>> {
    compare_after_random_games(40)
}

fn compare_after_random_games(games: usize) -> Result<(), Box<dyn Error>> {
    let mut random = Rng::with_seed(3);
    for _ in 0..games {
        let mut position = Chess::default();
        for ply in 0..100 {
            let Some(&m) = random.choice(&position.legal_moves()) else { break };
            position.play_unchecked(m);
            if ply % 4 == 0 {
                let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
                compare(&[(&fen, 1)])?;
            }
        }
    }
    Ok(())
}

/// The slow enumeration ([`Slow`]) finds the same numbers of nodes, but takes a minute, so a
/// separate test runs it. Castling rights matter here: after a move that loses a castling right, no
/// earlier position can recur, so the tree forgets the earlier positions. If the tree kept them,
/// fewer games would share a node, and ply 4 would have 98,663 nodes instead of 98,521.
#[test]
fn nodes_of_four_plies() -> Result<(), Box<dyn Error>> {
    let nodes = grown(START, 4)?.tree().stats().iter().map(|layer| layer.nodes).collect::<Vec<_>>();
    assert_eq!(nodes, [1, 20, 400, 6_660, 98_521]);
    Ok(())
}

#[test]
#[ignore = "takes a minute: 98,521 nodes, each with its whole game"]
fn every_node_at_ply_4_is_that_of_a_slow_enumeration() -> Result<(), Box<dyn Error>> {
    compare(&[(START, 4)])
}

#[test]
#[ignore = "takes a minute: tens of thousands of nodes, each with its whole game"]
fn more_nodes_are_those_of_a_slow_enumeration() -> Result<(), Box<dyn Error>> {
    compare(&[
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("r3k3/1P6/8/3pP3/8/8/8/4K3 w q d6 0 2", 4),
        ("6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1", 4),
    ])
}

fn compare(roots: &[(&str, usize)]) -> Result<(), Box<dyn Error>> {
    for &(fen, plies) in roots {
        let slow = Slow::grow(position(fen)?, plies)?;
        let grower = grown(fen, plies)?;
        let tree = grower.tree();
        for (ply, layer) in tree.stats().into_iter().enumerate() {
            let nodes = || slow.nodes.iter().filter(move |node| node.ply == ply);
            assert_eq!(layer.nodes, nodes().count() as u64, "{fen}, nodes at ply {ply}");
            assert_eq!(
                layer.mates,
                nodes().filter(|node| node.is_mate).count() as u64,
                "{fen}, mates at ply {ply}"
            );
            assert_eq!(
                layer.solved,
                nodes().filter(|node| node.result != "?").count() as u64,
                "{fen}, solved at ply {ply}"
            );
            let moves: u64 = slow
                .nodes
                .iter()
                .filter(|node| node.ply + 1 == ply)
                .map(|node| node.moves.len() as u64)
                .sum();
            assert_eq!(layer.moves, moves, "{fen}, moves to ply {ply}");
        }
        let mut cursor = tree.cursor();
        for (id, node) in slow.nodes.iter().enumerate() {
            if node.ply < plies {
                cursor.go(Id::try_from(id)?)?;
                let (text, info) = (slow.info(id), Info::of(&mut cursor)?);
                assert_eq!(info.to_string(), text, "{fen}, #{id}");
                assert_eq!(text.parse(), Ok(info), "{fen}, #{id}");
            }
        }
    }
    Ok(())
}

/// Together, the trees of `ROOTS` must contain every reason for a draw. Otherwise, the comparison would not
/// test all drawing rules.
#[test]
fn the_roots_meet_every_reason_of_a_draw() -> Result<(), Box<dyn Error>> {
    let mut met = HashSet::new();
    for (fen, plies) in &ROOTS[1..] {
        let grower = grown(fen, *plies)?;
        let mut cursor = grower.tree().cursor();
        for id in 0..grower.tree().nodes() {
            cursor.go(id)?;
            if let Outcome::Draw(Some(reason)) = cursor.outcome() {
                met.insert(reason);
            }
        }
    }
    assert_eq!(met, DrawReason::ALL.iter().copied().collect());
    Ok(())
}

#[test]
fn the_ways_to_the_nodes_are_as_many_as_perft_counts() -> Result<(), Box<dyn Error>> {
    for (fen, plies) in [
        (START, 4),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ] {
        let grower = grown(fen, plies)?;
        for ply in 1..=plies {
            let ways = ways(grower.tree(), ply)?;
            let expected = perft(&position(fen)?, u32::try_from(ply)?);
            assert_eq!(ways.values().sum::<u64>(), expected, "{fen}, {ply}");
        }
    }
    Ok(())
}

/// Counts the games that end in mate at a ply, and compares the number with OEIS A079485.
#[test]
fn the_ways_to_mate_are_as_many_as_others_count() -> Result<(), Box<dyn Error>> {
    assert_eq!(mates(4)?, 8);
    Ok(())
}

#[test]
#[ignore = "takes a minute: 1,772,698 nodes"]
fn the_ways_to_mate_at_ply_5_are_as_many_as_others_count() -> Result<(), Box<dyn Error>> {
    assert_eq!(mates(5)?, 347);
    Ok(())
}

fn mates(plies: usize) -> Result<u64, Box<dyn Error>> {
    let grower = grown(START, plies)?;
    let mut cursor = grower.tree().cursor();
    let mut all = 0;
    for (id, count) in ways(grower.tree(), plies)? {
        cursor.go(id)?;
        if cursor.game().position().is_checkmate() {
            all += count;
        }
    }
    Ok(all)
}

/// Returns the nodes that can be reached in `plies` plies, each with the number of move sequences that
/// lead to the node.
fn ways(tree: &Tree, plies: usize) -> Result<BTreeMap<Id, u64>, TreeError> {
    let mut cursor = tree.cursor();
    let mut ways = BTreeMap::from([(0, 1)]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (id, count) in ways {
            cursor.go(id)?;
            for to in cursor.targets()? {
                *next.entry(to.id).or_default() += count;
            }
        }
        ways = next;
    }
    Ok(ways)
}

/// Counts the distinct positions of each ply, and compares the numbers with OEIS A083276. This checks
/// move generation, scratch files and sorting together.
#[test]
fn positions_are_as_many_as_others_count() -> Result<(), Box<dyn Error>> {
    assert_eq!(positions(4)?, [1, 20, 400, 5362, 72078]);
    Ok(())
}

#[test]
#[ignore = "takes a minute: ten million positions"]
fn positions_to_ply_6_are_as_many_as_others_count() -> Result<(), Box<dyn Error>> {
    let counts = [1, 20, 400, 5362, 72078, 822_518, 9_417_681];
    assert_eq!(positions(6)?, counts);
    Ok(())
}

fn positions(plies: usize) -> Result<Vec<u64>, Box<dyn Error>> {
    let mut options = GrowOptions::new(plies);
    options.positions = true;
    let mut grower = Grower::new(position(START)?, options)?;
    for _ in 0..plies {
        grower.grow(&())?;
    }
    Ok(grower.tree().stats().iter().map(|ply| ply.nodes).collect())
}

/// Roots of trees in which the first game that leads to some node is hard to find.
const FIRST_GAMES: [(&str, usize); 3] = [
    // The first game contains castling, which moves two pieces at once.
    ("4k2r/3p1p1p/3P1P1P/8/8/p7/8/6K1 w k - 0 1", 4),
    // The first game is two plies shorter than the game that transposes to the same node, because a
    // double step replaces two pawn moves.
    ("8/8/8/8/8/8/P1P5/k1K5 w - - 0 1", 4),
    // The search for the first game visits a node of that game twice. On the first visit, too few plies
    // are left to reach the target.
    ("8/8/2p5/1kP5/3p4/8/8/K7 w - - 0 1", 5),
];

/// A `.tree` file does not store where transposing moves lead. To find the node that such a move leads to, we
/// play the move, and search for the first game that reaches an equivalent position.
#[test]
fn a_file_knows_where_each_move_leads() -> Result<(), Box<dyn Error>> {
    compare(&FIRST_GAMES)?;
    for (fen, plies) in ROOTS.into_iter().chain(FIRST_GAMES) {
        let grower = grown(fen, plies)?;
        let grown = grower.tree();
        let file = NamedTempFile::new()?;
        grown.write_file(&mut file.reopen()?)?;
        let stored = Tree::open(file.path())?;
        assert_eq!(stored.stats(), grown.stats(), "{fen}");
        let (mut one, mut other) = (grown.cursor(), stored.cursor());
        for id in 0..grown.nodes() {
            one.go(id)?;
            other.go(id)?;
            let found = other.targets().map_err(|error| format!("{fen}, #{id}: {error}"))?;
            assert_eq!(found, one.targets()?, "{fen}, #{id}");
            assert_eq!(one.outcome(), other.outcome(), "{fen}, #{id}");
            assert_eq!(one.path(), other.path(), "{fen}, #{id}");
        }
    }
    Ok(())
}

#[test]
fn more_plies_change_no_id() -> Result<(), Box<dyn Error>> {
    let (small, big) = (grown(START, 3)?, grown(START, 4)?);
    let (mut one, mut other) = (small.tree().cursor(), big.tree().cursor());
    for id in 0..small.tree().folders() {
        one.go(id)?;
        other.go(id)?;
        let ids = |cursor: &mut Cursor| {
            let targets = cursor.targets()?;
            Ok::<Vec<_>, TreeError>(targets.iter().map(|to| to.id).collect())
        };
        assert_eq!(ids(&mut one)?, ids(&mut other)?);
        assert_eq!(one.children(), other.children());
    }
    Ok(())
}

pub(crate) fn grown(fen: &str, plies: usize) -> Result<Grower, Box<dyn Error>> {
    let mut grower = Grower::new(position(fen)?, GrowOptions::new(plies))?;
    for _ in 0..plies {
        grower.grow(&())?;
    }
    grower.solve(None, &())?;
    Ok(grower)
}

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}

/// A slow enumeration of the tree. It stores each node with all earlier board states of its game.
struct Slow {
    nodes: Vec<SlowNode>,
}

struct SlowNode {
    ply: usize,
    position: Chess,
    /// The board states before the position, beginning with the root.
    game: Vec<String>,
    /// For each move, the node that it leads to.
    moves: Vec<usize>,
    /// The next unused id when we began to expand the node.
    next_id: usize,
    is_mate: bool,
    /// Lines 1 and 2 of the `info.txt`.
    result: &'static str,
    reason: &'static str,
    ended: bool,
}

impl Slow {
    fn grow(root: Chess, plies: usize) -> Result<Slow, Box<dyn Error>> {
        let mut slow = Slow { nodes: Vec::new() };
        let mut known = HashMap::new();
        let mut mates = Mates::default();
        let root = SlowNode::new(0, root, Vec::new(), &mut mates);
        known.insert(root.rest_of_the_game(), 0);
        slow.nodes.push(root);
        let mut id = 0;
        while id < slow.nodes.len() {
            slow.nodes[id].next_id = slow.nodes.len();
            let node = &slow.nodes[id];
            if node.ply < plies && !node.ended {
                let (ply, position) = (node.ply + 1, node.position.clone());
                let mut game = node.game.clone();
                game.push(state(&position));
                let mut moves: Vec<_> = position.legal_moves().into_iter().collect();
                moves.sort_by_cached_key(|m| {
                    // Sort by from-square, to-square and promotion: rank 8 first, and within a rank the
                    // a-file first.
                    let text = m.to_uci(CastlingMode::Standard).to_string();
                    let turned = |square: &str| {
                        let rank: u32 = square[1..].parse().unwrap();
                        format!("{}{}", 9 - rank, &square[..1])
                    };
                    [turned(&text[..2]), turned(&text[2..4]), text[4..].to_owned()]
                });
                for m in moves {
                    let child =
                        SlowNode::new(ply, position.clone().play(m)?, game.clone(), &mut mates);
                    let next = slow.nodes.len();
                    let to = *known.entry(child.rest_of_the_game()).or_insert(next);
                    if to == next {
                        slow.nodes.push(child);
                    }
                    slow.nodes[id].moves.push(to);
                }
            }
            id += 1;
        }
        slow.solve();
        Ok(slow)
    }

    fn solve(&mut self) {
        loop {
            let mut news = Vec::new();
            for (id, node) in self.nodes.iter().enumerate() {
                let children: Vec<_> = node.moves.iter().map(|&to| &self.nodes[to]).collect();
                if node.result != "?" || children.is_empty() {
                    continue;
                }
                let any = |result| children.iter().any(|child| child.result == result);
                let mut reasons: Vec<_> = children
                    .iter()
                    .filter(|child| child.result == "d")
                    .map(|child| child.reason)
                    .collect();
                reasons.dedup();
                if any("l") {
                    news.push((id, "w", "?"));
                } else if any("?") {
                } else if let [reason] = reasons[..] {
                    news.push((id, "d", reason));
                } else if any("d") {
                    news.push((id, "d", "?"));
                } else {
                    news.push((id, "l", "?"));
                }
            }
            if news.is_empty() {
                return;
            }
            for (id, result, reason) in news {
                self.nodes[id].result = result;
                self.nodes[id].reason = reason;
            }
        }
    }

    /// The `info.txt` of a node.
    fn info(&self, id: usize) -> String {
        let node = &self.nodes[id];
        let mut next = node.next_id;
        let (first, mut letters, mut equivalents) = (next, String::new(), String::new());
        for &to in &node.moves {
            letters += self.nodes[to].result;
            if to == next {
                next += 1;
            } else {
                writeln!(equivalents, "{next}≡{to}").expect("text");
            }
        }
        let range = match next - first {
            0 => String::new(),
            1 => first.to_string(),
            _ => format!("{first}..{}", next - 1),
        };
        let SlowNode { result, reason, .. } = node;
        let state = state(&node.position);
        format!("{result}\n{reason}\n#{id}\n{range}\n{letters}\n{equivalents}{state}\n")
    }
}

impl SlowNode {
    fn new(ply: usize, position: Chess, game: Vec<String>, mates: &mut Mates) -> SlowNode {
        let is_mate = position.is_checkmate();
        let now = state(&position);
        let times = game.iter().filter(|&earlier| *earlier == now).count();
        let (result, reason) = if is_mate {
            ("l", "?")
        } else if position.is_stalemate() {
            ("d", "stalemate")
        } else if position.is_insufficient_material() {
            ("d", "insufficient material")
        } else if mates.is_dead(&position) {
            ("d", "dead position")
        } else if times >= 2 {
            ("d", "threefold repetition")
        } else if position.halfmoves() >= 100 {
            ("d", "fifty moves")
        } else {
            ("?", "?")
        };
        SlowNode {
            ply,
            position,
            game,
            moves: Vec::new(),
            next_id: 0,
            is_mate,
            result,
            reason,
            ended: result != "?",
        }
    }

    /// Everything that the rest of the game can depend on: the state, the halfmove clock, and the earlier
    /// states that can recur, sorted.
    fn rest_of_the_game(&self) -> (String, u32, Vec<String>) {
        let now = state(&self.position);
        let mut later = &now;
        let mut past = Vec::new();
        for earlier in self.game.iter().rev() {
            if cannot_be_undone(earlier, later) {
                break;
            }
            if earlier.ends_with(" -") {
                past.push(earlier.clone());
            }
            later = earlier;
        }
        past.sort();
        (now, self.position.halfmoves(), past)
    }
}

/// Whether a capture, a pawn move or the loss of a castling right separates the two states.
fn cannot_be_undone(before: &str, after: &str) -> bool {
    let men = |state: &str| {
        let board = state.split(' ').next().unwrap();
        board.chars().filter(|c| c.is_alphabetic()).count()
    };
    let pawns = |state: &str| {
        let mut squares = Vec::new();
        let mut at = 0;
        for c in state.split(' ').next().unwrap().chars() {
            match c.to_digit(10) {
                Some(empty) => at += empty,
                None if c == '/' => {}
                None => {
                    if c == 'p' || c == 'P' {
                        squares.push((c, at));
                    }
                    at += 1;
                }
            }
        }
        squares
    };
    let rights = |state: &str| state.split(' ').nth(2).unwrap().to_owned();
    men(before) != men(after) || pawns(before) != pawns(after) || rights(before) != rights(after)
}

fn state(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// Two caches: the positions from which mate is reachable, and the positions from which it is not.
#[derive(Default)]
struct Mates {
    ahead: HashSet<State>,
    out_of_reach: HashSet<State>,
}

/// The board, the side to move, the castling rights, and the en passant square.
type State = (Board, Color, Bitboard, Option<Square>);

fn whole_state(position: &Chess) -> State {
    (
        position.board().clone(),
        position.turn(),
        position.castles().castling_rights(),
        position.legal_ep_square(),
    )
}

impl Mates {
    /// Whether the position is dead, that is, no sequence of moves leads to mate. We play up to 100 random games,
    /// with a preference for pawn moves. If none of them reaches a position from which we know a mate, we
    /// search all reachable positions, up to a million.
    fn is_dead(&mut self, position: &Chess) -> bool {
        if self.out_of_reach.contains(&whole_state(position)) {
            return true;
        }
        let mut random = Rng::with_seed(1);
        for _ in 0..100 {
            let mut path = Vec::new();
            let mut position = position.clone();
            while path.len() < 300 {
                let state = whole_state(&position);
                let moves = position.legal_moves();
                let mates = |m: &Move| {
                    let mut after = position.clone();
                    after.play_unchecked(*m);
                    after.is_checkmate()
                };
                let is_ahead = self.ahead.contains(&state)
                    || position.is_checkmate()
                    || moves.iter().any(mates);
                path.push(state);
                if is_ahead {
                    self.ahead.extend(path);
                    return false;
                }
                let pawns: Vec<_> = moves.iter().filter(|m| m.role() == Role::Pawn).collect();
                let pawn = random.choice(pawns).filter(|_| random.bool());
                let Some(&m) = pawn.or_else(|| random.choice(&moves)) else {
                    break;
                };
                position.play_unchecked(m);
            }
        }
        self.go_through_all(position)
    }

    fn go_through_all(&mut self, position: &Chess) -> bool {
        let mut met = HashSet::from([whole_state(position)]);
        let mut open = VecDeque::from([position.clone()]);
        while let Some(position) = open.pop_front() {
            if position.is_checkmate() || met.len() > 1_000_000 {
                return false;
            }
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(m);
                if met.insert(whole_state(&next)) {
                    open.push_back(next);
                }
            }
        }
        self.out_of_reach.extend(met);
        true
    }
}

#[test]
fn an_info_names_the_line_that_is_wrong() {
    let good = "?\n?\n#0\n1..20\n??\n3≡1\n8/8/8/8/8/8/8/k1K5 w - -\n";
    assert!(good.parse::<Info>().is_ok());
    for (from, to, line) in [
        ("?\n?\n#", "x\n?\n#", 1),
        ("?\n?\n#", "?\nstalemate\n#", 2),
        ("#0", "#00", 3),
        ("1..20", "20..1", 4),
        ("1..20", "7..7", 4),
        ("1..20", "-1", 4),
        ("??", "?x", 5),
        ("3≡1", "3=1", 6),
        ("w - -", "w - - 0 1", 7),
        ("w - -\n", "w - -", 7),
        ("w - -\n", "w - -\n\n", 8),
    ] {
        let bad = good.replacen(from, to, 1);
        let error = bad.parse::<Info>().unwrap_err();
        assert_eq!(error.line, line, "{bad:?}: {error}");
    }
}
