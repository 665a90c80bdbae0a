# Graphs on standard input: "-" reads what the file would have given, whatever stands behind it.
# SPDX-License-Identifier: Apache-2.0
import bz2
import gzip
import json
import os
import resource
import signal
import subprocess
import unittest

from command_runner import COMMAND, LAUNCHERS, document, launch, run, watches_interrupts
from graph_files import TEAMS, Files


class StandardInput(Files):
    @staticmethod
    def piped(content, *arguments, **options):
        """The finished process with these bytes in a pipe on its standard input."""
        return subprocess.run([COMMAND, *map(str, arguments)], input=content, capture_output=True,
                              timeout=60, check=False, **options)

    def converted(self, content, *options):
        """The edges that the command reads from a pipe."""
        output = self.folder / "edges.el"
        finished = self.piped(content, "convert", "-", output, "--directed", *options)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return output.read_text(encoding="ascii")

    def test_a_pipe_is_read_as_the_file_on_every_team(self):
        text = "".join(f"{i % 977} {i * 7919 % 1009}\n" for i in range(300000)).encode()  # 2.5 MiB
        (self.folder / "a.el").write_bytes(text)
        run("convert", self.folder / "a.el", self.folder / "expected.el", "--directed")
        expected = (self.folder / "expected.el").read_text(encoding="ascii")
        for team in TEAMS:
            for content in [text, gzip.compress(text, 1), bz2.compress(text, 1)]:
                self.assertEqual(self.converted(content, *team), expected, team)

    def test_every_format_may_stand_there(self):
        for suffix in ["el", "csv", "tsv", "mtx", "gr", "graph", "sg", "orj"]:
            path = self.folder / f"graph.{suffix}"
            self.assertEqual(run("convert", self.graph, path, "--undirected").returncode, 0)
            found = self.piped(path.read_bytes(), "info", "-", "--json", "-")
            self.assertEqual(found.returncode, 0, (suffix, found.stderr))
            graph, expected = json.loads(found.stdout)["graph"], document("info", path)["graph"]
            self.assertEqual(graph["name"], "stdin")
            for key in ["vertices", "edges", "directed", "weighted"]:
                self.assertEqual(graph[key], expected[key], (suffix, key))

    def test_format_and_columns_hold_for_it(self):
        text = b"note,a,b\nx,1,2\ny,2,3\n"
        self.assertEqual(self.converted(text, "--columns", "source=a,target=b"), "1 2\n2 3\n")
        self.assertEqual(self.converted(b"3 2\n1 2\n2 3\n", "--format", "edge-list"),
                         "1 2\n2 3\n3 2\n")

    def test_a_file_there_is_read_from_where_it_stands(self):
        for skipped, edges in [(0, 3), (4, 2)]:
            with open(self.folder / "a.el", "wb+") as file:
                file.write(b"1 2\n3 4\n5 6\n")
                file.seek(skipped)
                file.flush()
                os.lseek(file.fileno(), skipped, os.SEEK_SET)
                found = subprocess.run([COMMAND, "info", "-", "--json", "-"], stdin=file,
                                       capture_output=True, timeout=60, check=False)
            self.assertEqual(found.returncode, 0, found.stderr)
            self.assertEqual(json.loads(found.stdout)["graph"]["edges"], edges)

    def test_errors_name_it_with_the_line(self):
        finished = self.piped(b"1 2\n3 x\n", "bfs", "-", "--source", 1)
        self.assertEqual(finished.returncode, 3)
        self.assertIn(b"/dev/stdin:2:3: ", finished.stderr)
        finished = self.piped(b"", "info", "-")
        self.assertEqual(finished.returncode, 3)
        self.assertIn(b"is empty", finished.stderr)
        finished = subprocess.run([COMMAND, "info", "-"], capture_output=True, timeout=60,
                                  check=False, preexec_fn=lambda: os.close(0))
        self.assertEqual(finished.returncode, 3)
        self.assertIn(b"standard input: cannot be read", finished.stderr)

    def test_what_does_not_fit_on_the_disk_is_told_and_leaves_nothing(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        content = b"1 2\n" * (1 << 19)
        finished = self.piped(content, "info", "-", preexec_fn=limit,
                              env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(finished.returncode, 3, finished)
        self.assertIn(b"cannot be kept in", finished.stderr)
        self.assertIn(b"TMPDIR", finished.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["small.el"])

    def test_a_folder_that_cannot_be_written_is_done_without(self):
        finished = self.piped(b"1 2\n", "info", "-", env={**os.environ, "TMPDIR": "/proc"})
        self.assertEqual(finished.returncode, 0, finished)

    def test_waiting_for_it_is_interrupted(self):
        for kind in [signal.SIGINT, signal.SIGTERM]:
            process = subprocess.Popen([COMMAND, "info", "-"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not watches_interrupts(process.pid):
                self.assertIsNone(process.poll())
            process.send_signal(kind)
            self.assertEqual(process.wait(timeout=60), 130)
            process.communicate()

    @unittest.skipUnless(LAUNCHERS, "needs mpirun and its plug-in")
    def test_under_a_launcher_it_is_refused_with_the_remedy(self):
        for mpi in LAUNCHERS:
            finished = launch(mpi, 2, "info", "-")
            self.assertNotEqual(finished.returncode, 0)
            self.assertIn("gives standard input to one of its processes only", finished.stderr)

    def test_pipes_by_name_are_refused_with_the_remedy(self):
        os.mkfifo(self.folder / "pipe")
        finished = run("info", self.folder / "pipe")
        self.assertEqual(finished.returncode, 3)
        self.assertIn("call it -", finished.stderr)


if __name__ == "__main__":
    unittest.main()
