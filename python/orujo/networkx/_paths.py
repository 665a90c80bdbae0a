"""Shortest paths, by hops and by weights, and what is within reach."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np

from orujo.networkx._graph import refuse_great
from orujo.networkx._registry import PROVIDED, on_edgeless, provides, run, within
from orujo.networkx._walks import bfs_tree_of

MULTI = "plain multi"
ANY_PATH = "Where several paths are the shortest, it may be another one than NetworkX's."


def _everyone(given):
    return len(given.G)


def _within(reach, far, cutoff):
    """The vertices within reach and their distances, the nearest first."""
    near = np.flatnonzero(reach if cutoff is None else reach & (far <= max(cutoff, 0)))  # at least the source
    near = near[np.argsort(far[near], kind="stable")]
    return near, far[near]


def _as_dict(graph, numbers, values):
    labels = graph.labels
    return dict(zip(map(labels.__getitem__, numbers.tolist()), values.tolist()))


def _depths(graph, source, form="plain"):
    return run("bfs", graph.engine(form), graph.number(source)).depth


def _hops(graph, source, cutoff, form="plain"):
    depth = _depths(graph, source, form)
    return _as_dict(graph, *_within(depth >= 0, depth, cutoff))


@provides("single_source_shortest_path_length", "source cutoff", kinds=MULTI, share=within("cutoff"))
def _single_source_length(graph, given):
    return _hops(graph, given.source, given.cutoff)


@provides("single_target_shortest_path_length", "target cutoff", kinds=MULTI, share=within("cutoff"))
def _single_target_length(graph, given):
    return _hops(graph, given.target, given.cutoff, "reversed" if graph.is_directed() else "plain")


@provides("all_pairs_shortest_path_length", "cutoff", kinds=MULTI, share=within("cutoff"), sources=_everyone)
def _all_pairs_length(graph, given):
    return ((each, _hops(graph, each, given.cutoff)) for each in graph)


def _paths_of(graph, order, parents):
    """The path to each vertex, from the source, which comes first in `order`."""
    labels = [graph.labels[number] for number in order.tolist()]
    paths = {labels[0]: [labels[0]]}
    for label, parent in zip(labels[1:], parents[1:].tolist()):
        paths[label] = [*paths[graph.labels[parent]], label]
    return paths


def _hop_paths(graph, source, cutoff):
    return _paths_of(graph, *bfs_tree_of(graph, source, cutoff))


@provides("single_source_shortest_path", "source cutoff", kinds=MULTI, share=within("cutoff"))
def _single_source_path(graph, given):
    return _hop_paths(graph, given.source, given.cutoff)


@provides("all_pairs_shortest_path", "cutoff", kinds=MULTI, share=within("cutoff"), sources=_everyone)
def _all_pairs_path(graph, given):
    return ((each, _hop_paths(graph, each, given.cutoff)) for each in graph)


@provides("single_target_shortest_path", "target cutoff", kinds=MULTI, share=within("cutoff"), remark=ANY_PATH)
def _single_target_path(graph, given):
    if not graph.is_directed():
        paths = _hop_paths(graph, given.target, given.cutoff)
    else:
        found = run("bfs", graph.engine("reversed"), graph.number(given.target))
        order, _ = _within(found.depth >= 0, found.depth, given.cutoff)
        paths = _paths_of(graph, order, found.parent[order])
    return {label: path[::-1] for label, path in paths.items()}


@provides("has_path", "source target", kinds=MULTI)
def _has_path(graph, given):
    return bool(_depths(graph, given.source)[graph.number(given.target)] >= 0)


def _reach(graph, source, form="plain"):
    return {graph.labels[number] for number in np.flatnonzero(_depths(graph, source, form) > 0).tolist()}


@provides("descendants", "source", kinds=MULTI)
def _descendants(graph, given):
    return _reach(graph, given.source)


@provides("ancestors", "source", kinds=MULTI)
def _ancestors(graph, given):
    return _reach(graph, given.source, "reversed" if graph.is_directed() else "plain")


@provides("descendants_at_distance", "source distance", kinds=MULTI, share=within("distance"))
def _descendants_at_distance(graph, given):
    depth = _depths(graph, given.source)
    return {graph.labels[number] for number in np.flatnonzero((depth == given.distance) & (depth >= 0)).tolist()}


# --- weighted ------------------------------------------------------------------------------------


def named(given, parameter="weight"):
    """Weights are an attribute of edges, not a function; None counts hops, as an attribute that no edge has."""
    if callable(getattr(given, parameter)):
        return f"{parameter}: a function of edges is not called here"
    return None


class Weighted:
    """Searches along edges with weights, or with form="reversed" against them."""

    def __init__(self, graph, attribute, form="plain"):
        weights = graph.weights(attribute)
        if len(weights) and weights.min() < 0:
            raise NotImplementedError(f"some values of {attribute!r} are negative")
        refuse_great(weights, len(graph), attribute)  # paths have fewer edges
        self.graph = graph
        self.weights = weights
        self.engine = graph.engine(form, weights)

    def lengths(self, source, cutoff=None):
        start = self.graph.number(source)
        far = self.distances(start)
        return _as_dict(self.graph, *_within(self._near(start, far, cutoff), far, None))

    def paths(self, source, cutoff=None):
        """(lengths, paths)"""
        start = self.graph.number(source)
        found = run("sssp", self.engine, start, parents=True)
        far, parents = found.distance, found.parent
        order = order_of(far, parents)
        order = order[self._near(start, far, cutoff)[order]]
        return _as_dict(self.graph, order, far[order]), _paths_of(self.graph, order, parents[order])

    @staticmethod
    def _near(start, far, cutoff):
        """Which vertices are reached within a cutoff: the source always is."""
        near = far >= 0 if cutoff is None else (far >= 0) & (far <= cutoff)
        near[start] = True
        return near

    def path(self, source, target):
        """(length, path), or None if there is none."""
        ends = self.graph.number(source), self.graph.number(target)
        found = run("sssp", self.engine, ends[0], target=ends[1])
        way = found.path()
        if way is None:
            return None
        return found.at(ends[1])["distance"], [self.graph.labels[each] for each in way]

    def distances(self, number):
        """From the vertex of a number: below 0, or no numbers, where no path leads."""
        return run("sssp", self.engine, number).distance


def order_of(far, parents):
    """The vertices of a tree of shortest paths after their parents: the nearest first, of equally near ones those that
    fewer edges of weight 0 lead to, and of these that with the lower number.
    """
    reached = np.flatnonzero(far >= 0)
    step = np.zeros(len(far), dtype=np.int64)  # over edges of weight 0, after other steps
    left = reached[(far[parents[reached]] == far[reached]) & (parents[reached] != reached)]
    waits = np.zeros(len(far), dtype=bool)
    while len(left):
        waits[left] = True
        ready = ~waits[parents[left]]
        step[left[ready]] = step[parents[left[ready]]] + 1
        waits[left] = False
        left = left[~ready]
    return reached[np.lexsort((reached, step[reached], far[reached]))]


def provides_weighted(name, takes, further=None, **facts):
    """As `provides`; `further` tells why arguments are refused that are no weights."""
    def check(given):
        return named(given) or (further(given) if further else None)
    return provides(name, takes + " weight", kinds=MULTI, check=check, **facts)


@provides_weighted("single_source_dijkstra_path_length", "source cutoff")
@provides_weighted("single_source_bellman_ford_path_length", "source")
def _lengths(graph, given):
    return Weighted(graph, given.weight).lengths(given.source, getattr(given, "cutoff", None))


@provides_weighted("single_source_dijkstra_path", "source cutoff", remark=ANY_PATH)
@provides_weighted("single_source_bellman_ford_path", "source", remark=ANY_PATH)
def _paths(graph, given):
    return Weighted(graph, given.weight).paths(given.source, getattr(given, "cutoff", None))[1]


def length_and_path(name, graph, given):
    """To one target; without a way NetworkX's own error."""
    if given.source == given.target:
        return 0, [given.source]
    found = Weighted(graph, given.weight).path(given.source, given.target)
    cutoff = getattr(given, "cutoff", None)
    if found is None or (cutoff is not None and found[0] > cutoff):
        on_edgeless(graph, PROVIDED[name], given, [given.source, given.target])  # raises
    return found


def _provide_one_target(name, takes, part, remark=""):
    @provides_weighted(name, takes, remark=remark)
    def _one_target(graph, given):
        return length_and_path(name, graph, given)[part]


for _method in ("dijkstra", "bellman_ford"):
    _provide_one_target(f"{_method}_path_length", "source target", 0)
    _provide_one_target(f"{_method}_path", "source target", 1, ANY_PATH)


def _provide_informed(name, part, remark=""):
    """A* without a guess of what is left is Dijkstra's search."""
    @provides(name, "source target weight", kinds=MULTI, check=named, remark=remark)
    def _informed(graph, given):
        return length_and_path(name, graph, given)[part]


_provide_informed("astar_path", 1, ANY_PATH)
_provide_informed("astar_path_length", 0)


def _provide_both(name, takes):
    @provides_weighted(name, takes, remark=ANY_PATH)
    def _both(graph, given):
        if given.target is None:
            return Weighted(graph, given.weight).paths(given.source, getattr(given, "cutoff", None))
        return length_and_path(name, graph, given)


_provide_both("single_source_dijkstra", "source target cutoff")
_provide_both("single_source_bellman_ford", "source target")


@provides_weighted("all_pairs_dijkstra_path_length", "cutoff", sources=_everyone)
@provides_weighted("all_pairs_bellman_ford_path_length", "", sources=_everyone)
def _all_pairs_lengths(graph, given):
    weighted, cutoff = Weighted(graph, given.weight), getattr(given, "cutoff", None)
    return ((each, weighted.lengths(each, cutoff)) for each in graph)


@provides_weighted("all_pairs_dijkstra_path", "cutoff", sources=_everyone, remark=ANY_PATH)
@provides_weighted("all_pairs_bellman_ford_path", "", sources=_everyone, remark=ANY_PATH)
def _all_pairs_paths(graph, given):
    weighted, cutoff = Weighted(graph, given.weight), getattr(given, "cutoff", None)
    return ((each, weighted.paths(each, cutoff)[1]) for each in graph)


@provides_weighted("all_pairs_dijkstra", "cutoff", sources=_everyone, remark=ANY_PATH)
def _all_pairs_both(graph, given):
    weighted = Weighted(graph, given.weight)
    return ((each, weighted.paths(each, given.cutoff)) for each in graph)


@provides("average_shortest_path_length", kinds=MULTI, sources=_everyone)
def _average_length(graph, given):
    count = len(graph)
    if count == 1:
        return 0
    connected = run("scc" if graph.is_directed() else "components", graph.engine()).components == 1
    if not connected:
        return on_edgeless(graph, PROVIDED["average_shortest_path_length"], given, graph.labels[:2])  # raises
    return _all_hops(graph) / (count * (count - 1))


def _all_hops(graph):
    """The sum of the distances of all pairs, of a connected graph: each vertex's is a whole number of hops, which the
    quotient that the engine gives differs little from.
    """
    others = len(graph) - 1
    return int(np.rint(others / run("closeness", graph.engine()).closeness).sum()) if others else 0


@provides("wiener_index", kinds=MULTI, sources=_everyone)
def _wiener_index(graph, given):
    if run("scc" if graph.is_directed() else "components", graph.engine()).components > 1:
        return float("inf")
    return _all_hops(graph) if graph.is_directed() else _all_hops(graph) / 2
