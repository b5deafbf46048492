//! The position from which a plan starts, and the routes of the opponent's king.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Board, Color, File, Rank, Setup, Square, attacks};

/// The properties of a position that the five conditions in [`prospects`](super) depend on.
pub(super) struct Situation<'a> {
    pub(super) board: &'a Board,
    /// The colour of the side that plays the move.
    pub(super) color: Color,
    pub(super) ours: Bitboard,
    pub(super) theirs: Bitboard,
    pub(super) we_castle: bool,
    pub(super) they_castle: bool,
    /// Whether a pawn can be captured en passant now.
    pub(super) en_passant: bool,
    /// How many moves each side has left before the last move.
    pub(super) our_moves: usize,
    pub(super) their_moves: usize,
    /// The squares where the opponent's king may be when we make the last move.
    pub(super) kings: Bitboard,
}

/// A way for the opponent's king to reach a square.
pub(super) struct KingWay {
    pub(super) moves: usize,
    /// If the king walks there: the squares next to its current square.
    pub(super) around: Bitboard,
    /// If the king castles: the squares that must become empty.
    pub(super) through: Bitboard,
    /// If the king castles: the square of the rook.
    pub(super) rook: Bitboard,
}

impl<'a> Situation<'a> {
    /// Describes the position `setup`. `plies` is the number of plies that follow, including the last move,
    /// which `color` plays.
    pub(super) fn new(setup: &'a Setup, color: Color, plies: usize) -> Situation<'a> {
        let board = &setup.board;
        let our_moves = (plies - 1) / 2;
        let their_moves = plies - 1 - our_moves;
        let castles = |color: Color| {
            let home = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
            setup.castling_rights.intersects(home)
        };
        let theirs = color.other();
        Situation {
            board,
            color,
            ours: board.by_color(color),
            theirs: board.by_color(theirs),
            we_castle: castles(color),
            they_castle: castles(theirs),
            en_passant: setup.ep_square.is_some(),
            our_moves,
            their_moves,
            kings: reached_by_king(board, theirs, castles(theirs), their_moves),
        }
    }
}

impl Situation<'_> {
    /// Whether it is our turn, that is, whether both sides have the same number of moves left before the last
    /// move.
    pub(super) fn we_move(&self) -> bool {
        self.our_moves == self.their_moves
    }

    /// Whether their king and a rook are on `squares`, and would both leave these squares by castling.
    pub(super) fn they_leave(&self, squares: Bitboard) -> bool {
        self.they_castle && self.leave(self.color.other(), squares & self.board.rooks(), squares)
    }

    /// Whether the king of `color` can leave `squares` by castling: the king is on one of these squares, but
    /// after castling with one of `rooks`, neither king nor rook would be on any of them.
    pub(super) fn leave(&self, color: Color, rooks: Bitboard, squares: Bitboard) -> bool {
        let king = self.board.king_of(color).filter(|&king| squares.contains(king));
        king.is_some_and(|king| {
            let on = |file| Bitboard::from(Square::from_coords(file, king.rank()));
            let leave = |rook, [king, castled]: [File; 2]| {
                on(rook).intersects(rooks) && !(on(king) | on(castled)).intersects(squares)
            };
            leave(File::A, [File::C, File::D]) || leave(File::H, [File::G, File::F])
        })
    }

    /// Lists the routes by which their king can get to `to` in time. The king walks all the way, or castles
    /// first.
    pub(super) fn king_ways(&self, to: Square) -> impl Iterator<Item = KingWay> {
        let king = self.board.king_of(self.color.other());
        let walk = king.into_iter().map(move |king| KingWay {
            moves: king.distance(to) as usize,
            around: attacks::king_attacks(king),
            through: Bitboard::EMPTY,
            rook: Bitboard::EMPTY,
        });
        let king = king.filter(|_| self.they_castle);
        let castle = king.into_iter().flat_map(move |king| {
            [(File::C, File::A), (File::G, File::H)].map(|(castled, rook)| {
                let castled = Square::from_coords(castled, king.rank());
                let rook = Square::from_coords(rook, king.rank());
                KingWay {
                    moves: 1 + castled.distance(to) as usize,
                    around: Bitboard::EMPTY,
                    through: attacks::between(king, rook),
                    rook: rook.into(),
                }
            })
        });
        let ways = walk.chain(castle);
        ways.filter(|way| way.moves <= self.their_moves)
    }
}

impl KingWay {
    /// Counts the opponent's pieces and pawns that must leave or be captured before `squares` are empty and the
    /// opponent's king can take this route.
    pub(super) fn their_men(&self, squares: Bitboard, at: &Situation<'_>) -> usize {
        let theirs = (squares | self.through) & at.theirs;
        if self.moves == 0 {
            return theirs.count();
        }
        let theirs = theirs & !at.board.kings() & !self.rook;
        let is_shut_in = self.around.any() && (self.around & !at.theirs).is_empty();
        theirs.count() + usize::from(is_shut_in && !theirs.intersects(self.around))
    }
}

/// The squares that the king of a side can reach in at most `moves` moves.
fn reached_by_king(board: &Board, color: Color, castles: bool, moves: usize) -> Bitboard {
    static WITHIN: LazyLock<Vec<Bitboard>> = LazyLock::new(|| {
        let within = |square: Square, moves| {
            let near = Square::ALL.into_iter();
            near.filter(|near| near.distance(square) <= moves).collect()
        };
        let all = Square::ALL.into_iter();
        all.flat_map(|square| (0..8).map(move |moves| within(square, moves))).collect()
    });
    let within = |square, moves: usize| WITHIN[8 * usize::from(square) + moves.min(7)];
    let Some(king) = board.king_of(color) else {
        return Bitboard::EMPTY;
    };
    let walked = within(king, moves);
    match moves.checked_sub(1) {
        Some(left) if castles => [File::C, File::G]
            .map(|file| within(Square::from_coords(file, king.rank()), left))
            .into_iter()
            .fold(walked, |all, squares| all | squares),
        _ => walked,
    }
}
