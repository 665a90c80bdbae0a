"""NetworkX's own tests of the functions that its backend has here, run by the backend."""
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

import networkx as nx
import pytest

pytest.importorskip("networkx", minversion="3.5", reason="the backend serves NetworkX from 3.5 on")
pytest.importorskip("scipy", reason="NetworkX's PageRank needs SciPy")
pytest.importorskip("orujo.networkx")

MODULES = [f"networkx.algorithms.{name}" for name in (
    "centrality.tests.test_betweenness_centrality", "centrality.tests.test_closeness_centrality",
    "centrality.tests.test_degree_centrality", "centrality.tests.test_harmonic_centrality",
    "coloring.tests.test_coloring", "components.tests", "link_analysis.tests.test_pagerank",
    "shortest_paths.tests.test_astar", "shortest_paths.tests.test_generic", "shortest_paths.tests.test_unweighted",
    "shortest_paths.tests.test_weighted", "tests.test_bridges", "tests.test_cluster", "tests.test_core",
    "tests.test_efficiency", "tests.test_wiener", "bipartite.tests.test_basic",
    "traversal.tests.test_bfs", "tree.tests.test_mst", "tree.tests.test_recognition")]
# How many pass at least where what the backend has not is not run at all. These numbers only grow.
ALONE = {"3.6": 193, "3.7": 141}


def counts_of(folder, **environment):
    """(passed, failed, the end of what pytest says)"""
    found = subprocess.run([sys.executable, "-m", "pytest", "--pyargs", *MODULES, "-q", "-p", "no:cacheprovider", "--tb=short"],
                           cwd=folder, capture_output=True, text=True, check=False,
                           env={**os.environ, "MPLBACKEND": "Agg", "NETWORKX_TEST_BACKEND": "orujo", **environment})
    counts = dict(reversed(pair) for pair in re.findall(r"(\d+) (passed|failed|errors?)", found.stdout))
    failed = sum(int(counts.get(word, 0)) for word in ("failed", "error", "errors"))
    return int(counts.get("passed", 0)), failed, found.stdout[-3000:]


def test_nothing_fails_with_networkx_behind_it(tmp_path):
    passed, failed, text = counts_of(tmp_path, NETWORKX_FALLBACK_TO_NX="True")
    assert failed == 0 and passed > 500, text


def test_as_many_pass_alone_as_before(tmp_path):
    passed, failed, text = counts_of(tmp_path, NETWORKX_FALLBACK_TO_NX="")
    assert failed == 0 and passed >= ALONE.get(nx.__version__[:3], 1), text
