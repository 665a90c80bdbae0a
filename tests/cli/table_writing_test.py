# --output FILE.parquet holds what the .csv does, in columns of fitting types.
# SPDX-License-Identifier: Apache-2.0
import csv
import os
import unittest

from command_runner import run
from graph_files import TEAMS, Files
from table_files import drawn, name_of, needs_arrow, parquet, pyarrow, write_csv

COMMANDS = [["bfs", "--source", 0], ["components"], ["sssp", "--source", 0], ["sssp", "--source", 0, "--weights", "real"],
            ["widest", "--source", 0], ["pagerank"], ["mst"], ["kcore"], ["colour"], ["mis"], ["betweenness"]]


@needs_arrow
class TableWriting(Files):
    def both(self, *arguments):
        """The rows of the CSV, and the table of the Parquet file."""
        for suffix in ("csv", "parquet"):
            finished = run(*arguments, "--output", self.folder / f"out.{suffix}", "--quiet")
            self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(self.folder / "out.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return rows, parquet.read_table(self.folder / "out.parquet")

    def same(self, text, value, is_text):
        """Whether a value of Parquet is what CSV has."""
        if value is None:
            return text == "" if is_text else float(text) == -1
        return type(value)(text) == value

    def check(self, *arguments):
        rows, written = self.both(*arguments)
        self.assertEqual(written.num_rows, len(rows))
        self.assertEqual(written.column_names, list(rows[0]))
        for name in written.column_names:
            is_text = written.schema.field(name).type == pyarrow.string()
            for row, value in zip(rows, written.column(name).to_pylist()):
                self.assertTrue(self.same(row[name], value, is_text), (arguments, name, row[name], value))
        return written

    def test_values_are_those_of_csv(self):
        edges = [(0, 1, 7)] + drawn(rows=30) + [(100, 101, 3)]
        for vertex in (str, name_of):
            graph = write_csv(edges, self.folder / "graph.csv", vertex, str)
            for number, (command, *options) in enumerate(COMMANDS):
                options = [vertex(0) if option == 0 else option for option in options]
                self.check(command, graph, *options, *TEAMS[number % len(TEAMS)])

    def test_none_is_null_and_types_fit(self):
        graph = self.folder / "graph.csv"
        graph.write_text("source,target,weight\n0,1,7\n2,3,1\n", encoding="ascii")
        tree = self.check("bfs", graph, "--source", 0)
        self.assertEqual(tree.schema.types, [pyarrow.int64()] * 3)
        self.assertEqual(tree.column("depth").to_pylist(), [0, 1, None, None])
        self.assertEqual(tree.column("parent").to_pylist()[2:], [None, None])
        distances = self.check("sssp", graph, "--source", 0, "--weights", "real")
        self.assertEqual(distances.schema.field("distance").type, pyarrow.float64())
        self.assertEqual(distances.column("distance").to_pylist(), [0, 7, None, None])
        named = self.check("bfs", graph, "--ids", "names", "--source", 0)
        self.assertEqual(named.schema.field("parent").type, pyarrow.string())
        self.assertEqual(named.column("parent").to_pylist()[2:], [None, None])

    def test_ids_beyond_63_bits_are_unsigned(self):
        self.graph.write_text(f"1 {2**63}\n2 {2**64 - 2}\n", encoding="ascii")
        written = self.check("components", self.graph)
        self.assertEqual(written.schema.types, [pyarrow.uint64()] * 2)

    def test_names_that_are_no_text_are_written_as_one(self):
        self.graph.write_bytes(b"source,target\ncaf\xe9,b\n")
        target = self.folder / "out.parquet"
        self.assertEqual(run("components", self.graph, "--output", target).returncode, 0)
        self.assertEqual(parquet.read_table(target).column("vertex").to_pylist(), ["b", "caf\ufffd"])

    def test_it_is_read_back_as_a_table_of_edges(self):
        target = self.folder / "forest.parquet"
        graph = write_csv(drawn(), self.folder / "graph.csv", weight=str)
        self.assertEqual(run("mst", graph, "--output", target).returncode, 0)
        again = self.folder / "again.parquet"
        self.assertEqual(run("mst", target, "--output", again).returncode, 0)
        self.assertEqual(parquet.read_table(target).num_rows, parquet.read_table(again).num_rows)

    def test_pipes_are_refused_and_nothing_is_left_behind(self):
        pipe = self.folder / "pipe.parquet"
        os.mkfifo(pipe)
        refused = run("components", self.graph, "--output", pipe)
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("is a pipe", refused.stderr)
        failed = run("components", self.graph, "--output", self.folder / "no" / "out.parquet")
        self.assertEqual(failed.returncode, 3, failed.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["pipe.parquet", "small.el"])


if __name__ == "__main__":
    unittest.main()
