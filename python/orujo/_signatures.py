"""What functions of algorithms take and say, from entries of the catalogue; needs nothing but these."""
# SPDX-License-Identifier: Apache-2.0
import inspect
import re

_POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD
_KEYWORD = inspect.Parameter.KEYWORD_ONLY

# What results have, and its type: columns, lists of vertices, and figures, of which those with "?" come with options.
# Columns that no line names hold vertices, or whole or real numbers as weights are.
_FIELDS = """
betweenness  score:Reals sources:int max_depth:int
bfs          depth:Wholes reached:int max_depth:int depth_sum:int reachable?:bool distance?:int
bridges      articulation:Truths bridges:int articulation_points:int blocks:int largest_block:int
             two_edge_components:int largest_two_edge_component:int
closeness    harmonic:Reals closeness:Reals sources:int pairs:int max_distance:int mean_distance:float
clustering   clustering:Reals average:float transitivity:float triangles:int wedges:int
colour       colour:Wholes colours:int
communities  modularity:float communities:int largest:int weights:str
components   components:int largest:int
diameter     least:Wholes most:Wholes diameter:int radius:int
kcore        core:Wholes max_core:int
ktruss       trussness:Wholes max_trussness:int edges_of_max:int triangles:int
mis          in_set:Truths size:int
mst          weight_total:float edges:int trees:int
pagerank     score:Reals iterations:int error:float converged:bool weights:str
scc          components:int largest:int nontrivial:int
sssp         parent?:Array reached:int max_distance:float distance_sum:float reachable?:bool distance_total?:float
stconn       colour:Truths connected:bool
topological  level:Wholes acyclic:bool levels:int without_level:int
triangles    triangles:Wholes triangles_total:int
walks        visits:Wholes most_visited:Array walks:int steps:int ended_early:int most_visits:int
widest       reached:int narrowest:float width_sum:float
"""


def keyword_of(option):
    """What an option of the command is called here."""
    name = option["name"].replace("-", "_")
    return name + "_" if name in ("lambda", "from") else name


def is_vertex(option):
    """Whether the option names a vertex."""
    return option["type"] == "text" and option["unit"] == "V"


def parameters_of(entry):
    """The parameters of a function, but for the graph: (name, kind, default)."""
    parameters = []
    if entry["start"] == "source":
        parameters.append(("source", _POSITIONAL, None))
    if entry["start"] == "sources":
        parameters += [("source", _KEYWORD, None), ("sources", _KEYWORD, None)]
    for option in entry["options"]:
        default = inspect.Parameter.empty if option["is_required"] else False if option["type"] == "flag" else None
        parameters.append((keyword_of(option), _KEYWORD, default))
    if len(entry["methods"]) > 1:
        parameters.append(("method", _KEYWORD, entry["methods"][0]["name"]))
    if entry["weights"] != "never":
        parameters.append(("weighted", _KEYWORD, entry["weights"] == "always"))
    return parameters + [("seed", _KEYWORD, 1), ("verify", _KEYWORD, False), ("gather", _KEYWORD, True),
                         ("workers", _KEYWORD, None)]


def _said_fields(entry):
    lines = _FIELDS.replace("\n  ", " ").splitlines()
    return next((line.split()[1:] for line in lines if line.split()[:1] == [entry["name"]]), [])


def fields_of(entry):
    """The types of what a result has, by their names: the key and the columns first."""
    said = dict(each.replace("?", "").split(":") for each in _said_fields(entry))
    return dict.fromkeys([entry["key"], *entry["columns"]], "Array") | said


def _figure_line(entry):
    """What else a result has."""
    names = [each.split(":")[0] for each in _said_fields(entry)]
    usual = [name for name in names if "?" not in name and name not in entry["columns"]]
    further = [name.replace("?", "") for name in names if "?" in name]
    return f"It also has: {', '.join(usual)}" + (f"; by options {', '.join(further)}." if further else ".")


def _standard_text(option):
    return f" (default: {option['standard']})" if option["standard"] else ""


def _range_text(option):
    if option["type"] != "whole":
        return ""
    most = option["most"]
    return f" From {option['least']}" + (f" to {most}." if most < 1 << 63 else ".")


def _option_lines(entry):
    """What the docstring says of each parameter."""
    if entry["start"] == "source":
        yield "source: " + (entry["source_help"] or "The vertex to start from, as the input calls it; None: drawn")
    if entry["start"] == "sources":
        yield "source: " + (entry["source_help"] or "The vertex to start from, as the input calls it")
        yield ("sources: " + (entry["sources_help"] or "How many vertices to start from, which are drawn")
               + "; or a list of vertices")
    for option in entry["options"]:
        mapping = " Or a mapping of vertices to weights." if option["is_input"] else ""
        yield f"{keyword_of(option)}: {option['help']}{_standard_text(option)}.{_range_text(option)}{mapping}"
    if entry["weights"] == "chosen":
        yield "weighted: Whether weights of edges count."
    if entry["weights"] == "always":
        yield "weighted: Whether weights of edges count, if there are any; else each counts 1."
    yield "seed: What is drawn depends on it alone."
    yield "verify: Check the answer with a checker that shares no code; raises VerificationError."
    yield "gather: Under mpirun, whether every process gets all rows; if not, each has its own, result.local."
    yield "workers: How many threads work; None: as many as configure() said."


def _method_lines(entry):
    for method in entry["methods"]:
        facts = [f"use it when: {method['use_when']}" if method["use_when"] else "",
                 f"cost: {method['cost']}" if method["cost"] else "",
                 f"order: {method['order']}" if method["order"] else "",
                 f"source: {method['source']}" if method["source"] else ""]
        yield f"{method['name']}: {method['help']}. " + "; ".join(fact for fact in facts if fact)


def _example_value(option):
    """A value of a required option that makes sense for the small graph of the examples."""
    if is_vertex(option):
        return 1
    return repr(option["names"][0]) if option["names"] else option["least"]


def _example_lines(entry):
    """A call on a small graph, and what it shows whatever the algorithm is."""
    made = '"smallworld:100:6:0.1"' + (", directed=True" if entry["edges"] == "one_way" else "")
    made += "" if entry["weights"] == "never" else ", weights=(1, 9)"
    arguments = ["graph"] + (["source=0"] if entry["start"] == "source" else [])
    arguments += [f"{keyword_of(option)}={_example_value(option)}" for option in entry["options"]
                  if option["is_required"]]
    yield ">>> import orujo"
    yield f">>> graph = orujo.generate({made})"
    yield f">>> result = orujo.{entry['name']}({', '.join([*arguments, 'verify=True'])})"
    yield ">>> result    # doctest: +ELLIPSIS"
    yield f"<{entry['name']} of smallworld:100:6:0.1 in ... ms: ...; columns {', '.join(entry['columns'])}>"
    first = entry["columns"][0]
    if not entry["rows"] or entry["rows"] == "vertex":
        yield f">>> result.{first}.shape"
        yield "(100,)"
    else:
        yield f">>> result.{first}.shape == result.{entry['key']}.shape"
        yield "True"


def docstring_of(entry):
    """What help() shows."""
    columns = ", ".join(entry["columns"])
    rows = entry["rows"] or "vertex"
    lines = [entry["help"] + ".", "", f"Columns of the result, a row for each {rows}: {columns}.",
             _figure_line(entry), "", "Parameters:"]
    lines += [f"    {line}" for line in _option_lines(entry)]
    lines += ["", "Methods:"] + [f"    {line}" for line in _method_lines(entry)]
    lines += ["", "Examples:"] + [f"    {line}" for line in _example_lines(entry)]
    lines += ["", f"On the command line: {entry['example']}"]
    methods = "|".join(method["name"] for method in entry["methods"])
    lines[:-1] = [re.sub(rf"--method ({methods})\b", r"method='\1'", line) for line in lines[:-1]]
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda at: at[1].replace("-", "_"), "\n".join(lines[:-1])) \
        + "\n" + lines[-1]
