//! Checks the list by brute force. We place pieces, ask shakmaty for the legal moves, and collect their SAN.
//! This code knows nothing about discriminators.

use std::collections::BTreeSet;

use san_strings_core::Vocabulary;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, Piece, Position, Role, Setup, Square, attacks,
    san::San,
};

/// Adds a white and a black king so that neither is in check and neither is on a square of `keep_free`.
fn with_kings(board: &Board, turn: Color, keep_free: Bitboard) -> Chess {
    let free = !(board.occupied() | keep_free);
    let seen_by = |color: Color| {
        board
            .by_color(color)
            .into_iter()
            .fold(Bitboard::EMPTY, |seen, sq| seen | board.attacks_from(sq))
    };
    for white in free & !seen_by(Color::Black) {
        for black in free & !seen_by(Color::White) & !attacks::king_attacks(white) {
            let mut board = board.clone();
            board.set_piece_at(white, Color::White.king());
            board.set_piece_at(black, Color::Black.king());
            let setup = Setup { board, turn, ..Setup::empty() };
            if let Ok(position) = setup.position::<Chess>(CastlingMode::Standard)
                && !position.is_check()
            {
                return position;
            }
        }
    }
    panic!("no place for the kings on {board:?}");
}

/// Adds the SAN of every legal move that ends on `to`.
fn collect(position: &Chess, to: Square, sans: &mut BTreeSet<String>) {
    for m in position.legal_moves() {
        if m.to() == to {
            sans.insert(San::from_move(position, m).to_string());
        }
    }
}

/// All sets of one to three of these squares.
fn sets_up_to_three(squares: Bitboard) -> Vec<Bitboard> {
    let mut sets = vec![Bitboard::EMPTY];
    for _ in 0..3 {
        let larger: Vec<_> =
            sets.iter().flat_map(|&set| squares.into_iter().map(move |sq| set.with(sq))).collect();
        sets.extend(larger);
        sets.sort();
        sets.dedup();
    }
    sets.retain(|set| set.any());
    sets
}

/// What a capture on this square takes: a pawn or, on a back rank, where no pawn can be, a knight.
fn victim(to: Square) -> Piece {
    if Bitboard::BACKRANKS.contains(to) { Color::Black.knight() } else { Color::Black.pawn() }
}

fn piece_sans(role: Role, sans: &mut BTreeSet<String>) {
    for to in Square::ALL {
        let origins = attacks::attacks(to, role.of(Color::White), Bitboard::EMPTY);
        for set in sets_up_to_three(origins) {
            let mut board = Board::empty();
            let mut keep_free = Bitboard::from(to);
            for from in set {
                board.set_piece_at(from, role.of(Color::White));
                keep_free |= attacks::between(from, to);
            }
            collect(&with_kings(&board, Color::White, keep_free), to, sans);
            board.set_piece_at(to, victim(to));
            collect(&with_kings(&board, Color::White, keep_free), to, sans);
        }
    }
}

fn pawn_sans(sans: &mut BTreeSet<String>) {
    for color in Color::ALL {
        for from in !Bitboard::BACKRANKS {
            let mut board = Board::empty();
            board.set_piece_at(from, color.pawn());
            let captures = attacks::pawn_attacks(color, from);
            for to in captures {
                board.set_piece_at(to, color.other().knight());
            }
            let position = with_kings(&board, color, Bitboard::from(from.file()));
            for m in position.legal_moves() {
                if m.role() == Role::Pawn {
                    collect(&position, m.to(), sans);
                }
            }
        }
    }
}

fn king_sans(sans: &mut BTreeSet<String>) {
    for from in Square::ALL {
        for to in attacks::king_attacks(from) {
            for victim in [None, Some(victim(to))] {
                let far = Square::ALL
                    .into_iter()
                    .find(|sq| sq.distance(from) > 2 && sq.distance(to) > 1)
                    .expect("a king has far squares");
                let mut board = Board::empty();
                board.set_piece_at(from, Color::White.king());
                board.set_piece_at(far, Color::Black.king());
                if let Some(victim) = victim {
                    board.set_piece_at(to, victim);
                }
                let setup = Setup { board, ..Setup::empty() };
                let position = setup.position::<Chess>(CastlingMode::Standard);
                collect(&position.expect("kings are apart"), to, sans);
            }
        }
    }
}

fn castling_sans(sans: &mut BTreeSet<String>) {
    for fen in ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"] {
        let fen: shakmaty::fen::Fen = fen.parse().expect("valid FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        for m in position.legal_moves().into_iter().filter(|m| m.is_castle()) {
            sans.insert(San::from_move(&position, m).to_string());
        }
    }
}

#[test]
fn the_list_is_what_brute_force_finds() {
    let mut found = BTreeSet::new();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        piece_sans(role, &mut found);
    }
    pawn_sans(&mut found);
    king_sans(&mut found);
    castling_sans(&mut found);

    let base = Vocabulary::base();
    let listed: BTreeSet<String> = base.iter().map(|(_, san)| san.to_string()).collect();
    assert_eq!(listed.len(), base.len(), "a string is listed twice");
    let missing: Vec<_> = found.difference(&listed).collect();
    assert!(missing.is_empty(), "played but not listed: {missing:?}");
    let extra: Vec<_> = listed.difference(&found).collect();
    assert!(extra.is_empty(), "listed but not played: {extra:?}");
}
