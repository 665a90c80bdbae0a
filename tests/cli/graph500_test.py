# The tree of the last search of graph500 in a file.
# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import tempfile
import unittest

from command_runner import document

TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 2]]


class Graph500(unittest.TestCase):
    def test_the_last_search_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            for team in TEAMS:
                output = pathlib.Path(folder) / "tree.csv"
                found = document("graph500", 7, "--roots", 3, "--output", output, *team)
                with open(output, newline="", encoding="ascii") as file:
                    rows = {int(row["vertex"]): row for row in csv.DictReader(file)}
                root = found["trials"][-1]["source"]
                self.assertEqual(rows[root]["depth"], "0")
                self.assertEqual(rows[root]["parent"], str(root))
                for row in rows.values():
                    if row["depth"] in ["-1", "0"]:
                        continue
                    self.assertEqual(int(row["depth"]), int(rows[int(row["parent"])]["depth"]) + 1)


if __name__ == "__main__":
    unittest.main()
