# The real graphs of ORUJO_DATA, read and analysed with NumPy, SciPy and NetworkX.
# SPDX-License-Identifier: Apache-2.0
import gzip
import lzma
import os
import pathlib
import unittest

import networkx
import numpy
from scipy.sparse import csr_array, csgraph, triu

from command_runner import document

TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 2]]
DAMPING = 0.85
SSSP_METHODS = ["auto", "dc"]
LARGEST_FOR_ALL_PATHS = 500  # vertices; NetworkX takes seconds for more
# Vertices of the largest graph whose cores and colours NetworkX finds, too: it takes minutes beyond.
LARGEST_FOR_CORES = 100_000

# Name: whether it is directed. Those of the second group take seconds each.
SMALL = {
    "classic/lesmis.tsv.xz": False, "classic/polblogs.tsv.xz": True, "mesh/karate.graph": False,
    "mesh/lesmis.graph": False, "mesh/power.graph": False, "mesh/PGPgiantcompo.graph.xz": False,
    "roads/rome99.gr": True, "snap/as20graph.txt.xz": False, "snap/CA-HepTh.txt.xz": False,
    "snap/ca-GrQc.txt.gz": False, "snap/facebook_combined.txt.gz": False,
    "snap/wiki-Vote.txt.xz": True, "roads/bremen_dist.gr.xz": True,
    "roads/bremen_time.gr.xz": True, "matrixmarket/karate.mtx": False,
    "matrixmarket/jagmesh7.mtx": False, "colouring/games120.col": False,
    "colouring/le450_15a.col": False,
}
LARGE = {
    "classic/cond-mat-2005.tsv.xz": False, "mesh/copter2.graph.xz": False,
    "roads/BAY.pace.gr.xz": False, "roads/NE.pace.gr.xz": False, "roads/NY.pace.gr.xz": False,
    "roads/USA-road-d.NY.gr.xz": True, "snap/email-Enron.ungraph.csv.xz": False,
    "snap/p2p-Gnutella31.txt.xz": True, "snap/soc-Epinions1.txt.gz": True,
    "snap/web-NotreDame.txt.gz": True, "web/dblp-2010.edges.txt.xz": False,
    "web/uk-2007-05@100000.arcs.txt.xz": True,
}
COUNTED = ["snap/CA-HepTh.txt.xz", "snap/p2p-Gnutella31.txt.xz"]  # a first line `vertices edges`


def text_lines(path):
    openers = {".gz": gzip.open, ".xz": lzma.open}
    with openers.get(path.suffix, open)(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def metis_pairs(lines):
    lines = [line for line in lines if not line.startswith("%")]
    header = lines[0].split()
    step = 2 if len(header) > 2 and header[2].endswith("1") else 1
    pairs = [(row, int(word)) for row, line in enumerate(lines[1:], 1) for word in line.split()[::step]]
    return numpy.array(pairs), int(header[0])


def problem_pairs(lines):
    """Of DIMACS and PACE files: the ids, and how many vertices are declared."""
    declared = [int(line.split()[2]) for line in lines if line.startswith("p ")]
    rows = [line.lstrip("ae ") for line in lines if line[:1] not in ("p", "c", "n", "")]
    return numpy.loadtxt(rows, usecols=(0, 1), dtype=numpy.int64), declared[0] if declared else None


def list_pairs(lines, skipped):
    rows = [line.replace(",", " ") for line in lines if line.strip() and line[0] not in "#%"]
    return numpy.loadtxt(rows[skipped:], usecols=(0, 1), dtype=numpy.int64)


def read_pairs(path, name):
    """The edges by input id, and how many vertices there are if the file says so."""
    lines = text_lines(path)
    if ".graph" in name:
        return metis_pairs(lines)
    if ".gr" in name or ".col" in name:
        return problem_pairs(lines)
    if ".mtx" in name:
        size = next(line for line in lines if not line.startswith("%"))
        return list_pairs(lines, 1), int(size.split()[0])
    return list_pairs(lines, 1 if name in COUNTED else 0), None


class RealGraph:
    """A graph without loops and duplicates, as SciPy sees it; `ids` are those of the file."""

    def __init__(self, folder, name, directed):
        self.path = pathlib.Path(folder) / name
        self.directed = directed
        pairs, declared = read_pairs(self.path, name)
        present = numpy.unique(pairs)
        self.ids = present if declared is None else numpy.arange(1, declared + 1)
        ends = numpy.searchsorted(self.ids, pairs)
        ends = ends[ends[:, 0] != ends[:, 1]]
        if not directed:
            ends = numpy.concatenate([ends, ends[:, ::-1]])
        size = len(self.ids)
        self.matrix = csr_array((numpy.ones(len(ends)), (ends[:, 0], ends[:, 1])), (size, size))
        self.matrix.data[:] = 1
        self.source = int(numpy.argmax(self.matrix.sum(axis=1)))

    def depths(self):
        found = csgraph.dijkstra(csr_array(self.matrix), unweighted=True, indices=self.source)
        return numpy.where(numpy.isinf(found), -1, found).astype(numpy.int64)

    def distances(self, rows):
        ends = numpy.searchsorted(self.ids, rows[:, :2])
        weighted = csr_array((rows[:, 2], (ends[:, 0], ends[:, 1])), self.matrix.shape)
        if not self.directed:
            weighted = weighted.maximum(weighted.T)  # each edge may be listed once
        found = csgraph.dijkstra(csr_array(weighted), indices=self.source)
        return numpy.where(numpy.isinf(found), -1, found).astype(numpy.int64)

    def components(self):
        """The least id of each vertex's component."""
        count, labels = csgraph.connected_components(self.matrix, connection="weak")
        least = numpy.full(count, self.ids[-1])
        numpy.minimum.at(least, labels, self.ids)
        return least[labels]

    def triangles(self):
        """Entries of the product of edges to higher degree with themselves that are edges, too."""
        both = csr_array(self.matrix + self.matrix.T)
        both.setdiag(0)
        both.eliminate_zeros()
        order = numpy.argsort(numpy.diff(both.indptr), kind="stable")
        both = csr_array(both[order][:, order] != 0).astype(numpy.int64)
        upper = csr_array(triu(both, k=1))
        return int((upper @ upper).multiply(upper).sum())

    def scores(self):
        """PageRank as NetworkX defines it: what has no edges out leads everywhere."""
        degrees = self.matrix.sum(axis=1)
        dangling = degrees == 0
        back = csr_array(self.matrix.T)
        scores = numpy.full(len(self.ids), 1 / len(self.ids))
        for _ in range(1000):
            shares = numpy.divide(scores, degrees, where=~dangling, out=numpy.zeros_like(scores))
            flow = back @ shares + scores[dangling].sum() / len(self.ids)
            new = DAMPING * flow + (1 - DAMPING) / len(self.ids)
            change = numpy.abs(new - scores).sum()
            scores = new
            if change < 1e-12:
                break
        return scores


    def betweenness(self, directed):
        kind = networkx.DiGraph if directed else networkx.Graph
        graph = networkx.from_scipy_sparse_array(self.matrix, create_using=kind)
        scores = networkx.betweenness_centrality(graph, normalized=False)
        return numpy.array([scores[vertex] for vertex in range(len(self.ids))])


class RealGraphs(unittest.TestCase):
    """Compares what the command writes with what SciPy finds; subclasses set `graphs`."""

    graphs = {}

    def setUp(self):
        self.data = os.environ.get("ORUJO_DATA")
        if not self.data:
            self.skipTest("ORUJO_DATA is not set")

    def written(self, folder, graph, *arguments):
        output = pathlib.Path(folder) / "rows.npy"
        command, *options = arguments
        document(command, graph.path, *options, "--output", output)
        return numpy.load(output)

    def drawn_weights(self, folder, graph, way):
        """Rows of source, target and weight, by the ids of the file."""
        path = pathlib.Path(folder) / "drawn.wel"
        document("convert", graph.path, path, "--weights", "1..255", way)
        return numpy.loadtxt(path, dtype=numpy.int64, comments=["#", "%"])

    def check(self, folder, graph, way):
        depths, components, scores = graph.depths(), graph.components(), graph.scores()
        triangles = graph.triangles()
        distances = graph.distances(self.drawn_weights(folder, graph, way))
        for team in TEAMS:
            with self.subTest(graph=graph.path.name, team=team):
                source = ["--source", graph.ids[graph.source]]
                rows = self.written(folder, graph, "bfs", *source, way, *team)
                numpy.testing.assert_array_equal(rows["vertex"], graph.ids)
                numpy.testing.assert_array_equal(rows["depth"], depths)
                for method in SSSP_METHODS:
                    how = [*source, "--weights", "1..255", "--method", method]
                    rows = self.written(folder, graph, "sssp", *how, way, *team)
                    numpy.testing.assert_array_equal(rows["distance"], distances, method)
                rows = self.written(folder, graph, "components", way, *team)
                numpy.testing.assert_array_equal(rows["component"], components)
                found = document("triangles", graph.path, way, "--verify", *team)
                self.assertEqual(found["result"]["triangles"], triangles)
                self.assertTrue(found["trials"][0]["verified"])
                precise = ["--tolerance", 1e-9, "--max-iterations", 1000]
                rows = self.written(folder, graph, "pagerank", *precise, way, *team)
                numpy.testing.assert_allclose(rows["score"], scores, rtol=0, atol=1e-8)
        if len(graph.ids) <= LARGEST_FOR_CORES:
            self.check_cores_and_colours(folder, graph)
        if len(graph.ids) <= LARGEST_FOR_ALL_PATHS:
            self.check_betweenness(folder, graph, way)

    def check_cores_and_colours(self, folder, graph):
        peer = networkx.from_scipy_sparse_array(graph.matrix + graph.matrix.T)
        peer.remove_edges_from(list(networkx.selfloop_edges(peer)))
        cores = networkx.core_number(peer)
        vertices = sorted(peer, key=lambda v: (-peer.degree(v), v))
        colours = networkx.greedy_color(peer, strategy=lambda *_: vertices)
        for team in TEAMS:
            with self.subTest(graph=graph.path.name, team=team):
                rows = self.written(folder, graph, "kcore", "--verify", *team)
                self.assertEqual(dict(enumerate(rows["core"].tolist())), cores)
                how = ["--verify", "--undirected", "--method", "dc", *team]
                rows = self.written(folder, graph, "colour", *how)
                self.assertEqual(dict(enumerate(rows["colour"].tolist())), colours)
                rows = self.written(folder, graph, "colour", "--order", "smallest_last", *team)
                self.assertLessEqual(rows["colour"].max(), max(cores.values()))

    def check_betweenness(self, folder, graph, way):
        expected = graph.betweenness(way == "--directed")
        for team in TEAMS:
            with self.subTest(graph=graph.path.name, team=team):
                rows = self.written(folder, graph, "betweenness", "--verify", way, *team)
                numpy.testing.assert_allclose(rows["score"], expected, rtol=1e-9, atol=1e-9)
