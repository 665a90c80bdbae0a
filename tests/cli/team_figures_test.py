# What went from rank to rank, how unlike ranks are, and rates over time, for every command that runs a team.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import tempfile
import unittest

from command_runner import LAUNCHERS, document, launch, run, schema
from peers import jsonschema

COMMANDS = [
    "bfs kron:10", "sssp kron:10", "widest kron:9", "components kron:10", "mst kron:9", "kcore kron:9", "pagerank kron:9",
    "betweenness kron:7 --sources 2", "colour kron:9", "mis kron:9", "triangles kron:9", "graph500 8 --roots 2",
    "gups --table 64K --updates 20000", "uts --depth 5", "stencil 50x30 --iterations 4",
]


def sum_of(rows):
    return sum(sum(row) for row in rows)


class TeamFigures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name) / "page.html"
        self.document = pathlib.Path(folder.name) / "run.json"

    def run_with_page(self, *arguments):
        finished = run(*arguments, "--report", self.page, "--json", self.document)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return self.page.read_text(encoding="utf-8"), json.loads(self.document.read_text(encoding="utf-8"))

    def check(self, found, ranks):
        """The map is a square whose sums are the metrics; skews name a rank."""
        if jsonschema:
            jsonschema.Draft202012Validator(schema("run")).validate(found)
        traffic = found["traffic"]
        self.assertEqual([len(row) for row in traffic["bytes"]], [ranks] * ranks)
        self.assertEqual(sum_of(traffic["bytes"]), found["metrics"]["parcel_bytes_sent"])
        self.assertEqual(sum_of(traffic["parcels"]), found["metrics"]["parcels_sent"])
        for figure in ["bytes_sent", "bytes_received"]:
            self.assertLess(found["skew"][figure]["rank"], ranks)
            self.assertLessEqual(found["skew"][figure]["median"], found["skew"][figure]["most"])
        self.assertEqual(found["skew"]["bytes_sent"]["most"], max(sum(row) for row in traffic["bytes"]))

    def test_every_command_shows_them(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                page, found = self.run_with_page(*command.split(), "--ranks", 3, "--workers", 2)
                self.check(found, 3)
                self.assertIn("Between ranks", page)
                self.assertIn("bytes from rank (row) to rank (column)", page)
                self.assertIn("Metrics over time", page)
                self.assertIn("parcel_bytes_sent (bytes per second)", page)

    def test_the_page_shows_which_worker_sent_full_parcels(self):
        page, found = self.run_with_page("gups", "--style", "channel", "--table", "64K", "--updates", 50000, "--ranks", 3, "--workers", 2)
        self.assertGreater(found["metrics"]["flushes_full"], 0)
        self.assertIn("Full parcels sent: rank · worker", page)
        self.assertIn(">2 · 1</text>", page)
        page, found = self.run_with_page("bfs", "grid:2x3", "--ranks", 2, "--workers", 1)
        self.assertEqual(found["metrics"]["flushes_full"], 0)
        self.assertNotIn("Full parcels sent", page)

    def test_the_report_card_names_the_partition(self):
        graph = document("bfs", "kron:8", "--ranks", 3, "--workers", 1)["report_card"]["graph"]
        parts = graph["partition"]["numbers"]
        self.assertLessEqual(parts["smallest part"]["value"], 256 / 3)
        self.assertGreaterEqual(parts["largest part"]["value"], 256 / 3)

    def test_work_that_is_rejected_where_it_is_found_is_counted(self):
        work = document("sssp", "kron:8", "--ranks", 1, "--workers", 1, "--method", "dc")["work"]
        self.assertEqual(work["rejected"], 0)
        self.assertEqual(work["rejected_locally"], work["relaxations"] - work["improvements"])
        work = document("sssp", "kron:8", "--ranks", 3, "--workers", 2, "--method", "dc")["work"]
        self.assertGreater(work["rejected_locally"], 0)

    def test_algorithms_declare_what_they_look_at(self):
        page, found = self.run_with_page("sssp", "kron:10", "--method", "delta", "--ranks", 2, "--workers", 2)
        declared = found["declared_metrics"]
        self.assertEqual(declared["edges examined"], found["work"]["relaxations"])
        self.assertEqual(declared["labels improved"], found["work"]["improvements"])
        self.assertTrue("<p>edges examined: " in page)
        found = document("bfs", "kron:10", "--ranks", 2, "--workers", 2)
        self.assertEqual(found["declared_metrics"]["labels improved"], found["result"]["reached"] - 1)
        self.assertGreater(document("triangles", "kron:8")["declared_metrics"]["rows intersected"], 0)
        self.assertGreater(document("mst", "kron:8")["declared_metrics"]["trees hooked"], 0)

    def test_one_rank_has_rates_and_no_map(self):
        page, found = self.run_with_page("gups", "--style", "delegate", "--table", "64K", "--updates", 20000, "--ranks", 1, "--workers", 2)
        self.assertNotIn("Between ranks", page)
        self.assertIn("tasks_run (tasks per second)", page)
        self.assertEqual(len(found["traffic"]["bytes"]), 1)

    def test_nothing_is_counted_unless_a_page_or_a_setting_asks(self):
        self.assertIsNone(document("bfs", "kron:8", "--ranks", 2)["traffic"])
        self.check(document("bfs", "kron:8", "--ranks", 2, "--set", "traffic_map=true"), 2)
        page, found = self.run_with_page("bfs", "kron:8", "--ranks", 2, "--set", "traffic_map=false", "--set", "metric_samples=0")
        self.assertIsNone(found["traffic"])
        self.assertIn("most / median", page)
        self.assertNotIn("Metrics over time", page)

    def test_beyond_64_ranks_neighbours_share_a_row(self):
        page, found = self.run_with_page("bfs", "kron:8", "--ranks", 66, "--workers", 1)
        self.assertEqual(found["traffic"]["ranks_per_row"], 2)
        self.assertEqual(len(found["traffic"]["bytes"]), 33)
        self.assertEqual(sum_of(found["traffic"]["bytes"]), found["metrics"]["parcel_bytes_sent"])
        self.assertRegex(page, r"the most from ranks \d+ … \d+ to \d+ … \d+")

    def test_over_mpi_too(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi=mpi):
                finished = launch(mpi, 2, "bfs", "kron:10", "--report", self.page, "--json", self.document)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                self.check(json.loads(self.document.read_text(encoding="utf-8")), 2)
                self.assertIn("Between ranks", self.page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
