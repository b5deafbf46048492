//! Derives every base string (SAN without `+` and `#`) from the geometry of the board.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks, san::San};

use super::discriminator::NeededFrom;

/// Every base string, unordered. If both colours can play a pawn move, its string is returned twice.
pub fn base_strings() -> Vec<San> {
    let mut sans = vec![San::Castle(CastlingSide::KingSide), San::Castle(CastlingSide::QueenSide)];
    for to in Square::ALL {
        push_piece(&mut sans, Role::King, None, None, to);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            push_piece(&mut sans, role, None, None, to);
            let needed = NeededFrom::new(role, to);
            for file in File::ALL.into_iter().filter(|&f| needed.file.intersects(f)) {
                push_piece(&mut sans, role, Some(file), None, to);
            }
            for rank in Rank::ALL.into_iter().filter(|&r| needed.rank.intersects(r)) {
                push_piece(&mut sans, role, None, Some(rank), to);
            }
            for from in needed.square {
                push_piece(&mut sans, role, Some(from.file()), Some(from.rank()), to);
            }
        }
    }
    for from in Bitboard::FULL.without(Bitboard::BACKRANKS) {
        push_pawn(&mut sans, from);
    }
    sans
}

/// Adds two strings for a piece move: one without `x`, and one with `x`.
fn push_piece(sans: &mut Vec<San>, role: Role, file: Option<File>, rank: Option<Rank>, to: Square) {
    sans.extend([false, true].map(|capture| San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion: None,
    }));
}

/// Adds the pushes and captures of a white pawn and of a black pawn on `from`, with promotions.
///
/// We skip double pushes and en passant captures, because they are written like single pushes and ordinary
/// captures to the same square.
fn push_pawn(sans: &mut Vec<San>, from: Square) {
    for color in Color::ALL {
        let push = from.offset(color.fold_wb(8, -8));
        let captures = attacks::pawn_attacks(color, from);
        for to in push.into_iter().chain(captures) {
            let capture = from.file() != to.file();
            let promotions: &[Option<Role>] = if Bitboard::BACKRANKS.contains(to) {
                &[Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)]
            } else {
                &[None]
            };
            sans.extend(promotions.iter().map(|&promotion| San::Normal {
                role: Role::Pawn,
                file: capture.then(|| from.file()),
                rank: None,
                capture,
                to,
                promotion,
            }));
        }
    }
}
