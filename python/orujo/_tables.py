"""Parquet and Arrow files by the package pyarrow, where the engine has no plug-in of its own for them."""
# SPDX-License-Identifier: Apache-2.0
from contextlib import contextmanager

from orujo import _core
from orujo._errors import InputError, UsageError
from orujo._words import in_python

_STREAM = b"\xff\xff\xff\xff"  # what a stream of Arrow begins with


class _Table:
    """A file whose columns are read when they are asked for."""

    def __init__(self, path, schema, columns):
        self.path = path
        self.schema = schema
        self.columns = columns


def table_in(path):
    """The table of a Parquet or Arrow file; None if it is no such file, or there is no pyarrow."""
    try:
        with open(path, "rb") as file:
            head = file.read(8)
    except OSError:
        return None  # the engine says what is wrong
    if not head.startswith((b"PAR1", b"ARROW1", _STREAM)):
        return None
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return None
    with _errors_of(path):
        if head.startswith(b"PAR1"):
            return _Table(path, parquet.read_schema(path), lambda names: parquet.read_table(path, columns=names))
        with pyarrow.memory_map(path) as file:
            opened = pyarrow.ipc.open_file if head.startswith(b"ARROW1") else pyarrow.ipc.open_stream
            table = opened(file).read_all()
        return _Table(path, table.schema, table.select)


@contextmanager
def _errors_of(path):
    """Names the file in what is wrong with it."""
    import pyarrow

    try:
        yield
    except (InputError, pyarrow.ArrowException, OSError) as error:
        raise InputError(f"{path}: {str(error).removeprefix('edges: ')}") from None


def graph_of_table(table, options, make):
    """The graph of a table by the options of read(), made by `make` as from_edges() does."""
    for name in ("vertices", "vertex_column", "format", "weight_low"):
        if name in options:
            shown = {"vertex_column": "columns", "weight_low": "weights"}.get(name, name)
            raise UsageError(f"{table.path}: tables that pyarrow reads take no {shown}; use from_edges(), or a CSV file")
    from pyarrow import types

    kinds = table.schema.types
    numbers = [types.is_integer(kind) or types.is_floating(kind) for kind in kinds]
    source, target, weight = _core.columns_of_table(table.path, table.schema.names, numbers, options)
    if options.get("weights") == "none":
        weight = None
    with _errors_of(table.path):
        read = table.columns([table.schema.names[at] for at in dict.fromkeys((source, target, weight)) if at is not None])
        if not read.num_rows:
            raise InputError("holds no edges: there are no rows")
        column = {at: read.column(table.schema.names[at]) for at in (source, target, weight) if at is not None}
        ends = dict(zip(("source", "target"), _ids(column[source], column[target], options)))
        if weight is not None:
            ends["weight"] = _weights(column[weight], table.schema.names[weight], options)
        directed = options.get("directed")
        return make(**ends, directed=True if directed is None else directed, simple=options.get("simple", False))


def _is_text(kind):
    from pyarrow import types

    if types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return types.is_string(kind) or types.is_large_string(kind)


def _ids(source, target, options):
    """Both columns as whole numbers, or both as texts."""
    from pyarrow import types

    for column in (source, target):
        if not types.is_integer(column.type) and not _is_text(column.type):
            raise InputError(f"vertices are whole numbers or texts, not values of the type {column.type}")
    if options.get("ids") == "numbers":
        numbers = [column if types.is_integer(column.type) else column.cast("string").cast("int64") for column in (source, target)]
        return _from_zero(numbers)
    if options.get("ids") == "names" or _is_text(source.type) or _is_text(target.type):
        return [column if _is_text(column.type) else column.cast("string") for column in (source, target)]
    return _from_zero([source, target])


def _from_zero(columns):
    """Columns of whole numbers none of which is negative, as from all other files."""
    from pyarrow import compute

    for column in columns:
        least = compute.min(column).as_py()
        if least is not None and least < 0:
            raise InputError(in_python(f"vertex id {least} is negative; ids are 0 and up"))
    return columns


def _weights(column, name, options):
    from pyarrow import types

    if not types.is_integer(column.type) and not types.is_floating(column.type):
        raise InputError(f"the column '{name}' is the weight, and its values are of the type {column.type}; "
                         "weights='none' leaves weights out")
    if column.null_count:
        raise InputError(f"edge {column.is_null().to_pylist().index(True)} has no weight")
    return column.cast("double", safe=False) if options.get("weights") == "real" else column
