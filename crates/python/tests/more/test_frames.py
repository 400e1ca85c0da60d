"""Tests of columns and reviews as data frames."""

from __future__ import annotations

import re
from pathlib import Path
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


def documented_columns(repository: Path, seats: int, levels: int) -> list[str]:
    """Return the columns that the manual documents, with those of seat `a` repeated for every seat.

    `seats` includes the Rogue's seat.
    """
    manual = (repository / "docs/SIMULATE.md").read_text()
    section = manual.split("## Rows per game\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    names = [name for cell in cells for name in re.findall("`([^`]+)`", cell)]
    common = [name for name in names if not name.startswith("a_")]
    by_seat = [name[2:] for name in names if name.startswith("a_")]
    assert by_seat.pop() == "level_2_turn"
    by_seat += [f"level_{level}_turn" for level in range(2, levels + 1)]
    return common + [f"{letter}_{name}" for letter in "abcde"[:seats] for name in by_seat]


@pytest.mark.parametrize("frame_of", FRAMES)
@pytest.mark.parametrize(("seats", "all_seats"), [(1, 2), (2, 2), (3, 3), (5, 5)])
def test_frames_have_the_documented_columns(
    repository: Path, frame_of: Any, seats: int, all_seats: int
) -> None:
    columns = orrery.simulate(orrery.Rules("classic"), seats, ["random"] * seats, 20, threads=2)
    frame = frame_of(columns)
    assert list(frame.columns) == documented_columns(repository, all_seats, 6)
    assert frame.shape[0] == 20
    wide = {"seed": np.uint64, "game": np.int64}
    texts = ("decided_by", "rogue", "bot", "mission")
    for name, values in columns.items():
        if name.endswith(texts):
            assert isinstance(values, list)
            continue
        expected = np.int64 if name.endswith("_planets") else wide.get(name, np.int32)
        assert values.dtype == expected, name


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
