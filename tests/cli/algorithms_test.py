# The algorithms of the command: answers, files, transports, exit codes.
# SPDX-License-Identifier: Apache-2.0
import os
import unittest

from command_runner import document, interrupted_at, run
from every_way import names_of
from graph_files import TEAMS, Files
from peers import needs_all_peers, networkx, numpy


class Bfs(Files):
    def test_depths_and_parents_are_written_by_input_id(self):
        for team in TEAMS:
            output = self.folder / "tree.csv"
            finished = run(
                "bfs", self.graph, "--undirected", "--source", 90, "--output", output, *team
            )
            self.assertEqual(finished.returncode, 0, finished.stderr)
            rows = {int(row["vertex"]): row for row in self.rows(output)}
            self.assertEqual(list(rows), [5, 7, 8, 9, 90])
            depths = {vertex: int(row["depth"]) for vertex, row in rows.items()}
            self.assertEqual(depths, {5: 2, 7: 1, 8: -1, 9: -1, 90: 0})
            parents = {vertex: int(row["parent"]) for vertex, row in rows.items()}
            self.assertEqual(parents, {5: 7, 7: 90, 8: -1, 9: -1, 90: 90})

    def test_every_team_and_method_finds_the_same(self):
        expected = None
        for team in TEAMS:
            for method in ["direction_optimizing", "top_down", "bottom_up", "dc"]:
                found = document(
                    "bfs", "kron:9", "--sources", 3, "--trials", 2, "--verify", "--method", method,
                    *team
                )
                self.assertEqual(len(found["trials"]), 6)
                self.assertTrue(all(trial["verified"] for trial in found["trials"]))
                figures = (found["result"], [trial["source"] for trial in found["trials"]])
                expected = expected or figures
                self.assertEqual(figures, expected)

    def test_a_directed_graph_is_searched_along_its_edges(self):
        found = document("bfs", self.graph, "--directed", "--source", 90)
        self.assertEqual(found["result"]["reached"], 1)
        found = document("bfs", self.graph, "--directed", "--source", 5)
        self.assertEqual(found["result"]["reached"], 3)

    def test_every_order_of_dc_finds_the_same(self):
        for team in TEAMS:
            for order in ["unordered", "levels", "buckets:2", "strict", "priority_per_rank"]:
                found = document("bfs", self.graph, "--undirected", "--source", 5, "--verify",
                                 "--method", "dc", "--order", order, *team)
                self.assertEqual(found["result"], {"reached": 3, "max_depth": 2, "depth_sum": 3})
                self.assertTrue(found["trials"][0]["verified"])
                self.assertEqual(found["work"]["useful"], 3)

    def test_an_order_without_dc_is_a_usage_error(self):
        finished = run("bfs", self.graph, "--order", "strict")
        self.assertEqual(finished.returncode, 2, finished)
        self.assertIn("--method dc", finished.stderr)

    def test_a_source_that_does_not_exist_is_a_usage_error(self):
        for team in TEAMS:
            finished = run("bfs", self.graph, "--source", 6, *team)
            self.assertEqual(finished.returncode, 2)
            self.assertIn("has no vertex 6; its vertices are numbers from 5 to 90", finished.stderr)


class Components(Files):
    METHODS = ["afforest", "label_propagation", "dc", "shiloach_vishkin", "bfs_then_sv"]

    def test_components_are_named_by_their_least_id(self):
        for team in TEAMS:
            for method in self.METHODS:
                output = self.folder / "components.csv"
                found = document(
                    "components", self.graph, "--output", output, "--method", method, *team
                )
                self.assertEqual(found["result"], {"components": 2, "largest": 3})
                labels = {row["vertex"]: row["component"] for row in self.rows(output)}
                self.assertEqual(labels, {"5": "5", "7": "5", "8": "8", "9": "8", "90": "5"})

    def test_every_order_of_telling_labels_finds_the_same(self):
        orders = ["unordered", "levels:2", "levels", "buckets:8", "buckets", "strict",
                  "priority_per_worker", "priority_per_worker:4", "priority_per_rank"]
        for team in TEAMS:
            for order in orders:
                found = document("components", self.graph, "--directed", "--method", "dc",
                                 "--order", order, "--verify", *team)
                self.assertEqual(found["result"], {"components": 2, "largest": 3}, order)
                self.assertTrue(found["trials"][0]["verified"])
                self.assertEqual(found["work"]["useful"], 5)

    def test_options_that_do_not_fit_are_usage_errors(self):
        for options, words in [
            (["--method", "shiloach_viskin"], "did you mean 'shiloach_vishkin'?"),
            (["--order", "strict"], "--method dc"),
            (["--method", "label_propagation", "--order", "strict"], "--method dc"),
            (["--method", "dc", "--order", "strct"], "did you mean 'strict'?"),
            (["--method", "bfs_then_sv", "--no-reduction"], "--no-reduction"),
        ]:
            finished = run("components", self.graph, *options)
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn(words, finished.stderr)

    def test_those_of_a_directed_graph_are_verified_with_every_method(self):
        for method in names_of("components", "--method"):
            with self.subTest(method=method):
                found = document("components", "kron:6", "--directed", "--method", method, "--verify")
                self.assertTrue(found["trials"][0]["verified"])


class Triangles(Files):
    @needs_all_peers
    def test_there_are_as_many_as_networkx_finds(self):
        for graph in [networkx.karate_club_graph(), networkx.gnp_random_graph(70, 0.2, seed=2),
                      networkx.barbell_graph(9, 3), networkx.barabasi_albert_graph(200, 5, seed=1)]:
            path = self.folder / "graph.el"
            path.write_text("".join(f"{a} {b}\n" for a, b in graph.edges), encoding="ascii")
            expected = sum(networkx.triangles(graph).values()) // 3
            for team in TEAMS:
                for way in ["--directed", "--undirected"]:
                    found = document("triangles", path, way, "--verify", *team)
                    self.assertEqual(found["result"], {"triangles": expected})
                    self.assertTrue(found["trials"][0]["verified"])

    def test_a_wrong_method_is_a_usage_error(self):
        finished = run("triangles", self.graph, "--method", "degree_orderd")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("did you mean 'degree_ordered'?", finished.stderr)


class Pagerank(Files):
    @needs_all_peers
    def test_scores_equal_those_of_networkx(self):
        graph = networkx.Graph([(5, 7), (7, 90), (8, 9), (90, 90)])
        expected = networkx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000)
        for team in TEAMS:
            for method in [["pull"], ["push"], ["delta"],
                           ["delta", "--order", "priority_per_worker"]]:
                output = self.folder / "scores.npy"
                found = document(
                    "pagerank", self.graph, "--undirected", "--tolerance", 1e-10, "--verify",
                    "--method", *method, "--output", output, "--top", 1, *team
                )
                self.assertTrue(found["trials"][0]["verified"])
                self.assertEqual("useful" in found["work"], method[0] == "delta")
                self.assertEqual([entry["vertex"] for entry in found["result"]["top"]], [7])
                scores = numpy.load(output)
                self.assertEqual(scores["vertex"].tolist(), sorted(expected))
                for vertex, score in zip(scores["vertex"], scores["score"]):
                    self.assertAlmostEqual(score, expected[vertex], places=8)

    @needs_all_peers
    def test_by_delta_they_equal_those_of_networkx_on_directed_graphs(self):
        graph = networkx.gnp_random_graph(200, 0.02, seed=7, directed=True)  # some dangle
        graph = graph.edge_subgraph(graph.edges).copy()
        expected = networkx.pagerank(graph, alpha=0.85, tol=1e-13, max_iter=2000)
        path = self.folder / "graph.el"
        path.write_text("".join(f"{a} {b}\n" for a, b in graph.edges), encoding="ascii")
        for team in TEAMS:
            for tolerance in [1e-4, 1e-10]:
                output = self.folder / "scores.npy"
                found = document("pagerank", path, "--directed", "--method", "delta", "--verify",
                                 "--tolerance", tolerance, "--output", output, *team)
                self.assertTrue(found["trials"][0]["verified"])
                self.assertLess(found["result"]["error"], tolerance)
                scores = numpy.load(output)
                distance = sum(abs(score - expected[vertex]) for vertex, score
                               in zip(scores["vertex"].tolist(), scores["score"].tolist()))
                self.assertLess(distance, 2 * tolerance / 0.15)

    def test_orders_that_do_not_fit_are_usage_errors(self):
        for options, words in [
            (["--order", "unordered"], "--order is of --method delta"),
            (["--method", "delta", "--order", "strict"], "unordered or priority_per_worker"),
            (["--method", "delta", "--order", "unorderd"], "did you mean 'unordered'?"),
        ]:
            for team in TEAMS:
                finished = run("pagerank", self.graph, *options, *team)
                self.assertEqual(finished.returncode, 2, finished)
                self.assertIn(words, finished.stderr)


def betweenness_graphs():
    """By name, each with the option that says whether it is directed."""
    return {
        "karate": (networkx.karate_club_graph(), "--undirected"),
        "barbell": (networkx.barbell_graph(5, 3), "--undirected"),
        "random": (networkx.gnp_random_graph(60, 0.08, seed=3), "--undirected"),
        "one-way": (networkx.gnp_random_graph(60, 0.06, seed=4, directed=True), "--directed"),
        "steps": (networkx.path_graph(50, create_using=networkx.DiGraph), "--directed"),
    }


class Betweenness(Files):
    def scores(self, graph, *arguments):
        """By vertex, of a graph whose edges are written into a file first."""
        path = self.folder / "graph.el"
        path.write_text("".join(f"{a} {b}\n" for a, b in graph.edges), encoding="ascii")
        output = self.folder / "scores.npy"
        found = document("betweenness", path, "--verify", "--output", output, *arguments)
        self.assertTrue(found["trials"][0]["verified"])
        table = numpy.load(output)
        return dict(zip(table["vertex"].tolist(), table["score"].tolist()))

    def check(self, found, expected):
        self.assertEqual(sorted(found), sorted(expected))
        for vertex, score in found.items():
            self.assertAlmostEqual(score, expected[vertex], delta=1e-9 * (1 + expected[vertex]))

    @needs_all_peers
    def test_scores_equal_those_of_networkx(self):
        for name, (graph, way) in betweenness_graphs().items():
            graph = graph.edge_subgraph(graph.edges).copy()  # a file of edges names no others
            expected = networkx.betweenness_centrality(graph, normalized=False)
            shares = networkx.betweenness_centrality(graph, normalized=True)
            for team in TEAMS:
                with self.subTest(graph=name, team=team):
                    self.check(self.scores(graph, way, *team), expected)
                    self.check(self.scores(graph, way, "--normalized", *team), shares)

    @needs_all_peers
    def test_every_method_finds_the_same(self):
        graph, way = betweenness_graphs()["random"]
        graph = graph.edge_subgraph(graph.edges).copy()
        expected = networkx.betweenness_centrality(graph, normalized=False)
        for team in TEAMS:
            for method in ["direction_optimizing", "pull", "push"]:
                self.check(self.scores(graph, way, "--method", method, *team), expected)

    @needs_all_peers
    def test_one_source_gives_its_dependencies(self):
        graph, way = betweenness_graphs()["karate"]
        expected = networkx.betweenness_centrality_subset(graph, [5], list(graph))
        expected = {vertex: 2 * score for vertex, score in expected.items()}  # halves pairs
        for team in TEAMS:
            self.check(self.scores(graph, way, "--source", 5, *team), expected)

    def test_drawn_sources_estimate_and_do_not_depend_on_the_team(self):
        answers = []
        for team in TEAMS:
            found = document("betweenness", "kron:9", "--sources", 40, "--seed", 3, *team)
            self.assertEqual(found["result"]["sources"], 40)
            answers.append([entry["vertex"] for entry in found["result"]["top"]])
        self.assertEqual(answers, [answers[0]] * len(TEAMS))
        exact = document("betweenness", "kron:9", "--seed", 3, "--top", 1)["result"]["top"][0]
        guess = document("betweenness", "kron:9", "--seed", 3, "--top", 1, "--sources", 200)
        guess = guess["result"]["top"][0]
        self.assertEqual(guess["vertex"], exact["vertex"])
        self.assertAlmostEqual(guess["score"] / exact["score"], 1, delta=0.2)

    def test_a_long_run_ends_when_it_is_interrupted(self):
        finished = interrupted_at("adding up  [", "betweenness", "kron:17", "--workers", 1)
        self.assertIn(b"interrupted", finished.stderr)
        self.assertEqual(finished.returncode, 130)

    def test_one_source_cannot_be_normalized(self):
        finished = run("betweenness", "kron:6", "--source", 1, "--normalized")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("--normalized", finished.stderr)


class Graph500(unittest.TestCase):
    def test_the_report_has_the_lines_of_the_reference(self):
        finished = run("graph500", 8, "--roots", 4, "--ranks", 2, "--workers", 1)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        lines = dict(line.split(":", 1) for line in finished.stdout.splitlines())
        self.assertEqual(int(lines["SCALE"]), 8)
        self.assertEqual(lines["validation"].strip(), "passed")
        self.assertGreater(float(lines["bfs  harmonic_mean_TEPS"].strip(" !")), 0)


class Convert(Files):
    def test_a_graph_survives_every_format_that_keeps_ids(self):
        expected = document("info", self.graph, "--undirected")
        for suffix in ["el", "csv", "tsv", "orj"]:
            for team in TEAMS:
                path = self.folder / f"copy.{suffix}"
                finished = run("convert", self.graph, path, "--undirected", *team)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                found = document("info", path, "--undirected")
                for key in ["arcs", "degrees", "dense_ids"]:
                    self.assertEqual(found[key], expected[key], suffix)

    def test_a_generated_graph_is_the_same_for_every_team(self):
        texts = set()
        for team in TEAMS:
            path = self.folder / "generated.wel"
            run("generate", "kron:7", path, "--weights", "1..9", "--seed", 5, *team)
            texts.add(path.read_bytes())
        self.assertEqual(len(texts), 1)


class Weights(Files):
    def weights(self, text, *arguments):
        """What `info` says of the weights of a file that holds `text`; None: there are none."""
        path = self.folder / "weights.wel"
        path.write_text(text, encoding="ascii")
        return document("info", path, *arguments)["weights"]

    def test_weights_are_those_of_the_file_or_what_was_asked_for(self):
        whole = "1 2 3\n2 3 7\n"
        for team in TEAMS:
            found = self.weights(whole, *team)
            self.assertEqual(found, {"kind": "integer", "bits": 32, "least": 3, "most": 7})
            found = self.weights(whole, "--weights", "real", *team)
            self.assertEqual(found, {"kind": "real", "bits": 32, "least": 3, "most": 7})
            self.assertIsNone(self.weights(whole, "--weights", "none", *team))
            found = self.weights(whole, "--weights", "5..5", *team)
            self.assertEqual(found, {"kind": "integer", "bits": 32, "least": 5, "most": 5})

    def test_the_advice_of_messages_about_weights_helps(self):
        large = f"1 2 {2**63}\n"
        path = self.folder / "weights.wel"
        path.write_text(large, encoding="ascii")
        self.assertIn("--weights real", run("info", path).stderr)
        self.assertEqual(self.weights(large, "--weights", "real")["most"], 2**63)
        odd = "1 2 -1\n2 3 inf\n"
        path.write_text(odd, encoding="ascii")
        self.assertIn("--weights none", run("info", path).stderr)
        self.assertIsNone(self.weights(odd, "--weights", "none"))
        self.assertEqual(self.weights(odd, "--weights", "4..4")["most"], 4)

    def test_algorithms_without_weights_do_not_look_at_them(self):
        path = self.folder / "weights.wel"
        path.write_text("1 2 -1\n2 3 inf\n", encoding="ascii")
        found = document("components", path)
        self.assertEqual(found["result"], {"components": 1, "largest": 3})

    def test_the_format_can_be_forced(self):
        path = self.folder / "odd"
        path.write_text("2 1\n2\n1\n", encoding="ascii")
        self.assertEqual(document("info", path, "--format", "metis")["graph"]["edges"], 1)
        path.write_text("3 2\n1 2\n2 3\n", encoding="ascii")
        for team in TEAMS:
            found = document("info", path, "--format", "edge-list", *team)
            self.assertEqual(found["graph"]["edges"], 3)
            found = document("info", path, "--format", "counted-edge-list", *team)
            self.assertEqual(found["graph"]["edges"], 2)
        self.assertEqual(run("info", path, "--format", "native").returncode, 3)


class Output(Files):
    def test_nothing_is_left_behind_by_a_run_that_fails(self):
        bad = self.folder / "bad.el"
        bad.write_text("1 2\n3 x\n", encoding="ascii")
        for team in TEAMS:
            finished = run("components", bad, "--output", self.folder / "out.csv", *team)
            self.assertEqual(finished.returncode, 3)
            self.assertIn("bad.el:2:3", finished.stderr)
            self.assertEqual(sorted(os.listdir(self.folder)), ["bad.el", "small.el"])

    def test_quiet_runs_print_nothing_on_stderr(self):
        finished = run("components", self.graph, "--quiet", ORUJO_PROGRESS="always")
        self.assertEqual((finished.returncode, finished.stderr), (0, ""))

    def test_a_report_is_a_page_of_its_own_with_the_work_over_time(self):
        page = self.folder / "report.html"
        record = document("sssp", self.graph, "--source", 5, "--ranks", 2, "--workers", 2, "--report", page)
        text = page.read_text(encoding="utf-8")
        samples = [worker["samples"] for worker in record["work"]["workers"]]
        happened = [name for name in samples[0] if any(any(each[name]) for each in samples)]
        self.assertIn("items", happened)
        over_time = text[text.index("<h2>The last trial over time"):].split("<h2>Metrics over time")[0]
        over_time = over_time.split("<h2>Between ranks")[0]
        self.assertEqual(over_time.count("<svg"), len(happened))  # no map of what did not happen
        self.assertEqual(text[:text.index("<h2>The last trial")].count("<svg"), 3)
        between = text[text.index("<h2>Between ranks"):text.index("<h2>The run")]
        self.assertEqual(between.count("<svg"), 2)  # bytes, parcels
        self.assertNotIn("src=", text)
        without = ["bfs", self.graph, "--source", 5, "--report", page]
        self.assertEqual(run(*without).returncode, 0)
        text = page.read_text(encoding="utf-8")
        answer = text.split("<h2>Metrics over time")[0]  # too short a run has none
        self.assertEqual(answer.count("<svg"), 3)  # depths, degrees, where the time went
        self.assertNotIn("<h2>Between ranks", text)  # there is one
        refused = run(*without[:-1], self.folder / "missing" / "report.html")
        self.assertEqual(refused.returncode, 3, refused.stderr)

    def test_the_report_card_names_what_was_in_force(self):
        finished = run("bfs", self.graph, "--report-card", "--ranks", 2)
        for word in ["transport", "messaging", "termination", "scheduling", "graph", "algorithm"]:
            self.assertRegex(finished.stdout, rf"(?m)^{word}$")

    def test_rows_of_the_report_card_are_named_by_the_choice(self):
        finished = run("uts", "T1", "--depth", 2, "--report-card")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertNotRegex(finished.stdout, r"(?m)^ *when ")
        self.assertRegex(finished.stdout, r"flush policy of delegates +when full, when it grows slowly")


if __name__ == "__main__":
    unittest.main()
