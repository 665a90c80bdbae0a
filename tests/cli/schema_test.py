# Holds the JSON output of every command to the schemas in docs/schema.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import tempfile
import unittest

from command_runner import SOURCE, document, run, schema
from every_way import needed
from peers import jsonschema


@unittest.skipUnless(jsonschema, "needs jsonschema")
class Schema(unittest.TestCase):
    def check(self, name, found):
        wanted = schema(name)
        jsonschema.Draft202012Validator.check_schema(wanted)
        jsonschema.Draft202012Validator(wanted).validate(found)

    def test_config(self):
        found = document("config", "--set", "huge_pages=off", ORUJO_PARCEL_BYTES="4K")
        self.check("config", found)
        rows = {row["name"]: row for row in found["settings"]}
        self.assertEqual(rows["parcel_bytes"]["value"], 4096)
        self.assertEqual(rows["parcel_bytes"]["source"], "environment")
        self.assertIs(rows["huge_pages"]["value"], False)
        self.assertEqual(rows["huge_pages"]["source"], "option")
        self.assertIn("full", rows["flush_policy"]["choices"])

    def test_doctor(self):
        found = document("doctor")
        self.check("doctor", found)
        for finding in found["findings"]:
            self.assertEqual(finding["ok"], finding["advice"] == "")

    def test_networkx(self):
        found = document("doctor", "--networkx")
        self.check("networkx", found)
        rows = {row["function"]: row for row in found["functions"]}
        self.assertIn("weight", rows["pagerank"]["takes"])
        self.assertIn("nstart", rows["pagerank"]["default_only"])
        shown = run("doctor", "--networkx").stdout
        for name in rows:
            self.assertIn(f"\n{name} (", shown)

    def test_algorithms(self):
        runs = [
            ["bfs", "kron:6", "--sources", 2, "--verify"],
            ["sssp", "kron:6", "--sources", 2, "--verify"],
            ["sssp", "grid:9x9", "--method", "dc", "--report-card"],
            ["sssp", "kron:7", "--method", "dc", "--set", "work_samples=9"],
            ["sssp", "kron:7", "--set", "work_samples=9"],
            ["bfs", "kron:6", "--source", 1, "--target", 2, "--verify"],
            ["sssp", "kron:6", "--source", 1, "--target", 2, "--verify"],
            ["clustering", "kron:6", "--method", "lcc", "--directed"],
            ["widest", "kron:6", "--sources", 2, "--verify"],
            ["bfs", "uniform:6", "--method", "dc"],
            ["components", "uniform:6", "--trials", 2],
            ["components", "uniform:6", "--method", "dc", "--set", "work_samples=9"],
            ["colour", "kron:7", "--set", "work_samples=9"],
            ["components", "uniform:6", "--method", "label_propagation"],
            ["components", "uniform:6", "--method", "bfs_then_sv"],
            ["mst", "kron:6", "--trials", 2, "--verify"],
            ["triangles", "kron:6", "--trials", 2, "--verify"],
            ["pagerank", "grid:5x6", "--verify", "--top", 3],
            ["betweenness", "kron:6", "--verify", "--top", 2],
            ["betweenness", "kron:6", "--sources", 3, "--normalized"],
            ["colour", "kron:6", "--verify", "--trials", 2],
            ["mis", "grid:9x9", "--method", "dc", "--report-card"],
            ["graph500", 6, "--roots", 3],
            ["bfs", "kron:6", "--method", "marks", "--isolation", "lock"],
            ["sssp", "kron:6", "--method", "activities", "--coarsen", 4],
            ["sssp", "kron:6", "--method", "activities", "--source", 1, "--target", 2],
            ["colour", "kron:6", "--method", "boman", "--isolation", "stm"],
            ["pagerank", "kron:6", "--method", "push", "--isolation", "combine"],
        ]
        runs += [[each["name"], "kron:6", "--verify", *needed(each)] for each in document("describe")["algorithms"]]
        for team in [[], ["--ranks", 3, "--workers", 2]]:
            for one in runs:
                with self.subTest(command=one, team=team):
                    self.check("run", document(*one, *team))

    def test_info(self):
        self.check("info", document("info", "kron:6", "--weights", "1..9"))
        found = document("info", "smallworld:20:4:0.1", "--ranks", 2, "--directed")
        self.check("info", found)
        self.assertIn("in_degrees", found)

    def test_convert_extract_and_generate(self):
        with tempfile.TemporaryDirectory() as folder:
            first = os.path.join(folder, "a.el")
            second = os.path.join(folder, "b.orj")
            self.check("write", document("generate", "kron:6", first))
            self.check("write", document("convert", first, second, "--ranks", 2))
            third = os.path.join(folder, "c.el")
            self.check("write", document("extract", first, third, "--largest-component"))

    def test_gups(self):
        for team in [[], ["--ranks", 3, "--workers", 2], ["--ranks", 2, "--transport", "sim"]]:
            found = document("gups", "--table", "64K", "--updates", 20000, "--trials", 2, *team)
            self.check("run", found)
            self.assertEqual(len(found["trials"]), 2)
            self.assertEqual(found["result"]["errors"], 0)
            self.assertEqual(found["method"], "channel")
            sent = found["metrics"]["messages_sent"]
            self.assertEqual(sent, found["metrics"]["messages_handled"])

    def test_gups_in_all_styles(self):
        for style in ["blocking", "localized", "async", "delegate"]:
            for team in [["--workers", 2], ["--ranks", 2, "--workers", 1]]:
                found = document("gups", "--table", "64K", "--updates", 3000, "--style", style, *team)
                self.check("run", found)
                self.assertEqual(found["method"], style)
                self.assertEqual(found["result"]["errors"], 0)
                self.assertEqual(found["work"]["updates"], 6000)

    def test_uts(self):
        sizes = {"T1": (4130071, 10, 3305118), "T3": (4112897, 1572, 3599034)}
        for tree, (size, depth, leaves) in sizes.items():
            found = document("uts", tree, "--ranks", 2, "--workers", 1, "--trials", 2)
            self.check("run", found)
            self.assertEqual(found["method"], tree)
            self.assertEqual(found["result"], {"tree_size": size, "max_depth": depth, "leaves": leaves})
            self.assertEqual([trial["verified"] for trial in found["trials"]], [True, True])
        for tree in ["T1", "T3"]:
            found = document("uts", tree, "--placement", "scattered", "--ranks", 2, "--workers", 1)
            self.check("run", found)
            size, depth, leaves = sizes[tree]
            self.assertEqual(found["result"], {"tree_size": size, "max_depth": depth, "leaves": leaves})
            self.assertEqual([trial["verified"] for trial in found["trials"]], [True])
            self.assertEqual(found["work"]["steps_local"] + found["work"]["steps_remote"], size)
            self.assertAlmostEqual(found["work"]["steps_remote"] / size, 0.5, delta=0.01)
        found = document("uts", "--depth", 5, "--workers", 2)
        self.check("run", found)
        self.assertEqual(found["method"], "geometric")
        self.assertLessEqual(found["result"]["max_depth"], 5)
        star = document("uts", "--type", "binomial", "--branching", 7, "--children", 0)
        self.assertEqual(star["result"], {"tree_size": 8, "max_depth": 1, "leaves": 7})

    def test_stencil(self):
        for team in [["--workers", 2], ["--ranks", 3, "--workers", 2], ["--transport", "sim"]]:
            for block in [0, 1, 5]:
                found = document("stencil", "50x30", "--iterations", 4, "--block", block, "--trials", 2,
                                 *team)
                self.check("run", found)
                self.assertEqual([trial["verified"] for trial in found["trials"]], [True, True])
                self.assertEqual(found["result"]["corner"], 4 * 78)
                self.assertEqual(found["result"]["expected"], 4 * 78)
                self.assertEqual(found["result"]["errors"], 0)
                self.assertEqual(found["work"]["updates"], 4 * 49 * 29)
                self.assertIn("stencil", found["report_card"]["algorithm"])

    def test_graphalytics(self):
        for graph in ["example-directed", "example-undirected"]:
            found = document("graphalytics", SOURCE / "data" / "graphalytics", "--graph", graph, "--workers", 1)
            self.check("run", found)
            self.assertEqual(len(found["trials"]), 6)

    def test_json_goes_to_a_file_that_appears_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "config.json")
            finished = run("config", "--json", path)
            self.assertEqual((finished.returncode, finished.stdout), (0, ""))
            with open(path, encoding="utf-8") as file:
                self.check("config", json.load(file))
            self.assertEqual(os.listdir(folder), ["config.json"])

    def test_a_file_that_cannot_be_written_is_an_input_error(self):
        finished = run("config", "--json", "/nowhere/config.json")
        self.assertEqual(finished.returncode, 3)
        self.assertIn("/nowhere/config.json", finished.stderr)


if __name__ == "__main__":
    unittest.main()
