//! Answers for shakmaty. Run: python judge.py --run 'cargo run --release'
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::SanPlus, uci::UciMove};
use std::io;

fn answer(task: &str, fen: &str, text: &str) -> Option<String> {
    let position: Chess = fen
        .parse::<Fen>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()?;
    let san = |m| SanPlus::from_move(position.clone(), m).to_string();
    match task {
        "read" => {
            let m = text.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
            Some(m.to_uci(CastlingMode::Standard).to_string())
        }
        "write" => Some(san(text
            .parse::<UciMove>()
            .ok()?
            .to_move(&position)
            .ok()?)),
        "legal" => Some(
            position
                .legal_moves()
                .into_iter()
                .map(san)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        _ => Some("?".to_owned()), // shakmaty reads no PGN: pgn-reader does.
    }
}

fn main() {
    for line in io::stdin().lines().map_while(Result::ok) {
        let [id, task, fen, text] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("4 fields");
        println!(
            "{id}\t{}",
            answer(task, fen, text).unwrap_or_else(|| "-".to_owned())
        );
    }
}
