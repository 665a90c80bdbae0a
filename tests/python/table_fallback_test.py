"""Parquet and Arrow files where the engine has no plug-in for them: pyarrow reads them."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import ipc

import orujo as oj
from orujo import _core

COLUMNS = {"km": [1.5, 2.5, 4.0, 1.0], "to": ["b", "c", "a", "c"], "from": ["a", "b", "c", "a"]}


@pytest.fixture(params=[True, False], ids=["plug-in", "pyarrow"])
def has_plugin(request, monkeypatch):
    if request.param and not _core.are_tables_read():
        pytest.skip("the plug-in is not built")
    monkeypatch.setattr(_core, "are_tables_read", lambda: request.param)
    return request.param


def write(path, columns, how="parquet"):
    table = pa.table(columns)
    if how == "parquet":
        pq.write_table(table, path)
    else:
        with (ipc.new_file if how == "arrow" else ipc.new_stream)(path, table.schema) as file:
            file.write_table(table)
    return path


def edges_of(graph):
    return sorted(zip(*(each.tolist() for each in graph.to_edges() if each is not None)))


@pytest.mark.parametrize("how", ["parquet", "arrow", "stream"])
def test_columns_are_chosen_alike(has_plugin, tmp_path, how):
    path = write(str(tmp_path / "roads.table"), COLUMNS, how)
    graph = oj.read(path)
    assert graph.name == "roads.table"
    assert graph.directed
    assert edges_of(graph) == [("a", "b", 1.5), ("a", "c", 1.0), ("b", "c", 2.5), ("c", "a", 4.0)]
    assert edges_of(oj.read(path, weights="none", directed=False)) == [("a", "b"), ("a", "c"), ("a", "c"), ("b", "c")]
    chosen = oj.read(path, columns={"source": "to", "target": 3})
    assert edges_of(chosen) == [("a", "c"), ("b", "a"), ("c", "a"), ("c", "b")]


def test_numbers_stand_for_themselves_unless_they_are_names(has_plugin, tmp_path):
    path = write(str(tmp_path / "ids.parquet"), {"src": np.array([7, 9], dtype=np.int32), "dst": [9, 1 << 40], "weight": [3, 4]})
    graph = oj.read(path)
    assert graph.labels.tolist() == [7, 9, 1 << 40]
    assert edges_of(graph) == [(7, 9, 3), (9, 1 << 40, 4)]
    assert oj.read(path, ids="names").labels.tolist() == sorted(["7", "9", str(1 << 40)])
    assert edges_of(oj.read(path, weights="real"))[0][2] == 3.0


def test_what_is_wrong_is_said(has_plugin, tmp_path):
    unclear = write(str(tmp_path / "unclear.parquet"), {"a": [1], "b": [2], "c": [3], "d": [4]})
    with pytest.raises(oj.InputError, match="unclear.parquet.*source and target"):
        oj.read(unclear)
    with pytest.raises(oj.InputError, match="no column is called 'z'"):
        oj.read(unclear, columns={"source": "z", "target": "b"})
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(open(unclear, "rb").read()[:60])
    with pytest.raises(oj.InputError, match="cut.parquet"):
        oj.read(cut)
    with pytest.raises(oj.InputError, match="edge 1|row 2|is null|null"):
        oj.read(write(str(tmp_path / "hole.parquet"), {"source": ["a", None], "target": ["b", "c"]}))


def test_what_pyarrow_cannot_do_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(_core, "are_tables_read", lambda: False)
    path = write(str(tmp_path / "roads.parquet"), COLUMNS)
    for options, word in [({"vertices": path}, "vertices"), ({"weights": (1, 9)}, "weights"), ({"format": "edge-list"}, "format")]:
        with pytest.raises(oj.UsageError, match=word):
            oj.read(path, **options)
    with pytest.raises(oj.InputError, match="edge 1 has no weight"):
        oj.read(write(str(tmp_path / "w.parquet"), {"source": [1, 2], "target": [2, 3], "weight": [1.0, None]}))
