// The spans of a whole team, track by track, as viewers want them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/base/trace.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/runtime/metrics/metric_history.hpp"

namespace orujo {

/// A span as it is shown. Those of a track are in the order of their beginnings; each lies inside
/// or behind the one before.
struct trace_slice {
  std::uint64_t begin;  ///< In nanoseconds of the clock of rank 0's host.
  std::uint64_t end;
  std::uint32_t detail;
  std::uint16_t name;  ///< Its index in the names of the rank.
};

/// A row of a viewer: a worker's spans, or epochs that do not overlap.
struct trace_track {
  std::string title;
  bool is_worker = false;
  std::uint64_t dropped = 0;  ///< Older spans than those that were kept.
  std::vector<trace_slice> slices;
};

struct trace_name {
  std::string name;
  std::string detail;  ///< What the number of its slices is; empty: they have none.
};

struct rank_trace {
  std::vector<trace_name> names;
  std::vector<trace_track> tracks;
  std::vector<rank_rates> rates;  ///< Of metrics, if they are kept over time.
};

/// What all ranks have noted, by rank, on rank 0; nothing on others.
/// Call: collective. Memory: on rank 0, all spans three times.
[[nodiscard]] std::vector<rank_trace> gather_trace(rank_team& team);

/// Puts the spans of one worker in their order, and cuts off what reaches beyond the span around
/// it: waits are noted when they have ended, perhaps after what they were a part of.
[[nodiscard]] std::vector<trace_slice> nested(std::vector<trace_slice> slices);

}  // namespace orujo
