"""Objects that die in any order, and memory that comes back."""
# SPDX-License-Identifier: Apache-2.0
import gc

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
