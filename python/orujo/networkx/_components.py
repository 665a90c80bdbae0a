"""Components: connected, weakly, strongly, biconnected; what holds and joins them."""
# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import numpy as np

from orujo.networkx._graph import engine_graph
from orujo.networkx._registry import PROVIDED, on_edgeless, provides, run

_UNDIRECTED, _DIRECTED = "undirected multi", "directed multi"
_ORDER = "Components come in the order of their first members."


def groups_of(graph, names):
    """Sets of vertices of the same name, in the order of the first member of each."""
    _, first, place = np.unique(names, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    group = rank[place.ravel()]
    ordered = np.argsort(group, kind="stable").tolist()
    labels = graph.labels if graph.identity else None
    members = ordered if labels == ordered else [graph.labels[number] for number in ordered]
    ends = np.cumsum(np.bincount(group)).tolist()
    return [set(members[first:last]) for first, last in zip([0, *ends], ends)]


def _found(graph, algorithm):
    return run(algorithm, graph.engine())


def _provide_family(prefix, kinds, algorithm):
    """How many components there are, and whether there is one only."""
    @provides(f"number_{prefix}_components", kinds=kinds)
    def _number(graph, given):
        return _found(graph, algorithm).components

    @provides(f"is_{prefix}", kinds=kinds)
    def _is_one(graph, given):
        return _found(graph, algorithm).components == 1


_provide_family("connected", _UNDIRECTED, "components")
_provide_family("weakly_connected", _DIRECTED, "components")
_provide_family("strongly_connected", _DIRECTED, "scc")


@provides("connected_components", kinds=_UNDIRECTED)
@provides("weakly_connected_components", kinds=_DIRECTED)
def _components(graph, given):
    return iter(groups_of(graph, _found(graph, "components").component))


_SINKS_FIRST = "No edge leads from a component to a later one, as with NetworkX's, whose order may be another."


@provides("kosaraju_strongly_connected_components", kinds=_DIRECTED, remark=_SINKS_FIRST)
@provides("strongly_connected_components", kinds=_DIRECTED, remark=_SINKS_FIRST)
def _strong_components(graph, given):
    return iter(_sinks_first(graph))


def _sinks_first(graph):
    """Sets of vertices, those first that no edge leads out of."""
    names = _found(graph, "scc").component
    tails, heads = names[graph.sources], names[graph.targets]
    between = tails != heads
    arrays = {"source": tails[between], "target": heads[between]}
    level = run("topological", engine_graph(arrays, None, len(graph), directed=True)).level
    groups = groups_of(graph, names)
    levels = [level[names[graph.number(next(iter(group)))]] for group in groups]
    return [groups[number] for number in np.argsort(-np.array(levels), kind="stable").tolist()]


def _attracting(graph):
    """Names of strong components, and those that no edge leads out of."""
    names = _found(graph, "scc").component
    tails, heads = names[graph.sources], names[graph.targets]
    return names, np.setdiff1d(names, tails[tails != heads])


@provides("attracting_components", kinds=_DIRECTED, remark=_ORDER)
def _attracting_components(graph, given):
    names, kept = _attracting(graph)
    return iter([group for group in groups_of(graph, names) if names[graph.number(next(iter(group)))] in kept])


@provides("number_attracting_components", kinds=_DIRECTED)
def _number_attracting(graph, given):
    return len(_attracting(graph)[1])


@provides("is_attracting_component", kinds=_DIRECTED)
def _is_attracting(graph, given):
    return _found(graph, "scc").components == 1


# --- forests -------------------------------------------------------------------------------------


def _spare_edges(graph):
    """How many edges there are beyond those that hold components together, and how many components."""
    components = _found(graph, "components").components
    edges = graph.arcs if graph.is_directed() else int(np.count_nonzero(graph.once))
    return edges - (len(graph) - components), components


def _has_one_parent(graph):
    return int(graph.in_degrees().max()) <= 1


@provides("is_forest")
def _is_forest(graph, given):
    return _spare_edges(graph)[0] == 0


@provides("is_tree")
def _is_tree(graph, given):
    return _spare_edges(graph) == (0, 1)


@provides("is_branching", kinds="directed")
def _is_branching(graph, given):
    return _spare_edges(graph)[0] == 0 and _has_one_parent(graph)


@provides("is_arborescence", kinds="directed")
def _is_arborescence(graph, given):
    return _spare_edges(graph) == (0, 1) and _has_one_parent(graph)


@provides("node_connected_component", "n", kinds=_UNDIRECTED)
def _component_of(graph, given):
    if given.n not in graph:
        return on_edgeless(graph, PROVIDED["node_connected_component"], given)  # raises
    names = _found(graph, "components").component
    members = np.flatnonzero(names == names[graph.number(given.n)])
    return {graph.labels[number] for number in members.tolist()}


# --- biconnected ---------------------------------------------------------------------------------


def _pairs_across(graph, names):
    """The edges between vertices of different names, as `G.edges` has them."""
    across = graph.once & (names[graph.sources] != names[graph.targets])
    label = graph.labels.__getitem__
    return list(zip(map(label, graph.sources[across].tolist()), map(label, graph.targets[across].tolist())))


def _bridges_of(graph):
    names = _found(graph, "bridges").two_edge_component
    pairs = _pairs_across(graph, names)
    if graph.is_multigraph():  # parallel edges are no bridges
        rows = graph.original()._adj
        pairs = [(each, other) for each, other in pairs if len(rows[each][other]) == 1]
    return pairs


@provides("bridges", kinds=_UNDIRECTED)
def _bridges(graph, given):
    return iter(_bridges_of(graph))


@provides("has_bridges", kinds=_UNDIRECTED)
def _has_bridges(graph, given):
    return bool(_bridges_of(graph))


@provides("articulation_points", kinds=_UNDIRECTED, remark="They come in the order of the graph.")
def _articulation_points(graph, given):
    points = np.flatnonzero(_found(graph, "bridges").articulation)
    return iter([graph.labels[number] for number in points.tolist()])


def _blocks_of(graph):
    """Biconnected components: each vertex is in its block, and in those that it is the head of."""
    found = _found(graph, "bridges")
    inside = np.flatnonzero(found.block >= 0)
    names = found.block[inside]
    order = np.argsort(names, kind="stable")
    names, inside = names[order], inside[order]
    starts = np.flatnonzero(np.diff(names, prepend=-1))
    label = graph.labels.__getitem__
    members = list(map(label, inside.tolist()))
    heads = map(label, found.head[inside[starts]].tolist())
    return [{head, *members[first:last]}
            for head, first, last in zip(heads, starts.tolist(), [*starts[1:].tolist(), len(members)])]


@provides("biconnected_components", kinds=_UNDIRECTED, remark=_ORDER)
def _biconnected_components(graph, given):
    return iter(_blocks_of(graph))


@provides("is_biconnected", kinds=_UNDIRECTED)
def _is_biconnected(graph, given):
    blocks = _blocks_of(graph)
    return len(blocks) == 1 and len(blocks[0]) == len(graph)


# --- condensation --------------------------------------------------------------------------------


def _refuse_iterators(given):
    return None if given.scc is None or hasattr(given.scc, "__len__") else "scc: a list is taken here"


def _places_in(graph, groups):
    """Which group each vertex is in."""
    place = np.full(len(graph), -1, dtype=np.int64)
    for number, group in enumerate(groups):
        if any(label not in graph for label in group):
            raise NotImplementedError("scc has what is no vertex of the graph")
        place[[graph.number(label) for label in group]] = number
    if (place < 0).any():
        raise NotImplementedError("scc has not all vertices of the graph")
    return place


@provides("condensation", "scc", kinds=_DIRECTED, check=_refuse_iterators,
          remark="No edge leads to a greater number, as with NetworkX's, whose numbers may be others.")
def _condensation(graph, given):
    groups = _sinks_first(graph) if given.scc is None else list(given.scc)
    place = _places_in(graph, groups)
    tails, heads = place[graph.sources], place[graph.targets]
    pairs = np.stack([tails, heads], axis=1)[tails != heads]
    _, first = np.unique(pairs, axis=0, return_index=True)
    made = nx.DiGraph(mapping={label: number for number, group in enumerate(groups) for label in group})
    made.add_nodes_from((number, {"members": group}) for number, group in enumerate(groups))
    made.add_edges_from(map(tuple, pairs[np.sort(first)].tolist()))
    return made


# --- two colours ---------------------------------------------------------------------------------


@provides("is_bipartite", kinds="plain multi")
def _is_bipartite(graph, given):
    """By hops from one vertex more, which an edge joins with one of each component."""
    if graph.has_loops:
        return False
    count = len(graph)
    _, first = np.unique(run("components", graph.engine()).component, return_index=True)
    arrays = {"source": np.append(graph.sources, np.full(len(first), count)), "target": np.append(graph.targets, first)}
    depth = run("bfs", engine_graph(arrays, None, count + 1, directed=False), count).depth
    return not bool(((depth[graph.sources] - depth[graph.targets]) % 2 == 0).any())
