"""Algorithms of users: operators along edges, and the engines that run them."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import functools
import inspect
import time
from typing import TYPE_CHECKING, Any, Callable, overload

import numpy as np

from orujo import _core
from orujo._checks import suggestion
from orujo._compiled import address_of, carry_kernel, each_kernel, has_numba, label_kernel
from orujo._errors import UsageError, type_name
from orujo._graph import Graph
from orujo._labels import plain
from orujo._result import Result
from orujo._rounds import edges_by_numpy, labels_by_rounds, vertices_by_numpy, worst
from orujo._teams import workers_for

if TYPE_CHECKING:
    from orujo._types import Along, Array, Combined, Numbers, Order, Step

_TYPES = ("int32", "int64", "float64")
_COMBINED = ("min", "max", "sum")
_ORDERS = ("buckets", "levels", "strict", "priority_per_worker", "priority_per_rank", "unordered")


def _one_of(name, value, known):
    if value not in known:
        raise UsageError(f"{name} is one of {', '.join(known)}, not {value!r}{suggestion(str(value), known)}")
    return value


def _type_called(dtype):
    """The name of a type of NumPy or Python, such as np.int64 or int; what is none stays as it is."""
    try:
        return np.dtype(dtype).name
    except TypeError:
        return dtype


def _plain(function):
    """A function that calls a ufunc, which Numba compiles and ufuncs themselves it does not."""
    return lambda value, weight: function(value, weight)


class Operator:
    """What an edge makes of the value of its source: `orujo.operator` makes one of a function.

    >>> import orujo
    >>> isinstance(orujo.operator(lambda distance, weight: distance + weight, compiled=False), orujo.Operator)
    True
    """

    def __init__(self, function: Step, kind: tuple[Numbers, Combined], compiled: bool | None) -> None:
        dtype, combine = kind
        self.dtype = _one_of("dtype", _type_called(dtype), _TYPES)
        self.combine = _one_of("combine", combine, _COMBINED)
        self._address = address_of(function)
        self._weight = None if self._address is None else _checked_address(self._address, self.dtype)
        if self._address is None:
            _check_function(function)
        self.function = _plain(function) if isinstance(function, np.ufunc) else function
        self.is_compiled = self._address is not None or (has_numba() if compiled is None else bool(compiled))
        if self.is_compiled and self._address is None and not has_numba():
            raise UsageError("compiled=True needs Numba: pip install numba")
        self._kernels = {}
        functools.update_wrapper(self, function, updated=())
        self.__name__ = getattr(function, "__name__", "operator")

    def __call__(self, value: Any, weight: Any) -> Any:
        return self.function(value, weight)

    def __repr__(self) -> str:
        how = "compiled" if self.is_compiled else "by NumPy"
        return f"<orujo.Operator {self.__name__}: {self.dtype}, {self.combine}, {how}>"

    def _calling(self, use, number):
        """What the engine is told of what it calls along edges of labels, along edges, or for vertices, where weights
        or numbers are of a type of NumPy, or "none".
        """
        if self._address is not None:
            if self._weight == "int64" and number.startswith("float"):
                raise UsageError(f"{self.__name__}: it takes whole numbers, but these are real")
            return {"address": self._address[0], "form": self._weight}
        if (use, number) not in self._kernels:
            self._kernels[use, number] = _KERNELS[use](self, number)
        return {"address": self._kernels[use, number].address, "form": number if use == "vertex" else "block"}


_KERNELS = {
    "label": lambda made, stored: label_kernel(made.function, made.dtype, stored, made.combine == "max"),
    "edge": lambda made, stored: carry_kernel(made.function, made.dtype, stored),
    "vertex": lambda made, number: each_kernel(made.function, made.dtype, number),
}


def _check_function(function):
    if not callable(function):
        raise UsageError(f"operator: a function is needed, not {function!r}")
    try:
        inspect.signature(function).bind(0, 1)
    except TypeError:
        raise UsageError(f"{function.__name__}: an operator takes a value and a weight") from None
    except ValueError:  # of what has no signature, such as ufuncs
        pass


def _checked_address(address, dtype):
    """The type of weights that a compiled function takes."""
    types = address[1]
    if types is None:
        raise UsageError("operator: the function has no types; set its argtypes and restype")
    weight = types[1] if len(types) == 3 else None
    if types != [dtype, weight, dtype] or weight not in ("int64", "float64"):
        raise UsageError(f"operator: it takes a {dtype} and an int64 or float64, and returns a {dtype}; this one is "
                         f"{types[-1]}({', '.join(types[:-1])})")
    return weight


@overload
def operator(function: None = None, *, dtype: Numbers = "float64", combine: Combined = "min",
             compiled: bool | None = None) -> Callable[[Step], Operator]: ...
@overload
def operator(function: Step, *, dtype: Numbers = "float64", combine: Combined = "min",
             compiled: bool | None = None) -> Operator: ...
def operator(function: Step | None = None, *, dtype: Numbers = "float64", combine: Combined = "min",
             compiled: bool | None = None) -> Any:
    """Make an operator of a function of a value and a weight: what an edge makes of its source's value.

    Numba compiles it where it is installed, and it then runs on all workers without the interpreter. Without Numba it
    is given arrays of values and of weights, for many edges at once, so write it in a way that does for both: with
    `np.where(a < b, x, y)` instead of `if`. A weight is an int64 or a float64, as the graph has it, or the
    number 1. A pointer of ctypes or of numba.cfunc is an operator, too.

    dtype: what values are: int32, int64, float64.
    combine: what becomes of several values for one vertex: min, max or sum.
    compiled: whether Numba compiles it; None: if it is there.

    >>> import orujo
    >>> @orujo.operator(dtype="int64", combine="min")
    ... def farther(distance, weight):
    ...     return distance + weight
    >>> farther(3, 4)
    7
    """
    if function is None:
        return functools.partial(operator, dtype=dtype, combine=combine, compiled=compiled)
    return Operator(function, (dtype, combine), compiled)


def _as_values(values, dtype, name):
    """An array of the type, which holds the very numbers that are given."""
    given = np.asarray(values)
    if given.dtype.kind not in "biuf" or given.ndim > 1:
        raise UsageError(f"{name}: numbers are needed, not {values!r}")
    with np.errstate(invalid="ignore"):
        array = np.array(given, dtype=dtype, order="C")
    if not np.array_equal(array, given, equal_nan=given.dtype.kind == "f"):
        raise UsageError(f"{name}: not all of these are {dtype}")
    return array


def _starts_in(graph, operator, start):
    """(vertices, their labels), ascending; no vertices where there is a label for each."""
    if not hasattr(start, "items"):
        labels = _as_values(start, operator.dtype, "start")
        if labels.shape != (graph.num_vertices,):
            raise UsageError(f"start: a label for each of {graph.num_vertices} vertices is needed, or a mapping of "
                             "some vertices to labels")
        return np.zeros(0, dtype=np.int64), labels
    given = list(start.items())  # of a dictionary, or of a series of pandas
    if not given:
        raise UsageError("start: a mapping of at least one vertex is needed")
    vertices = np.array([graph.index_of(label) for label, _ in given], dtype=np.int64)
    order = np.argsort(vertices)
    return vertices[order], _as_values([value for _, value in given], operator.dtype, "start")[order]


def label_correcting(graph: Graph, operator: Operator, start: Any, *, rest: float | None = None,
                     order: Order | None = None, width: float = 0, direction: Along = "out", weighted: bool = True,
                     gather: bool = True, workers: int | None = None) -> Result:
    """Give every vertex the best label that any path from a start gives it.

    An operator makes of a vertex's label the one that an edge gives its target; `combine` of the operator says
    whether the lesser ("min") or the greater ("max") of two labels is better. The answer is the same under
    every order, for every number of workers and processes, and in every run, if the operator never makes a label
    better and makes of better labels labels at least as good; otherwise it may be another one each time, or take
    forever (Ctrl-C stops it).

    start: a mapping of vertices to labels, or an array with a label for each vertex.
    rest: the label of vertices that no start names; None: the worst number of the type.
    order: in what order vertices are looked at: buckets (the default from some vertices), levels, strict,
        priority_per_worker (the default from all), priority_per_rank, unordered. Without Numba it is by hops.
    width: how wide the ranges of buckets, levels or priority_per_worker are; 0: chosen.
    direction: along which edges: "out", or "both". weighted: whether the operator is given weights, or else 1.
    gather: under mpirun, whether every process gets all labels; if not, each has its own, `result.local`.

    >>> import numpy as np, orujo
    >>> @orujo.operator(dtype="int64", combine="max")
    ... def narrower(width, weight):
    ...     return np.minimum(width, weight)
    >>> roads = orujo.from_edges([0, 1, 0], [1, 2, 2], [7, 5, 3], directed=False)
    >>> orujo.label_correcting(roads, narrower, {0: 99}, rest=0).label
    array([99,  7,  5])
    """
    rows = _rows(graph, operator, direction, weighted)
    if operator.combine == "sum":
        raise UsageError("label_correcting: an operator with combine='min' or 'max' is needed, not 'sum'")
    vertices, labels = _starts_in(graph, operator, start)
    rest = _as_values(worst(operator) if rest is None else rest, operator.dtype, "rest").item()
    order = _one_of("order", order or ("buckets" if len(vertices) else "priority_per_worker"), _ORDERS)
    if operator.is_compiled:
        call = {"order": f"{order}:{width}" if width else order, "roots": vertices.tolist(), "rest": rest,
                "greater": operator.combine == "max", "gather": bool(gather), "workers": workers_for(graph._facts["arcs"], workers)}
        found = rows.correct(call | operator._calling("label", rows.weights), labels)
    else:
        found = _by_rounds(rows, operator, (vertices, labels, rest), gather)
    return _result_of(graph, found | {"rows": (rows.first, rows.size), "gathered": bool(gather) or rows.is_whole}, vertices)


def _rows(graph, operator, direction, weighted):
    """The edges that an operator runs along."""
    if not isinstance(graph, Graph):
        raise UsageError(f"an orujo.Graph is needed, not {type_name(graph)}")
    if not isinstance(operator, Operator):
        raise UsageError(f"an operator is needed, not {operator!r}; orujo.operator makes one of a function")
    _one_of("direction", direction, ("out", "both"))
    form = direction == "both", bool(weighted)
    if form not in graph._rows:
        graph._rows[form] = _core.Rows(graph._core, *form)
    return graph._rows[form]


def _own_array(array, rows, dtype, name):
    """The array itself, which has a value for each vertex of this process."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != (rows.size,):
        raise UsageError(f"{name}: an array of {dtype} with a value for each of {rows.size} vertices is needed")
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise UsageError(f"{name}: an array that can be written, in one piece, is needed")
    return array


def _front(vertices, rows):
    if vertices is None:
        return np.arange(rows.size, dtype=np.int64)
    vertices = np.ascontiguousarray(vertices)
    if vertices.ndim != 1 or (vertices.dtype.kind not in "iu" and len(vertices)):
        raise UsageError("vertices: an array of places is needed, as graph.index_of() says them")
    return vertices.astype(np.int64, copy=False)


def edge_map(graph: Graph, vertices: Any, operator: Operator, values: Array, into: Array | None = None, *,
             direction: Along = "out", weighted: bool = True, workers: int | None = None) -> Array:
    """Tell the targets of all edges out of some vertices what the operator makes of the values of their sources:
    `combine` of the operator says how that changes the values of the targets. Returns the places of those that it
    changed (or added something to), each once and in no order: the next vertices of an algorithm in rounds.

    vertices: places in `graph.labels`, of vertices that edges lead out of; None: all.
    values: an array of the operator's type with a value for each vertex.
    into: the array that is changed; None: `values` itself. A vertex then tells what it has become meanwhile, or not.
    direction: along which edges: "out", or "both".

    Under mpirun arrays and places are those of the vertices of each process, `graph.labels[graph.own]`.

    >>> import numpy as np, orujo
    >>> @orujo.operator(dtype="int64", combine="sum")
    ... def one(value, weight):
    ...     return value
    >>> grid = orujo.generate("grid:2x2")
    >>> count = np.zeros(4, dtype=np.int64)
    >>> len(orujo.edge_map(grid, [0, 1], one, np.ones(4, dtype=np.int64), count)), count.tolist()
    (4, [1, 1, 1, 1])
    """
    rows = _rows(graph, operator, direction, weighted)
    values = _own_array(values, rows, operator.dtype, "values")
    into = values if into is None else _own_array(into, rows, operator.dtype, "into")
    front = _front(vertices, rows)
    if not operator.is_compiled:
        return edges_by_numpy(rows, operator, front, (values, into))
    call = {"combine": operator.combine, "vertices": front, "workers": workers_for(graph._facts["arcs"], workers)}
    return plain(rows.map_edges(call | operator._calling("edge", rows.weights), values, into))


def vertex_map(graph: Graph, vertices: Any, operator: Operator, values: Array, numbers: Any, *,
               workers: int | None = None) -> Array:
    """Give vertices the values that the operator makes of theirs and of numbers beside them, in place. Returns the
    places of those whose values are other ones now, in no order.

    vertices: places in `graph.labels`, each once; None: all.
    values: an array of the operator's type with a value for each vertex.
    numbers: an array of int64 or float64 with a number for each vertex.

    >>> import numpy as np, orujo
    >>> @orujo.operator(dtype="float64")
    ... def halved(value, divisor):
    ...     return value / divisor
    >>> grid = orujo.generate("grid:2x2")
    >>> values = np.array([1.0, 2.0, 0.0, 4.0])
    >>> orujo.vertex_map(grid, [2, 3], halved, values, np.full(4, 2.0)), values.tolist()
    (array([3]), [1.0, 2.0, 0.0, 2.0])
    """
    rows = _rows(graph, operator, "out", True)
    values = _own_array(values, rows, operator.dtype, "values")
    numbers = np.asarray(numbers)
    number = "float64" if numbers.dtype.kind == "f" or operator._weight == "float64" else "int64"
    numbers = np.ascontiguousarray(numbers, dtype=number)
    if numbers.shape != values.shape:
        raise UsageError(f"numbers: a number for each of {len(values)} vertices is needed")
    front = _front(vertices, rows)
    if not operator.is_compiled:
        return vertices_by_numpy(operator, front, values, numbers)
    call = {"vertices": front, "numbers": numbers, "workers": workers_for(graph._facts["arcs"], workers)}
    return plain(rows.map_vertices(call | operator._calling("vertex", number), values))


def _by_rounds(rows, operator, starts, gathers):
    """What the engine finds, by NumPy."""
    begin = time.perf_counter()
    vertices, given, rest = starts
    own = np.arange(rows.first, rows.first + rows.size, dtype=np.int64)
    known = np.concatenate([own, rows.ghosts()])
    if len(vertices):
        labels = np.full(len(known), rest, dtype=operator.dtype)
        places = np.minimum(np.searchsorted(vertices, known), len(vertices) - 1)
        is_start = vertices[places] == known
        labels[is_start] = given[places[is_start]]
        front = np.flatnonzero(is_start[:rows.size])
    else:
        labels = given[known]
        front = np.arange(rows.size)
    count = labels_by_rounds(rows, operator, labels, front)
    seconds = time.perf_counter() - begin
    found = np.ascontiguousarray(labels[:rows.size])
    return {"labels": _core.gather(found) if gathers else found, "work": {"phases": count}, "seconds": seconds}


def _result_of(graph, found, vertices):
    if not found["gathered"]:
        graph._names.all()  # by all processes here, so that none waits for others when it looks at its rows
    return Result("label_correcting", graph, {
        "columns": [("label", found["labels"], False, None)], "figures": {}, "lists": {}, "remarks": [],
        "rows": found["rows"], "gathered": found["gathered"],
        "work": found["work"], "seconds": found["seconds"], "seconds_graph": 0.0, "edges_traversed": 0,
        "sources": vertices, "key": "vertex", "keys": None})
