# Variables that NetworkX reads: a misspelt one, or one that says the opposite of what it means, has no effect
# that can be seen.
# SPDX-License-Identifier: Apache-2.0
"""Looks at variables of the environment that begin with NETWORKX_."""
import os
import warnings
from difflib import get_close_matches

_KNOWN = ("NETWORKX_BACKEND_PRIORITY", "NETWORKX_BACKEND_PRIORITY_ALGOS", "NETWORKX_BACKEND_PRIORITY_GENERATORS",
          "NETWORKX_BACKEND_PRIORITY_CLASSES", "NETWORKX_AUTOMATIC_BACKENDS", "NETWORKX_CACHE_CONVERTED_GRAPHS",
          "NETWORKX_FALLBACK_TO_NX", "NETWORKX_WARNINGS_TO_IGNORE", "NETWORKX_TEST_BACKEND")
_PREFIX = "NETWORKX_BACKEND_PRIORITY_"  # and the name of a function
_SWITCHES = ("NETWORKX_CACHE_CONVERTED_GRAPHS", "NETWORKX_FALLBACK_TO_NX")


def problems_of(environment):
    """What is wrong with variables of these names and values, in sentences."""
    for name, value in environment.items():
        if not name.startswith("NETWORKX_"):
            continue
        if name not in _KNOWN and not name.startswith(_PREFIX):
            near = get_close_matches(name, _KNOWN, 1)
            yield f"NetworkX does not read {name}" + (f"; did you mean {near[0]}?" if near else "")
        elif name in _SWITCHES and value.strip().lower() in ("0", "false", "no", "off"):
            yield f"{name}={value} means yes to NetworkX, as all values but the empty one do"


def warn_of_unknown_variables():
    for problem in problems_of(os.environ):
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
