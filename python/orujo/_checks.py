"""Arguments of functions: what they have to be, and what is said where they are not."""
# SPDX-License-Identifier: Apache-2.0
from orujo._errors import UsageError


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
