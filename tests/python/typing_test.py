"""What mypy finds in scripts: nothing in a right one, each mistake in a wrong one."""
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import site
import subprocess
import sys

import orujo
import pytest

pytest.importorskip("mypy", reason="tools/python_modules.py mypy installs it")

RIGHT = """
from pathlib import Path
from typing import Any

import numpy as np
import orujo


@orujo.operator(dtype="int64", combine="min")
def farther(distance: Any, weight: Any) -> Any:
    return distance + weight


def looked_at(path: Path) -> float:
    graph = orujo.read(path, directed=False, weights=(1, 9), columns={"source": 1, "target": "to"}, ids="names")
    grid = orujo.generate("grid:3x4", weights=(1, 9))
    roads = orujo.from_edges(["Ulm", "Ulm"], np.array(["Augsburg", "Kempten"]), weight=[85, 90], directed=False)
    far = orujo.sssp(roads, "Ulm", target="Kempten", method="kla", order=None)
    reveal_type(far)
    reveal_type(far.distance)
    reveal_type(far.path("Kempten"))
    reveal_type(orujo.bfs(grid, source=0, coarsen=4).depth)
    reveal_type(orujo.bfs(grid, source=0).parent)
    reveal_type(orujo.pagerank(graph, personalise={0: 1.5}, weighted=True).converged)
    reveal_type(orujo.pagerank(graph, method="pull").score)
    reveal_type(orujo.mis(graph, order="first_fit").in_set)
    reveal_type(grid.degrees("in"))
    part = grid.largest_component().ego(1, 2, "all").filter_edges(most=5).relabel({1: "x"}).subgraph(["x", 2])
    part.union(grid).save(path)
    for label, value in orujo.pagerank(part, damping=0.9).top(3):
        print(label, value)
    reveal_type(farther)
    reveal_type(orujo.label_correcting(grid, farther, {0: 0}, order="levels"))
    orujo.configure(workers=2, progress="never")
    print(orujo.team()["ranks"], orujo.settings()["progress"].upper(), orujo.algorithms()["bfs"])
    reveal_type(orujo.closeness(grid, sources=[1, 2]).local.vertices)
    reveal_type(orujo.bfs(grid, 0, gather=False).gather())
    orujo.bfs(grid, 0).report.save(path)
    orujo.bfs(grid, 0).to_pandas().describe()
    print(orujo.bfs(grid, 0).at(3)["depth"], orujo.bfs(grid)["depth"], len(grid), 3 in grid)
    source, target, weight = grid.to_edges()
    reveal_type(source)
    reveal_type(weight)
    return orujo.diameter(graph).seconds
"""
REVEALED = ["SsspResult", "ndarray[…dtype[Any]]", "list[Any] | None", "ndarray[…int…", "ndarray[…dtype[Any]]", "bool",
            "ndarray[…float64]]", "ndarray[…bool…", "ndarray[…int…", "Operator", "Result", "ndarray[…dtype[Any]]",
            "BfsResult", "ndarray[…dtype[Any]]", "ndarray[…dtype[Any]] | None"]
# Lines of a wrong script, and what mypy says of each.
WRONG = {
    'orujo.pagerank(grid, damping="x")': '"damping" to "pagerank" has incompatible type "str"',
    'orujo.pagerank(grid, method="pul")': """expected "Literal['pull', 'push', 'delta']\"""",
    "orujo.bfs(grid, 0, dept=1)": 'Unexpected keyword argument "dept"',
    "orujo.bfs(grid, 0).path(3)[0]": '"list[Any] | None" is not indexable',
    'grid.degrees("up")': """expected "Literal['out', 'in', 'all']\"""",
    "orujo.from_edges([1], [2])": 'Missing named argument "directed"',
    "orujo.from_edges(1, [2], directed=True)": 'Argument 1 to "from_edges" has incompatible type "int"',
    "orujo.read(7)": 'Argument 1 to "read" has incompatible type "int"',
    'orujo.generate("grid:2x2", weight=(1, 2))': 'did you mean "weights"?',
    "orujo.stconn(grid, 0)": 'Missing named argument "target"',
    "number: str = orujo.bfs(grid, 0).depth": "Incompatible types in assignment",
    'orujo.operator(lambda value, weight: value, combine="most")': "No overload variant",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says of the lines of both scripts: {(script, line): [text, ...]}, its notes on calls left out."""
    folder = tmp_path_factory.mktemp("typed")
    (folder / "right.py").write_text(RIGHT)
    (folder / "wrong.py").write_text("\n".join(["import orujo", 'grid = orujo.generate("grid:3x3")', *WRONG]))
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n[mypy-orujo.*]\nfollow_imports = silent\n")
    place = str(pathlib.Path(orujo.__file__).parents[1])
    path = {} if place in (*site.getsitepackages(), site.getusersitepackages()) else {"MYPYPATH": place}  # mypy looks there
    found = subprocess.run([sys.executable, "-m", "mypy", "right.py", "wrong.py"], cwd=folder, capture_output=True, text=True,
                           check=False, env={**os.environ, **path})
    lines = re.findall(r"^(\w+)\.py:(\d+): (error|note: Revealed type is|note): (.*)|(.+)", found.stdout.replace("is \"", "is: \""), re.M)
    texts = {}
    for script, line, kind, text, _ in lines:
        if kind != "note" and script:
            texts.setdefault((script, int(line)), []).append(text if kind == "error" else text.strip('"'))
    assert texts, found.stdout + found.stderr
    return texts


def is_type(found, wanted):
    """Whether a type that mypy names is the one that is wanted, of which parts may be left out."""
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    return re.fullmatch(rf"[\w.]*{pattern}", found) is not None


def test_a_right_script_passes_with_the_types_of_what_it_finds(said):
    lines = [number for number, line in enumerate(RIGHT.splitlines(), 1) if "reveal_type" in line]
    found = {line: texts for (script, line), texts in said.items() if script == "right"}
    assert sorted(found) == lines
    for line, wanted in zip(lines, REVEALED, strict=True):
        assert len(found[line]) == 1 and is_type(found[line][0], wanted), (line, found[line], wanted)


def test_mistakes_are_found(said):
    for number, (line, words) in enumerate(WRONG.items(), 3):
        assert any(words in text for text in said.get(("wrong", number), [])), (line, said.get(("wrong", number)))
