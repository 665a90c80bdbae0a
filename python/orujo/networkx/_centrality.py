"""Centralities: PageRank, betweenness, closeness, degrees."""
# SPDX-License-Identifier: Apache-2.0
import inspect

import networkx as nx
import numpy as np

from orujo import _core
from orujo.networkx._paths import Weighted, named
from orujo.networkx._registry import counted, provides, run

_MULTI = "plain multi"


def _searched_by(parameter):
    """The row of costs of searches along weights, where these are asked for."""
    return lambda given: None if getattr(given, parameter) is None else "all_pairs_dijkstra_path_length"


def by_label(graph, values):
    """A dictionary of the values of all vertices."""
    return dict(zip(graph.labels, values.tolist()))


# --- PageRank ------------------------------------------------------------------------------------


def _summed_weights(graph, attribute):
    weights = graph.weights(attribute, np.add)
    if not len(weights) or (weights == 1).all():
        return None
    if weights.min() <= 0:  # a row that adds up to 0 would need care
        raise NotImplementedError(f"some values of {attribute!r} are not above 0")
    return weights


def _personal_shares(graph, personalization):
    """The shares of vertices by their numbers."""
    if personalization is None:
        return None
    shares = np.array([float(personalization.get(label, 0)) for label in graph.labels])
    if not np.isfinite(shares).all() or shares.min() < 0 or shares.sum() == 0:
        raise NotImplementedError("personalization has values below 0, or none above")
    return {number: share for number, share in enumerate(shares.tolist()) if share}


def _refuse_pagerank(given):
    if given.weight is not None and callable(given.weight):
        return "weight: a function of edges is not called here"
    if not 0 < given.alpha < 1:
        return "alpha lies between 0 and 1 here"
    if not given.tol > 0:
        return "tol is above 0 here"
    if given.personalization is not None and not hasattr(given.personalization, "get"):
        return "personalization is a dictionary here"
    return None


@provides("pagerank", "alpha personalization max_iter tol weight", kinds=_MULTI, check=_refuse_pagerank,
          remark="Weights are above 0; those of parallel edges are added up.")
def _pagerank(graph, given):
    unweighted = given.weight is None and not graph.is_multigraph()
    weights = None if unweighted else _summed_weights(graph, given.weight)  # parallel edges without weights are counted
    if given.max_iter < 1:
        raise nx.PowerIterationFailedConvergence(given.max_iter)
    options = {"damping": float(given.alpha), "max_iterations": int(given.max_iter),
               "tolerance": float(given.tol) * len(graph), "weighted": weights is not None}
    found = run("pagerank", graph.engine("arcs", weights),
                personalise=_personal_shares(graph, given.personalization), **options)
    if not found.converged:
        raise nx.PowerIterationFailedConvergence(given.max_iter)
    return by_label(graph, found.score)


# --- betweenness ---------------------------------------------------------------------------------


def _searches(given):
    return len(given.G) if given.k is None else given.k


def _refuse_betweenness(given):
    if given.k is not None and not (isinstance(given.k, int) and 0 < given.k <= len(given.G)):
        return "k is a number of vertices of the graph here"
    return named(given)


@provides("betweenness_centrality", "k normalized weight seed", kinds=_MULTI, check=_refuse_betweenness,
          sources=_searches, costs=_searched_by("weight"), remark="With k, the same vertices are drawn from the seed as by NetworkX.")
def _betweenness(graph, given):
    count = len(graph)
    drawn = None
    if given.k is not None and given.k != count:
        drawn = given.seed.sample(graph.labels, given.k)
    found = _dependencies(graph, drawn) if given.weight is None else _weighted_dependencies(graph, given.weight, drawn)
    sums = dict(zip(graph.labels, found.tolist()))
    facts = {"normalized": given.normalized, "directed": graph.is_directed(), "endpoints": False, "sampled_nodes": drawn,
             "k": given.k}
    rescale = nx.algorithms.centrality.betweenness._rescale  # differs among versions
    known = inspect.signature(rescale).parameters
    return rescale(sums, count, **{name: value for name, value in facts.items() if name in known})


def _dependencies(graph, drawn):
    """What Brandes calls so: shares of the shortest paths from all these sources, or from all vertices."""
    ordered_pairs = 1 if graph.is_directed() else 2
    if drawn is None:
        return run("betweenness", graph.engine()).score * ordered_pairs
    found = run("betweenness", graph.engine(), sources=[graph.number(label) for label in drawn])
    return found.score * (ordered_pairs * len(drawn) / _leading_on(graph))


def _weighted_dependencies(graph, attribute, drawn):
    """The same along weights: a search from each source, and then a walk back along its edges."""
    weighted, rows = Weighted(graph, attribute), (graph.offsets, graph.targets)
    if len(weighted.weights) and weighted.weights.min() <= 0:
        raise NotImplementedError(f"some values of {attribute!r} are not above 0")
    sums = np.zeros(len(graph))
    for start in range(len(graph)) if drawn is None else map(graph.number, drawn):
        far = weighted.distances(start).astype(weighted.weights.dtype, copy=False)
        near = np.flatnonzero(far >= 0)
        sums += _core.dependencies(rows, weighted.weights, far, near[np.argsort(far[near], kind="stable")])
    return sums


def _leading_on(graph):
    """How many vertices the engine takes drawn sources to stand for: those from which an edge leads to another."""
    return max(1, len(np.unique(graph.sources[graph.sources != graph.targets])))


# --- distances to all ----------------------------------------------------------------------------


def _targets(given):
    return 1 if given.u is not None else len(given.G)


def _refuse_closeness(given):
    if given.u is not None and given.u not in given.G:
        return "u is no vertex of the graph"
    if not given.wf_improved and given.u is None and given.G.is_directed():
        if given.distance is None:
            return "wf_improved=False of directed graphs is for one vertex, or with distance, only"
    return named(given, "distance")


@provides("closeness_centrality", "u distance wf_improved", kinds=_MULTI, check=_refuse_closeness, sources=_targets,
          costs=_searched_by("distance"))
def _closeness(graph, given):
    if given.distance is not None:
        return _weighted_closeness(graph, given)
    if given.u is not None:
        depth = run("bfs", graph.engine(_backwards(graph)), graph.number(given.u)).depth
        return _closeness_of(depth, given)
    if len(graph) == 1:
        return {graph.labels[0]: 0.0}
    scores = run("closeness", graph.engine()).closeness
    if not given.wf_improved:
        scores = _without_share(graph, scores)
    return by_label(graph, scores)


def _without_share(graph, scores):
    """Takes out how many others there are in the component."""
    names = run("components", graph.engine()).component
    _, place, sizes = np.unique(names, return_inverse=True, return_counts=True)
    others = sizes[place.ravel()] - 1
    return np.divide(scores * (len(graph) - 1), others, out=np.zeros(len(graph)), where=others > 0)


def _backwards(graph):
    return "reversed" if graph.is_directed() else "plain"


def _closeness_of(far, given):
    """Of one vertex, by the distances of all vertices to it."""
    reached = far >= 0
    others, total = int(np.count_nonzero(reached)) - 1, _exact_sum(far[reached])
    if not total > 0:
        return 0.0
    return others / total * (others / (len(far) - 1) if given.wf_improved else 1.0)


def _exact_sum(values):
    """As Python adds up whole numbers, which have no bound."""
    return sum(values.tolist()) if values.sum(dtype=float) >= 2.0**62 else values.sum().item()


def _weighted_closeness(graph, given):
    weighted = Weighted(graph, given.distance, _backwards(graph))
    if given.u is not None:
        return _closeness_of(weighted.distances(graph.number(given.u)), given)
    return {label: _closeness_of(weighted.distances(number), given) for number, label in enumerate(graph.labels)}


def _harmonic_searches(given):
    return min(counted(given.G, given.nbunch), counted(given.G, given.sources))


@provides("harmonic_centrality", "nbunch distance sources", kinds=_MULTI, sources=_harmonic_searches,
          check=lambda given: named(given, "distance"), costs=_searched_by("distance"))
def _harmonic(graph, given):
    wanted = graph.labels if given.nbunch is None else list(set(graph.nbunch_iter(given.nbunch)))
    starts = None
    if given.sources is not None:
        starts = sorted({graph.number(label) for label in graph.nbunch_iter(given.sources)})
    if len(wanted) < (len(graph) if starts is None else len(starts)):
        return _harmonic_backwards(graph, given.distance, wanted, starts)
    if given.distance is not None:
        scores = _weighted_harmonic(graph, given.distance, starts)
    elif starts is None:
        scores = run("closeness", graph.engine()).harmonic
    else:
        scores = _harmonic_from(graph, starts) if starts else np.zeros(len(graph))
    return {label: scores[graph.number(label)].item() for label in wanted}


@provides("global_efficiency", kinds="undirected multi", sources=lambda given: len(given.G))
def _global_efficiency(graph, given):
    pairs = len(graph) * (len(graph) - 1)
    return run("closeness", graph.engine()).harmonic.sum().item() / pairs if pairs else 0


def _harmonic_backwards(graph, attribute, wanted, starts):
    """By a search from each of the wanted vertices, along edges from their ends: these are fewer than the starts."""
    weighted = None if attribute is None else Weighted(graph, attribute, _backwards(graph))
    scores = {}
    for label in wanted:
        number = graph.number(label)
        far = run("bfs", graph.engine(_backwards(graph)), number).depth if weighted is None else weighted.distances(number)
        chosen = far if starts is None else far[starts]
        scores[label] = (1 / chosen[chosen > 0]).sum().item()
    return scores


def _harmonic_from(graph, starts):
    found = run("closeness", graph.engine(), sources=starts)
    return found.harmonic * (len(starts) / _leading_on(graph))


def _weighted_harmonic(graph, attribute, starts):
    weighted, sums = Weighted(graph, attribute), np.zeros(len(graph))
    for start in range(len(graph)) if starts is None else starts:
        far = weighted.distances(start)
        sums += np.divide(1.0, far, out=np.zeros(len(graph)), where=far > 0)
    return sums


# --- degrees -------------------------------------------------------------------------------------


def _provide_degrees(name, kinds, degrees_of):
    @provides(name, kinds=kinds)
    def _degree_centrality(graph, given):
        if len(graph) == 1:
            return {graph.labels[0]: 1}
        return by_label(graph, degrees_of(graph) * (1.0 / (len(graph) - 1.0)))


_provide_degrees("degree_centrality", "plain", lambda graph: graph.degrees())
_provide_degrees("in_degree_centrality", "directed", lambda graph: graph.in_degrees())
_provide_degrees("out_degree_centrality", "directed", lambda graph: np.diff(graph.offsets))
