# What the result says of messages that need not be sent is what the metrics saw.
# SPDX-License-Identifier: Apache-2.0
import unittest

from command_runner import document


class ReductionFigures(unittest.TestCase):
    def work_and_metrics(self, reduction, *options):
        found = document("pagerank", "kron:10", "--method", "delta", "--set", f"reduction={reduction}", *options)
        return found["work"], found["metrics"]

    def test_what_a_cache_merges_counts_as_reduced_and_not_as_sent(self):
        for team in [["--ranks", 4, "--workers", 1], ["--ranks", 2, "--workers", 2],
                     ["--ranks", 3, "--workers", 1, "--transport", "sim:jitter=20us"]]:
            with self.subTest(team=team):
                work, metrics = self.work_and_metrics("cache", *team)
                self.assertGreater(work["reduced"], 0)
                self.assertEqual(work["reduced"], metrics["reduction_hits"])
                self.assertEqual(work["reduced"] + work["messages"], metrics["reduction_looks"])

    def test_without_reduction_nothing_is_reduced(self):
        work, metrics = self.work_and_metrics("off", "--ranks", 3)
        self.assertEqual(work["reduced"], 0)
        self.assertGreater(work["messages"], 0)
        self.assertEqual(metrics["reduction_hits"], 0)


if __name__ == "__main__":
    unittest.main()
