# Weights of the command: nothing is rounded from the file to the answer, and negative ones count.
# SPDX-License-Identifier: Apache-2.0
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_networkx, needs_numpy, networkx, numpy

# A file's weights, what they are stored as, and how many bits they take.
KINDS = [
    (["1", "2", "4294967295"], "integer", 32),
    (["1", "99999999999"], "integer", 64),
    (["9007199254740993", "-9223372036854775807", "9223372036854775807"], "integer", 64),
    (["5", "-5"], "integer", 64),
    (["0.5", "1.0", "-16777216.0"], "real", 32),
    (["1307526243.27", "1.5"], "real", 64),
    (["1e-46", "0.0"], "real", 64),
    (["1.00000001", "1.0"], "real", 64),
    (["0.1", "99999999999.5", "-1e+300"], "real", 64),
]


def number(text):
    """The number that `text` means, without a loss."""
    return int(text) if text.lstrip("-").isdigit() else float(text)


class Weights(Files):
    def path_of(self, weights, name="weights.wel"):
        """A file with a path whose edges have these weights."""
        path = self.folder / name
        path.write_text("".join(f"{i} {i + 1} {weight}\n" for i, weight in enumerate(weights)),
                        encoding="ascii")
        return path

    def file_of(self, graph, name="graph.wel"):
        path = self.folder / name
        path.write_text("".join(f"{a} {b} {weight!r}\n" for a, b, weight in graph.edges(data="weight")),
                        encoding="ascii")
        return path

    def values(self, command, path, *options):
        """What the command writes of each vertex, exactly."""
        column = {"sssp": "distance", "widest": "width"}[command]
        output = self.folder / "values.csv"
        finished = run(command, path, *options, "--verify", "--output", output)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return {int(row["vertex"]): number(row[column]) for row in self.rows(output)}

    def test_the_narrowest_type_is_chosen_and_told(self):
        for texts, kind, bits in KINDS:
            path = self.path_of(texts)
            numbers = [number(text) for text in texts]
            for team in TEAMS:
                found = document("info", path, *team)["weights"]
                self.assertEqual(found, {"kind": kind, "bits": bits,
                                         "least": min(numbers), "most": max(numbers)})
            word = "whole" if kind == "integer" else "real"
            self.assertIn(f"{word}, {bits} bits, ", run("info", path).stdout)
            card = document("mst", path)["report_card"]
            self.assertIn(f"{word}, {bits} bits", str(card))

    def test_convert_writes_back_what_was_read(self):
        for texts, _, _ in KINDS:
            path = self.path_of(texts)
            for way in ["wel", "csv", "tsv", "mtx", "orj"]:
                between = self.folder / f"between.{way}"
                back = self.folder / "back.wel"
                for first, second in [(path, between), (between, back)]:
                    finished = run("convert", first, second, "--directed")
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                written = [line.split()[2] for line in back.read_text().splitlines()]
                self.assertEqual([number(text) for text in written],
                                 [number(text) for text in texts], way)
                self.assertEqual(["." in text or "e" in text for text in written],
                                 ["." in text or "e" in text for text in texts], way)

    def test_what_64_bits_do_not_hold_is_refused_with_advice_that_helps(self):
        path = self.path_of(["1", str(2**63)])
        finished = run("info", path)
        self.assertEqual(finished.returncode, 3)
        self.assertIn(":2:5: ", finished.stderr)
        self.assertIn("--weights real", finished.stderr)
        self.assertEqual(document("info", path, "--weights", "real")["weights"]["most"], 2**63)
        path = self.path_of(["0.5", "1e400"])
        finished = run("info", path)
        self.assertEqual(finished.returncode, 3)
        self.assertIn(":2:5: ", finished.stderr)
        self.assertIsNone(document("info", path, "--weights", "none")["weights"])

    @needs_networkx
    def test_distances_of_large_whole_weights_are_exact(self):
        numbers = random.Random(1)
        graph = networkx.gnp_random_graph(80, 0.08, seed=1)
        for a, b in graph.edges:
            graph.edges[a, b]["weight"] = numbers.randrange(2**54, 2**55)
        expected = networkx.single_source_dijkstra_path_length(graph, 0)
        path = self.file_of(graph)
        for team in TEAMS:
            found = self.values("sssp", path, "--undirected", "--source", 0, *team)
            self.assertEqual({v: d for v, d in found.items() if d >= 0}, expected)
            result = document("sssp", path, "--undirected", "--source", 0, *team)["result"]
            self.assertEqual(result["max_distance"], max(expected.values()))
            self.assertEqual(result["distance_sum"], sum(expected.values()))

    def test_distances_of_reals_are_sums_of_doubles(self):
        path = self.path_of(["0.1", "0.2", "1307526243.27"])
        for team in TEAMS:
            found = self.values("sssp", path, "--undirected", "--source", 0, *team)
            self.assertEqual(found, {0: 0, 1: 0.1, 2: 0.1 + 0.2, 3: 0.1 + 0.2 + 1307526243.27})

    def test_a_distance_that_does_not_fit_is_refused(self):
        path = self.path_of([str(2**62), str(2**62)])
        for team in TEAMS:
            finished = run("sssp", path, "--source", 0, *team)
            self.assertEqual(finished.returncode, 3, finished)
            self.assertIn("--weights real", finished.stderr)
        found = self.values("sssp", path, "--source", 0, "--weights", "real")
        self.assertEqual(found, {0: 0, 1: 2.0**62, 2: 2.0**63})

    def test_shortest_paths_refuse_negative_weights_by_file_and_say_what_takes_them(self):
        for weights in [["3", "-2"], ["0.5", "-2"], ["0.1", "-2"]]:
            path = self.path_of(weights, "loans.wel")
            for team in TEAMS:
                finished = run("sssp", path, "--source", 0, *team)
                self.assertEqual(finished.returncode, 3, finished)
                for words in ["loans.wel", "the least is -2", "mst", "widest", "--weights none"]:
                    self.assertIn(words, finished.stderr)

    def test_a_forest_takes_the_lighter_of_two_edges_that_floats_cannot_tell_apart(self):
        path = self.folder / "close.wel"
        path.write_text("0 1 1.00000001\n1 2 1.0\n2 0 1.0\n", encoding="ascii")
        for team in TEAMS:
            self.assertEqual(document("mst", path, "--verify", *team)["result"]["weight"], 2.0)

    @needs_networkx
    def test_forests_equal_those_of_networkx_for_every_type_of_weights(self):
        numbers = random.Random(2)
        for draw in [lambda: numbers.randrange(-50, 50), lambda: numbers.randrange(2**60),
                     lambda: numbers.randrange(-8, 8) / 4, lambda: numbers.uniform(-1, 1)]:
            graph = networkx.gnp_random_graph(70, 0.1, seed=4)
            for a, b in graph.edges:
                graph.edges[a, b]["weight"] = draw()
            tree = networkx.minimum_spanning_tree(graph)
            expected = sum(weight for _, _, weight in tree.edges(data="weight"))
            path = self.file_of(graph)
            for team in TEAMS:
                output = self.folder / "forest.csv"
                found = document("mst", path, "--verify", "--output", output, *team)
                self.assertTrue(all(trial["verified"] for trial in found["trials"]))
                rows = [(int(row["source"]), int(row["target"]), number(row["weight"]))
                        for row in self.rows(output)]
                self.assertEqual([weight for _, _, weight in rows],
                                 [graph.edges[a, b]["weight"] for a, b, _ in rows])
                self.assertAlmostEqual(sum(weight for _, _, weight in rows), expected)
                if isinstance(expected, int):
                    self.assertEqual(found["result"]["weight"], expected)

    @needs_networkx
    def test_widths_may_be_negative(self):
        numbers = random.Random(3)
        for draw in [lambda: numbers.randrange(-50, 50), lambda: numbers.randrange(-8, 8) / 4,
                     lambda: numbers.uniform(-1, 1)]:
            graph = networkx.gnp_random_graph(60, 0.05, seed=6)
            for a, b in graph.edges:
                graph.edges[a, b]["weight"] = draw()
            paths = networkx.single_source_shortest_path(networkx.maximum_spanning_tree(graph), 5)
            expected = {v: min(graph.edges[a, b]["weight"] for a, b in zip(way, way[1:]))
                        for v, way in paths.items() if v != 5}
            path = self.file_of(graph)
            for team in TEAMS:
                found = self.values("widest", path, "--undirected", "--source", 5, *team)
                least = min(found.values())
                missing = set(found) - set(expected) - {5}
                self.assertTrue(all(found[v] == least < -2**62 for v in missing))
                self.assertEqual({v: found[v] for v in expected}, expected)

    @needs_numpy
    def test_output_for_numpy_has_the_same_numbers(self):
        path = self.path_of(["9007199254740993", "9007199254740995"])
        output = self.folder / "distances.npy"
        run("sssp", path, "--undirected", "--source", 0, "--output", output)
        self.assertEqual(numpy.load(output)["distance"].tolist(),
                         [0, 9007199254740993, 18014398509481988])


if __name__ == "__main__":
    unittest.main()
