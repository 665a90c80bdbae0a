// The layout of .orj files.
//
// A header of one page, then sections that begin on page borders and hold plain little-endian
// arrays, then a table with the checksum (XXH3) of every chunk of every section. Rows list their
// targets by number, ascending; so a graph has the same bytes whatever team wrote it.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "orujo/graph/csr_graph.hpp"

namespace orujo::native {

/// What is written. Version 1, which knew weights of 32 bits only, is read, too.
inline constexpr std::uint32_t orj_version = 2;
inline constexpr std::size_t page_bytes = 4096;
inline constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20U;

enum class section_kind : std::size_t {
  offsets,  ///< Where each row begins, and behind the last: 8 bytes each.
  targets,  ///< 4 bytes each, or 8 where there are more than 2^32 vertices.
  weights,  ///< 4 or 8 bytes each, as the header says.
  in_offsets,
  in_targets,
  in_weights,
  /// The input's ids, 8 bytes each, or where each vertex' name ends, 8 bytes each, and then the
  /// names; not there if ids are consecutive.
  ids,
};
inline constexpr std::size_t num_sections = static_cast<std::size_t>(section_kind::ids) + 1;

[[nodiscard]] std::string_view name_of(section_kind kind) noexcept;

/// What the ids section holds.
enum class id_storage : std::uint8_t { consecutive, numbers, names };

/// A stretch of the file.
struct file_section {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  ///< 0: not there.
};

/// The first bytes of the file, as they lie there.
struct orj_header {
  std::array<char, 4> magic = {'O', 'R', 'J', '1'};
  std::uint32_t version = orj_version;
  std::uint64_t header_hash = 0;  ///< Of the first page, with 0 in this place.
  std::uint64_t file_bytes = 0;
  std::uint64_t num_vertices = 0;
  std::uint64_t num_arcs = 0;
  std::uint64_t num_edges = 0;
  std::uint64_t dropped_loops = 0;
  std::uint64_t dropped_duplicates = 0;
  std::uint64_t first_id = 0;
  std::uint32_t target_bytes = 4;
  std::uint8_t directed = 0;
  std::uint8_t weights = 0;  ///< As weight_type.
  std::uint8_t ids = 0;      ///< As id_storage.
  std::uint8_t has_in_edges = 0;
  std::array<file_section, num_sections> sections;
  file_section checksums;
  std::uint64_t checksums_hash = 0;
  std::uint64_t origin_bytes = 0;
  std::array<char, 2048> origin = {};  ///< What it was made of, for people.
  std::uint8_t parallel = 0;           ///< As parallel_edges.
  std::uint64_t name_bytes = 0;        ///< Of all names together.

  [[nodiscard]] weight_type weights_as() const noexcept {
    return static_cast<weight_type>(weights);
  }
  [[nodiscard]] id_storage ids_as() const noexcept { return static_cast<id_storage>(ids); }
  [[nodiscard]] const file_section& section(section_kind kind) const noexcept {
    return sections[static_cast<std::size_t>(kind)];
  }
};
static_assert(sizeof(orj_header) <= page_bytes);

/// The number of chunks of a section, and of all sections before one.
[[nodiscard]] std::uint64_t chunks_of(const file_section& section) noexcept;
[[nodiscard]] std::uint64_t chunks_before(const orj_header& header, section_kind kind) noexcept;

/// Gives every section of `header` its place by the other fields, and the file its size.
void lay_out(orj_header& header) noexcept;

/// A header with the sections that a graph needs, whose names have `name_bytes` on all ranks;
/// without hashes.
[[nodiscard]] orj_header header_of(const csr_graph& graph, std::uint64_t name_bytes);

/// The header as the first page of a file, with its hash.
[[nodiscard]] std::array<std::byte, page_bytes> page_of(const orj_header& header);

/// Reads the first page of the file at `path`, which has `file_bytes` bytes.
/// Throws: input_error for another version, a damaged header, or a file that was cut off.
[[nodiscard]] orj_header parse_header(const std::string& path, std::span<const std::byte> page,
                                      std::uint64_t file_bytes);

/// What the header of the file at `path` says.
[[nodiscard]] graph_facts facts_of(const orj_header& header, std::string_view path);

}  // namespace orujo::native
