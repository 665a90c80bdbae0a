// Barriers, reductions and broadcasts among tasks of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/synchronisation/global_barrier.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/memory/synchronisation/global_reduction.hpp"
#include "orujo/memory/synchronisation/home_tree.hpp"
#include "orujo/memory/synchronisation/symmetric_reduce.hpp"

namespace orujo::test {

namespace {

/// Each task counts where it runs; after each wait the counts of others are those of the phase.
void expect_phases(const global_barrier& barrier, symmetric<std::uint64_t> counts,
                   std::uint64_t total) {
  for (std::uint64_t phase = 1; phase <= 3; ++phase) {
    ++counts.here();
    barrier.wait();
    std::uint64_t sum = 0;
    for (std::uint64_t home = 0; home < this_memory().num_homes(); ++home) {
      sum += delegate::read(counts.at(some_home(home)));
    }
    EXPECT_EQ(sum, total * phase);
    barrier.wait();
  }
}

}  // namespace

TEST(home_tree, joins_all_homes_over_stretches_of_them) {
  for (std::uint32_t homes = 1; homes < 70; ++homes) {
    std::vector<int> parents(homes, 0);
    for (std::uint32_t h = 0; h < homes; ++h) {
      const home_tree tree(home_id{h}, homes);
      std::uint32_t below = 1;
      for (std::uint32_t i = 0; i < tree.num_children(); ++i) {
        const home_tree child(tree.child(i), homes);
        EXPECT_EQ(index_of(tree.child(i)), h + below);  // right behind what comes before
        EXPECT_EQ(index_of(child.parent()), h);
        EXPECT_EQ(child.number(), i);
        ++parents[index_of(tree.child(i))];
        below += child.size();
      }
      EXPECT_EQ(tree.size(), below);
    }
    EXPECT_EQ(parents[0], 0);
    for (std::uint32_t h = 1; h < homes; ++h) { EXPECT_EQ(parents[h], 1); }
    EXPECT_EQ(home_tree(home_id{0}, homes).size(), homes);
  }
}

TEST(global_barrier, holds_tasks_of_each_worker_until_all_have_come) {
  with_memory(all_teams(), [] {
    const auto counts = allocate_symmetric<std::uint64_t>(0);
    for (const std::uint64_t each : {1U, 3U}) {
      const auto barrier = allocate_barrier(barrier_tasks::of_each_worker, each);
      on_all_workers([=] {
        const std::uint64_t total = each * this_memory().num_homes();
        for (std::uint64_t i = 0; i < each; ++i) {
          spawn([=] { expect_phases(barrier, counts, total); });
        }
      });
      on_all_workers([counts] { counts.here() = 0; });
      release(barrier);
    }
  });
}

TEST(global_barrier, holds_tasks_wherever_they_are) {
  with_memory(all_teams(), [] {
    const auto counts = allocate_symmetric<std::uint64_t>(0);
    for (const std::uint64_t total : {1U, 5U, 37U}) {
      const auto barrier = allocate_barrier(barrier_tasks::anywhere, total);
      finish([&] {
        for (std::uint64_t i = 0; i < total; ++i) {
          const auto body = [=] { expect_phases(barrier, counts, total); };
          if (i % 2 == 0) {
            spawn_anywhere(body);
          } else {
            spawn_at(some_home(this_memory().num_homes() / 2 + i % 3), body);
          }
        }
      });
      on_all_workers([counts] { counts.here() = 0; });
      release(barrier);
    }
  });
}

TEST(global_barrier, sends_one_message_up_and_one_down_each_edge_of_a_tree) {
  on_teams(all_teams(1), [](rank_team& team) {
    const auto sent = [&team] {
      const metric_totals totals = team.metrics();
      return totals[metric::delegates_async_own_worker] + totals[metric::delegates_async_own_rank] +
             totals[metric::delegates_async_remote];
    };
    global_memory memory(team);
    const std::uint64_t before = sent();
    run_global(team, [] {
      const auto barrier = allocate_barrier(barrier_tasks::of_each_worker, 4);
      on_all_workers([barrier] {
        for (int i = 0; i < 4; ++i) {
          spawn([barrier] {
            for (int phase = 0; phase < 10; ++phase) { barrier.wait(); }
          });
        }
      });
    });
    const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
    // And one of the root to itself.
    EXPECT_EQ(all_sum(team, sent() - before), 10 * (2 * (homes - 1) + 1));
  });
}

TEST(global_reduction, combines_the_values_of_all_tasks) {
  with_memory(all_teams(), [] {
    const std::uint64_t homes = this_memory().num_homes();
    for (const std::uint64_t each : {1U, 3U}) {
      const auto meeting = allocate_reduction<std::uint64_t>(each);
      on_all_workers([=] {
        for (std::uint64_t i = 0; i < each; ++i) {
          spawn([=] {
            const std::uint64_t self = index_of(this_memory().home()) * each + i;
            const std::uint64_t last = homes * each - 1;
            for (std::uint64_t round = 0; round < 3; ++round) {
              EXPECT_EQ(meeting.all_sum(self + round), (last + 1) * (last + 2 * round) / 2);
              EXPECT_EQ(
                  meeting.all_reduce(self, [](const std::uint64_t& a,
                                              const std::uint64_t& b) { return a < b ? b : a; }),
                  last);
              const std::uint64_t giver = round * 5 % (last + 1);
              EXPECT_EQ(meeting.broadcast(self == giver ? std::optional(self + 100) : std::nullopt),
                        giver + 100);
            }
          });
        }
      });
      release(meeting);
    }
  });
}

TEST(global_reduction, takes_large_values) {
  with_memory(all_teams(1), [] {
    using numbers = std::array<std::uint32_t, 20>;
    const auto meeting = allocate_reduction<numbers>();
    on_all_workers([meeting] {
      numbers mine{};
      mine[index_of(this_memory().home()) % 20] = 1;
      const numbers all = meeting.all_reduce(mine, [](const numbers& a, const numbers& b) {
        numbers sum = a;
        for (std::size_t i = 0; i < sum.size(); ++i) { sum[i] += b[i]; }
        return sum;
      });
      for (std::uint32_t i = 0; i < 20; ++i) {
        EXPECT_EQ(all[i], (this_memory().num_homes() + 19 - i) / 20);
      }
    });
  });
}

TEST(global_reduction, gives_the_same_bits_each_time) {
  with_memory(all_teams(2), [] {
    const auto meeting = allocate_reduction<double>();
    const auto mine = allocate_symmetric<double>(0.0);
    on_all_workers([=] { mine.here() = 0.1 * (1 + index_of(this_memory().home())); });
    const double expected = reduce(mine, std::plus<double>());  // combined in the same order
    on_all_workers([=] {
      for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(meeting.all_sum(mine.here()), expected);
      }
    });
  });
}

TEST(symmetric_reduce, combines_and_writes_the_objects_of_all_workers) {
  with_memory(all_teams(), [] {
    const auto words = allocate_symmetric<std::uint64_t>(0);
    const std::uint64_t homes = this_memory().num_homes();
    for (std::uint64_t caller = 0; caller < homes; ++caller) {
      finish([&] {
        spawn_at(some_home(caller), [=] {
          broadcast(words, caller + 5);
          EXPECT_EQ(reduce(words, std::plus<std::uint64_t>()), homes * (caller + 5));
        });
      });
    }
    on_all_workers([words] { words.here() = index_of(this_memory().home()) * 3 % 7; });
    std::uint64_t most = 0;
    for (std::uint64_t home = 0; home < homes; ++home) { most = std::max(most, home * 3 % 7); }
    EXPECT_EQ(
        reduce(words, [](const std::uint64_t& a, const std::uint64_t& b) { return a < b ? b : a; }),
        most);
  });
}

TEST(global_barrier, is_for_one_task_at_least) {
  with_memory(all_teams(0), [] {
    EXPECT_THROW(static_cast<void>(allocate_barrier(barrier_tasks::anywhere, 0)), usage_error);
    EXPECT_THROW(static_cast<void>(allocate_reduction<int>(0)), usage_error);
  });
}

TEST(global_barrier, says_in_a_deadlock_what_is_waited_for) {
  on_teams(all_teams(0), [](rank_team& team) {
    global_memory memory(team);
    std::string text;
    try {
      run_global(team, [] { allocate_barrier(barrier_tasks::anywhere, 2).wait(); });
    } catch (const deadlock_error& problem) { text = problem.what(); }
    EXPECT_NE(text.find("the others at a global_barrier"), std::string::npos) << text;
  });
}

}  // namespace orujo::test
