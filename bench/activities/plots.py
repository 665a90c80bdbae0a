#!/usr/bin/env python3
# Draws what run_all.py has measured: for each CSV file of a folder a picture beside it.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/activities/plots.py FOLDER
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from chart import Chart


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(rows, name, x, y):
    """Name → points, in the order of the file."""
    lines = {}
    for row in rows:
        lines.setdefault(name(row), []).append((float(row[x]), float(row[y])))
    return lines


def search_charts(path):
    rows = rows_of(path)
    yield path.stem, Chart(f"Search of {rows[0]['graph']}, {rows[0]['workers']} workers",
                           ("operators in an activity", "ms"), lines_of(rows, lambda row: row["isolation"], "M", "ms"))
    lines = {}
    for reason in ["conflicts", "overflows", "others", "alone"]:
        for row in rows:
            if row["isolation"] in ["htm", "elide"]:
                lines.setdefault(f"{row['isolation']}, {reason}", []).append((float(row["M"]), float(row[reason])))
    if any(y > 0 for points in lines.values() for _, y in points):
        yield f"{path.stem}_aborts", Chart(f"Given up, of 1000 activities: {rows[0]['graph']}",
                                           ("operators in an activity", "attempts"), lines)


def cost_charts(path):
    rows = rows_of(path)
    most = max(int(row["workers"]) for row in rows)
    for work, same in sorted({(row["work"], row["same"]) for row in rows}):
        chosen = [row for row in rows if (row["work"], row["same"], row["workers"]) == (work, same, str(most))]
        how = "each drawn" if same == "0" else f"the same {same} times"
        yield f"{path.stem}_{work}_{same}", Chart(f"An activity that may {work}, {how}, {most} workers",
                                                 ("operators in an activity", "ns"),
                                                 lines_of(chosen, lambda row: row["isolation"], "M", "ns"))


def remote_charts(folder):
    rows = []
    for name, kind in [("remote", ""), ("remote_mpi_memory", ", shared memory"), ("remote_mpi_messages", ", messages")]:
        path = folder / f"{name}.csv"
        if path.exists():
            rows += [{**row, "by": row["by"].removeprefix("MPI_") + kind} for row in rows_of(path)]
    for work in sorted({row["work"] for row in rows}):
        yield f"remote_{work}", Chart(f"To {work} elements of another rank", ("operators in a message", "ns"),
                                      lines_of([row for row in rows if row["work"] == work],
                                               lambda row: row["by"], "C", "ns"))


def ownership_charts(path):
    yield path.stem, Chart("Activities over elements of two ranks", ("under way at once", "us each"),
                           lines_of(rows_of(path), lambda row: row["scenario"], "in flight", "us per activity"))


def speed_charts(path):
    """Of programs that count operators in a second, by how many an activity has; of most workers and words."""
    rows = rows_of(path)
    for key in ["workers", "K"]:
        most = max((int(row[key]) for row in rows if key in row), default=None)
        rows = [row for row in rows if key not in row or int(row[key]) == most]
    yield path.stem, Chart(f"Operators in a second: {path.stem}", ("operators in an activity", "millions"),
                           lines_of(rows, lambda row: row["isolation"], "M", "M operators/s"))


def ranking_charts(path):
    """Of each graph a level for each program."""
    rows = [row for row in rows_of(path) if row["ms"]]
    for number, (work, graph) in enumerate(sorted({(row["work"], row["graph"]) for row in rows})):
        same = [row for row in rows if (row["work"], row["graph"]) == (work, graph)]
        yield f"{path.stem}_{number}", Chart(f"{work} of {graph}", ("", "ms"),
                                             {row["by"]: [(1.0, float(row["ms"])), (2.0, float(row["ms"]))]
                                              for row in same})


def draw_all(folder):
    charts = list(remote_charts(folder))
    for name, draw in [("ownership", ownership_charts), ("language", speed_charts), ("language_software", speed_charts),
                       ("readers", speed_charts), ("algorithms", ranking_charts)]:
        if (folder / f"{name}.csv").exists():
            charts += draw(folder / f"{name}.csv")
    for path in sorted(folder.glob("search_*.csv")):
        charts += search_charts(path)
    if (folder / "costs.csv").exists():
        charts += cost_charts(folder / "costs.csv")
    for name, chart in charts:
        (folder / f"{name}.svg").write_text(chart.svg(), encoding="utf-8")


if __name__ == "__main__":
    draw_all(pathlib.Path(sys.argv[1]))
