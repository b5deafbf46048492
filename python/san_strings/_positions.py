"""Many positions at once."""

from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _native
from ._boards import BOARD, Boards
from ._games import _integers, _threads
from ._vocabulary import Vocabulary


class Positions(_native.Positions):
    """Many positions, in which moves are ids: `n` times the initial one, or one for each of `fens`.

    All methods work on all positions at once, on `threads` cores (all of them if None), and take and
    give arrays in the order of the positions. `positions[i]` is one of them, a `Position` by itself.

    >>> v = Vocabulary()
    >>> positions = Positions(v, 2)
    >>> positions.push([v["e4"], v["Nf3"]])
    >>> positions.mask().sum(axis=1).tolist(), positions.result().tolist(), positions.turn.tolist()
    ([20, 20], [2, 2], [False, False])
    """

    vocabulary: Vocabulary

    def __new__(
        cls,
        vocabulary: Vocabulary,
        n: int | None = None,
        fens: Iterable[str] | None = None,
        *,
        threads: int | None = None,
    ) -> Positions:
        if not isinstance(vocabulary, Vocabulary):
            raise TypeError(f'vocabulary is a Vocabulary, such as Vocabulary("uci"), not {vocabulary!r}')
        fens = _fens(fens)
        if fens is None and n is None or fens is not None and n not in (None, len(fens)):
            raise ValueError("give the number of positions or a FEN for each")
        if n is not None and n < 0:
            raise ValueError("n is not negative")
        self = super().__new__(cls, vocabulary, len(fens) if n is None and fens is not None else n or 0, fens, _threads(threads))
        self.vocabulary = vocabulary
        return self

    def push(self, ids: npt.NDArray[Any] | Sequence[int]) -> None:
        """Plays a move in each position. -1 and special tokens other than `[UNK]`, such as `[EOS]` of a game
        that has ended, play none; among uint16, which has no -1, take these. If a move is not legal, that is a ValueError, and no position changes.
        """
        array = _integers(ids, "ids")
        if array.ndim != 1:
            raise ValueError(f"ids have one axis, an id for each position, not the shape {array.shape}")
        self._push(array.astype(np.int64))

    def result(self, claim: bool = False) -> npt.NDArray[np.int8]:
        """1 where White has won, -1 where Black has, 0 for a draw, 2 where the game goes on: int8, shape (n,).

        A draw is stalemate, too little material, five times the same position and 75 moves without capture or
        pawn's move; with `claim`, three times and 50 moves. Positions before the FEN of a start are not known.
        """
        return self._results(bool(claim))

    @property
    def turn(self) -> npt.NDArray[np.bool_]:
        """Where White is to move: bool, shape (n,)."""
        return self.boards().turn

    def boards(self) -> Boards:
        """The positions as arrays: `Boards` of shape (n,)."""
        return Boards._of(self._bytes().view(BOARD))

    def reset(
        self, indices: npt.NDArray[Any] | Sequence[int] | Sequence[bool] | None = None, fens: Iterable[str] | None = None
    ) -> None:
        """Puts all positions, or those with some numbers, or a bool for each, back to where they began; or to
        `fens`, one for each of them, which are their beginnings from then on."""
        if indices is None:
            numbers = np.arange(len(self))
        else:
            numbers = _integers(indices, "indices", or_bools=True)
            if numbers.dtype == bool:
                if numbers.shape != (len(self),):
                    raise IndexError(f"there are {numbers.size} bools for {len(self)} positions")
                numbers = np.flatnonzero(numbers)
        self._reset(numbers.astype(np.int64).ravel(), _fens(fens))

    def copy(self) -> Positions:
        """The same positions again, with the moves that led to them."""
        copy = Positions(self.vocabulary, 0, threads=self.threads or None)
        copy._assign(self)
        return copy

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.vocabulary}>"


def _fens(fens: Iterable[str] | None) -> list[str] | None:
    if isinstance(fens, str):
        raise TypeError("fens is a sequence of FENs, one for each position")
    return None if fens is None else list(fens)
