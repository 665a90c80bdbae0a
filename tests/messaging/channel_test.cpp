// Channels: every message once, whatever the shape, the budget and the order of arrival.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/channel.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "messaging/tickets.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

std::vector<launch_options> with_small_budget(std::vector<launch_options> teams) {
  for (launch_options& options : teams) {
    options.values.assign("in_flight_bytes", "4096", setting_source::option);
  }
  return teams;
}

}  // namespace

TEST(channel, handles_every_message_exactly_once_before_the_epoch_ends) {
  on_teams(all_teams(), [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
  });
}

TEST(channel, handles_every_message_once_with_a_budget_of_a_few_small_parcels) {
  on_teams(with_small_budget(all_teams(1)), [](rank_team& team) {
    expect_every_ticket_once(team, deliver::later);
    EXPECT_LE(team.transport().in_flight_peak(), 4096U);
  });
}

TEST(channel, gives_whole_parcels_to_a_batch_handler) {
  on_teams(all_teams(1), [](rank_team& team) {
    ticket_book book(team);
    auto tickets = make_channel<ticket>(team, [&](std::span<const ticket> batch) {
      for (const ticket& t : batch) { book.note(t); }
    });
    send_tickets(team,
                 [&](worker& self, rank_id to, const ticket& t) { tickets.send(self, to, t); });
    book.expect_exactly_once(team);
    EXPECT_LT(team.metrics()[metric::handler_batches], tickets_per_worker);
  });
}

TEST(channel, runs_home_messages_on_the_named_worker_one_at_a_time) {
  on_teams(all_teams(1), [](rank_team& team) {
    const auto homes = static_cast<std::size_t>(team.size() * team.num_workers());
    std::vector<std::uint64_t> handled(static_cast<std::size_t>(team.num_workers()));
    auto calls = make_channel<std::uint32_t>(
        team,
        [&](worker& self, const std::uint32_t& home) {
          EXPECT_EQ(home, number_of(team, self));
          ++handled[static_cast<std::size_t>(self.index())];  // no atomic: only its home writes it
        },
        {.how = deliver::home});
    run_epoch(team, [&](worker& self) {
      for (std::size_t i = 0; i < 50 * homes; ++i) {
        calls.send_home(self, i % homes, static_cast<std::uint32_t>(i % homes));
      }
    });
    for (const std::uint64_t count : handled) { EXPECT_EQ(count, 50 * homes); }
  });
}

TEST(channel, lets_handlers_send_to_unbounded_depth) {
  constexpr std::uint32_t depth = 200;
  on_teams(with_small_budget(all_teams()), [](rank_team& team) {
    struct hop {
      std::uint32_t left;
    };
    std::atomic<std::uint64_t> hops{0};
    auto ring = make_channel<hop>(team,
                                  [&](message_sender<hop>& out, const hop& h) {
                                    hops.fetch_add(1);
                                    const rank_id next{(index_of(team.rank()) + 1) % team.size()};
                                    if (h.left > 0) { out.send(next, {h.left - 1}); }
                                  },
                                  {.how = deliver::later});
    run_epoch(team, [&](worker& self) {
      for (int i = 0; i < 3; ++i) { ring.send(self, team.rank(), {depth}); }
    });
    const auto started = static_cast<std::uint64_t>(3 * team.size() * team.num_workers());
    EXPECT_EQ(all_sum(team, hops.load()), started * (depth + 1));
  });
}

TEST(channel, keeps_what_handlers_put_into_a_parcel_while_another_one_is_sent) {
  // Four messages fill a parcel, and handling four makes four more: while the body waits for room,
  // the parcel after the one that it sends is often exactly full, too.
  struct ball {
    std::uint32_t throws_left;
    std::byte weight[60] = {};
  };
  static_assert(sizeof(ball) == 64);
  constexpr std::uint32_t balls = 200;
  constexpr std::uint32_t throws = 20;
  std::vector<launch_options> teams = all_teams(1);
  for (launch_options& options : teams) { options = with(options, "parcel_bytes", "256"); }
  on_teams(teams, [](rank_team& team) {
    std::atomic<std::uint64_t> caught{0};
    auto game = make_channel<ball>(team,
                                   [&](message_sender<ball>& out, const ball& b) {
                                     caught.fetch_add(1);
                                     const rank_id next{(index_of(team.rank()) + 1) % team.size()};
                                     if (b.throws_left > 0) {
                                       out.send(next, {b.throws_left - 1, {}});
                                     }
                                   },
                                   {.how = deliver::later});
    run_epoch(team, [&](worker& self) {
      for (std::uint32_t i = 0; i < balls; ++i) { game.send(self, team.rank(), {throws, {}}); }
    });
    const auto thrown = static_cast<std::uint64_t>(team.size() * team.num_workers()) * balls;
    EXPECT_EQ(all_sum(team, caught.load()), thrown * (throws + 1));
  });
}

TEST(channel, parks_what_handlers_send_beyond_the_budget_and_never_exceeds_it) {
  // Each message makes 40 more: far beyond 4 KiB in flight.
  on_teams({with(team_of(2, 1), "in_flight_bytes", "4096"),
            with(team_of(3, 2, sim_model_of(5)), "in_flight_bytes", "4096")},
           [](rank_team& team) {
             std::atomic<std::uint64_t> leaves{0};
             auto second = make_channel<std::uint64_t>(
                 team, [&](const std::uint64_t& /*leaf*/) { leaves.fetch_add(1); });
             auto first = make_channel<std::uint64_t>(
                 team,
                 [&](worker& self, const std::uint64_t& seed) {
                   for (std::uint64_t i = 0; i < 40; ++i) {
                     const auto to =
                         static_cast<int>((seed + i) % static_cast<std::uint64_t>(team.size()));
                     second.send(self, rank_id{to}, i);
                   }
                 },
                 {.how = deliver::later});
             run_epoch(team, [&](worker& self) {
               for (std::uint64_t i = 0; i < 500; ++i) {
                 first.send(self, rank_id{(index_of(team.rank()) + 1) % team.size()}, i);
               }
             });
             const auto sent = static_cast<std::uint64_t>(team.size() * team.num_workers()) * 500;
             EXPECT_EQ(all_sum(team, leaves.load()), sent * 40);
             EXPECT_LE(team.metrics()[metric::in_flight_bytes_peak], 4096U);
             EXPECT_GT(all_sum(team, team.metrics()[metric::parcels_parked]), 0U);
           });
}

TEST(channel, calls_the_handler_directly_for_the_own_rank_when_it_may) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    int handled = 0;
    auto calls = make_channel<int>(team, [&](const int& value) { handled += value; });
    run_epoch(team, [&](worker& self) {
      calls.send(self, team.rank(), 7);
      EXPECT_EQ(handled, 7);
    });
    EXPECT_EQ(team.metrics()[metric::parcels_sent], 0U);
    EXPECT_EQ(team.metrics()[metric::messages_local], 1U);
  });
}

TEST(channel, sends_a_buffer_that_stopped_growing_without_waiting_for_the_end) {
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    std::atomic<bool> arrived{false};
    auto calls = make_channel<int>(team, [&](const int& /*value*/) { arrived = true; });
    run_epoch(team, [&](worker& self) {
      calls.send(self, rank_id{1 - index_of(team.rank())}, 1);
      // progress() alone, unlike progress_or_flush(), leaves the decision to the flush policy.
      while (!arrived) { team.progress(self); }
    });
    // Whoever waited for the first message to arrive waited for a policy to send it.
    EXPECT_GE(all_sum(team, team.metrics()[metric::flushes_stopped_growing]), 1U);
  });
}

// Buffers that are full at the same time: one is sent and looked after, while the others have grown
// by one message at most. Those that are sent half full then must not bring about the next look.
TEST(channel, fills_the_parcels_of_many_ranks_that_get_messages_in_turn) {
  static constexpr std::uint64_t per_rank = 2000;
  using lines = std::array<std::uint64_t, 8>;
  on_teams({with(team_of(8, 1), "parcel_bytes", "4K")}, [](rank_team& team) {
    std::uint64_t handled = 0;
    auto calls = make_channel<lines>(team, [&](const lines& /*value*/) { ++handled; });
    run_epoch(team, [&](worker& self) {
      if (index_of(team.rank()) != 0) { return; }
      for (std::uint64_t i = 0; i < per_rank; ++i) {
        for (int r = 1; r < team.size(); ++r) { calls.send(self, rank_id{r}, lines{}); }
      }
    });
    if (index_of(team.rank()) != 0) { EXPECT_EQ(handled, per_rank); }
    const std::uint64_t full = 7 * per_rank * sizeof(lines) / 4096;
    EXPECT_LT(all_sum(team, team.metrics()[metric::parcels_sent]), 3 * full);
  });
}

TEST(flush_policy, sends_what_grows_slowly_if_it_is_worth_a_parcel) {
  flush_when_growth_slows policy(2);
  const auto due = [&](std::uint32_t messages, std::uint32_t grown, std::uint32_t quiet) {
    return policy.due({messages, 1024, grown, quiet});
  };
  EXPECT_TRUE(due(128, 20, 0));
  EXPECT_FALSE(due(127, 20, 0)) << "too little";
  EXPECT_FALSE(due(500, 256, 0)) << "soon full";
  EXPECT_FALSE(due(1, 0, 1));
  EXPECT_TRUE(due(1, 0, 2)) << "has stopped growing";
}

TEST(channel, takes_a_flush_policy_of_the_program) {
  class never final : public flush_policy {
  public:
    explicit never(std::atomic<int>& looks) : looks_(looks) {}
    bool due(const buffer_state& state) override {
      EXPECT_GT(state.messages, 0U);
      ++looks_;
      return false;
    }
    [[nodiscard]] report_row describe() const override { return {"flush policy", "never", {}}; }

  private:
    std::atomic<int>& looks_;
  };
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    std::atomic<int> looks{0};
    std::atomic<int> handled{0};
    auto calls = make_channel<int>(team, [&](const int& /*value*/) { ++handled; },
                                   {.policy = [&] { return std::make_unique<never>(looks); }});
    run_epoch(team, [&](worker& self) {
      calls.send(self, rank_id{1 - index_of(team.rank())}, 1);
      for (int i = 0; i < 5; ++i) { team.progress(self); }
      calls.flush(self);
    });
    EXPECT_EQ(handled.load(), 1);
    EXPECT_GE(looks.load(), 5);
    EXPECT_EQ(team.metrics()[metric::flushes_explicit], 1U);
  });
}

TEST(channel, rejects_a_message_that_no_parcel_could_hold) {
  struct huge {
    std::byte bytes[2048];
  };
  on_teams({with(team_of(2, 1), "parcel_bytes", "1024")}, [](rank_team& team) {
    try {
      static_cast<void>(make_channel<huge>(team, [](const huge& /*h*/) {}, {.name = "huge ones"}));
      ADD_FAILURE() << "nothing was thrown";
    } catch (const usage_error& problem) {
      EXPECT_EQ(std::string(problem.what()).substr(0, 62),
                "channel of huge ones: a message of 2048 bytes has no room in a");
    }
  });
}

TEST(channel, rejects_a_handler_that_sends_from_inside_send) {
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    EXPECT_THROW(static_cast<void>(make_channel<int>(
                     team, [](message_sender<int>& /*out*/, const int& /*value*/) {})),
                 usage_error);
  });
}

TEST(channel, refuses_what_is_sent_outside_an_epoch) {
  on_teams(all_teams(1), [](rank_team& team) {
    auto numbers = make_channel<int>(team, [](const int& /*value*/) {}, {.how = deliver::later});
    const auto send_here = [&] { numbers.send(this_worker(), rank_id{0}, 1); };
    EXPECT_THROW(send_here(), usage_error);
    run_epoch(team, [&](worker& /*self*/) { send_here(); });
    EXPECT_THROW(send_here(), usage_error);
  });
}

TEST(channel, a_sender_that_never_waits_hears_of_an_interrupt) {
  if (under_mpirun()) { GTEST_SKIP() << "an interrupt ends the whole job"; }
  constexpr std::uint64_t most = 5'000'000;
  std::uint64_t sent = 0;
  std::atomic<bool> stop{false};
  const auto send_on = [&](rank_team& team) {
    team.transport().heed(stop);
    auto numbers = make_channel<std::uint64_t>(team, [](const std::uint64_t&) {});
    run_epoch(team, [&](worker& self) {
      if (team.rank() != rank_id{0}) { return; }
      while (++sent < most) {
        if (sent == 1000) { stop.store(true); }
        numbers.send(self, rank_id{1}, sent);
      }
    });
  };
  EXPECT_THROW(run_team(with(team_of(2, 1), "in_flight_bytes", "1G"), send_on), interrupted_error);
  EXPECT_LT(sent, most);
}

#ifdef ORUJO_CHECKED
TEST(channel_death, reports_messages_to_a_rank_where_they_are_for_its_workers) {
  if (under_mpirun()) { GTEST_SKIP() << "ends the process"; }
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto send_to_a_rank = [](rank_team& team) {
    auto notes = make_channel<int>(team, [](const int&) {}, {.how = deliver::home});
    run_epoch(team, [&](worker& self) { notes.send(self, team.rank(), 1); });
  };
  EXPECT_DEATH(run_team(team_of(1, 2), send_to_a_rank), "are sent by send_home");
  run_team(team_of(1, 1), send_to_a_rank);
}
#endif

}  // namespace orujo::test
