#!/usr/bin/env bash
# Installs build/wheel/orujo-*.whl into a fresh virtual environment, and runs its tests and its command there.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/try_wheel.sh [PYTHON]   (make wheel makes the wheel; PYTHON is any from 3.10 on)
set -euo pipefail
cd "$(dirname "$0")/.."

wheels=(build/wheel/orujo-*.whl)
[ -f "${wheels[0]}" ] || { echo "try_wheel: there is no wheel in build/wheel (make wheel)" >&2; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${1:-python3}" -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check "${wheels[0]}[test]"
unset PYTHONPATH
"$place/bin/python" -m pytest tests/python
"$place/bin/orujo" components data/BAY.pace.gr.xz
