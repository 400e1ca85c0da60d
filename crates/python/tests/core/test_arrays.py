"""Tests of arrays of positions and of simulated games."""

from __future__ import annotations

import csv
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest
from conftest import random_game

import orrery


@pytest.fixture(scope="module")
def states() -> orrery.States:
    return orrery.States(random_game("classic", 2, 8)[::25])


def test_arrays_of_positions_are_indexed_like_numpy_arrays(states: orrery.States) -> None:
    count = len(states)
    assert states[-1] == states[count - 1]
    assert states[2:5].digests().tolist() == [states[i].digest for i in (2, 3, 4)]
    assert states[np.array([3, -1])][1] == states[-1]
    mask = states.actors() == 0
    assert len(states[mask]) == mask.sum()
    assert len(orrery.States.concatenate([states, states[:2]])) == count + 2
    with pytest.raises(IndexError, match="index 999"):
        states[999]
    with pytest.raises(IndexError):
        states[np.array([0, count])]
    with pytest.raises(TypeError):
        states["x"]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="index"):
        states[np.array([0.5])]
    with pytest.raises(ValueError, match="rulesets"):
        orrery.States([states[0], orrery.State(orrery.Rules("revised"))])


def test_bytes_round_trip(states: orrery.States) -> None:
    array = states.to_numpy()
    assert array.shape == (len(states), orrery.STATE_BYTES)
    again = orrery.States.from_numpy(states.rules, array)
    assert np.array_equal(again.digests(), states.digests())
    assert np.array_equal(pickle.loads(pickle.dumps(states)).to_numpy(), array)
    damaged = array.copy()
    damaged[2, 40] ^= 0xFF
    with pytest.raises(orrery.StateError, match="row 2"):
        orrery.States.from_numpy(states.rules, damaged)
    with pytest.raises(ValueError, match="shape"):
        orrery.States.from_numpy(states.rules, array[:, :-1].copy())
    with pytest.raises(TypeError, match="uint8"):
        orrery.States.from_numpy(states.rules, array.astype(np.int64))
    with pytest.raises(orrery.StateError, match="another ruleset"):
        orrery.States.from_numpy(orrery.Rules("prototype"), array)


@pytest.mark.parametrize("threads", [1, 3])
def test_children_are_those_of_single_positions(states: orrery.States, threads: int) -> None:
    opening = orrery.State(orrery.Rules("classic"))
    states = orrery.States.concatenate([states, orrery.States([opening])])
    children, parent, probability = orrery.expand(states, threads=threads)
    child = 0
    for i in range(len(states)):
        state = states[i]
        steps = [outcome for outcome, _ in state.chance()] or state.legal_actions()
        for step in steps:
            assert children[child] == state.apply(step)
            assert parent[child] == i
            child += 1
    assert child == len(children)
    sums = np.bincount(parent, probability, len(states))
    assert sums[states.actors() == orrery.CHANCE] == pytest.approx(1, abs=1e-12)


def test_observations_masks_and_values_are_those_of_single_positions(states: orrery.States) -> None:
    observations, masks = states.observe(), states.masks()
    values = orrery.evaluate(states, threads=2)
    assert values.shape == (len(states), 2)
    for i in np.flatnonzero(states.actors() >= 0):
        assert np.array_equal(observations[i], states[int(i)].observe())
        assert np.array_equal(masks[i], states[int(i)].mask())
    final = random_game("classic", 2, 8)[-1]
    result = final.outcome()
    assert result is not None
    assert orrery.evaluate(orrery.States([final]))[0].tolist() == result.shares


def test_simulated_games_are_those_of_the_program(program: str, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    bots = [f"--bot={name}" for name in ("greedy", "random", "pilot")]
    command = [program, "simulate", "--quiet", "-n", "20", "--seats", "3", "--seed", "7"]
    command += ["--no-rotate", "--games-out", str(file), *bots]
    subprocess.run(command, check=True)
    columns = orrery.simulate(
        orrery.Rules("classic"), 3, ["greedy", "random", "pilot"], 20, seed=7, threads=2
    )
    with file.open() as lines:
        rows = list(csv.DictReader(lines))
    assert list(columns) == list(rows[0])
    for name, values in columns.items():
        # Absent texts and numbers are empty in a file.
        absent = (None, 0) if name.endswith("_turn") else (None,)
        texts = ["" if value in absent else str(value) for value in values]
        assert texts == [row[name] for row in rows], name
    with pytest.raises(orrery.BotError):
        orrery.simulate(orrery.Rules("classic"), 3, ["greedy"], 1)
