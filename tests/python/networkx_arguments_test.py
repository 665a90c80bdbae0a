"""The backend of NetworkX where a call is about some vertices only, or takes what others do not."""
# SPDX-License-Identifier: Apache-2.0
import itertools
import pathlib
import random
import sys

import networkx as nx
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved:UserWarning")
pytest.importorskip("networkx", minversion="3.5", reason="the backend serves NetworkX from 3.5 on")
from orujo.networkx import backend  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from networkx_graphs import graph_of, same  # noqa: E402


def test_eccentricities_of_some_need_no_others():
    path = nx.DiGraph([(0, 1), (1, 2)])
    assert nx.eccentricity(path, v=0, backend="orujo") == 2 and nx.eccentricity(path, v=[0], backend="orujo") == {0: 2}
    assert nx.eccentricity(nx.empty_graph(2), v=[], backend="orujo") == {}
    with pytest.raises(nx.NetworkXError, match="not strongly connected"):
        nx.eccentricity(path, v=[0, 1], backend="orujo")


@pytest.mark.parametrize("distance", [None, "cost"])
@pytest.mark.parametrize("kind", ["directed", "undirected"])
def test_harmonic_centralities_of_few_are_searched_backwards(kind, distance):
    graph = graph_of(kind)
    for chosen in ({"nbunch": "v1"}, {"nbunch": ["v1", "v2"], "sources": ["v1", "v5", "v6", "v9"]}, {"nbunch": []}):
        found = nx.harmonic_centrality(graph, distance=distance, backend="orujo", **chosen)
        same(found, nx.harmonic_centrality(graph, distance=distance, backend="networkx", **chosen))


def test_what_networkx_only_looks_at_in_part_is_left_to_it():
    graph = nx.fast_gnp_random_graph(3000, 0.004, seed=1)
    for name, whole, part in (("clustering", {}, {"nodes": 5}), ("triangles", {}, {"nodes": [1, 2]}),
                              ("harmonic_centrality", {}, {"nbunch": [7]}), ("eccentricity", {}, {"v": 7})):
        assert backend.should_run(name, (graph,), whole) is True
        assert isinstance(backend.should_run(name, (graph,), part), str)
    near = backend.should_run("single_source_shortest_path_length", (graph, 0), {"cutoff": 1})
    assert "NetworkX needs" in near and near != backend.should_run("single_source_shortest_path_length", (graph, 0), {})


def test_functions_that_call_others_need_no_networkx_behind_them():
    graph = nx.convert_node_labels_to_integers(graph_of("directed"))
    for name in ("shortest_path", "shortest_path_length"):
        for weight, ends in itertools.product((None, "cost"), ({"source": 0}, {"target": 5}, {"source": 0, "target": 5})):
            found = getattr(nx, name)(graph, weight=weight, backend="orujo", **ends)
            expected = getattr(nx, name)(graph, weight=weight, backend="networkx", **ends)
            if name == "shortest_path" and weight is None:  # another one may be as short
                found, expected = ({label: len(path) for label, path in each.items()} if isinstance(each, dict) else len(each)
                                   for each in (found, expected))
            same(found, expected)
    ends = {"source": 0, "target": 5}
    assert list(nx.all_shortest_paths(graph, backend="orujo", **ends)) == list(nx.all_shortest_paths(graph, backend="networkx", **ends))


def test_costs_of_functions_that_call_others_are_theirs():
    graph = graph_of("directed")
    for name in ("shortest_path", "shortest_path_length"):
        told = [backend.should_run(name, (graph,), {**ends, "weight": weight, "method": method})
                for ends in ({}, {"source": "v1"}, {"target": "v2"}, {"source": "v1", "target": "v2"})
                for weight, method in ((None, "dijkstra"), ("cost", "dijkstra"), ("cost", "bellman-ford"))]
        assert all("NetworkX needs" in each for each in told) and len(set(told)) > 8
    assert backend.can_run("shortest_path", (graph,), {"method": "guess"}) == "method is dijkstra or bellman-ford here"


def test_seeds_are_all_that_networkx_takes_and_nobody_is_no_personalization():
    numpy = pytest.importorskip("numpy")
    graph = nx.karate_club_graph()
    for seed in (3, random.Random(3), numpy.random.RandomState(3), numpy.random.default_rng(3)):
        assert len(nx.community.leiden_communities(graph, seed=seed, backend="orujo")) > 1
    with pytest.raises(NotImplementedError):
        nx.pagerank(graph, personalization={}, backend="orujo")


def test_parts_of_hops_are_left_to_networkx():
    path = nx.path_graph(6)
    for name, arguments in (("single_source_shortest_path", {"source": 0, "cutoff": 2.5}), ("bfs_tree", {"source": 0, "depth_limit": 1.5})):
        assert "whole numbers" in backend.can_run(name, (path,), arguments)
        assert backend.can_run(name, (path,), {**arguments, list(arguments)[1]: 2.0}) is True
    assert backend.can_run("single_source_dijkstra_path_length", (path, 0), {"cutoff": 2.5}) is True


def test_searches_through_few_wide_levels_and_many_narrow_ones_are_in_the_order_of_networkx():
    for graph in (nx.fast_gnp_random_graph(2000, 0.01, seed=3), nx.path_graph(3000), nx.random_geometric_graph(800, 0.06, seed=2)):
        for limit in (None, 2):
            found = list(nx.bfs_edges(graph, 7, depth_limit=limit, backend="orujo"))
            assert found == list(nx.bfs_edges(graph, 7, depth_limit=limit, backend="networkx"))


def test_cutoffs_below_zero_leave_the_source():
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, {(0, 1): 0.0, (1, 2): 1.0, (2, 3): 0.0}, "weight")
    for name in ("single_source_shortest_path_length", "single_source_shortest_path",
                 "single_source_dijkstra_path_length", "single_source_dijkstra_path"):
        for cutoff in (-1, 0, 1):
            arguments = {"source": 1, "cutoff": cutoff}
            assert getattr(backend, name)(graph, **arguments) == getattr(nx, name)(graph, **arguments), (name, cutoff)


def test_weights_whose_sums_have_no_room_are_left_to_networkx():
    for weight in (2**62, 1e308):
        graph = nx.path_graph(4)
        nx.set_edge_attributes(graph, weight, "weight")
        with pytest.raises(NotImplementedError, match="sums of 'weight' do not fit"):
            backend.single_source_dijkstra_path_length(graph, 0)
