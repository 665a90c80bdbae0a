# Bridges, articulation points and blocks, compared with NetworkX reading the same file.
# SPDX-License-Identifier: Apache-2.0
import csv
import os
import pathlib
import random
import tempfile
import unittest
from collections import defaultdict

from command_runner import document, run
from peers import needs_all_peers, needs_networkx, networkx
from real_graphs import RealGraph

TEAMS = [["--workers", 1], ["--workers", 2], ["--ranks", 3], ["--ranks", 2, "--transport", "sim:latency=5us,jitter=5us"]]
REAL = ["classic/lesmis.tsv.xz", "mesh/power.graph", "snap/as20graph.txt.xz", "snap/ca-GrQc.txt.gz"]


class Bridges(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(11)
        self.edges = [(draw.randrange(150) * 7, draw.randrange(150) * 7) for _ in range(170)]  # some loops
        self.edges += [(v, u) for u, v in self.edges[:40]]
        self.path = self.folder / "edges.el"
        self.path.write_text("".join(f"{u} {v}\n" for u, v in self.edges), encoding="ascii")

    def found(self, *arguments):
        """The result, and the rows as numbers."""
        output = self.folder / "parts.csv"
        found = document("bridges", *arguments, "--verify", "--output", output)
        self.assertTrue(found["trials"][0]["verified"])
        with open(output, newline="", encoding="ascii") as file:
            return found["result"], [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def check(self, graph, result, rows):
        """`graph` has no loops."""
        self.assertEqual([row["vertex"] for row in rows], sorted(graph))
        cuts = {row["vertex"] for row in rows if row["articulation"]}
        self.assertEqual(cuts, set(networkx.articulation_points(networkx.Graph(graph))))
        blocks = defaultdict(set)
        for row in rows:
            if row["block"] >= 0:
                blocks[row["block"]] |= {row["vertex"], row["head"]}
        expected = {frozenset(block) for block in networkx.biconnected_components(networkx.Graph(graph))}
        self.assertEqual({frozenset(block) for block in blocks.values()}, expected)
        bridges = {frozenset(ends) for ends in networkx.bridges(graph)}
        component = {row["vertex"]: row["two_edge_component"] for row in rows}
        self.assertEqual({frozenset((u, v)) for u, v in graph.edges() if component[u] != component[v]}, bridges)
        whole = networkx.Graph(graph)
        whole.remove_edges_from([tuple(ends) for ends in bridges])
        parts = list(networkx.connected_components(whole))
        self.assertEqual({v: min(part) for part in parts for v in part}, component)
        self.assertEqual(result, {
            "bridges": len(bridges), "articulation_points": len(cuts), "blocks": len(expected),
            "largest_block": max(map(len, expected)), "two_edge_components": len(parts),
            "largest_two_edge_component": max(map(len, parts))})

    @needs_networkx
    def test_are_those_of_networkx(self):
        graph = networkx.Graph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        for team in TEAMS:
            with self.subTest(team=team):
                self.check(graph, *self.found(self.path, *team))

    @needs_networkx
    def test_edges_listed_twice_are_no_bridges_where_duplicates_are_kept(self):
        graph = networkx.MultiGraph(self.edges)
        graph.remove_edges_from(list(networkx.selfloop_edges(graph, keys=True)))
        for team in TEAMS:
            with self.subTest(team=team):
                self.check(graph, *self.found(self.path, "--keep-duplicates", *team))

    @needs_all_peers
    def test_of_real_graphs_are_those_of_networkx(self):
        data = os.environ.get("ORUJO_DATA")
        if not data:
            self.skipTest("ORUJO_DATA is not set")
        for name in REAL:
            real = RealGraph(data, name, False)
            ids = real.ids.tolist()
            indexes = networkx.from_scipy_sparse_array(real.both_ways())
            graph = networkx.Graph((ids[u], ids[v]) for u, v in indexes.edges())
            graph.add_nodes_from(ids)
            for team in [["--workers", 1], ["--ranks", 3]]:
                with self.subTest(graph=name, team=team):
                    self.check(graph, *self.found(real.path, "--undirected", *team))

    def test_refuses_directed_edges(self):
        finished = run("bridges", self.path, "--directed")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("bridges takes edges both ways", finished.stderr)

    def test_refuses_a_method_that_there_is_not(self):
        finished = run("bridges", self.path, "--method", "depth_frist")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("did you mean 'depth_first'?", finished.stderr)


if __name__ == "__main__":
    unittest.main()
