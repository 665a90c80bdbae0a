# Every kind of wrong file under mpirun: one line, one exit status, and all processes end.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from bad_files import BINARIES, TEXTS, assert_refused
from command_runner import LAUNCHERS, launch

RANKS = {"openmpi": 4, "mpich": 2}


def wrong_files():
    """Name, content and what the message says of each."""
    for suffix, _, wrong in TEXTS.values():
        for what, (text, line) in wrong.items():
            name = f"{what.replace(' ', '_')}.{suffix}"
            yield name, text.encode(), f"{name}:{line}:"
    for what, (suffix, data, place) in BINARIES.items():
        yield f"{what.replace(' ', '_')}.{suffix}", data, place
    for suffix in ["el", "mtx", "gr", "sg", "orj"]:
        yield f"none.{suffix}", b"", "is empty"


@unittest.skipUnless(LAUNCHERS, "no launcher with a plug-in")
class MpiBadInput(unittest.TestCase):
    def test_each_is_refused_once(self):
        for mpi, ranks in RANKS.items():
            if mpi in LAUNCHERS:
                self.check(mpi, ranks)

    def check(self, mpi, ranks):
        with tempfile.TemporaryDirectory() as folder:
            for name, data, place in wrong_files():
                path = pathlib.Path(folder) / name
                path.write_bytes(data)
                with self.subTest(mpi=mpi, ranks=ranks, file=name):
                    assert_refused(self, path, place,
                                   lambda: launch(mpi, ranks, "info", path))


if __name__ == "__main__":
    unittest.main()
