// A stretch of a global array as a plain buffer: fetched from all its homes, changed, written back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/cache.hpp"

#include <algorithm>
#include <cstdio>

#include "orujo/memory/forall.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

void sort_a_part() {
  const auto numbers = orujo::allocate_array<int>(1000);
  orujo::forall(numbers, [](std::uint64_t i, int& number) { number = 999 - static_cast<int>(i); });
  {
    orujo::read_write_cache<int> part(numbers, 100, 50);
    std::sort(part.begin(), part.end());
    part.release();  // written back here
  }
  orujo::read_only_cache<int> ends(numbers, 99, 52);
  std::printf("%d | %d %d ... %d | %d\n", ends[0], ends[1], ends[2], ends[50], ends[51]);
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, sort_a_part);
  });
}
