"""Columns of other libraries as arrays of NumPy, without a copy where that is possible."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo._arrow import array_of_arrow
from orujo._errors import InputError, UsageError

NUMBERS = (int, float, np.integer, np.floating)
_NARROW = {"i": np.int64, "u": np.int64, "f": np.float64}


def as_column(values, name):
    """A one-dimensional array: of numbers as the engine takes them, or of labels."""
    array = _array_of(values, name)
    if array.dtype.kind == "O" and array.ndim == 1:
        objects = array.tolist()
        array = array if set(map(type, objects)) == {str} else _array_of_sequence(objects)
    if array.ndim != 1:
        raise UsageError(f"{name}: a column is needed, not an array of {array.ndim} dimensions")
    kind = array.dtype.kind
    if array.strides[0] % max(1, array.dtype.itemsize):  # a field of records
        array = array.copy()
    if kind in "iuf" and array.dtype.itemsize not in (4, 8):
        array = array.astype(_NARROW[kind])
    if kind in "iuf" and not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if kind == "b":
        raise UsageError(f"{name}: truth values are neither vertices nor weights")
    if kind in "mM":  # times as labels, each in its own unit; as numbers they would mean something else
        return np.fromiter(array, dtype=object, count=len(array))
    return _whole_numbers(array, name)


def _without_mask(array, name):
    """The numbers of an array of numpy.ma in which none is masked."""
    masked = np.flatnonzero(np.ma.getmaskarray(array))
    if len(masked):
        raise InputError(f"edges: edge {masked[0]} has no {name}")
    return array.data


def _array_of(values, name):
    if isinstance(values, np.ma.MaskedArray):
        return _without_mask(values, name)
    if isinstance(values, np.ndarray):
        return values
    if type(values).__module__.startswith("pandas"):
        return np.asarray(values.to_numpy())
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        array = array_of_arrow(values, name)
        return array if array is not None else _array_of_sequence(_listed(values))
    if hasattr(values, "__array__") or hasattr(values, "__array_interface__"):
        return np.asarray(values)
    if hasattr(values, "__dlpack__"):
        return np.from_dlpack(values)
    if not hasattr(values, "__iter__"):
        raise UsageError(f"{name}: a column is needed, not {values!r}")
    return _array_of_sequence(values)


def _listed(values):
    """What is in a column of Arrow that holds no numbers."""
    for method in ("to_pylist", "to_list", "fetchall"):  # of Arrow, Polars, DuckDB
        if hasattr(values, method):
            rows = getattr(values, method)()
            return [row[0] for row in rows] if method == "fetchall" else rows
    return list(values)


def _exact(values):
    """Whole numbers among which some are beyond what a double holds, or stand beside doubles, as whole numbers."""
    whole = [int(each) for each in values if each == each and abs(each) < 1 << 64 and each == int(each)]
    if len(whole) == len(values):
        for kind in (np.int64, np.uint64):
            try:
                return np.array(whole, dtype=kind)
            except OverflowError:
                continue
    return np.array(values)


def _array_of_sequence(values):
    """Numbers as numbers, and all else as the objects that they are."""
    values = values if isinstance(values, (list, tuple, memoryview, bytearray)) else list(values)
    if isinstance(values, (memoryview, bytearray)):
        return np.asarray(values)
    if set(map(type, values)) == {int} or all(isinstance(each, NUMBERS) for each in values):
        array = np.array(values)
        return _exact(values) if array.dtype.kind == "f" and (np.abs(array) >= 1 << 53).any() else array
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _whole_numbers(array, name):
    """Real numbers that are whole and stand for vertices, as such; all other arrays as they are."""
    if array.dtype.kind != "f" or name not in ("source", "target"):
        return array
    missing = np.flatnonzero(np.isnan(array))
    if len(missing):
        raise InputError(f"edges: edge {missing[0]} has no {name}")
    wrong = np.flatnonzero((array != np.floor(array)) | (np.abs(array) >= 1 << 63))
    if len(wrong):
        raise InputError(f"edges: edge {wrong[0]} has the {name} {array[wrong[0]]}; vertices are whole numbers from 0, "
                         "or labels")
    return array.astype(np.int64)
