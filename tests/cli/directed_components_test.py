# Components of directed graphs over ranks whose large pieces skip rows.
# SPDX-License-Identifier: Apache-2.0
import unittest

from command_runner import document
from graph_files import Files


class DirectedComponents(Files):
    def test_arcs_into_other_ranks_join_whichever_rank_skips_them(self):
        # A path of the first half of the vertices is the large piece of one rank. Its arcs lead to
        # the third and later sources of vertices whose own pieces are small.
        arcs = [(i, i - 1) for i in range(1, 100)]
        arcs += [(g - k, g) for g in range(102, 200, 3) for k in (2, 1)]
        arcs += [(50, 102), (50, 105)]
        path = self.folder / "joined.el"
        path.write_text("".join(f"{u} {v}\n" for u, v in arcs), encoding="ascii")
        for ranks in (1, 2, 3, 4, 8):
            for workers in (1, 2):
                with self.subTest(ranks=ranks, workers=workers):
                    found = document("components", path, "--directed", "--verify", "--ranks", ranks,
                                     "--workers", workers)
                    self.assertEqual(found["result"]["components"], 32)
                    self.assertIs(found["trials"][0]["verified"], True)


if __name__ == "__main__":
    unittest.main()
