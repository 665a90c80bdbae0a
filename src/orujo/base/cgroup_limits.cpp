// Walks the control groups of this process from its own group up to the root.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/cgroup_limits.hpp"

#include <algorithm>
#include <fstream>
#include <set>
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

void narrow_memory(cgroup_limits& limits, std::optional<std::uint64_t> most, std::uint64_t used) {
  if (!most || *most >= no_memory_limit) { return; }
  narrow(limits.memory_bytes, *most);
  narrow(limits.memory_left_bytes, *most - std::min(*most, used));
}

/// What the kernel gives back of files' pages when memory is short: groups count these as used.
/// `prefix` is "total_" in version 1, which counts the groups below only there.
std::uint64_t file_pages(const std::string& group, std::string_view prefix) {
  std::ifstream file(group + "/memory.stat");
  std::uint64_t bytes = 0;
  std::string key;
  for (std::uint64_t value = 0; file >> key >> value;) {
    if (!key.starts_with(prefix)) { continue; }
    key.erase(0, prefix.size());
    if (key == "active_file" || key == "inactive_file") { bytes += value; }
  }
  return bytes;
}

std::uint64_t memory_held(const std::string& group, const char* usage, std::string_view prefix) {
  const std::uint64_t used = number_in(group + usage).value_or(0);
  return used - std::min(used, file_pages(group, prefix));
}

void read_version_2(cgroup_limits& limits, const std::string& group) {
  std::ifstream quota_file(group + "/cpu.max");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota >> period) { narrow_processors(limits, quota, period); }
  const std::uint64_t used = memory_held(group, "/memory.current", "");
  narrow_memory(limits, number_in(group + "/memory.max"), used);
  narrow_memory(limits, number_in(group + "/memory.high"), used);  // beyond it the kernel throttles
}

void read_version_1(cgroup_limits& limits, const std::string& group) {
  const auto quota = number_in(group + "/cpu.cfs_quota_us");
  const auto period = number_in(group + "/cpu.cfs_period_us");
  if (quota && period) {
    narrow_processors(limits, static_cast<double>(*quota), static_cast<double>(*period));
  }
  narrow_memory(limits, number_in(group + "/memory.limit_in_bytes"),
                memory_held(group, "/memory.usage_in_bytes", "total_"));
}

/// Calls `read` for the group at `path` below `root`, its parent, …, and the root itself. A
/// container may see the path of its host: groups that are not there have no files, and are passed.
/// A process outside the namespace of groups that it sees has a path like "/../outside".
template <typename Read>
void walk_up(const std::string& root, std::string path, Read&& read) {
  if (path.starts_with("/..")) { path.clear(); }
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
    const std::string names = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (names.empty()) {
      // Beside version 1, systemd shows version 2 in a folder of its own.
      for (const std::string root : {"", "/unified"}) {
        walk_up(places.groups + root, path,
                [&](const auto& group) { read_version_2(limits, group); });
      }
      continue;
    }
    const std::string listed = "," + names + ",";
    for (const std::string name : {"cpu", "memory"}) {
      if (listed.find("," + name + ",") == std::string::npos) { continue; }
      // Controllers mounted together lie in "cpu,cpuacct"; the link "cpu" may be missing.
      for (const std::string& root : name == names ? std::set{name} : std::set{name, names}) {
        walk_up(places.groups + "/" + root, path,
                [&](const auto& group) { read_version_1(limits, group); });
      }
    }
  }
  return limits;
}

}  // namespace orujo
