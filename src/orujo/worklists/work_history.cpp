// Brings the samples of all workers to one scale and to all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/work_history.hpp"

#include <algorithm>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Plain data.
struct worker_sums {
  std::uint64_t items;
  std::uint64_t messages;
  double wait_seconds;
  std::uint64_t samples;  ///< How many follow.
};

double coarsest(std::span<const work_record* const> records) {
  double seconds = 0;
  for (const work_record* each : records) {
    seconds = std::max(seconds, each->samples.seconds_per_sample());
  }
  return seconds;
}

}  // namespace

work_history gather_history(rank_team& team, std::span<const work_record* const> records) {
  work_history all{.seconds_per_sample = all_max(team, coarsest(records)), .workers = {}};
  std::vector<worker_sums> sums;
  std::vector<work_sample> samples;
  for (const work_record* each : records) {
    const std::vector<work_sample> own = each->samples.coarsened(all.seconds_per_sample);
    sums.push_back(
        {each->counts.processed(), each->counts.messages, each->counts.wait_seconds, own.size()});
    samples.insert(samples.end(), own.begin(), own.end());
  }
  const auto sums_of_ranks = gather(team, std::span<const worker_sums>(sums));
  const auto samples_of_ranks = gather(team, std::span<const work_sample>(samples));
  for (std::size_t r = 0; r < sums_of_ranks.size(); ++r) {
    auto next = samples_of_ranks[r].begin();
    int worker = 0;
    for (const worker_sums& of : sums_of_ranks[r]) {
      const auto end = next + static_cast<std::ptrdiff_t>(of.samples);
      all.workers.push_back({.rank = static_cast<int>(r),
                             .worker = worker++,
                             .items = of.items,
                             .messages = of.messages,
                             .wait_seconds = of.wait_seconds,
                             .samples = {next, end}});
      next = end;
    }
  }
  return all;
}

}  // namespace orujo
