#!/usr/bin/env python3
# Writes the tables of the documents that `orujo describe` knows: described_tables.py ORUJO [--check]
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


def row(*cells):
    return "| " + " | ".join(cells).replace("  ", " ") + " |"


def code(text):
    return f"`{text}`"


def commands(algorithms):
    yield row("command", "answers")
    yield row(*["---"] * 2)
    for each in algorithms:
        sources = {"each_source": "; from `--source V`, or from `--sources K` drawn vertices one after the other",
                   "all_sources": "; from all vertices, or from `--sources K` drawn ones"}.get(each["start"], "")
        yield row(code(each["name"] + " GRAPH"), each["help"] + sources)


def methods(algorithms):
    yield row("algorithm", "`--method`", "use it when", "cost", "order", "source")
    yield row(*["---"] * 6)
    for each in algorithms:
        for method in each["methods"]:
            yield row(each["name"], method["name"], method["use_when"], method["cost"], method["order"],
                      method["source"])


def standard(option):
    return code(option["default"]) if "default" in option else ""


def options(algorithms):
    yield row("algorithm", "option", "default", "what it says")
    yield row(*["---"] * 4)
    for each in algorithms:
        for option in each["options"]:
            words = code(" ".join(filter(None, ["--" + option["name"], option.get("unit")])))
            yield row(each["name"], words, standard(option), option["help"])
        if "scored" in each:
            yield row(each["name"], code("--top K"), code(str(each["top"])), f"Name so many vertices of highest {each['scored']}")


def answers(algorithms):
    yield row("algorithm", "a row for each", "columns", "edges", "parallel edges")
    yield row(*["---"] * 5)
    for each in algorithms:
        directions = {"both_ways": "both ways", "one_way": "one way"}.get(each["directions"], "as the input directs them")
        stays = each["needs"]["parallel_edges"]
        yield row(each["name"], each["rows"], ", ".join(map(code, [each["key"], *each["columns"]])), directions, f"{stays} stays")


TABLES = [("command.md", "commands of algorithms", commands), ("algorithms.md", "methods", methods), ("command.md", "options of algorithms", options),
          ("command.md", "answers of algorithms", answers)]


def main(program, check):
    found = subprocess.run([program, "describe", "--json", "-"], check=True, capture_output=True, text=True)
    algorithms = json.loads(found.stdout)["algorithms"]
    stale = []
    for name, title, lines in TABLES:
        path = DOCS / name
        text = path.read_text(encoding="utf-8")
        begin, end = f"<!-- {title}: orujo describe -->\n", f"<!-- end of {title} -->"
        new, count = re.subn(re.escape(begin) + ".*?" + re.escape(end),
                             lambda _: begin + "\n".join(lines(algorithms)) + "\n" + end, text, flags=re.DOTALL)
        if count != 1:
            sys.exit(f"described_tables: {path} has no place for {title}")
        if new != text:
            stale.append(f"{name}: {title}")
            if not check:
                path.write_text(new, encoding="utf-8")
    if check and stale:
        sys.exit(f"described_tables: stale: {', '.join(stale)}; run tools/described_tables.py ORUJO")


if __name__ == "__main__":
    main(sys.argv[1], "--check" in sys.argv[2:])
