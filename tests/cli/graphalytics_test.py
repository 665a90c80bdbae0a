# `orujo graphalytics` on the examples of its specification, and on files that are wrong.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import re
import shutil
import unittest

from command_runner import LAUNCHERS, SOURCE, document, launch, run
from graph_files import Files

EXAMPLES = SOURCE / "data" / "graphalytics"
GRAPHS = ["example-directed", "example-undirected"]
ALGORITHMS = ["bfs", "cdlp", "lcc", "pr", "sssp", "wcc"]
TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 1], ["--ranks", 2, "--transport", "sim"]]


class Graphalytics(Files):
    def copy(self):
        """The examples, to be changed."""
        return pathlib.Path(shutil.copytree(EXAMPLES, self.folder / "examples", dirs_exist_ok=True))

    def changed(self, name, old, new):
        """The examples with `old` replaced in the file that is called so."""
        folder = self.copy()
        file = next(folder.rglob(name))
        text = file.read_text(encoding="ascii")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1), encoding="ascii")
        return folder

    def assert_refused(self, finished, code, *words):
        self.assertEqual(finished.returncode, code, finished.stdout + finished.stderr)
        self.assertEqual(finished.stdout, "")
        for word in words:
            self.assertIn(word, finished.stderr)

    def test_all_answers_are_those_of_the_specification(self):
        for graph in GRAPHS:
            for team in TEAMS:
                found = document("graphalytics", EXAMPLES, "--graph", graph, *team)
                self.assertEqual(found["schema"], "orujo.graphalytics/1")
                self.assertEqual(found["method"], graph)
                self.assertEqual(sorted(found["result"]["algorithms"]), ALGORITHMS)
                for algorithm, what in found["result"]["algorithms"].items():
                    self.assertIs(what["validated"], True, (graph, algorithm))
                    self.assertGreater(what["evps"], 0)

    @unittest.skipUnless(LAUNCHERS, "there is no MPI")
    def test_all_answers_are_the_same_in_processes(self):
        for mpi in LAUNCHERS:
            for graph in GRAPHS:
                finished = launch(mpi, 2, "graphalytics", EXAMPLES, "--graph", graph, "--json", "-")
                self.assertEqual(finished.returncode, 0, finished.stderr)
                algorithms = json.loads(finished.stdout)["result"]["algorithms"]
                self.assertEqual(sorted(algorithms), ALGORITHMS)
                self.assertEqual([each["validated"] for each in algorithms.values()], [True] * len(ALGORITHMS))

    def test_the_table_says_what_was_right(self):
        finished = run("graphalytics", EXAMPLES / "example-directed.properties", "--algorithm", "wcc,bfs")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertRegex(finished.stdout, r"(?m)^bfs .* right$")
        self.assertRegex(finished.stdout, r"(?m)^wcc .* right$")
        self.assertNotIn("cdlp", finished.stdout)

    def test_no_output_replaces_a_file_of_the_graph(self):
        folder = self.copy()
        for name in ["example-directed.properties", "example-directed-BFS", "example-directed-PR",
                     "example-directed.v", "example-directed.e"]:
            file = next(folder.rglob(name))
            before = file.read_bytes()
            for option in ["--json", "--output", "--report"]:
                finished = run("graphalytics", folder, "--graph", "example-directed", "--algorithm", "bfs", option,
                               file)
                self.assert_refused(finished, 2, "which is read")
                self.assertEqual(file.read_bytes(), before)

    def test_outputs_are_as_the_reference_has_them(self):
        for algorithm in ["bfs", "cdlp", "sssp"]:
            target = self.folder / "out"
            finished = run("graphalytics", EXAMPLES, "--graph", "example-directed", "--algorithm", algorithm,
                           "--output", target, "--ranks", 2, "--workers", 1)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            reference = EXAMPLES / "example" / f"example-directed-{algorithm.upper()}"
            found = [line.split() for line in target.read_text(encoding="ascii").splitlines()]
            expected = [line.split() for line in reference.read_text(encoding="ascii").splitlines()]
            self.assertEqual([vertex for vertex, _ in found], [vertex for vertex, _ in expected])
            for (_, one), (_, other) in zip(found, expected):
                self.assertAlmostEqual(min(float(one), 1e9), min(float(other), 1e9))

    def test_a_wrong_answer_is_told(self):
        # A value, and how the same file looks with another one that the rule of the algorithm refuses.
        for algorithm, old, new in [("BFS", "3 1\n", "3 2\n"), ("CDLP", "1 1\n", "1 2\n"), ("WCC", "1 1\n", "1 7\n"),
                                    ("PR", "1 1.477629", "1 1.478629"), ("LCC", "1 6.6666", "1 6.6766"),
                                    ("SSSP", "2 Infinity", "2 1000"),
                                    ("SSSP", "3 5.000000000000000e-01", "3 Infinity")]:
            folder = self.changed(f"example-directed-{algorithm}", old, new)
            for team in TEAMS:
                finished = run("graphalytics", folder, "--graph", "example-directed", *team)
                self.assertEqual(finished.returncode, 1, (algorithm, finished.stderr))
                self.assertRegex(finished.stdout, rf"(?m)^{algorithm.lower()} .*WRONG: ")
                self.assertEqual(len(re.findall("WRONG", finished.stdout)), 1)

    def test_names_of_components_do_not_matter_and_small_differences_do_not(self):
        folder = self.copy()
        components = folder / "example" / "example-directed-WCC"
        text = components.read_text(encoding="ascii")
        components.write_text(re.sub(r"(?m) 1$", " 77", text), encoding="ascii")
        ranks = folder / "example" / "example-directed-PR"
        ranks.write_text(ranks.read_text(encoding="ascii").replace("1 1.477629", "1 1.477729"), encoding="ascii")
        finished = run("graphalytics", folder, "--graph", "example-directed", "--algorithm", "wcc,pr")
        self.assertEqual(finished.returncode, 0, finished.stdout + finished.stderr)

    def test_without_reference_outputs_nothing_is_validated(self):
        folder = self.copy()
        (folder / "example" / "example-directed-BFS").unlink()
        found = document("graphalytics", folder, "--graph", "example-directed", "--algorithm", "bfs")
        self.assertIsNone(found["result"]["algorithms"]["bfs"]["validated"])

    def test_usage(self):
        self.assert_refused(run("graphalytics"), 2, "DIRECTORY")
        self.assert_refused(run("graphalytics", EXAMPLES), 2, "--graph", *GRAPHS)
        self.assert_refused(run("graphalytics", EXAMPLES, "--graph", "example-direct"), 2, "example-directed")
        self.assert_refused(run("graphalytics", EXAMPLES, "--graph", GRAPHS[0], "--algorithm", "bsf"), 2, "bfs")
        self.assert_refused(run("graphalytics", EXAMPLES, "--graph", GRAPHS[0], "--output", "x"), 2, "--algorithm")

    def test_wrong_descriptions_name_file_and_line(self):
        properties = "example-directed.properties"
        for old, new, *words in [
                ("example-directed.v\n", "nowhere.v\n", ":4:", "nowhere.v"),
                ("directed = true", "directed = perhaps", ":12:", "true or false", "perhaps"),
                ("bfs, cdlp", "bfs, pagerank", ":19:", "pagerank"),
                ("bfs, cdlp, lcc, pr, sssp, wcc", "", ":19:", "no algorithms"),
                ("source-vertex = 1\n", "source-vertex = one\n", ":27:", "number", "one"),
                ("pr.damping-factor = 0.85", "pr.damping-factor = 85", "from 0 to 1"),
                ("pr.num-iterations = 2", "pr.iterations = 2", "pr.num-iterations"),
                ("edge-properties.names = weight", "edge-properties.name = weight", "weights"),
                ("iterations = 2\n", "iterations\n", ":30:", "key = value"),
                ("vertices = 10", "vertices = 11", "11 vertices", "10"),
                ("edges = 17", "edges = 18", "18 edges", "17"),
                ("source-vertex = 1\n", "source-vertex = 99\n", "99", "no vertex")]:
            folder = self.changed(properties, old, new)
            self.assert_refused(run("graphalytics", folder, "--graph", "example-directed"), 3, *words)

    def test_wrong_files_name_file_and_line(self):
        for name, old, new, *words in [
                ("example-directed-BFS", "1 0\n", "1 zero\n", "example-directed-BFS:1:", "zero"),
                ("example-directed-BFS", "1 0\n", "1\n", ":1:", "vertex value"),
                ("example-directed-BFS", "1 0\n", "", "9 vertices", "10"),
                ("example-directed-BFS", "3 1\n", "1 0\n", ":3:", "already"),
                ("example-directed-BFS", "3 1\n", "33 1\n", "no value for vertex 3"),
                ("example-directed-PR", "1 1.47", "1 x1.47", ":1:", "real"),
                ("example-directed.e", "1 3 0.5", "1 33 0.5", "example-directed.e:1", "33"),
                ("example-directed.e", "1 3 0.5", "1 3 heavy", "example-directed.e:1", "heavy")]:
            folder = self.changed(name, old, new)
            self.assert_refused(run("graphalytics", folder, "--graph", "example-directed", "--ranks", 2), 3, *words)

    def test_graphs_without_edges_are_graphs(self):
        folder = self.changed("example-directed.properties", "meta.edges = 17", "meta.edges = 0")
        for text in ["", "\n\n"]:
            (folder / "example" / "example-directed.e").write_text(text, encoding="ascii")
            for team in TEAMS:
                target = self.folder / "out"
                finished = run("graphalytics", folder, "--graph", "example-directed", "--algorithm", "wcc",
                               "--output", target, *team)
                self.assertEqual(finished.returncode, 1, finished.stderr)  # the reference has edges
                self.assertEqual(target.read_text(encoding="ascii"), "".join(f"{v} {v}\n" for v in range(1, 11)))
                for algorithm in ["bfs", "cdlp", "lcc", "pr", "sssp"]:
                    finished = run("graphalytics", folder, "--graph", "example-directed", "--algorithm", algorithm, *team)
                    self.assertEqual(finished.returncode, 1, (algorithm, finished.stderr))

    def test_weights_that_are_promised_must_be_there(self):
        folder = self.copy()
        edges = folder / "example" / "example-directed.e"
        edges.write_text(re.sub(r"(?m) [^ ]+$", "", edges.read_text(encoding="ascii")), encoding="ascii")
        self.assert_refused(run("graphalytics", folder, "--graph", "example-directed"), 3, "edge-properties.names",
                            "example-directed.e", "none")

    def test_errors_name_no_options_that_there_are_not(self):
        for old, new, *words in [("1 3 0.5", "x 3 0.5", ":1:1:", "vertex id", "'x'"),
                                 ("1 3 0.5", "1 3 0.5 7", ":1:"),
                                 ("1 3 0.5", "1 3 nan", ":1:5:", "not finite"),
                                 ("1 3 0.5", "1 3 -1", "at least 0", "-1")]:
            folder = self.changed("example-directed.e", old, new)
            for team in TEAMS:
                finished = run("graphalytics", folder, "--graph", "example-directed", *team)
                self.assert_refused(finished, 3, "example-directed.e", *words)
                self.assertNotIn("--", finished.stderr)

    def test_of_several_properties_the_one_that_is_asked_for_is_the_weight(self):
        properties = "graph.example-directed.edge-properties.names = weight\n"
        for names, wanted, columns in [("cost, weight", "weight", "9 {}"), ("weight, cost", "weight", "{} 9"),
                                       ("cost, weight, length", "weight", "9 {} 7"), ("weight, cost", None, "{} 9")]:
            folder = self.changed("example-directed.properties", properties,
                                  properties.replace("= weight", f"= {names}"))
            file = folder / "example-directed.properties"
            text = file.read_text(encoding="ascii")
            line = next(line for line in text.splitlines() if "sssp.weight-property" in line)
            file.write_text(text.replace(line, line.split("=")[0] + f"= {wanted}" if wanted else ""), encoding="ascii")
            edges = folder / "example" / "example-directed.e"
            rows = [row.rsplit(" ", 1) for row in edges.read_text(encoding="ascii").splitlines()]
            edges.write_text("".join(f"{ends} {columns.format(weight)}\n" for ends, weight in rows), encoding="ascii")
            for team in TEAMS:
                finished = run("graphalytics", folder, "--graph", "example-directed", *team)
                self.assertEqual(finished.returncode, 0, (names, finished.stdout + finished.stderr))
        folder = self.changed("example-directed.properties", "weight-property = weight", "weight-property = length")
        self.assert_refused(run("graphalytics", folder, "--graph", "example-directed"), 3, "sssp.weight-property",
                            "length")

    def test_a_first_edge_that_looks_like_a_size_is_an_edge(self):
        for header in ["", "graph.g.edge-properties.names =\n"]:
            folder = self.folder / "small"
            folder.mkdir(exist_ok=True)
            (folder / "g.properties").write_text(
                "graph.g.vertex-file = g.v\ngraph.g.edge-file = g.e\ngraph.g.directed = true\n" + header +
                "graph.g.algorithms = bfs\ngraph.g.bfs.source-vertex = 4\n", encoding="ascii")
            (folder / "g.v").write_text("1\n2\n3\n4\n", encoding="ascii")
            (folder / "g.e").write_text("4 3\n3 2\n2 1\n1 3\n", encoding="ascii")
            target = self.folder / "out"
            finished = run("graphalytics", folder, "--algorithm", "bfs", "--output", target)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(target.read_text(encoding="ascii"), "1 3\n2 2\n3 1\n4 0\n")

    def test_a_page_shows_what_each_algorithm_took(self):
        page = self.folder / "page.html"
        finished = run("graphalytics", EXAMPLES, "--graph", "example-directed", "--ranks", 2, "--workers", 1,
                       "--report", page)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        text = page.read_text(encoding="utf-8")
        for words in ["Where the time of the run went", "algorithm cdlp:", "bytes between ranks"]:
            self.assertIn(words, text)

    def test_folders_without_a_graph(self):
        self.assert_refused(run("graphalytics", self.folder), 3, "properties")
        self.assert_refused(run("graphalytics", self.folder / "none"), 3, "none", "no such folder", "NAME.properties")
        self.assert_refused(run("graphalytics", EXAMPLES / "example" / "example-directed.e"), 3, ":1:", ".properties")
        (self.folder / "a.properties").write_text("key = value\n", encoding="ascii")
        self.assert_refused(run("graphalytics", self.folder), 3, "a.properties", "graph.NAME.vertex-file")


if __name__ == "__main__":
    unittest.main()
