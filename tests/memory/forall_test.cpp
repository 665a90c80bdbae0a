// Loops over global arrays: each element once, at its home.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/forall.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "memory/memory_run.hpp"

namespace orujo::test {

TEST(forall_of_an_array, visits_each_element_once_by_reference_at_its_home) {
  with_memory(all_teams(1), [] {
    for (const std::uint64_t size : {0U, 1U, 5U, 3000U}) {
      const auto array = allocate_array<std::uint64_t>(size, 4);
      forall(array, [](std::uint64_t& value) { ++value; });
      forall(array, [array](std::uint64_t i, std::uint64_t& value) {
        EXPECT_EQ(array.home_of(i), this_memory().home());
        value += 10 * i;
      });
      std::vector<std::uint64_t> expected(size);
      for (std::uint64_t i = 0; i < size; ++i) { expected[i] = 10 * i + 1; }
      EXPECT_EQ(values_of(array), expected);
      release(array);
    }
  });
}

TEST(forall_of_an_array, lets_iterations_wait_and_joins_what_they_send) {
  with_memory(all_teams(1), [] {
    const auto from = allocate_array<std::uint64_t>(500);
    const auto to = allocate_array<std::uint64_t>(500, 1);
    forall(from, [](std::uint64_t i, std::uint64_t& value) { value = 499 - i; });
    forall(from,
           [to](std::uint64_t i, const std::uint64_t& target) {
             delegate::fetch_add(to.at(target), i);
             delegate::async_add(to.at(i), 1000);
           },
           {.threshold = 3});
    std::vector<std::uint64_t> expected(500);
    for (std::uint64_t i = 0; i < 500; ++i) { expected[i] = 1000 + 499 - i; }
    EXPECT_EQ(values_of(to), expected);
  });
}

TEST(forall_of_an_array, spreads_along_a_tree_and_so_do_allocation_and_release) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 64 workers"; }
  const int ranks = is_sanitized ? 8 : 64;
  const auto most_closures = [](rank_team& team, std::uint64_t size) {
    const auto closures = [&] { return team.metrics()[metric::closures_posted]; };
    const std::uint64_t before = closures();
    run_global(team, [size] {
      const auto array = allocate_array<std::uint64_t>(size, 1);
      forall(array, [](std::uint64_t i, std::uint64_t& value) { value = i; });
      if (size > 0) { EXPECT_EQ(delegate::read(array.at(size - 1)), size - 1); }
      release(array);
    });
    return closures() - before;
  };
  on_teams({team_of(ranks, 1)}, [&](rank_team& team) {
    global_memory memory(team);
    const std::uint64_t log_ranks = ranks == 64 ? 6 : 3;
    // Four trees: for memory, mapping, the loop and release; each answered once by each rank.
    EXPECT_LE(most_closures(team, 1000), 4 * (log_ranks + 1));
    // Two elements lie at two ranks: nobody else hears of the array.
    EXPECT_LE(most_closures(team, 2), index_of(team.rank()) < 2 ? 8U : 0U);
    EXPECT_EQ(most_closures(team, 0), 0U);
  });
}

TEST(forall_here_of_an_array, visits_the_own_part_only) {
  with_memory(all_teams(1), [] {
    const auto array = allocate_array<std::uint32_t>(999, 2);
    const home_id here = this_memory().home();
    std::uint64_t visits = 0;
    forall_here(array, [&](std::uint64_t i, std::uint32_t& value) {
      value = 1;
      ++visits;
      EXPECT_EQ(array.home_of(i), here);
    });
    EXPECT_EQ(visits, array.local_size(here));
    const auto values = values_of(array);
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}), visits);
  });
}

}  // namespace orujo::test
