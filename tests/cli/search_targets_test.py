# Distances to a target and a path there, against NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_networkx, networkx


class SearchTargets(Files):
    def setUp(self):
        super().setUp()
        draw = random.Random(4)
        lines = [f"{draw.randrange(80)} {draw.randrange(80)} {draw.randrange(6)}" for _ in range(170)]
        self.path = self.folder / "graph.wel"
        self.path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        self.source = int(lines[0].split()[0])

    def found(self, command, target, *options):
        arguments = [command, self.path, "--source", self.source, "--target", target, "--verify", *options]
        result = document(*arguments)
        self.assertIs(result["trials"][0]["verified"], True)
        return result["result"]

    def check(self, graph, target, result):
        """The answer for one target, by the distances of NetworkX."""
        lengths = networkx.single_source_dijkstra_path_length(graph, self.source)
        self.assertEqual(result["reachable"], target in lengths)
        if target not in lengths:
            self.assertEqual(result["path"], [])
            self.assertNotIn("distance", result)
            return
        path = result["path"]
        self.assertEqual(result["distance"], lengths[target])
        self.assertEqual([path[0], path[-1]], [self.source, target])
        steps = [min(edge["weight"] for edge in graph[u][v].values()) for u, v in zip(path, path[1:])]
        self.assertEqual(sum(steps), lengths[target])

    @needs_networkx
    def test_distances_are_those_of_networkx_and_edges_lead_there(self):
        kinds = {"--directed": networkx.MultiDiGraph, "--undirected": networkx.MultiGraph}
        for way, command in itertools.product(kinds, ["bfs", "sssp"]):
            graph = networkx.read_weighted_edgelist(self.path, nodetype=int, create_using=kinds[way])
            if command == "bfs":
                networkx.set_edge_attributes(graph, 1, "weight")
            for number, target in enumerate(sorted(graph)[::11]):
                self.check(graph, target, self.found(command, target, way, *TEAMS[number % len(TEAMS)]))

    @needs_networkx
    def test_parents_lead_to_the_source_along_shortest_paths(self):
        kinds = {"--directed": networkx.MultiDiGraph, "--undirected": networkx.MultiGraph}
        for way, team in itertools.product(kinds, TEAMS):
            graph = networkx.read_weighted_edgelist(self.path, nodetype=int, create_using=kinds[way])
            lengths = networkx.single_source_dijkstra_path_length(graph, self.source)
            target = self.folder / "tree.csv"
            found = document("sssp", self.path, way, "--source", self.source, "--parents", "--verify",
                             "--output", target, *team)
            self.assertIs(found["trials"][0]["verified"], True)
            parents = {int(row["vertex"]): int(row["parent"]) for row in self.rows(target)}
            self.assertEqual({v for v, parent in parents.items() if parent >= 0}, set(lengths))
            for v, parent in parents.items():
                if v == self.source or parent < 0:
                    continue
                step = min(edge["weight"] for edge in graph[parent][v].values())
                self.assertEqual(lengths[parent] + step, lengths[v])
                for _ in parents:
                    v = parents[v]
                self.assertEqual(v, self.source)

    def test_vertices_of_the_path_are_written(self):
        path = self.folder / "line.wel"
        path.write_text("9 5 2\n5 1 3\n1 7 4\n7 9 1\n2 3 1\n", encoding="ascii")
        for command, column, values in [("bfs", "depth", ["0", "1", "2"]), ("sssp", "distance", ["0", "2", "5"])]:
            for team in TEAMS:
                target = self.folder / "path.csv"
                finished = run(command, path, "--directed", "--source", 9, "--target", 1, "--output", target, *team)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                rows = sorted(self.rows(target), key=lambda row: int(row[column]))
                self.assertEqual([row["vertex"] for row in rows], ["9", "5", "1"])
                self.assertEqual([row[column] for row in rows], values)
                self.assertEqual([row["parent"] for row in rows], ["9", "9", "5"])

    def test_tables_show_paths_and_say_where_there_is_none(self):
        path = self.folder / "line.el"
        path.write_text("".join(f"{v} {v + 1}\n" for v in range(40)) + "50 51\n", encoding="ascii")
        text = run("bfs", path, "--undirected", "--source", 0, "--target", 3).stdout
        self.assertRegex(text, r"path +0 1 2 3\n")
        text = run("sssp", path, "--undirected", "--source", 0, "--target", 40).stdout
        self.assertRegex(text, r"path +0 1 2 3 4 … 31 more … 36 37 38 39 40\n")
        finished = run("bfs", path, "--undirected", "--source", 0, "--target", 50)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertRegex(finished.stdout, r"reachable +false\npath +none\n|path +none\nreachable +false\n")

    def test_rows_are_in_the_order_of_ids_on_every_team(self):
        path = self.folder / "back.el"
        path.write_text("".join(f"{v} {v + 1}\n" for v in range(1, 6)), encoding="ascii")
        for command in ["bfs", "sssp"]:
            for ranks in [1, 2, 3]:
                finished = run(command, path, "--undirected", "--source", 6, "--target", 1, "--ranks", ranks, "--output", "-")
                self.assertEqual([line.split(",")[0] for line in finished.stdout.splitlines()[1:]], list("123456"))

    def test_targets_have_names_where_vertices_do(self):
        path = self.folder / "names.csv"
        path.write_text("source,target\nAnna,Bo\nBo,\"Carl, C\"\n", encoding="ascii")
        for command in ["bfs", "sssp"]:
            result = document(command, path, "--directed", "--source", "Anna", "--target", "Carl, C", "--ranks", 2)["result"]
            self.assertEqual(result["path"], ["Anna", "Bo", "Carl, C"])
            self.assertEqual(result["distance"], 2)

    def test_what_is_no_vertex_is_refused(self):
        for command in ["bfs", "sssp"]:
            for target, said in [("999", "--target: graph.wel has no vertex 999"), ("x", "'x' is none")]:
                finished = run(command, self.path, "--source", self.source, "--target", target, "--ranks", 2)
                self.assertEqual(finished.returncode, 2, finished.stderr)
                self.assertIn(said, finished.stderr)


if __name__ == "__main__":
    unittest.main()
