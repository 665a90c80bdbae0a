#!/usr/bin/env python3
# Times `orujo sssp GRAPH` as it chooses by itself beside every order it could have chosen.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table: for each graph and number of workers, `auto` beside the best of all others.

All take turns, round by round, so that what disturbs the machine disturbs all of them; medians count.
A graph without weights gets --weights. One that takes longer than --patience seconds is out of the race.

    bench/compare_auto.py kron:16 uniform:16 USA-road-d.NY.gr.xz
"""
import argparse
import json
import statistics
import subprocess
import sys

CANDIDATES = [
    *(f"buckets:{2**i}" for i in range(0, 15, 2)), *(f"levels:{k}" for k in (1, 3, 8, 64)),
    "priority_per_worker", *(f"priority_per_worker:{2**i}" for i in (4, 8)), "strict", "unordered"]


def record_of(arguments, graph, workers, order):
    """The JSON document of a run; None if it took too long. `order` is None for auto."""
    command = [arguments.orujo, "sssp", graph, "--ranks", "1", "--workers", str(workers), "--source",
               str(arguments.source), "--trials", str(arguments.trials), "--quiet", "--json", "-"]
    command += ["--order", order] if order else []
    command += ["--weights", arguments.weights] if arguments.weights else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.patience)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def order_in_force(record):
    return record["report_card"]["algorithm"]["order of work"]["value"]


def measure(arguments, graph, workers):
    """The median seconds of each order (None: auto), and the order that auto chose."""
    seconds = {order: [] for order in [None, *arguments.orders]}
    for _ in range(arguments.rounds):
        for order in list(seconds):
            record = record_of(arguments, graph, workers, order)
            if record is None:
                del seconds[order]
                continue
            seconds[order] += [trial["seconds"] for trial in record["trials"]]
            if order is None:
                chosen = order_in_force(record)
        worth_it = min(map(min, seconds.values())) * arguments.hopeless
        seconds = {order: each for order, each in seconds.items()
                   if order is None or min(each) <= worth_it}
    return {order: statistics.median(each) for order, each in seconds.items()}, chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--weights", metavar="LOW..HIGH", help="draw weights; default: those of the file")
    parser.add_argument("--orders", nargs="+", default=CANDIDATES, metavar="ORDER")
    parser.add_argument("--source", type=int, default=3)
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--patience", type=float, default=20, help="seconds for one run")
    parser.add_argument("--hopeless", type=float, default=2,
                        help="an order that was never within this factor of the best runs no more")
    arguments = parser.parse_args()

    print("| graph | W | auto chose | auto, s | best other | s | auto / best | next best |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for graph in arguments.graphs:
        for workers in arguments.workers:
            medians, chosen = measure(arguments, graph, workers)
            auto = medians.pop(None)
            (best, least), *others = sorted(medians.items(), key=lambda each: each[1])
            following = ", ".join(f"`{order}` {seconds:.4f}" for order, seconds in others[:2])
            print(f"| {graph.rsplit('/', 1)[-1]} | {workers} | `{chosen}` | {auto:.4f} | `{best}` | "
                  f"{least:.4f} | {auto / least:.2f} | {following} |", flush=True)


if __name__ == "__main__":
    main()
