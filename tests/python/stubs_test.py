"""What editors know of the package is what it has."""
# SPDX-License-Identifier: Apache-2.0
import ast
import inspect
import pathlib

import orujo

PLACE = pathlib.Path(orujo.__file__).parent
STUB = ast.parse((PLACE / "__init__.pyi").read_text(encoding="utf-8"))
FUNCTIONS = {item.name: item for item in STUB.body if isinstance(item, ast.FunctionDef)}


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


def test_results_of_the_stub_have_the_columns():
    classes = {item.name: item for item in STUB.body if isinstance(item, ast.ClassDef)}
    for name, entry in orujo.algorithms().items():
        fields = {item.target.id for item in classes[name.capitalize() + "Result"].body
                  if isinstance(item, ast.AnnAssign)}
        assert fields == {entry["key"], *entry["columns"]}
