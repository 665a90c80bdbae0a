#!/usr/bin/env python3
# Draws what run_all.py has measured: for each CSV file of a folder a picture beside it.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/activities/plots.py FOLDER
import csv
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 70, 50, 40, 150
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000", "#8b5a2b"]


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(rows, name, x, y):
    """Name → points, in the order of the file."""
    lines = {}
    for row in rows:
        lines.setdefault(name(row), []).append((float(row[x]), float(row[y])))
    return lines


def ticks(least, most):
    """Powers of two from one to the other, at most nine."""
    first, last = math.floor(math.log2(least)), math.ceil(math.log2(most))
    step = max(1, math.ceil((last - first) / 8))
    return [2.0 ** e for e in range(first, last + 1, step)]


def shown(value):
    return f"{value:g}" if value < 10000 else f"{value:.0f}"


class Chart:
    """Lines over two logarithmic axes."""

    def __init__(self, title, axes, lines):
        self.titles = title, *axes
        self.lines = {name: [point for point in points if min(point) > 0] for name, points in lines.items()}
        self.lines = {name: points for name, points in self.lines.items() if points}
        everything = [point for points in self.lines.values() for point in points]
        self.x_ticks = ticks(min(x for x, _ in everything), max(x for x, _ in everything))
        self.y_ticks = ticks(min(y for _, y in everything), max(y for _, y in everything))

    def x_at(self, x):
        first, last = math.log2(self.x_ticks[0]), max(math.log2(self.x_ticks[-1]), math.log2(self.x_ticks[0]) + 1)
        return LEFT + (math.log2(x) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y_at(self, y):
        first, last = math.log2(self.y_ticks[0]), max(math.log2(self.y_ticks[-1]), math.log2(self.y_ticks[0]) + 1)
        return HEIGHT - BOTTOM - (math.log2(y) - first) / (last - first) * (HEIGHT - TOP - BOTTOM)

    def frame(self):
        title, x_title, y_title = self.titles
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
               f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
        yield f'<text x="{LEFT}" y="22" font-size="14">{title}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{x_title}</text>'
        yield (f'<text x="16" y="{HEIGHT / 2:.0f}" text-anchor="middle" '
               f'transform="rotate(-90 16 {HEIGHT / 2:.0f})">{y_title}</text>')
        for x in self.x_ticks:
            at = self.x_at(x)
            yield (f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                   f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{shown(x)}</text>')
        for y in self.y_ticks:
            at = self.y_at(y)
            yield (f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{shown(y)}</text>')

    def drawn_lines(self):
        for i, (name, points) in enumerate(self.lines.items()):
            colour = COLOURS[i % len(COLOURS)]
            ends = sorted(points)
            if len(ends) == 1:  # one size only: a level to compare with
                ends = [(self.x_ticks[0], ends[0][1]), (self.x_ticks[-1], ends[0][1])]
            path = "L".join(f"{self.x_at(x):.1f} {self.y_at(y):.1f}" for x, y in ends)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield f'<text x="{WIDTH - RIGHT + 8}" y="{TOP + 12 + 16 * i}" fill="{colour}">{name}</text>'

    def svg(self):
        return "\n".join([*self.frame(), *self.drawn_lines(), "</svg>\n"])


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


def draw_all(folder):
    charts = list(remote_charts(folder))
    for path in sorted(folder.glob("search_*.csv")):
        charts += search_charts(path)
    if (folder / "costs.csv").exists():
        charts += cost_charts(folder / "costs.csv")
    for name, chart in charts:
        (folder / f"{name}.svg").write_text(chart.svg(), encoding="utf-8")


if __name__ == "__main__":
    draw_all(pathlib.Path(sys.argv[1]))
