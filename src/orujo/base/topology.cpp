// Reads the topology through hwloc, and pins threads.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/topology.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <thread>

#include <hwloc.h>
#include <pthread.h>
#include <sched.h>

#include "orujo/base/cgroup_limits.hpp"
#include "orujo/base/memory_allowance.hpp"

namespace orujo {

namespace {

struct topology_deleter {
  void operator()(hwloc_topology_t topology) const noexcept { hwloc_topology_destroy(topology); }
};
using topology_handle = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, topology_deleter>;

struct bitmap_deleter {
  void operator()(hwloc_bitmap_t bitmap) const noexcept { hwloc_bitmap_free(bitmap); }
};
using bitmap_handle = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, bitmap_deleter>;

topology_handle load_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) { return nullptr; }
  topology_handle topology(raw);
  return hwloc_topology_load(raw) == 0 ? std::move(topology) : nullptr;
}

/// The machine as it was when it was first asked for; threads may read it at once. Null: no hwloc
/// here.
hwloc_topology_t known_topology() {
  static const topology_handle known = load_topology();
  return known.get();
}

/// The hardware threads that cpusets (hwloc's allowed set) and the affinity mask both allow.
bitmap_handle allowed_threads(hwloc_topology_t topology) {
  bitmap_handle allowed(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)));
  bitmap_handle bound(hwloc_bitmap_alloc());
  if (hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_PROCESS) == 0) {
    hwloc_bitmap_and(allowed.get(), allowed.get(), bound.get());
  }
  return allowed;
}

int core_of(hwloc_topology_t topology, hwloc_obj_t thread) {
  const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, thread);
  return static_cast<int>(core != nullptr ? core->logical_index : thread->logical_index);
}

int domain_of(hwloc_obj_t thread) {
  return thread->nodeset != nullptr ? std::max(0, hwloc_bitmap_first(thread->nodeset)) : 0;
}

/// Reorders so that the first places lie on different cores, and numbers the cores densely.
void order_places(machine_topology& found) {
  std::vector<int> seen_cores;
  std::vector<std::size_t> turns;  // how many places of the same core stand before
  for (core_place& place : found.places) {
    const auto known = std::find(seen_cores.begin(), seen_cores.end(), place.core);
    const auto dense = known - seen_cores.begin();
    if (known == seen_cores.end()) {
      seen_cores.push_back(place.core);
      turns.push_back(0);
    }
    place.core = static_cast<int>(dense);
  }
  std::vector<std::size_t> turn_of_place;
  for (const core_place& place : found.places) {
    turn_of_place.push_back(turns[static_cast<std::size_t>(place.core)]++);
  }
  std::vector<core_place> ordered;
  for (std::size_t turn = 0; ordered.size() < found.places.size(); ++turn) {
    for (std::size_t i = 0; i < found.places.size(); ++i) {
      if (turn_of_place[i] == turn) { ordered.push_back(found.places[i]); }
    }
  }
  found.places = std::move(ordered);
  found.num_cores = static_cast<int>(seen_cores.size());
}

void read_places(hwloc_topology_t topology, machine_topology& found) {
  const bitmap_handle allowed = allowed_threads(topology);
  std::set<int> domains;
  for (hwloc_obj_t thread = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, nullptr);
       thread != nullptr; thread = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, thread)) {
    if (hwloc_bitmap_isset(allowed.get(), thread->os_index) == 0) { continue; }
    const int domain = domain_of(thread);
    found.places.push_back({static_cast<int>(thread->os_index), core_of(topology, thread), domain});
    domains.insert(domain);
  }
  found.machine_threads = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
  found.num_memory_domains = static_cast<int>(domains.size());
  order_places(found);
}

void read_caches(hwloc_topology_t topology, machine_topology& found) {
  if (found.places.empty()) { return; }
  const auto index = static_cast<unsigned>(found.places.front().system_index);
  for (hwloc_obj_t at = hwloc_get_pu_obj_by_os_index(topology, index); at != nullptr;
       at = at->parent) {
    if (hwloc_obj_type_is_dcache(at->type) == 0) { continue; }
    const std::uint64_t size = at->attr->cache.size;
    if (at->attr->cache.depth == 1) { found.caches.level1_bytes = size; }
    if (at->attr->cache.depth == 2) { found.caches.level2_bytes = size; }
    if (at->attr->cache.depth != 3) { continue; }
    found.caches.level3_bytes = size;
    found.caches.level3_sharers = hwloc_bitmap_weight(at->cpuset);
  }
}

void read_allowances(machine_topology& found) {
  found.processor_quota = read_cgroup_limits().processors.value_or(0);
  const memory_allowance memory = find_memory_allowance();
  found.memory_bytes = memory.all_bytes;
  found.memory_available_bytes = memory.left_bytes;
  found.memory_set_by = memory.set_by;
}

}  // namespace

machine_topology find_topology() {
  machine_topology found;
  if (const hwloc_topology_t topology = known_topology(); topology != nullptr) {
    const char* model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
    const hwloc_obj_t package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, nullptr);
    if (package != nullptr) { model = hwloc_obj_get_info_by_name(package, "CPUModel"); }
    found.processor = model != nullptr ? model : "unknown";
    read_places(topology, found);
    read_caches(topology, found);
  }
  read_allowances(found);
  if (found.places.empty()) {  // no hwloc here: count, and leave placement to the system
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (int i = 0; i < threads; ++i) { found.places.push_back({i, i, 0}); }
    found.num_cores = threads;
    found.machine_threads = threads;
    found.num_memory_domains = 1;
  }
  return found;
}

int suitable_workers(const machine_topology& topology) noexcept {
  const int threads = std::max(1, static_cast<int>(topology.places.size()));
  if (topology.processor_quota <= 0) { return threads; }
  return std::clamp(static_cast<int>(std::lround(topology.processor_quota)), 1, threads);
}

bool pin_this_thread(const machine_topology& topology, std::size_t index) noexcept {
  if (topology.places.empty()) { return false; }
  const int place = topology.places[index % topology.places.size()].system_index;
  if (place < 0 || place >= CPU_SETSIZE) { return false; }
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(static_cast<std::size_t>(place), &only);
  return pthread_setaffinity_np(pthread_self(), sizeof(only), &only) == 0;
}

}  // namespace orujo
