"""Train an agent in NumPy that beats `random`: a preference per action and question.

The policy is a softmax over the legal actions. Its logits are a table of one number per pending
question and action, trained by REINFORCE in the vector environment. A baseline and a reward for
points speed it up. Training takes about a minute on one core.

    python linear_agent.py --out agent.npy
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

import orrery
from orrery.gym import OrreryVectorEnv

QUESTION = next(row for row in orrery.observation_table() if row[2] == "question")

Weights = NDArray[np.float32]


def questions(observations: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return the number of the pending question of each observation."""
    start, length = QUESTION[0], QUESTION[1]
    return observations[:, start : start + length].argmax(axis=1)


def policy(weights: Weights, question_ids: NDArray[np.int64], masks: NDArray[np.int8]) -> Weights:
    """Return the probabilities of the actions."""
    logits = np.where(masks > 0, weights[question_ids], np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    shares = np.exp(logits)
    return shares / shares.sum(axis=1, keepdims=True)


def sample(shares: Weights, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return one random action per row, drawn with its probability."""
    sums = shares.cumsum(axis=1)
    points = generator.random((len(shares), 1), np.float32) * sums[:, -1:]
    return (sums > points).argmax(axis=1)


def train(updates: int, seed: int, envs: int = 128, horizon: int = 64) -> Weights:
    """Train a policy; each update uses `envs * horizon` decisions."""
    env = OrreryVectorEnv(envs, opponents="random", shaping=1.0)
    observations, info = env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    weights = np.zeros((QUESTION[1], orrery.ACTIONS), np.float32)
    moment = np.zeros_like(weights)
    for _ in range(updates):
        steps = []
        for _ in range(horizon):
            question_ids, masks = questions(observations), info["action_mask"].copy()
            shares = policy(weights, question_ids, masks)
            actions = sample(shares, generator)
            observations, rewards, terminated, _, info = env.step(actions)
            steps.append((question_ids, actions, shares, rewards.copy(), terminated.copy()))
        gain = np.zeros(envs, np.float32)
        gains = []
        for _, _, _, rewards, terminated in reversed(steps):
            gain = rewards + 0.97 * np.where(terminated, 0, gain)
            gains.append(gain)
        gains.reverse()
        mean, deviation = np.mean(gains), np.std(gains) + 1e-6
        gradient = np.zeros_like(weights)
        for (question_ids, actions, shares, _, _), gain in zip(steps, gains, strict=True):
            advantage = ((gain - mean) / deviation)[:, None]
            change = -shares * advantage
            change[np.arange(envs), actions] += advantage[:, 0]
            np.add.at(gradient, question_ids, change)
        gradient /= envs * horizon
        moment = 0.95 * moment + 0.05 * gradient**2
        weights += 0.05 * gradient / (np.sqrt(moment) + 1e-4)
    return weights


def measure(weights: Weights, games: int, seed: int) -> float:
    """Return the share of victories against `random`, over one game per row."""
    env = OrreryVectorEnv(games, opponents="random")
    observations, info = env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    won, ended = np.zeros(games), np.zeros(games, bool)
    while not ended.all():
        shares = policy(weights, questions(observations), info["action_mask"])
        observations, rewards, terminated, _, info = env.step(sample(shares, generator))
        won[~ended] += rewards[~ended]
        ended |= terminated
    return float(won.mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    agent = train(arguments.updates, arguments.seed)
    print(f"wins {measure(agent, arguments.games, 10_000):.1%} of the games against random")
    if arguments.out:
        np.save(arguments.out, agent)
