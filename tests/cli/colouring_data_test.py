# The DIMACS colouring instances: as few colours as NetworkX takes, within 5 %, rounded up.
# SPDX-License-Identifier: Apache-2.0
import lzma
import os
import pathlib
import unittest

from command_runner import document
from peers import needs_networkx, networkx

ORDERS = ["largest_first", "smallest_last"]


def colouring_instance(path):
    """The graph of a .col file, compressed or not."""
    opened = lzma.open if path.suffix == ".xz" else open
    graph = networkx.Graph()
    with opened(path, "rt", encoding="ascii") as lines:
        for words in map(str.split, lines):
            if words and words[0] == "p":
                graph.add_nodes_from(range(1, int(words[2]) + 1))
            elif words and words[0] == "e" and words[1] != words[2]:
                graph.add_edge(int(words[1]), int(words[2]))
    return graph


@needs_networkx
class ColouringInstances(unittest.TestCase):
    def test_orders_take_as_few_colours_as_networkx_within_a_twentieth(self):
        data = os.environ.get("ORUJO_DATA")
        if not data:
            self.skipTest("ORUJO_DATA is not set")
        for path in sorted(pathlib.Path(data, "colouring").glob("*.col*")):
            peer = colouring_instance(path)
            for order in ORDERS:
                with self.subTest(graph=path.name, order=order):
                    expected = 1 + max(networkx.greedy_color(peer, strategy=order).values())
                    found = document("colour", path, "--order", order, "--verify")
                    self.assertTrue(found["trials"][0]["verified"])
                    self.assertLessEqual(found["result"]["colours"], 1.05 * expected)


if __name__ == "__main__":
    unittest.main()
