"""Arguments that nobody meant: each is taken for what it is, or refused in words that say what to write."""
# SPDX-License-Identifier: Apache-2.0
import copy
import pickle

import networkx as nx
import numpy as np
import orujo
import pandas as pd
import pytest
from orujo._words import in_python
from scipy.sparse import csr_array

PATH = orujo.from_edges([0, 1], [1, 2], directed=True)
NONE = orujo.from_edges([], [], directed=True)


def made(source, target, weight=None, **more):
    return orujo.from_edges(source, target, weight, directed=True, **more)


def weighted(weight):
    graph = nx.Graph([(1, 2), (2, 3)])
    graph[1][2]["weight"] = weight
    return orujo.from_networkx(graph)


@pytest.mark.parametrize("call, words", [
    (lambda: made(None, [1]), "source: a column is needed, not None"),
    (lambda: made([1], 7), "target: a column is needed, not 7"),
    (lambda: made([0], [1], 1), "weight: a column is needed, not 1"),
    (lambda: made([0], [1], ["1.5"]), "weight: numbers are needed, not '1.5'"),
    (lambda: made([0, 1], [1, 2], [1, None]), "weight: numbers are needed, not None"),
    (lambda: weighted(2**70), f"weight: numbers are needed, not {2**70}"),
    (lambda: made([0], [1], num_vertices=-3), "num_vertices: -3 is no whole number"),
    (lambda: made([0], [1], num_vertices=3.0), "num_vertices: 3.0 is no whole number"),
    (lambda: made([0], [1], name=7), "name: a text is needed, not 7"),
    (lambda: orujo.from_edges([0], [1], directed="no"), "directed: True or False is needed, not 'no'"),
    (lambda: orujo.from_scipy(csr_array(np.eye(2) * 1j)), "values: numbers are needed, not 1j"),
    (lambda: orujo.generate("grid:2x2", seed="x"), "seed: 'x' is no whole number"),
    (lambda: orujo.generate("grid:2x2", weights=("a", "b")), "weights: 'a' is no whole number"),
    (lambda: orujo.read(__file__, format="foo"), "format is one of edge-list"),
    (lambda: PATH.subgraph(1), "labels of vertices or a mask are needed, not 1"),
    (lambda: PATH.subgraph(np.ones((3, 1), bool)), "for each of 3 vertices, not 3 x 1"),
    (lambda: PATH.subgraph(pd.Series([True, None, True], dtype="boolean")), "some of these are missing"),
    (lambda: PATH.filter_edges(True), "for each of 2 edges, not one alone"),
    (lambda: PATH.filter_edges([1, 5]), "True or False for each of 2 edges, not values such as 1"),
    (lambda: made([0], [1], [3]).filter_edges(least="x"), "least: 'x' is no number"),
    (lambda: PATH.relabel([[1], [2], [3]]), "relabel: hashable labels"),
    (lambda: PATH.relabel(5), "relabel: hashable labels"),
    (lambda: PATH.union(5), "union: an orujo.Graph is needed, not int"),
    (lambda: orujo.bfs(nx.path_graph(3), 0), "not networkx.classes.graph.Graph"),
    (lambda: orujo.closeness(PATH, sources=[]), "sources: at least one vertex"),
    (lambda: orujo.pagerank(PATH, personalise={}), "personalise: a weight for at least one vertex"),
    (lambda: orujo.pagerank(PATH, personalise={0: -1}), "personalise: the weight of 0 is -1.0"),
    (lambda: orujo.pagerank(PATH, personalise={0: float("nan")}), "personalise: the weight of 0 is nan"),
    (lambda: orujo.pagerank(PATH, personalise={0: "a"}), "personalise: 'a' is no number"),
    (lambda: orujo.pagerank(made(["a\nb"], ["c"]), personalise={"a\nb": 1}), "has a line break in it"),
    (lambda: orujo.bfs(PATH, 0).top(-1), "count: -1 is no whole number"),
    (lambda: orujo.bfs(PATH, -1), "edges has no vertex -1; its vertices are numbers from 0 to 2"),
    (lambda: orujo.bfs(PATH, 0, progres="never"), "no option 'progres'; did you mean orujo.configure(progress=…)?"),
    (lambda: orujo.configure(progres="never"), "no setting is called 'progres'; did you mean 'progress'? (orujo.settings() lists them)"),
    (lambda: orujo.configure(watch="yes"), "watch: True or False is needed, not 'yes'"),
    (lambda: orujo.generate("kran:8"), "'kran:8' is no generator; did you mean 'kron:8'? (those are kron:"),
    (lambda: orujo.generate("kron"), "'kron' is no generator; did you mean 'kron:SCALE[:DEGREE]'? (those are"),
    (lambda: orujo.generate(__file__), "is no generator; orujo.read reads files"),
    (lambda: orujo.generate("mesh:8"), "'mesh:8' is no generator (those are"),
    (lambda: PATH.filter_edges(least=2), "filter_edges: edges are chosen by their weights, and the graph has none"),
    (lambda: orujo.sssp(made([0], [1], [3]), 0, order="strict", method="kla"), "order says what method does; give one of them"),
    (lambda: weighted(None), "not None as 'weight' of the edge from 1 to 2; weight=None leaves weights out"),
    (lambda: weighted("far"), "not 'far' as 'weight' of the edge from 1 to 2; weight=None leaves weights out"),
])
def test_what_cannot_be_meant_is_refused_with_the_argument(call, words):
    with pytest.raises(orujo.UsageError) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize("call, words", [
    (lambda: orujo.generate("grid:2x2", weight=(1, 2)), "generate() has no argument 'weight'; did you mean 'weights'? (it has spec, "),
    (lambda: made([0], [1], weights=[3]), "from_edges() has no argument 'weights'; did you mean 'weight'?"),
    (lambda: orujo.from_networkx(nx.path_graph(2), weights="cost"), "did you mean 'weight'?"),
    (lambda: orujo.from_scipy(csr_array(np.eye(2)), weight=True), "did you mean 'weights'?"),
    (lambda: orujo.read("roads.el", progres="never"), "read() has no argument 'progres'; did you mean orujo.configure(progress=…)?"),
    (lambda: orujo.read("roads.el", speed=11), "read() has no argument 'speed' (it has path, directed, "),
])
def test_keywords_that_a_function_has_not_are_told_with_those_that_may_be_meant(call, words):
    with pytest.raises(TypeError) as caught:
        call()
    assert words in str(caught.value)


def test_a_generator_that_is_read_is_told_with_the_function_that_makes_it():
    with pytest.raises(orujo.InputError, match=r"there is no such file; did you mean orujo.generate\('kron:8'\)\?"):
        orujo.read("kran:8")
    with pytest.raises(orujo.InputError, match="there is no such file$"):
        orujo.read("missing.el")


def test_a_first_line_that_may_name_columns_is_warned_of_where_the_file_is_read(tmp_path):
    (tmp_path / "trips.csv").write_text("ship,cargo\na,b\nc,d\ne,f\n")
    with pytest.warns(UserWarning, match="columns={'source': 'ship', 'target': 'cargo'}") as warned:
        orujo.read(tmp_path / "trips.csv")
    assert [each.filename for each in warned] == [__file__]


@pytest.mark.parametrize("theirs, ours", [
    ("two columns; say which to read with columns source=…,target=…,weight=…",
     "two columns; say which to read with columns={'source': …, 'target': …, 'weight': …}"),
    ("say which with columns vertex=…", "say which with columns={'vertex': …}"),
    ("(columns weight=price paid takes it)", "(columns={'weight': 'price paid'} takes it)"),
    ("to read with columns weight=NAME", "to read with columns={'weight': 'NAME'}"),
    ("columns: no column is called 'km'", "columns: no column is called 'km'"),
    ("taken as directed (undirected for edges both ways)", "taken as directed (directed=False for edges both ways)"),
])
def test_messages_of_the_engine_have_the_words_of_python(theirs, ours):
    assert in_python(theirs) == ours


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_every_way_to_say_that_an_end_is_missing_is_told_with_its_edge(missing):
    with pytest.raises(orujo.InputError, match="edge 1 has no target"):
        made(["a", "b"], ["b", missing])
    with pytest.raises(orujo.InputError, match="edge 1 has no target"):
        made(pd.Series(["a", "b"], dtype="string"), pd.Series(["b", missing], dtype="object"))


def test_texts_of_every_kind_are_labels():
    labels = ["", "Zürich", "日本", "😀", "a\0x", "a\nb", 'q"q', "half \ud800"]
    graph = made(labels[:-1], labels[1:])
    assert set(graph.labels) == set(labels)
    assert orujo.bfs(graph, "").path("half \ud800") == labels


def test_numbers_among_objects_are_numbers():
    for column in ([np.int64(5), np.int32(7)], np.array([5, 7], dtype=object), pd.Series([5, 7], dtype=object)):
        assert made(column, [7, 5]).labels.dtype == np.int64
    for column in ([np.float32(1.5), 2], np.array([1.5, 2], dtype=object), pd.Series([1.5, 2], dtype=object)):
        assert made([0, 1], [1, 0], column).to_edges()[2].tolist() == [1.5, 2]
    assert weighted(np.float32(1.5)).to_edges()[2].tolist() == [1.5, 1]


@pytest.mark.parametrize("kind", [list, np.array, pd.Series, lambda values: np.array(values, dtype=float), lambda values: np.array(values, np.int8)])
def test_whole_numbers_below_zero_are_labels_in_their_order(kind):
    graph = made(kind([-5, 3, -1]), kind([3, -1, 7]), [1, 2, 3])
    assert graph.labels.tolist() == [-5, -1, 3, 7] and all(type(label) is int for label in graph.labels)
    found = orujo.sssp(graph, -5, parents=True)
    assert found.distance.tolist() == [0, 3, 1, 6] and found.path(7) == [-5, 3, -1, 7] and found.at(-1)["parent"] == 3
    assert orujo.bfs(graph, 3).parent.tolist() == [None, 3, 3, -1]  # -1 is a vertex, None is none
    assert [column.tolist() for column in graph.to_edges()] == [[-5, -1, 3], [3, 7, -1], [1, 3, 2]]
    assert graph.filter_edges(most=2).neighbours(3).tolist() == [-1] and graph.subgraph([-5, 3]).labels.tolist() == [-5, 3]
    with pytest.raises(orujo.UsageError, match="has no vertex -9"):
        orujo.bfs(graph, -9)
    with pytest.raises(orujo.InputError, match="edge 0 has the source -5; vertices are whole numbers from 0"):
        made(kind([-5, 3, -1]), kind([3, -1, 7]), num_vertices=8)


def test_numbers_below_zero_are_the_same_graph_as_if_all_were_greater():
    draw = np.random.default_rng(4)
    source, target = draw.integers(-40, 40, (2, 300))
    graph, shifted = made(source, target), made(source + 40, target + 40)
    assert (np.array(graph.labels.tolist()) + 40 == shifted.labels).all()
    assert (graph.degrees("all") == shifted.degrees("all")).all()
    assert (orujo.bfs(graph, int(source[0])).depth == orujo.bfs(shifted, int(source[0]) + 40).depth).all()


def test_files_with_numbers_below_zero_say_how_they_are_read(tmp_path):
    (tmp_path / "edges.el").write_text("0 -1\n1 2\n")
    with pytest.raises(orujo.InputError, match="'-1' is negative; ids are 0 and up; ids='names' takes those"):
        orujo.read(tmp_path / "edges.el")
    assert orujo.read(tmp_path / "edges.el", ids="names").labels.tolist() == ["-1", "0", "1", "2"]


def test_numbers_beyond_64_bits_and_below_zero_are_labels_where_they_have_to_be():
    assert made([2**63 - 1], [0]).labels.tolist() == [0, 2**63 - 1]
    assert made([2**64], [2**64 + 1]).labels.tolist() == [2**64, 2**64 + 1]
    assert made([-1, "a"], [0, "b"]).labels.tolist() == [-1, 0, "a", "b"]
    with pytest.raises(orujo.InputError, match="vertices are below 2\\^63"):
        made(np.array([2**63], np.uint64), np.array([0], np.uint64))


def test_arrays_of_every_layout_are_read():
    base = np.arange(40)
    fixed = base[:5].copy()
    fixed.flags.writeable = False
    for source in (base[::8], base[35::-8], fixed, fixed.astype(">i4"), fixed.astype(np.longdouble)):
        graph = made(source, np.arange(5), np.arange(5, dtype=">f4"))
        assert graph.to_edges()[2].sum() == 10


def test_a_matrix_of_truth_values_has_edges_where_they_are_true():
    matrix = csr_array(np.array([[False, True], [True, True]]))
    assert not orujo.from_scipy(matrix).has_weights
    matrix.data[0] = False  # stored
    assert orujo.from_scipy(matrix).num_edges == 2 and matrix.nnz == 3


def test_parts_of_nothing_are_nothing():
    assert NONE.largest_component().num_vertices == 0
    assert NONE.subgraph([]).num_vertices == 0
    assert NONE.filter_edges([]).num_edges == 0
    assert PATH.ego(0, 2**70).num_vertices == 3


def test_paths_may_be_bytes(tmp_path):
    path = bytes(tmp_path / "grid.el")
    PATH.save(path)
    assert orujo.read(path).num_edges == 2


def test_numbers_that_are_not_read_are_said(tmp_path):
    (tmp_path / "sales.csv").write_text("source,target,price\n1,2,8.5\n")
    graph = orujo.read(tmp_path / "sales.csv")
    assert graph.facts["guesses"] == ["no column is the weight, though 'price' holds numbers (columns={'weight': 'price'} takes it)"]
    assert "though &#x27;price&#x27; holds numbers" in graph._repr_html_()
    assert orujo.read(tmp_path / "sales.csv", columns={"weight": "price"}).facts["guesses"] == []


def test_names_that_are_no_utf8_go_both_ways(tmp_path):
    path = tmp_path / "l\udce9.csv"
    path.write_bytes(b"caf\xe9,b\nb,c\n")
    graph = orujo.read(path)
    odd = "caf\udce9"
    assert graph.name == path.name and graph.labels.tolist() == ["b", "c", odd]
    assert orujo.bfs(graph, odd).depth.tolist() == [1, 2, 0] and odd in orujo.bfs(graph, odd).starts
    assert graph.filter_edges(np.array([True, True])).labels.tolist() == graph.labels.tolist()
    assert orujo.pagerank(graph, personalise={odd: 1}).at(odd)["score"] > 0.1
    assert "caf\ufffd" in orujo.bfs(graph, odd).report.html
    with pytest.raises(orujo.UsageError, match="no vertex caf\udcea"):
        orujo.bfs(graph, "caf\udcea")
    graph.save(tmp_path / "m\udce9.orj")
    assert orujo.read(tmp_path / "m\udce9.orj").labels.tolist() == graph.labels.tolist()
    half = orujo.from_edges(["\ud800"], ["b"], directed=False)
    assert orujo.bfs(half, "\ud800").report.html.startswith("<!DOCTYPE html>")


def test_labels_to_start_from_may_be_a_series():
    operator = orujo.operator(lambda value, weight: value + weight, dtype="int64", compiled=False)
    found = orujo.label_correcting(PATH, operator, pd.Series([10], index=[1]))
    assert found.label.tolist()[1:] == [10, 11]
    with pytest.raises(orujo.UsageError, match="label_correcting has no page"):
        found.report


@pytest.mark.parametrize("make", [
    lambda: made([0, 1], [1, 2], [1, -2**63]), lambda: made([0, 1], [1, 2], np.array([1, -2**63])),
    lambda: orujo.from_scipy(csr_array(np.array([[0, -2**63], [1, 0]]))),
    lambda: orujo.from_networkx(nx.Graph([(0, 1, {"weight": -2**63})]))])
def test_the_least_number_is_no_weight(make):
    with pytest.raises(orujo.InputError, match=r"has the weight -9223372036854775808; .* between -2\^63 and 2\^63"):
        make()
    assert made([0], [1], [1 - 2**63]).to_edges()[2].tolist() == [1 - 2**63]


def test_whole_numbers_beside_real_ones_stay_exact():
    assert made([2**53 + 1, 2**53, 1.0], [1, 2, 3]).labels.tolist() == [1, 2, 3, 2**53, 2**53 + 1]
    assert made([0, 1], [1, 2], [2**53 + 1, 1.0]).to_edges()[2].tolist() == [2**53 + 1, 1]
    with pytest.raises(orujo.InputError, match=r"vertices are below 2\^63"):
        made([2**63 + 1, 5], [1, 2])


def test_an_array_is_no_vertex():
    for wrong in np.array([0]), np.array([0, 1]), [0]:
        with pytest.raises(orujo.UsageError, match="source: edges has no vertex"):
            orujo.bfs(PATH, wrong)
    assert orujo.bfs(PATH, np.array(0)).depth.tolist() == [0, 1, 2]


def test_weights_of_vertices_are_a_dict_or_a_file():
    for wrong in [0], np.array([1.0, 0, 0]), 3:
        with pytest.raises(orujo.UsageError, match="a dict of vertices and weights, or the path of a file, is needed"):
            orujo.pagerank(PATH, personalise=wrong)


def test_a_result_has_the_names_of_its_columns():
    assert list(orujo.bfs(PATH, 0)) == ["depth", "parent"]
    assert "depth" in orujo.bfs(PATH, 0)


def test_labels_that_no_file_holds_are_no_corpus(tmp_path):
    with pytest.raises(orujo.UsageError, match="cannot be written; relabel"):
        orujo.walks(made([-5, 3, -1], [3, -1, -5]), length=2, corpus=tmp_path / "walks.txt")
    graph = made([0, 1, 2], [1, 2, 0]).relabel({0: "c", 1: "a", 2: "b"})
    orujo.walks(graph, length=2, source="c", corpus=tmp_path / "walks.txt")
    assert (tmp_path / "walks.txt").read_text().split() == ["c", "a", "b"]


def test_a_span_of_time_is_no_weight():
    for weight in np.array([5], "m8[s]"), [np.timedelta64(5, "s")], pd.Series(np.array([5], "m8[s]")):
        with pytest.raises(orujo.UsageError, match="weight: numbers are needed"):
            made([0], [1], weight)


def test_a_message_is_the_same_where_it_is_raised_again():
    with pytest.raises(orujo.InputError) as found:
        made([-1], [0], num_vertices=2)
    assert str(copy.copy(found.value)) == str(found.value) == str(pickle.loads(pickle.dumps(found.value)))


def test_a_column_whose_name_is_no_word_is_advised_by_its_number(tmp_path):
    path = tmp_path / "roads.csv"
    for name, advice in [("price", "price"), ("dist (km)", "3"), ("price; EUR", "3")]:
        path.write_text(f'source,target,"{name}"\n1,2,30\n2,3,40\n')
        [guess] = [each for each in orujo.read(path).facts["guesses"] if "no column is the weight" in each]
        assert f"columns={{'weight': '{advice}'}} takes it" in guess
        assert orujo.read(path, columns={"weight": advice}).to_edges()[2].tolist() == [30, 40]
