"""Gymnasium environments: one learning seat against bots, or a solo game.

``orrery/Duel-v0`` is a game against bots, ``orrery/Solo-v0`` one against the Rogue Galaxy.
``gymnasium.make_vec`` creates the vector form, which plays on native threads. The mask of legal
actions is ``info["action_mask"]``. The reward is the share of the victory, paid at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from os import PathLike
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._game import Game, IllegalMode
from ._orrery import ACTIONS, OVER, BatchEnv, Bot, Network, Rules, bot_seed
from ._spaces import LegalActionRows, LegalActions, ObservationKind, observation_space

Edition = str | PathLike[str] | Rules
Opponent = str | Bot


def _opponents(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """Return one opponent for each seat except the learning seat."""
    if isinstance(opponents, Bot):
        opponents = [opponents]
    elif isinstance(opponents, str):
        opponents = [opponents] * (seats - 1)
    if len(opponents) != seats - 1:
        raise ValueError(f"{len(opponents)} opponents for {seats - 1} seats")
    return list(opponents)


def _bot(opponent: Opponent) -> Bot:
    if isinstance(opponent, Bot):
        return opponent
    level, _, path = opponent.partition("@")
    return Bot(level, network=Network(path)) if path else Bot(level)


class DuelEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game of one learning seat, seat 0, against bots.

    ``opponents`` is one bot for all seats or one per seat: a name, ``LEVEL@FILE`` for a level with
    its own network, or a ``Bot``. ``illegal`` is ``"raise"`` or ``"first"``: an illegal action
    raises ``IllegalStep``, or the first legal action replaces it. ``observation`` is ``"vector"``
    or ``"features"``. The action space samples legal actions.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        edition: Edition = "classic",
        seats: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        rogue: str | None = None,
        start: int | None = None,
        options: Sequence[str] = (),
        max_decisions: int = 0,
        illegal: IllegalMode = "raise",
        shaping: float = 0.0,
        observation: ObservationKind = "vector",
        render_mode: str | None = None,
    ) -> None:
        space = observation_space(observation)
        self._game = Game(edition, seats, rogue, start, options, illegal, observation)
        self._names = [] if seats == 1 else _opponents(opponents, seats)
        self._bots = [_bot(name) for name in self._names]
        self._max_decisions = max_decisions
        self._shaping = shaping
        self._decisions = 0
        self.render_mode = render_mode
        self.observation_space = cast(Any, space)
        self.action_space = LegalActions(partial(self._game.mask, 0))

    @property
    def state(self) -> Any:
        """Return the position, including hidden information."""
        return self._game.state

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._game.state.mask()}

    def _play_bots(self) -> None:
        """Let the bots decide until the learning seat decides or the game is over."""
        while (actor := self._game.state.actor) > 0:
            action = self._bots[actor - 1].choose(self._game.state)
            self._game.act(action.index)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start a game; a seed also seeds the games that follow."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**63)) if seed is None else seed
        self._game.begin(game_seed)
        self._decisions = 0
        for seat, bot in enumerate(self._bots, start=1):
            bot.start(seat, bot_seed(game_seed))
        self._play_bots()
        return self._game.observe(0), self._info()

    def step(
        self, action: Any
    ) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Apply an action of the learning seat and the following actions of the bots."""
        before = self._game.state.points(0)
        replaced = self._game.act(action)
        self._play_bots()
        self._decisions += 1
        state = self._game.state
        terminated = state.actor == OVER
        truncated = not terminated and 0 < self._max_decisions <= self._decisions
        reward = self._game.shares()[0] + self._shaping * (state.points(0) - before) / 21
        info = self._info()
        if replaced:
            info["illegal_action"] = True
        return self._game.observe(0), reward, terminated, truncated, info

    def render(self) -> str | None:
        """Return the position as a set-up, or its ``repr`` in the middle of an action."""
        state = self._game.state
        return (state.setup() or repr(state)) if self.render_mode == "ansi" else None


class SoloEnv(DuelEnv):
    """A solo game against the Rogue Galaxy."""

    def __init__(self, edition: Edition = "classic", *, rogue: str | None = None, **kwargs: Any) -> None:
        super().__init__(edition, 1, rogue=rogue, **kwargs)


class OrreryVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], Any]):
    """Many games at once on native threads.

    Observations, rewards and masks are views of buffers that the next step overwrites; copy what
    you keep, or pass ``copy=True``. A finished game restarts in the same step
    (``AutoresetMode.SAME_STEP``); ``info["final_obs"]`` holds its last observations. With
    ``self_play=True`` there are no opponents: ``info["seat"]`` is the deciding seat, the reward
    belongs to the seat that acted, and ``rewards`` has the rewards of all seats.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        edition: Edition = "classic",
        seats: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        self_play: bool = False,
        rogue: str | None = None,
        start: int | None = None,
        options: Sequence[str] = (),
        max_decisions: int = 0,
        shaping: float = 0.0,
        observation: ObservationKind = "vector",
        threads: int = 1,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        rules = edition if isinstance(edition, Rules) else Rules(edition)
        bots: list[Opponent | None] = []
        if seats > 1 and not self_play:
            bots = [None, *_opponents(opponents, seats)]
        self.batch = BatchEnv(
            rules,
            num_envs,
            seats,
            rogue=rogue,
            start=start,
            options=list(options),
            opponents=bots,
            max_decisions=max_decisions,
            shaping=shaping,
            observation=observation,
            threads=threads,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._copy = copy
        self._self_play = self_play
        # Gymnasium's `info["_key"]` says which games have a value under `key`.
        self._present = np.ones(num_envs, np.bool_)
        space = observation_space(observation)
        self.single_observation_space = space
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(space, num_envs)
        self.action_space = LegalActionRows(num_envs, lambda: self.masks)
        self.observations: NDArray[Any] = np.zeros((num_envs, *space.shape), space.dtype)
        self.masks = np.zeros((num_envs, ACTIONS), np.int8)
        self.rewards = np.zeros((num_envs, self.batch.seat_count), np.float32)
        self.seats = np.zeros(num_envs, np.int8)
        self.terminated = np.zeros(num_envs, np.bool_)
        self.truncated = np.zeros(num_envs, np.bool_)
        self.final_observations: NDArray[Any] = np.zeros_like(self.observations)
        self._buffers = (
            self.observations,
            self.masks,
            self.rewards,
            self.seats,
            self.terminated,
            self.truncated,
            self.final_observations,
        )

    def _result(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start all games; game ``i`` has the seed ``seed + i``.

        A number also seeds the games of later resets. A list has one seed per game, or ``None`` for
        a random one.
        """
        if isinstance(seed, int):
            self._np_random, self._np_random_seed = seeding.np_random(seed)
            seeds = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(seed)
        else:
            seeds = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
            if seed is not None and len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds for {self.num_envs} games")
            for i, game_seed in enumerate(seed or ()):
                if game_seed is not None:
                    seeds[i] = game_seed
        self.batch.reset(seeds, self._buffers)
        return self._result(self.observations), self._info()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._result(self.masks),
            "_action_mask": self._present,
            "seat": self._result(self.seats),
            "_seat": self._present,
        }

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Apply one action per game."""
        actors = self.seats.copy() if self._self_play else None
        self.batch.step(np.ascontiguousarray(actions, np.int64), self._buffers)
        info = self._info()
        ended = self.terminated | self.truncated
        if ended.any():
            finals = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended):
                finals[i] = self.final_observations[i].copy()
            info["final_obs"] = finals
            info["_final_obs"] = ended
            info["final_info"] = {"action_mask": np.zeros_like(self.masks)}
            info["_final_info"] = ended
        if actors is None:
            rewards = self.rewards[:, 0]
        else:
            rewards = self.rewards[np.arange(self.num_envs), actors]
        return (
            self._result(self.observations),
            self._result(rewards),
            self._result(self.terminated),
            self._result(self.truncated),
            info,
        )

    def sample_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        actions = np.zeros(self.num_envs, np.int64)
        self.batch.sample(actions)
        return actions


def _solo_vector(num_envs: int = 1, edition: Edition = "classic", **kwargs: Any) -> OrreryVectorEnv:
    return OrreryVectorEnv(num_envs, edition, 1, **kwargs)


def register_envs() -> None:
    """Register the environments. Importing this module calls this function."""
    known = gymnasium.registry
    if "orrery/Duel-v0" not in known:
        gymnasium.register(
            "orrery/Duel-v0",
            entry_point="orrery.gym:DuelEnv",
            vector_entry_point="orrery.gym:OrreryVectorEnv",
        )
    if "orrery/Solo-v0" not in known:
        gymnasium.register(
            "orrery/Solo-v0",
            entry_point="orrery.gym:SoloEnv",
            vector_entry_point="orrery.gym:_solo_vector",
        )


register_envs()
