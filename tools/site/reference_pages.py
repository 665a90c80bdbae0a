"""The reference of the Python package, from its own signatures, docstrings and stubs: nothing here names an algorithm."""
# SPDX-License-Identifier: Apache-2.0
import ast
import inspect
import re
from pathlib import Path

import orujo

_HEADLINE = re.compile(r"(Parameters|Methods|Examples):$")
_NAMED = re.compile(r"(\w+): (.*)")
_SHORT = 88  # what is longer goes over several lines


def _escaped(text):
    """A line of a docstring, in which only `code` has a meaning."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"([*<\[\]_])", r"\\\1", parts[i])
    return "`".join(parts)


def _example(lines):
    """The lines of an example up to the next empty line, taken from `lines`."""
    taken = []
    while lines and lines[0].strip():
        taken.append(lines.pop(0))
    text = inspect.cleandoc("\n" + "\n".join(taken))
    return ["", "```pycon", *re.sub(r" *# doctest: .*", "", text).splitlines(), "```", ""]


def _markdown_of(docstring):
    """A docstring as Markdown: examples as code, and a list of what is explained by its name."""
    first, *lines = inspect.cleandoc(docstring).splitlines()
    made, in_list = [_escaped(first)], False
    while lines:
        if lines[0].lstrip().startswith(">>>"):
            made += _example(lines)
            continue
        line = lines.pop(0).rstrip()
        named = _NAMED.fullmatch(line.strip())
        if _HEADLINE.fullmatch(line):
            made += ["", f"**{line[:-1]}**", ""]
        elif named:
            made += [*([] if in_list else [""]), f"- `{named[1]}`: {_escaped(named[2])}"]
        elif in_list and line.startswith("    "):
            made.append("  " + _escaped(line.strip()))
        else:
            made += [*([""] if in_list else []), _escaped(line)]
        in_list = named is not None or (in_list and line.startswith("    "))
    return "\n".join(made) + "\n"


def _call_of(name, arguments, result):
    """How something is called, on one line or with a line for each argument."""
    behind = f" -> {result}" if result else ""
    line = f"{name}({', '.join(arguments)}){behind}"
    if len(line) > _SHORT:
        line = f"{name}(\n" + "".join(f"    {each},\n" for each in arguments) + f"){behind}"
    return f"```python\n{line}\n```\n"


def _arguments_in(function):
    """The arguments of a function of the stub, as written."""
    arguments = function.args
    defaults = [*[None] * (len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)),
                *arguments.defaults]

    def written(argument, default):
        return ast.unparse(argument) + (f" = {ast.unparse(default)}" if default is not None else "")
    first = [written(each, default) for each, default in zip([*arguments.posonlyargs, *arguments.args], defaults)]
    last = [written(each, default) for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [*first[:1], "/", *first[1:], "*", *last]


def _algorithms_page():
    stub = ast.parse((Path(orujo.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
    functions = {item.name: item for item in stub.body if isinstance(item, ast.FunctionDef)}
    parts = ["# Algorithms in Python\n", "Functions of the package, one for each algorithm of the [command](../command.md). "
             "A method that none names is the first. [What results have](../python.md#running-algorithms).\n"]
    for name in orujo.algorithms():
        function = functions[name]
        parts += [f"## {name} {{ #{name} }}\n", _call_of(name, _arguments_in(function), "Result"),
                  _markdown_of(getattr(orujo, name).__doc__)]
    return "\n".join(parts)


def _section_of(name, thing, level):
    """A heading, how it is called, and what is said of it."""
    heading = f"{'#' * level} {name} {{ #{name} }}\n"
    if isinstance(thing, property):
        return [heading, _markdown_of(thing.__doc__)]
    call = [] if inspect.isclass(thing) else [
        _call_of(name, [str(each) for each in _shown_parameters(thing)], "")]
    return [heading, *call, _markdown_of(thing.__doc__)]


def _shown_parameters(function):
    """Parameters with the star that stands before those given by name only, without self and without types."""
    shown, has_star = [], False
    for each in inspect.signature(function).parameters.values():
        if each.kind == inspect.Parameter.KEYWORD_ONLY and not has_star:
            shown.append("*")
            has_star = True
        if each.name != "self":
            shown.append(each.replace(annotation=inspect.Parameter.empty))
    return shown


def _members_of(thing):
    """What users see of a class, in the order of its source."""
    return [(name, member) for name, member in vars(thing).items()
            if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
            and member.__doc__]


def _package_page():
    parts = ["# The package\n", "All that `orujo` has besides [algorithms](algorithms.md).\n"]
    algorithms = orujo.algorithms()
    for name in orujo.__all__:
        if name in algorithms:
            continue
        thing = getattr(orujo, name)
        parts += _section_of(name, thing, 2)
        for inner, member in _members_of(thing) if inspect.isclass(thing) else ():
            parts += _section_of(f"{name}.{inner}", member, 3)
    return "\n".join(parts)


def pages():
    """The pages of the reference, by their names."""
    return {"package.md": _package_page(), "algorithms.md": _algorithms_page()}
