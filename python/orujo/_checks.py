"""Arguments of functions: what they have to be, and what is said where they are not."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import functools
import inspect
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from orujo._errors import UsageError

if TYPE_CHECKING:
    from orujo._types import Function


def suggestion(text, names):
    """The end of a sentence that says which of some names may be meant; nothing if none is like it."""
    near = get_close_matches(text, names, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def keyword_hint(name, known):
    """The same of a keyword that a function has not; it may be a setting."""
    from orujo import _core
    near = get_close_matches(name, _core.settings(), 1, 0.8)
    return suggestion(name, known) or (f"; did you mean orujo.configure({near[0]}=…)?" if near else "")


def names_checked(function: Function) -> Function:
    """The function, which says of a keyword that it has not what may be meant. Its warnings count one frame more."""
    known = [name for name, each in inspect.signature(function).parameters.items() if each.kind != each.POSITIONAL_ONLY]

    @functools.wraps(function)
    def checked(*positional: Any, **given: Any) -> Any:
        for name in given:
            if name not in known:
                raise TypeError(f"{function.__name__}() has no argument '{name}'{keyword_hint(name, known)}"
                                f" (it has {', '.join(known)})")
        return function(*positional, **given)
    return checked


def whole(keyword, value, least=0, most=(1 << 64) - 1):
    """A whole number of a range."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= int(value) <= most:
        raise UsageError(f"{keyword}: {value!r} is no whole number from {least} to {most}")
    return int(value)


def real(keyword, value):
    """A number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise UsageError(f"{keyword}: {value!r} is no number") from None


def flag(keyword, value):
    """True or False, of Python or of NumPy."""
    if not isinstance(value, (bool, int)) and type(value).__name__ not in ("bool", "bool_"):
        raise UsageError(f"{keyword}: True or False is needed, not {value!r}")
    return bool(value)


def text(keyword, value):
    """A text."""
    if not isinstance(value, str):
        raise UsageError(f"{keyword}: a text is needed, not {value!r}")
    return value
