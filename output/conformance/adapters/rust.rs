//! Adapter for shakmaty. Use it as src/main.rs of a project: cargo new mine, cargo add shakmaty.
//! Run: python judge.py --run 'cargo run --release'
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use shakmaty::{fen::Fen, san::SanPlus, uci::UciMove};

fn answer(task: &str, fen: &str, text: &str) -> Option<String> {
    let mode = CastlingMode::Standard;
    let position: Chess = fen.parse::<Fen>().ok()?.into_position(mode).ok()?;
    let san = |m| SanPlus::from_move(position.clone(), m).to_string();
    let uci = |m: Move| m.to_uci(mode).to_string();
    let moves = position.legal_moves().into_iter();
    let (text_san, text_uci) = (text.parse::<SanPlus>(), text.parse::<UciMove>());
    Some(match task {
        "read" => uci(text_san.ok()?.san.to_move(&position).ok()?),
        "write" => san(text_uci.ok()?.to_move(&position).ok()?),
        "legal" => moves.map(san).collect::<Vec<String>>().join(" "),
        "play" => {
            let played = text_uci.ok()?.to_move(&position).ok()?;
            let after = position.clone().play(played).ok()?;
            Fen::from_position(&after, EnPassantMode::PseudoLegal).to_string()
        }
        _ => "?".to_owned(), // shakmaty does not read PGN.
    })
}

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let question: Vec<&str> = line.split('\t').collect();
        let answer = answer(question[1], question[2], question[3]);
        println!("{}\t{}", question[0], answer.as_deref().unwrap_or("-"));
    }
}
