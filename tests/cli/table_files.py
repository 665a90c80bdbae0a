# Tables of edges as Parquet and Arrow files, in many types, and the same edges as CSV.
# SPDX-License-Identifier: Apache-2.0
import decimal
import os
import random
import sys
import unittest

from peers import module


def modules_of_arrow():
    """pyarrow and two of its modules, or None for each. Debian has none: the one that the plug-in was built with is
    taken. It does without NumPy, and Debian's is too old for it."""
    numpy = sys.modules.get("numpy")
    sys.path.append(os.environ.get("TEST_PYARROW", ""))
    sys.modules["numpy"] = None
    try:
        return [module(name) for name in ("pyarrow", "pyarrow.feather", "pyarrow.parquet")]
    finally:
        sys.path.pop()
        del sys.modules["numpy"]
        if numpy is not None:
            sys.modules["numpy"] = numpy


pyarrow, feather, parquet = modules_of_arrow()

PLUGIN = os.path.join(os.path.dirname(os.environ["TEST_COMMAND"]), "lib/orujo/liborujo_arrow.so")
needs_arrow = unittest.skipUnless(pyarrow and os.path.exists(PLUGIN), "needs pyarrow and the plug-in")

ROWS = 60


def drawn(seed=1, vertices=20, rows=ROWS):
    """(source, target, weight) of a graph without parallel edges, weights that are exact in any type."""
    draw = random.Random(seed)
    pairs = [(u, v) for u in range(vertices) for v in range(vertices) if u < v]
    return [(u, v, draw.randint(1, 100)) for u, v in draw.sample(pairs, rows)]


def name_of(vertex):
    return f"vertex {vertex}, \u00e9"


def dictionary(values):
    return pyarrow.array(values).dictionary_encode()


def decimals(values):
    return pyarrow.array([decimal.Decimal(value) / 4 for value in values], pyarrow.decimal128(12, 2))


def table(edges, ids=None, weights=None, names=("source", "target", "weight")):
    """A table of edges; `ids` and `weights` make arrays of Arrow from numbers."""
    sources, targets, values = (list(column) for column in zip(*edges))
    ids = ids or pyarrow.array
    columns = [ids(sources), ids(targets)]
    if weights is not None:
        columns.append(weights(values))
    return pyarrow.table(columns, names=list(names)[:len(columns)])


def ids_of_types():
    """What makes a column of ids, by the name of its type."""
    types = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    numbers = {name: lambda values, name=name: pyarrow.array(values, name) for name in types}
    texts = {name: lambda values, name=name: pyarrow.array([name_of(v) for v in values], getattr(pyarrow, name)())
             for name in ("string", "large_string", "binary")}
    return {**numbers, **texts, "dictionary of numbers": dictionary,
            "dictionary": lambda values: dictionary([name_of(v) for v in values])}


def weights_of_types():
    """What makes a column of weights from whole numbers, and how CSV has them."""
    whole = {name: (lambda values, name=name: pyarrow.array(values, name), str)
             for name in ("int8", "uint64")}
    real = {name: (lambda values, name=name: pyarrow.array([v / 8 for v in values], name), lambda v: repr(v / 8))
            for name in ("float", "double")}
    return {**whole, **real, "decimal": (decimals, lambda v: repr(v / 4)),
            "thirds": (lambda values: pyarrow.array([v / 3 for v in values]), lambda v: repr(v / 3))}


def write(content, path):
    """Writes the table as the name of the file says: .parquet, .feather (a file) or .arrows (a stream)."""
    if path.suffix == ".parquet":
        parquet.write_table(content, path, row_group_size=7)
    elif path.suffix == ".feather":
        feather.write_feather(content, path, chunksize=9, compression="zstd")
    else:
        with pyarrow.ipc.new_stream(path, content.schema) as stream:
            stream.write_table(content, max_chunksize=11)
    return path


def write_csv(edges, path, vertex=str, weight=None):
    """The same edges as text."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("source,target" + (",weight\n" if weight else "\n"))
        for u, v, w in edges:
            ends = f'"{vertex(u)}","{vertex(v)}"'
            file.write(ends + (f",{weight(w)}\n" if weight else "\n"))
    return path
