"""Study the balance of an edition: which planets and which seat in the turn order win?

    python balance.py --bot captain --games 2000 --out balance.png

For each planet, the study compares how often a seat that colonised it won with how often a seat
wins on average, with 95 % confidence intervals. Winners have more colonies than losers, so the
values show a correlation, not a cause.
"""

from __future__ import annotations

import argparse

import matplotlib
import numpy as np
import polars

import orrery

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def seats_frame(edition: str, seats: int, bot: str, games: int, threads: int) -> polars.DataFrame:
    """Return one row per game and seat: turn order, share of the victory, points, planets."""
    columns = orrery.simulate(orrery.Rules(edition), seats, [bot] * seats, games, threads=threads)
    rows = []
    for seat in range(seats):
        letter = "abcde"[seat]
        won = columns["winners"] >> seat & 1
        rows.append(
            polars.DataFrame(
                {
                    "order": (seat - columns["start"].astype(np.int64)) % seats,
                    "share": won / np.maximum(columns["winner_count"], 1),
                    "points": columns[f"{letter}_points"],
                    "planets": columns[f"{letter}_planets"],
                }
            )
        )
    return polars.concat(rows)


def by_planet(edition: str, frame: polars.DataFrame) -> polars.DataFrame:
    """Return how often the owners of each planet won, best first."""
    rows = []
    for number, planet in enumerate(orrery.Rules(edition).planets):
        owners = frame.filter((polars.col("planets") // 2**number) % 2 == 1)["share"].to_numpy()
        if len(owners) > 1:
            error = 1.96 * owners.std(ddof=1) / np.sqrt(len(owners))
            rows.append((planet, len(owners), float(owners.mean()), float(error)))
    schema = ["planet", "colonised", "won", "error"]
    return polars.DataFrame(rows, schema=schema, orient="row").sort("won", descending=True)


def plot(edition: str, frame: polars.DataFrame, planets: polars.DataFrame, file: str) -> None:
    """Write both plots to a file."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 9), layout="constrained")
    order = frame.group_by("order").agg(polars.col("share").mean()).sort("order")
    left.bar(order["order"] + 1, order["share"])
    left.set(title=f"{edition}: victories by place in the turn order", xlabel="place", ylabel="share")
    names = planets["planet"].to_list()
    right.errorbar(planets["won"], names, xerr=planets["error"], fmt="o")
    right.axvline(float(frame["share"].to_numpy().mean()), linestyle="--")
    right.invert_yaxis()
    right.set(title="victories of the seats that colonised a planet", xlabel="share")
    figure.savefig(file)
    pyplot.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="captain")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", default="balance.png")
    arguments = parser.parse_args()
    table = seats_frame(
        arguments.edition, arguments.seats, arguments.bot, arguments.games, arguments.threads
    )
    found = by_planet(arguments.edition, table)
    print(table.group_by("order").agg(polars.col("share", "points").mean()).sort("order"))
    print(found)
    plot(arguments.edition, table, found, arguments.out)
