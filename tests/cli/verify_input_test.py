# --verify compares the graph with its input, too: for every command, kind of file and option.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, document, run

COMMANDS = [
    ["bfs", "--source", 1],
    ["sssp", "--source", 1],
    ["widest", "--source", 1],
    ["components"],
    ["mst"],
    ["triangles"],
    ["pagerank"],
    ["pagerank", "--weights", "file"],
    ["pagerank", "--no-loops", "--method", "push"],
    ["betweenness"],
    ["colour"],
    ["mis"],
    ["kcore"],
]

SMALL = "1 2 1\n1 2 3\n2 3 5\n3 3 7\n"


class VerifyInput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def written(self, text, name):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def verified(self, *arguments):
        """The document of a run whose graph and answer are right."""
        found = document(*arguments, "--verify")
        self.assertIs(found["graph"]["verified"], True, arguments)
        self.assertEqual(found["graph"]["differences"], [])
        self.assertGreaterEqual(found["graph"]["seconds_verify"], 0)
        return found

    def test_every_command_compares(self):
        path = self.written(SMALL, "small.wel")
        for command in COMMANDS:
            self.verified(command[0], path, *command[1:], "--ranks", 3, "--workers", 2)

    def test_all_kinds_of_files_and_options(self):
        names = self.written("source,target,weight\nanna,ben,0.1\nben,anna,0.2\nben,carl,3\n", "names.csv")
        files = [
            (self.written(SMALL, "gaps.wel"), ["--source", 2]),
            (names, ["--source", "anna"]),
            (self.written("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 0.5\n3 2 0.25\n3 3 1\n", "a.mtx"),
             ["--source", 1]),
            (self.written("3 2 1\n2 4\n1 4 3 5\n2 5\n", "m.graph"), ["--source", 1]),
        ]
        for suffix, options in [("orj", ["--keep-duplicates"]), ("wsg", [])]:
            target = self.folder / f"stored.{suffix}"
            document("convert", files[0][0], target, "--undirected", *options)
            files.append((target, ["--source", 2]))
        kept = self.folder / "kept.orj"
        document("convert", names, kept, "--keep-duplicates", "--keep-loops")
        files.append((kept, ["--source", "anna"]))
        for path, source in files:
            for options in [[], ["--directed"], ["--undirected"], ["--weights", "none"], ["--weights", "2..9"]]:
                self.verified("sssp", path, *source, *options)
            self.verified("widest", path, *source, "--ranks", 2)

    def test_generated_graphs_and_standard_input(self):
        self.verified("sssp", "kron:7", "--sources", 2)
        self.verified("pagerank", "uniform:7", "--ranks", 3)
        for command in [["widest", "-", "--source", "1"], ["pagerank", "-", "--weights", "file"], ["kcore", "-"]]:
            finished = subprocess.run([COMMAND, *command, "--verify"], input=SMALL, capture_output=True, text=True,
                                      timeout=60, check=False)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertRegex(finished.stdout, r"(?m)^verified +yes$")

    def test_what_can_be_read_once_is_refused(self):
        path = self.folder / "pipe.el"
        os.mkfifo(path)
        finished = run("bfs", path, "--source", 1, "--verify", "--ranks", 2, timeout=20)
        self.assertEqual(finished.returncode, 2)
        self.assertIn("reads the graph twice", finished.stderr)

    def test_memory_that_is_not_there_ends_with_code_4(self):
        path = self.written("".join(f"{i % 7} {i % 5}\n" for i in range(200000)), "parallel.el")
        arguments = ["bfs", path, "--source", 1, "--set", "memory_limit_bytes=3M"]
        self.assertEqual(run(*arguments).returncode, 0, run(*arguments).stderr)
        for team in [[], ["--ranks", 2]]:
            finished = run(*arguments, "--verify", *team)
            self.assertEqual(finished.returncode, 4, finished.stderr)
            self.assertIn("comparing the graph with its input (--verify)", finished.stderr)

    def test_nothing_is_said_without_the_option(self):
        found = document("kcore", self.written(SMALL, "small.wel"))
        self.assertNotIn("verified", found["graph"])
        self.assertIsNone(found["trials"][0]["verified"])


if __name__ == "__main__":
    unittest.main()
