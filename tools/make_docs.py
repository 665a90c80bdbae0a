#!/usr/bin/env python3
# Builds the site of the documents into build/site, with modules from PyPI in build/venv.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/make_docs.py PACKAGE   (the folder that has the Python package, such as build/release/python)
import os
import subprocess
import sys
from pathlib import Path

from python_modules import PYTHON, install
from source_tree import ROOT

# What builds the site, and what notebooks need.
MODULES = ("numpy", "pandas", "scipy", "networkx", "mkdocs-material", "nbclient", "ipykernel", "matplotlib")


def main(package):
    for name in MODULES:
        problem = install(name)
        if problem is not None:
            sys.exit(f"make_docs: {problem}")
    environment = {**os.environ, "PYTHONPATH": str(Path(package).resolve()), "PYTHONDONTWRITEBYTECODE": "1",
                   "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run([PYTHON, "-m", "mkdocs", "build", "--strict", "--clean"], cwd=ROOT, env=environment,
                           check=False)
    if built.returncode == 0:
        print(f"make_docs: open {ROOT / 'build' / 'site' / 'index.html'}")
    sys.exit(built.returncode)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: tools/make_docs.py PACKAGE")
    main(sys.argv[1])
