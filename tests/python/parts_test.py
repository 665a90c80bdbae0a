"""Graphs that are made of graphs, against NetworkX."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np
import orujo
import pytest


def named(directed):
    peer = nx.gnm_random_graph(40, 90, seed=3, directed=directed)
    for number, (u, v) in enumerate(peer.edges):
        peer[u][v]["weight"] = number % 7 + 1
    return nx.relabel_nodes(peer, {v: f"v{v:02}" for v in peer})


def same(ours, peer):
    """Whether the graphs have the same vertices, edges and weights."""
    ends = tuple if peer.is_directed() else frozenset
    source, target, weight = ours.to_edges()
    weight = np.ones(len(source), int) if weight is None else weight
    edges = sorted((sorted(map(str, ends(pair))) if not peer.is_directed() else list(pair), value)
                   for *pair, value in zip(source.tolist(), target.tolist(), weight.tolist()))
    wanted = sorted((sorted(map(str, ends((u, v)))) if not peer.is_directed() else [u, v], value)
                    for u, v, value in peer.edges(data="weight", default=1))
    return set(ours.labels.tolist()) == set(peer) and edges == wanted


@pytest.fixture(params=[True, False], ids=["directed", "undirected"])
def pair(request):
    peer = named(request.param)
    source, target, weight = zip(*peer.edges(data="weight"))
    return orujo.from_edges(source, target, weight, directed=request.param), \
        peer.subgraph({v for edge in peer.edges for v in edge}).copy()


def test_the_part_of_some_vertices_by_labels_and_by_a_mask(pair):
    ours, peer = pair
    chosen = [v for v in peer if int(v[1:]) % 3]
    assert same(ours.subgraph(chosen), peer.subgraph(chosen))
    mask = np.isin(ours.labels.astype(str), chosen)
    assert same(ours.subgraph(mask), peer.subgraph(chosen))
    assert orujo.bfs(ours.subgraph(mask), chosen[0]).at(chosen[0])["depth"] == 0


def test_the_largest_component(pair):
    ours, peer = pair
    components = nx.weakly_connected_components if peer.is_directed() else nx.connected_components
    assert same(ours.largest_component(), peer.subgraph(max(components(peer), key=len)))


@pytest.mark.parametrize("direction", ["out", "in", "all"])
@pytest.mark.parametrize("radius", [0, 1, 2, 9])
def test_what_is_around_a_vertex(pair, direction, radius):
    ours, peer = pair
    around = peer.reverse() if direction == "in" and peer.is_directed() else peer
    around = around.to_undirected() if direction == "all" else around
    near = nx.single_source_shortest_path_length(around, "v05", cutoff=radius)
    assert same(ours.ego("v05", radius, direction), peer.subgraph(near))


def test_edges_are_chosen_by_weights_and_by_masks(pair):
    ours, peer = pair
    light = peer.copy()
    light.remove_edges_from([(u, v) for u, v, weight in peer.edges(data="weight") if not 2 <= weight <= 5])
    assert same(ours.filter_edges(least=2, most=5), light)
    weight = ours.to_edges()[2]
    assert same(ours.filter_edges((weight >= 2) & (weight <= 5)), light)
    with pytest.raises(orujo.UsageError, match="give a mask, or bounds"):
        ours.filter_edges(weight > 1, least=3)
    with pytest.raises(orujo.UsageError, match="truth value for each of"):
        ours.filter_edges([True])


def test_labels_are_changed_without_a_copy_of_the_graph(pair):
    ours, peer = pair
    for labels in ({"v05": "five"}, lambda label: label.upper(), range(100, 100 + len(peer))):
        changed = ours.relabel(labels)
        wanted = labels if callable(labels) else labels.get if isinstance(labels, dict) else None
        mapping = {v: (wanted(v) or v if wanted else 100 + place) for place, v in enumerate(ours.labels)}
        assert np.shares_memory(changed.to_scipy(copy=False).indices, ours.to_scipy(copy=False).indices)
        assert changed.num_edges == ours.num_edges
        assert changed.labels.tolist() == list(mapping.values())
    with pytest.raises(orujo.UsageError, match="different labels"):
        ours.relabel({"v05": "v06"})


def test_the_union_has_what_both_have(pair):
    ours, peer = pair
    labels = sorted(peer)
    first, second = labels[:25], labels[15:]
    both = ours.subgraph(first).union(ours.subgraph(second))
    wanted = nx.compose(peer.subgraph(first), peer.subgraph(second))
    assert set(both.labels.tolist()) == set(wanted)
    assert both.num_edges == sum(peer.subgraph(part).number_of_edges() for part in (first, second))
    assert orujo.components(both).components == \
        len(list((nx.weakly_connected_components if peer.is_directed() else nx.connected_components)(wanted)))


def test_parts_of_graphs_of_numbers_keep_their_numbers():
    graph = orujo.generate("grid:4x4", weights=(1, 9))
    part = graph.subgraph([0, 1, 5, 15])
    assert part.labels.tolist() == [0, 1, 5, 15]
    assert part.ego(5).labels.tolist() == [1, 5]
    assert part.union(graph.subgraph([2, 3])).labels.tolist() == [0, 1, 2, 3, 5, 15]
    assert part.filter_edges(least=100).num_edges == 0
    assert graph.subgraph([]).num_vertices == 0
    with pytest.raises(orujo.UsageError, match="grid:4x4 has no vertex 16"):
        graph.subgraph([16])
    with pytest.raises(orujo.UsageError, match="truth value for each of 16"):
        graph.subgraph([True])


def test_parts_of_graphs_of_objects_keep_their_objects():
    graph = orujo.from_edges([(0, 1), (0, 1)], [(1, 1), (2, 2)], directed=True)
    assert graph.subgraph([(0, 1), (2, 2)]).labels.tolist() == [(0, 1), (2, 2)]
    assert graph.union(graph).num_edges == 4
    assert graph.ego((2, 2), 1, "in").labels.tolist() == [(0, 1), (2, 2)]


def test_a_union_takes_labels_of_every_kind():
    numbers = orujo.from_edges([5, 9], [9, 700], [1, 2], directed=False)
    objects = orujo.from_edges([(1,), "b"], ["b", 9], [3.5, 4.5], directed=False)
    both = numbers.union(objects)
    assert both.labels.tolist() == [5, 9, 700, (1,), "b"]
    assert sorted(map(str, zip(*(column.tolist() for column in both.to_edges())))) == \
        ["((1,), 'b', 3.5)", "(5, 9, 1.0)", "(9, 'b', 4.5)", "(9, 700, 2.0)"]
    texts = orujo.generate("grid:1x3").relabel(["x", "a", "m"]).union(orujo.from_edges(["q"], ["b"], directed=False))
    assert texts.labels.tolist() == ["a", "b", "m", "q", "x"] and texts.neighbours("a").tolist() == ["m", "x"]
    with pytest.raises(orujo.UsageError, match="both graphs have to be directed or not"):
        numbers.union(orujo.generate("grid:1x3"))


def test_edges_chosen_by_a_mask_are_of_the_same_vertices(tmp_path):
    for graph in (orujo.from_edges([5, 9, 12], [9, 700, 12], directed=True).subgraph([5, 9, 700]),
                  orujo.from_edges(["n", "b"], ["b", "a"], directed=True)):
        first = graph.labels.tolist()
        part = graph.filter_edges(np.arange(graph.num_edges) == 0)
        assert part.labels.tolist() == first and part.num_edges == 1
        start = part.to_edges()[0][0]
        assert orujo.bfs(part, start).at(start)["depth"] == 0
        part.save(tmp_path / "part.orj")
        assert orujo.read(tmp_path / "part.orj").labels.tolist() == first


def test_searches_on_parts_begin_where_they_are_told_to():
    graph = nx.Graph([("x", "y"), ("a", "b"), ("b", "c")])
    for part in (orujo.from_networkx(graph).largest_component(), orujo.from_networkx(graph).subgraph(["a", "b", "c"]),
                 orujo.from_networkx(graph).ego("b", 3), orujo.from_networkx(graph).filter_edges(np.array([False, True, True]))):
        for start in part.labels.tolist():
            depths = nx.single_source_shortest_path_length(part.to_networkx(), start)
            found = orujo.bfs(part, start)
            assert found.starts.tolist() == [start]
            assert found.depth.tolist() == [depths.get(label, -1) for label in part.labels.tolist()]
    personal = orujo.pagerank(orujo.from_networkx(graph).largest_component(), personalise={"c": 1})
    assert personal.at("c")["score"] > personal.at("a")["score"]


def test_searches_begin_at_new_labels():
    graph = orujo.from_edges([1, 2], [2, 3], directed=True).relabel({1: "a", 2: "b", 3: "c"})
    assert orujo.bfs(graph, "b").starts.tolist() == ["b"] and orujo.bfs(graph, "b").depth.tolist() == [-1, 0, 1]
    towns = orujo.from_edges(["Ulm"], ["Kempten"], directed=False).relabel(str.lower)
    assert orujo.bfs(towns, "ulm").at("kempten")["depth"] == 1


def test_graphs_with_labels_of_python_are_stored_where_a_file_can_have_them(tmp_path):
    path = tmp_path / "graph.orj"
    orujo.from_networkx(nx.path_graph(["Ulm", "Kempten", "Bern"])).save(path)
    again = orujo.read(path)
    assert again.labels.tolist() == ["Bern", "Kempten", "Ulm"] and again.neighbours("Kempten").tolist() == ["Bern", "Ulm"]
    weighted = nx.DiGraph()
    weighted.add_weighted_edges_from([(30, 2, 7), (2, 5, 8), (5, 5, 9)])
    orujo.from_networkx(weighted).save(path)
    again = orujo.read(path)
    assert sorted(zip(*(column.tolist() for column in again.to_edges()))) == [(2, 5, 8), (5, 5, 9), (30, 2, 7)]
    for labels in ([(1,), 2], [-1, 2], [True, 2]):
        with pytest.raises(orujo.UsageError, match="relabel"):
            orujo.from_networkx(nx.path_graph(labels)).save(path)


def test_bounds_of_weights_are_exact():
    graph = orujo.from_edges([0, 1], [1, 2], [2**53, 2**53 + 1], directed=True)
    assert graph.filter_edges(least=2**53 + 1).to_edges()[2].tolist() == [2**53 + 1]
    assert graph.filter_edges(most=2**53).num_edges == 1
    assert graph.filter_edges(least=2**70 + 1).num_edges == 0 and graph.filter_edges(most=2**70 + 1).num_edges == 2


def test_a_list_of_labels_may_have_labels_of_any_kind():
    graph = orujo.from_edges([(1, 2), "a"], ["a", "b"], directed=True)
    assert graph.subgraph([(1, 2), "a"]).num_edges == 1
    with pytest.raises(orujo.UsageError, match="no vertex"):
        graph.subgraph([["a"], ["b", "c"]])
    assert np.array([10]) not in graph and np.array([[1, 2]]) not in orujo.generate("grid:2x2")


def test_masks_of_objects_that_are_all_truth_values():
    graph = orujo.generate("grid:1x3")
    mask = np.array([True, True, False], dtype=object)
    assert graph.subgraph(mask).num_vertices == 2
    assert graph.filter_edges(np.array([True, False], dtype=object)).num_edges == 1
