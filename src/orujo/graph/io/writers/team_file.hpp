// A file that all ranks write together, and that appears under its name only when it is complete.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "orujo/messaging/rank_team.hpp"

namespace orujo::io {

/// Every rank writes its parts at their places, next to the final name; commit() moves the file.
/// - Destroyed before commit(), it leaves nothing behind, and an older file of the name stays.
/// - The ranks of several hosts need a file system that they share.
class team_file {
public:
  /// Creates the temporary file. Call: collective. Throws: input_error, on every rank.
  team_file(rank_team& team, std::string path);
  team_file(const team_file&) = delete;
  team_file& operator=(const team_file&) = delete;
  ~team_file();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Writes `bytes` at `place`. Call: local; any worker, concurrently. Throws: input_error.
  void write(std::span<const std::byte> bytes, std::uint64_t place) const;
  void write(std::string_view text, std::uint64_t place) const {
    write(std::as_bytes(std::span(text)), place);
  }

  /// Reads what any rank wrote before the last barrier. Call: local; any worker, concurrently.
  void read(std::span<std::byte> bytes, std::uint64_t place) const;

  /// Makes the file visible under its name, once all ranks have called this. Call: collective.
  /// Throws: input_error, on every rank.
  void commit();

private:
  void close();
  [[noreturn]] void fail(std::string_view what, int reason) const;

  rank_team& team_;
  std::string path_;
  std::string temporary_;
  int file_ = -1;
  bool created_ = false;  // by this rank, which removes it if need be
};

}  // namespace orujo::io
