#!/usr/bin/env python3
# Installs modules from PyPI that Debian lacks into build/venv: for the checks, Arrow C++, the Python package and the site of the documents.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/python_modules.py MODULE...   It goes on without one that cannot be had, and says so.
import importlib
import os
import shutil
import subprocess
import sys

from source_tree import ROOT

VERSIONS = {"lizard": "1.24.3", "pyarrow": "26.0.1",
            # of the Python package: what its extension module is made with, and what its tests need
            "nanobind": "3.1.0", "nanobind-backend": "1.0.0", "numpy": "2.4.6", "scipy": "1.17.1", "pandas": "3.1.1",
            "networkx": "3.6.1", "tqdm": "4.70.1", "pytest": "9.2.0", "mypy": "2.4.1",
            "numba": "0.68.1",
            # of the site of the documents, and of its notebooks
            "mkdocs-material": "9.8.2", "nbclient": "0.11.0", "ipykernel": "7.4.0", "matplotlib": "3.11.2"}
FOLDER = ROOT / "build" / "venv"
PYTHON = FOLDER / "bin" / "python"


def has(name):
    """Whether the Python of build/venv has this version of the module."""
    question = f"import importlib.metadata as m; exit(m.version({name!r}) != {VERSIONS[name]!r})"
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", question], capture_output=True,
                                              check=False).returncode == 0


def install(name):
    """Puts the module into build/venv, which is made where it is not there; what went wrong, or None."""
    if has(name):
        return None
    if not PYTHON.exists():
        made = subprocess.run([sys.executable, "-m", "venv", FOLDER], capture_output=True,
                              text=True, check=False)
        if made.returncode != 0:
            shutil.rmtree(FOLDER, ignore_errors=True)  # half of one would be taken for a whole
            return f"no virtual environment can be made in {FOLDER} (apt-get install python3-venv)"
    wanted = f"{name}=={VERSIONS[name]}"
    installed = subprocess.run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
         "--only-binary", ":all:", "--retries", "1", wanted],
        capture_output=True, text=True, check=False)
    return None if installed.returncode == 0 else f"could not install {wanted} into {FOLDER}"


def import_module(name):
    """The module; without it, this program starts again in build/venv, which has it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        program = os.path.basename(sys.argv[0])
    if sys.prefix == str(FOLDER):
        sys.exit(f"{program}: {FOLDER} lacks {name}: remove it and try again")
    problem = install(name)
    if problem is not None:
        sys.exit(f"{program}: {problem}")
    os.execv(PYTHON, [str(PYTHON)] + sys.argv)


def main():
    for name in sys.argv[1:]:
        if name not in VERSIONS:
            sys.exit(f"python_modules: '{name}' is none of {', '.join(VERSIONS)}")
        problem = install(name)
        if problem is not None:
            print(f"python_modules: going on without {name}: {problem}", file=sys.stderr)


if __name__ == "__main__":
    main()
