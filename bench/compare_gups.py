#!/usr/bin/env python3
# Times the styles of `orujo gups` and the hand-written bound in alternation.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table: millions of updates per second, for each shape of the team.

A shape is written as options of the command, after what launches it if anything does:

    bench/compare_gups.py --table 512M --shape '--workers 2' --shape 'mpirun -n 2 orujo --workers 1'
"""
import argparse
import json
import statistics
import subprocess
import sys

STYLES = ("blocking", "localized", "async", "delegate", "channel")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1] if done.stdout.count("\n") == 1 else done.stdout)


def orujo_rate(arguments, shape, style):
    launcher, _, options = shape.rpartition("orujo")
    updates = arguments.updates // (16 if style in ("blocking", "localized") else 1)
    record = run([*launcher.split(), arguments.orujo, "gups", "--style", style, "--table",
                  arguments.table, "--updates", str(updates), "--trials", str(arguments.trials),
                  *options.split(), "--quiet", "--json", "-"])
    seconds = statistics.median(trial["seconds"] for trial in record["trials"])
    return record["work"]["updates"] / seconds / 1e6


def bound_rate(arguments):
    bytes_each = int(arguments.table[:-1]) << {"K": 10, "M": 20, "G": 30}[arguments.table[-1]]
    record = run([arguments.bound, "--table-bytes", str(bytes_each), "--updates",
                  str(2 * arguments.updates), "--trials", str(arguments.trials)])
    return record["median_updates_per_second"] / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--bound", default="build/release/bench/bench_channels_bound")
    parser.add_argument("--shape", action="append", help="default: --workers 2, --ranks 2 --workers 1")
    parser.add_argument("--styles", default=",".join(STYLES))
    parser.add_argument("--table", default="512M", help="of each worker, in K, M or G")
    parser.add_argument("--updates", type=int, default=1 << 25, help="by each worker")
    parser.add_argument("--trials", type=int, default=3, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    shapes = arguments.shape or ["--workers 2", "--ranks 2 --workers 1"]
    styles = arguments.styles.split(",")

    rates = {(shape, style): [] for shape in shapes for style in styles}
    bounds = []
    for _ in range(arguments.rounds):
        bounds.append(bound_rate(arguments))
        for shape, style in rates:
            rates[shape, style].append(orujo_rate(arguments, shape, style))
    print("| team | " + " | ".join(styles) + " | bound |")
    print("| --- |" + " --- |" * (len(styles) + 1))
    for shape in shapes:
        row = " | ".join(f"{statistics.median(rates[shape, style]):.3g}" for style in styles)
        print(f"| `{shape}` | {row} | {statistics.median(bounds):.3g} |")


if __name__ == "__main__":
    main()
