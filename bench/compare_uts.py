#!/usr/bin/env python3
# Times the walk of `orujo uts` and a plain recursive walk through the same tree in alternation.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table: seconds of the walk, and how they relate to one worker and to recursion.

A shape is written as options of the command, after what launches it if anything does:

    bench/compare_uts.py T1L --shape '--workers 1' --shape 'mpirun -n 2 orujo --workers 1'
"""
import argparse
import json
import statistics
import subprocess
import sys

SHAPES = ["--workers 1", "--workers 2", "--ranks 2 --workers 1", "mpirun -n 2 orujo --workers 1"]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def recursive_seconds(arguments):
    return run([arguments.recursive, arguments.tree, str(arguments.trials)])["trials"]


def orujo_seconds(arguments, shape):
    launcher, _, options = shape.rpartition("orujo")
    record = run([*launcher.split(), arguments.orujo, "uts", arguments.tree, *options.split(),
                  "--trials", str(arguments.trials), "--quiet", "--json", "-"])
    return [trial["seconds"] for trial in record["trials"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", default="T1L")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--recursive", default="build/release/bench/bench_uts_recursive")
    parser.add_argument("--shape", action="append", help=f"default: {', '.join(SHAPES)}")
    parser.add_argument("--trials", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    shapes = arguments.shape or SHAPES

    seconds = {name: [] for name in ["recursion", *shapes]}
    for _ in range(arguments.rounds):
        seconds["recursion"] += recursive_seconds(arguments)
        for shape in shapes:
            seconds[shape] += orujo_seconds(arguments, shape)
    median = {name: statistics.median(times) for name, times in seconds.items()}
    print("| team | median, s | least, s | × recursion | speed-up over the first team |")
    print("| --- | --- | --- | --- | --- |")
    for name, time in median.items():
        print(f"| `{name}` | {time:.4f} | {min(seconds[name]):.4f} | {time / median['recursion']:.2f} | "
              f"{median[shapes[0]] / time:.2f} |")


if __name__ == "__main__":
    main()
