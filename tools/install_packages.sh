#!/usr/bin/env bash
# Installs those of the Debian packages in tools/packages.txt that are missing.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/install_packages.sh [--dry-run] GROUP...   (groups: build test python package check tidy fuzz)
set -euo pipefail
cd "$(dirname "$0")"

fail() {
  echo "install_packages: $1" >&2
  exit 1
}

dry_run=no
if [ "${1:-}" = "--dry-run" ]; then
  dry_run=yes
  shift
fi
known=$(awk '!/^#/ && NF == 2 { print $1 }' packages.txt | sort -u | tr '\n' ' ')
[ $# -gt 0 ] || fail "which group of packages? One or more of: $known"
wanted=()
for group in "$@"; do
  mapfile -t found < <(awk -v group="$group" '$1 == group && NF == 2 { print $2 }' packages.txt)
  [ ${#found[@]} -gt 0 ] || fail "there is no group '$group'; known are: $known"
  wanted+=("${found[@]}")
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "this is not Debian or a system like it. Install what these packages contain, then call
  cmake --preset release && cmake --build --preset release
  ${wanted[*]}"
fi

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  case " ${missing[*]:-} " in *" $package "*) continue ;; esac
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "install_packages: nothing is missing ($*)" >&2
  exit 0
fi
echo "install_packages: missing: ${missing[*]}" >&2

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
  if [ "$dry_run" = no ] && ! command -v sudo >/dev/null; then
    fail "you are not root and there is no sudo. As root, call
  apt-get install --no-install-recommends ${missing[*]}"
  fi
fi
# run COMMAND...: says what it does, then does it.
run() {
  echo "+ $*" >&2
  if [ "$dry_run" = no ]; then
    "$@" </dev/null || fail "'$*' failed; see above"
  fi
}
run "${as_root[@]}" apt-get update -q
run "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -q -y --no-install-recommends "${missing[@]}"
