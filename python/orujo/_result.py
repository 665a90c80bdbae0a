"""What an algorithm found."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Hashable, Iterator

import numpy as np

from orujo import _core
from orujo._checks import whole
from orujo._errors import UsageError
from orujo._labels import plain
from orujo._report import Report

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Self

    from orujo._graph import Graph
    from orujo._types import Array, Facts, Rows


def _number_text(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,}".replace(",", " ") if isinstance(value, int) else f"{value:.6g}"


class LocalRows:
    """The rows of a result that this process has, in the order of the whole result; alone a process has all of
    them. Columns are attributes; `rows` is the slice of the whole result that they are. Nothing here asks other
    processes for anything.

    >>> import orujo
    >>> orujo.bfs(orujo.generate("grid:1x3"), 0, gather=False).local
    <rows 0 to 3 of bfs of grid:1x3: columns depth, parent>
    """

    rows: slice

    def __init__(self, result: Result, arrays: Any, keys: Any) -> None:
        self._result = result
        self._held = arrays
        self._keys = keys
        self.rows = result._rows

    @property
    def columns(self) -> list[str]:
        """The names of the columns.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0).local.columns
        ['depth', 'parent']
        """
        return list(self._held)

    @property
    def vertices(self) -> Array:
        """The vertices of the rows, as the input calls them.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0).local.vertices
        array([0, 1, 2])
        """
        graph = self._result.graph
        return graph.labels[self.rows] if self._keys is None else graph._names.of(self._keys)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._held:
            raise AttributeError(f"there is no column '{name}'; there are {', '.join(self.__dict__.get('_held', ()))}")
        return self._result._read(name, self._held[name])

    def __getitem__(self, name: str) -> Any:
        """A column by its name."""
        return getattr(self, name)

    def __len__(self) -> int:
        return self.rows.stop - self.rows.start

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame: a row for each vertex, indexed by its label.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0).local.to_pandas().depth.tolist()
        [0, 1, 2]
        """
        import pandas as pd
        columns = {name: self._result._for_pandas(name, self[name], self._held[name]) for name in self.columns}
        return pd.DataFrame(columns, index=pd.Index(self.vertices, name=self._result._found["key"]))

    def __repr__(self) -> str:
        return (f"<rows {self.rows.start} to {self.rows.stop} of {self._result.algorithm} of "
                f"{self._result.graph.name}: columns {', '.join(self.columns)}>")


class Result:
    """Columns are arrays of NumPy, one value for each vertex in the order of `graph.labels` (or one for each
    row that the algorithm speaks of), and figures are numbers; both are attributes. "No value" is -1 in
    columns of whole numbers and of vertices that are numbers (-2**63 in `widest` of negative weights, also at the source), None among
    other labels, NaN in others. A figure that has the name of a column is called `..._total`.

    `algorithm` and `graph` say what was run on what, `columns` and `figures` (a dictionary) what was found, `remarks` what
    to know of it, `work` (a dictionary) what was done. `seconds` is how long the algorithm took, and `seconds_graph` how
    long it took to bring the graph into its form. `edges_traversed` are the edges that it went along.

    >>> import orujo
    >>> far = orujo.bfs(orujo.generate("grid:3x4"), 0)
    >>> far.depth.tolist(), far.max_depth
    ([0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5], 5)
    """

    algorithm: str
    graph: Graph
    is_gathered: bool
    figures: Facts
    work: Facts
    remarks: list[str]
    seconds: float
    seconds_graph: float
    edges_traversed: int

    def __init__(self, algorithm: str, graph: Graph, found: Any) -> None:
        self._found = found
        self.algorithm = algorithm
        self.graph = graph
        self._held = {name: plain(values) for name, values, _, _ in found["columns"]}
        first, count = found["rows"]
        self._rows = slice(first, first + count)
        self.is_gathered = found["gathered"]
        self.figures = {f"{name}_total" if name in self._held else name: value
                        for name, value in found["figures"].items()}
        self.work = found["work"]
        self.remarks = found["remarks"]
        self.seconds = found["seconds"]
        self.seconds_graph = found["seconds_graph"]
        self.edges_traversed = found["edges_traversed"]
        self._vertices = {name for name, _, are_vertices, _ in found["columns"] if are_vertices}
        self._optional = {name: none for name, _, _, none in found["columns"] if none is not None}
        self._labelled = {}
        self._made = {}

    @property
    def columns(self) -> list[str]:
        """The names of the columns.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:3x4"), 0).columns
        ['depth', 'parent']
        """
        return list(self._held)

    @property
    def _arrays(self):
        """The columns of all rows."""
        self._check_gathered()
        return self._held

    def _check_gathered(self):
        if not self.is_gathered:
            raise UsageError(f"the rows of this result of {self.algorithm} are spread over processes: local has those "
                             "of this one, and gather(), called in all of them, brings together all")

    @property
    def local(self) -> LocalRows:
        """The rows that this process has: `local.vertices`, and columns. Under mpirun each process has some.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0).local.depth
        array([0, 1, 2])
        """
        keys = self._found["keys"]
        if not self.is_gathered:
            return LocalRows(self, self._held, keys)
        held = {name: values[self._rows] for name, values in self._held.items()}
        return LocalRows(self, held, None if keys is None else keys[self._rows])

    def gather(self) -> Self:
        """Bring the rows of all processes to each of them; returns the result. All processes call it, or none.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0, gather=False).gather().depth
        array([0, 1, 2])
        """
        if not self.is_gathered:
            self._held = {name: plain(_core.gather(values)) for name, values in self._held.items()}
            if self._found["keys"] is not None:
                self._found["keys"] = _core.gather(self._found["keys"])
            self.is_gathered = True
        return self

    @property
    def starts(self) -> Array:
        """The vertices that it started from, as the input calls them.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 2).starts
        array([2])
        """
        return self.graph._names.of(np.array(self._found["sources"], dtype=np.int64))

    @property
    def report(self) -> Report:
        """The page of the run that the command's `--report` writes: a `Report`, which a notebook shows.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:3x4"), 0).report
        <report of bfs of grid:3x4; .save(path) writes the page, .open() shows it>
        """
        if "kept" not in self._found:
            raise UsageError(f"a result of {self.algorithm} has no page; declared algorithms have one")
        if "report" not in self._made:
            self._made["report"] = Report(self)
        return self._made["report"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "_held" not in self.__dict__:
            raise AttributeError(name)
        if name in self._held:
            return self._column(name)
        if name in self.figures:
            return self.figures[name]
        if name in self._found["lists"]:
            return self.graph._names.of(plain(self._found["lists"][name]))
        if name == self._found["key"]:
            return self._key()
        known = ", ".join(sorted(set(self.columns) | set(self.figures)))
        raise AttributeError(f"a result of {self.algorithm} has no '{name}'; it has {known}")

    def __iter__(self) -> Iterator[str]:
        """The names of columns, as those of a data frame."""
        return iter(self.columns)

    def __getitem__(self, name: str) -> Any:
        """A column or figure by its name."""
        try:
            return getattr(self, name)
        except AttributeError as error:
            raise KeyError(str(error)) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.columns, *self.figures, *self._found["lists"]]

    def _column(self, name):
        if name not in self._labelled:
            self._labelled[name] = self._read(name, self._arrays[name])
        return self._labelled[name]

    def _read(self, name, values):
        """Values of a column as its readers see them."""
        if values.dtype == np.uint8:  # there or not
            return values.view(np.bool_)
        return self.graph._names.of(values) if name in self._vertices else values

    def _key(self):
        if self._found["keys"] is None:
            return self.graph.labels
        self._check_gathered()
        return self.graph._names.of(plain(self._found["keys"]))

    def _row_of(self, label):
        self._check_gathered()
        keys = self._found["keys"]
        number = self.graph.index_of(label)
        if keys is None:
            return number
        rows = np.flatnonzero(keys == number)
        if not len(rows):
            raise UsageError(f"the result of {self.algorithm} has no row for {label!r}")
        return int(rows[0])

    def at(self, label: Hashable) -> Facts:
        """All values of one vertex, as a dictionary.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x3"), 0).at(2)
        {'depth': 2, 'parent': np.int64(1)}
        """
        row = self._row_of(label)
        return {name: self._value(name, row) for name in self.columns}

    def _value(self, name, row):
        value = self._arrays[name][row]
        if name in self._vertices:
            return self.graph.labels[value] if value >= 0 else None
        return bool(value) if self._arrays[name].dtype == np.uint8 else value.item()

    def path(self, target: Hashable | None = None) -> list[Any] | None:
        """The vertices on the way from the source to `target`, both included; None if there is no way.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x4"), 0).path(3)
        [0, 1, 2, 3]
        >>> orujo.sssp(orujo.generate("grid:1x4"), 0, parents=True).path(2)
        [0, 1, 2]
        """
        given = self._found["lists"].get("path")
        if given is not None:  # one target was asked for
            sought = self._found["target"]
            if target is not None and self.graph.index_of(target) != self.graph.index_of(sought):
                raise UsageError(f"path: the search was for {sought!r} alone; another one finds the way to {target!r}")
            return self.graph._names.of(given).tolist() if len(given) else None
        if self._found["key"] != "vertex" or "parent" not in self._arrays:
            raise UsageError(f"path: {self.algorithm} keeps no paths" + ("; parents=True keeps all, target= asks for one" if self.algorithm == "sssp" else ""))
        if target is None:
            raise UsageError("path: say to which vertex, as in path(7)")
        parent = self._arrays["parent"]
        way = [self.graph.index_of(target)]
        if parent[way[0]] < 0:
            return None
        while parent[way[-1]] != way[-1]:
            way.append(int(parent[way[-1]]))
        return self.graph._names.of(np.array(way[::-1], dtype=np.int64)).tolist()

    def top(self, count: int = 10, column: str | None = None) -> Rows:
        """The rows of greatest value: a list of (label, value), the greatest first.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x4"), 0).top(2)
        [(np.int64(3), 3), (np.int64(2), 2)]
        """
        count = whole("count", count)
        numbers = [each for each in self._arrays if each not in self._vertices]
        name = column or next(iter(numbers), None)
        if name not in numbers:
            known = f"there are {', '.join(numbers)}" if numbers else "vertices are not greater than others"
            raise UsageError(f"top: there is no column of numbers{'' if name is None else f' {name!r}'}; {known}")
        values = self._column(name)
        falling = ~values if values.dtype.kind in "iu" else -values.astype(float)
        order = np.lexsort((np.arange(len(values)), falling))[:count]
        keys = self._key()
        return [(keys[i], values[i].item()) for i in order]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame: a row for each vertex, indexed by its label; other rows have their key as a column.

        >>> import orujo
        >>> orujo.bfs(orujo.generate("grid:1x4"), 0).to_pandas().depth.mean()
        np.float64(1.5)
        """
        import pandas as pd
        columns = {name: self._for_pandas(name, self._column(name), self._held[name]) for name in self.columns}
        if self._found["keys"] is None:
            return pd.DataFrame(columns, index=pd.Index(self.graph.labels, name=self._found["key"]))
        return pd.DataFrame({self._found["key"]: self._key(), **columns})

    def _for_pandas(self, name, values, held):
        """The values of a column, of which `held` are those that the engine gave."""
        from pandas.arrays import IntegerArray
        lacks = held == self._optional.get(name, -1)
        may_lack = name in self._optional or name in self._vertices and lacks.any()
        return IntegerArray(values.copy(), lacks) if may_lack and values.dtype.kind in "iu" else values

    def __reduce__(self):
        raise TypeError("results are not pickled: to_pandas(), columns and figures may be")

    def _repr_html_(self) -> str:
        from orujo._html import page_of_result
        return page_of_result(self)

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {_number_text(value)}" for name, value in self.figures.items())
        columns = ", ".join(self.columns) + ("" if self.is_gathered else ", spread over processes")
        took = f"{self.seconds * 1e3:.3g} ms" if self.seconds < 1 else f"{self.seconds:.1f} s"
        return (f"<{self.algorithm} of {self.graph.name} in {took}: {figures}; "
                f"columns {columns}>")
