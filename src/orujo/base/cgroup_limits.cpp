// Walks the control groups of this process from its own group up to the root.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/cgroup_limits.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace orujo {

namespace {

// Version 1 writes "no memory limit" as the largest multiple of the page size.
constexpr std::uint64_t no_memory_limit = std::uint64_t{1} << 62U;

std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;  // the word "max" and negative quotas are no numbers here: no limit
  if (file.peek() == '-' || !(file >> value)) { return std::nullopt; }
  return value;
}

template <typename T>
void narrow(std::optional<T>& limit, T candidate) {
  limit = limit ? std::min(*limit, candidate) : candidate;
}

void narrow_processors(cgroup_limits& limits, double quota, double period) {
  if (quota > 0 && period > 0) { narrow(limits.processors, quota / period); }
}

void narrow_memory(cgroup_limits& limits, std::optional<std::uint64_t> most,
                   std::optional<std::uint64_t> used) {
  if (!most || *most >= no_memory_limit) { return; }
  narrow(limits.memory_bytes, *most);
  narrow(limits.memory_left_bytes, *most - std::min(*most, used.value_or(0)));
}

void read_version_2(cgroup_limits& limits, const std::string& group) {
  std::ifstream quota_file(group + "/cpu.max");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota >> period) { narrow_processors(limits, quota, period); }
  narrow_memory(limits, number_in(group + "/memory.max"), number_in(group + "/memory.current"));
}

void read_version_1(cgroup_limits& limits, const std::string& group) {
  const auto quota = number_in(group + "/cpu.cfs_quota_us");
  const auto period = number_in(group + "/cpu.cfs_period_us");
  if (quota && period) {
    narrow_processors(limits, static_cast<double>(*quota), static_cast<double>(*period));
  }
  narrow_memory(limits, number_in(group + "/memory.limit_in_bytes"),
                number_in(group + "/memory.usage_in_bytes"));
}

/// Calls `read` for the group at `path` below `root`, its parent, …, and the root itself. A
/// container may see the path of its host: groups that are not there have no files, and are passed.
template <typename Read>
void walk_up(const std::string& root, std::string path, Read&& read) {
  while (!path.empty() && path != "/") {
    read(root + path);
    path.resize(path.rfind('/'));
  }
  read(root);
}

}  // namespace

cgroup_limits read_cgroup_limits(const cgroup_places& places) {
  cgroup_limits limits;
  std::ifstream file(places.of_this_process);
  std::string line;
  while (std::getline(file, line)) {  // "4:memory:/path", in version 2 "0::/path"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || line.substr(second + 1, 1) != "/") { continue; }
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      walk_up(places.groups, path, [&](const auto& group) { read_version_2(limits, group); });
    }
    for (const std::string_view name : {"cpu", "memory"}) {
      if (controllers.find("," + std::string(name) + ",") == std::string::npos) { continue; }
      walk_up(places.groups + "/" + std::string(name), path,
              [&](const auto& group) { read_version_1(limits, group); });
    }
  }
  return limits;
}

}  // namespace orujo
