// A histogram in global memory: tasks visit an array where it lies and update another one anywhere.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/forall.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

void fill_and_count() {
  const auto numbers = orujo::allocate_array<std::uint64_t>(100'000);
  const auto counts = orujo::allocate_array<std::uint64_t>(10);
  orujo::forall(numbers, [](std::uint64_t i, std::uint64_t& number) { number = i * i; });
  orujo::forall(numbers, [counts](const std::uint64_t& number) {
    orujo::delegate::async_add(counts.at(number % 10), 1);  // the loop waits for all of them
  });
  for (std::uint64_t digit = 0; digit < 10; ++digit) {
    const std::uint64_t count = orujo::delegate::read(counts.at(digit));
    std::printf("squares that end in %d: %d\n", static_cast<int>(digit), static_cast<int>(count));
  }
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, fill_and_count);
  });
}
