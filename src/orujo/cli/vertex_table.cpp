// Writes CSV and NPY, block by block.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/vertex_table.hpp"

#include <iterator>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/output_target.hpp"

namespace orujo::cli {

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

/// The header of an NPY file of version 1.0 (numpy/doc/neps/nep-0001).
std::string npy_header(std::string_view key, std::span<const table_column> columns,
                       std::uint64_t num_rows) {
  std::string types = fmt::format("('{}', '<u8')", key);
  for (const table_column& column : columns) {
    types += fmt::format(", ('{}', '<{}8')", column.name, npy_kind(column.kind));
  }
  std::string text =
      fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", types, num_rows);
  constexpr std::size_t prefix = 10;  // magic, version, length
  constexpr std::size_t alignment = 64;
  const std::size_t used = prefix + text.size() + 1;
  text.append((alignment - used % alignment) % alignment, ' ');
  text += '\n';
  std::string header = "\x93NUMPY\x01";
  header += '\0';
  header += static_cast<char>(text.size() % 256);
  header += static_cast<char>(text.size() / 256);
  return header + text;
}

void append_cell(fmt::memory_buffer& out, table_cell cell, column_kind kind) {
  out.push_back(',');
  const auto end = std::back_inserter(out);
  if (kind == column_kind::real) {
    fmt::format_to(end, FMT_COMPILE("{}"), std::bit_cast<double>(cell));
  } else if (kind == column_kind::integer || cell == no_vertex) {
    fmt::format_to(end, FMT_COMPILE("{}"), static_cast<std::int64_t>(cell));
  } else {
    fmt::format_to(end, FMT_COMPILE("{}"), cell);
  }
}

}  // namespace

void check_table_name(std::string_view path) {
  for (const std::string_view suffix : {".csv", ".csv.gz", ".npy"}) {
    if (path.ends_with(suffix)) { return; }
  }
  if (is_stream(std::string(path))) { return; }
  throw usage_error(
      fmt::format("--output: '{}' ends neither in .csv, .csv.gz nor .npy, the formats there are, "
                  "and is no pipe; "
                  "write - for stdout",
                  path));
}

vertex_table::vertex_table(const std::string& path, std::vector<table_column> columns,
                           std::uint64_t num_rows, std::string_view key)
    : columns_(std::move(columns)),
      binary_((check_table_name(path), path.ends_with(".npy"))),
      cells_left_(num_rows * (columns_.size() + 1)),
      file_(path) {
  if (binary_) {
    file_.write(npy_header(key, columns_, num_rows));
    return;
  }
  std::string heading(key);
  for (const table_column& column : columns_) { heading += "," + column.name; }
  file_.write(heading + "\n");
}

void vertex_table::add(std::span<const table_cell> rows) {
  ORUJO_ASSERT(rows.size() % (columns_.size() + 1) == 0, "rows are whole");
  ORUJO_ASSERT(rows.size() <= cells_left_, "no more rows are added than were announced");
  cells_left_ -= rows.size();
  if (binary_) {
    // The bytes of the cells, row by row, are what the file holds; char may look at any object.
    file_.write({reinterpret_cast<const char*>(rows.data()), rows.size_bytes()});
  } else {
    add_text(rows);
  }
}

void vertex_table::add_text(std::span<const table_cell> rows) {
  fmt::memory_buffer buffer;
  while (!rows.empty()) {
    fmt::format_to(std::back_inserter(buffer), FMT_COMPILE("{}"), rows[0]);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      append_cell(buffer, rows[c + 1], columns_[c].kind);
    }
    buffer.push_back('\n');
    rows = rows.subspan(columns_.size() + 1);
    if (buffer.size() < text_block_bytes && !rows.empty()) { continue; }
    file_.write({buffer.data(), buffer.size()});
    buffer.clear();
  }
}

void vertex_table::commit() {
  ORUJO_ASSERT(cells_left_ == 0, "as many rows were added as were announced");
  file_.commit();
}

}  // namespace orujo::cli
