"""Graphs that are made of graphs: parts, unions, other labels."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo import _core
from orujo._errors import UsageError
from orujo._labels import ObjectLabels


def mask_of(graph, vertices):
    """A truth value for each vertex, of such values or of labels."""
    values = np.asarray(vertices) if isinstance(vertices, (np.ndarray, list, tuple)) else None
    if values is None and hasattr(vertices, "to_numpy"):
        values = vertices.to_numpy()
    if values is not None and values.dtype == bool:
        if values.shape != (graph.num_vertices,):
            raise UsageError(f"a mask has a truth value for each of {graph.num_vertices} vertices, not {len(values)}")
        return np.ascontiguousarray(values)
    mask = np.zeros(graph.num_vertices, dtype=bool)
    for label in vertices:
        mask[graph.index_of(label)] = True
    return mask


def part_with(graph, mask, **options):
    """The part of the vertices that a mask names (None: all), and of edges by their weights."""
    from orujo._graph import Graph
    core = _core.part_of(graph._core, None if mask is None else mask.view(np.uint8), options)
    names = graph._names
    if not isinstance(names, ObjectLabels) or names.named:
        return Graph(core)
    return Graph(core, ObjectLabels(names.all() if mask is None else names.all()[mask], named=False))


def reached(graph, label, radius, direction):
    """A mask of the vertices at most so many hops from one."""
    if direction not in ("out", "in", "all"):
        raise UsageError(f"direction is one of out, in, all, not {direction!r}")
    sides = [False] if direction == "out" or not graph.is_directed else [True] if direction == "in" else [False, True]
    if True in sides:
        graph._core.need_in_edges()
    rows = [graph._core.rows(side)[:2] for side in sides]
    mask = np.zeros(graph.num_vertices, dtype=bool)
    front = np.array([graph.index_of(label)], dtype=np.int64)
    mask[front] = True
    for _ in range(radius):
        front = np.unique(np.concatenate([_targets_of(*side, front) for side in rows]))
        front = front[~mask[front]]
        if not len(front):
            break
        mask[front] = True
    return mask


def _targets_of(offsets, targets, vertices):
    """All neighbours of some vertices."""
    starts = offsets[vertices].astype(np.int64)
    counts = offsets[vertices + 1].astype(np.int64) - starts
    places = np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)
    return targets[places].astype(np.int64)


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


def graph_of_columns(columns, like, labels):
    """A graph of edges by numbers, with labels, and otherwise as another one is."""
    from orujo._graph import Graph
    source, target, weight = columns
    arrays = {"source": source, "target": target} | ({} if weight is None else {"weight": weight})
    options = {"directed": like.is_directed, "name": like.name, "num_vertices": len(labels.all())}
    named = isinstance(labels, ObjectLabels) and labels.named
    if named:
        options["names"] = labels.all().tolist()
    return Graph(_core.from_arrays(arrays, options, 0), None if named else labels)


def union_labels(first, second):
    """(labels of both, the places of the first's and of the second's vertices among them)."""
    ours, theirs = first.labels, second.labels
    if ours.dtype != object and theirs.dtype != object:
        from orujo._labels import IdLabels, NumberLabels
        both = np.union1d(ours, theirs).astype(np.uint64)
        dense = len(both) and int(both[-1]) == len(both) - 1
        labels = NumberLabels(0, len(both)) if dense else IdLabels(both)
        return labels, np.searchsorted(both, ours.astype(np.uint64)), np.searchsorted(both, theirs.astype(np.uint64))
    seen = dict.fromkeys([*ours.tolist(), *theirs.tolist()])
    are_texts = all(isinstance(each, str) for each in seen)
    both = sorted(seen) if are_texts else list(seen)
    places = {label: place for place, label in enumerate(both)}
    ends = [np.array([places[label] for label in labels.tolist()], dtype=np.int64) for labels in (ours, theirs)]
    return ObjectLabels(both, named=are_texts), *ends
