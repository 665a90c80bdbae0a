"""Errors of the package: one for each kind, worded as those of the command."""
# SPDX-License-Identifier: Apache-2.0


class OrujoError(Exception):
    """What all errors of the package are."""


class UsageError(OrujoError, ValueError):
    """A wrong option, argument or setting; the message says what to write instead."""


class InputError(OrujoError, ValueError):
    """A file or an array that is missing, unreadable or malformed; the message says where."""


class MemoryLimitError(OrujoError, MemoryError):
    """What was asked for will not fit into memory; raised before anything is allocated."""


class EngineError(OrujoError, RuntimeError):
    """Messages could not be carried, or a process of the team died."""


class VerificationError(OrujoError, AssertionError):
    """`verify=True` found that an answer is wrong, which is a bug of Orujo or of the machine."""


for _error in (OrujoError, UsageError, InputError, MemoryLimitError, EngineError, VerificationError):
    _error.__module__ = "orujo"  # where users find them
