"""The functions of the package that run algorithms, made of the catalogue of the engine."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import inspect
import os
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from orujo import _core
from orujo._checks import flag, keyword_hint, real, suggestion, whole
from orujo._errors import OrujoError, UsageError, VerificationError, type_name
from orujo._graph import Graph
from orujo._labels import looked_up, no_vertex
from orujo._parts import with_known_labels
from orujo._progress import shown_progress
from orujo._result import Result
from orujo._signatures import docstring_of, is_vertex, keyword_of, parameters_of
from orujo._teams import workers_for

if TYPE_CHECKING:
    from orujo._types import Facts

_CATALOGUE = _core.catalogue()


def algorithms() -> Facts:
    """All algorithms: a dictionary of what is known of each, by name.

    >>> import orujo
    >>> orujo.algorithms()["bfs"]["columns"]
    ['depth', 'parent']
    """
    return {entry["name"]: dict(entry) for entry in _CATALOGUE}


def _checked_text(keyword, option, value):
    is_number = hasattr(value, "__index__") and not isinstance(value, bool)
    text = os.fspath(value) if hasattr(value, "__fspath__") else str(value) if is_number else value
    if not isinstance(text, str):
        raise UsageError(f"{keyword}: a text is needed, not {value!r}")
    if option["names"] and text not in option["names"]:
        raise UsageError(f"{keyword} is one of {', '.join(option['names'])}, not '{text}'"
                         + suggestion(text, option["names"]))
    return text


def _checked(graph, option, value):
    """An option's value as the engine takes it."""
    keyword = keyword_of(option)
    if option["type"] == "flag":
        return flag(keyword, value)
    if option["type"] == "whole":
        return whole(keyword, value, option["least"], option["most"])
    if option["type"] == "real":
        return real(keyword, value)
    if option["is_input"] and hasattr(value, "items"):
        return _written(graph, keyword, value)
    if option["is_input"] and not isinstance(value, (str, os.PathLike)):
        raise UsageError(f"{keyword}: a dict of vertices and weights, or the path of a file, is needed, not {value!r}")
    if is_vertex(option):
        return looked_up(graph, value, keyword)
    return _checked_text(keyword, option, value)


class _Listed(str):
    """The path of a file that is gone with the last that knows it."""

    __slots__ = ("file",)


def _written(graph, keyword, values):
    """A file that lists vertices with weights, of a mapping or a series of pandas."""
    if not len(values):
        raise UsageError(f"{keyword}: a weight for at least one vertex is needed")
    file = NamedTemporaryFile("w", prefix="orujo-", suffix=".txt", encoding="utf-8", errors="surrogateescape")
    for label, weight in values.items():
        if label not in graph:
            raise UsageError(f"{keyword}: {no_vertex(graph, label)}")
        number = real(keyword, weight)
        if not 0 <= number < float("inf"):
            raise UsageError(f"{keyword}: the weight of {label!r} is {number!r}; weights are numbers of at least 0")
        text = looked_up(graph, label, keyword).replace('"', '""')
        if any(end in text for end in "\r\n"):
            raise UsageError(f"{keyword}: {label!r} has a line break in it; relabel() calls vertices otherwise")
        file.write(f'"{text}"\t{number!r}\n')
    file.flush()
    path = _Listed(file.name)
    path.file = file
    return path


def _method_index(entry, name):
    names = [method["name"] for method in entry["methods"]]
    if name is None:
        return 0
    if name not in names:
        raise UsageError(f"method of {entry['name']} is one of {', '.join(names)}, not {name!r}"
                         + suggestion(str(name), names))
    return names.index(name)


def _is_list(sources):
    return not isinstance(sources, (str, bytes)) and hasattr(sources, "__iter__")


def _starts(graph, entry, given):
    """Where to start: the vertices as texts, whether one was named, and how many are to be drawn."""
    source, sources = given.pop("source", None), given.pop("sources", None)
    if source is not None and sources is not None:
        raise UsageError("source and sources say the same thing; give one of them")
    if source is not None:
        for option in entry["options"]:
            if option["of_whole_run"] and given.get(keyword_of(option)):
                raise UsageError(f"{keyword_of(option)} makes no sense together with source")
        return [looked_up(graph, source, "source")], True, None
    if sources is None:
        return [], False, None
    if _is_list(sources):
        starts = [looked_up(graph, each, "sources") for each in sources]
        if not starts:
            raise UsageError("sources: at least one vertex is needed; None: as many as the algorithm chooses")
        return starts, False, None
    return [], False, whole("sources", sources, 1, 1 << 32)


def _call_of(index, graph, given):
    """What the engine is asked for."""
    entry = _CATALOGUE[index]
    sources, is_one, drawn = _starts(graph, entry, given)
    options = {option["name"]: _checked(graph, option, given[keyword_of(option)])
               for option in entry["options"] if given.get(keyword_of(option)) is not None
               and given[keyword_of(option)] is not False}
    return {"entry": index, "method": _method_index(entry, given.get("method")), "options": options,
            "seed": whole("seed", given.get("seed", 1)),
            "weighted": _weighted(graph, entry, given.get("weighted")), "verify": flag("verify", given.get("verify") or False),
            "sources": sources, "is_one_source": is_one, "drawn": drawn,
            "gather": flag("gather", given.get("gather", True)), "workers": workers_for(graph._facts["arcs"], given.get("workers"))}


def _weighted(graph, entry, weighted):
    """Whether weights count: 1 yes, 0 no."""
    if weighted is None:
        return entry["weights"] == "always"
    if weighted and entry["weights"] == "chosen" and not graph.has_weights:
        raise UsageError(f"weighted: {graph.name} has no weights")
    return bool(weighted)


def _in_own_words(text, call):
    """What the engine says of a run, by the names of this package."""
    for keyword, value in call["options"].items():
        if isinstance(value, _Listed):
            text = text.replace(value, keyword)
    return text.replace("weights='none'", "weighted=False").replace("weights='file'", "weighted=True")


def _with_own_words(told, call):
    """A list or a dictionary whose texts are put so."""
    def said(each):
        return _in_own_words(_core._python_words(each), call) if isinstance(each, str) else each
    return {name: said(each) for name, each in told.items()} if isinstance(told, dict) else [said(each) for each in told]


def _run(index, graph, given):
    entry = _CATALOGUE[index]
    if not isinstance(graph, Graph):
        raise UsageError(f"{entry['name']}: an orujo.Graph is needed, not {type_name(graph)}; read, from_edges, "
                         "from_scipy and from_networkx make one")
    if given.get("corpus") is not None:  # the engine writes what vertices are called
        graph = with_known_labels(graph)
    call = _call_of(index, graph, given)
    try:
        with shown_progress(f"{entry['name']}: {entry['activity']}") as call["progress"]:
            found = _core.run(graph._core, call)
    except OrujoError as error:
        raise type(error)(_in_own_words(str(error), call)) from None
    for place in ("figures", "remarks"):
        found[place] = _with_own_words(found[place], call)
    found["target"] = given.get("target")
    found["gathered"] = call["gather"] or _core.team()["ranks"] == 1
    if not found["gathered"]:
        graph._names.all()  # by all processes here, so that none waits for others when it looks at its rows
    if found["problem"]:
        raise VerificationError(f"{entry['name']} of {graph.name}: {found['problem']}")
    return Result(entry["name"], graph, found)


def _signature_of(entry):
    graph = inspect.Parameter("graph", inspect.Parameter.POSITIONAL_ONLY, annotation=Graph)
    others = [inspect.Parameter(name, kind, default=default) for name, kind, default in parameters_of(entry)]
    return inspect.Signature([graph, *others], return_annotation=Result)


def _function_of(index, entry):
    names = [name for name, _, _ in parameters_of(entry)]
    known = frozenset(names)
    has_source = entry["start"] == "source"

    def algorithm(graph, *positional, **given):
        if positional:
            if not has_source or len(positional) > 1 or "source" in given:
                raise TypeError(f"{entry['name']}() takes the graph{' and the source' if has_source else ''} by "
                                "position; all else by name")
            given["source"] = positional[0]
        for name in given:
            if name not in known:
                raise UsageError(f"{entry['name']} has no option '{name}'{keyword_hint(name, names)}"
                                 f" (it has {', '.join(names)})")
        for option in entry["options"]:
            if option["is_required"] and given.get(keyword_of(option)) is None:
                raise UsageError(f"{entry['name']} needs {keyword_of(option)}=…: {option['help']}")
        return _run(index, graph, given)

    algorithm.__name__ = algorithm.__qualname__ = entry["name"]
    algorithm.__module__ = "orujo"
    algorithm.__doc__ = docstring_of(entry)
    algorithm.__signature__ = _signature_of(entry)
    return algorithm


def define_algorithms(namespace):
    """Puts a function for each algorithm into a module; returns their names."""
    for index, entry in enumerate(_CATALOGUE):
        namespace[entry["name"]] = _function_of(index, entry)
    return [entry["name"] for entry in _CATALOGUE]
