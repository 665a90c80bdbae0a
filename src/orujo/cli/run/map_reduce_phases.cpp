// Phases of jobs, as JSON and as lines of the table.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/map_reduce_phases.hpp"

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"

namespace orujo::cli {

void note_phases(run_record& record, const map_reduce_report& phases) {
  record.work["seconds_map"] = phases.seconds_map;
  record.work["seconds_shuffle"] = phases.seconds_shuffle;
  record.work["seconds_reduce"] = phases.seconds_reduce;
  record.work["pairs_emitted"] = phases.pairs_emitted;
  record.work["pairs_shuffled"] = phases.pairs_shuffled;
  record.phases.title = "Where the time of the job went";
  stacked_row& row = record.phases.rows.emplace_back();
  const auto add = [&](const char* name, double seconds) {
    record.phases.parts.push_back(fmt::format("{} {}", name, duration_text(seconds)));
    row.parts.push_back(seconds);
  };
  add("map", phases.seconds_map);
  add("shuffle", phases.seconds_shuffle);
  add("reduce", phases.seconds_reduce);
  record.work_lines = {
      {"phases",
       fmt::format("{} map, {} shuffle, {} reduce", duration_text(phases.seconds_map),
                   duration_text(phases.seconds_shuffle), duration_text(phases.seconds_reduce))},
      {"shuffled",
       fmt::format("{} of {} pairs", number_text(static_cast<double>(phases.pairs_shuffled)),
                   number_text(static_cast<double>(phases.pairs_emitted)))}};
}

}  // namespace orujo::cli
