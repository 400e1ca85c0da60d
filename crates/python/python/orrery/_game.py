"""One running game for the environments: a position, its random numbers and its options."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._orrery import ACTIONS, Features, IllegalStep, Rules, State

IllegalMode = Literal["raise", "first"]


class Game:
    """A running game whose chance outcomes come from SplitMix64 with the game's seed."""

    def __init__(
        self,
        edition: str | PathLike[str] | Rules,
        seats: int,
        rogue: str | None,
        start: int | None,
        options: Sequence[str],
        illegal: IllegalMode,
        observation: str = "vector",
    ) -> None:
        if illegal not in ("raise", "first"):
            raise ValueError(f"illegal must be 'raise' or 'first', not {illegal!r}")
        self.rules = edition if isinstance(edition, Rules) else Rules(edition)
        self.opening = State(
            self.rules, seats, rogue=rogue, start=start, options=list(options)
        )
        self.illegal = illegal
        self._features = Features(self.rules) if observation == "features" else None
        self.state = self.opening
        self.random = 0

    def begin(self, seed: int) -> None:
        """Start a new game and apply chance outcomes up to the first decision."""
        self.state, self.random = self.opening.settle(seed)

    def observe(self, seat: int) -> NDArray[Any]:
        """Return the observation of a seat."""
        if self._features is None:
            return self.state.observe(seat)
        return self._features.observe(self.state, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of a seat's legal actions; zeros if another seat decides."""
        return self.state.mask() if self.state.actor == seat else np.zeros(ACTIONS, np.int8)

    def act(self, action: Any) -> bool:
        """Apply an action. Return whether a legal action replaced it."""
        number = int(action)
        try:
            self.state, self.random = self.state.step(number, self.random)
        except (IllegalStep, ValueError):
            if self.illegal == "raise" or self.state.is_over:
                raise
            first = self.state.legal_indices()[0]
            self.state, self.random = self.state.step(first, self.random)
            return True
        return False

    def shares(self) -> list[float]:
        """Return each seat's share of the victory; zeros while the game runs."""
        result = self.state.outcome()
        return [0.0] * self.state.seat_count if result is None else result.shares
