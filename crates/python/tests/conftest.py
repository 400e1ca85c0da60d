"""Shared helpers of the tests."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import orrery

REPOSITORY = Path(__file__).resolve().parents[3]
TABLES = [
    (edition, seats)
    for edition in orrery.EDITIONS
    for seats in orrery.Rules(edition).player_counts
]


def random_game(edition: str, seats: int, seed: int) -> list[orrery.State]:
    """Return every position of a random game at which a seat decides, and the last one."""
    chooser = random.Random(seed)
    state, dice = orrery.State(orrery.Rules(edition), seats).settle(seed)
    states = [state]
    while not state.is_over:
        state, dice = state.step(chooser.choice(state.legal_indices()), dice)
        states.append(state)
    return states


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the repository."""
    return REPOSITORY


@pytest.fixture(scope="session")
def program() -> str:
    """Return the path of the command-line program."""
    return os.environ["ORRERY_PROGRAM"]
