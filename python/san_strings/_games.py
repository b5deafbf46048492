"""Games as ids, in arrays and batches."""

from __future__ import annotations

import math
import operator
import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence, Union, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._boards import BOARD, Boards, records_at

if TYPE_CHECKING:
    from ._native import _Columns
    from ._vocabulary import Vocabulary

#: We store the starting positions of games among the tags, under the empty name, which no tag can have.
START = ""

#: Indices, or a mask.
Choice = Union[Sequence[int], Sequence[bool], npt.NDArray[Any]]

#: Optional columns. Each has a dtype, and one value per ply or per game.
COLUMNS: dict[str, tuple[np.dtype[Any], str]] = {
    "clock": (np.dtype(np.float32), "ply"),
    "eval": (np.dtype(np.float32), "ply"),
    "mate": (np.dtype(np.int16), "ply"),
    "outcome": (np.dtype(np.uint8), "game"),
    "boards": (BOARD, "ply"),
}

#: Meanings of the values in the column "outcome".
OUTCOMES = tuple(_native.outcomes())

#: Values of each tag, one per game.
_Tags = dict[str, list[Union[str, None]]]

#: We select the plies of this many games at a time, because the index of a ply takes four times as much
#: memory as its id.
_BLOCK = 1 << 16


@dataclass(frozen=True, repr=False, eq=False)
class Batch:
    """A batch of games, padded to the same length.

    ids             shape (games, length): the ids, int64 unless you ask for another dtype
    attention_mask  same shape and dtype: 1 for a token, 0 for padding
    plies           int64, same shape: index of the move in `Games.ids`; -1 for special tokens and padding
    """

    ids: npt.NDArray[Any]
    attention_mask: npt.NDArray[Any]
    plies: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        games, length = self.ids.shape
        return f"<batch of {games} games, {length} tokens each, {self.ids.dtype}>"


class Legal:
    """The legal moves before each ply of games, as returned by `Vocabulary.legal`.

    vocabulary  the list that the ids belong to
    ids         uint16: the ids, sorted within each ply
    offsets     int64, shape (plies + 1,): the ids of ply `n` are `ids[offsets[n]:offsets[n + 1]]`
    """

    def __init__(
        self, vocabulary: Vocabulary, ids: npt.NDArray[np.uint16], offsets: npt.NDArray[np.int64]
    ) -> None:
        self.vocabulary = vocabulary
        self.ids = ids
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, ply: int) -> npt.NDArray[np.uint16]:
        """Returns the ids of the legal moves before a ply, as a view. Plies are numbered across all games."""
        if not -len(self) <= ply < len(self):
            raise IndexError(ply)
        ply %= len(self)
        return self.ids[self.offsets[ply] : self.offsets[ply + 1]]

    def __iter__(self) -> Iterator[npt.NDArray[np.uint16]]:
        """Yields the ids of the legal moves before each ply, as views."""
        return (self[ply] for ply in range(len(self)))

    def __repr__(self) -> str:
        return f"<legal moves before {len(self)} plies, as ids of {self.vocabulary}>"

    def mask(self, plies: Choice) -> npt.NDArray[np.bool_]:
        """Returns a mask of the legal ids for each ply: a bool array in the shape of `plies`, plus a last axis of
        length `len(vocabulary)`.

        The row for ply -1 is all False, because there is no move to predict: `Batch.plies` is -1 at `[BOS]`,
        `[EOS]` and padding. If your model predicts `[EOS]`, set the column of `[EOS]` yourself.
        """
        shape, rows, ids = self._places(plies)
        mask = np.zeros((math.prod(shape), len(self.vocabulary)), bool)
        mask[rows, ids] = True
        return mask.reshape(*shape, mask.shape[-1])

    def packed_mask(self, plies: Choice) -> npt.NDArray[np.uint8]:
        """Returns `mask` with eight ids per byte: uint8, with a last axis of `(len(vocabulary) + 7) // 8`. Id
        `n` is bit `n % 8` of byte `n // 8`. To unpack the mask, call `numpy.unpackbits` with `bitorder="little"`.
        """
        shape, rows, ids = self._places(plies)
        mask = np.zeros((math.prod(shape), (len(self.vocabulary) + 7) // 8), np.uint8)
        np.bitwise_or.at(mask, (rows, ids >> 3), np.uint8(1) << (ids & 7).astype(np.uint8))
        return mask.reshape(*shape, mask.shape[-1])

    def padded(self, plies: Choice | None = None, *, width: int = 218) -> npt.NDArray[np.uint16]:
        """Returns the ids of the legal moves before `plies`, or before all plies, padded with `[PAD]`: uint16,
        in the shape of `plies` plus a last axis of length `width`. No position has more than 218 legal moves. In
        `Batch.plies`, -1 marks `[BOS]`, `[EOS]` and padding. The row for ply -1 contains only `[PAD]`.
        """
        shape, rows, ids = self._places(np.arange(len(self)) if plies is None else plies)
        counts = np.bincount(rows, minlength=math.prod(shape))
        if (most := counts.max(initial=0)) > width:
            raise ValueError(f"width is {width}, and a ply has {most} legal moves")
        padded = np.full((len(counts), width), self.vocabulary.pad_id, np.uint16)
        padded[rows, _runs(np.zeros_like(counts), counts)] = ids
        return padded.reshape(*shape, width)

    def _places(
        self, plies: Choice
    ) -> tuple[tuple[int, ...], npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
        """Returns the shape of `plies`, and two arrays: for each legal move, the index of its ply in the flattened
        `plies`, and its id."""
        plies = _checked_plies(plies, len(self))
        flat = plies.ravel()
        rows = np.flatnonzero(flat >= 0)
        starts = self.offsets[flat[rows]]
        counts = self.offsets[flat[rows] + 1] - starts
        return plies.shape, np.repeat(rows, counts), self.ids[_runs(starts, counts)]


class Games:
    """Encoded games, with the ids of all games concatenated.

    vocabulary  the list that the ids belong to
    ids         uint16, shape (plies,): the ids of all games
    offsets     int64, shape (games + 1,): the ids of game `n` are `ids[offsets[n]:offsets[n + 1]]`
    results     int8, shape (games,): 1 if White won, 0 for a draw, -1 if Black won, 2 if unknown; None if you
                made the games without results
    index       int64, shape (games,): index of each game, or of its text, in the source, counted from
                0, including games left out; None if you made the games without it
    left_out    number of games left out, by kind, as in {"from a FEN": 2, "illegal move": 1}; `encode` puts
                an empty game in place of each
    mended      number of moves corrected, by how they were written, as in {"check-missing": 3}

    `left_out` and `mended` describe the whole input. `read` sets them only in the last chunk that it yields. In
    a selection such as `games[:10]`, they are empty. `concat` adds them up.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        ids: npt.NDArray[np.uint16],
        offsets: npt.NDArray[np.int64],
        results: npt.NDArray[np.int8] | None = None,
        tags: _Tags | None = None,
        left_out: dict[str, int] | None = None,
        mended: dict[str, int] | None = None,
        index: npt.NDArray[np.int64] | None = None,
        columns: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.ids = ids
        self.offsets = offsets
        self.results = results
        self._tags = tags or {}
        self.index = index
        self.left_out = left_out or {}
        self.mended = mended or {}
        self._columns = columns or {}
        # The memory-mapped file that contains the games, with its checksum and size, or None.
        self._source: tuple[str, tuple[str, int]] | None = None

    @classmethod
    def _of_columns(
        cls, vocabulary: Vocabulary, names: Sequence[str], columns: _Columns
    ) -> Games:
        (ids, offsets), results, index, values, left_out, mended, named = columns
        tags = dict(zip(names, values))
        if "boards" in named:
            named["boards"] = named["boards"].view(BOARD)
        return cls(vocabulary, ids, offsets, results, tags, left_out, mended, index, named)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[npt.NDArray[np.uint16]]:
        """Yields the ids of each game, as views."""
        return (self[game] for game in range(len(self)))

    @overload
    def __getitem__(self, game: int | np.integer[Any]) -> npt.NDArray[np.uint16]: ...
    @overload
    def __getitem__(self, game: slice | Choice) -> Games: ...
    def __getitem__(self, game: Any) -> npt.NDArray[np.uint16] | Games:
        """For a single index, returns the ids of that game, as a view. For a slice, indices or a mask, returns
        the selected games.

        The selected games keep their results, tags, columns and `index`. `left_out` and `mended` become
        empty, because they describe all games that were read.
        """
        if isinstance(game, slice):
            return self._slice(game)
        if isinstance(game, tuple):
            raise TypeError("games have one axis: select several with a list or an array")
        # A torch tensor with one axis and one element also has `__index__`, so we check `ndim` first.
        if getattr(game, "ndim", 0) or not hasattr(game, "__index__"):
            return self._some(self._numbers(game))
        number = operator.index(game)
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no game {number}: there are {len(self)}")
        number %= len(self)
        return self.ids[self.offsets[number] : self.offsets[number + 1]]

    def _slice(self, games: slice) -> Games:
        """Selects games by slice. If the step of the slice is 1, the new games share the array of ids."""
        first, end, step = games.indices(len(self))
        if step != 1:
            return self._some(np.arange(first, end, step))
        end = max(first, end)
        offsets = self.offsets[first : end + 1]
        plies = slice(offsets[0], offsets[-1])
        offsets = offsets - offsets[0]
        return self._selection(offsets, lambda of: of[plies], lambda of: of[first:end])

    def _some(self, numbers: npt.NDArray[np.int64]) -> Games:
        """Selects games by their indices."""
        starts = self.offsets[numbers]
        plies = self.offsets[numbers + 1] - starts
        offsets = _offsets(plies)

        def of_plies(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
            selected = np.empty(offsets[-1], column.dtype)
            for first in range(0, len(numbers), _BLOCK):
                block = slice(first, first + _BLOCK)
                end = min(first + _BLOCK, len(numbers))
                at = _runs(starts[block], plies[block])
                selected[offsets[first] : offsets[end]] = column[at]
            return selected

        def of_games(column: Any) -> Any:
            return [column[n] for n in numbers] if isinstance(column, list) else column[numbers]

        return self._selection(offsets, of_plies, of_games)

    def _selection(
        self,
        offsets: npt.NDArray[np.int64],
        of_plies: Callable[[npt.NDArray[Any]], npt.NDArray[Any]],
        of_games: Callable[[Any], Any],
    ) -> Games:
        """Creates new games from selected rows. `of_plies` selects rows of a column with one value per ply, and
        `of_games` selects rows of a column with one value per game.
        """
        results, index = (
            None if column is None else of_games(column) for column in (self.results, self.index)
        )
        tags = {name: of_games(values) for name, values in self._tags.items()}
        columns = {
            name: (of_plies if COLUMNS[name][1] == "ply" else of_games)(column)
            for name, column in self._columns.items()
        }
        ids = of_plies(self.ids)
        return Games(self.vocabulary, ids, offsets, results, tags, index=index, columns=columns)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.vocabulary}, {len(self.ids)} plies>"

    @property
    def starts(self) -> list[str | None] | None:
        """The start of each game: None for the initial position, "" for a variant, otherwise a FEN. We do not
        compute legal moves or boards for variants. The list is None unless you read the games with `variants=True`.
        """
        return self._tags.get(START)

    def tags(self, name: str) -> list[str | None]:
        """Returns the value of a tag in each game; None if the tag is missing. You must have asked for the tag
        with `tags=` when you read the games.
        """
        if name not in self._tags:
            raise KeyError(f"{name}: ask for it with tags=[{name!r}] when the games are read")
        return self._tags[name]

    def numbers(self, name: str) -> npt.NDArray[np.float64]:
        """Returns the value of a tag in each game as a number: float64, shape (games,), NaN if the value is
        missing or not a number. You must have asked for the tag with `tags=` when you read the games.
        """
        return _native.numbers(self.tags(name))

    def column(
        self, name: str, plies: Choice | None = None
    ) -> npt.NDArray[Any]:
        """Returns a column that you requested with `columns`. If the column has a value per ply, you can pass
        `plies` to get the values at these plies, in an array of the same shape as `plies`. At ply -1, which
        stands for special tokens and padding in `Batch.plies`, `clock` and `eval` are NaN, `mate` is 0, and
        `boards` is an empty board.

        clock    float32, per ply: seconds on the player's clock after the ply, as in `[%clk 0:09:58]`; NaN
                 if missing
        eval     float32, per ply: an engine's evaluation after the ply, as in `[%eval 0.17]`, in hundredths
                 of a pawn from White's side; inf if White mates, -inf if Black mates, and NaN if missing
        mate     int16, per ply: moves until White mates, negative if Black mates; 0 without a mate score, and
                 for `[%eval #0]`, where a side has already mated
        outcome  uint8, per game: how the game ended, as an index into `OUTCOMES`
        boards   68 bytes per ply: the position before the ply; `boards()` turns it into arrays

        Clocks and evaluations come from the comments after a ply. The outcome comes from the last position,
        the tag `Termination`, or a short comment after the last ply, such as `{White resigns}`. With
        `replay=False` we do not know the last position, and recognize mate only by its `#`.
        """
        if name not in self._columns:
            if name not in COLUMNS:
                raise KeyError(f"{name} is not one of the columns {', '.join(COLUMNS)}")
            raise KeyError(f"{name}: ask for it with columns=[{name!r}] when the games are read")
        column = self._columns[name]
        if plies is None:
            return column
        if COLUMNS[name][1] != "ply":
            raise ValueError(f"{name} has a value for each game, not for each ply")
        plies = self._plies(plies)
        if column.dtype == BOARD:
            return records_at(column, plies)
        none = np.full(1, np.nan if column.dtype.kind == "f" else 0, column.dtype)
        return np.append(column, none)[np.where(plies < 0, len(column), plies)]

    def boards(
        self, plies: Choice | None = None, *, errors: str = "strict", threads: int | None = None
    ) -> Boards:
        """Returns the position before each ply, or before each of `plies`. Plies are numbered across all games,
        as in `Batch.plies`. If you read the games with `columns=["boards"]`, you get the stored boards.
        Otherwise we replay the games with `threads` threads.

        Special tokens and padding have ply -1, and their boards are empty. An illegal move raises a ValueError that
        names the game and the ply. With `errors="skip"`, the boards after the illegal move are empty instead.
        """
        strict = _is_strict(errors)
        if "boards" in self._columns:
            return Boards._of(self.column("boards", plies))
        workers = _threads(threads)
        if plies is None:
            return Boards._of(self._played(self.ids, self.offsets, self.starts, strict, workers))
        plies = self._plies(plies)
        # We replay only the games that contain at least one of the plies.
        games = np.unique(np.searchsorted(self.offsets, plies[plies >= 0], side="right") - 1)
        starts, ends = self.offsets[games], self.offsets[games + 1]
        ids = self.ids[_runs(starts, ends - starts)]
        offsets = _offsets(ends - starts)
        own = self.starts
        own = None if own is None else [own[game] for game in games]
        try:
            boards = self._played(ids, offsets, own, strict, workers)
        except ValueError:
            # The error gives the index of the game among those that we replayed. To report its index among all games,
            # we replay all games.
            return self.boards(errors=errors, threads=threads)
        game = np.searchsorted(games, np.searchsorted(self.offsets, plies, side="right") - 1)
        if not len(games):
            return Boards._of(records_at(boards, np.full(plies.shape, -1)))
        game = game.clip(max=len(games) - 1)
        places = np.where(plies < 0, -1, plies - starts[game] + offsets[game])
        return Boards._of(records_at(boards, places))

    def _played(
        self,
        ids: npt.NDArray[np.uint16],
        offsets: npt.NDArray[np.int64],
        starts: list[str | None] | None,
        strict: bool,
        threads: int,
    ) -> npt.NDArray[Any]:
        """Replays games, and returns the board before each ply."""
        return _native.boards_of(self.vocabulary, ids, offsets, starts, strict, threads).view(BOARD)

    def _plies(self, plies: Choice) -> npt.NDArray[np.int64]:
        """Returns the plies as an array, after checking that each is -1 or a ply of these games."""
        return _checked_plies(plies, len(self.ids))

    def texts(self, game: int) -> list[str]:
        """Returns the strings of a game."""
        return [self.vocabulary.text(int(id)) for id in self[game]]

    def batch(
        self,
        indices: Choice | None = None,
        *,
        length: int | None = None,
        bos: bool = False,
        eos: bool = False,
        dtype: npt.DTypeLike = np.int64,
    ) -> Batch:
        """Returns some games, or all, as a padded array with an attention mask. `indices` contains game indices, or is
        a mask with a bool for each game.

        A row has `length` tokens, by default as many as the longest game needs. A game that is too long is
        truncated, and loses its `[EOS]`.
        """
        games = np.arange(len(self)) if indices is None else self._numbers(indices)
        kind: np.dtype[Any] = np.dtype(dtype)
        if kind.kind not in "iu" or np.iinfo(kind).max < len(self.vocabulary) - 1:
            raise TypeError(f"dtype must be an integer type that can hold {len(self.vocabulary) - 1}, not {kind}")
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
        ids = np.full(flat.shape, self.vocabulary.pad_id, kind)
        ids[is_move] = self.ids[flat[is_move]]
        tokens = is_move
        if bos:
            ids[:, 0] = self.vocabulary.bos_id
            tokens = tokens | (at < 0)
        if eos:
            is_end = at == plies[:, None]
            ids[is_end] = self.vocabulary.eos_id
            tokens = tokens | is_end
        return Batch(ids, tokens.astype(kind), flat)

    def _numbers(self, indices: Any) -> npt.NDArray[np.int64]:
        """Converts game indices, or a mask with a bool for each game, to an array of game indices."""
        numbers = _integers(indices, "indices", or_bools=True)
        if numbers.ndim != 1:
            raise TypeError("indices must be a sequence of game indices, or a mask with a bool for each game")
        if numbers.dtype == bool:
            if len(numbers) != len(self):
                message = f"there are {len(numbers)} bools for {len(self)} games"
                raise IndexError(message)
            return np.flatnonzero(numbers)
        if numbers.size and not ((numbers >= -len(self)) & (numbers < len(self))).all():
            raise IndexError(f"indices go from 0 to {len(self) - 1}")
        return numbers.astype(np.int64) % max(len(self), 1)

    def save(self, path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> None:
        """Writes the games to a file, atomically. `san_strings.open` maps the file into memory.

        Replaces an existing file of games, but keeps its permissions. Raises FileExistsError if anything else
        exists at the path, even a damaged file of games.
        """
        from ._files import save

        save(self, path)

    def __reduce__(self) -> tuple[Any, ...]:
        # Each `DataLoader` worker maps the file into memory again, instead of receiving a copy of the arrays.
        if self._source is not None:
            from ._files import reopen

            return reopen, self._source
        arrays = (self.ids, self.offsets, self.results)
        state = (self._tags, self.left_out, self.mended, self.index, self._columns)
        return Games, (self.vocabulary, *arrays, *state)


def concat(parts: Iterable[Games]) -> Games:
    """Joins several `Games`, for example from several files.

    Raises ValueError if their vocabularies, tags or columns differ. `Games.index` does not change: it is the
    index of each game in its own file. `Games.left_out` and `Games.mended` of the result are sums over all parts.
    """
    parts = list(parts)
    for part in parts:
        if not isinstance(part, Games):
            raise TypeError(f"concat needs Games, not {part!r}")
    if not parts:
        raise ValueError("concat needs at least one Games")
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
        {name: _joined([part.column(name) for part in parts]) for name in first._columns},
    )


def _difference(one: Games, other: Games) -> str | None:
    """Returns why `one` and `other` cannot be joined, or None if they can."""
    if one.vocabulary != other.vocabulary:
        return f"they use {one.vocabulary} and {other.vocabulary}"
    if one._tags.keys() != other._tags.keys():
        return f"they have the tags {sorted(one._tags)} and {sorted(other._tags)}"
    if one._columns.keys() != other._columns.keys():
        return f"they have the columns {sorted(one._columns)} and {sorted(other._columns)}"
    for name in ["results", "index"]:
        has = [getattr(games, name) is not None for games in (one, other)]
        if has[0] != has[1]:
            return f"only {'the first' if has[0] else 'the other'} has {name}"
    return None


def _joined(arrays: list[Any]) -> Any:
    return None if arrays[0] is None else np.concatenate(arrays)


def _added(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Adds up counts by kind."""
    return dict(sum(map(Counter, counts), Counter()))


def _checked_plies(plies: Choice, count: int) -> npt.NDArray[np.int64]:
    """Returns the plies as an array. Raises IndexError unless every ply is from -1 to `count - 1`."""
    numbers = _integers(plies, "plies")
    if numbers.size and not ((numbers >= -1) & (numbers < count)).all():
        raise IndexError(f"plies go from 0 to {count - 1}, or are -1")
    return numbers.astype(np.int64)


def _threads(threads: int | None) -> int:
    """Returns `threads` or, by default, the value of `SAN_STRINGS_THREADS`. If neither is set, returns 0: one
    thread per core.
    """
    name = "threads"
    if threads is None:
        name, given = "SAN_STRINGS_THREADS", os.environ.get("SAN_STRINGS_THREADS", "")
        if not given.strip():
            return 0
        threads = int(given) if given.strip().isdecimal() else 0
    threads = operator.index(threads)
    if not 1 <= threads <= _MOST_THREADS:
        raise ValueError(f"{name} must be a number from 1 to {_MOST_THREADS}")
    return threads


#: Maximum number of threads. We reject a larger number, because it must be a mistake.
_MOST_THREADS = 4096


def _is_strict(errors: str) -> bool:
    if errors not in ("strict", "skip"):
        raise ValueError(f'errors must be "strict" or "skip", not {errors!r}')
    return errors == "strict"


def _offsets(lengths: Sequence[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Turns the lengths of consecutive ranges into offsets: the start of each range, and the end of the last."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def _runs(
    starts: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Concatenates runs of consecutive integers: for each start and count, `count` integers from `start` on."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(counts.sum())


def _integers(values: Any, name: str, or_bools: bool = False) -> npt.NDArray[Any]:
    """Converts `values` to an array of integers. With `or_bools`, also accepts bools, and returns them as an
    array of bools. Raises TypeError for all other values.
    """
    array = np.asarray(values)
    if not array.size and not hasattr(values, "dtype"):
        # numpy turns an empty list into an array of floats.
        return array.astype(np.int64)
    kind, described = str(array.dtype.kind), str(array.dtype)
    if isinstance(values, np.ma.MaskedArray):
        kind, described = "", "a masked array"
    elif kind in "iu" and isinstance(values, (list, tuple)):
        # numpy turns a mix of integers and bools into integers.
        if any(isinstance(value, (bool, np.bool_)) for value in values):
            kind, described = "", "both"
    if not kind or kind not in ("iub" if or_bools else "iu"):
        raise TypeError(f"{name} are integers{' or bools' * or_bools}, not {described}")
    return array
