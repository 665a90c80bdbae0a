# The example graphs of LDBC Graphalytics, with their vertices apart, against its reference outputs.
# SPDX-License-Identifier: Apache-2.0
import math
import os
import pathlib
import unittest

from command_runner import document, run
from graph_files import Files

TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 1]]
GRAPHS = {"directed": "1", "undirected": "2"}  # with the source of their searches
ANSWERS = {"BFS": ("bfs", "depth"), "SSSP": ("sssp", "distance"), "WCC": ("components", "component"),
           "LCC": ("clustering", "clustering"), "CDLP": ("communities", "community")}
OPTIONS = {"clustering": ["--method", "lcc"], "components": [],
           "communities": ["--method", "cdlp", "--iterations", 2]}  # of searches, the source


class Examples(Files):
    def setUp(self):
        super().setUp()
        data = os.environ.get("ORUJO_DATA")
        self.examples = pathlib.Path(data or "/none", "validation", "ldbc", "example")
        if not self.examples.exists():
            self.skipTest("the examples of LDBC Graphalytics are not in ORUJO_DATA")

    def reference(self, kind, output):
        """Vertex and value of each line, as text."""
        lines = (self.examples / f"example-{kind}-{output}").read_text(encoding="ascii").splitlines()
        return dict(line.split() for line in lines)

    def compare(self, output, same):
        """Each vertex of each graph: `same(value of the reference, cell of our table)`."""
        command, column = ANSWERS[output]
        for kind, source in GRAPHS.items():
            expected = self.reference(kind, output)
            start = OPTIONS.get(command, ["--source", source])
            for team in TEAMS:
                target = self.folder / "out.csv"
                finished = run(command, self.examples / f"example-{kind}.e", "--vertices",
                               self.examples / f"example-{kind}.v", f"--{kind}", "--output", target,
                               *start, *team)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                found = {row["vertex"]: row[column] for row in self.rows(target)}
                self.assertEqual(set(found), set(expected))
                for vertex, value in expected.items():
                    self.assertTrue(same(value, found[vertex]), (kind, vertex, value, found[vertex]))

    def test_depths(self):
        def same(reference, found):
            return int(found) == (-1 if int(reference) == 2**63 - 1 else int(reference))
        self.compare("BFS", same)

    def test_distances(self):
        def same(reference, found):
            if math.isinf(float(reference)):
                return float(found) < 0
            return math.isclose(float(reference), float(found), rel_tol=1e-12)
        self.compare("SSSP", same)

    def test_clustering(self):
        self.compare("LCC", lambda reference, found: math.isclose(float(reference), float(found), rel_tol=1e-12))

    def test_components(self):
        self.compare("WCC", lambda reference, found: reference == found)

    def test_communities_by_label_propagation(self):
        self.compare("CDLP", lambda reference, found: reference == found)

    def test_vertices_and_edges(self):
        for kind, sizes in [("directed", (10, 17)), ("undirected", (9, 12))]:
            found = document("info", self.examples / f"example-{kind}.e", "--vertices",
                             self.examples / f"example-{kind}.v", f"--{kind}")["graph"]
            self.assertEqual((found["vertices"], found["edges"]), sizes)


if __name__ == "__main__":
    unittest.main()
