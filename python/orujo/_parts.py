"""Graphs that are made of graphs: parts, unions, other labels."""
# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np

from orujo import _core
from orujo._coding import are_texts
from orujo._errors import UsageError
from orujo._labels import ObjectLabels


_TRUTH = ("bool", "bool_", "NAType", "NoneType")  # of truth values, some of them missing


def mask_of(graph, vertices):
    """A truth value for each vertex, of such values or of labels."""
    values = vertices if isinstance(vertices, np.ndarray) else None
    if isinstance(vertices, (list, tuple)) and vertices and all(type(each).__name__ in _TRUTH for each in vertices):
        values = np.array(vertices, dtype=bool if set(map(type, vertices)) <= {bool, np.bool_} else object)
    if values is None and hasattr(vertices, "to_numpy"):
        values = vertices.to_numpy()
    if values is not None and (values.dtype == bool or _has_truth(values)):
        return np.ascontiguousarray(checked_mask(values, graph.num_vertices, "vertices"))
    if not hasattr(vertices, "__iter__"):
        raise UsageError(f"subgraph: labels of vertices or a mask are needed, not {vertices!r}")
    mask = np.zeros(graph.num_vertices, dtype=bool)
    for label in vertices:
        mask[graph.index_of(label)] = True
    return mask


def _has_truth(values):
    """Whether these are truth values some of which are missing."""
    return values.dtype == object and values.ndim == 1 and len(values) > 0 and \
        all(type(each).__name__ in _TRUTH for each in values)


def checked_mask(values, count, things):
    """The array, which has a truth value for each of so many things."""
    if _has_truth(values) and all(isinstance(each, (bool, np.bool_)) for each in values):
        values = values.astype(bool)
    if values.dtype != bool and values.size:
        raise UsageError(f"a mask has True or False for each of {count} {things}, not values such as "
                         f"{values.ravel().tolist()[0]!r}" if not _has_truth(values) else
                         f"a mask has True or False for each of {count} {things}; some of these are missing")
    if values.shape != (count,):
        shape = " x ".join(map(str, values.shape)) or "one alone"
        raise UsageError(f"a mask has a truth value for each of {count} {things}, not {shape}")
    return values.astype(bool, copy=False)


def is_known(graph):
    """Whether the engine knows what vertices are called."""
    return not isinstance(graph._names, ObjectLabels) or graph._names.named


def with_known_labels(graph):
    """The graph itself, or one whose labels the engine knows: its vertices are in the order of the labels."""
    if is_known(graph):
        return graph
    from orujo._graph import Graph
    labels = graph.labels.tolist()
    if are_texts(labels):
        order, called = sorted(range(len(labels)), key=labels.__getitem__), "names"
    elif all(isinstance(each, (int, np.integer)) and not isinstance(each, bool) and 0 <= each < 1 << 64 for each in labels):
        order, called = sorted(range(len(labels)), key=lambda at: int(labels[at])), "vertex_ids"
    else:
        raise UsageError("labels that are no texts and no whole numbers from 0 cannot be written; relabel() calls "
                         "vertices otherwise")
    known = [labels[at] for at in order]
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    source, target, weight = edge_columns(graph)
    labels = known if called == "names" else np.array([int(each) for each in known], dtype=np.uint64)
    return Graph(_core_of((places[source], places[target], weight), graph, {called: labels}))


def labelled_anew(core, labels):
    """The graph with labels that the engine does not know: it calls vertices by their numbers, which these stand for."""
    from orujo._graph import Graph
    return Graph(_core.numbered(core), ObjectLabels(labels, named=False))


def _labelled(graph, core, mask):
    """A part of a graph with its labels; a mask of None stands for all vertices."""
    from orujo._graph import Graph
    if is_known(graph):
        return Graph(core)
    labels = graph._names.all()
    return labelled_anew(core, labels if mask is None else labels[mask])


def part_with(graph, mask, **options):
    """The part of the vertices that a mask names (None: all), and of edges by their weights."""
    chosen = None if mask is None or not len(mask) else mask.view(np.uint8)
    core = _core.part_of(graph._core, chosen, options)
    return _labelled(graph, core, mask)


def around(graph, label, radius, direction):
    """The part of the vertices at most so many hops from one."""
    core, mask = _core.around(graph._core, graph.index_of(label), radius, direction)
    return _labelled(graph, core, mask.view(bool))


def largest_component_mask(graph):
    """A mask of the vertices of the largest component, the first of several."""
    component = _core_components(graph)
    sizes = np.bincount(component) if len(component) else np.zeros(1)
    return component == sizes.argmax()


def _core_components(graph):
    import orujo
    return orujo.components(graph)._arrays["component"]


def edge_columns(graph):
    """The edges by the numbers of vertices, an undirected one once: source, target, weight or None."""
    offsets, targets, weights = graph._core.rows(False)
    source = np.repeat(np.arange(graph.num_vertices, dtype=np.int64), np.diff(offsets).astype(np.int64))
    target = targets.astype(np.int64)
    if graph.is_directed:
        return source, target, weights
    once = source <= target
    return source[once], target[once], None if weights is None else weights[once]


def mask_of_range(graph, least, most):
    """A truth value for each of `to_edges()`: whether its weight lies between two numbers, or None."""
    weights = graph.to_edges()[2]
    if weights is None:
        raise UsageError(f"filter_edges: {graph.name} has no weights")
    if weights.dtype == np.int64:  # compared as whole numbers
        low, high = -1 << 63, (1 << 63) - 1
        least = low if least is None or least <= low else math.ceil(min(least, high + 1))
        most = high if most is None or most >= high else math.floor(max(most, low - 1))
        if least > high or most < low:
            return np.zeros(len(weights), dtype=bool)
    mask = np.ones(len(weights), dtype=bool)
    if least is not None:
        mask &= weights >= least
    if most is not None:
        mask &= weights <= most
    return mask


def _core_of(columns, like, called):
    """The engine's graph of such edges, otherwise as another graph; `called` says what it calls vertices."""
    source, target, weight = columns
    arrays = {"source": source, "target": target} | ({} if weight is None else {"weight": weight})
    options = {"directed": like.is_directed, "name": like.name, "num_vertices": like.num_vertices}
    return _core.from_arrays(arrays, options | called, 0)


def graph_of_columns(columns, like):
    """A graph of edges by numbers, of the vertices of another one and otherwise as that is."""
    from orujo._graph import Graph
    labels = like._names.all()
    if not is_known(like):
        return Graph(_core_of(columns, like, {}), ObjectLabels(labels, named=False))
    called = {"names": labels.tolist()} if labels.dtype == object else {"vertex_ids": labels.astype(np.uint64)}
    return Graph(_core_of(columns, like, called))


def joined(first, second):
    """The graph of the vertices and edges of both, by labels."""
    from orujo._graph import Graph
    is_named = [isinstance(each._names, ObjectLabels) for each in (first, second)]
    if is_known(first) and is_known(second) and is_named[0] == is_named[1]:
        return Graph(_core.join(first._core, second._core, {}))
    ours, theirs = first.labels.tolist(), second.labels.tolist()
    labels = list(dict.fromkeys([*ours, *theirs]))
    are_texts = all(isinstance(each, str) for each in labels)
    if are_texts:
        labels.sort()
    places = {label: place for place, label in enumerate(labels)}
    options = {name: [places[label] for label in each] for name, each in (("first_ids", ours), ("second_ids", theirs))}
    core = _core.join(first._core, second._core, options | ({"names": labels} if are_texts else {}))
    return Graph(core, None if are_texts else ObjectLabels(labels, named=False))
