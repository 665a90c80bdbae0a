# Runs the command for the tests of this folder.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import shutil
import signal
import subprocess

COMMAND = os.environ["TEST_COMMAND"]
SOURCE = pathlib.Path(os.environ.get("TEST_SOURCE_DIR", pathlib.Path(__file__).parents[2]))


def run(*arguments, timeout=120, **environment):
    """The finished process of `orujo ARGUMENTS`; keywords are environment variables."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


# The MPIs whose launcher is here and whose plug-in lies where the command looks for it.
LAUNCHERS = {
    mpi: launcher
    for mpi in ["openmpi", "mpich"]
    if (launcher := shutil.which(f"mpirun.{mpi}"))
    and (pathlib.Path(COMMAND).parent / "lib" / "orujo" / f"liborujo_mpi_{mpi}.so").exists()
}


def launch(mpi, ranks, *arguments, **environment):
    """The finished `mpirun -n RANKS orujo ARGUMENTS` of that MPI, with one worker in each rank."""
    return subprocess.run(
        [LAUNCHERS[mpi], "-n", str(ranks), COMMAND, *map(str, arguments), "--workers", "1"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def watches_interrupts(process):
    """Whether the process with this id catches SIGINT and SIGTERM, as the command does once it runs."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        caught = int(next(line for line in file if line.startswith("SigCgt:")).split()[1], 16)
    return all(caught & 1 << (number - 1) for number in [signal.SIGINT, signal.SIGTERM])


def interrupted_at(words, *arguments, number=signal.SIGINT):
    """The finished `orujo ARGUMENTS` that got this signal after it had drawn `words` of its progress.
    Its streams are bytes."""
    command = [COMMAND, *map(str, arguments), "--set", "progress=always"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            said = b""
            while words.encode() not in said:
                some = process.stderr.read1()
                if not some:
                    break
                said += some
            process.send_signal(number)
            output, rest = process.communicate(timeout=60)
        finally:
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, output, said + rest)


def document(*arguments, **environment):
    """The JSON document that `orujo ARGUMENTS --json -` prints; it must succeed."""
    finished = run(*arguments, "--json", "-", **environment)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def schema(name):
    """The schema docs/schema/NAME.schema.json."""
    return json.loads((SOURCE / "docs" / "schema" / f"{name}.schema.json").read_text())
