# The overview of the library names headers that there are, and what is in them.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TEST_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
HEADERS = SOURCE / "src" / "orujo"
QUOTED = re.compile(r"`([^`]+)`")


def rows_of(text):
    """Of each row of a table: the names to use, the headers, and whether it is marked °."""
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if not line.startswith("|") or len(cells) != 4 or cells[1] in ("use", "---"):
            continue
        rows.append((QUOTED.findall(cells[1]), QUOTED.findall(cells[2]), "°" in cells[0]))
    return rows


def problems_of(rows, text_of):
    """What is wrong with rows, where text_of(header) is its text, or None if there is none."""
    for names, headers, _ in rows:
        texts = [text_of(header) for header in headers]
        for header, text in zip(headers, texts):
            if text is None:
                yield f"there is no header {header}"
        declared = " ".join(text or "" for text in texts)
        for name in names:
            if not re.search(rf"(?<![\w.]){re.escape(name)}\b", declared):
                yield f"{name} is not in {', '.join(headers)}"


def text_of(header):
    path = HEADERS / header
    return path.read_text() if path.is_file() else None


def includes_of(header):
    return re.findall(r'#include "orujo/(\S+)"', text_of(header))


def brought_by(header):
    """All headers that come with this one."""
    found, waiting = set(), [header]
    while waiting:
        new = [each for each in includes_of(waiting.pop()) if each not in found]
        found.update(new)
        waiting.extend(new)
    return found


class ApiOverview(unittest.TestCase):
    def setUp(self):
        self.rows = rows_of((SOURCE / "docs" / "api.md").read_text())

    def test_every_row_names_headers_that_have_what_it_says(self):
        self.assertGreater(len(self.rows), 50)
        for names, headers, _ in self.rows:
            self.assertTrue(names and headers, (names, headers))
        self.assertEqual(list(problems_of(self.rows, text_of)), [])

    def test_the_header_for_first_programs_brings_what_is_not_marked(self):
        text = (SOURCE / "docs" / "api.md").read_text()
        about_graphs = rows_of(text[:text.index("## An algorithm of one's own")])
        unmarked = {header for _, headers, marked in about_graphs if not marked for header in headers}
        self.assertEqual(unmarked - brought_by("orujo.hpp"), set())
        shared = rows_of(text.split("## Shared structures")[1].split("\n## ")[0])
        structures = {header for _, headers, _ in shared for header in headers}
        self.assertGreater(len(structures), 8)
        self.assertEqual(structures - brought_by("orujo.hpp"), set())
        named = structures.union(*(headers for _, headers, _ in about_graphs))
        self.assertEqual(set(includes_of("orujo.hpp")) - named, set())

    def test_what_is_wrong_is_noticed(self):
        rows = rows_of("| to | use | header | which |\n| --- | --- | --- | --- |\n"
                       "| a ° | `f`, `g` | `a.hpp` | x |\n| b | `h` | `b.hpp` | x |\n")
        self.assertEqual(rows, [(["f", "g"], ["a.hpp"], True), (["h"], ["b.hpp"], False)])
        found = list(problems_of(rows, {"a.hpp": "int f(); int gg();"}.get))
        self.assertEqual(found, ["g is not in a.hpp", "there is no header b.hpp", "h is not in b.hpp"])


if __name__ == "__main__":
    unittest.main()
