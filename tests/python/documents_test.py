"""What documents and docstrings show is what happens."""
# SPDX-License-Identifier: Apache-2.0
import doctest
import importlib
import pathlib
import pkgutil
import re
import tempfile
import webbrowser

import orujo
import pytest
from orujo._result import LocalRows

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = doctest.NORMALIZE_WHITESPACE
MODULES = ["orujo", *(f"orujo.{module.name}" for module in pkgutil.iter_modules(orujo.__path__)
                      if module.name != "_core")]


@pytest.fixture(autouse=True)
def shown(monkeypatch, tmp_path):
    """The pages that browsers are told to show, of which none opens; files that stay go with the test."""
    pages = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return pages


def test_open_shows_the_page_that_it_returns(shown):
    report = orujo.bfs(orujo.generate("grid:3x4"), 0).report
    path = pathlib.Path(report.open())
    assert shown == [path.as_uri()] and path.read_text(encoding="utf-8") == report.html


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert found.failed == 0


def public_things():
    """(name, thing) of all that users see, and of what is in their classes."""
    for name, thing in [("LocalRows", LocalRows), *((name, getattr(orujo, name)) for name in orujo.__all__)]:
        yield name, thing
        members = vars(thing).items() if isinstance(thing, type) else ()
        yield from ((f"{name}.{inner}", member) for inner, member in members
                    if not inner.startswith("_") and (callable(member) or isinstance(member, property)))


@pytest.mark.parametrize("name,thing", list(public_things()))
def test_every_public_thing_has_an_example_that_runs(name, thing):
    found = doctest.DocTestFinder(recurse=False).find(thing, name, module=False, globs={})
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    results = [runner.run(each) for each in found]
    assert sum(each.attempted for each in results) > 0
    assert sum(each.failed for each in results) == 0


def test_the_page_of_the_package_shows_what_happens():
    found = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=OPTIONS)
    assert found.failed == 0 and found.attempted > 15


def test_the_version_is_that_of_the_project():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert orujo.__version__ == re.search(r"project\(orujo VERSION ([0-9.]+)", text)[1]


def test_every_public_thing_is_on_the_page():
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    algorithms = orujo.algorithms()
    for name in orujo.__all__:
        assert name in algorithms or name in page, name
        assert getattr(orujo, name).__doc__


def test_what_the_first_page_shows_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    shown = (ROOT / "README.md").read_text(encoding="utf-8").split("## In Python")[1]
    program = re.search(r"```python\n(.*?)```", shown, re.DOTALL)[1]
    names = {}
    exec(compile(program, "README.md", "exec"), names)  # noqa: S102
    assert "reached 321 270" in capsys.readouterr().out
    assert names["ranks"].index.name == "vertex" and len(names["ranks"]) == 321270
