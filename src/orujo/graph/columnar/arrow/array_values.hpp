// Turns arrays of Arrow into plain lists of values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <arrow/array/array_base.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "orujo/graph/columnar/table_plugin.hpp"

namespace orujo::columnar {

/// What the values of a column of this type are.
[[nodiscard]] value_kind kind_of(const arrow::DataType& type);

/// The columns of a table with this schema.
[[nodiscard]] std::vector<table_column> columns_of(const arrow::Schema& schema);

/// The rows that a worker takes at a time.
inline constexpr std::int64_t rows_at_once = std::int64_t{1} << 16;

/// Columns of a table out of record batches that hold these and no others, in the order of the
/// table.
class block_maker {
public:
  explicit block_maker(std::span<const std::size_t> columns);

  /// The columns, ascending.
  [[nodiscard]] const std::vector<int>& sorted() const noexcept { return sorted_; }

  /// Replaces `block` by the rows of `batch`, which are checked: offsets, lengths, UTF-8.
  /// Throws: malformed_table.
  void make(const std::shared_ptr<arrow::RecordBatch>& batch, table_block& block);

private:
  /// A dictionary that was read last, by which numbers become values.
  struct known_dictionary {
    std::shared_ptr<arrow::ArrayData> data;
    column_values values;
    std::vector<bool> missing;
  };

  void read_dictionary(const arrow::Array& array, known_dictionary& known,
                       column_values& out) const;

  std::vector<int> sorted_;
  std::vector<std::size_t> places_;  // of the columns in sorted_
  std::vector<known_dictionary> dictionaries_;
};

}  // namespace orujo::columnar
