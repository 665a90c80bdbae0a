// Counters of a whole team: who sent how much to whom, how unlike ranks are, what programs declare.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/team_counts.hpp"

#include <string>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/declared_metric.hpp"
#include "orujo/messaging/routing.hpp"
#include "orujo/runtime/metrics/traffic_map.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr int letters = 3000;

std::vector<launch_options> counting(const std::vector<launch_options>& teams) {
  std::vector<launch_options> result;
  for (const launch_options& each : teams) { result.push_back(with(each, "traffic_map", "true")); }
  return result;
}

std::size_t place_of(const rank_team& team) {
  return static_cast<std::size_t>(index_of(team.rank()));
}

/// Each worker of rank r sends numbers of 8 bytes to rank 2 r + 1, around the team.
void send_to_one(rank_team& team) {
  auto numbers =
      make_channel<std::uint64_t>(team, [](const std::uint64_t&) {}, {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    const rank_id to{(2 * index_of(team.rank()) + 1) % team.size()};
    for (std::uint64_t i = 0; i < letters; ++i) { numbers.send(self, to, i); }
  });
}

}  // namespace

TEST(traffic_map, has_the_bytes_of_all_parcels_from_rank_to_rank) {
  on_teams(counting(all_teams(1)), [](rank_team& team) {
    const rank_counts before = count_rank(team);
    send_to_one(team);
    const team_counts sent = gather_counts(team, before);
    const traffic_map map = gather_traffic(team, sent.sent);
    const auto ranks = static_cast<std::size_t>(team.size());
    ASSERT_EQ(map.rows.size(), ranks);
    EXPECT_EQ(map.ranks_per_row, 1U);
    EXPECT_EQ(map.sum().bytes, sent.all[metric::parcel_bytes_sent]);
    EXPECT_EQ(map.sum().parcels, sent.all[metric::parcels_sent]);
    const std::uint64_t payload =
        std::uint64_t{8} * letters * static_cast<std::uint64_t>(team.num_workers());
    for (std::size_t from = 0; from < ranks; ++from) {
      for (std::size_t to = 0; to < ranks; ++to) {
        const rank_traffic& each = map.rows[from][to];
        EXPECT_EQ(each.bytes > 0, each.parcels > 0);
        if (to == (2 * from + 1) % ranks) {
          EXPECT_GE(each.bytes, payload);
        } else {
          EXPECT_LT(each.bytes, payload / 2) << "letters of collectives alone";
        }
      }
    }
    EXPECT_EQ(map.rows[place_of(team)][0].bytes, sent.sent[0].bytes);
  });
}

namespace {

/// Of a run in which each rank sends as much to every one.
void expect_hops(const traffic_map& map, const routing& route, std::uint64_t payload) {
  for (int from = 0; from < 8; ++from) {
    for (int to = 0; to < 8; ++to) {
      if (from == to) { continue; }
      const rank_traffic& each =
          map.rows[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
      if (route.next_hop(from, to) == to) {
        EXPECT_GE(each.bytes, payload) << from << " to " << to;
      } else {
        EXPECT_LT(each.bytes, payload / 2) << from << " to " << to << ": collectives alone";
      }
    }
  }
}

}  // namespace

TEST(traffic_map, of_routed_messages_shows_the_hops) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 8 ranks"; }
  for (const char* route : {"direct", "rook", "hypercube"}) {
    SCOPED_TRACE(route);
    const std::vector<launch_options> teams = {
        with(team_of(8, 1), "routing", route),
        with(team_of(8, 1, sim_model_of(1)), "routing", route)};
    on_teams(counting(teams), [](rank_team& team) {
      const rank_counts before = count_rank(team);
      auto numbers =
          make_channel<std::uint64_t>(team, [](const std::uint64_t&) {}, {.how = deliver::later});
      run_epoch(team, [&](worker& self) {
        for (std::uint64_t i = 0; i < 8 * letters; ++i) {
          numbers.send(self, rank_id{static_cast<int>(i % 8)}, i);
        }
      });
      const team_counts sent = gather_counts(team, before);
      expect_hops(gather_traffic(team, sent.sent), routing(routing_of(team.values()), team.size()),
                  std::uint64_t{8} * letters);
    });
  }
}

TEST(traffic_map, has_no_rows_unless_the_setting_asks) {
  on_teams(few_teams(), [](rank_team& team) {
    send_to_one(team);
    const team_counts counts = gather_counts(team);
    EXPECT_TRUE(counts.sent.empty());
    const traffic_map map = gather_traffic(team, counts.sent);
    EXPECT_TRUE(map.rows.empty());
    EXPECT_EQ(map.sum().bytes, 0U);
  });
}

TEST(traffic_map, adds_up_neighbours_where_there_are_many_ranks) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 66 ranks"; }
  if (is_sanitized) { GTEST_SKIP() << "needs 66 threads"; }
  on_teams(counting({team_of(66, 1)}), [](rank_team& team) {
    const rank_counts before = count_rank(team);
    send_to_one(team);
    const team_counts sent = gather_counts(team, before);
    const traffic_map map = gather_traffic(team, sent.sent);
    EXPECT_EQ(map.ranks, 66U);
    EXPECT_EQ(map.ranks_per_row, 2U);
    ASSERT_EQ(map.rows.size(), 33U);
    ASSERT_EQ(map.rows[0].size(), 33U);
    EXPECT_EQ(map.sum().bytes, sent.all[metric::parcel_bytes_sent]);
    // Ranks 2 and 3 send to ranks 5 and 7.
    EXPECT_GE(map.rows[1][2].bytes, std::uint64_t{8} * letters);
    EXPECT_GE(map.rows[1][3].bytes, std::uint64_t{8} * letters);
    EXPECT_LT(map.rows[1][4].bytes, std::uint64_t{4} * letters);
  });
}

TEST(team_counts, name_the_rank_that_has_the_most) {
  team_counts counts;
  for (const std::uint64_t value : {4U, 9U, 2U, 9U}) {
    metric_totals& rank = counts.ranks.emplace_back();
    rank.values[static_cast<std::size_t>(metric::messages_handled)] = value;
  }
  const std::vector<rank_skew> skews = skew_of(counts);
  ASSERT_EQ(skews.size(), 1U);
  EXPECT_EQ(skews[0].name, "messages_handled");
  EXPECT_EQ(skews[0].unit, "messages");
  EXPECT_EQ(skews[0].median, 6U);
  EXPECT_EQ(skews[0].most, 9U);
  EXPECT_EQ(skews[0].rank, 1);
  counts.ranks.pop_back();
  EXPECT_EQ(skew_of(counts)[0].median, 4U);
  EXPECT_TRUE(skew_of({}).empty());
}

TEST(team_counts, of_bytes_that_came_are_those_that_were_sent) {
  on_teams(all_teams(1), [](rank_team& team) {
    const rank_counts before = count_rank(team);
    send_to_one(team);
    const team_counts counts = gather_counts(team, before);
    const std::uint64_t payload =
        std::uint64_t{8} * letters * static_cast<std::uint64_t>(team.num_workers());
    const bool hears_all = index_of(team.rank()) == 0;
    ASSERT_EQ(counts.ranks.size(), hears_all ? static_cast<std::size_t>(team.size()) : 0U);
    for (std::size_t r = 0; r < counts.ranks.size(); ++r) {
      std::uint64_t senders = 0;
      for (std::size_t from = 0; from < counts.ranks.size(); ++from) {
        senders += (2 * from + 1) % counts.ranks.size() == r ? 1U : 0U;
      }
      EXPECT_GE(counts.ranks[r][metric::parcel_bytes_received], senders * payload);
      EXPECT_EQ(counts.ranks[r][metric::messages_handled],
                senders * letters * static_cast<std::uint64_t>(team.num_workers()));
    }
    for (const rank_skew& each : skew_of(counts)) { EXPECT_LE(each.median, each.most); }
  });
}

TEST(declared_metric, is_summed_or_the_largest_of_all_workers) {
  on_teams(all_teams(1), [](rank_team& team) {
    const declared_metric edges(team, "edges");
    const declared_metric longest(team, "longest", metric_merge::maximum);
    const auto work = [&](std::uint64_t each) {
      team.on_workers([&](worker& self) {
        for (std::uint64_t i = 0; i < each; ++i) { edges.add(self, 2); }
        longest.raise(self, 10 * place_of(team) + static_cast<std::size_t>(self.index()));
      });
    };
    work(3);
    const rank_counts before = count_rank(team);
    const declared_metric again(team, "edges");  // goes on
    const declared_metric late(team, "late");
    work(5);
    team.on_workers([&](worker& self) { late.add(self); });
    EXPECT_EQ(again.value(team.worker_at(0)), 16U);
    const auto ranks = static_cast<std::uint64_t>(team.size());
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    ASSERT_EQ(before.declared.size(), 2U);
    EXPECT_EQ(before.declared[0], 6 * workers);
    const team_counts between = gather_counts(team, before);
    ASSERT_EQ(between.declared.size(), 3U);
    EXPECT_EQ(between.declared[0].name, "edges");
    EXPECT_EQ(between.declared[0].value, 10 * ranks * workers);
    EXPECT_EQ(between.declared[1].value, 10 * (ranks - 1) + workers - 1);
    EXPECT_EQ(between.declared[2].value, ranks * workers);
  });
}

TEST(declared_metric, that_ranks_declare_differently_is_an_error_on_all) {
  on_teams({team_of(2, 1), team_of(3, 2, sim_model_of(2))}, [](rank_team& team) {
    const declared_metric same(team, "same");
    const declared_metric other(team, team.rank() == rank_id{0} ? "a" : "b");
    EXPECT_THROW(static_cast<void>(gather_counts(team)), agreed_error);
    EXPECT_THROW(require_same_declarations(team), agreed_error);
  });
}

}  // namespace orujo::test
