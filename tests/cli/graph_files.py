# A small graph in a folder of its own, and the teams that tests of the command run on.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import tempfile
import unittest

TEAMS = [
    ["--workers", 1],
    ["--workers", 2],
    ["--ranks", 3, "--workers", 2],
    ["--ranks", 2, "--workers", 1, "--transport", "sim:latency=5us,jitter=5us"],
]

# Two components, ids with gaps, a loop and a duplicate:  5 - 7 - 90   8 - 9
EDGES = "5 7\n7 5\n7 90\n90 90\n8 9\n"


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.graph = self.folder / "small.el"
        self.graph.write_text(EDGES, encoding="ascii")

    def rows(self, path):
        with open(path, newline="", encoding="ascii") as file:
            return list(csv.DictReader(file))
