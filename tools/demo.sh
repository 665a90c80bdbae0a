#!/usr/bin/env bash
# Builds the command, with plug-ins for the MPI libraries and the Arrow found, and analyses the road network of the
# San Francisco Bay Area with it.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."

graph=data/BAY.pace.gr.xz
reports=build/demo
orujo=build/release/orujo

log=build/demo/build.log
mkdir -p "$reports"
echo "Building (a few minutes the first time; the log is $log) ..." >&2
if ! { cmake --preset release && cmake --build --preset release --target orujo orujo_plugins; } \
  >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "demo: the build failed; all of its output is in $log" >&2
  exit 1
fi

# show COMMAND...: prints the command as one would type it, then runs it.
show() {
  printf '\n$ %s\n' "$*"
  "$@"
}
show "$orujo" components "$graph" --json "$reports/components.json"
show "$orujo" bfs "$graph" --source 1 --verify --json "$reports/bfs.json"

case $(ls build/release/lib/orujo 2>/dev/null) in
  *liborujo_mpi_*) ;;
  *) echo "No MPI was found: runs over several hosts need one (see README.md)." >&2 ;;
esac

printf '\nThe same as JSON: %s %s\n' "$reports/components.json" "$reports/bfs.json"
