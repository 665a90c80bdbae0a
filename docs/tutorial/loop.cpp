// Random updates of a table: the plain loop that the tutorial begins with.
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <vector>

#include "table_updates.hpp"

int main(int count, char** arguments) {
  const std::uint64_t updates = tutorial::updates_from(count, arguments);
  std::vector<std::uint64_t> table(tutorial::table_words);
  std::vector<std::uint64_t> numbers(updates);
  for (std::uint64_t i = 0; i < updates; ++i) { numbers[i] = tutorial::drawn(i); }
  const auto start = std::chrono::steady_clock::now();

  for (std::uint64_t i = 0; i < numbers.size(); ++i) { ++table[numbers[i]]; }

  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const std::uint64_t sum = std::accumulate(table.begin(), table.end(), std::uint64_t{0});
  tutorial::print("loop", updates, {.seconds = elapsed.count(), .sum = sum});
}
