"""Graphs of NetworkX as this backend keeps them: rows of numbers, and what the engine made of them."""
# SPDX-License-Identifier: Apache-2.0
import weakref

import networkx as nx
import numpy as np

from orujo import _core
from orujo._adjacency import arcs_of, numbers_of, rows_of, starts_of_parallel, values_of
from orujo._graph import Graph as EngineGraph
from orujo._teams import workers_for_own


def settings():
    """What `nx.config.backends.orujo` says, or the defaults where NetworkX does not know this backend."""
    known = getattr(nx.config.backends, "orujo", None)
    return {"workers": getattr(known, "workers", None), "seed": getattr(known, "seed", 1)}


class Graph:
    """What NetworkX hands to the functions of this backend: a graph of its own, converted.

    Vertices are numbers in the order of the original; neighbours of each stay in its order, parallel edges as one. Attributes of
    edges are looked up in the original when a function needs them, so that values that were changed behind the
    back of NetworkX's cache count.
    """

    __networkx_backend__ = "orujo"
    nbunch_iter = nx.Graph.nbunch_iter

    def __init__(self, original, keep=False):
        self.__networkx_cache__ = {}
        self._original = (lambda: original) if keep else weakref.ref(original)
        self.graph = dict(original.graph)
        self._directed = original.is_directed()
        self._multi = original.is_multigraph()
        self.labels = list(original)
        numbers = numbers_of(self.labels)
        self.identity = numbers is None
        self._adj = dict.fromkeys(self.labels) if self.identity else numbers
        self.offsets, self.targets = arcs_of(rows_of(original, self.labels), numbers)
        self._kept = {}

    def is_directed(self):
        return self._directed

    def is_multigraph(self):
        return self._multi

    def __len__(self):
        return len(self.labels)

    def __iter__(self):
        return iter(self.labels)

    def __contains__(self, label):
        try:
            return label in self._adj
        except TypeError:  # it cannot be hashed
            return False

    def number(self, label):
        """The number of a vertex of the graph."""
        return int(label) if self.identity else self._adj[label]

    @property
    def arcs(self):
        """Entries of all rows: an undirected edge counts twice, a loop once."""
        return len(self.targets)

    @property
    def sources(self):
        """The vertex at the beginning of each arc."""
        if "sources" not in self._kept:
            self._kept["sources"] = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        return self._kept["sources"]

    @property
    def once(self):
        """Which arcs of an undirected graph are its edges, as `G.edges` has them."""
        if "once" not in self._kept:
            self._kept["once"] = self.sources <= self.targets
        return self._kept["once"]

    @property
    def has_loops(self):
        return bool(np.any(self.sources == self.targets))

    def degrees(self):
        """Edges of each vertex, out and in; a loop counts twice."""
        out = np.diff(self.offsets)
        if self._directed:
            return out + self.in_degrees()
        return out + np.bincount(self.sources[self.sources == self.targets], minlength=len(self))

    def in_degrees(self):
        return np.bincount(self.targets, minlength=len(self))

    def original(self):
        """The graph of NetworkX that this was made of."""
        original = self._original()
        if original is None or len(original) != len(self.labels):
            raise NotImplementedError("the graph that was converted is gone, or has changed")
        return original

    def weights(self, attribute, several=np.minimum):
        """The weight of each arc, read from the original now; `several` makes one of those of parallel edges."""
        rows = rows_of(self.original(), self.labels)
        values = _numbers(values_of(rows, attribute, self._multi)[0], attribute)
        if self._multi and len(values):
            starts, counts = starts_of_parallel(rows)
            refuse_great(values, counts.max(), attribute)
            values = several.reduceat(values, starts)
        if len(values) != self.arcs:
            raise NotImplementedError("the graph that was converted has changed")
        return values

    def engine(self, form="plain", weights=None):
        """The engine's graph. `form`: "plain"; "arcs", each row as it is, one way; or "reversed"."""
        form = "arcs" if form == "plain" and self._directed else form
        key = (form, weights is not None)
        kept = self._kept.get(key)
        if kept is None or (weights is not None and not np.array_equal(kept[1], weights)):
            kept = self._kept[key] = (self._made(form, weights), weights)
        return kept[0]

    def _made(self, form, weights):
        if form == "arcs":
            arrays = {"rows": self.offsets, "target": self.targets}
        elif form == "reversed":
            arrays = {"source": self.targets, "target": self.sources}
        else:
            arrays = {"source": self.sources[self.once], "target": self.targets[self.once]}
            weights = weights if weights is None else weights[self.once]
        return engine_graph(arrays, weights, len(self), form != "plain")


def engine_graph(arrays, weights, vertices, directed):
    """The engine's graph of arrays."""
    if weights is not None:
        arrays = arrays | {"weight": weights}
    options = {"directed": directed, "name": "graph", "num_vertices": vertices}
    return EngineGraph(_core.from_arrays(arrays, options, workers_for_own(len(arrays["target"]), settings()["workers"])))


_KINDS = {(False, False): nx.Graph, (True, False): nx.DiGraph, (False, True): nx.MultiGraph, (True, True): nx.MultiDiGraph}
_LOOKS = ("__getitem__", "__iter__", "adj", "adjacency", "neighbors")


def refused_type(graph):
    """Why a graph is not converted: it is none, or of a class that shows other neighbours than it keeps; else None."""
    known = _KINDS[graph.is_directed(), graph.is_multigraph()] if isinstance(graph, nx.Graph) else None
    if known and all(getattr(type(graph), name) is getattr(known, name) for name in _LOOKS):
        return None
    return f"graphs of the type {type(graph).__name__} are not converted"


def edgeless(graph, labels):
    """A graph of NetworkX of the same kind with these vertices."""
    made = _KINDS[graph.is_directed(), graph.is_multigraph()]()
    made.add_nodes_from(labels)
    return made


def _numbers(values, attribute):
    """Weights as an array; raises NotImplementedError for what the engine cannot add up as NetworkX does."""
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError, TypeError):
        array = None
    if array is None or array.ndim != 1 or array.dtype not in (np.int64, np.float64):
        raise NotImplementedError(f"values of {attribute!r} are not all whole or real numbers of 64 bits")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise NotImplementedError(f"some values of {attribute!r} are not finite")
    return array


def refuse_great(values, count, attribute):
    """Numbers of which so many could have a sum of more than 64 bits."""
    bound = 2.0**63 if values.dtype == np.int64 else np.finfo(float).max
    if len(values) and np.abs(values.astype(float)).max() >= bound / max(1, count):
        raise NotImplementedError(f"sums of {attribute!r} do not fit into 64 bits")


def kept_for(original):
    """What NetworkX's cache has of a graph, whatever attributes it was asked for; None if nothing."""
    cache = getattr(original, "__networkx_cache__", None)
    if not cache or not nx.config.cache_converted_graphs:
        return None
    for each in list(cache.get("backends", {}).get("orujo", {}).values()):
        if isinstance(each, Graph) and each._original() is original and len(each) == len(original):
            return each
    return None


def convert_from_nx(graph, *, name=None, **_):
    """A graph of NetworkX as this backend takes it. Attributes are looked up later, in the original: a graph that
    is converted by hand keeps the original, one in NetworkX's cache does not.
    """
    reason = refused_type(graph)
    if reason:
        raise NotImplementedError(reason)
    return kept_for(graph) or Graph(graph, keep=name is None)


def convert_to_nx(found, *, name=None):
    """The graph of NetworkX that one of this backend was made of; all else, as it is."""
    if not isinstance(found, Graph):
        return found
    return found.original().copy()
