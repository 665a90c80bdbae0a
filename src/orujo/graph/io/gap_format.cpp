// The header of .sg and .wsg files, and what follows from it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/gap_format.hpp"

#include <cstring>

#include <fmt/format.h>

namespace orujo::io {

gap_header read_gap_header(std::span<const std::byte, gap_header_bytes> bytes) noexcept {
  gap_header header;
  header.directed = bytes[0] != std::byte{0};
  std::memcpy(&header.listed_edges, bytes.data() + 1, 8);
  std::memcpy(&header.vertices, bytes.data() + 9, 8);
  return header;
}

std::uint64_t gap_lists_bytes(const gap_header& header, bool weighted) noexcept {
  return (header.vertices + 1) * 8 + header.listed_edges * gap_entry_bytes(weighted);
}

std::uint64_t gap_bytes_of(const gap_header& header, bool weighted) noexcept {
  return gap_header_bytes + gap_lists_bytes(header, weighted) * (header.directed ? 2 : 1);
}

std::string describe_gap(const gap_header& header, bool weighted) {
  return fmt::format("GAP serialized graph ({}), {}", weighted ? ".wsg" : ".sg",
                     header.directed ? "directed" : "undirected");
}

}  // namespace orujo::io
