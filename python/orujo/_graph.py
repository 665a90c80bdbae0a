"""The graph that algorithms are given."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Hashable, Iterable

import numpy as np

from orujo import _core, _parts
from orujo._checks import flag, real
from orujo._errors import UsageError, type_name
from orujo._labels import ObjectLabels, labels_of, no_vertex, plain
from orujo._words import in_python

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

    from orujo._types import Array, Direction, Edges, Facts, Labelling, Place, Wholes


def _sum_parallel(matrix):
    """Makes parallel edges of a matrix of SciPy one entry, their sum, which has room."""
    about = None
    if matrix.dtype == np.int64 and abs(matrix.data.astype(float)).sum() >= 2.0**62:
        about = matrix.astype(float)
        about.sum_duplicates()
    matrix.sum_duplicates()
    if about is not None and (abs(about.data - matrix.data) > 2.0**62).any():  # they differ by what wraps around
        raise UsageError("to_scipy: the weights of parallel edges add up beyond 64 bits; copy=False keeps them apart")


class Graph:
    """A graph in memory, which nothing changes. `read`, `generate` and the `from_...` functions make one.

    Vertices are called as the input calls them: by whole numbers, by names, or by any hashable objects.
    Arrays with a value for each vertex are in the order of `labels`. Edges are one-way or not, all of
    them; loops and parallel edges are kept, unless the graph was made with `simple=True`, and each
    algorithm leaves out those that mean nothing to it.

    >>> import orujo
    >>> orujo.from_edges(["Ulm", "Ulm"], ["Augsburg", "Kempten"], [85, 90], directed=False)
    <orujo.Graph edges: 3 vertices, 2 edges, undirected, weighted>
    """

    __slots__ = ("_core", "_facts", "_labels", "_rows", "__weakref__")

    def __init__(self, core: Any, labels: Any = None) -> None:
        self._core = core
        self._facts = core.facts()
        self._facts["guesses"] = [in_python(_core._python_words(each)) for each in self._facts["guesses"]]
        self._labels = labels
        self._rows = {}  # of operators

    @property
    def _names(self):
        if self._labels is None:
            self._labels = labels_of(self._core, self.num_vertices)
        return self._labels

    @property
    def name(self) -> str:
        """The file's name, the generator's parameters, or what `name=` said.

        >>> import orujo
        >>> orujo.generate("grid:3x4").name
        'grid:3x4'
        """
        return self._facts["name"]

    @property
    def num_vertices(self) -> int:
        """How many vertices there are.

        >>> import orujo
        >>> orujo.generate("grid:3x4").num_vertices
        12
        """
        return self._facts["vertices"]

    @property
    def num_edges(self) -> int:
        """How many edges there are. Undirected edges count once.

        >>> import orujo
        >>> orujo.generate("grid:3x4").num_edges
        17
        """
        return self._facts["edges"]

    @property
    def is_directed(self) -> bool:
        """Whether edges are one-way.

        >>> import orujo
        >>> orujo.generate("grid:3x4").is_directed
        False
        """
        return self._facts["directed"]

    @property
    def has_weights(self) -> bool:
        """Whether edges have weights.

        >>> import orujo
        >>> orujo.generate("grid:3x4", weights=(1, 9)).has_weights
        True
        """
        return self._facts["weights"] != "none"

    @property
    def facts(self) -> Facts:
        """All that is known of the graph and of how it was made, as a dictionary. "guesses" has what was assumed of a
        file, such as which of its columns is the weight; a notebook shows it with the graph.

        >>> import orujo
        >>> orujo.generate("grid:3x4").facts["loops"]
        0
        """
        return dict(self._facts)

    @property
    def labels(self) -> Array:
        """What the input calls vertices, in the order of all arrays: numbers, or objects.

        >>> import orujo
        >>> orujo.from_edges(["Ulm"], ["Augsburg"], directed=True).labels.tolist()
        ['Augsburg', 'Ulm']
        """
        return self._names.all()

    @property
    def own(self) -> slice:
        """The slice of `labels` whose vertices this process has: all of them, but under mpirun.

        >>> import orujo
        >>> orujo.generate("grid:3x4").own
        slice(0, 12, None)
        """
        first, count = self._core.own()
        return slice(first, first + count)

    def __len__(self) -> int:
        return self.num_vertices

    def __contains__(self, label: object) -> bool:
        return self._names.number(label) is not None

    def index_of(self, label: Hashable) -> int:
        """The place of a vertex in `labels` and in arrays.

        >>> import orujo
        >>> orujo.from_edges(["Ulm"], ["Augsburg"], directed=True).index_of("Ulm")
        1
        """
        number = self._names.number(label)
        if number is None:
            raise UsageError(no_vertex(self, label))
        return number

    def degrees(self, direction: Direction = "out") -> Wholes:
        """The edges of each vertex: "out", "in" or "all". A loop of an undirected graph counts once.

        >>> import orujo
        >>> orujo.generate("grid:2x3").degrees()
        array([2, 3, 2, 2, 3, 2])
        """
        if direction not in ("out", "in", "all"):
            raise UsageError(f"direction is one of out, in, all, not {direction!r}")
        if not self.is_directed or direction == "out":
            return plain(self._core.degrees(False))
        self._core.need_in_edges()
        arriving = plain(self._core.degrees(True))
        return arriving if direction == "in" else arriving + self.degrees("out")

    def neighbours(self, label: Hashable) -> Array:
        """The vertices to which an edge leads from this one.

        >>> import orujo
        >>> orujo.generate("grid:2x3").neighbours(1)
        array([0, 2, 4])
        """
        offsets, targets, _ = self._core.rows(False)
        number = self.index_of(label)
        row = targets[int(offsets[number]):int(offsets[number + 1])]
        return self._names.of(row.astype(np.int64))

    def to_edges(self) -> Edges:
        """(source, target, weight) as arrays, an undirected edge once. Weights are int64 or float64; weight is None if
        edges have none.

        >>> import orujo
        >>> orujo.generate("grid:1x3").to_edges()
        (array([0, 1]), array([1, 2]), None)
        """
        source, target, weights = _parts.edge_columns(self)
        return self._names.of(source), self._names.of(target), self._wide(weights)

    def _wide(self, weights):
        """Stored weights in a type in which sums and differences are right; None if edges have none."""
        if not self.has_weights:
            return None
        kind = np.float64 if self._facts["weights"].startswith("real") else np.int64
        return np.empty(0, dtype=kind) if weights is None else weights.astype(kind)

    def subgraph(self, vertices: Iterable[Any]) -> Graph:
        """The graph of some vertices, by their labels or by a mask with a truth value for each, and of all
        edges between them.

        >>> import orujo
        >>> orujo.generate("grid:3x3").subgraph([0, 1, 4, 8])
        <orujo.Graph grid:3x3: 4 vertices, 2 edges, undirected>
        """
        return _parts.part_with(self, _parts.mask_of(self, vertices))

    def largest_component(self) -> Graph:
        """The graph of the vertices of the largest (weakly) connected component.

        >>> import orujo
        >>> orujo.from_edges([0, 1, 3], [1, 2, 4], directed=False).largest_component().labels
        array([0, 1, 2])
        """
        return _parts.part_with(self, _parts.largest_component_mask(self))

    def ego(self, vertex: Hashable, radius: int = 1, direction: Direction = "out") -> Graph:
        """The graph around a vertex: of those at most `radius` hops away, along edges "out", "in" or "all".

        >>> import orujo
        >>> orujo.generate("grid:1x9").ego(4, 2).labels
        array([2, 3, 4, 5, 6])
        """
        if not hasattr(radius, "__index__") or radius < 0:
            raise UsageError(f"radius: {radius!r} is no whole number from 0")
        radius = min(int(radius), self.num_vertices)  # no path is longer
        if direction not in ("out", "in", "all"):
            raise UsageError(f"direction is one of out, in, all, not {direction!r}")
        return _parts.around(self, vertex, radius, direction)

    def filter_edges(self, mask: Iterable[Any] | None = None, *, least: float | None = None,
                     most: float | None = None) -> Graph:
        """The graph of all vertices and of some edges: those for which a mask in the order of `to_edges()` is true,
        or those whose weights are not below `least` nor above `most`.

        >>> import orujo
        >>> orujo.from_edges([0, 1, 2], [1, 2, 3], [7, 5, 3], directed=True).filter_edges(most=5).num_edges
        2
        """
        if mask is None:
            bounds = {name: real(name, value) for name, value in (("least", least), ("most", most)) if value is not None}
            if any(abs(bound) >= 1 << 53 for bound in bounds.values()):  # not all whole numbers are a float64
                return self.filter_edges(_parts.mask_of_range(self, least, most))
            return _parts.part_with(self, None, **bounds)
        if least is not None or most is not None:
            raise UsageError("filter_edges: give a mask, or bounds of weights")
        columns = _parts.edge_columns(self)
        mask = _parts.checked_mask(np.asarray(mask), len(columns[0]), "edges")
        chosen = [None if column is None else column[mask] for column in columns]
        return _parts.graph_of_columns(chosen, self)

    def relabel(self, labels: Labelling) -> Graph:
        """The same graph in the same memory, whose vertices are called otherwise: by a mapping of some labels to
        others (a pandas Series maps its index), a function of a label, or as many labels as there are vertices, in
        their order.

        >>> import orujo
        >>> orujo.generate("grid:1x3").relabel(["Ulm", "Kempten", "Lindau"]).neighbours("Kempten").tolist()
        ['Ulm', 'Lindau']
        """
        old = self.labels.tolist()
        if hasattr(labels, "get"):
            labels = [labels.get(label, label) for label in old]
        elif callable(labels):
            labels = [labels(label) for label in old]
        try:
            labels = list(labels)
            different = len(set(labels))
        except TypeError as error:
            raise UsageError(f"relabel: hashable labels, or a mapping or function of labels, are needed: {error}") from None
        if len(labels) != len(old) or different != len(old):
            raise UsageError(f"relabel: {len(old)} different labels are needed, not {different}")
        return _parts.labelled_anew(self._core, labels)

    def union(self, other: Graph) -> Graph:
        """The graph of the vertices and edges of both, by labels; edges that both have are parallel edges.

        >>> import orujo
        >>> orujo.generate("grid:1x3").union(orujo.generate("grid:1x5")).num_vertices
        5
        """
        if not isinstance(other, Graph):
            raise UsageError(f"union: an orujo.Graph is needed, not {type_name(other)}")
        if self.is_directed != other.is_directed or self.has_weights != other.has_weights:
            raise UsageError("union: both graphs have to be directed or not, and weighted or not")
        return _parts.joined(self, other)

    def to_scipy(self, *, copy: bool = True) -> scipy.sparse.csr_array:
        """A `scipy.sparse.csr_array` whose rows and columns are in the order of `labels`.

        Weights are int64 or float64; edges without weights count 1. Parallel edges are one entry, their sum;
        UsageError if whole weights add up beyond 64 bits.

        copy: False: column indices and weights are the graph's own memory, in the types in which they are stored
            (32 bits where these suffice), and not to be written; parallel edges stay apart, which SciPy takes for
            their sum.

        >>> import orujo
        >>> orujo.generate("grid:1x3").to_scipy().toarray()
        array([[0., 1., 0.],
               [1., 0., 1.],
               [0., 1., 0.]])
        """
        from scipy.sparse import csr_array
        offsets, targets, weights = self._core.rows(False)
        small = len(targets) < 1 << 31 and self.num_vertices < 1 << 31
        kind = np.int32 if small else np.int64
        if flag("copy", copy):
            weights = self._wide(weights)
        indices = targets.view(np.int32) if small and not copy else targets.astype(kind)
        data = np.ones(len(targets)) if weights is None else weights
        matrix = csr_array((data, indices, offsets.astype(kind)), shape=(self.num_vertices, self.num_vertices))
        matrix.has_sorted_indices = True
        if copy and self._facts["parallel"] > 0:
            _sum_parallel(matrix)
        return matrix

    def to_networkx(self) -> networkx.Graph:
        """A graph of NetworkX with the same labels; weights are the attribute "weight".

        >>> import orujo
        >>> orujo.generate("grid:1x3").to_networkx().edges
        EdgeView([(0, 1), (1, 2)])
        """
        import networkx as nx
        kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph,
                 (False, True): nx.MultiGraph, (True, True): nx.MultiDiGraph}
        graph = kinds[self.is_directed, self._facts["parallel"] > 0]()
        graph.add_nodes_from(self.labels.tolist())
        source, target, weight = self.to_edges()
        if weight is None:
            graph.add_edges_from(zip(source.tolist(), target.tolist()))
        else:
            graph.add_weighted_edges_from(zip(source.tolist(), target.tolist(), weight.tolist()))
        return graph

    def save(self, path: Place) -> None:
        """Write the graph to a file, in the format that its suffix says: .orj (which keeps all, and is the
        fastest to read), .el .wel .csv .tsv .txt .mtx .gr .graph .sg .wsg. A warning says what a format has no
        place for: names, weights, or vertices without edges.

        >>> import orujo, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "grid.orj")
        >>> orujo.generate("grid:3x4").save(path)
        >>> orujo.read(path)
        <orujo.Graph grid.orj: 12 vertices, 17 edges, undirected>
        """
        lost_parts = _parts.with_known_labels(self)._core.save(os.fsdecode(path))
        for lost in lost_parts if _core.team()["rank"] == 0 else ():
            warnings.warn(f"{os.fsdecode(path)}: not written: {lost}", stacklevel=2)

    def __repr__(self) -> str:
        kind = "directed" if self.is_directed else "undirected"
        parts = [f"{self.num_vertices} vertices", f"{self.num_edges} edges", kind]
        if self.has_weights:
            parts.append("weighted")
        return f"<orujo.Graph {self.name}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        from orujo._html import page_of_graph
        return page_of_graph(self)

    def __copy__(self) -> Graph:
        return self  # nothing changes it

    def __deepcopy__(self, memo: object) -> Graph:
        return self

    def __reduce__(self):
        raise TypeError("graphs are not pickled: save(path) writes one, and orujo.read(path) reads it")

