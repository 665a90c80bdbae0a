// Much random traffic between eight ranks that share a budget of 1 MiB in flight.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::uint64_t team_budget_bytes = std::uint64_t{1} << 20U;
constexpr int ranks = 8;

struct rumour {
  std::uint64_t seed;
  std::uint32_t generation;
};

/// Handlers pass each rumour on to 0, 1 or 2 random ranks, so that chains have random lengths.
void spread(rank_team& team, std::uint64_t rounds) {
  std::atomic<std::uint64_t> heard{0};
  std::atomic<std::uint64_t> told{0};
  auto rumours = make_channel<rumour>(team,
                                      [&](message_sender<rumour>& out, const rumour& r) {
                                        heard.fetch_add(1);
                                        random_stream random(r.seed, r.generation);
                                        const std::uint64_t children =
                                            r.generation < 20 ? random.below(3) : 0;
                                        for (std::uint64_t i = 0; i < children; ++i) {
                                          told.fetch_add(1);
                                          out.send(rank_id{static_cast<int>(random.below(ranks))},
                                                   {random.next(), r.generation + 1});
                                        }
                                      },
                                      {.how = deliver::later});
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    run_epoch(team, [&](worker& self) {
      random_stream random(round, static_cast<std::uint64_t>(index_of(team.rank())));
      for (int i = 0; i < 20000; ++i) {
        told.fetch_add(1);
        rumours.send(self, rank_id{static_cast<int>(random.below(ranks))}, {random.next(), 0});
      }
    });
    ASSERT_EQ(all_sum(team, heard.load()), all_sum(team, told.load())) << "round " << round;
  }
}

}  // namespace

TEST(budget_soak, never_exceeds_one_mebibyte_in_flight_under_random_delays) {
  const std::string share = std::to_string(team_budget_bytes / ranks);
  const launch_options options =
      with(team_of(ranks, 1, "sim:latency=50us,jitter=300us,fail=0.01,seed=11"), "in_flight_bytes",
           share);
  on_teams({options}, [](rank_team& team) {
    spread(team, 120);
    const std::uint64_t peak = team.metrics()[metric::in_flight_bytes_peak];
    EXPECT_GT(peak, 0U);
    EXPECT_LE(all_sum(team, peak), team_budget_bytes);
  });
}

}  // namespace orujo::test
