// One object on each worker under one name: each counts what it does, and one adds up.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/symmetric.hpp"

#include <cstdint>
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"

namespace {

void count_where_iterations_run() {
  const auto counts = orujo::allocate_symmetric<std::uint64_t>(0);
  orujo::forall(0, 10'000, [counts](std::uint64_t /*i*/) { ++counts.here(); });  // no lock: its own
  std::uint64_t sum = 0;
  for (std::uint32_t home = 0; home < orujo::this_memory().num_homes(); ++home) {
    const std::uint64_t count = orujo::delegate::read(counts.at(orujo::home_id{home}));
    std::printf("worker %u: %llu iterations\n", home, static_cast<unsigned long long>(count));
    sum += count;
  }
  orujo::require(sum == 10'000, "symmetric: some iterations are missing");
  orujo::release(counts);
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, count_where_iterations_run);
  });
}
