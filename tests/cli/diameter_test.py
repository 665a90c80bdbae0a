# Diameter, radius and eccentricities, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx


class Diameter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(8)
        ring = [(v * 3, (v + 1) % 40 * 3) for v in range(40)]
        chords = [(draw.randrange(40) * 3, draw.randrange(40) * 3) for _ in range(6)]
        self.edges = ring + chords + [(3, 3), (900, 901), (901, 902)]  # and a part apart
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    @needs_networkx
    def test_is_that_of_networkx(self):
        graph = networkx.Graph(self.edges)
        parts = [graph.subgraph(part) for part in networkx.connected_components(graph)]
        expected = {v: e for part in parts for v, e in networkx.eccentricity(part).items()}
        largest = max(parts, key=len)
        for team in [["--workers", 1], ["--workers", 2], ["--ranks", 3]]:
            for method in ["diameter", "eccentricities"]:
                output = self.folder / "far.csv"
                found = document("diameter", self.path, "--method", method, "--verify", "--output", output, *team)
                self.assertEqual(found["result"]["diameter"], max(expected.values()))
                self.assertEqual(found["result"]["radius"], networkx.radius(largest))
                with open(output, newline="", encoding="ascii") as file:
                    rows = list(csv.DictReader(file))
                self.assertEqual({int(row["vertex"]) for row in rows}, expected.keys())
                for row in rows:
                    least, most, right = int(row["least"]), int(row["most"]), expected[int(row["vertex"])]
                    self.assertTrue(least <= right <= most, row)
                    self.assertTrue(method == "diameter" or least == most, row)

    def test_refuses_directed_edges(self):
        finished = run("diameter", self.path, "--directed")
        self.assertEqual(finished.returncode, 2)


if __name__ == "__main__":
    unittest.main()
