# The large real graphs: depths, components and scores equal those of SciPy.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from real_graphs import LARGE, TEAMS, RealGraph, RealGraphs


class LargeGraphs(RealGraphs):
    def test_results_equal_those_of_scipy(self):
        with tempfile.TemporaryDirectory() as folder:
            for k, (name, directed) in enumerate(LARGE.items()):  # the small ones meet every team
                way = "--directed" if directed else "--undirected"
                self.teams = [TEAMS[k % len(TEAMS)]]
                self.check(folder, RealGraph(self.data, name, directed), way)


del RealGraphs  # so that unittest does not run the base class, too

if __name__ == "__main__":
    unittest.main()
