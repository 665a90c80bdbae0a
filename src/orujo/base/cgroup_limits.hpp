// What the control groups of this process allow it: processors and memory (versions 1 and 2).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace orujo {

/// The narrowest limits along the path of groups; nothing where there is no limit. Pages of files
/// count as free: the kernel gives them back when memory is short.
struct cgroup_limits {
  std::optional<double> processors;                ///< Processor time per time: 1.5 cores.
  std::optional<std::uint64_t> memory_bytes;       ///< What may be used.
  std::optional<std::uint64_t> memory_left_bytes;  ///< What may still be used.
};

/// Where the kernel shows control groups; tests point these elsewhere.
struct cgroup_places {
  std::string groups = "/sys/fs/cgroup";
  std::string of_this_process = "/proc/self/cgroup";
};

/// Reads the limits now in force. Never throws for a file that is missing or unreadable.
[[nodiscard]] cgroup_limits read_cgroup_limits(const cgroup_places& places = {});

}  // namespace orujo
