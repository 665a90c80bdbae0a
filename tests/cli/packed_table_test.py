# Tables that are packed while they are written.
# SPDX-License-Identifier: Apache-2.0
import gzip
import unittest

from command_runner import run
from graph_files import TEAMS, Files


class PackedTable(Files):
    def written(self, name, *arguments):
        path = self.folder / name
        finished = run(*arguments, "--output", path)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return path.read_bytes()

    def test_unpacked_it_is_the_plain_table_for_every_team(self):
        for graph in ["grid:300x700", "grid:1x1"]:  # of several pieces, and of one row
            plain = self.written("plain.csv", "kcore", graph)
            for team in TEAMS:
                with self.subTest(graph=graph, team=team):
                    packed = self.written("packed.csv.gz", "kcore", graph, *team)
                    self.assertEqual(gzip.decompress(packed), plain)
                    if len(plain) > 1000:
                        self.assertLess(len(packed), len(plain) / 3)

    def test_other_packings_are_refused_by_name(self):
        for name in ["table.csv.xz", "table.npy.gz", "table.gz"]:
            refused = run("kcore", "grid:3x3", "--output", self.folder / name)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("ends neither in .csv, .csv.gz, .npy nor .parquet", refused.stderr)


if __name__ == "__main__":
    unittest.main()
