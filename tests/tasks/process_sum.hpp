// What tasks add up in the one place that closures can name: an object of the process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// Ranks of one process share it.
inline std::atomic<std::uint64_t>& sum_of_process() {
  static std::atomic<std::uint64_t> sum{0};
  return sum;
}

/// What the tasks of all ranks have added up; nothing from then on. Call: collective.
inline std::uint64_t take_sum(rank_team& team) {
  barrier(team);
  const bool counts = under_mpirun() || index_of(team.rank()) == 0;
  return all_sum(team, counts ? sum_of_process().exchange(0) : 0);
}

}  // namespace orujo::test
