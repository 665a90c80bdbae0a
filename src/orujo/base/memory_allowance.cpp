// Compares what the host, the control groups and the process's own limits leave.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/memory_allowance.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace orujo {

namespace {

/// The number that follows `key` in a file of "key: number kB" lines, in bytes; 0 if absent.
std::uint64_t kibibytes_in(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    if (word != key) { continue; }
    std::uint64_t value = 0;
    file >> value;
    return value * 1024;
  }
  return 0;
}

void narrow(memory_allowance& found, std::uint64_t most, std::uint64_t left,
            std::string_view set_by) {
  found.all_bytes = std::min(found.all_bytes, most);
  if (left >= found.left_bytes) { return; }
  found.left_bytes = left;
  found.set_by = set_by;
}

/// The limits that a shell sets with ulimit.
void narrow_by_process(memory_allowance& found, const std::string& path) {
  std::ifstream file(path);  // pages: all, resident, shared, text, 0, data and stack
  std::array<std::uint64_t, 6> pages{};
  for (std::uint64_t& count : pages) { file >> count; }
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const auto apply = [&](auto resource, std::uint64_t used_pages, std::string_view name) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) { return; }
    const std::uint64_t most = limit.rlim_cur;
    narrow(found, most, most - std::min(most, used_pages * page_bytes), name);
  };
  apply(RLIMIT_AS, pages[0], "the limit of address space, ulimit -v");
  apply(RLIMIT_DATA, pages[5], "the limit of data, ulimit -d");
}

}  // namespace

memory_allowance find_memory_allowance(const memory_places& places) {
  memory_allowance found;
  found.all_bytes = kibibytes_in(places.host, "MemTotal:");
  found.left_bytes = kibibytes_in(places.host, "MemAvailable:");
  const cgroup_limits groups = read_cgroup_limits(places.groups);
  if (groups.memory_bytes && groups.memory_left_bytes) {
    narrow(found, *groups.memory_bytes, *groups.memory_left_bytes, "the control group");
  }
  narrow_by_process(found, places.of_this_process);
  return found;
}

}  // namespace orujo
