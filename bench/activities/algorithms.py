#!/usr/bin/env python3
# Times algorithms by activities beside our own others, GAP and the reference of Graph500.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table, the median of all trials in milliseconds.

After section 6 of M. Besta and T. Hoefler, HPDC 2015: breadth-first searches, and PageRank on random
graphs whose pairs are edges with a probability of 0.005 and 0.0005. Peers are not part of this
project: `--peers` names a folder, below which the programs `bfs` and `pr` of GAP and
`graph500_reference_bfs`, run as a rank for each worker, are looked for; what is not there has an
empty cell.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile

ISOLATIONS = ["atomic", "lock", "stm", "htm", "home"]
# 2^15 vertices and as many edges for each as make that probability.
RANDOM_GRAPHS = {"ER, p = 0.005": "rmat:15:82:ER", "ER, p = 0.0005": "rmat:15:8:ER"}


def output_of(command, chosen):
    """What it prints; None if it fails, as for a mechanism that this machine does not have."""
    environment = dict(os.environ, OMP_NUM_THREADS=chosen.workers, SKIP_VALIDATION="1")
    try:
        finished = subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment, timeout=600)
    except (FileNotFoundError, subprocess.TimeoutExpired):  # a peer's launcher, say
        return None
    return finished.stdout if finished.returncode == 0 else None


def ours(chosen, *arguments):
    text = output_of([chosen.orujo, *arguments, "--workers", chosen.workers, "--quiet", "--json", "-"], chosen)
    return text and [trial["seconds"] for trial in json.loads(text)["trials"]]


def peer(chosen, name, *arguments, launcher=()):
    """Seconds of the trials of a program of GAP, or their median of one of Graph500."""
    found = chosen.peers and next((path for path in pathlib.Path(chosen.peers).rglob(name)
                                   if path.is_file() and os.access(path, os.X_OK)), None)
    text = found and output_of([*launcher, found, *arguments], chosen)
    return text and [float(time) for time in re.findall(r"(?:Trial Time|bfs  median_time):\s+([0-9.e+-]+)", text)]


def searches(chosen, name, path):
    """By: seconds. Sources are drawn."""
    trials = ["--sources", chosen.trials]
    yield "ours, direction-optimizing", ours(chosen, "bfs", path, *trials)
    for direction in ["push", "auto"]:
        for isolation in ISOLATIONS:
            yield f"marks, {direction}, {isolation}", ours(chosen, "bfs", path, "--method", "marks", "--direction",
                                                           direction, "--isolation", isolation, *trials)
    yield "GAP", peer(chosen, "bfs", "-f", path, "-n", chosen.trials)
    scale = re.fullmatch(r"kron:(\d+)", name)
    yield "Graph500, reference", (
        peer(chosen, "graph500_reference_bfs", scale.group(1), launcher=[chosen.launcher, "-n", chosen.workers])
        if scale else None)


def ranks(chosen, path):
    """Until the scores of a step differ by less than the tolerance."""
    steps = ["--tolerance", "1e-4", "--trials", chosen.trials]
    yield "ours, incoming edges", ours(chosen, "pagerank", path, "--method", "pull", *steps)
    for isolation in ISOLATIONS:
        yield f"push, {isolation}", ours(chosen, "pagerank", path, "--method", "push", "--isolation", isolation, *steps)
    yield "GAP", peer(chosen, "pr", "-f", path, "-i", "1000", "-t", "1e-4", "-n", chosen.trials)


def shown(seconds):
    return f"{1000 * statistics.median(seconds):.2f}" if seconds else ""


def rows_of(chosen, folder):
    random_graphs = {"ER, p = 0.005": "rmat:10:2:ER"} if chosen.quick else RANDOM_GRAPHS
    graphs = {chosen.kron: chosen.kron, **random_graphs, **{path: path for path in chosen.real.split(",") if path}}
    for number, (name, source) in enumerate(graphs.items()):
        path = pathlib.Path(folder) / f"{number}.sg"
        verb = "convert" if os.path.exists(source) else "generate"
        subprocess.run([chosen.orujo, verb, source, path], check=True, stdout=subprocess.DEVNULL)
        for by, seconds in searches(chosen, name, path):
            yield ["bfs", os.path.basename(name), by, shown(seconds)]
        if name in random_graphs:
            for by, seconds in ranks(chosen, path):
                yield ["pagerank", name, by, shown(seconds)]
        path.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--peers", default="", help="folder below which peers' programs lie")
    parser.add_argument("--kron", default="kron:18")
    parser.add_argument("--real", default="", help="files of other graphs, with commas")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--launcher", default="mpirun.openmpi", help="of the MPI that Graph500 was built with")
    parser.add_argument("--trials", default="16")
    parser.add_argument("--quick", action="store_true", help="a small random graph only")
    parser.add_argument("--csv", default="")
    chosen = parser.parse_args()
    columns = ["work", "graph", "by", "ms"]
    print("| " + " | ".join(columns) + " |\n|" + " --- |" * len(columns))
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for row in rows_of(chosen, folder):
            print("| " + " | ".join(row) + " |", flush=True)
            rows.append(row)
    if chosen.csv:
        with open(chosen.csv, "w", newline="") as file:
            csv.writer(file).writerows([columns, *rows])


if __name__ == "__main__":
    main()
