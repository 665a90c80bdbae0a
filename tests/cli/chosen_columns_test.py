# Columns that --columns names, bzip2, and what the command says that it assumed.
# SPDX-License-Identifier: Apache-2.0
import bz2
import csv
import random
import unittest

from command_runner import document, run
from graph_files import TEAMS, Files
from peers import needs_networkx, networkx

NAMES = ["when", "payer", "payee", "amount", "note", "fee"]
CHOICE = "source=payer,target=payee,weight=fee"


class ChosenColumns(Files):
    def table(self, name="payments.csv", delimiter=",", header=True):
        """A table of payments in a file, and the file."""
        draw = random.Random(3)
        pairs = draw.sample([(u, v) for u in range(60) for v in range(60) if u != v], 400)
        rows = [[f"2024-01-{1 + i % 28}", u, v, i, draw.choice(["", "a, b", 'say "x"', "7 8"]),
                 draw.randint(1, 2000) / 4 + 0.125] for i, (u, v) in enumerate(pairs)]
        path = self.folder / name
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([NAMES, *rows] if header else rows)
        return path

    @staticmethod
    def graph_of(path, columns, delimiter=","):
        """The graph in these columns, as NetworkX and Python read it."""
        with open(path, encoding="utf-8", newline="") as file:
            lines = (" ".join(row[column] for column in columns)
                     for row in csv.reader(file, delimiter=delimiter) if row != NAMES)
            return networkx.parse_edgelist(lines, nodetype=int, data=[("weight", float)],
                                     create_using=networkx.DiGraph)

    def distances(self, path, *options):
        output = self.folder / "distances.csv"
        finished = run("sssp", path, "--output", output, "--verify", *options)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return {int(row["vertex"]): float(row["distance"]) for row in self.rows(output)
                if float(row["distance"]) >= 0}

    @needs_networkx
    def test_distances_over_chosen_columns_equal_those_of_networkx(self):
        for name, delimiter in [("payments.csv", ","), ("payments.tsv", "\t"), ("a.csv", ";")]:
            path = self.table(name, delimiter)
            graph = self.graph_of(path, [1, 2, 5], delimiter)
            source = min(graph)
            expected = networkx.single_source_dijkstra_path_length(graph, source)
            for team in TEAMS:
                for columns in [CHOICE, "source=2,target=PAYEE,weight=6"]:
                    found = self.distances(path, "--columns", columns, "--source", source, *team)
                    self.assertEqual(found, expected, (name, team, columns))
            reverse = networkx.single_source_dijkstra_path_length(graph.reverse(), source)
            turned = "source=payee,target=payer,weight=fee"
            self.assertEqual(self.distances(path, "--columns", turned, "--source", source), reverse)

    @needs_networkx
    def test_columns_without_names_are_chosen_by_number(self):
        path = self.table(header=False)
        graph = self.graph_of(path, [1, 2, 3])
        source = min(graph)
        found = self.distances(path, "--columns", "source=2,target=3,weight=4", "--source", source)
        self.assertEqual(found, networkx.single_source_dijkstra_path_length(graph, source))

    def test_all_commands_read_the_chosen_columns_alone(self):
        path = self.table()
        count = document("info", path, "--columns", "source=payer,target=payee")
        self.assertEqual(count["graph"]["edges"], 400)
        self.assertIsNone(count["weights"])
        self.assertEqual(count["graph"]["guesses"], [])
        self.assertIn("left out: 'when', 'amount', 'note', 'fee'", count["graph"]["recognised"])
        self.assertEqual(document("mst", path, "--columns", CHOICE, "--verify")["graph"]["edges"],
                         document("bfs", path, "--columns", CHOICE, "--undirected")["graph"]["edges"])

    def test_wrong_choices_are_usage_errors_before_anything_is_read(self):
        for columns in ["", "payer,payee", "source=payer", "source=a,target=b,weight=", "target=a",
                        "source=a,source=b,target=c", "from=a,to=b"]:
            finished = run("info", self.folder / "missing.csv", "--columns", columns)
            self.assertEqual((finished.returncode, finished.stdout), (2, ""), finished)
            self.assertIn("--columns", finished.stderr)
        finished = run("info", "kron:5", "--columns", CHOICE)
        self.assertEqual(finished.returncode, 2)
        self.assertIn("kron:5 is generated", finished.stderr)

    def test_columns_that_are_not_there_or_no_numbers_are_told_with_their_place(self):
        path = self.table()
        for columns, place, words in [
            ("source=payer,target=payeee", ":1:1: ", "no column is called 'payeee'"),
            ("source=2,target=7", ":1:1: ", "no column is called '7'; there are 6 columns"),
            ("source=payer,target=payer", ":1:1: ", "asked for twice"),
            ("source=when,target=payee", ":2:", "2024-01-1"),
            ("source=payer,target=payee,weight=note", ":2:", ""),
        ]:
            for team in [TEAMS[0], TEAMS[2]]:
                finished = run("info", path, "--columns", columns, "--ids", "numbers", *team)
                self.assertEqual((finished.returncode, finished.stdout), (3, ""), finished)
                self.assertIn(f"{path}{place}", finished.stderr)
                self.assertIn(words, finished.stderr)

    def test_a_bad_weight_in_a_named_column_is_told_with_its_line(self):
        path = self.folder / "a.csv"
        path.write_text("note,u,v,w\nx,1,2,3\ny,2,3,many\n", encoding="ascii")
        finished = run("sssp", path, "--columns", "source=u,target=v,weight=w", "--source", 1)
        self.assertEqual(finished.returncode, 3)
        self.assertIn(f"{path}:3:7: ", finished.stderr)

    def test_other_formats_have_no_columns(self):
        for target in ["a.orj", "a.mtx", "a.sg"]:
            path = self.folder / target
            self.assertEqual(run("convert", self.graph, path).returncode, 0)
            finished = run("info", path, "--columns", "source=1,target=2")
            self.assertEqual(finished.returncode, 3, finished)
            self.assertIn("--columns is for edge lists", finished.stderr)

    def test_bzip2_is_read_as_the_plain_file_and_told_where_it_is_cut_off(self):
        path = self.table()
        packed = self.folder / "payments.csv.bz2"
        whole = bz2.compress(path.read_bytes())
        packed.write_bytes(whole)
        for team in TEAMS:
            counts = [document("components", each, "--columns", CHOICE, *team)["result"]
                      for each in [path, packed]]
            self.assertEqual(counts[0], counts[1])
        self.assertIn("bzip2", document("info", packed, "--columns", CHOICE)["graph"]["recognised"])
        packed.write_bytes(whole[:-20])
        finished = run("info", packed, "--columns", CHOICE)
        self.assertEqual(finished.returncode, 3)
        self.assertIn("ends too early: the file is cut off", finished.stderr)
        packed.write_bytes(whole[:40] + b"\x55" * 40 + whole[80:])
        finished = run("info", packed, "--columns", CHOICE)
        self.assertEqual(finished.returncode, 3)
        self.assertIn("corrupt", finished.stderr)

    def test_the_first_line_says_where_the_direction_was_assumed(self):
        for command in [["bfs", "--source", 5], ["info"], ["convert", self.folder / "a.orj"]]:
            arguments = [command[0], self.graph, *command[1:]]
            shown = run(*arguments).stdout
            self.assertIn("taken as directed (--undirected for edges both ways)", shown)
            for option in ["--directed", "--undirected"]:
                shown = run(*arguments, option).stdout
                self.assertNotIn("taken as", shown)
                self.assertIn(option[2:], shown)
        self.assertTrue(document("info", self.graph)["graph"]["direction_assumed"])
        self.assertFalse(document("info", self.graph, "--directed")["graph"]["direction_assumed"])
        for known in [self.folder / "a.orj", "kron:4"]:
            self.assertFalse(document("info", known)["graph"]["direction_assumed"])
        self.assertFalse(document("mis", self.graph)["graph"]["direction_assumed"])

    @needs_networkx
    def test_edge_lists_of_networkx_with_dictionaries_are_read_as_it_reads_them(self):
        for data, weights in [("{}", False), ("{'weight': 3}", True)]:
            path = self.folder / "graph.edgelist"
            path.write_text(f"1 2 {data}\n2 3 {data}\n", encoding="ascii")
            read = networkx.read_edgelist(path, nodetype=int, create_using=networkx.DiGraph)
            output = self.folder / "back.csv"
            self.assertEqual(run("convert", path, output).returncode, 0)
            rows = [line.split(",") for line in output.read_text().splitlines() if line[0].isdigit()]
            found = [(int(row[0]), int(row[1]), {"weight": int(row[2])} if weights else {})
                     for row in rows]
            self.assertEqual(found, list(read.edges(data=True)))


if __name__ == "__main__":
    unittest.main()
