#!/usr/bin/env python3
# The check of layers, homes, words and beginnings finds what it is for, and nothing else.
# SPDX-License-Identifier: Apache-2.0
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_layers  # noqa: E402

ENDPOINT = "src/orujo/transport/endpoint.cpp"


def found(check, path, *lines):
    return [problem.split(": ", 1)[1] for problem in check(Path(path), list(lines))]


class Layers(unittest.TestCase):
    def test_a_layer_may_include_lower_layers_only(self):
        included = '#include "orujo/messaging/channel.hpp"'
        self.assertEqual(found(check_layers.layer_problems, ENDPOINT, included),
                         ["transport may not include messaging"])
        self.assertEqual(found(check_layers.layer_problems, "src/orujo/epochs/epoch.hpp", included),
                         [])

    def test_an_unknown_folder_is_no_layer(self):
        self.assertEqual(found(check_layers.layer_problems, "src/orujo/stuff/x.hpp"),
                         ["no layer is called 'stuff'"])

    def test_frameworks_are_apart_from_each_other(self):
        lines = ['#include "orujo/frameworks/relational/table.hpp"',
                 '#include "orujo/frameworks/map_reduce/job.hpp"']
        self.assertEqual(
            found(check_layers.layer_problems, "src/orujo/frameworks/map_reduce/job.cpp", *lines),
            ["frameworks/map_reduce may not include frameworks/relational"])

    def test_nobody_includes_the_command(self):
        for layer, below in check_layers.MAY_INCLUDE.items():
            if layer != "python":
                self.assertNotIn("cli", below)
            self.assertNotIn(layer, below)


class Homes(unittest.TestCase):
    def homeless(self, line, path=ENDPOINT):
        return found(check_layers.home_problems, path, line)

    def test_each_thing_is_found_outside_its_home(self):
        for line in ("#include <mpi.h>", 'getenv("X")', 'std::getenv("X")', "std::cout << 1;",
                     'std::fprintf(stderr, "x");', 'printf("x");', "std::puts(x);",
                     'fmt::print("x");', "std::fwrite(p, 1, n, stdout);", "#define X 1",
                     "__builtin_prefetch(p);"):
            self.assertEqual(len(self.homeless(line)), 1, line)

    def test_each_home_may_have_it(self):
        self.assertEqual(self.homeless("#include <mpi.h>", "src/orujo/transport/mpi/plug_in.cpp"), [])
        self.assertEqual(self.homeless('std::getenv("X");', "src/orujo/base/environment.cpp"), [])
        self.assertEqual(self.homeless("std::fwrite(p, 1, n, stdout);", "src/orujo/base/print.cpp"),
                         [])

    def test_likely_neighbours_are_fine(self):
        for line in ("std::snprintf(text, n, \"x\");", "std::fwrite(p, 1, n, file);", "// printf(x)",
                     "environment_with_prefix()", 'fmt::format("x")', "#ifdef X"):
            self.assertEqual(self.homeless(line), [], line)


class Words(unittest.TestCase):
    def complaints(self, line, path="docs/x.md"):
        return found(check_layers.word_problems, path, line)

    def test_banned_words_are_found_inside_identifiers(self):
        for line in ("a node of", "num_nodes", "NodeId", "treeNode", "MAX_NODES", "node2", "locale_id"):
            self.assertEqual(len(self.complaints(line)), 1, line)

    def test_other_words_and_names_of_others_are_fine(self):
        for line in ("denoted", "anode", "localeless", "NUMA node 0", "HWLOC_OBJ_NUMANODE",
                     "G.add_nodes_from(x)", "nx.NodeNotFound"):
            self.assertEqual(self.complaints(line), [], line)

    def test_unfinished_work_is_found(self):
        for line in ("// TO" "DO: later", "FIX" "ME", "#if 0", "TEST(x, DISABLED" "_y)"):
            self.assertEqual(len(self.complaints(line)), 1, line)

    def test_vague_file_names_are_found(self):
        self.assertEqual(len(self.complaints("", "src/orujo/base/utils.hpp")), 1)


class Beginnings(unittest.TestCase):
    LICENCE = "SPDX-License-Identifier: Apache-2.0"

    def complaints(self, path, *lines):
        return found(check_layers.beginning_problems, path, *lines)

    def test_a_sentence_then_the_licence(self):
        good = ["// What it is.", f"// {self.LICENCE}", "#pragma once"]
        self.assertEqual(self.complaints("src/a.hpp", *good), [])
        self.assertEqual(len(self.complaints("src/a.hpp", *good[1:])), 1)
        self.assertEqual(len(self.complaints("src/a.hpp", good[0], good[2])), 1)
        self.assertEqual(len(self.complaints("src/a.hpp", *good[:2])), 1)

    def test_the_licence_has_a_line_of_its_own(self):
        joined = ["// What it", f"// is. {self.LICENCE}", "#pragma once"]
        self.assertEqual(len(self.complaints("src/a.hpp", *joined)), 1)

    def test_a_test_may_begin_with_the_licence(self):
        self.assertEqual(self.complaints("tests/base/a_test.cpp", f"// {self.LICENCE}"), [])

    def test_a_script_may_say_first_how_it_is_run(self):
        self.assertEqual(self.complaints("tools/a.sh", "#!/bin/sh", "# What.", f"# {self.LICENCE}"), [])

    def test_a_python_file_may_say_in_a_docstring_what_it_is(self):
        self.assertEqual(self.complaints("tests/a.py", '"""What it is."""', f"# {self.LICENCE}"), [])


if __name__ == "__main__":
    unittest.main()
