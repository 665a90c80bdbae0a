// Numbers of ports and epochs that have used up their bits begin anew.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "support/teams.hpp"

namespace orujo {

/// The last numbers that a team gave.
struct team_numbers {
  static std::uint32_t& port(rank_team& team) { return team.ports_.next_port_; }
  static std::uint32_t& epoch(rank_team& team) { return team.ports_.next_epoch_; }
};

namespace test {

namespace {

/// Sends one message to every rank, in an epoch and a channel of its own.
void send_to_all(rank_team& team) {
  std::atomic<int> heard{0};
  auto values =
      make_channel<int>(team, [&](const int& value) { heard += value; }, {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    for (int to = 0; to < team.size(); ++to) { values.send(self, rank_id{to}, 1); }
  });
  EXPECT_EQ(heard.load(), team.size() * team.num_workers());
}

}  // namespace

TEST(numbers, of_ports_begin_anew_below_the_bit_that_asks_for_completion) {
  const std::vector<launch_options> teams = {
      team_of(1, 1), team_of(2, 2), team_of(3, 1, sim_model_of(1)),
      with(with(team_of(2, 1), "flow_control", "static"), "send_threshold", "1"),
      with(team_of(8, 1), "routing", "hypercube")};
  on_teams(teams, [](rank_team& team) {
    auto kept = make_channel<int>(team, [](const int&) {});  // open while numbers come by again
    barrier(team);
    team_numbers::port(team) = completion_asked - 4;
    for (int i = 0; i < 8; ++i) { send_to_all(team); }
    EXPECT_LT(team_numbers::port(team), 100U);
  });
}

TEST(numbers, of_epochs_begin_anew_without_the_one_that_stands_for_none) {
  on_teams({team_of(1, 1), team_of(2, 2), team_of(3, 1, sim_model_of(1))}, [](rank_team& team) {
    barrier(team);
    team_numbers::epoch(team) = std::numeric_limits<std::uint32_t>::max() - 3;
    for (int i = 0; i < 8; ++i) { send_to_all(team); }
    EXPECT_LT(team_numbers::epoch(team), 100U);
  });
}

}  // namespace test

}  // namespace orujo
