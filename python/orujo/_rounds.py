"""Operators over whole arrays: what runs by NumPy where a function is not compiled."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo import _core
from orujo._errors import EngineError, UsageError

_COMBINE = {"min": np.minimum, "max": np.maximum, "sum": np.add}


def worst(operator):
    """What changes nothing that it is combined with."""
    if operator.combine == "sum":
        return 0
    kind = np.dtype(operator.dtype)
    limits = (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind == "i" else (-np.inf, np.inf)
    return limits[operator.combine == "min"]


def _made(operator, values, numbers):
    """What the operator makes of arrays, which is looked at."""
    made = np.asarray(operator.function(values, numbers))
    name, dtype = operator.__name__, np.dtype(operator.dtype)
    if made.shape not in ((), values.shape):
        raise UsageError(f"{name}: it makes an array of the shape {made.shape} of arrays of {len(values)} values")
    if not np.can_cast(made.dtype, dtype, "same_kind"):
        raise UsageError(f"{name}: it makes {made.dtype} of {dtype} and {numbers.dtype}; return {dtype}")
    return np.broadcast_to(made.astype(dtype, copy=False), values.shape)


class EdgeRounds:
    """Values along the edges out of some of this process's vertices, again and again. Values are arrays with one
    for each own vertex, and room behind them for ghosts, which stand for vertices of other processes.
    """

    def __init__(self, rows, operator):
        self.rows = rows
        self.operator = operator
        self.offsets, self.targets, weights = rows.arrays()
        self.weights = None if weights is None else weights.astype(
            np.float64 if weights.dtype.kind == "f" else np.int64, copy=False)

    def carried(self, values, front):
        """(targets, values) of all edges out of the vertices `front`."""
        starts = self.offsets[front].astype(np.int64)
        counts = self.offsets[front + 1].astype(np.int64) - starts
        places = np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)
        targets = self.targets[places].astype(np.int64)
        if not len(targets):
            return targets, np.zeros(0, dtype=self.operator.dtype)
        weights = np.ones(len(places), dtype=np.int64) if self.weights is None else self.weights[places]
        return targets, _made(self.operator, np.repeat(values[front], counts), weights)


    def take(self, values, targets, made):
        """Combines values into those of their targets; returns the targets that changed, each once."""
        combine = self.operator.combine
        if combine != "sum":
            better = made > values[targets] if combine == "max" else made < values[targets]
            targets, made = targets[better], made[better]
        _COMBINE[combine].at(values, targets, made)
        return np.unique(targets)

    def tell(self, values, changed):
        """Brings what changed of ghosts to their owners; returns the own vertices that changed."""
        is_ghost = changed >= self.rows.size
        ghosts, own = changed[is_ghost], changed[~is_ghost]
        wide = np.float64 if np.dtype(self.operator.dtype).kind == "f" else np.int64
        vertices, bits = self.rows.tell_owners(ghosts, values[ghosts].astype(wide).view(np.uint64))
        arrived = self.take(values, vertices, bits.view(wide).astype(self.operator.dtype))
        return np.union1d(own, arrived)


def together(is_alone, step):
    """What `step()` returns, in all processes or in none: raises EngineError where another one failed."""
    if is_alone:
        return step()
    try:
        result = step()
    except BaseException:
        _core.agree(True, False)
        raise
    if _core.agree(False, False)[0]:
        raise EngineError("the operator failed in another process")
    return result


def labels_by_rounds(rows, operator, labels, front):
    """Labels at the fixed point; `labels` has those of the start, of own vertices and of ghosts. Returns how many
    rounds it took.
    """
    rounds = EdgeRounds(rows, operator)
    is_alone = rows.is_whole
    for count in range(1 << 62):
        if not (len(front) if is_alone else _core.agree(False, len(front) > 0)[1]):
            return count
        changed = together(is_alone, lambda now=front: rounds.take(labels, *rounds.carried(labels, now)))
        front = changed if is_alone else rounds.tell(labels, changed)
    return None


def edges_by_numpy(rows, operator, front, arrays):
    """An edge_map of (values, into)."""
    values, into = arrays
    rounds = EdgeRounds(rows, operator)
    told = into if rows.is_whole else np.concatenate(
        [into, np.full(len(rows.ghosts()), worst(operator), dtype=into.dtype)])

    def step():
        _check_own(front, rows.size)
        return rounds.take(told, *rounds.carried(values, front))

    changed = together(rows.is_whole, step)
    if not rows.is_whole:
        changed = rounds.tell(told, changed)
        into[:] = told[:rows.size]
    return changed


def _check_own(front, size):
    if len(front) and not 0 <= front.min() <= front.max() < size:
        raise UsageError(f"vertices: one is none of the {size} of this process")


def vertices_by_numpy(operator, front, values, numbers):
    """A vertex_map."""
    _check_own(front, len(values))
    if not len(front):
        return front
    before = values[front]
    made = _made(operator, before, numbers[front])
    values[front] = made
    return front[made != before]
