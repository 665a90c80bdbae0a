#!/usr/bin/env python3
# Checks that functions and files stay small. Measured with lizard, from PyPI, in build/venv.
# SPDX-License-Identifier: Apache-2.0
import re
import sys

from nesting import cpp_nesting, python_nesting
from python_modules import import_module
from source_tree import ROOT, lines_of, report, tracked_files

LIMITS = {"length": 40, "nesting": 3, "parameters": 4, "file": 400}
FILE_NEVER_OVER = 500  # no exception goes beyond this
FOLDERS = ("src", "tests", "examples", "bench", "tools", "python")
EXCEPTIONS = "tools/size_exceptions.txt"


def read_exceptions(lines):
    """{(where, kind): line number} from lines 'WHERE KIND REASON...'."""
    exceptions = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(maxsplit=2)
        if len(words) < 3 or words[1] not in LIMITS:
            sys.exit(f"{EXCEPTIONS}:{number}: write 'PATH[:FUNCTION] {'|'.join(LIMITS)} REASON'")
        exceptions[words[0], words[1]] = number
    return exceptions


def functions_in(path, text, lizard):
    """(name, first line, last line, number of parameters) of each function."""
    analyzer = lizard.FileAnalyzer(lizard.get_extensions([]))
    # lizard takes `struct alignas(64) name {` and `a = sizeof(b) + c; struct d {` for functions
    text = re.sub(r"\b(?:alignas|sizeof)\s*\((?:[^()]|\([^()]*\))*\)", "", text)
    for function in analyzer.analyze_source_code(str(path), text).function_list:
        parameters = [parameter.strip() for parameter in function.full_parameters]
        name = function.name
        if name.split("::")[-1].startswith("TEST"):  # all GoogleTest functions are called so
            name = f"{name}({','.join(parameters)})"
        yield name, function.start_line, function.end_line, len(parameters)


def nesting_in(path, text, lizard):
    if path.suffix == ".py":
        return python_nesting(text)
    reader = lizard.get_reader_for(str(path))
    return cpp_nesting(reader.generate_tokens(text))


def measures_of(path, text, lizard):
    """(place, where, kind, size) of the file and of each function in it."""
    yield f"{path}:1", str(path), "file", len(text.splitlines())
    nesting = nesting_in(path, text, lizard)
    for name, first, last, parameters in functions_in(path, text, lizard):
        place, where = f"{path}:{first}", f"{path}:{name}"
        yield place, where, "length", last - first + 1
        yield place, where, "nesting", max(nesting.get(line, 0) for line in range(first, last + 1))
        yield place, where, "parameters", parameters


def problems_in(measures, exceptions):
    """What is too large and not excepted, then exceptions that nothing needs."""
    used = set()
    for place, where, kind, size in measures:
        if size <= LIMITS[kind]:
            continue
        hard = kind == "file" and size > FILE_NEVER_OVER
        if (where, kind) in exceptions and not hard:
            used.add((where, kind))
            continue
        yield f"{place}: {where.split(':', 1)[-1]}: {kind} is {size}, limit {LIMITS[kind]}"
    for (where, kind), number in exceptions.items():
        if (where, kind) not in used:
            yield f"{EXCEPTIONS}:{number}: {where} needs no exception for {kind}: remove the line"


def main():
    lizard = import_module("lizard")
    files = [path for path in tracked_files()
             if path.parts[0] in FOLDERS and path.suffix in (".hpp", ".cpp", ".py")]
    measures = [measure for path in files
                for measure in measures_of(path, (ROOT / path).read_text(encoding="utf-8"), lizard)]
    problems = list(problems_in(measures, read_exceptions(lines_of(EXCEPTIONS))))
    report("check_sizes", problems, f"{len(files)} files, {len(measures)} sizes")


if __name__ == "__main__":
    main()
