// Shares of time: each moment counts once, for the innermost span.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/trace/time_shares.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::uint64_t second = 1'000'000'000;

trace_slice slice(double begin, double end, span_kind kind) {
  return {static_cast<std::uint64_t>(begin * second), static_cast<std::uint64_t>(end * second), 0,
          static_cast<std::uint16_t>(kind)};
}

double of(const std::array<double, num_time_uses>& seconds, time_use use) {
  return seconds[static_cast<std::size_t>(use)];
}

}  // namespace

TEST(time_shares, count_each_moment_for_the_innermost_span) {
  const std::vector<trace_slice> slices =
      nested({slice(0, 10, span_kind::section), slice(2, 8, span_kind::tasks),
              slice(3, 4, span_kind::batch), slice(5, 7, span_kind::idle),
              slice(11, 13, span_kind::collective), slice(12, 13, span_kind::idle)});
  const auto all = uses_in({0, 14 * second}, slices, time_use::waiting);
  EXPECT_DOUBLE_EQ(of(all, time_use::computing), 4);  // 0 to 2 and 8 to 10
  EXPECT_DOUBLE_EQ(of(all, time_use::tasks), 3);
  EXPECT_DOUBLE_EQ(of(all, time_use::handling), 1);
  EXPECT_DOUBLE_EQ(of(all, time_use::collectives), 1);
  EXPECT_DOUBLE_EQ(of(all, time_use::waiting), 5);
}

TEST(time_shares, of_a_stretch_leave_out_what_is_before_and_behind) {
  const std::vector<trace_slice> slices =
      nested({slice(0, 4, span_kind::batch), slice(5, 9, span_kind::idle)});
  const auto part = uses_in({3 * second, 6 * second}, slices, time_use::computing);
  EXPECT_DOUBLE_EQ(of(part, time_use::handling), 1);
  EXPECT_DOUBLE_EQ(of(part, time_use::computing), 1);
  EXPECT_DOUBLE_EQ(of(part, time_use::waiting), 1);
  const auto none = uses_in({20 * second, 20 * second}, slices, time_use::computing);
  EXPECT_DOUBLE_EQ(of(none, time_use::computing), 0);
}

TEST(time_shares, of_every_worker_are_the_whole_of_the_span) {
  std::vector<launch_options> teams;
  for (const launch_options& options : few_teams()) {
    teams.push_back(with(options, "trace_events", "100000"));
  }
  on_teams(teams, [](rank_team& team) {
    const span_kind kind = declare_span_kind("sleepy epoch");
    EXPECT_TRUE(time_shares(team, kind).empty());
    const std::uint64_t begin = trace_now();
    {
      const trace_span span(team.worker_at(0).trace, kind);
      run_epoch(team, [](worker& self) {  // worker 0 computes; the others wait for it
        if (self.index() == 0) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }
      });
    }
    const double longest = static_cast<double>(trace_now() - begin) * 1e-9;
    const std::vector<worker_time> times = time_shares(team, kind);
    ASSERT_EQ(times.size(), workers_heard_of(team));
    for (const worker_time& each : times) {
      EXPECT_GE(each.total(), 0.02);
      if (each.rank == index_of(team.rank())) { EXPECT_LE(each.total(), longest); }
      double all = 0;
      for (std::size_t i = 0; i < num_time_uses; ++i) { all += each.share(time_use(i)); }
      EXPECT_NEAR(all, 1, 1e-9);
      // Sleep is no wait that a worker knows of. The others wait at least for worker 0 to wake
      // them.
      const double waited = each.seconds[static_cast<std::size_t>(time_use::waiting)];
      if (each.worker == 0) {
        EXPECT_GE(each.seconds[static_cast<std::size_t>(time_use::computing)], 0.02);
      } else {
        EXPECT_GT(waited, 0);
      }
    }
  });
}

TEST(time_shares, of_a_team_that_notes_nothing_are_none) {
  on_teams({team_of(2, 2)},
           [](rank_team& team) { EXPECT_TRUE(time_shares(team, span_kind::section).empty()); });
}

}  // namespace orujo::test
