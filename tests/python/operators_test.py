"""Algorithms of users: the same answers compiled and by NumPy, under every order, and errors that say what to do."""
# SPDX-License-Identifier: Apache-2.0
import ctypes
import importlib.util
import pathlib
import sys

import networkx as nx
import numpy as np
import orujo
import pytest
from orujo._compiled import has_numba
from scipy.sparse.csgraph import dijkstra

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/python"
ORDERS = ("buckets", "levels", "strict", "priority_per_worker", "priority_per_rank", "unordered")
WORST = np.iinfo(np.int64).max
WAYS = [pytest.param(True, marks=pytest.mark.skipif(not has_numba(), reason="Numba is not there"), id="compiled"),
        pytest.param(False, id="numpy")]


def add(value, weight):
    return value + weight


def lesser(value, weight):
    return np.minimum(value, weight)


def times(value, weight):
    return value * weight


def same(value, _weight):
    return value


def example(name):
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_worst(column, worst):
    return np.where(column < 0, worst, column)


@pytest.mark.parametrize("compiled", WAYS)
@pytest.mark.parametrize("workers", [1, 3])
def test_shortest_and_widest_paths_are_those_of_the_engine(compiled, workers):
    graph = orujo.generate("kron:11", weights=(1, 99))
    farther = orujo.operator(add, dtype="int64", compiled=compiled)
    narrower = orujo.operator(lesser, dtype="int32", combine="max", compiled=compiled)
    hub = int(graph.degrees().argmax())
    distance = with_worst(orujo.sssp(graph, hub).distance, WORST)
    width = with_worst(orujo.widest(graph, hub).width, 0)
    width[hub] = 99
    assert len(np.unique(width)) > 20 and len(np.unique(distance)) > 20
    for order in ORDERS:
        found = orujo.label_correcting(graph, farther, {hub: 0}, order=order, workers=workers)
        assert found.label.dtype == np.int64 and (found.label == distance).all(), order
        found = orujo.label_correcting(graph, narrower, {hub: 99}, rest=0, order=order, workers=workers)
        assert found.label.dtype == np.int32 and (found.label == width).all(), order


@pytest.mark.parametrize("compiled", WAYS)
def test_labels_start_everywhere_and_go_both_ways(compiled):
    graph = orujo.from_edges([5, 4, 2, 7, 8], [4, 3, 1, 7, 8], directed=True, num_vertices=9)
    least = orujo.operator(same, dtype="int64", compiled=compiled)
    found = orujo.label_correcting(graph, least, np.arange(9))
    assert found.label.tolist() == found.to_pandas().label.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    both = orujo.label_correcting(graph, least, np.arange(9), direction="both")
    assert both.label.tolist() == orujo.components(graph).component.tolist() == [0, 1, 1, 3, 3, 3, 6, 7, 8]
    most = orujo.operator(same, dtype="int64", combine="max", compiled=compiled)
    assert orujo.label_correcting(graph, most, {5: 50, 4: 7}).at(3) == {"label": 50}


@pytest.mark.parametrize("compiled", WAYS)
@pytest.mark.parametrize("kind", [np.uint32, np.int64, np.float32, np.float64])
def test_weights_of_every_type_come_as_they_are(compiled, kind):
    scale = {np.uint32: 1, np.int64: 2**33}.get(kind, 0.1)
    weight = np.array([3, 4, 9], dtype=kind) * kind(scale)
    graph = orujo.from_edges([0, 1, 0], [1, 2, 2], weight, directed=True)
    farther = orujo.operator(add, dtype="float64", compiled=compiled)
    expected = dijkstra(graph.to_scipy().astype(np.float64), indices=0)
    assert orujo.label_correcting(graph, farther, {0: 0}).label.tolist() == expected.tolist()
    assert orujo.label_correcting(graph, farther, {0: 0}, weighted=False).label.tolist() == [0, 1, 1]


def test_pointers_of_ctypes_are_operators():
    graph = orujo.generate("kron:9", weights=(1, 99))
    whole = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(add)
    real = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(add)
    distance = orujo.sssp(graph, 1).distance
    found = orujo.label_correcting(graph, orujo.operator(whole, dtype="int64"), {1: 0})
    assert (found.label == with_worst(distance, WORST)).all()
    found = orujo.label_correcting(graph, orujo.operator(real), {1: 0})
    assert (found.label == with_worst(distance, np.inf)).all()
    values = np.zeros(graph.num_vertices)
    orujo.vertex_map(graph, [3, 5], orujo.operator(real), values, np.arange(graph.num_vertices))
    assert values[[3, 4, 5]].tolist() == [3, 0, 5]
    halves = orujo.from_edges([0], [1], [0.5], directed=True)
    with pytest.raises(orujo.UsageError, match="whole numbers"):
        orujo.label_correcting(halves, orujo.operator(whole, dtype="int64"), {0: 0})
    with pytest.raises(orujo.UsageError, match=r"int64\(int64, int64\)"):
        orujo.operator(whole, dtype="float64")


@pytest.mark.parametrize("compiled", WAYS)
@pytest.mark.parametrize("workers", [1, 3])
def test_edge_maps_combine_what_comes_along_all_edges(compiled, workers):
    graph = orujo.generate("kron:11", weights=(1, 99), directed=True)
    count = graph.num_vertices
    matrix = graph.to_scipy().astype(np.int64)
    values = np.arange(count) % 17
    sums = np.full(count, 5)
    summed = orujo.operator(times, dtype="int64", combine="sum", compiled=compiled)
    changed = orujo.edge_map(graph, None, summed, values, sums, workers=workers)
    assert (sums == 5 + matrix.T @ values).all()
    assert sorted(changed.tolist()) == np.flatnonzero(graph.degrees("in")).tolist()
    front = np.flatnonzero(graph.degrees() > 20)
    for combine, reduce in (("min", np.minimum), ("max", np.maximum)):
        expected = np.full(count, 60)
        source, target = matrix[front].nonzero()
        reduce.at(expected, target, (values[front][source] + matrix[front][source, target]))
        found = np.full(count, 60)
        farther = orujo.operator(add, dtype="int64", combine=combine, compiled=compiled)
        changed = orujo.edge_map(graph, front, farther, values, found, workers=workers)
        assert (found == expected).all()
        assert sorted(changed.tolist()) == np.flatnonzero(expected != 60).tolist()


@pytest.mark.parametrize("compiled", WAYS)
def test_vertex_maps_change_some_vertices(compiled):
    graph = orujo.generate("grid:100x100")
    values = np.arange(10_000, dtype=np.float64)
    less = orujo.operator(lesser, compiled=compiled)
    changed = orujo.vertex_map(graph, np.arange(0, 10_000, 2), less, values, np.full(10_000, 5000))
    assert sorted(changed.tolist()) == list(range(5002, 10_000, 2))
    expected = np.arange(10_000)
    expected[5002::2] = 5000
    assert (values == expected).all()


@pytest.mark.parametrize("compiled", WAYS)
def test_what_is_wrong_is_said(compiled):
    graph = orujo.from_edges([0, 1], [1, 2], [1, 2], directed=True)
    farther = orujo.operator(add, dtype="int64", compiled=compiled)

    def refused(text, call, *arguments, **options):
        with pytest.raises(orujo.UsageError, match=text):
            call(*arguments, **options)

    halved = orujo.operator(lambda value, weight: value / 2, dtype="int64", compiled=compiled)
    refused("it makes a? ?float64", orujo.label_correcting, graph, halved, {0: 0})
    refused("takes a value and a weight", orujo.operator, lambda value: value)
    refused("dtype is one of", orujo.operator, add, dtype="int16")
    refused("combine is one of", orujo.operator, add, combine="mean")
    refused("not all of these are int64", orujo.label_correcting, graph, farther, {0: 0.5})
    refused("has no vertex 9", orujo.label_correcting, graph, farther, {9: 0})
    refused("a label for each of 3", orujo.label_correcting, graph, farther, [1, 2])
    refused("did you mean 'levels'", orujo.label_correcting, graph, farther, {0: 0}, order="level")
    refused("combine='min'", orujo.label_correcting, graph,
            orujo.operator(add, combine="sum", compiled=compiled), {0: 0.0})
    refused("orujo.operator makes one", orujo.label_correcting, graph, add, {0: 0})
    refused("an array of int64", orujo.edge_map, graph, [0], farther, np.zeros(3))
    refused("none of the 3", orujo.edge_map, graph, [3], farther, np.zeros(3, dtype=np.int64))
    refused("a number for each", orujo.vertex_map, graph, [0], farther, np.zeros(3, dtype=np.int64), np.zeros(2))
    assert orujo.label_correcting(graph, farther, {0: 0}).label.tolist() == [0, 1, 3]


def test_an_operator_that_raises_by_numpy_ends_its_call_alone():
    graph = orujo.from_edges([0, 1], [1, 2], [1, 2], directed=True)

    def raises(value, weight):
        raise RuntimeError("no")

    def too_long(value, weight):
        return np.zeros(len(value) + 1)

    with pytest.raises(RuntimeError, match="no"):
        orujo.label_correcting(graph, orujo.operator(raises, compiled=False), {0: 0})
    with pytest.raises(orujo.UsageError, match="shape"):
        orujo.label_correcting(graph, orujo.operator(too_long, compiled=False), {0: 0})
    assert orujo.bfs(graph, 0).depth.tolist() == [0, 1, 2]


@pytest.mark.skipif(not has_numba(), reason="Numba is not there")
def test_a_compiled_operator_that_raises_finds_nothing_where_it_does():
    graph = orujo.generate("kron:9", weights=(1, 99))
    hub = int(graph.degrees().argmax())

    def light(value, weight):
        if weight > 50:
            raise ValueError("too heavy")
        return value + weight

    limited = orujo.operator(light, dtype="int64", compiled=True)
    least = with_worst(orujo.sssp(graph, hub).distance, WORST)
    for order in ORDERS:
        assert (orujo.label_correcting(graph, limited, {hub: 0}, order=order).label >= least).all(), order


@pytest.mark.skipif(has_numba(), reason="Numba is there")
def test_compiling_needs_numba():
    with pytest.raises(orujo.UsageError, match="pip install numba"):
        orujo.operator(add, compiled=True)


@pytest.mark.skipif(not has_numba(), reason="Numba is not there")
def test_what_numba_cannot_compile_is_said():
    graph = orujo.from_edges([0], [1], directed=True)
    for wrong in (lambda value, weight: open(value), lambda value, weight: "text"):
        with pytest.raises(orujo.UsageError, match="Numba cannot compile|it makes a"):
            orujo.label_correcting(graph, orujo.operator(wrong, compiled=True), {0: 0})
    import numba
    whole = numba.cfunc("int64(int64, int64)")(add)
    assert orujo.label_correcting(graph, orujo.operator(whole, dtype="int64"), {0: 3}).label.tolist() == [3, 4]


ENDLESS = """
import numpy as np, orujo
graph = orujo.from_edges([0, 1, 2], [1, 2, 0], directed=True)
@orujo.operator(dtype="float64", compiled=COMPILED)
def better_and_better(value, weight):
    return value - weight
print("begins", flush=True)
try:
    orujo.label_correcting(graph, better_and_better, {0: 0}, order=ORDER)
except KeyboardInterrupt:
    print("stopped", orujo.bfs(graph, 0).reached)
"""


@pytest.mark.parametrize("compiled", WAYS)
@pytest.mark.parametrize("order", ["unordered", "levels"])
def test_an_interrupt_ends_what_would_never_end(interrupted, compiled, order):
    script = ENDLESS.replace("COMPILED", str(compiled)).replace("ORDER", repr(order))
    assert interrupted(script, 2) == ("stopped 3\n", "", 0)


def test_the_examples_find_what_networkx_and_scipy_find():
    graph = orujo.generate("kron:9", weights=(1, 99))
    paths = example("shortest_paths")
    expected = dijkstra(graph.to_scipy(), indices=graph.index_of(1))
    distance = orujo.label_correcting(graph, paths.farther, {1: 0}).label
    assert (np.where(distance == WORST, np.inf, distance) == expected).all()
    known = graph.to_networkx()
    hops, ways = example("hops").hops_and_ways(graph, 1, 3)
    near = nx.single_source_shortest_path_length(known, 1, cutoff=3)
    for vertex in graph.labels.tolist():
        assert hops[vertex] == near.get(vertex, WORST)
        if vertex in near:
            assert ways[vertex] == len(list(nx.all_shortest_paths(known, 1, vertex)))
    network = nx.DiGraph()
    for source, target, weight in zip(*graph.to_edges()):
        network.add_edge(source, target, weight=float(weight) / 100)
    people = orujo.from_networkx(network)
    found = example("influence").influence(people, 1)
    logs = nx.single_source_dijkstra_path_length(network, 1, weight=lambda u, v, data: -np.log(data["weight"]))
    for vertex, chance in zip(people.labels.tolist(), found):
        best = np.exp(-logs.get(vertex, np.inf))
        assert chance == pytest.approx(best if best >= 0.01 else 0)


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_examples_run(name, capsys):
    example(name).main()
    assert capsys.readouterr().out


@pytest.mark.parametrize("dtype", [np.int64, "int64", np.dtype("int64")])
@pytest.mark.parametrize("compiled", WAYS)
def test_operators_take_types_of_numpy_and_functions_of_numpy(compiled, dtype):
    graph = orujo.from_edges([0, 1], [1, 2], [2, 3], directed=True)
    operator = orujo.operator(np.add, dtype=dtype, compiled=compiled)
    assert operator.dtype == "int64" and orujo.label_correcting(graph, operator, {0: 0}).label.tolist() == [0, 2, 5]
    with pytest.raises(orujo.UsageError, match="vertices: an array of places"):
        orujo.edge_map(graph, [[0, 1]], operator, np.zeros(3, dtype=np.int64))
