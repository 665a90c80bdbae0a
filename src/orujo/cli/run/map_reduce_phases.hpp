// What a record says of a job of MapReduce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo::cli {

/// Notes what map, shuffle and reduce took, and how many pairs were left to shuffle.
void note_phases(run_record& record, const map_reduce_report& phases);

}  // namespace orujo::cli
