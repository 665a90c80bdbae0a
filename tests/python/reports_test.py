"""Pages of runs are those that the command writes."""
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
from html import unescape

import networkx as nx
import orujo
import pytest

EDGES = "1 2 1\n2 3 2\n3 4 7\n2 5 3\n10 11 4\n"
CALLS = {
    "bfs": {"source": 1}, "sssp": {"source": 1}, "widest": {"source": 1}, "stconn": {"source": 1, "target": 4},
    "components": {}, "mst": {}, "kcore": {}, "ktruss": {}, "pagerank": {}, "betweenness": {}, "closeness": {}, "colour": {},
    "mis": {}, "triangles": {}, "clustering": {}, "bridges": {}, "communities": {}, "diameter": {},
}


@pytest.fixture
def watching():
    orujo.configure(watch=True)
    yield
    orujo.configure(watch=False)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "g.wel"
    path.write_text(EDGES, encoding="utf-8")
    return path


def said_of_the_answer(page):
    """Sentences and rankings of the answer; times and speeds are others each time."""
    part = re.search(r"<h2>The answer</h2>\n<table>.*?</table>(.*?)(?=<h2>)", page, re.DOTALL)[1]
    return [unescape(each) for each in re.findall(r"<p>.*?</p>|<h3>.*?</h3>|<td>.*?</td>", part, re.DOTALL)]


def figures(page):
    table = re.search(r"<h2>The answer</h2>\n<table>(.*?)</table>", page, re.DOTALL)[1]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)]
    passing = {"graph", "parallel", "loading", "team", "time", "speed", "waiting", "vertices", "work", "edges", "sent", "released"}
    return [row for row in rows if row[0] not in passing]


@pytest.mark.skipif("TEST_COMMAND" not in os.environ, reason="TEST_COMMAND names the command to compare with")
@pytest.mark.parametrize("name", CALLS)
def test_pages_say_what_those_of_the_command_say(name, file, tmp_path, watching):
    options = [f"--{key}={value}" for key, value in CALLS[name].items()]
    wanted = tmp_path / "wanted.html"
    subprocess.run([os.environ["TEST_COMMAND"], name, file, "--undirected", *options, "--report", wanted, "--workers", "1",
                    "--quiet"], check=True, capture_output=True)
    graph = orujo.read(file, directed=False)
    found = getattr(orujo, name)(graph, workers=1, **CALLS[name]).report
    page = wanted.read_text(encoding="utf-8")
    assert said_of_the_answer(found.html) == said_of_the_answer(page)
    assert figures(found.html) == figures(page)


def test_all_algorithms_have_a_page():
    for name, entry in orujo.algorithms().items():
        one_way = entry["edges"] == "one_way"
        graph = orujo.from_edges([0, 1, 2], [1, 2, 3], [5, 3, 4], directed=one_way)
        given = {"target": 3} if name == "stconn" else {}
        given |= {"source": 0} if entry["start"] == "source" else {}
        page = getattr(orujo, name)(graph, **given).report.html
        assert f"<h1>orujo {name} edges</h1>" in page
        assert "<h2>Choices in force</h2>" in page and "<h2>Metrics</h2>" in page


def test_pages_show_time_only_where_it_was_watched(watching):
    graph = orujo.generate("kron:10", weights=(1, 9))
    assert "The last trial over time" in orujo.sssp(graph, 3).report.html
    assert "Where the time went" in orujo.bfs(graph, 3).report.html
    orujo.configure(watch=False)
    assert "over time" not in orujo.sssp(graph, 3).report.html


def test_labels_that_only_python_knows_are_on_the_page():
    graph = orujo.from_networkx(nx.relabel_nodes(nx.karate_club_graph(), lambda v: ("person", v)))
    page = unescape(orujo.bfs(graph, ("person", 3)).report.html)
    assert re.search(r"<td>source</td><td>\('person', 3\)</td>", page)
    assert "<td>('person', 33)</td>" in page


def test_pages_are_of_the_run_and_not_of_what_ran_later():
    graph = orujo.generate("grid:5x5")
    first = orujo.bfs(graph, 0)
    later = orujo.bfs(graph, 12)
    assert "<td>max_depth</td><td>8</td>" in first.report.html
    assert "<td>max_depth</td><td>4</td>" in later.report.html


def test_a_notebook_shows_the_page_and_a_file_has_it(tmp_path):
    report = orujo.components(orujo.generate("grid:3x4")).report
    shown = re.search(r'srcdoc="(.*?)" title', report._repr_html_(), re.DOTALL)[1]
    assert unescape(shown) == report.html
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == report.html


def test_a_page_outlives_its_graph():
    found = orujo.bfs(orujo.generate("grid:3x4"), 0)
    report = found.report
    del found
    assert "max_depth" in report.html
