# What `make package` has made, unpacked beside the system: the tour of the README, and which level of
# processors runs. Skipped where nothing has been packed, which takes as long as three builds.
# SPDX-License-Identifier: Apache-2.0
import gzip
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TEST_SOURCE_DIR", pathlib.Path(__file__).parents[3]))
PACKAGES = pathlib.Path(os.environ.get("TEST_PACKAGES", SOURCE / "build" / "package"))
EMULATOR = shutil.which("qemu-x86_64")


def only_file(pattern):
    """The one package of that kind, if it was made."""
    found = sorted(PACKAGES.glob(pattern))
    return found[-1] if found else None


DEB = only_file("orujo_*.deb")
PARQUET = only_file("orujo-parquet_*.deb")
ARCHIVE = only_file("orujo-*.tar.zst")


def bare(*words, folder=None, **environment):
    """The finished process, which sees nothing of this session's environment."""
    return subprocess.run([*map(str, words)], cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": "/", **environment},
                          capture_output=True, text=True, timeout=300, check=False)


def tour():
    """The commands of the README's tour, as lists of words."""
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    return [shlex.split(line, comments=True) for line in re.findall(r"^\$ orujo (.*)$", text, re.MULTILINE)]


@unittest.skipUnless(DEB and ARCHIVE and shutil.which("dpkg-deb"), "no package: make package")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        subprocess.run(["dpkg-deb", "-x", DEB, cls.root], check=True)
        cls.command = cls.root / "usr" / "bin" / "orujo"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def field(self, name):
        return bare("dpkg-deb", "-f", DEB, name).stdout

    def compiled_for(self, *before, **environment):
        """What the doctor says that the program was compiled for."""
        finished = bare(*before, self.command, "doctor", **environment)
        self.assertEqual(finished.returncode, 0, finished)
        return re.search(r"-march=(\S+)", finished.stdout).group(1)

    def run_tour(self, command, folder):
        commands = tour()
        self.assertGreaterEqual(len(commands), 3)
        for words in commands:
            with self.subTest(words=words):
                finished = bare(command, *words, folder=folder)
                self.assertEqual(finished.returncode, 0, finished)
                self.assertIn("time ", finished.stdout)

    def test_the_tour_runs(self):
        self.run_tour(self.command, self.root / "usr" / "share" / "orujo")

    def test_the_tour_runs_from_the_archive_wherever_it_lies(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["tar", "--zstd", "-xf", ARCHIVE, "-C", folder, "--strip-components=1"], check=True)
            place = pathlib.Path(folder)
            self.assertTrue((place / "share" / "doc" / "orujo" / "LICENSE").is_file())
            self.run_tour(place / "bin" / "orujo", place / "share" / "orujo")

    def test_mpi_is_suggested_and_not_needed(self):
        needs = self.field("Depends") + self.field("Pre-Depends") + self.field("Recommends")
        self.assertIn("libstdc++6", needs)
        self.assertNotRegex(needs, "mpi")
        self.assertRegex(self.field("Suggests"), "libopenmpi|libmpich")
        for line in bare("ldd", self.command).stdout.splitlines():
            self.assertNotRegex(line, "mpi")

    @unittest.skipUnless(PARQUET, "no package for Parquet: it takes pyarrow")
    def test_the_plug_in_for_parquet_is_a_package_of_its_own(self):
        self.assertFalse(list(self.root.rglob("liborujo_arrow.so")))
        self.assertIn("orujo-parquet", self.field("Suggests"))
        self.assertRegex(bare("dpkg-deb", "-f", PARQUET, "Depends").stdout, r"orujo \(= ")
        with tempfile.TemporaryDirectory() as folder:
            for package in (DEB, PARQUET):
                subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
            place = pathlib.Path(folder) / "usr"
            self.assertRegex(bare(place / "bin" / "orujo", "doctor").stdout, r"Parquet plug-in +ok")
            for name in ("copyright", "LICENSE.txt", "NOTICE.txt"):
                self.assertTrue((place / "share" / "doc" / "orujo-parquet" / name).is_file())

    def test_pages_and_scripts_lie_where_others_look_for_them(self):
        share = self.root / "usr" / "share"
        page = gzip.decompress((share / "man" / "man1" / "orujo.1.gz").read_bytes()).decode()
        self.assertIn(".SH NAME", page)
        for name in ["bash-completion/completions/orujo", "zsh/vendor-completions/_orujo",
                     "fish/vendor_completions.d/orujo.fish", "doc/orujo/copyright", "doc/orujo/examples/cache.cpp",
                     "orujo/schema/run.schema.json"]:
            self.assertTrue((share / name).is_file(), name)

    def test_no_file_can_be_written_by_others(self):
        for path in self.root.rglob("*"):
            if not path.is_symlink():
                self.assertEqual(path.stat().st_mode & 0o022, 0, path)

    def test_each_level_was_compiled_for_its_processors(self):
        place = next(self.root.glob("usr/lib/*/orujo"))
        for level, folder in [("x86-64-v2", place), ("x86-64-v3", place / "glibc-hwcaps" / "x86-64-v3"),
                              ("x86-64-v4", place / "glibc-hwcaps" / "x86-64-v4")]:
            self.assertIn(f"-march={level}\0".encode(), (folder / "liborujo_command.so").read_bytes())

    @unittest.skipUnless(EMULATOR and os.uname().machine == "x86_64", "no emulator of this processor")
    def test_the_newest_level_that_the_processor_has_is_chosen(self):
        self.assertEqual(self.compiled_for(EMULATOR, "-cpu", "Nehalem"), "x86-64-v2")
        self.assertEqual(self.compiled_for(EMULATOR, "-cpu", "Haswell"), "x86-64-v3")

    def test_the_loader_can_be_told_to_take_an_older_level(self):
        chosen = self.compiled_for(GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX2,-AVX512F")
        self.assertEqual(chosen, "x86-64-v2")

    def test_a_processor_older_than_all_levels_is_refused(self):
        if not EMULATOR:
            self.skipTest("no emulator")
        finished = bare(EMULATOR, "-cpu", "Opteron_G1", self.command, "--version")
        self.assertEqual(finished.returncode, 5, finished)
        self.assertIn("this one lacks", finished.stderr)

    def test_projects_find_the_library(self):
        with tempfile.TemporaryDirectory() as build:
            project = self.root / "usr" / "share" / "doc" / "orujo" / "examples" / "find_package"
            compiler = ["-D", "CMAKE_BUILD_TYPE=Release", "-D", f"CMAKE_PREFIX_PATH={self.root}/usr"]
            for words in [["-S", project, "-B", build, *compiler], ["--build", build]]:
                finished = bare("cmake", *words)
                self.assertEqual(finished.returncode, 0, finished.stdout + finished.stderr)
            finished = bare(pathlib.Path(build, "uses_orujo"), "4")
            self.assertEqual(finished.returncode, 0, finished)


if __name__ == "__main__":
    unittest.main()
