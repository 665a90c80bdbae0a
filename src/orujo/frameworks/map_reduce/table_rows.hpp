// Rows of Parquet and Arrow files as the input of jobs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/frameworks/map_reduce/open_table.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// What a job takes a column's values as.
enum class cell_type {
  whole,  ///< std::int64_t, of whole numbers.
  real,   ///< double, of numbers.
  text
};

/// A column that a job reads.
struct table_column_use {
  std::string name;
  cell_type type = cell_type::whole;
};

/// A row: its cells by their places among the columns that are read.
class table_row {
public:
  /// Where it lies.
  struct place {
    const open_table& table;
    std::span<const table_column_use> columns;
    std::span<const columnar::value_kind> kinds;  ///< Of these columns.
    const columnar::table_block& block;
    std::size_t piece;
    std::uint64_t before;  ///< Rows of the piece before the block.
  };
  table_row(const place& at, std::size_t row) : at_(at), row_(row) {}

  [[nodiscard]] const std::string& path() const noexcept { return at_.table.path(); }
  /// Whether there is a value.
  [[nodiscard]] bool has(std::size_t column) const noexcept {
    const auto& present = at_.block.columns[column].present;
    return present.empty() || present[row_] != 0;
  }

  /// The value of a column of that type. A text lies still as long as the row. Throws: input_error,
  /// which names row and column, if there is none, or it is a whole number of 2^63 or more.
  [[nodiscard]] std::int64_t whole(std::size_t column) const;
  [[nodiscard]] double real(std::size_t column) const;
  [[nodiscard]] std::string_view text(std::size_t column) const {
    return values(column, cell_type::text).texts[row_];
  }

private:
  [[nodiscard]] const columnar::column_values& values(std::size_t column, cell_type type) const;
  [[noreturn]] void fail(std::size_t column, std::string_view problem) const;

  const place& at_;
  std::size_t row_;
};

/// The rows of tables. Their row groups or record batches are shared out among all workers of all
/// ranks, each to one worker. Read once.
class table_rows {
public:
  /// Columns may have other places in each file. Call: collective. Throws: agreed_error, on every
  /// rank, with the exit code of input, if a file is missing, no table or damaged, or has no such
  /// column of that type, or there is no plug-in.
  table_rows(rank_team& team, const std::vector<std::string>& paths,
             std::vector<table_column_use> columns);

  /// Calls `take(table_row)` for each row of this worker's share. Call: a worker. Throws:
  /// input_error if a table is damaged.
  template <typename Take>
  void read(worker& /*self*/, Take&& take) {
    for (index_range one = pieces_->next(); !one.empty(); one = pieces_->next()) {
      const source& from = source_of(first_ + one.first);
      const std::size_t piece = first_ + one.first - from.first_piece;
      from.table->read(
          piece, from.columns, [&](const columnar::table_block& block, std::uint64_t before) {
            const table_row::place at{*from.table, columns_, from.kinds, block, piece, before};
            for (std::size_t i = 0; i < block.rows; ++i) { take(table_row(at, i)); }
          });
      done_.fetch_add(1, std::memory_order_relaxed);  // relaxed: a figure
    }
  }

  /// The share of this rank's part that has been read, 0 … 1. Call: any worker.
  [[nodiscard]] double progress() const noexcept;

private:
  struct source {
    std::unique_ptr<const open_table> table;
    std::vector<std::size_t> columns;
    std::vector<columnar::value_kind> kinds;
    std::size_t first_piece;  ///< Of all pieces of all tables.
  };
  [[nodiscard]] const source& source_of(std::size_t piece) const {
    const auto behind = std::upper_bound(
        sources_.begin(), sources_.end(), piece,
        [](std::size_t number, const source& each) { return number < each.first_piece; });
    return *(behind - 1);
  }

  std::vector<table_column_use> columns_;
  std::vector<source> sources_;
  std::size_t first_ = 0;  // this rank's pieces, of those of all tables
  std::size_t count_ = 0;
  std::unique_ptr<shared_loop> pieces_;
  std::atomic<std::size_t> done_{0};
};

}  // namespace orujo
