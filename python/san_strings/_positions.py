"""A batch of positions."""

from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _native
from ._boards import BOARD, Boards
from ._games import _integers, _threads
from ._vocabulary import Vocabulary


class Positions(_native.Positions):
    """A batch of positions in which you play moves by their ids. The batch contains `n` initial positions, or one
    position for each FEN in `fens`.

    The methods work on many positions at once. If a method returns arrays, their rows are in the order of the
    positions. `positions[i]` returns an independent copy of position `i`, as a `Position`. `threads` has the same
    default as in `Vocabulary.encode`.

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
            raise TypeError(f'vocabulary must be a Vocabulary, such as Vocabulary("uci"), not {vocabulary!r}')
        fens = _fens(fens)
        if fens is None and n is None or fens is not None and n not in (None, len(fens)):
            raise ValueError("pass n, or a FEN for each position in fens")
        if n is not None and n < 0:
            raise ValueError("n must not be negative")
        self = super().__new__(cls, vocabulary, len(fens) if n is None and fens is not None else n or 0, fens, _threads(threads))
        self.vocabulary = vocabulary
        return self

    def push(self, ids: npt.NDArray[Any] | Sequence[int]) -> None:
        """Plays a move in each position. -1 leaves a position unchanged, and so does a special token other than
        `[UNK]`, such as `[EOS]` after the end of a game. An array of uint16 cannot contain -1, so use `[EOS]` instead.
        If a move is illegal, raises ValueError, and no position changes.
        """
        array = _integers(ids, "ids")
        if array.ndim != 1:
            raise ValueError(f"ids have one axis, an id for each position, not the shape {array.shape}")
        self._push(array.astype(np.int64))

    def result(self, claim: bool = False) -> npt.NDArray[np.int8]:
        """Returns the result of each position: 1 if White has won, -1 if Black has won, 0 for a draw, or 2 if
        the game goes on. The array is int8, shape (n,).

        A draw is stalemate, insufficient material, fivefold repetition, or 75 moves without a capture or pawn
        move. With `claim`, threefold repetition and 50 moves without a capture or pawn move are also draws.
        The positions that came before a FEN are unknown, so they do not count as repetitions.
        """
        return self._results(bool(claim))

    @property
    def turn(self) -> npt.NDArray[np.bool_]:
        """Whether White is to move: bool, shape (n,)."""
        return self.boards().turn

    def boards(self) -> Boards:
        """Returns the positions as arrays: `Boards` of shape (n,)."""
        return Boards._of(self._bytes().view(BOARD))

    def reset(
        self, indices: npt.NDArray[Any] | Sequence[int] | Sequence[bool] | None = None, fens: Iterable[str] | None = None
    ) -> None:
        """Resets all positions, or those selected by indices or a mask, to their starting positions. Pass
        `fens` to set new starting positions, one for each position that is reset.
        """
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
        """Copies the positions and their histories, so that the copy also recognizes repetitions."""
        copy = Positions(self.vocabulary, 0, threads=self.threads or None)
        copy._assign(self)
        return copy

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.vocabulary}>"


def _fens(fens: Iterable[str] | None) -> list[str] | None:
    if isinstance(fens, str):
        raise TypeError("fens must be a sequence of FENs, one for each position")
    return None if fens is None else list(fens)
