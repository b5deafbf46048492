"""The extension module. Use what `san_strings` makes of it."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO, Protocol, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

__version__: str

class Vocabulary:
    def __new__(cls, list: str, most: int | None) -> Self: ...
    def __len__(self) -> int: ...
    def id(self, text: str) -> int | None: ...
    def text_of(self, id: int) -> str | None: ...
    def tokenizer_json(self) -> str: ...

@final
class Reading:
    @property
    def text(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def san(self) -> str | None: ...
    @property
    def uci(self) -> str | None: ...
    @property
    def sans(self) -> list[str]: ...
    @property
    def kinds(self) -> list[str]: ...
    @property
    def why(self) -> str | None: ...

class Position:
    def __new__(cls, vocabulary: Vocabulary, fen: str | None = None) -> Position: ...
    def push(self, id: int) -> None: ...
    def read(self, text: str) -> Reading: ...
    def legal(self) -> npt.NDArray[np.uint16]: ...
    def mask(self) -> npt.NDArray[np.bool_]: ...
    def copy(self) -> Position: ...
    @property
    def fen(self) -> str: ...
    @property
    def turn(self) -> str: ...
    @property
    def result(self) -> str | None: ...

# What only the package calls.

_Ids = npt.NDArray[np.uint16]
_Offsets = npt.NDArray[np.int64]

# Ids and offsets, results, the number of each game, the values of each tag, and how many games were
# left out and how many moves were mended, by kind.
_Columns = tuple[
    tuple[_Ids, _Offsets],
    npt.NDArray[np.int8],
    npt.NDArray[np.int64],
    list[list[str | None]],
    dict[str, int],
    dict[str, int],
]

class _Options(Protocol):
    tags: list[str]
    errors: str
    replay: bool
    variants: bool

def encode_texts(
    vocabulary: Vocabulary, games: Sequence[str], options: _Options
) -> _Columns: ...
def encode_buffers(
    vocabulary: Vocabulary,
    buffers: Sequence[tuple[npt.NDArray[np.uint8], _Offsets]],
    options: _Options,
) -> _Columns: ...
def read_sources(
    vocabulary: Vocabulary,
    sources: Sequence[str | BinaryIO],
    options: _Options,
    games: int,
) -> Iterator[_Columns]: ...
def legal_of(
    vocabulary: Vocabulary, ids: _Ids, offsets: _Offsets
) -> tuple[_Ids, _Offsets]: ...
def legality_of(
    vocabulary: Vocabulary, ids: _Ids, offsets: _Offsets, strict: bool
) -> list[tuple[int, Reading] | None]: ...
def explain(
    text: str,
) -> tuple[
    bool, str | None, list[str] | None, int | None, int | None, int, str | None
]: ...
def run(args: Sequence[str]) -> int: ...
def _panic(on_thread: bool) -> None: ...
