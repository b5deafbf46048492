"""Every move string that can occur in chess, with ids that never change.

>>> import san_strings
>>> v = san_strings.Vocabulary()
>>> games = v.encode(["1. e4 e5 2. Nf3", "1. d4"])
>>> games[0].tolist(), games.batch(length=4).ids.tolist()
([26, 27, 218], [[26, 27, 218, 28938], [20, 28938, 28938, 28938]])
"""

from ._boards import Boards
from ._explain import Explanation, explain
from ._files import open
from ._games import COLUMNS, OUTCOMES, Batch, Games, Legal, concat
from ._native import Position, Reading, __version__, read_fen
from ._positions import Positions
from ._vocabulary import PARTS, Vocabulary, tokenizer

__all__ = [
    "COLUMNS",
    "OUTCOMES",
    "PARTS",
    "Batch",
    "Boards",
    "Explanation",
    "Games",
    "Legal",
    "Position",
    "Positions",
    "Reading",
    "Vocabulary",
    "__version__",
    "concat",
    "explain",
    "open",
    "read_fen",
    "tokenizer",
]
