# Usage errors, help, version, settings and completion of the command.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, LAUNCHERS, document, run

COMMANDS = [each["name"] for each in document("describe")["algorithms"]] + [
    "graph500", "gups", "uts", "stencil", "graphalytics", "wordcount", "kmeans", "scale", "info", "convert", "generate", "describe", "config", "doctor",
    "tune", "completion", "manual",
]


class Usage(unittest.TestCase):
    def assert_usage_error(self, finished, *words):
        self.assertEqual(finished.returncode, 2, finished)
        self.assertEqual(finished.stdout, "")
        for word in words:
            self.assertIn(word, finished.stderr)

    def test_no_command_prints_help_on_stderr(self):
        self.assert_usage_error(run(), "Usage: orujo", "no command was given")

    def test_wrong_values_are_said_in_plain_words(self):
        for arguments, words in [(["extract", "grid:3x3", "x.el", "--min-weight", "abc"], "--min-weight: 'abc' is not a number"),
                                 (["kmeans", "x.csv", "--clusters", "2", "--type", "int"], "--type: 'int' is none of float32"),
                                 (["bfs", "grid:3x3", "--source", "1", "--source", "2"], "--source is given more than once"),
                                 (["bfs", "grid:3x3", "--source"], "--source needs a value"),
                                 (["scale", "bfs", "kron:8", "--ranks", "4,abc"], "--ranks")]:
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run(*arguments), words)
        self.assertEqual(run("bfs", "--", "grid:3x3").returncode, 0)

    def test_an_unknown_command_suggests_the_nearest(self):
        self.assert_usage_error(run("docter"), "did you mean 'doctor'?")

    def test_an_unknown_option_suggests_the_nearest(self):
        self.assert_usage_error(run("config", "--jsn", "-"), "did you mean '--json'?")
        self.assert_usage_error(run("--versoin"), "did you mean '--version'?")

    def test_an_unknown_option_with_a_value_suggests_the_nearest(self):
        self.assert_usage_error(run("config", "--jsn=-"), "'--jsn'", "did you mean '--json'?")

    def test_a_superfluous_argument_is_named(self):
        self.assert_usage_error(run("config", "more"), "takes no argument 'more'")

    def test_an_unknown_setting_suggests_the_nearest(self):
        finished = run("config", "--set", "parcel_byte=1K")
        self.assert_usage_error(finished, "did you mean 'parcel_bytes'?")

    def test_an_unknown_variable_suggests_the_nearest(self):
        finished = run("config", ORUJO_PARCEL_BYTE="1K")
        self.assert_usage_error(finished, "did you mean 'ORUJO_PARCEL_BYTES'?")

    def test_a_setting_out_of_range_names_range_and_unit(self):
        finished = run("config", "--set", "idle_sleep=0")
        self.assert_usage_error(finished, "between 1 and 1000000 microseconds, not 0")

    def test_a_missing_graph_is_told_after_unknown_options(self):
        self.assert_usage_error(run("bfs"), "bfs needs a GRAPH")
        self.assert_usage_error(run("bfs", "--sorce", 1), "did you mean '--source'?")

    def test_an_unknown_generator_shows_the_forms(self):
        self.assert_usage_error(run("bfs", "kronn:4"), "neither a file nor a generator", "kron:SCALE")

    def test_an_unknown_method_suggests_the_nearest(self):
        finished = run("bfs", "kron:4", "--method", "topdown")
        self.assert_usage_error(finished, "did you mean 'top_down'?")

    def test_options_that_exclude_each_other_are_named(self):
        finished = run("bfs", "kron:4", "--directed", "--undirected")
        self.assert_usage_error(finished, "--directed", "--undirected")

    def test_files_to_write_are_checked_before_the_work(self):
        self.assert_usage_error(run("convert", "kron:4"), "needs a FILE")
        self.assert_usage_error(run("convert", "kron:4", "out.xyz"), ".mtx")
        self.assert_usage_error(run("generate", "in.el", "out.el"), "is no generator", "kron:SCALE")

    def test_weights_are_a_range(self):
        for wrong in ["x", "1..", "..5", "5..1", "-1..5", "1.5..2"]:
            finished = run("info", "kron:4", f"--weights={wrong}")
            self.assert_usage_error(finished, "--weights")

    def test_a_format_is_one_of_those_read(self):
        self.assert_usage_error(run("info", "a.el", "--format", "metiz"), "did you mean 'metis'?")
        finished = run("info", "kron:4", "--format", "metis")
        self.assert_usage_error(finished, "kron:4 is generated")

    def test_graph500_takes_a_scale_or_the_generator(self):
        for size in [["6", "8"], ["kron:6:8"]]:
            finished = run("graph500", *size, "--roots", 2)
            self.assertRegex(finished.stdout, r"(?m)^SCALE: +6$", finished.stderr)
            self.assertRegex(finished.stdout, r"(?m)^edgefactor: +8$")
        for wrong in ["kron:", "kron:x", "kron:6:", "uniform:6", "6x", "graph.el"]:
            self.assert_usage_error(run("graph500", wrong), "SCALE", "kron:20")

    def test_stencil_takes_rows_and_columns(self):
        for wrong in ["1000", "10x", "x10", "1x10", "10x1", "10x10x10", "10 x 10"]:
            self.assert_usage_error(run("stencil", wrong), "ROWSxCOLUMNS", wrong)
        self.assert_usage_error(run("stencil", "--iterations", 0), "--iterations")
        self.assert_usage_error(run("stencil", "9000x9", "--block", 8000), "--block", "parcel_bytes")
        self.assert_usage_error(run("stencil", "--iterations", 10**15), "2^53")

    def test_a_transport_that_does_not_exist_is_named(self):
        self.assert_usage_error(run("gups", "--transport", "pigeon"), "pigeon")
        self.assert_usage_error(run("gups", "--style", "localised"), "localized")

    def test_srun_without_a_pmi_is_told_unless_its_task_is_alone(self):
        step = {"SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_NTASKS": "2"}
        finished = run("components", "kron:6", **step)
        self.assertEqual(finished.returncode, 5, finished)
        self.assertIn("--mpi=pmix", finished.stderr)
        finished = run("components", "kron:6", **{**step, "SLURM_NTASKS": "1"})
        self.assertEqual(finished.returncode, 0, finished.stderr)

    def test_programs_that_differ_do_not_run_together(self):
        examples = pathlib.Path(COMMAND).parent / "examples"
        if not (examples / "cache").exists():
            self.skipTest("the examples have not been built")
        for launcher in LAUNCHERS.values():
            finished = subprocess.run(
                [launcher, "-n", "1", examples / "delegates", ":", "-n", "1", examples / "cache"],
                capture_output=True, text=True, check=False, timeout=60
            )
            self.assertNotEqual(finished.returncode, 0)
            self.assertIn("the ranks do not run the same program", finished.stderr)

    def test_an_output_that_cannot_be_written_is_told_before_the_work(self):
        finished = run("gups", "--json", "/nowhere/a.json", "--updates", 10**12)
        self.assertEqual(finished.returncode, 3)
        self.assert_usage_error(run("bfs", "kron:4", "--output", "a.xls"), ".csv", ".npy")

    def test_a_full_stdout_is_told(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            finished = subprocess.run(
                [COMMAND, "info", "kron:4"], stdout=full, stderr=subprocess.PIPE, text=True,
                check=False, timeout=60
            )
        self.assertEqual(finished.returncode, 3)
        self.assertIn("stdout: writing failed", finished.stderr)

    def test_what_cannot_fit_is_refused_with_the_estimate(self):
        for command in [["gups", "--table", "1000T"], ["stencil", "1000000x1000000"]]:
            finished = run(*command)
            self.assertEqual(finished.returncode, 4)
            self.assertRegex(finished.stderr, "needs about [0-9.]+ [KMGT]iB")

    def test_a_tree_that_cannot_be_grown_is_refused(self):
        self.assert_usage_error(run("uts", "T9"), "T1L", "T3")
        self.assert_usage_error(run("uts", "--type", "binomal"), "binomial")
        self.assert_usage_error(run("uts", "--shape", "round"), "cyclic")
        self.assert_usage_error(run("uts", "--placement", "scatered"), "scattered")
        self.assert_usage_error(run("uts", "T3", "--probability", "0.2"), "below 1")
        finished = run("uts", "--set", "memory_limit_bytes=1M", "--ranks", 2)
        self.assertEqual(finished.returncode, 4)
        self.assertRegex(finished.stderr, "needs about [0-9.]+ [KMGT]iB")

    def test_an_unknown_shell_is_an_error(self):
        self.assert_usage_error(run("completion", "ksh"), "bash, zsh and fish")
        self.assert_usage_error(run("completion"), "bash, zsh or fish")

    def test_the_version_has_three_numbers(self):
        finished = run("--version")
        self.assertEqual(finished.returncode, 0)
        self.assertRegex(finished.stdout, r"^orujo [0-9]+\.[0-9]+\.[0-9]+\n$")

    def test_help_of_every_command_shows_an_example(self):
        overview = run("--help")
        self.assertEqual(overview.returncode, 0)
        for command in COMMANDS:
            self.assertRegex(overview.stdout, rf"(?m)^  {command}( |$)")
            finished = run(command, "--help")
            self.assertEqual(finished.returncode, 0)
            self.assertEqual(finished.stderr, "")
            self.assertIn("Example", finished.stdout)
            self.assertIn(f"orujo {command}", finished.stdout)

    def test_help_doctor_and_config_fit_a_terminal(self):
        for arguments in [["--help"], ["doctor"], ["config"], *([command, "--help"] for command in COMMANDS)]:
            for line in run(*arguments).stdout.splitlines():
                has_long_word = any(len(word) > 48 for word in line.split())
                self.assertTrue(len(line) <= 80 or has_long_word, line)


class Config(unittest.TestCase):
    def test_an_option_overrides_the_environment(self):
        finished = run("config", "--set", "parcel_bytes=8K", ORUJO_PARCEL_BYTES="4K")
        self.assertRegex(finished.stdout, r"parcel_bytes +8KiB +bytes +option")
        finished = run("config", ORUJO_PARCEL_BYTES="4K")
        self.assertRegex(finished.stdout, r"parcel_bytes +4KiB +bytes +environment")


class Completion(unittest.TestCase):
    def complete(self, *words):
        """What bash offers for the last of `words`."""
        script = run("completion", "bash").stdout
        quoted = " ".join(f"'{word}'" for word in words)
        script += f'COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _orujo; echo "${{COMPREPLY[@]}}"'
        finished = subprocess.run(
            ["bash", "-u", "-c", script], capture_output=True, text=True, check=True
        )
        return finished.stdout.split()

    def test_bash_completes_commands_options_and_settings(self):
        self.assertEqual(self.complete("orujo", "doc"), ["doctor"])
        self.assertEqual(self.complete("orujo", "config", "--js"), ["--json"])
        self.assertEqual(self.complete("orujo", "config", "--set", "flush_po"), ["flush_policy="])
        self.assertEqual(self.complete("orujo", "config", "roads"), [])

    def test_bash_completes_values(self):
        self.assertEqual(self.complete("orujo", "bfs", "--method", "d"), ["direction_optimizing", "dc"])
        self.assertEqual(self.complete("orujo", "sssp", "--order", "b"), ["buckets:"])
        self.assertEqual(self.complete("orujo", "bfs", "--transport", "s"), ["sim"])
        self.assertEqual(self.complete("orujo", "scale", "--routing", "h"), ["hypercube"])
        self.assertEqual(self.complete("orujo", "bfs", "--set", "flush_policy", "=", "f"), ["full"])
        self.assertEqual(self.complete("orujo", "bfs", "g.el", "--set", "flush_policy", "=")[0], "full")
        self.assertEqual(self.complete("orujo", "describe", "page"), ["pagerank"])
        self.assertEqual(self.complete("orujo", "completion", "f"), ["fish"])
        self.assertEqual(self.complete("orujo", "describe", "--js"), ["--json"])

    def test_zsh_and_fish_name_every_command(self):
        for shell in ["zsh", "fish"]:
            script = run("completion", shell).stdout
            for command in COMMANDS:
                self.assertIn(command, script)

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh_completes_from_a_file_that_it_loads_when_needed(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "_orujo").write_text(run("completion", "zsh").stdout, encoding="utf-8")
            script = ('_describe() { print -l $commands; }; fpath=("$1" $fpath); autoload -U compinit; compinit -D -u; '
                      'words=(orujo ""); CURRENT=2; _orujo')
            finished = subprocess.run(["zsh", "-f", "-c", script, "zsh", folder], capture_output=True, text=True,
                                      timeout=60, check=True)
        for command in COMMANDS:
            self.assertIn(command + ":", finished.stdout)


class Manual(unittest.TestCase):
    def setUp(self):
        self.page = run("manual").stdout

    def test_it_names_every_command_and_setting(self):
        for command in COMMANDS:
            self.assertIn(f".SS orujo {command}\n", self.page)
        for setting in json.loads(run("config", "--json", "-").stdout)["settings"]:
            self.assertIn(f"\\fB{setting['name']}\\fR", self.page)

    def test_an_option_that_commands_take_alike_stands_there_once(self):
        self.assertEqual(self.page.count("\n\\fB\\-\\-workers\\fR"), 1)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_finds_nothing_wrong_with_it(self):
        finished = subprocess.run(["groff", "-k", "-man", "-Tutf8", "-ww", "-b"], input=self.page,
                                  capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(finished.stderr, "")
        self.assertIn("Interrupted by SIGINT or SIGTERM", finished.stdout)


if __name__ == "__main__":
    unittest.main()
