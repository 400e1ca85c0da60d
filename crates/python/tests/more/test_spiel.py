"""Tests of the OpenSpiel adapter."""

from __future__ import annotations

import numpy as np
import pyspiel  # type: ignore[import-untyped]
import pytest
from open_spiel.python.algorithms import mcts  # type: ignore[import-untyped]

import orrery
import orrery.spiel


@pytest.mark.parametrize(("edition", "seats"), [("classic", 1), ("prototype", 2), ("blast-off", 4)])
def test_random_games_end_with_shares_of_the_victory(edition: str, seats: int) -> None:
    game = pyspiel.load_game(f"python_orrery(edition={edition},seats={seats})")
    assert game.num_players() == seats
    generator = np.random.default_rng(seats)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            action = generator.choice(outcomes, p=np.array(shares) / sum(shares))
        else:
            action = generator.choice(state.legal_actions())
        assert state.action_to_string(state.current_player(), action)
        state.apply_action(int(action))
    shares = state.returns()
    assert len(shares) == seats
    assert 0 <= sum(shares) <= 1


def test_a_clone_is_independent() -> None:
    state = pyspiel.load_game("python_orrery").new_initial_state()
    clone = state.clone()
    clone.apply_action(0)
    assert clone.position != state.position
    assert state.position == orrery.State(orrery.Rules("classic"), 2)


def test_the_observer_shows_the_view_of_a_player() -> None:
    game = pyspiel.load_game("python_orrery(edition=prototype)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, state.position.observe(1))


def test_mcts_plays_legal_actions() -> None:
    game = pyspiel.load_game("python_orrery(edition=prototype)")

    class Value(mcts.Evaluator):  # type: ignore[misc]
        """Evaluates with the network instead of random games."""

        def __init__(self) -> None:
            self.network = orrery.Network()

        def evaluate(self, state: orrery.spiel.OrreryState) -> list[float]:
            values = orrery.evaluate(orrery.States([state.position]), self.network)
            return [float(value) for value in values[0]]

        def prior(self, state: orrery.spiel.OrreryState) -> list[tuple[int, float]]:
            legal = state.legal_actions(state.current_player())
            return [(action, 1 / len(legal)) for action in legal]

    bot = mcts.MCTSBot(game, 1.0, 50, Value(), random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    decisions = 0
    while decisions < 5:
        if state.is_chance_node():
            state.apply_action(0)
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        decisions += 1
