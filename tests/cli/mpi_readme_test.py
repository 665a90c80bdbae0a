# The tour's line with mpirun works where an MPI is, and says what it needs elsewhere.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, LAUNCHERS, SOURCE

PROGRAM = "build/release/orujo"


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        lines = re.findall(rf"`(mpirun [^`]*{PROGRAM}[^`]*)`", (SOURCE / "README.md").read_text(encoding="utf-8"))
        self.assertEqual(len(lines), 1, "one line of the tour is for mpirun and the command")
        self.words = lines[0].split()

    def launch(self, mpi, **environment):
        """The finished line, by the launcher of `mpi`, of the command under test."""
        words = [{"mpirun": LAUNCHERS[mpi], PROGRAM: COMMAND}.get(word, word) for word in self.words]
        return subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True,
                              timeout=120, check=False)

    def test_mpirun_is_given_a_file(self):
        self.assertIn(PROGRAM, self.words, "mpirun knows no alias")

    def test_the_demo_builds_what_the_line_starts(self):
        demo = (SOURCE / "tools" / "demo.sh").read_text(encoding="utf-8")
        self.assertIn(f"orujo={PROGRAM}\n", demo)
        self.assertRegex(demo, r"--target orujo orujo_plugins\b")

    def test_the_line_works(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi=mpi):
                finished = self.launch(mpi)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                self.assertRegex(finished.stdout, r"team +2 ranks .*mpi")

    def test_without_a_plug_in_the_remedy_is_named(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi=mpi), tempfile.TemporaryDirectory() as empty:
                finished = self.launch(mpi, ORUJO_MPI_PLUGINS=str(pathlib.Path(empty)))
                self.assertNotEqual(finished.returncode, 0)
                self.assertRegex(finished.stderr, r"install lib(openmpi|mpich)-dev and build Orujo again")
                self.assertIn("make demo", finished.stderr)


if __name__ == "__main__":
    unittest.main()
