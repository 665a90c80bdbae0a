"""Arrow columns without any library of Arrow's."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo._errors import InputError


def array_of_arrow(values, name):
    """Numbers as an array; what is none is refused."""
    raise InputError(f"{name}: no array can be made of {type(values).__name__}")
