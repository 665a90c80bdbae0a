#!/usr/bin/env python3
# Sends signals at random times to every command with every method; lists what takes too long to end.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

ANALYSES = ["bfs", "sssp", "widest", "components", "mst", "triangles", "pagerank", "betweenness", "colour",
            "mis", "kcore"]
GRAPHS = ["kron:19", "grid:1x20000000", "grid:2000x2000"]
TEAMS = [["--ranks", "1", "--workers", "1"], ["--ranks", "1", "--workers", "2"], ["--ranks", "2", "--workers", "1"]]
OTHERS = [["graph500", "19"], ["gups", "--table", "64M", "--updates", str(10**12)],
          ["stencil", "2000x2000", "--iterations", str(10**9)], ["generate", "kron:22", "FOLDER/a.el"],
          ["convert", "kron:22", "FOLDER/a.orj"], ["bfs", "kron:8", "--output", "FOLDER/pipe.csv"],
          ["pagerank", "kron:14", "--tolerance", "0", "--max-iterations", "30000"]]


def methods_of(command, name):
    text = subprocess.run([command, name, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"--method NAME (.*?)(?= --\w)", " ".join(text.split()))
    return re.findall(r"(?:^|; |\] )([a-z_0-9]+):", found.group(1)) if found else []


def all_runs(command):
    for name in ANALYSES:
        for method in methods_of(command, name) or [None]:
            told = [] if method is None else ["--method", method]
            for graph in GRAPHS:
                yield [name, graph, *told, "--verify", "--trials", "1000"]
    yield from OTHERS


def seconds_to_end(command, arguments, rng, longest_wait):
    """How long one run takes to end, its exit code, and what it left; nothing if it had ended."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(f"{folder}/pipe.csv")
        told = [each.replace("FOLDER", folder) for each in arguments]
        with subprocess.Popen([command, *told], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(rng.uniform(0.05, longest_wait))
            if process.poll() is not None:
                return None
            start = time.monotonic()
            process.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))
            process.wait()
            seconds = time.monotonic() - start
        left = [each for each in os.listdir(folder) if each != "pipe.csv"]
        return seconds, process.returncode, left


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", type=pathlib.Path, help="the program orujo")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=1.0, help="seconds that a run may take to end")
    parser.add_argument("--longest-wait", type=float, default=4.0, help="seconds until the signal at most")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    runs = slowest = misses = 0
    for arguments in all_runs(options.command.resolve()):
        team = rng.choice(TEAMS)
        ended = seconds_to_end(options.command.resolve(), [*arguments, *team], rng, options.longest_wait)
        if ended is None:
            continue
        seconds, code, left = ended
        runs += 1
        slowest = max(slowest, seconds)
        if seconds > options.limit or code != 130 or left:
            misses += 1
            print(f"{seconds:.2f} s, exit code {code}, left {left}: {' '.join([*arguments, *team])}", flush=True)
    print(f"{runs} runs, {misses} misses, the slowest {slowest:.2f} s")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
