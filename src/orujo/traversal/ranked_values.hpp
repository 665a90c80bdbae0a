// The greatest values of all ranks, and what they belong to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A value of a thing. Plain data.
struct ranked_value {
  double value = 0;
  std::uint64_t id = 0;      ///< In the input.
  std::uint64_t second = 0;  ///< What else is said of the thing.
};

/// Keeps the greatest of the values offered; among equals, lower ids come first.
class greatest_values {
public:
  explicit greatest_values(std::uint64_t count) : count_(count) {}

  void offer(const ranked_value& value);

  /// The greatest first.
  [[nodiscard]] std::vector<ranked_value> in_order() &&;

private:
  std::uint64_t count_;
  std::vector<ranked_value> heap_;  // the one that stands last is in front
};

/// The `count` greatest of the values that the ranks have each kept.
/// Call: collective. Cost: `count` values from each rank.
[[nodiscard]] std::vector<ranked_value> greatest_of_team(rank_team& team, greatest_values of_rank,
                                                         std::uint64_t count);

}  // namespace orujo
