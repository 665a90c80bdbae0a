// Epochs that are open at the same time: what handlers send counts towards the right one.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr int answers = 4000;

/// Rank 1 answers a question of the first epoch with many messages to rank 2, while it holds
/// messages of its own and enters the second epoch.
void answer_while_another_epoch_begins(rank_team& team) {
  const int me = index_of(team.rank());
  std::atomic<int> heard{0};
  auto answer = make_channel<int>(team, [&](const int&) { ++heard; },
                                  {.how = deliver::later, .name = "answers"});
  auto question = make_channel<int>(team,
                                    [&](worker& self, const int&) {
                                      for (int i = 0; i < answers; ++i) {
                                        answer.send(self, rank_id{2}, i);
                                      }
                                    },
                                    {.how = deliver::later, .name = "questions"});
  auto other = make_channel<int>(team, [](worker&, const int&) {}, {.how = deliver::later});
  epoch first(team, epoch_workers::first_only);
  epoch second(team, epoch_workers::first_only);
  worker& self = team.worker_at(0);
  first.enter(self);
  if (me == 0) {
    question.send(self, rank_id{1}, 1);
    question.flush(self);
  }
  // Time for the question to arrive: the fault needs it, and the test passes with any.
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  if (me == 1) { other.send(self, rank_id{0}, 1); }
  second.enter(self);
  first.finish(self);
  EXPECT_EQ(heard.load(), me == 2 ? answers : 0);
  second.finish(self);
  self.enter_epoch(0);
}

/// Sends in two epochs until the network breaks.
void send_in_two_epochs(rank_team& team) {
  channel<int, std::function<void(worker&, const int&)>>* replies = nullptr;
  channel<int, std::function<void(worker&, const int&)>> values(
      team,
      [&](worker& self, const int& hops) {
        if (hops > 0) { replies->send(self, rank_id{hops % team.size()}, hops - 1); }
      },
      {.how = deliver::later});
  replies = &values;
  while (true) {
    epoch first(team);
    epoch second(team);
    team.on_workers([&](worker& self) {
      for (epoch* const each : {&first, &second}) {
        each->enter(self);
        for (int i = 0; i < 20; ++i) {
          values.send(self, rank_id{i % team.size()}, 3);
          values.flush(self);
        }
      }
      first.finish(self);
      second.finish(self);
      self.enter_epoch(0);
    });
  }
}

}  // namespace

TEST(two_epochs, end_only_when_what_their_handlers_sent_is_handled) {
  if (under_mpirun()) { return; }
  for (int round = 0; round < 10; ++round) {
    on_teams({team_of(3, 1, "sim:latency=0,jitter=0,bandwidth=1"), team_of(8, 1)},
             answer_while_another_epoch_begins);
  }
}

TEST(one_epoch, counts_sums_that_handlers_leave_while_their_worker_is_in_none) {
  struct gift {
    std::uint64_t to;
    std::uint64_t amount;
  };
  auto key = [](const gift& each) { return each.to; };
  auto add = [](gift& sum, const gift& each) { sum.amount += each.amount; };
  on_teams({team_of(2, 1), team_of(2, 1, sim_model_of(1)), team_of(3, 2)}, [&](rank_team& team) {
    std::atomic<std::uint64_t> got{0};
    std::atomic<int> outside{0};
    auto take = [&](worker& self, const gift& each) {
      got += each.amount;
      outside += self.epoch() == 0 ? 1 : 0;
    };
    reducing_channel<gift, decltype(take), sum_reducer<decltype(key), decltype(add)>> sums(
        team, take, {key, add}, {.how = deliver::later});
    const rank_id next{(index_of(team.rank()) + 1) % team.size()};
    auto ask = [&](worker& self, const int& amount) {
      sums.from(self).send(next, {7, static_cast<std::uint64_t>(amount)});
    };
    channel<int, decltype(ask)> questions(team, ask, {.how = deliver::later});
    epoch longest(team, epoch_workers::first_only);
    worker& self = team.worker_at(0);
    longest.enter(self);
    for (int i = 0; i < 10; ++i) { questions.send(self, next, 1); }
    questions.flush(self);
    self.enter_epoch(0);
    for (int i = 0; i < 50; ++i) { barrier(team); }  // questions are handled meanwhile
    run_short_epoch(team, [](worker&) {});
    longest.finish(self);
    self.enter_epoch(0);
    EXPECT_EQ(got.load(), 10U);
    EXPECT_EQ(outside.load(), 0);
  });
}

TEST(two_epochs, fill_their_parcels_as_one_does) {
  on_teams({with(team_of(2, 1), "flush_policy", "full")}, [](rank_team& team) {
    const rank_id other{1 - index_of(team.rank())};
    auto hop = [&](message_sender<int>& out, const int& left) {
      if (left > 0) { out.send(other, left - 1); }
    };
    channel<int, decltype(hop)> values(team, hop, {.how = deliver::later});
    epoch first(team);
    epoch second(team);
    worker& self = team.worker_at(0);
    constexpr int messages = 20000;
    for (int i = 0; i < messages; ++i) {
      (i % 2 == 0 ? first : second).enter(self);
      values.send(self, other, 0);
    }
    // Each epoch had a parcel of its own all the while.
    const auto full = messages / static_cast<int>(values.capacity()) + 2;
    EXPECT_LE(team.metrics()[metric::parcels_sent], static_cast<std::uint64_t>(full));
    second.finish(self);
    first.finish(self);
    self.enter_epoch(0);
  });
}

TEST(two_epochs, leave_the_parcels_of_another_one_where_a_body_ends) {
  // The message of rank 0 is in the inbox of rank 1 when the body of rank 1 ends.
  std::atomic<bool> has_come{false};
  on_teams({team_of(2, 1)}, [&](rank_team& team) {
    const rank_id other{1 - index_of(team.rank())};
    std::uint64_t sent_before = 0;
    auto take = [&](worker& self, const int& asks) {
      if (asks == 1) { sent_before = self.metrics.value(metric::parcels_sent); }
    };
    channel<int, decltype(take)> notes(team, take, {.how = deliver::later});
    epoch longest(team);
    worker& self = team.worker_at(0);
    longest.enter(self);
    notes.send(self, other, 0);
    epoch shorter(team);
    shorter.enter(self);
    notes.send(self, other, 1);
    if (team.rank() == rank_id{0}) {
      notes.flush(self);
      has_come = true;
    }
    while (!has_come) { std::this_thread::yield(); }
    shorter.finish(self);
    longest.finish(self);
    self.enter_epoch(0);
    if (team.rank() == rank_id{1}) { EXPECT_EQ(sent_before, 1); }
  });
}

TEST(two_epochs, end_with_the_error_when_the_network_breaks) {
  if (under_mpirun()) { return; }
  for (int after = 20; after < 420; after += 20) {
    const std::string model = "sim:latency=0,jitter=30,break=" + std::to_string(after);
    EXPECT_THROW(run_team(team_of(3, after % 40 == 0 ? 2 : 1, model), send_in_two_epochs),
                 transport_error)
        << model;
  }
}

TEST(one_epoch, ends_with_the_error_when_the_network_breaks) {
  if (under_mpirun()) { return; }
  for (int after = 5; after < 205; after += 5) {
    const std::string model = "sim:latency=0,jitter=30,break=" + std::to_string(after);
    EXPECT_THROW(run_team(team_of(3, 1 + after % 2, model),
                          [](rank_team& team) {
                            while (true) {
                              run_epoch(team, [](worker&) {});
                            }
                          }),
                 transport_error)
        << model;
  }
}

}  // namespace orujo::test
