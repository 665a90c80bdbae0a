#!/usr/bin/env bash
# Of the harness of Graphalytics: notes where the files of a graph are. Orujo reads them as they are, in each job.
#   load-graph.sh --graph-name NAME --input-vertex-path V --input-edge-path E --output-path FOLDER
#                 --directed true|false --weighted true|false
# SPDX-License-Identifier: Apache-2.0
source "$(dirname "${BASH_SOURCE[0]}")/options.sh"
need INPUT_VERTEX_PATH INPUT_EDGE_PATH OUTPUT_PATH DIRECTED WEIGHTED

mkdir -p "$OPTION_OUTPUT_PATH"
{
  echo "graph.loaded.vertex-file = $(realpath "$OPTION_INPUT_VERTEX_PATH")"
  echo "graph.loaded.edge-file = $(realpath "$OPTION_INPUT_EDGE_PATH")"
  echo "graph.loaded.directed = $OPTION_DIRECTED"
  if [ "$OPTION_WEIGHTED" = true ]; then echo "graph.loaded.edge-properties.names = weight"; fi
} >"$OPTION_OUTPUT_PATH/loaded.properties"
