"""What users call vertices, and the numbers that stand for them inside."""
# SPDX-License-Identifier: Apache-2.0
from difflib import get_close_matches
from operator import index

import numpy as np

from orujo._errors import UsageError

_LOOKED_AT = 10_000  # names that an unknown one is compared with


def plain(array):
    """The same array, whose whole numbers are those that NumPy itself makes: both of its types have 64 bits."""
    return array.view(np.int64) if array.dtype == np.int64 else array


def whole_number(label):
    """The number that a label is; None if it is none."""
    try:
        return index(label)
    except TypeError:
        return None


class NumberLabels:
    """Vertices are called by consecutive numbers from `first`."""

    def __init__(self, first, count):
        self.first = first
        self.count = count
        self._all = None

    def all(self):
        if self._all is None:
            self._all = np.arange(self.first, self.first + self.count, dtype=np.int64)
            self._all.flags.writeable = False
        return self._all

    def of(self, numbers):
        """Labels of vertices by their numbers; -1 stays, for none."""
        if self.first == 0:
            return numbers
        return np.where(numbers < 0, -1, numbers + self.first)

    def text(self, label):
        """A label as the engine looks it up."""
        return text_of_number(label)

    def number(self, label):
        """The number of the vertex that is called so; None if there is none."""
        number = whole_number(label)
        return number - self.first if number is not None and 0 <= number - self.first < self.count else None


class IdLabels:
    """Vertices are called by ascending whole numbers."""

    def __init__(self, ids):
        self.ids = ids.view(np.int64) if not len(ids) or ids[-1] < 1 << 63 else ids

    def all(self):
        return self.ids

    def of(self, numbers):
        if not len(self.ids):
            return numbers
        return np.where(numbers < 0, np.array(-1).astype(self.ids.dtype), self.ids[numbers])

    def text(self, label):
        return text_of_number(label)

    def number(self, label):
        number = whole_number(label)
        kind = self.ids.dtype
        if number is None or not 0 <= number <= np.iinfo(kind).max:
            return None
        at = int(np.searchsorted(self.ids, kind.type(number)))  # a number of Python is looked for among floating ones
        return at if at < len(self.ids) and self.ids[at] == number else None


class ObjectLabels:
    """Vertices are called by any hashable objects; `named` says that the engine knows them as texts."""

    def __init__(self, labels, named):
        self.labels = np.empty(len(labels), dtype=object)
        self.labels[:] = labels
        self.labels.flags.writeable = False
        self.named = named
        self._numbers = None

    def all(self):
        return self.labels

    def of(self, numbers):
        if not len(self.labels):
            return np.empty(len(numbers), dtype=object)
        labels = self.labels[numbers]
        labels[numbers < 0] = None
        return labels

    def text(self, label):
        if self.named:
            return label if isinstance(label, str) else None
        number = self.number(label)
        return None if number is None else str(number)

    def number(self, label):
        if self._numbers is None:
            self._numbers = {each: number for number, each in enumerate(self.labels)}
        try:
            return self._numbers.get(label)
        except TypeError:  # no label: it cannot be hashed
            return None


def text_of_number(label):
    """Digits of a whole number, or the text itself; None for what is neither."""
    if isinstance(label, str):
        return label
    number = None if isinstance(label, bool) else whole_number(label)
    return None if number is None else str(number)


def labels_of(core, vertices):
    """The labels that the engine's graph has."""
    labels = core.labels()
    if isinstance(labels, int):
        return NumberLabels(labels, vertices)
    if isinstance(labels, list):
        return ObjectLabels(labels, named=True)
    return IdLabels(labels)


def looked_up(graph, label, option):
    """What the engine calls the vertex, as a text; raises UsageError if there is none."""
    text = graph._names.text(label)
    if text is None or not isinstance(label, str) and graph._names.number(label) is None:
        raise UsageError(f"{option}: {no_vertex(graph, label)}")
    return text


def no_vertex(graph, label):
    """A sentence that says so, and what vertices are called."""
    labels = graph._names.all()
    if not len(labels):
        advice = "it has none"
    elif labels.dtype != object:
        advice = f"its vertices are numbers from {labels[0]} to {labels[-1]}"
    else:
        texts = [each for each in labels[:_LOOKED_AT] if isinstance(each, str)]
        near = get_close_matches(label, texts, 1) if isinstance(label, str) else []
        advice = f"did you mean {near[0]!r}?" if near else f"its vertices have names such as {labels[0]!r}"
    return f"{graph.name} has no vertex {label!r}; {advice}"
