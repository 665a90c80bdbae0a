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

/// The counters of a team at one moment, or between two.
struct team_counts {
  std::vector<metric_totals> ranks;      ///< By rank.
  std::vector<declared_total> declared;  ///< In the order of their declaration.
  std::vector<rank_traffic> sent;        ///< By this rank to each; empty unless traffic_map is set.

  /// Of all ranks together.
  [[nodiscard]] metric_totals all() const noexcept;
};

/// What has been counted so far; but for `sent` the same on every rank.
/// Call: collective. Throws: agreed_error if ranks have declared different metrics.
[[nodiscard]] team_counts count_team(rank_team& team);

/// What was counted between `before` and `after`; peaks are those of `after`.
[[nodiscard]] metric_totals metrics_between(const metric_totals& before,
                                            const metric_totals& after) noexcept;
[[nodiscard]] team_counts counts_between(const team_counts& before, const team_counts& after);

/// How unlike ranks are in one figure.
struct rank_skew {
  std::string name;
  std::string unit;
  std::uint64_t median = 0;  ///< Of an even number of ranks: the mean of the middle two.
  std::uint64_t most = 0;
  int rank = 0;  ///< The first one that has the most.
};

/// Bytes sent and received, messages handled and tasks run, as far as there were any. Plain
/// arithmetic: sends nothing.
[[nodiscard]] std::vector<rank_skew> skew_of(const team_counts& counts);

/// Throws agreed_error on every rank unless all have declared the same metrics in the same order.
/// Call: collective.
void require_same_declarations(rank_team& team);

}  // namespace orujo
