# A signal ends a run in one process, whatever it is doing: exit 130, and no file is left.
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import tempfile
import time
import unittest

from command_runner import COMMAND, interrupted_at, watches_interrupts

PATIENCE_SECONDS = 60
MANY = 4 * 10**9
ENDLESS = {
    "messages": ["gups", "--table", "1M", "--updates", 10**12],
    "suspended tasks": ["stencil", "60x60", "--iterations", 10**12],
    "delegates": ["gups", "--style", "localized", "--updates", 50000, "--trials", MANY],
    "loading": ["generate", "kron:23", "FOLDER/a.el"],
    "searching": ["bfs", "kron:12", "--trials", MANY],
    "iterating": ["pagerank", "kron:12", "--trials", MANY],
    "joining": ["components", "kron:12", "--trials", MANY],
    "counting": ["triangles", "kron:12", "--trials", MANY],
}
TEAMS = [["--ranks", "1", "--workers", "1"], ["--ranks", "2", "--workers", "2"]]
# Long within one trial, in which workers of one rank need not send anything.
LONG = [["searching", "sssp", "grid:3000x3000", "--weights", "1..99999", "--order", "strict"],
        ["searching", "sssp", "grid:3000x3000", "--weights", "1..255", "--method", "chaotic"],
        ["iterating", "pagerank", "grid:3000x3000", "--method", "delta", "--tolerance", "1e-14"]]


class Interrupts(unittest.TestCase):
    def interrupted(self, command, number):
        """What a run says and returns that gets a signal once it is at work."""
        with subprocess.Popen(
                [COMMAND, *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True) as process:
            try:
                end = time.monotonic() + PATIENCE_SECONDS
                while not watches_interrupts(process.pid):
                    self.assertLess(time.monotonic(), end, "the command starts")
                    time.sleep(0.01)
                time.sleep(0.2)  # so that it is at work
                process.send_signal(number)
                said = process.communicate(timeout=PATIENCE_SECONDS)
            finally:
                process.kill()
            return said, process.returncode

    def test_a_signal_ends_whatever_runs(self):
        for i, (name, command) in enumerate(ENDLESS.items()):
            for k, team in enumerate(TEAMS):
                number = [signal.SIGINT, signal.SIGTERM][(i + k) % 2]
                with self.subTest(during=name, team=team, signal=number):
                    with tempfile.TemporaryDirectory() as folder:
                        told = [str(each).replace("FOLDER", folder) for each in command]
                        said, code = self.interrupted(
                            [*told, *team, "--json", f"{folder}/out.json"], number)
                        self.assertEqual(code, 130, said)
                        self.assertEqual(said[0], "")
                        self.assertIn("interrupted", said[1])
                        self.assertEqual(os.listdir(folder), [])

    def test_a_signal_ends_one_long_search(self):
        for command in LONG:
            for workers in [1, 2]:
                with self.subTest(command=command, workers=workers):
                    finished = interrupted_at(*command, "--ranks", 1, "--workers", workers,
                                              number=signal.SIGTERM)
                    self.assertEqual(finished.returncode, 130, finished.stderr)
                    self.assertIn(b"interrupted", finished.stderr)


if __name__ == "__main__":
    unittest.main()
