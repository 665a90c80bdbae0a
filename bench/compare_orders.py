#!/usr/bin/env python3
# Times shortest paths with and without barriers on simulated ranks, each order at its best width.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table: Δ-stepping, k levels at a time, Distributed Control and `auto`.

Seconds are those of the sim model (messages take as long as --transport says, on the cores that are
there), not of any network. Each order is tried at several widths, in turn, and the best median counts.

    bench/compare_orders.py kron:15 NY.wsg
"""
import argparse
import json
import statistics
import subprocess
import sys

ORDERS = {
    "Δ-stepping": [f"buckets:{2**i}" for i in range(4, 15, 2)],
    "k levels at a time": [f"levels:{k}" for k in (1, 3, 8, 64)],
    "Distributed Control": ["priority_per_worker", *(f"priority_per_worker:{2**i}" for i in (4, 7, 10))],
    "auto": [None],
}


def record_of(arguments, graph, order):
    command = [arguments.orujo, "sssp", graph, "--ranks", str(arguments.ranks), "--workers",
               str(arguments.workers), "--transport", arguments.transport, "--source",
               str(arguments.source), "--trials", str(arguments.trials), "--quiet", "--json", "-"]
    command += ["--order", order] if order else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def measure(arguments, graph):
    """Of each order: the seconds of all trials by width, and the work of the last one."""
    found = {name: {} for name in ORDERS}
    for _ in range(arguments.rounds):
        for name, widths in ORDERS.items():
            for order in widths:
                record = record_of(arguments, graph, order)
                seconds, _ = found[name].get(order, ([], None))
                seconds += [trial["seconds"] for trial in record["trials"]]
                found[name][order] = (seconds, record)
    return found


def order_in_force(record):
    return record["report_card"]["algorithm"]["order of work"]["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--transport", default="sim:latency=20us")
    parser.add_argument("--ranks", type=int, default=8)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--source", type=int, default=3)
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()

    print(f"Under the sim model: {arguments.ranks} ranks, `{arguments.transport}`.\n")
    print("| graph | order | best width | median, s | least, s | × Distributed Control | items | in vain "
          "| labels sent | phases | waiting |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for graph in arguments.graphs:
        found = measure(arguments, graph)
        best = {name: min(tried.values(), key=lambda each: statistics.median(each[0]))
                for name, tried in found.items()}
        control = statistics.median(best["Distributed Control"][0])
        for name, (seconds, record) in best.items():
            work = record["work"]
            items = work["useful"] + work["useless"]
            waiting = work["wait_seconds"] / len(work["workers"]) / record["trials"][-1]["seconds"]
            median = statistics.median(seconds)
            print(f"| {graph.rsplit('/', 1)[-1]} | {name} | `{order_in_force(record)}` | {median:.4f} | "
                  f"{min(seconds):.4f} | {median / control:.2f} | {items:,} | {work['useless'] / items:.0%} | "
                  f"{work['messages']:,} | {work['phases']:,} | {waiting:.0%} |")


if __name__ == "__main__":
    main()
