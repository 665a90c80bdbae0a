"""Searches in rounds: who is at most so many hops away, and in how many ways each is reached by fewest hops."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import orujo


@orujo.operator(dtype="int64", combine="min")
def one_more(hops, _weight):
    return hops + 1


@orujo.operator(dtype="int64", combine="sum")
def as_many(ways, _weight):
    return ways


def hops_and_ways(graph, source, most):
    """Hops from the source, and by how many walks of so many hops each vertex is first reached; 0 beyond `most`."""
    hops = np.full(graph.num_vertices, np.iinfo(np.int64).max)
    ways = np.zeros(graph.num_vertices, dtype=np.int64)
    front = np.array([graph.index_of(source)])
    hops[front], ways[front] = 0, 1
    for _ in range(most):
        arriving = np.zeros_like(ways)
        orujo.edge_map(graph, front, as_many, ways, arriving)
        front = orujo.edge_map(graph, front, one_more, hops)
        ways[front] = arriving[front]
    return hops, ways


def main():
    hops, ways = hops_and_ways(orujo.generate("grid:5x5"), 0, 4)
    print((hops <= 4).sum(), "vertices are near, the last in", ways[hops == 4].tolist(), "ways")


if __name__ == "__main__":
    main()
