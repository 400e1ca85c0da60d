#!/usr/bin/env python3
"""Measures the terminal client in a pseudo-terminal: python3 tools/terminal_figures.py target/release/orrery

It prints the time from the start to the first frame, the time from a key to the changed screen, and the
CPU time while idle. docs/PERFORMANCE.md lists the limits.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time

START_COUNT = 20
KEY_COUNT = 400
IDLE_SECONDS = 10


def start(program, games):
    """Starts a game in a terminal of 80 x 24 characters; returns the process id and the terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", ORRERY_GAMES=games)
        os.execv(program, [program, "play", "--bot", "captain", "--pace", "0"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return child, terminal


def read_until(terminal, text, limit=30.0):
    """Reads until the output contains a text; fails after `limit` seconds."""
    seen, deadline = b"", time.perf_counter() + limit
    while text not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.perf_counter()))
        if not ready:
            sys.exit(f"no {text!r} in {seen!r}")
        seen += os.read(terminal, 65536)
    return seen


def drain(terminal, quiet=0.03):
    """Reads until no output arrives for `quiet` seconds."""
    while select.select([terminal], [], [], quiet)[0]:
        os.read(terminal, 65536)


def stop(child, terminal):
    os.write(terminal, b"\x03")
    os.waitpid(child, 0)
    os.close(terminal)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def cpu_seconds(child):
    with open(f"/proc/{child}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as games:
        frame_times = []
        for _ in range(START_COUNT):
            begin = time.perf_counter()
            child, terminal = start(program, games)
            read_until(terminal, b"Orrery")
            frame_times.append((time.perf_counter() - begin) * 1000)
            drain(terminal)
            stop(child, terminal)
        child, terminal = start(program, games)
        read_until(terminal, b"Orrery")
        drain(terminal)
        key_times = []
        for number in range(KEY_COUNT):
            # Move the selection down and up; every fourth key is Enter, which confirms it.
            key = b"\r" if number % 4 == 3 else (b"\x1b[B" if number % 2 == 0 else b"\x1b[A")
            begin = time.perf_counter()
            os.write(terminal, key)
            if select.select([terminal], [], [], 1.0)[0]:
                os.read(terminal, 65536)
                key_times.append((time.perf_counter() - begin) * 1000)
            drain(terminal)
        before = cpu_seconds(child)
        time.sleep(IDLE_SECONDS)
        idle = (cpu_seconds(child) - before) / IDLE_SECONDS * 100
        stop(child, terminal)
    print(f"first frame: median {percentile(frame_times, 0.5):.1f} ms, maximum {max(frame_times):.1f} ms ({START_COUNT} starts)")
    print(f"key to changed screen: p50 {percentile(key_times, 0.5):.2f} ms, p95 {percentile(key_times, 0.95):.2f} ms ({len(key_times)} keys)")
    print(f"idle CPU: {idle:.2f} % over {IDLE_SECONDS} s")


if __name__ == "__main__":
    main()
