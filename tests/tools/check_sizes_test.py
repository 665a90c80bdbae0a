#!/usr/bin/env python3
# The check of sizes measures nesting and applies its exceptions as it says.
# SPDX-License-Identifier: Apache-2.0
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_sizes  # noqa: E402
from nesting import cpp_nesting, python_nesting  # noqa: E402


def deepest_cpp(text):
    return max(cpp_nesting(re.findall(r"\w+|\s+|.", text)).values())


def deepest_python(text):
    return max(python_nesting(text).values())


class Nesting(unittest.TestCase):
    def test_only_control_structures_count_in_cpp(self):
        self.assertEqual(deepest_cpp("namespace a { struct b { int f() { return 1; } }; }"), 0)
        self.assertEqual(deepest_cpp("void f() { g([&](int x) { h({1, 2}); }); }"), 0)
        self.assertEqual(deepest_cpp("void f() { if (a) { for (;;) { while (b) { c; } } } }"), 3)

    def test_a_lambda_does_not_end_the_nesting_around_it(self):
        self.assertEqual(deepest_cpp("void f() { if (a) { g([&] { if (b) { c; } }); } }"), 2)

    def test_a_lambda_in_a_condition_is_not_the_body(self):
        self.assertEqual(deepest_cpp("void f() { if (any([](int x) { return x; })) { c; } }"), 1)

    def test_else_if_is_one_level_in_cpp(self):
        self.assertEqual(deepest_cpp("void f() { if (a) { b; } else if (c) { d; } else { e; } }"), 1)

    def test_a_statement_without_braces_leaves_nothing_behind(self):
        self.assertEqual(deepest_cpp("void f() { if (a) return; { b; } do { c; } while (d); { e; } }"),
                         1)

    def test_python_counts_control_structures_and_takes_elif_as_one_level(self):
        self.assertEqual(deepest_python("def f():\n  return 1\n"), 0)
        self.assertEqual(deepest_python("if a:\n  b\nelif c:\n  d\nelif e:\n  f\n"), 1)
        self.assertEqual(deepest_python("for a in b:\n  if a:\n    while c:\n      d\n"), 3)


class Exceptions(unittest.TestCase):
    MEASURES = [("a.cpp:7", "a.cpp:f", "length", 41), ("a.cpp:1", "a.cpp", "file", 450)]

    def problems(self, *lines):
        return list(check_sizes.problems_in(self.MEASURES, check_sizes.read_exceptions(lines)))

    def test_what_is_too_large_is_said_with_its_place(self):
        self.assertEqual(self.problems(), ["a.cpp:7: f: length is 41, limit 40",
                                           "a.cpp:1: a.cpp: file is 450, limit 400"])

    def test_an_exception_covers_one_kind_of_one_thing(self):
        lines = ["# comment", "", "a.cpp:f length a table", "a.cpp file a table"]
        self.assertEqual(self.problems(*lines), [])

    def test_an_exception_that_nothing_needs_is_a_problem(self):
        self.assertIn("needs no exception", self.problems("b.cpp file a table")[-1])

    def test_an_exception_without_a_reason_ends_the_check(self):
        with self.assertRaises(SystemExit):
            self.problems("a.cpp:f length")

    def test_no_exception_lets_a_file_grow_without_end(self):
        measures = [("a.cpp:1", "a.cpp", "file", 501)]
        exceptions = check_sizes.read_exceptions(["a.cpp file a table"])
        self.assertTrue(list(check_sizes.problems_in(measures, exceptions)))


if __name__ == "__main__":
    unittest.main()
