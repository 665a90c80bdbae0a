// Metrics over time: what was counted is in the stretch in which it was.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/metric_history.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/declared_metric.hpp"
#include "orujo/messaging/team_samples.hpp"
#include "orujo/tasks/forall.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

std::vector<launch_options> sampling(const std::vector<launch_options>& teams) {
  std::vector<launch_options> result;
  for (const launch_options& each : teams) { result.push_back(with(each, "metric_samples", "64")); }
  return result;
}

metric_moment moment(std::uint64_t when, std::uint64_t value) {
  metric_moment result{when, {}};
  result.values[1] = value;
  return result;
}

const metric_curve* curve_of(const metric_history& history, std::string_view name) {
  const auto at = std::find_if(history.curves.begin(), history.curves.end(),
                               [&](const metric_curve& each) { return each.name == name; });
  return at == history.curves.end() ? nullptr : &*at;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST(metric_history, spreads_growth_over_the_stretches_between_two_moments) {
  const std::vector<metric_moment> moments = {moment(100, 5), moment(150, 5), moment(250, 25),
                                              moment(300, 26)};
  const std::vector<double> growth = growth_of(moments, 1, {100, 400, 4});
  ASSERT_EQ(growth.size(), 4U);
  EXPECT_DOUBLE_EQ(growth[0], 10);  // from 150 to 200
  EXPECT_DOUBLE_EQ(growth[1], 11);
  EXPECT_DOUBLE_EQ(growth[2], 0);
  EXPECT_DOUBLE_EQ(growth[3], 0);
  EXPECT_DOUBLE_EQ(sum_of(growth_of(moments, 0, {100, 400, 4})), 0);
}

TEST(metric_history, keeps_growth_at_the_end_and_in_no_time) {
  const std::vector<metric_moment> moments = {moment(0, 0), moment(10, 3), moment(10, 4)};
  EXPECT_DOUBLE_EQ(sum_of(growth_of(moments, 1, {0, 10, 7})), 4);
  const std::vector<metric_moment> at_once = {moment(7, 0), moment(7, 2)};
  EXPECT_DOUBLE_EQ(sum_of(growth_of(at_once, 1, {7, 0, 3})), 2);
  EXPECT_DOUBLE_EQ(sum_of(growth_of({}, 1, {7, 0, 3})), 0);
}

TEST(metric_history, has_all_that_was_counted_since_its_start) {
  on_teams(sampling(all_teams(1)), [](rank_team& team) {
    const declared_metric edges(team, "edges");
    const declared_metric peak(team, "peak", metric_merge::maximum);
    team.on_workers([&](worker& self) { edges.add(self, 1000); });  // before: not in it
    barrier(team);
    start_samples(team);
    std::uint64_t sent = 0;
    {
      auto numbers = make_channel<int>(team, [](const int&) {}, {.how = deliver::later});
      run_epoch(team, [&](worker& self) {
        for (int i = 0; i < 2000; ++i) {
          numbers.send(self, rank_id{i % team.size()}, i);
          edges.add(self, 3);
        }
        peak.raise(self, 5);
      });
      sent = all_sum(team, std::uint64_t{2000}) * static_cast<std::uint64_t>(team.num_workers());
    }
    stop_samples(team);
    team.on_workers([&](worker& self) { edges.add(self, 1000); });  // behind: not in it
    const metric_history history = gather_metric_history(team, 20);
    EXPECT_GT(history.seconds_per_column, 0);
    EXPECT_EQ(curve_of(history, "peak"), nullptr);
    ASSERT_NE(curve_of(history, "edges"), nullptr);
    EXPECT_EQ(curve_of(history, "edges")->total, 3 * sent);
    ASSERT_NE(curve_of(history, "messages_sent"), nullptr);
    EXPECT_EQ(curve_of(history, "messages_sent")->total, sent);
    EXPECT_EQ(curve_of(history, "tasks_run"), nullptr);
    const double workers = team.size() * team.num_workers();
    for (const metric_curve& curve : history.curves) {
      ASSERT_EQ(curve.mean.size(), 20U);
      const double all = sum_of(curve.mean) * history.seconds_per_column * workers;
      EXPECT_NEAR(all, static_cast<double>(curve.total), 1e-6 * all) << curve.name;
      for (std::size_t i = 0; i < curve.mean.size(); ++i) {
        EXPECT_GE(curve.most[i], curve.mean[i] * (1 - 1e-9)) << curve.name;
      }
    }
  });
}

TEST(metric_history, shows_what_came_first) {
  on_teams(sampling({team_of(1, 1)}), [](rank_team& team) {
    const declared_metric early(team, "early");
    const declared_metric late(team, "late");
    start_samples(team);
    team.on_workers([&](worker& self) { early.add(self, 7); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // so that a moment is due
    team.on_workers([&](worker& self) { late.add(self, 7); });
    const metric_history history = gather_metric_history(team, 40);
    const metric_curve* const first = curve_of(history, "early");
    const metric_curve* const second = curve_of(history, "late");
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    const auto is_some = [](double rate) { return rate > 0; };
    const auto end = std::find_if(first->mean.rbegin(), first->mean.rend(), is_some).base() -
                     first->mean.begin();
    const auto begin =
        std::find_if(second->mean.begin(), second->mean.end(), is_some) - second->mean.begin();
    EXPECT_LE(end, begin + 1);  // one stretch may have the end of one and the begin of the other
  });
}

TEST(metric_history, counts_tasks_as_they_run) {
  on_teams(sampling(few_teams()), [](rank_team& team) {
    run_global(team, [] { forall(0, 100, [](std::uint64_t) {}); });
    const metric_history history = gather_metric_history(team);
    ASSERT_NE(curve_of(history, "tasks_run"), nullptr);
    EXPECT_GT(curve_of(history, "tasks_run")->total, 0U);
  });
}

TEST(metric_history, of_one_rank_ends_with_zero) {
  on_teams(sampling(few_teams()), [](rank_team& team) {
    const declared_metric edges(team, "edges");
    team.on_workers([&](worker& self) { edges.add(self, 4); });
    const std::vector<rank_rates> rates = rates_of_rank(team, 10);
    ASSERT_EQ(rates.size(), 1U);
    EXPECT_EQ(rates[0].name, "edges");
    ASSERT_EQ(rates[0].times.size(), 11U);
    ASSERT_EQ(rates[0].rates.size(), 11U);
    EXPECT_EQ(rates[0].rates.back(), 0);
    EXPECT_TRUE(std::is_sorted(rates[0].times.begin(), rates[0].times.end()));
    EXPECT_GT(sum_of(rates[0].rates), 0);
  });
}

TEST(metric_map, has_what_each_worker_counted) {
  on_teams(sampling(all_teams(1)), [](rank_team& team) {
    start_samples(team);
    team.on_workers([&](worker& self) {
      const std::uint64_t number = static_cast<std::uint64_t>(index_of(team.rank()) * 10);
      self.metrics.add(metric::flushes_full, number + static_cast<std::uint64_t>(self.index()));
    });
    stop_samples(team);
    const metric_map map = gather_metric_map(team, metric::flushes_full, 8);
    const auto workers = static_cast<std::size_t>(team.num_workers());
    EXPECT_EQ(map.name, "flushes_full");
    EXPECT_EQ(map.unit, "parcels");
    ASSERT_EQ(map.rows.size(), static_cast<std::size_t>(team.size()) * workers);
    std::uint64_t total = 0;
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
      ASSERT_EQ(map.rows[row].size(), 8U);
      const std::uint64_t counted = row / workers * 10 + row % workers;
      EXPECT_NEAR(sum_of(map.rows[row]) * map.seconds_per_column, static_cast<double>(counted),
                  1e-6);
      total += counted;
    }
    EXPECT_EQ(map.total, total);
  });
}

TEST(metric_map, takes_many_workers_together) {
  if (under_mpirun()) { GTEST_SKIP() << "as many ranks as mpirun has"; }
  on_teams({with(team_of(100, 1, "virtual"), "metric_samples", "4")}, [](rank_team& team) {
    start_samples(team);
    team.worker_at(0).metrics.add(metric::flushes_full, 5);
    stop_samples(team);
    const metric_map map = gather_metric_map(team, metric::flushes_full, 3);
    EXPECT_EQ(map.workers, 100U);
    EXPECT_EQ(map.workers_per_row, 2U);
    ASSERT_EQ(map.rows.size(), 50U);
    EXPECT_EQ(map.total, 500U);
    EXPECT_NEAR(sum_of(map.rows[49]) * map.seconds_per_column, 5, 1e-6);  // of each of the two
  });
}

TEST(metric_map, is_empty_unless_the_setting_asks) {
  on_teams(few_teams(), [](rank_team& team) {
    const metric_map map = gather_metric_map(team, metric::flushes_full);
    EXPECT_TRUE(map.rows.empty());
    EXPECT_EQ(map.total, 0U);
  });
}

TEST(metric_history, is_empty_unless_the_setting_asks) {
  on_teams(few_teams(), [](rank_team& team) {
    start_samples(team);
    team.on_workers([](worker& self) { self.metrics.add(metric::messages_sent); });
    stop_samples(team);
    EXPECT_TRUE(gather_metric_history(team).curves.empty());
    EXPECT_TRUE(rates_of_rank(team).empty());
  });
}

TEST(metric_history, refuses_ranks_that_declare_differently) {
  on_teams(sampling({team_of(2, 1)}), [](rank_team& team) {
    const declared_metric other(team, team.rank() == rank_id{0} ? "a" : "b");
    EXPECT_THROW(static_cast<void>(gather_metric_history(team)), agreed_error);
  });
}

}  // namespace orujo::test
