// Reduction caches: the same results from fewer messages.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/reduction.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

struct gift {
  std::uint64_t to;
  std::uint64_t amount;
};

struct by_target {
  std::uint64_t operator()(const gift& g) const { return g.to; }
};
struct add_amount {
  void operator()(gift& kept, const gift& g) const { kept.amount += g.amount; }
};
struct less_amount {
  bool operator()(const gift& a, const gift& b) const { return a.amount < b.amount; }
};

constexpr std::uint64_t targets = 300;  // on each rank
constexpr std::uint64_t gifts_per_worker = 20000;

/// Sends gifts to random targets of random ranks; about half go to a few of them.
template <typename Sender>
void send_gifts(const worker& self, Sender out) {
  rank_team& team = self.team();
  random_stream random(7, static_cast<std::uint64_t>(index_of(team.rank()) * 8 + self.index()));
  for (std::uint64_t i = 0; i < gifts_per_worker; ++i) {
    const auto rank = static_cast<int>(random.below(static_cast<std::uint64_t>(team.size())));
    const std::uint64_t to = random.below(i % 2 == 0 ? 10 : targets);
    out.send(rank_id{rank}, {to, 1 + random.below(1000)});
  }
}

using counters = std::vector<std::atomic<std::uint64_t>>;

void add_up(counters& at, const gift& g) { at[g.to] += g.amount; }
void lower(counters& at, const gift& g) {
  std::uint64_t known = at[g.to];
  while (g.amount < known && !at[g.to].compare_exchange_weak(known, g.amount)) {}
}

/// Both with a cache and without: the same values at each target, and fewer messages.
template <typename Reducer, typename Take>
void expect_same_from_fewer(rank_team& team, std::uint64_t start, Reducer how, Take take) {
  counters expected(targets);
  counters got(targets);
  for (auto& each : expected) { each = start; }
  for (auto& each : got) { each = start; }
  std::uint64_t plain = 0;
  {
    auto gifts = make_channel<gift>(team, [&](const gift& g) { take(expected, g); });
    run_epoch(team, [&](worker& self) { send_gifts(self, gifts.from(self)); });
    plain = all_sum(team, team.metrics()[metric::messages_sent]);
  }
  const auto handle = [&](const gift& g) { take(got, g); };
  reducing_channel<gift, decltype(handle), Reducer> gifts(team, handle, how);
  for (int epoch = 0; epoch < 2; ++epoch) {  // the second must not know the first
    for (auto& each : got) { each = start; }
    run_epoch(team, [&](worker& self) { send_gifts(self, gifts.from(self)); });
    for (std::uint64_t i = 0; i < targets; ++i) { ASSERT_EQ(got[i], expected[i]) << i; }
  }
  const metric_totals after = team.metrics();
  const std::uint64_t reduced = all_sum(team, after[metric::messages_sent]) - plain;
  const std::uint64_t looks = all_sum(team, after[metric::reduction_looks]);
  const std::uint64_t hits = all_sum(team, after[metric::reduction_hits]);
  EXPECT_EQ(looks, 2 * plain);
  EXPECT_EQ(reduced + hits, looks) << "what was not merged has travelled";
  if (team.size() > 1) { EXPECT_GT(hits, looks / 8); }
}

std::vector<launch_options> reducing_teams() {
  std::vector<launch_options> teams;
  for (const launch_options& options : all_teams(1)) {
    teams.push_back(with(options, "reduction_entries", "100"));  // rounded up, and too few
  }
  return teams;
}

}  // namespace

TEST(reduction, sums_arrive_whole) {
  on_teams(reducing_teams(), [](rank_team& team) {
    expect_same_from_fewer(team, 0, sum_reducer{by_target{}, add_amount{}}, add_up);
  });
}

TEST(reduction, the_least_arrives) {
  on_teams(reducing_teams(), [](rank_team& team) {
    expect_same_from_fewer(team, 5000, best_reducer{by_target{}, less_amount{}}, lower);
  });
}

TEST(reduction, one_of_several_duplicates_arrives) {
  on_teams(reducing_teams(), [](rank_team& team) {
    expect_same_from_fewer(team, 0, duplicate_reducer{by_target{}},
                           [](counters& at, const gift& g) { at[g.to] = 1; });
  });
}

TEST(reduction, sums_of_handlers_arrive_before_the_epoch_ends) {
  on_teams(reducing_teams(), [](rank_team& team) {
    counters got(targets);
    const auto handle = [&](const gift& g) { add_up(got, g); };
    reducing_channel<gift, decltype(handle), sum_reducer<by_target, add_amount>> gifts(
        team, handle, sum_reducer{by_target{}, add_amount{}});
    auto orders = make_channel<std::uint64_t>(team,
                                              [&](worker& self, const std::uint64_t& order) {
                                                auto out = gifts.from(self);
                                                for (int rank = 0; rank < team.size(); ++rank) {
                                                  out.send(rank_id{rank}, {order % targets, 1});
                                                }
                                              },
                                              {.how = deliver::later});
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = 0; i < 900; ++i) {
        orders.send(self, rank_id{static_cast<int>(i) % team.size()}, i);
      }
    });
    const auto senders = static_cast<std::uint64_t>(team.size() * team.num_workers());
    for (const auto& each : got) { ASSERT_EQ(each, 3 * senders); }
  });
}

TEST(reduction, works_with_homes_and_over_other_ranks) {
  std::vector<launch_options> teams;
  for (const launch_options& options : reducing_teams()) {
    teams.push_back(with(with(options, "routing", "rook"), "flow_control", "static"));
  }
  on_teams(teams, [](rank_team& team) {
    const auto workers = static_cast<std::size_t>(team.num_workers());
    const std::size_t homes = static_cast<std::size_t>(team.size()) * workers;
    std::vector<std::vector<std::uint64_t>> got(workers, std::vector<std::uint64_t>(targets));
    const auto handle = [&](worker& self, const gift& g) {
      got[static_cast<std::size_t>(self.index())][g.to] += g.amount;
    };
    reducing_channel<gift, decltype(handle), sum_reducer<by_target, add_amount>> gifts(
        team, handle, sum_reducer{by_target{}, add_amount{}}, {.how = deliver::home});
    run_epoch(team, [&](worker& self) {
      auto out = gifts.from(self);
      for (std::uint64_t i = 0; i < homes * targets * 2; ++i) {
        out.send_home(i % homes, {i / homes % targets, 1});
      }
    });
    for (const auto& of_worker : got) {
      for (const std::uint64_t each : of_worker) { ASSERT_EQ(each, 2 * homes); }
    }
  });
}

}  // namespace orujo::test
