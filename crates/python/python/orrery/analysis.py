"""Analysis of recorded games: luck, losses, marks and the account of each seat.

``docs/ANALYSIS.md`` defines the terms. Chances, luck and losses are fractions of a victory: 0.02 is
two percentage points. Lists by seat have one entry per seat; in a solo game the second is the
Rogue's. Seats are numbered from 0. All classes are dataclasses, so that ``polars.DataFrame`` and
``pandas.DataFrame`` accept lists of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from ._orrery import Record, review_json

Evaluator = Literal["blend", "lookahead", "network"]
NoteKind = Literal[
    "unfinished", "illegal", "revision", "unknown-cards", "false-dice", "hidden-missions"
]
DecisionKind = Literal[
    "mission", "die", "reroll", "convert", "end-turn", "follow", "rogue", "other"
]
Mark = Literal["inaccuracy", "mistake", "blunder"]
CheckVerdict = Literal["worse", "close", "better"]
ChanceKind = Literal["roll", "reroll", "draw", "deal", "start", "rogue"]
LuckMark = Literal["very-unlucky", "unlucky", "lucky", "very-lucky"]


@dataclass(frozen=True)
class Note:
    """A caveat about the review, such as an unfinished game."""

    kind: NoteKind
    step: int | None
    text: str


@dataclass(frozen=True)
class GraphPoint:
    """The chances to win after this many steps."""

    step: int
    turn: int
    chances: list[float]


@dataclass(frozen=True)
class Alternative:
    """A possible move."""

    steps: list[str]
    chance: float
    played: bool


@dataclass(frozen=True)
class Check:
    """The check of a mark by rollouts."""

    verdict: CheckVerdict
    loss: float
    error: float
    games: int


@dataclass(frozen=True)
class Gift:
    """The seat that gained most by a bad move.

    ``taken`` is true if its own losses until the giver's next turn were smaller than the gain.
    """

    seat: int
    taken: bool


@dataclass(frozen=True)
class MoveReview:
    """A move of a seat: its chance to win, the chance of the best move, and the loss."""

    from_step: int
    to_step: int
    turn: int
    seat: int
    kind: DecisionKind
    steps: list[str]
    choices: int
    chance: float
    best: float
    loss: float
    gifts: list[float]
    hidden: list[float]
    unexplained: list[float]
    decision: bool
    mark: Mark | None
    check: Check | None
    gift: Gift | None
    alternatives: list[Alternative]


@dataclass(frozen=True)
class OutcomeReview:
    """A chance outcome, its probability and the luck of each seat."""

    step: int
    turn: int
    seat: int | None
    kind: ChanceKind
    outcome: str
    probability: float
    possible: int
    luck: list[float]
    unexplained: list[float]
    mark: LuckMark | None


@dataclass(frozen=True)
class LuckBy:
    """The luck of a seat by cause."""

    own_dice: float
    others_dice: float
    cards: float
    rogue: float


@dataclass(frozen=True)
class PlaysLike:
    """An estimate of strength from the choices of a seat, with a 95 % interval."""

    temperature: float
    low: float
    high: float
    level: str
    weakest: str
    strongest: str
    choices: int


@dataclass(frozen=True)
class Account:
    """The account of a seat.

    ``result - start = luck - losses + gifts + hidden + unexplained``.
    """

    seat: int
    start: float
    result: float
    luck: float
    losses: float
    gifts: float
    hidden: float
    unexplained: float
    luck_by: LuckBy
    adjusted: float
    moves: int
    decisions: int
    error_rate: float | None
    accuracy: float | None
    marks: list[int]
    followed: float
    gifts_received: int
    gifts_taken: int
    plays_like: PlaysLike | None


@dataclass(frozen=True)
class TurningPoint:
    """The largest change of the chances to win."""

    from_step: int
    to_step: int
    turn: int
    seat: int
    change: float


@dataclass(frozen=True)
class PossibleRoll:
    """A possible roll and the chance of the seat after it."""

    outcome: str
    probability: float
    chance: float
    rolled: bool


@dataclass(frozen=True)
class RollMap:
    """The luckiest or the unluckiest roll of a seat, with all possible rolls."""

    step: int
    seat: int
    luckiest: bool
    luck: float
    rolls: list[PossibleRoll]


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    seats: int
    solo: bool
    evaluator: str
    spread: float
    steps: int
    analysed: int
    over: bool
    notes: list[Note]
    graph: list[GraphPoint]
    moves: list[MoveReview]
    outcomes: list[OutcomeReview]
    accounts: list[Account]
    turning_point: TurningPoint | None
    rolls: list[RollMap]


def analyse(
    record: Record,
    *,
    seed: int = 0,
    rollouts: int = 0,
    evaluator: Evaluator = "blend",
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Analyse a recorded game.

    ``rollouts`` checks each marked move by at most this many simulated games; 0 leaves marks
    unchecked. ``evaluator`` is ``"blend"``, as in ``orrery analyse``, or one of the two evaluators
    that ``"blend"`` averages. The function calls ``progress`` with the work done and the work known
    so far; ``progress`` may raise an exception to stop the analysis.
    """
    text = review_json(
        record, seed=seed, rollouts=rollouts, evaluator=evaluator, progress=progress
    )
    return cast(Review, _build(Review, json.loads(text)))


# The JSON names of fields that are named differently here; `from` is a keyword of Python.
_NAMES = {"from_step": "from", "to_step": "to"}


@cache
def _hints(kind: type[Any]) -> list[tuple[str, str, Any]]:
    """Return the fields of a dataclass: Python name, JSON name and type."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    return [(name, _NAMES.get(name, name), hints[name]) for name in names]


def _build(kind: Any, value: Any) -> Any:
    """Convert a JSON value to a type."""
    if value is None or isinstance(value, (bool, float)):
        return value
    if is_dataclass(kind):
        built = {name: _build(hint, value[key]) for name, key, hint in _hints(cast(Any, kind))}
        return cast(Any, kind)(**built)
    if get_origin(kind) is list:
        (item,) = get_args(kind)
        return [_build(item, element) for element in value]
    arguments = [argument for argument in get_args(kind) if argument is not type(None)]
    if len(arguments) == 1 and get_origin(kind) is not Literal:
        return _build(arguments[0], value)
    # The engine writes a seat as its letter.
    return "ABCDE".index(value) if kind is int and isinstance(value, str) else value
