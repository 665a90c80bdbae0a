# The files of the project and how the checks report what they find in them.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked_files():
    """All files of the project: known to git or new, but not ignored. Relative, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        names = set(listed.stdout.split("\0")) - {""}
    else:  # an unpacked release, without git
        names = {os.path.relpath(os.path.join(folder, name), ROOT)
                 for folder, _, found in os.walk(ROOT) for name in found
                 if not os.path.relpath(folder, ROOT).startswith(("build", ".git"))}
    return [Path(name) for name in sorted(names) if (ROOT / name).is_file()]


def lines_of(path):
    """The lines of a text file of the project, without their ends."""
    return (ROOT / path).read_text(encoding="utf-8").splitlines()


def report(check, problems, looked_at):
    """Prints the problems, ends the program: 0 if there are none, else 1."""
    for problem in problems:
        print(problem)
    verdict = f"{len(problems)} problems" if problems else "fine"
    print(f"{check}: {looked_at}: {verdict}", file=sys.stderr)
    sys.exit(1 if problems else 0)
