#!/usr/bin/env python3
# Times `orujo stencil` and its blocking MPI peer in alternation, and prints medians and their ratio.
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import statistics
import subprocess

# Two ranks may share the cores of one host, and run as root in a container.
SURROUNDINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
}


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build/release", help="folder of the programs")
    parser.add_argument("--launcher", default="mpirun.openmpi",
                        help="of the MPI that the peer was built with")
    parser.add_argument("--grid", default="1000x1000", metavar="ROWSxCOLUMNS")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--blocks", default="1,4,16,64,256", help="rows of one message")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--trials", type=int, default=7)
    return parser.parse_args()


def printed(chosen, *command):
    finished = subprocess.run(
        [chosen.launcher, "-n", "2", *map(str, command)], env={**SURROUNDINGS, **os.environ},
        stdout=subprocess.PIPE, check=True)
    return json.loads(finished.stdout)


def orujo_seconds(chosen, block):
    """The median of the trials; block 0 is Orujo's own choice."""
    found = printed(
        chosen, f"{chosen.build}/orujo", "stencil", chosen.grid, "--workers", 1, "--block", block,
        "--iterations", chosen.iterations, "--trials", chosen.trials, "--json", "-")
    return statistics.median(trial["seconds"] for trial in found["trials"])


def peer_seconds(chosen, block):
    rows, columns = chosen.grid.split("x")
    return printed(
        chosen, f"{chosen.build}/bench/bench_stencil_mpi_blocking", f"rows={rows}",
        f"columns={columns}", f"block={block}", f"iterations={chosen.iterations}",
        f"trials={chosen.trials}")["median_seconds"]


def row(grid, block, peer, orujo):
    ratios = sorted(ours / theirs for ours, theirs in zip(orujo, peer))
    return (f"| {grid} | {block} | {statistics.median(peer):.4f} | {statistics.median(orujo):.4f} "
            f"| {statistics.median(ratios):.2f} | {ratios[0]:.2f}–{ratios[-1]:.2f} |")


def main():
    chosen = options()
    blocks = [int(block) for block in chosen.blocks.split(",")]
    peer = {block: [] for block in blocks}
    orujo = {block: [] for block in [*blocks, 0]}
    for _ in range(chosen.rounds):
        for block in blocks:
            peer[block].append(peer_seconds(chosen, block))
            orujo[block].append(orujo_seconds(chosen, block))
        orujo[0].append(orujo_seconds(chosen, 0))
    print("| grid | rows of a message | blocking MPI, s | orujo, s | ratio | spread of ratios |")
    print("| --- | --- | --- | --- | --- | --- |")
    for block in blocks:
        print(row(chosen.grid, block, peer[block], orujo[block]))
    best = min(blocks, key=lambda block: statistics.median(peer[block]))
    print(row(chosen.grid, f"MPI's best ({best}), orujo's choice", peer[best], orujo[0]))


if __name__ == "__main__":
    main()
