# The scripts of examples/graphalytics, as the harness of Graphalytics calls them.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import subprocess
import unittest

from command_runner import COMMAND, LAUNCHERS, SOURCE, run
from graph_files import Files

SCRIPTS = SOURCE / "examples" / "graphalytics"
GRAPHS = SOURCE / "data" / "graphalytics"
# What the harness hands on besides, of the examples of the specification.
PARAMETERS = {"bfs": {"source-vertex": 1}, "cdlp": {"max-iteration": 2}, "lcc": {},
              "pr": {"max-iteration": 2, "damping-factor": 0.85}, "sssp": {"source-vertex": 1}, "wcc": {}}
SOURCES = {"example-directed": 1, "example-undirected": 2}
# What platforms call the folder of a loaded graph and the file of an answer.
NAMES = [("input-dir", "output-file"), ("input-path", "output-path")]


class Scripts(Files):
    def call(self, script, options, **environment):
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        return subprocess.run([SCRIPTS / script, *words], env={**os.environ, "ORUJO": COMMAND, **environment},
                              capture_output=True, text=True, timeout=120, check=False)

    def load(self, graph):
        loaded = self.folder / graph
        finished = self.call("load-graph.sh", {
            "graph-name": graph, "input-vertex-path": GRAPHS / "example" / f"{graph}.v",
            "input-edge-path": GRAPHS / "example" / f"{graph}.e", "output-path": loaded,
            "directed": "true" if graph == "example-directed" else "false", "weighted": "true"})
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return loaded

    def execute(self, algorithm, options, **environment):
        """Runs a job; `options` say where the graph is and where the answer goes."""
        return self.call("execute-job.sh", {
            "job-id": "r1", "log-path": self.folder / "log", "algorithm": algorithm, "directed": "true",
            "num-machines": 1, "num-threads": 2, **PARAMETERS[algorithm], **options}, **environment)

    def test_answers_are_those_of_the_command(self):
        for graph, source in SOURCES.items():
            loaded = self.load(graph)
            for algorithm, names in zip(PARAMETERS, NAMES * len(PARAMETERS)):
                target = self.folder / "answers" / algorithm
                told = {"source-vertex": source} if "source-vertex" in PARAMETERS[algorithm] else {}
                finished = self.execute(algorithm, dict(zip(names, [loaded, target])) | told)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                self.assertFalse((self.folder / "log" / "executable.pid").exists())
                self.assertRegex(finished.stdout, r"Processing starts at: 0\nProcessing ends at: [1-9][0-9]*\n$")
                expected = pathlib.Path(self.folder / "expected")
                direct = run("graphalytics", GRAPHS, "--graph", graph, "--algorithm", algorithm, "--output", expected)
                self.assertEqual(direct.returncode, 0, direct.stdout + direct.stderr)  # the reference agrees
                self.assertEqual(target.read_text(encoding="ascii"), expected.read_text(encoding="ascii"))
            finished = self.call("unload-graph.sh", {"graph-name": graph, "output-path": loaded})
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(list(loaded.iterdir()), [])

    @unittest.skipUnless(LAUNCHERS, "there is no MPI")
    def test_a_launcher_starts_several_processes(self):
        target = self.folder / "depths"
        launcher = next(iter(LAUNCHERS.values()))
        options = {"input-dir": self.load("example-directed"), "output-file": target, "num-threads": 1}
        finished = self.execute("bfs", options, GRAPHALYTICS_LAUNCHER=f"{launcher} -n 2")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(len(re.findall("(?m)^[0-9]+ [0-9]+$", target.read_text(encoding="ascii"))), 10)

    def test_a_job_that_fails_says_why(self):
        target = self.folder / "depths"
        finished = self.execute("bfs", {"input-dir": self.load("example-directed"), "output-file": target,
                                        "source-vertex": 99})
        self.assertEqual(finished.returncode, 3, finished.stdout)
        self.assertIn("99", finished.stderr)
        self.assertNotIn("Processing", finished.stdout)
        self.assertFalse(target.exists())

    def test_what_is_missing_is_named(self):
        for script, option in [("load-graph.sh", "input-vertex-path"), ("execute-job.sh", "log-path"),
                               ("terminate-job.sh", "log-path"), ("unload-graph.sh", "output-path")]:
            finished = self.call(script, {"job-id": 1})
            self.assertEqual(finished.returncode, 2, finished.stderr)
            self.assertIn(f"--{option} is missing", finished.stderr)
        for words in [["graph"], ["--graph-name"], ["--graph=g", "x"], ["--graph.name", "g"]]:
            finished = subprocess.run([SCRIPTS / "unload-graph.sh", *words], capture_output=True, text=True, check=False)
            self.assertEqual(finished.returncode, 2)
            self.assertIn("--option VALUE", finished.stderr)

    def test_a_job_is_ended(self):
        log = self.folder / "log"
        log.mkdir()
        with subprocess.Popen(["sleep", "60"]) as job:
            (log / "executable.pid").write_text(f"{job.pid}\n", encoding="ascii")
            finished = self.call("terminate-job.sh", {"job-id": "r1", "log-path": log})
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(job.wait(timeout=30), -15)
        (log / "executable.pid").unlink()  # as when a job has ended: nothing is left to be done
        self.assertEqual(self.call("terminate-job.sh", {"job-id": "r1", "log-path": log}).returncode, 0)


if __name__ == "__main__":
    unittest.main()
