"""Objects that die in any order, and memory that comes back."""
# SPDX-License-Identifier: Apache-2.0
import gc
import subprocess
import sys

import numpy as np
import orujo


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_ten_thousand_calls_keep_no_memory():
    graph = orujo.generate("grid:30x30")
    for _ in range(1000):
        orujo.bfs(graph, 0).parent
    before = resident_bytes()
    for _ in range(10_000):
        orujo.bfs(graph, 0).parent
    # what is kept of each call, 14,400 bytes of arrays, would be 144 MB
    assert resident_bytes() - before < 20_000_000


def test_graphs_and_forms_that_are_gone_give_their_memory_back():
    before = None
    for turn in range(12):
        graph = orujo.generate("kron:14", simple=False)
        orujo.bfs(graph, 1)  # a form without loops
        del graph
        if turn == 3:
            before = resident_bytes()
    assert resident_bytes() - before < 20_000_000  # a graph and its form take 9 MB


def test_arrays_outlive_results_and_graphs():
    graph = orujo.from_edges([0, 1, 2], [1, 2, 3], [4, 5, 6], directed=True)
    result = orujo.bfs(graph, 0)
    depth, parent = result.depth, result.parent
    rows = graph.to_scipy()
    labels = graph.labels
    del graph, result
    gc.collect()
    orujo.configure()  # ends the team that computed them
    assert depth.tolist() == [0, 1, 2, 3]
    assert parent.tolist() == [0, 0, 1, 2]
    assert rows.data.tolist() == [4, 5, 6]
    assert labels.tolist() == [0, 1, 2, 3]


def test_a_graph_does_not_need_the_arrays_it_was_made_of():
    source = np.arange(100_000)
    target = (source + 1) % 100_000
    graph = orujo.from_edges(source, target, directed=True)
    source[:] = 0
    target[:] = 0
    del source, target
    assert orujo.bfs(graph, 0).max_depth == 99_999


HOLDERS = """
import gc, os, sys, networkx, orujo
graph = orujo.generate("grid:9x9", weights=(1, 9))
objects = networkx.MultiDiGraph((str(each), str(each + 1)) for each in range(9))
kept = [graph, orujo.bfs(graph, 0), orujo.sssp(graph, 3).report, graph.to_scipy(), orujo.pagerank(graph).local,
        orujo.from_networkx(objects), graph.ego(4, 2).union(graph), graph.degrees(), orujo.bfs(graph, 0).depth]
kept.append(kept)  # only the collector of cycles ends it
sys.kept = kept
"""


def test_the_interpreter_ends_while_objects_live():
    done = subprocess.run([sys.executable, "-c", HOLDERS], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_objects_die_in_a_forked_child_and_in_its_parent():
    script = HOLDERS + """
child = os.fork()
if child == 0:
    del sys.kept, graph
    kept.clear()
    gc.collect()
    assert orujo.bfs(orujo.generate("grid:3x3"), 0).max_depth == 4
    sys.exit(0)  # with all that an interpreter does at its end
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert kept[1].depth[80] == 16 and "<!DOCTYPE" in kept[2].html
"""
    done = subprocess.run([sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", script], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")


def test_objects_die_in_any_order():
    for first in range(9):
        space = {}
        exec(HOLDERS, space)
        kept = space.pop("kept")
        del sys.kept
        kept.pop()
        kept.sort(key=lambda each: (id(each) * (2 * first + 1)) % 97)
        space.clear()
        while kept:
            kept.pop()
            assert all(repr(each) for each in kept)
        gc.collect()


def test_reading_a_graph_of_networkx_leaves_the_counts_of_its_objects():
    import networkx as nx
    graph = nx.DiGraph([("a" * 9, "b" * 9, {"km": 2.5}), ("b" * 9, "a" * 9, {"km": 7**9})])
    watched = [*graph, graph._adj, *graph._adj.values(), *(each for *_, each in graph.edges(data=True)), graph.edges["a" * 9, "b" * 9]["km"]]
    orujo.from_networkx(graph, weight="km")
    before = [sys.getrefcount(each) for each in watched]
    for _ in range(100):
        orujo.from_networkx(graph, weight="km")
    assert [sys.getrefcount(each) for each in watched] == before
