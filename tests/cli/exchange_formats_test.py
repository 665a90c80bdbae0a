# GraphML, GEXF, GML and Pajek: read as NetworkX reads the same file, vertex by vertex and edge by edge.
# SPDX-License-Identifier: Apache-2.0
import bz2
import collections
import csv
import gzip
import lzma
import random
import subprocess
import unittest

from command_runner import COMMAND, document, run
from graph_files import TEAMS, Files
from peers import needs_networkx
from peers import networkx as nx

PEOPLE = ["alice", "Zoë", "O Neil", "Smith, John", "GO:0000001", "100%", "李", "a & <b>", "x;y"]

# By the suffixes of their files.
FORMATS = ["graphml", "gexf", "gml", "net"]


def write(graph, path):
    {"graphml": nx.write_graphml, "gexf": nx.write_gexf, "gml": nx.write_gml, "net": nx.write_pajek}[
        path.suffix[1:]](graph, path)


def read(path):
    return {"graphml": nx.read_graphml, "gexf": nx.read_gexf, "gml": nx.read_gml, "net": nx.read_pajek}[
        path.suffix[1:]](path)


def drawn_graph(kind, seed, weights):
    draw = random.Random(seed)
    graph = kind()
    names = PEOPLE + [f"vertex {i}" for i in range(30)]
    graph.add_nodes_from(names)  # of which some stay alone
    for _ in range(60):
        u, v = draw.choice(names[:25]), draw.choice(names[:25])
        graph.add_edge(u, v, **({"weight": weights(draw)} if weights else {}))
    return graph


KINDS = [] if nx is None else [
    (nx.Graph, lambda draw: draw.randint(1, 50)),
    (nx.DiGraph, lambda draw: draw.randint(-50, 2**40)),
    (nx.MultiGraph, lambda draw: draw.randint(1, 9)),
    (nx.MultiDiGraph, lambda draw: round(draw.random(), 6)),
    (nx.MultiDiGraph, None),
]

GEPHI = """<?xml version='1.0' encoding='UTF-8'?>
<gexf xmlns='http://www.gexf.net/1.2draft' xmlns:viz='http://www.gexf.net/1.2draft/viz' version='1.2'>
<graph defaultedgetype='directed' mode='static'>
<nodes><node id='0' label='Ann'><viz:color r='1' g='2' b='3'/></node><node id='1' label='Ben'/><node id='2' label='Eve'/></nodes>
<edges><edge id='0' source='0' target='1' weight='2.0'/><edge id='1' source='1' target='2' type='undirected'/></edges>
</graph></gexf>
"""


class ExchangeFormats(Files):
    def edges(self, path, *options, directed):
        """How often each edge with its weight is in the file."""
        target = self.folder / "edges.csv"
        finished = run("convert", path, target, "--keep-duplicates", "--keep-loops", *options)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        found = collections.Counter()
        with open(target, encoding="utf-8", newline="") as file:
            rows = csv.reader(line for line in file if not line.startswith("#"))
            next(rows)
            for source, target, *weight in rows:
                ends = (source, target) if directed else tuple(sorted((source, target)))
                found[ends, float(weight[0]) if weight else None] += 1
        return found

    def edges_of_networkx(self, graph):
        found = collections.Counter()
        for u, v, data in graph.edges(data=True):
            ends = (str(u), str(v)) if graph.is_directed() else tuple(sorted((str(u), str(v))))
            found[ends, float(data["weight"]) if "weight" in data else None] += 1
        return found

    def components(self, path, *options):
        target = self.folder / "components.csv"
        finished = run("components", path, "--output", target, "--quiet", *options)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        parts = collections.defaultdict(set)
        with open(target, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                parts[row["component"]].add(row["vertex"])
        return sorted(map(sorted, parts.values()))

    @needs_networkx
    def test_vertices_and_edges_are_those_of_networkx(self):
        for number, (kind, weights) in enumerate(KINDS):
            graph = drawn_graph(kind, number, weights)
            for name in FORMATS:
                path = self.folder / f"drawn{number}.{name}"
                write(graph, path)
                theirs = read(path)
                expected = self.edges_of_networkx(theirs)
                components = nx.weakly_connected_components if theirs.is_directed() else nx.connected_components
                parts = sorted(sorted(map(str, part)) for part in components(theirs))
                for team in [TEAMS[number % 4], TEAMS[(number + FORMATS.index(name) + 1) % 4]]:
                    found = self.edges(path, *team, directed=theirs.is_directed())
                    self.assertEqual(found, expected, (path.name, team))
                self.assertEqual(self.components(path, *team), parts, (path.name, team))
            self.assertEqual(document("info", path)["graph"]["directed"], theirs.is_directed())

    @needs_networkx
    def test_whole_numbers_stay_numbers_and_lone_vertices_stay(self):
        graph = nx.path_graph([3, 900, 17])
        graph.add_nodes_from([5])
        for name in FORMATS:
            path = self.folder / f"numbers.{name}"
            write(graph, path)
            self.assertFalse(document("info", path)["named"])
            for team in TEAMS:
                self.assertEqual(self.components(path, *team), [["17", "3", "900"], ["5"]], (name, team))

    @needs_networkx
    def test_distances_are_those_of_networkx_packed_or_from_standard_input(self):
        graph = drawn_graph(nx.DiGraph, 9, lambda draw: draw.randint(1, 50))
        for name in FORMATS:
            path = self.folder / f"paths.{name}"
            write(graph, path)
            expected = dict(nx.single_source_dijkstra_path_length(read(path), "alice"))
            text = path.read_bytes()
            suffix, pack = [("gz", gzip.compress), ("xz", lzma.compress), ("bz2", bz2.compress),
                            ("gz", gzip.compress)][FORMATS.index(name)]
            packed = self.folder / f"a.{suffix}"
            packed.write_bytes(pack(text))
            self.assertEqual(self.distances(packed, *TEAMS[2]), expected, name)
            self.assertEqual(self.distances("-", *TEAMS[1], text=text), expected, name)

    def distances(self, path, *options, text=None):
        target = self.folder / "distances.csv"
        finished = subprocess.run(
            [COMMAND, "sssp", str(path), "--source", "alice", "--output", str(target), "--quiet", *map(str, options)],
            input=text, capture_output=True, timeout=120, check=False)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(target, encoding="utf-8", newline="") as file:
            return {row["vertex"]: int(row["distance"]) for row in csv.DictReader(file) if row["distance"] != "-1"}

    @needs_networkx
    def test_long_files_are_read_whole_and_guessed_from_all_their_vertices(self):
        draw = random.Random(5)
        graph = nx.MultiDiGraph()
        graph.add_nodes_from((i, {"label": f"name {i}"}) for i in range(20000))
        for _ in range(30000):
            graph.add_edge(draw.randrange(20000), draw.randrange(20000), weight=draw.randint(1, 9))
        for name in ["gexf", "gml"]:
            path = self.folder / f"long.{name}"
            write(nx.relabel_nodes(graph, lambda i: f"name {i}") if name == "gml" else graph, path)
            expected = collections.Counter()
            for u, v, w in graph.edges(data="weight"):
                expected[(f"name {u}", f"name {v}"), float(w)] += 1
            for team in TEAMS[1:3]:
                self.assertEqual(self.edges(path, *team, directed=True), expected, (name, team))
            self.assertEqual(document("info", path)["graph"]["vertices"], 20000)

    def test_mixed_directions_are_said_and_can_be_chosen(self):
        path = self.folder / "mixed.gexf"
        path.write_text(GEPHI, encoding="utf-8")
        for team in TEAMS[:3]:
            self.assertEqual(self.edges(path, *team, directed=True),
                             {(("Ann", "Ben"), 2.0): 1, (("Ben", "Eve"), 1.0): 1, (("Eve", "Ben"), 1.0): 1})
            self.assertEqual(self.edges(path, *team, "--undirected", directed=False),
                             {(("Ann", "Ben"), 2.0): 1, (("Ben", "Eve"), 1.0): 1})
        table = run("info", path).stdout
        self.assertIn("undirected ones go both ways", table)
        self.assertIn("called by their labels", table)
        self.assertEqual(document("info", path, "--ids", "numbers")["named"], False)

    def test_what_is_wrong_is_said_on_every_team(self):
        bad = {
            "a.graphml": ("<graphml><graph edgedefault='directed'>\n<hyperedge/></graph></graphml>", 3, "a.graphml:2:1: "),
            "b.graphml": ("<!DOCTYPE graphml [\n<!ENTITY a 'b'>]><graphml/>", 3, "b.graphml:2:"),
            "c.gexf": (GEPHI[:-40], 3, "cut off"),
            "d.gml": ("graph [\n node [ id 1 ", 3, "d.gml:2:"),
            "e.net": ("*Vertices 2\n*Arcs\n1 \x1b[31m\n", 3, "e.net:3:3: "),
        }
        for name, (text, code, said) in bad.items():
            path = self.folder / name
            path.write_text(text, encoding="utf-8")
            for team in TEAMS[1:3]:
                finished = run("info", path, *team)
                self.assertEqual(finished.returncode, code, (name, team, finished.stderr))
                self.assertIn(said, finished.stderr)
                self.assertNotIn("\x1b[31m", finished.stderr)
        self.assertEqual(run("info", self.graph, "--ids", "labels").returncode, 3)
        self.assertEqual(run("info", self.graph, "--format", "graphml").returncode, 3)


if __name__ == "__main__":
    unittest.main()
