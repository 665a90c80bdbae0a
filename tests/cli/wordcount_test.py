# Words counted by the command, beside what DuckDB counted in the same texts and what Python counts.
# SPDX-License-Identifier: Apache-2.0
import bz2
import collections
import csv
import gzip
import hashlib
import lzma
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

from command_runner import COMMAND, LAUNCHERS, document, launch, run, schema
from table_files import needs_arrow, parquet, pyarrow

try:
    import jsonschema
except ImportError:
    jsonschema = None

TEXTS = pathlib.Path(os.environ.get("ORUJO_DATA", "/none"), "text")

# Of DuckDB 2.0.1: words, distinct words, SHA-256 of "word<tab>count\n" by falling counts, then words.
COUNTED_BY_DUCKDB = {
    "pg2600": (566240, 41966, "7b598306c0f40c5e3e2539a7bbc4ee9178fbe29f191ddfaaef855f3d2bc46796"),
    "bible-kjv": (820736, 59958, "82fdf670e85998bca9db2b1ec70be0d0afa5eaef03d26fc9db7c352362b96c63"),
    "austen-6-novels": (717549, 40655, "7439dce38a7a09dbd70af7472c93c515c104e78dbab57bf3e7d7e4942173bed3"),
}
TEXT = b"the cat and the dog\tand\r\nthe mouse \xff\xfe, \"quoted,\"\n\n" * 40 + b"that-is-a-rather-long-word and the end"


def counts_of(text):
    words = collections.Counter(text.decode("latin-1").translate({0x1c: "_", 0x85: "_", 0xa0: "_"}).split())
    return sorted(words.items(), key=lambda each: (-each[1], each[0]))


class WordCount(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "text"
        self.path.write_bytes(TEXT)

    def rows(self, path):
        with open(path, newline="", encoding="latin-1") as file:
            heading, *rows = csv.reader(file)
        self.assertEqual(heading, ["word", "count"])
        return [(word, int(count)) for word, count in rows]

    @unittest.skipUnless(TEXTS.exists(), "there are no texts in ORUJO_DATA")
    def test_counts_what_duckdb_counts(self):
        for (name, (words, distinct, digest)), team in zip(
            COUNTED_BY_DUCKDB.items(), [["--workers", 2], ["--ranks", 3], ["--ranks", 2, "--transport", "sim"]]
        ):
            output = self.folder / f"{name}.csv"
            found = document("wordcount", TEXTS / f"{name}.txt.xz", "--output", output, *team)["result"]
            self.assertEqual((found["words"], found["distinct"]), (words, distinct))
            with open(output, newline="", encoding="utf-8") as file:
                rows = list(csv.reader(file))[1:]
            lines = "".join(f"{word}\t{count}\n" for word, count in rows)
            self.assertEqual(hashlib.sha256(lines.encode()).hexdigest(), digest)

    def test_counts_files_of_every_packing_together(self):
        paths = [self.path]
        for suffix, pack in [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)]:
            paths.append(self.folder / f"text{suffix}")
            paths[-1].write_bytes(pack(TEXT))
        empty = self.folder / "empty"
        empty.touch()
        expected = [(word, 4 * count) for word, count in counts_of(TEXT)]
        for team in [["--workers", 3], ["--ranks", 3, "--workers", 2]]:
            output = self.folder / "words.csv"
            found = document("wordcount", *paths, empty, "--top", 2, "--output", output, *team)
            self.assertEqual(self.rows(output), expected)
            self.assertEqual(found["result"]["top"], [{"word": word, "count": count} for word, count in expected[:2]])
            self.assertEqual(found["work"]["pairs_emitted"], found["result"]["words"])
            if jsonschema is not None:
                jsonschema.validate(found, schema("run"))

    @needs_arrow
    def test_refuses_words_that_a_table_would_change(self):
        whole = b"na\xc3\xafve a\x00b \xef\xbf\xbd "
        for words, suffix, said in [
            (b"ab ab\x00", ".npy", r"the word 'ab\x00', which ends in a byte 0"),
            (b"x\xff x\xfe", ".npy", r"the word 'x\xfe', which is not UTF-8"),
            (b"x\xff x\xfe", ".parquet", r"the word 'x\xfe', which is not UTF-8"),
            (b"ab ab\x00", ".parquet", None),
            (b"x\xff x\xfe ab ab\x00", ".csv", None),
        ]:
            self.path.write_bytes(whole + words)
            for team in [["--workers", 1], ["--ranks", 2]]:
                output = self.folder / f"words{suffix}"
                finished = run("wordcount", self.path, "--output", output, *team)
                if said is None:
                    self.assertEqual(finished.returncode, 0, finished.stderr)
                    output.unlink()
                    continue
                self.assertEqual(finished.returncode, 3, (words, suffix, finished.stderr))
                self.assertIn(f"words{suffix}: ", finished.stderr)
                self.assertIn(said, finished.stderr)
                self.assertIn("write a .csv or .csv.gz", finished.stderr)
                self.assertEqual(os.listdir(self.folder), ["text"])

    @needs_arrow
    def test_keeps_words_apart_in_parquet(self):
        self.path.write_bytes(b"ab ab\x00 ab\x00 \xef\xbf\xbd")
        output = self.folder / "words.parquet"
        document("wordcount", self.path, "--output", output)
        self.assertEqual(parquet.read_table(output)["word"].to_pylist(), ["ab\x00", "ab", "\ufffd"])

    def test_counts_many_words_in_little_memory(self):
        # Each of two workers meets all words: a table of them would be beyond the limit alone.
        words = [f"w{i:07x}" for i in range(380_000)]
        self.path.write_text("\n".join(words) + "\n" + "\n".join(words) + "\n", encoding="ascii")
        for team in [["--workers", 2], ["--ranks", 2, "--workers", 1]]:
            found = document("wordcount", self.path, "--set", "memory_limit_bytes=16M", *team)["result"]
            self.assertEqual((found["words"], found["distinct"]), (760_000, 380_000))
        finished = run("wordcount", self.path, "--set", "memory_limit_bytes=8M", "--workers", 2)
        self.assertEqual(finished.returncode, 4, finished.stderr)
        self.assertIn("a larger table of words needs about", finished.stderr)

    def test_reads_standard_input(self):
        finished = subprocess.run([COMMAND, "wordcount", "-", "--output", "-"], input=TEXT, capture_output=True, check=False)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(finished.stdout.splitlines()[1], b"the,121")

    def test_says_what_is_wrong(self):
        wide = self.folder / "wide"
        wide.write_text("to be", encoding="utf-16")
        for arguments, code, said in [
            ([], 2, "needs a FILE"),
            ([self.folder / "missing.txt"], 3, "missing.txt: no such file\n"),
            ([wide], 3, "wide: is UTF-16 text; convert it to UTF-8"),
            ([self.path, "-"], 2, "alone"),
            ([self.path, "--output", "words.xls"], 2, ".parquet"),
            ([self.path, "--output", self.path.rename(self.folder / "text.csv")], 3, "text"),
        ]:
            finished = run("wordcount", *arguments)
            self.assertEqual(finished.returncode, code, (arguments, finished.stderr))
            self.assertIn(said, finished.stderr)

    def test_takes_files_without_a_letter_as_empty(self):
        self.path.write_bytes(b"")
        for suffix, pack in [("", bytes), (".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)]:
            path = self.folder / f"nothing{suffix}"
            path.write_bytes(pack(b""))
            self.assertEqual(document("wordcount", path)["result"], {"words": 0, "distinct": 0, "top": []}, suffix)

    def test_shows_the_beginning_of_a_long_word(self):
        self.path.write_text("\u00e4" * 10_000 + " b", encoding="utf-8")
        finished = run("wordcount", self.path)
        self.assertIn("word " + "\u00e4" * 100 + "\u2026 (20000 bytes)  count 1", finished.stdout)
        self.assertEqual(document("wordcount", self.path)["result"]["top"][1]["word"], "\u00e4" * 10_000)

    def test_names_the_place_of_a_word_that_no_message_holds(self):
        self.path.write_text("a\nb c " + "x" * 40_000 + " d\n", encoding="ascii")
        for team in [["--workers", 1], ["--ranks", 2]]:
            finished = run("wordcount", self.path, *team)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn(f"{self.path.name}:2:5: this word has 40000 bytes", finished.stderr)

    def test_refuses_archives_and_tables(self):
        archive = self.folder / "books.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(self.path, "text")
        table = self.folder / "table"
        table.write_bytes(b"PAR1" + bytes(50) + b"PAR1")
        for path, said in [(archive, "is a tar archive; unpack it first"), (table, "is a Parquet table, not text")]:
            finished = run("wordcount", path)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn(said, finished.stderr)

    def test_leaves_nothing_where_a_file_is_damaged_in_the_middle(self):
        packed = gzip.compress(os.urandom(3_000_000).hex().encode().replace(b"0", b"\n"))
        self.path.write_bytes(packed[: len(packed) * 2 // 3])
        output = self.folder / "words.csv"
        runs = [run("wordcount", self.path, "--output", output, *team) for team in [["--workers", 2], ["--ranks", 3]]]
        runs += [launch(mpi, 2, "wordcount", self.path, "--output", output) for mpi in list(LAUNCHERS)[:1]]
        for finished in runs:
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn("cut off", finished.stderr)
            self.assertEqual(os.listdir(self.folder), ["text"])

    @unittest.skipUnless(LAUNCHERS, "there is no MPI")
    def test_counts_the_same_in_processes(self):
        output = self.folder / "words.csv"
        finished = launch(next(iter(LAUNCHERS)), 2, "wordcount", self.path, "--output", output)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(self.rows(output), counts_of(TEXT))


class Examples(unittest.TestCase):
    def run_example(self, name, *arguments):
        program = pathlib.Path(COMMAND).parent / "examples" / name
        if not program.exists():
            self.skipTest("the examples have not been built")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for file, text in arguments:
            pathlib.Path(folder.name, file).write_text(text, encoding="ascii")
        finished = subprocess.run(
            [program, *[file for file, _ in arguments]], cwd=folder.name, capture_output=True, text=True, check=False
        )
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout, {each.name: each.read_text() for each in pathlib.Path(folder.name).iterdir()}

    def test_an_inverted_index_names_the_files_of_each_word(self):
        _, files = self.run_example("inverted_index", ("a", "cat dog cat\n"), ("b", "dog\nmouse\n"))
        self.assertEqual(sorted(files["index-0-of-1.txt"].splitlines()), ["cat a", "dog a b", "mouse b"])

    @needs_arrow
    def test_a_table_is_summed_up_by_a_column_of_texts(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "table.parquet")
        table = pyarrow.table({"who": ["a", "b", None, "a"] * 50, "what": [1, 2, 3, None] * 50, "more": [0.5] * 200})
        parquet.write_table(table, path, row_group_size=30)
        program = pathlib.Path(COMMAND).parent / "examples" / "table_totals"
        if not program.exists():
            self.skipTest("the examples have not been built")
        for arguments, code, said in [
            (["who", "what", path, path], 0, "b 200\na 100\n"),
            (["what", "what", path], 3, "its column 'what' is of type int64, not of texts"),
            (["who", "whta", path], 3, "has no column 'whta' among its 3; did you mean 'what'?"),
        ]:
            finished = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
            self.assertEqual(finished.returncode, code, finished.stderr)
            self.assertIn(said, finished.stdout + finished.stderr)

    def test_a_log_is_summed_up_by_status(self):
        line = '1.2.3.4 - - [1/Jan/2026:00:00:00 +0000] "GET /{} HTTP/1.1" {} {}\n'
        log = "".join(line.format(i, 404 if i % 10 == 0 else 200, "-" if i % 10 == 0 else i) for i in range(100))
        printed, _ = self.run_example("log_analysis", ("access.log", log + "odd line\n"))
        self.assertEqual(printed.splitlines(), [f"200 90 {sum(i for i in range(100) if i % 10)}", "404 10 0"])


if __name__ == "__main__":
    unittest.main()
