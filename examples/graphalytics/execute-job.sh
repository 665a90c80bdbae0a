#!/usr/bin/env bash
# Of the harness of Graphalytics: runs one algorithm on a graph that load-graph.sh has been given.
#   execute-job.sh --job-id ID --log-path FOLDER --algorithm bfs|cdlp|lcc|pr|sssp|wcc
#                  --input-dir FOLDER --output-file FILE [--num-threads N]
#                  [--source-vertex V] [--max-iteration N] [--damping-factor D]
# Some platforms have --input-path and --output-path for two of these. ORUJO is the command, if it is not in
# PATH, and GRAPHALYTICS_LAUNCHER what starts it on several machines, such as `mpirun -n 4 --hostfile hosts`.
# SPDX-License-Identifier: Apache-2.0
source "$(dirname "${BASH_SOURCE[0]}")/options.sh"
OPTION_INPUT_DIR=${OPTION_INPUT_DIR:-${OPTION_INPUT_PATH:-}}
OPTION_OUTPUT_FILE=${OPTION_OUTPUT_FILE:-${OPTION_OUTPUT_PATH:-}}
need LOG_PATH ALGORITHM INPUT_DIR OUTPUT_FILE

mkdir -p "$OPTION_LOG_PATH" "$(dirname "$OPTION_OUTPUT_FILE")"
job=$OPTION_LOG_PATH/job.properties
{
  cat "$OPTION_INPUT_DIR/loaded.properties"
  echo "graph.loaded.algorithms = $OPTION_ALGORITHM"
  echo "graph.loaded.$OPTION_ALGORITHM.source-vertex = ${OPTION_SOURCE_VERTEX:-}"
  echo "graph.loaded.cdlp.max-iterations = ${OPTION_MAX_ITERATION:-}"
  echo "graph.loaded.pr.num-iterations = ${OPTION_MAX_ITERATION:-}"
  echo "graph.loaded.pr.damping-factor = ${OPTION_DAMPING_FACTOR:-}"
} >"$job"

# Unquoted: a launcher has options of its own.
${GRAPHALYTICS_LAUNCHER:-} "${ORUJO:-orujo}" graphalytics "$job" ${OPTION_NUM_THREADS:+--workers "$OPTION_NUM_THREADS"} \
  --output "$OPTION_OUTPUT_FILE" --json "$OPTION_LOG_PATH/job.json" --quiet &
echo $! >"$OPTION_LOG_PATH/executable.pid"
status=0
wait $! || status=$?
rm -f "$OPTION_LOG_PATH/executable.pid"
if [ $status -ne 0 ]; then exit $status; fi

# From these lines the harness takes the processing time, in milliseconds.
export LC_ALL=C
seconds=$(tr -d ' \n' <"$OPTION_LOG_PATH/job.json" | sed -nE 's/.*"trials":\[\{[^]]*"seconds":([-+.e0-9]+).*/\1/p')
if [ -z "$seconds" ]; then
  echo "$0: $OPTION_LOG_PATH/job.json has no time" >&2
  exit 1
fi
echo "Processing starts at: 0"
awk -v seconds="$seconds" 'BEGIN { ms = 1000 * seconds; printf "Processing ends at: %d\n", int(ms) + (ms > int(ms)) }'
