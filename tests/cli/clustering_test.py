# Clustering coefficients, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx


class Clustering(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(6)
        self.edges = [(draw.randrange(60) * 5, draw.randrange(60) * 5) for _ in range(500)]  # some loops, some twice
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    @needs_networkx
    def test_is_that_of_networkx(self):
        graph = networkx.Graph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        expected = networkx.clustering(graph)
        for team in [["--workers", 1], ["--workers", 2], ["--ranks", 3]]:
            output = self.folder / "clustering.csv"
            found = document("clustering", self.path, "--verify", "--output", output, *team)
            with open(output, newline="", encoding="ascii") as file:
                rows = {int(row["vertex"]): float(row["clustering"]) for row in csv.DictReader(file)}
            self.assertEqual(rows.keys(), expected.keys())
            for v, coefficient in rows.items():
                self.assertAlmostEqual(coefficient, expected[v], places=12)
            self.assertAlmostEqual(found["result"]["average"], networkx.average_clustering(graph), places=12)
            self.assertAlmostEqual(found["result"]["transitivity"], networkx.transitivity(graph), places=12)

    def test_counts_edges_by_their_directions_as_ldbc_does(self):
        arcs = {(u, v) for u, v in self.edges if u != v}
        near = {v: set() for edge in self.edges for v in edge}
        for u, v in arcs:
            near[u].add(v)
            near[v].add(u)
        output = self.folder / "lcc.csv"
        for team in [["--workers", 1], ["--workers", 2], ["--ranks", 3], ["--ranks", 8, "--workers", 1]]:
            found = document("clustering", self.path, "--method", "lcc", "--directed", "--verify", "--output", output, *team)
            self.assertIs(found["trials"][0]["verified"], True)
            with open(output, newline="", encoding="ascii") as file:
                rows = {int(row["vertex"]): float(row["clustering"]) for row in csv.DictReader(file)}
            self.assertEqual(rows.keys(), near.keys())
            for v, others in near.items():
                joined = sum((u, w) in arcs for u in others for w in others)
                pairs = len(others) * (len(others) - 1)
                self.assertAlmostEqual(rows[v], joined / pairs if pairs else 0, places=12)

    def test_refuses_directed_edges(self):
        finished = run("clustering", self.path, "--directed")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("clustering takes edges both ways", finished.stderr)


if __name__ == "__main__":
    unittest.main()
