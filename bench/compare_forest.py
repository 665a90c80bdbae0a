#!/usr/bin/env python3
# Times orujo mst beside SciPy, igraph and NetworkX, and beside connected components, in alternation.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table of medians and ratios (orujo / other; below 1 orujo is faster).

Graphs are undirected ones in GAP's .wsg format. All must find the same sum of weights. Peers that are
not installed are left out, and so is NetworkX on more than --networkx edges.

    bench/compare_forest.py kron20.wsg NE.wsg --workers 1 2
"""
import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import time

import numpy

COMPONENTS = ["afforest", "shiloach_vishkin"]


def read_edges(path):
    """The vertices, and each edge once: sources, targets, weights."""
    with open(path, "rb") as file:
        directed = numpy.fromfile(file, numpy.uint8, 1)[0]
        assert not directed, f"{path} is directed"
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        degrees = numpy.diff(numpy.fromfile(file, numpy.int64, vertices + 1))
        pairs = numpy.fromfile(file, numpy.int32, 2 * arcs).reshape(-1, 2)
    sources = numpy.repeat(numpy.arange(vertices, dtype=numpy.int32), degrees)
    once = sources < pairs[:, 0]
    return int(vertices), sources[once], pairs[once, 0], pairs[once, 1]


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def scipy_peer(edges):
    from scipy.sparse import csgraph, csr_array
    vertices, sources, targets, weights = edges
    matrix = csr_array((weights.astype(float), (sources, targets)), (vertices, vertices))

    def measure():
        seconds, tree = timed(lambda: csgraph.minimum_spanning_tree(matrix))
        return seconds, int(tree.sum())
    return measure


def igraph_peer(edges):
    import igraph
    vertices, sources, targets, weights = edges
    graph = igraph.Graph(vertices, numpy.stack([sources, targets], axis=1))
    weights = weights.tolist()

    def measure():
        seconds, tree = timed(lambda: graph.spanning_tree(weights, return_tree=False))
        return seconds, sum(weights[edge] for edge in tree)
    return measure


def networkx_peer(edges):
    import networkx
    _, sources, targets, weights = edges
    graph = networkx.Graph()
    graph.add_weighted_edges_from(zip(sources.tolist(), targets.tolist(), weights.tolist()))

    def measure():
        seconds, tree = timed(lambda: list(networkx.minimum_spanning_edges(graph)))
        return seconds, sum(data["weight"] for _, _, data in tree)
    return measure


def peers_of(arguments, edges):
    peers = {"scipy": scipy_peer, "igraph": igraph_peer, "networkx": networkx_peer}
    if len(edges[1]) > arguments.networkx:
        del peers["networkx"]
    return {name: make(edges) for name, make in peers.items()
            if name in arguments.peers and importlib.util.find_spec(name)}


def orujo_seconds(arguments, workers, *command):
    """The median of the trials, and the result."""
    text = subprocess.run([arguments.orujo, *command, "--workers", str(workers), "--trials",
                           str(arguments.trials), "--quiet", "--json", "-"],
                          capture_output=True, check=True, text=True, timeout=600).stdout
    document = json.loads(text)
    return statistics.median(trial["seconds"] for trial in document["trials"]), document["result"]


def measure(arguments, graph):
    """Seconds of each round by program and workers; all find the same sum."""
    peers = peers_of(arguments, read_edges(graph))
    seconds = {}
    for _ in range(arguments.rounds):
        sums = set()
        for workers in arguments.workers:
            found, result = orujo_seconds(arguments, workers, "mst", graph)
            seconds.setdefault(("mst", workers), []).append(found)
            sums.add(result["weight"])
            for method in COMPONENTS:
                found = orujo_seconds(arguments, workers, "components", graph, "--method", method)[0]
                seconds.setdefault((method, workers), []).append(found)
        for name, peer in peers.items():
            found, weight = peer()
            seconds.setdefault((name, 1), []).append(found)
            sums.add(weight)
        assert len(sums) == 1, f"{graph}: sums {sums}"
    return seconds


def rows_of(graph, seconds):
    """One row for each program that mst is compared with; peers have one worker."""
    for (workers, ours) in [(key[1], found) for key, found in seconds.items() if key[0] == "mst"]:
        for (name, theirs_workers), theirs in seconds.items():
            is_ours = name == "mst" or name in COMPONENTS
            if name == "mst" or (is_ours and theirs_workers != workers):
                continue
            ratios = sorted(a / b for a, b in zip(ours, theirs))
            other = f"components, {name}" if is_ours else name
            yield (f"| {os.path.basename(graph)} | {workers} | {statistics.median(ours):.4f} "
                   f"| {other} | {statistics.median(theirs):.4f} "
                   f"| {statistics.median(ratios):.2f} | {ratios[0]:.2f}–{ratios[-1]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH.wsg")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--peers", nargs="*", default=["scipy", "igraph", "networkx"])
    parser.add_argument("--networkx", type=int, default=1_000_000, help="edges that it is tried with")
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print("| graph | W | mst, s | other | other, s | ratio | spread of ratios |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for graph in arguments.graphs:
        for row in rows_of(graph, measure(arguments, graph)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
