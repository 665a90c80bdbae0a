# Parallel edges and loops: what they mean to each algorithm, against NetworkX on the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import random
import tempfile
import unittest

from command_runner import document, run
from peers import needs_networkx, networkx

TEAMS = [["--workers", 2], ["--ranks", 2, "--workers", 1], ["--ranks", 3, "--workers", 2]]

COLUMNS = {"sssp": "distance", "widest": "width", "kcore": "core"}


def random_edges(seed):
    """Triples with many parallel edges, both ways round, and some loops."""
    draw = random.Random(seed)
    return [(draw.randrange(24), draw.randrange(24), draw.randrange(1, 60)) for _ in range(260)]


def merged(edges, kind, choose):
    """The graph without loops in which `choose` made one weight of those of parallel edges."""
    graph = kind()
    for source, target, weight in edges:
        if source == target:
            graph.add_nodes_from([source])
            continue
        known = graph.get_edge_data(source, target)
        weight = weight if known is None else choose(known["weight"], weight)
        graph.add_edge(source, target, weight=weight)
    return graph


def widths(graph, source):
    """Of the widest path to each vertex that is reached, but the source."""
    found = {source: float("inf")}
    open_ones = {source}
    while open_ones:
        v = max(open_ones, key=found.get)
        open_ones.remove(v)
        for target, edge in graph[v].items():
            width = min(found[v], edge["weight"])
            if width > found.get(target, 0):
                found[target] = width
                open_ones.add(target)
    del found[source]
    return found


class ParallelEdges(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def written(self, edges, name="edges.wel"):
        path = self.folder / name
        path.write_text("".join(f"{u} {v} {w}\n" for u, v, w in edges), encoding="ascii")
        return path

    def column(self, command, graph, *options):
        """The document, and a column of the output by vertex, without those that have none."""
        output = self.folder / "out.csv"
        found = document(command, graph, "--verify", "--output", output, *options)
        with open(output, newline="", encoding="ascii") as file:
            rows = {int(row["vertex"]): float(row[COLUMNS[command]]) for row in csv.DictReader(file)}
        return found, {v: value for v, value in rows.items() if value >= 0}

    def sources(self, edges, direction):
        """The text, and an .orj that keeps all of it."""
        text = self.written(edges)
        native = self.folder / "all.orj"
        document("convert", text, native, direction, "--keep-duplicates", "--keep-loops")
        return [text, native]

    def test_the_widest_of_parallel_edges_counts_for_widths(self):
        for team in TEAMS:
            path = self.written([(1, 2, 1), (1, 2, 3), (2, 3, 5)])
            found, rows = self.column("widest", path, "--source", 1, *team)
            self.assertEqual(rows, {2: 3, 3: 3})
            self.assertEqual(found["graph"]["parallel_edges"], "greatest")
            self.assertEqual(found["graph"]["merged_edges"], 1)

    @needs_networkx
    def test_path_lengths_widths_and_forests_are_those_of_networkx(self):
        edges = random_edges(1)
        for direction, kind in [("--directed", networkx.DiGraph), ("--undirected", networkx.Graph)]:
            lightest = merged(edges, kind, min)
            widest = merged(edges, kind, max)
            source = edges[0][0]
            for path in self.sources(edges, direction):
                for team in TEAMS:
                    options = [direction, "--source", source, *team]
                    found, rows = self.column("sssp", path, *options)
                    self.assertEqual(rows, networkx.single_source_dijkstra_path_length(
                        lightest, source))
                    self.assertEqual(found["graph"]["parallel_edges"], "lightest")
                    self.assertEqual(found["graph"]["edges"], lightest.number_of_edges())
                    found, rows = self.column("widest", path, *options)
                    self.assertEqual(rows, widths(widest, source))
                    self.assertEqual(found["graph"]["parallel_edges"], "greatest")
        forest = networkx.minimum_spanning_tree(merged(edges, networkx.Graph, min))
        for path in self.sources(edges, "--undirected"):
            for team in TEAMS:
                found = document("mst", path, "--undirected", "--verify", *team)
                self.assertEqual(found["result"]["weight"], forest.size(weight="weight"))

    @needs_networkx
    def test_counts_take_parallel_edges_for_one(self):
        edges = random_edges(2)[:110]
        peer = merged(edges, networkx.Graph, min)
        cores = networkx.core_number(peer)
        scores = networkx.betweenness_centrality(peer, normalized=False)
        triangles = sum(networkx.triangles(peer).values()) // 3
        for path in self.sources(edges, "--undirected"):
            for team in TEAMS:
                options = ["--undirected", *team]
                found, rows = self.column("kcore", path, *options)
                self.assertEqual(rows, cores)
                self.assertEqual(found["graph"]["parallel_edges"], "one")
                found = document("triangles", path, "--verify", *options)
                self.assertEqual(found["result"]["triangles"], triangles)
                found = document("bfs", path, "--source", edges[0][0], "--verify", *options)
                reached = networkx.descendants(peer, edges[0][0]) | {edges[0][0]}
                self.assertEqual(found["trials"][0]["edges_traversed"],
                                 peer.subgraph(reached).number_of_edges())
                top = document("betweenness", path, "--top", 3, *options)["result"]["top"]
                for entry in top:
                    self.assertAlmostEqual(entry["score"], scores[entry["vertex"]], places=6)

    def test_a_native_file_with_parallel_edges_answers_as_its_text(self):
        text = self.folder / "p.el"
        text.write_text("1 2\n1 2\n2 3\n3 3\n", encoding="ascii")
        native = self.folder / "p.orj"
        document("convert", text, native, "--undirected", "--keep-duplicates")
        for team in TEAMS:
            for path in [text, native]:
                found = document("kcore", path, "--undirected", "--verify", *team)
                self.assertEqual(found["result"]["max_core"], 1)
                self.assertEqual(found["graph"]["merged_edges"], 1)

    def test_a_native_file_of_the_lightest_has_no_widest_paths(self):
        text = self.written([(1, 2, 1), (1, 2, 3), (2, 3, 5)])
        native = self.folder / "p.orj"
        document("convert", text, native)
        for team in TEAMS:
            refused = run("widest", native, "--source", 1, *team)
            self.assertEqual(refused.returncode, 3)
            self.assertIn("--keep-duplicates", refused.stderr)
            self.assertEqual(run("sssp", native, "--source", 1, *team).returncode, 0)

    def test_the_table_says_what_became_of_them(self):
        text = self.written([(1, 2, 1), (1, 2, 3), (2, 2, 5)])
        table = run("widest", text, "--source", 1).stdout
        self.assertIn("1 edges merged, the greatest of each stays; 1 loops left out", table)


if __name__ == "__main__":
    unittest.main()
