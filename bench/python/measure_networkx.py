#!/usr/bin/env python3
# Measures functions of NetworkX and those of the backend, and writes the table by which should_run answers.
# SPDX-License-Identifier: Apache-2.0
"""measure_networkx.py [FUNCTION...]: processor time of one worker, on graphs of several sizes; fits a + s(bV + cE)."""
import random
import sys
import time
from pathlib import Path

import networkx as nx
import numpy as np
from scipy.optimize import nnls

from orujo.networkx import _cost_table as kept
from orujo.networkx import backend
from orujo.networkx._graph import Graph
from orujo.networkx._registry import PROVIDED

TABLE = Path(__file__).resolve().parents[2] / "python/orujo/networkx/_cost_table.py"
SIZES = [(60, 3), (300, 3), (300, 20), (2000, 3), (2000, 12), (8000, 4)]  # vertices, edges for each
SEARCHES = 3_000_000  # searches from all vertices only where they look at no more edges than this
ARGUMENTS = {"k_truss": {"k": 4}, "k_corona": {"k": 3}, "descendants_at_distance": {"distance": 2},
             "bfs_layers": {"sources": 0}, "kosaraju_strongly_connected_components": {"source": None},
             **dict.fromkeys(("multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length"),
                             {"sources": [0, 7, 31], "target": None})}
# Edges that graphs have not: NetworkX would stop early.
LEFT_OUT = {"is_bipartite": lambda each, other: (each + other) % 2 == 0}


def measured(call):
    """Processor time: the least of three, of one if it takes long."""
    best, spent = float("inf"), 0.0
    for _ in range(3):
        start = time.process_time()
        found = call()
        if hasattr(found, "__next__"):
            for _ in found:
                pass
        best = min(best, time.process_time() - start)
        spent += best
        if spent > 0.5:
            break
    return best


def graph_of(provided, vertices, degree):
    if "directed" in provided.kinds:
        graph = nx.gnm_random_graph(vertices, degree * vertices, seed=1, directed="undirected" not in provided.kinds)
    else:
        graph = nx.gnm_random_graph(vertices, degree * vertices, seed=1)
    nx.add_cycle(graph, range(vertices))  # so that all can be reached
    is_left_out = LEFT_OUT.get(provided.name, lambda each, other: False)
    graph.remove_edges_from([edge for edge in graph.edges if is_left_out(*edge)])
    draw = np.random.default_rng(1)
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["weight"] = float(draw.integers(1, 1000))
    return graph


def arguments_of(provided):
    known = {"source": 0, "target": 17, "n": 0, "metric": "modularity", "seed": random.Random(1), **ARGUMENTS.get(provided.name, {})}
    return {name: value for name, value in known.items() if name in provided.signature.parameters}


def searches_of(provided, graph, arguments):
    given = provided.bound((graph,), arguments)
    return provided.sources(given) if provided.sources else 1


def rows_of(name):
    """(searches, vertices, arcs, here, there) for graphs of several sizes."""
    provided = PROVIDED[name]
    arguments = arguments_of(provided)
    for vertices, degree in SIZES:
        graph = graph_of(provided, vertices, degree)
        searches = searches_of(provided, graph, arguments)
        converted = Graph(graph, keep=True)
        if searches > 1 and searches * converted.arcs > SEARCHES:
            continue
        getattr(backend, name)(converted, **arguments)
        here = measured(lambda: getattr(backend, name)(converted, **arguments))
        there = measured(lambda: provided.original(graph, **arguments))
        yield searches, vertices, converted.arcs, here, there


def conversion_rows():
    for vertices, degree in [*SIZES, (30000, 8)]:
        graph = graph_of(PROVIDED["pagerank"], vertices, degree)
        yield 1, vertices, 2 * graph.number_of_edges(), measured(lambda: Graph(graph).engine())


def fitted(rows, column):
    """a, b, c, none below 0, for which relative errors are the least."""
    times = np.array([row[column] for row in rows])
    terms = np.array([(1, row[0] * row[1], row[0] * row[2]) for row in rows])
    return tuple(float(f"{each:.3g}") for each in nnls(terms / times[:, None], np.ones(len(rows)))[0])


def table_text(conversion, costs):
    lines = ["# Made by bench/python/measure_networkx.py.", "# SPDX-License-Identifier: Apache-2.0",
             '"""Seconds, each as (a, b, c) for a + searches * (b * vertices + c * arcs)."""', "# here, NetworkX",
             "COSTS = {"]
    lines += [f'    "{name}": ({here}, {there}),' for name, (here, there) in sorted(costs.items())]
    return "\n".join([*lines, "}", f"CONVERSION = {conversion}", ""])


def main():
    nx.config.backends.orujo.workers = 1
    costs = {name: row for name, row in kept.COSTS.items() if name in PROVIDED}
    conversion = fitted(list(conversion_rows()), 3)
    for name in sys.argv[1:] or PROVIDED:
        rows = list(rows_of(name))
        costs[name] = fitted(rows, 3), fitted(rows, 4)
        print(f"{name:40} " + "  ".join(f"{row[4] / row[3]:6.2f}" for row in rows), flush=True)
        TABLE.write_text(table_text(conversion, costs), encoding="utf-8")


main()
