"""Tests of forged positions: changed bytes with a matching digest."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from conftest import TABLES, random_game

import orrery

# Offsets of the parts of a serialised state.
FIELDS = 13
GALAXIES = FIELDS + 30
CARDS = GALAXIES + 40
ROW = CARDS + 48
UNDER = ROW + 6
FRAMES = UNDER + 45
HANDS = FRAMES + 41


def digest(data: bytes) -> int:
    """Return the digest of the fields: FNV-1a over their canonical encoding."""
    seats = data[FIELDS]
    out = bytearray(data[FIELDS : GALAXIES + 8 * min(seats, 5)] + data[CARDS:ROW])
    out += bytes((card + 1) % 256 for card in data[ROW:UNDER])
    under = min(data[UNDER], 44)
    out += bytes([under]) + data[UNDER + 1 : UNDER + 1 + under]
    for frame in range(min(data[FRAMES], 10)):
        start = FRAMES + 1 + 4 * frame
        bits = int.from_bytes(data[start : start + 4], "little")
        out += bytes([bits >> 3 & 7, bits & 7, bits >> 6 & 63, bits >> 12 & 7])
        out += bytes([bits >> 15 & 63, bits >> 21 & 63])
    for seat in range(5):
        dealt, kept = data[HANDS + 2 * seat : HANDS + 2 * seat + 2]
        known = sorted({dealt & 15, dealt >> 4}) if (dealt, kept) != (0, 254) else []
        out += bytes([kept + 1 if kept < 16 else 0, *(card + 1 for card in known)])
        out += bytes(2 - len(known))
    result = 0xCBF29CE484222325
    for byte in out:
        result = (result ^ byte) * 0x100000001B3 % 2**64
    return result


def forge(data: bytes, chooser: random.Random) -> bytes:
    """Return the bytes with a few changes and a matching digest."""
    changed = bytearray(data)
    for _ in range(chooser.randint(1, 3)):
        offset = chooser.randrange(FIELDS, HANDS + 10)
        changed[offset] = chooser.choice(
            [changed[offset] ^ 1 << chooser.randrange(8), chooser.randrange(8), chooser.randrange(256)]
        )
    changed[5:FIELDS] = digest(bytes(changed)).to_bytes(8, "little")
    return bytes(changed)


def exercise(state: orrery.State, chooser: random.Random) -> None:
    """Call the functions that read a position, and play up to ten steps."""
    features = orrery.Features(state.rules)
    for _ in range(10):
        state.observe(0), features.observe(state, 0), state.resample(0, 1), repr(state)
        states = orrery.States([state])
        children, _, probability = orrery.expand(states)
        orrery.evaluate(states)
        if state.is_over:
            assert state.outcome() is not None
            return
        assert len(children) == len(probability) > 0
        index = chooser.randrange(len(children))
        state = children[index]


def test_the_digest_function_agrees_with_the_engine() -> None:
    for edition, seats in TABLES:
        for state in random_game(edition, seats, 3)[::9]:
            assert digest(state.to_bytes()) == state.digest


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_forged_bytes_raise_a_value_error_or_can_be_played(edition: str, seats: int) -> None:
    chooser = random.Random(seats)
    accepted = refused = 0
    states = random_game(edition, seats, seats)
    for state in states[:: len(states) // 10]:
        for _ in range(100):
            data = forge(state.to_bytes(), chooser)
            try:
                again = orrery.State.from_bytes(state.rules, data)
            except orrery.StateError as error:
                assert "digest" not in str(error)
                refused += 1
            else:
                accepted += 1
                exercise(again, chooser)
    assert accepted > 0
    assert refused > 0


def test_random_bytes_and_pickles_raise() -> None:
    rules, chooser = orrery.Rules("classic"), random.Random(1)
    state = orrery.State(rules, 2)
    head = state.to_bytes()[:FIELDS]
    for _ in range(2000):
        data = head + chooser.randbytes(256 - FIELDS)
        with pytest.raises(orrery.StateError):
            orrery.State.from_bytes(rules, data)
    array = np.frombuffer(state.to_bytes(), np.uint8).reshape(1, 256).copy()
    array[0, FIELDS] = 9
    with pytest.raises(orrery.StateError, match="row 0"):
        orrery.States.from_numpy(rules, array)
    pickled = pickle.dumps(state)
    with pytest.raises(orrery.StateError, match="version 77"):
        pickle.loads(pickled.replace(head[:5], b"\x4d" + head[1:5]))
