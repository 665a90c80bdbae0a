// A path in the temporary folder that all ranks of a team, and nobody else, use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/runtime/launch.hpp"

namespace orujo::test {

/// Removes its file when it goes out of scope on the rank that chose the path.
class shared_path {
public:
  /// Call: collective. The path ends in `name`.
  shared_path(rank_team& team, const std::string& name)
      : path_(path_of(broadcast(team, next_number()), name)), owner_(index_of(team.rank()) == 0) {}

  /// For the teams of this process.
  shared_path(const launch_options& /*team*/, const std::string& name)
      : path_(path_of(next_number(), name)), owner_(true) {}

  shared_path(const shared_path&) = delete;
  shared_path& operator=(const shared_path&) = delete;

  ~shared_path() {
    std::error_code ignored;
    if (owner_) { std::filesystem::remove(path_, ignored); }
  }

  [[nodiscard]] const std::string& text() const noexcept { return path_; }

private:
  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> count{0};
    return static_cast<std::uint64_t>(::getpid()) * 1'000'000 + count.fetch_add(1);
  }
  static std::string path_of(std::uint64_t number, const std::string& name) {
    return std::filesystem::temp_directory_path() /
           ("orujo_" + std::to_string(number) + "_" + name);
  }

  std::string path_;
  bool owner_;
};

}  // namespace orujo::test
