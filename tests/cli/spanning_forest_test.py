# orujo mst against NetworkX and SciPy, edge by edge.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import tempfile
import unittest

from command_runner import document, run
from peers import csgraph, needs_all_peers, networkx, numpy

TEAMS = [
    ["--workers", 1],
    ["--workers", 2],
    ["--ranks", 3, "--workers", 2],
    ["--ranks", 2, "--workers", 1, "--transport", "sim:latency=5us,jitter=5us"],
]

# Ids with gaps, a loop, a vertex with no other edge, parallel edges, and a tie between 5-7 and 7-90.
EDGES = "90 5 2\n7 5 2\n90 7 2\n90 90 1\n8 9 4\n9 8 3\n11 11 1\n"


@needs_all_peers
class SpanningForest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def forest(self, graph, *options):
        """The document, and the edges as triples in the order of the file."""
        output = self.folder / "forest.npy"
        found = document("mst", graph, "--verify", "--output", output, *options)
        self.assertTrue(found["trials"][0]["verified"])
        return found, [tuple(row) for row in numpy.load(output).tolist()]

    def peer(self, graph, *options):
        """The graph as NetworkX has it; vertices and edges ascend."""
        path = self.folder / "generated.wel"
        document("generate", graph, path, "--undirected", *options)
        rows = numpy.loadtxt(path, comments=["#", "%"])
        ends = sorted((min(a, b), max(a, b), weight) for a, b, weight in rows.tolist())
        peer = networkx.Graph()
        peer.add_nodes_from(sorted({v for a, b, _ in ends for v in (a, b)}))
        peer.add_weighted_edges_from(ends)
        return peer

    def test_edges_are_written_by_input_id(self):
        path = self.folder / "small.wel"
        path.write_text(EDGES, encoding="ascii")
        for team in TEAMS:
            found, edges = self.forest(path, *team)
            self.assertEqual(edges, [(5, 7, 2), (5, 90, 2), (8, 9, 3)])
            self.assertEqual(found["result"], {"weight": 7, "edges": 3, "trees": 3})
            output = self.folder / "forest.csv"
            document("mst", path, "--output", output, *team)
            self.assertEqual(output.read_text(encoding="ascii"),
                             "source,target,weight\n5,7,2\n5,90,2\n8,9,3\n")

    def test_real_weights_are_written_as_such(self):
        path = self.folder / "real.wel"
        path.write_text("1 2 0.5\n2 3 0.25\n1 3 1.5\n", encoding="ascii")
        for team in TEAMS:
            found, edges = self.forest(path, *team)
            self.assertEqual(edges, [(1, 2, 0.5), (2, 3, 0.25)])
            self.assertEqual(found["result"]["weight"], 0.75)

    def test_edges_are_those_of_networkx(self):
        for graph, weights in [("kron:8", "1..255"), ("grid:12x9", "0..3"), ("uniform:8:3", "1..2"),
                               ("smallworld:300:6:0.2", "0..1"), ("random4n:7", "1..255")]:
            peer = self.peer(graph, "--weights", weights)
            tree = networkx.minimum_spanning_tree(peer).edges(data="weight")
            expected = sorted((min(a, b), max(a, b), weight) for a, b, weight in tree)
            for team in TEAMS:
                with self.subTest(graph=graph, team=team):
                    found, edges = self.forest(graph, "--weights", weights, *team)
                    self.assertEqual(edges, expected)
                    self.assertEqual(found["result"]["weight"], sum(row[2] for row in expected))

    def test_the_sum_is_that_of_scipy(self):
        for graph in ["kron:9", "rmat:8:8:ER"]:
            matrix = networkx.to_scipy_sparse_array(self.peer(graph, "--weights", "1..255"))
            expected = csgraph.minimum_spanning_tree(matrix)
            result = self.forest(graph)[0]["result"]  # generated edges get these weights
            self.assertEqual((result["weight"], result["edges"]), (expected.sum(), expected.nnz))

    def test_directed_files_are_taken_both_ways(self):
        path = self.folder / "one_way.gr"
        path.write_text("p sp 3 3\na 1 2 7\na 2 1 5\na 3 2 1\n", encoding="ascii")
        for team in TEAMS:
            self.assertEqual(self.forest(path, *team)[1], [(1, 2, 5), (2, 3, 1)])

    def test_without_weights_each_edge_weighs_1(self):
        for team in TEAMS:
            found, edges = self.forest("grid:9x9", "--weights", "none", *team)
            self.assertEqual(found["result"], {"weight": 80, "edges": 80, "trees": 1})
            self.assertEqual({weight for _, _, weight in edges}, {1})

    def test_options_that_do_not_fit_are_usage_errors(self):
        for options, words in [(["--directed"], "leave out --directed"),
                               (["--method", "boruvkas"], "did you mean 'boruvka'?"),
                               (["--output", "forest.txt"], "forest.txt")]:
            finished = run("mst", "kron:4", *options)
            self.assertEqual(finished.returncode, 2, options)
            self.assertIn(words, finished.stderr)

    def test_an_output_that_cannot_be_written_leaves_nothing(self):
        output = self.folder / "missing" / "forest.csv"
        for team in TEAMS:
            self.assertEqual(run("mst", "kron:4", "--output", output, *team).returncode, 3)
        self.assertEqual(os.listdir(self.folder), [])

    def test_activities_find_the_same_and_say_what_they_did(self):
        plain = document("mst", "kron:8", "--workers", 2)["result"]
        for isolation in ["auto", "lock", "stm"]:
            found = document("mst", "kron:8", "--workers", 2, "--method", "activities", "--isolation", isolation,
                             "--coarsen", 4, "--verify")
            self.assertEqual(found["result"], plain)
            work = found["work"]
            self.assertGreater(work["operators"], work["operators_failed"])
            self.assertGreaterEqual(work["activities"], work["operators"] / 4)
            self.assertGreaterEqual(work["attempts_given_up"], 0)

    def test_rounds_take_no_isolation(self):
        finished = run("mst", "kron:6", "--isolation", "lock")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("--method auto runs no activities", finished.stderr)


if __name__ == "__main__":
    unittest.main()
