"""Spanning trees, the very ones that NetworkX finds with Kruskal's algorithm."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo.networkx._graph import engine_graph
from orujo.networkx._registry import provides, run


def _refuse_spanning(given):
    if given.algorithm != "kruskal":
        return "algorithm is kruskal here"
    if callable(given.weight):
        return "weight: a function of edges is not called here"
    return None


def _spanning_pairs(graph, attribute, heaviest):
    """The numbers of both ends of the edges of a tree, in Kruskal's order. That of equal weights comes first which
    comes first in the graph: weights are replaced by places in this order, for which there is one tree only.
    """
    once = np.flatnonzero(graph.once)
    weights = graph.weights(attribute)[once]
    source, target = graph.sources[once], graph.targets[once]
    ascending = -weights if heaviest else weights
    order = np.argsort(ascending, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    ends = {"source": source, "target": target}
    found = run("mst", engine_graph(ends, place, len(graph), directed=False))
    chosen = order[np.sort(found.weight.astype(np.int64))]
    return source[chosen].tolist(), target[chosen].tolist()


def _spanning_edges(graph, given, heaviest, with_data):
    label = graph.labels.__getitem__
    pairs = zip(*(map(label, ends) for ends in _spanning_pairs(graph, given.weight, heaviest)))
    if not with_data:
        return list(pairs)
    rows = graph.original()._adj
    return [(each, other, rows[each][other]) for each, other in pairs]


def _provide_spanning(prefix, heaviest):
    @provides(f"{prefix}_spanning_edges", "algorithm weight keys data", kinds="undirected", check=_refuse_spanning)
    def _edges(graph, given):
        return iter(_spanning_edges(graph, given, heaviest, given.data))

    @provides(f"{prefix}_spanning_tree", "algorithm weight", kinds="undirected", check=_refuse_spanning)
    def _tree(graph, given):
        original = graph.original()
        tree = original.__class__()
        tree.graph.update(original.graph)
        tree.add_nodes_from(original.nodes.items())
        tree.add_edges_from(_spanning_edges(graph, given, heaviest, True))
        return tree


_provide_spanning("minimum", False)
_provide_spanning("maximum", True)
