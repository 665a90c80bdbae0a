# How deeply control structures are nested, line by line, in C++ and in Python.
# SPDX-License-Identifier: Apache-2.0
import ast

CPP_CONTROL = {"if", "for", "while", "switch", "do", "else", "try", "catch"}
PYTHON_CONTROL = (ast.If, ast.For, ast.While, ast.Try)


class CppScopes:
    """Follows braces. A brace is a control structure's if its head was read at the same depth of
    parentheses; a lambda's or an initialiser's brace adds nothing."""

    def __init__(self):
        self.parentheses = 0
        self.heads = []  # depth of parentheses at each head whose body is still to come
        self.braces = []  # for each open brace: whether it is a control structure's
        self.previous = ""

    def head_is_complete(self):
        return bool(self.heads) and self.heads[-1] == self.parentheses

    def read(self, token):
        if token in CPP_CONTROL and not (token == "if" and self.previous == "else"):
            self.heads.append(self.parentheses)
        elif token in "()":
            self.parentheses += 1 if token == "(" else -1
        elif token == "{":
            self.braces.append(self.head_is_complete())
        elif token == "}" and self.braces:
            self.braces.pop()
        if token in "{;" and self.head_is_complete():
            self.heads.pop()
        self.previous = token

    def depth(self):
        return sum(self.braces)


def cpp_nesting(tokens):
    """{line: depth} from the tokens of a file, blanks and comments among them."""
    scopes = CppScopes()
    line = 1
    deepest = {}
    for token in tokens:
        if not token.isspace() and not token.startswith(("//", "/*", '"', "'")):
            scopes.read(token)
            deepest[line] = max(deepest.get(line, 0), scopes.depth())
        line += token.count("\n")
    return deepest


def python_nesting(text):
    """{line: depth} of a Python file."""
    deepest = {}

    def visit(item, depth, chained=False):
        if isinstance(item, PYTHON_CONTROL) and not chained:
            depth += 1
        if hasattr(item, "lineno"):
            deepest[item.lineno] = max(deepest.get(item.lineno, 0), depth)
        for child in ast.iter_child_nodes(item):  # in `elif`, an If is the only else of an If
            elif_part = isinstance(item, ast.If) and item.orelse == [child]
            visit(child, depth, elif_part and isinstance(child, ast.If))

    visit(ast.parse(text), 0)
    return deepest
