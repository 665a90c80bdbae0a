"""Parquet and Arrow files by the package pyarrow, where the engine has no plug-in of its own for them."""
# SPDX-License-Identifier: Apache-2.0
from orujo import _core
from orujo._errors import InputError, UsageError

_STREAM = b"\xff\xff\xff\xff"  # what a stream of Arrow begins with


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
        from pyarrow import ipc, parquet
    except ImportError:
        return None
    try:
        if head.startswith(b"PAR1"):
            return parquet.read_table(path)
        with pyarrow.memory_map(path) as file:
            return (ipc.open_file(file) if head.startswith(b"ARROW1") else ipc.open_stream(file)).read_all()
    except pyarrow.ArrowException as error:
        raise InputError(f"{path}: {error}") from None


def ends_in(table, path, options):
    """What from_edges() takes, of a table and the options of read()."""
    for name in ("vertices", "vertex_column", "format", "weight_low"):
        if name in options:
            shown = {"vertex_column": "columns", "weight_low": "weights"}.get(name, name)
            raise UsageError(f"{path}: tables that pyarrow reads take no {shown}; use from_edges(), or read a CSV file")
    from pyarrow import types

    numbers = [types.is_integer(kind) or types.is_floating(kind) for kind in table.schema.types]
    source, target, weight = _core.columns_of_table(path, table.column_names, numbers, options)
    ends = {"source": _ids(table.column(source), options), "target": _ids(table.column(target), options)}
    if weight is not None and options.get("weights") != "none":
        column = table.column(weight)
        if column.null_count:
            missing = column.is_null().to_pylist().index(True)
            raise InputError(f"{path}: edge {missing} has no weight")
        ends["weight"] = column.cast("double") if options.get("weights") == "real" else column
    directed = options.get("directed")
    return ends | {"directed": True if directed is None else directed, "simple": options.get("simple", False)}


def _ids(column, options):
    return column.cast("string") if options.get("ids") == "names" else column
