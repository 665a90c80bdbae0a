// What the workers of all ranks have done for a job.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/map_reduce.hpp"

#include "orujo/epochs/collectives.hpp"

namespace orujo::map_reduce_detail {

map_reduce_report summed(rank_team& team, std::span<const worker_tally> tallies,
                         double seconds_all) {
  std::vector<double> seconds{0, seconds_all};
  std::vector<std::uint64_t> pairs{0, 0};
  for (const worker_tally& each : tallies) {
    seconds[0] = std::max(seconds[0], each.seconds_map);
    pairs[0] += each.emitted;
    pairs[1] += each.shuffled;
  }
  seconds = all_reduce(team, seconds, [](double a, double b) { return std::max(a, b); });
  pairs = all_reduce(team, pairs, std::plus<>());
  return {.seconds_map = seconds[0],
          .seconds_shuffle = std::max(0.0, seconds[1] - seconds[0]),
          .pairs_emitted = pairs[0],
          .pairs_shuffled = pairs[1]};
}

}  // namespace orujo::map_reduce_detail
