"""OpenSpiel adapter: ``pyspiel.load_game("python_orrery(edition=classic,seats=2)")``.

Importing this module registers the game. Rolls and draws are explicit chance nodes with exact
probabilities. The actions of players are the numbers of the fixed action space; a chance outcome
is its index in ``State.chance``. Returns are the shares of the victory, which sum to 1. A solo game
has one player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ._orrery import ACTIONS, CHANCE, OBSERVATION, OVER, Rules, State

_MAX_OUTCOMES = 792  # the number of different rolls of seven dice
_MAX_LENGTH = 100_000

_GAME_TYPE = pyspiel.GameType(
    short_name="python_orrery",
    long_name="Tiny Epic Galaxies",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"edition": "classic", "seats": 2},
)


class OrreryGame(pyspiel.Game):  # type: ignore[misc]
    """The game with an edition and a number of seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = Rules(params.get("edition", "classic"))
        self.seats = int(params.get("seats", 2))
        self.opening = State(self.rules, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=_MAX_OUTCOMES,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=_MAX_LENGTH,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self) -> OrreryState:
        """Return the first position, at which chance draws the first planet."""
        return OrreryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OrreryObserver:
        """Return an observer, which encodes what a player may know."""
        return OrreryObserver(params)


class OrreryState(pyspiel.State):  # type: ignore[misc]
    """A position of the game; ``position`` is the ``orrery.State``."""

    def __init__(self, game: OrreryGame) -> None:
        super().__init__(game)
        self.position = game.opening
        self._seats = game.seats

    def current_player(self) -> int:
        """Return the deciding player, ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        actor = self.position.actor
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_indices())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        return list(enumerate(self.position.chance_probabilities().tolist()))

    def _apply_action(self, action: int) -> None:
        if self.position.is_chance:
            self.position = self.position.apply_chance(action)
        else:
            self.position = self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.position.chance()[action][0])
        legal = self.position.legal_actions()
        return next((str(known) for known in legal if known.index == action), str(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return each player's share of the victory; zeros while the game runs."""
        result = self.position.outcome()
        return [0.0] * self._seats if result is None else result.shares[: self._seats]

    def __str__(self) -> str:
        return self.position.setup() or f"{self.position!r} {self.position.digest:016x}"


class OrreryObserver:
    """Writes what a player may know into a tensor."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"unknown parameters of the observer: {params}")
        self.tensor = np.zeros(OBSERVATION, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OrreryState, player: int) -> None:
        """Fill the tensor with what the player knows."""
        self.tensor[:] = state.position.observe(player)

    def string_from(self, state: OrreryState, player: int) -> str:
        """Return what the player knows as text."""
        return " ".join(map(str, state.position.observe(player).tolist()))


pyspiel.register_game(_GAME_TYPE, OrreryGame)
