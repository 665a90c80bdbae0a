// Turns rows of a table into edges, with the checks that ids, names and weights get.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/edge_chunk.hpp"
#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/name_table.hpp"

namespace orujo::columnar {

/// Something is wrong in a row of a block.
class malformed_row : public std::runtime_error {
public:
  malformed_row(std::size_t row, const std::string& problem)
      : std::runtime_error(problem), row_(row) {}

  [[nodiscard]] std::size_t row() const noexcept { return row_; }

private:
  std::size_t row_;
};

/// The columns that edges are made of, and how.
struct edge_layout {
  table_column source;
  table_column target;
  std::optional<table_column> weight;  ///< Empty: there is none, or it is left out.
  io::weight_column weights = io::weight_column::absent;
  bool has_names = false;
};

/// Decides what edges are made of, by what the columns hold. Throws: malformed_table, with the
/// remedy, if they hold neither ids nor weights.
[[nodiscard]] edge_layout layout_of(const table_column& source, const table_column& target,
                                    const table_column* weight, const open_options& options);

class edge_maker {
public:
  /// `names` numbers the names, where vertices have some; else nullptr.
  edge_maker(edge_layout layout, std::shared_ptr<name_table> names);

  /// Appends the edges of `block`, whose columns are source, target and perhaps weight.
  /// Call: any worker, concurrently. Throws: malformed_row.
  void make(const table_block& block, edge_chunk& chunk) const;

private:
  [[nodiscard]] std::vector<std::uint64_t> ids_in(const column_values& values,
                                                  const table_column& column) const;
  [[nodiscard]] std::vector<std::uint64_t> named_ids_in(const column_values& values,
                                                        const table_column& column) const;
  void take_weights(const column_values& values, edge_chunk& chunk) const;

  edge_layout layout_;
  std::shared_ptr<name_table> names_;
};

}  // namespace orujo::columnar
