"""Scripts in several processes of MPI give every process the whole answer."""
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import sys

import pytest

SCRIPT = """
import numpy as np, orujo
from orujo._compiled import has_numba
team = orujo.team()
lines = [f"{team['ranks']} {team['transport']}"]
graph = orujo.generate("kron:8", weights=(1, 9))
for name in ("bfs", "sssp", "components", "kcore", "mst"):
    result = getattr(orujo, name)(graph, verify=True)
    sums = [int(np.nansum(result[column])) for column in result.columns if column != "parent"]
    lines.append(f"{name} {result.figures} {sums}")
tree = orujo.bfs(graph, 1)
lines.append(f"{len(tree.path(int(tree.depth.argmax())))} {graph.degrees().sum()}")
names = orujo.from_edges(["a", "b", "c"], ["b", "c", "d"], directed=False)
lines.append(f"{names.labels.tolist()} {orujo.bfs(names, 'a').at('d')}")
lines.append(f"{names.subgraph(['a', 'b', 'd']).labels.tolist()}")
signed = orujo.from_edges([-1, 3, -4], [3, 7, -1], directed=True)
lines.append(f"{signed.labels.tolist()} {orujo.bfs(signed, -4).at(7)} {orujo.bfs(signed, 3).parent.tolist()}")
ways = orujo.from_edges(np.arange(60), np.arange(60) * 7 % 61, directed=True)
towns = ways.relabel([(each,) for each in range(61)])
for direction in ("out", "in", "all"):
    lines.append(f"{ways.ego(3, 4, direction).labels.tolist()} {towns.ego((3,), 2, direction).labels.tolist()}")
for both in (ways.union(ways.ego(3, 4)), names.union(names.ego("b")), towns.union(towns.ego((3,), 2)), ways.union(towns)):
    lines.append(f"{both.labels.tolist()} {both.num_edges} {both.degrees().tolist()}")
def farther(value, weight): return value + weight
def counted(value, weight): return value
own = graph.own
for compiled in (has_numba(), False):
    operator = orujo.operator(farther, dtype="int64", compiled=compiled)
    for order in ("buckets", "unordered", "priority_per_rank"):
        lines.append(str(orujo.label_correcting(graph, operator, {1: 0}, order=order).label.tolist()))
    sums = np.zeros(own.stop - own.start, dtype=np.int64)
    operator = orujo.operator(counted, dtype="int64", combine="sum", compiled=compiled)
    changed = orujo.edge_map(graph, None, operator, np.ones_like(sums), sums)
    lines.append(str(sorted(changed) == np.flatnonzero(sums).tolist() and (sums == graph.degrees()[own]).all()))
def failing(value, weight):
    if team["rank"] + 1 == team["ranks"]:
        raise RuntimeError("no")
    return value
try:
    orujo.label_correcting(graph, orujo.operator(failing, dtype="int64", compiled=False), np.arange(256))
except (RuntimeError, orujo.EngineError):
    lines.append("failed")
for wrong in (lambda: orujo.bfs(graph, "x"), lambda: team["ranks"] > 1 and graph.to_scipy()):
    try:
        wrong()
    except orujo.UsageError as error:
        lines.append(str(error))
with open(f"{PLACE}/{team['rank']}", "w") as file:
    file.write("\\n".join(lines))
"""


SPREAD = """
import numpy as np, orujo
team = orujo.team()
lines = []
graph = orujo.generate("kron:8", weights=(1, 9))
operator = orujo.operator(lambda value, weight: value + weight, dtype="int64", compiled=False)
named = orujo.from_edges(["a", "b", "c"], ["b", "c", "d"], directed=False)
results = [orujo.bfs(graph, 1, gather=False), orujo.ktruss(graph, gather=False), orujo.pagerank(graph, gather=False),
           orujo.label_correcting(graph, operator, {1: 0}, gather=False), orujo.bfs(named, "a", gather=False),
           orujo.label_correcting(orujo.from_edges([7], [9**9], directed=True), operator, [1, 2], gather=False)]
assert [each.is_gathered for each in results] == [team["ranks"] == 1] * 6
kept = [each.local for each in results]
if team["ranks"] > 1:
    assert sum(each.is_gathered for each in results) == 0
    for wrong in (lambda: results[0].depth, lambda: results[0].at(1), lambda: results[0].path(1),
                  lambda: results[1][results[1]._found["key"]], lambda: results[2].top(3),
                  lambda: results[0].to_pandas(), lambda: results[0].report.html):
        try:
            wrong()
            lines.append("no error")
        except orujo.UsageError as error:
            assert "gather()" in str(error)
if team["rank"] == 0:  # one process alone, for which no other waits
    lines.append(f"{kept[0].parent[:3].tolist()} {kept[0].vertices[:3].tolist()} {kept[4].parent[:1].tolist()} {kept[5].vertices[:1].tolist()}")
    lines.append(str(list(kept[2].to_pandas().columns)))
for result, local in zip(results, kept):
    assert result.gather() is result and result.is_gathered
    for column in result.columns:
        assert (result[column][local.rows] == local[column]).all() and len(local[column]) == len(local)
        assert (result.local[column] == local[column]).all()
    assert result._found["keys"] is not None or (result.graph.labels[local.rows] == local.vertices).all()
assert results[0].local.rows == graph.own and (results[0].depth == orujo.bfs(graph, 1).depth).all()
lines.append(f"{results[1].trussness.sum()} {results[3].label[:9].tolist()} {results[4].parent.tolist()}")
lines.append(str(len(kept[0])))
with open(f"{PLACE}/{team['rank']}", "w") as file:
    file.write("\\n".join(lines))
"""


BESIDE = """
from mpi4py import MPI
import orujo
team = orujo.team()
score = orujo.pagerank(orujo.generate("kron:8"), gather=False).local.score
total = MPI.COMM_WORLD.allreduce(float(score.sum()))
with open(f"{PLACE}/{team['rank']}", "w") as file:
    file.write(f"{total:.6f}")
"""


FAILING = """
import sys, orujo
graph = orujo.generate("kron:8")
if orujo.team()["rank"] == 1:
    raise ValueError("of one process")
for _ in range(3):
    orujo.bfs(graph, 1)
"""


def told_by(place, ranks, command, script=SCRIPT):
    """The lines of each process."""
    place.mkdir()
    environment = {**os.environ, "ORUJO_MPI_PLUGINS": os.environ.get("TEST_PLUGINS", "")}
    script = f"PLACE = {str(place)!r}\n{script}"
    done = subprocess.run([*command, sys.executable, "-c", script], capture_output=True, text=True, timeout=300,
                          check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return [(place / str(rank)).read_text().splitlines() for rank in range(ranks)]


def launcher_of(library):
    launcher = shutil.which(f"mpirun.{library}")
    plugin = os.path.join(os.environ.get("TEST_PLUGINS", ""), f"liborujo_mpi_{library}.so")
    if launcher is None or not os.path.exists(plugin):
        pytest.skip(f"{library} or its plug-in is not there")
    return launcher


@pytest.mark.parametrize("library", ["openmpi", "mpich"])
def test_every_process_has_its_rows_until_all_gather_them(library, tmp_path):
    launcher = launcher_of(library)
    alone, = told_by(tmp_path / "alone", 1, [], SPREAD)
    first, second = told_by(tmp_path / "both", 2, [launcher, "-n", "2"], SPREAD)
    assert first[:-1] == alone[:-1] and second[0] == alone[2]
    assert int(first[-1]) + int(second[-1]) == int(alone[-1]) and int(second[-1]) > 0


def test_mpi4py_runs_beside_it(tmp_path):
    pytest.importorskip("mpi4py")
    told = told_by(tmp_path / "both", 2, [launcher_of("openmpi"), "-n", "2"], BESIDE)
    assert told == [["1.000000"], ["1.000000"]]


@pytest.mark.parametrize("library", ["openmpi", "mpich"])
def test_every_process_has_the_whole_answer(library, tmp_path):
    launcher = launcher_of(library)
    alone, = told_by(tmp_path / "alone", 1, [])
    both = told_by(tmp_path / "both", 2, [launcher, "-n", "2"])
    assert both[0] == both[1]
    assert both[0][0] == "2 mpi" and "spread over 2 processes" in both[0][-1]
    assert both[0][1:-1] == alone[1:] and "failed" in alone


@pytest.mark.parametrize("library", ["openmpi", "mpich"])
def test_a_process_that_fails_ends_the_others(library):
    environment = {**os.environ, "ORUJO_MPI_PLUGINS": os.environ.get("TEST_PLUGINS", "")}
    done = subprocess.run([launcher_of(library), "-n", "2", sys.executable, "-c", FAILING], capture_output=True, text=True,
                          timeout=60, check=False, env=environment)
    assert done.returncode != 0 and "ValueError: of one process" in done.stderr
