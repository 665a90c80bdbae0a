"""The backend of NetworkX: its answers against NetworkX's own, what it refuses, and when it is chosen."""
# SPDX-License-Identifier: Apache-2.0
import functools
import logging
import os
import pathlib
import subprocess
import sys
from decimal import Decimal

import networkx as nx
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved:UserWarning")
pytest.importorskip("networkx", minversion="3.5", reason="the backend serves NetworkX from 3.5 on")
from orujo.networkx import backend  # noqa: E402
from orujo.networkx import _graph  # noqa: E402
from orujo.networkx._costs import _arcs_of  # noqa: E402
from orujo.networkx._registry import PROVIDED  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from networkx_graphs import KINDS, graph_of, same  # noqa: E402

ENDS = [{"source": "v0", "target": "v7"}, {"source": "v3", "target": "v3"}]
WEIGHTED = [{}, {"weight": None}, {"weight": "cost"}]
ARGUMENTS = {
    "pagerank": [{"tol": 1e-10, **each} for each in (
        {}, {"alpha": 0.6, "weight": None}, {"personalization": {"v1": 2, "v5": 1.5}}, {"weight": "cost"})],
    "betweenness_centrality": [{}, {"normalized": False}, {"k": 5, "seed": 3}, {"k": 20, "seed": 3, "normalized": False},
                               {"weight": "cost"}, {"weight": "weight", "k": 7, "seed": 2}, {"weight": "absent", "normalized": False}],
    "closeness_centrality": [{}, {"u": "v2"}, {"u": "v2", "wf_improved": False},
                             {"distance": "cost"}, {"distance": "weight", "u": "v5"}, {"distance": "cost", "wf_improved": False}],
    "harmonic_centrality": [{}, {"nbunch": ["v1", "v2"]}, {"sources": ["v4", "v0"]}, {"sources": []},
                            {"distance": "cost"}, {"distance": "weight", "sources": ["v4", "v0"], "nbunch": ["v1"]}],
    "triangles": [{}, {"nodes": "v1"}, {"nodes": ["v1", "v3", "absent"]}],
    "clustering": [{}, {"nodes": "v1"}, {"nodes": ["v1", "v3"]}],
    "average_clustering": [{}, {"count_zeros": False}, {"nodes": ["v1", "v3"]}],
    "k_core": [{}, {"k": 2}], "k_shell": [{}, {"k": 2}], "k_crust": [{}, {"k": 2}], "k_corona": [{"k": 3}],
    "bfs_layers": [{"sources": "v0"}, {"sources": "v7"}], "bfs_predecessors": [{}, {"depth_limit": 2}],
    "k_truss": [{"k": 3}, {"k": 4}],
    "eccentricity": [{}, {"v": "v1"}, {"v": ["v1", "v2"]}],
    "node_connected_component": [{"n": "v3"}],
    "descendants_at_distance": [{"source": "v0", "distance": hops} for hops in (0, 1, 2, 90)],
    "bfs_edges": [{}, {"depth_limit": 2}, {"depth_limit": 0}],
    "minimum_spanning_edges": [{}, {"data": False}, {"weight": "cost"}],
    "maximum_spanning_tree": [{}, {"weight": "cost"}],
    **dict.fromkeys(("shortest_path", "shortest_path_length"), [
        {**ends, "method": method} for method in ("dijkstra", "bellman-ford")
        for ends in ({}, {"source": None}, {"target": None}, {"source": None, "target": None})]),
    **dict.fromkeys(("multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length"),
                    [{"sources": ["v4", "v9", "v4"]}, {"sources": {"v0"}}, {"sources": []}, {"sources": ["v1", "absent"]}]),
    "predecessor": [{}, {"target": None}, {"return_seen": True}, {"target": None, "return_seen": True}],
}


def given_to(name):
    """The arguments to call a function with."""
    provided = PROVIDED[name]
    parameters = provided.signature.parameters
    ends = [{key: end for key, end in each.items() if key in provided.takes} for each in ENDS]
    ends = ends if {"source", "target"} & set(provided.takes) else [{}]
    weighted = WEIGHTED if "weight" in provided.takes and name not in ("pagerank", "betweenness_centrality") else [{}]
    more = ARGUMENTS.get(name, [{}])
    cutoffs = [{}, {"cutoff": 2}, {"cutoff": 0}] if "cutoff" in parameters else [{}]
    for each in ({**a, **b, **c, **d} for a in ends for b in weighted for c in more for d in cutoffs):
        yield each


def plain(found, ordered):
    """An answer as what can be compared."""
    if isinstance(found, nx.Graph):
        return list(found.nodes.items()), found.graph, nx.to_dict_of_dicts(found)
    if hasattr(found, "__next__"):
        found = list(found)
    return found if ordered or not isinstance(found, list) else sorted(found, key=lambda each: sorted(map(str, each)))


# In another order, or not the same at all: looked at below.
OTHERS = {"articulation_points", "attracting_components", "barycenter", "biconnected_components", "strongly_connected_components",
          "kosaraju_strongly_connected_components", "leiden_communities",
          "single_target_shortest_path"}
ELSEWHERE = {"leiden_communities",  # NetworkX draws others, or has none
             "bidirectional_shortest_path", "condensation"}  # networkx_drawn_test.py
PATHS = {"bidirectional_dijkstra", "multi_source_dijkstra", "astar_path", "shortest_path", "dijkstra_path", "single_source_dijkstra", "all_pairs_dijkstra", "bellman_ford_path",
         "single_source_bellman_ford", "single_target_shortest_path"}


def original_of(name):
    """NetworkX's own function."""
    public = getattr(nx, name, None) or getattr(nx.community, name)
    return functools.partial(public, backend="networkx")


CASES = [(name, kind) for name, provided in PROVIDED.items() for kind in provided.kinds]


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_answers_are_those_of_networkx(name, kind, loops):
    if name in ELSEWHERE:
        return
    graph = graph_of(kind, loops)
    for arguments in given_to(name):
        if "path" in name and "length" not in name or name in PATHS:
            arguments = {**arguments, **({"weight": "cost"} if "weight" in PROVIDED[name].takes else {})}  # else there are several
        reason = backend.can_run(name, (graph,), arguments)
        if reason is not True:
            assert isinstance(reason, str)
            continue
        found, expected = outcome(getattr(backend, name), graph, arguments), outcome(original_of(name), graph, arguments)
        if isinstance(found, NotImplementedError) and loops:
            continue
        assert isinstance(found, Exception) == isinstance(expected, Exception), (found, expected)
        if isinstance(expected, Exception):
            assert type(found) is type(expected) and str(found) == str(expected)
        elif name == "single_target_shortest_path":
            assert {label: len(path) for label, path in found.items()} == {label: len(path) for label, path in expected.items()}
        else:
            same(plain(found, name not in OTHERS), plain(expected, name not in OTHERS))


def outcome(function, graph, arguments):
    try:
        found = function(graph, **arguments)
        return list(found) if hasattr(found, "__next__") else found
    except (nx.NetworkXException, NotImplementedError, ValueError, KeyError) as error:
        return error


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weight", [None, "weight"])
def test_paths_are_edges_that_add_up(kind, weight):
    graph = graph_of(kind, loops=True)
    for *_, data in graph.edges(data=True):
        data.setdefault("weight", 1)
    graph.add_edge("v1", "v2", weight=0)
    graph.add_edge("v2", "v9", weight=0)
    graph.add_edge("v9", "v1", weight=0)
    for source, (lengths, paths) in nx.all_pairs_dijkstra(graph, weight=weight, backend="orujo"):
        assert lengths == original_of("single_source_dijkstra_path_length")(graph, source, weight=weight)
        assert list(lengths.values()) == sorted(lengths.values())
        for target, path in paths.items():
            assert (path[0], path[-1]) == (source, target)
            assert nx.path_weight(graph, path, weight) == lengths[target] if weight else len(path) - 1 == lengths[target]


@pytest.mark.parametrize("identity", [True, False])
def test_orders_are_those_of_networkx(identity):
    graph = graph_of("directed")
    if identity:
        graph = nx.convert_node_labels_to_integers(graph)
    source = next(iter(graph))
    for name in ("bfs_edges", "bfs_successors"):
        assert list(getattr(backend, name)(graph, source)) == list(original_of(name)(graph, source))
    for name in ("single_source_shortest_path_length", "single_source_dijkstra_path_length", "pagerank"):
        further = () if name == "pagerank" else (source,)
        found, expected = getattr(backend, name)(graph, *further), original_of(name)(graph, *further)
        assert list(found.values()) == pytest.approx(list(expected.values()), abs=1e-6)
    assert list(backend.core_number(graph.to_undirected())) == list(graph)


def test_strong_components_come_before_those_that_lead_to_them():
    graph = nx.gnm_random_graph(300, 380, seed=2, directed=True)
    place = {label: at for at, group in enumerate(backend.strongly_connected_components(graph)) for label in group}
    assert len(place) == 300 and max(place.values()) > 50
    assert all(place[target] <= place[source] for source, target in graph.edges)


def test_communities_are_drawn_from_the_seed():
    graph = nx.karate_club_graph()
    metric = {"metric": "modularity"} if "metric" in PROVIDED["leiden_communities"].signature.parameters else {}
    found = nx.community.leiden_communities(graph, seed=4, backend="orujo", **metric)
    assert nx.community.is_partition(graph, found) and nx.community.modularity(graph, found) > 0.4
    assert found == nx.community.leiden_communities(graph, seed=4, backend="orujo", **metric)


@pytest.mark.parametrize("name", PROVIDED)
@pytest.mark.parametrize("kind", KINDS)
def test_graphs_without_vertices_are_answered_as_networkx_does(name, kind):
    graph = KINDS[kind]()
    arguments = next(iter(given_to(name)))
    if backend.can_run(name, (graph,), arguments) is not True or name == "leiden_communities":
        return
    found, expected = (every_outcome(function, graph, arguments) for function in (getattr(backend, name), original_of(name)))
    assert repr(found) == repr(expected)


def every_outcome(function, graph, arguments):
    try:
        return plain(function(graph, **arguments), True)
    except Exception as error:  # whatever NetworkX raises
        return type(error), str(error)


@pytest.mark.parametrize("name", [name for name, provided in PROVIDED.items() if "source" in provided.takes])
def test_absent_vertices_raise_errors_of_networkx(name):
    graph = graph_of("directed")
    for ends in ({"source": "absent", "target": "v1"}, {"source": "v1", "target": "absent"}, {"source": "absent", "target": "absent"}):
        arguments = {key: end for key, end in ends.items() if key in PROVIDED[name].signature.parameters}
        arguments |= {"distance": 1} if name == "descendants_at_distance" else {}
        found, expected = (every_outcome(function, graph, arguments) for function in (getattr(backend, name), original_of(name)))
        assert found == expected


def test_arguments_are_looked_at_wherever_they_stand():
    graph = graph_of("undirected")
    assert backend.can_run("pagerank", (graph, 0.85, None, 100, 1e-6, {"v1": 1}), {}) == "pagerank takes nstart=None only"
    assert backend.can_run("pagerank", (graph,), {"dangling": {"v1": 1}}) == "pagerank takes dangling=None only"
    assert backend.can_run("betweenness_centrality", (graph, None, True, "weight", True), {}) == "betweenness_centrality takes endpoints=False only"
    assert backend.can_run("closeness_centrality", (graph, None, lambda *_: 1), {}) == "distance: a function of edges is not called here"
    assert "unexpected" in backend.can_run("pagerank", (graph,), {"speed": 11})
    assert backend.can_run("connected_components", (graph_of("directed"),), {}) == "connected_components is not for directed graphs here"
    assert backend.can_run("pagerank", (graph, 0.5), {"personalization": {"v1": 1}}) is True
    assert backend.can_run("pagerank", (7,), {}) == "graphs of the type int are not converted"


def test_graphs_that_show_other_edges_than_they_keep_are_refused():
    class Complement(nx.Graph):
        def __getitem__(self, label):
            return {other: {} for other in self if other != label and other not in self._adj[label]}

    assert "Complement" in backend.can_run("core_number", (Complement(),), {})
    with pytest.raises(NotImplementedError, match="Complement"):
        backend.convert_from_nx(Complement())
    view = nx.subgraph_view(graph_of("multidirected"), filter_edge=lambda each, other, _: each > other)
    assert backend.descendants(view, "v3") == original_of("descendants")(nx.MultiDiGraph(view), "v3")


def test_what_is_refused_is_left_to_networkx():
    graph = graph_of("undirected")
    start = dict.fromkeys(graph, 1.0)
    with nx.config(backend_priority=["orujo"]):
        assert nx.pagerank(graph, nstart=start) == original_of("pagerank")(graph, nstart=start)
        graph.add_edge("v1", "v2", weight=Decimal("1.5"))
        assert nx.single_source_dijkstra_path_length(nx.path_graph(3), 0, weight=lambda *_: 2) == {0: 0, 1: 2, 2: 4}
    with pytest.raises(NotImplementedError, match="takes nstart=None only|not implemented"):
        nx.pagerank(graph, nstart=start, backend="orujo")
    for value in (Decimal("1.5"), "7", True, 1 << 70, float("nan"), float("inf")):
        graph = nx.path_graph(4, create_using=nx.DiGraph)
        graph.add_edge(0, 1, weight=value)
        nx.set_edge_attributes(graph, value, "weight")
        with pytest.raises(NotImplementedError, match="values of 'weight' are not"):
            backend.single_source_dijkstra_path_length(graph, 0)
    nx.set_edge_attributes(graph, 0, "weight")
    with pytest.raises(NotImplementedError, match="values of 'weight' are not above 0"):
        backend.betweenness_centrality(graph, weight="weight")
    nx.set_edge_attributes(graph, -1, "weight")
    with pytest.raises(NotImplementedError, match="values of 'weight' are negative"):
        backend.dijkstra_path(graph, 0, 1)


def test_pagerank_that_does_not_converge_says_so():
    graph = graph_of("directed")
    for steps in (0, 1):
        with pytest.raises(nx.PowerIterationFailedConvergence):
            nx.pagerank(graph, max_iter=steps, backend="orujo")


@pytest.fixture
def conversions(monkeypatch):
    """Counts graphs that are converted."""
    made = []
    start = _graph.Graph.__init__
    monkeypatch.setattr(_graph.Graph, "__init__", lambda self, *args, **given: (made.append(1), start(self, *args, **given))[1])
    return made


def test_a_graph_is_converted_once_whatever_attributes_are_needed(conversions):
    graph = graph_of("undirected")
    with nx.config(warnings_to_ignore={"cache"}):
        for call in (nx.core_number, nx.pagerank, nx.k_core, nx.minimum_spanning_tree, nx.triangles):
            call(graph, backend="orujo")
        assert len(conversions) == 1
        graph.add_edge("v1", "new")
        assert "new" in nx.core_number(graph, backend="orujo")
        assert len(conversions) == 2


def test_weights_that_were_changed_behind_the_cache_count():
    graph = nx.path_graph(4)
    with nx.config(warnings_to_ignore={"cache"}):
        assert nx.dijkstra_path_length(graph, 0, 3, backend="orujo") == 3
        graph[1][2]["weight"] = 10
        assert nx.dijkstra_path_length(graph, 0, 3, backend="orujo") == 12
        graph.edges[0, 1]["cost"] = 5.5
        assert nx.dijkstra_path_length(graph, 0, 3, weight="cost", backend="orujo") == 7.5
        assert nx.minimum_spanning_tree(graph, backend="orujo")[1][2] == {"weight": 10}


def test_a_graph_that_is_converted_by_hand_keeps_the_original():
    kept = backend.convert_from_nx(nx.path_graph(3))
    assert nx.pagerank(kept) == backend.pagerank(nx.path_graph(3))
    assert nx.utils.graphs_equal(backend.convert_to_nx(kept), nx.path_graph(3))


def test_a_cached_graph_does_not_keep_the_original(conversions):
    import gc
    import weakref
    graph = nx.path_graph(5)
    nx.core_number(graph, backend="orujo")
    gone = weakref.ref(graph)
    gc.disable()
    try:
        del graph
        assert gone() is None
    finally:
        gc.enable()


def test_small_graphs_are_left_to_networkx_and_the_log_says_why(caplog):
    with caplog.at_level(logging.DEBUG, logger="networkx"), nx.config(backend_priority=["orujo"]):
        nx.number_connected_components(nx.path_graph(3))
    assert "NetworkX needs" in caplog.text and "conversion" in caplog.text
    assert isinstance(backend.should_run("core_number", (nx.path_graph(3),), {}), str)
    assert backend.should_run("betweenness_centrality", (nx.path_graph(2000),), {}) is True
    assert backend.should_run("core_number", (backend.convert_from_nx(nx.path_graph(3)),), {}) is True


def test_costs_are_known_for_all_functions():
    from orujo.networkx._cost_table import CONVERSION, COSTS
    assert COSTS.keys() == PROVIDED.keys() and sum(CONVERSION) > 0
    assert all(min(*here, *there) >= 0 < max(here) for here, there in COSTS.values())


def script(code, **environment):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment})


def test_networkx_knows_the_backend_without_the_engine():
    found = script("import networkx as nx, sys; print(nx.config.backends.orujo, 'orujo' in sys.modules)")
    assert found.stdout == "Config(workers=None, seed=1) False\n" and found.stderr == ""


def test_a_variable_is_all_that_a_program_needs():
    code = "import networkx as nx; nx.betweenness_centrality(nx.path_graph(1500)); import sys; print('orujo' in sys.modules)"
    assert script(code, NETWORKX_BACKEND_PRIORITY="orujo").stdout == "True\n"
    assert script(code).stdout == "False\n"


def test_variables_without_effect_are_warned_of():
    code = "import networkx"
    warned = script(code, NETWORKX_CACHE_CONVERTED_GRAPH="1", NETWORKX_FALLBACK_TO_NX="0").stderr
    assert "NetworkX does not read NETWORKX_CACHE_CONVERTED_GRAPH; did you mean NETWORKX_CACHE_CONVERTED_GRAPHS?" in warned
    assert "NETWORKX_FALLBACK_TO_NX=0 means yes to NetworkX" in warned
    assert script(code, NETWORKX_BACKEND_PRIORITY_GENERATORS="orujo", NETWORKX_FALLBACK_TO_NX="").stderr == ""


def test_settings_choose_workers(monkeypatch):
    chosen = []
    import orujo
    run = orujo.kcore
    monkeypatch.setattr(orujo, "kcore", lambda graph, **options: (chosen.append(options), run(graph, **options))[1])
    with nx.config.backends.orujo(workers=2, seed=9):
        backend.core_number(nx.path_graph(4))
    assert chosen == [{"workers": 2, "seed": 9}]


def test_an_older_networkx_runs_everything_itself():
    program = """
import networkx as nx
nx.__version__ = "3.4.2"
from orujo.networkx import backend
from orujo.networkx._registry import PROVIDED
print(len(PROVIDED), hasattr(backend, "pagerank"), backend.can_run("pagerank", (nx.path_graph(3),), {}))
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.split(maxsplit=2) == ["0", "False", "there is no pagerank\n"]


def test_the_number_of_arcs_is_counted_anew_where_a_graph_has_changed():
    graph = nx.path_graph(4)
    assert [_arcs_of(graph), _arcs_of(graph)] == [6, 6]
    graph.add_edge(0, 3)
    assert _arcs_of(graph) == 8
    graph.remove_edges_from([(0, 1), (0, 3)])
    assert _arcs_of(graph) == 4
    assert _arcs_of(nx.MultiDiGraph([(0, 1), (0, 1), (1, 2)])) == 2
