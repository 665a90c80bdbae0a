"""How graphs are made: of files, generators, arrays, and what other libraries call a graph."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import re
import warnings
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from orujo import _core
from orujo._adjacency import arcs_of, numbers_of, rows_of, starts_of_parallel, values_of
from orujo._checks import flag, names_checked, text, whole
from orujo._coding import CodedColumn, are_texts, coded_column, numbered
from orujo._columns import NUMBERS, as_column
from orujo._errors import InputError, UsageError, type_name
from orujo._graph import Graph
from orujo._labels import ObjectLabels
from orujo._progress import shown_progress
from orujo._tables import graph_of_table, table_in
from orujo._teams import checked_workers, workers_for_own

if TYPE_CHECKING:
    import networkx

    from orujo._types import Column, Columns, Ids, Place, Weights

_DRAWN = (0, (1 << 32) - 1)  # weights that are drawn


def _given(**options):
    """Options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def _weight_options(weights):
    """What `weights=` says, as the engine takes it."""
    if isinstance(weights, tuple) and len(weights) == 2:
        return {"weight_low": whole("weights", weights[0], *_DRAWN), "weight_high": whole("weights", weights[1], *_DRAWN)}
    if weights is None or weights in ("file", "real", "none"):
        return _given(weights=weights)
    raise UsageError(f"weights is 'file', 'real', 'none' or a pair (low, high) of whole numbers, not {weights!r}")


def _column_options(columns):
    """The columns of a table that are source, target, weight and vertex."""
    known = ("source", "target", "weight", "vertex")
    if columns is not None and not hasattr(columns, "items"):
        raise UsageError(f"columns is a dict such as {{'source': 1, 'target': 'to'}}, not {columns!r}")
    for role in columns or ():
        if role not in known:
            raise UsageError(f"columns has the keys {', '.join(known)}, not {role!r}")
    return {f"{role}_column": str(column) for role, column in (columns or {}).items()}


def _file_at(path):
    """The path of a file that there is."""
    path = os.path.expanduser(os.fsdecode(path))
    if _core.is_generator(path):
        raise UsageError(f"{path} names a generator: use orujo.generate({path!r})")
    if not os.path.exists(path):
        meant = ":" in path and _generator_like(path)
        raise InputError(f"{path}: there is no such file" + (f"; did you mean orujo.generate({meant!r})?" if meant else ""))
    return path


def _generator_like(spec):
    """How the generator is written that is much like a text; nothing if none is."""
    forms = _core.generator_forms()
    kind, colon, sizes = spec.partition(":")
    near = get_close_matches(kind, re.findall(r"\b([a-z][a-z0-9]*):", forms), 1)
    if not near:
        return ""
    return f"{near[0]}:{sizes}" if colon else re.search(rf"\b{near[0]}:\S*[^,\s]", forms)[0]


def _no_generator(spec):
    """Says so, and what may be meant."""
    meant = _generator_like(spec) if isinstance(spec, str) else ""
    hint = f"; did you mean '{meant}'?" if meant else ""
    if isinstance(spec, str) and os.path.exists(spec):
        hint = "; orujo.read reads files"
    return f"generate: {spec!r} is no generator{hint} (those are {_core.generator_forms()})"


def _told_of_first_edge(graph, path):
    """The graph; says where names of columns may have been taken for an edge. Called by what users call."""
    for guess in graph.facts["guesses"] if _core.team()["rank"] == 0 else ():
        if "if they name the columns" in guess:
            warnings.warn(f"{path}: {guess}", stacklevel=4)
    return graph


@names_checked
def read(path: Place, *, directed: bool | None = None, weights: Weights | None = None, simple: bool = False,
         format: str | None = None, columns: Columns | None = None, vertices: Place | None = None,
         ids: Ids | None = None, workers: int | None = None) -> Graph:
    """Read a graph from a file of any format, packed or not; the content decides which.

    Edge lists (`u v` or `u v w` on each line, .csv and .tsv with a header or without, SNAP), Matrix Market,
    DIMACS, METIS, GAP, GraphML, GEXF, GML, Pajek, Parquet, Arrow and .orj.

    directed: whether edges are one-way; None: what the file says.
    weights: "file" (if it has any), "real" (the same as real numbers), "none", or (low, high): drawn.
    simple: leave out loops, and all but the lightest of parallel edges. Else they are kept, and each
        algorithm leaves out those that mean nothing to it, which takes it a copy of such a graph.
    format: what the file is, whatever it looks like: "edge-list", "matrix-market", ...
    columns: which columns of a table are what, by name or number from 1: {"source": "from", "target": "to",
        "weight": "km"}.
    vertices: a file that lists all vertices, one on each line, with edges or without.
    ids: "numbers", "names" or "labels": what the file calls vertices; None: as its beginning looks.
    workers: how many threads work.

    Raises InputError with file:line:column for what cannot be read, MemoryLimitError before it does not fit. Warns
    of a first line that was taken for an edge and may name the columns; facts["guesses"] has what was assumed.

    >>> import orujo, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "roads.el")
    >>> with open(path, "w") as file:
    ...     print("0 1\\n1 2", file=file)
    >>> orujo.read(path)
    <orujo.Graph roads.el: 3 vertices, 2 edges, directed>
    """
    path = _file_at(path)
    options = _given(directed=None if directed is None else flag("directed", directed), simple=flag("simple", simple),
                     format=None if format is None else text("format", format), ids=None if ids is None else text("ids", ids),
                     vertices=None if vertices is None else os.fsdecode(vertices))
    options |= _weight_options(weights) | _column_options(columns)
    table = None if _core.are_tables_read() else table_in(path)
    if table is not None:
        return graph_of_table(table, options, partial(from_edges, name=os.path.basename(path), workers=workers))
    with shown_progress(f"reading {os.path.basename(path)}") as options["progress"]:
        graph = Graph(_core.load(path, options, checked_workers(workers)))
    return _told_of_first_edge(graph, path)


@names_checked
def generate(spec: str, *, directed: bool | None = None, weights: Weights | None = None, seed: int = 1,
             simple: bool = True, workers: int | None = None) -> Graph:
    """Make a graph by rules: "kron:18" (Graph500, 2^18 vertices), "rmat:16:8:0.6,0.2,0.1,0.1", "uniform:16",
    "random4n:16", "grid:100x200", "smallworld:1000:6:0.1".

    weights: (low, high): whole numbers drawn for each edge. The same seed draws the same graph, whoever works.
    simple: leave out loops, and all but one of parallel edges.

    >>> import orujo
    >>> orujo.generate("grid:3x4")
    <orujo.Graph grid:3x4: 12 vertices, 17 edges, undirected>
    """
    if not isinstance(spec, str) or not _core.is_generator(spec):
        raise UsageError(_no_generator(spec))
    options = _given(directed=None if directed is None else flag("directed", directed), simple=flag("simple", simple),
                     seed=whole("seed", seed)) | _weight_options(weights)
    with shown_progress(f"generating {spec}") as options["progress"]:
        return Graph(_core.load(spec, options, checked_workers(workers)))


def _ends_column(values, name):
    """Numbers or labels, which may be coded already."""
    coded = coded_column(values, name)
    return as_column(values, name) if coded is None else coded


def _are_numbers(column):
    return not isinstance(column, CodedColumn) and column.dtype.kind in "iu"


def _has_negative(column):
    return column.dtype.kind == "i" and len(column) > 0 and column.min() < 0


@names_checked
def from_edges(source: Column, target: Column, weight: Column | None = None, *, directed: bool,
               num_vertices: int | None = None, simple: bool = False, name: str = "edges",
               workers: int | None = None) -> Graph:
    """Make a graph of edges that are listed in columns: arrays of NumPy, columns of pandas, Polars or Arrow, what
    speaks DLPack or the buffer protocol, or any sequence.

    Whole numbers from 0 stand for themselves: vertices are those that appear, or 0 ... num_vertices - 1. Texts,
    whole numbers where some are below 0, and any other hashable objects are labels, which results come back with.
    Arrays of 32 or 64 bits are read where they lie, in any stride; others are copied first, and labels are numbered, in
    the order of texts or of whole numbers, or else of their first appearance.

    directed: whether edges are one-way. Undirected edges may be listed in one direction or in both; then they are
        parallel edges.
    weight: numbers; real ones stay real.

    >>> import orujo
    >>> orujo.from_edges([0, 1, 2], [1, 2, 0], directed=True)
    <orujo.Graph edges: 3 vertices, 3 edges, directed>
    """
    source, target = _ends_column(source, "source"), _ends_column(target, "target")
    arrays = _given(weight=None if weight is None else _weight_column(weight))
    count = None if num_vertices is None else whole("num_vertices", num_vertices, 0, 1 << 62)
    options = _given(directed=flag("directed", directed), simple=flag("simple", simple), name=text("name", name),
                     num_vertices=count)
    labels, are_numbers = None, _are_numbers(source) and _are_numbers(target)
    if not are_numbers and num_vertices is not None:
        raise UsageError("num_vertices: vertices are 0 ... num_vertices - 1, but labels are no whole numbers")
    if not are_numbers or num_vertices is None and (_has_negative(source) or _has_negative(target)):
        source, target, labels = numbered(source, target)
        options["num_vertices"] = len(labels)
        if are_texts(labels):
            options["names"], labels = labels, None
    arrays |= {"source": source, "target": target}
    core = _core.from_arrays(arrays, options, workers_for_own(len(target), workers))
    return Graph(core, None if labels is None else ObjectLabels(labels, named=False))


def _stored_weights(matrix):
    """(the matrix, the weights of its entries); truth values are no weights, and a stored False is no edge."""
    if matrix.dtype != bool:
        return matrix, _weight_column(matrix.data, "values")
    if not matrix.data.all():
        matrix = matrix.copy()
        matrix.eliminate_zeros()
    return matrix, None


@names_checked
def from_scipy(matrix: Any, *, directed: bool = True, weights: bool = True, name: str = "matrix",
               workers: int | None = None) -> Graph:
    """Make a graph of a square sparse matrix or array: an edge for each entry, from its row to its column.

    Arrays of CSR are read where they lie; other layouts are turned into CSR first. Stored zeros are edges.
    Entries that are stored twice are added up, as SciPy does, in a copy where the graph is undirected.

    directed: if not, an entry in either triangle is an edge, and the lighter of two entries counts, as in
        scipy.sparse.csgraph.
    weights: whether values are weights. Truth values are none: then an entry that is True is an edge.

    >>> import orujo, scipy.sparse
    >>> orujo.from_scipy(scipy.sparse.csr_array([[0, 7, 0], [0, 0, 5], [3, 0, 0]]))
    <orujo.Graph matrix: 3 vertices, 3 edges, directed, weighted>
    """
    if not hasattr(matrix, "tocsr") or matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise UsageError(f"from_scipy: a square sparse matrix is needed, not {_kind_of_matrix(matrix)}")
    rows = matrix.tocsr()
    if not directed and not rows.has_canonical_format:  # of what is left the lightest counts
        rows = rows.copy() if rows is matrix else rows
        rows.sum_duplicates()
    matrix, values = _stored_weights(rows)
    arrays = {"rows": matrix.indptr, "target": matrix.indices}
    if flag("weights", weights) and values is not None:
        arrays["weight"] = values
    options = {"directed": flag("directed", directed), "name": text("name", name), "num_vertices": matrix.shape[0],
               "parallel": "sum" if directed else "lightest"}
    if directed and matrix.has_canonical_format:
        options.pop("parallel")
    return Graph(_core.from_arrays(arrays, options, workers_for_own(matrix.nnz, workers)))


def _kind_of_matrix(matrix):
    """What was given instead of a square sparse matrix."""
    if not hasattr(matrix, "tocsr"):
        hint = "; scipy.sparse.csr_array makes one of it" if hasattr(matrix, "__array__") else ""
        return type(matrix).__name__ + hint
    return "one of " + " x ".join(map(str, matrix.shape))


@names_checked
def from_networkx(graph: networkx.Graph, *, weight: str | None = "weight", name: str | None = None,
                  workers: int | None = None) -> Graph:
    """Make a graph of one of NetworkX, with its labels.

    weight: the attribute of edges that is their weight, where they have it (else 1); None: no weights. A graph
    none of whose edges has it has no weights.

    >>> import networkx, orujo
    >>> orujo.from_networkx(networkx.path_graph(["Ulm", "Kempten", "Lindau"])).labels.tolist()
    ['Ulm', 'Kempten', 'Lindau']
    """
    if not hasattr(graph, "adj") or not hasattr(graph, "_adj"):
        raise UsageError(f"from_networkx: a graph of NetworkX is needed, not {type_name(graph)}")
    labels = list(graph)
    numbers = numbers_of(labels)
    rows = rows_of(graph, labels)
    source, target, chosen = _edges_of(graph, rows, numbers)
    arrays = {"source": source, "target": target}
    if weight is not None:
        values, having = values_of(rows, weight, graph.is_multigraph())
        if having:
            arrays["weight"] = _attribute_column(graph, values, weight)[chosen]
    options = {"directed": graph.is_directed(), "num_vertices": len(labels),
               "name": text("name", name or str(graph.name or "graph"))}
    core = _core.from_arrays(arrays, options, workers_for_own(len(target), workers))
    return Graph(core, None if numbers is None else ObjectLabels(labels, named=False))


def _weight_column(weight, name="weight"):
    """Weights as the engine takes them."""
    column = as_column(weight, name)
    if column.dtype.kind not in "iuf":
        place, wrong = next((at, each) for at, each in enumerate(column.tolist()) if not _is_weight(each))
        raise UsageError(f"{name}: numbers are needed, not {wrong!r} (edge {place})")
    return column


def _is_weight(value):
    return isinstance(value, NUMBERS) and not isinstance(value, np.timedelta64) and not abs(value) >= 1 << 63


def _attribute_column(graph, values, attribute):
    """The values of an attribute of all edges of a graph of NetworkX."""
    column = as_column(values, "weight")
    if column.dtype.kind in "iuf":
        return column
    source, target, wrong = next(edge for edge in graph.edges(data=attribute, default=1) if not _is_weight(edge[2]))
    raise UsageError(f"weight: numbers are needed, not {wrong!r} as {attribute!r} of the edge from {source!r} to {target!r}; "
                     "weight=None leaves weights out")


def _edges_of(graph, rows, numbers):
    """The ends of edges as arrays, each edge once, and which of the edges of all rows those are."""
    offsets, target = arcs_of(rows, numbers)
    source = np.repeat(np.arange(len(rows), dtype=np.int64), np.diff(offsets))
    if graph.is_multigraph():
        counts = starts_of_parallel(rows)[1]
        source, target = np.repeat(source, counts), np.repeat(target, counts)
    if graph.is_directed():
        return source, target, slice(None)
    once = source <= target  # an undirected edge is in the rows of both its ends
    return source[once], target[once], once
