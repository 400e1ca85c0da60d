"""Tests of the PettingZoo and Gymnasium environments."""

from __future__ import annotations

import os
import pickle
import warnings
import zlib
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import TABLES
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import orrery
from orrery.gym import OrreryVectorEnv


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_environments_pass_the_checks_of_pettingzoo(edition: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The check expects NumPy arrays and warns because our observations are dictionaries.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(orrery.env(edition, seats), num_cycles=100)
        parallel_api_test(orrery.parallel_env(edition, seats), num_cycles=100)
        seed_test(lambda: orrery.env(edition, seats), num_cycles=50)
        parallel_seed_test(lambda: orrery.parallel_env(edition, seats), num_cycles=50)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_max_cycles_truncates_a_game(edition: str, seats: int) -> None:
    """PettingZoo's check counts a cycle when every agent has acted, as in the parallel form."""

    def parallel_env(**kwargs: Any) -> orrery.aec.OrreryParallel:
        return orrery.parallel_env(edition, seats, **kwargs)

    def env(**kwargs: Any) -> Any:
        if seats == 1:
            return orrery.env(edition, seats, **kwargs)
        return parallel_to_aec(parallel_env(**kwargs))

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))
    cut = orrery.env(edition, seats, max_cycles=3)
    cut.reset(seed=1)
    decided = 0
    for agent in cut.agent_iter():
        _, _, terminated, truncated, _ = cut.last()
        decided += not truncated
        cut.step(None if terminated or truncated else cut.action_space(agent).sample())
    assert decided == 3


@pytest.mark.parametrize("observation", ["vector", "features"])
def test_action_spaces_sample_legal_actions(observation: Any) -> None:
    aec = orrery.env("classic", 3, observation=observation)
    aec.reset(seed=2)
    single = gymnasium.make("orrery/Duel-v0", observation=observation).unwrapped
    single.reset(seed=2)
    vector = OrreryVectorEnv(5, observation=observation)
    vector.reset(seed=2)
    for _ in range(200):
        mask = aec.last()[0]["action_mask"]
        action = aec.action_space(aec.agent_selection).sample()
        assert mask[action] == 1
        aec.step(action)
        *_, terminated, _, _ = single.step(single.action_space.sample())
        if terminated:
            single.reset()
        vector.step(vector.action_space.sample())
    space = single.action_space
    masks = np.zeros(orrery.ACTIONS, np.int8)
    masks[7] = 1
    assert space.sample(masks) == 7
    assert space.contains(np.int64(orrery.ACTIONS - 1))
    rows = vector.action_space
    assert rows.sample(mask=tuple([masks] * 5)).tolist() == [7] * 5
    space.seed(3), rows.seed(3)
    first = space.sample(), rows.sample().tolist()
    space.seed(3), rows.seed(3)
    assert first == (space.sample(), rows.sample().tolist())


def test_features_are_the_inputs_of_the_network() -> None:
    aec = orrery.env("classic", 2, observation="features")
    aec.reset(seed=1)
    features = orrery.Features(orrery.Rules("classic"))
    vector = OrreryVectorEnv(2, self_play=True, observation="features")
    observations, info = vector.reset(seed=1)
    for _ in range(150):
        observation = aec.last()[0]
        row = observation["observation"]
        assert aec.observation_space("seat_0").contains(observation)
        assert np.array_equal(row, features.observe(aec.state_of_game))
        assert np.array_equal(row, features.observe_all(orrery.States([aec.state_of_game]))[0])
        assert np.array_equal(row, observations[0])
        active = row[row < orrery.FEATURES]
        assert 20 < len(active) < orrery.FEATURE_SLOTS
        actions = vector.action_space.sample()
        observations, *_ = vector.step(actions)
        aec.step(actions[0])
    table = orrery.feature_table()
    assert table[-1][0] + table[-1][1] * table[-1][2] == orrery.FEATURES
    with pytest.raises(ValueError, match="another ruleset"):
        features.observe(orrery.State(orrery.Rules("revised")))
    with pytest.raises(ValueError, match="observation"):
        orrery.env(observation="smell")
    with pytest.raises(TypeError, match="uint16"):
        vector.batch.step(actions, OrreryVectorEnv(2, self_play=True)._buffers)


def test_the_rewards_of_a_game_add_up_to_one() -> None:
    env = orrery.env("classic", 3)
    env.reset(seed=4)
    generator = np.random.default_rng(1)
    total = 0.0
    for _agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            total += reward
            env.step(None)
            continue
        assert reward == 0.0
        env.step(generator.choice(np.flatnonzero(observation["action_mask"])))
    assert total == pytest.approx(1)


def test_an_illegal_action_is_replaced_on_request() -> None:
    env = orrery.env("classic", 2, illegal="first")
    env.reset(seed=1)
    mask, before = env.last()[0]["action_mask"], env.state_of_game
    env.step(int(np.flatnonzero(mask == 0)[0]))
    again = orrery.env("classic", 2)
    again.reset(seed=1)
    again.step(before.legal_indices()[0])
    assert env.state_of_game == again.state_of_game != before
    duel = gymnasium.make("orrery/Duel-v0", illegal="first").unwrapped
    _, info = duel.reset(seed=1)
    *_, info = duel.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert info["illegal_action"]


def play_to_the_end(env: orrery.aec.OrreryAEC) -> None:
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample())


@pytest.mark.parametrize("max_cycles", [None, 5])
def test_an_aec_game_ends_with_a_clear_exception(max_cycles: int | None) -> None:
    env = orrery.env("prototype", 2, max_cycles=max_cycles)
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
            call()
    env.reset(seed=1)
    play_to_the_end(env)
    assert env.agents == []
    for call in (env.last, lambda: env.step(0), lambda: env.step(None)):
        with pytest.raises(orrery.IllegalStep, match=r"over.*call reset\(\)") as raised:
            call()
        assert raised.value.rule == "R11.1"
    env.reset(seed=2)
    play_to_the_end(env)


def test_a_terminated_agent_accepts_only_none() -> None:
    env = orrery.env("prototype", 2, max_cycles=1)
    env.reset(seed=1)
    env.step(env.action_space(env.agent_selection).sample())
    with pytest.raises(ValueError, match="None"):
        env.step(0)


@pytest.mark.parametrize("max_cycles", [None, 5])
def test_a_parallel_game_ends_with_empty_dictionaries(max_cycles: int | None) -> None:
    env = orrery.parallel_env("prototype", 2, max_cycles=max_cycles)
    with pytest.raises(ResetNeeded):
        env.step({})
    _, infos = env.reset(seed=1)
    with pytest.raises(ValueError, match="no action for seat_"):
        env.step({})
    while env.agents:
        decides = infos[env.agents[0]]["decides"]
        *_, terminated, truncated, infos = env.step({decides: env.action_space(decides).sample()})
    assert all(terminated.values()) or all(truncated.values())
    assert env.step({"seat_0": 0, "seat_1": 0}) == ({}, {}, {}, {}, {})
    env.reset(seed=2)
    assert env.agents == ["seat_0", "seat_1"]


def test_a_finished_gymnasium_game_names_the_rule() -> None:
    env = gymnasium.make("orrery/Solo-v0").unwrapped
    env.reset(seed=1)
    terminated = False
    while not terminated:
        *_, terminated, _, _ = env.step(env.action_space.sample())
    with pytest.raises(orrery.IllegalStep, match="the game is over") as raised:
        env.step(0)
    assert raised.value.rule == "R11.1"


def test_shaped_rewards_are_equal_in_all_forms() -> None:
    aec = orrery.env("classic", 2, shaping=0.5)
    parallel = orrery.parallel_env("classic", 2, shaping=0.5)
    vector = OrreryVectorEnv(1, self_play=True, shaping=0.5)
    aec.reset(seed=3), parallel.reset(seed=3), vector.reset(seed=3)
    generator, shaped = np.random.default_rng(1), 0
    while parallel.agents:
        action = generator.choice(aec.state_of_game.legal_indices())
        agent = aec.agent_selection
        aec.step(action)
        _, rewards, _, _, _ = parallel.step({agent: action})
        vector.step(np.array([action]))
        assert rewards == aec.rewards
        assert vector.rewards[0].tolist() == pytest.approx(list(rewards.values()))
        shaped += any(rewards.values())
    assert shaped > 10


def test_a_bot_keeps_its_budget_as_an_opponent() -> None:
    """Compares a vector environment with single ones, which use the bot itself."""
    digests = []
    for evaluations in (1, 2000):
        bot = orrery.Bot("captain", evaluations=evaluations)
        vector = OrreryVectorEnv(1, opponents=bot)
        single = gymnasium.make("orrery/Duel-v0", opponents=bot).unwrapped
        vector.reset(seed=1), single.reset(seed=1)
        for _ in range(40):
            action = single.state.legal_indices()[0]
            vector.step(np.array([action]))
            single.step(action)
            assert vector.batch.state(0) == single.state
        digests.append(single.state.digest)
    assert digests[0] != digests[1]


def test_a_seed_also_seeds_later_resets() -> None:
    def seeds(first: int | list[int | None] | None) -> list[int]:
        env.reset(seed=first)
        env.reset()
        return [env.batch.state(game).digest for game in range(3)]

    env = OrreryVectorEnv(3, self_play=True)
    assert seeds(7) == seeds(7) != seeds(8)
    assert seeds(None) != seeds(None)
    env.reset(seed=[4, None, 4])
    assert env.batch.state(0) == env.batch.state(2) != env.batch.state(1)
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        env.reset(seed=[1, 2])


def test_a_wrong_action_raises() -> None:
    env = orrery.env("classic", 2)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    before = env.state_of_game
    with pytest.raises(orrery.OrreryError):
        env.step(illegal)
    with pytest.raises(orrery.IllegalStep, match="not the number"):
        env.step(10_000)
    assert env.state_of_game == before
    with pytest.raises(orrery.OptionError):
        orrery.env("prototype", 5)
    with pytest.raises(ValueError, match="illegal must be"):
        orrery.env(illegal="never")


@pytest.mark.parametrize("observation", ["vector", "features"])
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_environments_pass_the_check_of_gymnasium(
    edition: str, seats: int, observation: str
) -> None:
    # One check samples an action in one position and applies it in another.
    kwargs: dict[str, Any] = {"edition": edition, "observation": observation, "illegal": "first"}
    if seats == 1:
        env = gymnasium.make("orrery/Solo-v0", **kwargs)
    else:
        env = gymnasium.make("orrery/Duel-v0", seats=seats, **kwargs)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker recommends floats, flat or image-like boxes, and a renderer.
        warnings.filterwarnings("ignore", message=".*(spec|render|Box|reward|dtype).*")
        check_env(env.unwrapped, skip_render_check=True)


def test_a_pickled_game_continues_equally() -> None:
    env = orrery.env("revised", 2)
    env.reset(seed=9)
    generator = np.random.default_rng(2)

    def play(env: orrery.aec.OrreryAEC, generator: np.random.Generator, steps: int) -> list[int]:
        digests = []
        for _ in range(steps):
            mask = env.last()[0]["action_mask"]
            env.step(generator.choice(np.flatnonzero(mask)))
            digests.append(env.state_of_game.digest)
        return digests

    play(env, generator, 50)
    again, same = pickle.loads(pickle.dumps((env, generator)))
    assert play(env, generator, 30) == play(again, same, 30)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_vector_env_plays_the_games_of_single_envs(threads: int) -> None:
    count = 5
    vector = gymnasium.make_vec(
        "orrery/Duel-v0", num_envs=count, vectorization_mode="vector_entry_point", threads=threads
    )
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    singles = [gymnasium.make("orrery/Duel-v0").unwrapped for _ in range(count)]
    observations, info = vector.reset(seed=3)
    expected = [env.reset(seed=3 + i) for i, env in enumerate(singles)]
    ended = np.zeros(count, bool)
    generator = np.random.default_rng(1)
    while not ended.all():
        for i in np.flatnonzero(~ended):
            assert np.array_equal(observations[i], expected[i][0])
            assert np.array_equal(info["action_mask"][i], expected[i][-1]["action_mask"])
        actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observations, rewards, terminated, truncated, info = vector.step(actions)
        for i in np.flatnonzero(~ended):
            expected[i] = singles[i].step(actions[i])
            assert rewards[i] == expected[i][1]
            assert terminated[i] == expected[i][2]
            if terminated[i]:
                assert np.array_equal(info["final_obs"][i], expected[i][0])
        ended |= terminated
    assert info["action_mask"].any(axis=1).all(), "a new game has begun in every row"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_forked_process_continues_with_its_own_threads() -> None:
    env = OrreryVectorEnv(64, self_play=True, threads=3)
    env.reset(seed=1)

    def play() -> bytes:
        for _ in range(20):
            env.step(env.sample_actions())
        return zlib.crc32(env.masks.tobytes() + env.observations.tobytes()).to_bytes(4)

    play()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, play())
        finally:
            os._exit(0)
    os.close(writer)
    assert os.read(reader, 4) == play()
    os.waitpid(child, 0)


def test_self_play_reports_the_deciding_seat() -> None:
    env = OrreryVectorEnv(4, "blast-off", 4, self_play=True, copy=True)
    env.reset(seed=1)
    seats, won = set(), 0.0
    for _ in range(3000):
        _, _, terminated, _, info = env.step(env.sample_actions())
        seats |= set(info["seat"].tolist())
        won += env.rewards.sum()
        assert env.rewards.sum() == pytest.approx(terminated.sum())
    assert seats == {0, 1, 2, 3}
    assert won > 0


def test_wrong_buffers_raise() -> None:
    env = OrreryVectorEnv(3, self_play=True)
    env.reset(seed=1)
    actions = env.sample_actions()
    good = env._buffers
    digests = [env.batch.state(i).digest for i in range(3)]

    def refused(position: int, array: object, error: type[Exception], match: str) -> None:
        buffers: Any = (*good[:position], array, *good[position + 1 :])
        with pytest.raises(error, match=match):
            env.batch.step(actions, buffers)

    refused(0, good[0].astype(np.float32), TypeError, "observations")
    refused(0, good[0][:, :-1], ValueError, "shape")
    refused(1, np.asfortranarray(good[1]), ValueError, "contiguous")
    refused(1, "no array", TypeError, "masks")
    refused(2, np.zeros((3, 5), np.float32), ValueError, r"rewards.*\[3, 5\]")
    refused(6, good[0], ValueError, "finals")
    frozen = good[0].copy()
    frozen.setflags(write=False)
    refused(0, frozen, ValueError, "observations")
    with pytest.raises(ValueError, match="shape"):
        env.batch.step(actions[:2], good)
    with pytest.raises(TypeError, match="actions"):
        env.batch.step(actions.astype(np.int32), good)
    wrong = actions.copy()
    follow = orrery.action_index(orrery.Rules("classic"), "follow", 0, 2)
    for action in (-5, orrery.ACTIONS, follow):
        wrong[2] = action
        message = f"action {action} is not legal in game 2"
        with pytest.raises(orrery.IllegalStep, match=message) as raised:
            env.batch.step(wrong, good)
        assert raised.value.rule == "R2.2"
        assert "(R2.2)" in str(raised.value)
    assert digests == [env.batch.state(i).digest for i in range(3)]
    with pytest.raises(IndexError):
        env.batch.state(3)
    with pytest.raises(ValueError, match="games"):
        OrreryVectorEnv(0)
    with pytest.raises(orrery.BotError, match="known"):
        OrreryVectorEnv(1, opponents="nobody")
