"""Fixtures for most tests: the vocabulary, and the movetexts and the games of the corpus."""

import pytest

from common import CORPUS, movetexts
from san_strings import Vocabulary


@pytest.fixture(scope="session")
def v():
    return Vocabulary()


@pytest.fixture(scope="session")
def texts():
    return movetexts(CORPUS)


@pytest.fixture(scope="session")
def games(v):
    return v.encode_pgn(CORPUS, tags=["Event", "Nothing"])
