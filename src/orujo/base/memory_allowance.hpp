// How much memory this process may take, and who says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "orujo/base/cgroup_limits.hpp"

namespace orujo {

/// The narrowest of what the host has, what the control groups allow on the way to their root, and
/// what the process's own limits of address space and data (ulimit -v, ulimit -d) leave.
struct memory_allowance {
  std::uint64_t all_bytes = 0;           ///< With all else gone.
  std::uint64_t left_bytes = 0;          ///< What can still be taken without swapping.
  std::string_view set_by = "the host";  ///< Whose limit `left_bytes` is, for a message.
};

/// Where the kernel shows memory; tests point these elsewhere.
struct memory_places {
  std::string host = "/proc/meminfo";
  std::string of_this_process = "/proc/self/statm";
  cgroup_places groups;
};

/// Reads what is in force now. Never throws for a file that is missing or unreadable.
/// Cost: a dozen small files.
[[nodiscard]] memory_allowance find_memory_allowance(const memory_places& places = {});

}  // namespace orujo
