"""Whether running here pays, by what was measured."""
# SPDX-License-Identifier: Apache-2.0
from orujo.networkx._cost_table import CONVERSION, COSTS
from orujo.networkx._graph import Graph, kept_for
from orujo.networkx._registry import PROVIDED


def seconds(row, size, searches=1):
    """What a row of the table stands for: a + searches * (b * vertices + c * arcs)."""
    return row[0] + searches * (row[1] * size[0] + row[2] * size[1])


def _arcs_of(graph):
    """How many arcs a graph of NetworkX has; kept with it, until it changes: searches come in loops."""
    kept = getattr(graph, "__networkx_cache__", None)
    arcs = kept.get("orujo_arcs") if kept else None
    if arcs is None:
        arcs = sum(map(len, graph._adj.values()))
        if kept is not None:
            kept["orujo_arcs"] = arcs
    return arcs


def should_run(name, args, kwargs):
    """True where it pays, conversion included if it has not been done yet; else the reason."""
    provided = PROVIDED[name]
    given = provided.bound(args, kwargs)
    row = COSTS.get(provided.costs and provided.costs(given) or name)
    graph = given.G
    if row is None or isinstance(graph, Graph):
        return True
    size = len(graph), _arcs_of(graph)
    searches = provided.sources(given) if provided.sources else 1
    share = provided.share(given) if provided.share else 1
    here, there = seconds(row[0], size, searches), seconds(row[1], size, searches * share)
    conversion = 0.0 if kept_for(graph) else seconds(CONVERSION, size)
    if here + conversion < there:
        return True
    return f"NetworkX needs {_text(there)}, Orujo {_text(here)} and conversion {_text(conversion)}"


def _text(time):
    return f"{time * 1e3:.3g} ms" if time < 1 else f"{time:.3g} s"
