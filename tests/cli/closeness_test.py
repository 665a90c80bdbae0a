# Harmonic and classic closeness, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document
from peers import needs_networkx, networkx

TEAMS = [["--workers", 1], ["--workers", 2], ["--ranks", 3]]


class Closeness(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(5)
        # With loops, parallel edges, and a part apart from the rest.
        self.edges = [(draw.randrange(50) * 3, draw.randrange(50) * 3) for _ in range(160)] + [(500, 501), (501, 502)]
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    def scores(self, *arguments):
        output = self.folder / "closeness.csv"
        found = document("closeness", self.path, *arguments, "--verify", "--output", output)
        with open(output, newline="", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        return found, {int(row["vertex"]): (float(row["harmonic"]), float(row["closeness"])) for row in rows}

    @needs_networkx
    def test_is_that_of_networkx(self):
        for direction, kind in [("--undirected", networkx.Graph), ("--directed", networkx.DiGraph)]:
            graph = kind(self.edges)
            harmonic = networkx.harmonic_centrality(graph)
            classic = networkx.closeness_centrality(graph)
            for team in TEAMS:
                found, scores = self.scores(direction, *team)
                self.assertEqual(scores.keys(), harmonic.keys())
                for v, (near, close) in scores.items():
                    self.assertAlmostEqual(near, harmonic[v], places=9)
                    self.assertAlmostEqual(close, classic[v], places=9)
                best = max(harmonic, key=lambda v: (harmonic[v], -v))
                self.assertEqual(found["result"]["top"][0]["vertex"], best)
                self.assertEqual(found["result"]["sources"], len(graph))

    def test_drawn_sources_estimate_it(self):
        exact = self.scores("--undirected")[1]
        found, drawn = self.scores("--undirected", "--sources", 40)
        self.assertEqual(found["result"]["sources"], 40)
        greatest = max(exact, key=lambda v: exact[v][0])
        self.assertAlmostEqual(drawn[greatest][0] / exact[greatest][0], 1, delta=0.2)

    def test_estimates_are_not_too_high_beside_vertices_without_edges(self):
        found = document("closeness", "kron:10", "--sources", 500, "--top", 1)["result"]["top"][0]
        exact = document("closeness", "kron:10", "--top", 1)["result"]["top"][0]
        self.assertAlmostEqual(found["score"] / exact["score"], 1, delta=0.03)

    def test_as_many_sources_as_there_are_is_exact(self):
        for command in ["closeness", "betweenness"]:
            exact = document(command, "kron:8", "--top", 5)["result"]["top"]
            self.assertEqual(document(command, "kron:8", "--sources", 2000, "--top", 5)["result"]["top"], exact)

    def test_one_source_gives_its_distances(self):
        scores = self.scores("--undirected", "--source", 500)[1]
        self.assertEqual((scores[500][0], scores[501][0], scores[502][0]), (0, 1, 0.5))


if __name__ == "__main__":
    unittest.main()
