"""What is written of the backend of NetworkX is what it has."""
# SPDX-License-Identifier: Apache-2.0
import doctest
import importlib.metadata
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("networkx", minversion="3.5", reason="the backend serves NetworkX from 3.5 on")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_page_shows_what_happens():
    found = doctest.testfile(str(ROOT / "docs/networkx.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0 and found.attempted > 5


def test_tables_are_not_stale():
    found = subprocess.run([sys.executable, ROOT / "tools/networkx_tables.py", "--check"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, ""), found.stderr


def test_the_module_prints_the_table():
    found = subprocess.run([sys.executable, "-m", "orujo.networkx"], capture_output=True, text=True, check=True)
    assert found.stdout.strip() in (ROOT / "docs/networkx.md").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib is there since Python 3.11")
def test_entry_points_are_those_of_the_project():
    import tomllib
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    for group in ("networkx.backends", "networkx.backend_info"):
        found = {each.name: each.value for each in importlib.metadata.entry_points(group=group) if each.name == "orujo"}
        assert found == declared[group]
