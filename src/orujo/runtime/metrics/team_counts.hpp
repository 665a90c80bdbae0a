// What the ranks of a team have counted, beside each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/base/metric_declarations.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A metric that the program declared, over the whole team.
struct declared_total {
  std::string name;
  metric_merge merge = metric_merge::sum;
  std::uint64_t value = 0;
};

/// The counters of one rank at one moment.
struct rank_counts {
  metric_totals metrics;
  std::vector<std::uint64_t> declared;  ///< In the order of their declaration,
  std::vector<declared_row> rows;       ///< which were these.
  std::vector<rank_traffic> sent;       ///< To each rank; empty unless traffic_map is set.
};

/// What this rank has counted so far. Sends nothing. Call: worker 0, outside on_workers().
[[nodiscard]] rank_counts count_rank(rank_team& team);

/// The counters of a team between two moments.
struct team_counts {
  metric_totals all;                     ///< Of all ranks together.
  std::vector<metric_totals> ranks;      ///< By rank, on rank 0; nothing on the others.
  std::vector<declared_total> declared;  ///< In the order of their declaration.
  std::vector<rank_traffic> sent;        ///< By this rank to each; empty unless traffic_map is set.

  /// Metric by metric, the largest of all ranks. Call: rank 0.
  [[nodiscard]] metric_totals busiest() const noexcept;
};

/// What was counted since each rank's counters were `before`, nothing by itself; peaks are those of
/// now. Call: collective. Throws: agreed_error if ranks have declared different metrics.
[[nodiscard]] team_counts gather_counts(rank_team& team, const rank_counts& before = {});

/// The same of what was counted until each rank's counters were `after`, on this team or on one
/// that has ended.
[[nodiscard]] team_counts gather_counts(rank_team& team, const rank_counts& before,
                                        rank_counts after);

/// How unlike ranks are in one figure.
struct rank_skew {
  std::string name;
  std::string unit;
  std::uint64_t median = 0;  ///< Of an even number of ranks: the mean of the middle two.
  std::uint64_t most = 0;
  int rank = 0;  ///< The first one that has the most.
};

/// Bytes sent and received, messages handled and tasks run, as far as there were any; of
/// all ranks on rank 0, of none on the others. Plain arithmetic: sends nothing.
[[nodiscard]] std::vector<rank_skew> skew_of(const team_counts& counts);

/// Throws agreed_error on every rank unless all have declared the same metrics in the same order.
/// Call: collective.
void require_same_declarations(rank_team& team);

}  // namespace orujo
