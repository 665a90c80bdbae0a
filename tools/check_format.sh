#!/usr/bin/env bash
# Checks the format of the C++ files, or with --fix mends it.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."

# Versions of clang-format differ in details: the one of Debian 12 decides.
formatter=clang-format-14
if ! command -v "$formatter" >/dev/null; then
  echo "check_format: $formatter is missing: tools/install_packages.sh check" >&2
  exit 1
fi

if git rev-parse --git-dir >/dev/null 2>&1; then
  mapfile -d '' -t files < <(git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp')
else
  mapfile -d '' -t files < <(find src tests examples bench -name '*.[hc]pp' -print0)
fi
present=()
for file in "${files[@]}"; do
  [ -f "$file" ] && present+=("$file")
done
if [ ${#present[@]} -eq 0 ]; then
  exit 0
fi

if [ "${1:-}" = "--fix" ]; then
  exec "$formatter" -i "${present[@]}"
fi
# One process looks at all files; those that are not formatted are shown.
if wrong=$("$formatter" --dry-run --Werror "${present[@]}" 2>&1); then
  echo "check_format: ${#present[@]} files: fine" >&2
  exit 0
fi
mapfile -t shown < <(sed -nE 's/^(.+):[0-9]+:[0-9]+: error: .*clang-format-violations.*/\1/p' <<<"$wrong" | sort -u)
for file in "${shown[@]}"; do
  printf '%s: not formatted:\n' "$file"
  "$formatter" "$file" | diff --unified=0 "$file" - | sed -n '3,8p' || true
done
grep -E '(^|: )(error|fatal|PLEASE)' <<<"$wrong" | grep -v clang-format-violations || true  # the formatter's own
echo "check_format: 'make format' mends this" >&2
exit 1
