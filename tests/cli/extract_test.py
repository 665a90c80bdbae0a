#!/usr/bin/env python3
# orujo extract: parts of graphs, by what a short program makes of the same edges.
# SPDX-License-Identifier: Apache-2.0
import os
import random
import tempfile
import unittest

from command_runner import document, run


def edges_of(path):
    with open(path, encoding="utf-8") as file:
        return {tuple(line.split()) for line in file if line.strip() and line[0] not in "#%"}


def reached(edges, start, hops):
    found = {start}
    for _ in range(hops):
        found |= {v for u, v, *_ in edges if u in found}
    return found


def components(edges):
    parts = {v: {v} for edge in edges for v in edge[:2]}
    for u, v, *_ in edges:
        if parts[u] is not parts[v]:
            small, large = sorted((parts[u], parts[v]), key=len)
            large |= small
            for each in small:
                parts[each] = large
    return parts.values()


class Extract(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        draw = random.Random(5)
        self.edges = {(str(u), str(v)): str(draw.randrange(1, 100))
                      for u, v in ((draw.randrange(0, 400) * 7, draw.randrange(0, 400) * 7)
                                   for _ in range(360)) if u != v}
        self.edges = {(u, v, w) for (u, v), w in self.edges.items()}
        self.graph = self.path("graph.wel")
        with open(self.graph, "w", encoding="utf-8") as file:
            file.writelines(" ".join(edge) + "\n" for edge in sorted(self.edges))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def extract(self, *options, graph=None, to="part.wel"):
        target = self.path(to)
        found = document("extract", graph or self.graph, target, "--directed", *options)
        return edges_of(target), found["output"]

    def test_takes_edges_by_their_weights(self):
        found, output = self.extract("--min-weight", "20", "--max-weight", "60")
        self.assertEqual(found, {e for e in self.edges if 20 <= int(e[2]) <= 60})
        self.assertEqual(output["edges"], len(found))

    def test_takes_the_vertices_of_a_list(self):
        chosen = sorted({e[0] for e in self.edges})[::2]
        with open(self.path("list.txt"), "w", encoding="utf-8") as file:
            file.write("# vertices\n" + "\n".join(chosen) + "\n")
        for ranks in "1", "3":
            found, _ = self.extract("--subgraph", self.path("list.txt"), "--ranks", ranks)
            self.assertEqual(found, {e for e in self.edges if e[0] in chosen and e[1] in chosen})

    def test_takes_a_neighbourhood(self):
        start = max(self.edges)[0]
        for hops in 0, 1, 3:
            near = reached(self.edges, start, hops)
            found, output = self.extract("--ego", start, "--hops", str(hops))
            self.assertEqual(found, {e for e in self.edges if e[0] in near and e[1] in near})
            self.assertEqual(output["vertices"], len(near))

    def test_takes_a_neighbourhood_against_directions(self):
        with open(self.path("ways.el"), "w", encoding="utf-8") as file:
            file.write("1 2\n2 3\n3 4\n9 3\n")
        for along, expected in (("in", {("1", "2"), ("2", "3"), ("9", "3")}), ("out", {("3", "4")}),
                                ("all", {("1", "2"), ("2", "3"), ("9", "3"), ("3", "4")})):
            for ranks in "1", "2":
                found, _ = self.extract("--ego", "3", "--hops", "2", "--along", along, "--ranks", ranks,
                                        graph=self.path("ways.el"), to="near.el")
                self.assertEqual(found, expected)

    def test_takes_the_largest_component(self):
        largest = max(components(self.edges), key=len)
        for ranks in "1", "3":
            found, output = self.extract("--largest-component", "--ranks", ranks)
            self.assertEqual(found, {e for e in self.edges if e[0] in largest})
            self.assertEqual(output["vertices"], len(largest))

    def test_takes_the_largest_strong_component(self):
        with open(self.path("loop.el"), "w", encoding="utf-8") as file:
            file.write("1 2\n2 3\n3 1\n3 4\n4 5\n5 4\n9 1\n")
        found, _ = self.extract("--largest-scc", graph=self.path("loop.el"), to="part.el")
        self.assertEqual(found, {("1", "2"), ("2", "3"), ("3", "1")})
        found, _ = self.extract("--largest-scc", "--renumber", graph=self.path("loop.el"),
                                to="part.el")
        self.assertEqual(found, {("0", "1"), ("1", "2"), ("2", "0")})

    def test_joins_two_graphs_that_name_their_vertices(self):
        for name, rows in (("one", "Ann,Bob,3\nBob,Cy,4\n"), ("two", "Ann,Bob,2\nCy,Di,9\n")):
            with open(self.path(name + ".csv"), "w", encoding="utf-8") as file:
                file.write("source,target,weight\n" + rows)
        found, _ = self.extract("--join", self.path("two.csv"), graph=self.path("one.csv"),
                                to="both.tsv")
        found.discard(("source", "target", "weight"))
        self.assertEqual(found, {("Ann", "Bob", "2"), ("Bob", "Cy", "4"), ("Cy", "Di", "9")})

    def expect_refused(self, code, words, *options):
        target = self.path("none.el")
        done = run("extract", self.graph, target, *options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(words, done.stderr)
        self.assertFalse(os.path.exists(target))

    def test_says_what_it_assumed_of_the_second_graph_and_what_is_lost(self):
        first, second = self.path("first.csv"), self.path("second.csv")
        with open(first, "w", encoding="utf-8") as file:
            file.write("from,to,km\nA,B,5\n")
        with open(second, "w", encoding="utf-8") as file:
            file.write("A,C,9\n")
        found = document("extract", first, self.path("both.mtx"), "--join", second)
        self.assertEqual([found[which]["edges"] for which in ["graph", "joined"]], [1, 1])
        self.assertTrue(found["joined"]["guesses"])
        self.assertEqual([found["output"][what] for what in ["lost_vertices", "lost_weights", "lost_names"]], [0, False, True])
        finished = run("extract", first, self.path("both.el"), "--join", second)
        for guess in found["joined"]["guesses"]:
            self.assertIn(" ".join(guess.split())[:30], " ".join(finished.stdout.split()))
        self.assertRegex(finished.stdout, r"joined .*second\.csv")
        self.assertRegex(finished.stdout, r"not written +weights")
        sparse = self.path("sparse.el")
        with open(sparse, "w", encoding="ascii") as file:
            file.write("10 20\n20 900\n")
        for target, is_lost in [("ids.mtx", True), ("ids.sg", True), ("ids.csv", False), ("ids.orj", False)]:
            self.assertEqual(document("convert", sparse, self.path(target))["output"]["lost_ids"], is_lost)
        self.assertRegex(run("convert", sparse, self.path("ids.gr")).stdout, r"not written +ids: numbers from 0 or 1")
        self.assertNotIn("not written", run("convert", self.path("ids.sg"), self.path("ids.gr")).stdout)
        finished = run("extract", first, first, "--largest-component")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("FILE", finished.stderr)
        self.assertNotIn("--output", finished.stderr)

    def test_refuses_what_makes_no_sense(self):
        self.expect_refused(2, "say what is to be written")
        self.expect_refused(2, "--hops", "--hops", "2")
        self.expect_refused(2, "lies above", "--min-weight", "3", "--max-weight", "2")
        self.expect_refused(2, "no number", "--min-weight", "nan")
        self.expect_refused(2, "no vertex", "--ego", "5")
        self.expect_refused(2, "--along", "--along", "in")
        self.expect_refused(2, "--along", "--ego", "1", "--along", "up")
        self.expect_refused(3, "gone.txt", "--subgraph", self.path("gone.txt"))
        self.expect_refused(3, "gone.el", "--join", self.path("gone.el"))
        self.expect_refused(2, "has none", "--weights", "none", "--min-weight", "1")


if __name__ == "__main__":
    unittest.main()
