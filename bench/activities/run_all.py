#!/usr/bin/env python3
# Runs every measurement of activities, keeps each as NAME.md and NAME.csv in a folder, and draws it.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/activities/run_all.py [--build build/release] [--folder FOLDER] [--only NAME,…] [--road FILE] [--peers DIR]
#                                    [--quick]
import argparse
import os
import pathlib
import subprocess
import sys

import plots

# Two ranks may share the cores of one host, and run as root in a container, where one may not read the
# other's memory.
SURROUNDINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}


# Webs, and people who know each other or write together.
REAL_GRAPHS = ["web/uk-2007-05@100000.arcs.txt.xz", "snap/web-NotreDame.txt.gz", "snap/soc-Epinions1.txt.gz",
               "web/dblp-2010.edges.txt.xz"]


def real_graphs():
    folder = os.environ.get("ORUJO_DATA")
    return [os.path.join(folder, name) for name in REAL_GRAPHS] if folder else []


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build/release", type=pathlib.Path, help="folder of the programs")
    parser.add_argument("--folder", default="activities", type=pathlib.Path, help="where results go")
    parser.add_argument("--only", default="", help="names of measurements, with commas")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--trials", default="5", help="the best one counts")
    parser.add_argument("--isolation", default="", help="of searches, with commas; default: all there are")
    parser.add_argument("--launcher", default="mpirun.openmpi", help="of the MPI that the peer was built with")
    parser.add_argument("--kron", default="kron:20", help="a graph whose degrees differ")
    parser.add_argument("--road", default=os.path.join(os.environ.get("ORUJO_DATA", "."), "roads", "NE.pace.gr.xz"))
    parser.add_argument("--real", default=",".join(real_graphs()), help="files of other graphs, with commas")
    parser.add_argument("--quick", action="store_true",
                        help="all of it in a minute or two, to see that it works: the figures say nothing")
    parser.add_argument("--peers", default="", help="folder below which GAP and Graph500 lie; without it no figures of theirs")
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.trials, chosen.kron = "1", "kron:13"
        chosen.road, chosen.real = "grid:200x200", ""
    return chosen


def measurements(chosen):
    """Name → environment, command without --csv, whether it takes --csv."""
    few = ["--operators", "8192"] if chosen.quick else []
    workers = ["--workers", chosen.workers, "--trials", chosen.trials]
    search = [*workers, *(["--isolation", chosen.isolation] if chosen.isolation else [])]
    two_ranks = [chosen.launcher, "-n", "2"]

    def program(name):
        return str(chosen.build / "bench" / f"bench_activities_{name}")

    return {
        "mechanisms": ({}, [program("mechanisms"), *workers, *few], False),
        "costs": ({}, [program("costs"), "--workers", chosen.workers, "--rounds", chosen.trials, *few], True),
        "search_kron": ({}, [program("search"), chosen.kron, *search], True),
        "search_road": ({}, [program("search"), chosen.road, *search], True),
        "remote": ({}, [*two_ranks, program("remote"), "--trials", chosen.trials, *few], True),
        "remote_mpi_memory": ({"OMPI_MCA_osc": "sm"}, [*two_ranks, program("mpi_remote"), "--trials", chosen.trials, *few], True),
        "remote_mpi_messages": ({"OMPI_MCA_osc": "pt2pt"},
                                [*two_ranks, program("mpi_remote"), "--operators", "4096", "--most", "64", "--trials",
                                 chosen.trials], True),
        "ownership": ({}, [*two_ranks, program("ownership"), "--in-flight", "1,2,4,8,16,32,64", "--trials", chosen.trials],
                      True),
        "language": ({}, [program("language_transactions"), *workers, *few], True),
        "language_software": ({"ITM_DEFAULT_METHOD": "ml_wt"}, [program("language_transactions"), *workers, *few], True),
        "readers": ({}, [program("readers"), *workers, *few], True),
        "algorithms": ({}, [sys.executable, str(pathlib.Path(__file__).parent / "algorithms.py"), "--orujo",
                            str(chosen.build / "orujo"), "--workers", chosen.workers, "--real",
                            ",".join([chosen.road, *chosen.real.split(",")]), "--peers", chosen.peers, "--launcher", chosen.launcher,
                            *(["--kron", chosen.kron, "--trials", "2", "--quick"] if chosen.quick else [])], True),
        "marks": ({}, [program("marks"), chosen.kron, "--workers", chosen.workers], False),
    }


def run(chosen, name, measurement):
    environment, command, has_csv = measurement
    path = chosen.folder / f"{name}.csv"
    if has_csv:
        command = [*command, "--csv", str(path)]
    print(f"## {name}\n\n    {' '.join(command)}\n", flush=True)
    finished = subprocess.run(command, env={**SURROUNDINGS, **os.environ, **environment}, text=True,
                              stdout=subprocess.PIPE, check=False)
    if finished.returncode != 0:
        print(f"failed with {finished.returncode}\n", file=sys.stderr)
        return False
    (chosen.folder / f"{name}.md").write_text(finished.stdout)
    print(finished.stdout, flush=True)
    return True


def main():
    chosen = options()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    all_of_them = measurements(chosen)
    names = chosen.only.split(",") if chosen.only else list(all_of_them)
    print("load before:", *os.getloadavg())
    fine = [run(chosen, name, all_of_them[name]) for name in names]
    print("load behind:", *os.getloadavg())
    plots.draw_all(chosen.folder)
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
