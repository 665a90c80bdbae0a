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


def told_by(place, ranks, command):
    """The lines of each process."""
    place.mkdir()
    environment = {**os.environ, "ORUJO_MPI_PLUGINS": os.environ.get("TEST_PLUGINS", "")}
    script = f"PLACE = {str(place)!r}\n{SCRIPT}"
    done = subprocess.run([*command, sys.executable, "-c", script], capture_output=True, text=True, timeout=300,
                          check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return [(place / str(rank)).read_text().splitlines() for rank in range(ranks)]


@pytest.mark.parametrize("library", ["openmpi", "mpich"])
def test_every_process_has_the_whole_answer(library, tmp_path):
    launcher = shutil.which(f"mpirun.{library}")
    plugin = os.path.join(os.environ.get("TEST_PLUGINS", ""), f"liborujo_mpi_{library}.so")
    if launcher is None or not os.path.exists(plugin):
        pytest.skip(f"{library} or its plug-in is not there")
    alone, = told_by(tmp_path / "alone", 1, [])
    both = told_by(tmp_path / "both", 2, [launcher, "-n", "2"])
    assert both[0] == both[1]
    assert both[0][0] == "2 mpi" and "spread over 2 processes" in both[0][-1]
    assert both[0][1:-1] == alone[1:] and "failed" in alone
