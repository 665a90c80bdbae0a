// What parcels take in memory follows the bytes of their messages.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Messages for the next rank, each answered by a parcel of one message from inside the handler:
/// what is beyond the budget is parked there.
void flood_with_answers(rank_team& team, std::uint64_t sent) {
  std::atomic<std::uint64_t> answers{0};
  auto answer = make_channel<std::uint64_t>(team, [&](const std::uint64_t&) { ++answers; });
  auto call =
      make_channel<std::uint64_t>(team,
                                  [&](worker& self, const std::uint64_t& from) {
                                    answer.send(self, rank_id{static_cast<int>(from)}, from);
                                    answer.flush(self);
                                  },
                                  {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    if (self.index() != 0) { return; }
    const rank_id next{(index_of(team.rank()) + 1) % team.size()};
    for (std::uint64_t i = 0; i < sent; ++i) {
      call.send(self, next, static_cast<std::uint64_t>(index_of(team.rank())));
    }
  });
  EXPECT_EQ(all_sum(team, answers.load()), sent * static_cast<std::uint64_t>(team.size()));
}

}  // namespace

TEST(parcel_memory, parcels_of_one_message_that_are_parked_take_small_buffers) {
  constexpr std::uint64_t sent = 20'000;
  // a parcel of this budget arrives 100 us later at the earliest: nearly all answers are parked
  const launch_options late = team_of(2, 1, "sim:latency=100us,jitter=100us,bandwidth=5");
  on_teams({with(late, "in_flight_bytes", "256K"), with(team_of(3, 2), "in_flight_bytes", "256K")},
           [](rank_team& team) {
             flood_with_answers(team, sent);
             const metric_totals counted = team.metrics();
             const std::uint64_t workers = static_cast<std::uint64_t>(team.num_workers());
             EXPECT_LE(counted[metric::in_flight_bytes_peak], 256U * 1024);
             EXPECT_LE(counted[metric::parcel_memory_peak],
                       sent * 512 + workers * (std::uint64_t{4} << 20U));
           });
}

TEST(parcel_memory, is_counted_in_the_metrics) {
  on_teams(all_teams(1), [](rank_team& team) {
    flood_with_answers(team, 300);
    EXPECT_GT(team.metrics()[metric::parcel_memory_peak], 0U);
    EXPECT_EQ(team.metrics()[metric::parcel_memory_peak], team.transport().parcel_memory());
  });
}

}  // namespace orujo::test
