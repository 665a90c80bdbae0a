"""What will not fit is refused with the exit code 4 and the limit's name, never killed."""
# SPDX-License-Identifier: Apache-2.0
import resource
import subprocess
import unittest

from command_runner import COMMAND, run

GIB = 1 << 30


def run_within(limit, most_bytes, *arguments):
    """The finished process of `orujo ARGUMENTS` with a resource limit of its own."""
    return subprocess.run(
        [COMMAND, *arguments],
        preexec_fn=lambda: resource.setrlimit(limit, (most_bytes, most_bytes)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class MemoryTest(unittest.TestCase):
    def test_limits_of_the_process_are_limits_of_the_estimate(self):
        for limit, name in [(resource.RLIMIT_AS, "ulimit -v"), (resource.RLIMIT_DATA, "ulimit -d")]:
            finished = run_within(limit, 2 * GIB, "bfs", "kron:24", "--workers", "2")
            self.assertEqual(finished.returncode, 4, finished.stderr)
            self.assertIn(name, finished.stderr)

    def test_the_doctor_and_the_estimate_name_the_same_limit(self):
        finished = run_within(resource.RLIMIT_DATA, 2 * GIB, "doctor")
        self.assertIn("ulimit -d", finished.stdout)

    def test_a_small_estimate_has_a_small_unit(self):
        finished = run("bfs", "kron:10", "--set", "memory_limit_bytes=1024")
        self.assertEqual(finished.returncode, 4)
        self.assertNotIn("0.00 GiB", finished.stderr)
        self.assertRegex(finished.stderr, r"needs about [0-9.]+ KiB, and 1.0 KiB are available")


if __name__ == "__main__":
    unittest.main()
