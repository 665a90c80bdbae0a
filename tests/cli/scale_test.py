# Studies of growth: what they say, what they refuse.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import tempfile
import unittest

from command_runner import document, run, schema
from peers import jsonschema


class Scale(unittest.TestCase):
    def test_says_the_same_twice(self):
        studies = [document("scale", "sssp", "kron:8", "--ranks", "2,4,8", "--routing", "direct,hypercube",
                            "--network", "ndr,jitter=5us,seed=9") for _ in range(2)]
        for study in studies:
            for each in study["runs"]:
                del each["host_time"], each["memory_per_rank"]
        self.assertEqual(studies[0]["runs"], studies[1]["runs"])
        self.assertEqual([(each["routing"], each["ranks"]) for each in studies[0]["runs"]],
                         [(route, ranks) for route in ["direct", "hypercube"] for ranks in [2, 4, 8]])
        if jsonschema:
            jsonschema.Draft202012Validator(schema("scale")).validate(studies[0])

    def test_counts_what_the_algorithm_counts_by_itself(self):
        finished = run("scale", "bfs", "kron:9", "--ranks", 8, "--routing", "rook", "--network", "hdr", "--json", "-",
                       "--", "--method", "top_down")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        study = json.loads(finished.stdout)
        alone = document("bfs", "kron:9", "--method", "top_down", "--ranks", 8, "--transport", "virtual:hdr",
                         "--set", "routing=rook")
        only, = study["runs"]
        self.assertEqual(only["messages"], alone["metrics"]["messages_sent"])
        self.assertEqual(only["parcels"], alone["metrics"]["parcels_sent"])
        self.assertEqual(only["time"], alone["trials"][0]["seconds"])
        self.assertEqual(only["parcels_busiest"], alone["metrics_of_busiest_rank"]["parcels_sent"])
        self.assertGreaterEqual(only["parcels_busiest"] * 8, only["parcels"])

    def test_prints_laws_and_draws_them(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "growth.html"
            finished = run("scale", "components", "uniform:8", "--ranks", "2,4,8,16", "--routing", "direct",
                           "--report", page)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertIn("routing direct", finished.stdout)
            self.assertRegex(finished.stdout, r"parcels +.*P\^")
            text = page.read_text(encoding="utf-8")
            self.assertIn("<svg", text)
            self.assertIn("orujo scale components uniform:8", text)

    def test_tells_what_a_run_that_fails_says(self):
        finished = run("scale", "bfs", "no-such-file.el", "--ranks", "2,4")
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("no-such-file.el", finished.stderr)
        self.assertEqual(finished.stdout, "")

    def test_takes_a_route_once_and_predicts_from_two_ranks_on(self):
        study = document("scale", "bfs", "grid:20x20", "--ranks", "1,2,4,8", "--routing", "direct,direct")
        self.assertEqual(len(study["runs"]), 4)
        laws = {law["figure"]: law for law in study["laws"]}
        self.assertIsNotNone(laws["parcels"]["predicted_largest"])

    def test_refuses_what_it_cannot_do(self):
        for arguments, word in [
            (["bfs", "kron:6", "--ranks", "2,5000"], "5000"),
            (["bfs", "kron:6", "--ranks", "0"], "--ranks: '0' is no whole number from 1 to 4096"),
            (["bfs", "kron:6", "--routing", "dirct"], "direct"),
            (["bfs", "kron:6", "--network", "pigeon"], "pigeon"),
            (["bfs", "kron:6", "--", "--workers", "2"], "--workers"),
            (["bfs", "kron:6", "--", "--ranks=4"], "--ranks"),
            (["bfs", "kron:6", "--", "--trials", "3"], "--trials"),
            (["wordcount", "-", "--ranks", "2,4"], "write it to a file"),
            (["bfs", "kron:6", "--network", "latency=2us,hdr"], "begin with the network"),
            (["bsf", "kron:6", "--ranks", "2"], "bsf"),
            (["info", "kron:6", "--ranks", "2"], "info is no algorithm"),
        ]:
            with self.subTest(arguments=arguments):
                finished = run("scale", *arguments)
                self.assertEqual(finished.returncode, 2, finished.stderr)
                self.assertIn(word, finished.stderr)
                self.assertEqual(finished.stdout, "")


class VirtualTransport(unittest.TestCase):
    def test_gives_the_answers_of_other_transports(self):
        for command in ["bfs kron:10", "sssp kron:10", "components uniform:10", "triangles kron:10", "kcore kron:9",
                        "pagerank kron:10", "mst kron:9"]:
            with self.subTest(command=command):
                alone = document(*command.split(), "--ranks", 1)
                many = document(*command.split(), "--ranks", 70, "--transport", "virtual:efa,jitter=30us", "--verify")
                self.assertTrue(all(trial["verified"] for trial in many["trials"]))
                for name, value in alone["result"].items():
                    if isinstance(value, int):
                        self.assertEqual(many["result"][name], value, name)

    def test_refuses_workers_and_too_many_ranks(self):
        for arguments, word in [(["--ranks", 2, "--workers", 2], "one worker"), (["--ranks", 4097], "4096")]:
            finished = run("bfs", "kron:6", "--transport", "virtual", *arguments)
            self.assertEqual(finished.returncode, 2, finished.stderr)
            self.assertIn(word, finished.stderr)


if __name__ == "__main__":
    unittest.main()
