# The file of --trace: what each worker did when, for viewers.
# SPDX-License-Identifier: Apache-2.0
import collections
import json
import pathlib
import tempfile
import unittest

from command_runner import LAUNCHERS, launch, run

COMMANDS = ["bfs kron:10", "sssp kron:10", "components kron:10", "pagerank kron:10", "gups --table 64K --updates 20000",
            "uts --depth 5"]


def slices_of(path):
    """The slices of a JSON trace by process and thread, after a check that each lies inside or behind others."""
    slices = collections.defaultdict(list)
    names = {}
    for event in json.loads(path.read_text(encoding="utf-8"))["traceEvents"]:
        if event["ph"] == "X":
            slices[event["pid"], event["tid"]].append(event)
        elif event["name"] in ("process_name", "thread_name"):
            names[event["pid"], event.get("tid")] = event["args"]["name"]
    for row in slices.values():
        ends = []
        for event in row:
            while ends and ends[-1] <= event["ts"] + 1e-3:
                ends.pop()
            assert not ends or event["ts"] + event["dur"] <= ends[-1] + 2e-3, event
            ends.append(event["ts"] + event["dur"])
    return slices, names


class Trace(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trace = pathlib.Path(folder.name) / "t.json"

    def names_in(self, slices):
        return {event["name"] for row in slices.values() for event in row}

    def test_every_command_writes_one(self):
        for command in COMMANDS:
            for ranks, workers in [(1, 1), (2, 2)]:
                with self.subTest(command=command, ranks=ranks):
                    finished = run(*command.split(), "--ranks", ranks, "--workers", workers, "--trace", self.trace)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    slices, names = slices_of(self.trace)
                    self.assertEqual([names[r + 1, None] for r in range(ranks)], [f"rank {r}" for r in range(ranks)])
                    for rank in range(1, ranks + 1):
                        titles = [title for (pid, tid), title in names.items() if pid == rank and tid is not None]
                        self.assertEqual(sorted(title for title in titles if title.startswith("worker")),
                                         [f"worker {w}" for w in range(workers)])
                    found = self.names_in(slices)
                    self.assertIn("trial", found)
                    self.assertIn("epoch", found)
                    self.assertIn("section", found)
                    if ranks > 1:
                        self.assertIn("batch", found)
                    if "kron" in command:
                        self.assertIn("load graph", found)

    def test_a_trial_is_as_long_as_the_command_says(self):
        finished = run("bfs", "kron:12", "--trace", self.trace, "--json", "-", "--workers", 1)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        said = json.loads(finished.stdout)["trials"][0]["seconds"]
        slices, _ = slices_of(self.trace)
        trials = [event for row in slices.values() for event in row if event["name"] == "trial"]
        self.assertEqual(len(trials), 1)
        self.assertLessEqual(said * 1e6, trials[0]["dur"])

    def test_spans_that_were_dropped_are_said(self):
        finished = run("bfs", "kron:10", "--ranks", 2, "--trace", self.trace, "--set", "trace_events=8")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("older spans were dropped; --set trace_events=N", finished.stderr)
        quiet = run("bfs", "kron:10", "--ranks", 2, "--trace", self.trace, "--set", "trace_events=8", "--quiet")
        self.assertEqual(quiet.stderr, "")

    def test_what_cannot_be_written_is_refused_before_the_work(self):
        for target, code, words in [(self.trace.with_suffix(".html"), 2, "FILE.json or FILE.pftrace"),
                                    (self.trace.parent / "none" / "t.json", 3, "none")]:
            with self.subTest(target=target):
                finished = run("bfs", "kron:10", "--trace", target)
                self.assertEqual(finished.returncode, code)
                self.assertIn(words, finished.stderr)
                self.assertFalse(target.exists())
        finished = run("bfs", "kron:10", "--trace", self.trace, "--json", self.trace)
        self.assertEqual(finished.returncode, 2)
        self.assertIn("same file", finished.stderr)

    def test_ranks_of_mpi_are_in_one_file(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi=mpi):
                finished = launch(mpi, 2, "bfs", "kron:10", "--trace", self.trace)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                slices, names = slices_of(self.trace)
                self.assertEqual({pid for pid, _ in slices}, {1, 2})
                self.assertEqual(names[2, None], "rank 1")


if __name__ == "__main__":
    unittest.main()
