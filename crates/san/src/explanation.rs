//! Explains what each part of a SAN says about a move in a position.

use shakmaty::{Bitboard, Chess, Move, Position, Square, san::SanPlus};

use super::{
    discriminator::Discriminator,
    english::{enumerate, role_name},
    example::Example,
};

/// Explains the SAN of the move, one line per part.
pub fn explain_parts(example: &Example) -> Vec<String> {
    let (position, m) = (&example.position, example.mv);
    let san = SanPlus::from_move(position.clone(), m);
    let color = position.turn();
    let (role, to) = (role_name(m.role()), m.to());
    let mut lines = Vec::new();
    if let Some(side) = m.castling_side() {
        let side = if side.is_king_side() { "king" } else { "queen" };
        lines.push(format!("{color} castles on the {side}'s side"));
    } else if let Some(from) = m.from() {
        lines.push(format!("the {color} {role} goes from {from} to {to}"));
        lines.extend(explain_discriminator(example, Discriminator::of(san.san), from));
    }
    if let Some(victim) = m.capture() {
        let victim = role_name(victim);
        lines.push(match m.from() {
            Some(from) if m.is_en_passant() => {
                let on = Square::from_coords(to.file(), from.rank());
                format!("x: takes the {victim} on {on} en passant")
            }
            _ => format!("x: takes the {victim} on {to}"),
        });
    }
    if let Some(promotion) = m.promotion() {
        lines.push(format!("={}: turns into a {}", promotion.upper_char(), role_name(promotion)));
    }
    if let Some(suffix) = san.suffix {
        lines.push(format!("{suffix}: {}", check(position, m)));
    }
    lines
}

/// Says which companions make the discriminator necessary.
fn explain_discriminator(
    example: &Example,
    discriminator: Discriminator,
    from: Square,
) -> Option<String> {
    let (role, to) = (role_name(example.mv.role()), example.mv.to());
    let companions = example.companions();
    let others = |squares: Bitboard| {
        let plural = if squares.more_than_one() { "s" } else { "" };
        format!("the {role}{plural} on {}", enumerate(squares, "and"))
    };
    let (file, rank) = (Bitboard::from(from.file()), Bitboard::from(from.rank()));
    // Appends the companions on other files. They do not force SAN to name the rank or the square: if there
    // were only such companions, SAN would name the file.
    let rest = |squares: Bitboard| {
        let rest = || format!(", and so could {}", others(squares));
        if squares.is_empty() { String::new() } else { rest() }
    };
    Some(match discriminator {
        Discriminator::None => return None,
        Discriminator::File => {
            format!("{}: {} could go to {to} too", from.file(), others(companions))
        }
        Discriminator::Rank => format!(
            "{}: {}, on the same file, could go to {to} too{}",
            from.rank(),
            others(companions & file),
            rest(companions & !file)
        ),
        Discriminator::Square => format!(
            "{from}: {}, on the same file, and {}, on the same rank, could go to {to} too{}",
            others(companions & file),
            others(companions & rank),
            rest(companions & !(file | rank))
        ),
    })
}

/// Says which pieces give check after the move, and whether it is mate.
fn check(position: &Chess, m: Move) -> String {
    let mut after = position.clone();
    after.play_unchecked(m);
    let checkers = after.checkers().into_iter().map(|checker| {
        let role = after.board().role_at(checker).map_or("piece", role_name);
        let discovered = position.board().piece_at(checker) == after.board().piece_at(checker);
        let how = if discovered { " (discovered)" } else { "" };
        format!("the {role} on {checker}{how}")
    });
    let checkers: Vec<String> = checkers.collect();
    let verb = if checkers.len() == 1 { "checks" } else { "check" };
    let mate = if after.is_checkmate() { ", and there is no legal reply" } else { "" };
    format!("{} {verb} the king{mate}", checkers.join(" and "))
}
