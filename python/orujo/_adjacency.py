"""Graphs of NetworkX as arrays: dictionaries of dictionaries, which the engine walks through."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo import _core


def rows_of(graph, labels):
    """The neighbours of each vertex, in the order of the labels."""
    rows = graph._adj  # plain dictionaries, where graph.adj has views that take longer
    if type(rows) is dict and list(rows) == labels:
        return rows
    return {label: rows[label] for label in labels}


def numbers_of(labels):
    """The numbers of vertices by their labels; None where vertices are called by their numbers."""
    count = len(labels)
    if labels == list(range(count)) and set(map(type, labels)) <= {int}:
        return None
    return {label: number for number, label in enumerate(labels)}


def arcs_of(rows, numbers):
    """(where each row begins, the neighbours in all of them), by numbers."""
    return _core.rows_of_adjacency(rows, len(rows) if numbers is None else numbers)


def values_of(rows, attribute, several):
    """(values of an attribute, how many edges have it), in the order of the rows; others count 1. `several` says
    whether edges are parallel; each of them has its value. What is neither whole numbers of 64 bits nor real ones
    comes as a list.
    """
    return (_core.values_in_multigraph if several else _core.values_in_adjacency)(rows, attribute)


def starts_of_parallel(rows):
    """(where the parallel edges to each neighbour begin, how many those are)"""
    counts = _core.parallel_in_multigraph(rows)
    return np.cumsum(counts) - counts, counts
