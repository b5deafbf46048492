"""The lists with their ids."""

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


#: What games are read from: a path, or a binary file that is open.
Source = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]", BinaryIO]

#: The columns of `Vocabulary.parts`, and how many values each has, with 0 for none.
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
    """A list of strings, each with an id, and eight special tokens after them.

    `list` is "occurring" (every SAN that can occur, with `+` and `#`), "base" (without them),
    "symbols" (every base string plain, with `+` and with `#`) or "uci" (from- and to-square).
    With `most`, only that many strings: those played most often on lichess.org.

    The ids of a list never change within a major version; those with `most` depend on
    the counts, too, which change with a minor version at most.

    name     the list
    most     how many of its strings there are, or None for all
    strings  how many strings there are, without special tokens
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
            # Any number that is out of bounds is: longer than every list, or not positive.
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
        """The id of a string or special token; KeyError if it is not in the list."""
        id = self.id(text)
        if id is None:
            raise KeyError(f"{text} is not in {self}")
        return id

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.id(text) is not None

    def __iter__(self) -> Iterator[str]:
        """The strings and special tokens in the order of their ids."""
        return (self.text(id) for id in range(len(self)))

    def text(self, id: int) -> str:
        """The string or special token with an id; IndexError if there is none."""
        text = self.text_of(id) if 0 <= id < len(self) else None
        if text is None:
            raise IndexError(f"there is no id {id}: they go from 0 to {len(self) - 1}")
        return text

    @property
    def checksum(self) -> int:
        """A CRC-32 of all strings in order: the same ids have the same."""
        return zlib.crc32("\n".join(self).encode())

    @property
    def parts(self) -> npt.NDArray[np.uint8]:
        """What each string says, part by part: uint8, shape (len(v), 7), not to be written.

        The columns are those of `PARTS`. 0 is none in each of them, and all there is of special
        tokens.

        piece       1 to 6 for P N B R Q K; 7 is O-O, 8 is O-O-O; none in "uci"
        from_file   1 to 8 for a to h: what stands before the to-square
        from_rank   1 to 8
        capture     1 for x; none in "uci"
        to_square   1 to 64: a1, b1, ..., h8; none for O-O and O-O-O
        promotion   2 to 5 for N B R Q, as the piece
        suffix      1 for +, 2 for #

        >>> v = Vocabulary()
        >>> v.parts[v["exd8=Q+"]].tolist(), v.parts[v["O-O-O"]].tolist()
        ([1, 5, 0, 1, 60, 5, 1], [8, 0, 0, 0, 0, 0, 0])
        """
        return self._parts

    def ids_of(
        self, parts: npt.NDArray[Any] | Sequence[int] | Sequence[Sequence[int]]
    ) -> npt.NDArray[np.uint16]:
        """The ids of the strings with these parts, the way back from `parts`: uint16, of the shape
        of `parts` without its last axis.

        Parts that no string has are `[UNK]`. None at all is `[PAD]`.

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
        """The symbols of `to_symbols`, by their numbers: the special tokens, the men and castling, files,
        ranks, `x`, promotions, `+` and `#`."""
        return self._symbols.texts

    def to_symbols(self, ids: npt.NDArray[Any] | Sequence[int]) -> npt.NDArray[np.uint8]:
        """Ids as the numbers of `symbols`, one id after the other: uint8. Small models learn these 39
        instead of 28,946 ids. A pawn is P, so that `from_symbols` finds where each string begins.

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
        """The ids of what `to_symbols` gives, the way back: uint16. What is no string is `[UNK]`."""
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
        """The keys of all that have parts of their own, sorted, and their ids."""
        # Those of special tokens are one and the same: `[PAD]` is the first of them.
        keys = _key(self.parts[: self.pad_id + 1])
        order = np.argsort(keys)
        return keys[order], order.astype(np.uint16)

    def ids_in(self, other: Vocabulary | Iterable[str]) -> npt.NDArray[np.int64]:
        """The id in another list of each string and special token of this one, or -1 if it is not there:
        int64, shape (len(v),). `other` is a vocabulary, or strings in the order of their ids.

        >>> v, base = Vocabulary(), Vocabulary("base")
        >>> ids = v.ids_in(base)
        >>> base.text(ids[v["Nf3"]]), int(ids[v["Nf3+"]]), int(ids[v.pad_id]) == base.pad_id
        ('Nf3', -1, True)
        """
        if isinstance(other, str):
            raise TypeError(f"other is a vocabulary, such as Vocabulary({other!r}), or a list of strings")
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
        """The ids and results of games, each one text: its moves, with numbers, comments and the
        result or without.

        `movetexts` is a sequence of `str`, or a pyarrow array or column of strings, whose
        bytes are not copied.

        Each game is replayed, and has the ids of the moves that were played, however they are
        written: `Games.mended` counts those that are not written as they should be. With
        `replay=False` the words have their ids as they stand. This is faster. It mends nothing and
        finds no illegal move.

        A game is broken if it cannot be read, or has a move that is not legal or not in the list.
        With `errors="strict"` that is a ValueError that names game, line and ply. `errors="skip"`
        leaves the game out. `errors="unk"` writes `[UNK]` for the move, and the words after it as
        they stand.

        `tags` are columns beside the texts, each a value for each of them, as {"WhiteElo": table["WhiteElo"]}:
        `Games.tags` and `Games.numbers` have them, and `where` takes only games whose tags it holds for, as in
        "WhiteElo>=2000". Games that are not taken count in `Games.index`.

        `columns` names what to give beside the ids, of "clock", "eval", "mate", "outcome" and "boards":
        `Games.column` says what they are. `threads` are all cores if it is None, or as many as the variable
        SAN_STRINGS_THREADS says.

        A game of a variant or from a FEN is left out, too. `Games.left_out` counts those that are
        left out, by kind; an empty game is in the place of each.
        """
        options = _options((), columns, None, errors, replay, False, threads)
        if isinstance(movetexts, (str, bytes)):
            raise TypeError("movetexts is a sequence of texts, one for each game")
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
        """The ids of the games in a PGN file, plain, .zip, .zst, .gz or .bz2, with their results and
        the values of `tags`. `columns`, `errors`, `replay` and `threads` are those of `encode`.

        `where` takes only games whose tags it holds for, as in "WhiteElo>=2000 and Date>=2015":
        docs/counting.md has the language. Games that are not taken count in `Games.index`.

        `path` is the path of a file or of a folder with PGN files in it and below, a pattern such as
        "games/*.pgn", a binary file that is open, or a list of these, which are read one after the
        other. An open file is read from where it stands.

        `Games.index` has the number of each game in the file, and goes on from file to file. Games of
        variants and games from a FEN are left out and counted (`Games.left_out`), unless `variants` is true:
        `Games.starts` has their starts then, and those of variants have their words as they stand. Raises OSError, or ValueError as `encode`
        does.
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
        """The same, some games at a time: memory is bounded, however long the file is.

        `Games.index` goes on from piece to piece. The last piece has `Games.left_out` and
        `Games.mended` for the whole file.
        """
        games = min(operator.index(games), sys.maxsize)
        if games < 1:
            raise ValueError("games is at least 1")
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
        """The ids of all legal moves before each ply of some games, on all cores; or those of one
        position, given as such or as FEN: uint16, sorted.

        Every game that was replayed, with `errors` "strict" or "skip", has them, from its own start; a
        string that is not in the list is left out, as with `most`. Raises ValueError, with game and ply, if a move is not legal, is `[UNK]`, or should be
        written otherwise, as `Qh4` where it gives mate, which `replay=False` leaves as it is. With
        `errors="skip"` the plies after such a move have none.
        """
        strict = _is_strict(errors)
        if isinstance(games, Position):
            games = games.fen
        if isinstance(games, str):
            return Position(self, games).legal()
        if not isinstance(games, Games):
            raise TypeError(f"legal takes Games, a Position or a FEN, not {games!r}")
        if games.vocabulary != self:
            raise ValueError(f"these games are of {games.vocabulary}, not of {self}")
        arrays = games.ids, games.offsets, games.starts
        return Legal(self, *_native.legal_of(self, *arrays, strict, _threads(threads)))

    def legality(
        self,
        games: Games | Iterable[Sequence[int] | npt.NDArray[Any]],
        *,
        strict: bool = True,
        threads: int | None = None,
    ) -> list[tuple[int, Reading] | None]:
        """Where each game ceases to be legal: its first ply, counted from 1, that is no legal move,
        and what its string means there; None for a game of legal moves.

        `games` are of this list, or sequences of ids, such as a model writes. A game ends at `[EOS]`,
        `[PAD]` or a result, and may begin with `[BOS]`. A legal move that is not written as the list writes it,
        such as `Qh4` for `Qh4#`, counts as an end with the verdict "mended". With `strict=False` it is
        played, and the game goes on.

        >>> v = Vocabulary()
        >>> good, (ply, reading) = v.legality([[v["e4"], v["e5"]], [v["e4"], v["Nf3"]]])
        >>> good, ply, reading.verdict, reading.why
        (None, 2, 'illegal', "the piece on g1 is not black's, whose turn it is")
        """
        if isinstance(games, Games):
            if games.vocabulary != self:
                raise ValueError(f"these games are of {games.vocabulary}, not of {self}")
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
    """What is read, one after the other: paths as text, and open files."""
    if isinstance(given, (str, bytes, os.PathLike)) or hasattr(given, "read"):
        given = [given]
    try:
        given = list(given)
    except TypeError:
        message = f"path is a path, an open binary file, or a list of these, not {given!r}"
        raise TypeError(message) from None
    return [source for one in given for source in _sources_of(one)]


def _sources_of(given: Any) -> list[str] | list[BinaryIO]:
    """An open file, or the files that a path stands for."""
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
            raise FileNotFoundError(errno.ENOENT, "No file fits the pattern", path)
        return found
    return [path]


def _beside(tags: Mapping[str, Sequence[Any]] | None, games: int) -> dict[str, list[str | None]]:
    """The columns beside texts, as tags are."""
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
    """A value of a tag: text, or None for a null or NaN."""
    if value is None or value != value:
        return None
    # With nulls beside them, numbers become floats.
    is_whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value) if is_whole else value)


def _key(parts: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """One number for the parts of a string, which no other parts have."""
    keys = np.zeros(parts.shape[:-1], np.int64)
    for part, values in enumerate(PARTS.values()):
        keys = keys * values + parts[..., part].astype(np.int64)
    return keys


class _Options(NamedTuple):
    """What the extension wants to know of how to read a file."""

    tags: list[str]
    columns: list[str]
    where: str | None
    errors: str
    replay: bool
    variants: bool
    threads: int

    @property
    def names(self) -> list[str]:
        """The names of the tags that come back, with that of starts."""
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
            raise ValueError(f"{name!r} is none of the columns {', '.join(COLUMNS)}")
    if errors not in ("strict", "skip", "unk"):
        raise ValueError(f'errors is "strict", "skip" or "unk", not {errors!r}')
    if "boards" in columns and not replay:
        raise ValueError('columns=["boards"] needs the games to be played: replay=True')
    return _Options(tags, columns, where, errors, bool(replay), bool(variants), _threads(threads))


def _names(names: Iterable[str], what: str, example: str) -> list[str]:
    if isinstance(names, (str, bytes)):
        raise TypeError(f'{what} is a sequence of names, such as ["{example}"]')
    names = list(names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{what} are names, and {name!r} is none")
    return names


_NO_NULLS = 'leave nulls out, or fill them with ""'


def _no_text(texts: list[Any]) -> Exception:
    """The error for the first of some texts that is none."""
    for game, text in enumerate(texts, 1):
        if text is None or not isinstance(text, str) and text != text:
            return ValueError(f"game {game} is null: {_NO_NULLS}")
        if not isinstance(text, str):
            return TypeError(f"game {game} is not a str but {type(text).__name__}")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return ValueError(f"game {game} is not text: {error}")
    raise AssertionError("every text is one")


def _arrow_chunks(
    column: Any,
) -> Iterator[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]]:
    """The bytes and the offsets of the texts in each chunk of a pyarrow column."""
    import pyarrow as pa

    kind: Any = getattr(column, "type", type(column).__name__)
    is_column = isinstance(column, (pa.Array, pa.ChunkedArray))
    of = kind.value_type if is_column and pa.types.is_dictionary(kind) else kind
    if not is_column or str(of) not in [*_OFFSETS, "string_view", "binary_view", "null"]:
        raise TypeError(f"movetexts is a column of texts, not {kind}")
    if column.null_count:
        raise ValueError(f"game {column.is_null().index(True).as_py() + 1} is null: {_NO_NULLS}")
    if str(kind) not in _OFFSETS:
        # Any number of texts fits into these.
        column = column.cast(pa.large_binary() if "binary" in str(kind) else pa.large_string())
    for chunk in getattr(column, "chunks", [column]):
        if len(chunk):
            _, offsets, data = chunk.buffers()
            offsets = np.frombuffer(offsets, _OFFSETS[str(chunk.type)])
            offsets = offsets[chunk.offset : chunk.offset + len(chunk) + 1].astype(np.int64)
            yield (np.empty(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)), offsets


#: The types of the offsets in pyarrow's columns of texts that are read where they are.
_OFFSETS: dict[str, type[np.signedinteger[Any]]] = {
    "string": np.int32,
    "binary": np.int32,
    "large_string": np.int64,
    "large_binary": np.int64,
}


def tokenizer(vocabulary: Vocabulary | None = None) -> Any:
    """The list as a `transformers.PreTrainedTokenizerFast`, with all special tokens set.

    It reads movetext as PGN writes it. `pip install 'san-strings[transformers]'` brings what it needs.
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
