// Policies on their own: when buffers are due, when producers stop.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <vector>

#include "messaging/tickets.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/flow_control.hpp"
#include "orujo/messaging/flush_policy.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// A look at one buffer that holds `messages`, of which `grown` are new.
bool look(flush_policy& policy, std::uint32_t messages, std::uint32_t grown) {
  policy.start_round();
  return policy.due({messages, 1000, grown, grown == 0 ? 1U : 0U});
}

std::vector<launch_options> teams_with(std::string_view name, std::string_view value) {
  std::vector<launch_options> teams;
  for (const launch_options& options : all_teams(1)) {
    teams.push_back(with(options, name, value));
  }
  return teams;
}

/// Small parcels and thresholds, so that flow control has much to do.
std::vector<launch_options> flow_controlled_teams(std::string_view kind) {
  std::vector<launch_options> teams;
  for (launch_options options : teams_with("flow_control", kind)) {
    options = with(with(options, "parcel_bytes", "512"), "send_threshold", "50");
    teams.push_back(with(options, "sync_threshold", "1"));
  }
  return teams;
}

void expect_flow_control_holds_producers(std::string_view kind) {
  std::vector<launch_options> teams = flow_controlled_teams(kind);
  for (const launch_options& options : flow_controlled_teams(kind)) {
    teams.push_back(with(with(options, "in_flight_bytes", "4096"), "routing", "rook"));
  }
  on_teams(teams, [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
    expect_every_ticket_once_at_home(team);
    if (team.values().integer(setting::in_flight_bytes) == 4096) {
      EXPECT_LE(team.transport().in_flight_peak(), 4096U);
    }
    if (team.size() == 1) { return; }
    EXPECT_GT(all_sum(team, team.metrics()[metric::completions_asked]), 0U);
    EXPECT_GT(all_sum(team, team.metrics()[metric::releases_flow_control]), 0U);
  });
}

/// Notes its stage wherever it is flushed.
class noting_port final : public port {
public:
  noting_port(flush_stage stage, std::vector<flush_stage>& noted) : stage_(stage), noted_(noted) {}

  void receive(worker& /*self*/, parcel& /*buffer*/) override {}
  void flush(worker& /*self*/, flush_reason /*reason*/) override { noted_.push_back(stage_); }
  [[nodiscard]] flush_stage stage() const noexcept override { return stage_; }

private:
  flush_stage stage_;
  std::vector<flush_stage>& noted_;
};

}  // namespace

TEST(buffer_bytes, loses_nothing_of_what_leaves_early) {
  for (const char* route : {"direct", "rook"}) {
    std::vector<launch_options> teams;
    for (const launch_options& options : teams_with("routing", route)) {
      teams.push_back(with(with(options, "parcel_bytes", "512"), "buffer_bytes", "1024"));
    }
    on_teams(teams, [](rank_team& team) {
      expect_every_ticket_once(team, deliver::now);
      expect_every_ticket_once(team, deliver::later);
      expect_every_ticket_once_at_home(team);
      if (team.size() == 8) {
        EXPECT_GT(all_sum(team, team.metrics()[metric::flushes_evicted]), 0U);
      }
    });
  }
}

TEST(flush_stages, come_in_order_whenever_ports_were_opened) {
  using enum flush_stage;
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    std::vector<flush_stage> noted;
    noting_port ports[] = {{relays, noted}, {lanes, noted}, {caches, noted},
                           {relays, noted}, {lanes, noted}, {caches, noted}};
    std::vector<std::uint32_t> numbers;
    for (noting_port& each : ports) { numbers.push_back(team.open_port(each)); }
    team.flush_ports(team.worker_at(0), flush_reason::idle);
    EXPECT_EQ(noted, (std::vector<flush_stage>{caches, caches, lanes, lanes, relays, relays}));
    for (const std::uint32_t number : numbers) { team.close_port(number); }
  });
}

TEST(flush_policies, adaptive_sends_all_once_fewer_messages_are_made) {
  flush_when_rate_falls policy(1000, 0.5);
  std::uint32_t held = 0;
  for (int i = 0; i < 20; ++i) {
    held += 40;
    EXPECT_FALSE(look(policy, held, 40)) << "in round " << i;
  }
  int rounds = 0;
  while (!look(policy, ++held, 1) && rounds < 100) { ++rounds; }
  EXPECT_GT(rounds, 0);
  EXPECT_LT(rounds, 10);
  EXPECT_EQ(policy.counted_as(), metric::flushes_rate_fell);
}

TEST(flush_policies, adaptive_counts_what_has_left_as_made) {
  flush_when_rate_falls policy(1000, 0.5);
  for (int i = 0; i < 50; ++i) {  // a full buffer leaves in each round, and another one is as full
    EXPECT_FALSE(look(policy, 100, 100));
    policy.note_sent(100);
  }
}

TEST(flush_policies, adaptive_forgets_a_faster_phase) {
  flush_when_rate_falls policy(1000, 0.5);
  std::uint32_t held = 0;
  for (int i = 0; i < 20; ++i) { static_cast<void>(look(policy, held += 40, 40)); }
  for (int i = 0; i < 500; ++i) { static_cast<void>(look(policy, held += 2, 2)); }
  EXPECT_FALSE(look(policy, held += 2, 2));
}

TEST(flush_policies, adaptive_sends_what_stopped_growing) {
  flush_when_rate_falls policy(2, 0);
  EXPECT_FALSE(policy.due({5, 1000, 5, 0}));
  EXPECT_FALSE(policy.due({5, 1000, 0, 1}));
  EXPECT_TRUE(policy.due({5, 1000, 0, 2}));
  EXPECT_EQ(policy.counted_as(), metric::flushes_stopped_growing);
}

TEST(flush_policies, each_carries_every_message_once) {
  for (const char* const name : {"full", "stopped_growing", "adaptive"}) {
    SCOPED_TRACE(name);
    on_teams(teams_with("flush_policy", name), [](rank_team& team) {
      expect_every_ticket_once(team, deliver::now);
      expect_every_ticket_once_at_home(team);
    });
  }
}

TEST(flush_policies, buffers_leave_before_a_long_received_batch) {
  std::vector<launch_options> teams;
  for (const launch_options& options : teams_with("flush_before_batch", "64")) {
    teams.push_back(with(with(options, "parcel_bytes", "512"), "in_flight_bytes", "8192"));
  }
  on_teams(teams, [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
    expect_every_ticket_once_at_home(team);
    EXPECT_LE(team.transport().in_flight_peak(), 8192U);
    if (team.size() == 1) { return; }
    EXPECT_GT(all_sum(team, team.metrics()[metric::flushes_before_batch]), 0U);
  });
}

TEST(flow_control, asks_for_completion_after_so_many_messages_to_one_destination) {
  flow_gates gates({flow_control_kind::fixed, 100, 2}, 2, 3);
  EXPECT_FALSE(gates.note_sent(0, 1, 60));
  EXPECT_FALSE(gates.note_sent(0, 2, 60)) << "each destination counts on its own";
  EXPECT_FALSE(gates.note_sent(1, 1, 60)) << "each worker counts on its own";
  EXPECT_TRUE(gates.note_sent(0, 1, 40));
  EXPECT_EQ(gates.outstanding(1), 1U);
  EXPECT_EQ(gates.outstanding(2), 0U);
}

TEST(flow_control, static_stops_producers_until_enough_is_completed) {
  flow_gates gates({flow_control_kind::fixed, 10, 2}, 1, 2);
  for (int i = 0; i < 3; ++i) { EXPECT_TRUE(gates.note_sent(0, 1, 10)); }
  EXPECT_TRUE(gates.meets(1));
  gates.completed(1);
  EXPECT_TRUE(gates.still_meets(1));
  gates.completed(1);
  EXPECT_FALSE(gates.still_meets(1));
  EXPECT_FALSE(gates.meets(1));
  EXPECT_EQ(gates.threshold(1), 2U);
}

TEST(flow_control, adaptive_raises_a_threshold_that_is_met_and_lowers_one_that_is_not) {
  flow_gates gates({flow_control_kind::adaptive, 10, 2}, 1, 2);
  for (int i = 0; i < 2; ++i) { EXPECT_TRUE(gates.note_sent(0, 1, 10)); }
  EXPECT_TRUE(gates.meets(1));
  EXPECT_FALSE(gates.still_meets(1)) << "one round of progress, then it goes on";
  EXPECT_EQ(gates.threshold(1), 3U);
  EXPECT_FALSE(gates.meets(1));
  EXPECT_EQ(gates.threshold(1), 2U);
  EXPECT_TRUE(gates.meets(1));
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(gates.note_sent(0, 1, 10));
    static_cast<void>(gates.meets(1));
  }
  EXPECT_EQ(gates.threshold(1), 2 * flow_gates::adaptive_range);
  EXPECT_TRUE(gates.still_meets(1)) << "at its highest it stops producers";
  for (int i = 0; i < 102; ++i) { gates.completed(1); }
  for (int i = 0; i < 100; ++i) { EXPECT_FALSE(gates.meets(1)); }
  EXPECT_EQ(gates.threshold(1), 1U);
}

TEST(flow_control, adaptive_goes_on_after_a_round_however_far_a_destination_is_behind) {
  flow_gates gates({flow_control_kind::adaptive, 10, 2}, 1, 2);
  for (int i = 0; i < 5; ++i) { EXPECT_TRUE(gates.note_sent(0, 1, 10)); }  // as handlers do
  EXPECT_TRUE(gates.meets(1));
  EXPECT_FALSE(gates.still_meets(1));
}

TEST(flow_control, per_worker_counts_all_destinations_together) {
  flow_gates gates({flow_control_kind::per_worker, 100, 2}, 2, 3);
  EXPECT_FALSE(gates.note_sent(0, 1, 60));
  EXPECT_FALSE(gates.note_sent(1, 1, 60)) << "each worker counts on its own";
  EXPECT_TRUE(gates.note_sent(0, 2, 60)) << "whatever the destination";
  EXPECT_FALSE(gates.meets(0));
  EXPECT_TRUE(gates.note_sent(1, 0, 40));
  for (const int rank : {0, 1, 2}) { EXPECT_TRUE(gates.meets(rank)); }
  gates.completed(2);
  for (const int rank : {0, 1, 2}) { EXPECT_FALSE(gates.still_meets(rank)); }
}

TEST(flow_control, static_holds_producers_and_loses_nothing) {
  expect_flow_control_holds_producers("static");
}

TEST(flow_control, adaptive_holds_producers_and_loses_nothing) {
  expect_flow_control_holds_producers("adaptive");
}

TEST(flow_control, survives_two_ranks_that_wait_for_each_other_while_handlers_send) {
  on_teams(flow_controlled_teams("static"), [](rank_team& team) {
    std::atomic<std::uint64_t> leaves{0};
    auto second = make_channel<std::uint64_t>(team, [&](const std::uint64_t&) { ++leaves; });
    auto first = make_channel<std::uint64_t>(
        team,
        [&](worker& self, const std::uint64_t& seed) {
          for (std::uint64_t i = 0; i < 10; ++i) {
            const auto to = static_cast<int>((seed + i) % static_cast<std::uint64_t>(team.size()));
            second.send(self, rank_id{to}, i);
          }
        },
        {.how = deliver::later});
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = 0; i < 1000; ++i) {
        first.send(self, rank_id{(index_of(team.rank()) + 1) % team.size()}, i);
      }
    });
    const auto sent = static_cast<std::uint64_t>(team.size() * team.num_workers()) * 1000;
    EXPECT_EQ(all_sum(team, leaves.load()), sent * 10);
  });
}

TEST(policies, all_together_lose_nothing) {
  std::vector<launch_options> teams;
  for (launch_options options : flow_controlled_teams("adaptive")) {
    options = with(with(options, "flush_policy", "adaptive"), "flush_before_batch", "100");
    teams.push_back(with(with(options, "routing", "hypercube"), "in_flight_bytes", "4096"));
  }
  on_teams(teams, [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
    expect_every_ticket_once_at_home(team);
    EXPECT_LE(team.transport().in_flight_peak(), 4096U);
  });
}

TEST(policies, are_named_in_the_report_card) {
  launch_options options = with(team_of(8, 1), "routing", "rook");
  options = with(with(options, "flow_control", "adaptive"), "flush_policy", "adaptive");
  on_teams({options}, [](rank_team& team) {
    auto calls = make_channel<int>(team, [](const int&) {}, {.name = "calls"});
    const auto has = [&](std::string_view choice, std::string_view value) {
      for (const report_entry& entry : team.card().entries()) {
        if (entry.row.choice == choice && entry.row.value.starts_with(value)) { return true; }
      }
      return false;
    };
    if (index_of(team.rank()) > 0) {
      EXPECT_TRUE(team.card().entries().empty()) << "the first rank has what all chose";
      return;
    }
    EXPECT_TRUE(has("routing of calls", "rook"));
    EXPECT_TRUE(has("flow control of calls", "a round of progress"));
    EXPECT_TRUE(has("flush policy of calls", "when full, when it stopped growing, when fewer"));
  });
}

}  // namespace orujo::test
