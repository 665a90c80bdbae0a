# Whether two vertices are connected, compared with NetworkX reading the same file, and what keeps operators apart.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx


class StConnectivity(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "edges.el"
        draw = random.Random(4)
        self.edges = [draw.sample(range(10, 90), 2) for _ in range(52)]
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    @needs_networkx
    def test_says_what_networkx_says(self):
        graph = networkx.Graph(self.edges)
        draw = random.Random(5)
        answers = set()
        for team in [["--workers", 1], ["--workers", 2], ["--ranks", 3]]:
            for source, target in [draw.sample(sorted(graph), 2) for _ in range(5)]:
                found = document("stconn", self.path, "--source", source, "--target", target, "--verify", *team)
                expected = networkx.has_path(graph, source, target)
                self.assertEqual(found["result"], {"connected": expected})
                answers.add(expected)
        self.assertEqual(answers, {True, False})

    def test_writes_who_was_reached_from_where(self):
        self.path.write_text("1 2\n2 3\n7 8\n", encoding="ascii")
        output = self.folder / "colours.csv"
        finished = run("stconn", self.path, "--source", 3, "--target", 7, "--output", output)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(output, newline="", encoding="ascii") as file:
            colours = {int(row["vertex"]): int(row["colour"]) for row in csv.DictReader(file)}
        self.assertEqual(colours, {1: 1, 2: 1, 3: 1, 7: 2, 8: 2})

    def test_refuses_what_makes_no_sense(self):
        for arguments, said in [
            (["--source", 10], "--target is required"),
            (["--target", 5000], "has no vertex 5000"),
            (["--target", 10, "--directed"], "leave out --directed"),
            (["--target", 10, "--isolation", "locks"], "did you mean 'lock'?"),
            (["--target", 10, "--isolation", "serial", "--workers", 2], "isolation serial is of one worker"),
            (["--target", 10, "--coarsen", 0], "--coarsen is auto or a whole number from 1 to 512"),
        ]:
            finished = run("stconn", self.path, *arguments)
            self.assertEqual(finished.returncode, 2, (arguments, finished.stdout, finished.stderr))
            self.assertIn(said, finished.stderr)


class Isolation(unittest.TestCase):
    def test_is_reported_and_counted(self):
        found = document("bfs", "kron:8", "--method", "marks", "--isolation", "stm", "--coarsen", 8, "--workers", 2,
                         "--verify")
        row = found["report_card"]["algorithm"]["isolation"]
        self.assertEqual((row["value"], row["numbers"]["coarsen"]["value"]), ("stm", 8))
        work = found["work"]
        self.assertEqual(work["operators"] - work["operators_failed"], found["result"]["reached"] - 1)
        self.assertLessEqual(work["activities"], work["operators"])

    def test_is_of_methods_that_run_activities(self):
        for arguments in (["bfs", "--isolation", "lock"], ["sssp", "--coarsen", "4"], ["colour", "--isolation", "auto"],
                          ["pagerank", "--isolation", "stm"]):
            finished = run(*arguments[:1], "kron:4", *arguments[1:])
            self.assertEqual(finished.returncode, 2, finished.stderr)
            self.assertIn("runs no activities", finished.stderr)
        finished = run("colour", "kron:4", "--method", "boman", "--isolation", "atomic")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("use lock, global", finished.stderr)


if __name__ == "__main__":
    unittest.main()
