"""Positions as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

#: Layout of a board that the Rust extension returns. Its fields become the arrays of `Boards`.
BOARD = np.dtype(
    [
        ("squares", np.uint8, (64,)),
        ("castling", np.uint8),
        ("en_passant", np.int8),
        ("halfmoves", np.uint8),
        ("turn", np.bool_),
    ]
)

#: The board for a ply without a position.
_EMPTY = np.array((np.zeros(64), 0, -1, 0, False), BOARD)


@dataclass(frozen=True, repr=False, eq=False)
class Boards:
    """A batch of positions, as arrays. If you pass `plies` to `Games.boards`, each array has the shape of `plies`.
    Otherwise, n positions give arrays of shape (n,).

    squares     uint8, with one more axis of 64 for a1, b1, ..., h8: 0 is empty, 1 to 6 are White's P N B R Q
                K, and 7 to 12 are Black's
    castling    uint8, a sum: 1 and 2 for White's right to castle kingside and queenside, 4 and 8 for Black's
    en_passant  int8: the target square if a legal move captures en passant, otherwise -1
    halfmoves   uint8: plies since the last capture or pawn move, at most 255
    turn        bool: True if White is to move

    All five arrays are views of one array, with 68 bytes per position. In the result of `from_mover`, `squares`,
    `castling` and `en_passant` are copies.
    """

    squares: npt.NDArray[np.uint8]
    castling: npt.NDArray[np.uint8]
    en_passant: npt.NDArray[np.int8]
    halfmoves: npt.NDArray[np.uint8]
    turn: npt.NDArray[np.bool_]

    @classmethod
    def _of(cls, records: npt.NDArray[Any]) -> Boards:
        return cls(*(records[name] for name in BOARD.names or ()))

    def __len__(self) -> int:
        return len(self.squares)

    def __repr__(self) -> str:
        return f"<boards of shape {self.castling.shape}>"

    def planes(self) -> npt.NDArray[np.uint8]:
        """Returns the squares as one plane for each of the 12 pieces: uint8, shape (..., 12, 8, 8), with axes
        for pieces, ranks and files. Each plane is 1 on the squares of its piece, and 0 elsewhere.
        """
        men = np.arange(1, 13, dtype=np.uint8)[:, None]
        planes: npt.NDArray[np.uint8] = (self.squares[..., None, :] == men).astype(np.uint8)
        return planes.reshape(*self.castling.shape, 12, 8, 8)

    def from_mover(self) -> Boards:
        """Returns the positions as the side to move sees them. If Black is to move, we flip the board and
        swap the colours, so that the mover's pieces are 1 to 6 and its pawns move up the board. `turn` does
        not change.
        """
        # We do not flip empty boards, because they have no side to move.
        black = ~self.turn & self.squares.any(axis=-1)
        squares, castling, en_passant = self.squares.copy(), self.castling.copy(), self.en_passant.copy()
        ranks = squares[black].reshape(-1, 8, 8)[:, ::-1].reshape(-1, 64)
        squares[black] = _OTHER_COLOUR[ranks]
        castling[black] = castling[black] >> 2 | (castling[black] & 3) << 2
        en_passant[black] = np.where(en_passant[black] < 0, -1, en_passant[black] ^ 56)
        return Boards(squares, castling, en_passant, self.halfmoves, self.turn)


#: Maps the value of a square to the value for the same piece in the other colour.
_OTHER_COLOUR = np.array([0, *range(7, 13), *range(1, 7)], np.uint8)


def records_at(records: npt.NDArray[Any], places: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Selects boards by index. Index -1 selects an empty board."""
    found = np.full(places.shape, _EMPTY, BOARD)
    there = places >= 0
    found[there] = records[places[there]]
    return found
