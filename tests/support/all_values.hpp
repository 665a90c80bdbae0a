// What every rank knows of one value for each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo::test {

/// The values of all vertices, in their order, on every rank.
template <typename T>
std::vector<T> all_values(rank_team& team, std::span<const T> own) {
  return all_gather(team, own).take_items();
}

}  // namespace orujo::test
