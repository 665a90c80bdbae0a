// Makes and checks the headers of .orj files.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/native/orj_format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"

namespace orujo::native {

static_assert(std::endian::native == std::endian::little,
              "arrays of .orj files are used as they lie in the file");

namespace {

constexpr std::size_t hash_at = offsetof(orj_header, header_hash);

std::uint64_t rounded_to_page(std::uint64_t bytes) noexcept {
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

/// The bytes that each section has by the other fields of the header.
std::array<std::uint64_t, num_sections> sizes_of(const orj_header& header) noexcept {
  const std::uint64_t offsets = (header.num_vertices + 1) * 8;
  const std::uint64_t targets = header.num_arcs * header.target_bytes;
  const std::uint64_t weights = header.num_arcs * bytes_of(header.weights_as());
  const std::uint64_t in = header.has_in_edges != 0 ? 1 : 0;
  return {
      offsets,
      targets,
      weights,
      in * offsets,
      in * targets,
      in * weights,
      header.ids_as() == id_storage::consecutive ? 0 : header.num_vertices * 8 + header.name_bytes};
}

bool same_layout(const orj_header& a, const orj_header& b) noexcept {
  const auto same = [](const file_section& x, const file_section& y) {
    return x.begin == y.begin && x.bytes == y.bytes;
  };
  return std::equal(a.sections.begin(), a.sections.end(), b.sections.begin(), same) &&
         same(a.checksums, b.checksums) && a.file_bytes == b.file_bytes;
}

constexpr std::string_view made_of = "Orujo graph (.orj) made of ";

/// A graph that came from an .orj file has the origin that is told there.
std::string origin_of(const graph_facts& facts) {
  if (facts.recognised.starts_with(made_of)) { return facts.recognised.substr(made_of.size()); }
  return fmt::format("{} ({})", facts.name, facts.recognised);
}

std::uint64_t hash_of_page(std::span<const std::byte> page) {
  std::array<std::byte, page_bytes> copy;
  std::copy_n(page.begin(), page_bytes, copy.begin());
  std::fill_n(copy.begin() + hash_at, sizeof(std::uint64_t), std::byte{0});
  return hash_bytes(copy);
}

/// Whether sizes can be computed without overflow, and texts lie inside the header.
bool is_plausible(const orj_header& header) noexcept {
  constexpr std::uint64_t largest = std::uint64_t{1} << 56U;
  const weight_type last_type = header.version == 1 ? weight_type::real32 : weight_type::real64;
  return header.num_vertices < largest && header.num_arcs < largest &&
         header.weights <= static_cast<std::uint8_t>(last_type) && header.parallel <= 4 &&
         header.ids <= static_cast<std::uint8_t>(id_storage::names) &&
         header.name_bytes < largest &&
         (header.ids_as() == id_storage::names || header.name_bytes == 0) &&
         (header.target_bytes == 4 || header.target_bytes == 8) &&
         header.origin_bytes <= header.origin.size();
}

/// The section that holds `place`, or ends before it.
std::string_view section_around(const orj_header& header, std::uint64_t place) noexcept {
  if (place >= header.checksums.begin) { return "checksums"; }
  std::string_view name = "header";
  for (std::size_t i = 0; i < num_sections; ++i) {
    const file_section& section = header.sections[i];
    if (section.bytes > 0 && section.begin <= place) { name = name_of(section_kind{i}); }
  }
  return name;
}

}  // namespace

std::string_view name_of(section_kind kind) noexcept {
  constexpr std::array<std::string_view, num_sections> names = {
      "offsets", "targets", "weights", "in-offsets", "in-targets", "in-weights", "ids"};
  return names[static_cast<std::size_t>(kind)];
}

std::uint64_t chunks_of(const file_section& section) noexcept {
  return (section.bytes + chunk_bytes - 1) / chunk_bytes;
}

std::uint64_t chunks_before(const orj_header& header, section_kind kind) noexcept {
  std::uint64_t chunks = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kind); ++i) {
    chunks += chunks_of(header.sections[i]);
  }
  return chunks;
}

void lay_out(orj_header& header) noexcept {
  const auto sizes = sizes_of(header);
  std::uint64_t place = page_bytes;
  std::uint64_t chunks = 0;
  for (std::size_t i = 0; i < num_sections; ++i) {
    header.sections[i] = {place, sizes[i]};
    place += rounded_to_page(sizes[i]);
    chunks += chunks_of(header.sections[i]);
  }
  header.checksums = {place, chunks * 8};
  header.file_bytes = place + chunks * 8;
}

orj_header header_of(const csr_graph& graph, std::uint64_t name_bytes) {
  const graph_facts& facts = graph.facts();
  orj_header header;
  header.num_vertices = facts.num_vertices;
  header.num_arcs = facts.num_arcs;
  header.num_edges = facts.num_edges;
  header.dropped_loops = facts.dropped_loops;
  header.parallel = static_cast<std::uint8_t>(facts.parallel);
  header.dropped_duplicates = facts.dropped_duplicates;
  header.first_id = graph.ids().offset();
  header.target_bytes = facts.num_vertices > (std::uint64_t{1} << 32U) ? 8 : 4;
  header.directed = facts.directed ? 1 : 0;
  header.weights = static_cast<std::uint8_t>(graph.stored_weights());
  const id_storage ids = graph.ids().is_named()   ? id_storage::names
                         : graph.ids().is_dense() ? id_storage::consecutive
                                                  : id_storage::numbers;
  header.ids = static_cast<std::uint8_t>(ids);
  header.name_bytes = name_bytes;
  header.has_in_edges = graph.has_in_edges() ? 1 : 0;
  lay_out(header);
  const std::string origin = origin_of(facts).substr(0, header.origin.size());
  header.origin_bytes = origin.size();
  std::copy(origin.begin(), origin.end(), header.origin.begin());
  return header;
}

std::array<std::byte, page_bytes> page_of(const orj_header& header) {
  std::array<std::byte, page_bytes> page{};
  std::memcpy(page.data(), &header, sizeof header);
  const std::uint64_t hash = hash_of_page(page);
  std::memcpy(page.data() + hash_at, &hash, sizeof hash);
  return page;
}

orj_header parse_header(const std::string& path, std::span<const std::byte> page,
                        std::uint64_t file_bytes) {
  const auto fail = [&](const std::string& problem) { throw input_error(path, {}, problem); };
  orj_header header;
  if (file_bytes < page_bytes) {
    fail(fmt::format("header, byte {}: the file is cut off: it has only {} bytes", file_bytes,
                     file_bytes));
  }
  std::memcpy(&header, page.data(), sizeof header);
  if (header.magic != orj_header().magic) { fail("header, byte 0: this is no .orj file"); }
  if (header.version == 0 || header.version > orj_version) {
    fail(
        fmt::format("header, byte 4: version {} of the .orj format; this program reads versions up "
                    "to {}: convert the original file again",
                    header.version, orj_version));
  }
  if (header.header_hash != hash_of_page(page) || !is_plausible(header)) {
    fail(fmt::format("header, byte {}: its checksum does not match: the file is damaged", hash_at));
  }
  orj_header expected = header;
  lay_out(expected);
  if (!same_layout(header, expected)) { fail("header: the places of its sections do not agree"); }
  if (file_bytes < header.file_bytes) {
    fail(fmt::format("section {}, byte {}: the file is cut off here; it should have {} bytes",
                     section_around(header, file_bytes), file_bytes, header.file_bytes));
  }
  if (file_bytes > header.file_bytes) {
    fail(fmt::format("byte {}: something follows the end of the graph: the file is damaged",
                     header.file_bytes));
  }
  return header;
}

graph_facts facts_of(const orj_header& header, std::string_view path) {
  graph_facts facts;
  facts.name = path.substr(path.rfind('/') + 1);  // npos + 1 == 0: all of it
  facts.recognised = made_of;
  facts.recognised.append(header.origin.data(), header.origin_bytes);
  facts.num_vertices = header.num_vertices;
  facts.num_arcs = header.num_arcs;
  facts.num_edges = header.num_edges;
  facts.directed = header.directed != 0;
  facts.weights = kind_of(header.weights_as());
  facts.input_has_weights = facts.weights != weight_kind::none;
  facts.dropped_loops = header.dropped_loops;
  facts.parallel = static_cast<parallel_edges>(header.parallel);
  facts.dropped_duplicates = header.dropped_duplicates;
  return facts;
}

}  // namespace orujo::native
