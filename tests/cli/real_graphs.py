# The real graphs of ORUJO_DATA, read and analysed with NumPy, SciPy and NetworkX.
# SPDX-License-Identifier: Apache-2.0
import gzip
import itertools
import json
import lzma
import os
import pathlib
import unittest

from command_runner import document
from peers import csgraph, needs_all_peers, networkx, numpy, sparse

TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 2]]
DAMPING = 0.85
SSSP_METHODS = ["auto", "dc"]
LARGEST_FOR_ALL_PATHS = 500  # vertices; NetworkX takes seconds for more
# Vertices of the largest graph on which NetworkX is asked, too, for cores and colours.
LARGEST_FOR_NETWORKX = 20_000

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
    """A graph without duplicates, as SciPy sees it; `ids` are those of the file. `with_loops` has the
    loops of the file, `matrix` none."""

    def __init__(self, folder, name, directed):
        self.path = pathlib.Path(folder) / name
        self.directed = directed
        pairs, declared = read_pairs(self.path, name)
        present = numpy.unique(pairs)
        self.ids = present if declared is None else numpy.arange(1, declared + 1)
        ends = numpy.searchsorted(self.ids, pairs)
        if not directed:
            ends = numpy.concatenate([ends, ends[:, ::-1]])
        self.with_loops = self.matrix_of(ends)
        self.matrix = self.matrix_of(ends[ends[:, 0] != ends[:, 1]])
        self.source = int(numpy.argmax(self.matrix.sum(axis=1)))

    def matrix_of(self, ends):
        size = len(self.ids)
        matrix = sparse.csr_array((numpy.ones(len(ends)), (ends[:, 0], ends[:, 1])), (size, size))
        matrix.data[:] = 1
        return matrix

    def depths(self):
        found = csgraph.dijkstra(sparse.csr_array(self.matrix), unweighted=True, indices=self.source)
        return numpy.where(numpy.isinf(found), -1, found).astype(numpy.int64)

    def weights(self, rows):
        ends = numpy.searchsorted(self.ids, rows[:, :2])
        return sparse.csr_array((rows[:, 2], (ends[:, 0], ends[:, 1])), self.matrix.shape)

    def undirected_weights(self, rows):
        """Each edge may be listed once."""
        weights = self.weights(rows)
        return sparse.csr_array(weights.maximum(weights.T))

    def distances(self, rows):
        weighted = self.weights(rows) if self.directed else self.undirected_weights(rows)
        found = csgraph.dijkstra(sparse.csr_array(weighted), indices=self.source)
        return numpy.where(numpy.isinf(found), -1, found).astype(numpy.int64)

    def components(self):
        """The least id of each vertex's component."""
        count, labels = csgraph.connected_components(self.matrix, connection="weak")
        least = numpy.full(count, self.ids[-1])
        numpy.minimum.at(least, labels, self.ids)
        return least[labels]

    def both_ways(self):
        both = sparse.csr_array(self.matrix + self.matrix.T)
        both.sort_indices()
        return both

    def triangles(self):
        peer = networkx.from_scipy_sparse_array(self.both_ways())
        return sum(networkx.triangles(peer).values()) // 3

    def cores(self):
        """Takes away all vertices of few neighbours left at once, again and again."""
        both = self.both_ways()
        degrees = numpy.diff(both.indptr)
        cores = numpy.zeros(len(self.ids), dtype=numpy.int64)
        left = numpy.arange(len(self.ids))
        core = 0
        while len(left):
            core = max(core, degrees[left].min())
            taken = left[degrees[left] <= core]
            cores[taken] = core
            degrees = degrees - numpy.bincount(both[taken].indices, minlength=len(degrees))
            left = numpy.setdiff1d(left, taken, assume_unique=True)
        return cores

    def colours(self):
        """The lowest colour that no neighbour before has, the highest degree first."""
        both = self.both_ways()
        colours = [-1] * len(self.ids)
        rows = numpy.split(both.indices, both.indptr[1:-1])
        for v in numpy.argsort(-numpy.diff(both.indptr), kind="stable"):
            taken = {colours[u] for u in rows[v].tolist()}
            colours[v] = next(colour for colour in itertools.count() if colour not in taken)
        return numpy.array(colours)

    def scores(self):
        """PageRank as NetworkX defines it: what has no edges out leads everywhere, and loops count."""
        degrees = self.with_loops.sum(axis=1)
        dangling = degrees == 0
        back = sparse.csr_array(self.with_loops.T)
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


@needs_all_peers
class RealGraphs(unittest.TestCase):
    """Compares what the command writes with what SciPy finds; subclasses set `graphs`."""

    graphs = {}
    teams = TEAMS

    def setUp(self):
        self.data = os.environ.get("ORUJO_DATA")
        if not self.data:
            self.skipTest("ORUJO_DATA is not set")
        # Counted by SciPy and NetworKit.
        self.counts = json.loads((pathlib.Path(self.data) / "counts.json").read_text())

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
        counted = self.counts.get(str(graph.path.relative_to(self.data)))
        triangles = counted["triangles"] if counted else graph.triangles()
        distances = graph.distances(self.drawn_weights(folder, graph, way))
        for team in self.teams:
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
        self.check_cores_and_colours(folder, graph)
        self.check_forest(folder, graph)
        if len(graph.ids) <= LARGEST_FOR_NETWORKX:
            self.check_with_networkx(graph)
        if len(graph.ids) <= LARGEST_FOR_ALL_PATHS:
            self.check_betweenness(folder, graph, way)

    def check_forest(self, folder, graph):
        """SciPy takes an edge of weight 0 for none; here there is none."""
        drawn = self.drawn_weights(folder, graph, "--undirected")
        weights = graph.undirected_weights(drawn)
        expected = csgraph.minimum_spanning_tree(weights)
        output = pathlib.Path(folder) / "forest.npy"
        for team in self.teams:
            with self.subTest(graph=graph.path.name, team=team):
                found = document("mst", graph.path, "--weights", "1..255", "--verify", *team,
                                 "--output", output)
                self.assertTrue(found["trials"][0]["verified"])
                self.assertEqual(found["result"],
                                 {"weight": int(expected.sum()), "edges": expected.nnz,
                                  "trees": len(graph.ids) - expected.nnz})
                rows = numpy.load(output)
                self.assertEqual(len(rows), expected.nnz)
                ends = [numpy.searchsorted(graph.ids, rows[end]) for end in ["source", "target"]]
                numpy.testing.assert_array_equal(weights[ends[0], ends[1]], rows["weight"])

    def check_with_networkx(self, graph):
        """What the plain programs here find is what NetworkX finds."""
        peer = networkx.from_scipy_sparse_array(graph.both_ways())
        vertices = sorted(peer, key=lambda v: (-peer.degree(v), v))
        colours = networkx.greedy_color(peer, strategy=lambda *_: vertices)
        self.assertEqual(dict(enumerate(graph.colours().tolist())), colours)
        self.assertEqual(dict(enumerate(graph.cores().tolist())), networkx.core_number(peer))

    def check_cores_and_colours(self, folder, graph):
        cores, colours = graph.cores(), graph.colours()
        for team in self.teams:
            with self.subTest(graph=graph.path.name, team=team):
                rows = self.written(folder, graph, "kcore", *team)
                numpy.testing.assert_array_equal(rows["core"], cores)
                how = ["--undirected", "--method", "dc", *team]
                rows = self.written(folder, graph, "colour", *how)
                numpy.testing.assert_array_equal(rows["colour"], colours)
                rows = self.written(folder, graph, "colour", "--order", "smallest_last", *team)
                self.assertLessEqual(rows["colour"].max(), cores.max())

    def check_betweenness(self, folder, graph, way):
        expected = graph.betweenness(way == "--directed")
        for team in self.teams:
            with self.subTest(graph=graph.path.name, team=team):
                rows = self.written(folder, graph, "betweenness", "--verify", way, *team)
                numpy.testing.assert_allclose(rows["score"], expected, rtol=1e-9, atol=1e-9)
