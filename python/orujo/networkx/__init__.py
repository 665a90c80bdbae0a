# The backend of NetworkX: what is loaded when NetworkX first asks it.
# SPDX-License-Identifier: Apache-2.0
"""A backend of NetworkX: its functions, run by Orujo.

    NETWORKX_BACKEND_PRIORITY=orujo python program.py

and nothing in the program changes. `docs/networkx.md` says what is covered.
"""
from orujo.networkx import (_centrality, _clusters, _components, _distances, _paths, _several,  # noqa: F401
                            _shortest, _trees, _walks)
from orujo.networkx._costs import should_run
from orujo.networkx._graph import Graph, convert_from_nx, convert_to_nx
from orujo.networkx._registry import PROVIDED, can_run, function_of


class Backend:
    """What NetworkX loads: the functions that are provided, and those that it asks."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    can_run = staticmethod(can_run)
    should_run = staticmethod(should_run)


backend = Backend()
for _name, _provided in PROVIDED.items():
    setattr(backend, _name, function_of(_provided))

__all__ = ["Graph", "backend"]
