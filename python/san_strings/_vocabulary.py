"""Lists of strings with their ids, and the encoding of games as ids."""

from __future__ import annotations

import errno
import glob
import io
import operator
import os
import sys
import zlib
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
    Union,
    overload,
)

import numpy as np
import numpy.typing as npt

from . import _native
from ._games import COLUMNS, START, Games, Legal, _integers, _is_strict, _offsets, _threads
from ._native import Position, Reading
from ._symbols import Symbols

if TYPE_CHECKING:
    from typing_extensions import Self


Source = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]", BinaryIO]

#: The columns of `Vocabulary.parts`, and the number of values of each, including 0 for a missing part.
PARTS = {
    "piece": 9,
    "from_file": 9,
    "from_rank": 9,
    "capture": 2,
    "to_square": 65,
    "promotion": 6,
    "suffix": 3,
}

_SPECIAL = "[PAD]", "[UNK]", "[BOS]", "[EOS]"


class Vocabulary(_native.Vocabulary):
    """A list of strings, followed by eight special tokens. Every string and every token has an id.

    `list` is one of these:

    - "occurring": every SAN that can occur, with its `+` or `#`
    - "base": the same strings without `+` and `#`
    - "symbols": every base string three times: plain, with `+` and with `#`
    - "uci": moves in UCI notation, such as e2e4

    With `most=1000`, a list of SAN keeps only the 1,000 strings that were played most often on lichess.org.

    The ids of a list never change within a major version, with one exception: with `most`, they depend on the
    counts, which may change with a minor version.

    name     the list
    most     number of strings kept, or None for all
    strings  number of strings, without special tokens
    pad_id   the id of `[PAD]`
    unk_id   the id of `[UNK]`
    bos_id   the id of `[BOS]`
    eos_id   the id of `[EOS]`

    >>> v = Vocabulary()
    >>> v["Nf3"], v.text(218), len(v), v.pad_id
    (218, 'Nf3', 28946, 28938)
    """

    name: str
    most: int | None
    strings: int
    pad_id: int
    unk_id: int
    bos_id: int
    eos_id: int

    def __new__(cls, list: str = "occurring", most: int | None = None) -> Self:
        if most is not None:
            # We clamp `most` to the range of Rust's `usize`. This changes no result: a larger number exceeds the length
            # of every list, and 0 is as invalid as a negative number.
            most = min(max(operator.index(most), 0), sys.maxsize)
        self = super().__new__(cls, list, most)
        self.name, self.most = list, most
        self.pad_id, self.unk_id, self.bos_id, self.eos_id = (self[text] for text in _SPECIAL)
        self.strings = self.pad_id
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (self.name, self.most)

    def __repr__(self) -> str:
        most = "" if self.most is None else f", most={self.most}"
        return f"Vocabulary({self.name!r}{most})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        return (self.name, self.most) == (other.name, other.most)

    def __hash__(self) -> int:
        return hash((self.name, self.most))

    def __getitem__(self, text: str) -> int:
        """Returns the id of a string or special token. Raises KeyError if `text` is not in the list."""
        id = self.id(text)
        if id is None:
            raise KeyError(f"{text} is not in {self}")
        return id

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.id(text) is not None

    def __iter__(self) -> Iterator[str]:
        """Yields the strings and special tokens in the order of their ids."""
        return (self.text(id) for id in range(len(self)))

    def text(self, id: int) -> str:
        """Returns the string or special token with this id. Raises IndexError for an invalid id."""
        text = self.text_of(id) if 0 <= id < len(self) else None
        if text is None:
            raise IndexError(f"there is no id {id}: they go from 0 to {len(self) - 1}")
        return text

    @property
    def checksum(self) -> int:
        """CRC-32 of all strings and special tokens in order. If two vocabularies have the same checksum, their ids
        almost certainly agree."""
        return zlib.crc32("\n".join(self).encode())

    @property
    def parts(self) -> npt.NDArray[np.uint8]:
        """The parts of each string, such as its piece and its to-square: uint8, shape (len(v), 7), read-only.

        The columns are listed in `PARTS`. 0 means that the part is missing. For special tokens, all parts are 0.

        piece       1 to 6 for P N B R Q K; 7 is O-O, 8 is O-O-O; 0 in "uci"
        from_file   1 to 8 for a to h: the file before the to-square
        from_rank   1 to 8: the rank before the to-square
        capture     1 for x; 0 in "uci"
        to_square   1 to 64: a1, b1, ..., h8; 0 for O-O and O-O-O
        promotion   2 to 5 for N B R Q, as in piece
        suffix      1 for +, 2 for #

        >>> v = Vocabulary()
        >>> v.parts[v["exd8=Q+"]].tolist(), v.parts[v["O-O-O"]].tolist()
        ([1, 5, 0, 1, 60, 5, 1], [8, 0, 0, 0, 0, 0, 0])
        """
        return self._parts

    def ids_of(
        self, parts: npt.NDArray[Any] | Sequence[int] | Sequence[Sequence[int]]
    ) -> npt.NDArray[np.uint16]:
        """Returns the ids of the strings with these parts, as a uint16 array. The array has the argument's
        shape without the last axis. This is the inverse of the property `parts`.

        Parts that match no string become `[UNK]`, and seven zeros become `[PAD]`.

        >>> v = Vocabulary()
        >>> [v.text(id) for id in v.ids_of([[2, 0, 0, 0, 22, 0, 0], [6, 0, 0, 0, 22, 3, 0], [0] * 7])]
        ['Nf3', '[UNK]', '[PAD]']
        """
        rows = _integers(parts, "parts")
        if rows.ndim < 1 or rows.shape[-1] != len(PARTS):
            raise ValueError(f"parts have {len(PARTS)} in their last axis, not the shape {rows.shape}")
        keys, ids = self._keys
        is_value: Any = ((rows >= 0) & (rows < list(PARTS.values()))).all(axis=-1)
        wanted = _key(np.where(is_value[..., None], rows, 0))
        at = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
        return np.where(is_value & (keys[at] == wanted), ids[at], np.uint16(self.unk_id))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that `to_symbols` uses, by index: the special tokens, the pieces and castling, files,
        ranks, `x`, promotions, `+` and `#`.
        """
        return self._symbols.texts

    def to_symbols(self, ids: npt.NDArray[Any] | Sequence[int]) -> npt.NDArray[np.uint8]:
        """Converts ids to symbols, one id after another, and returns a uint8 array of indices into `symbols`. A
        small model can learn these 39 symbols instead of 28,946 ids. Pawn moves begin with P, so that
        `from_symbols` finds where each string begins.

        >>> v = Vocabulary()
        >>> some = v.to_symbols([v["e4"], v["Nbxd7+"], v["O-O"], v.eos_id])
        >>> " ".join(v.symbols[n] for n in some)
        'P e 4 N b x d 7 + O-O [EOS]'
        >>> [v.text(id) for id in v.from_symbols(some)]
        ['e4', 'Nbxd7+', 'O-O', '[EOS]']
        """
        array = _integers(ids, "ids")
        if array.ndim != 1 or array.size and not 0 <= array.min() <= array.max() < len(self):
            raise ValueError(f"ids have one axis, and go from 0 to {len(self) - 1}")
        return self._symbols.of(array)

    def from_symbols(self, symbols: npt.NDArray[Any] | Sequence[int]) -> npt.NDArray[np.uint16]:
        """Converts symbols back into ids, the inverse of `to_symbols`. Returns uint16. Symbols that do not spell a
        string become `[UNK]`.
        """
        array = _integers(symbols, "symbols")
        count = len(self.symbols)
        if array.ndim != 1 or array.size and not 0 <= array.min() <= array.max() < count:
            raise ValueError(f"symbols have one axis, and go from 0 to {count - 1}")
        return self._symbols.ids(array.astype(np.uint8))

    @cached_property
    def _symbols(self) -> Symbols:
        special = [self.text(id) for id in range(self.strings, len(self))]
        return Symbols(self._parts, special, self.unk_id)

    @cached_property
    def _parts(self) -> npt.NDArray[np.uint8]:
        parts = _native.parts_of(self)
        parts.flags.writeable = False
        return parts

    @cached_property
    def _keys(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
        """Returns the keys of the rows of `parts`, sorted, and the id for each key."""
        # All special tokens have equal keys, so we take only the first one, `[PAD]`.
        keys = _key(self.parts[: self.pad_id + 1])
        order = np.argsort(keys)
        return keys[order], order.astype(np.uint16)

    def ids_in(self, other: Vocabulary | Iterable[str]) -> npt.NDArray[np.int64]:
        """Maps the ids of this list to the ids of another list. For each string and special token, returns its
        id in `other`, or -1 if `other` does not contain it: int64, shape (len(v),). `other` is a vocabulary,
        or strings in the order of their ids.

        >>> v, base = Vocabulary(), Vocabulary("base")
        >>> ids = v.ids_in(base)
        >>> base.text(ids[v["Nf3"]]), int(ids[v["Nf3+"]]), int(ids[v.pad_id]) == base.pad_id
        ('Nf3', -1, True)
        """
        if isinstance(other, str):
            raise TypeError(f"other must be a vocabulary, such as Vocabulary({other!r}), or a list of strings")
        ids: dict[str, int] = {}
        for id, text in enumerate(other):
            ids.setdefault(text, id)
        return np.array([ids.get(text, -1) for text in self], np.int64)

    def encode(
        self,
        movetexts: Sequence[str],
        *,
        tags: Mapping[str, Sequence[Any]] | None = None,
        columns: Sequence[str] = (),
        where: str | None = None,
        errors: str = "strict",
        replay: bool = True,
        threads: int | None = None,
    ) -> Games:
        """Encodes games, one per text, as ids and results. A text contains the moves of a game, with or without
        move numbers, comments and a result.

        `movetexts` is a sequence of `str`, or a pyarrow array or column of strings. We read pyarrow data without
        copying it.

        We replay each game, and store the ids of the moves played, however they are written. `Games.mended`
        counts corrected moves. With `replay=False`, we do not play the moves, but look up each token in the list
        exactly as written. This is faster, but it neither corrects moves nor detects illegal ones.

        A game is broken if it cannot be read, or if a move is illegal or missing from the list. `errors` is

        - "strict": raise a ValueError that names game, line and ply;
        - "skip": leave the game out;
        - "unk": write `[UNK]` for the move, and encode the tokens after it as written.

        `tags` maps the name of each tag to a column with one value per text, as in {"WhiteElo": table["WhiteElo"]}.
        `Games.tags` and `Games.numbers` return these values. `where` selects games by these tags, as in
        "WhiteElo>=2000". With `where`, `Games.index` contains the index of each selected game in `movetexts`.

        `columns` selects additional arrays: "clock", "eval", "mate", "outcome" and "boards". `Games.column`
        describes these arrays.

        Games of chess variants and games from a FEN are always left out. Each game left out is replaced by an empty
        game. `Games.left_out` counts the games left out, by kind.

        By default, the environment variable SAN_STRINGS_THREADS sets the number of threads. If this variable is not
        set, there is one thread per core.
        """
        options = _options((), columns, None, errors, replay, False, threads)
        if isinstance(movetexts, (str, bytes)):
            raise TypeError("movetexts must be a sequence of texts, one for each game")
        is_arrow = type(movetexts).__module__.partition(".")[0] == "pyarrow"
        if is_arrow and hasattr(movetexts, "column_names"):
            names = ", ".join(movetexts.column_names)
            raise TypeError(f'movetexts is one column of the table, such as table["movetext"]; it has {names}')
        texts: Any = movetexts if is_arrow else list(movetexts)
        beside = _beside(tags, len(texts))
        chosen = None
        if where is not None:
            if tags is None:
                raise ValueError('where needs the tags beside the texts: tags={"WhiteElo": ...}')
            chosen = _native.chosen(where, list(beside.items()), len(texts))
            texts = texts.take(chosen) if is_arrow else [texts[game] for game in chosen]
        if is_arrow:
            found = _native.encode_buffers(self, list(_arrow_chunks(texts)), options)
        else:
            try:
                found = _native.encode_texts(self, texts, options)
            except (TypeError, UnicodeEncodeError):
                raise _no_text(texts) from None
        games = Games._of_columns(self, (), found)
        if chosen is not None:
            games.index = chosen
        games._tags = {
            name: values if chosen is None else [values[game] for game in chosen]
            for name, values in beside.items()
        }
        return games

    def encode_pgn(
        self,
        path: Source | Iterable[Source],
        *,
        tags: Sequence[str] = (),
        columns: Sequence[str] = (),
        where: str | None = None,
        errors: str = "strict",
        replay: bool = True,
        variants: bool = False,
        threads: int | None = None,
    ) -> Games:
        """Encodes the games of a PGN file (plain, .zip, .zst, .gz or .bz2) with their results and the values
        of `tags`. `columns`, `errors`, `replay` and `threads` work as in `encode`.

        `path` is one of these:

        - the path of a file
        - a folder, in which we look for PGN files at any depth
        - a pattern such as "games/*.pgn"
        - an open binary file, which we read from its current position
        - a list of these, which we read in order

        `where` selects games by their tags, as in "WhiteElo>=2000 and Date>=2015": docs/counting.md explains
        the conditions. `Games.index` is the index of each game in the source. If there are several files, the indices
        continue from file to file. The indices also count the games that `where` does not select.

        Games of variants and games from a FEN are left out and counted in `Games.left_out`. With
        `variants=True` they are included, and `Games.starts` contains their starting positions. Moves of
        chess variants are encoded as written. Raises OSError if a file cannot be read, and ValueError in the same
        cases as `encode`.
        """
        options = _options(tags, columns, where, errors, replay, variants, threads)
        [found] = _native.read_sources(self, _sources(path), options, sys.maxsize)
        return Games._of_columns(self, options.names, found)

    def read(
        self,
        path: Source | Iterable[Source],
        *,
        games: int = 100_000,
        tags: Sequence[str] = (),
        columns: Sequence[str] = (),
        where: str | None = None,
        errors: str = "strict",
        replay: bool = True,
        variants: bool = False,
        threads: int | None = None,
    ) -> Iterator[Games]:
        """Works like `encode_pgn`, but yields chunks of `games` games, so that memory stays bounded for
        files of any length.

        `Games.index` counts games from the beginning of the file, not of the chunk. Only the last chunk has
        `Games.left_out` and `Games.mended`, and they describe the whole input.
        """
        games = min(operator.index(games), sys.maxsize)
        if games < 1:
            raise ValueError("games must be at least 1")
        options = _options(tags, columns, where, errors, replay, variants, threads)
        return self._read(_sources(path), options, games)

    def _read(
        self, sources: list[str | BinaryIO], options: _Options, games: int
    ) -> Iterator[Games]:
        for columns in _native.read_sources(self, sources, options, games):
            piece = Games._of_columns(self, options.names, columns)
            if len(piece) or piece.left_out:
                yield piece

    @overload
    def legal(self, games: Games, *, errors: str = "strict", threads: int | None = None) -> Legal: ...
    @overload
    def legal(
        self, games: Position | str, *, errors: str = "strict", threads: int | None = None
    ) -> npt.NDArray[np.uint16]: ...
    def legal(
        self, games: Games | Position | str, *, errors: str = "strict", threads: int | None = None
    ) -> Legal | npt.NDArray[np.uint16]:
        """Finds the ids of all legal moves before each ply of `games`, on all cores. If `games` is a Position
        or a FEN, returns the ids of the legal moves of this position: uint16, sorted.

        This works for every game that was replayed with `errors` "strict" or "skip", even if the game starts
        from a FEN. Legal moves whose strings are not in the list are omitted, for example if the vocabulary was
        made with `most`.

        Raises ValueError, with game and ply, if a move is illegal, is `[UNK]`, or is not spelled in SAN. For
        example, if a file contains `Qh4` for a move that mates, `replay=False` does not correct it to `Qh4#`.
        With `errors="skip"`, there is no error, and the result contains no legal moves for the plies after this
        move.
        """
        strict = _is_strict(errors)
        if isinstance(games, Position):
            games = games.fen
        if isinstance(games, str):
            return Position(self, games).legal()
        if not isinstance(games, Games):
            raise TypeError(f"legal takes Games, a Position or a FEN, not {games!r}")
        if games.vocabulary != self:
            raise ValueError(f"these games use {games.vocabulary}, not {self}")
        arrays = games.ids, games.offsets, games.starts
        return Legal(self, *_native.legal_of(self, *arrays, strict, _threads(threads)))

    def legality(
        self,
        games: Games | Iterable[Sequence[int] | npt.NDArray[Any]],
        *,
        strict: bool = True,
        threads: int | None = None,
    ) -> list[tuple[int, Reading] | None]:
        """Finds the first illegal move of each game. For each game, returns the ply of this move, counted from 1,
        and a reading of its string; or None if all moves are legal.

        `games` is a `Games` of this vocabulary, or one sequence of ids per game, for example from a model. A game
        ends at `[EOS]`, `[PAD]` or a result, and may begin with `[BOS]`. If a move is legal but the list spells it
        differently, such as `Qh4` for `Qh4#`, we stop there with the verdict "mended". With `strict=False` we
        play the move and go on.

        >>> v = Vocabulary()
        >>> good, (ply, reading) = v.legality([[v["e4"], v["e5"]], [v["e4"], v["Nf3"]]])
        >>> good, ply, reading.verdict, reading.why
        (None, 2, 'illegal', "it is black's turn, and the piece on g1 belongs to the other side")
        """
        if isinstance(games, Games):
            if games.vocabulary != self:
                raise ValueError(f"these games use {games.vocabulary}, not {self}")
            ids, offsets, starts = games.ids, games.offsets, games.starts
        else:
            rows = [_integers(row, "ids") for row in games]
            if any(row.ndim != 1 for row in rows):
                raise TypeError("games are sequences of ids, one for each game")
            offsets, starts = _offsets([len(row) for row in rows]), None
            for game, row in enumerate(rows, 1):
                for token in np.flatnonzero((row < 0) | (row >= len(self)))[:1]:
                    there = f"ids go from 0 to {len(self) - 1}: leave ids of your own out"
                    raise ValueError(f"game {game}, token {token + 1}: there is no id {row[token]}; {there}")
            flat = np.concatenate([row.astype(np.int64) for row in rows] or [np.zeros(0, np.int64)])
            ids = flat.astype(np.uint16)
        return _native.legality_of(self, ids, offsets, starts, bool(strict), _threads(threads))


def _sources(given: Any) -> list[str | BinaryIO]:
    """Lists the sources to read, in order: paths as text, and open files."""
    if isinstance(given, (str, bytes, os.PathLike)) or hasattr(given, "read"):
        given = [given]
    try:
        given = list(given)
    except TypeError:
        message = f"path must be a path, an open binary file, or a list of these, not {given!r}"
        raise TypeError(message) from None
    return [source for one in given for source in _sources_of(one)]


def _sources_of(given: Any) -> list[str] | list[BinaryIO]:
    """Lists the files of one source, which is an open file, a path, a folder or a pattern."""
    if isinstance(given, io.TextIOBase):
        raise TypeError(f'{given!r} is open as text: open it with "rb"')
    if hasattr(given, "read"):
        return [given]
    path = os.fsdecode(given)
    if os.path.isdir(path):
        return [os.fsdecode(found) for found in _native.databases_in(path)]
    if glob.has_magic(path) and not os.path.exists(path):
        found = sorted(glob.glob(path, recursive=True))
        if not found:
            raise FileNotFoundError(errno.ENOENT, "No file matches the pattern", path)
        return found
    return [path]


def _beside(tags: Mapping[str, Sequence[Any]] | None, games: int) -> dict[str, list[str | None]]:
    """Converts the argument `tags` of `encode` to lists of tag values."""
    if not isinstance(tags, (Mapping, type(None))):
        raise TypeError('tags are columns beside the texts: {"WhiteElo": [...]}')
    beside = {}
    for name, values in (tags or {}).items():
        if isinstance(values, (str, bytes)):
            raise TypeError(f"{name} is a column: a value for each game")
        values = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
        if len(values) != games:
            raise ValueError(f"there are {len(values)} values of {name} for {games} games")
        beside[name] = [_value(value) for value in values]
    return beside


def _value(value: Any) -> str | None:
    """Turns a value into the text of a tag, and a null or NaN into None."""
    if value is None or value != value:
        return None
    # If a column has nulls, pandas stores its integers as floats.
    is_whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value) if is_whole else value)


def _key(parts: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Packs the parts of a string into a unique number."""
    keys = np.zeros(parts.shape[:-1], np.int64)
    for part, values in enumerate(PARTS.values()):
        keys = keys * values + parts[..., part].astype(np.int64)
    return keys


class _Options(NamedTuple):
    """The options that we pass to the extension module."""

    tags: list[str]
    columns: list[str]
    where: str | None
    errors: str
    replay: bool
    variants: bool
    threads: int

    @property
    def names(self) -> list[str]:
        """The names of the returned tags. With `variants`, the last name is `START`."""
        return [*self.tags, *[START] * self.variants]


def _options(
    tags: Iterable[str],
    columns: Iterable[str],
    where: str | None,
    errors: str,
    replay: bool,
    variants: bool,
    threads: int | None,
) -> _Options:
    tags = _names(tags, "tags", "WhiteElo")
    columns = _names(columns, "columns", "clock")
    for name in columns:
        if name not in COLUMNS:
            raise ValueError(f"{name!r} is not one of the columns {', '.join(COLUMNS)}")
    if errors not in ("strict", "skip", "unk"):
        raise ValueError(f'errors must be "strict", "skip" or "unk", not {errors!r}')
    if "boards" in columns and not replay:
        raise ValueError('columns=["boards"] needs the games to be played: replay=True')
    return _Options(tags, columns, where, errors, bool(replay), bool(variants), _threads(threads))


def _names(names: Iterable[str], what: str, example: str) -> list[str]:
    if isinstance(names, (str, bytes)):
        raise TypeError(f'{what} must be a sequence of names, such as ["{example}"]')
    names = list(names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be names, not {name!r}")
    return names


_NO_NULLS = 'leave nulls out, or fill them with ""'


def _no_text(texts: list[Any]) -> Exception:
    """Returns the error for the first item that is not a valid text."""
    for game, text in enumerate(texts, 1):
        if text is None or not isinstance(text, str) and text != text:
            return ValueError(f"game {game} is null: {_NO_NULLS}")
        if not isinstance(text, str):
            return TypeError(f"game {game} is not a str but {type(text).__name__}")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return ValueError(f"game {game} is not text: {error}")
    raise AssertionError("all items are valid text")


def _arrow_chunks(
    column: Any,
) -> Iterator[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]]:
    """Yields the bytes and the offsets of the texts, for each chunk of a pyarrow column."""
    import pyarrow as pa

    kind: Any = getattr(column, "type", type(column).__name__)
    is_column = isinstance(column, (pa.Array, pa.ChunkedArray))
    of = kind.value_type if is_column and pa.types.is_dictionary(kind) else kind
    if not is_column or str(of) not in [*_OFFSETS, "string_view", "binary_view", "null"]:
        raise TypeError(f"movetexts must be a column of texts, not {kind}")
    if column.null_count:
        raise ValueError(f"game {column.is_null().index(True).as_py() + 1} is null: {_NO_NULLS}")
    if str(kind) not in _OFFSETS:
        # The types `large_string` and `large_binary` have 64-bit offsets, so texts of any total length fit.
        column = column.cast(pa.large_binary() if "binary" in str(kind) else pa.large_string())
    for chunk in getattr(column, "chunks", [column]):
        if len(chunk):
            _, offsets, data = chunk.buffers()
            offsets = np.frombuffer(offsets, _OFFSETS[str(chunk.type)])
            offsets = offsets[chunk.offset : chunk.offset + len(chunk) + 1].astype(np.int64)
            yield (np.empty(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)), offsets


#: For each pyarrow type that we read without a cast, the type of its offsets.
_OFFSETS: dict[str, type[np.signedinteger[Any]]] = {
    "string": np.int32,
    "binary": np.int32,
    "large_string": np.int64,
    "large_binary": np.int64,
}


def tokenizer(vocabulary: Vocabulary | None = None) -> Any:
    """Creates a `transformers.PreTrainedTokenizerFast` from the list, with all special tokens set.

    The tokenizer reads PGN movetext. Install its dependencies with `pip install 'san-strings[transformers]'`.
    """
    try:
        from tokenizers import Tokenizer
        from transformers import PreTrainedTokenizerFast
    except ImportError as error:
        raise ImportError("the tokenizer needs transformers: pip install 'san-strings[transformers]'") from error

    vocabulary = vocabulary or Vocabulary()
    return PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(vocabulary.tokenizer_json()),
        pad_token="[PAD]",
        unk_token="[UNK]",
        bos_token="[BOS]",
        eos_token="[EOS]",
        clean_up_tokenization_spaces=False,
    )
