// The layout of .sg and .wsg, the serialized graphs of the GAP Benchmark Suite.
//
// A byte `directed`, the numbers of listed edges and of vertices, the offsets of the vertices'
// lists, then the lists: ids of 32 bits, in .wsg each followed by its weight. In a directed graph
// the lists of in-edges follow in the same manner.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace orujo::io {

inline constexpr std::size_t gap_header_bytes = 1 + 8 + 8;

struct gap_header {
  bool directed = false;
  std::uint64_t listed_edges = 0;
  std::uint64_t vertices = 0;
};

[[nodiscard]] gap_header read_gap_header(
    std::span<const std::byte, gap_header_bytes> bytes) noexcept;

/// The bytes of an entry of a list.
[[nodiscard]] constexpr std::uint64_t gap_entry_bytes(bool weighted) noexcept {
  return weighted ? 8 : 4;
}

/// The bytes of the offsets and lists of one direction.
[[nodiscard]] std::uint64_t gap_lists_bytes(const gap_header& header, bool weighted) noexcept;

/// The size that a file with this header has.
[[nodiscard]] std::uint64_t gap_bytes_of(const gap_header& header, bool weighted) noexcept;

/// What the file is, for people.
[[nodiscard]] std::string describe_gap(const gap_header& header, bool weighted);

}  // namespace orujo::io
