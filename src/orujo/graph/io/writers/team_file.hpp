// An output file that all ranks write together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "orujo/base/output_file.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::io {

/// Every rank writes its parts at their places of the first rank's output_file.
/// - Destroyed before commit(), it leaves nothing behind, and an older file of the name stays.
/// - The ranks of several hosts need a file system that they share.
class team_file {
public:
  /// Creates the file. Call: collective. Throws: input_error, on every rank.
  team_file(rank_team& team, std::string path);

  /// Writes `bytes` at `place`. Call: local; any worker, concurrently. Throws: input_error.
  void write(std::span<const std::byte> bytes, std::uint64_t place) const {
    write_bytes_at(descriptor(), bytes, place, path_);
  }
  void write(std::string_view text, std::uint64_t place) const {
    write(std::as_bytes(std::span(text)), place);
  }

  /// Reads what any rank wrote before the last barrier. Call: local; any worker, concurrently.
  void read(std::span<std::byte> bytes, std::uint64_t place) const {
    read_bytes_at(descriptor(), bytes, place, path_);
  }

  /// Makes the file visible under its name, once all ranks have called this. Returns its size, on
  /// the first rank. Call: collective. Throws: input_error, on every rank.
  std::uint64_t commit();

private:
  void share();
  void open_by_name();
  [[nodiscard]] int descriptor() const noexcept {
    return file_ ? file_->descriptor() : joined_.number();
  }

  rank_team& team_;
  std::string path_;
  std::optional<output_file> file_;  // of the first rank
  file_descriptor joined_;           // of the others
};

}  // namespace orujo::io
