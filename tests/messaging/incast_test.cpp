// Many ranks send to one: what is on its way there stays within the bound.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Every rank sends `count` words to rank 0, which answers every eighth to the next rank. Checks
/// that all of them are handled.
void flood_rank_0(rank_team& team, std::uint64_t count) {
  std::atomic<std::uint64_t> answers{0};
  std::atomic<std::uint64_t> words{0};
  auto answer = make_channel<std::uint64_t>(team, [&](const std::uint64_t&) { ++answers; });
  auto word = make_channel<std::uint64_t>(team,
                                          [&](worker& self, const std::uint64_t& number) {
                                            ++words;
                                            if (number % 8 == 0) {
                                              answer.send(self, rank_id{1 % team.size()}, number);
                                            }
                                          },
                                          {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    for (std::uint64_t i = 0; i < count; ++i) { word.send(self, rank_id{0}, i); }
  });
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  EXPECT_EQ(all_sum(team, words.load()), workers * count);
  EXPECT_EQ(all_sum(team, answers.load()), workers * ((count + 7) / 8));
}

launch_options bounded(launch_options options, const std::string& incast) {
  options = with(with(std::move(options), "parcel_bytes", "1K"), "routing", "direct");
  return with(with(std::move(options), "in_flight_bytes", "64K"), "incast_bytes", incast);
}

}  // namespace

TEST(incast, of_64_virtual_ranks_that_send_to_one_stays_within_the_bound) {
  constexpr std::uint64_t bound = 512 * 1024;
  for (const int seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    const std::string network = "virtual:hdr,jitter=10us,seed=" + std::to_string(seed);
    on_teams({bounded(team_of(64, 1, network), "512K")}, [&](rank_team& team) {
      flood_rank_0(team, 8'000);
      EXPECT_EQ(team.transport().incast_bound(), bound);
      EXPECT_LE(team.metrics()[metric::incast_bytes_peak], bound);
      if (index_of(team.rank()) == 0) {
        EXPECT_GT(team.metrics()[metric::incast_bytes_peak], bound / 2) << "it is needed";
      }
    });
  }
}

TEST(incast, of_64_virtual_ranks_is_not_bounded_by_their_budgets) {
  // The least that does not bound the 63 budgets of 64 KiB, and one that does.
  on_teams({bounded(team_of(64, 1, "virtual:hdr"), "4032K"),
            bounded(team_of(64, 1, "virtual:hdr"), "4031K")},
           [&](rank_team& team) {
             flood_rank_0(team, 8'000);
             if (index_of(team.rank()) != 0) { return; }
             const bool counts = team.values().integer(setting::incast_bytes) < 4032 * 1024;
             const std::uint64_t peak = team.metrics()[metric::incast_bytes_peak];
             EXPECT_TRUE(counts ? peak > 2U * 1024 * 1024 : peak == 0) << peak;
           });
}

TEST(incast, of_every_team_stays_within_the_bound_whatever_arrives_when) {
  std::vector<launch_options> teams = all_teams(5);
  for (launch_options& options : teams) { options = bounded(options, "4K"); }
  on_teams(teams, [](rank_team& team) {
    flood_rank_0(team, 2'000);
    EXPECT_LE(team.metrics()[metric::incast_bytes_peak], team.transport().incast_bound());
  });
}

}  // namespace orujo::test
