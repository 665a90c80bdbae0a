// Writes CSV and NPY, block by block; Parquet through parquet_rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/vertex_table.hpp"

#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/base/utf8.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/tables/parquet_rows.hpp"

namespace orujo::tables {

namespace {

// NumPy files say their byte order; we write what the machine has, and it is little everywhere.
static_assert(std::endian::native == std::endian::little);

constexpr std::size_t text_block_bytes = std::size_t{1} << 20U;

/// Ids need all 64 bits; no_vertex is the largest number of them.
char npy_kind(column_kind kind) {
  switch (kind) {
    case column_kind::integer: return 'i';
    case column_kind::vertex: return 'u';
    case column_kind::real: return 'f';
  }
  ORUJO_UNREACHABLE("there are three kinds");
}

std::string npy_type(std::string_view name, column_kind kind, std::uint64_t longest_name) {
  if (kind == column_kind::vertex && longest_name > 0) {
    return fmt::format("('{}', '<U{}')", name, longest_name);
  }
  return fmt::format("('{}', '<{}8')", name, npy_kind(kind));
}

/// The header of an NPY file of version 1.0, or 2.0 where there are too many columns for it
/// (numpy/doc/neps/nep-0001).
std::string npy_header(const table_layout& layout) {
  std::string types = npy_type(layout.key, column_kind::vertex, layout.longest_name);
  for (const table_column& column : layout.columns) {
    types += ", " + npy_type(column.name, column.kind, layout.longest_name);
  }
  std::string text = fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}",
                                 types, layout.num_rows);
  constexpr std::size_t alignment = 64;
  const bool is_short = text.size() + alignment <= std::numeric_limits<std::uint16_t>::max();
  const std::size_t length_bytes = is_short ? 2 : 4;
  std::string header = "\x93NUMPY";
  header += static_cast<char>(is_short ? 1 : 2);
  header += '\0';
  const std::size_t used = header.size() + length_bytes + text.size() + 1;
  text.append((alignment - used % alignment) % alignment, ' ');
  text += '\n';
  for (std::size_t i = 0; i < length_bytes; ++i) {
    header += static_cast<char>(text.size() >> (8 * i) & 0xffU);
  }
  return header + text;
}

void append_cell(fmt::memory_buffer& out, table_cell cell, column_kind kind) {
  const auto end = std::back_inserter(out);
  if (kind == column_kind::real) {
    fmt::format_to(end, FMT_COMPILE("{}"), std::bit_cast<double>(cell));
  } else if (kind == column_kind::integer || cell == no_vertex) {
    fmt::format_to(end, FMT_COMPILE("{}"), static_cast<std::int64_t>(cell));
  } else {
    fmt::format_to(end, FMT_COMPILE("{}"), cell);
  }
}

/// Between quotes where RFC 4180 wants it.
void append_name(fmt::memory_buffer& out, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) { return out.append(name); }
  out.push_back('"');
  for (const char c : name) {
    if (c == '"') { out.push_back('"'); }
    out.push_back(c);
  }
  out.push_back('"');
}

/// As NumPy keeps strings: 4 bytes for each code point, zeros behind the last.
void append_fixed(fmt::memory_buffer& out, std::string_view name, std::uint64_t longest) {
  std::u32string points = code_points_of(name);
  points.resize(longest);
  const auto bytes = std::as_bytes(std::span(points));
  const auto* const first = reinterpret_cast<const char*>(bytes.data());
  out.append(first, first + bytes.size());
}

}  // namespace

void check_suffix(std::string_view path) {
  const bool stream = is_stream(std::string(path));
  if (path.ends_with(".parquet")) {
    require(!stream, fmt::format("'{}' is a pipe or a device, and a Parquet file is a file", path));
    return check_parquet_writing(path);
  }
  for (const std::string_view suffix : {".csv", ".csv.gz", ".npy"}) {
    if (path.ends_with(suffix)) { return; }
  }
  if (stream) { return; }
  throw usage_error(
      fmt::format("'{}' ends neither in .csv, .csv.gz, .npy nor .parquet, the formats "
                  "there are, and is no pipe; write - for stdout",
                  path));
}

vertex_table::vertex_table(const std::string& path, table_layout layout)
    : layout_(std::move(layout)),
      binary_((check_suffix(path), path.ends_with(".npy"))),
      cells_left_(layout_.num_rows * width()),
      file_(path) {
  if (path.ends_with(".parquet")) {
    parquet_ = std::make_unique<parquet_rows>(
        path, layout_, [this](std::string_view bytes) { file_.write(bytes); });
    return;
  }
  if (binary_) {
    file_.write(npy_header(layout_));
    return;
  }
  std::string heading = layout_.key;
  for (const table_column& column : layout_.columns) { heading += "," + column.name; }
  file_.write(heading + "\n");
}

vertex_table::~vertex_table() = default;

void vertex_table::add(std::span<const table_cell> rows, const vertex_names& names) {
  ORUJO_ASSERT(rows.size() % width() == 0, "rows are whole");
  ORUJO_ASSERT(rows.size() <= cells_left_, "no more rows are added than were announced");
  cells_left_ -= rows.size();
  if (parquet_ != nullptr) {
    parquet_->add(rows, names);
  } else if (binary_ && layout_.longest_name == 0) {
    // The bytes of the cells, row by row, are what the file holds; char may look at any object.
    file_.write({reinterpret_cast<const char*>(rows.data()), rows.size_bytes()});
  } else if (binary_) {
    add_binary(rows, names);
  } else {
    add_text(rows, names);
  }
}

/// Calls `add(buffer, column, cell)` for each cell, and writes what it puts there.
template <typename Add>
void vertex_table::add_each(std::span<const table_cell> rows, Add add) {
  fmt::memory_buffer buffer;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add(buffer, i % width(), rows[i]);
    if (buffer.size() < text_block_bytes && i + 1 < rows.size()) { continue; }
    file_.write({buffer.data(), buffer.size()});
    buffer.clear();
  }
}

void vertex_table::add_text(std::span<const table_cell> rows, const vertex_names& names) {
  std::size_t next = 0;
  add_each(rows, [&](fmt::memory_buffer& out, std::size_t column, table_cell cell) {
    if (column > 0) { out.push_back(','); }
    if (kind_at(column) == column_kind::vertex && layout_.longest_name > 0) {
      append_name(out, names[next++]);
    } else {
      append_cell(out, cell, kind_at(column));
    }
    if (column + 1 == width()) { out.push_back('\n'); }
  });
}

void vertex_table::add_binary(std::span<const table_cell> rows, const vertex_names& names) {
  std::size_t next = 0;
  add_each(rows, [&](fmt::memory_buffer& out, std::size_t column, table_cell cell) {
    if (kind_at(column) == column_kind::vertex) {
      return append_fixed(out, names[next++], layout_.longest_name);
    }
    const auto bytes = std::bit_cast<std::array<char, sizeof cell>>(cell);
    out.append(bytes.data(), bytes.data() + bytes.size());
  });
}

void vertex_table::commit() {
  ORUJO_ASSERT(cells_left_ == 0, "as many rows were added as were announced");
  if (parquet_ != nullptr) { parquet_->finish(); }
  file_.commit();
}

}  // namespace orujo::tables
