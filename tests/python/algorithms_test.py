"""Every algorithm of the catalogue as a function, against other libraries and the command's rules."""
# SPDX-License-Identifier: Apache-2.0
import inspect
import pydoc
import re

import networkx as nx
import numpy as np
import orujo
import pytest
from scipy.sparse import csgraph

ENTRIES = orujo.algorithms()


def required(name):
    """What an algorithm does not run without: the vertex 5 for each of such options."""
    return {option["name"]: 5 for option in ENTRIES[name]["options"] if option["is_required"]}


@pytest.fixture(scope="module")
def directed():
    rng = np.random.default_rng(4)
    return orujo.from_edges(rng.integers(0, 60, 240), rng.integers(0, 60, 240), rng.integers(1, 9, 240),
                            directed=True, num_vertices=60, simple=True)


@pytest.fixture(scope="module")
def undirected():
    return orujo.generate("smallworld:60:4:0.3", weights=(1, 9))


@pytest.mark.parametrize("name", ENTRIES)
def test_every_method_of_every_algorithm_finds_a_verified_answer(name, directed, undirected):
    for graph in (directed, undirected):
        if ENTRIES[name]["edges"] == "one_way" and not graph.is_directed:
            with pytest.raises(orujo.UsageError, match=f"{name} takes edges one way"):
                getattr(orujo, name)(graph)
            continue
        for method in ENTRIES[name]["methods"]:
            choice = {"method": method["name"]} if len(ENTRIES[name]["methods"]) > 1 else {}
            result = getattr(orujo, name)(graph, verify=True, **choice, **required(name))
            assert set(result.columns) <= {*ENTRIES[name]["columns"], "parent"}
            lengths = {len(result[column]) for column in result.columns}
            assert lengths == {len(result[ENTRIES[name]["key"]])}
            assert len(result.to_pandas()) == lengths.pop()


@pytest.mark.parametrize("name", ENTRIES)
def test_every_function_says_what_it_takes(name):
    function = getattr(orujo, name)
    assert name in orujo.__all__
    parameters = list(inspect.signature(function).parameters)
    for option in ENTRIES[name]["options"]:
        assert option["name"].replace("-", "_") in parameters
    text = pydoc.render_doc(function, renderer=pydoc.plaintext)
    for parameter in parameters[1:]:
        assert f"{parameter}: " in text or parameter == "method"
    for method in ENTRIES[name]["methods"]:
        assert re.sub("--([a-z]+)", r"\1", method["help"]) in text and method["cost"] in text


@pytest.mark.parametrize("name", ENTRIES)
def test_figures_and_columns_of_a_result_have_different_names(name, directed):
    result = getattr(orujo, name)(directed, **required(name))
    own = set(vars(result)) | set(dir(type(result)))
    names = [*result.columns, *result.figures]
    if ENTRIES[name]["rows"]:
        names.append(ENTRIES[name]["key"])
    assert len(set(names)) == len(names)
    assert not set(names) & own
    assert set(names) <= {*dir(result), ENTRIES[name]["key"]}


def test_what_an_algorithm_needs_is_asked_for(directed):
    with pytest.raises(orujo.UsageError, match="stconn needs target="):
        orujo.stconn(directed, 3)
    assert inspect.signature(orujo.stconn).parameters["target"].default is inspect.Parameter.empty


def test_depths_and_distances_are_those_of_scipy(directed, undirected):
    for graph in (directed, undirected):
        matrix = graph.to_scipy()
        hops = csgraph.shortest_path(matrix, method="D", indices=3, unweighted=True)
        assert np.array_equal(orujo.bfs(graph, 3).depth, np.where(np.isinf(hops), -1, hops))
        far = csgraph.dijkstra(matrix, indices=3)
        assert np.array_equal(orujo.sssp(graph, 3).distance, np.where(np.isinf(far), -1, far))


def test_real_distances_are_nan_where_there_is_no_way():
    graph = orujo.from_edges([0, 1], [1, 0], [0.5, 0.25], directed=True, num_vertices=3)
    assert np.array_equal(orujo.sssp(graph, 1).distance, [0.25, 0, np.nan], equal_nan=True)
    assert orujo.sssp(graph, 1, weighted=False).distance.tolist() == [1, 0, -1]


def test_components_scores_and_cores_are_those_of_networkx(undirected, directed):
    peer = nx.Graph(undirected.to_networkx())
    assert orujo.components(undirected).components == nx.number_connected_components(peer)
    assert orujo.kcore(undirected).core.tolist() == [nx.core_number(peer)[v] for v in range(60)]
    assert sum(nx.triangles(peer).values()) == 3 * orujo.triangles(undirected).triangles_total
    peer = nx.DiGraph(directed.to_networkx())
    ranks = nx.pagerank(peer, weight=None, tol=1e-10)
    ours = orujo.pagerank(directed, tolerance=1e-10).score
    assert np.allclose(ours, [ranks[v] for v in range(60)], atol=1e-8)
    ranks = nx.pagerank(peer, weight="weight", tol=1e-10)
    ours = orujo.pagerank(directed, tolerance=1e-10, weighted=True).score
    assert np.allclose(ours, [ranks[v] for v in range(60)], atol=1e-8)


def test_loops_and_parallel_edges_count_where_they_mean_something():
    graph = orujo.from_edges([0, 0, 0, 1], [1, 1, 2, 1], [5, 3, 1, 2], directed=True)
    assert orujo.sssp(graph, 0).distance.tolist() == [0, 3, 1]  # the lightest
    assert orujo.widest(graph, 0).width[1] == 5  # the greatest
    peer = nx.DiGraph()
    peer.add_weighted_edges_from([(0, 1, 8), (0, 2, 1), (1, 1, 2)])  # their sum
    ranks = nx.pagerank(peer, tol=1e-10)
    ours = orujo.pagerank(graph, weighted=True, tolerance=1e-10).score
    assert np.allclose(ours, [ranks[v] for v in range(3)], atol=1e-8)


def test_sources_are_named_listed_or_drawn(undirected):
    peer = nx.Graph(undirected.to_networkx())
    some = orujo.betweenness(undirected, sources=[3, 8])
    assert some.starts.tolist() == [3, 8]
    one = [orujo.betweenness(undirected, source=v).score for v in (3, 8)]
    assert np.allclose(some.score, sum(one) * 60 / 2 / 2)  # an estimate: as if all 60 were as these two
    exact = nx.betweenness_centrality(peer, normalized=False)
    assert np.allclose(orujo.betweenness(undirected).score, [exact[v] for v in range(60)])
    assert len(orujo.closeness(undirected, sources=5).starts) == 5
    assert orujo.bfs(undirected, seed=3).starts.tolist() == orujo.bfs(undirected, seed=3).starts.tolist()


def test_ids_of_the_input_name_sources_targets_and_parents(tmp_path):
    (tmp_path / "far.el").write_text("1000000007 5\n5 70\n70 5000000000\n")
    graph = orujo.read(tmp_path / "far.el", directed=False)
    assert graph.labels.tolist() == [5, 70, 1000000007, 5000000000]
    result = orujo.bfs(graph, 1000000007)
    assert result.parent.tolist() == [1000000007, 5, 1000000007, 70]
    assert result.path(5000000000) == [1000000007, 5, 70, 5000000000]
    assert orujo.bfs(graph, 5, target=5000000000).path() == [5, 70, 5000000000]
    assert orujo.bfs(graph, np.int64(70)).at(5)["depth"] == 1


def test_a_way_that_is_not_there_is_none():
    graph = orujo.from_edges([0, 2], [1, 3], directed=True)
    assert orujo.bfs(graph, 0).path(3) is None
    assert orujo.sssp(graph, 0, target=3).path() is None
    assert orujo.bfs(graph, 0).path(0) == [0]
    with pytest.raises(orujo.UsageError, match="keeps no paths"):
        orujo.components(graph).path(3)
    assert orujo.bfs(graph, 0).parent.tolist() == [0, 0, -1, -1]


@pytest.mark.parametrize("weights", [[0, 1, 4], [0], [0.25, 1.5, 0]])
@pytest.mark.parametrize("is_directed", [True, False])
def test_parents_lead_to_every_vertex_along_shortest_paths(weights, is_directed):
    rng = np.random.default_rng(11)
    ends, weight = rng.integers(0, 50, (2, 150)), rng.choice(weights, 150)
    graph = orujo.from_edges(*ends, weight, directed=is_directed, num_vertices=50)
    lightest = {}
    for tail, head, length in zip(*map(np.ndarray.tolist, ends), weight.tolist()):
        for way in [(tail, head)] if is_directed else [(tail, head), (head, tail)]:
            lightest[way] = min(length, lightest.get(way, length))
    result = orujo.sssp(graph, 7, parents=True, verify=True)
    assert result.parent[7] == 7
    np.testing.assert_array_equal(result.parent >= 0, np.isfinite(result.distance) & (result.distance >= 0))
    for target in range(50):
        path = result.path(target)
        if result.parent[target] < 0:
            assert path is None
            continue
        assert path[0] == 7 and path[-1] == target
        assert sum(lightest[step] for step in zip(path, path[1:])) == result.distance[target]
    with pytest.raises(orujo.UsageError, match="parents=True keeps all"):
        orujo.sssp(graph, 7).path(3)
    with pytest.raises(orujo.UsageError, match="parents"):
        orujo.sssp(graph, 7, target=3, parents=True)


def test_what_is_there_or_not_is_a_mask(undirected):
    result = orujo.mis(undirected)
    assert result.in_set.dtype == bool
    assert result.in_set.sum() == result.size


def test_the_greatest_come_first(directed):
    result = orujo.pagerank(directed)
    top = result.top(3)
    assert [value for _, value in top] == sorted(result.score.tolist(), reverse=True)[:3]
    assert result.at(top[0][0]) == {"score": top[0][1]}


def test_frames_say_what_is_not_known():
    graph = orujo.from_edges(["a"], ["b"], directed=True)
    frame = orujo.bfs(graph, "b").to_pandas()
    assert frame.index.tolist() == ["a", "b"]
    assert frame.depth.isna().tolist() == [True, False]
    assert frame.parent.isna().tolist() == [True, False]
    assert frame.parent["b"] == "b"
    frame = orujo.bfs(orujo.from_edges([3, 5], [4, 6], directed=True), 3).to_pandas()
    assert frame.parent.isna().tolist() == [False, False, True, True] and frame.parent[4] == 3
    forest = orujo.mst(orujo.from_edges([0, 1], [1, 2], [4, 7], directed=False)).to_pandas()
    assert forest[["source", "target", "weight"]].values.tolist() == [[0, 1, 4], [1, 2, 7]]


@pytest.mark.parametrize("call, words", [
    (lambda g: orujo.bfs(g, "x"), r"source: the vertices of \S+ are whole numbers, and 'x' is none"),
    (lambda g: orujo.bfs(g, 99), r"source: \S+ has no vertex 99; its vertices are numbers from 0 to "),
    (lambda g: orujo.bfs(g, 0, target=99), r"target: \S+ has no vertex 99"),
    (lambda g: orujo.bfs(g, 1.5), "source: .* has no vertex 1.5; its vertices are numbers from 0 to "),
    (lambda g: orujo.bfs(g, method="top-down"), "method of bfs is one of .*did you mean 'top_down'"),
    (lambda g: orujo.pagerank(g, dampng=0.5), "pagerank has no option 'dampng'; did you mean 'damping'"),
    (lambda g: orujo.pagerank(g, damping="much"), "damping: 'much' is no number"),
    (lambda g: orujo.pagerank(g, damping=1.5), "damping is at least 0 and below 1"),
    (lambda g: orujo.walks(g, length=-1), "length: -1 is no whole number from 0 to 2147483647"),
    (lambda g: orujo.walks(g, length=2.5), "length: 2.5 is no whole number"),
    (lambda g: orujo.colour(g, order="bigest_first"), "order is one of"),
    (lambda g: orujo.bfs(g, 0, order="strict"), "order is the order of method='dc'"),
    (lambda g: orujo.betweenness(g, source=1, sources=3), "give one of them"),
    (lambda g: orujo.betweenness(g, source=1, normalized=True), "normalized makes no sense together with source"),
    (lambda g: orujo.betweenness(g, sources=0), "sources: 0 is no whole number from 1"),
    (lambda g: orujo.bfs(g, 0, workers=0), "workers: use a number from 1 to 1024"),
    (lambda g: orujo.bfs(g, 0, seed=-1), "seed: -1 is no whole number"),
    (lambda g: orujo.bfs("graph"), "bfs: an orujo.Graph is needed, not str"),
])
def test_wrong_use_is_refused_in_the_words_of_the_command(undirected, call, words):
    with pytest.raises(orujo.UsageError, match=words):
        call(undirected)
    assert orujo.bfs(undirected, 0).depth[0] == 0  # and all goes on


def test_weights_below_0_are_refused_where_they_mean_nothing():
    graph = orujo.from_edges([0], [1], [-1.5], directed=True)
    with pytest.raises(orujo.InputError, match="shortest paths need weights of at least 0"):
        orujo.sssp(graph, 0)
    assert orujo.widest(graph, 0).width[1] == -1.5
    with pytest.raises(orujo.UsageError, match="has no weights"):
        orujo.pagerank(orujo.from_edges([0], [1], directed=True), weighted=True)


def test_results_are_the_same_for_every_number_of_workers(directed):
    for name in ("bfs", "sssp", "components", "kcore", "triangles", "scc"):
        runs = [getattr(orujo, name)(directed, workers=workers) for workers in (1, 2, 3)]
        for column in set(runs[0].columns) - {"parent"}:
            assert all(np.array_equal(run[column], runs[0][column]) for run in runs)


def test_a_result_shows_what_was_found(undirected):
    result = orujo.bfs(undirected, 0)
    assert repr(result).startswith("<bfs of smallworld:60:4:0.3 in ")
    assert "reached 60" in repr(result) and "columns depth, parent" in repr(result)
    assert result["reached"] == result.reached == 60
    assert result.seconds > 0 and result.edges_traversed == undirected.num_edges
    with pytest.raises(AttributeError, match="no 'depht'"):
        result.depht
    with pytest.raises(KeyError):
        result["depht"]


def test_what_the_command_reads_from_a_file_may_be_a_mapping(directed):
    peer = nx.DiGraph(directed.to_networkx())
    wanted = nx.pagerank(peer, personalization={3: 1, 7: 2}, dangling={3: 1, 7: 2}, weight=None, tol=1e-10)
    ours = orujo.pagerank(directed, personalise={3: 1, 7: 2}, tolerance=1e-10)
    assert np.allclose(ours.score, [wanted[v] for v in range(60)], atol=1e-8)
    names = orujo.from_edges([("a", 1)], [("b", 2)], directed=True)
    assert orujo.pagerank(names, personalise={("b", 2): 1}).at(("b", 2))["score"] == pytest.approx(1)
    with pytest.raises(orujo.UsageError, match="personalise: .* has no vertex 99"):
        orujo.pagerank(directed, personalise={99: 1.0})


def test_a_notebook_shows_figures_and_the_first_rows(undirected):
    page = orujo.bfs(undirected, 0)._repr_html_()
    assert "<th>depth</th>" in page and "reached" in page and "60 rows" in page
    assert orujo.mst(undirected)._repr_html_().count("<tr>") > 5


@pytest.mark.parametrize("name", ["São Paulo", "a,b", 'say "a"', " a", "#tag", "tab\there"])
def test_a_mapping_may_have_names_of_any_kind(name):
    graph = orujo.from_edges([name], ["z"], directed=True)
    assert orujo.pagerank(graph, personalise={name: 1}).at(name)["score"] > 0.5


def test_what_is_said_of_a_run_names_what_was_given():
    graph = orujo.from_edges([0, 1], [1, 2], [2, 3], directed=False)
    assert "--" not in repr(orujo.pagerank(graph)) + "".join(orujo.communities(graph).remarks) + repr(orujo.communities(graph))
    with pytest.raises(orujo.InputError, match="personalise: all weights are 0"):
        orujo.pagerank(graph, personalise={0: 0})
    with pytest.raises(orujo.InputError, match="weighted=False leaves"):
        orujo.communities(orujo.from_edges([0], [1], [-1], directed=False))
    with pytest.raises(orujo.UsageError, match="verify: True or False"):
        orujo.bfs(graph, 0, verify="no")


def test_vertices_are_no_greater_than_others():
    graph = orujo.from_edges(["a", "b"], ["b", "c"], directed=False)
    with pytest.raises(orujo.UsageError, match="vertices are not greater"):
        orujo.components(graph).top()
    assert orujo.bfs(graph, "a").top(1) == [("c", 2)]
    with pytest.raises(orujo.UsageError, match="no column of numbers 'parent'"):
        orujo.bfs(graph, "a").top(1, "parent")
    assert orujo.ktruss(graph).top(1)[0][1] == 2


def test_columns_keep_their_values_while_other_results_come_and_go():
    graph = orujo.generate("grid:300x300")
    row, column = np.divmod(np.arange(90_000), 300)
    kept = {}
    for turn in range(40):
        source = turn * 977 % 90_000
        kept[turn % 3] = source, orujo.bfs(graph, source).depth
        orujo.components(graph)
        for start, depth in kept.values():
            assert (depth == abs(row - start // 300) + abs(column - start % 300)).all()


def test_the_path_of_a_search_for_one_target_is_to_no_other():
    graph = orujo.from_edges([0, 1], [1, 2], [1, 1], directed=True)
    for search in (orujo.bfs, orujo.sssp):
        found = search(graph, 0, target=2)
        assert found.path() == found.path(2) == [0, 1, 2]
        with pytest.raises(orujo.UsageError, match="the search was for 2 alone"):
            found.path(1)
        none = search(graph, 2, target=0)
        assert none.path() is none.path(0) is None
        with pytest.raises(orujo.UsageError, match="the search was for 0 alone"):
            none.path(1)


def test_top_orders_whole_numbers_that_floating_ones_cannot_tell_apart():
    graph = orujo.from_edges([0, 0, 0], [1, 2, 3], [2**60, 2**60 + 1, 2**60], directed=True)
    assert orujo.sssp(graph, 0).top(3) == [(2, 2**60 + 1), (1, 2**60), (3, 2**60)]


def test_ids_that_floating_numbers_cannot_tell_apart_are_found(tmp_path):
    first = 2**62
    for greatest in (2**62 + 9, 2**63 + 1):
        path = tmp_path / "ids.el"
        path.write_text(f"{first + 1} {first + 2}\n{greatest} 1\n")
        graph = orujo.read(path, directed=True)
        for label in (first + 1, first + 2, greatest, 1):
            assert label in graph and graph.labels[graph.index_of(label)] == label
        for label in (first, first + 3, 2**64 - 5, 2**64, -1):
            assert label not in graph


def test_widths_below_0_are_told_from_no_path():
    graph = orujo.from_edges(["a", "b", "d"], ["b", "c", "e"], [-3, -1, 2], directed=True)
    widths = orujo.widest(graph, "a")
    none = np.iinfo(np.int64).min
    assert dict(zip(graph.labels, widths.width.tolist())) == {"a": none, "b": -3, "c": -3, "d": none, "e": none}
    seen = widths.to_pandas().width
    assert seen.isna().to_dict() == {"a": True, "b": False, "c": False, "d": True, "e": True}
