# Files that are cut off, corrupt, empty or wrong, in every format and compression.
# SPDX-License-Identifier: Apache-2.0
import gzip
import lzma
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from bad_files import BINARIES, TEXTS, assert_refused, gap_graph
from command_runner import LAUNCHERS, launch, run

TEAMS = [["--workers", 2], ["--ranks", 3, "--workers", 1]]


def zstd(data):
    return subprocess.run(
        ["zstd", "-q", "-c"], input=data, capture_output=True, check=True, timeout=60
    ).stdout


PACKERS = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}
if shutil.which("zstd"):
    PACKERS[".zst"] = zstd


class BadInput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def check(self, path, place, teams=TEAMS):
        for team in teams:
            with self.subTest(file=path.name, team=team):
                assert_refused(self, path, place, lambda: run("info", path, *team))

    def test_a_right_file_of_every_format_is_read(self):
        for name, (suffix, text, _) in TEXTS.items():
            for packing, pack in PACKERS.items():
                with self.subTest(format=name, packing=packing):
                    path = self.file(f"good.{suffix}{packing}", pack(text.encode()))
                    finished = run("info", path)
                    self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(run("info", self.file("good.sg", gap_graph([1, 2]))).returncode, 0)

    def test_what_is_wrong_is_told_with_its_line(self):
        for suffix, _, wrong in TEXTS.values():
            for what, (text, line) in wrong.items():
                for packing, pack in PACKERS.items():
                    name = f"{what.replace(' ', '_')}.{suffix}{packing}"
                    path = self.file(name, pack(text.encode()))
                    self.check(path, f"{path.name}:{line}:", TEAMS if packing == "" else TEAMS[1:])

    def test_what_is_wrong_in_a_binary_file_is_told_with_its_byte(self):
        for what, (suffix, data, place) in BINARIES.items():
            for packing, pack in PACKERS.items():
                path = self.file(f"{what.replace(' ', '_')}.{suffix}{packing}", pack(data))
                self.check(path, place)

    def test_an_empty_file_of_any_name_is_refused(self):
        for suffix in ["el", "csv", "mtx", "gr", "graph", "col", "sg", "wsg", "orj"]:
            for packing, pack in PACKERS.items():
                self.check(self.file(f"none.{suffix}{packing}", b""), "is empty", TEAMS[:1])
                if packing:
                    path = self.file(f"nothing.{suffix}{packing}", pack(b""))
                    self.check(path, "unpacks to nothing", TEAMS[:1])

    def test_damaged_compressed_data_is_told_with_the_line_that_it_ends_in(self):
        text = "".join(f"{i} {i * 7919 % 100003}\n" for i in range(400000)).encode()
        for packing, pack in PACKERS.items():
            if packing == "":
                continue
            data = pack(text)
            for share in [0.1, 0.9]:  # before and behind what is unpacked to see the format
                cut = int(len(data) * share)
                self.check(self.file(f"cut.el{packing}", data[:cut]), f"cut.el{packing}:")
            flipped = bytearray(data)
            for i in range(len(data) // 2, len(data) // 2 + 64):
                flipped[i] ^= 0x5A
            self.check(self.file(f"flipped.el{packing}", bytes(flipped)), f"flipped.el{packing}:")
            self.check(self.file(f"tail.el{packing}", data + b"garbage"), f"tail.el{packing}:")

    def test_a_damaged_native_file_is_told_with_its_byte(self):
        good = self.folder / "good.orj"
        self.assertEqual(run("generate", "kron:8", good).returncode, 0)
        data = good.read_bytes()
        self.check(self.file("cut.orj", data[: len(data) // 2]), "byte")
        self.check(self.file("short.orj", data[:100]), "byte")
        for at in [20, 5000, len(data) - 5]:
            flipped = bytearray(data)
            flipped[at] ^= 0x10
            self.check(self.file(f"flipped{at}.orj", bytes(flipped)), "byte")
        for packing in [".gz", ".xz"]:
            path = self.file(f"packed.orj{packing}", PACKERS[packing](data))
            self.check(path, "unpack it first")

    def test_what_is_no_file_is_told(self):
        self.check(self.folder / "missing.el", "no such file")
        self.check(self.folder, "is")
        self.check(self.file("image.png", b"\x89PNG\r\n\x1a\n" + bytes(64)), "binary")

    def test_processes_of_mpi_say_it_once_and_all_end(self):
        wrong = self.file("wrong.el.gz", gzip.compress(b"1 2\n2 x\n"))
        damaged = self.file("damaged.sg", BINARIES["huge id"][1])
        cut = self.file("cut.mtx", TEXTS["Matrix Market"][2]["cut off"][0])
        empty = self.file("empty.gr", b"")
        missing = self.folder / "missing.orj"
        cases = [(wrong, "wrong.el.gz:2:"), (damaged, "byte 53"), (cut, "cut.mtx:2:"),
                 (empty, "is empty"), (missing, "no such file")]
        for mpi in LAUNCHERS:
            for path, place in cases:
                with self.subTest(mpi=mpi, file=path.name):
                    assert_refused(self, path, place, lambda: launch(mpi, 2, "components", path))


if __name__ == "__main__":
    unittest.main()
