"""Types of arguments and results, which only type checkers read."""
# SPDX-License-Identifier: Apache-2.0
import os
from typing import Any, Callable, Hashable, Iterable, Literal, Mapping, Protocol, Tuple, TypeVar, Union

import numpy as np
from numpy.typing import NDArray


class ArrowStream(Protocol):
    """A column of Arrow, Polars or DuckDB."""

    @property
    def __arrow_c_stream__(self) -> Callable[..., Any]: ...


class ArrowArray(Protocol):
    """A column of Arrow in one piece."""

    @property
    def __arrow_c_array__(self) -> Callable[..., Any]: ...


class Tensor(Protocol):
    """What speaks DLPack."""

    @property
    def __dlpack__(self) -> Callable[..., Any]: ...


class Pairs(Protocol):
    """Vertices with values: a dictionary, or a series of pandas."""

    @property
    def items(self) -> Callable[[], Iterable[Any]]: ...

    def __len__(self) -> int: ...


Array = NDArray[Any]
Wholes = NDArray[np.int64]
Reals = NDArray[np.float64]
Truths = NDArray[np.bool_]
Column = Union[Iterable[Any], ArrowStream, ArrowArray, Tensor]
Columns = Mapping[str, Union[str, int]]
Direction = Literal["out", "in", "all"]
Edges = Tuple[Array, Array, Union[Array, None]]
Facts = dict[str, Any]
Function = TypeVar("Function", bound=Callable[..., Any])
Ids = Literal["numbers", "names", "labels"]
Labelling = Union[Pairs, Callable[[Any], Hashable], Iterable[Hashable]]
Place = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Rows = list[Tuple[Any, Any]]
Weights = Union[Literal["file", "real", "none"], Tuple[int, int]]
# of operators
Along = Literal["out", "both"]
Combined = Literal["min", "max", "sum"]
Number = Literal["int32", "int64", "float64"]
Numbers = Union[Number, "type[Any]", "np.dtype[Any]"]
Order = Literal["buckets", "levels", "strict", "priority_per_worker", "priority_per_rank", "unordered"]
Step = Callable[[Any, Any], Any]
