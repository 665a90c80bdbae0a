# Runs the command for the tests of this folder.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
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


def document(*arguments, **environment):
    """The JSON document that `orujo ARGUMENTS --json -` prints; it must succeed."""
    finished = run(*arguments, "--json", "-", **environment)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def schema(name):
    """The schema docs/schema/NAME.schema.json."""
    return json.loads((SOURCE / "docs" / "schema" / f"{name}.schema.json").read_text())
