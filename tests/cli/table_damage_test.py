# Tables that are cut off or damaged: an error that names the file, or an answer, but never a crash.
# SPDX-License-Identifier: Apache-2.0
import random
import unittest

from command_runner import run
from graph_files import Files
from table_files import drawn, ids_of_types, needs_arrow, pyarrow, table, write

ENDINGS = {0, 3}


@needs_arrow
class TableDamage(Files):
    def check(self, path, content, what):
        path.write_bytes(content)
        finished = run("info", path, "--workers", 2, "--quiet", timeout=60)
        self.assertIn(finished.returncode, ENDINGS, (what, finished.stderr))
        if finished.returncode == 3:
            self.assertIn(path.name, finished.stderr, what)
            self.assertTrue(finished.stderr.rstrip("\n").isprintable(), what)
        return finished.returncode

    def files(self):
        """One of each kind, with numbers and with names."""
        for kind in ("int32", "dictionary"):
            for suffix in (".parquet", ".feather", ".arrows"):
                content = table(drawn(rows=30), ids_of_types()[kind], pyarrow.array)
                yield write(content, self.folder / f"edges{suffix}")

    def test_a_file_that_is_cut_off_is_told(self):
        for path in self.files():
            whole = path.read_bytes()
            for tenth in (1, 4, 8, 9.9):
                size = int(len(whole) * tenth / 10)
                code = self.check(path, whole[:size], (path.name, size))
                if path.suffix != ".arrows":  # which may end behind any of its batches
                    self.assertEqual(code, 3, (path.name, size))

    def test_damaged_bytes_do_not_crash(self):
        for number, path in enumerate(self.files()):
            whole = path.read_bytes()
            draw = random.Random(number)
            for attempt in range(6):
                damaged = bytearray(whole)
                # Where it ends, Parquet and Arrow files say what they are.
                place = draw.randrange(len(whole)) if attempt % 2 else draw.randrange(len(whole) * 3 // 4, len(whole))
                damaged[place] ^= 1 << draw.randrange(8)
                self.check(path, bytes(damaged), (path.name, place, attempt))


if __name__ == "__main__":
    unittest.main()
