# Values of options that would turn into others, and who tells what is wrong under a launcher.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import unittest

from command_runner import COMMAND, LAUNCHERS, document, launch, run


class WholeNumbers(unittest.TestCase):
    def test_signs_and_numbers_of_more_than_64_bits_are_refused(self):
        cases = [
            ("bfs", "--source"),
            ("bfs", "--trials"),
            ("bfs", "--seed"),
            ("bfs", "--ranks"),
            ("bfs", "--workers"),
            ("pagerank", "--top"),
            ("pagerank", "--max-iterations"),
            ("betweenness", "--top"),
            ("betweenness", "--sources"),
            ("sssp", "--levels"),
        ]
        for command, option in cases:
            for value in ["-1", "18446744073709551616", "1.5", "1e3", "0x10", ""]:
                with self.subTest(command=command, option=option, value=value):
                    finished = run(command, "kron:4", f"{option}={value}")
                    self.assertEqual(finished.returncode, 2, finished)
                    self.assertIn(option, finished.stderr)

    def test_numbers_that_some_would_read_as_octal_are_refused(self):
        for command, option in [("pagerank", "--max-iterations"), ("walks", "--length"), ("bfs", "--workers")]:
            finished = run(command, "kron:4", option, "010")
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn(f"{option}: '010' begins with a zero; leave it out", finished.stderr)
        self.assertEqual(document("bfs", "kron:4", "--source", "010")["trials"][0]["source"], 10)

    def test_numbers_of_hops_are_refused_alike(self):
        for value in ["-1", "010", "0x3", "99999999999999999999", ""]:
            finished = run("extract", "kron:4", "-", "--ego", 0, f"--hops={value}")
            self.assertEqual(finished.returncode, 2, (value, finished))
            self.assertIn("--hops", finished.stderr)

    def test_an_empty_text_is_no_number(self):
        for command, option in [("pagerank", "--damping"), ("communities", "--resolution"), ("sssp", "--delta")]:
            finished = run(command, "kron:4", f"{option}=", "--quiet")
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn(f"{option}: ", finished.stderr)

    def test_the_largest_number_is_taken_as_it_is(self):
        finished = run("bfs", "kron:4", "--source", 2**64 - 1)
        self.assertEqual(finished.returncode, 2)
        self.assertIn("has no vertex 18446744073709551615", finished.stderr)

    def test_widths_whose_inverse_is_infinite_are_refused(self):
        for wrong in [["--order", "buckets:1e-310"], ["--delta", "1e-310"], ["--delta", "nan"], ["--delta", "inf"]]:
            finished = run("sssp", "kron:4", *wrong)
            self.assertEqual(finished.returncode, 2, finished)
            self.assertIn("above 1e-300", finished.stderr)

    def test_more_ranks_than_one_process_runs_are_refused(self):
        finished = run("bfs", "kron:4", "--ranks", 257)
        self.assertEqual(finished.returncode, 2)
        self.assertIn("at most 256 ranks", finished.stderr)


class Table(unittest.TestCase):
    def test_a_drawn_source_is_named(self):
        drawn = document("bfs", "kron:8", "--seed", 3)["trials"][0]["source"]
        self.assertRegex(run("bfs", "kron:8", "--seed", 3).stdout, rf"source +{drawn}\n")
        self.assertRegex(run("bfs", "kron:8", "--sources", 3).stdout, r"source +\d+, the last of several\n")

    def test_the_workers_of_each_rank_are_told_apart(self):
        for ranks, workers in [(1, 2), (2, 1), (3, 2), (2, 4)]:
            record = document("sssp", "kron:8", "--ranks", ranks, "--workers", workers)
            named = [(each["rank"], each["worker"]) for each in record["work"]["workers"]]
            self.assertEqual(named, [(r, w) for r in range(ranks) for w in range(workers)])

    def test_the_doctor_calls_nothing_absent_fine(self):
        for line in run("doctor").stdout.splitlines():
            self.assertNotRegex(line, r" ok +(none|absent|no counters)")


@unittest.skipUnless(LAUNCHERS, "no MPI")
class Launched(unittest.TestCase):
    def test_transports_of_one_process_are_refused(self):
        for mpi in LAUNCHERS:
            for transport in ["local", "sim", "sim:latency=5us"]:
                finished = launch(mpi, 2, "bfs", "kron:4", "--transport", transport)
                self.assertEqual(finished.stderr.count("would run alone"), 1, finished)
                self.assertEqual(finished.stdout.count("reached"), 0)

    def test_a_rank_whose_environment_is_wrong_says_so(self):
        for mpi, launcher in LAUNCHERS.items():
            # Two programs in one job, of which the second has the wrong environment.
            wrong = ["env", "ORUJO_PARCEL_BYTE=1K", COMMAND, "bfs", "kron:4"]
            command = [launcher, "-n", "1", COMMAND, "bfs", "kron:4", ":", "-n", "1", *wrong]
            # Not every launcher ends the others then, which wait for the one that is gone.
            with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as job:
                said = next((line for line in job.stderr if "ORUJO_PARCEL_BYTE" in line), "")
                job.terminate()
            self.assertIn("rank 1: environment variable ORUJO_PARCEL_BYTE is no setting", said, mpi)


if __name__ == "__main__":
    unittest.main()
