"""Play with a batched expectimax search. One call expands a whole level of the tree.

The search expands the legal actions and all chance outcomes that follow them, and evaluates the
leaves with the value network. Hidden missions are resampled first, so the search does not cheat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import orrery


def values(states: orrery.States, seat: int, depth: int) -> NDArray[np.float64]:
    """Return the expected share of the victory of a seat, one value per position."""
    result = orrery.evaluate(states)[:, seat].astype(np.float64)
    if depth > 0:
        children, parent, probability = orrery.expand(states)
        value, actors = values(children, seat, depth - 1), states.actors()
        sign = np.where(actors == seat, 1.0, -1.0)
        best = np.full(len(states), -np.inf)
        np.maximum.at(best, parent, sign[parent] * value)
        mean = np.bincount(parent, value * probability, len(states))
        result = np.select([actors >= 0, actors == orrery.CHANCE], [sign * best, mean], result)
    return result


def choose(state: orrery.State, depth: int, bits: int) -> int:
    """Return the number of the best action of the deciding seat."""
    seat, known = state.actor, state.resample(state.actor, bits)
    children, _, _ = orrery.expand(orrery.States([known]))
    return known.legal_indices()[int(values(children, seat, depth).argmax())]


def play(games: int, depth: int, opponent: str, seed: int) -> float:
    """Return the share of victories of the search at seat 0 against a bot."""
    won = 0.0
    for game in range(games):
        bot = orrery.Bot(opponent)
        bot.start(1, seed + game)
        state, dice = orrery.State(orrery.Rules("classic"), 2).settle(seed + game)
        while (result := state.outcome()) is None:
            if state.actor == 0:
                action = choose(state, depth, seed)
            else:
                action = bot.choose(state).index
            state, dice = state.step(action, dice)
        won += result.shares[0]
    return won / games


if __name__ == "__main__":
    print(f"expectimax wins {play(10, 1, 'greedy', 1):.0%} of the games against greedy")
