# Takes the options that the harness of Graphalytics hands to a script, `--some-name VALUE`, as
# OPTION_SOME_NAME, whichever they are: its platforms do not all have the same.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

while [ $# -gt 0 ]; do
  if [ $# -lt 2 ] || ! [[ $1 =~ ^--[a-z][a-z0-9-]*$ ]]; then
    echo "$0: expected --option VALUE, not '$*'" >&2
    exit 2
  fi
  name=${1#--}
  name=${name//-/_}
  declare "OPTION_${name^^}=$2"
  shift 2
done

# need NAME...: ends unless the harness has said all of them.
need() {
  local name
  for name; do
    local variable=OPTION_$name
    if [ -z "${!variable:-}" ]; then
      name=${name,,}
      echo "$0: --${name//_/-} is missing" >&2
      exit 2
    fi
  done
}
