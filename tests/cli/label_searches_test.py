# Searches with weights, of the command: answers, files, methods, exit codes.
# SPDX-License-Identifier: Apache-2.0
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_all_peers, networkx, numpy


class Sssp(Files):
    METHODS = [
        [], ["--method", "delta"], ["--method", "delta", "--delta", 3], ["--method", "dijkstra"],
        ["--method", "kla"], ["--method", "kla", "--levels", 2], ["--method", "chaotic"],
        ["--method", "dc"], ["--order", "priority_per_rank"], ["--no-reduction"],
    ]

    def test_distances_are_written_by_input_id(self):
        path = self.folder / "small.wel"
        for third, expected in [("2", [0, 7, 9, -1]), ("2.5", [0, 7, 9.5, -1])]:
            path.write_text(f"4 6 7\n6 10 {third}\n4 10 11\n12 4 1\n", encoding="ascii")
            for team in TEAMS:
                output = self.folder / "distances.csv"
                finished = run("sssp", path, "--directed", "--source", 4, "--output", output, *team)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                rows = {int(row["vertex"]): float(row["distance"]) for row in self.rows(output)}
                self.assertEqual(rows, dict(zip([4, 6, 10, 12], expected)))

    def test_every_team_and_method_finds_the_same(self):
        expected = None
        for team in TEAMS:
            for method in self.METHODS:
                found = document("sssp", "kron:8", "--sources", 2, "--verify", *method, *team)
                self.assertTrue(all(trial["verified"] for trial in found["trials"]))
                figures = (found["result"], [trial["source"] for trial in found["trials"]])
                expected = expected or figures
                self.assertEqual(figures, expected)
                self.assertEqual(found["work"]["useful"], found["result"]["reached"])

    def test_edges_without_weights_are_one_long(self):
        found = document("sssp", self.graph, "--undirected", "--source", 90)
        depths = document("bfs", self.graph, "--undirected", "--source", 90)
        self.assertEqual(found["result"]["distance_sum"], depths["result"]["depth_sum"])

    def test_options_that_do_not_fit_are_usage_errors(self):
        for options, words in [
            (["--method", "dijksta"], "did you mean 'dijkstra'?"),
            (["--order", "buckts:2"], "did you mean 'buckets'?"),
            (["--order", "buckets:-1"], "above 1e-300"),
            (["--order", "strict", "--method", "dc"], "give one of them"),
            (["--delta", -1], "--delta"), (["--method", "kla", "--delta", 2], "--delta"),
            (["--levels", 2], "--levels"), (["--source", 6], "has no vertex 6"),
        ]:
            finished = run("sssp", self.graph, *options)
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn(words, finished.stderr)

    def test_negative_weights_are_refused_before_the_search(self):
        path = self.folder / "negative.wel"
        path.write_text("0 1 2\n1 2 -2\n", encoding="ascii")
        for team in TEAMS:
            finished = run("sssp", path, "--source", 0, *team)
            self.assertEqual(finished.returncode, 3, finished)
            self.assertIn("-2", finished.stderr)


class Widest(Files):
    METHODS = [
        [], ["--method", "delta", "--delta", 3], ["--method", "dijkstra"], ["--method", "kla"],
        ["--method", "chaotic"], ["--method", "dc"], ["--order", "priority_per_rank"],
        ["--no-reduction"],
    ]

    def test_widths_are_written_by_input_id(self):
        path = self.folder / "small.wel"
        for third, expected in [("2", [-1, 7, 11, 0]), ("7.5", [-1, 7, 11, 0])]:
            path.write_text(f"4 6 7\n6 10 {third}\n4 10 11\n12 4 1\n", encoding="ascii")
            for team in TEAMS:
                output = self.folder / "widths.csv"
                finished = run("widest", path, "--directed", "--source", 4, "--output", output, *team)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                rows = {int(row["vertex"]): float(row["width"]) for row in self.rows(output)}
                self.assertEqual(rows, dict(zip([4, 6, 10, 12], expected)))

    def test_every_team_and_method_finds_the_same(self):
        expected = None
        for team in TEAMS:
            for method in self.METHODS:
                found = document("widest", "kron:8", "--sources", 2, "--verify", *method, *team)
                self.assertTrue(all(trial["verified"] for trial in found["trials"]))
                expected = expected or found["result"]
                self.assertEqual(found["result"], expected)
                self.assertEqual(found["work"]["useful"], found["result"]["reached"])

    @needs_all_peers
    def test_widths_equal_those_along_a_maximum_spanning_tree(self):
        graph = networkx.gnp_random_graph(60, 0.08, seed=7)
        for number, (a, b) in enumerate(graph.edges):
            graph.edges[a, b]["weight"] = number * 37 % 101 + 1
        path = self.folder / "pipes.wel"
        path.write_text("".join(f"{a} {b} {graph.edges[a, b]['weight']}\n" for a, b in graph.edges),
                        encoding="ascii")
        tree = networkx.maximum_spanning_tree(graph)
        paths = networkx.single_source_shortest_path(tree, 5)
        expected = {v: min(graph.edges[a, b]["weight"] for a, b in zip(way, way[1:]))
                    for v, way in paths.items() if v != 5}
        for team in TEAMS:
            output = self.folder / "widths.npy"
            run("widest", path, "--undirected", "--source", 5, "--output", output, *team)
            rows = numpy.load(output)
            found = dict(zip(rows["vertex"].tolist(), rows["width"].tolist()))
            self.assertEqual({v: width for v, width in found.items() if width > 0}, expected)

    def test_options_that_do_not_fit_are_usage_errors(self):
        for options, words in [
            (["--method", "dijksta"], "did you mean 'dijkstra'?"),
            (["--order", "strict", "--method", "dc"], "give one of them"), (["--delta", -1], "--delta"),
            (["--levels", 2], "--levels"), (["--source", 6], "has no vertex 6"),
        ]:
            finished = run("widest", self.graph, *options)
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn(words, finished.stderr)


if __name__ == "__main__":
    unittest.main()
