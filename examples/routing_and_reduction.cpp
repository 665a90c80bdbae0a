// Counts words of a skewed text on all ranks: over fewer buffers, and with fewer messages.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/launcher.hpp"

namespace {

constexpr std::uint64_t words_per_rank = 1000;
constexpr std::uint64_t occurrences = 100'000;

/// "So many more of this word of yours."
struct count {
  std::uint64_t word;
  std::uint64_t times;
};

void count_words(orujo::rank_team& team) {
  std::vector<std::atomic<std::uint64_t>> table(words_per_rank);  // this rank's part
  const auto add = [&](const count& what) { table[what.word].fetch_add(what.times); };

  // Counts of one word are added up in a small cache before they travel.
  const orujo::sum_reducer sums{[](const count& what) { return what.word; },
                                [](count& kept, const count& what) { kept.times += what.times; }};
  orujo::reducing_channel<count, decltype(add), decltype(sums)> counts(team, add, sums,
                                                                       {.name = "counts"});
  orujo::run_epoch(team, [&](orujo::worker& self) {
    auto out = counts.from(self);
    orujo::random_stream random(1, static_cast<std::uint64_t>(orujo::index_of(team.rank())));
    const auto ranks = static_cast<std::uint64_t>(team.size());
    for (std::uint64_t i = 0; i < occurrences; ++i) {
      const std::uint64_t common = random.below(words_per_rank);  // few words make most of a text
      const std::uint64_t word = random.below(common + 1);
      out.send(static_cast<orujo::rank_id>(random.below(ranks)), {.word = word, .times = 1});
    }
  });

  std::uint64_t counted = 0;
  for (const auto& times : table) { counted += times.load(); }
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  orujo::require(orujo::all_sum(team, counted) == workers * occurrences,
                 "some words were not counted");
  const orujo::metric_totals mine = team.metrics();
  const std::uint64_t looks = orujo::all_sum(team, mine[orujo::metric::reduction_looks]);
  const std::uint64_t hits = orujo::all_sum(team, mine[orujo::metric::reduction_hits]);
  const std::uint64_t bytes = orujo::all_max(team, mine[orujo::metric::buffer_bytes_peak]);
  if (orujo::index_of(team.rank()) != 0) { return; }
  std::printf(
      "%s: a worker filled up to %llu KiB of buffers; of %llu messages the caches merged %llu\n",
      std::string(team.values().choice(orujo::setting::routing)).c_str(),
      static_cast<unsigned long long>(bytes >> 10U), static_cast<unsigned long long>(looks),
      static_cast<unsigned long long>(hits));
}

}  // namespace

int main() {
  for (const std::string_view route : {"direct", "rook", "hypercube"}) {
    orujo::launch_options options;  // under mpirun the ranks are the launcher's instead
    options.ranks = orujo::detect_launcher().present() ? 0 : 16;
    options.workers = 1;
    options.values.assign("routing", route, orujo::setting_source::option);
    orujo::run_team(options, count_words);
  }
}
