# Topological levels, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx


class Topological(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "edges.el"
        draw = random.Random(9)
        names = list(range(70))
        draw.shuffle(names)
        pairs = [sorted(draw.sample(range(70), 2)) for _ in range(150)]
        self.edges = [(names[a], names[b]) for a, b in pairs]

    def levels(self, edges, *arguments):
        self.path.write_text("".join(f"{u} {v}\n" for u, v in edges), encoding="ascii")
        output = self.folder / "levels.csv"
        found = document("topological", self.path, "--verify", "--output", output, *arguments)
        with open(output, newline="", encoding="ascii") as file:
            return found["result"], {int(row["vertex"]): int(row["level"]) for row in csv.DictReader(file)}

    @needs_networkx
    def test_levels_are_the_generations_of_networkx(self):
        graph = networkx.DiGraph(self.edges)
        expected = {v: level for level, part in enumerate(networkx.topological_generations(graph)) for v in part}
        for team in [["--workers", 1], ["--workers", 2], ["--ranks", 3]]:
            result, levels = self.levels(self.edges, *team)
            self.assertEqual(levels, expected)
            self.assertEqual((result["acyclic"], result["without_level"]), (True, 0))
            self.assertEqual(result["levels"], networkx.dag_longest_path_length(graph) + 1)

    def test_a_loop_is_a_cycle(self):
        result, levels = self.levels([(1, 2), (2, 2), (2, 3)])
        self.assertEqual((result["acyclic"], result["without_level"]), (False, 2))
        self.assertEqual(levels, {1: 0, 2: -1, 3: -1})

    def test_refuses_edges_both_ways(self):
        self.path.write_text("1 2\n", encoding="ascii")
        finished = run("topological", self.path, "--undirected")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("topological takes edges one way", finished.stderr)


if __name__ == "__main__":
    unittest.main()
