# The command under mpirun: the same results, failures that end every process, files that are whole.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command_runner import COMMAND, LAUNCHERS, document, launch, run, watches_interrupts
from peers import needs_numpy, numpy

PATIENCE_SECONDS = 60
ENDLESS = ["gups", "--table", "1M", "--updates"]  # and how many
OTHER = {"openmpi": "mpich", "mpich": "openmpi"}


def processes_of(marker):
    """The ids of the processes of the command with `marker` among their arguments."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            arguments = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # it has ended meanwhile
        if arguments[0] == COMMAND and marker in arguments:
            found.append(int(folder.name))
    return sorted(found)


@unittest.skipUnless(LAUNCHERS, "no launcher with a plug-in")
class Mpi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def wait_for(self, holds, what):
        end = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def column(self, finished, output, name):
        self.assertEqual(finished.returncode, 0, finished.stderr)
        rows = numpy.load(output)
        self.assertEqual(len(numpy.unique(rows["vertex"])), len(rows))
        return rows[name]

    @needs_numpy
    def test_results_are_those_of_one_rank(self):
        output = self.folder / "rows.npy"
        cases = [(["bfs", "kron:10", "--source", 1], "depth"),
                 (["widest", "kron:10", "--source", 1], "width"),
                 (["components", "uniform:10:1"], "component"),
                 (["pagerank", "kron:10", "--tolerance", 1e-9], "score"),
                 (["betweenness", "kron:10", "--sources", 20, "--normalized"], "score")]
        for arguments, name in cases:
            alone = self.column(run(*arguments, "--ranks", 1, "--output", output), output, name)
            for mpi in LAUNCHERS:
                for ranks in [1, 2, 4]:
                    with self.subTest(command=arguments, mpi=mpi, ranks=ranks):
                        finished = launch(mpi, ranks, *arguments, "--verify", "--output", output)
                        found = self.column(finished, output, name)
                        numpy.testing.assert_allclose(found, alone, rtol=0, atol=1e-9)
                        self.assertEqual(finished.stdout.count("verified"), 1, finished.stdout)

    def test_the_report_card_has_the_thread_level_that_mpi_grants(self):
        for mpi in LAUNCHERS:
            for asked in ["serialized", "multiple"]:
                with self.subTest(mpi=mpi, asked=asked):
                    finished = launch(mpi, 2, "bfs", "kron:4", "--source", 1, "--json", "-",
                                      "--set", f"mpi_thread_level={asked}")
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    card = json.loads(finished.stdout)["report_card"]["transport"]
                    granted = card["MPI thread level"]["value"]
                    # An MPI may grant more than is asked for, or have no more than one level.
                    self.assertIn(granted, ["serialized", "multiple"])

    def test_triangles_are_those_of_one_rank(self):
        expected = document("triangles", "kron:10", "--ranks", 1)["result"]
        for mpi in LAUNCHERS:
            for ranks in [1, 2, 4]:
                with self.subTest(mpi=mpi, ranks=ranks):
                    finished = launch(mpi, ranks, "triangles", "kron:10", "--verify", "--json", "-")
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    found = json.loads(finished.stdout)
                    self.assertEqual(found["result"], expected)
                    self.assertTrue(found["trials"][0]["verified"])

    def test_the_stencil_reaches_its_corner(self):
        for mpi in LAUNCHERS:
            for ranks in [1, 2, 4]:
                with self.subTest(mpi=mpi, ranks=ranks):
                    finished = launch(mpi, ranks, "stencil", "80x50", "--iterations", 10, "--json", "-")
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    found = json.loads(finished.stdout)
                    self.assertEqual(found["result"]["corner"], 10 * 128)
                    self.assertTrue(found["trials"][0]["verified"])

    def test_a_file_written_by_many_ranks_is_that_of_one(self):
        alone = self.folder / "alone.el"
        run("generate", "kron:8", alone)
        for mpi in LAUNCHERS:
            for suffix in ["el", "orj"]:
                target = self.folder / f"{mpi}.{suffix}"
                finished = launch(mpi, 2, "convert", alone, target)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                self.assertEqual(
                    document("info", target)["arcs"], document("info", alone)["arcs"])

    @unittest.skipUnless(len(LAUNCHERS) == 2, "needs both MPIs")
    def test_a_launcher_of_another_mpi_is_named_with_the_library(self):
        titles = {"openmpi": "Open MPI", "mpich": "MPICH"}
        for mpi, other in OTHER.items():
            finished = launch(mpi, 2, "components", "kron:6", "--set", f"mpi_library={other}")
            self.assertEqual(finished.returncode, 5, finished)
            self.assertEqual(finished.stdout, "")
            for title in titles.values():
                self.assertIn(title, finished.stderr)
            self.assertIn("different MPIs", finished.stderr)

    def test_an_error_that_all_ranks_share_is_told_once(self):
        cases = [(["bfs", "kron:6", "--source", 10**9], 2, "has no vertex"),
                 (["bfs", "kron:6", "--method", "topdown"], 2, "did you mean"),
                 (["bfs", "kron:6", "--ranks", 7], 2, "--ranks 7"),
                 (["graph500", 6, "--roots", 0], 2, "--roots"),
                 (["pagerank", "kron:6", "--damping", 2], 2, "damping"),
                 (["gups", "--table", "1000T"], 4, "TiB")]
        for mpi in LAUNCHERS:
            for arguments, code, words in cases:
                with self.subTest(command=arguments, mpi=mpi):
                    finished = launch(mpi, 2, *arguments)
                    self.assertEqual(finished.returncode, code, finished)
                    said = [line for line in finished.stderr.splitlines() if "orujo: " in line]
                    self.assertEqual(len(said), 1, finished.stderr)
                    self.assertIn(words, said[0])

    def test_nothing_is_left_of_a_file_that_could_not_be_written(self):
        taken = self.folder / "taken.csv"
        taken.mkdir()
        full = self.folder / "full.csv"
        full.symlink_to("/dev/full")
        for mpi in LAUNCHERS:
            for target in [taken, full, self.folder / "missing" / "a.csv"]:
                for ranks in [1, 2]:
                    with self.subTest(mpi=mpi, target=target.name, ranks=ranks):
                        finished = launch(mpi, ranks, "bfs", "kron:12", "--output", target)
                        self.assertEqual(finished.returncode, 3, finished)
                        self.assertIn(target.name, finished.stderr)
                        self.assertEqual(
                            sorted(os.listdir(self.folder)), ["full.csv", "taken.csv"])

    def started(self, mpi, marker, command):
        """A long run on 3 ranks with `marker` among its arguments, once all of them work."""
        job = subprocess.Popen(
            [LAUNCHERS[mpi], "-n", "3", COMMAND, *map(str, command), "--workers", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(job.kill)

        def all_work():
            found = processes_of(marker)
            return len(found) == 3 and all(watches_interrupts(each) for each in found)

        self.wait_for(all_work, "three processes start")
        time.sleep(1)  # so that they are past the start of MPI
        return job

    def test_a_rank_that_is_killed_ends_all(self):
        for i, mpi in enumerate(LAUNCHERS):
            with self.subTest(mpi=mpi):
                marker = str(10**12 + os.getpid() * 10 + i)
                target = self.folder / "out.json"
                job = self.started(mpi, marker, [*ENDLESS, marker, "--json", target])
                os.kill(processes_of(marker)[1], signal.SIGKILL)
                _, said = job.communicate(timeout=PATIENCE_SECONDS)
                self.assertNotEqual(job.returncode, 0, said)
                self.wait_for(lambda: not processes_of(marker), "all processes end")
                self.assertFalse(target.exists())

    def test_an_interrupt_ends_all(self):
        for i, mpi in enumerate(LAUNCHERS):
            with self.subTest(mpi=mpi):
                marker = str(2 * 10**12 + os.getpid() * 10 + i)
                job = self.started(mpi, marker, [*ENDLESS, marker])
                job.send_signal(signal.SIGINT)
                job.communicate(timeout=PATIENCE_SECONDS)
                self.assertNotEqual(job.returncode, 0)
                self.wait_for(lambda: not processes_of(marker), "all processes end")

    def test_a_signal_to_one_rank_ends_all_with_130(self):
        target = self.folder / "out.json"
        cases = {
            "messages": [*ENDLESS],
            "suspended tasks": ["stencil", "60x60", "--iterations"],
            "loading": ["convert", "kron:23", self.folder / "a.el", "--seed"],
        }
        for i, mpi in enumerate(LAUNCHERS):
            for k, (name, command) in enumerate(cases.items()):
                with self.subTest(mpi=mpi, during=name):
                    marker = str(3 * 10**12 + os.getpid() * 100 + i * 10 + k)
                    job = self.started(mpi, marker, [*command, marker, "--json", target])
                    number = signal.SIGTERM if k % 2 else signal.SIGINT
                    os.kill(processes_of(marker)[i + 1], number)
                    said = job.communicate(timeout=PATIENCE_SECONDS)
                    self.assertEqual(job.returncode, 130, said)
                    self.assertEqual(said[0], "")
                    self.wait_for(lambda: not processes_of(marker), "all processes end")
                    self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
