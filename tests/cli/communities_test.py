# Communities, compared with NetworkX and a program of a few lines that read the same file.
# SPDX-License-Identifier: Apache-2.0
import collections
import os
import pathlib
import random
import unittest

from command_runner import document, run
from graph_files import Files
from peers import needs_networkx, networkx
from real_graphs import read_pairs

TEAMS = [["--workers", 1], ["--workers", 2], ["--ranks", 3]]
METHODS = ["leiden", "label_propagation", "cdlp"]


def cdlp(edges, rounds):
    """The rule of LDBC Graphalytics: edges one way count for both ends."""
    neighbours = collections.defaultdict(list)
    for u, v in edges:
        neighbours[u].append(v)
        neighbours[v].append(u)
    label = {v: v for v in neighbours}
    for _ in range(rounds):
        counts = {v: collections.Counter(label[u] for u in near) for v, near in neighbours.items()}
        label = {v: min(count, key=lambda each: (-count[each], each)) for v, count in counts.items()}
    return label


class Communities(Files):
    def setUp(self):
        super().setUp()
        draw = random.Random(8)
        self.edges = [(draw.randrange(80) * 3, draw.randrange(80) * 3) for _ in range(400)]  # some loops, some twice
        self.edges += [(u, u + 3 * draw.randrange(1, 6)) for u, _ in self.edges[:200]]

    def written(self, name, rows):
        path = self.folder / name
        path.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows), encoding="ascii")
        return path

    def found(self, *arguments):
        """The result, and the communities as sets of ids of the input."""
        output = self.folder / "communities.csv"
        result = document("communities", *arguments, "--verify", "--output", output)["result"]
        self.labels = {int(row["vertex"]): int(row["community"]) for row in self.rows(output)}
        sets = collections.defaultdict(set)
        for vertex, label in self.labels.items():
            sets[label].add(vertex)
        self.assertEqual(result["communities"], len(sets))
        self.assertEqual(result["largest"], max(map(len, sets.values())))
        return result, list(sets.values())

    @needs_networkx
    def test_modularity_is_that_of_networkx(self):
        path = self.written("edges.el", self.edges)
        graph = networkx.Graph(self.edges)
        for method in METHODS:
            for team in TEAMS:
                for resolution in (0.5, 1, 2):
                    result, sets = self.found(path, "--undirected", "--method", method, "--resolution", resolution, *team)
                    expected = networkx.community.modularity(graph, sets, resolution=resolution)
                    self.assertAlmostEqual(result["modularity"], expected, places=12)

    @needs_networkx
    def test_weights_and_parallel_edges_count(self):
        draw = random.Random(2)
        rows = [(u, v, draw.choice([0, 0.5, 1, 2.25, 9])) for u, v in self.edges]
        path = self.written("edges.wel", rows)
        graph = networkx.MultiGraph()
        graph.add_weighted_edges_from(rows)
        kept = self.folder / "kept.orj"
        finished = run("convert", path, kept, "--undirected", "--keep-duplicates", "--keep-loops")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        for method in METHODS[:2]:
            for file in (path, kept):
                result, sets = self.found(file, "--undirected", "--method", method)
                self.assertAlmostEqual(result["modularity"], networkx.community.modularity(graph, sets), places=12)
                self.assertIn("weights", result)
        result, sets = self.found(kept, "--weights", "none")  # and an edge is there, or not
        self.assertAlmostEqual(result["modularity"], networkx.community.modularity(networkx.Graph(self.edges), sets), places=12)
        self.assertNotIn("weights", result)

    @needs_networkx
    def test_without_loops(self):
        path = self.written("edges.el", self.edges)
        graph = networkx.Graph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        result, sets = self.found(path, "--undirected", "--no-loops")
        self.assertAlmostEqual(result["modularity"], networkx.community.modularity(graph, sets), places=12)

    @needs_networkx
    def test_is_as_good_as_louvain(self):
        data = os.environ.get("ORUJO_DATA")
        for name in ("mesh/karate.graph", "mesh/lesmis.graph", "snap/ca-GrQc.txt.gz"):
            path = pathlib.Path(data or "/none", name)
            if not path.exists():
                self.skipTest("the graphs are not in ORUJO_DATA")
            graph = networkx.Graph(read_pairs(path, name)[0].tolist())
            result, sets = self.found(path, "--undirected", "--weights", "none")
            self.assertAlmostEqual(result["modularity"], networkx.community.modularity(graph, sets, weight=None), places=9)
            louvain = networkx.community.louvain_communities(graph, weight=None, seed=1)
            self.assertGreater(result["modularity"], networkx.community.modularity(graph, louvain, weight=None) - 0.01)
            for each in sets:
                self.assertTrue(networkx.is_connected(graph.subgraph(each)))

    def test_cdlp_is_that_of_a_few_lines(self):
        path = self.written("edges.el", self.edges)
        arcs = {(u, v) for u, v in self.edges if u != v}
        for way, edges in (("--directed", arcs), ("--undirected", {(min(e), max(e)) for e in arcs})):
            for rounds in (1, 3, 10):
                for team in TEAMS:
                    self.found(path, way, "--method", "cdlp", "--iterations", rounds, *team)
                    expected = cdlp(edges, rounds)
                    self.assertEqual({v: self.labels[v] for v in expected}, expected)

    def test_another_seed_may_find_others(self):
        path = self.written("edges.el", self.edges)
        first = self.found(path, "--undirected", "--seed", 5)
        self.assertEqual(self.found(path, "--undirected", "--seed", 5, "--ranks", 2), first)
        others = [self.found(path, "--undirected", "--seed", seed) for seed in range(6, 12)]
        self.assertTrue(any(each != first for each in others))

    def test_refuses_what_makes_no_sense(self):
        path = self.written("edges.el", self.edges)
        for arguments, said in [(["--resolution", "-1"], "--resolution is a finite number, 0 or more"),
                                (["--resolution", "inf"], "--resolution is a finite number, 0 or more"),
                                (["--method", "cdlp", "--tolerance", "0.1"], "--tolerance is of --method leiden"),
                                (["--tolerance", "nan"], "--tolerance is a finite number, 0 or more"),
                                (["--tolerance", "-1"], "--tolerance is a finite number, 0 or more"),
                                (["--iterations", "0"], "--iterations")]:
            finished = run("communities", path, *arguments)
            self.assertEqual(finished.returncode, 2)
            self.assertIn(said, finished.stderr)
        negative = self.written("negative.wel", [(1, 2, -3), (2, 3, 1)])
        finished = run("communities", negative, "--ranks", 2)
        self.assertEqual(finished.returncode, 3)
        self.assertIn("negative.wel: communities need weights of at least 0, and the least is -3", finished.stderr)

    def test_iterations_end_where_nothing_is_gained(self):
        found = document("communities", "grid:30x30", "--tolerance", "0", "--iterations", 10**9)
        self.assertLess(found["work"]["iterations"], 100)


if __name__ == "__main__":
    unittest.main()
