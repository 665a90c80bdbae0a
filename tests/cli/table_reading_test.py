# Parquet and Arrow files: read as the same edges in CSV are, in every type, codec and team.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import unittest

from command_runner import COMMAND, LAUNCHERS, document, launch, run
from graph_files import Files
from peers import networkx as nx
from table_files import (ROWS, drawn, feather, ids_of_types, name_of, needs_arrow, parquet, pyarrow, table,
                         weights_of_types, write, write_csv)

TEAMS = [["--ranks", ranks, "--workers", workers] for ranks in (1, 2, 3) for workers in (1, 2)]
SUFFIXES = [".parquet", ".feather", ".arrows"]


@needs_arrow
class TableReading(Files):
    def answer(self, graph, *arguments):
        """What mst writes of a graph, which has all its vertices and weights that count."""
        target = self.folder / "out.csv"
        finished = run("mst", graph, "--output", target, "--quiet", *arguments)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return target.read_text(encoding="utf-8")

    def expect_problem(self, content, *parts, **how):
        """The table, written with a suffix and read with options, is refused with these words."""
        path = write(content, self.folder / f"bad{how.get('suffix', '.parquet')}")
        finished = run("info", path, *how.get("options", ()))
        self.assertEqual(finished.returncode, 3, finished.stderr)
        for part in (path.name, *parts):
            self.assertIn(part, finished.stderr)

    def test_every_type_of_ids_is_read(self):
        edges = drawn()
        expected = {vertex: self.answer(write_csv(edges, self.folder / "same.csv", vertex, str))
                    for vertex in (str, name_of)}
        for number, (kind, ids) in enumerate(ids_of_types().items()):
            vertex = str if "int" in kind or "numbers" in kind else name_of
            content = table(edges, ids, lambda values: pyarrow.array(values, "int32"))
            path = write(content, self.folder / f"edges{SUFFIXES[number % 3]}")
            team = TEAMS[number % len(TEAMS)]
            self.assertEqual(self.answer(path, *team), expected[vertex], (kind, path.suffix, team))

    def test_every_team_gives_the_same_answer(self):
        edges = drawn()
        for kind, suffix in (("int64", ".parquet"), ("dictionary", ".feather"), ("string", ".arrows")):
            path = write(table(edges, ids_of_types()[kind], pyarrow.array), self.folder / f"edges{suffix}")
            answers = {self.answer(path, *team) for team in TEAMS}
            self.assertEqual(len(answers), 1, kind)

    def test_processes_of_mpi_share_the_row_groups(self):
        path = write(table(drawn(), ids_of_types()["string"], pyarrow.array), self.folder / "edges.parquet")
        expected = self.answer(path)
        for mpi in LAUNCHERS:
            target = self.folder / f"{mpi}.csv"
            finished = launch(mpi, 2, "mst", path, "--output", target)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(target.read_text(encoding="utf-8"), expected)

    def test_every_type_of_weights_is_exact(self):
        edges = drawn()
        for number, (kind, (weights, text)) in enumerate(weights_of_types().items()):
            csv = write_csv(edges, self.folder / "same.csv", weight=text)
            path = write(table(edges, weights=weights), self.folder / f"edges{SUFFIXES[number % 3]}")
            self.assertEqual(self.answer(path), self.answer(csv), kind)
            self.assertEqual(document("info", path)["weights"], document("info", csv)["weights"], kind)

    def test_distances_are_those_of_networkx(self):
        if nx is None:
            self.skipTest("needs NetworkX")
        edges = drawn(seed=5)
        graph = nx.Graph()
        graph.add_weighted_edges_from(edges)
        expected = nx.single_source_dijkstra_path_length(graph, edges[0][0])
        target = self.folder / "distances.csv"
        path = write(table(edges, weights=pyarrow.array), self.folder / "edges.feather")
        run("sssp", path, "--undirected", "--source", edges[0][0], "--output", target)
        found = {int(row["vertex"]): int(row["distance"]) for row in self.rows(target)}
        self.assertEqual({v: d for v, d in found.items() if d >= 0}, expected)

    def test_every_codec_and_shape_is_read(self):
        edges = drawn()
        expected = self.answer(write_csv(edges, self.folder / "same.csv", weight=str))
        content = table(edges, weights=pyarrow.array)
        for codec in ("none", "snappy", "gzip", "zstd", "lz4", "brotli"):
            parquet.write_table(content, self.folder / "p.parquet", compression=codec)
            self.assertEqual(self.answer(self.folder / "p.parquet"), expected, codec)
        for codec in ("uncompressed", "lz4", "zstd"):
            feather.write_feather(content, self.folder / "f.feather", compression=codec)
            self.assertEqual(self.answer(self.folder / "f.feather"), expected, codec)
        for shape in ({"row_group_size": 1}, {"version": "1.0"}, {"use_dictionary": False},
                      {"data_page_version": "2.0"}, {"write_page_checksum": True}):
            parquet.write_table(content, self.folder / "p.parquet", **shape)
            self.assertEqual(self.answer(self.folder / "p.parquet"), expected, shape)

    def test_more_rows_than_a_block_holds_are_read(self):
        rows = 150_000
        content = pyarrow.table({"src": pyarrow.array(range(rows)), "dst": pyarrow.array(range(1, rows + 1))})
        for suffix, row_group in ((".parquet", rows), (".parquet", 40_000), (".feather", rows), (".arrows", rows)):
            path = self.folder / f"path{suffix}"
            if suffix == ".parquet":
                parquet.write_table(content, path, row_group_size=row_group)
            else:
                self.write_whole(content, path)
            graph = document("info", path, "--ranks", 2, "--workers", 2)["graph"]
            self.assertEqual((graph["vertices"], graph["edges"]), (rows + 1, rows), suffix)

    def write_whole(self, content, path):
        maker = pyarrow.ipc.new_file if path.suffix == ".feather" else pyarrow.ipc.new_stream
        with maker(path, content.schema) as writer:
            writer.write_table(content)

    def test_large_ids_and_views_of_strings_are_read(self):
        big = 2**64 - 2
        content = pyarrow.table({"u": pyarrow.array([0, 2**63], "uint64"), "v": pyarrow.array([big, 1], "uint64")})
        path = write(content, self.folder / "big.parquet")
        target = self.folder / "out.csv"
        self.assertEqual(run("components", path, "--output", target).returncode, 0)
        self.assertEqual([int(row["vertex"]) for row in self.rows(target)], [0, 1, 2**63, big])
        self.expect_problem(pyarrow.table({"u": [0], "v": pyarrow.array([big + 1], "uint64")}), "row 1, column 'v'")
        views = pyarrow.table({"u": pyarrow.array(["a", "a name longer than twelve"], pyarrow.string_view()),
                               "v": pyarrow.array(["b", "c"], pyarrow.string_view())})
        path = write(views, self.folder / "views.arrows")
        self.assertEqual(document("info", path)["graph"]["vertices"], 4)

    def test_columns_are_found_and_chosen_by_name(self):
        edges = drawn()
        content = table(edges, weights=pyarrow.array, names=("From", "To", "Cost"))
        content = content.append_column("list", pyarrow.array([[1]] * ROWS)).append_column("note", [["x"] * ROWS])
        path = write(content, self.folder / "edges.parquet")
        said = document("info", path)["graph"]
        self.assertIn("left out: 'list', 'note'", said["recognised"])
        chosen = run("info", path, "--columns", "source=To,target=1")
        self.assertEqual(chosen.returncode, 0, chosen.stderr)
        odd = table(edges, weights=pyarrow.array, names=("a", "b", "c"))
        self.expect_problem(odd, "do not say which are source and target", "--columns")
        self.expect_problem(odd, "no column is called 'x'", options=("--columns", "source=x,target=b"))
        two = write(table(edges, names=("a", "b")), self.folder / "two.parquet")
        self.assertIn("the columns 'a' and 'b' are source and target", document("info", two)["graph"]["guesses"])
        self.expect_problem(table(edges).select(["source"]), "a table with 1 column")
        self.expect_problem(table(edges).slice(0, 0), "holds no edges")

    def test_what_is_no_edge_is_told_with_row_and_column(self):
        for suffix in SUFFIXES:
            ids = pyarrow.table({"src": pyarrow.array([1, -2, 3]), "dst": [1, 2, 3]})
            self.expect_problem(ids, "row 2, column 'src': vertex id -2 is negative", suffix=suffix)
            gone = pyarrow.table({"src": ["a", "b", "c"], "dst": ["b", "c", None]})
            self.expect_problem(gone, "row 3, column 'dst': no vertex", suffix=suffix)
        for value, problem in ((float("nan"), "not finite"), (float("inf"), "not finite"), (None, "missing")):
            content = pyarrow.table({"src": [1, 2], "dst": [2, 3], "w": pyarrow.array([0.5, value])})
            path = write(content, self.folder / "w.parquet")
            self.expect_problem(content, f"row 2, column 'w': ", problem, "--weights none")
            self.assertEqual(run("info", path, "--weights", "none").returncode, 0)
        self.expect_problem(pyarrow.table({"src": [1.0], "dst": [2.0]}), "holds 'double', and no ids")
        self.expect_problem(pyarrow.table({"src": [""], "dst": ["x"]}), "row 1, column 'src': a vertex without a name")

    def test_texts_that_spell_numbers_may_be_numbers(self):
        content = pyarrow.table({"src": ["1", "2"], "dst": [2, 3]})
        path = write(content, self.folder / "texts.parquet")
        self.assertIn("vertices have names (else say --ids numbers)", document("info", path)["graph"]["guesses"])
        self.assertEqual(document("info", path, "--ids", "numbers")["graph"]["vertices"], 3)
        numbers = write(pyarrow.table({"src": [1, 2], "dst": [2, 3]}), self.folder / "numbers.parquet")
        self.assertEqual(document("bfs", numbers, "--ids", "names", "--source", "2")["result"]["reached"], 2)

    def test_standard_input_and_a_wrong_suffix_are_no_matter(self):
        for suffix in SUFFIXES:
            path = write(table(drawn()), self.folder / f"edges{suffix}")
            path = path.rename(self.folder / "edges.csv")
            with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as piped:
                finished = subprocess.run([COMMAND, "info", "-", "--quiet"], stdin=piped.stdout,
                                          capture_output=True, text=True, timeout=120, check=False)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(run("info", path).returncode, 0)

    def test_what_is_forced_and_is_none_is_told(self):
        path = write(table(drawn()), self.folder / "edges.parquet")
        for graph, kind in ((self.graph, "parquet"), (self.graph, "arrow"), (path, "arrow")):
            finished = run("info", graph, "--format", kind)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn(f"{graph.name}: cannot be read as {kind}", finished.stderr)

    def test_a_missing_plug_in_is_told_with_the_remedy(self):
        path = write(table(drawn()), self.folder / "edges.parquet")
        for arguments in (["info", path], ["bfs", self.graph, "--output", self.folder / "x.parquet"]):
            finished = run(*arguments, ORUJO_PLUGINS=str(self.folder))
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn("orujo-parquet", finished.stderr)
            self.assertIn(str(self.folder), finished.stderr)
        (self.folder / "liborujo_arrow.so").write_text("a stranger's\n", encoding="ascii")
        finished = run("info", path, ORUJO_PLUGINS=str(self.folder))
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("has no card", finished.stderr)


if __name__ == "__main__":
    unittest.main()
