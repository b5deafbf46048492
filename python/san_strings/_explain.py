"""Why a string occurs, or cannot."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Explanation:
    """What is known of a string."""

    san: str
    #: Whether a game can contain it.
    occurs: bool
    #: Why no game can, or None.
    reason: str | None
    #: The shortest game known that ends with it, or None: its moves in SAN.
    game: list[str] | None
    #: The plies of that game, or None.
    plies: int | None
    #: No game that ends with the string has fewer plies; None if it cannot occur.
    at_least: int | None
    #: How often it was played in rated games on lichess.org, July 2014 to September 2024.
    played: int
    #: The position before the last move of that game, or None.
    fen: str | None


def explain(san: str) -> Explanation:
    """Says whether a string can occur, and why.

    >>> explain("Qh4#").game
    ['f3', 'e5', 'g4', 'Qh4#']
    >>> explain("Qa1a8").occurs
    False

    Raises ValueError if the text is not SAN.
    """
    return Explanation(san, *_native.explain(san))
