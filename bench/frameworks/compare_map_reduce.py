#!/usr/bin/env python3
"""Counts words and finds clusters: `orujo wordcount` beside DuckDB and a hash map of C++, `orujo kmeans` beside scikit-learn and faiss."""
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import pathlib
import statistics
import subprocess
import sys

WORDS_OF_DUCKDB = """
import sys, time, duckdb
path, threads = sys.argv[1:]
database = duckdb.connect()
database.execute(f"set threads = {threads}; set enable_progress_bar = false")
start = time.monotonic()
counts = database.execute(f\"\"\"
    select count(*), sum(times) from (
      select word, count(*) as times from (
        select unnest(string_split_regex(line, '\\\\s+')) as word
        from read_csv('{path}', columns = {{'line': 'VARCHAR'}}, delim = chr(1), quote = '', escape = '', header = false,
                      auto_detect = false, skip = 0, strict_mode = false, max_line_size = 10000000))
      where word <> '' group by word)\"\"\").fetchone()
print(time.monotonic() - start, *counts)
"""

CLUSTERS_OF_SCIKIT_LEARN = """
import sys, time, warnings, numpy
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits
points, start, threads, iterations = numpy.load(sys.argv[1]), numpy.load(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
warnings.simplefilter("ignore")
def seconds(count):
    model = KMeans(n_clusters=len(start), init=start, n_init=1, algorithm="lloyd", max_iter=count, tol=0)
    begin = time.monotonic()
    model.fit(points)
    return time.monotonic() - begin, model.inertia_
with threadpool_limits(threads):
    seconds(1)  # takes memory for the first time
    once, _ = seconds(1)
    all, inertia = seconds(iterations)
print((all - once) / (iterations - 1), inertia)
"""

CLUSTERS_OF_FAISS = """
import sys, time, faiss, numpy
points, start, threads, iterations = numpy.load(sys.argv[1]), numpy.load(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
faiss.omp_set_num_threads(threads)
def seconds(count):
    model = faiss.Kmeans(points.shape[1], len(start), niter=count, max_points_per_centroid=len(points), min_points_per_centroid=1)
    begin = time.monotonic()
    model.train(points, init_centroids=start)
    return time.monotonic() - begin, model.obj[-1]
seconds(1)  # takes memory for the first time
once, _ = seconds(1)
all, inertia = seconds(iterations)
print((all - once) / (iterations - 1), inertia)
"""


def output_of(command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def document(orujo, launcher, *arguments):
    return json.loads(output_of([*launcher, orujo, *arguments, "--json", "-", "--quiet"]))


def word_rows(options):
    """Name and a function for each; it returns seconds, distinct words and words."""
    def ours(launcher, *team):
        found = document(options.orujo, launcher, "wordcount", options.text, *team)
        return found["trials"][0]["seconds"], found["result"]["distinct"], found["result"]["words"]

    def printed(*command):
        seconds, distinct, words = output_of(command).split()[-3:]
        return float(seconds), int(distinct), int(words)

    yield "orujo, 2 workers", lambda: ours([], "--workers", 2)
    if options.mpirun:
        yield "orujo, 2 MPI ranks", lambda: ours([options.mpirun, "-n", "2"], "--workers", 1)
    if options.words_program:
        yield "robin_map, 2 threads", lambda: printed(options.words_program, options.text, 2)
    yield "DuckDB, 2 threads", lambda: printed(options.python, "-c", WORDS_OF_DUCKDB, options.text, 2)


def cluster_rows(options, start):
    def ours():
        work = document(options.orujo, [], "kmeans", options.points, "--start", start, "--clusters", clusters_in(start),
                        "--iterations", options.iterations, "--tolerance", 0, "--workers", 2)
        return work["work"]["seconds_per_iteration"], work["result"]["inertia"]

    def theirs(program):
        found = output_of([options.python, "-c", program, options.points, start, 2, options.iterations])
        return tuple(map(float, found.split()))

    yield "orujo, 2 workers", ours
    yield "scikit-learn, 2 threads", lambda: theirs(CLUSTERS_OF_SCIKIT_LEARN)
    yield "faiss, 2 threads", lambda: theirs(CLUSTERS_OF_FAISS)


def clusters_in(start):
    header = pathlib.Path(start).read_bytes()[:128].decode("latin-1")
    return int(header.split("(")[1].split(",")[0])


def compare(rows, rounds):
    """Runs all in alternation; prints median and least seconds, and what they found."""
    seconds = {name: [] for name, _ in rows}
    found = {}
    for _ in range(rounds):
        for name, measure in rows:
            taken, *found[name] = measure()
            seconds[name].append(taken)
    for name, taken in seconds.items():
        print(f"  {name:24} {statistics.median(taken):8.3f} s, least {min(taken):8.3f} s  {found[name]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orujo", default="build/release/orujo")
    parser.add_argument("--python", default=sys.executable, help="one that has duckdb, scikit-learn and faiss")
    parser.add_argument("--mpirun", help="the launcher of the MPI whose plug-in is built")
    parser.add_argument("--words-program", help="bench_frameworks_robin_words")
    parser.add_argument("--text")
    parser.add_argument("--points", help="a matrix of float32, .npy")
    parser.add_argument("--starts", nargs="*", default=[], help="first centres, .npy")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.text:
        print(f"words of {options.text}")
        compare(list(word_rows(options)), options.rounds)
    for start in options.starts:
        print(f"an iteration over {options.points}, K = {clusters_in(start)}")
        compare(list(cluster_rows(options, start)), options.rounds)


if __name__ == "__main__":
    main()
