"""Memory: vectorised steps must not leak."""

from __future__ import annotations

from pathlib import Path

from orrery.gym import OrreryVectorEnv


def resident() -> int:
    """Return the resident pages of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1])


def test_memory_stays_flat() -> None:
    env = OrreryVectorEnv(1000, self_play=True)
    env.reset(seed=1)

    def play(steps: int) -> None:
        for _ in range(steps):
            env.step(env.sample_actions())

    play(100)
    before = resident()
    play(400)
    assert resident() - before < 1000, "more than four megabytes for 400,000 steps"
