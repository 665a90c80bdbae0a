// What it costs to spawn, run and join a task, and how a tree of tasks speeds up with workers.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: spawns [WORKERS]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"

namespace {

constexpr int trials = 5;
constexpr std::uint64_t flat_tasks = 1'000'000;
constexpr int tree_depth = 20;  // 2^21 - 1 tasks

double nanoseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/// Runs `body` several times as a finish; the median time of one of its `tasks`.
template <typename Body>
double per_task(std::uint64_t tasks, const Body& body) {
  std::vector<double> times;
  for (int trial = 0; trial < trials; ++trial) {
    const auto start = std::chrono::steady_clock::now();
    orujo::finish(body);
    times.push_back(nanoseconds_since(start) / static_cast<double>(tasks));
  }
  std::sort(times.begin(), times.end());
  return times[trials / 2];
}

/// About 100 ns of work.
std::uint64_t some_work(std::uint64_t seed) {
  for (int i = 0; i < 30; ++i) { seed = orujo::mix64(seed); }
  return seed;
}

/// A binary tree of tasks; the worker's own counter keeps the work from being optimised away.
struct tree_task {
  int depth;
  std::uint64_t* sums;  // one for each worker, apart from each other

  void operator()() const {
    sums[orujo::this_worker().index() * 16] += some_work(static_cast<std::uint64_t>(depth));
    if (depth == 0) { return; }
    orujo::spawn_stealable(tree_task{depth - 1, sums});
    orujo::spawn_stealable(tree_task{depth - 1, sums});
  }
};

/// The same tree, by recursion.
void walk(int depth, std::uint64_t* sums) {
  sums[0] += some_work(static_cast<std::uint64_t>(depth));
  if (depth == 0) { return; }
  walk(depth - 1, sums);
  walk(depth - 1, sums);
}

void measure(orujo::rank_team& team) {
  std::vector<std::uint64_t> sums(16 * static_cast<std::size_t>(team.num_workers()));
  orujo::run_global(team, [&] {
    const double flat = per_task(flat_tasks, [] {
      for (std::uint64_t i = 0; i < flat_tasks; ++i) {
        orujo::spawn([] {});
      }
    });
    const double tree = per_task((2U << tree_depth) - 1, tree_task{tree_depth, sums.data()});
    const double plain = per_task((2U << tree_depth) - 1, [&] { walk(tree_depth, sums.data()); });
    const double loop = per_task(10 * flat_tasks, [&] {
      const auto body = [&](std::uint64_t i) { sums[0] += i; };
      orujo::forall_here(0, 10 * flat_tasks, body);
    });
    std::printf(
        "{\"name\": \"spawns\", \"workers\": %d, \"ns_flat\": %.1f, \"ns_tree\": %.1f, "
        "\"ns_tree_by_recursion\": %.1f, \"ns_loop_iteration\": %.2f}\n",
        team.num_workers(), flat, tree, plain, loop);
  });
}

}  // namespace

int main(int count, char** words) try {
  const int workers = count > 1 ? std::stoi(words[1]) : 1;
  orujo::run_team({.ranks = 1, .workers = workers, .transport = "local", .values = {}}, measure);
} catch (const std::exception& problem) {
  std::fprintf(stderr, "spawns: %s\n", problem.what());
  return 2;
}
