# What the tutorial quotes is what its programs say.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import textwrap
import unittest

SOURCE = pathlib.Path(os.environ.get("TEST_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
TUTORIAL = SOURCE / "docs" / "tutorial"
QUOTE = re.compile(r"(?:<!-- (?P<file>\S+) -->\n)?```cpp\n(?P<code>.*?)```", re.DOTALL)


def quotes(text):
    """Each piece of C++ of a Markdown text with the file that it is said to come from."""
    return [(found["file"], found["code"]) for found in QUOTE.finditer(text)]


def stands_in(code, program):
    """Whether the lines of `code` stand in `program` one after the other, at any indentation."""
    wanted = code.splitlines()
    lines = program.splitlines()
    for first in range(len(lines) - len(wanted) + 1):
        part = "\n".join(lines[first:first + len(wanted)])
        if textwrap.dedent(part).splitlines() == wanted:
            return True
    return False


class Tutorial(unittest.TestCase):
    def setUp(self):
        self.quotes = quotes((TUTORIAL / "README.md").read_text())

    def test_every_quote_stands_in_the_program_that_is_named(self):
        self.assertGreater(len(self.quotes), 5)
        for file, code in self.quotes:
            with self.subTest(file=file, code=code):
                self.assertIsNotNone(file, "name the file in a comment before the code")
                self.assertTrue(stands_in(code, (TUTORIAL / file).read_text()))

    def test_every_program_is_quoted(self):
        quoted = {file for file, _ in self.quotes}
        programs = {path.name for path in TUTORIAL.glob("*.cpp")}
        self.assertEqual(programs - quoted, set())

    def test_a_quote_that_differs_is_noticed(self):
        program = "int f() {\n  int x = 1;\n  return x;\n}\n"
        self.assertTrue(stands_in("int x = 1;\nreturn x;\n", program))
        self.assertFalse(stands_in("int x = 1;\nreturn x + 1;\n", program))
        self.assertFalse(stands_in("int x = 1;\n}\n", program))
        self.assertEqual(quotes("```cpp\nf();\n```"), [(None, "f();\n")])


if __name__ == "__main__":
    unittest.main()
