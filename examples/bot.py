#!/usr/bin/env python3
"""An external bot: `orrery simulate --bot cmd:"python3 examples/bot.py" --bot random`.

It reads JSON lines from standard input and answers on standard output; docs/PROTOCOL.md describes
the messages. It scores each legal action and plays the best one; ties are broken at random.
"""
import json
import random
import sys


class Player:
    def __init__(self, start):
        self.seat = start["seat"]
        self.random = random.Random(start["seed"] + start["seat"])
        self.levels = start["cards"]["levels"]
        self.planets = {card["planet"]: card for card in start["cards"]["planets"]}

    def choose(self, view, legal):
        self.view = view
        self.me = next(seat for seat in view["seats"] if seat["seat"] == self.seat)
        return max(legal, key=lambda action: (self.score(action.split()), self.random.random()))

    def card(self, slot):
        """Returns the planet in a slot of the row, counted from 1."""
        return self.planets[self.view["row"][int(slot) - 1]]

    def ships(self, track=None):
        """Yields (number, ship) of our ships in orbit, optionally on one type of track."""
        for number, ship in enumerate(self.me["ships"], 1):
            if ship["at"] == "orbit" and track in (None, self.card(ship["slot"])["track"]):
                yield number, ship

    def advance_score(self, ship):
        """Scores advancing this ship by the points of the planet and the number of remaining spaces."""
        card = self.card(ship["slot"])
        return 10 + 3 * card["points"] - 2 * (card["end"] - ship["space"])

    def upgrade_cost(self):
        levels = self.levels
        return levels[self.me["level"]]["cost"] if self.me["level"] < len(levels) else 99

    def die_score(self, face):
        """Scores a die with this face."""
        if face in ("diplomacy", "economy"):
            return max((self.advance_score(ship) + 20 for _, ship in self.ships(face)), default=0)
        if face == "colony":
            can_upgrade = max(self.me["energy"], self.me["culture"]) >= self.upgrade_cost()
            return 40 if can_upgrade else 3 * len(self.me["colonies"])
        if face == "move":
            return 18 if any(ship["at"] in ("home", "surface") for ship in self.me["ships"]) else 4
        return (12 if face == "energy" else 13) if self.me[face] < 7 else 0

    def score(self, words):
        verb, rest = words[0], words[1:]
        if verb in ("activate", "face", "repeat"):
            return self.die_score(rest[0])
        if verb in ("die", "roll"):  # reroll low-scoring dice, keep the rest
            return 5 if verb == "roll" else 10 - self.die_score(rest[0])
        if verb == "advance":
            return self.advance_score(self.me["ships"][int(rest[0]) - 1])
        if verb == "to" and rest[0] == "orbit":
            card = self.card(rest[1])
            return 20 + 2 * card["points"] - card["end"]
        if verb == "ship":
            ship = self.me["ships"][int(rest[0]) - 1]
            return {"home": 9, "surface": 8}.get(ship["at"], 0)
        if verb in ("regress", "home"):
            return 1 if rest[0].startswith(self.seat) else 6
        if verb == "follow":
            decision = self.view["decision"]
            return self.die_score(decision["face"]) - 10 * decision["cost"]
        if verb == "reroll":
            return 0 if self.view["rerolled"] else 4
        default_scores = {"upgrade": 30, "use": 12, "planet": 8, "steal": 8, "take": 6, "pay": 5, "pass": 2,
                 "accept": 1, "force": 0, "decline": 0, "replace": 1, "turn": 1, "end": 0.5,
                 "convert": 0, "to": 5, "keep": 5}
        return default_scores.get(verb, 1)


def main():
    player = None
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if "hello" in message:
            answer = {"ready": {"orrery": 1, "name": "bot.py"}}
        elif "start" in message:
            player = Player(message["start"])
        elif "decide" in message:
            answer = {"action": player.choose(**message["decide"])}
        elif "over" in message:
            player = None
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
