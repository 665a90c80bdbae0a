#!/usr/bin/env python3
# The table of docs/scale.md, from documents of `orujo scale`: scale_table.py JSON... [--write]
# With --write it goes into the page; how well the largest sizes were predicted is printed in any case.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import re
import statistics
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "scale.md"
HEADING = "| algorithm | of all ranks | direct | rook | hypercube |\n| --- | --- | --- | --- | --- |\n"
ROUTES = ["direct", "rook", "hypercube"]
SHOWN_SIZES = [16, 64, 256]


def scaled(value, units):
    """The value in the largest unit of which it has one or more."""
    factor, unit = next((each for each in units if value >= each[0]), units[-1])
    return f"{value / factor:.3g} {unit}".strip()


def number(value):
    return scaled(value, [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")])


def size(value):
    return scaled(value, [(2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B")])


def duration(value):
    return scaled(value, [(1, "s"), (1e-3, "ms"), (1e-6, "us")])


FIGURES = {"messages": number, "parcels": number, "bytes": size, "time": duration}


def law_text(law):
    return f"P^{law['exponent']:.2f}" + (" log P" if law["logs"] else "")


def cells_of(study, figure):
    for route in ROUTES:
        runs = {run["ranks"]: run[figure] for run in study["runs"] if run["routing"] == route}
        law = next(each for each in study["laws"] if (each["routing"], each["figure"]) == (route, figure))
        yield ", ".join(FIGURES[figure](runs[ranks]) for ranks in SHOWN_SIZES) + "; " + law_text(law)


def table_of(studies):
    for study in studies:
        for i, figure in enumerate(FIGURES):
            yield "| " + " | ".join([study["command"][0] if i == 0 else "", figure, *cells_of(study, figure)]) + " |\n"


def print_errors(studies):
    errors = [(study["command"][0], law["figure"], abs(law["prediction_error"]))
              for study in studies for law in study["laws"] if law["figure"] in FIGURES]
    for place, what in [(0, "algorithm"), (1, "figure")]:
        for name in dict.fromkeys(each[place] for each in errors):
            print(f"{what} {name}: median error {statistics.median(e[2] for e in errors if e[place] == name):.1%}")
    close = sum(error <= 0.1 for *_, error in errors)
    print(f"all: {close} of {len(errors)} within 10 %, median error {statistics.median(e[2] for e in errors):.1%}")


def main():
    paths = [word for word in sys.argv[1:] if word != "--write"]
    studies = [json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in paths]
    table = "".join(table_of(studies))
    if "--write" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(re.sub(re.escape(HEADING) + r"(?:\|.*\n)*", lambda _: HEADING + table, page), encoding="utf-8")
    else:
        print(HEADING + table, end="")
    print_errors(studies)


if __name__ == "__main__":
    main()
