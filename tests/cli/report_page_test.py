# What the page of a run shows of the answer, for every algorithm and on several ranks.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import tempfile
import unittest

from command_runner import run

# A path 1-2-3-4 with a leaf 5 at 2, and an edge 10-11 apart. Weights make 3-4 the heaviest.
EDGES = "1 2 1\n2 3 2\n3 4 7\n2 5 3\n10 11 4\n"
# The command, the sentence of its first histogram, and the first row of its ranking.
ANSWERS = {
    "bfs --source 1": ("The depth of 5 vertices goes from 0 to 3, 1.6 on average; most often 2 (2). 2 vertices have none.",
                       ["4", "3", "1"]),
    "sssp --source 1": ("The distance of 5 vertices goes from 0 to 10, 3.6 on average", ["4", "10", "1"]),
    "widest --source 1": ("The width of 4 vertices goes from 1 to", ["2"]),
    "components": ("The size of 2 components goes from 2 to 5, 3.5 on average", ["1", "5"]),
    "mst": ("The weight of 5 edges of the forest goes from 1 to 7, 3.4 on average", ["3", "7", "4"]),
    "kcore": ("The core number of 7 vertices goes from 1 to 1, 1 on average; most often 1 (7).", ["1", "1", "1"]),
    "pagerank": ("The score of 7 vertices goes from", ["2"]),
    "betweenness": ("The score of 7 vertices goes from 0 to", ["2"]),
    "colour": ("The colour of 7 vertices goes from 0 to 1", None),
    "mis": ("The membership (1: in the set) of 7 vertices goes from 0 to 1", None),
    "triangles": ("The number of triangles of 7 vertices goes from 0 to 0, 0 on average; most often 0 (7).", ["1", "0"]),
}


def rows_of(page):
    """The rows of the first table behind a heading of its own, without its heading row."""
    table = re.search(r"<h3>.*?<table>(.*?)</table>", page, re.DOTALL).group(1)
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [re.findall(r"<td>(.*?)</td>", row) for row in rows[1:]]


class ReportPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.graph = self.folder / "g.wel"
        self.graph.write_text(EDGES, encoding="utf-8")

    def page_of(self, *arguments):
        page = self.folder / "page.html"
        finished = run(*arguments, "--report", page)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return page.read_text(encoding="utf-8")

    def test_every_algorithm_shows_how_its_values_are_spread_and_the_greatest(self):
        for command, (sentence, greatest) in ANSWERS.items():
            for ranks in [1, 3]:
                with self.subTest(command=command, ranks=ranks):
                    name, *options = command.split()
                    page = self.page_of(name, self.graph, "--undirected", *options, "--ranks", ranks)
                    self.assertIn(sentence, page)
                    self.assertIn("The degree of 7 vertices goes from 1 to 3", page)
                    if greatest is not None:
                        self.assertEqual(rows_of(page)[0][:len(greatest)], greatest)

    def test_skewed_values_get_growing_bars_and_heights_by_logarithms(self):
        page = self.page_of("triangles", "kron:12", "--ranks", 2)
        self.assertIn("heights are logarithms of counts", page)
        self.assertRegex(page, r"<title>degree 2 to 3: [0-9 ]+ vertices</title>")

    def test_every_algorithm_shows_where_the_time_went(self):
        for command in ANSWERS:
            with self.subTest(command=command):
                name, *options = command.split()
                page = self.page_of(name, self.graph, "--undirected", *options, "--ranks", 2, "--workers", 2)
                self.assertIn("Where the time went", page)
                self.assertRegex(page, r"Workers spent their time (in )?\w+")
                self.assertIn("waited the longest", page)

    def test_no_page_is_a_run_without_pictures(self):
        finished = run("bfs", self.graph, "--undirected", "--source", 1)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertNotIn("<svg", finished.stdout)


if __name__ == "__main__":
    unittest.main()
