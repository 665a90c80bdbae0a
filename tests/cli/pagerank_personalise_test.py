# Personalised PageRank, against NetworkX reading the same files, and igraph where it is there.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import igraph, needs_all_peers, needs_igraph, networkx

METHODS = ["pull", "push", "delta"]


class PagerankPersonalise(Files):
    def written(self, name, lines):
        path = self.folder / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def setUp(self):
        super().setUp()
        draw = random.Random(12)
        self.lines = [f"{draw.randrange(60)} {int(40 * draw.random() ** 2)} {draw.randrange(1, 9)}" for _ in range(200)]
        self.path = self.written("graph.wel", self.lines)
        self.weights = {int(line.split()[0]): 1 + number for number, line in enumerate(self.lines[:7])}
        self.list = self.written("seeds.txt", ["# who"] + [f"{v} {w}" for v, w in self.weights.items()])

    def scores(self, *options):
        found = document("pagerank", self.path, "--tolerance", "1e-11", "--top", 100, "--verify", *options)
        self.assertIs(found["trials"][0]["verified"], True)
        return found["result"], {row["vertex"]: row["score"] for row in found["result"]["top"]}

    def expect_close(self, scores, expected):
        self.assertEqual(scores.keys(), expected.keys())
        for vertex, score in expected.items():
            self.assertAlmostEqual(scores[vertex], score, delta=1e-9)

    @needs_all_peers
    def test_scores_are_those_of_networkx_with_weights_and_without(self):
        for directed, weighted in itertools.product([True, False], repeat=2):
            kinds = {(True, True): networkx.MultiDiGraph, (True, False): networkx.DiGraph,
                     (False, True): networkx.MultiGraph, (False, False): networkx.Graph}
            graph = networkx.read_weighted_edgelist(self.path, nodetype=int, create_using=kinds[directed, weighted])
            expected = networkx.pagerank(graph, tol=1e-13, max_iter=10000, personalization=self.weights,
                                         weight="weight" if weighted else None)
            for team, method in itertools.product(TEAMS, METHODS):
                with self.subTest(team=team, directed=directed, weighted=weighted, method=method):
                    result, scores = self.scores("--directed" if directed else "--undirected", "--weights",
                                                 "file" if weighted else "none", "--personalise", self.list,
                                                 "--method", method, *team)
                    self.assertEqual(result["teleports_to"], len(self.weights))
                    self.expect_close(scores, expected)

    @needs_igraph
    def test_scores_are_those_of_igraph(self):
        edges = sorted({tuple(map(int, line.split()[:2])) for line in self.lines})
        graph = igraph.Graph(n=60, edges=edges, directed=True)
        vertices = sorted({v for edge in edges for v in edge})
        # igraph lets surfers without edges go anywhere: without such vertices it means the same.
        loops = [(v, v) for v in range(60) if graph.degree(v, mode="out") == 0]
        graph.add_edges(loops)
        self.path = self.written("loops.el", [f"{u} {v}" for u, v in edges + [e for e in loops if e[0] in vertices]])
        expected = graph.personalized_pagerank(reset=[self.weights.get(v, 0) for v in range(60)])
        for method in METHODS:
            _, scores = self.scores("--directed", "--personalise", self.list, "--method", method)
            self.expect_close(scores, {v: expected[v] for v in vertices})

    @needs_all_peers
    def test_vertices_may_have_names_and_no_weights(self):
        self.path = self.written("names.csv", ["source,target", "Zoë,\"Smith, B\"", "\"Smith, B\",Anna", "Anna,Zoë", "Anna,Bo"])
        seeds = self.written("seeds.csv", ["\"Smith, B\"", "Bo"])
        graph = networkx.DiGraph([("Zoë", "Smith, B"), ("Smith, B", "Anna"), ("Anna", "Zoë"), ("Anna", "Bo")])
        expected = networkx.pagerank(graph, tol=1e-13, max_iter=10000, personalization={"Smith, B": 1, "Bo": 1})
        for team in TEAMS:
            self.expect_close(self.scores("--directed", "--personalise", seeds, *team)[1], expected)

    def test_what_is_wrong_with_the_file_is_said_with_its_place(self):
        def refused(lines, code=3):
            finished = run("pagerank", self.path, "--personalise", self.written("bad.txt", lines), "--ranks", 2)
            self.assertEqual(finished.returncode, code, finished.stderr)
            return finished.stderr
        self.assertIn("bad.txt:2:1: graph.wel has no vertex '999'", refused(["1", "999 2"]))
        self.assertIn("bad.txt:1:3: expected a weight", refused(["1 -2"]))
        self.assertIn("bad.txt: lists no vertices", refused(["# none"]))
        self.assertIn("bad.txt: all weights are 0", refused(["1 0"]))
        finished = run("pagerank", self.path, "--personalise", self.folder / "gone.txt")
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("gone.txt", finished.stderr)

    def test_the_file_is_not_replaced_by_what_is_written(self):
        seeds = self.written("seeds.csv", ["1"])
        finished = run("pagerank", self.path, "--personalise", seeds, "--output", seeds)
        self.assertEqual(finished.returncode, 2, finished.stderr)
        self.assertIn("would replace --personalise", finished.stderr)


if __name__ == "__main__":
    unittest.main()
