# Vertices with names: read as NetworkX reads the same file, and back in every output.
# SPDX-License-Identifier: Apache-2.0
import csv
import random
import unittest

from command_runner import LAUNCHERS, document, launch, run
from graph_files import TEAMS, Files
from peers import needs_all_peers, needs_networkx, needs_numpy
from peers import networkx as nx
from peers import numpy

PEOPLE = ["alice", "bob", "Zoë", "O'Neil", "Smith, John", 'say "x"', "GO:0000001", "100%", "李"]


def drawn_names(count):
    return [f"{random.Random(i).choice(PEOPLE)} {i}" if i >= len(PEOPLE) else PEOPLE[i] for i in range(count)]


class Names(Files):
    def setUp(self):
        super().setUp()
        draw = random.Random(3)
        names = drawn_names(60)
        self.edges = {}
        while len(self.edges) < 150:
            u, v = draw.sample(names, 2)
            if (v, u) not in self.edges:
                self.edges[u, v] = draw.randint(1, 50)
        self.csv = self.folder / "people.csv"
        with open(self.csv, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["source", "target", "weight"])
            writer.writerows([u, v, w] for (u, v), w in self.edges.items())
        self.names = {name for edge in self.edges for name in edge}

    def table(self, *arguments):
        """The rows that `orujo ARGUMENTS --output` writes, by the name of their vertex."""
        target = self.folder / "out.csv"
        finished = run(*arguments, "--output", target, "--quiet")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(target, encoding="utf-8", newline="") as file:
            return {row["vertex"]: row for row in csv.DictReader(file)}

    def networkx_graph(self):
        graph = nx.Graph()
        graph.add_weighted_edges_from((u, v, w) for (u, v), w in self.edges.items())
        return graph

    @needs_all_peers
    def test_answers_are_those_of_networkx_on_every_team(self):
        graph = self.networkx_graph()
        depths = nx.single_source_shortest_path_length(graph, "Smith, John")
        distances = nx.single_source_dijkstra_path_length(graph, "Smith, John")
        ranks = nx.pagerank(graph, tol=1e-12, max_iter=1000, weight=None)
        for team in TEAMS:
            rows = self.table("bfs", self.csv, "--undirected", "--source", "Smith, John", *team)
            self.assertEqual(set(rows), self.names)
            self.assertEqual({name: int(row["depth"]) for name, row in rows.items() if row["parent"]}, depths)
            for name, row in rows.items():
                parent = row["parent"]
                if parent and parent != name:
                    self.assertIn(parent, graph[name])
                    self.assertEqual(depths[parent], depths[name] - 1)
            rows = self.table("sssp", self.csv, "--undirected", "--source", "Smith, John", *team)
            self.assertEqual({name: int(row["distance"]) for name, row in rows.items() if row["distance"] != "-1"},
                             distances)
            found = document("pagerank", self.csv, "--undirected", "--top", 3, "--tolerance", 1e-12,
                             "--max-iterations", 1000, *team)["result"]["top"]
            best = sorted(ranks, key=ranks.get, reverse=True)[:3]
            self.assertEqual([entry["vertex"] for entry in found], best)

    @needs_networkx
    def test_edge_lists_of_networkx_keep_their_names(self):
        graph = nx.relabel_nodes(self.networkx_graph(), lambda name: name.replace(" ", "_").replace(",", ""))
        path = self.folder / "people.el"
        for delimiter in [" ", "\t", ";"]:
            nx.write_edgelist(graph, path, delimiter=delimiter)
            expected = nx.read_edgelist(path, delimiter=delimiter, data=True)
            rows = self.table("components", path, "--undirected", *TEAMS[2])
            parts = {}
            for name, row in rows.items():
                parts.setdefault(row["component"], set()).add(name)
            self.assertEqual(sorted(map(sorted, parts.values())),
                             sorted(map(sorted, nx.connected_components(expected))), delimiter)

    def test_the_forest_names_both_ends(self):
        target = self.folder / "forest.csv"
        for team in TEAMS:
            run("mst", self.csv, "--output", target, "--quiet", *team)
            with open(target, encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            for row in rows:
                ends = row["source"], row["target"]
                weight = self.edges.get(ends) or self.edges.get(ends[::-1])
                self.assertEqual(weight, int(row["weight"]), ends)

    @needs_numpy
    def test_numpy_reads_names(self):
        target = self.folder / "cores.npy"
        for team in TEAMS:
            run("kcore", self.csv, "--output", target, "--quiet", *team)
            rows = numpy.load(target)
            self.assertEqual(set(rows["vertex"]), self.names)
            cores = {name: int(row["core"]) for name, row in self.table("kcore", self.csv).items()}
            self.assertEqual(dict(zip(rows["vertex"], rows["core"].tolist())), cores)

    def test_every_format_that_keeps_ids_keeps_names(self):
        expected = self.table("kcore", self.csv)
        for suffix, options in [("csv", []), ("tsv", []), ("orj", []), ("el", ["--ids", "names"])]:
            path = self.folder / f"again.{suffix}"
            for team in TEAMS:
                self.assertEqual(run("convert", self.csv, path, "--undirected", *team).returncode, 0)
                self.assertEqual(self.table("kcore", path, *options), expected, (suffix, team))

    def test_the_answer_names_the_source(self):
        found = document("bfs", self.csv, "--source", "bob")
        self.assertEqual(found["trials"][0]["source"], "bob")
        self.assertRegex(run("bfs", self.csv, "--source", "bob").stdout, "source +bob")
        self.assertIn(document("bfs", self.csv)["trials"][0]["source"], self.names)
        report = self.folder / "page.html"
        self.assertEqual(run("bfs", self.csv, "--source", "Zoë", "--report", report).returncode, 0)
        page = report.read_text(encoding="utf-8")
        self.assertGreater(sum(f"<td>{name}</td>" in page for name in self.names), 3)
        shown = run("pagerank", self.csv, "--top", 100).stdout
        self.assertRegex(shown, "vertex O'Neil  score")

    def test_info_says_that_vertices_have_names(self):
        found = document("info", self.csv)
        self.assertTrue(found["named"])
        self.assertFalse(found["dense_ids"])
        self.assertRegex(run("info", self.csv).stdout, f"vertices +{len(self.names)}, with names")
        self.assertFalse(document("info", self.graph)["named"])

    def test_wrong_names_are_refused(self):
        for arguments, code, said in [
            (["bfs", self.csv, "--source", "nobody"], 2, "has no vertex nobody; its vertices have names such as '"),
            (["bfs", self.csv, "--source", "O'Neill"], 2, "has no vertex O'Neill; did you mean 'O'Neil'?"),
            (["bfs", self.graph, "--source", "bob"], 2, "--ids names"),
            (["bfs", self.graph, "--source", "-1"], 2, "whole numbers"),
            (["bfs", self.graph, "--source", 2**64], 2, "has no vertex"),
            (["info", self.csv, "--ids", "numbers"], 3, "say --ids names"),
            (["info", self.csv, "--ids", "words"], 2, "--ids"),
            (["info", "kron:4", "--ids", "names"], 2, "is generated"),
        ]:
            for team in TEAMS[:3]:
                finished = run(*arguments, *team)
                self.assertEqual(finished.returncode, code, (arguments, finished.stderr))
                self.assertIn(said, finished.stderr, arguments)

    def test_bytes_that_are_no_text_do_not_stop_an_answer(self):
        (self.folder / "odd.csv").write_bytes(b"source,target\n\xff\x1b[31m,b\nb,c\n")
        found = document("pagerank", self.folder / "odd.csv")
        self.assertEqual(len(found["result"]["top"]), 3)
        shown = run("pagerank", self.folder / "odd.csv").stdout
        self.assertIn("\\xff\\x1b[31m", shown)
        self.assertNotIn("\x1b", shown)

    def test_names_that_are_not_in_utf_8_are_counted(self):
        path = self.folder / "latin.csv"
        path.write_bytes("source,target\nZoë,Bob\nBob,Ren\xe9\nBob,Ann\n".encode("latin-1"))
        for team in TEAMS:
            guesses = document("info", path, *team)["graph"]["guesses"]
            self.assertTrue(any(each.startswith("2 names are not in UTF-8") for each in guesses), guesses)
        self.assertRegex(run("kcore", path, "--undirected").stdout, "assumed +(.*\n +)*2 names are not in UTF-8")
        self.assertNotIn("UTF-8", run("info", self.csv).stdout)

    @unittest.skipUnless(LAUNCHERS, "needs mpirun and its plug-in")
    def test_under_a_launcher_the_answer_is_the_same(self):
        expected = self.table("kcore", self.csv)
        target = self.folder / "mpi.csv"
        for mpi in LAUNCHERS:
            for ranks in [2, 3]:
                finished = launch(mpi, ranks, "kcore", self.csv, "--output", target)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                with open(target, encoding="utf-8", newline="") as file:
                    self.assertEqual({row["vertex"]: row for row in csv.DictReader(file)}, expected)


if __name__ == "__main__":
    unittest.main()
