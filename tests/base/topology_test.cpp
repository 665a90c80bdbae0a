// The topology of the machine that runs the tests, and pinning.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/topology.hpp"

#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

namespace orujo {
namespace {

TEST(topology, says_what_the_process_may_use) {
  const machine_topology found = find_topology();
  ASSERT_FALSE(found.places.empty());
  EXPECT_GE(found.machine_threads, static_cast<int>(found.places.size()));
  EXPECT_GE(found.num_cores, 1);
  EXPECT_GE(found.num_memory_domains, 1);
  EXPECT_GT(found.memory_bytes, 0U);
  EXPECT_GE(suitable_workers(found), 1);
}

TEST(topology, the_first_places_lie_on_different_cores) {
  const machine_topology found = find_topology();
  std::set<int> cores;
  for (int i = 0; i < found.num_cores; ++i) {
    cores.insert(found.places[static_cast<std::size_t>(i)].core);
  }
  EXPECT_EQ(static_cast<int>(cores.size()), found.num_cores);
}

TEST(topology, a_pinned_thread_runs_where_it_was_told) {
  const machine_topology found = find_topology();
  for (std::size_t i = 0; i < found.places.size(); ++i) {
    std::jthread([&] {
      ASSERT_TRUE(pin_this_thread(found, i));
      EXPECT_EQ(sched_getcpu(), found.places[i].system_index);
    });
  }
}

TEST(topology, an_affinity_mask_narrows_the_places) {
  const machine_topology all = find_topology();
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  ASSERT_TRUE(pin_this_thread(all, 0));
  const machine_topology narrowed = find_topology();
  sched_setaffinity(0, sizeof(before), &before);
  ASSERT_EQ(narrowed.places.size(), 1U);
  EXPECT_EQ(narrowed.places[0].system_index, all.places[0].system_index);
}

TEST(topology, a_quota_limits_the_workers) {
  machine_topology machine;
  machine.places.resize(8);
  EXPECT_EQ(suitable_workers(machine), 8);
  machine.processor_quota = 2.0;
  EXPECT_EQ(suitable_workers(machine), 2);
  machine.processor_quota = 0.2;
  EXPECT_EQ(suitable_workers(machine), 1);
}

}  // namespace
}  // namespace orujo
