"""The backend of NetworkX on small graphs that are drawn, with loops and odd labels."""
# SPDX-License-Identifier: Apache-2.0
import functools
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
from networkx_graphs import KINDS, same  # noqa: E402

SEEDS = range(60)


def drawn(seed):
    """(a graph, what draws): half of them without directed cycles."""
    draw = random.Random(seed)
    graph, size = KINDS[draw.choice(list(KINDS))](), draw.choice([1, 2, 3, 5, 8, 13, 25])
    labels = draw.choice([list, lambda numbers: [f"v{each}" for each in numbers], lambda numbers: [(each, "x") for each in numbers],
                          lambda numbers: [each * 1.5 - 3 for each in numbers], lambda numbers: [frozenset([each]) for each in numbers]])(range(size))
    draw.shuffle(labels)
    graph.add_nodes_from(labels)
    goes_up = draw.random() < 0.5
    for _ in range(int(size * draw.choice([0.3, 1, 1.5, 3]))):
        ends = [draw.randrange(size), draw.randrange(size)]
        ends = sorted(ends) if goes_up else ends
        if ends[0] != ends[1] or not goes_up:
            weight = {"weight": draw.choice([0, 1, 2, 3, 5])} if draw.random() < 0.8 else {}
            graph.add_edge(*(labels[each] for each in ends), **weight, cost=draw.random())
    return graph, draw


def original_of(name):
    return functools.partial(getattr(nx, name), backend="networkx")


def outcome(function, graph, arguments):
    """What is found, as a list where it comes one by one, or what is raised."""
    try:
        found = function(graph, **arguments)
        return list(found) if hasattr(found, "__next__") else found
    except Exception as error:  # whatever NetworkX raises
        return error


def compare(name, graph, arguments, alike):
    """Whether both answer, in the sense of `alike`, or raise the same; what is refused is not compared."""
    if backend.can_run(name, (graph,), arguments) is not True:
        return
    found, expected = outcome(getattr(backend, name), graph, arguments), outcome(original_of(name), graph, arguments)
    if isinstance(found, NotImplementedError):
        assert any(each == other for each, other, *_ in graph.edges)  # a loop
    elif isinstance(expected, Exception):
        assert (type(found), str(found)) == (type(expected), str(expected)), (name, arguments)
    else:
        assert not isinstance(found, Exception), (name, arguments, found)
        alike(found, expected)


def exact(found, expected):
    assert repr(found) == repr(expected) and found == expected


class Paths:
    """Paths of the same ends and lengths; `sources` says whether they may begin at another one of several sources."""

    def __init__(self, graph, weight, sources=None):
        self.graph, self.weight, self.sources = graph, weight, sources

    def length(self, path):
        links = [self.graph[each][other] for each, other in itertools.pairwise(path)]
        several = [link.values() if self.graph.is_multigraph() else [link] for link in links]
        return sum(min(data.get(self.weight, 1) for data in each) if self.weight else 1 for each in several)

    def path(self, found, expected):
        assert found[-1] == expected[-1] and self.length(found) == pytest.approx(self.length(expected))
        assert found[0] == expected[0] if self.sources is None else found[0] in self.sources
        assert self.weight or len(found) == len(expected)

    def __call__(self, found, expected):
        assert type(found) is type(expected)
        if isinstance(expected, dict):
            assert found.keys() == expected.keys()
            for label, path in expected.items():
                self(found[label], path)
        elif isinstance(expected, tuple):  # lengths and paths
            same(found[0], expected[0])
            self(found[1], expected[1])
        elif expected and isinstance(expected[0], tuple) and isinstance(expected[0][-1], dict):  # of all pairs
            assert [each for each, _ in found] == [each for each, _ in expected]
            for (_, each), (_, other) in zip(found, expected):
                self(each, other)
        else:
            self.path(found, expected)


def ends_of(graph, draw):
    known = [*graph, "absent"]
    source, target = draw.choice(known), draw.choice(known)
    return [{}, {"source": source}, {"target": target}, {"source": source, "target": target}]


@pytest.mark.parametrize("seed", SEEDS)
def test_shortest_paths_of_any_kind_are_as_short(seed):
    graph, draw = drawn(seed)
    for ends in ends_of(graph, draw):
        for weight, method in itertools.product((None, "weight", "cost"), ("dijkstra", "bellman-ford")):
            arguments = {**ends, "weight": weight, "method": method}
            compare("shortest_path", graph, arguments, Paths(graph, weight))
            compare("shortest_path_length", graph, arguments, same)
    for weight in (None, "weight", "cost"):
        compare("bidirectional_dijkstra", graph, {**ends, "weight": weight}, Paths(graph, weight))
    compare("bidirectional_shortest_path", graph, ends, Paths(graph, None))


@pytest.mark.parametrize("seed", SEEDS)
def test_paths_from_the_nearest_of_several_sources_are_as_short(seed):
    graph, draw = drawn(seed)
    labels = [*graph, *(["absent"] if seed % 8 == 0 else [])]
    sources = [draw.choice(labels) for _ in range(draw.randrange(4))]
    sources = draw.choice([list, set, dict.fromkeys])(sources)
    for weight, cutoff in itertools.product((None, "weight", "cost"), (None, 2, 0, 1.5)):
        arguments, paths = {"sources": sources, "weight": weight, "cutoff": cutoff}, Paths(graph, weight, sources)
        compare("multi_source_dijkstra_path_length", graph, arguments, same)
        compare("multi_source_dijkstra_path", graph, arguments, paths)
        for target in (None, draw.choice([*graph, "absent"])):
            compare("multi_source_dijkstra", graph, {**arguments, "target": target}, paths)
    assert backend.can_run("multi_source_dijkstra", (graph, iter(sources)), {}) == "sources: a set or a list is taken here"


@pytest.mark.parametrize("seed", SEEDS)
def test_predecessors_and_whether_two_colours_do_are_the_very_same(seed):
    graph, draw = drawn(seed)
    compare("is_bipartite", graph, {}, exact)
    _, source, target, both = ends_of(graph, draw)
    for cutoff, seen, ends in itertools.product((None, 0, 1, 2, -1, 2.0, 7, float("inf")), (None, True), ({}, target)):
        compare("predecessor", graph, {**source, **ends, "cutoff": cutoff, "return_seen": seen}, exact)
    compare("all_shortest_paths", graph, both, exact)


def same_graph(found, expected):
    assert type(found) is type(expected) and found.graph == expected.graph
    assert list(found.graph["mapping"]) == list(expected.graph["mapping"])
    members = [nx.get_node_attributes(graph, "members") for graph in (found, expected)]
    assert list(found) == list(expected) and list(members[0].items()) == list(members[1].items())
    assert list(found.edges(data=True)) == list(expected.edges(data=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_condensations_of_the_same_components_are_the_same(seed):
    graph, _ = drawn(seed)
    if not graph.is_directed():
        return
    compare("condensation", graph, {"scc": list(original_of("strongly_connected_components")(graph))}, same_graph)
    found = backend.condensation(graph)
    same_graph(found, original_of("condensation")(graph, scc=[found.nodes[number]["members"] for number in found]))
    assert all(other < each for each, other in found.edges)


def test_components_that_are_not_all_are_left_to_networkx():
    graph = nx.DiGraph([(0, 1), (1, 2)])
    for wrong in ([{0}], [{0, 1}, {2, 3}]):
        with pytest.raises(NotImplementedError, match="scc has"):
            backend.condensation(graph, wrong)
    assert backend.can_run("condensation", (graph, iter([{0, 1, 2}])), {}) == "scc: a list is taken here"
