# Files of NetworkX and csv files with names, read by the command and by their own programs.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx

TEAMS = [["--ranks", ranks, "--workers", 1] for ranks in [1, 2, 3]]


class EdgeColumns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def edges_of(self, name, team=()):
        """Source, target and, if there are any, weight of each edge that the command reads."""
        target = self.folder / "edges.csv"
        finished = run("convert", self.folder / name, target, "--directed", "--quiet", *team)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(target, encoding="ascii", newline="") as file:
            rows = [row for row in csv.reader(file) if row[0].isdigit()]
        return sorted(tuple(map(float, row)) for row in rows)

    @needs_networkx
    def test_edge_lists_of_networkx_are_read_as_it_reads_them(self):
        draw = random.Random(1)
        graph = networkx.gnm_random_graph(50, 200, seed=1, directed=True)
        for _, _, data in graph.edges(data=True):
            data["weight"] = draw.randint(1, 99)
            data["note"] = "a, 'b'}"
        for delimiter in [" ", ",", "\t"]:
            networkx.write_edgelist(graph, self.folder / "graph.el", delimiter=delimiter)
            expected = sorted((u, v, w) for u, v, w in graph.edges(data="weight"))
            for team in TEAMS:
                with self.subTest(delimiter=delimiter, team=team):
                    self.assertEqual(self.edges_of("graph.el", team), expected)

    def test_csv_files_are_read_as_python_reads_them(self):
        draw = random.Random(2)
        names = ["note", "Weight", "target", "", "source"]
        rows = [
            [draw.choice(["", "a", "a, b; c", 'say "x"', "7"]), draw.randint(1, 9), v, i, u]
            for i, (u, v) in enumerate(draw.sample([(u, v) for u in range(40) for v in range(40) if u != v], 300))
        ]
        expected = sorted((row[4], row[2], row[1]) for row in rows)
        for delimiter in ",;\t":
            for quoting in [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]:
                for encoding in ["utf-8", "utf-8-sig"]:
                    with open(self.folder / "a.csv", "w", encoding=encoding, newline="") as file:
                        writer = csv.writer(file, delimiter=delimiter, quoting=quoting)
                        writer.writerows([names, *rows])
                    with self.subTest(delimiter=delimiter, quoting=quoting, encoding=encoding):
                        self.assertEqual(self.edges_of("a.csv", TEAMS[2]), expected)

    def test_a_guess_is_said_and_not_made_where_the_file_contradicts_it(self):
        (self.folder / "a.txt").write_text("2 1\n1 3\n")
        graph = document("info", self.folder / "a.txt")["graph"]
        self.assertEqual((graph["vertices"], graph["edges"]), (3, 2))
        (self.folder / "a.txt").write_text("3 2\n1 2\n2 3\n")
        graph = document("info", self.folder / "a.txt")["graph"]
        self.assertEqual((graph["vertices"], graph["edges"]), (3, 2))
        self.assertIn("the first line counts", graph["guesses"][0])
        for command in ["info", "components"]:
            shown = run(command, self.folder / "a.txt").stdout
            self.assertRegex(shown, "assumed +the first line counts vertices and edges", command)

    def test_names_that_do_not_tell_are_refused_with_the_remedy(self):
        (self.folder / "a.csv").write_text("id,one,two\n0,1,2\n")
        finished = run("bfs", self.folder / "a.csv", "--source", 1)
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("do not say which are source and target", finished.stderr)


if __name__ == "__main__":
    unittest.main()
