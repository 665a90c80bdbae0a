# Every method and order on real graphs, verified, on teams of several shapes, under
# some policies, and under mpirun.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command_runner import LAUNCHERS, launch, run
from every_way import POLICIES, a_vertex_of, assert_verified, every_way, settings_of, team_for
from real_graphs import SMALL

# One of each kind: roads, mesh, people, web. Whole distances up to some thousands.
LARGE = {"roads/NY.pace.gr.xz": False, "mesh/copter2.graph.xz": False,
         "snap/soc-Epinions1.txt.gz": True, "web/uk-2007-05@100000.arcs.txt.xz": True}
TEAMS = [["--ranks", 1, "--workers", 1], ["--ranks", 1, "--workers", 4],
         ["--ranks", 2, "--workers", 2], ["--ranks", 3, "--workers", 1],
         ["--ranks", 8, "--workers", 2],
         ["--ranks", 3, "--workers", 2, "--transport", "sim:latency=5us,jitter=20us"]]


class RealWays(unittest.TestCase):
    def setUp(self):
        data = os.environ.get("ORUJO_DATA")
        if not data:
            self.skipTest("ORUJO_DATA is not set")
        self.data = pathlib.Path(data)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def native(self, name, directed):
        """The graph as an .orj file, which is quickly opened; with drawn weights if it has none.

        Loops stay, and where the file has weights each of parallel edges: an algorithm needs the lightest,
        another the heaviest.
        """
        path = self.folder / (name.replace("/", "_") + ".orj")
        way = "--directed" if directed else "--undirected"
        weighted = name.startswith("roads/") and ".pace" not in name
        weights = ["--keep-duplicates"] if weighted else ["--weights", "1..9"]
        finished = run("convert", self.data / name, path, way, "--keep-loops", *weights)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return path

    def check(self, graphs, teams_apart, share):
        """Each way on each `share`-th graph, the next way on the next ones; teams take turns, `teams_apart` from
        one graph of a way to its next, so that three graphs meet it with three teams. The mechanisms of a method,
        which are many, have a fourth of its turns."""
        for k, (name, directed) in enumerate(graphs.items()):
            path = self.native(name, directed)
            for i, (command, *options) in enumerate(every_way(a_vertex_of(path))):
                each = 4 * share if "--isolation" in options else share
                if (i + k) % each != 0:
                    continue
                team = team_for(options, TEAMS[(i + teams_apart * (k // share)) % len(TEAMS)])
                if graphs is LARGE and "incidence" in options:
                    team = TEAMS[1]  # all ranks agree on each vertex in turn
                policy = POLICIES[(i + k) % len(POLICIES)]
                with self.subTest(graph=name, command=command, options=options, team=team,
                                  policy=policy):
                    finished = run(command, path, *options, *team, *settings_of(policy),
                                   "--verify", "--json", "-")
                    assert_verified(self, finished)

    def test_small_graphs(self):
        self.check(SMALL, teams_apart=1, share=6)

    def test_large_graphs(self):
        self.check(LARGE, teams_apart=2, share=4)

    @unittest.skipUnless(LAUNCHERS, "no launcher with a plug-in")
    def test_under_mpirun(self):
        paths = [self.native(name, SMALL[name]) for name in list(SMALL)[:12]]
        ways = [every_way(a_vertex_of(path)) for path in paths]
        for i in range(len(ways[0])):
            path, (command, *options) = paths[i % len(paths)], ways[i % len(paths)][i]
            mpi = list(LAUNCHERS)[(i + 1) % len(LAUNCHERS)]  # on generated graphs the other one: see mpi_ways
            ranks = [2, 4, 3][i // 2 % 3]
            policy = POLICIES[(i + 1) % len(POLICIES)]
            with self.subTest(graph=path.name, command=command, options=options, mpi=mpi,
                              policy=policy):
                finished = launch(mpi, ranks, command, path, *options, *settings_of(policy),
                                  "--verify", "--json", "-")
                assert_verified(self, finished)


if __name__ == "__main__":
    unittest.main()
