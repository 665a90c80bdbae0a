#!/usr/bin/env python3
# Times orujo communities beside NetworKit and igraph, in alternation, and measures what all of them find.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table: the least and the median of the seconds, modularity, communities, and how many of their
parts are apart from the rest of their community.

Graphs are undirected ones in GAP's .sg format, which `orujo convert GRAPH FILE.sg --undirected` writes.

    bench/compare_communities.py dblp.sg NE.sg --workers 2 --rounds 3
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

import igraph
import networkit
import numpy
from scipy.sparse import csgraph, csr_array

NETWORKIT = {
    "NetworKit PLM": lambda graph: networkit.community.PLM(graph, refine=False),
    "NetworKit PLM, refined": lambda graph: networkit.community.PLM(graph, refine=True),
    "NetworKit ParallelLeiden": networkit.community.ParallelLeiden,
    "NetworKit PLP": networkit.community.PLP,
}


def read_matrix(path):
    with open(path, "rb") as file:
        directed = numpy.fromfile(file, numpy.uint8, 1)[0]
        assert not directed, f"{path} is directed"
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        targets = numpy.fromfile(file, numpy.int32, arcs)
    return csr_array((numpy.ones(arcs), targets, offsets), (vertices, vertices))


class Quality:
    """What labels are worth, of a graph without loops."""

    def __init__(self, matrix):
        self.sources = numpy.repeat(numpy.arange(matrix.shape[0]), numpy.diff(matrix.indptr))
        self.targets = matrix.indices
        self.size = matrix.shape[0]

    def of(self, labels):
        inside = labels[self.sources] == labels[self.targets]
        degrees = numpy.bincount(labels[self.sources], minlength=self.size) / len(self.sources)
        kept = csr_array((numpy.ones(inside.sum()), (self.sources[inside], self.targets[inside])), (self.size, self.size))
        parts = csgraph.connected_components(kept, directed=False)[0]
        communities = len(numpy.unique(labels))
        return inside.mean() - (degrees ** 2).sum(), communities, parts - communities


def networkit_graph(quality):
    graph = networkit.Graph(quality.size)
    for u, v in zip(quality.sources.tolist(), quality.targets.tolist()):
        if u < v:
            graph.addEdge(u, v)
    return graph


def igraph_graph(quality):
    once = quality.sources < quality.targets
    return igraph.Graph(n=quality.size, edges=numpy.column_stack((quality.sources[once], quality.targets[once])))


def orujo_run(arguments, graph, *options):
    """Seconds of each trial, and the labels of the last."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels.csv")
        text = subprocess.run([arguments.orujo, "communities", graph, "--quiet", "--workers", str(arguments.workers), "--trials",
                               str(arguments.trials), "--json", "-", "--output", path, *options],
                              capture_output=True, check=True, text=True, timeout=600).stdout
        rows = numpy.loadtxt(path, delimiter=",", skiprows=1, dtype=numpy.int64, ndmin=2)
    return [trial["seconds"] for trial in json.loads(text)["trials"]], rows[numpy.argsort(rows[:, 0]), 1]


def networkit_run(kind, graph):
    start = time.perf_counter()
    algorithm = kind(graph)
    algorithm.run()
    seconds = time.perf_counter() - start
    return [seconds], numpy.array(algorithm.getPartition().getVector())


def igraph_run(graph):
    start = time.perf_counter()
    found = graph.community_leiden("modularity", n_iterations=2)
    return [time.perf_counter() - start], numpy.array(found.membership)


def runners(arguments, graph, quality):
    yield "orujo", lambda: orujo_run(arguments, graph)
    yield "orujo, one iteration", lambda: orujo_run(arguments, graph, "--iterations", "1")
    yield "orujo label_propagation", lambda: orujo_run(arguments, graph, "--method", "label_propagation")
    theirs = networkit_graph(quality)
    for name, kind in NETWORKIT.items():
        yield name, lambda kind=kind: networkit_run(kind, theirs)
    if arguments.igraph:
        other = igraph_graph(quality)
        yield "igraph Leiden, 2 iterations", lambda: igraph_run(other)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH.sg")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--igraph", action="store_true", help="It has one thread, and takes long")
    arguments = parser.parse_args()
    networkit.setNumberOfThreads(arguments.workers)
    print("| graph | program | least s | median s | modularity | communities | apart |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for graph in arguments.graphs:
        quality = Quality(read_matrix(graph))
        programs = dict(runners(arguments, graph, quality))
        seconds = {name: [] for name in programs}
        labels = {}
        for _ in range(arguments.rounds):
            for name, run in programs.items():
                more, labels[name] = run()
                seconds[name] += more
        for name, each in seconds.items():
            modularity, communities, apart = quality.of(numpy.unique(labels[name], return_inverse=True)[1])
            print(f"| {os.path.basename(graph)} | {name} | {min(each):.3f} | {statistics.median(each):.3f} "
                  f"| {modularity:.4f} | {communities} | {apart} |", flush=True)


if __name__ == "__main__":
    main()
