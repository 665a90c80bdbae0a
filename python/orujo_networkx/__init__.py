# What NetworkX asks when it is imported: it must not wait for the engine, so this is no part of the package orujo.
# SPDX-License-Identifier: Apache-2.0
"""Says what the backend of NetworkX that `orujo.networkx` is can do."""
from orujo_networkx._environment import warn_of_unknown_variables
from orujo_networkx._functions import FUNCTIONS


def get_info():
    """What NetworkX wants to know of a backend. Called by `import networkx`."""
    warn_of_unknown_variables()
    return {
        "backend_name": "orujo",
        "project": "orujo",
        "package": "orujo",
        "short_summary": "Graph algorithms on all cores of a machine.",
        "default_config": {"workers": None, "seed": 1},
        "functions": {name: {"additional_docs": remark} for name, remark in FUNCTIONS.items()},
    }
