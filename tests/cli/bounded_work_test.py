# However late messages come: messages per edge are bounded, and so is the memory of parcels.
# SPDX-License-Identifier: Apache-2.0
import json
import unittest

from command_runner import run
from every_way import every_way, team_for

# Most messages for each edge of the graph, of all that the search or the scores need.
MESSAGES_PER_EDGE = 100
PAGERANK_MESSAGES_PER_EDGE = 2000  # at a tolerance of 1e-10, by the phases of the method
# Most memory for the parcels of a rank, in bytes: its budget of 16 MiB once more for buffers that are
# filled, parked or kept in slabs.
PARCEL_MEMORY = 32 << 20

SCHEDULES = [
    ["--ranks", "7", "--workers", "1", "--set", "flush_before_batch=1"],
    ["--ranks", "2", "--workers", "4", "--transport", "sim:bandwidth=5"],
    ["--ranks", "3", "--workers", "2", "--transport", "sim:latency=20us,jitter=100us,fail=0.1"],
    ["--ranks", "4", "--workers", "2", "--transport", "sim:jitter=50us", "--set", "flush_before_batch=1",
     "--set", "in_flight_bytes=64K"],
]


class BoundedWorkTest(unittest.TestCase):
    def expect_bounded(self, most_per_edge, *arguments):
        finished = run(*arguments, "--json", "-")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        record = json.loads(finished.stdout)
        metrics = record["metrics"]
        seen = f"{metrics['messages_sent'] / record['graph']['edges']:.1f} messages per edge"
        self.assertLessEqual(metrics["messages_sent"], most_per_edge * record["graph"]["edges"], seen)
        self.assertLessEqual(metrics["parcel_memory_peak"], PARCEL_MEMORY)
        self.assertGreater(metrics["parcel_memory_peak"], 0)

    def test_every_algorithm_under_every_schedule(self):
        by_activities = 0
        for way in every_way():
            schedules = SCHEDULES
            if "--isolation" in way and "home" not in way:  # they send the same: one schedule each, in turn
                schedules = [SCHEDULES[by_activities % len(SCHEDULES)]]
                by_activities += 1
            for schedule in schedules:
                with self.subTest(way=way, schedule=schedule):
                    self.expect_bounded(MESSAGES_PER_EDGE, way[0], "uniform:8:3", *way[1:],
                                        *team_for(way, schedule))

    def test_pagerank_by_delta_under_every_schedule(self):
        for graph in ["uniform:8:3", "uniform:8:1"]:
            for schedule in SCHEDULES:
                with self.subTest(graph=graph, schedule=schedule):
                    self.expect_bounded(PAGERANK_MESSAGES_PER_EDGE, "pagerank", graph, "--method", "delta",
                                        "--tolerance", "1e-10", *schedule)


if __name__ == "__main__":
    unittest.main()
