# Random walks: the text that they are written to, and what is said of them.
# SPDX-License-Identifier: Apache-2.0
import collections
import gzip
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files


class Walks(Files):
    def setUp(self):
        super().setUp()
        draw = random.Random(9)
        self.edges = {(5 * draw.randrange(40), 5 * draw.randrange(40)) for _ in range(120)}
        self.edges = {(u, v) for u, v in self.edges if u != v}
        self.path = self.folder / "graph.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in sorted(self.edges)), encoding="ascii")

    def corpus(self, *options):
        target = self.folder / "walks.txt"
        found = document("walks", self.path, "--directed", "--corpus", target, "--verify", *options)
        self.assertIs(found["trials"][0]["verified"], True)
        return found["result"], [line.split(" ") for line in target.read_text(encoding="ascii").splitlines()]

    def test_lines_are_walks_along_edges(self):
        vertices = sorted({v for edge in self.edges for v in edge})
        for options in [[], ["--p", 0.5, "--q", 3]]:
            result, walks = self.corpus("--walks-per-vertex", 2, "--length", 12, *options)
            self.assertEqual([int(walk[0]) for walk in walks], 2 * vertices)
            self.assertEqual(result["walks"], len(walks))
            self.assertEqual(result["steps"], sum(len(walk) - 1 for walk in walks))
            for walk in walks:
                for u, v in zip(walk, walk[1:]):
                    self.assertIn((int(u), int(v)), self.edges)
                self.assertTrue(len(walk) == 13 or not any(u == int(walk[-1]) for u, _ in self.edges))
            counts = collections.Counter(int(v) for walk in walks for v in walk)
            self.assertEqual(result["most_visits"], max(counts.values()))
            self.assertEqual(counts[result["most_visited"][0]], result["most_visits"])

    def test_are_the_same_for_every_team_and_others_for_other_seeds(self):
        for options in [[], ["--p", 0.25, "--q", 2], ["--restart", 0.1]]:
            expected = self.corpus(*options)
            for team in TEAMS + [["--ranks", 8, "--workers", 1]]:
                self.assertEqual(self.corpus(*options, *team), expected)
            self.assertNotEqual(self.corpus(*options, "--seed", 2), expected)

    def test_visits_are_written_as_a_table(self):
        target = self.folder / "visits.csv"
        _, walks = self.corpus("--length", 9, "--output", target)
        counts = collections.Counter(v for walk in walks for v in walk)
        self.assertEqual({row["vertex"]: int(row["visits"]) for row in self.rows(target)}, counts)

    def test_start_at_one_vertex_or_at_drawn_ones(self):
        source = min(self.edges)[0]
        result, walks = self.corpus("--source", source, "--walks-per-vertex", 30)
        self.assertEqual(result["walks"], 30)
        self.assertEqual({walk[0] for walk in walks}, {str(source)})
        result, walks = self.corpus("--sources", 3)
        self.assertEqual(len(walks), 3)

    def test_names_are_written_as_they_are_read(self):
        path = self.folder / "names.csv"
        path.write_text("source,target\nAnna,\"Smith, B\"\n\"Smith, B\",Anna\n", encoding="ascii")
        target = self.folder / "names.txt"
        for team in TEAMS:
            document("walks", path, "--directed", "--length", 2, "--corpus", target, *team)
            self.assertEqual(target.read_text(encoding="ascii"), "Anna \"Smith, B\" Anna\n\"Smith, B\" Anna \"Smith, B\"\n")

    def test_a_corpus_is_packed_if_its_name_says_so(self):
        _, walks = self.corpus("--length", 9)
        target = self.folder / "walks.txt.gz"
        document("walks", self.path, "--directed", "--length", 9, "--corpus", target, "--ranks", 2)
        with gzip.open(target, "rt", encoding="ascii") as file:
            self.assertEqual([line.split(" ") for line in file.read().splitlines()], walks)

    def test_what_makes_no_sense_is_refused(self):
        for options, said in [(["--p", 0], "--p and --q are numbers above 0"), (["--restart", 2], "--restart is a number from 0 to 1"),
                              (["--weights", "file"], "the graph has none"), (["--corpus", "-"], "--corpus names a file"),
                              (["--corpus", self.path], "would replace the graph"), (["--walks-per-vertex", 0], "--walks-per-vertex"),
                              (["--corpus", self.folder / "a.csv", "--output", self.folder / "a.csv"], "are the same file")]:
            finished = run("walks", self.path, *options, "--ranks", 2)
            self.assertEqual(finished.returncode, 2, (options, finished.stderr))
            self.assertIn(said, finished.stderr)
        finished = run("walks", self.path, "--corpus", self.folder / "none" / "walks.txt")
        self.assertEqual(finished.returncode, 3, finished.stderr)

    def test_weights_decide(self):
        path = self.folder / "graph.wel"
        path.write_text("1 2 0\n1 3 5\n3 1 1\n", encoding="ascii")
        target = self.folder / "walks.txt"
        document("walks", path, "--directed", "--weights", "file", "--source", 1, "--length", 4, "--corpus", target, "--verify")
        self.assertEqual(target.read_text(encoding="ascii"), "1 3 1 3 1\n")
        path.write_text("1 2 -1\n", encoding="ascii")
        finished = run("walks", path, "--directed", "--weights", "file")
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("the least is -1", finished.stderr)


if __name__ == "__main__":
    unittest.main()
