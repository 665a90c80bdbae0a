"""Errors of the package: one for each kind, worded as those of the command."""
# SPDX-License-Identifier: Apache-2.0


class OrujoError(Exception):
    """What all errors of the package are.

    >>> import orujo
    >>> issubclass(orujo.UsageError, orujo.OrujoError)
    True
    """


class UsageError(OrujoError, ValueError):
    """A wrong option, argument or setting; the message says what to write instead.

    >>> import orujo
    >>> orujo.generate("grid:3x4").index_of(12)
    Traceback (most recent call last):
    orujo.UsageError: grid:3x4 has no vertex 12; its vertices are numbers from 0 to 11
    """


class InputError(OrujoError, ValueError):
    """A file or an array that is missing, unreadable or malformed; the message says where.

    >>> import orujo
    >>> orujo.read("missing.el")
    Traceback (most recent call last):
    orujo.InputError: missing.el: there is no such file
    """


class MemoryLimitError(OrujoError, MemoryError):
    """What was asked for will not fit into memory; raised before anything is allocated.

    >>> import orujo
    >>> orujo.generate("kron:34")    # doctest: +ELLIPSIS
    Traceback (most recent call last):
    orujo.MemoryLimitError: ...
    """


class EngineError(OrujoError, RuntimeError):
    """Messages could not be carried, or a process of the team died.

    >>> import orujo
    >>> issubclass(orujo.EngineError, RuntimeError)
    True
    """


class VerificationError(OrujoError, AssertionError):
    """`verify=True` found that an answer is wrong, which is a bug of Orujo or of the machine.

    >>> import orujo
    >>> issubclass(orujo.VerificationError, AssertionError)
    True
    """


def type_name(value):
    """What a message calls something of a wrong type."""
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


for _error in (OrujoError, UsageError, InputError, MemoryLimitError, EngineError, VerificationError):
    _error.__module__ = "orujo"  # where users find them
