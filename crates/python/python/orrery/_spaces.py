"""Spaces of the environments. Without a mask, action spaces sample legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._orrery import ACTIONS, FEATURE_SLOTS, FEATURES, OBSERVATION

ObservationKind = Literal["vector", "features"]
Mask = NDArray[np.int8]


def observation_space(kind: ObservationKind) -> spaces.Box:
    """Return the space of observations of a kind."""
    if kind == "vector":
        return spaces.Box(-128, 127, (OBSERVATION,), np.int8)
    if kind == "features":
        return spaces.Box(0, FEATURES, (FEATURE_SLOTS,), np.uint16)
    raise ValueError(f"observation must be 'vector' or 'features', not {kind!r}")


class LegalActions(spaces.Discrete):
    """The space of action numbers. By default, it samples actions that are legal now.

    The space contains every number, because a space must not change during a game.
    ``sample(mask)`` and ``sample(probability=…)`` work as usual.
    """

    def __init__(self, legal: Callable[[], Mask]) -> None:
        super().__init__(ACTIONS)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action, which is legal unless you pass a mask or probabilities."""
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask, probability)


class LegalActionRows(spaces.MultiDiscrete):
    """The space of one action per game. By default, it samples actions that are legal now."""

    def __init__(self, count: int, legal: Callable[[], Mask]) -> None:
        super().__init__(np.full(count, ACTIONS, np.int64))
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """Return random actions, which are legal unless you pass masks or probabilities."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self._legal()
        # Each key is at least 1, so the largest product in a row belongs to a legal action.
        keys = self.np_random.random(masks.shape, np.float32) + np.float32(1)
        actions: NDArray[np.int64] = (keys * masks).argmax(axis=1)
        return actions
