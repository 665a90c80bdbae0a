# Names of files, and what stands in files, never steer the terminal of whoever reads about them.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import tempfile
import unittest

from command_runner import run

STEERING = "a\x1b]0;owned\x07\x1b[2J\u009b31m\x7f"


def steers(text):
    """The characters of `text` that a terminal would obey, those of the progress bar apart."""
    return [c for c in text if (ord(c) < 0x20 and c not in "\n") or 0x7f <= ord(c) < 0xa0]


class TerminalText(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.graph = self.folder / f"{STEERING}.el"
        self.graph.write_text("1 2\n2 3\n")

    def assert_harmless(self, finished, shown="\\x1b[2J"):
        self.assertEqual(steers(finished.stdout), [], finished)
        self.assertEqual(steers(finished.stderr), [], finished)
        self.assertIn(shown, finished.stdout + finished.stderr)

    def test_names_in_tables(self):
        self.assert_harmless(run("info", self.graph))
        for command in ["bfs", "components"]:
            with self.subTest(command=command):
                finished = run(command, self.graph, "--report-card", "--ranks", 2)
                self.assertEqual(finished.returncode, 0, finished)
                self.assert_harmless(finished)

    def test_names_in_messages(self):
        self.assert_harmless(run("info", self.folder / f"{STEERING}.none"))
        self.graph.write_text("1 2\n2 \x1b[2J\n")
        finished = run("info", self.graph)
        self.assertEqual(finished.returncode, 3, finished)
        self.assert_harmless(finished)

    def test_options(self):
        self.assert_harmless(run("bfs", "kron:4", "--method", STEERING))
        self.assert_harmless(run("bfs", "kron:4", "--\x1b[2J"))
        self.assert_harmless(run("\x1b[2J"))

    def test_origins_that_files_hold(self):
        stored = self.folder / "stored.orj"
        finished = run("convert", self.graph, stored)
        self.assertEqual(finished.returncode, 0, finished)
        self.assert_harmless(finished)
        self.assertIn(b"\x1b[2J", stored.read_bytes())
        finished = run("info", stored)
        self.assertEqual(finished.returncode, 0, finished)
        self.assert_harmless(finished)

    def test_bytes_that_are_no_text(self):
        graph = os.path.join(os.fsencode(self.folder), b"\xff\x9b.el")
        pathlib.Path(os.fsdecode(graph)).write_text("1 2\n")
        finished = run("info", os.fsdecode(graph))
        self.assertEqual(finished.returncode, 0, finished)
        self.assert_harmless(finished, "\\xff\\x9b.el")

    def test_letters_of_other_scripts_stay(self):
        graph = self.folder / "Straßen – 道路.el"
        graph.write_text("1 2\n")
        self.assert_harmless(run("info", graph), graph.name)


if __name__ == "__main__":
    unittest.main()
