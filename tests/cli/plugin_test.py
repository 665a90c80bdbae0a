"""The MPI plug-in is looked for in the command's own installation or build tree, nowhere else."""
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, run


def doctor(command, **environment):
    finished = subprocess.run(
        [command, "doctor"], capture_output=True, text=True, timeout=120, check=False,
        env={"PATH": "/usr/bin:/bin", **environment})
    return finished.stdout


class PluginTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def put(self, folder):
        """A stranger's library in `folder` and a copy of the command in programs/orujo."""
        (self.folder / folder).mkdir(parents=True)
        library = self.folder / folder / "liborujo_mpi_openmpi.so"
        library.write_text("a stranger's\n", encoding="ascii")
        return library

    def test_folders_above_the_program_are_not_searched(self):
        programs = self.folder / "shared" / "programs"
        programs.mkdir(parents=True)
        command = shutil.copy(COMMAND, programs / "orujo")
        self.put("lib/orujo")
        self.put("shared/lib/orujo")
        self.assertNotIn(str(self.folder), doctor(command))

    def test_a_missing_plug_in_is_told_with_the_remedy(self):
        finished = run("bfs", "kron:4", "--transport", "mpi", "--set", "mpi_library=openmpi",
                       ORUJO_MPI_PLUGINS=str(self.folder))
        self.assertEqual(finished.returncode, 5, finished.stderr)
        self.assertIn(str(self.folder), finished.stderr)
        self.assertIn("ORUJO_MPI_PLUGINS", finished.stderr)

    def test_a_library_without_a_card_is_refused(self):
        self.put("chosen")
        finished = run("bfs", "kron:4", "--transport", "mpi", "--set", "mpi_library=openmpi",
                       ORUJO_MPI_PLUGINS=str(self.folder / "chosen"))
        self.assertEqual(finished.returncode, 5, finished.stderr)
        self.assertIn("has no card", finished.stderr)


if __name__ == "__main__":
    unittest.main()
