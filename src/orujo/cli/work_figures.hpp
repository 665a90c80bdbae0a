// Work statistics as figures of a run record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/cli/run_record.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo::cli {

/// Adds all of `work` to the figures in `record.work`, by the names of its members.
inline void add_work(run_record& record, const work_statistics& work) {
  record.work["useful"] = work.useful;
  record.work["useless"] = work.useless;
  record.work["invalidated"] = work.invalidated;
  record.work["relaxations"] = work.relaxations;
  record.work["improvements"] = work.improvements;
  record.work["rejected"] = work.rejected;
  record.work["messages"] = work.messages;
  record.work["reduced"] = work.reduced;
  record.work["phases"] = work.phases;
  record.work["wait_seconds"] = work.wait_seconds;
}

}  // namespace orujo::cli
