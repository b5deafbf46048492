"""Explains why a string can or cannot occur."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Explanation:
    """What we know about a string.

    san       the string
    occurs    whether a game can contain it
    reason    why no game can, or None
    game      the shortest known game that ends with it, as a list of SAN; or None
    plies     the plies of that game, or None
    at_least  a proven lower bound on the plies of any game that ends with it, or None if the string
              cannot occur
    played    how often it was played in rated games on lichess.org, July 2014 to September 2024
    fen       the position before the last move of `game`, or None
    """

    san: str
    occurs: bool
    reason: str | None
    game: list[str] | None
    plies: int | None
    at_least: int | None
    played: int
    fen: str | None


def explain(san: str) -> Explanation:
    """Tells whether a string can occur in a game, and why or why not.

    >>> explain("Qh4#").game
    ['f3', 'e5', 'g4', 'Qh4#']
    >>> explain("Qa1a8").occurs
    False

    Raises ValueError if the text is not SAN.
    """
    return Explanation(san, *_native.explain(san))
