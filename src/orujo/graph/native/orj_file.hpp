// An .orj file opened for reading: its header, and slices of its sections.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/io/mapped_file.hpp"
#include "orujo/graph/io/random_access_file.hpp"
#include "orujo/graph/native/orj_format.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::native {

/// Which elements of a section.
struct section_slice {
  section_kind kind;
  std::uint64_t first = 0;  ///< Bytes behind the section's begin.
  std::uint64_t last = 0;   ///< One behind the last byte.
};

enum class checksum_use : std::uint8_t { verified, ignored };

class orj_file {
public:
  /// Opens the file and checks its header and its table of checksums. Throws: input_error.
  orj_file(std::string path, checksum_use checksums);

  [[nodiscard]] const orj_header& header() const noexcept { return header_; }
  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }

  /// Reads `slice` to `to`, and verifies all chunks that it touches, on all workers. What is wrong
  /// is kept in `problem`. Call: local, worker 0.
  void read(rank_team& team, const section_slice& slice, std::span<std::byte> to,
            first_error& problem) const;

  /// Verifies all chunks of a section in a mapping of the file. Call: as read().
  void verify(rank_team& team, section_kind kind, const io::mapped_file& mapping,
              first_error& problem) const;

  /// Reads `to.size()` bytes at `place`, unverified. Call: any thread. Throws: input_error.
  void read_raw(std::span<std::byte> to, std::uint64_t place) const;

  /// Throws input_error: `problem`, found at `byte` of a section.
  [[noreturn]] void fail(section_kind kind, std::uint64_t byte, std::string_view problem) const;

private:
  void read_chunk(const section_slice& slice, std::uint64_t chunk, std::span<std::byte> to) const;
  void check(section_kind kind, std::uint64_t chunk, std::span<const std::byte> bytes) const;
  void read_table();

  io::random_access_file file_;
  checksum_use checksums_;
  orj_header header_;
  std::vector<std::uint64_t> table_;
};

}  // namespace orujo::native
