# How far pagerank goes, and what it says where it did not converge or left weights out.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, document, run


EDGES = "1 2 1\n1 2 3\n2 3 5\n3 3 7\n"


class Pagerank(unittest.TestCase):
    def test_high_damping_converges_without_more_ado(self):
        for options in [[], ["--method", "push"], ["--tolerance", "1e-10"], ["--ranks", 2]]:
            for graph in ["uniform:8", "grid:30x30"]:
                for direction in ["--directed", "--undirected"]:
                    found = document("pagerank", graph, "--damping", "0.97", direction, "--verify", *options)
                    self.assertIs(found["result"]["converged"], True, (graph, options))

    def test_the_widest_tolerance_is_met_by_one_step(self):
        for method in ["pull", "push"]:
            found = document("pagerank", "grid:3x3", "--tolerance", "100", "--method", method)["result"]
            self.assertEqual((found["iterations"], found["converged"]), (1, True))

    def test_a_run_that_is_cut_off_says_so(self):
        finished = run("pagerank", "uniform:8", "--tolerance", "1e-10", "--max-iterations", 2)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertRegex(finished.stdout, r"NOT CONVERGED +after 2 iterations")
        found = document("pagerank", "uniform:8", "--tolerance", "1e-10", "--max-iterations", 2)
        self.assertIs(found["result"]["converged"], False)
        self.assertNotIn("NOT CONVERGED", run("pagerank", "uniform:8").stdout)

    def test_weights_that_are_not_used_are_named_for_every_kind_of_input(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.wel"
            path.write_text(EDGES, encoding="ascii")
            stored = pathlib.Path(folder) / "a.orj"
            document("convert", path, stored, "--keep-loops", "--keep-duplicates")
            files = [path, stored]
            for suffix in ["mtx", "gr", "graph", "wsg", "csv"]:
                files.append(pathlib.Path(folder) / f"b.{suffix}")
                document("convert", path, files[-1], "--undirected")
            for file in files:
                self.assertIn("not used", document("pagerank", file, "--undirected", "--no-loops")["result"]["weights"])
            finished = subprocess.run([COMMAND, "pagerank", "-"], input=EDGES, capture_output=True, text=True,
                                      timeout=60, check=False)
            self.assertIn("not used", finished.stdout)
            path.write_text("1 2\n2 3\n", encoding="ascii")
            self.assertNotIn("weights", document("pagerank", path)["result"])


if __name__ == "__main__":
    unittest.main()
