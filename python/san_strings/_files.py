"""Saves games to files, and memory-maps the files to load the games.

A file begins with three lines:

- `_MAGIC`
- the CRC-32 of everything after this line, in eight hexadecimal digits
- a JSON object with the keys of `_KEYS`

The rest of the file consists of the arrays of `_DTYPES`, each aligned to a multiple of `_ALIGN` bytes.
"""

from __future__ import annotations

import builtins
import errno
import itertools
import json
import os
import re
import secrets
import stat
import zlib
from typing import Any, BinaryIO, Iterable, Iterator, Union

import numpy as np

from ._games import COLUMNS, Games
from ._vocabulary import Vocabulary

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: Maps names to arrays: the arrays of one `Games` object.
_Arrays = dict[str, Any]

_MAGIC = b"san-strings games 3\n"

_DTYPES: dict[str, Any] = {
    "ids": "<u2",
    "offsets": "<i8",
    "results": "<i1",
    "index": "<i8",
    **{name: dtype.newbyteorder("<") for name, (dtype, _) in COLUMNS.items()},
}

#: The arrays that are not columns, such as `ids`.
_BASE = [name for name in _DTYPES if name not in COLUMNS]

#: The keys of the header: the name of the list, the vocabulary's argument `most`, and the checksum of the
#: strings; the counts of games left out and of moves corrected, by kind; the values of each tag; and the lengths
#: of the arrays.
_KEYS = {"list", "most", "strings", "left_out", "mended", "tags", *_DTYPES}

#: The arrays that may be missing from a file.
_OPTIONAL = "results", "index", *COLUMNS

#: Alignment of arrays, in bytes.
_ALIGN = 64

#: We read this many bytes at a time.
_CHUNK = 1 << 20


def save(games: Games, path: _Path) -> None:
    """Implements `Games.save`."""
    path = os.fsdecode(path)
    vocabulary = games.vocabulary
    arrays = dict.fromkeys(_DTYPES) | games._columns
    arrays |= {name: getattr(games, name) for name in _BASE}
    counts = {"left_out": games.left_out, "mended": games.mended}
    for name, value in counts.items():
        if not _are_counts(value):
            raise ValueError(f"these games cannot be saved: {name} is not a dict of counts by kind")
    if what := _fault(vocabulary, arrays, games._tags):
        raise ValueError(f"these games cannot be saved: {what}")
    mode = _mode(path)
    described = {
        "list": vocabulary.name,
        "most": vocabulary.most,
        "strings": vocabulary.checksum,
        **counts,
        "tags": games._tags,
        **{name: None if array is None else len(array) for name, array in arrays.items()},
    }
    header = json.dumps(described).encode() + b"\n"

    def parts() -> Iterator[bytes | memoryview]:
        at = len(_MAGIC) + 9 + len(header)
        yield header
        for name, array in arrays.items():
            if array is not None:
                data = np.ascontiguousarray(array, _DTYPES[name]).data
                yield bytes(-at % _ALIGN)
                yield data
                at += -at % _ALIGN + data.nbytes

    checksum = 0
    for part in parts():
        checksum = zlib.crc32(part, checksum)
    try:
        _replace(path, mode, itertools.chain([_MAGIC, b"%08x\n" % checksum], parts()))
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _replace(path: str, mode: int | None, parts: Iterable[bytes | memoryview]) -> None:
    """Writes a file atomically."""
    folder = os.path.dirname(os.path.abspath(path))
    temporary = os.path.join(folder, f".games-{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666 if mode is None else mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def open(path: _Path) -> Games:
    """Opens a file that `Games.save` has written, and maps the games into memory.

    Reads the whole file once, to check it. Raises ValueError if the file does not contain games, is
    truncated or damaged, or uses the ids of another version.
    """
    return reopen(os.path.abspath(os.fsdecode(path)))


def reopen(path: str, known: tuple[str, int] | None = None) -> Games:
    """Opens a file of games. `known` is the checksum and size of the file, if this process or another one has already
    checked the file.
    """
    with builtins.open(path, "rb") as file:
        checksum, header = _header(file, path)
        places, size = _places(file, path, header)
        if known is None:
            _check(file, path, checksum)
        elif known != (checksum, size):
            raise ValueError(f"{path} was replaced after it was opened")
        try:
            vocabulary = Vocabulary(header["list"], header["most"])
        except ValueError as error:
            raise ValueError(f"{path} uses a list that this version does not have: {error}") from None
        if vocabulary.checksum != header["strings"]:
            raise ValueError(f"{path} uses the ids of another version of {vocabulary}")
        arrays: _Arrays = dict.fromkeys(_OPTIONAL)
        for name, at in places.items():
            dtype, length = _DTYPES[name], header[name]
            # `np.memmap` cannot map an empty array.
            empty = np.empty(0, dtype)
            arrays[name] = np.memmap(file, dtype, "r", at, (length,)) if length else empty
    if known is None and (what := _fault(vocabulary, arrays, header["tags"])):
        raise ValueError(f"{path} is not a file of games that save has written: {what}")
    counts = {name: header[name] for name in ("tags", "left_out", "mended")}
    columns = {name: arrays.pop(name) for name in COLUMNS}
    columns = {name: column for name, column in columns.items() if column is not None}
    games = Games(vocabulary, **arrays, **counts, columns=columns)
    games._source = (path, (checksum, size))
    return games


def _header(file: BinaryIO, path: str) -> tuple[str, dict[str, Any]]:
    """Reads the checksum in the second line of the file, and the header."""
    magic = file.read(len(_MAGIC))
    if magic in (b"san-strings games 1\n", b"san-strings games 2\n"):
        raise ValueError(f"{path} was saved by an earlier version: encode its games again")
    if magic != _MAGIC:
        raise ValueError(f"{path} is not a file of games")
    checksum, line = file.read(9), file.readline()
    if not line.endswith(b"\n"):
        raise ValueError(f"{path} is cut off in its header")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not re.fullmatch(rb"[0-9a-f]{8}\n", checksum) or not _is_header(header):
        raise ValueError(f"{path} has an invalid header")
    return checksum.decode(), header


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _are_counts(value: object) -> bool:
    """Whether `value` is a dict of counts by kind."""
    return isinstance(value, dict) and all(
        isinstance(kind, str) and _is_number(count) for kind, count in value.items()
    )


def _is_header(header: Any) -> bool:
    return (
        isinstance(header, dict)
        and header.keys() == _KEYS
        and isinstance(header["list"], str)
        and all(header[key] is None or _is_number(header[key]) for key in ("most", *_OPTIONAL))
        and all(_is_number(header[key]) for key in ("strings", "ids", "offsets"))
        and all(_are_counts(header[key]) for key in ("left_out", "mended"))
        and isinstance(header["tags"], dict)
        and all(isinstance(values, list) for values in header["tags"].values())
    )


def _places(file: BinaryIO, path: str, header: dict[str, Any]) -> tuple[dict[str, int], int]:
    """Returns the offset of each array, and the size of the file. `file` must be positioned just after its header."""
    at, places = file.tell(), {}
    for name, dtype in _DTYPES.items():
        if header[name] is not None:
            places[name] = at + -at % _ALIGN
            at = places[name] + header[name] * np.dtype(dtype).itemsize
    size = os.fstat(file.fileno()).st_size
    if size < at:
        raise ValueError(f"{path} is cut off: it has {size} bytes of {at}")
    if size > at:
        raise ValueError(f"{path} is too long: it has {size} bytes instead of {at}")
    return places, size


def _check(file: BinaryIO, path: str, checksum: str) -> None:
    """Raises ValueError if the checksum does not match the rest of the file."""
    found = 0
    file.seek(len(_MAGIC) + 9)
    while data := file.read(_CHUNK):
        found = zlib.crc32(data, found)
    if f"{found:08x}\n" != checksum:
        raise ValueError(f"{path} is damaged: the checksum does not match")


#: Maps the kind of a dtype in `_DTYPES` (numpy's `dtype.kind`) to the kinds of arrays that we accept for it, and to the
#: word for such arrays in error messages. For every other kind, we accept integers.
_KINDS = {"f": ("f", "floats"), "V": ("V", "boards")}


def _fault(vocabulary: Vocabulary, arrays: _Arrays, tags: dict[Any, Any]) -> str | None:
    """Returns what is wrong with the arrays and tags of games, or None."""
    ids, offsets, results, index = (arrays[name] for name in _BASE)
    for name, array in arrays.items():
        kinds, described = _KINDS.get(np.dtype(_DTYPES[name]).kind, ("iu", "integers"))
        if array is not None and (array.ndim != 1 or array.dtype.kind not in kinds):
            return f"{name} is not an array of {described}"
    games = len(offsets) - 1
    if games < 0 or offsets[0] != 0 or offsets[-1] != len(ids):
        return "the offsets do not go from 0 to the number of ids"
    if (offsets[1:] < offsets[:-1]).any():
        return "the offsets decrease"
    if ids.size and not 0 <= ids.min() <= ids.max() < len(vocabulary):
        return "an id is not in the list"
    if results is not None and len(results) != games:
        return f"there are {len(results)} results for {games} games"
    if results is not None and games and not -1 <= results.min() <= results.max() <= 2:
        return "a result is not 1, 0, -1 or 2"
    if index is not None and len(index) != games:
        return f"there are {len(index)} numbers in the index for {games} games"
    if index is not None and games and index.min() < 0:
        return "a number in the index is negative"
    for name, (_, unit) in COLUMNS.items():
        column, length = arrays[name], len(ids) if unit == "ply" else games
        if column is not None and len(column) != length:
            return f"there are {len(column)} values of {name} for {length}"
    for name, values in tags.items():
        if type(name) is not str:
            return f"the tag name {name!r} is not a string"
        if len(values) != games or not {type(value) for value in values} <= {str, type(None)}:
            return f"the tag {name} must have a str or None for each game"
    return None


def _mode(path: str) -> int | None:
    """Returns the permission bits of an existing file of games, or None if there is no file. Raises an error if
    the existing file is read-only, damaged, or not a file of games, because we do not replace such a file.
    """
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise FileExistsError(f"{path} is not a file of games")
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "The file is read-only", path)
    try:
        with builtins.open(path, "rb") as file:
            checksum, header = _header(file, path)
            _places(file, path, header)
            _check(file, path, checksum)
    except ValueError as error:
        raise FileExistsError(f"{error}, and is not replaced") from None
    return stat.S_IMODE(status.st_mode)
