# The programs that tests compare with: None where they are not there, and the tests that need them are skipped.
# SPDX-License-Identifier: Apache-2.0
import importlib
import unittest


def module(name):
    """The module, or None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


igraph = module("igraph")
jsonschema = module("jsonschema")
networkx = module("networkx")
numpy = module("numpy")
scipy = module("scipy")
sparse = module("scipy.sparse")
csgraph = module("scipy.sparse.csgraph")

needs_numpy = unittest.skipUnless(numpy, "needs NumPy")
needs_igraph = unittest.skipUnless(igraph, "needs igraph")
needs_networkx = unittest.skipUnless(networkx, "needs NetworkX")
# Some functions of NetworkX need NumPy and SciPy, too: pagerank is one.
needs_all_peers = unittest.skipUnless(networkx and numpy and scipy, "needs NetworkX, NumPy and SciPy")
