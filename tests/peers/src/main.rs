//! Adapters of Rust libraries for the conformance suite:
//!
//!     python judge.py --run 'peers LIBRARY'

use std::{borrow::Cow, env, io, ops::ControlFlow, panic, str::FromStr};

use crabchess::prelude::{ChessPosition, Color, Move, Pgn, PromotedType};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

/// The tasks of the suite. A library returns `None` to refuse a text, and `?` for a task that it does not offer.
trait Library {
    /// Reads a text as a move, and returns the move in UCI.
    fn read(&self, _fen: &str, _text: &str) -> Option<String> {
        Some("?".to_owned())
    }
    /// Writes a UCI move in SAN.
    fn write(&self, _fen: &str, _uci: &str) -> Option<String> {
        Some("?".to_owned())
    }
    /// Lists all legal moves in SAN. `None` if the library does not offer this task.
    fn list(&self, _fen: &str) -> Option<Vec<String>> {
        None
    }
    /// Plays a UCI move, and returns the FEN after it.
    fn play(&self, _fen: &str, _uci: &str) -> Option<String> {
        Some("?".to_owned())
    }
    /// Reads a game, and returns its moves in UCI.
    fn movetext(&self, _pgn: &str) -> Option<Vec<String>> {
        Some(vec!["?".to_owned()])
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
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let position = position(fen)?;
        let m = uci.parse::<shakmaty::uci::UciMove>().ok()?.to_move(&position).ok()?;
        let after = position.play(m).ok()?;
        Some(Fen::from_position(&after, EnPassantMode::Legal).to_string())
    }
}

/// pgn-reader reads PGN, and shakmaty, by the same author, plays the moves.
struct PgnReader;
impl Library for PgnReader {
    fn movetext(&self, pgn: &str) -> Option<Vec<String>> {
        Reader::new(io::Cursor::new(pgn)).read_game(&mut Moves).ok()?.flatten()
    }
}

struct Moves;
impl Visitor for Moves {
    type Tags = Option<Chess>;
    type Movetext = (Chess, Vec<String>);
    type Output = Option<Vec<String>>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }
    fn tag(
        &mut self,
        start: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *start = position(&value.decode_utf8_lossy());
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        start.map_or(ControlFlow::Break(None), |start| ControlFlow::Continue((start, Vec::new())))
    }
    fn san(
        &mut self,
        (position, moves): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let Ok(m) = san.san.to_move(position) else {
            return ControlFlow::Break(None);
        };
        moves.push(m.to_uci(CastlingMode::Standard).to_string());
        position.play_unchecked(m);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, (_, moves): Self::Movetext) -> Self::Output {
        Some(moves)
    }
}

struct ChessCrate;
impl Library for ChessCrate {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let board = chess::Board::from_str(fen).ok()?;
        Some(chess::ChessMove::from_san(&board, text).ok()?.to_string())
    }
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let board = chess::Board::from_str(fen).ok()?;
        // The boards of this library have no move counters, so their FENs always end with "0 1". We remove
        // these fields.
        let fen = board.make_move_new(chess::ChessMove::from_str(uci).ok()?).to_string();
        Some(fen.rsplitn(3, ' ').nth(2)?.to_owned())
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
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let mut board = cozy_chess::Board::from_fen(fen, false).ok()?;
        board.try_play(cozy_chess::util::parse_uci_move(&board, uci).ok()?).ok()?;
        Some(board.to_string())
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
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let board = owlchess::Board::from_fen(fen).ok()?;
        let m = owlchess::Move::from_uci_legal(uci, &board).ok()?;
        Some(board.make_move(m).ok()?.as_fen())
    }
}

struct Lab;
impl Library for Lab {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        let mut game = chess_lab::logic::Game::from_fen(fen).ok()?;
        game.move_piece(text).ok()?;
        // The library does not return the move that it played, so we look for the legal move that leads to
        // the same position.
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
    /// The library accepts only SAN, so shakmaty writes the move in SAN.
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let mut game = chess_lab::logic::Game::from_fen(fen).ok()?;
        game.move_piece(&Shakmaty.write(fen, uci)?).ok()?;
        Some(game.fen())
    }
}

struct Crab;
/// Plays a move text with crabchess. Returns the move in UCI, and the position after the move.
fn played(position: &ChessPosition, text: &str) -> Option<(String, ChessPosition)> {
    let mut after = position.clone();
    after.apply_san(text).ok()?;
    let m = Move::read_san(text, position).ok()?;
    let (from, promoted) = match m {
        Move::Standard { initial_square, .. } | Move::EnPassant { initial_square, .. } => {
            (initial_square.to_string(), "")
        }
        Move::Castle { color, .. } => {
            ((if color == Color::White { "e1" } else { "e8" }).to_owned(), "")
        }
        Move::PawnPromotion { initial_square, new_type, .. } => {
            let letter = match new_type {
                PromotedType::Queen => "q",
                PromotedType::Rook => "r",
                PromotedType::Bishop => "b",
                PromotedType::Knight => "n",
            };
            (initial_square.to_string(), letter)
        }
    };
    Some((format!("{from}{}{promoted}", m.final_square()).to_lowercase(), after))
}

impl Library for Crab {
    fn read(&self, fen: &str, text: &str) -> Option<String> {
        Some(played(&ChessPosition::from_fen(fen).ok()?, text)?.0)
    }
    /// The library accepts only SAN, so shakmaty first writes the move in SAN.
    fn write(&self, fen: &str, uci: &str) -> Option<String> {
        let position = ChessPosition::from_fen(fen).ok()?;
        let m = Move::read_san(&Shakmaty.write(fen, uci)?, &position).ok()?;
        Some(m.notate(&position).ok()?.to_string())
    }
    fn play(&self, fen: &str, uci: &str) -> Option<String> {
        let (_, after) = played(&ChessPosition::from_fen(fen).ok()?, &Shakmaty.write(fen, uci)?)?;
        Some(after.fen())
    }
    fn movetext(&self, pgn: &str) -> Option<Vec<String>> {
        let game = Pgn::try_from(pgn).ok()?;
        let mut position = match game.tag("FEN") {
            Some(fen) => ChessPosition::from_fen(fen).ok()?,
            None => ChessPosition::new(),
        };
        let play = |text: &Cow<str>| {
            let (uci, after) = played(&position, text)?;
            position = after;
            Some(uci)
        };
        game.sans.iter().map(play).collect()
    }
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn unescape(pgn: &str) -> String {
    let mut characters = pgn.chars();
    let mut text = String::new();
    while let Some(c) = characters.next() {
        text.push(match (c, if c == '\\' { characters.next() } else { None }) {
            (_, Some('n')) => '\n',
            (_, Some('r')) => '\r',
            (_, Some('t')) => '\t',
            (c, other) => other.unwrap_or(c),
        });
    }
    text
}

fn main() {
    let library: Box<dyn Library> = match env::args().nth(1).as_deref() {
        Some("shakmaty") => Box::new(Shakmaty),
        Some("chess") => Box::new(ChessCrate),
        Some("cozy-chess") => Box::new(Cozy),
        Some("owlchess") => Box::new(Owl),
        Some("chess-lab") => Box::new(Lab),
        Some("crabchess") => Box::new(Crab),
        Some("pgn-reader") => Box::new(PgnReader),
        _ => panic!("peers LIBRARY"),
    };
    // A panic counts as a refusal.
    panic::set_hook(Box::new(|_| {}));
    for line in io::stdin().lines() {
        let line = line.expect("a question");
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, task, fen, text] = fields[..] else {
            panic!("not a question: {line}");
        };
        let list = || {
            let sans = library.list(fen).map(|sans| sans.join(" "));
            Some(sans.unwrap_or_else(|| "?".to_owned()))
        };
        let ask = || match task {
            "read" => library.read(fen, text),
            "write" => library.write(fen, text),
            "legal" => list(),
            "play" => library.play(fen, text),
            "movetext" => library.movetext(&unescape(text)).map(|moves| moves.join(" ")),
            _ => Some("?".to_owned()),
        };
        let answer = panic::catch_unwind(panic::AssertUnwindSafe(ask)).unwrap_or(None);
        println!("{id}\t{}", answer.as_deref().unwrap_or("-"));
    }
}
