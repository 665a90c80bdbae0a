// Reads and verifies .orj files chunk by chunk.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/native/orj_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"

namespace orujo::native {

namespace {

constexpr std::string_view damaged = "the checksum does not match: the file is damaged";

}  // namespace

orj_file::orj_file(std::string path, checksum_use checksums)
    : file_(std::move(path)), checksums_(checksums) {
  std::array<std::byte, page_bytes> page{};
  read_raw(std::span(page).first(std::min<std::uint64_t>(file_.bytes(), page_bytes)), 0);
  header_ = parse_header(file_.path(), page, file_.bytes());
  if (checksums_ == checksum_use::verified) { read_table(); }
}

void orj_file::read_table() {
  table_.resize(static_cast<std::size_t>(header_.checksums.bytes / 8));
  read_raw(std::as_writable_bytes(std::span(table_)), header_.checksums.begin);
  if (hash_bytes(std::as_bytes(std::span(table_))) == header_.checksums_hash) { return; }
  throw input_error(
      path(), {}, fmt::format("section checksums, byte {}: {}", header_.checksums.begin, damaged));
}

void orj_file::read_raw(std::span<std::byte> to, std::uint64_t place) const {
  file_.read(to, place);
}

void orj_file::fail(section_kind kind, std::uint64_t byte, std::string_view problem) const {
  throw input_error(path(), {},
                    fmt::format("section {}, byte {}: {}", name_of(kind),
                                header_.section(kind).begin + byte, problem));
}

void orj_file::check(section_kind kind, std::uint64_t chunk,
                     std::span<const std::byte> bytes) const {
  if (checksums_ == checksum_use::ignored) { return; }
  if (hash_bytes(bytes) == table_[chunks_before(header_, kind) + chunk]) { return; }
  fail(kind, chunk * chunk_bytes, damaged);
}

void orj_file::read_chunk(const section_slice& slice, std::uint64_t chunk,
                          std::span<std::byte> to) const {
  const file_section& section = header_.section(slice.kind);
  const std::uint64_t begin = chunk * chunk_bytes;
  const std::uint64_t end = std::min(section.bytes, begin + chunk_bytes);
  const std::uint64_t first = std::max(begin, slice.first);
  const std::uint64_t last = std::min(end, slice.last);
  const auto wanted = to.subspan(first - slice.first, last - first);
  if ((first == begin && last == end) || checksums_ == checksum_use::ignored) {
    read_raw(wanted, section.begin + first);
    if (last - first == end - begin) { check(slice.kind, chunk, wanted); }
    return;
  }
  std::vector<std::byte> whole(end - begin);
  read_raw(whole, section.begin + begin);
  check(slice.kind, chunk, whole);
  std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(first - begin), wanted.size(),
              wanted.begin());
}

void orj_file::read(rank_team& team, const section_slice& slice, std::span<std::byte> to,
                    first_error& problem) const {
  if (slice.first >= slice.last) { return; }
  const std::uint64_t first_chunk = slice.first / chunk_bytes;
  const std::uint64_t chunks = (slice.last - 1) / chunk_bytes + 1 - first_chunk;
  kept_for(team, {chunks}, problem, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) { read_chunk(slice, first_chunk + i, to); }
  });
}

void orj_file::verify(rank_team& team, section_kind kind, const io::mapped_file& mapping,
                      first_error& problem) const {
  if (checksums_ == checksum_use::ignored) { return; }
  const file_section& section = header_.section(kind);
  const auto bytes =
      std::as_bytes(std::span(mapping.bytes())).subspan(section.begin, section.bytes);
  kept_for(team, {chunks_of(section)}, problem, [&](std::size_t first, std::size_t last) {
    for (std::size_t chunk = first; chunk < last; ++chunk) {
      const std::uint64_t begin = chunk * chunk_bytes;
      check(kind, chunk, bytes.subspan(begin, std::min(chunk_bytes, section.bytes - begin)));
    }
  });
}

}  // namespace orujo::native
