"""Tests of the engine: rules, positions, steps, records, bots."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from conftest import TABLES, random_game

import orrery


def parse_golden_game(text: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    head, _, body = text.partition("\n\n")
    fields = dict(line.split(" ", 1) for line in head.splitlines())
    lines = [line.partition(" ") for line in body.splitlines()]
    return fields, [(digest, step) for digest, _, step in lines]


def test_golden_games_have_the_same_digests(repository: Path) -> None:
    files = sorted((repository / "data/golden").glob("*.txt"))
    assert files
    for file in files:
        head, steps = parse_golden_game(file.read_text())
        rules = orrery.Rules(head["edition"], revision=int(head["revision"]))
        options = [head["option"]] if "option" in head else []
        start = "ABCDE".index(head["start"]) if "start" in head else None
        state = orrery.State(
            rules, int(head["seats"]), rogue=head.get("rogue"), start=start, options=options
        )
        for digest, step in steps[:-1]:
            assert f"{state.digest:016x}" == digest
            if state.is_chance:
                state = state.apply(step)
            else:
                found = [action for action in state.legal_actions() if str(action) == step]
                state = state.apply(found[0].index)
        assert state.is_over
        assert f"{state.digest:016x}" == steps[-1][0]


def test_equal_seeds_give_the_games_of_stdio(program: str) -> None:
    """`orrery stdio` plays the same game if it receives the SplitMix64 numbers of the seed."""

    def splitmix(seed: int) -> int:
        mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        return mixed ^ (mixed >> 31)

    states = random_game("revised", 3, 11)
    chosen = orrery.State(orrery.Rules("revised"), 3)
    requests: list[dict[str, object]] = [{"do": "new", "edition": "revised", "seats": 3}]
    digests = [f"{chosen.digest:016x}"]
    counter, decided = 11, 0
    while not chosen.is_over:
        if chosen.is_chance:
            counter = (counter + 0x9E3779B97F4A7C15) % 2**64
            bits = splitmix(counter)
            requests.append({"do": "pick", "bits": str(bits)})
            chosen = chosen.apply(chosen.pick(bits))
        else:
            assert chosen == states[decided]
            decided += 1
            after = states[decided]
            for action in chosen.legal_actions():
                settled, _ = chosen.apply(action).settle(counter)
                if settled == after:
                    break
            requests.append({"do": "apply", "step": str(action)})
            chosen = chosen.apply(action)
        digests.append(f"{chosen.digest:016x}")
    lines = "\n".join(json.dumps(request) for request in requests)
    done = subprocess.run(
        [program, "stdio"], input=lines, capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["digest"] for answer in answers] == digests


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_positions_survive_pickling_copying_and_bytes(edition: str, seats: int) -> None:
    for state in random_game(edition, seats, seats)[::7]:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert again.digest == state.digest
        assert again.legal_indices() == state.legal_indices()
        assert copy.deepcopy(state) == state == copy.copy(state)
        assert orrery.State.from_bytes(state.rules, state.to_bytes()) == state


def test_probabilities_are_exact() -> None:
    state = orrery.State(orrery.Rules("classic"), 2)
    kinds = set()
    while state.is_chance:
        outcomes = state.chance()
        assert sum(share for _, share in outcomes) == Fraction(1)
        shares = np.array([float(share) for _, share in outcomes])
        assert np.array_equal(shares, state.chance_probabilities())
        kinds.add(str(outcomes[0][0]).split()[0])
        state = state.apply(outcomes[-1][0])
    assert kinds >= {"drew", "dealt"}


def test_texts_exist_in_both_languages() -> None:
    for state in random_game("classic", 2, 3)[:60]:
        for action in state.legal_actions():
            assert state.apply(str(action)) == state.apply(action)
            assert action.text("en") and action.text("de")
    opening = orrery.State(orrery.Rules("classic"))
    outcome = opening.chance()[0][0]
    assert outcome.text("en") != outcome.text("de")
    with pytest.raises(ValueError, match="known: en, de"):
        outcome.text("xx")


def test_an_illegal_step_names_the_rule() -> None:
    state, dice = orrery.State(orrery.Rules("prototype"), 2).settle(1)
    with pytest.raises(orrery.IllegalStep, match=r"\(R") as raised:
        state.apply("follow")
    assert raised.value.rule.startswith("R")
    with pytest.raises(orrery.IllegalStep):
        state.apply("rolled move")
    with pytest.raises(orrery.OrreryError, match="verb"):
        state.apply("dance")
    over = random_game("prototype", 2, 1)[-1]
    for step in ("end", 0):
        with pytest.raises(orrery.IllegalStep, match="over") as raised:
            over.apply(step)
        assert raised.value.rule == "R11.1"
    with pytest.raises(orrery.IllegalStep, match="chance must decide first"):
        orrery.State(orrery.Rules("prototype"), 2).apply(0)


def test_a_step_of_another_deck_or_table_raises() -> None:
    """Applies steps of one game to positions of another; each one is legal or raises."""
    steps: list[orrery.Action | orrery.Outcome] = []
    for state in random_game("classic", 5, 1)[:-1:40]:
        steps += state.legal_actions()
    opening = orrery.State(orrery.Rules("classic"), 5)
    steps += [outcome for outcome, _ in opening.chance()]
    small = orrery.Rules.parse(DECK)
    for state in [orrery.State(small, 2), *random_game("blast-off", 2, 1)[::60]]:
        for step in steps:
            try:
                state.apply(step)
            except ValueError as refused:
                assert str(refused)
        for number in range(orrery.ACTIONS):
            try:
                state.apply(number)
            except ValueError as refused:
                assert str(refused)


@pytest.mark.parametrize("number", [-1, orrery.ACTIONS, 10**9, -(2**63)])
def test_a_wrong_number_is_refused(number: int) -> None:
    state, dice = orrery.State(orrery.Rules("classic"), 2).settle(1)
    with pytest.raises(orrery.IllegalStep, match="not the number of an action") as raised:
        state.step(number, dice)
    assert raised.value.rule == "R2.2"
    with pytest.raises(TypeError, match="too large"):
        state.apply(2**80)


def test_bad_options_decks_and_positions_raise(tmp_path: Path) -> None:
    rules = orrery.Rules("classic")
    with pytest.raises(orrery.OptionError):
        orrery.State(rules, 9)
    with pytest.raises(orrery.OptionError, match="known"):
        orrery.State(rules, 1, rogue="nobody")
    with pytest.raises(orrery.OptionError, match="known"):
        orrery.State(rules, 2, options=["nothing"])
    with pytest.raises(orrery.DeckError, match="known"):
        orrery.Rules("unknown")
    with pytest.raises(orrery.DeckError, match="`classic` has no revision 99"):
        orrery.Rules("classic", revision=99)
    with pytest.raises(ValueError, match="not of a deck file"):
        orrery.Rules("deck.toml", revision=1)
    with pytest.raises(OSError, match=r"missing\.toml"):
        orrery.Rules(tmp_path / "missing.toml")
    deck = tmp_path / "deck.toml"
    deck.write_text("id = 3\n")
    with pytest.raises(orrery.DeckError, match=r"deck\.toml: 1:"):
        orrery.Rules(deck)
    with pytest.raises(orrery.StateError, match="1:1"):
        orrery.State.from_setup(rules, "nonsense")
    data = bytearray(orrery.State(rules, 2).to_bytes())
    for damaged in (data[:-1], bytes(256), data[:50] + b"\xff" + data[51:]):
        with pytest.raises(orrery.StateError):
            orrery.State.from_bytes(rules, bytes(damaged))
    data[0] = 77
    with pytest.raises(orrery.StateError, match="version 77"):
        orrery.State.from_bytes(rules, bytes(data))


DECK = """
edition = "classic"
id = "small-sky"
name = "Small Sky"
revision = 1

[track]
levels = [
  { dice = 4, ships = 2, points = 0 },
  { cost = 2, dice = 6, ships = 3, points = 2 },
]
"""


def test_a_deck_file_is_a_ruleset(tmp_path: Path) -> None:
    deck = tmp_path / "small-sky.toml"
    deck.write_text(DECK)
    rules = orrery.Rules(deck)
    assert (rules.id, rules) == ("small-sky", orrery.Rules.parse(DECK))
    state, _ = orrery.State(rules, rules.player_counts[-1]).settle(1)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules == rules


def test_records_are_read_written_and_replayed(repository: Path, tmp_path: Path) -> None:
    source = repository / "data/records/v1-classic-3.orr"
    record = orrery.Record.read(source)
    states = record.replay()
    assert len(states) == len(record) + 1
    assert states[-1].is_over
    for name in ("game.orr", "game.json", "game.orrb"):
        record.write(tmp_path / name)
        assert orrery.Record.read(tmp_path / name) == record
    assert pickle.loads(pickle.dumps(record)) == record
    text, json_form, binary = str(record), record.to_json(), record.to_bytes()
    for cut in (json_form[: len(json_form) // 2], binary[: len(binary) // 2], "", "orrery"):
        with pytest.raises(orrery.RecordError):
            orrery.Record.parse(cut)
    broken = text.replace("activate move", "activate colony", 1)
    with pytest.raises(orrery.RecordError):
        orrery.Record.parse(broken).replay()


@pytest.mark.parametrize("name", ["v1-classic-3.orr", "v3-revised-5.orr", "v3-rekeyed.orrb"])
def test_an_honest_record_is_verified(repository: Path, name: str) -> None:
    record = orrery.Record.read(repository / "data/records" / name)
    report = record.verify()
    assert report.startswith("proved: ")
    assert "proof level 1 of 3" in report


def changed(text: str, old: str, new: str) -> orrery.Record:
    """Return the record after a change of its text, without the digests, which would differ."""
    assert old in text
    without_digests = re.sub(r" #[0-9a-f]{16}", "", text)
    return orrery.Record.parse(without_digests.replace(old, new, 1))


def test_a_false_record_is_refused(repository: Path) -> None:
    text = str(orrery.Record.read(repository / "data/records/v1-classic-3.orr"))
    honest = "rolled energy culture diplomacy diplomacy"
    assert changed(text, honest, honest).verify().startswith("proved: ")
    false_dice = "rolled energy culture culture diplomacy"
    with pytest.raises(orrery.RecordError, match=f"false: .*{false_dice}"):
        changed(text, honest, false_dice).verify()
    with pytest.raises(orrery.RecordError, match="false: the seed does not match the commitment"):
        changed(text, "dice seed 07", "dice seed 08").verify()
    unrevealed = re.sub(r"dice seed [0-9a-f]+\n", "", text)
    with pytest.raises(orrery.RecordError, match="the seed is not revealed"):
        orrery.Record.parse(unrevealed).verify()


def test_a_record_is_verified_by_the_rules_of_its_revision(repository: Path) -> None:
    """Step 143 is legal only in revision 1. For an unknown revision, the newest rules apply."""
    record = orrery.Record.read(repository / "data/records/v1-r1-revised-hades.orr")
    assert record.rules.revision == 1
    assert record.verify().startswith("proved: ")
    newer = changed(str(record), "revision 1", "revision 2")
    with pytest.raises(orrery.RecordError, match=r"false: step 143 .*\(R2\.2\)$"):
        newer.verify()
    unknown = changed(str(record), "revision 1", "revision 99")
    with pytest.raises(orrery.RecordError, match="recorded with revision 99 .* replayed with 2"):
        unknown.verify()


def test_a_record_without_commitment_cannot_be_verified() -> None:
    recorder = orrery.Recorder(orrery.Rules("classic"), 2)
    with pytest.raises(orrery.RecordError, match="no commitment"):
        recorder.record().verify()


def test_a_played_game_becomes_a_record() -> None:
    rules = orrery.Rules("blast-off")
    recorder = orrery.Recorder(rules, 2, names=["Ada", "Bot"])
    chooser = random.Random(1)
    while not recorder.state.is_over:
        state = recorder.state
        bits = chooser.getrandbits(64)
        step = state.pick(bits) if state.is_chance else chooser.choice(state.legal_actions())
        recorder.push(step)
    record = orrery.Record.parse(str(recorder.record()))
    assert record.names == ["Ada", "Bot"]
    assert record.replay()[-1] == recorder.state
    with pytest.raises(orrery.IllegalStep):
        recorder.push("end")


def test_bots_choose_legal_actions_reproducibly() -> None:
    def play(name: str) -> list[str]:
        bots = [orrery.Bot(name, evaluations=300) for _ in range(2)]
        for seat, bot in enumerate(bots):
            bot.start(seat, 5)
        state, dice = orrery.State(orrery.Rules("classic"), 2).settle(5)
        steps = []
        for _ in range(40):
            action = bots[state.actor].choose(state)
            steps.append(str(action))
            state, dice = state.step(action.index, dice)
        return steps

    for name in ("random", "greedy", "captain", "oracle"):
        assert play(name) == play(name)
    with pytest.raises(orrery.BotError, match="known: random"):
        orrery.Bot("nobody")
    with pytest.raises(ValueError, match="not both"):
        orrery.Bot("captain", evaluations=1, seconds=1.0)
    with pytest.raises(ValueError, match="no seat decides"):
        orrery.Bot("random").choose(orrery.State(orrery.Rules("classic")))
    assert pickle.loads(pickle.dumps(orrery.Bot("pilot"))).name == "pilot"


def test_the_network_evaluates_what_a_seat_knows(tmp_path: Path) -> None:
    network = orrery.Network()
    state = random_game("classic", 3, 4)[100]
    chances = network.chances(state, 1)
    assert len(chances) == 3
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert network.chances(state.resample(1, 99), 1) == pytest.approx(chances, abs=0.2)
    file = tmp_path / "network"
    file.write_bytes(network.to_bytes()[:-7])
    with pytest.raises(orrery.BotError, match="network"):
        orrery.Network(file)


def test_observations_do_not_depend_on_hidden_missions() -> None:
    for state in random_game("classic", 3, 6)[::5]:
        for seat in range(3):
            other = state.resample(seat, 12345)
            assert np.array_equal(state.observe(seat), other.observe(seat))
    with pytest.raises(ValueError, match="no seat 7"):
        state.observe(7)


def test_an_action_in_notation_has_the_number_of_the_action() -> None:
    rules, words = orrery.Rules("classic"), orrery.question_words()
    start = next(row for row in orrery.observation_table() if row[2] == "question")[0]
    for state in random_game("classic", 3, 2)[:-1:9]:
        for action in state.legal_actions():
            assert orrery.action_index(rules, str(action), state.actor, 3) == action.index
        assert words[int(state.observe()[start : start + len(words)].argmax())] == state.question
    with pytest.raises(ValueError, match="chance outcome"):
        orrery.action_index(rules, "rolled move", 0, 2)
    with pytest.raises(ValueError, match="no seat 2 of 2"):
        orrery.action_index(rules, "end", 2, 2)
