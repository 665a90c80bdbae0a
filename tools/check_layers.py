#!/usr/bin/env python3
# Checks who may include whom, what has one home, which words are used, and how files begin.
# SPDX-License-Identifier: Apache-2.0
import re

from source_tree import lines_of, report, tracked_files

# --- who may include whom: the table of ARCHITECTURE.md ------------------------------------------

MAY_INCLUDE = {"base": set()}
MAY_INCLUDE["fibers"] = {"base"}
MAY_INCLUDE["transport"] = {"base"}
MAY_INCLUDE["messaging"] = {"base", "transport"}
MAY_INCLUDE["epochs"] = {"base", "messaging"}
MAY_INCLUDE["tasks"] = {"base", "fibers", "messaging", "epochs"}
MAY_INCLUDE["memory"] = MAY_INCLUDE["tasks"] | {"tasks"}
MAY_INCLUDE["activities"] = MAY_INCLUDE["memory"] | {"memory"}
MAY_INCLUDE["worklists"] = MAY_INCLUDE["tasks"] | {"tasks"}
MAY_INCLUDE["graph"] = MAY_INCLUDE["memory"] | {"memory"}
MAY_INCLUDE["containers"] = MAY_INCLUDE["graph"] | {"graph"}
MAY_INCLUDE["traversal"] = {"base", "messaging", "epochs", "tasks", "memory", "containers",
                            "activities", "worklists", "graph"}
MAY_INCLUDE["algorithms"] = MAY_INCLUDE["traversal"] | {"traversal"}
MAY_INCLUDE["benchmarks"] = MAY_INCLUDE["algorithms"] | {"algorithms"}
MAY_INCLUDE["frameworks"] = MAY_INCLUDE["algorithms"]
MAY_INCLUDE["runtime"] = {"base", "fibers", "transport", "messaging", "epochs", "tasks"}
MAY_INCLUDE["report"] = MAY_INCLUDE["benchmarks"] | {"runtime", "frameworks"}
MAY_INCLUDE["cli"] = set(MAY_INCLUDE) - {"cli"}
MAY_INCLUDE["python"] = set(MAY_INCLUDE) - {"cli", "python"}

# Layers whose folders are apart from each other, too, but for the catalogue.
SEPARATE_FOLDERS = {"algorithms", "benchmarks", "frameworks"}

# --- what has one home: (what, where it is looked for, pattern, its home) ------------------------

ONE_HOME = [
    ("MPI", "src/", r'#include\s*[<"]mpi\.h[>"]', r"src/orujo/transport/mpi/"),
    ("Arrow", "src/", r'#include\s*[<"](arrow|parquet)/', r"src/orujo/graph/columnar/arrow/"),
    ("the environment", "src/", r"\b(secure_)?(get|set|put|unset)env\s*\(|\benviron\b",
     r"src/orujo/base/environment\.cpp"),
    ("printing", "src/",
     r"\bstd::(cout|cerr|clog)\b|\b(std::)?v?f?printf\s*\(|\b(std::)?f?put[sc]\s*\(|"
     r"\b(std::)?putchar\s*\(|\bfmt::v?print\s*\(|\bperror\s*\(|"
     r"\b(std::)?fwrite\s*\([^;]*\bstd(out|err)\b",
     r"src/orujo/base/print\.cpp"),
    ("a macro", "src/", r"^\s*#\s*define\s+(?!(OMPI|MPICH)_SKIP_MPICXX\b|_GNU_SOURCE\b)",
     r"src/orujo/base/error\.hpp"),
    # GCC 12 leaves out calls of functions that only prefetch.
    ("prefetching", "src/", r"\b__builtin_prefetch\b", r"src/orujo/base/prefetch\.hpp"),
]

# --- words ---------------------------------------------------------------------------------------

# Words that mean too many things; docs/glossary.md has those to use instead. As a part of an
# identifier, too: num_*s, *Id, graph*.
BANNED = r"(?<![A-Za-z])(?:{0})s?(?![a-z])|(?<=[a-z])(?:{1})s?(?![a-z])".format(
    "[Nn]ode|NODE|[Ll]ocale|LOCALE", "Node|Locale")

# Where they are right: names and file formats of others.
WORDS_OF_OTHERS = re.compile("|".join([
    r"NUMA[- _]?nodes?", r"NUMA_?NODE\w*", r"numa_?nodes?", r"hwloc_\w+", r"HWLOC_\w+",
    r"/sys/devices/system/node\S*",
    r"std::locale\S*", r"<locale>", r"\bsetlocale\b",
    r"\bSLURM_\w+", r"--nodes\b",
    r'"node(_?id)?"', r"# Nodes:", r"\bnode_[12]\b", r'"nodes:"', r"[Dd]irected [Nn]ode [Gg]raph",  # comments in files of SNAP
    r"[Nn]x\.\w+", r"NodeNotFound", r"nodetype", r"number_of_nodes", r"(add|remove)_nodes?_from",  # NetworkX
    r"\b[Gg]\.(nodes|add_node)\b", r"\b(original|found)\.nodes\b", r"from_node\w*", r"node_connected_component", r"sampled_nodes",
    r"`nodes`", r"[\"']nodes count_zeros",
    r"\bnode_type\b",  # std::map
    r"\bnode2vec\b",
    r"</?(?:\w+:)?nodes?\b", r"[\"']nodes?[\"']", r"\bnode(?= \[|\\n)",  # GraphML, GEXF, GML
    r"\by:\w*Node\w*", r"\bNodeLabel\b",  # yEd
    r"\bast\.\w+",  # Python's parser
]))

# The files that tell people not to use them.
WORD_RULES = {"docs/glossary.md", "CONTRIBUTING.md", "tools/check_layers.py",
              "tests/tools/check_layers_test.py"}

UNFINISHED = r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b|^\s*#\s*if\s+0\b|\bDISABLED" r"_"
ONE_MACHINE = r"(^|[^A-Za-z0-9_.$}])/(ro" r"ot|ho" r"me|wo" r"rk)/"

VAGUE_NAMES = {"util", "utils", "utilities", "common", "helper", "helpers", "misc"}

# --- how files begin -----------------------------------------------------------------------------

COMMENT = {".hpp": "//", ".cpp": "//", ".py": "#", ".cmake": "#", ".sh": "#"}
DOCSTRING = r'""".+"""'  # of one line, where a comment could be, too
LICENCE = "SPDX-License-Identifier: Apache-2.0"


def comment_of(path):
    """How a comment starts in this file; None where the file's beginning is free."""
    if path.name in ("CMakeLists.txt", "Makefile"):
        return "#"
    if path.as_posix() == ".ci/run":
        return "#"
    return COMMENT.get(path.suffix)


def layer_problems(path, lines):
    layer = path.parts[2]
    if layer == "orujo.hpp":  # for users: of no layer
        return
    if layer not in MAY_INCLUDE:
        yield f"{path}:1: no layer is called '{layer}'"
        return
    for number, line in enumerate(lines, 1):
        found = re.match(r'\s*#\s*include\s*["<]orujo/([^/]+)/([^/">]+)', line)
        if not found:
            continue
        target, inner = found.groups()
        if target == layer:
            own = f"{layer}/{path.parts[3]}"
            allowed = {path.parts[3], "catalogue"}
            if layer in SEPARATE_FOLDERS and inner not in allowed:
                yield f"{path}:{number}: {own} may not include {layer}/{inner}"
        elif target not in MAY_INCLUDE[layer]:
            yield f"{path}:{number}: {layer} may not include {target}"


def home_problems(path, lines):
    for what, where, pattern, home in ONE_HOME:
        if not path.as_posix().startswith(where) or re.match(home, path.as_posix()):
            continue
        for number, line in enumerate(lines, 1):
            if re.search(pattern, line.split("//")[0]):
                home_name = home.replace("\\", "")
                yield f"{path}:{number}: {what} has its home in {home_name}"


def word_problems(path, lines):
    if path.stem in VAGUE_NAMES:
        yield f"{path}:1: name the file after the one thing it defines, not '{path.stem}'"
    for number, line in enumerate(lines, 1):
        found = re.search(BANNED, WORDS_OF_OTHERS.sub("", line))
        if found and path.as_posix() not in WORD_RULES:
            yield (f"{path}:{number}: '{found.group()}' has too many meanings: "
                   "write vertex, host, rank or worker (docs/glossary.md)")
        if re.search(UNFINISHED, line):
            yield f"{path}:{number}: unfinished or disabled: finish it, or open an issue"
        if re.search(ONE_MACHINE, line):
            yield f"{path}:{number}: a path that exists on one machine only"


def beginning_problems(path, lines):
    comment = comment_of(path)
    if comment is None:
        return
    first = 1 if lines and lines[0].startswith("#!") else 0
    opening = []
    for line in lines[first:]:
        if not line.startswith(comment) and not (path.suffix == ".py" and re.fullmatch(DOCSTRING, line)):
            break
        opening.append(line)
    if not any(LICENCE in line for line in opening):
        yield f"{path}:{first + 1}: the opening comment lacks '{LICENCE}'"
    elif f"{comment} {LICENCE}" not in opening:
        yield f"{path}:{first + 1}: '{LICENCE}' stands on a line with other words"
    elif LICENCE in opening[0] and path.parts[0] != "tests":
        yield f"{path}:{first + 1}: say in the first line what the file is"
    if path.suffix == ".hpp" and "#pragma once" not in lines:
        yield f"{path}:1: a header lacks #pragma once"


def is_text(path):
    return (path.suffix in COMMENT or path.suffix in (".md", ".json", ".in", ".txt")
            or comment_of(path)) and path.parts[0] != "data"


def problems_of(path):
    lines = lines_of(path)
    if len(path.parts) > 3 and path.parts[:2] == ("src", "orujo") and path.suffix in (".hpp", ".cpp"):
        yield from layer_problems(path, lines)
    yield from home_problems(path, lines)
    yield from word_problems(path, lines)
    yield from beginning_problems(path, lines)


def main():
    files = [path for path in tracked_files() if is_text(path)]
    problems = [problem for path in files for problem in problems_of(path)]
    report("check_layers", problems, f"{len(files)} files")


if __name__ == "__main__":
    main()
