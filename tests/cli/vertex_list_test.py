# --vertices FILE: vertices without edges, as NetworkX has them, and what is wrong with such files.
# SPDX-License-Identifier: Apache-2.0
import csv
import gzip
import random
import unittest

from command_runner import LAUNCHERS, document, launch, run
from graph_files import Files
from peers import needs_all_peers, needs_networkx
from peers import networkx as nx

TEAMS = [["--ranks", ranks, "--workers", workers] for ranks in [1, 2, 3] for workers in [1, 2]]
COMMANDS = [["bfs", "--undirected"], ["sssp", "--weights", "1..9"], ["widest", "--weights", "1..9"],
            ["components"], ["mst", "--weights", "1..9"], ["triangles"], ["pagerank"], ["betweenness", "--sources", 2],
            ["kcore"], ["colour"], ["mis"]]


class ListFiles(Files):
    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def table(self, *arguments):
        """The rows that `orujo ARGUMENTS --output` writes, by their vertex."""
        target = self.folder / "out.csv"
        finished = run(*arguments, "--output", target, "--quiet")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        with open(target, encoding="utf-8", newline="") as file:
            return {row["vertex"]: row for row in csv.DictReader(file)}

    def parts(self, *arguments):
        parts = {}
        for name, row in self.table("components", *arguments).items():
            parts.setdefault(row["component"], set()).add(name)
        return sorted(map(sorted, parts.values()))


class VertexLists(ListFiles):
    def setUp(self):
        super().setUp()
        draw = random.Random(5)
        self.people = [f"Person {i}, {'Ö' * (i % 3)}" for i in range(40)]
        busy = self.people[::2]
        pairs = {tuple(sorted(draw.sample(busy, 2))) for _ in range(45)}
        self.nx = nx.Graph(sorted(pairs)) if nx else None
        if nx:
            self.nx.add_nodes_from(self.people)
        self.edges = self.folder / "knows.csv"
        self.list = self.folder / "people.csv"
        with open(self.edges, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["source", "target"], *sorted(pairs)])
        with open(self.list, "w", encoding="utf-8", newline="") as file:
            rows = [[20 + i, name, 'says "x, y"'] for i, name in enumerate(self.people)]
            csv.writer(file).writerows([["age", "name", "note"], *rows])
        self.both = [self.edges, "--vertices", self.list, "--undirected"]

    @needs_all_peers
    def test_answers_with_isolated_names_are_those_of_networkx_on_every_team(self):
        scores = nx.pagerank(self.nx, tol=1e-12, max_iter=1000)
        cores = nx.core_number(self.nx)
        parts = sorted(map(sorted, nx.connected_components(self.nx)))
        for team in TEAMS:
            self.assertEqual(self.parts(*self.both, *team), parts, team)
            rows = self.table("kcore", *self.both, *team)
            self.assertEqual({name: int(row["core"]) for name, row in rows.items()}, cores, team)
            rows = self.table("pagerank", *self.both, "--tolerance", 1e-12, "--max-iterations", 1000, *team)
            self.assertEqual(set(rows), set(self.people))
            for name, row in rows.items():
                self.assertAlmostEqual(float(row["score"]), scores[name], 9, (name, team))

    @needs_networkx
    def test_info_counts_them(self):
        found = document("info", *self.both)
        degrees = [degree for _, degree in self.nx.degree()]
        self.assertEqual(found["graph"]["vertices"], 40)
        self.assertEqual(found["degrees"]["least"], 0)
        self.assertEqual(found["degrees"]["most"], max(degrees))
        self.assertEqual(found["degrees"]["without"], degrees.count(0))
        self.assertIn("; vertices listed in people.csv, 3 columns, first line names the columns, left out: "
                      "'age', 'note'", found["graph"]["recognised"])

    def test_packed_lists_with_other_separators_are_read_alike(self):
        expected = self.parts(*self.both)
        rows = "".join(f'"{name}"\t{i}\r\n' for i, name in enumerate(self.people))
        path = self.folder / "people.tsv.gz"
        path.write_bytes(gzip.compress(b"\xef\xbb\xbf# all of them\r\n\r\n" + rows.encode()))
        self.assertEqual(self.parts(self.edges, "--undirected", "--vertices", path), expected)
        found = document("info", self.edges, "--vertices", path)["graph"]
        self.assertIn("2 columns, left out: 2, gzip", found["recognised"])
        self.assertIn("people.tsv.gz: the first column is the vertex", found["guesses"])

    def test_an_orj_names_both_files_and_keeps_all(self):
        stored = self.folder / "knows.orj"
        for team in TEAMS[:4:3]:
            self.assertEqual(run("convert", *self.both, stored, *team).returncode, 0)
            found = document("info", stored)["graph"]
            self.assertEqual(found["vertices"], 40)
            for name in ["knows.csv", "people.csv"]:
                self.assertIn(name, found["recognised"])
            self.assertEqual(self.parts(stored), self.parts(*self.both))
        finished = run("info", stored, "--vertices", self.list)
        self.assertEqual(finished.returncode, 3)
        self.assertIn("--vertices is for edge lists", finished.stderr)

    def test_edge_lists_written_lose_them_and_say_so(self):
        lost = document("info", *self.both)["degrees"]["without"]
        self.assertGreater(lost, 0)
        for suffix in ["csv", "tsv", "el"]:
            target = self.folder / f"again.{suffix}"
            shown = run("convert", *self.both, target, *TEAMS[-1]).stdout
            self.assertRegex(shown, f"not written +{lost} vertices without edges")
            found = document("convert", *self.both, target)
            self.assertEqual(found["output"]["lost_vertices"], lost)
        for suffix in ["orj", "mtx"]:
            target = self.folder / f"again.{suffix}"
            self.assertNotIn("without edges", run("convert", *self.both, target).stdout)
        self.assertNotIn("not written", run("convert", self.edges, self.folder / "a.csv").stdout)

    def test_two_processes_of_mpi_read_both_files(self):
        expected = self.parts(*self.both)
        short = self.write("short.csv", f'name\n"{self.people[1]}"\n')
        for mpi in LAUNCHERS:
            target = self.folder / "out.csv"
            finished = launch(mpi, 2, "components", *self.both, "--output", target, "--quiet")
            self.assertEqual(finished.returncode, 0, finished.stderr)
            with open(target, encoding="utf-8", newline="") as file:
                self.assertEqual(len({row["component"] for row in csv.DictReader(file)}), len(expected))
            finished = launch(mpi, 2, "components", self.edges, "--vertices", short)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn("which short.csv does not list (nor", finished.stderr)


class ListColumns(ListFiles):
    """Which column is the vertex, and whether ids are names."""

    EDGES = "a b\nb c\n"

    def names(self, text, *options, edges=EDGES):
        path = self.write("list.csv", text)
        return set(self.table("components", self.write("edges.el", edges), "--vertices", path, *options))

    def test_the_column_is_that_which_is_called_so(self):
        for header in ["id", "ID", "Vertex", "name", "label", "personId:ID(Person)", "id:ID", ":ID", '"key"']:
            rows = "".join(f"{i},{name},x\n" for i, name in enumerate("abcd"))
            self.assertEqual(self.names(f"age,{header},note\n{rows}"), set("abcd"), header)
        self.assertEqual(self.names("label,id\nx,a\ny,b\nz,c\nz,d\n"), set("abcd"))  # as Gephi writes them

    def test_the_column_may_be_chosen(self):
        rows = "id,who\n1,a\n2,b\n3,c\n4,d\n"
        for column in ["who", "WHO", "2"]:
            self.assertEqual(self.names(rows, "--columns", f"vertex={column}"), set("abcd"))
        edges = "x,a,b\nx,b,c\n"
        self.assertEqual(self.names(rows, "--columns", "source=2,target=3,vertex=who", edges=edges), set("abcd"))
        self.assertEqual(self.names("1 a\n2 b\n3 c\n4 d\n", "--columns", "vertex=2"), set("abcd"))

    def test_without_names_of_columns_it_is_the_first(self):
        for text in ["a\nb\nc\nd\n", "a;1\nb;2\nc;3\nd;4\n", "d\n\n# c\nc\nb\r\na", "a x\nb x\nc x\nd x\n"]:
            self.assertEqual(self.names(text), set("abcd"), text)

    def test_paths_are_names_from_the_first_line_on(self):
        self.assertEqual(self.names("/x\n/y\na\nb\nc\nd\n"), {"/x", "/y", *"abcd"})

    def test_late_names_that_begin_as_comments_are_refused(self):
        rows = "a\nb\nc\n" + "d\n" * 35_000
        for late in ["#tag", "%tag"]:
            path = self.write("list.csv", f"{rows}{late}\n")
            finished = run("components", self.write("edges.el", self.EDGES), "--vertices", path)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn("list.csv:35004:1: this line begins as comments do", finished.stderr)
        self.assertEqual(self.names(rows + "# end\n#\n"), set("abcd"))
        self.assertEqual(self.names(rows + '"#tag"\n'), {"#tag", *"abcd"})

    def test_words_before_numbers_name_the_columns(self):
        self.assertEqual(self.names("person\n1\n5\n9\n", edges="1 5\n"), {"1", "5", "9"})
        self.assertEqual(self.names("person,town\n1,x\n5,y\n9,z\n", edges="1 5\n"), {"1", "5", "9"})

    def test_both_files_have_names_or_none_has(self):
        self.assertEqual(self.names("7\n07\n1\n2\nsix\nx\nb\nc\n", edges="7 1\n1 07\n"),
                         {"7", "07", "1", "2", "six", "x", "b", "c"})
        self.assertEqual(self.names("7\n07\n1\n2\n", edges="7 1\n1 07\n"), {"7", "1", "2"})
        self.assertEqual(self.names("7\n07\n1\n2\n", "--ids", "names", edges="7 1\n1 07\n"),
                         {"7", "07", "1", "2"})
        self.assertEqual(self.names("1\n2\n3\na\nb\nc\n", edges="a b\nb c\n1 2\n"), set("123abc"))
        self.assertEqual(self.names("1\n2\n3\n4\n5\na\nb\nc\n"), set("12345abc"))
        guesses = document("info", self.write("e.el", "1 2\n"), "--vertices", self.write("v", "1\n2\nx\ny\n"))
        self.assertIn("vertices have names, as in v (else say --ids numbers)", guesses["graph"]["guesses"])

    def test_repetitions_count_once_and_are_said(self):
        path = self.write("list", "3\n4\n3\n3\n9\n")
        for team in [TEAMS[0], TEAMS[5]]:
            found = document("info", self.write("e.el", "3 4\n"), "--vertices", path, *team)["graph"]
            self.assertEqual(found["vertices"], 3)
            self.assertIn("list names vertices again in 2 of its rows: they count once", found["guesses"])


class WithoutEdges(ListFiles):
    def test_every_command_works_where_no_vertex_has_an_edge(self):
        edges = self.write("loops.el", "7 7\n")
        listed = self.write("ids.v", "7\n9\n1000000007\n100\n123456789012345\n")
        for ranks in [1, 2, 3, 8]:
            team = ["--ranks", ranks, "--workers", 1, "--verify"]
            for command in COMMANDS:
                finished = run(*command, edges, "--vertices", listed, *team)
                self.assertEqual(finished.returncode, 0, (command, ranks, finished.stderr))
            self.assertEqual(len(self.parts(edges, "--vertices", listed, *team)), 5)


class WrongLists(ListFiles):
    def refused(self, code, said, *arguments):
        for team in [TEAMS[0], TEAMS[5]]:
            finished = run(*arguments, *team)
            self.assertEqual((finished.returncode, finished.stdout), (code, ""), finished)
            self.assertEqual(finished.stderr.count("orujo: "), 1, finished.stderr)
            self.assertIn(said, finished.stderr)

    def test_files_that_are_none_are_input_errors(self):
        listed = self.folder / "list"
        (self.folder / "folder").mkdir()
        self.refused(3, "missing: no such file; --vertices", "info", self.graph, "--vertices", self.folder / "missing")
        self.refused(3, "folder: is a directory", "info", self.graph, "--vertices", self.folder / "folder")
        for text, said in [("", ": is empty"), ("# nothing\n\n", ": holds no vertices"),
                           ("id\n", ": holds no vertices"), ("\x00\x01", "binary"),
                           ("5\n7\n-1\n", ":3:1: vertex id '-1' is negative"),
                           ("5\n7\nx\n", ":3:1: expected a vertex id"),
                           (f"5\n{2**64}\n7\n", ":2:1: vertex id '18446744073709551616' is too large"),
                           ("5\n7 8\n", ":2:1: this line has 2 columns and others 1"),
                           ("id,age\n5,1\n,2\n", ":3:1: a vertex id is missing here"),
                           ("age,id\n5,5\n2\n", ":3:2: "),
                           ("id,id\n5,5\n", ":1:1: two of the columns 'id', 'id' can be the vertex"),
                           ('id\n"5\n', ":2:1: this quote has no end"),
                           ("%%MatrixMarket matrix\n1 1 1\n", "is taken for matrix-market")]:
            listed.write_text(text, encoding="ascii")
            said = f"{listed}{said}" if said.startswith(":") else said
            self.refused(3, said, "info", self.graph, "--vertices", listed)

    def test_columns_that_are_not_there_are_told(self):
        listed = self.write("list", "id,age\n5,1\n7,2\n8,3\n9,4\n90,5\n")
        for column in ["agee", "3"]:
            self.refused(3, f"{listed}:1:1: --columns: no column is called '{column}'", "info", self.graph,
                         "--vertices", listed, "--columns", f"vertex={column}")

    def test_options_that_do_not_fit_are_usage_errors(self):
        for said, arguments in [("kron:4 is generated", ["kron:4", "--vertices", "x"]),
                                ("standard input can hold the GRAPH only", [self.graph, "--vertices", "-"]),
                                ("say --vertices", [self.graph, "--columns", "vertex=id"]),
                                ("--columns is", [self.graph, "--vertices", "x", "--columns", "vertex="])]:
            self.refused(2, said, "info", *arguments)

    def test_files_that_say_their_vertices_take_no_list(self):
        listed = self.write("list", "1\n2\n")
        for name, text in [("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"),
                           ("a.gr", "p sp 2 1\na 1 2 3\n"), ("a.graph", "2 1\n2\n1\n")]:
            self.refused(3, "--vertices is for edge lists", "info", self.write(name, text), "--vertices", listed)

    def test_an_edge_to_a_vertex_that_is_not_listed_is_told_with_its_place(self):
        for edges, listed, said in [
            ("5 7\n7 90\n", "5\n7\n", ":2:3: an edge names the vertex '90', which list does not list; add"),
            ("# x\n5;7;1.5\n7;091;2\n93;5;1\n", "5\n7\n", ":3:3: an edge names the vertex '91', which list does not "
             "list (nor 1 more)"),
            ("source,note,target\nann,x,bob\nbob,y,\"Smith, Jo\"\n", "ann\nbob\n", ":3:7: an edge names the vertex "
             "'Smith, Jo', which"),
        ]:
            path = self.write("edges.csv", edges)
            self.refused(3, f"{path}{said}", "info", path, "--vertices", self.write("list", listed))
        packed = self.folder / "edges.el.gz"
        packed.write_bytes(gzip.compress(b"5 7\n" * 400000 + b"7 6\n"))
        self.refused(3, f"{packed}:400001:3: an edge names the vertex '6'", "info", packed, "--vertices",
                     self.write("list", "5\n7\n"))

    def test_names_of_files_cannot_steer_a_terminal(self):
        listed = self.write("li\x1b[31mst", "5\n7\n")
        finished = run("info", self.graph, "--vertices", listed)
        self.assertEqual(finished.returncode, 3)
        self.assertNotIn("\x1b", finished.stderr)
        listed.write_text("5\n7\n8\n9\n90\n90\n", encoding="ascii")
        self.assertNotIn("\x1b", run("info", self.graph, "--vertices", listed).stdout)


if __name__ == "__main__":
    unittest.main()
