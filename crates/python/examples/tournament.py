"""Let the agent of linear_agent.py play in the arena against the built-in levels.

    python linear_agent.py --out agent.npy
    python tournament.py agent.npy --program orrery --games 100

The arena starts this script as an external program (`--play`), which answers the messages of
docs/PROTOCOL.md. The arena then prints ratings and a crosstable.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import orrery


class Player:
    """The agent in one game: it draws an action from the softmax of its table."""

    def __init__(self, weights: NDArray[np.float32], start: dict[str, Any]) -> None:
        self.weights = weights
        self.rules = orrery.Rules("classic")
        self.questions = orrery.question_words()
        self.seat = "ABCDE".index(start["seat"])
        self.random = np.random.default_rng([start["seed"], self.seat])

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        """Return the notation of an action."""
        seats = len(view["seats"])
        question_id = self.questions.index(view["decision"]["question"])
        numbers = [orrery.action_index(self.rules, text, self.seat, seats) for text in legal]
        logits = self.weights[question_id, numbers].astype(float)
        shares = np.exp(logits - logits.max())
        return legal[self.random.choice(len(legal), p=shares / shares.sum())]


def answer_messages(file: str) -> None:
    """Answer the messages of the arena until it closes the input."""
    weights = np.load(file, allow_pickle=False)
    player = None
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            print(json.dumps({"ready": {"orrery": 1, "name": "linear"}}), flush=True)
        elif "start" in message:
            player = Player(weights, message["start"])
        elif "decide" in message and player is not None:
            print(json.dumps({"action": player.choose(**message["decide"])}), flush=True)


def play(file: str, program: str, opponents: list[str], games: int) -> str:
    """Play the tournament and return what the arena prints."""
    own = shlex.join([sys.executable, __file__, file, "--play"])
    bots = [f"--bot={name}" for name in (f"linear=cmd:{own}", *opponents)]
    command = [program, "arena", "--games", str(games), "--gauntlet", "linear", *bots]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights")
    parser.add_argument("--program", default="orrery")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--opponents", nargs="+", default=["random", "cadet", "captain"])
    parser.add_argument("--play", action="store_true", help="answer the messages of the arena")
    arguments = parser.parse_args()
    if arguments.play:
        answer_messages(arguments.weights)
    else:
        print(play(arguments.weights, arguments.program, arguments.opponents, arguments.games))
