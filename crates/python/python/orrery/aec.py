"""PettingZoo environments: the AEC form and the parallel form.

An agent is a seat: ``seat_0``, ``seat_1`` … A solo game has one agent; the Rogue Galaxy is part of
the environment. An observation is a dictionary of ``observation`` (what the seat may know) and
``action_mask``. The reward is the share of the victory, paid at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._game import Game, IllegalMode
from ._orrery import ACTIONS, OVER, IllegalStep, Rules
from ._spaces import LegalActions, ObservationKind, observation_space

Observation = dict[str, NDArray[Any]]

_METADATA: dict[str, Any] = {"name": "orrery_v0", "is_parallelizable": True, "render_modes": ["ansi"]}


class OrreryAEC(AECEnv):  # type: ignore[misc]
    """The game as a PettingZoo AEC environment.

    ``max_cycles`` truncates a game after this many decisions. ``illegal`` is ``"raise"`` or
    ``"first"``: an illegal action raises ``IllegalStep``, or the first legal action replaces it.
    ``shaping`` is the weight of an extra reward: the change of a seat's points, divided by 21.
    ``observation`` is ``"vector"`` or ``"features"``. An action space samples the legal actions of
    its agent. When a game has ended and every agent has taken its last step, ``agents`` is empty;
    ``step`` and ``last`` then raise ``IllegalStep``. Before the first ``reset``, they raise
    ``gymnasium.error.ResetNeeded``.
    """

    metadata = _METADATA

    def __init__(
        self,
        edition: str | PathLike[str] | Rules = "classic",
        seats: int = 2,
        *,
        rogue: str | None = None,
        start: int | None = None,
        options: Sequence[str] = (),
        max_cycles: int | None = None,
        illegal: IllegalMode = "raise",
        shaping: float = 0.0,
        observation: ObservationKind = "vector",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        space = observation_space(observation)
        self._game = Game(edition, seats, rogue, start, options, illegal, observation)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._shaping = shaping
        self._cycles = 0
        self._np_random: np.random.Generator | None = None
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        agent_space = spaces.Dict({"observation": space, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, agent_space)
        self.action_spaces = {
            agent: LegalActions(partial(self._game.mask, seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, which is the same for all agents."""
        return self.action_spaces[agent]

    @property
    def state_of_game(self) -> Any:
        """Return the position, including hidden information."""
        return self._game.state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; a seed also seeds the games that follow."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        game_seed = int(self._np_random.integers(2**63)) if seed is None else seed
        self._game.begin(game_seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _selected(self) -> str:
        """Return the selected agent, or raise an exception if no agent is left."""
        if self.agents:
            return self.agent_selection
        if self._np_random is None:
            raise ResetNeeded("the game has not begun; call reset()")
        over = IllegalStep("the game is over and no agent is left; call reset() (R11.1)")
        over.rule = "R11.1"
        raise over

    def _select(self) -> None:
        actor = self._game.state.actor
        self.agent_selection = self.possible_agents[0 if actor == OVER else actor]

    def observe(self, agent: str) -> Observation:
        """Return the observation and the action mask of an agent."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._game.observe(seat), "action_mask": self._game.mask(seat)}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the selected agent."""
        agent = self._selected()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Apply the action of the selected agent; ``None`` if its game has ended."""
        agent = self._selected()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._game.state
        self._game.act(action)
        self._cycles += 1
        state = self._game.state
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if state.actor == OVER:
            shares = self._game.shares()
            self.rewards = {name: shares[i] for i, name in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if self._shaping:
            for seat, name in enumerate(self.possible_agents):
                gained = state.points(seat) - before.points(seat)
                self.rewards[name] += self._shaping * gained / 21
        if state.actor == OVER or self._shaping:
            for name, reward in self.rewards.items():
                self._cumulative_rewards[name] += reward
        self._select()

    def render(self) -> str | None:
        """Return the position as a set-up, or its ``repr`` in the middle of an action."""
        state = self._game.state
        return (state.setup() or repr(state)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class OrreryParallel(ParallelEnv):  # type: ignore[misc]
    """The game as a PettingZoo parallel environment.

    A step uses only the action of the deciding agent. The masks of the other agents are zero.
    ``infos`` names the deciding agent under ``decides``. When a game has ended, ``agents`` is
    empty, and ``step`` returns five empty dictionaries, as in PettingZoo's own conversion. Before
    the first ``reset``, ``step`` raises ``gymnasium.error.ResetNeeded``.
    """

    metadata = _METADATA

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._aec = OrreryAEC(*args, **kwargs)
        self.possible_agents = self._aec.possible_agents
        self.agents: list[str] = []
        self.render_mode = self._aec.render_mode
        self.observation_spaces = self._aec.observation_spaces
        self.action_spaces = self._aec.action_spaces

    @property
    def max_cycles(self) -> int | None:
        """Return the number of decisions after which a game is truncated."""
        return self._aec.max_cycles

    @max_cycles.setter
    def max_cycles(self, cycles: int | None) -> None:
        self._aec.max_cycles = cycles

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, which is the same for all agents."""
        return self.action_spaces[agent]

    def _observe_all(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        decides = self._aec.agent_selection
        observations = {agent: self._aec.observe(agent) for agent in self.agents}
        return observations, {agent: {"decides": decides} for agent in self.agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; a seed also seeds the games that follow."""
        self._aec.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observe_all()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Apply the action of the deciding agent."""
        if not self.agents and self._aec.agents:
            return {}, {}, {}, {}, {}
        decides = self._aec._selected()
        if decides not in actions:
            raise ValueError(f"no action for {decides}, which decides")
        self._aec.step(actions[decides])
        observations, infos = self._observe_all()
        results = (
            observations,
            {agent: self._aec.rewards[agent] for agent in self.agents},
            dict(self._aec.terminations),
            dict(self._aec.truncations),
            infos,
        )
        if any(self._aec.terminations.values()) or any(self._aec.truncations.values()):
            self.agents = []
        return results

    def render(self) -> str | None:
        """Return the position as text."""
        return self._aec.render()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


raw_env = OrreryAEC
env = OrreryAEC
parallel_env = OrreryParallel
