"""What a notebook shows of graphs and results."""
# SPDX-License-Identifier: Apache-2.0
from html import escape

import numpy as np

_ROW = "<tr><th style='text-align:left'>{}</th><td style='text-align:left'>{}</td></tr>"


def _grouped(number):
    return f"{number:,}".replace(",", "\u202f")


def degree_histogram(degrees, width=360, height=110):
    """Bars of how many vertices have a degree, by powers of two, as SVG."""
    if not len(degrees):
        return ""
    bins = np.zeros(len(degrees), dtype=np.int64)
    positive = degrees > 0
    bins[positive] = np.log2(degrees[positive]).astype(np.int64) + 1
    counts = np.bincount(bins)
    heights = np.log1p(counts) / np.log1p(counts.max()) * (height - 30)
    step = width / len(counts)
    bars = []
    for place, (count, bar) in enumerate(zip(counts.tolist(), heights.tolist())):
        low, high = (1 << place) >> 1, (1 << place) - 1
        degree = str(low) if low >= high else f"{low} to {high}"
        bars.append(f"<rect x='{place * step:.1f}' y='{height - 15 - bar:.1f}' width='{step * 0.9:.1f}' "
                    f"height='{bar:.1f}' fill='#4a7ab5'><title>degree {degree}: {_grouped(count)} vertices"
                    "</title></rect>"
                    f"<text x='{place * step + step * 0.45:.1f}' y='{height - 3}' font-size='9' "
                    f"text-anchor='middle' fill='currentColor'>{low}</text>")
    return (f"<svg width='{width}' height='{height}' viewBox='0 0 {width} {height}' role='img' "
            "aria-label='vertices by degree'><title>vertices by degree, both on logarithmic scales</title>"
            + "".join(bars) + "</svg>")


def page_of_result(result):
    """A table of figures, and the first rows of the columns."""
    figures = [(escape(name), escape(_grouped(value) if type(value) is int else str(value)))
               for name, value in result.figures.items()]
    rows = [("algorithm", f"{escape(result.algorithm)} of {escape(result.graph.name)}"),
            ("time", f"{result.seconds * 1e3:.3g} ms"), *figures]
    rows += [("remark", escape(each)) for each in result.remarks]
    keys, names = result[result._found["key"]], result.columns
    head = "".join(f"<th>{escape(name)}</th>" for name in (result._found["key"], *names))
    cells = [[keys[row], *(result[name][row] for name in names)] for row in range(min(5, len(keys)))]
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in cells)
    more = f"<p>{_grouped(len(keys))} rows</p>" if len(keys) > len(cells) else ""
    return ("<table>" + "".join(_ROW.format(*row) for row in rows) + f"</table><table><tr>{head}</tr>{body}</table>"
            + more)


def page_of_graph(graph):
    """A table of facts and a histogram of degrees."""
    facts = graph.facts
    rows = [("graph", escape(graph.name)), ("vertices", _grouped(graph.num_vertices)),
            ("edges", f"{_grouped(graph.num_edges)}, {'directed' if graph.is_directed else 'undirected'}"),
            ("weights", escape(facts["weights"]))]
    surplus = [f"{_grouped(facts[kind])} {word}" for kind, word in (("loops", "loops"), ("parallel", "parallel edges"))
               if facts[kind]]
    if surplus:
        rows.append(("among them", ", ".join(surplus)))
    rows += [("assumed", escape(each)) for each in facts["guesses"]]
    return ("<table>" + "".join(_ROW.format(*row) for row in rows) + "</table>"
            + degree_histogram(graph.degrees()))
