"""What is read of graphs of NetworkX: neighbours, and values of edges."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np
import orujo
import pytest
from orujo._adjacency import arcs_of, numbers_of, rows_of, starts_of_parallel, values_of


def read(graph):
    labels = list(graph)
    rows = rows_of(graph, labels)
    offsets, targets = arcs_of(rows, numbers_of(labels))
    return {label: [labels[number] for number in targets[offsets[place]:offsets[place + 1]]] for place, label in enumerate(labels)}


class Town:
    """A label whose comparisons run code of Python."""

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return isinstance(other, Town) and self.name == other.name

    def __repr__(self):
        return f"Town({self.name!r})"


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("label", [int, lambda number: number + 1000, float, np.int64, str, lambda number: (number, "x"), Town])
def test_neighbours_are_those_of_the_graph_in_its_order(kind, label):
    drawn = nx.gnm_random_graph(150, 400, seed=4, directed=True)
    graph = kind()
    graph.add_nodes_from(map(label, range(150)))
    graph.add_edges_from((label(each), label(other)) for each, other in drawn.edges)
    assert read(graph) == {each: list(graph.adj[each]) for each in graph}


def test_views_and_other_orders_are_read_as_they_show_themselves():
    graph = nx.gnm_random_graph(30, 80, seed=4, directed=True)
    for seen in (graph.reverse(copy=False), graph.subgraph(range(7, 20)), nx.subgraph_view(graph, filter_edge=lambda u, v: u < v)):
        assert read(seen) == {each: list(seen.adj[each]) for each in seen}
    graph._adj = dict(reversed(graph._adj.items()))
    assert read(graph) == {each: list(graph.adj[each]) for each in graph} and list(read(graph))[0] == 0


@pytest.mark.parametrize("label", [7, -1, 2.5, "seven", None, (1, 2)])
@pytest.mark.parametrize("numbered", [True, False])
def test_neighbours_that_are_no_vertices_are_named(label, numbered):
    graph = nx.path_graph(3) if numbered else nx.path_graph(["a", "b", "c"])
    next(iter(graph._adj.values()))[label] = {}
    with pytest.raises(orujo.InputError, match="an edge leads to .*, which is no vertex of the graph"):
        orujo.from_networkx(graph)


def values(*edges, multi=False):
    graph = (nx.MultiDiGraph if multi else nx.DiGraph)()
    graph.add_nodes_from(range(len(edges) + 1))
    for number, value in enumerate(edges):
        graph.add_edge(number, number + 1, **({} if value is None else {"km": value}))
    found, having = values_of(rows_of(graph, list(graph)), "km", multi)
    assert having == sum(value is not None for value in edges)
    return found


@pytest.mark.parametrize("multi", [False, True])
def test_values_are_whole_numbers_then_real_ones_then_what_they_are(multi):
    for given, kind in (((3, None, -5), np.int64), ((None, 2.5, 3), np.float64), ((2.5, None, 1 << 62), np.float64), ((None,), np.int64)):
        found = values(*given, multi=multi)
        assert found.dtype == kind and found.tolist() == [1 if value is None else value for value in given]
    for given in ((3, True), (2.5, None, 1 << 70), (1, 2.5, "far"), (np.float32(2), 1)):
        found = values(*given, multi=multi)
        assert type(found) is list and found == [1 if value is None else value for value in given]
        assert [type(each) for each in found[-1:]] == [type(given[-1])]
    assert len(values(multi=multi)) == 0


def test_parallel_edges_follow_each_other():
    graph = nx.MultiGraph([("a", "b", {"km": 4}), ("a", "b", {"km": 2}), ("b", "c", {}), ("c", "c", {"km": 9})])
    rows = rows_of(graph, list(graph))
    assert values_of(rows, "km", True)[0].tolist() == [4, 2, 4, 2, 1, 1, 9]
    starts, counts = starts_of_parallel(rows)
    assert (starts.tolist(), counts.tolist()) == ([0, 2, 4, 5, 6], [2, 2, 1, 1, 1])
    part = graph.subgraph(["a", "b"])
    assert values_of(rows_of(part, list(part)), "km", True)[0].tolist() == [4, 2, 4, 2]


def test_attributes_may_be_any_mapping():
    class Attributes(dict):
        def __contains__(self, name):
            return name == "km"

        def __getitem__(self, name):
            return 12

    graph = nx.DiGraph([(0, 1)])
    graph._adj[0][1] = Attributes()
    assert values_of(rows_of(graph, list(graph)), "km", False)[0].tolist() == [12]
    assert orujo.from_networkx(graph, weight="km").to_edges()[2].tolist() == [12]


def test_a_graph_that_changes_while_it_is_read_ends_no_process():
    class Sly(Town):
        __hash__ = Town.__hash__

        def __eq__(self, other):
            if ready:
                graph._adj.clear()
            return super().__eq__(other)

    for size in (3, 300):
        ready = []
        graph = nx.DiGraph()
        graph.add_nodes_from(map(Sly, range(size + 1)))
        graph.add_edges_from((Sly(each), Sly(each + 1)) for each in range(size))
        numbers = numbers_of(list(graph))
        ready.append(True)
        offsets, targets = arcs_of(graph._adj, numbers)
        assert graph._adj == {} and len(targets) == offsets[-1] <= size
