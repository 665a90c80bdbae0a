# Weights that somebody asks for, and that an algorithm does not use, are not passed over in silence.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import tempfile
import unittest

from command_runner import run


class UnusedWeights(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "triangle.csv"
        self.path.write_text("0,1,5\n1,2,1\n0,2,9\n", encoding="ascii")

    def told(self, command, *options):
        finished = run(command, self.path, *options)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout

    def test_each_algorithm_without_weights_says_so(self):
        for command in ["bfs", "closeness", "betweenness", "kcore", "triangles", "components", "bridges", "colour", "mis", "stconn",
                        "clustering", "diameter", "ktruss"]:
            ends = ["--source", 0, "--target", 2] if command == "stconn" else []
            for weights in ["file", "1..5"]:
                self.assertRegex(self.told(command, "--undirected", "--weights", weights, *ends),
                                 rf"\nweights +not used by {command}\n")
            self.assertNotIn("not used", self.told(command, "--undirected", *ends))

    def test_a_method_without_weights_says_so(self):
        for command in ["sssp", "mst", "pagerank"]:
            self.assertNotIn("not used", self.told(command, "--undirected", "--weights", "file"))
        for method, words in [("leiden", None), ("cdlp", r"\nweights +not used by communities by cdlp\n")]:
            said = self.told("communities", "--undirected", "--method", method, "--weights", "file")
            self.assertNotIn("not used", said) if words is None else self.assertRegex(said, words)
        self.assertIn("weights count (not for cdlp)", run("describe", "communities").stdout)

    def test_iterations_of_a_method_that_has_none_are_refused(self):
        finished = run("pagerank", self.path, "--method", "delta", "--max-iterations", 1)
        self.assertEqual(finished.returncode, 2, finished)
        self.assertIn("--max-iterations is of --method pull and push", finished.stderr)


if __name__ == "__main__":
    unittest.main()
