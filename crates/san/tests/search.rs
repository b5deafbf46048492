//! Searches for a position in which a legal move has a given SAN. The positions are valid in the sense that
//! shakmaty accepts them, but perhaps no game reaches them. For each string that can occur, the corpus
//! contains a legal game that plays the string.
//!
//! We start from what [`occurrence`] found: the moving piece and its companions, the opponent's king, and the
//! piece that gives check. A local search then adds pieces on free squares, or removes added pieces, until the
//! position is valid and the move gives check, mate or neither, as the suffix requires. Each step makes one
//! random change, and keeps it unless the position gets worse. If the king should be mated but has a reply,
//! the change aims at this reply: we add a piece that guards or occupies the square to which the reply goes,
//! or remove the piece that could reply. Finally, we remove each added piece that is not needed.
//!
//! The random numbers have a fixed seed, so a string always gets the same example.

use fastrand::Rng;
use san_strings_core::{
    Example,
    occurrence::{self, Check, Placement},
};
use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, Move, MoveList, Piece, Position,
    Role, Setup, Square, attacks,
    san::{San, SanPlus, Suffix},
};

/// Finds a position in which a legal move has the SAN `san`. `None` if the search reaches its limit.
pub fn find(san: SanPlus) -> Option<Example> {
    let sketches = sketches(san);
    let mut random = Rng::with_seed(0);
    // We search from every sketch for 32 steps, then for 64, and so on up to 32,768, so that a hard sketch
    // does not delay an easy one.
    (5..16).find_map(|effort| {
        sketches.iter().find_map(|sketch| sketch.complete(san, 1 << effort, &mut random))
    })
}

/// An incomplete position: only what the string determines.
struct Sketch {
    board: Board,
    m: Move,
    turn: Color,
    castling_rights: Bitboard,
    /// Squares on which no more pieces may be placed.
    reserved: Bitboard,
}

/// The sketches for a string. There are at most a few hundred.
fn sketches(san: SanPlus) -> Vec<Sketch> {
    if let San::Castle(side) = san.san {
        return vec![Sketch::castling(side)];
    }
    let placements = occurrence::placements(san.san);
    let sketches = placements.flat_map(|placement| match san.suffix {
        None => vec![Sketch::new(placement, None)],
        Some(_) => placement.checks().map(|check| Sketch::new(placement, Some(check))).collect(),
    });
    sketches.collect()
}

impl Sketch {
    fn new(placement: Placement, check: Option<Check>) -> Sketch {
        let color = placement.piece.color;
        let mut board = Board::empty();
        for square in placement.movers() {
            board.set_piece_at(square, placement.piece);
        }
        let victim =
            if Bitboard::BACKRANKS.contains(placement.to) { Role::Knight } else { Role::Pawn };
        if placement.capture {
            board.set_piece_at(placement.to, victim.of(color.other()));
        }
        let mut reserved = placement.empty() | placement.movers().with(placement.to);
        if let Some(Check { king, discovered }) = check {
            board.set_piece_at(king, Role::King.of(color.other()));
            let checker = discovered.map_or(placement.to, |(_, square)| square);
            if let Some((role, square)) = discovered {
                board.set_piece_at(square, role.of(color));
            }
            reserved |= attacks::between(checker, king).with(king).with(checker);
        }
        let Placement { piece: Piece { role, color: turn }, from, to, promotion, .. } = placement;
        let capture = placement.capture.then_some(victim);
        let m = Move::Normal { role, from, capture, to, promotion };
        Sketch { board, m, turn, castling_rights: Bitboard::EMPTY, reserved }
    }

    fn castling(side: CastlingSide) -> Sketch {
        let king = Square::E1;
        let rook = if side.is_king_side() { Square::H1 } else { Square::A1 };
        let mut board = Board::empty();
        board.set_piece_at(king, Color::White.king());
        board.set_piece_at(rook, Color::White.rook());
        let (m, turn) = (Move::Castle { king, rook }, Color::White);
        let reserved = attacks::between(king, rook).with(king).with(rook);
        Sketch { board, m, turn, castling_rights: rook.into(), reserved }
    }

    /// Completes the sketch by a local search of at most `steps` steps.
    fn complete(&self, san: SanPlus, steps: u32, random: &mut Rng) -> Option<Example> {
        let mut board = self.with_kings(random)?;
        let mut flaw = self.flaw(san, &board);
        for _ in 0..steps {
            let Some((cost, found)) = &flaw else {
                break;
            };
            let next_board = self.mended(&board, found, random);
            let next_flaw = self.flaw(san, &next_board);
            if next_flaw.as_ref().is_none_or(|(next, _)| next <= cost) {
                (board, flaw) = (next_board, next_flaw);
            }
        }
        if flaw.is_some() {
            return None;
        }
        for square in self.fillers(&board) {
            let mut fewer = board.clone();
            fewer.discard_piece_at(square);
            if self.flaw(san, &fewer).is_none() {
                board = fewer;
            }
        }
        let position = self.position(board)?;
        Some(Example { position, mv: self.m })
    }

    fn position(&self, board: Board) -> Option<Chess> {
        let &Sketch { turn, castling_rights, .. } = self;
        let setup = Setup { board, turn, castling_rights, ..Setup::empty() };
        setup.position(CastlingMode::Standard).ok()
    }

    /// The pieces that the search has added, except kings.
    fn fillers(&self, board: &Board) -> Bitboard {
        board.occupied() & !(self.board.occupied() | board.kings())
    }

    /// Returns the board with the missing kings added, each king on a square that the opponent does not attack.
    /// `None` if there is no such square.
    fn with_kings(&self, random: &mut Rng) -> Option<Board> {
        let mut board = self.board.clone();
        for color in [self.turn.other(), self.turn] {
            if board.king_of(color).is_none() {
                let free = !(board.occupied() | self.reserved);
                let attackers = |sq| board.attacks_to(sq, color.other(), board.occupied());
                let calm: Bitboard =
                    free.into_iter().filter(|&sq| attackers(sq).is_empty()).collect();
                let king = random.choice(calm)?;
                board.set_piece_at(king, color.king());
            }
        }
        Some(board)
    }

    /// Returns a flaw in the board, and its cost. The worse the flaw, the higher the cost.
    fn flaw(&self, san: SanPlus, board: &Board) -> Option<(usize, Flaw)> {
        let wrong = |cost| Some((cost, Flaw::Wrong));
        for color in Color::ALL {
            let king = board.king_of(color)?;
            let attackers = board.attacks_to(king, color.other(), board.occupied());
            if let Some(attacker) = attackers.first() {
                return Some((1000 * attackers.count(), Flaw::Attacked { attacker, king }));
            }
        }
        let Some(mut position) = self.position(board.clone()) else {
            return wrong(900);
        };
        if !position.is_legal(self.m) || San::from_move(&position, self.m) != san.san {
            return wrong(800);
        }
        position.play_unchecked(self.m);
        let replies = position.legal_moves();
        match (san.suffix, position.is_check(), replies.first()) {
            (None, true, _) | (Some(_), false, _) => wrong(700),
            (Some(Suffix::Check), true, None) => Some((600, Flaw::Mate)),
            (Some(Suffix::Checkmate), true, Some(_)) => {
                Some((replies.len(), Flaw::Replies(Box::new(replies))))
            }
            _ => None,
        }
    }

    /// The board with one random change that may correct the flaw.
    fn mended(&self, board: &Board, flaw: &Flaw, random: &mut Rng) -> Board {
        let mut board = board.clone();
        let free = !(board.occupied() | self.reserved);
        let fillers = self.fillers(&board);
        match flaw {
            Flaw::Attacked { attacker, king } => {
                let between = attacks::between(*attacker, *king) & free;
                if fillers.contains(*attacker) {
                    board.discard_piece_at(*attacker);
                } else if let Some(square) = random.choice(between) {
                    let color = pick_of(&Color::ALL, random);
                    board.set_piece_at(square, filler(square, random).of(color));
                } else if let Some(square) = random.choice(free) {
                    // Move the king away, if the search placed it.
                    let color = board.color_at(*king).expect("a king");
                    if !self.board.occupied().contains(*king) {
                        board.discard_piece_at(*king);
                        board.set_piece_at(square, color.king());
                    }
                }
            }
            Flaw::Wrong => {
                if let Some(square) = random.choice(fillers) {
                    board.discard_piece_at(square);
                }
            }
            Flaw::Mate => {
                if let Some(square) = random.choice(free) {
                    board.set_piece_at(square, filler(square, random).of(self.turn.other()));
                }
            }
            Flaw::Replies(replies) => {
                let reply = pick_of(replies, random);
                let to = reply.to();
                if let Some(from) = reply.from().filter(|&from| fillers.contains(from)) {
                    board.discard_piece_at(from);
                } else if free.contains(to) && random.bool() {
                    board.set_piece_at(to, filler(to, random).of(self.turn.other()));
                } else {
                    self.guard(&mut board, to, free, random);
                }
            }
        }
        board
    }

    /// Adds a piece of the moving side that attacks `target`.
    fn guard(&self, board: &mut Board, target: Square, free: Bitboard, random: &mut Rng) {
        let role = pick_of(&GUARDS, random);
        // The piece attacks the target from the squares that a piece of the same kind and the other colour would
        // attack from the target. For example, a white pawn attacks e4 from d3 and f3, the squares that a black
        // pawn on e4 attacks.
        let back = role.of(self.turn.other());
        let king = board.king_of(self.turn.other());
        let occupied = board.occupied() & !king.map_or(Bitboard::EMPTY, Bitboard::from);
        let mut squares = attacks::attacks(target, back, occupied) & free;
        if role == Role::Pawn {
            squares &= !Bitboard::BACKRANKS;
        }
        if let Some(square) = random.choice(squares) {
            board.set_piece_at(square, role.of(self.turn));
        }
    }
}

const GUARDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What makes a board unusable as an example.
enum Flaw {
    /// A king is attacked before the move.
    Attacked { attacker: Square, king: Square },
    /// The position is invalid, the move is illegal, or the SAN of the move differs from the wanted string:
    /// the base strings differ, or only one of the two has a suffix.
    Wrong,
    /// The king is mated, but there should be a reply.
    Mate,
    /// The king should be mated, but these replies are legal.
    Replies(Box<MoveList>),
}

/// Picks a random role for a square that must be occupied, no matter by which piece or pawn.
fn filler(square: Square, random: &mut Rng) -> Role {
    let pawn = !Bitboard::BACKRANKS.contains(square) && random.bool();
    if pawn { Role::Pawn } else { pick_of(&[Role::Knight, Role::Bishop, Role::Rook], random) }
}

/// A random item. The slice must not be empty.
fn pick_of<T: Copy>(items: &[T], random: &mut Rng) -> T {
    items[random.usize(..items.len())]
}
