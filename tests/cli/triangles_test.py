# In how many triangles each vertex is, compared with NetworkX.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx

TEAMS = [["--ranks", ranks, "--workers", workers] for ranks in [1, 2, 3, 8] for workers in [1, 2, 4]]


class Triangles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(4)
        self.edges = [(draw.randrange(60) * 7, draw.randrange(60) * 7) for _ in range(700)]
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    def counts(self, *arguments):
        """The number of all triangles, and those at each vertex."""
        output = self.folder / "triangles.csv"
        found = document("triangles", *arguments, "--verify", "--output", output)
        with open(output, newline="", encoding="ascii") as file:
            return found["result"]["triangles"], {int(r["vertex"]): int(r["triangles"]) for r in csv.DictReader(file)}

    @needs_networkx
    def test_each_vertex_has_those_of_networkx(self):
        graph = networkx.Graph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        expected = networkx.triangles(graph)
        for team in TEAMS:
            for direction in ["--directed", "--undirected"]:
                total, at = self.counts(self.path, direction, *team)
                self.assertEqual(at, expected)
                self.assertEqual(sum(at.values()), 3 * total)

    @needs_networkx
    def test_graphs_of_small_degrees_as_well(self):
        mesh = networkx.Graph()
        for v in range(90):  # rows of nine with one diagonal in each square
            mesh.add_edges_from((v, v + step) for step in [1, 9, 10] if v + step < 90 and (step == 9 or v % 9 < 8))
        self.path.write_text("".join(f"{u} {v}\n" for u, v in mesh.edges), encoding="ascii")
        for team in [["--workers", 1], ["--workers", 4], ["--ranks", 2]]:
            self.assertEqual(self.counts(self.path, "--undirected", *team)[1], networkx.triangles(mesh))

    def test_the_page_of_a_run_shows_them(self):
        page = self.folder / "page.html"
        finished = run("triangles", self.path, "--report", page)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("triangles", page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
