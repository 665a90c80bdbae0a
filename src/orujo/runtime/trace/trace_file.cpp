// Writes a trace in the format that its name says.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/trace/trace_file.hpp"

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

bool is_json(const std::string& path) { return path.ends_with(".json"); }

}  // namespace

void check_trace_name(const std::string& path) {
  require(is_json(path) || path.ends_with(".pftrace"),
          fmt::format("a trace is written as FILE.json or FILE.pftrace, not as {}", path));
}

std::uint64_t write_trace(rank_team& team, const std::string& path) {
  check_trace_name(path);
  const std::vector<rank_trace> ranks = gather_trace(team);
  run_agreed(team, [&] {
    if (ranks.empty()) { return; }
    output_file file(path);
    is_json(path) ? write_json_trace(ranks, file) : write_perfetto_trace(ranks, file);
    file.commit();
  });
  std::uint64_t dropped = 0;
  for (const rank_trace& rank : ranks) {
    for (const trace_track& track : rank.tracks) { dropped += track.dropped; }
  }
  return dropped;
}

}  // namespace orujo
