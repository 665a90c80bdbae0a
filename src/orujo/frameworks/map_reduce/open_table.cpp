// Opens tables, and says what is wrong with them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/open_table.hpp"

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/printable_text.hpp"

namespace orujo {

using columnar::malformed_table;
using columnar::table_format;

std::optional<table_format> table_format_of(std::string_view bytes) {
  if (bytes.starts_with("PAR1")) { return table_format::parquet; }
  // a stream begins with a length that is none
  const bool is_arrow = bytes.starts_with("ARROW1") || bytes.starts_with("\xff\xff\xff\xff");
  return is_arrow ? std::optional(table_format::arrow) : std::nullopt;
}

std::string_view name_of(table_format format) {
  return format == table_format::parquet ? "Parquet" : "Arrow";
}

open_table::open_table(const std::string& path) : path_(path), file_(path) {
  const auto format = table_format_of(file_.bytes());
  if (!format) { fail("is neither a Parquet nor an Arrow file, by its first bytes"); }
  try {
    source_ = columnar::open_table_plugin().open(
        *format, std::as_bytes(std::span(file_.bytes().data(), file_.bytes().size())));
  } catch (const malformed_table& problem) {
    fail(fmt::format("cannot be read as {}: {}", name_of(*format), printable(problem.what())));
  } catch (const plugin_problem& problem) {
    fail(std::string("cannot be read: ") + problem.what());
  }
}

std::string open_table::row_name(std::size_t piece, std::uint64_t row) const {
  const auto& before = facts().rows_before;
  if (piece < before.size()) { row += before[piece]; }
  if (!before.empty() || facts().pieces == 1) { return fmt::format("row {}", row + 1); }
  return fmt::format("{} {}, row {}", facts().piece_name, piece + 1, row + 1);
}

void open_table::fail(std::string_view problem) const { throw input_error(path_, {}, problem); }

std::unique_ptr<columnar::table_piece> open_table::begin(
    std::size_t piece, std::span<const std::size_t> columns) const {
  try {
    return source_->open(piece, columns);
  } catch (const malformed_table& problem) { fail_in(piece, problem); }
}

bool open_table::next(columnar::table_piece& rows, std::size_t piece,
                      columnar::table_block& block) const {
  try {
    return rows.next(block);
  } catch (const malformed_table& problem) { fail_in(piece, problem); }
}

void open_table::fail_in(std::size_t piece, const malformed_table& problem) const {
  fail(fmt::format("{} {}: {}", facts().piece_name, piece + 1, printable(problem.what())));
}

}  // namespace orujo
