#!/usr/bin/env python3
# Times of the Python package beside those of igraph, NetworKit, SciPy, rustworkx, python-graphblas and NetworkX, where they are there.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: compare_libraries.py GRAPH [--runs N] [--workers N] [--skip LIBRARY]...   (GRAPH: a file, or a generator such as kron:18)
# Prints a table: how long each library takes to make its graph of arrays of edges, and then to answer (the least of N
# runs), in seconds. Answers are compared. Libraries run in turns, so that what else the machine does meets all alike.
import argparse
import importlib.util
import time

import numpy as np
import orujo

QUESTIONS = ("bfs", "sssp", "components", "pagerank", "kcore", "triangles", "mst", "betweenness", "communities")
# Of which libraries give others, each as good as the next.
UNLIKE = ("pagerank", "betweenness", "communities")
SAMPLES = 16  # vertices that betweenness is estimated from


class Edges:
    """The arrays that every library starts from."""

    def __init__(self, graph):
        self.source, self.target, weight = graph.to_edges()
        self.vertices = graph.num_vertices
        index = {int(label): place for place, label in enumerate(graph.labels)} if len(graph.labels) and \
            int(graph.labels[-1]) != graph.num_vertices - 1 else None
        if index is not None:
            self.source = np.array([index[int(each)] for each in self.source])
            self.target = np.array([index[int(each)] for each in self.target])
        self.weight = np.ones(len(self.source)) if weight is None else weight.astype(float)
        degrees = np.bincount(self.source, minlength=self.vertices) + np.bincount(self.target, minlength=self.vertices)
        self.start = int(degrees.argmax())


class Orujo:
    """Answers as numbers that can be compared."""
    name = "orujo"

    def __init__(self, edges):
        self.graph = orujo.from_edges(edges.source, edges.target, edges.weight, directed=False,
                                      num_vertices=edges.vertices)
        self.start = edges.start

    def bfs(self):
        return orujo.bfs(self.graph, self.start).reached

    def sssp(self):
        return np.nansum(orujo.sssp(self.graph, self.start).distance)

    def components(self):
        return orujo.components(self.graph).components

    def pagerank(self):
        return orujo.pagerank(self.graph, tolerance=1e-6).score.max()

    def kcore(self):
        return orujo.kcore(self.graph).max_core

    def triangles(self):
        return orujo.triangles(self.graph).triangles_total

    def mst(self):
        return orujo.mst(self.graph).weight_total

    def betweenness(self):
        return orujo.betweenness(self.graph, sources=SAMPLES).score.max()

    def communities(self):
        return orujo.communities(self.graph).modularity


class Igraph:
    name = "igraph"

    def __init__(self, edges):
        import igraph
        self.graph = igraph.Graph(edges.vertices, np.stack([edges.source, edges.target], axis=1))
        self.graph.es["weight"] = self.weight = edges.weight
        self.start = edges.start

    def bfs(self):
        return sum(each != float("inf") for each in self.graph.distances([self.start])[0])

    def sssp(self):
        distances = np.array(self.graph.distances([self.start], weights="weight")[0])
        return distances[np.isfinite(distances)].sum()

    def components(self):
        return len(self.graph.connected_components())

    def pagerank(self):
        return max(self.graph.pagerank())

    def kcore(self):
        return max(self.graph.coreness())

    def mst(self):
        return self.weight[self.graph.spanning_tree(weights="weight", return_tree=False)].sum()

    def communities(self):
        return self.graph.community_leiden(objective_function="modularity").modularity


class NetworKit:
    name = "networkit"

    def __init__(self, edges):
        import networkit
        self.library = networkit
        columns = edges.weight, (edges.source.astype(np.uint64), edges.target.astype(np.uint64))
        self.graph = networkit.GraphFromCoo(columns, edges.vertices, weighted=True, directed=False)
        self.plain = networkit.graphtools.toUnweighted(self.graph)
        self.start = edges.start

    def bfs(self):
        search = self.library.distance.BFS(self.plain, self.start, storePaths=False).run()
        return int((np.array(search.getDistances()) < 1e300).sum())

    def sssp(self):
        search = self.library.distance.Dijkstra(self.graph, self.start, storePaths=False).run()
        distances = np.array(search.getDistances())
        return distances[distances < 1e300].sum()

    def components(self):
        return self.library.components.ConnectedComponents(self.plain).run().numberOfComponents()

    def pagerank(self):
        return max(self.library.centrality.PageRank(self.plain, tol=1e-6).run().scores())

    def kcore(self):
        return self.library.centrality.CoreDecomposition(self.plain).run().maxCoreNumber()

    def betweenness(self):
        return max(self.library.centrality.EstimateBetweenness(self.plain, SAMPLES, parallel=True).run().scores())

    def communities(self):
        return self.library.community.Modularity().getQuality(
            self.library.community.PLM(self.plain).run().getPartition(), self.plain)


class Scipy:
    name = "scipy"

    def __init__(self, edges):
        from scipy.sparse import coo_array, csgraph
        self.library = csgraph
        matrix = coo_array((edges.weight, (edges.source, edges.target)), shape=(edges.vertices, edges.vertices))
        self.graph = (matrix + matrix.T).tocsr()
        self.start = edges.start

    def bfs(self):
        return len(self.library.breadth_first_order(self.graph, self.start, return_predecessors=False))

    def sssp(self):
        distances = self.library.dijkstra(self.graph, indices=self.start)
        return distances[np.isfinite(distances)].sum()

    def components(self):
        return self.library.connected_components(self.graph, directed=False)[0]

    def mst(self):
        return self.library.minimum_spanning_tree(self.graph).sum()


class Rustworkx:
    name = "rustworkx"

    def __init__(self, edges):
        import rustworkx
        self.library = rustworkx
        self.graph = rustworkx.PyGraph()
        self.graph.add_nodes_from(range(edges.vertices))
        self.graph.add_edges_from(list(zip(edges.source.tolist(), edges.target.tolist(), edges.weight.tolist())))
        self.start = edges.start

    def sssp(self):
        return sum(self.library.dijkstra_shortest_path_lengths(self.graph, self.start, float).values())

    def components(self):
        return len(self.library.connected_components(self.graph))

    def kcore(self):
        return max(self.library.core_number(self.graph).values())

    def mst(self):
        return sum(weight for _, _, weight in self.library.minimum_spanning_edges(self.graph, float))


class Graphblas:
    """Loops over products of matrices, as users of GraphBLAS write them."""
    name = "graphblas"

    def __init__(self, edges):
        import graphblas
        self.library = graphblas
        ends = np.concatenate([edges.source, edges.target]), np.concatenate([edges.target, edges.source])
        self.graph = graphblas.Matrix.from_coo(*ends, True, nrows=edges.vertices, ncols=edges.vertices)
        self.weighted = graphblas.Matrix.from_coo(*ends, np.concatenate([edges.weight] * 2), nrows=edges.vertices,
                                                  ncols=edges.vertices, dup_op=graphblas.binary.min)
        self.start = edges.start

    def bfs(self):
        seen = self.library.Vector(bool, self.graph.nrows)
        front = self.library.Vector(bool, self.graph.nrows)
        front[self.start] = True
        while front.nvals:
            seen(front.S) << True
            front(~seen.S, replace=True) << front.vxm(self.graph, self.library.semiring.any_pair)
        return seen.nvals

    def sssp(self):
        distance = self.library.Vector(float, self.graph.nrows)
        distance[self.start] = 0
        front = distance.dup()
        while front.nvals:
            told = front.vxm(self.weighted, self.library.semiring.min_plus).new()
            better = told.ewise_union(distance, self.library.binary.lt, left_default=np.inf, right_default=np.inf).new()
            front = told.dup()
            front(better.V, replace=True) << told
            distance(self.library.binary.min) << front
        return distance.reduce(self.library.monoid.plus).new().value

    def triangles(self):
        lower = self.library.select.tril(self.graph, -1).new()
        found = self.library.Matrix(int, lower.nrows, lower.ncols)
        found(lower.S) << lower.mxm(lower.T, self.library.semiring.plus_pair)
        return found.reduce_scalar(self.library.monoid.plus).new().value or 0


class Networkx:
    name = "networkx"

    def __init__(self, edges):
        import networkx
        self.library = networkx
        self.graph = networkx.Graph()
        self.graph.add_nodes_from(range(edges.vertices))
        self.graph.add_weighted_edges_from(zip(edges.source.tolist(), edges.target.tolist(), edges.weight.tolist()))
        self.start = edges.start

    def bfs(self):
        return len(self.library.single_source_shortest_path_length(self.graph, self.start))

    def sssp(self):
        return sum(self.library.single_source_dijkstra_path_length(self.graph, self.start).values())

    def components(self):
        return self.library.number_connected_components(self.graph)

    def pagerank(self):
        return max(self.library.pagerank(self.graph, weight=None).values())

    def kcore(self):
        return max(self.library.core_number(self.graph).values())

    def triangles(self):
        return sum(self.library.triangles(self.graph).values()) // 3


def timed(call):
    start = time.perf_counter()
    answer = call()
    return time.perf_counter() - start, answer


def measured(libraries, runs):
    """{question: {library: (seconds, answer)}}, the least of so many runs."""
    times = {question: {} for question in QUESTIONS}
    turns = [(question, library) for _ in range(runs) for question in QUESTIONS for library in libraries]
    for question, library in turns:
        if not hasattr(library, question):
            continue
        seconds, answer = timed(getattr(library, question))
        least = times[question].get(library.name, (seconds, answer))[0]
        times[question][library.name] = (min(least, seconds), answer)
    return times


def print_table(libraries, making, times):
    print("| | " + " | ".join(library.name for library in libraries) + " |")
    print("| --- |" + " --- |" * len(libraries))
    print("| making the graph of arrays | " + " | ".join(f"{making[each.name]:.3g}" for each in libraries) + " |")
    for question, found in times.items():
        cells = [f"{found[each.name][0]:.3g}" if each.name in found else "" for each in libraries]
        print(f"| {question} | " + " | ".join(cells) + " |")


def check_answers(times):
    for question, found in times.items():
        answers = {name: answer for name, (_, answer) in found.items()}
        if question not in UNLIKE and not np.allclose(list(answers.values()), answers["orujo"]):
            raise SystemExit(f"{question}: answers differ: {answers}")


def main():
    parser = argparse.ArgumentParser(description="Times of graph libraries in Python.")
    parser.add_argument("graph")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--skip", action="append", default=[])
    arguments = parser.parse_args()
    if arguments.workers:
        orujo.configure(workers=arguments.workers)
    is_generator = ":" in arguments.graph
    load = (lambda: orujo.generate(arguments.graph, weights=(1, 255))) if is_generator else \
        (lambda: orujo.read(arguments.graph, directed=False, weights="none", simple=True))
    seconds, graph = timed(load)
    print(f"{graph!r}, {'generated' if is_generator else 'read'} in {seconds:.3g} s, "
          f"{orujo.team()['workers']} workers\n")
    edges = Edges(graph)
    libraries, making = [], {}
    for kind in (Orujo, Igraph, NetworKit, Scipy, Rustworkx, Graphblas, Networkx):
        if kind.name in arguments.skip or importlib.util.find_spec(kind.name) is None:
            continue
        making[kind.name], library = timed(lambda kind=kind: kind(edges))
        libraries.append(library)
    times = measured(libraries, arguments.runs)
    print_table(libraries, making, times)
    check_answers(times)


if __name__ == "__main__":
    main()
