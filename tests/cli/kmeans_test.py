# Clusters found by the command, beside what scikit-learn found from the same start.
# SPDX-License-Identifier: Apache-2.0
import csv
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

from command_runner import COMMAND, LAUNCHERS, document, launch, run, schema
from peers import jsonschema
from table_files import needs_arrow, parquet, pyarrow

CITIES = pathlib.Path(os.environ.get("ORUJO_DATA", "/none"), "numeric", "geonames-cities1000.csv.xz")

# Rows 0, 20000, ..., 140000, and what KMeans(algorithm="lloyd", tol=1e-4) of scikit-learn 1.9 makes of them.
START = [[42.57952, 1.65362], [21.82155, 111.23901], [55.42764, 9.28435], [51.71556, -4.92222], [46.10563, 12.0933],
         [-15.76667, -70.25], [56.99892, 13.23958], [38.71519, -123.45445]]
CENTRES = [[-1.240958439829555, 23.493463615548464], [-7.968999121611432, 119.72821702118179],
           [46.33510676893485, 28.9222618879539], [46.90424960808681, 5.860720121951152],
           [30.59412732848838, 76.86335095784887], [-12.425248318706608, -62.26989113471892],
           [29.352331917635798, 115.62259270452601], [32.75429214912643, -91.69228851121976]]
SIZES = [3756, 13497, 20521, 49415, 6866, 6495, 19858, 24155]
INERTIA = 30339647.99550392
ITERATIONS = 43


def npy(rows, kind="d", by_columns=False):
    """The rows as NumPy saves them."""
    size = struct.calcsize(kind)
    descr = ("|" if size == 1 else "<") + ("f" if kind in "fd" else "i" if kind.islower() else "u") + str(size)
    header = f"{{'descr': '{descr}', 'fortran_order': {by_columns}, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header = header.ljust(117) + "\n"
    numbers = [number for row in (zip(*rows) if by_columns else rows) for number in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(numbers)}{kind}", *numbers)


class KMeans(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(3)
        middles = [(-40, 3), (0, 0), (40, -2), (5, 60)]
        self.points = [[draw.gauss(a, 1), draw.gauss(b, 1)] for a, b in middles for _ in range(250)]
        draw.shuffle(self.points)
        self.csv = self.folder / "points.csv"
        self.csv.write_text("x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in self.points), encoding="ascii")
        self.npy = self.folder / "points.npy"
        self.npy.write_bytes(npy(self.points))

    @unittest.skipUnless(CITIES.exists(), "the cities are not in ORUJO_DATA")
    def test_finds_what_scikit_learn_finds_from_the_same_start(self):
        start = self.folder / "start.npy"
        start.write_bytes(npy(START))
        centres = self.folder / "centres.csv"
        for team in [["--workers", 2], ["--ranks", 3, "--workers", 1]]:
            found = document("kmeans", CITIES, "--columns", "lat,lon", "--clusters", 8, "--start", start,
                             "--centres", centres, *team)["result"]
            self.assertEqual((found["points"], found["iterations"], found["converged"]), (144563, ITERATIONS, True))
            self.assertAlmostEqual(found["inertia"] / INERTIA, 1, places=10)
            with open(centres, newline="", encoding="ascii") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual([int(row["points"]) for row in rows], SIZES)
            for row, expected in zip(rows, CENTRES):
                self.assertAlmostEqual(float(row["x1"]), expected[0], places=9)
                self.assertAlmostEqual(float(row["x2"]), expected[1], places=9)

    def test_finds_the_same_for_every_team_and_format(self):
        answers = []
        for path, team in [(self.csv, ["--workers", 1]), (self.npy, ["--ranks", 3, "--workers", 2]),
                           (self.npy, ["--ranks", 2, "--transport", "sim"])]:
            output = self.folder / "clusters.csv"
            found = document("kmeans", path, "--clusters", 4, "--output", output, *team)
            if jsonschema is not None:
                jsonschema.validate(found, schema("run"))
            self.assertEqual([each["points"] for each in found["result"]["centres"]], [250] * 4)
            answers.append((found["result"], output.read_text(encoding="ascii")))
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])
        rows = answers[0][1].splitlines()
        self.assertEqual((rows[0], len(rows)), ("point,cluster", 1001))
        centres = [each["centre"] for each in answers[0][0]["centres"]]
        for number, (point, row) in enumerate(zip(self.points, rows[1:])):
            nearest = min(range(4), key=lambda k: sum((a - b) ** 2 for a, b in zip(point, centres[k])))
            self.assertEqual(row, f"{number},{nearest}")

    def test_keeps_float32_where_the_file_has_it(self):
        single = self.folder / "single.npy"
        single.write_bytes(npy(self.points, "f"))
        full = document("kmeans", self.npy, "--clusters", 4)["result"]["inertia"]
        found = document("kmeans", single, "--clusters", 4)["result"]["inertia"]
        self.assertAlmostEqual(found / full, 1, places=5)
        self.assertNotEqual(found, full)
        self.assertEqual(document("kmeans", self.csv, "--clusters", 4, "--type", "float32")["result"]["inertia"], found)

    def test_reads_matrices_of_whole_numbers_and_columns_after_columns(self):
        rows = [[int(x) % 100, int(y) % 100] for x, y in self.points]
        text = self.folder / "whole.csv"
        text.write_text("".join(f"{x},{y}\n" for x, y in rows), encoding="ascii")
        expected = document("kmeans", text, "--clusters", 4)["result"]
        path = self.folder / "whole.npy"
        for kind in "bBhHiIqQd":
            path.write_bytes(npy(rows, kind, by_columns=kind in "hqd"))
            self.assertEqual(document("kmeans", path, "--clusters", 4, "--ranks", 2)["result"], expected, kind)
        path.write_bytes(npy([[-1, -2], [-3, 4]], "h"))
        self.assertEqual(document("kmeans", path, "--clusters", 1)["result"]["centres"][0]["centre"], [-2.0, 1.0])

    def test_starts_with_the_centres_that_it_wrote_as_records(self):
        for name in ["centres.npy", "centres.csv.gz"]:
            centres = self.folder / name
            found = document("kmeans", self.csv, "--clusters", 4, "--centres", centres)["result"]
            again = document("kmeans", self.csv, "--start", centres, "--ranks", 2)["result"]
            self.assertEqual((again["iterations"], again["centres"]), (1, found["centres"]), name)

    def test_reads_records(self):
        header = "{'descr': [('x', '<f4'), ('', '|V4'), (\"it's\", '|i1'), ('y', '<f8')], 'fortran_order': False, 'shape': (2,), }"
        header = header.ljust(117) + "\n"
        path = self.folder / "records.npy"
        data = struct.pack("<f4xbd", 1.5, 7, 2.5) + struct.pack("<f4xbd", 3.5, -7, 4.5)
        path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)

        def centre(*options):
            return document("kmeans", path, "--clusters", 1, *options)["result"]["centres"][0]["centre"]
        self.assertEqual(centre(), [2.5, 0, 3.5])
        self.assertEqual(centre("--columns", "y,x"), [3.5, 2.5])
        self.assertEqual(centre("--columns", "it's,1", "--ranks", 2), [0, 2.5])
        whole = path.read_bytes()
        for wrong, words in [(b"('x', '<f2')", "the type '<f2'"), (b"('x', [('a'", "record of more than numbers"),
                             (b"('x', '<f4', (2,))", "record of more than numbers"), (b"('x', '|V1000')", "the type '|V1000'")]:
            path.write_bytes(whole.replace(b"('x', '<f4')", wrong))
            finished = run("kmeans", path, "--clusters", 1)
            self.assertEqual(finished.returncode, 3, wrong)
            self.assertIn("has elements of the type", finished.stderr, wrong)
            self.assertIn(words, finished.stderr, wrong)
        path.write_bytes(whole[:-1])
        self.assertIn("is cut off: 2 rows of 3 numbers", run("kmeans", path, "--clusters", 1).stderr)
        path.write_bytes(whole.replace(b"'|V4'", b"'|V9999999'"))
        self.assertIn("is cut off", run("kmeans", path, "--clusters", 1).stderr)

    def test_starts_with_the_centres_that_it_wrote(self):
        centres = self.folder / "centres.csv"
        found = document("kmeans", self.csv, "--clusters", 4, "--centres", centres)["result"]
        again = document("kmeans", self.csv, "--clusters", 4, "--start", centres)["result"]
        self.assertEqual((again["iterations"], again["centres"]), (1, found["centres"]))
        heading, *rows = centres.read_text(encoding="ascii").splitlines(keepends=True)
        centres.write_text(heading + "".join(reversed(rows)), encoding="ascii")
        again = document("kmeans", self.csv, "--clusters", 4, "--start", centres)["result"]
        self.assertEqual((again["iterations"], again["centres"]), (1, found["centres"]))
        as_many = document("kmeans", self.csv, "--start", centres)["result"]
        self.assertEqual((as_many["clusters"], as_many["centres"]), (4, found["centres"]))

    def test_reads_standard_input(self):
        finished = subprocess.run([COMMAND, "kmeans", "-", "--clusters", "1", "--output", "-"], input=b"1,2\n3,4\n",
                                  capture_output=True, check=False)
        self.assertEqual((finished.returncode, finished.stdout), (0, b"point,cluster\n0,0\n1,0\n"), finished.stderr)

    @needs_arrow
    def test_reads_parquet(self):
        path = self.folder / "points.parquet"
        columns = {"name": ["p"] * len(self.points), "x": [x for x, _ in self.points], "y": [y for _, y in self.points]}
        parquet.write_table(pyarrow.table(columns), path, row_group_size=300)
        expected = document("kmeans", self.npy, "--clusters", 4)["result"]
        self.assertEqual(document("kmeans", path, "--columns", "x,y", "--clusters", 4, "--ranks", 2)["result"], expected)
        finished = run("kmeans", path, "--clusters", 4)
        self.assertEqual(finished.returncode, 3, finished.stderr)
        self.assertIn("'name' is of type string", finished.stderr)

    @needs_arrow
    def test_keeps_float32_where_the_chosen_columns_have_it(self):
        path = self.folder / "points.parquet"
        single = [pyarrow.array([point[i] for point in self.points], pyarrow.float32()) for i in range(2)]
        numbers = pyarrow.array([float(i) for i in range(len(self.points))], pyarrow.float64())
        parquet.write_table(pyarrow.table({"number": numbers, "x": single[0], "y": single[1]}), path)
        expected = document("kmeans", self.csv, "--clusters", 4, "--type", "float32")["result"]
        self.assertEqual(document("kmeans", path, "--columns", "x,y", "--clusters", 4)["result"], expected)
        whole = document("kmeans", path, "--columns", "number,x", "--clusters", 4)["result"]
        self.assertEqual(document("kmeans", path, "--columns", "number,x", "--clusters", 4, "--type", "float64")["result"], whole)

    @needs_arrow
    def test_reads_streams_of_arrow(self):
        path = self.folder / "points.arrows"
        table = pyarrow.table({"x": [x for x, _ in self.points], "y": [y for _, y in self.points]})
        with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_stream(file, table.schema) as stream:
            stream.write_table(table, max_chunksize=300)
        expected = document("kmeans", self.npy, "--clusters", 4)["result"]
        self.assertEqual(document("kmeans", path, "--clusters", 4, "--ranks", 2)["result"], expected)

    def test_refuses_files_without_points(self):
        empty = self.folder / "empty.csv"
        heading = self.folder / "heading.csv"
        rows = self.folder / "rows.npy"
        empty.touch()
        heading.write_text("x,y\n", encoding="ascii")
        rows.write_bytes(npy([[0.5, 1.5]]).replace(b"(1, 2)", b"(0, 2)")[:-16])
        for path in [empty, heading, rows]:
            for team in [[], ["--ranks", 2]]:
                finished = run("kmeans", path, "--clusters", 1, *team)
                self.assertEqual(finished.returncode, 3, (path, finished.stderr))
                self.assertIn(f"{path.name}: ", finished.stderr)

    @needs_arrow
    def test_refuses_tables_without_columns(self):
        path = self.folder / "empty.parquet"
        parquet.write_table(pyarrow.table({}), path)
        for team in [[], ["--ranks", 2]]:
            finished = run("kmeans", path, "--clusters", 1, *team)
            self.assertEqual(finished.returncode, 3, finished.stderr)
            self.assertIn("empty.parquet: has no columns", finished.stderr)

    def test_shuffles_no_more_pairs_than_there_are_points(self):
        few = self.folder / "few.csv"
        few.write_text("1\n2\n30\n31\n50\n51\n", encoding="ascii")
        work = document("kmeans", few, "--clusters", 3, "--ranks", 2, "--workers", 2)["work"]
        self.assertLessEqual(work["pairs_shuffled"], work["pairs_emitted"])

    def test_says_what_is_wrong(self):
        odd = self.folder / "odd.csv"
        odd.write_text("x,y\n1,2\n3,four\n", encoding="ascii")
        lost = self.folder / "lost.npy"
        lost.write_bytes(npy([[1.0, 2.0], [3.0, float("nan")]]))
        half = self.folder / "half.npy"
        half.write_bytes(npy([[1.0, 2.0]], "e").replace(b"<i2", b"<f2"))
        cut = self.folder / "cut.npy"
        cut.write_bytes(npy(self.points)[:-1])
        narrow = self.folder / "narrow.csv"
        narrow.write_text("1\n2\n3\n4\n", encoding="ascii")
        nothing = self.folder / "nothing.csv"
        nothing.write_text("x,y\n", encoding="ascii")
        self.expect_refused([
            ([], 2, "needs a FILE"),
            ([self.folder / "missing.csv"], 3, "missing.csv: no such file\n"),
            ([self.csv, "--start", "random"], 2, "'random' is neither kmeans++ nor a file"),
            ([self.csv, "--tolerance", -1], 2, "--tolerance: '-1' is no number of at least 0\n"),
            ([half, "--clusters", 1], 3, "elements of the type '<f2'"),
            ([odd, "--clusters", 1], 3, "odd.csv:3:3: 'four' in column 2 is no number"),
            ([lost, "--clusters", 1], 3, "row 2, column 2 is nan"),
            ([cut, "--clusters", 1], 3, "is cut off"),
            ([self.csv, "--columns", "z"], 3, "has no column 'z'"),
            ([self.csv, "--clusters", 1001], 2, "--clusters: 1001 clusters of 1000 points"),
            ([narrow, "--trials", 2], 2, "--clusters: 8 clusters of 4 points"),
            ([self.csv, "--clusters", 3, "--start", self.npy], 2, "--start has 1000 centres, and --clusters asks for 3"),
            ([self.csv, "--clusters", 2, "--start", narrow], 2, "--start has 1 columns, and the points have 2"),
            ([self.csv, "--clusters", 2, "--start", nothing], 2, "--start holds no centres"),
            ([self.csv, "--output", "clusters.xls"], 2, ".parquet"),
            ([self.csv, "--output", self.csv], 2, "would replace FILE"),
        ])

    def test_says_which_numbers_it_does_not_take(self):
        twice = self.folder / "twice.csv"
        twice.write_text("cluster,points,x1,x2\n1,1,1,2\n1,1,5,6\n", encoding="ascii")
        tiny = self.folder / "tiny.csv"
        tiny.write_text("1e-154,1e-154\n2e-154,1e-154\n9e-154,9e-154\n", encoding="ascii")
        beyond = self.folder / "beyond.csv"
        beyond.write_text("1e-400,1\n1e400,2\n", encoding="ascii")
        far = self.folder / "far.npy"
        far.write_bytes(npy([[1e30, 2.0], [3.0, 1.0]], "f"))
        self.expect_refused([
            ([self.csv, "--clusters", 2, "--start", twice], 2, "is not the numbers of clusters, 0 to 1 once each"),
            ([far, "--clusters", 1], 2, "scale the points"),
            ([tiny, "--clusters", 2], 2, "scale the points"),
            ([beyond, "--clusters", 1], 3, "beyond.csv:2:1: '1e400' in column 1 is beyond float64"),
            ([beyond, "--clusters", 1, "--columns", "3"], 3, "has no column '3' among its 2\n"),
        ])

    def expect_refused(self, cases):
        for arguments, code, said in cases:
            for team in [[], ["--ranks", 2]]:
                finished = run("kmeans", *arguments, *team)
                self.assertEqual(finished.returncode, code, (arguments, finished.stderr))
                self.assertIn(said, finished.stderr)

    @unittest.skipUnless(LAUNCHERS, "there is no MPI")
    def test_finds_the_same_in_processes(self):
        outputs = [self.folder / "one.csv", self.folder / "two.csv"]
        self.assertEqual(run("kmeans", self.csv, "--clusters", 4, "--output", outputs[0]).returncode, 0)
        finished = launch(next(iter(LAUNCHERS)), 2, "kmeans", self.csv, "--clusters", 4, "--output", outputs[1])
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(outputs[0].read_bytes(), outputs[1].read_bytes())


if __name__ == "__main__":
    unittest.main()
