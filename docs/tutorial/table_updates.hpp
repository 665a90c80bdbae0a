// What the programs of the tutorial have in common: the table, the numbers, and what is printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/forall.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace tutorial {

constexpr std::uint64_t table_words = std::uint64_t{1} << 23U;  // 64 MiB: more than a cache holds

/// The word that number `i` names.
inline std::uint64_t drawn(std::uint64_t i) {
  return orujo::random_stream(/*seed=*/1, i).below(table_words);
}

/// How many updates the command line asks for.
inline std::uint64_t updates_from(int count, char** arguments) {
  return count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 4'000'000;
}

/// What one program measured.
struct figures {
  double seconds = 0;
  std::uint64_t sum = 0;  ///< Of all words of the table.
};

/// Prints the speed; ends the program with 1 if the table does not hold every update.
inline void print(const char* name, std::uint64_t updates, const figures& found) {
  std::printf("%s: %.1f million updates/s\n", name,
              static_cast<double>(updates) / found.seconds / 1e6);
  if (found.sum == updates) { return; }
  std::printf("the table holds %llu updates, not %llu\n",
              static_cast<unsigned long long>(found.sum), static_cast<unsigned long long>(updates));
  std::exit(1);
}

/// Prints what the updates cost, by the counters of all ranks. Call: collective; the program.
inline void print_costs(orujo::rank_team& team, std::uint64_t updates) {
  const auto each = [&](orujo::metric which) {
    return static_cast<double>(orujo::all_sum(team, team.metrics()[which])) /
           static_cast<double>(updates);
  };
  const double suspensions = each(orujo::metric::delegate_suspensions);
  const double bytes = each(orujo::metric::parcel_bytes_sent);
  const double parcels = each(orujo::metric::parcels_sent);
  if (team.rank() != orujo::rank_id{0}) { return; }
  std::printf("for each update: %.2f suspensions, %.1f bytes sent; %.0f bytes in a parcel\n",
              suspensions, bytes, bytes / parcels);
}

/// The table and the numbers, in global memory.
struct global_data {
  orujo::global_array<std::uint64_t> table;
  orujo::global_array<std::uint64_t> numbers;
};

/// Call: the main task.
inline global_data make_data(std::uint64_t updates) {
  const auto table = orujo::allocate_array<std::uint64_t>(table_words);
  const auto numbers = orujo::allocate_array<std::uint64_t>(updates);
  orujo::forall(numbers, [](std::uint64_t i, std::uint64_t& number) { number = drawn(i); });
  return {table, numbers};
}

/// Call: the main task.
inline std::uint64_t sum_of(const orujo::global_array<std::uint64_t>& table) {
  std::uint64_t sum = 0;
  const auto total = orujo::global(sum);
  orujo::on_all_workers([table, total] {
    std::uint64_t own = 0;
    for (const std::uint64_t word : table.local()) { own += word; }
    orujo::delegate::async_add(total, own);
  });
  return sum;
}

/// Runs `loop(data)` as the main task of a team, measures it, and prints.
template <typename Loop>
void run(const char* name, std::uint64_t updates, Loop loop) {
  orujo::run_team({}, [&](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, [&] {
      const global_data data = make_data(updates);
      const auto start = std::chrono::steady_clock::now();
      loop(data);
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      print(name, updates, {.seconds = elapsed.count(), .sum = sum_of(data.table)});
    });
    print_costs(team, updates);
  });
}

}  // namespace tutorial
