"""Tests of the analysis of records."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import orrery
from orrery import _orrery, analysis


@pytest.fixture(scope="module")
def record() -> orrery.Record:
    """Return the first decisions of a random game, with blunders."""
    recorder = orrery.Recorder(orrery.Rules("classic"), 2)
    chooser = random.Random(3)
    while len(recorder.record()) < 90:
        state = recorder.state
        if state.is_chance:
            recorder.push(state.pick(chooser.getrandbits(64)))
        else:
            recorder.push(chooser.choice(state.legal_actions()))
    return recorder.record()


def test_accounts_explain_the_result(record: orrery.Record) -> None:
    calls: list[tuple[int, int]] = []
    review = orrery.analyse(record, progress=lambda done, total: calls.append((done, total)))
    assert (review.seats, review.steps, review.analysed) == (2, 90, 90)
    assert [note.kind for note in review.notes] == ["unfinished"]
    for account in review.accounts:
        explained = account.luck - account.losses + account.gifts + account.hidden
        assert account.result - account.start == pytest.approx(explained + account.unexplained)
        own = [move for move in review.moves if move.seat == account.seat]
        assert account.losses == pytest.approx(sum(move.loss for move in own))
        assert sum(account.marks) == sum(move.mark is not None for move in own)
    assert sum(sum(account.marks) for account in review.accounts) > 0
    assert all(sum(point.chances) == pytest.approx(1) for point in review.graph)
    assert all(sum(outcome.luck) == pytest.approx(0) for outcome in review.outcomes)
    assert {outcome.kind for outcome in review.outcomes} >= {"draw", "deal", "roll"}
    assert {outcome.seat for outcome in review.outcomes} == {None, 0, 1}
    assert review.turning_point is not None
    assert calls == sorted(calls)
    assert calls


def test_rollouts_check_the_marks(record: orrery.Record) -> None:
    review = orrery.analyse(record, rollouts=4, evaluator="network")
    checks = [move.check for move in review.moves if move.check]
    assert checks
    assert all(check.games <= 4 for check in checks)
    assert all(move.mark is None for move in review.moves), "4 rollouts confirm no mark"


def check_fields(kind: Any, value: Any, path: str) -> None:
    """Check that JSON has exactly the fields and types of a dataclass."""
    if value is None:
        assert type(None) in get_args(kind), path
    elif dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        names = {analysis._NAMES.get(name, name): hint for name, hint in hints.items()}
        assert set(value) == set(names), path
        for name, hint in names.items():
            check_fields(hint, value[name], f"{path}.{name}")
    elif get_origin(kind) is list:
        for item in value:
            check_fields(get_args(kind)[0], item, f"{path}[]")
    elif type(None) in get_args(kind):
        check_fields(get_args(kind)[0], value, path)
    elif get_args(kind):
        assert value in get_args(kind), path
    elif path.endswith("seat"):
        assert value in "ABCDE", path
    else:
        assert type(value) is kind, path


def test_the_classes_have_the_fields_of_the_engine(
    record: orrery.Record, repository: Path
) -> None:
    for reviewed in (record, orrery.Record.read(repository / "data/records/v1-classic-3.orr")):
        text = _orrery.review_json(reviewed, rollouts=2, evaluator="network")
        check_fields(analysis.Review, json.loads(text), "review")


def test_wrong_arguments_and_records_raise(record: orrery.Record) -> None:
    with pytest.raises(ValueError, match="known: blend, lookahead, network"):
        orrery.analyse(record, evaluator="dream")
    with pytest.raises(TypeError):
        orrery.analyse("no record")  # type: ignore[arg-type]

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        orrery.analyse(record, progress=stop)
