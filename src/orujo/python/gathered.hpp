// Values of vertices from all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/python/column_array.hpp"

namespace orujo::python {

/// The values of all ranks, by rank, which is the order of vertices; on every rank, as every
/// process of a script goes on with them. With one rank it is what was given. Call: collective.
template <typename T>
[[nodiscard]] std::vector<T> gathered(rank_team& team, std::vector<T> own) {
  if (team.size() == 1) { return own; }
  return all_gather(team, std::span<const T>(own)).take_items();
}

template <typename T>
[[nodiscard]] column_array<T> gathered(rank_team& team, column_array<T> own) {
  if (team.size() == 1) { return own; }
  return column_array<T>(all_gather(team, std::span<const T>(own.span())).take_items());
}

}  // namespace orujo::python
