#!/usr/bin/env python3
# Times the orujo command and the GAP Benchmark Suite in alternation on the same graph files.
# SPDX-License-Identifier: Apache-2.0
"""Prints a Markdown table of medians and ratios (orujo / GAP; below 1 orujo is faster).

GAP is not part of this project: build it yourself and name the folder that holds its programs.

    bench/compare_gap.py --gap FOLDER --orujo build/release/orujo --threads 1,2 kron20.sg road.sg
    bench/compare_gap.py --gap FOLDER --kernels sssp --delta 2 --source 3 kron20.wsg
"""
import argparse
import itertools
import json
import os
import re
import statistics
import subprocess
import sys

KERNELS = {
    "bfs": (["bfs"], ["bfs", "--sources", "{trials}"]),
    "sssp": (["sssp", "-d", "{delta}", "-r", "{source}"],
             ["sssp", "--trials", "{trials}", "--source", "{source}"]),
    "components": (["cc"], ["components", "--trials", "{trials}"]),
    "triangles": (["tc"], ["triangles", "--trials", "{trials}"]),
    "pagerank": (["pr", "-i", "1000", "-t", "1e-4"],
                 ["pagerank", "--trials", "{trials}", "--tolerance", "1e-4"]),
    "betweenness": (["bc", "-i", "4"], ["betweenness", "--trials", "{trials}", "--sources", "4"]),
}


def run(command, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def filled(arguments, words):
    return [word.format(**vars(arguments)) for word in words]


def gap_seconds(arguments, kernel, graph, threads):
    program, *options = filled(arguments, KERNELS[kernel][0])
    text = run([os.path.join(arguments.gap, program), "-f", graph, "-n", str(arguments.trials),
                *options], threads)
    return [float(x) for x in re.findall(r"Trial Time:\s+([0-9.]+)", text)]


def orujo_seconds(arguments, kernel, graph, threads):
    name, *options = filled(arguments, KERNELS[kernel][1])
    shape = arguments.team.split() if arguments.team else ["--workers", str(threads)]
    text = run([*arguments.launcher.split(), arguments.orujo, name, graph, *options, *shape,
                "--quiet", "--json", "-"], threads)
    return [trial["seconds"] for trial in json.loads(text)["trials"]]


def compare(arguments, kernel, graph, threads):
    """One row of the table."""
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        theirs.append(statistics.mean(gap_seconds(arguments, kernel, graph, threads)))
        ours.append(statistics.mean(orujo_seconds(arguments, kernel, graph, threads)))
    ratios = sorted(a / b for a, b in zip(ours, theirs))
    return (f"| {kernel} | {os.path.basename(graph)} | {threads} "
            f"| {statistics.median(theirs):.4f} | {statistics.median(ours):.4f} "
            f"| {statistics.median(ratios):.2f} | {ratios[0]:.2f}–{ratios[-1]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", help="graph files in GAP's .sg format, .wsg for sssp")
    parser.add_argument("--gap", required=True, help="folder of GAP's programs")
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--kernels", default="bfs,components,pagerank,betweenness")
    parser.add_argument("--delta", type=int, default=1, help="GAP's; orujo chooses its own")
    parser.add_argument("--source", type=int, default=3, help="of sssp")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--team", default="", help="shape of the team, as '--ranks 2 --workers 1'")
    parser.add_argument("--launcher", default="", help="what starts orujo, as 'mpirun -n 2'")
    parser.add_argument("--trials", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()

    print("| kernel | graph | threads | GAP, s | orujo, s | ratio | spread of ratios |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    threads = [int(count) for count in arguments.threads.split(",")]
    for case in itertools.product(arguments.kernels.split(","), arguments.graphs, threads):
        print(compare(arguments, *case), flush=True)


if __name__ == "__main__":
    main()
