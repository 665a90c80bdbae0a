#!/usr/bin/env python3
# Compares the backend of NetworkX with NetworkX itself, conversion included.
# SPDX-License-Identifier: Apache-2.0
"""compare_networkx.py [--vertices N] [--edges M] [--samples K]: processor time of one worker on one directed graph."""
import argparse
import time

import networkx as nx
import numpy as np


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vertices", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--samples", type=int, default=4, help="sources of betweenness")
    parser.add_argument("--trials", type=int, default=3)
    return parser.parse_args()


def graph_of(chosen):
    draw = np.random.default_rng(1)
    ends = np.minimum(draw.zipf(1.8, (2, chosen.edges)), chosen.vertices) - 1 + draw.integers(0, chosen.vertices, (2, chosen.edges))
    graph = nx.DiGraph()
    graph.add_nodes_from(range(chosen.vertices))
    graph.add_edges_from((ends % chosen.vertices).T.tolist())
    return graph


def seconds(call):
    start = time.process_time()
    found = call()
    return time.process_time() - start, found


def furthest(one, other):
    return max(abs(one[label] - other[label]) for label in one)


def compare(graph, name, trials, **arguments):
    """The least of several trials; the backend converts the graph in each, and once more is asked without."""
    function = getattr(nx, name)
    there = min((seconds(lambda: function(graph, backend="networkx", **arguments)) for _ in range(trials)), key=lambda pair: pair[0])
    here = []
    for _ in range(trials):
        graph.__networkx_cache__.clear()
        here.append(seconds(lambda: function(graph, backend="orujo", **arguments)))
    kept = min(seconds(lambda: function(graph, backend="orujo", **arguments))[0] for _ in range(trials))
    here = min(here, key=lambda pair: pair[0])
    print(f"{name:24} NetworkX {there[0]:7.2f} s   Orujo {here[0]:6.3f} s ({there[0] / here[0]:5.1f} times)   "
          f"converted before {kept:6.3f} s ({there[0] / kept:5.1f} times)   largest difference {furthest(here[1], there[1]):.1e}", flush=True)


def main():
    chosen = options()
    nx.config.warnings_to_ignore.add("cache")
    nx.config.backends.orujo.workers = 1
    graph = graph_of(chosen)
    print(f"{len(graph)} vertices, {graph.number_of_edges()} edges")
    nx.number_weakly_connected_components(nx.path_graph(2, create_using=nx.DiGraph), backend="orujo")  # loads the engine
    compare(graph, "pagerank", chosen.trials)
    compare(graph, "betweenness_centrality", chosen.trials, k=chosen.samples, seed=1)


main()
