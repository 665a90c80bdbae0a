"""Labels of vertices as numbers: each column by the distinct labels in it, then all by the labels of both."""
# SPDX-License-Identifier: Apache-2.0
import sys
from itertools import chain

import numpy as np

from orujo._errors import InputError, UsageError


class CodedColumn:
    """A column as places in a list of distinct labels, some of which may not be used."""

    def __init__(self, codes, labels):
        self.codes = codes
        self.labels = labels

    def __len__(self):
        return len(self.codes)


def coded_column(values, name):
    """Categories of pandas and dictionaries of Arrow as they are; None for columns of any other kind, and where
    they stand for numbers."""
    module = type(values).__module__
    if module.startswith("pandas"):
        return _of_categories(getattr(values, "array", values), name)
    if module.startswith("pyarrow"):
        return _of_arrow(values, name)
    return None


def _of_categories(values, name):
    if type(values).__name__ != "Categorical" or values.categories.dtype.kind in "iufbmM":
        return None
    return _checked(np.asarray(values.codes), values.categories.tolist(), name)


def _of_arrow(values, name):
    arrow = sys.modules["pyarrow"]
    kind = getattr(values, "type", None)
    if not isinstance(kind, arrow.DataType):
        return None
    texts = kind.value_type if arrow.types.is_dictionary(kind) else kind
    if not (arrow.types.is_string(texts) or arrow.types.is_large_string(texts)):
        return None
    if values.null_count:
        place = values.is_null().to_pylist().index(True)
        raise InputError(f"edges: edge {place} has no {name}")
    if isinstance(values, arrow.ChunkedArray):  # each chunk has a dictionary of its own, if any
        values = values.cast(texts).combine_chunks()
    if isinstance(values, arrow.ChunkedArray):
        return None
    coded = values if arrow.types.is_dictionary(values.type) else values.dictionary_encode()
    codes = coded.indices.cast(arrow.int64()).to_numpy(zero_copy_only=False)
    return _checked(codes, coded.dictionary.to_pylist(), name)


def _checked(codes, labels, name):
    missing = np.flatnonzero(codes < 0)
    if not len(missing) and None in labels:
        missing = np.flatnonzero(codes == labels.index(None))
    if len(missing):
        raise InputError(f"edges: edge {missing[0]} has no {name}")
    return CodedColumn(codes, labels)


def _coded(column, name):
    """An array of labels by the distinct ones, in the order in which they appear."""
    if isinstance(column, CodedColumn):
        return column
    if column.dtype.kind in "iu":
        labels, codes = np.unique(column, return_inverse=True)
        return CodedColumn(codes, labels.tolist())
    ends = column.tolist()
    kinds = set(map(type, ends))
    if column.dtype.kind == "O" and kinds != {str}:
        _refuse_missing(ends, name)
    pandas = sys.modules.get("pandas")
    if kinds == {str} and hasattr(pandas, "factorize"):  # quicker than a dict, where it is loaded anyway
        codes, labels = pandas.factorize(column if column.dtype.kind == "O" else np.array(ends, dtype=object))
        return CodedColumn(codes, labels.tolist())
    try:
        labels = list(dict.fromkeys(ends))
    except TypeError as error:
        raise InputError(f"edges: labels of vertices have to be hashable: {error}") from None
    return CodedColumn(_places(ends, labels), labels)


def _places(ends, labels):
    """Where each of `ends` is in the list of all labels."""
    numbers = dict(zip(labels, range(len(labels))))
    return np.fromiter(map(numbers.__getitem__, ends), dtype=np.int64, count=len(ends))


def _used(column):
    """The distinct codes of a column, ascending."""
    return np.flatnonzero(np.bincount(column.codes, minlength=len(column.labels)))


def _in_order(columns):
    """The labels that are used: texts or whole numbers in their order, others in that of their first appearance."""
    used = [_used(column) for column in columns]
    labels = [[column.labels[code] for code in codes.tolist()] for column, codes in zip(columns, used)]
    if all(isinstance(each, str) for each in chain(*labels)) or all(type(each) is int for each in chain(*labels)):
        return sorted(set(chain(*labels)))
    # Ends of an edge are beside each other.
    first = [2 * np.unique(column.codes, return_index=True)[1] + end for end, column in enumerate(columns)]
    listed = labels[0] + labels[1]
    return list(dict.fromkeys(listed[at] for at in np.argsort(np.concatenate(first)).tolist()))


def numbered(source, target):
    """(source, target, labels): labels by their numbers, in the order of texts or numbers, or of their first appearance."""
    if len(source) != len(target):
        raise UsageError(f"edges: source has {len(source)} elements, and target {len(target)}")
    columns = [_coded(source, "source"), _coded(target, "target")]
    labels = _in_order(columns)
    numbers = dict(zip(labels, range(len(labels))))
    return (*(_renumbered(column, numbers) for column in columns), labels)


def _renumbered(column, numbers):
    """The numbers of the labels of a column; those that no edge has count nothing."""
    of_code = np.fromiter((numbers.get(each, -1) for each in column.labels), dtype=np.int64, count=len(column.labels))
    return of_code[column.codes]


def are_texts(labels):
    """Whether the engine can keep all labels, as texts."""
    if not all(isinstance(each, str) for each in labels):
        return False
    try:
        "".join(labels).encode()
    except UnicodeEncodeError:  # half of a pair, which is no text in UTF-8
        return False
    return True


def _is_missing(value):
    """None, NaN, NaT, and the NA of pandas, of which no comparison is true or false."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:
        return type(value).__name__ == "NAType"
    except ValueError:  # an array
        return False


def _refuse_missing(ends, name):
    for place, each in enumerate(ends):
        if _is_missing(each):
            raise InputError(f"edges: edge {place} has no {name}")
