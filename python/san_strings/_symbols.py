"""Spells strings with 39 symbols.

Each part of a string becomes a symbol, in the order of SAN: `Nbxd7+` is N b x d 7 +. A pawn move begins
with P, so the first symbol of every SAN is a piece letter, O-O or O-O-O. These symbols occur only at the
start of a SAN, so we know where to split a sequence of symbols into strings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._games import _offsets, _runs

_MEN = [*"PNBRQK", "O-O", "O-O-O"]
_FILES, _RANKS = [*"abcdefgh"], [*"12345678"]

#: The symbols, except the special tokens, which come before these symbols in `Symbols.texts`.
SYMBOLS = [*_MEN, *_FILES, *_RANKS, "x", "=N", "=B", "=R", "=Q", "+", "#"]

_FILE, _RANK, _CAPTURE, _PROMOTION, _SUFFIX = (SYMBOLS.index(text) for text in ("a", "1", "x", "=N", "+"))

#: Maximum number of symbols per string.
_LONGEST = 8


class Symbols:
    """Converts the ids of a list to symbols, and back."""

    def __init__(self, parts: npt.NDArray[np.uint8], special: list[str], unk_id: int) -> None:
        self.texts = (*special, *SYMBOLS)
        self._specials, self._unk_id = len(special), unk_id
        man, file, rank, capture, to, promotion, suffix = parts.astype(np.int64).T
        to_file, to_rank = np.where(to > 0, (to - 1) % 8, 0), np.where(to > 0, (to - 1) // 8, 0)
        groups = [
            np.where(man > 0, man - 1, -1),
            np.where(file > 0, _FILE + file - 1, -1),
            np.where(rank > 0, _RANK + rank - 1, -1),
            np.where(capture > 0, _CAPTURE, -1),
            np.where(to > 0, _FILE + to_file, -1),
            np.where(to > 0, _RANK + to_rank, -1),
            np.where(promotion > 0, _PROMOTION + promotion - 2, -1),
            np.where(suffix > 0, _SUFFIX + suffix - 1, -1),
        ]
        #: The symbols of each id, with -1 for a missing part.
        self._table = np.stack(groups, axis=1)
        self._table[self._table >= 0] += len(special)
        self._table[len(parts) - len(special) :, 0] = np.arange(len(special))
        self._has_men = bool(man.any())
        keys = self._keys(*self._flat(np.arange(len(parts))))
        self._order = np.argsort(keys)
        self._sorted = keys[self._order]

    def of(self, ids: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Returns the symbols of all ids, concatenated in order."""
        return self._flat(ids)[0]

    def _flat(
        self, ids: npt.NDArray[Any]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        rows = self._table[ids]
        is_symbol = rows >= 0
        return rows[is_symbol].astype(np.uint8), _offsets(is_symbol.sum(axis=1))

    def ids(self, symbols: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
        """Returns the ids that the symbols spell. Symbols that spell no string become `[UNK]`."""
        starts = np.flatnonzero(self._begins(symbols))
        offsets = np.append(starts, len(symbols))
        if len(symbols) and (not len(starts) or starts[0] > 0):
            offsets = np.insert(offsets, 0, 0)
        keys = self._keys(symbols, offsets)
        at = np.searchsorted(self._sorted, keys).clip(max=len(self._sorted) - 1)
        is_known = self._sorted[at] == keys
        return np.where(is_known, self._order[at], self._unk_id).astype(np.uint16)

    def _begins(self, symbols: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
        """Returns, for each symbol, whether a string or special token begins there."""
        kind = symbols.astype(np.int64) - self._specials
        if self._has_men:
            return kind < _FILE
        # A UCI move contains two file symbols, and begins with the first of them.
        is_file = (kind >= _FILE) & (kind < _RANK)
        begins: npt.NDArray[np.bool_] = (kind < 0) | is_file & (np.cumsum(is_file) % 2 == 1)
        return begins

    def _keys(
        self, symbols: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Packs each sequence into a number: -1 if the sequence is longer than the longest string, otherwise a number
        that no other sequence gets."""
        lengths = np.diff(offsets)
        is_short = lengths <= _LONGEST
        rows = np.zeros((len(lengths), _LONGEST), np.int64)
        starts, counts = offsets[:-1][is_short], lengths[is_short]
        before = _runs(np.zeros_like(counts), counts)
        rows[np.repeat(np.flatnonzero(is_short), counts), before] = symbols[_runs(starts, counts)] + 1
        keys = np.zeros(len(lengths), np.int64)
        for column in rows.T:
            keys = keys * (len(self.texts) + 1) + column
        keys[~is_short] = -1
        return keys
