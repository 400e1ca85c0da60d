#!/usr/bin/env python3
"""Counts lines of Rust code per crate, without tests, blank lines and comments.

Usage: python3 tools/code_lines.py [COMMIT]...

Without a commit, it counts HEAD. Tests are the files in `tests`, `benches` and `examples`, the files `tests.rs` and `testing.rs`, and
blocks `#[cfg(test)] mod … { … }`.
"""

import re
import subprocess
import sys
from collections import Counter

TEST_FILE = re.compile(r"/(tests|benches|examples)/|/tests\.rs$|/testing\.rs$")
TEST_BLOCK = re.compile(r"^( *)#\[cfg\((?:all\()?test\b.*\]\n(?: *#\[.*\]\n)*\1(?:pub(?:\(\w+\))? )?mod \w+ \{\n(?:.*\n)*?\1\}\n", re.M)


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def crate(path):
    """Returns the crate of a file: the longest known folder that contains it."""
    folders = ["xtask/tidy", "xtask/bindgen", "xtask", "fuzz"]
    return next((it for it in folders if path.startswith(it + "/")), "/".join(path.split("/")[:2]))


def code_lines(text):
    lines = (line.strip() for line in TEST_BLOCK.sub("", text).splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def count(commit):
    counts = Counter()
    for path in git("ls-tree", "-r", "--name-only", commit).splitlines():
        if path.endswith(".rs") and not TEST_FILE.search(path):
            counts[crate(path)] += code_lines(git("show", f"{commit}:{path}"))
    return counts


def main():
    commits = sys.argv[1:] or ["HEAD"]
    columns = [count(commit) for commit in commits]
    print("crate", *commits, sep="\t")
    for name in sorted(set().union(*columns)):
        print(name, *(column[name] for column in columns), sep="\t")
    print("total", *(column.total() for column in columns), sep="\t")


main()
