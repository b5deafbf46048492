"""Positions as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, repr=False, eq=False)
class Boards:
    """Some positions, in the shape of the plies that were asked for.

    squares     uint8, with one more axis of 64: the man on a1, b1, ..., h8. 0 is none, 1 to 6 are White's
                P N B R Q K, and 7 to 12 are Black's
    castling    uint8: 1 if White may castle on the king's side, 2 on the queen's side, 4 and 8 for Black,
                added
    en_passant  int8: the square behind a pawn that a legal move captures en passant, or -1
    halfmoves   uint8: plies since the last capture or pawn's move, at most 255
    """

    squares: npt.NDArray[np.uint8]
    castling: npt.NDArray[np.uint8]
    en_passant: npt.NDArray[np.int8]
    halfmoves: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.squares)

    def __repr__(self) -> str:
        return f"<boards of shape {self.castling.shape}>"

    def planes(self) -> npt.NDArray[np.uint8]:
        """The squares as planes: uint8, with three more axes, of 12 men, 8 ranks and 8 files. A plane has 1
        where the man stands."""
        men = np.arange(1, 13, dtype=np.uint8)[:, None]
        planes: npt.NDArray[np.uint8] = (self.squares[..., None, :] == men).astype(np.uint8)
        return planes.reshape(*self.castling.shape, 12, 8, 8)

    def _at(self, places: npt.NDArray[np.int64]) -> Boards:
        """The boards at some places, empty where one is -1."""
        squares = np.zeros((*places.shape, 64), np.uint8)
        castling, halfmoves = (np.zeros(places.shape, np.uint8) for _ in range(2))
        en_passant = np.full(places.shape, -1, np.int8)
        there = places >= 0
        at = places[there]
        squares[there], castling[there] = self.squares[at], self.castling[at]
        en_passant[there], halfmoves[there] = self.en_passant[at], self.halfmoves[at]
        return Boards(squares, castling, en_passant, halfmoves)
