# Files are written whole or not at all, whatever their names stand for, and nobody else's are touched.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import tempfile
import threading
import time
import unittest

from command_runner import COMMAND, LAUNCHERS, launch, run

TEAMS = [["--ranks", 1, "--workers", 2], ["--ranks", 3, "--workers", 1]]
SMALL = ["bfs", "grid:20x20", "--source", 0]
HEADING = "vertex,depth,parent\n"


def shell(script, *arguments, **options):
    """The finished `sh -c SCRIPT` in which "$@" is the command and its arguments."""
    return subprocess.run(["sh", "-c", script, "sh", COMMAND, *map(str, arguments)],
                          capture_output=True, text=True, timeout=60, check=False, **options)


def unnamed_files_work(folder):
    """Whether files without a name can be made in this folder."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


class OutputSafety(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def writers(self):
        """What writes, by the option or argument that names FILE."""
        return {
            "table": (["kcore", "grid:20x20", "--output", "FILE"], ".csv"),
            "packed": (["kcore", "grid:20x20", "--output", "FILE"], ".csv.gz"),
            "json": (SMALL + ["--json", "FILE"], ".json"),
            "page": (SMALL + ["--report", "FILE"], ".html"),
            "text": (["generate", "grid:20x20", "FILE"], ".el"),
            "gap": (["generate", "grid:20x20", "FILE"], ".sg"),
            "native": (["generate", "grid:20x20", "FILE"], ".orj"),
        }

    def each(self):
        """Each writer with a file of its own: name, arguments, path."""
        for name, (arguments, suffix) in self.writers().items():
            path = self.folder / (name + suffix)
            yield name, [str(path) if each == "FILE" else each for each in arguments], path

    def assert_left(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_a_link_planted_at_a_guessed_name_leads_nowhere(self):
        for name, arguments, path in self.each():
            with self.subTest(writer=name):
                victim = self.folder / "victim"
                victim.write_text("precious")
                finished = shell(f'for end in part partial; do ln -s {victim} {path}.$$.$end; done; exec "$@"',
                                 *arguments)
                self.assertEqual(finished.returncode, 0, finished.stderr)
                self.assertEqual(victim.read_text(), "precious")
                self.assertTrue(path.exists())

    def test_a_run_whose_last_file_cannot_be_written_leaves_none(self):
        table, page, graph = (self.folder / name for name in ["o.csv", "r.html", "g.el"])
        table.write_text("old")
        for team in TEAMS:
            finished = run(*SMALL, *team, "--output", table, "--report", page, "--json", "/dev/full")
            self.assertEqual(finished.returncode, 3)
            self.assertIn("/dev/full", finished.stderr)
            finished = run("convert", "grid:3x3", graph, *team, "--json", "/dev/full")
            self.assertEqual(finished.returncode, 3)
            self.assert_left("o.csv")
            self.assertEqual(table.read_text(), "old")
        finished = run(*SMALL, "--output", table, "--report", page, "--json", self.folder / "j.json")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assert_left("j.json", "o.csv", "r.html")
        self.assertTrue(table.read_text().startswith(HEADING))

    def test_a_link_stays_and_its_file_is_replaced(self):
        for name, arguments, path in self.each():
            for exists in [True, False]:
                with self.subTest(writer=name, exists=exists):
                    (self.folder / "far").mkdir(exist_ok=True)
                    target = self.folder / "far" / f"{name}{exists}"
                    if exists:
                        target.write_text("old")
                        target.chmod(0o600)
                    path.unlink(missing_ok=True)
                    path.symlink_to(f"far/{name}{exists}")
                    finished = run(*arguments)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    self.assertTrue(path.is_symlink())
                    self.assertNotEqual(target.read_bytes()[:3], b"old")

    def test_a_pipe_gets_the_bytes_and_stays(self):
        for name, arguments, path in self.each():
            for team in TEAMS:
                with self.subTest(writer=name, team=team):
                    os.mkfifo(path)
                    got = []
                    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
                    reader.start()
                    finished = run(*arguments, *team, timeout=60)
                    if not stat.S_ISFIFO(path.stat().st_mode):
                        os.close(os.open(path, os.O_RDONLY))
                    reader.join(timeout=60)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    self.assertTrue(stat.S_ISFIFO(path.stat().st_mode))
                    path.unlink()
                    self.assertEqual(run(*arguments, *team).returncode, 0)
                    if name not in ["json", "page"]:  # they tell times
                        self.assertEqual(got[0], path.read_bytes())
                    self.assertGreater(len(got[0]), 100)
                    path.unlink()
        self.assert_left()

    def test_devices_are_written_not_replaced(self):
        for name, arguments, path in self.each():
            with self.subTest(writer=name):
                path.symlink_to("/dev/null")
                self.assertEqual(run(*arguments).returncode, 0)
                self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
                self.assertTrue(path.is_symlink())
                path.unlink()
                path.symlink_to("/dev/full")
                finished = run(*arguments)
                self.assertEqual(finished.returncode, 3, finished)
                self.assertIn("No space left on device", finished.stderr)
                self.assertIn(str(path), finished.stderr)
                path.unlink()
        self.assert_left()

    def test_modes_are_kept_and_new_files_honour_the_umask(self):
        for name, arguments, path in self.each():
            for mask in [0o022, 0o077]:
                with self.subTest(writer=name, umask=mask):
                    path.unlink(missing_ok=True)
                    finished = shell(f'umask {mask:o}; exec "$@"', *arguments)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o666 & ~mask)
                    path.chmod(0o640)
                    finished = shell(f'umask {mask:o}; exec "$@"', *arguments)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)

    def test_a_limit_on_files_is_an_error_that_leaves_nothing(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

        for name, arguments, path in self.each():
            for team in TEAMS:
                with self.subTest(writer=name, team=team):
                    path.write_text("old")
                    finished = subprocess.run([COMMAND, *map(str, arguments + team)], preexec_fn=limited,
                                              capture_output=True, text=True, timeout=60, check=False)
                    self.assertEqual(finished.returncode, 3, finished)
                    self.assertIn("File too large", finished.stderr)
                    self.assertEqual(path.read_text(), "old")
                    path.unlink()
                    self.assert_left()

    def test_a_closed_or_broken_stdout_loses_no_file(self):
        path = self.folder / "out.json"
        table = self.folder / "out.csv"
        for script in ['exec "$@" >&-', 'exec "$@" >/dev/full', '{ "$@"; echo $? >&2; } | true']:
            with self.subTest(script=script):
                finished = shell(script, *SMALL, "--json", path, "--output", table)
                code = finished.returncode if "true" not in script else 3
                self.assertEqual(code, 3, finished)
                self.assertIn("stdout", finished.stderr)
                self.assertEqual(json.loads(path.read_text())["result"]["reached"], 400)
                self.assertEqual(len(table.read_text().splitlines()), 401)
                path.unlink()
                table.unlink()

    def test_two_outputs_to_one_file_are_refused(self):
        one = self.folder / "one.csv"
        link = self.folder / "link"
        link.symlink_to("one.csv")
        dotted = self.folder / "." / "one.csv"
        for other in [str(one), f"{self.folder}/./one.csv", str(link), str(dotted)]:
            for exists in [False, True]:
                if exists:
                    one.write_text("old")
                for options in [["--output", one, "--json", other], ["--output", one, "--report", other],
                                ["--json", other, "--report", one]]:
                    with self.subTest(options=options, exists=exists):
                        finished = run(*SMALL, *options)
                        self.assertEqual(finished.returncode, 2, finished)
                        self.assertIn("same file", finished.stderr)
                one.unlink(missing_ok=True)
        graph = self.folder / "a.el"
        finished = run("generate", "grid:5x5", graph, "--json", graph)
        self.assertEqual((finished.returncode, graph.exists()), (2, False), finished)
        self.assertEqual(run(*SMALL, "--output", "/dev/null", "--json", "/dev/null").returncode, 0)

    def files_to_read(self, texts):
        """Files of these names, and a link to the first."""
        paths = [self.folder / name for name in texts]
        for path, text in zip(paths, texts.values()):
            path.write_text(text, encoding="ascii")
        link = self.folder / f"link{paths[0].suffix}"
        link.symlink_to(paths[0])
        return [*paths, link]

    def test_no_output_replaces_what_is_read(self):
        graph, vertices, link = self.files_to_read({"in.csv": "a,b\nb,c\n", "all.csv": "a\nb\nc\n"})
        before = graph.read_bytes(), vertices.read_bytes()
        calls = [["components", graph, "--output", graph], ["components", graph, "--json", link],
                 ["components", graph, "--vertices", vertices, "--output", vertices],
                 ["convert", graph, graph]]
        for call in calls:
            with self.subTest(call=call):
                finished = run(*call)
                self.assertEqual(finished.returncode, 2, finished)
                self.assertIn("which is read", finished.stderr)
                self.assertEqual((graph.read_bytes(), vertices.read_bytes()), before)

    def test_no_study_replaces_what_its_command_reads(self):
        graph, vertices, link = self.files_to_read({"g.el": "1 2\n2 3\n", "all.txt": "1\n2\n3\n"})
        before = graph.read_bytes(), vertices.read_bytes()
        study = ["scale", "bfs", graph, "--ranks", "1,2", "--routing", "direct"]
        rest = ["--", f"--vertices={vertices}", "--source", "1"]
        for options in [["--report", graph], ["--json", graph], ["--report", link], ["--report", vertices]]:
            with self.subTest(options=options):
                finished = run(*study, *options, *rest)
                self.assertEqual(finished.returncode, 2, finished)
                self.assertIn("which is read", finished.stderr)
                self.assertEqual((graph.read_bytes(), vertices.read_bytes()), before)
        both = self.folder / "both"
        finished = run(*study, "--json", both, "--report", both)
        self.assertEqual((finished.returncode, both.exists()), (2, False), finished)
        self.assertIn("same file", finished.stderr)
        self.assertEqual(run(*study, "--json", both, *rest).returncode, 0)
        self.assertTrue(both.exists())

    def test_stdout_can_be_named_as_a_file(self):
        finished = run(*SMALL, "--output", "-")
        self.assertTrue(finished.stdout.startswith(HEADING), finished)
        self.assertIn("reached", finished.stderr)
        finished = run(*SMALL, "--output", "-", "--json", "-")
        self.assertEqual((finished.returncode, finished.stdout), (2, ""), finished.stderr)
        finished = run(*SMALL, "--output", "/dev/stdout")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertTrue(finished.stdout.startswith(HEADING), finished.stdout[:200])
        self.assertEqual(len(finished.stdout.splitlines()), 401)
        self.assertIn("reached", finished.stderr)
        finished = run(*SMALL, "--json", "/dev/stdout")
        self.assertEqual(json.loads(finished.stdout)["result"]["reached"], 400)
        path = self.folder / "redirected"  # the shell's file, which must be written, not replaced
        shell(f'echo first >{path}; exec "$@" >>{path}', *SMALL, "--output", "/dev/stdout")
        lines = path.read_text().splitlines()
        self.assertEqual((lines[0], lines[1] + "\n", len(lines)), ("first", HEADING, 402))

    def test_a_killed_run_leaves_nothing(self):
        if not unnamed_files_work(self.folder):
            self.skipTest("files here must have names")
        path = self.folder / "a.el"
        for team in TEAMS:
            with subprocess.Popen([COMMAND, "generate", "kron:20", str(path), *map(str, team)],
                                  stdout=subprocess.DEVNULL) as process:
                try:
                    end = time.monotonic() + 60
                    while not self.writes(process.pid):
                        self.assertLess(time.monotonic(), end, "the command starts to write")
                        self.assertIsNone(process.poll())
                        time.sleep(0.005)
                finally:
                    process.send_signal(signal.SIGKILL)
            self.assert_left()

    def writes(self, process):
        """Whether the process has a file of the folder open for writing."""
        folder = f"/proc/{process}/fd"
        try:
            return any(os.readlink(f"{folder}/{each}").startswith(str(self.folder) + "/")
                       for each in os.listdir(folder))
        except OSError:  # it came or went
            return False

    def test_ids_of_63_bits_and_more_keep_their_value(self):
        big = 2**64 - 5
        graph = self.folder / "big.el"
        graph.write_text(f"1 {big}\n{big} 7\n")
        table = self.folder / "big.npy"
        self.assertEqual(run("bfs", graph, "--undirected", "--source", big, "--output", table).returncode, 0)
        data = table.read_bytes()
        start = 10 + int.from_bytes(data[8:10], "little")
        self.assertIn(b"('parent', '<u8')", data[:start])
        rows = [data[at:at + 24] for at in range(start, len(data), 24)]
        self.assertEqual([int.from_bytes(row[16:], "little") for row in rows], [big] * 3)

    def test_processes_of_mpi_write_one_file(self):
        for mpi in LAUNCHERS:
            for name in ["text.el", "gap.sg", "native.orj"]:
                with self.subTest(mpi=mpi, name=name):
                    path = self.folder / name
                    self.assertEqual(run("generate", "kron:8", path).returncode, 0)
                    alone = path.read_bytes()
                    path.unlink()
                    finished = launch(mpi, 2, "generate", "kron:8", path)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    self.assertEqual(path.read_bytes(), alone)
                    self.assert_left(name)
                    path.unlink()


if __name__ == "__main__":
    unittest.main()
