"""The functions that this backend has, what it takes of their arguments, and how they are called."""
# SPDX-License-Identifier: Apache-2.0
import functools
import inspect
import math
from types import SimpleNamespace

import networkx as nx

import orujo
from orujo.networkx._graph import Graph, convert_from_nx, edgeless, refused_type, settings

_functions = nx.utils.backends._registered_algorithms
# Before 3.5 some functions answered by other types, which the backend does not know.
_is_served = tuple(int(part) for part in nx.__version__.split(".")[:2]) >= (3, 5)


class Provided:
    """One function of NetworkX that is run here."""

    def __init__(self, run, facts):
        self.run = run
        self.name = facts["name"]
        self.takes = facts["takes"]
        self.kinds = facts["kinds"]
        self.remark = facts["remark"]
        self.check = facts["check"]
        self.sources = facts["sources"]
        self.share = facts["share"]
        self.costs = facts["costs"]
        self.original = _functions[self.name].orig_func
        self.signature = inspect.signature(self.original)
        self.is_generator = inspect.isgeneratorfunction(self.original)

    @property
    def fixed(self):
        """The parameters that have to have their default."""
        return tuple(name for name in self.signature.parameters if name != "G" and name not in self.takes)

    def bound(self, args, kwargs):
        """Arguments by name, with those that were left out."""
        found = self.signature.bind(*args, **kwargs)
        found.apply_defaults()
        return SimpleNamespace(**found.arguments)

    def refused(self, given):
        """Why it does not take these arguments; None if it does."""
        kind = ("multi" if given.G.is_multigraph() else "") + ("directed" if given.G.is_directed() else "undirected")
        if kind not in self.kinds:
            return f"{self.name} is not for {kind} graphs here"
        for name, parameter in self.signature.parameters.items():
            value = getattr(given, name)
            if name != "G" and name not in self.takes and not _same(value, parameter.default):
                return f"{self.name} takes {name}={parameter.default!r} only"
            if name in _HOPS and "weight" not in self.signature.parameters and _is_fraction(value):
                return f"{self.name} takes whole numbers as {name} only"
        return self.check(given) if self.check else None


_HOPS = ("cutoff", "depth_limit")  # numbers of hops, but of functions that add up weights


def _is_fraction(value):
    return isinstance(value, float) and math.isfinite(value) and value != math.floor(value)


def _same(value, default):
    return value is default or (type(value) is type(default) and value == default)


PROVIDED = {}


def provides(name, takes="", *, kinds="plain", remark="", check=None, sources=None, share=None, costs=None):
    """Says that a function runs NetworkX's function `name`.

    takes: the parameters that may have any value; others have to have their default.
    kinds: "undirected", "directed" or "plain" (both) graphs; with " multi" behind it, multigraphs, too, whose
        parallel edges count once.
    remark: what users have to know, for the table of what is covered.
    check: a function of the arguments that tells why they are refused.
    sources: a function of the arguments that tells from how many vertices it searches, for costs.
    share: a function of the arguments that tells which share of the graph NetworkX looks at, for its costs.
    costs: a function of the arguments that tells whose costs it has, where they are not its own.
    """
    facts = {"name": name, "takes": tuple(takes.split()), "kinds": _kinds_of(kinds), "remark": remark,
             "check": check, "sources": sources, "share": share, "costs": costs}

    def record(run):
        if _is_served and name in _functions:
            PROVIDED[name] = Provided(run, facts)
        return run
    return record


def _kinds_of(words):
    first, *multi = words.split()
    kinds = {"plain": ("undirected", "directed")}.get(first, (first,))
    return kinds + tuple(f"multi{kind}" for kind in kinds if multi)


def counted(graph, chosen):
    """How many vertices an argument stands for, which is None for all, one vertex, or some."""
    if chosen is None:
        return len(graph)
    if chosen in graph:
        return 1
    return min(len(chosen), len(graph)) if hasattr(chosen, "__len__") else len(graph)


def of_some(parameter):
    """A share of what is looked at: of the vertices that an argument names."""
    return lambda given: counted(given.G, getattr(given, parameter)) / max(1, len(given.G))


def within(parameter):
    """A share of what is looked at: a guess at how many vertices lie within so many hops of one."""
    def share(given):
        limit, vertices = getattr(given, parameter), len(given.G)
        if limit is None or not vertices:
            return 1.0
        degree = max(2.0, sum(map(len, given.G._adj.values())) / vertices)
        near = degree ** min(float(limit), 64.0) if degree < vertices else float(vertices)
        return min(1.0, near / vertices)
    return share


def on_edgeless(graph, provided, given, labels=()):
    """What NetworkX itself answers, or raises, for a graph of these vertices without edges."""
    given.G = edgeless(graph, labels)
    found = provided.original(**vars(given))
    return list(found) if provided.is_generator else found


def answer(provided, args, kwargs):
    """What a function of this backend does when it is called."""
    given = provided.bound(args, kwargs)
    given.G = graph = given.G if isinstance(given.G, Graph) else convert_from_nx(given.G, name=provided.name)
    reason = provided.refused(given)
    if reason:
        raise NotImplementedError(reason)
    if hasattr(given, "seed"):
        given.seed = nx.utils.create_py_random_state(given.seed)
    missing = _missing(graph, given, provided)
    if len(graph) == 0 or missing:
        present = [end for name in _ENDS if (end := getattr(given, name, None)) is not None and name not in missing]
        if "target" in missing and "sources" in provided.takes:
            present += [label for label in given.sources if label in graph]
        return on_edgeless(graph, provided, given, present)
    return provided.run(graph, given)


_ENDS = ("source", "target")


def _missing(graph, given, provided):
    """Which of the ends of paths are no vertices of the graph. They may be None where that means all."""
    ends = [name for name in _ENDS if name in provided.takes and getattr(given, name) not in graph]
    return [name for name in ends if getattr(given, name) is not None or provided.signature.parameters[name].default is not None]


def _generated(provided, args, kwargs):
    """As `answer`, but errors of NetworkX come with the first item, as from its generators. Arguments and graphs that
    are refused are so at once, so that NetworkX can still go on itself.
    """
    try:
        return iter(answer(provided, args, kwargs))
    except nx.NetworkXException as error:
        return _raising(error)


def _raising(error):
    raise error
    yield


def function_of(provided):
    """The function that NetworkX calls."""
    @functools.wraps(provided.original)
    def function(*args, **kwargs):
        return (_generated if provided.is_generator else answer)(provided, args, kwargs)
    function.__doc__ = f"NetworkX's {provided.name}, run by Orujo. {provided.remark}".strip()
    return function


def run(name, graph, *positional, **options):
    """Runs an algorithm of the engine as `nx.config.backends.orujo` says."""
    chosen = settings()
    options = {"workers": chosen["workers"], "seed": chosen["seed"]} | options
    return getattr(orujo, name)(graph, *positional, **options)


def can_run(name, args, kwargs):
    """Whether these arguments are taken: True, or the reason why not."""
    provided = PROVIDED.get(name)
    if provided is None:
        return f"there is no {name}"
    try:
        given = provided.bound(args, kwargs)
    except TypeError as error:
        return str(error)
    reason = None if isinstance(given.G, Graph) else refused_type(given.G)
    return reason or provided.refused(given) or True
