//! Draws a board with a move, as text for a terminal or as SVG.

use std::fmt::{self, Display, Write};

use shakmaty::{Bitboard, File, Position, Rank, Square, san::SanPlus};

use super::{english::figurine, example::Example, explanation::explain_parts};

/// Options for drawing a [`Diagram`] in a terminal.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Style {
    /// Draws pieces as FEN letters instead of figurines.
    pub ascii: bool,
    /// Colours the marked squares.
    pub color: bool,
}

/// A board, seen from White's side, with marks for a move and for the companions of the moving piece.
///
/// `Display` prints it for a terminal: `[♖]` marks the from-square, `<♟>` the to-square, and `(♖)` a
/// companion.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    example: &'a Example,
    companions: Bitboard,
    style: Style,
}

impl Diagram<'_> {
    /// Makes a diagram of an example.
    pub fn new(example: &Example, style: Style) -> Diagram<'_> {
        Diagram { example, companions: example.companions(), style }
    }

    /// The square of the king that the move puts in check.
    fn checked_king(&self) -> Option<Square> {
        let mut after = self.example.position.clone();
        after.play_unchecked(self.example.mv);
        let king = after.board().king_of(after.turn());
        king.filter(|_| after.is_check())
    }

    /// The from-square and the to-square. For castling, these are the king's squares.
    fn squares(&self) -> (Option<Square>, Square) {
        let m = self.example.mv;
        let turn = self.example.position.turn();
        let to = m.castling_side().map_or(m.to(), |side| side.king_to(turn));
        (m.from(), to)
    }
}

impl Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.squares();
        for rank in Rank::ALL.into_iter().rev() {
            let mut row = format!("{rank} ");
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let (left, right, color) = match square {
                    _ if Some(square) == from => ('[', ']', "30;43"),
                    _ if square == to => ('<', '>', "30;42"),
                    _ if self.companions.contains(square) => ('(', ')', "30;46"),
                    _ => (' ', ' ', ""),
                };
                let piece = self.example.position.board().piece_at(square);
                let glyph = match piece {
                    None => '.',
                    Some(piece) if self.style.ascii => piece.char(),
                    Some(piece) => figurine(piece),
                };
                if self.style.color && !color.is_empty() {
                    write!(row, "\x1b[{color}m{left}{glyph}{right}\x1b[0m")?;
                } else {
                    row.extend([left, glyph, right]);
                }
            }
            writeln!(f, "{}", row.trim_end())?;
        }
        writeln!(f, "   a  b  c  d  e  f  g  h")
    }
}

/// SVG drawings of the pieces, one per line. The id of a drawing ends with the FEN letter of its piece.
pub const PIECES: &str = include_str!("pieces.svg");

/// Width of a square, and of the margin for the coordinates.
const SQUARE: u32 = 45;
const MARGIN: u32 = 20;

impl Diagram<'_> {
    /// Draws a self-contained SVG with an arrow for the move and rings around the companions.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    fn write_svg(&self, out: &mut String) -> fmt::Result {
        self.write_head(out)?;
        for square in Square::ALL {
            let (x, y) = corner(square);
            let fill = if square.is_light() { "#f0d9b5" } else { "#b58863" };
            let size = format!(r#"width="{SQUARE}" height="{SQUARE}""#);
            writeln!(out, r#"<rect x="{x}" y="{y}" {size} fill="{fill}"/>"#)?;
        }
        if let Some(king) = self.checked_king() {
            let (x, y) = center(king);
            let style = r##"fill="#e00000" opacity="0.7""##;
            writeln!(out, r#"<circle cx="{x}" cy="{y}" r="21" {style}/>"#)?;
        }
        write_coordinates(out)?;
        for square in self.companions {
            let (x, y) = center(square);
            let style = r##"fill="none" stroke="#003088" stroke-width="3" opacity="0.7""##;
            writeln!(out, r#"<circle cx="{x}" cy="{y}" r="20" {style}/>"#)?;
        }
        for (square, piece) in self.example.position.board() {
            let ((x, y), ch) = (corner(square), piece.char());
            writeln!(out, r##"<use href="#piece-{ch}" x="{x}" y="{y}"/>"##)?;
        }
        if let (Some(from), to) = self.squares() {
            let ((x1, y1), (x2, y2)) = (center(from), center(to));
            let style = r##"stroke="#15781b" stroke-width="7" opacity="0.7""##;
            let line = format!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}"#);
            writeln!(out, r#"{line} marker-end="url(#head)"/>"#)?;
        }
        writeln!(out, "</svg>")
    }

    /// Writes the `<svg>` tag with the size of the diagram, the title and the description, and defines the
    /// pieces and the arrowhead.
    fn write_head(&self, out: &mut String) -> fmt::Result {
        let board = self.example.position.board();
        let size = 8 * SQUARE + MARGIN;
        let sizes = format!(r#"viewBox="0 0 {size} {size}" width="{size}" height="{size}""#);
        writeln!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" {sizes} role="img">"#)?;
        let san = SanPlus::from_move(self.example.position.clone(), self.example.mv);
        let parts = explain_parts(self.example).join("; ");
        writeln!(out, "<title>{san}</title>\n<desc>{parts}</desc>\n<defs>")?;
        let used = |line: &&str| {
            let mut pieces = board.iter().map(|(_, piece)| piece.char());
            pieces.any(|ch| line.contains(&format!("id=\"piece-{ch}\"")))
        };
        for drawing in PIECES.lines().filter(used) {
            writeln!(out, "{drawing}")?;
        }
        writeln!(out, "{ARROWHEAD}\n</defs>")
    }
}

const ARROWHEAD: &str = "<marker id=\"head\" viewBox=\"0 0 4 4\" refX=\"2\" refY=\"2\" markerWidth=\"4\" \
    markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0l4 2-4 2z\" fill=\"#15781b\"/></marker>";

/// Writes the file letters below the board, and the rank numbers to its left.
fn write_coordinates(out: &mut String) -> fmt::Result {
    let text = "font-family=\"sans-serif\" font-size=\"14\" fill=\"#888\" text-anchor=\"middle\"";
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let (x, y) = center(Square::from_coords(file, rank));
        let below = 8 * SQUARE + 15;
        writeln!(out, "<text x=\"{x}\" y=\"{below}\" {text}>{file}</text>")?;
        writeln!(out, "<text x=\"10\" y=\"{}\" {text}>{rank}</text>", y + 5)?;
    }
    Ok(())
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    let (file, rank) = square.coords();
    (MARGIN + SQUARE * file.to_u32(), SQUARE * rank.flip_vertical().to_u32())
}

fn center(square: Square) -> (u32, u32) {
    let (x, y) = corner(square);
    (x + SQUARE / 2, y + SQUARE / 2)
}
