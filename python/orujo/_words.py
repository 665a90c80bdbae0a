"""Words of the command that messages of the engine have, as those of this package."""
# SPDX-License-Identifier: Apache-2.0
import re

_COLUMN = r"(?:source|target|weight|vertex)=[^,;)]+?"
_COLUMNS = re.compile(rf"\bcolumns ({_COLUMN}(?:,{_COLUMN})*)(?= takes |[,;)]|$)")
_OTHERS = (("undirected for edges both ways", "directed=False for edges both ways"), ("what method='does'", "what method does"),
           ("ids are 0 and up", "ids are 0 and up; ids='names' takes those of edge lists and tables for names"),
           ("`orujo config` lists them", "orujo.settings() lists them"),
           ("extract: edges are chosen by their weights, and the graph has none; read it with weights",
            "filter_edges: edges are chosen by their weights, and the graph has none"))


def _as_dictionary(at):
    """`columns source=…,weight=km` as the dictionary that `columns=` takes."""
    pairs = [pair.split("=", 1) for pair in at[1].split(",")]
    return "columns={" + ", ".join(f"'{role}': {name if name == '…' else repr(name)}" for role, name in pairs) + "}"


def in_python(text):
    """A message whose options are keywords already, with values as Python has them."""
    for theirs, ours in _OTHERS:
        text = text.replace(theirs, ours)
    return _COLUMNS.sub(_as_dictionary, text)
