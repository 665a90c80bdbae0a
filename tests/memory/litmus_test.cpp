// What no execution may show: docs/contracts/memory-model.md, over many orders of messages.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <vector>

#include "memory/memory_run.hpp"

namespace orujo::test {

namespace {

constexpr int seeds = 12;
constexpr std::uint64_t rounds = 40;

/// Shapes with several homes, and simulated networks of many seeds.
std::vector<launch_options> litmus_teams() {
  if (under_mpirun()) { return {team_of(0, 1, "mpi"), team_of(0, 2, "mpi")}; }
  std::vector<launch_options> teams{team_of(1, 4), team_of(2, 2)};
  for (int seed = 1; seed <= seeds; ++seed) {
    teams.push_back(team_of(2, 1, sim_model_of(seed)));
    teams.push_back(team_of(4, 1, sim_model_of(seed)));
    teams.push_back(team_of(2, 2, sim_model_of(seed)));
  }
  return teams;
}

using word = std::int32_t;
using location = global_pointer<word>;

/// The variables of one round, at homes of their own, and what the tasks saw.
struct variables {
  location x;
  location y;
  std::array<location, 4> seen;  // a, b, c, d

  void see(std::size_t which, location where) const {
    delegate::write(seen[which], delegate::read(where));
  }
};

/// Where task `number` of a round runs: all pairs of places come up.
home_id task_home(std::uint64_t round, std::uint64_t number) {
  return some_home(round / 3 + number * (1 + round % 3));
}

using outcome = std::array<word, 4>;

/// Runs the tasks, each at some worker, many times, and calls `check` with what they saw. All
/// rounds of a run are under way at once.
template <typename... Tasks>
void run_litmus(bool (*forbidden)(const outcome&), Tasks... tasks) {
  with_memory(litmus_teams(), [=] {
    const auto words = allocate_array<word>(rounds * 6, 1);
    finish([&] {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t first = round * 6;
        const variables v{
            words.at(first),
            words.at(first + 1),
            {words.at(first + 2), words.at(first + 3), words.at(first + 4), words.at(first + 5)}};
        std::uint64_t number = 0;
        (spawn_at(task_home(round, number++), [v, tasks] { tasks(v); }), ...);
      }
    });
    const std::vector<word> all = values_of(words);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const word* const seen = &all[round * 6 + 2];
      const outcome what{seen[0], seen[1], seen[2], seen[3]};
      EXPECT_FALSE(forbidden(what))
          << "a = " << what[0] << ", b = " << what[1] << ", c = " << what[2] << ", d = " << what[3];
    }
  });
}

}  // namespace

TEST(litmus, store_buffering) {
  run_litmus([](const outcome& s) { return s[0] == 0 && s[1] == 0; },
             [](const variables& v) {
               delegate::write(v.x, 1);
               v.see(0, v.y);
             },
             [](const variables& v) {
               delegate::write(v.y, 1);
               v.see(1, v.x);
             });
}

TEST(litmus, message_passing) {
  run_litmus([](const outcome& s) { return s[0] == 1 && s[1] == 0; },
             [](const variables& v) {
               delegate::write(v.x, 1);
               delegate::write(v.y, 1);
             },
             [](const variables& v) {
               v.see(0, v.y);
               v.see(1, v.x);
             });
}

TEST(litmus, message_passing_after_a_finish) {
  run_litmus([](const outcome& s) { return s[0] == 1 && s[1] == 0; },
             [](const variables& v) {
               finish([&] { delegate::async_write(v.x, 1); });
               delegate::write(v.y, 1);
             },
             [](const variables& v) {
               v.see(0, v.y);
               v.see(1, v.x);
             });
}

TEST(litmus, independent_reads_of_independent_writes) {
  run_litmus([](const outcome& s) { return s[0] == 1 && s[1] == 0 && s[2] == 1 && s[3] == 0; },
             [](const variables& v) { delegate::write(v.x, 1); },
             [](const variables& v) { delegate::write(v.y, 1); },
             [](const variables& v) {
               v.see(0, v.x);
               v.see(1, v.y);
             },
             [](const variables& v) {
               v.see(2, v.y);
               v.see(3, v.x);
             });
}

TEST(litmus, coherence) {
  run_litmus([](const outcome& s) { return s[0] > s[1]; },
             [](const variables& v) {
               delegate::write(v.x, 1);
               delegate::write(v.x, 2);
             },
             [](const variables& v) {
               const word first = delegate::read(v.x);
               const word second = delegate::read(v.x);
               delegate::write(v.seen[0], first);
               delegate::write(v.seen[1], second);
             });
}

TEST(litmus, load_buffering) {
  run_litmus([](const outcome& s) { return s[0] == 1 && s[1] == 1; },
             [](const variables& v) {
               v.see(0, v.x);
               delegate::write(v.y, 1);
             },
             [](const variables& v) {
               v.see(1, v.y);
               delegate::write(v.x, 1);
             });
}

}  // namespace orujo::test
