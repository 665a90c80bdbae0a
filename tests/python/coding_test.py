"""Labels are numbered alike, however a column holds them."""
# SPDX-License-Identifier: Apache-2.0
import random

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import orujo as oj

NAMES = ["Ulm", "Kempten", "", "Aalen", "Zell", "ünder", "Ulm2"]


def edges_of(graph):
    source, target = graph.to_edges()[:2]
    return list(zip(source.tolist(), target.tolist()))


def chunked(values):
    return pa.chunked_array([pa.array(values[:3]).dictionary_encode(), pa.array(values[3:]).dictionary_encode()])


FORMS = {
    "lists": list,
    "tuples": tuple,
    "objects": lambda values: np.array(values, dtype=object),
    "texts of NumPy": np.array,
    "pandas": lambda values: pd.Series(values, dtype=object),
    "strings of pandas": lambda values: pd.Series(values, dtype="string"),
    "categories": lambda values: pd.Series(values, dtype="category"),
    "categories apart": lambda values: pd.Categorical(values, categories=[*reversed(NAMES), "unused"]),
    "strings of Arrow": pa.array,
    "large strings": lambda values: pa.array(values, pa.large_string()),
    "dictionary": lambda values: pa.array(values).dictionary_encode(),
    "chunks": lambda values: pa.chunked_array([values[:2], values[2:], []], type=pa.string()),
    "dictionaries in chunks": chunked,
    "dictionaries of bytes": lambda values: pa.array(values).dictionary_encode().cast(pa.dictionary(pa.uint8(), pa.string())),
    "dictionaries of long numbers": lambda values: pa.array(values).dictionary_encode().cast(
        pa.dictionary(pa.uint64(), pa.large_string())),
}


@pytest.mark.parametrize("form", FORMS)
def test_texts_are_numbered_in_their_order(form):
    drawn = random.Random(7)
    source = [drawn.choice(NAMES[:5]) for _ in range(40)]
    target = [drawn.choice(NAMES[2:]) for _ in range(40)]
    graph = oj.from_edges(FORMS[form](source), FORMS[form](target), directed=True)
    assert graph.labels.tolist() == sorted(set(source + target))
    assert sorted(edges_of(graph)) == sorted(zip(source, target))
    assert oj.bfs(graph, source[0]).depth[graph.labels.tolist().index(source[0])] == 0


def test_dictionaries_of_many_chunks_may_have_more_labels_than_their_numbers():
    kind = pa.dictionary(pa.int8(), pa.string())
    names = [[f"v{chunk:02}{i:03}" for i in range(100)] for chunk in range(3)]
    column = pa.chunked_array([pa.array(each).cast(kind) for each in names])
    graph = oj.from_edges(column, pa.array(["hub"] * 300), directed=True)
    assert graph.labels.tolist() == ["hub", *(name for each in names for name in each)]


def test_columns_that_are_no_texts_of_arrow_are_as_other_labels():
    lists = pa.array([["a"], ["b"]], pa.list_(pa.string()))
    with pytest.raises(oj.InputError, match="hashable"):
        oj.from_edges(lists, lists, directed=True)
    bytes_ = pa.array([b"a", b"b"])
    assert oj.from_edges(bytes_, bytes_, directed=True).labels.tolist() == [b"a", b"b"]


def test_columns_of_two_kinds_go_together():
    graph = oj.from_edges(pd.Series(["b", "c"], dtype="category"), pa.array(["c", "a"]), directed=True)
    assert graph.labels.tolist() == ["a", "b", "c"]
    assert edges_of(graph) == [("b", "c"), ("c", "a")]


def test_other_labels_are_numbered_as_they_appear():
    drawn = random.Random(3)
    pool = [("x", 1), 3, "b", 2.5, "a", frozenset([1]), True, 7]
    source = [drawn.choice(pool) for _ in range(50)]
    target = [drawn.choice(pool) for _ in range(50)]
    expected = list(dict.fromkeys(end for edge in zip(source, target) for end in edge))
    assert oj.from_edges(source, target, directed=True).labels.tolist() == expected
    mixed = pd.Categorical(["b", 3, "b"], categories=["a", 3, "b"])
    assert oj.from_edges(mixed, [3, "z", "z"], directed=True).labels.tolist() == ["b", 3, "z"]


def test_categories_that_are_numbers_stand_for_themselves():
    graph = oj.from_edges(pd.Series([5, 7], dtype="category"), pd.Series([7, 9], dtype="category"), directed=True)
    assert graph.labels.tolist() == [5, 7, 9]


@pytest.mark.parametrize("column", [
    pd.Series(["a", None, "b"], dtype="category"), pd.Series(["a", None, "b"], dtype="string"),
    pd.Series(["a", None, "b"], dtype=object), pa.array(["a", None, "b"]), pa.array(["a", None, "b"]).dictionary_encode(),
    pa.DictionaryArray.from_arrays([0, 1, 0], ["a", None]), ["a", None, "b"], ["a", float("nan"), "b"]],
    ids=str)
def test_a_missing_end_is_named_by_its_edge(column):
    with pytest.raises(oj.InputError, match="edge 1 has no target"):
        oj.from_edges(["x", "y", "z"], column, directed=True)


def test_no_edges_of_any_form_are_no_graph_with_vertices():
    for form in ["lists", "objects", "categories", "strings of Arrow", "dictionary"]:
        empty = FORMS[form]([]) if form != "strings of Arrow" else pa.array([], pa.string())
        assert oj.from_edges(empty, empty, directed=True).num_vertices == 0
