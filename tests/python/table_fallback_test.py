"""Parquet and Arrow files where the engine has no plug-in for them: pyarrow reads them."""
# SPDX-License-Identifier: Apache-2.0
import os

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
    monkeypatch.setenv("ORUJO_PLUGINS", os.environ.get("TEST_PLUGINS", ""))
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
    assert graph.is_directed
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


def test_texts_make_all_vertices_texts(has_plugin, tmp_path):
    path = write(str(tmp_path / "mixed.parquet"), {"source": [1, 2], "target": ["1", "b"], "notes": [[1], [2]]})
    assert oj.read(path).labels.tolist() == ["1", "2", "b"]
    digits = write(str(tmp_path / "digits.parquet"), {"source": ["1", "2"], "target": ["2", "10"]})
    assert oj.read(digits).labels.tolist() == ["1", "10", "2"]
    assert oj.read(digits, ids="numbers").labels.tolist() == [1, 2, 10]


@pytest.mark.parametrize("case", [
    ({"a": [1], "b": [2], "c": [3], "d": [4]}, {}, "source and target"),
    ({"a": [1], "b": [2]}, {"columns": {"source": "z", "target": "b"}}, "no column is called 'z'"),
    ({"source": ["a", None], "target": ["b", "c"]}, {}, "has no|null"),
    ({"source": ["a", "x"], "target": ["b", "c"]}, {"ids": "numbers"}, "'a'|int64|whole number"),
    ({"source": [1.5], "target": [2.5]}, {}, "double|real|whole"),
    ({"source": [1], "target": [2], "weight": ["x"]}, {"weights": "real"}, "weight"),
    ({"source": [4, -1], "target": [2, 3]}, {}, "vertex id -1 is negative; ids are 0 and up; ids='names' takes"),
    ({"source": pa.array([], pa.int64()), "target": pa.array([], pa.int64())}, {}, "no (edges|rows)"),
], ids=str)
def test_what_is_wrong_is_said(has_plugin, tmp_path, case):
    columns, options, words = case
    path = write(str(tmp_path / "wrong.parquet"), columns)
    with pytest.raises(oj.InputError, match=words) as raised:
        oj.read(path, **options)
    assert "wrong.parquet" in str(raised.value)


def test_damaged_files_are_named(has_plugin, tmp_path):
    whole = open(write(str(tmp_path / "whole.parquet"), {"source": [1], "target": [2]}), "rb").read()
    for text in [whole[:60], whole[:-8] + b"\0\0\0\0PAR1", b"ARROW1\0\0" + bytes(40)]:
        cut = tmp_path / "cut.table"
        cut.write_bytes(text)
        with pytest.raises(oj.InputError, match="cut.table"):
            oj.read(cut)


def test_long_whole_weights_may_become_real_ones(has_plugin, tmp_path):
    path = write(str(tmp_path / "long.parquet"), {"source": [1], "target": [2], "weight": [(1 << 53) + 1]})
    assert edges_of(oj.read(path, weights="real")) == [(1, 2, float(1 << 53))]


def test_what_pyarrow_cannot_do_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(_core, "are_tables_read", lambda: False)
    path = write(str(tmp_path / "roads.parquet"), COLUMNS)
    for options, word in [({"vertices": path}, "vertices"), ({"weights": (1, 9)}, "weights"), ({"format": "edge-list"}, "format")]:
        with pytest.raises(oj.UsageError, match=word):
            oj.read(path, **options)
    with pytest.raises(oj.InputError, match="w.parquet: edge 1 has no weight"):
        oj.read(write(str(tmp_path / "w.parquet"), {"source": [1, 2], "target": [2, 3], "weight": [1.0, None]}))
