// The policies of messaging, each by itself and together, that algorithms are tested under.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "support/teams.hpp"

namespace orujo::test {

/// Settings that differ from their defaults, and what to call them all together.
struct messaging_policy {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> settings;
};

inline const std::vector<messaging_policy>& all_policies() {
  static const std::vector<messaging_policy> policies{
      {"defaults", {}},
      {"full parcels, no reduction", {{"flush_policy", "full"}, {"reduction", "off"}}},
      {"adaptive flush, fixed pace",
       {{"flush_policy", "adaptive"},
        {"flush_before_batch", "200"},
        {"progress_pace", "fixed"},
        {"pace_items", "3"}}},
      {"rook, reduction cache",
       {{"routing", "rook"}, {"reduction", "cache"}, {"reduction_entries", "32"}}},
      {"hypercube", {{"routing", "hypercube"}}},
      {"static flow control",
       {{"flow_control", "static"}, {"send_threshold", "100"}, {"sync_threshold", "1"}}},
      {"adaptive flow control",
       {{"flow_control", "adaptive"}, {"send_threshold", "20"}, {"sync_threshold", "2"}}},
      {"static flow control of each parcel",
       {{"flow_control", "static"}, {"send_threshold", "1"}, {"sync_threshold", "1"}}},
      {"all adaptive, hypercube, reduction cache",
       {{"flush_policy", "adaptive"},
        {"flow_control", "adaptive"},
        {"send_threshold", "50"},
        {"routing", "hypercube"},
        {"reduction", "cache"}}}};
  return policies;
}

/// What each rank may have in flight under a policy: little, so that back-pressure has work, too.
inline constexpr std::uint64_t tight_budget_bytes = 16384;

/// The team under the policy, with small parcels and a small budget.
inline launch_options under(const messaging_policy& policy, launch_options options) {
  for (const auto& [name, value] : policy.settings) { options = with(options, name, value); }
  return with(with(options, "parcel_bytes", "2048"), "in_flight_bytes", "16384");
}

}  // namespace orujo::test
