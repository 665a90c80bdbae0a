# PageRank of graphs with loops and parallel edges, against NetworkX, which counts loops.
# SPDX-License-Identifier: Apache-2.0
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_all_peers, networkx

METHODS = [["pull"], ["push"], ["delta"], ["delta", "--order", "priority_per_worker"]]
KINDS = {"--directed": "DiGraph", "--undirected": "Graph"}
PRECISE = ["--tolerance", "1e-11", "--top", 100, "--verify"]


def scores_of(path, *options):
    """The scores by vertex, which the verifier found right."""
    found = document("pagerank", path, *PRECISE, *options)
    assert found["trials"][0]["verified"] is True
    return found, {row["vertex"]: row["score"] for row in found["result"]["top"]}


class PagerankLoops(Files):
    def written(self, edges, name="graph.el"):
        path = self.folder / name
        path.write_text("".join(f"{u} {v}\n" for u, v in edges), encoding="ascii")
        return path

    def random_edges(self, seed):
        """Some of 30 vertices dangle, one in ten edges is a loop, and some stand there twice."""
        draw = random.Random(seed)
        edges = [(draw.randrange(20), int(30 * draw.random() ** 2)) for _ in range(120)]
        return edges + [(v, v) for v in draw.choices(range(30), k=12)] + [(31, 31)]

    def assert_scores(self, found, expected):
        self.assertEqual(found.keys(), expected.keys())
        for vertex, score in expected.items():
            self.assertAlmostEqual(found[vertex], score, delta=1e-9)

    @needs_all_peers
    def test_scores_are_those_of_networkx_with_every_method(self):
        for seed, (way, kind) in enumerate(KINDS.items()):
            edges = self.random_edges(seed)
            path = self.written(edges)
            expected = networkx.pagerank(getattr(networkx, kind)(edges), tol=1e-13, max_iter=10000)
            for team in [*TEAMS, ["--ranks", 8, "--workers", 1]]:
                for method in METHODS:
                    with self.subTest(way=way, team=team, method=method):
                        found, scores = scores_of(path, way, "--method", *method, *team)
                        self.assert_scores(scores, expected)
                        self.assertEqual(found["graph"]["dropped_loops"], 0)

    @needs_all_peers
    def test_without_loops_they_are_those_of_the_graph_without_them(self):
        edges = self.random_edges(5)
        path = self.written(edges)
        graph = networkx.Graph(edges)
        loops = sum(u == v for u, v in edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        expected = networkx.pagerank(graph, tol=1e-13, max_iter=10000)
        for team in TEAMS:
            found, scores = scores_of(path, "--undirected", "--no-loops", *team)
            self.assert_scores(scores, expected)
            self.assertEqual(found["graph"]["dropped_loops"], loops)

    def test_a_loop_holds_its_surfer(self):
        """Three equations: x1 = 0.05 + 0.85 x1 / 2, x2 = the same, x3 = 0.05 + 0.85 (x2 + x3)."""
        path = self.written([(1, 1), (1, 2), (2, 3), (3, 3)])
        _, scores = scores_of(path, "--directed")
        first = 0.05 / (1 - 0.85 / 2)
        second = first
        self.assert_scores(scores, {1: first, 2: second, 3: (0.05 + 0.85 * second) / 0.15})

    def test_a_native_file_answers_as_its_text_or_is_refused(self):
        edges = self.random_edges(7)
        text = self.written(edges)
        kept, lost = self.folder / "kept.orj", self.folder / "lost.orj"
        for way in KINDS:
            document("convert", text, kept, way, "--keep-loops")
            document("convert", text, lost, way)
            for team in TEAMS:
                expected = scores_of(text, way, *team)[1]
                self.assert_scores(scores_of(kept, *team)[1], expected)
                refused = run("pagerank", lost, *team)
                self.assertEqual(refused.returncode, 3, refused.stderr)
                self.assertRegex(refused.stderr, r"lost.orj: \d+ loops were left out .*--keep-loops.*--no-loops")
                expected = scores_of(text, way, "--no-loops", *team)[1]
                for path in [lost, kept]:
                    self.assert_scores(scores_of(path, "--no-loops", *team)[1], expected)

    def test_a_native_file_that_never_had_loops_is_taken(self):
        text = self.written([(1, 2), (2, 1), (2, 3)])
        stored = self.folder / "stored.orj"
        document("convert", text, stored)
        self.assert_scores(scores_of(stored)[1], scores_of(text)[1])

    def test_the_table_says_what_became_of_loops(self):
        path = self.written([(1, 1), (1, 2), (1, 2)])
        self.assertIn("1 edges merged, one of each stays; no loops left out", run("pagerank", path).stdout)
        self.assertIn("1 edges merged, one of each stays; 1 loops left out", run("pagerank", path, "--no-loops").stdout)
        self.assertIn("1 edges merged, one of each stays; 1 loops left out", run("bfs", path, "--source", 1).stdout)


if __name__ == "__main__":
    unittest.main()
