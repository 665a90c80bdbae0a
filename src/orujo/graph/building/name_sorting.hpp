// Sorts names by their bytes, on all workers of a rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// A name, whose bytes lie elsewhere, and a number that goes with it.
struct numbered_name {
  std::string_view name;
  std::uint64_t number = 0;
  std::uint64_t key = 0;  ///< Of the sorter.
};

/// `names`, ascending by their bytes; the order of equal ones is not defined.
/// Call: local, worker 0, outside on_workers(). Memory: as much again.
[[nodiscard]] std::vector<numbered_name> sorted_names(rank_team& team,
                                                      std::vector<numbered_name> names);

}  // namespace orujo::building
