"""Games as ids: arrays, batches, files."""

from __future__ import annotations

import operator
import os
from collections import Counter
from dataclasses import dataclass
from typing import Iterable, Sequence, overload

import numpy as np

#: Games whose ids are taken at a time: places take four times as much memory as ids.
_BLOCK = 1 << 16


@dataclass(frozen=True)
class Batch:
    """Some games, padded to one length."""

    #: Ids, shape (games, length).
    ids: np.ndarray
    #: 1 where there is a token, 0 where there is padding, of the same shape and dtype.
    attention_mask: np.ndarray
    #: Where the move is in `Games.ids`, or -1 for special tokens: int64, of the same shape.
    plies: np.ndarray


class Legal:
    """The legal moves before each ply of some games."""

    def __init__(self, vocabulary, ids, offsets):
        self.vocabulary = vocabulary
        #: uint16: the ids, sorted within each ply.
        self.ids = ids
        #: int64, shape (plies + 1,): those of ply `n` are `ids[offsets[n]:offsets[n + 1]]`.
        self.offsets = offsets

    def __len__(self):
        return len(self.offsets) - 1

    def __getitem__(self, ply: int) -> np.ndarray:
        """The ids of the legal moves before a ply, counted over all games: a view."""
        if not -len(self) <= ply < len(self):
            raise IndexError(ply)
        ply %= len(self)
        return self.ids[self.offsets[ply] : self.offsets[ply + 1]]

    def __repr__(self):
        return f"<legal moves before {len(self)} plies, as ids of {self.vocabulary}>"

    def mask(self, plies: np.ndarray) -> np.ndarray:
        """Whether each id is legal before each ply: bool, of the shape of `plies` with one more
        axis of `len(vocabulary)`. A ply of -1, as in `Batch.plies`, has none."""
        plies = _integers(plies, "plies")
        flat = plies.ravel()
        rows = np.flatnonzero(flat >= 0)
        starts = self.offsets[flat[rows]]
        counts = self.offsets[flat[rows] + 1] - starts
        mask = np.zeros((flat.size, len(self.vocabulary)), bool)
        mask[np.repeat(rows, counts), self.ids[_runs(starts, counts)]] = True
        return mask.reshape(*plies.shape, len(self.vocabulary))


class Games:
    """The ids of some games, one after the other."""

    def __init__(
        self,
        vocabulary,
        ids,
        offsets,
        results=None,
        tags=None,
        left_out=None,
        mended=None,
        index=None,
    ):
        self.vocabulary = vocabulary
        #: uint16, shape (plies,): the ids of all games.
        self.ids = ids
        #: int64, shape (games + 1,): where each game begins, and the end.
        self.offsets = offsets
        #: int8, shape (games,): 1 if White won, 0 for a draw, -1 if Black won, 2 if it is
        #: not known; None if the games were made without.
        self.results = results
        self._tags = tags or {}
        #: int64, shape (games,): the number of each game in its file, or of its text, counted from 0.
        #: Games that are left out count. None if the games were made without.
        self.index = index
        #: How many games were left out, by kind, as in {"from a FEN": 2, "illegal move": 1}. In what
        #: `encode` gives there is an empty game for each. It is of all that was read: the last piece of
        #: `read` has it for all, a selection such as `games[:10]` has none, and `concat` adds.
        self.left_out = left_out or {}
        #: How many moves were mended, by the way in which they were written, as in
        #: {"check-missing": 3}: of all that was read, as `left_out`.
        self.mended = mended or {}
        #: The file from which these are, or None.
        self._source = None

    @classmethod
    def _of_columns(cls, vocabulary, names, columns):
        (ids, offsets), results, index, values, left_out, mended = columns
        tags = dict(zip(names, values))
        return cls(vocabulary, ids, offsets, results, tags, left_out, mended, index)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, game: int) -> np.ndarray: ...
    @overload
    def __getitem__(self, game: slice | Sequence[int] | Sequence[bool] | np.ndarray) -> Games: ...
    def __getitem__(self, game):
        """The ids of one game, a view; or some games: a slice, an array or list of their numbers,
        or of a bool for each game.

        Some games have their results, tags and numbers in the file (`index`). `left_out` and
        `mended` are empty: they count for all that was read.
        """
        if isinstance(game, slice):
            return self._slice(game)
        if isinstance(game, tuple):
            raise TypeError("games have one axis: select several with a list or an array")
        # A tensor of torch with one axis and one element says that it is a number, too.
        if getattr(game, "ndim", 0) or not hasattr(game, "__index__"):
            return self._some(self._numbers(game))
        game = operator.index(game)
        if not -len(self) <= game < len(self):
            raise IndexError(f"there is no game {game}: there are {len(self)}")
        game %= len(self)
        return self.ids[self.offsets[game] : self.offsets[game + 1]]

    def _slice(self, games):
        """Some games one after the other, whose ids are a view; or some that are not."""
        first, end, step = games.indices(len(self))
        if step != 1:
            return self._some(np.arange(first, end, step))
        end = max(first, end)
        offsets = self.offsets[first : end + 1]
        ids = self.ids[offsets[0] : offsets[-1]]
        return self._selection(ids, offsets - offsets[0], lambda column: column[first:end])

    def _some(self, numbers):
        """The games with these numbers."""
        starts = self.offsets[numbers]
        plies = self.offsets[numbers + 1] - starts
        offsets = _offsets(plies)
        ids = np.empty(offsets[-1], self.ids.dtype)
        for first in range(0, len(numbers), _BLOCK):
            block = slice(first, first + _BLOCK)
            end = min(first + _BLOCK, len(numbers))
            at = _runs(starts[block], plies[block])
            ids[offsets[first] : offsets[end]] = self.ids[at]

        def select(column):
            return [column[n] for n in numbers] if isinstance(column, list) else column[numbers]

        return self._selection(ids, offsets, select)

    def _selection(self, ids, offsets, select):
        """Games with what `select` takes of each column."""
        results, index = (
            None if column is None else select(column) for column in (self.results, self.index)
        )
        tags = {name: select(values) for name, values in self._tags.items()}
        return Games(self.vocabulary, ids, offsets, results, tags, index=index)

    def __repr__(self):
        return f"<{len(self)} games of {self.vocabulary}, {len(self.ids)} plies>"

    def tags(self, name: str) -> list[str | None]:
        """The values of a tag that was asked for, one a game; None where it is missing."""
        if name not in self._tags:
            raise KeyError(f"{name}: ask for it with tags=[{name!r}] when the games are read")
        return self._tags[name]

    def texts(self, game: int) -> list[str]:
        """The strings of a game."""
        return [self.vocabulary.text(int(id)) for id in self[game]]

    def batch(
        self,
        indices: Sequence[int] | Sequence[bool] | np.ndarray | None = None,
        *,
        length: int | None = None,
        bos: bool = False,
        eos: bool = False,
        dtype=np.int64,
    ) -> Batch:
        """Some games, or all, as a padded array and its mask. `indices` are numbers of games, or
        a bool for each game.

        A row has `length` tokens, or as many as the longest game needs. A game that is longer
        is cut, and has no `[EOS]` then.
        """
        games = np.arange(len(self)) if indices is None else self._numbers(indices)
        dtype = np.dtype(dtype)
        if dtype.kind not in "iu" or np.iinfo(dtype).max < len(self.vocabulary) - 1:
            raise TypeError(f"dtype is one of integers up to {len(self.vocabulary) - 1}, not {dtype}")
        starts, ends = self.offsets[games], self.offsets[games + 1]
        plies = ends - starts
        first = int(bos)
        if length is not None:
            length = operator.index(length)
        else:
            length = int(plies.max(initial=0)) + first + int(eos)
        if length < first:
            raise ValueError("length leaves no room for [BOS]")
        at = np.arange(length) - first
        is_move = (at >= 0) & (at < plies[:, None])
        flat = np.where(is_move, starts[:, None] + at, -1)
        ids = np.full(flat.shape, self.vocabulary.pad_id, dtype)
        ids[is_move] = self.ids[flat[is_move]]
        tokens = is_move
        if bos:
            ids[:, 0] = self.vocabulary.bos_id
            tokens = tokens | (at < 0)
        if eos:
            is_end = at == plies[:, None]
            ids[is_end] = self.vocabulary.eos_id
            tokens = tokens | is_end
        return Batch(ids, tokens.astype(dtype), flat)

    def _numbers(self, indices):
        """The numbers of games that are given so, or by a bool for each game."""
        numbers = _integers(indices, "indices", or_bools=True)
        if numbers.ndim != 1:
            raise TypeError("indices is a sequence of numbers of games, or of a bool for each")
        if numbers.dtype == bool:
            if len(numbers) != len(self):
                message = f"there are {len(numbers)} bools for {len(self)} games"
                raise IndexError(message)
            return np.flatnonzero(numbers)
        if numbers.size and not ((numbers >= -len(self)) & (numbers < len(self))).all():
            raise IndexError(f"indices go from 0 to {len(self) - 1}")
        return numbers.astype(np.int64) % max(len(self), 1)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the games to a file, which `san_strings.open` maps into memory.

        The file is whole or not there. A file of games is replaced, and its mode is kept. One
        that is not wholly as `save` wrote it is not replaced: FileExistsError.
        """
        from ._files import save

        save(self, path)

    def __reduce__(self):
        # The workers of a DataLoader map the file again instead of copying it.
        if self._source is not None:
            from ._files import reopen

            return reopen, self._source
        arrays = (self.ids, self.offsets, self.results)
        state = (self._tags, self.left_out, self.mended, self.index)
        return Games, (self.vocabulary, *arrays, *state)


def concat(parts: Iterable[Games]) -> Games:
    """All games of several, one after the other, such as those of some files.

    They have the same vocabulary and the same tags: ValueError if not. `Games.index` stays as it
    is, the number of each game in its own file. `Games.left_out` and `Games.mended` are added.
    """
    parts = list(parts)
    for part in parts:
        if not isinstance(part, Games):
            raise TypeError(f"concat takes a list of Games, and {part!r} is none")
    if not parts:
        raise ValueError("concat takes at least one Games: of none there is no vocabulary")
    first = parts[0]
    for number, part in enumerate(parts[1:], 2):
        if what := _difference(first, part):
            raise ValueError(f"the first and number {number} cannot be joined: {what}")
    return Games(
        first.vocabulary,
        np.concatenate([part.ids for part in parts]),
        _offsets(np.concatenate([np.diff(part.offsets) for part in parts])),
        _joined([part.results for part in parts]),
        {name: [value for part in parts for value in part.tags(name)] for name in first._tags},
        _added(part.left_out for part in parts),
        _added(part.mended for part in parts),
        _joined([part.index for part in parts]),
    )


def _difference(one, other):
    """Why games cannot be joined, or None."""
    if one.vocabulary != other.vocabulary:
        return f"they are of {one.vocabulary} and of {other.vocabulary}"
    if one._tags.keys() != other._tags.keys():
        return f"they have the tags {sorted(one._tags)} and {sorted(other._tags)}"
    for name in ["results", "index"]:
        has = [getattr(games, name) is not None for games in (one, other)]
        if has[0] != has[1]:
            return f"only {'the first' if has[0] else 'the other'} has {name}"
    return None


def _joined(arrays):
    return None if arrays[0] is None else np.concatenate(arrays)


def _added(counts):
    """Counts by kind, added."""
    return dict(sum(map(Counter, counts), Counter()))


def _offsets(lengths):
    """Where pieces of these lengths begin, one after the other, and the end."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def _runs(starts, counts):
    """The numbers `start, start + 1, ...` of each run, so many as it has."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(counts.sum())


def _integers(values, name, or_bools=False):
    """An array of integers, or perhaps of bools; TypeError if it is something else."""
    array = np.asarray(values)
    if not array.size and not hasattr(values, "dtype"):
        # Of an empty list numpy makes floats.
        return array.astype(np.int64)
    kind, described = array.dtype.kind, str(array.dtype)
    if isinstance(values, np.ma.MaskedArray):
        kind, described = "", "a masked array"
    elif kind in "iu" and isinstance(values, (list, tuple)):
        # Of both, numpy makes integers.
        if any(isinstance(value, (bool, np.bool_)) for value in values):
            kind, described = "", "both"
    if not kind or kind not in ("iub" if or_bools else "iu"):
        raise TypeError(f"{name} are integers{' or bools' * or_bools}, not {described}")
    return array
