"""Graphs: how they are made, and what they tell."""
# SPDX-License-Identifier: Apache-2.0
import warnings

import networkx as nx
import numpy as np
import orujo
import pytest
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import laplacian

SOURCE = [0, 1, 2, 2, 5]
TARGET = [1, 2, 0, 2, 0]


def edges_of(graph):
    """The edges with weights as a sorted list; one way where they go both ways."""
    source, target, weight = graph.to_edges()
    weight = np.ones(len(source)) if weight is None else weight
    return sorted(zip(source.tolist(), target.tolist(), weight.tolist()))


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float64, ">i8"])
def test_edges_of_every_type_of_numbers_make_the_same_graph(kind):
    graph = orujo.from_edges(np.array(SOURCE, kind), np.array(TARGET, kind), directed=True)
    assert graph.labels.tolist() == [0, 1, 2, 5]
    assert edges_of(graph) == [(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 2, 1), (5, 0, 1)]


def test_columns_that_lie_apart_are_read_where_they_are():
    table = np.array([SOURCE, TARGET, [7, 7, 7, 7, 7]]).T
    graph = orujo.from_edges(table[:, 0], table[:, 1], directed=True, num_vertices=6)
    assert graph.num_vertices == 6
    assert edges_of(graph) == [(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 2, 1), (5, 0, 1)]
    backwards = orujo.from_edges(table[::-1, 0], table[::-1, 1], directed=True, num_vertices=6)
    assert edges_of(backwards) == edges_of(graph)


@pytest.mark.parametrize("kind, stored, wide", [(np.int32, "uint32", "int64"), (np.int64, "uint32", "int64"), (np.float32, "float32", "float64"),
                                                (np.float64, "float32", "float64"), (np.uint8, "uint32", "int64")])
def test_weights_keep_what_they_are(kind, stored, wide):
    graph = orujo.from_edges(SOURCE, TARGET, np.array([1, 2, 3, 4, 5], kind), directed=True)
    assert graph.has_weights
    assert graph.to_scipy(copy=False).data.dtype == stored
    assert graph.to_edges()[2].dtype == graph.to_scipy().data.dtype == wide
    assert (graph.to_edges()[2] - 6).max() == -1
    assert graph.filter_edges(least=6).to_edges()[2].dtype == wide
    assert edges_of(graph) == [(0, 1, 1), (1, 2, 2), (2, 0, 3), (2, 2, 4), (5, 0, 5)]


def test_weights_that_need_64_bits_have_them():
    graph = orujo.from_edges([0], [1], [2**40], directed=True)
    assert graph.to_edges()[2].tolist() == [2**40]
    graph = orujo.from_edges([0], [1], [0.1], directed=True)
    assert graph.to_edges()[2].tolist() == [0.1]


def test_texts_are_labels_in_their_order():
    graph = orujo.from_edges(["Ulm", "Ärla", "Bonn"], ["Bonn", "Ulm", "Köln"], directed=False)
    assert graph.labels.tolist() == ["Bonn", "Köln", "Ulm", "Ärla"]
    assert "Ulm" in graph and "Rom" not in graph
    assert graph.neighbours("Bonn").tolist() == ["Köln", "Ulm"]
    assert orujo.bfs(graph, "Ärla").path("Köln") == ["Ärla", "Ulm", "Bonn", "Köln"]


def test_any_hashable_objects_are_labels_in_the_order_they_appear():
    graph = orujo.from_edges([("x", 1), 7], [7, None.__class__], directed=True)
    assert graph.labels.tolist() == [("x", 1), 7, type(None)]
    result = orujo.bfs(graph, source=("x", 1))
    assert result.parent.tolist() == [("x", 1), ("x", 1), 7]
    assert result.at(7) == {"depth": 1, "parent": ("x", 1)}


def test_numbers_and_texts_that_look_alike_are_two_labels():
    graph = orujo.from_edges([1, "1"], ["1", 2], directed=True)
    assert graph.num_vertices == 3


def test_undirected_edges_that_are_listed_twice_are_parallel_until_the_graph_is_simple():
    both = orujo.from_edges([0, 1], [1, 0], directed=False)
    assert (both.num_edges, both.facts["parallel"]) == (2, 1)
    assert orujo.bfs(both, 0).reached == 2
    simple = orujo.from_edges([0, 1, 1], [1, 0, 1], directed=False, simple=True)
    assert (simple.num_edges, simple.facts["dropped_loops"]) == (1, 1)


def test_graphs_of_nothing_are_graphs():
    graph = orujo.from_edges([], [], directed=True)
    assert (graph.num_vertices, graph.num_edges) == (0, 0)
    assert orujo.components(graph).components == 0
    lonely = orujo.from_edges([], [], directed=False, num_vertices=3)
    assert orujo.components(lonely).component.tolist() == [0, 1, 2]
    assert "svg" in lonely._repr_html_()


@pytest.mark.parametrize("source, target, weight, words", [
    ([0, -3], [1, 1], None, "edge 1 has the source -3"),
    ([0, 1], [1, 9], None, "edge 1 has the target 9, but there are 5 vertices"),
    ([0, 1], [1], None, "source has 2 elements, and target 1"),
    ([0, 1], [1, 1], [1], "weight has 1 elements, and target 2"),
    ([0], [1], [float("nan")], "edge 0 has the weight nan"),
    ([0], [1], [float("inf")], "edge 0 has the weight inf"),
    ([0.5], [1], None, "edge 0 has the source 0.5"),
    ([True], [1], None, "truth values"),
    ([[0]], [[1]], None, "a column is needed"),
])
def test_what_is_wrong_with_edges_is_said(source, target, weight, words):
    weight = None if weight is None else np.array(weight)
    with pytest.raises(ValueError, match=words):
        orujo.from_edges(np.array(source), np.array(target), weight, directed=True, num_vertices=5)


def test_labels_that_are_missing_are_refused():
    with pytest.raises(orujo.InputError, match="edge 1 has no target"):
        orujo.from_edges(["a", "b"], ["c", None], directed=True)
    with pytest.raises(orujo.InputError, match="hashable"):
        orujo.from_edges([["a"]], [["b"]], directed=True)


def test_a_file_that_is_not_there_is_an_input_error():
    with pytest.raises(orujo.InputError, match="nowhere.el: there is no such file"):
        orujo.read("nowhere.el")


def test_files_say_where_they_are_wrong(tmp_path):
    (tmp_path / "bad.el").write_text("0 1\n1 2\n2 x3\n")
    with pytest.raises(orujo.InputError, match=r"bad\.el:3:3"):
        orujo.read(tmp_path / "bad.el")


def test_names_and_columns_of_files_are_read(tmp_path):
    (tmp_path / "flights.csv").write_text("from,km,to\nTXL,500,CDG\nCDG,300,LHR\n")
    graph = orujo.read(tmp_path / "flights.csv", directed=True,
                       columns={"source": "from", "target": "to", "weight": "km"})
    assert graph.labels.tolist() == ["CDG", "LHR", "TXL"]
    assert orujo.sssp(graph, "TXL").at("LHR") == {"distance": 800}
    with pytest.raises(orujo.UsageError, match="columns has the keys"):
        orujo.read(tmp_path / "flights.csv", columns={"form": "from"})
    with pytest.raises(orujo.UsageError, match="columns is a dict"):
        orujo.read(tmp_path / "flights.csv", columns="source=from,target=to")


@pytest.mark.parametrize("suffix", ["orj", "wel", "csv", "mtx"])
def test_a_graph_that_is_saved_is_read_again(tmp_path, suffix):
    graph = orujo.from_edges([0, 1, 2, 2], [1, 2, 0, 3], [3, 4, 5, 6], directed=True)
    graph.save(tmp_path / f"graph.{suffix}")
    again = orujo.read(tmp_path / f"graph.{suffix}", directed=True)
    first = int(again.labels[0])
    assert [(u - first, v - first, w) for u, v, w in edges_of(again)] == edges_of(graph)


@pytest.mark.parametrize("suffix, words", [
    ("mtx", ["names"]), ("el", ["2 vertices without edges", "weights"]), ("csv", ["2 vertices without edges"]), ("orj", [])])
def test_what_a_format_has_no_place_for_is_told(tmp_path, suffix, words):
    graph = orujo.from_edges(["a"], ["b"], [2], directed=True)
    if "vertices" in "".join(words):
        graph = orujo.from_edges([0], [1], [2], directed=True, num_vertices=4)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        graph.save(tmp_path / f"graph.{suffix}")
    assert [f"graph.{suffix}: not written: {each}" in str(one.message) for each, one in zip(words, told, strict=True)] == [
        True] * len(words)


@pytest.mark.parametrize("name", ["", "a\nb", "a\0b"])
@pytest.mark.parametrize("suffix", ["orj", "csv", "tsv", "el"])
def test_names_that_no_file_gives_back_are_not_saved(tmp_path, name, suffix):
    path = tmp_path / f"graph.{suffix}"
    with pytest.raises(orujo.UsageError, match="cannot be read again"):
        orujo.from_edges([name], ["c"], directed=True).save(path)
    assert not path.exists()


def test_sources_that_are_listed_stay_and_drawn_ones_count_once():
    graph = orujo.from_edges([0, 1, 2, 3], [1, 2, 3, 4], directed=True)
    exact = orujo.betweenness(graph).score.tolist()
    assert orujo.betweenness(graph, sources=9).score.tolist() == exact
    assert orujo.betweenness(graph, sources=[4, 4, 4, 4, 0]).score.tolist() != exact


def test_sums_of_parallel_edges_have_room():
    most = 2**63 - 1
    graph = orujo.from_edges([0, 0, 1], [1, 1, 0], [most - 5, 5, 7], directed=True)
    assert graph.to_scipy().toarray().tolist() == [[0, most], [7, 0]]
    with pytest.raises(orujo.UsageError, match="beyond 64 bits"):
        orujo.from_edges([0, 0], [1, 1], [2**62, 2**62], directed=True).to_scipy()


def test_labels_that_files_cannot_hold_are_not_saved(tmp_path):
    orujo.from_edges(["a"], ["b"], directed=True).save(tmp_path / "named.orj")
    assert orujo.read(tmp_path / "named.orj").labels.tolist() == ["a", "b"]
    with pytest.raises(orujo.UsageError, match="cannot be written"):
        orujo.from_edges([("a",)], [("b",)], directed=True).save(tmp_path / "tuples.orj")


def test_generators_draw_the_same_graph_for_a_seed():
    first, second = (orujo.generate("kron:8", weights=(1, 9), seed=5) for _ in range(2))
    assert edges_of(first) == edges_of(second)
    assert edges_of(orujo.generate("kron:8", weights=(1, 9), seed=6)) != edges_of(first)
    with pytest.raises(orujo.UsageError, match="kron:SCALE"):
        orujo.generate("corn:8")


def test_degrees_count_edges_of_a_direction():
    graph = orujo.from_edges(SOURCE, TARGET, directed=True)
    assert graph.degrees().tolist() == [1, 1, 2, 1]
    assert graph.degrees("in").tolist() == [2, 1, 2, 0]
    assert graph.degrees("all").tolist() == [3, 2, 4, 1]
    with pytest.raises(orujo.UsageError, match="out, in, all"):
        graph.degrees("up")


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_matrices_come_and_go(index):
    matrix = csr_array(([1.5, 2.5, 3.5], ([0, 1, 2], [1, 2, 0])), shape=(4, 4))
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    graph = orujo.from_scipy(matrix)
    assert (graph.num_vertices, graph.is_directed) == (4, True)
    assert (graph.to_scipy() != matrix).nnz == 0


def test_entries_that_are_stored_twice_are_added_up():
    matrix = coo_array(([1.0, 2.0], ([0, 0], [1, 1])), shape=(2, 2))
    assert edges_of(orujo.from_scipy(csr_array(matrix))) == [(0, 1, 3)]


def test_an_undirected_matrix_takes_the_lighter_of_two_entries():
    matrix = csr_array(([5, 2, 7], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    graph = orujo.from_scipy(matrix, directed=False)
    assert edges_of(graph) == [(0, 1, 2), (1, 2, 7)]


def test_what_is_no_square_matrix_is_refused():
    for wrong in (csr_array((2, 3)), np.eye(3), 7):
        with pytest.raises(orujo.UsageError, match="square sparse matrix"):
            orujo.from_scipy(wrong)


def test_the_columns_of_a_scipy_matrix_are_the_arrays_of_the_graph():
    graph = orujo.generate("kron:8", weights=(1, 9))
    first, second = graph.to_scipy(copy=False), graph.to_scipy(copy=False)
    assert np.shares_memory(first.indices, second.indices)
    assert not first.indices.flags.writeable
    del graph
    assert first.indices.sum() == second.indices.sum()


def test_a_matrix_is_one_that_scipy_may_write_and_add_up():
    graph = orujo.from_edges([0, 0, 1], [1, 1, 0], [1, 2, 3], directed=True)
    matrix = graph.to_scipy()
    assert (matrix.sum(), matrix.max(), matrix.nnz, (-matrix).min()) == (6, 3, 2, -3)
    matrix[0, 1] = 5
    matrix.eliminate_zeros()
    assert graph.to_scipy(copy=False).nnz == 3 and graph.to_scipy()[0, 1] == 3
    both = orujo.from_edges([0, 1], [1, 2], [3, 4], directed=False).to_scipy()
    assert laplacian(both).toarray().tolist() == [[3, -3, 0], [-3, 7, -4], [0, -4, 4]]
    with pytest.raises(orujo.UsageError, match="copy: True or False"):
        graph.to_scipy(copy="no")


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_graphs_of_networkx_come_and_go(kind):
    graph = kind()
    graph.add_weighted_edges_from([("a", "b", 2), ("b", 3, 4), (3, 3, 5), ("z", "a", 1)])
    graph.add_nodes_from(["alone"])
    ours = orujo.from_networkx(graph)
    assert ours.labels.tolist() == list(graph)
    back = ours.to_networkx()
    assert set(back) == set(graph)
    ends = frozenset if not graph.is_directed() else tuple
    assert {(ends(edge[:2]), edge[2]) for edge in back.edges(data="weight")} == \
        {(ends(edge[:2]), edge[2]) for edge in graph.edges(data="weight")}


def test_weights_of_networkx_are_those_that_are_asked_for():
    graph = nx.path_graph(3)
    assert not orujo.from_networkx(graph).has_weights
    graph[0][1]["km"] = 7
    assert edges_of(orujo.from_networkx(graph, weight="km")) == [(0, 1, 7), (1, 2, 1)]
    assert not orujo.from_networkx(graph, weight=None).has_weights


def test_parallel_loops_are_parallel_edges():
    graph = orujo.from_edges([0, 0, 0], [0, 0, 1], [2, 3, 1], directed=False)
    assert graph.to_networkx().is_multigraph() and graph.to_networkx().number_of_edges() == 3
    assert graph.to_scipy().nnz == 3 and graph.to_scipy()[0, 0] == 5
    assert "1 parallel edges" in graph._repr_html_()


def test_what_a_graph_looks_like():
    graph = orujo.from_edges([0, 1, 1], [1, 2, 1], [1, 2, 3], directed=True, name="<roads>")
    assert repr(graph) == "<orujo.Graph <roads>: 3 vertices, 3 edges, directed, weighted>"
    page = graph._repr_html_()
    assert "&lt;roads&gt;" in page and "<svg" in page and "1 loops" in page
    assert len(graph) == 3
    with pytest.raises(TypeError, match="save"):
        __import__("pickle").dumps(graph)


def test_weights_that_are_no_numbers_are_refused():
    graph = nx.path_graph(3)
    graph[0][1]["weight"] = "heavy"
    with pytest.raises(orujo.UsageError, match="weight: numbers are needed"):
        orujo.from_networkx(graph)
    with pytest.raises(orujo.UsageError, match="weight: numbers are needed"):
        orujo.from_edges([0], [1], ["heavy"], directed=True)


def test_graphs_of_networkx_whose_vertices_are_in_another_order_keep_their_weights():
    graph = nx.Graph()
    graph.add_nodes_from([2, 0, 1])
    graph.add_weighted_edges_from([(0, 1, 5), (1, 2, 7), (2, 2, 9)])
    assert {frozenset(edge[:2]): edge[2] for edge in edges_of(orujo.from_networkx(graph))} == \
        {frozenset({0, 1}): 5, frozenset({1, 2}): 7, frozenset({2}): 9}


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_views_of_networkx_are_graphs_like_others(kind):
    graph = kind([(0, 1), (1, 2), (2, 3), (3, 0)])
    part = orujo.from_networkx(graph.subgraph([0, 1, 3]))
    assert (part.num_vertices, part.num_edges) == (3, 2)
    if graph.is_directed():
        assert edges_of(orujo.from_networkx(graph.reverse(copy=False))) == edges_of(orujo.from_networkx(graph.reverse()))


def test_what_makes_no_graph_is_said():
    for wrong, words in ((lambda: orujo.from_networkx(None), "from_networkx: a graph of NetworkX is needed, not NoneType"),
                         (lambda: orujo.from_networkx({0: {1: {}}}), "not dict"),
                         (lambda: orujo.from_scipy(np.eye(3)), "not ndarray; scipy.sparse.csr_array makes one of it"),
                         (lambda: orujo.from_scipy(csr_array((3, 4))), "not one of 3 x 4")):
        with pytest.raises(orujo.UsageError, match=words):
            wrong()


@pytest.mark.parametrize("kind", [np.float64, np.int32])
def test_entries_of_a_matrix_that_are_stored_twice_are_added_up_in_either_direction(kind):
    arrays = (np.array([1, 2, 5], kind), np.array([1, 1, 0]), np.array([0, 2, 3]))
    matrix = csr_array(arrays, shape=(2, 2))
    assert edges_of(orujo.from_scipy(matrix, directed=True)) == [(0, 1, 3), (1, 0, 5)]
    assert edges_of(orujo.from_scipy(matrix, directed=False)) == [(0, 1, 3)]
    assert matrix.nnz == 3  # what is the caller's stays as it is
