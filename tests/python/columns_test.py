"""Columns of other libraries, with a copy and without."""
# SPDX-License-Identifier: Apache-2.0
import array
import ctypes

import numpy as np
import orujo
import pandas as pd
import pytest
from orujo._columns import as_column

SOURCE, TARGET = [3, 1, 4, 1], [1, 5, 9, 2]


class ArrowOnly:
    """A column that speaks nothing but Arrow's protocol."""

    def __init__(self, column, protocol):
        self.__dict__[protocol] = getattr(column, protocol)


def graphs_agree(first, second):
    return all(np.array_equal(*pair) for pair in zip(first.to_edges()[:2], second.to_edges()[:2]))


@pytest.mark.parametrize("make", [
    list, tuple, np.array, pd.Series, iter, lambda column: array.array("q", column),
    lambda column: memoryview(np.array(column)), lambda column: pd.Series(column, dtype="Int64"),
    lambda column: pd.Series(column, dtype="category"), lambda column: pd.Series(column, index=[7, 7, 8, 9])])
def test_columns_of_every_kind_make_the_same_graph(make):
    graph = orujo.from_edges(make(SOURCE), make(TARGET), directed=True)
    assert graphs_agree(graph, orujo.from_edges(SOURCE, TARGET, directed=True))


def test_what_speaks_dlpack_is_taken_as_it_is():
    class OnlyDlpack:
        def __init__(self, values):
            self.values = np.array(values)

        def __dlpack__(self, **options):
            return self.values.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.values.__dlpack_device__()

    column = OnlyDlpack(SOURCE)
    assert np.shares_memory(as_column(column, "source"), column.values)
    graph = orujo.from_edges(column, OnlyDlpack(TARGET), directed=True)
    assert graphs_agree(graph, orujo.from_edges(SOURCE, TARGET, directed=True))


def test_arrays_and_series_are_not_copied():
    values = np.arange(10)
    for column in (values, pd.Series(values), values[::2], values.astype(np.int32), values.astype(float)):
        taken = as_column(column, "weight")
        assert np.shares_memory(taken, column.to_numpy() if isinstance(column, pd.Series) else column)


def test_columns_of_arrow_are_not_copied_where_they_lie_in_one_piece():
    pa = pytest.importorskip("pyarrow")
    column = pa.array(range(10), pa.int64())
    numbers = column.to_numpy()
    for protocol, values in (("__arrow_c_array__", column), ("__arrow_c_stream__", pa.chunked_array([column]))):
        taken = as_column(ArrowOnly(values, protocol), "source")
        assert np.shares_memory(taken, numbers)
        assert not taken.flags.writeable
        assert taken.tolist() == list(range(10))
    part = as_column(column[3:5], "source")
    assert part.tolist() == [3, 4] and np.shares_memory(part, numbers)
    assert as_column(pa.table({"x": column})[2:4].select(["x"]), "source").tolist() == [2, 3]
    del column, values, numbers
    assert taken.tolist() == list(range(10))


def test_columns_of_arrow_in_pieces_of_texts_and_with_holes():
    pa = pytest.importorskip("pyarrow")
    pieces = pa.chunked_array([[1, 2], [3]])
    assert as_column(pieces, "source").tolist() == [1, 2, 3]
    assert as_column(pa.chunked_array([], pa.int64()), "source").tolist() == []
    texts = pa.array(["b", "a"])
    assert orujo.from_edges(texts, texts.dictionary_encode(), directed=True).labels.tolist() == ["a", "b"]
    with pytest.raises(orujo.InputError, match="source: 1 values are missing"):
        orujo.from_edges(pa.array([1, None]), [1, 2], directed=True)
    graph = orujo.from_edges(pieces, pieces, pa.array([0.5, 1.5, 2.5], pa.float32()), directed=True)
    assert graph.to_edges()[2].tolist() == [0.5, 1.5, 2.5]


def test_holes_of_pandas_are_refused():
    with pytest.raises(orujo.InputError, match="edge 1 has no source"):
        orujo.from_edges(pd.Series([1, None], dtype="Int64"), [1, 2], directed=True)
    with pytest.raises(orujo.InputError, match="edge 1 has no source"):
        orujo.from_edges(pd.Series([1, None]), [1, 2], directed=True)


def test_times_and_other_values_are_labels():
    days = pd.Series(pd.to_datetime(["2024-01-01", "2024-02-01"]))
    graph = orujo.from_edges(days, days[::-1], directed=True)
    assert graph.num_vertices == 2


def test_fields_of_records_are_columns():
    rows = np.zeros(3, dtype=[("u", "i8"), ("v", "i8"), ("w", "f4")])  # 20 bytes each
    rows["v"], rows["w"] = [1, 2, 3], [0.5, 1.5, 2.5]
    graph = orujo.from_edges(rows["u"], rows["v"], rows["w"], directed=True)
    assert graph.to_edges()[1].tolist() == [1, 2, 3] and graph.to_edges()[2].tolist() == [0.5, 1.5, 2.5]


class UncountedHoles:
    """An array of Arrow whose producer has not counted what is missing."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        schema, array = self.array.__arrow_c_array__(requested_schema)
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        fields = (ctypes.c_int64 * 3).from_address(pointer(array, b"arrow_array"))
        fields[1] = -1  # behind the length
        return schema, array


def test_holes_that_nobody_counted_are_found():
    pa = pytest.importorskip("pyarrow")
    whole = UncountedHoles(pa.array([1, 2, 3]))
    assert orujo.from_edges(whole, [4, 5, 6], directed=True).num_edges == 3
    with pytest.raises(orujo.InputError, match="source: 1 values are missing"):
        orujo.from_edges(UncountedHoles(pa.array([9, 1, None, 3])[1:]), [4, 5, 6], directed=True)


def test_odd_types_of_numbers_are_taken_for_what_they_are():
    for kind in (np.float16, ">f8", ">f4"):
        assert orujo.from_edges(np.array([1, 2], kind), [2, 3], directed=True).labels.tolist() == [1, 2, 3]
        with pytest.raises(orujo.InputError, match="edge 1 has no source"):
            orujo.from_edges(np.array([1, np.nan], kind), [2, 3], directed=True)
    with pytest.raises(orujo.InputError, match="edge 1 has no target"):
        orujo.from_edges([1, 2], np.ma.array([2, 3], mask=[False, True]), directed=True)
    assert orujo.from_edges([1, 2], np.ma.array([2, 3]), directed=True).num_edges == 2


def test_times_are_labels():
    days = np.array(["2020-01-01", "2020-01-02"], "M8[ns]")
    graph = orujo.from_edges(days, days[::-1], directed=True)
    assert days[0] in graph and graph.num_vertices == 2
    assert orujo.from_edges(pd.Series(days), pd.Series(days[::-1]), directed=True).num_vertices == 2
    with pytest.raises(orujo.InputError, match="edge 0 has no source"):
        orujo.from_edges(np.array(["NaT"], "M8[s]"), [days[0]], directed=True)


def test_columns_of_labels_have_the_same_length():
    with pytest.raises(orujo.UsageError, match="source has 2 elements, and target 1"):
        orujo.from_edges(["a", "b"], ["c"], directed=True)
