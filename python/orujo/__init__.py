# The package orujo: what its users see.
# SPDX-License-Identifier: Apache-2.0
"""Orujo: graphs of any size on the cores of this machine, or of many.

    >>> import orujo
    >>> roads = orujo.from_edges(["Ulm", "Ulm", "Kempten"], ["Augsburg", "Kempten", "Lindau"],
    ...                          weight=[85, 90, 65], directed=False)
    >>> orujo.sssp(roads, source="Augsburg").at("Lindau")
    {'distance': 240}

`read`, `generate`, `from_edges`, `from_scipy` and `from_networkx` make a `Graph`; every algorithm of
the command `orujo` is a function of the same name that takes one.
"""
from orujo import _core
from orujo._algorithms import algorithms, define_algorithms
from orujo._errors import (EngineError, InputError, MemoryLimitError, OrujoError, UsageError,
                           VerificationError)
from orujo._graph import Graph
from orujo._making import from_edges, from_networkx, from_scipy, generate, read
from orujo._operators import Operator, edge_map, label_correcting, operator, vertex_map
from orujo._report import Report
from orujo._result import Result
from orujo._teams import configure, settings, team

__version__ = _core.version

__all__ = ["Graph", "Result", "Report", "read", "generate", "from_edges", "from_scipy", "from_networkx", "configure",
           "settings", "team", "algorithms", "operator", "Operator", "label_correcting",
           "edge_map", "vertex_map", "OrujoError", "UsageError", "InputError", "MemoryLimitError",
           "EngineError", "VerificationError"]
__all__ += define_algorithms(globals())
