"""Shortest paths by `shortest_path`, which chooses among functions, and from both ends."""
# SPDX-License-Identifier: Apache-2.0
from types import SimpleNamespace

from orujo.networkx._paths import ANY_PATH, MULTI, Weighted, length_and_path, named, provides_weighted
from orujo.networkx._registry import PROVIDED, on_edgeless, provides, run


@provides("bidirectional_shortest_path", "source target", kinds=MULTI, remark=ANY_PATH)
def _path_by_hops(graph, given):
    ends = graph.number(given.source), graph.number(given.target)
    way = run("bfs", graph.engine(), ends[0], target=ends[1]).path()
    if way is None:
        return on_edgeless(graph, PROVIDED["bidirectional_shortest_path"], given, [given.source, given.target])  # raises
    return [graph.labels[number] for number in way]


@provides_weighted("bidirectional_dijkstra", "source target", remark=ANY_PATH)
def _path_by_weights(graph, given):
    return length_and_path("bidirectional_dijkstra", graph, given)


def _ends_of(given):
    """Which of the ends are given."""
    return given.source is not None, given.target is not None


_SEARCHES = {(False, False): "all_pairs", (True, False): "single_source", (False, True): "single_target"}


def _function_for(given, what):
    """The function of NetworkX that does the same; none for searches along weights to one target from all sources."""
    kind = "shortest" if given.weight is None else given.method.replace("-", "_")
    if _ends_of(given) == (True, True):
        if what == "path" and kind == "dijkstra":
            return "bidirectional_dijkstra"
        return "bidirectional_shortest_path" if kind == "shortest" else f"{kind}_{what}"
    name = f"{_SEARCHES[_ends_of(given)]}_{kind}_{what}"
    return name if name in PROVIDED else None


def _refuse_other(given):
    if given.method not in ("dijkstra", "bellman-ford"):
        return "method is dijkstra or bellman-ford here"
    return named(given)


def _to_one_target(graph, given, what):
    """Along weights, from all sources: by a search against edges."""
    weighted = Weighted(graph, given.weight, "reversed" if graph.is_directed() else "plain")
    if what == "path_length":
        return weighted.lengths(given.target)
    return {label: path[::-1] for label, path in weighted.paths(given.target)[1].items()}


def _found(graph, given, what):
    name = _function_for(given, what)
    if name is None:
        return _to_one_target(graph, given, what)
    known = PROVIDED[name].signature.parameters
    return PROVIDED[name].run(graph, SimpleNamespace(**{each: getattr(given, each, None) for each in known}))


def _provide_any(name, what, of_found, remark=""):
    """`of_found` makes the answer of what the function finds that does the same."""
    @provides(name, "source target weight method", kinds=MULTI, check=_refuse_other, remark=remark,
              sources=lambda given: 1 if any(_ends_of(given)) else len(given.G),
              costs=lambda given: _function_for(given, what) or f"single_source_dijkstra_{what}")
    def _any(graph, given):
        return of_found(_found(graph, given, what), _function_for(given, what))


_provide_any("shortest_path", "path", lambda found, name: found[1] if name == "bidirectional_dijkstra" else found, ANY_PATH)
_provide_any("shortest_path_length", "path_length", lambda found, name: len(found) - 1 if name == "bidirectional_shortest_path" else found)
