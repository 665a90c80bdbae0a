# Every method and order under mpirun, verified, under some policies, on a graph of each family.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command_runner import LAUNCHERS, launch
from every_way import POLICIES, assert_verified, every_way, settings_of

FAMILIES = ["rmat:7:8:ER", "rmat:7:8:G500", "rmat:7:8:G", "rmat:7:8:B", "rmat:7:8:G~", "random4n:7",
            "uniform:7", "grid:9x13", "smallworld:130:6:0.1"]
RANKS = {"openmpi": [2, 4], "mpich": [4, 2]}


@unittest.skipUnless(LAUNCHERS, "no launcher with a plug-in")
class MpiWays(unittest.TestCase):
    def test_each_is_right_on_every_family_in_turn(self):
        ways = every_way()
        self.assertGreaterEqual(len(ways), len(FAMILIES) * len(POLICIES))  # so all pairs are met
        for i, (command, *options) in enumerate(ways):
            mpi = list(LAUNCHERS)[i % len(LAUNCHERS)]  # on real graphs the other one: see real_ways
            ranks = RANKS[mpi][i // 2 % 2]
            graph, policy = FAMILIES[i % len(FAMILIES)], POLICIES[i % len(POLICIES)]
            with self.subTest(mpi=mpi, ranks=ranks, graph=graph, command=command,
                              options=options, policy=policy):
                finished = launch(mpi, ranks, command, graph, *options, *settings_of(policy),
                                  "--set", "parcel_bytes=2K", "--verify", "--json", "-")
                assert_verified(self, finished)


if __name__ == "__main__":
    unittest.main()
