# How figures grow with the number of ranks, on simulated ones: a factor of P that comes in is a failure. The same seed
# gives the same run, so nothing here depends on load or luck.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command_runner import document

RANKS = "16,32,64,128"


def exponents(*command, routing):
    """The exponent of each figure's law; of laws with a logarithm, that of the power that grows as much from 16 to 128."""
    study = document("scale", *command, "--ranks", RANKS, "--routing", routing, "--network", "hdr")
    return {law["figure"]: law["exponent"] + 0.27 * law["logs"] for law in study["laws"] if law["exponent"] is not None}


class Growth(unittest.TestCase):
    def check(self, found, bounds):
        for figure, most in bounds.items():
            self.assertLessEqual(found.get(figure, 0), most, f"{figure} grows faster than it did: {found}")

    def test_of_searches_without_weights(self):
        rook = exponents("bfs", "kron:12", routing="rook")
        self.check(rook, {"parcels": 1.6, "messages": 1.1, "epochs": 0.1, "collectives": 0.1, "buffers_busiest": 0.6})
        self.check(exponents("bfs", "kron:12", routing="direct"), {"parcels": 2.0, "messages": 1.1, "epochs": 0.1})

    def test_of_shortest_paths(self):
        found = exponents("sssp", "kron:12", routing="hypercube")
        self.check(found, {"parcels": 1.4, "messages": 1.1, "collectives": 0.1})

    def test_of_components(self):
        self.check(exponents("components", "kron:12", routing="rook"), {"parcels": 1.5, "bytes": 1.0, "collectives": 0.2})

    def test_of_values_of_ghosts(self):
        self.check(exponents("pagerank", "kron:12", routing="rook"), {"parcels": 1.7, "bytes": 1.15})


if __name__ == "__main__":
    unittest.main()
