// Counts random values in a table that is spread over the ranks: the simplest use of a channel.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

constexpr std::uint64_t slots_per_rank = 1000;
constexpr std::uint64_t values_per_worker = 100'000;

/// "One more in this slot of yours."
struct increment {
  std::uint64_t slot;
};

void count_values(orujo::rank_team& team) {
  std::vector<std::atomic<std::uint64_t>> table(slots_per_rank);  // this rank's part

  // The handler stays here and captures the table; only increments travel. Several workers may
  // run it at once, hence the atomic.
  auto increments = orujo::make_channel<increment>(team, [&](const increment& what) {
    table[what.slot].fetch_add(1, std::memory_order_relaxed);
  });

  // All workers of all ranks send; when this returns, everything they sent has been counted.
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const auto ranks = static_cast<std::uint64_t>(team.size());
    const auto stream =
        static_cast<std::uint64_t>(orujo::index_of(team.rank()) * 1000 + self.index());
    orujo::random_stream random(/*seed=*/1, stream);
    for (std::uint64_t i = 0; i < values_per_worker; ++i) {
      const std::uint64_t value = random.below(ranks * slots_per_rank);
      const auto home = static_cast<orujo::rank_id>(value / slots_per_rank);
      increments.send(self, home, {.slot = value % slots_per_rank});
    }
  });

  std::uint64_t counted = 0;
  for (const auto& slot : table) { counted += slot.load(std::memory_order_relaxed); }
  const std::uint64_t total = orujo::all_sum(team, counted);
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  orujo::require(total == workers * values_per_worker, "histogram: some values were not counted");
  if (orujo::index_of(team.rank()) == 0) {
    std::printf("%d ranks with %d workers counted %llu values\n", team.size(), team.num_workers(),
                static_cast<unsigned long long>(total));
  }
}

}  // namespace

// Under mpirun the ranks are the launcher's; otherwise there is one, with a worker for each core.
int main() { orujo::run_team({}, count_values); }
