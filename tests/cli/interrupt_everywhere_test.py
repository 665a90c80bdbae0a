# Every command, with every method and in every phase, ends with 130 on a signal and leaves nothing behind.
# SPDX-License-Identifier: Apache-2.0
import os
import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

from command_runner import COMMAND, run, watches_interrupts

MANY = 4 * 10**9
PATIENCE_SECONDS = 120  # generous: the machine may be busy; tools/time_interrupts.py measures
ANALYSES = ["bfs", "sssp", "widest", "components", "mst", "triangles", "pagerank", "betweenness", "colour",
            "mis", "kcore"]
TEAMS = [["--ranks", 1, "--workers", 1], ["--ranks", 1, "--workers", 2], ["--ranks", 3, "--workers", 1]]


def methods_of(command):
    """The methods that the help of a command names; it says NAME: what it does; NAME: ..."""
    text = " ".join(run(command, "--help").stdout.split())
    found = re.search(r"--method NAME (.*?)(?= --\w)", text)
    return re.findall(r"(?:^|; |\] )([a-z_0-9]+):", found.group(1)) if found else []


class InterruptsEverywhere(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(10)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def assert_ends(self, command, longest_wait):
        """Sends a signal at a random time to a command that would run far longer."""
        number = self.random.choice([signal.SIGINT, signal.SIGTERM])
        wait = self.random.uniform(0, longest_wait)
        with self.subTest(command=command, wait=wait, signal=number):
            with subprocess.Popen([COMMAND, *map(str, command)], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                try:
                    while not watches_interrupts(process.pid):
                        self.assertIsNone(process.poll(), "it begins")
                        time.sleep(0.001)
                    time.sleep(wait)
                    process.send_signal(number)
                    said = process.communicate(timeout=PATIENCE_SECONDS)
                finally:
                    process.kill()
            self.assertEqual(process.returncode, 130, said)
            self.assertEqual(said[0], "")
            self.assertIn("interrupted", said[1])
            self.assertEqual(os.listdir(self.folder.name), [])

    def test_every_analysis_by_every_method(self):
        out = f"{self.folder.name}/out.csv"
        for command in ANALYSES:
            for method in methods_of(command) or [None]:
                team = self.random.choice(TEAMS)
                told = [] if method is None else ["--method", method]
                output = [] if command == "triangles" else ["--output", out]
                self.assert_ends([command, "kron:10", *told, *team, *output, "--trials", MANY], 0.5)

    def test_one_long_search_of_many_short_levels(self):
        self.assert_ends(["bfs", "grid:1x20000000", "--trials", MANY, *TEAMS[0]], 0.5)

    def test_one_rank_that_only_iterates(self):
        self.assert_ends(["pagerank", "kron:10", "--tolerance", 0, "--max-iterations", 10**9, *TEAMS[0]], 0.5)

    def test_loading_and_writing(self):
        for command in [["generate", "kron:24", f"{self.folder.name}/a.el"],
                        ["convert", "kron:24", f"{self.folder.name}/a.orj"]]:
            for team in TEAMS:
                self.assert_ends([*command, *team], 0.5)

    def test_verifying(self):
        self.assert_ends(["components", "kron:10", "--verify", "--trials", MANY, *TEAMS[0]], 0.5)

    def test_a_process_inside_a_call_that_does_not_return(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = f"{folder}/pipe.csv"
            os.mkfifo(pipe)
            for team in TEAMS:  # opening it waits for a reader
                self.assert_ends(["bfs", "kron:8", "--output", pipe, "--json", f"{self.folder.name}/j", *team], 0.5)

    def test_a_second_signal_ends_it_at_once_and_leaves_nothing(self):
        with subprocess.Popen([COMMAND, "generate", "kron:24", f"{self.folder.name}/a.el"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                while not watches_interrupts(process.pid):
                    time.sleep(0.001)
                time.sleep(0.3)
                process.send_signal(signal.SIGINT)
                process.send_signal(signal.SIGTERM)
                said = process.communicate(timeout=PATIENCE_SECONDS)
            finally:
                process.kill()
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("interrupted", said[1])
        self.assertEqual(os.listdir(self.folder.name), [])


if __name__ == "__main__":
    unittest.main()
