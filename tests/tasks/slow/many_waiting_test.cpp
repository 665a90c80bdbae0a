// A million tasks that wait at once.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

constexpr std::uint64_t tasks = 1'000'000;

// More than any worker makes fibers for at first: those that have started wait for the last one.
TEST(many_waiting, tasks_are_a_million_under_the_usual_bound_of_fibers) {
  constexpr std::uint64_t bytes_needed = std::uint64_t{8} << 30;
  if (is_sanitized) { GTEST_SKIP() << "stacks are several times as large"; }
  if (available_memory_bytes() < bytes_needed) { GTEST_SKIP() << "needs 8 GiB of memory"; }
  on_teams({with(team_of(1, 1), "stack_bytes", "8192")}, [](rank_team& team) {
    std::vector<suspension*> all;
    all.reserve(tasks);
    std::uint64_t woken = 0;
    run_global(team, [&] {
      for (std::uint64_t i = 0; i < tasks; ++i) {
        spawn([&] {
          suspension mine;
          all.push_back(&mine);
          if (all.size() == tasks) {
            for (suspension* const each : all) { each->signal(); }
          }
          mine.wait("all others");
          ++woken;
        });
      }
    });
    EXPECT_EQ(woken, tasks);
    EXPECT_GE(team.metrics()[metric::fibers_peak], tasks);
    EXPECT_GT(team.metrics()[metric::fibers_beyond_limit], 0U);
  });
}

}  // namespace orujo::test
