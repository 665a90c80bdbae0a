"""Writes __init__.pyi, what editors and type checkers know of the package: `_stub_writer.py CORE.so STUB.pyi`."""
# SPDX-License-Identifier: Apache-2.0
import importlib.util
import inspect
import sys
from pathlib import Path

_HEAD = '''# What editors and type checkers know of the package. Made from the catalogue of algorithms.
# SPDX-License-Identifier: Apache-2.0
import os
from typing import Hashable, Iterable, Literal

from orujo._algorithms import algorithms as algorithms
from orujo._errors import EngineError as EngineError
from orujo._errors import InputError as InputError
from orujo._errors import MemoryLimitError as MemoryLimitError
from orujo._errors import OrujoError as OrujoError
from orujo._errors import UsageError as UsageError
from orujo._errors import VerificationError as VerificationError
from orujo._graph import Graph as Graph
from orujo._making import from_edges as from_edges
from orujo._making import from_networkx as from_networkx
from orujo._making import from_scipy as from_scipy
from orujo._making import generate as generate
from orujo._making import read as read
from orujo._operators import Operator as Operator
from orujo._operators import edge_map as edge_map
from orujo._operators import label_correcting as label_correcting
from orujo._operators import operator as operator
from orujo._operators import vertex_map as vertex_map
from orujo._report import Report as Report
from orujo._result import Result as Result
from orujo._teams import configure as configure
from orujo._teams import settings as settings
from orujo._teams import team as team
from orujo._types import Array, Pairs, Reals, Truths, Wholes

__version__: str
'''

_FIXED = {"source": "Hashable | None", "sources": "int | Iterable[Hashable] | None", "weighted": "bool", "seed": "int",
          "verify": "bool", "gather": "bool", "workers": "int | None"}


def _module_at(path, name):
    """The module in a file, whatever the package around it needs."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _type_of(option, signatures):
    if signatures.is_vertex(option):
        return "Hashable | None"
    if option["names"]:
        return f"Literal[{', '.join(map(repr, option['names']))}] | None"
    if option["is_input"]:
        return "str | os.PathLike[str] | Pairs | None"
    if option["type"] == "text":
        return {"FILE": "str | os.PathLike[str] | None", "M": "int | str | None"}.get(option["unit"], "str | None")
    return {"flag": "bool", "whole": "int | None", "real": "float | None"}[option["type"]]


def _function_lines(entry, result, signatures):
    types = {signatures.keyword_of(option): _type_of(option, signatures) for option in entry["options"]} | _FIXED
    types["method"] = f"Literal[{', '.join(repr(method['name']) for method in entry['methods'])}]"
    yield f"def {entry['name']}("
    yield "    graph: Graph,"
    yield "    /,"
    is_behind_star = False
    for name, kind, default in signatures.parameters_of(entry):
        if kind == inspect.Parameter.KEYWORD_ONLY and not is_behind_star:
            is_behind_star = True
            yield "    *,"
        if default is inspect.Parameter.empty:
            yield f"    {name}: {types[name].removesuffix(' | None')},"
        else:
            yield f"    {name}: {types[name]} = {default!r},"
    yield f") -> {result}:"
    text = signatures.docstring_of(entry).replace("\\", "\\\\").replace("\n", "\n    ").replace("\n    \n", "\n\n")
    yield f'    """{text}\n    """'


def _entry_lines(entry, signatures):
    """A class for the result, and the function."""
    result = entry["name"].capitalize() + "Result"
    yield f"\n\nclass {result}(Result):"
    yield f'    """What `{entry["name"]}` finds."""\n'
    yield from (f"    {name}: {kind}" for name, kind in signatures.fields_of(entry).items())
    yield "\n"
    yield from _function_lines(entry, result, signatures)


def main():
    core = _module_at(sys.argv[1], "_core")
    signatures = _module_at(Path(__file__).with_name("_signatures.py"), "_signatures")
    lines = [line for entry in core.catalogue() for line in _entry_lines(entry, signatures)]
    Path(sys.argv[2]).write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
