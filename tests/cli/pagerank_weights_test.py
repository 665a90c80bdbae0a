# PageRank along weighted edges, against NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_all_peers, networkx


def table_of(finished):
    """The lines of the printed table by their first word."""
    return {line.split()[0]: line for line in finished.stdout.splitlines() if line.strip()}


class PagerankWeights(Files):
    def written(self, lines, name="graph.wel"):
        path = self.folder / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        return path

    def random_lines(self, weight_of, seed):
        """Edges among 40 vertices, some of them parallel and some loops."""
        draw = random.Random(seed)
        return [f"{draw.randrange(40)} {int(40 * draw.random() ** 2)} {weight_of(draw)}" for _ in range(300)]

    def expected(self, path, directed):
        """The scores of NetworkX, which adds up the weights of parallel edges, also of loops."""
        kind = networkx.MultiDiGraph if directed else networkx.MultiGraph
        graph = networkx.read_weighted_edgelist(path, nodetype=int, create_using=kind)
        return networkx.pagerank(graph, tol=1e-13, max_iter=10000)

    def check(self, path, directed, *options):
        expected = self.expected(path, directed)
        way = "--directed" if directed else "--undirected"
        found = document("pagerank", path, way, "--weights", "file", "--tolerance", "1e-11", "--top", len(expected),
                         "--verify", *options)
        self.assertIs(found["trials"][0]["verified"], True)
        scores = {row["vertex"]: row["score"] for row in found["result"]["top"]}
        self.assertEqual(scores.keys(), expected.keys())
        for vertex, score in expected.items():
            self.assertAlmostEqual(scores[vertex], score, delta=1e-9)

    @needs_all_peers
    def test_scores_are_those_of_networkx_for_whole_and_real_weights(self):
        kinds = {"whole": lambda draw: draw.randrange(9), "real": lambda draw: draw.random() * 1e6,
                 "wide": lambda draw: draw.randrange(10 ** 12)}
        teams = [*TEAMS, ["--ranks", 8, "--workers", 1]]
        for seed, (name, weight_of) in enumerate(kinds.items()):
            path = self.written(self.random_lines(weight_of, seed))
            for team, directed, method in itertools.product(teams, [True, False], ["pull", "push", "delta"]):
                with self.subTest(weights=name, team=team, directed=directed, method=method):
                    self.check(path, directed, "--method", method, *team)

    @needs_all_peers
    def test_a_vertex_whose_edges_weigh_nothing_is_as_one_without_edges(self):
        path = self.written(["1 2 0", "2 3 4", "3 2 1", "3 1 1", "4 1 2", "5 5 0", "6 6 3"])
        for method in ["pull", "push", "delta"]:
            with self.subTest(method=method):
                self.check(path, True, "--method", method)

    def test_a_native_file_answers_as_its_text_or_is_refused(self):
        text = self.written(["1 1 2", "1 2 1", "1 2 3", "2 1 1", "1 1 5"])
        stored = self.folder / "stored.orj"
        for options, missing in [(["--keep-duplicates"], "2 loops were left out"),
                                 (["--keep-loops"], "2 parallel edges only the lightest"),
                                 (["--keep-duplicates", "--keep-loops"], None)]:
            document("convert", text, stored, *options)
            for team in TEAMS:
                asked = ["--weights", "file", "--tolerance", "1e-11", *team]
                finished = run("pagerank", stored, *asked)
                if missing:
                    self.assertEqual(finished.returncode, 3, finished.stderr)
                    self.assertIn(missing, finished.stderr)
                    continue
                expected = document("pagerank", text, *asked)["result"]["top"]
                for found, row in zip(document("pagerank", stored, *asked)["result"]["top"], expected, strict=True):
                    self.assertEqual(found["vertex"], row["vertex"])
                    self.assertAlmostEqual(found["score"], row["score"], delta=1e-9)

    def test_weights_of_any_size_are_taken(self):
        path = self.written(["1 2 1e300", "2 1 1e-300", "2 3 1e-300", "3 1 1.5e308", "3 2 1.5e308"])
        found = document("pagerank", path, "--directed", "--weights", "file", "--verify")
        self.assertIs(found["trials"][0]["verified"], True)

    def test_single_precision_is_verified_too(self):
        path = self.written(self.random_lines(lambda draw: draw.random(), 5))
        for method in ["pull", "push", "delta"]:
            found = document("pagerank", path, "--weights", "file", "--method", method, "--verify", "--ranks", 2)
            self.assertIs(found["trials"][0]["verified"], True)

    def test_the_table_says_whether_weights_counted(self):
        path = self.written(["1 2 3", "2 3 1"])
        self.assertIn("not used; --weights file", table_of(run("pagerank", path))["weights"])
        self.assertIn("in proportion", table_of(run("pagerank", path, "--weights", "file"))["weights"])
        self.assertNotIn("weights", table_of(run("pagerank", self.written(["1 2", "2 3"], "plain.el"))))
        stored = self.folder / "stored.orj"
        self.assertEqual(run("convert", path, stored).returncode, 0)
        self.assertIn("not used", table_of(run("pagerank", stored))["weights"])

    def test_what_makes_no_sense_is_refused_with_the_remedy(self):
        negative = self.written(["1 2 3", "2 3 -1"], "negative.wel")
        refused = run("pagerank", negative, "--weights", "file", "--ranks", 2)
        self.assertEqual(refused.returncode, 3, refused.stderr)
        self.assertIn("negative.wel: a surfer follows edges in proportion to their weights, and the least is -1", refused.stderr)
        refused = run("pagerank", self.written(["1 2", "2 3"], "plain.el"), "--weights", "file")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("the graph has none", refused.stderr)


if __name__ == "__main__":
    unittest.main()
