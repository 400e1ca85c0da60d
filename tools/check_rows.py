#!/usr/bin/env python3
"""Reads a per-game file of `orrery simulate` with DuckDB and Polars, and compares the results.

Usage: check_rows.py FILE ROWS. Exit code 0: both agree and find ROWS games; 1: otherwise, or if one is
not installed.
"""

import sys


def with_duckdb(path):
    import duckdb

    query = f"SELECT count(*), count(DISTINCT game), sum(turns), sum(a_points) FROM '{path}'"
    return duckdb.sql(query).fetchall()[0]


def with_polars(path):
    import polars as pl

    read = pl.read_parquet if path.endswith(".parquet") else pl.read_csv
    rows = read(path)
    numbers = rows.select(pl.col("game").n_unique(), pl.col("turns").sum(), pl.col("a_points").sum())
    return (rows.height, *numbers.row(0))


def main(path, rows):
    readers = (with_duckdb, with_polars)
    results = {reader.__name__: tuple(int(value) for value in reader(path)) for reader in readers}
    for name, values in results.items():
        print(f"{name}: rows {values[0]}, games {values[1]}, turns {values[2]}, points of A {values[3]}")
    agree = len(set(results.values())) == 1
    is_complete = all(values[:2] == (rows, rows) for values in results.values())
    return 0 if agree and is_complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
