# Trussness of edges, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import os
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_all_peers, needs_networkx, networkx
from real_graphs import RealGraph

TEAMS = [["--workers", 1], ["--workers", 2], ["--ranks", 3], ["--ranks", 2, "--transport", "sim:latency=5us,jitter=5us"]]
REAL = ["classic/lesmis.tsv.xz", "mesh/karate.graph", "mesh/power.graph", "snap/ca-GrQc.txt.gz"]


def trussness(graph):
    """Of each edge that has its ends in order, by the trusses that NetworkX finds."""
    found = {}
    k = 2
    while graph.number_of_edges():
        graph = networkx.k_truss(graph, k)
        found.update({(min(u, v), max(u, v)): k for u, v in graph.edges()})
        k += 1
    return found


class Ktruss(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(13)
        self.edges = [(draw.randrange(50) * 7, draw.randrange(50) * 7) for _ in range(420)]  # some loops, some twice
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    def graph(self):
        graph = networkx.Graph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        return graph

    def found(self, *arguments):
        """The result, and the trussness of each edge."""
        output = self.folder / "trusses.csv"
        found = document("ktruss", *arguments, "--verify", "--output", output)
        self.assertTrue(found["trials"][0]["verified"])
        with open(output, newline="", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        return found["result"], {(int(row["source"]), int(row["target"])): int(row["trussness"]) for row in rows}

    def check(self, graph, result, found):
        expected = trussness(graph)
        self.assertEqual(found, expected)
        most = max(expected.values())
        self.assertEqual(result, {"max_trussness": most, "edges_of_max": list(expected.values()).count(most),
                                  "triangles": sum(networkx.triangles(graph).values()) // 3})

    @needs_networkx
    def test_is_that_of_networkx(self):
        for team in TEAMS:
            with self.subTest(team=team):
                self.check(self.graph(), *self.found(self.path, *team))

    @needs_networkx
    def test_one_truss_is_that_of_networkx(self):
        for k in [2, 3, 5, 50]:
            expected = {(min(u, v), max(u, v)) for u, v in networkx.k_truss(self.graph(), k).edges()}
            for team in TEAMS:
                with self.subTest(k=k, team=team):
                    result, found = self.found(self.path, "--k", k, *team)
                    self.assertEqual(found.keys(), expected)
                    self.assertEqual(result["edges_of_truss"], len(expected))

    @needs_all_peers
    def test_of_real_graphs_is_that_of_networkx(self):
        data = os.environ.get("ORUJO_DATA")
        if not data:
            self.skipTest("ORUJO_DATA is not set")
        for name in REAL:
            real = RealGraph(data, name, False)
            ids = real.ids.tolist()
            indexes = networkx.from_scipy_sparse_array(real.both_ways())
            graph = networkx.Graph((ids[u], ids[v]) for u, v in indexes.edges())
            for team in [["--workers", 1], ["--ranks", 3]]:
                with self.subTest(graph=name, team=team):
                    self.check(graph, *self.found(real.path, "--undirected", *team))

    def test_refuses_what_makes_no_sense(self):
        for options, words in [(["--directed"], "ktruss takes edges both ways"), (["--k", "1"], "--k"),
                               (["--k", "two"], "--k"), (["--method", "peelling"], "did you mean 'peeling'?")]:
            finished = run("ktruss", self.path, *options)
            self.assertEqual(finished.returncode, 2, options)
            self.assertIn(words, finished.stderr)


if __name__ == "__main__":
    unittest.main()
