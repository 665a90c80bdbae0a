#!/usr/bin/env bash
# Fuzzes readers, writers and option parsers for a while; see tests/fuzz/README.md.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/fuzz.sh run SECONDS [FUZZER...]   so long in all, shared by the fuzzers (all of them)
#        tools/fuzz.sh keep [FUZZER...]          adds inputs that reach new code to the corpora
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "fuzz: $1" >&2
  exit 1
}

mode=${1:-}
shift || true
seconds=60
if [ "$mode" = run ]; then
  seconds=${1:-}
  [[ "$seconds" =~ ^[1-9][0-9]*$ ]] || fail "for how many seconds? As in: tools/fuzz.sh run 600"
  shift
elif [ "$mode" != keep ]; then
  fail "what is to be done? 'run SECONDS' or 'keep'"
fi
fuzzers=("$@")
if [ ${#fuzzers[@]} -eq 0 ]; then
  mapfile -t fuzzers < <(sed -n 's/^orujo_add_fuzzer(\([a-z_]*\) .*/\1/p' tests/fuzz/CMakeLists.txt)
fi
build=build/asan
cmake --preset asan >/dev/null
cmake --build --preset asan -j "$(nproc)" --target fuzz_programs

# A single allocation or all memory beyond these limits is a finding, and so is an input that takes
# ten seconds.
limits=(-timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=4096)

# run FUZZER SECONDS: new inputs go to build/asan/corpus, findings to build/asan/findings.
run() {
  local kept=tests/fuzz/corpus/$1 grown=$build/corpus/$1 found=$build/findings/$1
  local words=()
  [ ! -f "tests/fuzz/dictionaries/$1.txt" ] || words=(-dict="tests/fuzz/dictionaries/$1.txt")
  mkdir -p "$grown" "$found"
  "$build/tests/fuzz/fuzz_$1" "${limits[@]}" "${words[@]}" -max_total_time="$2" \
    -artifact_prefix="$found/" -print_final_stats=1 "$grown" "$kept" >"$build/fuzz_$1.log" 2>&1
}

# told FUZZER: how much it tried.
told() {
  local tried
  tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz_$1.log")
  echo "fuzz: $1: $tried inputs, $(ls "$build/corpus/$1" | wc -l) new ones kept in $build/corpus/$1"
}

failed=()
for name in "${fuzzers[@]}"; do
  [ -d "tests/fuzz/corpus/$name" ] || fail "there is no fuzzer '$name'; known are: ${fuzzers[*]}"
  if [ "$mode" = keep ]; then
    "$build/tests/fuzz/fuzz_$name" "${limits[@]}" -merge=1 "tests/fuzz/corpus/$name" \
      "$build/corpus/$name" 2>&1 | tail -n 1
  elif run "$name" $(((seconds + ${#fuzzers[@]} - 1) / ${#fuzzers[@]})); then
    told "$name"
  else
    failed+=("$name")
    echo "fuzz: $name: a finding, in $build/findings/$name; the end of $build/fuzz_$name.log:"
    grep -v '^#' "$build/fuzz_$name.log" | cut -c 1-300 | tail -n 60
  fi
done
[ ${#failed[@]} -eq 0 ] || fail "findings in: ${failed[*]}. Again: $build/tests/fuzz/fuzz_NAME FILE"
