// Producers stop for a destination that is behind, however little their parcels hold.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "messaging/tickets.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Each parcel a beacon, and one outstanding stops producers; parcels of the default size.
launch_options strictest(launch_options options, std::string_view kind) {
  options = with(with(std::move(options), "flow_control", kind), "send_threshold", "1");
  return with(options, "sync_threshold", "1");
}

}  // namespace

TEST(flow_control, stops_a_producer_whose_parcels_are_far_from_full) {
  for (const char* const routing : {"direct", "rook"}) {
    for (const char* const kind : {"static", "adaptive", "per_worker"}) {
      // no progress between a flush and a send
      launch_options options = with(strictest(team_of(4, 1), kind), "progress_interval", "1024");
      on_teams({with(options, "routing", routing)}, [](rank_team& team) {
        std::uint64_t heard = 0;
        auto calls = make_channel<std::uint64_t>(team, [&](const std::uint64_t&) { ++heard; });
        run_epoch(team, [&](worker& self) {
          for (int i = 0; i < 100; ++i) {
            calls.send(self, rank_id{(index_of(team.rank()) + 1) % team.size()}, 1);
            calls.flush(self);
          }
        });
        EXPECT_EQ(all_sum(team, heard), 400U);
        const metric_totals counted = team.metrics();
        // relays flush what they pass on as they like, so there may be fewer parcels of producers
        EXPECT_GE(counted[metric::completions_asked], 100U);
        EXPECT_GE(counted[metric::releases_flow_control], 49U)
            << "two parcels in a row are never let through";
      });
    }
  }
}

TEST(flow_control, per_worker_stops_a_producer_that_sends_little_to_each_of_many) {
  for (const char* const kind : {"static", "per_worker"}) {
    launch_options options = with(with(team_of(5, 1), "flow_control", kind), "sync_threshold", "1");
    options = with(with(options, "send_threshold", "100"), "progress_interval", "1024");
    on_teams({options}, [&](rank_team& team) {
      std::uint64_t heard = 0;
      auto calls = make_channel<std::uint64_t>(team, [&](const std::uint64_t&) { ++heard; });
      run_epoch(team, [&](worker& self) {
        for (int i = 0; i < 4 * 90; ++i) {  // 90 messages to each of the others
          calls.send(self, rank_id{(index_of(team.rank()) + 1 + i % 4) % team.size()}, 1);
          calls.flush(self);
        }
      });
      EXPECT_EQ(all_sum(team, heard), 5U * 4 * 90);
      const bool together = std::string_view(kind) == "per_worker";
      EXPECT_EQ(team.metrics()[metric::completions_asked], together ? 3U : 0U);
      EXPECT_EQ(team.metrics()[metric::releases_flow_control] > 0, together);
    });
  }
}

TEST(flow_control, loses_nothing_at_its_strictest_on_any_team) {
  std::vector<launch_options> teams;
  for (const launch_options& options : few_teams()) {
    teams.push_back(strictest(options, "per_worker"));
    teams.push_back(with(teams.back(), "routing", "rook"));
  }
  for (const launch_options& options : all_teams(1)) {
    for (const char* const kind : {"static", "adaptive"}) {
      teams.push_back(strictest(options, kind));
      teams.push_back(with(with(teams.back(), "routing", "rook"), "flush_before_batch", "1"));
    }
  }
  on_teams(teams, [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
    expect_every_ticket_once_at_home(team);
  });
}

}  // namespace orujo::test
