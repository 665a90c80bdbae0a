#!/usr/bin/env python3
# Writes what is covered of NetworkX, for readers, for the command and for NetworkX itself: networkx_tables.py [--check]. It is run with
# the Python that has the package: PYTHONPATH=build/release/python.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import sys

from orujo.networkx._coverage import command_table, coverage_table, functions_module

ROOT = pathlib.Path(__file__).resolve().parent.parent


def page_with_table(page):
    """The document with the table as it is now, between two comments."""
    return re.sub(r"(<!-- covered -->\n).*?(<!-- end -->)", lambda at: at[1] + coverage_table() + "\n" + at[2], page, flags=re.S)


def wanted():
    """(path, text) of each file."""
    page = ROOT / "docs/networkx.md"
    yield page, page_with_table(page.read_text(encoding="utf-8"))
    yield ROOT / "python/orujo_networkx/_functions.py", functions_module()
    yield ROOT / "src/orujo/cli/machine/networkx_coverage.cpp", command_table()


def main():
    stale = [(path, text) for path, text in wanted() if path.read_text(encoding="utf-8") != text]
    if "--check" not in sys.argv:
        for path, text in stale:
            path.write_text(text, encoding="utf-8")
        return
    for path, _ in stale:
        print(f"{path.relative_to(ROOT)} is not what tools/networkx_tables.py writes")
    sys.exit(bool(stale))


main()
