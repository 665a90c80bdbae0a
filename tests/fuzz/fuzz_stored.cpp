// Fuzzes the reader of .orj files behind their checksums: a header and sections come from the
// input, places and checksums are made to fit, and what is opened must be a sound graph.
//
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_team.hpp"
#include "graph/graph_model.hpp"
#include "orujo/base/hash.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/native/orj_format.hpp"
#include "orujo/graph/orj.hpp"

namespace orujo::test {
namespace {

using native::orj_header;

constexpr std::uint64_t largest_file = std::uint64_t{1} << 18U;

/// The fields that say what graph it is, as they lie in the input.
orj_header header_of(fuzz_input& input) {
  constexpr std::size_t first = offsetof(orj_header, num_vertices);
  constexpr std::size_t last = offsetof(orj_header, sections);
  std::array<std::uint8_t, last - first> fields{};
  for (std::uint8_t& field : fields) { field = input.byte(); }
  orj_header header;
  std::memcpy(reinterpret_cast<std::uint8_t*>(&header) + first, fields.data(), fields.size());
  if (header.ids_as() == native::id_storage::names) {
    header.name_bytes = 256U * input.byte();
    header.name_bytes += input.byte();
  }
  native::lay_out(header);
  return header;
}

bool is_small(const orj_header& header) {
  for (const native::file_section& section : header.sections) {
    if (section.bytes > largest_file) { return false; }
  }
  return header.file_bytes <= 8 * largest_file;
}

/// Fills the sections in order with the rest of the input, then with zeros.
std::string sections_of(const orj_header& header, std::string_view content) {
  std::string bytes(header.file_bytes, '\0');
  for (const native::file_section& section : header.sections) {
    const std::size_t size = std::min<std::size_t>(section.bytes, content.size());
    bytes.replace(section.begin, size, content.substr(0, size));
    content.remove_prefix(size);
  }
  return bytes;
}

/// Writes the checksum of every chunk behind the sections.
void guard(orj_header& header, std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  std::size_t place = header.checksums.begin;
  for (const native::file_section& section : header.sections) {
    for (std::uint64_t done = 0; done < section.bytes; done += native::chunk_bytes) {
      const std::uint64_t size = std::min(native::chunk_bytes, section.bytes - done);
      const std::uint64_t hash = hash_bytes(all.subspan(section.begin + done, size));
      std::memcpy(bytes.data() + place, &hash, sizeof hash);
      place += sizeof hash;
    }
  }
  header.checksums_hash = hash_bytes(all.subspan(header.checksums.begin, header.checksums.bytes));
}

/// A file whose checksums fit, unless `damage` says otherwise.
std::string file_of(fuzz_input& input) {
  const std::size_t damage = input.choice(16);
  const std::size_t place = input.byte();
  orj_header header = header_of(input);
  std::string bytes(native::page_bytes, '\0');
  if (is_small(header)) {
    bytes = sections_of(header, input.rest());
    guard(header, bytes);
  }
  if (damage == 1) { header.sections[place % native::num_sections].begin += 8; }
  if (damage == 2) { header.sections[place % native::num_sections].bytes ^= place; }
  if (damage == 3) { header.origin_bytes = place << 8U; }
  if (damage == 4) { header.checksums_hash ^= 1; }
  header.origin[0] = static_cast<char>(place);
  header.origin_bytes = std::max<std::uint64_t>(header.origin_bytes, 1);
  const auto page = native::page_of(header);
  std::memcpy(bytes.data(), page.data(), page.size());
  if (damage == 5) { bytes.resize(bytes.size() * place / 256); }
  if (damage == 6) { bytes += std::string(place, 'x'); }
  return bytes;
}

struct opening {
  launch_options team;
  orj_options options;
  build_options build;
  bool through_build = false;
};

opening opening_of(fuzz_input& input) {
  opening how = {.team = team_of(input), .options = {}, .build = {}};
  how.options = {.access = input.coin() ? orj_access::mapped : orj_access::copied,
                 .weights = !input.coin(),
                 .in_edges = !input.coin(),
                 .balance = input.coin() ? block_balance::vertices : block_balance::edges};
  how.through_build = input.coin();
  if (input.coin()) { how.build.directed = input.coin(); }
  if (input.coin()) { how.team.values.assign("verify_checksums", "false", setting_source::option); }
  return how;
}

/// The name is that of an .orj file, or of one whose bytes are the rest of the input.
std::string put_file(const fuzz_folder& folder, std::string_view name, fuzz_input& input) {
  return folder.put(name, name == "a.orj" ? file_of(input) : std::string(input.rest()));
}

/// Opens the file as asked, and checks what comes of it.
void open_file(fuzz_input input) {
  static const fuzz_folder folder;
  constexpr std::array<std::string_view, 3> names = {"a.orj", "a.sg", "a.wsg"};
  const std::string_view name = names[input.choice(names.size())];
  opening how = opening_of(input);
  how.through_build = how.through_build || name != names[0];
  const std::string path = put_file(folder, name, input);
  run_documented(how.team, [&](rank_team& team) {
    const csr_graph graph = how.through_build ? load_graph(team, path, {.build = how.build})
                                              : open_orj(team, path, how.options);
    expect_sound(team, graph);
    expect_mirrored(team, graph);
    const std::string again = folder.path("again.orj");
    write_orj(team, graph, again);
    const csr_graph copy = open_orj(team, again);
    EXPECT_EQ(all_arcs(team, copy, copy.out_edges(), false),
              all_arcs(team, graph, graph.out_edges(), false));
  });
}

}  // namespace
}  // namespace orujo::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const bool once = (orujo::test::end_at_failed_checks(), true);
  static_cast<void>(once);
  orujo::test::open_file({bytes, size});
  return 0;
}
