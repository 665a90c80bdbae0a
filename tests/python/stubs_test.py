"""What editors know of the package is what it has."""
# SPDX-License-Identifier: Apache-2.0
import ast
import inspect
import pathlib

import numpy as np
import orujo
import orujo._signatures
import pytest

PLACE = pathlib.Path(orujo.__file__).parent
STUB = ast.parse((PLACE / "__init__.pyi").read_text(encoding="utf-8"))
FUNCTIONS = {item.name: item for item in STUB.body if isinstance(item, ast.FunctionDef)}
CLASSES = {item.name: item for item in STUB.body if isinstance(item, ast.ClassDef)}
ARRAYS = {"Wholes": np.int64, "Reals": np.float64, "Truths": np.bool_}


def test_the_package_says_that_it_is_typed():
    assert (PLACE / "py.typed").exists()


def test_every_public_name_is_in_the_stub():
    names = {alias.asname for item in STUB.body if isinstance(item, ast.ImportFrom) for alias in item.names}
    assert set(orujo.__all__) == {name for name in names | set(FUNCTIONS) if name}


def test_functions_of_the_stub_take_what_functions_take():
    assert set(FUNCTIONS) == set(orujo.algorithms())
    for name, function in FUNCTIONS.items():
        arguments = function.args
        known = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        defaults = [ast.literal_eval(each) if each is not None else inspect.Parameter.empty
                    for each in (*arguments.defaults, *arguments.kw_defaults)]
        own = inspect.signature(getattr(orujo, name)).parameters
        assert known == list(own)
        assert defaults == [each.default for each in own.values()][1:]
        assert [line.strip() for line in ast.get_docstring(function).splitlines()] == \
            [line.strip() for line in getattr(orujo, name).__doc__.splitlines()]


def types_of(name):
    """The types of the options of an algorithm, as written in the stub."""
    arguments = FUNCTIONS[name].args
    return {each.arg: ast.unparse(each.annotation) for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


@pytest.mark.parametrize(("name", "entry"), orujo.algorithms().items())
def test_options_of_the_stub_take_the_values_that_options_have(name, entry):
    types = types_of(name)
    for option in entry["options"]:
        taken = types[orujo._signatures.keyword_of(option)]
        assert option["is_required"] or "None" in taken or taken == "bool"
        assert all(repr(value) in taken for value in option["names"]) and ("Literal" in taken) == bool(option["names"])
        assert {"whole": "int", "real": "float", "flag": "bool"}.get(option["type"], "") in taken
    if len(entry["methods"]) > 1:
        assert types["method"] == f"Literal[{', '.join(repr(method['name']) for method in entry['methods'])}]"


def fits(value, kind):
    """Whether something found is of the type that the stub has for it."""
    if isinstance(value, np.ndarray):
        return kind == "Array" or value.dtype == ARRAYS.get(kind)
    return type(value).__name__ == kind or (kind, type(value)) == ("float", int)


def found_by(name, entry):
    """Results of an algorithm by all its methods, on graphs with whole and real weights, with all kinds of ends."""
    grid = orujo.generate("smallworld:60:6:0.1", directed=entry["edges"] == "one_way", weights=(1, 9))
    source, target, weight = grid.to_edges()
    graphs = [grid, orujo.from_edges(source, target, weight / 2, directed=grid.is_directed)]
    options = {option["name"] for option in entry["options"]}
    ends = [{"source": 0, "target": 5}] if "target" in options else []
    if name != "stconn":
        ends += [{}, *([{"parents": True}] if "parents" in options else [])]
    methods = [{"method": method["name"]} for method in entry["methods"]] if len(entry["methods"]) > 1 else [{}]
    for graph, method, end in ((graph, method, end) for graph in graphs for method in methods for end in ends):
        yield getattr(orujo, name)(graph, **method, **end)


@pytest.mark.parametrize(("name", "entry"), orujo.algorithms().items())
def test_results_of_the_stub_have_what_results_have(name, entry):
    fields = {item.target.id: item.annotation.id for item in CLASSES[name.capitalize() + "Result"].body
              if isinstance(item, ast.AnnAssign)}
    seen = set()
    for result in found_by(name, entry):
        lists = set(result._found["lists"]) - {"path"}  # which is a method
        for field in {entry["key"], *result.columns, *result.figures, *lists}:
            assert field in fields, f"{name} has no {field} in _FIELDS of python/orujo/_signatures.py"
            assert fits(result[field], fields[field]), (field, fields[field], result[field])
            seen.add(field)
    assert seen == set(fields)
