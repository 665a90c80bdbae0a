"""Breadth-first search in NetworkX's own order."""
# SPDX-License-Identifier: Apache-2.0
from itertools import groupby

import networkx as nx
import numpy as np

from orujo.networkx._registry import PROVIDED, provides, run, within

MULTI = "plain multi"


_FEW_ARCS = 64  # of a level: below, calls of NumPy would cost more than the arcs


def _tree_of_few(start, heads, tails, ends):
    """As bfs_tree_of, of arcs level by level, of which there are few in each."""
    heads, tails = heads.tolist(), tails.tolist()
    place, order, parents, first = {start: 0}, [start], [start], 0
    for last in ends.tolist():
        for arc in sorted(range(first, last), key=lambda each: place[tails[each]]):
            if heads[arc] not in place:
                place[heads[arc]] = len(order)
                order.append(heads[arc])
                parents.append(tails[arc])
        first = last
    return np.array(order), np.array(parents)


def bfs_tree_of(graph, source, limit=None):
    """(vertices, parents) in the order in which NetworkX's search finds them: a level after the other, each in
    the order of the parents, and of the neighbours of each. The engine finds levels, this puts them into order.
    """
    start = graph.number(source)
    depth = run("bfs", graph.engine(), start).depth
    leads = depth[graph.targets] == depth[graph.sources] + 1
    leads &= depth[graph.sources] >= 0
    if limit is not None:
        leads &= depth[graph.targets] <= limit
    heads, tails = graph.targets[leads], graph.sources[leads]
    levels = depth[heads]
    by_level = np.argsort(levels, kind="stable")
    ends = np.cumsum(np.bincount(levels)[1:]) if len(levels) else []
    if len(ends) * _FEW_ARCS > len(levels) > 0:
        return _tree_of_few(start, heads[by_level], tails[by_level], ends)
    place = np.zeros(len(graph), dtype=np.int64)
    order, parents, first = [np.array([start])], [np.array([start])], 0
    for last in ends:
        arcs = by_level[first:last]
        arcs = arcs[np.argsort(place[tails[arcs]], kind="stable")]
        _, found = np.unique(heads[arcs], return_index=True)
        arcs = arcs[np.sort(found)]
        place[heads[arcs]] = np.arange(len(arcs))
        order.append(heads[arcs])
        parents.append(tails[arcs])
        first = last
    return np.concatenate(order), np.concatenate(parents)


def _tree_edges(graph, given):
    """(parent, child) pairs of labels."""
    order, parents = bfs_tree_of(graph, given.source, given.depth_limit)
    label = graph.labels.__getitem__
    return list(zip(map(label, parents[1:].tolist()), map(label, order[1:].tolist())))


def _forwards(given):
    if getattr(given, "reverse", False) and given.G.is_directed():
        return "reverse: the order of incoming edges is not kept"
    return None


@provides("bfs_edges", "source reverse depth_limit", kinds=MULTI, share=within("depth_limit"), check=_forwards)
def _bfs_edges(graph, given):
    return iter(_tree_edges(graph, given))


@provides("bfs_tree", "source reverse depth_limit", kinds=MULTI, share=within("depth_limit"), check=_forwards)
def _bfs_tree(graph, given):
    tree = nx.DiGraph()
    tree.add_nodes_from([given.source])
    tree.add_edges_from(_tree_edges(graph, given))
    return tree


@provides("bfs_predecessors", "source depth_limit", kinds=MULTI, share=within("depth_limit"))
def _bfs_predecessors(graph, given):
    return ((child, parent) for parent, child in _tree_edges(graph, given))


def _one_source(given):
    try:
        return None if given.sources in given.G else "sources: one vertex alone is a source here"
    except TypeError:  # a list
        return "sources: one vertex alone is a source here"


@provides("bfs_layers", "sources", kinds=MULTI, check=_one_source)
def _bfs_layers(graph, given):
    start = graph.number(given.sources)
    order, parents = bfs_tree_of(graph, given.sources)
    depth = np.zeros(len(graph), dtype=np.int64)
    layers = [[given.sources]]
    for number, parent in zip(order[1:].tolist(), parents[1:].tolist()):
        depth[number] = depth[parent] + 1 if parent != start else 1
        if depth[number] == len(layers):
            layers.append([])
        layers[-1].append(graph.labels[number])
    return iter(layers)


@provides("bfs_successors", "source depth_limit", kinds=MULTI, share=within("depth_limit"))
def _bfs_successors(graph, given):
    edges = _tree_edges(graph, given)
    if not edges:
        return iter([(given.source, [])])
    return ((parent, [child for _, child in group]) for parent, group in groupby(edges, key=lambda edge: edge[0]))


def _predecessors(graph, source, limit):
    """(predecessors of each vertex on shortest paths, hops), in the order in which NetworkX's search finds vertices."""
    order, _ = bfs_tree_of(graph, source, limit)
    depth = run("bfs", graph.engine(), graph.number(source)).depth
    place = np.full(len(graph), -1)
    place[order] = np.arange(len(order))
    found = (place[graph.sources] >= 0) & (place[graph.targets] >= 0)
    leads = np.flatnonzero(found & (depth[graph.targets] == depth[graph.sources] + 1))
    leads = leads[np.lexsort((place[graph.sources[leads]], place[graph.targets[leads]]))]
    before = [graph.labels[number] for number in graph.sources[leads].tolist()]
    ends = np.cumsum(np.bincount(place[graph.targets[leads]], minlength=len(order))).tolist()
    labels = [graph.labels[number] for number in order.tolist()]
    return {label: before[first:last] for label, first, last in zip(labels, [0, *ends], ends)}, dict(zip(labels, depth[order].tolist()))


@provides("predecessor", "source target cutoff return_seen", kinds=MULTI, share=within("cutoff"))
def _predecessor(graph, given):
    before, seen = _predecessors(graph, given.source, max(given.cutoff, 1) if given.cutoff else None)
    if given.target is None:
        return (before, seen) if given.return_seen else before
    found = before.get(given.target, [])
    return (found, seen.get(given.target, -1)) if given.return_seen else found


@provides("all_shortest_paths", "source target", kinds=MULTI)
def _all_shortest_paths(graph, given):
    return PROVIDED["all_shortest_paths"].original(**vars(given))  # asks for predecessors
