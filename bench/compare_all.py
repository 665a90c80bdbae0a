#!/usr/bin/env python3
# Times every kernel that a peer has, too, in alternation with it, and draws the time of an edge over sizes.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table of medians and ratios (orujo / peer; below 1 orujo is faster).

A graph is what `orujo` takes: a name such as kron:18, or a file. Each is written once in the format of each
peer, without direction; with weights from 1 to 255 for kernels along weights, unless the file has its own.

    bench/compare_all.py --peers FOLDER kron:16 kron:18 kron:20 uniform:20 roads/NE.pace.gr.xz
    bench/compare_all.py --peers FOLDER --kernels mis,mst --threads 2 --charts docs/images kron:20

No peer is part of this project: build them yourself. FOLDER and its folders have the programs of the GAP
Benchmark Suite (bfs, sssp, cc, pr, bc, tc) and of GBBS (MaximalIndependentSet, KCore); SciPy is taken if it
is installed, with one thread. What is missing is left out of the table.
"""
import argparse
import csv
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from chart import Chart

GAP_TIME = r"Trial Time:\s+([0-9.]+)"
GBBS_TIME = r"### Running Time: ([0-9.]+)"


@dataclass
class Kernel:
    """How the command and a peer are asked for it; `{graph}` is the file, `{trials}` how often, `{source}` has most edges."""
    orujo: list
    peer: str
    program: list
    pattern: str = GAP_TIME
    suffix: str = ".sg"
    peer_suffix: str = ""  # if it is another one


KERNELS = {
    "bfs": Kernel(["bfs", "--sources", "{trials}"], "GAP", ["bfs", "-f", "{graph}", "-n", "{trials}"]),
    "sssp": Kernel(["sssp", "--source", "{source}", "--trials", "{trials}"], "GAP",
                   ["sssp", "-f", "{graph}", "-n", "{trials}", "-r", "{source}", "-d", "{delta}"], suffix=".wsg"),
    "components": Kernel(["components", "--trials", "{trials}"], "GAP", ["cc", "-f", "{graph}", "-n", "{trials}"]),
    "pagerank": Kernel(["pagerank", "--trials", "{trials}", "--tolerance", "1e-4"], "GAP",
                       ["pr", "-f", "{graph}", "-n", "{trials}", "-i", "1000", "-t", "1e-4"]),
    "betweenness": Kernel(["betweenness", "--trials", "{trials}", "--sources", "1"], "GAP",
                          ["bc", "-f", "{graph}", "-n", "{trials}", "-i", "1"]),
    "triangles": Kernel(["triangles", "--trials", "{trials}"], "GAP", ["tc", "-f", "{graph}", "-n", "{trials}"]),
    "mis": Kernel(["mis", "--trials", "{trials}"], "GBBS",
                  ["MaximalIndependentSet", "-s", "-rounds", "{trials}", "{graph}"], GBBS_TIME, peer_suffix=".adj"),
    "kcore": Kernel(["kcore", "--trials", "{trials}"], "GBBS", ["KCore", "-s", "-rounds", "{trials}", "{graph}"],
                    GBBS_TIME, peer_suffix=".adj"),
    "mst": Kernel(["mst", "--trials", "{trials}"], "SciPy", ["minimum_spanning_tree"], suffix=".wsg"),
}


def run(command, threads=1):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true",
                       PARLAY_NUM_THREADS=str(threads))
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment,
                          timeout=1800)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def rows_of(path):
    """Offsets, targets and, in a .wsg file, weights of an undirected graph in GAP's format."""
    import numpy
    with open(path, "rb") as file:
        if numpy.fromfile(file, numpy.uint8, 1)[0]:
            sys.exit(f"{path} is directed")
        arcs, vertices = (int(number) for number in numpy.fromfile(file, numpy.int64, 2))
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        width = 2 if path.suffix == ".wsg" else 1
        entries = numpy.fromfile(file, numpy.int32, width * arcs).reshape(-1, width)
    return offsets, entries[:, 0], entries[:, -1]


class Graphs:
    """The graphs in the formats of all peers, each made when it is first asked for."""

    def __init__(self, orujo, folder):
        self.orujo, self.folder = orujo, pathlib.Path(folder)

    def name(self, graph):
        return pathlib.Path(graph).name.split(".")[0].replace(":", "")

    def file(self, graph, suffix):
        path = self.folder / (self.name(graph) + suffix)
        if path.exists():
            return path
        if suffix == ".adj":
            self.write_adjacency(self.file(graph, ".sg"), path)
            return path
        weights = ["--weights", "1..255"] if suffix == ".wsg" and not self.has_weights(graph) else []
        run([self.orujo, "convert", graph, path, "--undirected", "--quiet", *weights])
        return path

    def has_weights(self, graph):
        text = run([self.orujo, "components", graph, "--undirected", "--quiet", "--json", "-"])
        return json.loads(text)["graph"]["weighted"]

    def busiest_vertex(self, graph):
        import numpy
        offsets, _, _ = rows_of(self.file(graph, ".sg"))
        return int(numpy.argmax(numpy.diff(offsets)))

    def write_adjacency(self, source, path):
        import numpy
        offsets, targets, _ = rows_of(source)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"AdjacencyGraph\n{len(offsets) - 1}\n{len(targets)}\n")
            numpy.savetxt(file, offsets[:-1], fmt="%d")
            numpy.savetxt(file, targets, fmt="%d")


class Peers:
    """Programs by name, below a folder."""

    def __init__(self, folder):
        self.programs = {}
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.is_file() and os.access(path, os.X_OK):
                self.programs.setdefault(path.name, path)

    def times(self, kernel, given, how):
        """Seconds of each trial with a file and a source; None if there is no such peer here."""
        (path, source), (arguments, threads) = given, how
        if kernel.peer == "SciPy":
            return scipy_times(path, arguments.trials) if threads == 1 else None
        program, *options = kernel.program
        if program not in self.programs:
            return None
        words = [word.format(graph=path, trials=arguments.trials, source=source, delta=arguments.delta)
                 for word in options]
        return [float(text) for text in re.findall(kernel.pattern, run([self.programs[program], *words], threads))]


def scipy_times(path, trials):
    try:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import minimum_spanning_tree
    except ImportError:
        return None
    offsets, targets, weights = rows_of(path)
    size = len(offsets) - 1
    matrix = csr_array((weights.astype(float), targets, offsets), (size, size))
    times = []
    for _ in range(trials):
        start = time.perf_counter()
        minimum_spanning_tree(matrix)
        times.append(time.perf_counter() - start)
    return times


def orujo_times(kernel, given, arguments, threads):
    """Seconds of each trial with a file and a source, and how many edges the graph has."""
    path, source = given
    words = [word.format(trials=arguments.trials, source=source) for word in kernel.orujo]
    found = json.loads(run([arguments.orujo, words[0], path, *words[1:], "--workers", threads, "--quiet",
                            "--json", "-"]))
    return [trial["seconds"] for trial in found["trials"]], found["graph"]["edges"]


def compare(arguments, tools, case):
    """One row: what was measured, or None if there is no peer for it."""
    graphs, peers = tools
    name, graph, threads = case
    kernel = KERNELS[name]
    path, peer_path = (graphs.file(graph, suffix) for suffix in (kernel.suffix, kernel.peer_suffix or kernel.suffix))
    source = graphs.busiest_vertex(graph)
    ours, theirs, edges = [], [], 0
    for _ in range(arguments.rounds):
        times = peers.times(kernel, (peer_path, source), (arguments, threads))
        if times is not None:
            theirs.append(statistics.median(times))
        times, edges = orujo_times(kernel, (path, source), arguments, threads)
        ours.append(statistics.median(times))
    row = {"kernel": name, "graph": graphs.name(graph), "edges": edges, "threads": threads, "peer": kernel.peer,
           "orujo": statistics.median(ours), "ns_per_edge": 1e9 * statistics.median(ours) / max(1, edges)}
    if theirs:
        ratios = sorted(a / b for a, b in zip(ours, theirs))
        row |= {"peer_seconds": statistics.median(theirs), "ratio": statistics.median(ratios),
                "least_ratio": ratios[0], "most_ratio": ratios[-1]}
    return row


def shown(row):
    peer = f"{row['peer']} {1e3 * row['peer_seconds']:.1f}" if "ratio" in row else "–"
    ratio = f"{row['ratio']:.2f} | {row['least_ratio']:.2f}–{row['most_ratio']:.2f}" if "ratio" in row else "– | –"
    return (f"| {row['kernel']} | {row['graph']} | {row['threads']} | {1e3 * row['orujo']:.1f} "
            f"| {row['ns_per_edge']:.2f} | {peer} | {ratio} |")


def draw(rows, folder):
    """For each number of threads and family of generated graphs, the time of an edge over the edges."""
    families = sorted({re.sub(r"\d+$", "", row["graph"]) for row in rows})
    for family, threads in itertools.product(families, sorted({row["threads"] for row in rows})):
        lines = {}
        for row in rows:
            if row["threads"] == threads and re.fullmatch(family + r"\d+", row["graph"]):
                lines.setdefault(row["kernel"], []).append((row["edges"], row["ns_per_edge"]))
        if any(len(points) > 1 for points in lines.values()):
            chart = Chart(f"{family}, {threads} worker{'s' * (threads > 1)}", ("edges", "ns for each edge"), lines)
            (folder / f"performance-{family}-{threads}.svg").write_text(chart.svg(), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--peers", required=True, help="folder below which the programs of peers are")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--kernels", default=",".join(KERNELS))
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--trials", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--delta", type=int, default=2, help="GAP's; orujo chooses its own")
    parser.add_argument("--files", help="folder where written graphs are kept for the next run")
    parser.add_argument("--rows", type=pathlib.Path, help="CSV file that gets the rows, too")
    parser.add_argument("--charts", type=pathlib.Path, help="folder that gets pictures of sizes")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        tools = Graphs(arguments.orujo, arguments.files or folder), Peers(arguments.peers)
        print("| kernel | graph | threads | orujo, ms | ns per edge | peer, ms | ratio | spread |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        threads = [int(count) for count in arguments.threads.split(",")]
        rows = []
        for case in itertools.product(arguments.kernels.split(","), arguments.graphs, threads):
            rows.append(compare(arguments, tools, case))
            print(shown(rows[-1]), flush=True)
    if arguments.rows:
        with open(arguments.rows, "w", newline="", encoding="utf-8") as file:
            columns = list(dict.fromkeys(itertools.chain.from_iterable(rows)))
            table = csv.DictWriter(file, columns)
            table.writeheader()
            table.writerows(rows)
    if arguments.charts:
        draw(rows, arguments.charts)


if __name__ == "__main__":
    main()
