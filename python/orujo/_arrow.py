"""Arrow columns as arrays of NumPy, without any library of Arrow's."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np

from orujo import _core


def array_of_arrow(values, name):
    """Numbers as an array, over the same memory if they lie in one piece; None for all else."""
    if hasattr(values, "__arrow_c_stream__"):
        chunks = _core.arrow_stream(values.__arrow_c_stream__(), name)
    else:
        chunks = _core.arrow_array(*values.__arrow_c_array__(), name)
    if not chunks:
        return chunks if chunks is None else np.empty(0, dtype=np.int64)
    return chunks[0] if len(chunks) == 1 else np.concatenate(chunks)
