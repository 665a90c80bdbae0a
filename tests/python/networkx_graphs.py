"""Graphs of NetworkX that tests ask about, and when two answers are the same."""
# SPDX-License-Identifier: Apache-2.0
import math
import random

import networkx as nx

KINDS = {"undirected": nx.Graph, "directed": nx.DiGraph, "multiundirected": nx.MultiGraph, "multidirected": nx.MultiDiGraph}


def graph_of(kind, loops=False, seed=5):
    """A graph whose vertices are in no order, with equal weights, and edges without."""
    draw = random.Random(seed)
    names = [f"v{number}" for number in range(24)]
    draw.shuffle(names)
    graph = KINDS[kind](title="drawn")
    graph.add_nodes_from(names, colour="red")
    edges = [(draw.choice(names), draw.choice(names)) for _ in range(60)] + list(zip(names, names[1:] + names[:1]))
    for at, (each, other) in enumerate(edges):
        if each != other or loops:
            graph.add_edge(each, other, **({} if at % 5 == 0 else {"weight": draw.randrange(1, 6)}), cost=draw.random() + 0.01)
    return graph


def same(found, expected):
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            same(found[key], value)
    elif isinstance(expected, float):
        assert type(found) in (int, float) and (math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)
                                                or math.isnan(expected) and math.isnan(found))
    elif isinstance(expected, (list, tuple)):
        assert type(found) is type(expected) and len(found) == len(expected)
        for each, other in zip(found, expected):
            same(each, other)
    else:
        assert found == expected and type(found) in (type(expected), float if isinstance(expected, int) else None)
