# Where the system gives fewer threads than were asked for, a run ends at once and says so.
# SPDX-License-Identifier: Apache-2.0
import resource
import subprocess
import unittest

from command_runner import COMMAND


class ThreadLimits(unittest.TestCase):
    def test_too_many_threads_for_the_memory_end_the_run_with_an_error(self):
        for kib, team in [(400_000, ["--ranks", "128", "--workers", "1"]), (500_000, ["--workers", "200"])]:
            def limited(size=kib << 10):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

            with self.subTest(team=team):
                finished = subprocess.run([COMMAND, "bfs", "kron:6", *team], preexec_fn=limited, capture_output=True,
                                          text=True, timeout=60, check=False)
                self.assertIn(finished.returncode, [4, 5], finished)
                self.assertRegex(finished.stderr, "cannot be started: .*ulimit -u|memory")


if __name__ == "__main__":
    unittest.main()
