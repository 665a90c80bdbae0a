#!/usr/bin/env bash
# Of the harness of Graphalytics: forgets what load-graph.sh noted.
#   unload-graph.sh --graph-name NAME --output-path FOLDER
# SPDX-License-Identifier: Apache-2.0
source "$(dirname "${BASH_SOURCE[0]}")/options.sh"
need OUTPUT_PATH

rm -f "$OPTION_OUTPUT_PATH/loaded.properties"
