#!/usr/bin/env bash
# Of the harness of Graphalytics: ends a job that takes too long, in an orderly way.
#   terminate-job.sh --job-id ID --log-path FOLDER
# SPDX-License-Identifier: Apache-2.0
source "$(dirname "${BASH_SOURCE[0]}")/options.sh"
need LOG_PATH

if [ -f "$OPTION_LOG_PATH/executable.pid" ]; then kill "$(cat "$OPTION_LOG_PATH/executable.pid")" 2>/dev/null || true; fi
