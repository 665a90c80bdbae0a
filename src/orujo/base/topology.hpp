// What this machine offers to this process: cores, caches, memory domains, memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// One hardware thread on which this process may run.
struct core_place {
  int system_index = 0;   ///< The number by which the operating system knows it.
  int core = 0;           ///< Its core, 0 … num_cores-1; hardware threads of one core share it.
  int memory_domain = 0;  ///< The NUMA domain whose memory is near.
};

/// The data caches that one core reaches; 0 where there is none or it is not known.
struct cache_sizes {
  std::uint64_t level1_bytes = 0;
  std::uint64_t level2_bytes = 0;
  std::uint64_t level3_bytes = 0;
  int level3_sharers = 0;  ///< How many hardware threads of the machine share one level 3 cache.
};

/// What the process may use, after affinity masks, cpusets and control groups. A value.
struct machine_topology {
  std::string processor;           ///< The model as the system names it.
  int machine_threads = 0;         ///< Hardware threads of the whole machine.
  std::vector<core_place> places;  ///< Allowed hardware threads, first one of each core.
  int num_cores = 0;               ///< Cores among `places`.
  int num_memory_domains = 0;      ///< NUMA domains near `places`.
  double processor_quota = 0;      ///< Processor time per time that is allowed; 0: no quota.
  cache_sizes caches;
  std::uint64_t memory_bytes = 0;            ///< Of the host, or of a limit if less.
  std::uint64_t memory_available_bytes = 0;  ///< What can still be taken without swapping.
  std::string_view memory_set_by;            ///< Whose limit this is: "the control group".
};

/// Asks the operating system: about the machine, and which processors cpusets allow, once in a
/// process, which takes some milliseconds; about affinity, quotas and memory, which may change,
/// each time. Any thread may call it.
[[nodiscard]] machine_topology find_topology();

/// How many workers suit the process: one for each allowed hardware thread, within the quota.
[[nodiscard]] int suitable_workers(const machine_topology& topology) noexcept;

/// Binds the calling thread to place number `index` (modulo their number).
/// Returns whether the system agreed; where it did not, the thread runs as before.
bool pin_this_thread(const machine_topology& topology, std::size_t index) noexcept;

}  // namespace orujo
