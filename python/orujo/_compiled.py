"""Functions of users as machine code: compiled by Numba here, or compiled by somebody else already."""
# SPDX-License-Identifier: Apache-2.0
import ctypes

import numpy as np

from orujo._errors import UsageError

_ANY = 1 << 40  # elements behind a pointer, where only those that edges name are looked at


def has_numba():
    """Whether Numba can be imported."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def address_of(function):
    """(address, types of its arguments and of its result as NumPy has them, or None) of what is compiled
    already; None for functions of Python.
    """
    if isinstance(function, ctypes._CFuncPtr):
        types = [*(function.argtypes or ()), function.restype]
        address = ctypes.cast(function, ctypes.c_void_p).value
        return address, None if None in types or len(types) == 1 else [np.dtype(each).name for each in types]
    if hasattr(function, "address") and hasattr(function, "_sig"):  # of numba.cfunc
        types = [*function._sig.args, function._sig.return_type]
        return function.address, [str(each) for each in types]
    return None


def _typed(numba, function, label, weight):
    """The function for such arguments, whose result is looked at."""
    along = function if hasattr(function, "py_func") else numba.njit(error_model="numpy")(function)
    try:
        along.compile((label, weight))
    except numba.core.errors.NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        raise UsageError(f"{along.__name__}: Numba cannot compile it for a {label} and a weight of {weight}: "
                         f"{' '.join(lines[:3])}; compiled=False runs it by NumPy") from None
    result = along.overloads[label, weight].signature.return_type
    if isinstance(result, numba.types.Array) and result.ndim == 0:  # of np.where
        inner = along
        return _typed(numba, lambda value, number: inner(value, number)[()], label, weight)
    is_whole = isinstance(result, numba.types.Integer)
    if not is_whole and (isinstance(label, numba.types.Integer) or not isinstance(result, numba.types.Float)):
        raise UsageError(f"{along.__name__}: it makes a {result} of a {label} and a weight of {weight}; "
                         f"return a {label}")
    return along


def label_kernel(function, dtype, stored, is_greater):
    """What the engine calls for several rows of edges: the labels that are better than those of targets. `stored` is
    the type of weights, or "none". To be kept as long as it is called.
    """
    import numba
    from numba import carray, types
    label = getattr(types, dtype)
    weight = types.float64 if stored.startswith("float") else types.int64
    along = _typed(numba, function, label, weight)
    has_weights = stored != "none"
    count = types.uint64  # numbers without a sign are compared with nothing before they are places

    def pick(rows, sources, firsts, lasts, targets, weights, known, better_targets, better_labels, ends):
        source_of, first_of, last_of = carray(sources, rows), carray(firsts, rows), carray(lasts, rows)
        target_of, weight_of, label_of = carray(targets, _ANY), carray(weights, _ANY), carray(known, _ANY)
        found_targets, found_labels = carray(better_targets, _ANY), carray(better_labels, _ANY)
        end_of = carray(ends, rows)
        found = count(0)
        for row in range(rows):
            source = source_of[row]
            for edge in range(first_of[row], last_of[row]):
                target = target_of[edge]
                made = label(along(source, weight(weight_of[edge]) if has_weights else weight(1)))
                before = label_of[target]
                found_targets[found] = target
                found_labels[found] = made
                found += count((made > before) if is_greater else (made < before))
            end_of[row] = found

    pointer = types.CPointer
    counts, labels, places = pointer(count), pointer(label), pointer(types.uint32)
    stored_type = getattr(types, stored if has_weights else "int64")
    signature = types.void(count, labels, counts, counts, places, pointer(stored_type), labels, places, labels, counts)
    return numba.cfunc(signature, error_model="numpy")(pick)


def carry_kernel(function, dtype, stored):
    """What an edge_map calls for several rows of edges: the values that they carry."""
    import numba
    from numba import carray, types
    value = getattr(types, dtype)
    weight = types.float64 if stored.startswith("float") else types.int64
    along = _typed(numba, function, value, weight)
    has_weights = stored != "none"
    count = types.uint64

    def carry(rows, sources, firsts, lasts, weights, into):
        source_of, first_of, last_of = carray(sources, rows), carray(firsts, rows), carray(lasts, rows)
        weight_of, made = carray(weights, _ANY), carray(into, _ANY)
        place = count(0)
        for row in range(rows):
            source = source_of[row]
            for edge in range(first_of[row], last_of[row]):
                made[place] = value(along(source, weight(weight_of[edge]) if has_weights else weight(1)))
                place += count(1)

    pointer = types.CPointer
    counts, values = pointer(count), pointer(value)
    stored_type = getattr(types, stored if has_weights else "int64")
    signature = types.void(count, values, counts, counts, pointer(stored_type), values)
    return numba.cfunc(signature, error_model="numpy")(carry)


def each_kernel(function, dtype, number):
    """What a vertex_map calls for each vertex: the function, of a value and of a number beside it."""
    import numba
    from numba import types
    value, beside = getattr(types, dtype), getattr(types, number)
    along = _typed(numba, function, value, beside)

    def each(given, other):
        return value(along(given, other))

    return numba.cfunc(value(value, beside), error_model="numpy")(each)
