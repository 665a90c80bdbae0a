// Activities over elements of several ranks: each happens once and whole, errors leave no marker.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/distributed/distributed_activities.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "activities/bank_models.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t accounts_each = 12;

[[nodiscard]] std::uint64_t workers_of(const rank_team& team) {
  return static_cast<std::uint64_t>(team.size() * team.num_workers());
}

void expect_total(rank_team& team, std::uint64_t times,
                  const distributed_activity_options& options) {
  std::vector<std::int64_t> accounts(accounts_each, 20);
  std::atomic<std::uint64_t> told_failed = 0;
  const auto failed = [&](worker& /*self*/, const distributed_transfer::arguments& /*what*/) {
    told_failed.fetch_add(1);
  };
  distributed_activities<distributed_transfer, decltype(failed)> transfers(
      team, distributed_transfer{accounts.data()}, options, {failed, {}});
  transfers.run([&](worker& self) {
    random_stream random = stream_of(3, self);
    for (std::uint64_t i = 0; i < times; ++i) {
      const global_element from = drawn_element(random, team, accounts_each);
      const global_element to = drawn_element(random, team, accounts_each);  // may be the same
      transfers.spawn(self, {from, to, static_cast<std::int64_t>(1 + random.below(30))});
    }
  });
  const std::int64_t total = std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0});
  EXPECT_EQ(all_sum(team, total), 20 * static_cast<std::int64_t>(accounts_each) * team.size());
  EXPECT_GE(*std::min_element(accounts.begin(), accounts.end()), 0);
  const ownership_counts counts = transfers.counts();
  EXPECT_EQ(counts.activities, times * static_cast<std::uint64_t>(team.num_workers()));
  EXPECT_EQ(counts.failed, told_failed.load());
  EXPECT_EQ(counts.thrown + counts.found_late, 0U);
  EXPECT_EQ(transfers.num_marked(), 0U);
  if (team.size() == 1) { EXPECT_EQ(counts.messages(), 0U); }
}

/// Adds up the words that arguments begin a chain of, each of which names the next, and says how
/// much that was. Nothing is named ahead.
struct chain_sum {
  struct arguments {
    global_element first;
    std::uint32_t length;
  };
  using element = global_element;  // where the chain goes on

  element* links;

  [[nodiscard]] element& place(std::uint32_t number) const { return links[number]; }
  template <typename Access>
  std::optional<std::uint64_t> act(Access& access, const arguments& wanted) const {
    std::uint64_t sum = 0;
    global_element at = wanted.first;
    for (std::uint32_t i = 0; i < wanted.length; ++i) {
      sum += at.number + 1;
      at = access.read(at);
    }
    if (sum % 3 == 0) { return std::nullopt; }
    return sum;
  }
};

/// Element n of rank r leads to element n + 1 of the next rank.
std::vector<global_element> links_of(const rank_team& team, std::uint32_t size) {
  std::vector<global_element> links;
  const rank_id next{(index_of(team.rank()) + 1) % team.size()};
  for (std::uint32_t n = 0; n < size; ++n) { links.push_back({next, (n + 1) % size}); }
  return links;
}

/// Writes a number into some elements, then throws if it is told to.
struct throwing_writer {
  struct arguments {
    global_element one;
    global_element other;
    std::uint32_t throws;
  };
  using element = std::uint32_t;

  element* words;

  [[nodiscard]] element& place(std::uint32_t number) const { return words[number]; }
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    visit(wanted.one);
    if (wanted.throws == 2) { throw std::runtime_error("no more names"); }
    visit(wanted.other);
  }
  template <typename Access>
  void act(Access& access, const arguments& wanted) const {
    access.write(wanted.one, 1 + access.read(wanted.one));
    access.write(wanted.other, 1 + access.read(wanted.other));
    if (wanted.throws == 1) { throw usage_error("seven is not allowed"); }
  }
};

[[nodiscard]] rank_id rank_after(const rank_team& team, int steps) {
  return rank_id{(index_of(team.rank()) + steps) % team.size()};
}

/// Each worker of each rank spawns some that throw among some that do not.
void spawn_throwing(distributed_activities<throwing_writer>& writing, rank_team& team,
                    std::uint32_t how) {
  writing.run([&](worker& self) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      const bool throws = i == 5 && index_of(team.rank()) == team.size() - 1;
      writing.spawn(self,
                    {{rank_after(team, 0), i}, {rank_after(team, 1), 7 - i}, throws ? how : 0});
    }
  });
}

}  // namespace

TEST(distributed_activities, keep_the_total_of_accounts_on_all_ranks) {
  on_teams(all_teams(1), [](rank_team& team) { expect_total(team, is_sanitized ? 30 : 60, {}); });
}

TEST(distributed_activities, keep_it_where_all_elements_of_a_rank_share_a_marker) {
  on_teams(few_teams(), [](rank_team& team) {
    const std::uint64_t times = is_sanitized || under_mpirun() ? 8 : 60;  // one at a time
    expect_total(team, times, {.in_flight = 3, .markers = 1});
    expect_total(team, times, {.in_flight = 1, .markers = 3});
    expect_total(team, times, {.markers = 2});
  });
}

// Few elements are wanted by all: adapted, fewer are under way than would be in each other's way.
TEST(distributed_activities, are_refused_less_often_where_their_number_is_adapted) {
  on_teams({team_of(2, 1, "sim:latency=5us"), team_of(3, 1, "sim:latency=5us")},
           [](rank_team& team) {
             const auto refusals = [&](std::size_t in_flight) {
               std::vector<std::int64_t> accounts(accounts_each, 20);
               distributed_activities<distributed_transfer> transfers(
                   team, distributed_transfer{accounts.data()}, {.in_flight = in_flight});
               transfers.run([&](worker& self) {
                 random_stream random = stream_of(3, self);
                 for (int i = 0; i < 400; ++i) {
                   const global_element from = drawn_element(random, team, accounts_each);
                   transfers.spawn(self, {from, drawn_element(random, team, accounts_each), 1});
                 }
               });
               return all_sum(team, transfers.counts().refusals);
             };
             const std::uint64_t fixed = refusals(64);
             const std::uint64_t adapted = refusals(0);
             EXPECT_GT(adapted, 0U);
             EXPECT_LT(adapted, fixed / 2);
           });
}

TEST(distributed_activities, find_elements_that_nobody_has_named) {
  on_teams(all_teams(1), [](rank_team& team) {
    constexpr std::uint32_t size = 40;
    std::vector<global_element> links = links_of(team, size);
    std::atomic<std::uint64_t> sums = 0;
    std::atomic<std::uint64_t> failures = 0;
    const auto failed = [&](worker& self, const chain_sum::arguments& what) {
      EXPECT_EQ(&self, &this_worker());
      EXPECT_EQ(3 * (what.first.number + 2) % 3, 0U);
      failures.fetch_add(1);
    };
    const auto returned = [&](worker& self, const chain_sum::arguments& what, std::uint64_t sum) {
      EXPECT_EQ(&self, &this_worker());
      EXPECT_EQ(sum, 4 * what.first.number + 10U);
      sums.fetch_add(1);
    };
    distributed_activities<chain_sum, decltype(failed), decltype(returned)> summing(
        team, chain_sum{links.data()}, {}, {failed, returned});
    summing.run([&](worker& self) {
      for (std::uint32_t i = 0; i < 10; ++i) {
        summing.spawn(self, {{rank_after(team, 1), i}, i == 4 ? 3U : 4U});
      }
    });
    EXPECT_EQ(sums.load() + failures.load(), 10U * static_cast<std::uint64_t>(team.num_workers()));
    EXPECT_GT(failures.load(), 0U);
    EXPECT_GT(summing.counts().found_late, 0U);
    EXPECT_EQ(summing.num_marked(), 0U);
  });
}

TEST(distributed_activities, throw_on_every_rank_what_an_operator_threw_and_leave_no_marker) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (const std::uint32_t how : {1U, 2U}) {
      std::vector<std::uint32_t> words(8, 0);
      distributed_activities<throwing_writer> writing(team, throwing_writer{words.data()});
      try {
        spawn_throwing(writing, team, how);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const agreed_error& problem) {
        EXPECT_EQ(problem.code(), how == 1 ? exit_code::usage : exit_code::runtime);
        EXPECT_EQ(std::string(problem.what()),
                  "rank " + std::to_string(team.size() - 1) +
                      (how == 1 ? ": seven is not allowed" : ": no more names"));
      }
      EXPECT_EQ(writing.num_marked(), 0U);
      const auto all = std::accumulate(words.begin(), words.end(), std::uint64_t{0});
      const std::uint64_t workers = workers_of(team);
      const auto threw = static_cast<std::uint64_t>(team.num_workers());
      EXPECT_EQ(all_sum(team, all), 2 * (8 * workers - threw));
      EXPECT_EQ(all_sum(team, writing.counts().thrown), threw);
      EXPECT_NO_THROW(spawn_throwing(writing, team, 0));
    }
  });
}

TEST(distributed_activities, refuse_more_elements_of_one_rank_than_a_parcel_holds) {
  struct wide_writer {
    using arguments = std::uint32_t;  // how many elements of the next rank
    using element = std::uint64_t;
    rank_id next;
    element* words;
    [[nodiscard]] element& place(std::uint32_t number) const { return words[number]; }
    void act(activities::ownership_access<element>& access, arguments many) const {
      for (std::uint32_t n = 0; n < many; ++n) { access.write({next, n}, n); }
    }
    void touches(arguments many, const std::function<void(global_element)>& visit) const {
      for (std::uint32_t n = 0; n < many; ++n) { visit({next, n}); }
    }
  };
  on_teams({with(team_of(2, 1), "parcel_bytes", "1024")}, [](rank_team& team) {
    std::vector<std::uint64_t> words(200, 0);
    distributed_activities<wide_writer> writing(team, {rank_after(team, 1), words.data()});
    writing.run([&](worker& self) { writing.spawn(self, 60); });
    EXPECT_EQ(words[59], 59U);
    try {
      writing.run([&](worker& self) { writing.spawn(self, 200); });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const agreed_error& problem) {
      EXPECT_NE(std::string(problem.what()).find("raise parcel_bytes"), std::string::npos);
    }
    EXPECT_EQ(writing.num_marked(), 0U);
  });
}

TEST(distributed_activities, may_be_spawned_by_handlers_of_their_outcomes) {
  on_teams(few_teams(), [](rank_team& team) {
    using handler = std::function<void(worker&, const distributed_transfer::arguments&)>;
    std::vector<std::int64_t> accounts(accounts_each, 100);
    distributed_activities<distributed_transfer, handler>* all = nullptr;
    const handler failed = [&](worker& self, const distributed_transfer::arguments& what) {
      all->spawn(self, {what.from, what.to, what.amount / 2});
    };
    distributed_activities<distributed_transfer, handler> transfers(
        team, distributed_transfer{accounts.data()}, {.in_flight = 2}, {failed, {}});
    all = &transfers;
    transfers.run([&](worker& self) {
      for (std::uint32_t i = 0; i < 20; ++i) {
        const std::uint32_t from = i % accounts_each;
        transfers.spawn(self, {{rank_after(team, 1), from}, {rank_after(team, 2), from}, 5000});
      }
    });
    const ownership_counts counts = transfers.counts();
    const auto spawned = 20U * static_cast<std::uint64_t>(team.num_workers());
    EXPECT_EQ(counts.activities, spawned + counts.failed);
    EXPECT_GT(all_sum(team, counts.failed), 0U);  // nobody has 5000 at first
    const std::int64_t total = std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0});
    EXPECT_EQ(all_sum(team, total), 100 * static_cast<std::int64_t>(accounts_each) * team.size());
  });
}

TEST(distributed_activities, may_be_spawned_by_handlers_of_other_messages) {
  on_teams(few_teams(), [](rank_team& team) {
    std::vector<std::int64_t> accounts(accounts_each, 1000);
    distributed_activities<distributed_transfer> moving(team, distributed_transfer{accounts.data()},
                                                        {.in_flight = 2});
    const auto move_one = [&](worker& self, const std::uint32_t& number) {
      moving.spawn(self, {{rank_id{0}, number % accounts_each},
                          {rank_after(team, 1), (number + 1) % accounts_each},
                          1});
    };
    auto messages = make_channel<std::uint32_t>(team, move_one, {.how = deliver::later});
    moving.run([&](worker& self) {
      for (std::uint32_t i = 0; i < 30; ++i) { messages.send(self, rank_after(team, 1), i); }
    });
    EXPECT_EQ(moving.counts().activities, 30U * static_cast<std::uint64_t>(team.num_workers()));
    const std::int64_t total = std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0});
    EXPECT_EQ(all_sum(team, total), 1000 * static_cast<std::int64_t>(accounts_each) * team.size());
  });
}

TEST(distributed_activities, do_not_leave_others_waiting_when_a_body_throws) {
  if (under_mpirun()) { GTEST_SKIP() << "an MPI job would end"; }
  for (const launch_options& options : few_teams()) {
    SCOPED_TRACE(name_of(options));
    EXPECT_THROW(run_team(options,
                          [&](rank_team& team) {
                            std::vector<std::int64_t> accounts(accounts_each, 20);
                            distributed_activities<distributed_transfer> transfers(
                                team, distributed_transfer{accounts.data()});
                            transfers.run([&](worker& self) {
                              random_stream random = stream_of(4, self);
                              for (int i = 0; i < 100; ++i) {
                                transfers.spawn(self,
                                                {drawn_element(random, team, accounts_each),
                                                 drawn_element(random, team, accounts_each), 1});
                                if (i == 50 && index_of(team.rank()) == team.size() - 1) {
                                  throw input_error("a.el", {3, 1}, "not a number");
                                }
                              }
                            });
                          }),
                 input_error);
  }
}

TEST(distributed_activities, end_on_all_ranks_if_one_can_send_no_more) {
  if (under_mpirun()) { GTEST_SKIP() << "a simulation needs no launcher"; }
  for (const int after : {1, 20, 60, 150}) {
    const std::string model = "sim:latency=0,jitter=30,break=" + std::to_string(after);
    SCOPED_TRACE(model);
    EXPECT_THROW(run_team(team_of(3, 2, model),
                          [&](rank_team& team) {
                            std::vector<std::int64_t> accounts(accounts_each, 20);
                            distributed_activities<distributed_transfer> transfers(
                                team, distributed_transfer{accounts.data()}, {.in_flight = 4});
                            transfers.run([&](worker& self) {
                              random_stream random = stream_of(5, self);
                              for (int i = 0; i < 2000; ++i) {
                                transfers.spawn(self,
                                                {drawn_element(random, team, accounts_each),
                                                 drawn_element(random, team, accounts_each), 1});
                              }
                            });
                          }),
                 transport_error);
  }
}

TEST(distributed_activities, of_a_rank_alone_send_nothing) {
  on_teams(few_teams(), [](rank_team& team) {
    std::vector<std::int64_t> accounts(accounts_each, 20);
    distributed_activities<distributed_transfer> transfers(team,
                                                           distributed_transfer{accounts.data()});
    transfers.run([&](worker& self) {
      for (std::uint32_t i = 0; i < 50; ++i) {
        const std::uint32_t to = (i + 1) % accounts_each;
        transfers.spawn(self, {{team.rank(), i % accounts_each}, {team.rank(), to}, 1});
      }
    });
    const ownership_counts counts = transfers.counts();
    EXPECT_EQ(counts.local, 50U * static_cast<std::uint64_t>(team.num_workers()));
    EXPECT_EQ(counts.messages() + counts.acquisitions, 0U);
    EXPECT_EQ(std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0}),
              20 * static_cast<std::int64_t>(accounts_each));
  });
}

TEST(distributed_activities, refuse_a_number_in_flight_that_they_cannot_name) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    EXPECT_THROW(distributed_activities<distributed_transfer>(team, {nullptr}, {.in_flight = 5000}),
                 usage_error);
  });
}

}  // namespace orujo::test
