# The small real graphs: depths, components and scores equal those of SciPy.
# SPDX-License-Identifier: Apache-2.0
import tempfile
import unittest

from real_graphs import SMALL, RealGraph, RealGraphs


class SmallGraphs(RealGraphs):
    def test_results_equal_those_of_scipy(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, directed in SMALL.items():
                way = "--directed" if directed else "--undirected"
                self.check(folder, RealGraph(self.data, name, directed), way)


del RealGraphs  # so that unittest does not run the base class, too

if __name__ == "__main__":
    unittest.main()
