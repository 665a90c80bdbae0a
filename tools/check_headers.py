#!/usr/bin/env python3
# Checks that headers compile alone, and twice, and that all of them do so in one file, whose users may include any
# of them: each header of docs/api.md, or with --all each there is, which takes four times as long. The build itself
# has shown as much of a header that its own source file includes first: such headers are not compiled again, though
# in layers whose sources are compiled eight at a time (TOGETHER) the build shows it of every eighth only. Name headers to be sure.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from python_modules import PYTHON
from source_tree import ROOT, lines_of, report, tracked_files

API = (ROOT / "docs/api.md").read_text(encoding="utf-8")
# What the build defines for some layers.
DEFINITIONS = ["-DORUJO_VERSION=\"0\""]
FLAGS = [*DEFINITIONS, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-"]


def mpi_flags():
    """Where mpi.h is; None without MPI."""
    wrapper = shutil.which("mpicxx.openmpi") or shutil.which("mpicxx")
    if wrapper is None:
        return None
    shown = subprocess.run([wrapper, "--showme:compile"], capture_output=True, text=True)
    flags = ["-DOMPI_SKIP_MPICXX", *shown.stdout.split()]  # as the plug-ins are built
    return flags if shown.returncode == 0 else None


def arrow_flags():
    """Where Arrow's headers are: those of the pyarrow in build/venv; None without it."""
    question = "import pyarrow; print(pyarrow.get_include())"
    if not PYTHON.exists():
        return None
    shown = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True)
    return ["-isystem", shown.stdout.strip()] if shown.returncode == 0 else None


def nanobind_flags():
    """Where the headers of nanobind and of Python are, by build/venv; None without them."""
    question = "import nanobind, sysconfig; print(nanobind.include_dir(), sysconfig.get_path('include'), sep='\\n')"
    if not PYTHON.exists():
        return None
    shown = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True)
    folders = shown.stdout.split("\n")[:2]
    if shown.returncode != 0 or not Path(folders[1], "Python.h").exists():
        return None
    defined = ["-DNB_BACKEND_MODULE=nanobind_backend", "-DPy_LIMITED_API=0x030A0000", "-fvisibility=hidden"]
    return defined + [flag for folder in folders for flag in ("-isystem", folder)]


def first_error(headers, compiler, more_flags):
    """Of a file that includes the headers: the compiler's first error, or None."""
    text = "".join(f'#include "{header.relative_to("src").as_posix()}"\n' for header in headers)
    command = [compiler, "-I", str(ROOT / "src"), *more_flags, *FLAGS]
    compiled = subprocess.run(command, input=text, capture_output=True, text=True)
    if compiled.returncode == 0:
        return None
    errors = [line for line in compiled.stderr.splitlines() if "error" in line]
    return (errors or ["no message"])[0]


def problem_of(headers, compiler, more_flags):
    """What is wrong with one header, or with several in one file; None if nothing is."""
    alone = len(headers) == 1
    error = first_error(headers * 2 if alone else headers, compiler, more_flags)
    if error is None:
        return None
    return f"{headers[0]}:1: does not compile {'alone' if alone else 'beside all the others'}: {error}"


def is_for_users(header):
    """Whether the page of what a library user includes has it."""
    return f"`{header.relative_to('src/orujo').as_posix()}`" in API


def is_shown_by_build(header):
    """Whether the source file of the same name includes `header` before anything else, and once."""
    source = header.with_suffix(".cpp")
    if not (ROOT / source).is_file():
        return False
    included = [line for line in lines_of(source) if line.startswith("#include")]
    wanted = f'#include "{header.relative_to("src").as_posix()}"'
    return included[:1] == [wanted] and "#pragma once" in lines_of(header)


def main():
    parser = argparse.ArgumentParser(description="Checks that every header compiles alone.")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true", help="not only those of docs/api.md")
    parser.add_argument("headers", nargs="*", type=Path, help="as src/…; those that the build has not shown, if none is named")
    arguments = parser.parse_args()

    everything = [] if arguments.headers else [
        path for path in tracked_files() if path.parts[0] == "src" and path.suffix == ".hpp"]
    headers = arguments.headers or [path for path in everything if (arguments.all or is_for_users(path))
                                    and not is_shown_by_build(path)]
    flags = []
    for folder, needed in (("mpi", mpi_flags()), ("arrow", arrow_flags()), ("python", nanobind_flags())):
        if needed is None:
            headers = [path for path in headers if folder not in path.parts]
            everything = [path for path in everything if folder not in path.parts]
        flags += needed or []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        files = [everything] * bool(everything) + [[header] for header in headers]
        results = pool.map(lambda each: problem_of(each, arguments.compiler, flags), files)
        problems = [problem for problem in results if problem]
    report("check_headers", problems, f"{len(headers)} headers")


if __name__ == "__main__":
    main()
