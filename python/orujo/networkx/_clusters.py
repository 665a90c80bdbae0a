"""Triangles, cores, trusses, colours, communities: what is dense."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np

from orujo.networkx._centrality import by_label
from orujo.networkx._components import groups_of
from orujo.networkx._registry import PROVIDED, of_some, on_edgeless, provides, run

# --- triangles -----------------------------------------------------------------------------------


def _neighbours(graph):
    """How many others each vertex is joined with."""
    return np.bincount(graph.sources[graph.sources != graph.targets], minlength=len(graph))


def _chosen(graph, chosen, values):
    """Values as NetworkX answers them: for one vertex a number, for some or all a dictionary."""
    if chosen is None:
        return by_label(graph, values)
    if chosen in graph:
        return values[graph.number(chosen)].item()
    return {label: values[graph.number(label)].item() for label in graph.nbunch_iter(chosen)}


@provides("triangles", "nodes", kinds="undirected", share=of_some("nodes"))
def _triangles(graph, given):
    return _chosen(graph, getattr(given, "nodes"), run("triangles", graph.engine()).triangles)


def _coefficients(graph):
    corners = run("triangles", graph.engine()).triangles
    degrees = _neighbours(graph)
    pairs = degrees * (degrees - 1)
    return np.divide(2 * corners, pairs, out=np.zeros(len(graph)), where=pairs > 0)


@provides("clustering", "nodes", kinds="undirected", share=of_some("nodes"))
def _clustering(graph, given):
    return _chosen(graph, getattr(given, "nodes"), _coefficients(graph))


@provides("average_clustering", "nodes count_zeros", kinds="undirected", share=of_some("nodes"))
def _average_clustering(graph, given):
    found = _chosen(graph, getattr(given, "nodes"), _coefficients(graph))
    values = [value for value in found.values() if given.count_zeros or value > 0]
    return sum(values) / len(values)


@provides("transitivity", kinds="undirected")
def _transitivity(graph, given):
    corners = int(run("triangles", graph.engine()).triangles.sum())
    degrees = _neighbours(graph)
    return 2 * corners / int((degrees * (degrees - 1)).sum()) if corners else 0


# --- cores and trusses ---------------------------------------------------------------------------


def _without_loops(graph, name, given):
    """NetworkX refuses loops in its own words."""
    if graph.has_loops:
        given.G = nx.Graph([(0, 0)])
        PROVIDED[name].original(**vars(given))  # raises


def _cores(graph):
    return by_label(graph, run("kcore", graph.engine()).core)


@provides("core_number", kinds="undirected")
def _core_number(graph, given):
    _without_loops(graph, "core_number", given)
    return _cores(graph)


def _provide_subgraph(name):
    """NetworkX takes a part of its own graph, as core numbers say."""
    @provides(name, "k core_number", kinds="undirected")
    def _subgraph(graph, given):
        if given.core_number is None:
            _without_loops(graph, "core_number", type(given)())
            given.core_number = _cores(graph)
        given.G = graph.original()
        return PROVIDED[name].original(**vars(given))


for _name in ("k_core", "k_shell", "k_crust", "k_corona"):
    _provide_subgraph(_name)


@provides("k_truss", "k", kinds="undirected")
def _k_truss(graph, given):
    _without_loops(graph, "k_truss", given)
    found = run("ktruss", graph.engine())
    weak = found.trussness < given.k
    label = graph.labels.__getitem__
    truss = graph.original().copy()
    truss.remove_edges_from(zip(map(label, found.source[weak].tolist()), map(label, found.target[weak].tolist())))
    truss.remove_nodes_from(list(nx.isolates(truss)))
    return truss


# --- colours, communities ------------------------------------------------------


def _refuse_colours(given):
    if given.strategy not in ("largest_first", nx.coloring.strategy_largest_first):
        return "strategy is largest_first here"
    return None


@provides("greedy_color", "strategy", kinds="undirected", check=_refuse_colours)
def _greedy_color(graph, given):
    if graph.has_loops:
        raise NotImplementedError("a vertex with a loop has no colour of its own")
    colours = run("colour", graph.engine(), order="largest_first").colour
    first = np.argsort(-graph.degrees(), kind="stable")
    return {graph.labels[number]: colour for number, colour in zip(first.tolist(), colours[first].tolist())}


def _refuse_leiden(given):
    if callable(given.weight):
        return "weight: a function of edges is not called here"
    if getattr(given, "metric", "modularity") != "modularity":
        return "metric is modularity here"
    if not isinstance(given.resolution, (int, float)) or not given.resolution > 0:
        return "resolution is above 0 here"
    return None


@provides("leiden_communities", "weight metric resolution seed", kinds="undirected multi", check=_refuse_leiden,
          remark="metric is modularity, weights are above 0; others than NetworkX's are drawn from the same seed.")
def _leiden_communities(graph, given):
    weights = None if given.weight is None else graph.weights(given.weight, np.add)
    if weights is not None and len(weights) and weights.min() <= 0:
        raise NotImplementedError(f"some values of {given.weight!r} are not above 0")
    engine = graph.engine("plain", weights)
    found = run("communities", engine, resolution=float(given.resolution), weighted=weights is not None,
                seed=int(given.seed.random() * 2 ** 53))
    return groups_of(graph, found.community)
