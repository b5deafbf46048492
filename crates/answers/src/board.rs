//! Collects the pieces, squares and moves that the board diagram of an answer shows.

use san_strings_core::{
    Example,
    fen::fen_of,
    geometry::{named, origins},
    occurrence::{Placement, placements},
};
use san_strings_games::{ShortestGame, replay::Replay};
use serde_json::{Value, json};
use shakmaty::{
    Bitboard, CastlingMode, Chess, File, Position, Role, Square,
    san::{San, SanPlus},
};

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// Returns the data of the board diagram for a string that occurs: the squares of the companions (other pieces
/// of the same kind that could legally go to the to-square), and the game move by move.
pub fn of_game(game: ShortestGame<'_>, example: &Example) -> Value {
    let mut position = Chess::default();
    // The table of shortest games has been verified, so the moves are legal.
    let replay = Replay::of(game.moves.split(' ')).ok();
    let played = replay.iter().flat_map(|replay| replay.moves.iter().zip(&replay.sans));
    let moves = played.map(|(&m, san)| {
        position.play_unchecked(m);
        let (san, uci) = (san.to_string(), m.to_uci(CastlingMode::Standard).to_string());
        json!({ "san": san, "uci": uci, "fen": fen_of(&position) })
    });
    let moves: Value = moves.collect();
    json!({ "companions": names(example.companions()), "game": moves })
}

/// Returns the data of the board diagram for a string that cannot occur: the to-square, the squares on the named
/// file and rank, and the pieces that could make the move on an empty board. If the move can be played but never
/// gives check, the data also contains a placement of the moving piece and its companions. A companion is another
/// piece of the same role that can go to the same square.
pub fn of_impossible(san: SanPlus) -> Value {
    let placement = placements(san.san).next().map(|placement| {
        let men = [placement.from.into(), placement.companions];
        let men = men.map(|squares: Bitboard| men_on(placement, squares)).concat();
        json!({ "men": men, "attacks": names(placement.attacked_after()) })
    });
    let San::Normal { file, rank, to, .. } = san.san else { return json!({}) };
    let is_named = file.is_some() || rank.is_some();
    let named = if is_named { names(named(file, rank)) } else { Vec::new() };
    json!({
        "to": to.to_string(),
        "named": named,
        "origins": origins_of(san.san),
        "placement": placement,
    })
}

/// Lists the pieces that could go to the to-square if nothing were in their way, each with its square: `Nb1`,
/// or `pd7` for a black pawn.
fn origins_of(san: San) -> Vec<String> {
    let San::Normal { role, to, .. } = san else { return Vec::new() };
    if role != Role::Pawn {
        let letter = role.upper_char();
        return origins(role, to).into_iter().map(|from| format!("{letter}{from}")).collect();
    }
    let promotion = Bitboard::BACKRANKS.contains(to).then_some(Role::Queen);
    let files = [None].into_iter().chain(File::ALL.map(Some));
    let moves = files.flat_map(|file| placements(pawn_move(file, to, promotion)));
    moves.flat_map(|placement| men_on(placement, placement.from.into())).collect()
}

/// Puts the letter of the moving piece before each square in `squares`, as in `Nb1`.
fn men_on(placement: Placement, squares: Bitboard) -> Vec<String> {
    let man = placement.piece.char();
    squares.into_iter().map(|square| format!("{man}{square}")).collect()
}

fn pawn_move(file: Option<File>, to: Square, promotion: Option<Role>) -> San {
    San::Normal { role: Role::Pawn, file, rank: None, capture: file.is_some(), to, promotion }
}
