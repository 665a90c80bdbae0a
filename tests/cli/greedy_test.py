# Commands that decide vertex by vertex: colour, mis, and kcore, against NetworkX.
# SPDX-License-Identifier: Apache-2.0
import itertools
import pathlib
import tempfile
import unittest

from command_runner import document, run
from peers import needs_all_peers, needs_numpy, networkx, numpy

TEAMS = [
    ["--workers", 1],
    ["--workers", 2],
    ["--ranks", 3, "--workers", 2],
    ["--ranks", 2, "--workers", 1, "--transport", "sim:latency=5us,jitter=5us"],
]

# Two components, ids with gaps, a loop and a duplicate:  5 - 7 - 90   8 - 9
EDGES = "5 7\n7 5\n7 90\n90 90\n8 9\n"


class Greedy(unittest.TestCase):
    ORDERS = ["first_fit", "random", "largest_first", "smallest_last", "incidence"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def columns(self, graph, *arguments):
        """What a command writes for the vertices 0 … n-1 of a generated graph."""
        output = self.folder / "rows.npy"
        command, *options = arguments
        found = document(command, graph, "--verify", "--output", output, *options)
        self.assertTrue(all(trial["verified"] for trial in found["trials"]))
        return found, numpy.load(output)

    def peer(self, graph):
        path = self.folder / "generated.el"
        document("generate", graph, path)
        return networkx.read_edgelist(path, nodetype=int)

    @needs_numpy
    def test_rows_are_written_by_input_id(self):
        path = self.folder / "small.el"
        path.write_text(EDGES, encoding="ascii")
        for command, column, expected in [
            ("colour", "colour", {5: 1, 7: 0, 8: 0, 9: 1, 90: 1}),
            ("mis", "in_set", {5: 0, 7: 1, 8: 1, 9: 0, 90: 0}),
            ("kcore", "core", {5: 1, 7: 1, 8: 1, 9: 1, 90: 1}),
        ]:
            for team in TEAMS:
                order = [] if command == "kcore" else ["--order", "largest_first"]
                rows = self.columns(path, command, *order, *team)[1]
                found = dict(zip(rows["vertex"].tolist(), rows[column].tolist()))
                self.assertEqual(found, expected)

    @needs_numpy
    def test_every_team_and_method_finds_the_same(self):
        ways = itertools.product(TEAMS, ["jp", "dc"])
        for (team, method), order in itertools.product(ways, self.ORDERS):
            how = ["--order", order, "--method", method]
            for command, column in [("colour", "colour"), ("mis", "in_set")]:
                expected = self.columns("kron:8", command, "--order", order)[1][column].tolist()
                found, rows = self.columns("kron:8", command, *how, *team)
                self.assertEqual(rows[column].tolist(), expected)
                self.assertEqual(found["work"]["useful"], len(expected))

    @needs_all_peers
    def test_colours_are_those_of_networkx(self):
        for graph in ["kron:8", "grid:12x9"]:
            peer = self.peer(graph)
            for order in ["first_fit", "largest_first"]:
                rows = self.columns(graph, "colour", "--order", order)[1]
                vertices = sorted(peer, key=lambda v: (-peer.degree(v), v))
                vertices = sorted(peer) if order == "first_fit" else vertices
                expected = networkx.greedy_color(peer, strategy=lambda *_: vertices)
                found = dict(zip(rows["vertex"].tolist(), rows["colour"].tolist()))
                self.assertEqual({v: found[v] for v in peer}, expected)

    @needs_all_peers
    def test_core_numbers_are_those_of_networkx(self):
        for graph in ["kron:8", "smallworld:300:6:0.2", "random4n:7"]:
            expected = networkx.core_number(self.peer(graph))
            for team in TEAMS:
                found, rows = self.columns(graph, "kcore", *team)
                cores = dict(zip(rows["vertex"].tolist(), rows["core"].tolist()))
                self.assertEqual({v: cores[v] for v in expected}, expected)
                self.assertEqual(found["result"]["max_core"], max(expected.values()))

    def test_options_that_do_not_fit_are_usage_errors(self):
        for arguments, words in [
            (["colour", "--order", "rndom"], "did you mean 'random'?"),
            (["colour", "--method", "jpp"], "did you mean 'jp'?"),
            (["colour", "--directed"], "leave out --directed"),
            (["mis", "--directed"], "leave out --directed"),
            (["kcore", "--directed"], "leave out --directed"),
            (["mis", "--send-cache", 4], "of --method dc"),
            (["mis", "--method", "dc", "--send-cache", 0], "--send-cache"),
            (["mis", "--priority", "arrival"], "of --method dc"),
            (["colour", "--method", "dc", "--priority", "arival"], "did you mean 'arrival'?"),
            (["colour", "--method", "boman", "--priority", "arrival"], "of other methods"),
            (["kcore", "--method", "pealing"], "did you mean 'peeling'?"),
        ]:
            command, *options = arguments
            finished = run(command, "kron:4", *options)
            self.assertEqual(finished.returncode, 2, arguments)
            self.assertIn(words, finished.stderr)


if __name__ == "__main__":
    unittest.main()
