"""Tests of the example scripts."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np
import polars
import pytest

import orrery

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_expectimax_beats_random() -> None:
    import expectimax

    assert expectimax.play(4, 1, "random", 1) == 1.0


def test_the_linear_agent_beats_random_and_plays_in_the_arena(
    program: str, tmp_path: Path
) -> None:
    import linear_agent
    import tournament

    weights = linear_agent.train(100, seed=1)
    share = linear_agent.measure(weights, 300, 10_000)
    assert share > 0.65, "a fair coin exceeds this about once in ten million runs"
    file = tmp_path / "agent.npy"
    np.save(file, weights)
    printed = tournament.play(str(file), program, ["random", "cadet"], 4)
    assert all(name in printed for name in ("linear", "random", "cadet"))


def test_the_balance_study_writes_a_plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "balance.png"
    arguments = ["balance.py", "--bot", "greedy", "--games", "60", "--out", str(file)]
    monkeypatch.setattr(sys, "argv", arguments)
    names = runpy.run_path(str(EXAMPLES / "balance.py"), run_name="__main__")
    assert file.read_bytes().startswith(b"\x89PNG")
    assert names["table"]["share"].sum() == pytest.approx(60)
    assert names["found"]["colonised"].sum() > 60
