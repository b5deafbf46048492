//! Answers of Rust libraries to the conformance suite:
//!
//!     peers LIBRARY FOLDER [--core] > answers.tsv

use std::{collections::HashSet, env, fs, panic, path::Path, str::FromStr};

use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// What a library offers. `None` is a refusal.
trait Library {
    /// The move that a text means, in UCI.
    fn read(&self, fen: &str, text: &str) -> Option<String>;
    /// How it writes a move that is given in UCI.
    fn write(&self, _fen: &str, _uci: &str) -> Option<String> {
        Some("?".to_owned())
    }
    /// All moves, as it writes them.
    fn list(&self, _fen: &str) -> Option<Vec<String>> {
        None
    }
}

struct Shakmaty;
impl Library for Shakmaty {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let san: shakmaty::san::SanPlus = text.parse().ok()?;
        let m = san.san.to_move(&position(fen)?).ok()?;
        Some(m.to_uci(CastlingMode::Standard).to_string())
    }
    fn write(&self, fen: &str, uci: &str) -> Option<String> {
        let position = position(fen)?;
        let m = uci.parse::<shakmaty::uci::UciMove>().ok()?.to_move(&position).ok()?;
        Some(shakmaty::san::SanPlus::from_move(position, m).to_string())
    }
    fn list(&self, fen: &str) -> Option<Vec<String>> {
        let position = position(fen)?;
        let write = |&m| shakmaty::san::SanPlus::from_move(position.clone(), m).to_string();
        Some(position.legal_moves().iter().map(write).collect())
    }
}

struct ChessCrate;
impl Library for ChessCrate {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let board = chess::Board::from_str(fen).ok()?;
        Some(chess::ChessMove::from_san(&board, text).ok()?.to_string())
    }
}

struct Cozy;
impl Library for Cozy {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let board = cozy_chess::Board::from_fen(fen, false).ok()?;
        let m = cozy_chess::util::parse_san_move(&board, text).ok()?;
        Some(cozy_chess::util::display_uci_move(&board, m).to_string())
    }
    fn write(&self, fen: &str, uci: &str) -> Option<String> {
        let board = cozy_chess::Board::from_fen(fen, false).ok()?;
        let m = cozy_chess::util::parse_uci_move(&board, uci).ok()?;
        Some(cozy_chess::util::display_san_move(&board, m).to_string())
    }
    fn list(&self, fen: &str) -> Option<Vec<String>> {
        let board = cozy_chess::Board::from_fen(fen, false).ok()?;
        let mut sans = Vec::new();
        board.generate_moves(|moves| {
            for m in moves {
                sans.push(cozy_chess::util::display_san_move(&board, m).to_string());
            }
            false
        });
        Some(sans)
    }
}

struct Owl;
impl Library for Owl {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let board = owlchess::Board::from_fen(fen).ok()?;
        Some(owlchess::Move::from_san(text, &board).ok()?.uci().to_string())
    }
    fn write(&self, fen: &str, uci: &str) -> Option<String> {
        let board = owlchess::Board::from_fen(fen).ok()?;
        let m = owlchess::Move::from_uci_legal(uci, &board).ok()?;
        Some(m.san(&board).ok()?.to_string())
    }
    fn list(&self, fen: &str) -> Option<Vec<String>> {
        let board = owlchess::Board::from_fen(fen).ok()?;
        let moves = owlchess::movegen::legal::gen_all(&board);
        moves.iter().map(|m| Some(m.san(&board).ok()?.to_string())).collect()
    }
}

struct Lab;
impl Library for Lab {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let mut game = chess_lab::logic::Game::from_fen(fen).ok()?;
        game.move_piece(text).ok()?;
        // It does not say which move it has played, but what has come of it.
        let after = game.fen();
        let placement = after.split(' ').next()?;
        let position = position(fen)?;
        let legal = position.legal_moves();
        let m = legal.iter().find(|&&m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            after.board().to_string() == placement
        });
        Some(m.map_or("illegal".to_owned(), |m| m.to_uci(CastlingMode::Standard).to_string()))
    }
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let [_, name, folder, core @ ..] = args.as_slice() else {
        panic!("peers LIBRARY FOLDER [--core]");
    };
    let library: Box<dyn Library> = match name.as_str() {
        "shakmaty" => Box::new(Shakmaty),
        "chess" => Box::new(ChessCrate),
        "cozy-chess" => Box::new(Cozy),
        "owlchess" => Box::new(Owl),
        "chess-lab" => Box::new(Lab),
        _ => panic!("no such library: {name}"),
    };
    // A panic is a refusal, too.
    panic::set_hook(Box::new(|_| {}));
    let caught = |what: &dyn Fn() -> Option<String>| {
        let answer = panic::catch_unwind(panic::AssertUnwindSafe(what));
        answer.unwrap_or(None).unwrap_or_else(|| "-".to_owned())
    };
    let rows = |file: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(Path::new(folder).join(file)).expect("the suite");
        let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
        text.lines().skip(1).map(fields).collect()
    };
    let only: HashSet<String> = match core {
        [] => HashSet::new(),
        _ => rows("core.tsv").into_iter().map(|row| row[0].clone()).collect(),
    };
    let wanted = |id: &String| only.is_empty() || only.contains(id);
    for row in rows("canonical.tsv").iter().filter(|row| wanted(&row[0])) {
        let read = caught(&|| library.read(&row[2], &row[4]));
        let written = caught(&|| library.write(&row[2], &row[3]));
        println!("{}\t{read} {written}", row[0]);
    }
    for file in ["refuse.tsv", "lenient.tsv", "null.tsv"] {
        for row in rows(file).iter().filter(|row| wanted(&row[0])) {
            println!("{}\t{}", row[0], caught(&|| library.read(&row[2], &row[3])));
        }
    }
    if only.is_empty() {
        for (n, row) in rows("legal.tsv").iter().enumerate() {
            let list = caught(&|| {
                let mut sans = library.list(&row[0])?;
                sans.sort_unstable();
                Some(sans.join(" "))
            });
            // What does not write moves cannot list them.
            let list = if list == "-" { "?" } else { &list };
            println!("p{:05}\t{list}", n + 1);
        }
    }
}
