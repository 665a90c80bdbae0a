#!/usr/bin/env python3
# Times orujo scc beside SciPy's strongly connected components, in alternation, and compares all labels.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table of medians and ratios (orujo / SciPy; below 1 orujo is faster).

Graphs are directed ones in GAP's .sg format, which `orujo convert GRAPH FILE.sg --directed` writes.

    bench/compare_scc.py web-NotreDame.sg NE.sg --workers 1 2
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

import numpy
from scipy.sparse import csgraph, csr_array


def read_matrix(path):
    """The out-edges, as SciPy wants them."""
    with open(path, "rb") as file:
        directed = numpy.fromfile(file, numpy.uint8, 1)[0]
        assert directed, f"{path} is undirected"
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        targets = numpy.fromfile(file, numpy.int32, arcs)
    return csr_array((numpy.ones(arcs), targets, offsets.astype(numpy.int32)), (vertices, vertices))


def scipy_run(matrix):
    """Seconds, and the least vertex of each vertex's component."""
    start = time.perf_counter()
    count, labels = csgraph.connected_components(matrix, directed=True, connection="strong")
    seconds = time.perf_counter() - start
    least = numpy.full(count, matrix.shape[0], dtype=numpy.int64)
    numpy.minimum.at(least, labels, numpy.arange(matrix.shape[0]))
    return seconds, least[labels]


def command(arguments, graph, *options):
    return subprocess.run([arguments.orujo, "scc", graph, "--quiet", *options], capture_output=True, check=True,
                          text=True, timeout=600).stdout


def orujo_labels(arguments, graph):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels.csv")
        command(arguments, graph, "--output", path)
        rows = numpy.loadtxt(path, delimiter=",", skiprows=1, dtype=numpy.int64, ndmin=2)
    return rows[numpy.argsort(rows[:, 0]), 1]


def orujo_seconds(arguments, graph, workers):
    text = command(arguments, graph, "--workers", str(workers), "--trials", str(arguments.trials), "--json", "-")
    return statistics.median(trial["seconds"] for trial in json.loads(text)["trials"])


def measure(arguments, graph):
    """Seconds of each round: SciPy's, and ours by workers."""
    matrix = read_matrix(graph)
    assert numpy.array_equal(orujo_labels(arguments, graph), scipy_run(matrix)[1]), f"{graph}: labels differ"
    theirs, ours = [], {workers: [] for workers in arguments.workers}
    for _ in range(arguments.rounds):
        theirs.append(statistics.median(scipy_run(matrix)[0] for _ in range(arguments.trials)))
        for workers, seconds in ours.items():
            seconds.append(orujo_seconds(arguments, graph, workers))
    return theirs, ours


def rows_of(graph, theirs, ours):
    for workers, seconds in ours.items():
        ratios = sorted(a / b for a, b in zip(seconds, theirs))
        yield (f"| {os.path.basename(graph)} | {workers} | {statistics.median(seconds):.4f} "
               f"| {statistics.median(theirs):.4f} | {statistics.median(ratios):.2f} | {ratios[0]:.2f}–{ratios[-1]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH.sg")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print("| graph | W | orujo, s | SciPy, s | ratio | spread of ratios |")
    print("| --- | --- | --- | --- | --- | --- |")
    for graph in arguments.graphs:
        for row in rows_of(graph, *measure(arguments, graph)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
