"""Memory: vectorised steps must not leak."""

from __future__ import annotations

from pathlib import Path

from orrery.gym import OrreryVectorEnv

GAMES = 1000
STEPS = 10_000_000


def resident_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_memory_stays_flat_over_ten_million_steps() -> None:
    env = OrreryVectorEnv(GAMES, self_play=True, threads=2)
    env.reset(seed=1)

    def play(steps: int) -> None:
        for _ in range(steps // GAMES):
            env.step(env.sample_actions())

    play(STEPS // 20)
    before = resident_bytes()
    play(STEPS)
    assert resident_bytes() - before < 4_000_000
