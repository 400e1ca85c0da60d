"""Tests of columns and reviews as data frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
import polars
import pytest

import orrery

FRAMES = [polars.DataFrame, pandas.DataFrame]


@pytest.fixture(scope="module")
def columns() -> dict[str, Any]:
    rules = orrery.Rules("classic")
    return orrery.simulate(rules, 2, ["greedy", "random"], 300, seed=3, threads=2)


@pytest.mark.parametrize("frame_of", FRAMES)
def test_columns_become_a_frame(frame_of: Any, columns: dict[str, Any]) -> None:
    frame = frame_of(columns)
    assert frame.shape == (300, len(columns))
    assert list(frame.columns) == list(columns)
    assert frame["a_points"].mean() > frame["b_points"].mean()
    assert set(frame["a_bot"]) == {"greedy"}
    assert set(frame["a_mission"]) <= set(orrery.Rules("classic").missions)
    assert np.array_equal(frame["seed"].to_numpy(), columns["seed"])


def test_both_frames_group_equally(columns: dict[str, Any]) -> None:
    by_start = polars.DataFrame(columns).group_by("start").agg(polars.col("a_points").mean())
    ours = dict(by_start.iter_rows())
    theirs = pandas.DataFrame(columns).groupby("start")["a_points"].mean().to_dict()
    assert ours == pytest.approx(theirs)
    assert set(ours) == {0, 1}


@pytest.mark.parametrize("frame_of", FRAMES)
def test_a_solo_game_has_a_rogue(frame_of: Any) -> None:
    rules = orrery.Rules("classic")
    frame = frame_of(orrery.simulate(rules, 1, ["greedy"], 20, seed=1))
    assert set(frame["rogue"]) == {rules.rogues[0]}
    assert set(frame["b_bot"]) == {None}


@pytest.mark.parametrize("frame_of", FRAMES)
def test_moves_of_a_review_become_a_frame(frame_of: Any) -> None:
    recorder = orrery.Recorder(orrery.Rules("prototype"), 2)
    for _ in range(40):
        state = recorder.state
        recorder.push(state.pick(7) if state.is_chance else state.legal_actions()[0])
    review = orrery.analyse(recorder.record(), evaluator="network")
    frame = frame_of(review.moves)
    assert len(frame) == len(review.moves) > 0
    assert frame["loss"].min() >= 0
