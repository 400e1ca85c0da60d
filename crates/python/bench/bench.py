"""Measure the package: `cargo xtask bench python` builds it and runs this script.

The argument is the native program that plays the same batched games. The script prints a table and
fails if a figure is below its limit. Rates on one thread are per second of CPU time, so that other
load on the machine matters less. Two threads are measured by the wall clock, in rounds that
alternate with rounds of one thread; the best rounds are compared. Two processes with one thread
each show the upper limit for two cores.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import orrery
from orrery.gym import OrreryVectorEnv

BATCH = 1024
cpu = time.process_time
rows: list[tuple[str, str, str]] = []
failed: list[str] = []


def report(name: str, value: float, limit: float | None, unit: str) -> None:
    """Add a row; a value below its limit fails the run."""
    form = (lambda number: f"{number:,.0f}") if abs(value) >= 100 else (lambda number: f"{number:.2f}")
    rows.append((name, f"{form(value)} {unit}", "-" if limit is None else f"at least {form(limit)}"))
    if limit is not None and value < limit:
        failed.append(name)


def best(measure: Callable[[], float], rounds: int = 3) -> float:
    """Return the highest rate of several rounds."""
    return max(measure() for _ in range(rounds))


def native(program: str, threads: int, by_cpu: bool) -> float:
    """Return decisions per second of the native program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, str(threads)], capture_output=True, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    steps, seconds = map(float, done.stdout.split())
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return steps / (spent if by_cpu else seconds)


def batched(steps: int = 1500) -> float:
    """Return decisions per second of random play with observations and masks on one thread."""
    env = OrreryVectorEnv(BATCH, self_play=True)
    env.reset(seed=0)
    actions = np.zeros(BATCH, np.int64)
    batch, buffers = env.batch, env._buffers
    for step in range(steps + 100):
        if step == 100:
            start = cpu()
        batch.sample(actions)
        batch.step(actions, buffers)
    return BATCH * steps / (cpu() - start)


class BatchRounds:
    """Random play in rounds of about 0.1 s; `best` is the highest rate so far, by the wall clock."""

    def __init__(self, threads: int) -> None:
        self.env = OrreryVectorEnv(BATCH, self_play=True, threads=threads)
        self.env.reset(seed=0)
        self.actions = np.zeros(BATCH, np.int64)
        self.best = 0.0

    def play(self, steps: int = 300) -> None:
        """Play a round, after a few steps that fill the caches."""
        batch, buffers = self.env.batch, self.env._buffers
        for step in range(steps + 5):
            if step == 5:
                start = time.perf_counter()
            batch.sample(self.actions)
            batch.step(self.actions, buffers)
        self.best = max(self.best, BATCH * steps / (time.perf_counter() - start))


def best_of_one_thread(seconds: float) -> float:
    """Return the rate of the best round on one thread."""
    rounds, end = BatchRounds(1), time.perf_counter() + seconds
    while time.perf_counter() < end:
        rounds.play()
    return rounds.best


def scaling(sessions: int = 4) -> tuple[float, float]:
    """Return the rates of two threads and of two processes, relative to one thread.

    Each session has new environments, and so new threads; the best session counts.
    """
    results = [scaling_session() for _ in range(sessions)]
    return max(threads for threads, _ in results), max(processes for _, processes in results)


def scaling_session() -> tuple[float, float]:
    """Measure both rates once, in alternating rounds; the best rounds are compared."""
    one, two = BatchRounds(1), BatchRounds(2)
    for _ in range(15):
        one.play()
        two.play()
    command = [sys.executable, __file__, "--one-thread"]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    processes = sum(float(child.communicate()[0]) for child in children)
    return two.best / one.best, processes / one.best


def vector(steps: int = 500) -> float:
    """Return decisions per second through the Gymnasium interface."""
    env = OrreryVectorEnv(BATCH, self_play=True)
    env.reset(seed=0)
    start = cpu()
    for _ in range(steps):
        env.step(env.sample_actions())
    return BATCH * steps / (cpu() - start)


def aec(steps: int = 60_000) -> float:
    """Return `step` and `last` pairs per second of the AEC environment, with random actions."""
    env = orrery.env("classic", 2)
    chooser, done, choosing_time = random.Random(1), 0, 0.0
    env.reset(seed=1)
    start = cpu()
    while done < steps:
        chosen = []
        state, dice = env.state_of_game, env._game.random
        before = cpu()
        while not state.is_over and len(chosen) < 1000:
            chosen.append(chooser.choice(state.legal_indices()))
            state, dice = state.step(chosen[-1], dice)
        choosing_time += cpu() - before
        for action in chosen:
            env.step(action)
            env.last()
        done += len(chosen)
        if state.is_over:
            env.reset()
    return done / (cpu() - start - choosing_time)


def positions(count: int) -> orrery.States:
    """Return positions of random games."""
    chooser, states = random.Random(2), []
    state, dice = orrery.State(orrery.Rules("classic"), 2).settle(1)
    while len(states) < count:
        states.append(state)
        state, dice = state.step(chooser.choice(state.legal_indices()), dice)
        if state.is_over:
            state, dice = orrery.State(orrery.Rules("classic"), 2).settle(chooser.getrandbits(32))
    return orrery.States(states)


def expansion(parents: int, rounds: int) -> float:
    """Return children per second: of random positions, and of chance nodes that follow them."""
    first = positions(parents)
    children, _, _ = orrery.expand(first)
    chance = children[children.actors() == orrery.CHANCE][: parents // 20]
    total, start = 0, cpu()
    for _ in range(rounds):
        total += len(orrery.expand(first)[0])
        total += len(orrery.expand(chance)[0])
    return total / (cpu() - start)


def evaluation() -> float:
    """Return evaluated positions per second, two seats each."""
    states = positions(20_000)
    start = cpu()
    orrery.evaluate(states)
    return len(states) / (cpu() - start)


def import_seconds() -> float:
    """Return the time of `import orrery` in a new process."""
    script = "import time; start = time.perf_counter(); import orrery; print(time.perf_counter() - start)"
    run = lambda: subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return min(float(run().stdout) for _ in range(5))


def memory_growth(steps: int = 10_000_000) -> float:
    """Return how many megabytes the process grows by during vectorised steps."""
    env = OrreryVectorEnv(BATCH, self_play=True)
    env.reset(seed=0)
    actions = np.zeros(BATCH, np.int64)

    def resident() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

    for step in range(steps // BATCH + 1000):
        if step == 1000:
            before = resident()
        env.batch.sample(actions)
        env.batch.step(actions, env._buffers)
    return resident() - before


def open_spiel_rate(name: str, seconds: float = 2.0) -> float:
    """Return steps per second of random play with masks and, if there is one, observations."""
    import pyspiel  # type: ignore[import-untyped]

    game, chooser = pyspiel.load_game(name), random.Random(1)
    has_tensor = game.get_type().provides_observation_tensor
    done, start = 0, cpu()
    while cpu() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, shares)[0])
                continue
            if has_tensor:
                state.observation_tensor(state.current_player())
            state.apply_action(chooser.choice(state.legal_actions()))
            done += 1
    return done / (cpu() - start)


def petting_zoo_rate(module: Any, seconds: float = 2.0) -> float:
    """Return `step` and `last` pairs per second of a classic environment."""
    env, spent, done = module.raw_env(), 0.0, 0
    chooser = random.Random(1)
    env.reset(seed=1)
    observation = env.last()[0]
    while spent < seconds:
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            env.reset()
            observation = env.last()[0]
        action = chooser.choice(np.flatnonzero(observation["action_mask"]).tolist())
        start = cpu()
        env.step(action)
        observation = env.last()[0]
        spent += cpu() - start
        done += 1
    return done / spent


def pgx_rate(name: str, steps: int = 100) -> float:
    """Return decisions per second of batched random play; a finished game restarts."""
    import jax  # type: ignore[import-not-found]
    import jax.numpy as jnp  # type: ignore[import-not-found]
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    env = pgx.make(name)
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def play(state: Any, key: Any) -> Any:
        choose, rest = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choose, logits, axis=1)
        return step(state, action, jax.random.split(rest, BATCH))

    run = jax.jit(play)
    keys = jax.random.split(jax.random.PRNGKey(1), steps + 1)
    state = jax.jit(init)(jax.random.split(keys[0], BATCH))
    state = jax.block_until_ready(run(state, keys[0]))
    start = cpu()
    for key in keys[1:]:
        state = run(state, key)
    jax.block_until_ready(state)
    return BATCH * steps / (cpu() - start)


def peers() -> None:
    """Measure the games of other packages that are installed."""
    for name in ("backgammon", "pig", "leduc_poker"):
        report(f"OpenSpiel {name}, single", open_spiel_rate(name), None, "steps/s")
    for name in ("connect_four_v3", "tictactoe_v3"):
        try:
            module = __import__(f"pettingzoo.classic.{name}", fromlist=["raw_env"])
        except ImportError as missing:
            rows.append((f"PettingZoo {name}", "not installed", str(missing)[:40]))
        else:
            report(f"PettingZoo {name}, step + last", petting_zoo_rate(module), None, "/s")
    for name in ("backgammon", "connect_four", "kuhn_poker"):
        try:
            report(f"pgx {name}, batch of 1,024", pgx_rate(name), None, "steps/s")
        except Exception as problem:  # pgx and JAX are released independently of each other
            rows.append((f"pgx {name}", "cannot run", repr(problem)[:40]))


def main() -> None:
    """Measure everything and print the table."""
    if sys.argv[1] == "--one-thread":
        print(best_of_one_thread(1.0))
        return
    program = sys.argv[1]
    native_one = best(lambda: native(program, 1, by_cpu=True))
    one = best(batched)
    two_threads, two_processes = scaling()
    report("native batch, 1 thread", native_one, None, "steps/s")
    report("batch of 1,024, 1 thread", one, 1_000_000, "steps/s")
    report("share of the native rate", 100 * one / native_one, 25, "%")
    report("2 threads against 1", two_threads, 1.8, "times")
    report("2 processes against 1", two_processes, None, "times")
    report("VectorEnv, 1 thread", best(vector), None, "steps/s")
    report("AEC step + last", best(aec), 60_000, "/s")
    report("expand 1,024 positions", best(lambda: expansion(1024, 100)), 5_000_000, "children/s")
    report("expand 20,000 positions", best(lambda: expansion(20_000, 3)), 5_000_000, "children/s")
    report("evaluate, 1 thread", best(evaluation), None, "positions/s")
    rows.append(("import", f"{1000 * (seconds := import_seconds()):.0f} ms", "at most 150 ms"))
    if seconds > 0.15:
        failed.append("import")
    growth = memory_growth()
    rows.append(("memory over 10 million steps", f"{growth:+.1f} MB", "at most 4 MB"))
    if growth > 4:
        failed.append("memory")
    peers()
    for name, value, limit in rows:
        print(f"{name:<34} {value:>24}   {limit}")
    if failed:
        sys.exit(f"limits missed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
