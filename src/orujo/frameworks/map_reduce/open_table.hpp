// A Parquet or Arrow file that jobs read, by the plug-in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/io/mapped_file.hpp"

namespace orujo {

/// What table a file that begins with these bytes is; empty: none.
[[nodiscard]] std::optional<columnar::table_format> table_format_of(std::string_view bytes);

/// "Parquet" or "Arrow".
[[nodiscard]] std::string_view name_of(columnar::table_format format);

/// A table whose facts are known. Call: any thread, concurrently.
class open_table {
public:
  /// Throws: input_error if it is no table, is damaged, or there is no plug-in.
  explicit open_table(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const columnar::table_facts& facts() const noexcept { return source_->facts(); }

  /// Calls `take(block, rows_before)` for blocks of a piece with these columns, in order;
  /// `rows_before` are those of the piece. Throws: input_error, and what `take` throws.
  template <typename Take>
  void read(std::size_t piece, std::span<const std::size_t> columns, Take&& take) const {
    const auto rows = begin(piece, columns);
    columnar::table_block block;
    for (std::uint64_t done = 0; next(*rows, piece, block); done += block.rows) {
      take(block, done);
    }
  }

  /// "row 7", counted from 1 and from the beginning of the file if that is known, else "record
  /// batch 2, row 7".
  [[nodiscard]] std::string row_name(std::size_t piece, std::uint64_t row) const;

  /// Throws input_error about this file.
  [[noreturn]] void fail(std::string_view problem) const;

private:
  [[nodiscard]] std::unique_ptr<columnar::table_piece> begin(
      std::size_t piece, std::span<const std::size_t> columns) const;
  [[nodiscard]] bool next(columnar::table_piece& rows, std::size_t piece,
                          columnar::table_block& block) const;
  [[noreturn]] void fail_in(std::size_t piece, const columnar::malformed_table& problem) const;

  std::string path_;
  io::mapped_file file_;
  std::unique_ptr<columnar::table_source> source_;
};

}  // namespace orujo
