"""Shortest paths along weights from the nearest of several sources."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo.networkx._graph import engine_graph
from orujo.networkx._paths import ANY_PATH, Weighted, order_of, provides_weighted
from orujo.networkx._registry import PROVIDED, on_edgeless, run


def _refuse_iterators(given):
    return None if hasattr(given.sources, "__len__") else "sources: a set or a list is taken here"


class _Nearest:
    """A search from one vertex more, from which an edge of weight 0 leads to each source."""

    def __init__(self, graph, given):
        weights, count = Weighted(graph, given.weight).weights, len(graph)
        self.graph = graph
        starts = np.array(sorted({graph.number(label) for label in given.sources}))
        arrays = {"source": np.append(graph.sources, np.full(len(starts), count)), "target": np.append(graph.targets, starts)}
        engine = engine_graph(arrays, np.append(weights, np.zeros(len(starts), dtype=weights.dtype)), count + 1, directed=True)
        found = run("sssp", engine, count, parents=True)
        self.far, self.parents = found.distance[:count], found.parent[:count].copy()
        self.parents[starts] = starts
        near = self.far >= 0 if given.cutoff is None else (self.far >= 0) & (self.far <= given.cutoff)
        near[starts] = True
        order = order_of(self.far, self.parents)
        self.order = order[near[order]]

    def lengths(self):
        return dict(zip(map(self.graph.labels.__getitem__, self.order.tolist()), self.far[self.order].tolist()))

    def paths(self):
        labels, paths = self.graph.labels, {}
        for number, parent in zip(self.order.tolist(), self.parents[self.order].tolist()):
            paths[labels[number]] = [*(paths[labels[parent]] if parent != number else ()), labels[number]]
        return paths


def _provide(name, takes, of_nearest, remark=""):
    @provides_weighted(name, takes, remark=remark, further=_refuse_iterators)
    def _from_several(graph, given):
        if not given.sources or any(label not in graph for label in given.sources):
            return on_edgeless(graph, PROVIDED[name], given, [label for label in given.sources if label in graph])  # raises
        return of_nearest(graph, given)


def _both(graph, given):
    if given.target is not None and given.target in given.sources:
        return 0, [given.target]
    found = _Nearest(graph, given)
    lengths, paths = found.lengths(), found.paths()
    if given.target is None:
        return lengths, paths
    if given.target not in lengths:
        return on_edgeless(graph, PROVIDED["multi_source_dijkstra"], given, given.sources)  # raises
    return lengths[given.target], paths[given.target]


_provide("multi_source_dijkstra_path_length", "sources cutoff", lambda graph, given: _Nearest(graph, given).lengths())
_provide("multi_source_dijkstra_path", "sources cutoff", lambda graph, given: _Nearest(graph, given).paths(), ANY_PATH)
_provide("multi_source_dijkstra", "sources target cutoff", _both, ANY_PATH)
