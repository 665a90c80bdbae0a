"""Eccentricities, and whether directed graphs have cycles."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np

from orujo.networkx._centrality import by_label
from orujo.networkx._registry import PROVIDED, counted, on_edgeless, provides, run

_MULTI = "plain multi"


def _searches(given):
    return len(given.G)  # of NetworkX; undirected graphs need fewer here


def _of_directed(graph):
    if run("scc", graph.engine()).components > 1:
        return None
    return np.array([run("bfs", graph.engine(), number).max_depth for number in range(len(graph))])


def _of_undirected(graph):
    if run("components", graph.engine()).components > 1:
        return None
    return run("diameter", graph.engine(), method="eccentricities").least


def _eccentricities(graph, name, given):
    """Of all vertices; NetworkX's error if some cannot be reached."""
    found = _of_directed(graph) if graph.is_directed() else _of_undirected(graph)
    return on_edgeless(graph, PROVIDED[name], given, graph.labels[:2]) if found is None else found


@provides("eccentricity", "v", kinds=_MULTI, sources=lambda given: counted(given.G, given.v))
def _eccentricity(graph, given):
    chosen, given.v = given.v, None
    if chosen is None:
        return by_label(graph, _eccentricities(graph, "eccentricity", given))
    found = {}
    for label in graph.nbunch_iter(chosen):
        far = run("bfs", graph.engine(), graph.number(label))
        if far.reached < len(graph):
            return on_edgeless(graph, PROVIDED["eccentricity"], given, graph.labels[:2])
        found[label] = far.max_depth
    return found[chosen] if chosen in graph else found


def _provide_extreme(name, of_all):
    @provides(name, "usebounds", kinds=_MULTI, sources=_searches)
    def _extreme(graph, given):
        return of_all(graph, _eccentricities(graph, name, given))


def _where(graph, chosen):
    return [graph.labels[number] for number in np.flatnonzero(chosen).tolist()]


_provide_extreme("diameter", lambda graph, found: int(found.max()))
_provide_extreme("radius", lambda graph, found: int(found.min()))
_provide_extreme("center", lambda graph, found: _where(graph, found == found.min()))
_provide_extreme("periphery", lambda graph, found: _where(graph, found == found.max()))


@provides("harmonic_diameter", kinds=_MULTI, sources=_searches)
def _harmonic_diameter(graph, given):
    total = run("closeness", graph.engine()).harmonic.sum().item()
    pairs = len(graph) * (len(graph) - 1)
    return pairs / total if total else float("inf") if pairs else float("nan")


@provides("barycenter", kinds=_MULTI, sources=_searches, remark="Vertices come in the order of the graph.")
def _barycenter(graph, given):
    connected = run("scc" if graph.is_directed() else "components", graph.engine()).components == 1
    if not connected:
        raise nx.NetworkXNoPath(f"Input graph {graph.original()} is disconnected, so every induced subgraph "
                                "has infinite barycentricity.")
    if len(graph) == 1:
        return list(graph.labels)
    found = run("closeness", graph.engine("reversed" if graph.is_directed() else "plain")).closeness
    total = np.rint((len(graph) - 1) / found)  # whole numbers of hops, which quotients differ little from
    return _where(graph, total == total.min())


@provides("is_directed_acyclic_graph", kinds=_MULTI)
def _is_acyclic(graph, given):
    return graph.is_directed() and not graph.has_loops and bool(run("topological", graph.engine()).acyclic)
