// What a run of an algorithm has found: figures, and columns of values of vertices or edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// A number or a word of the result, the same on every rank.
struct figure {
  std::string name;
  std::variant<std::uint64_t, std::int64_t, double, bool, std::string> value;
};

/// The bits of a value of a column: of an std::int64_t, or of a double.
using value_bits = std::uint64_t;

[[nodiscard]] constexpr value_bits bits_of(std::int64_t value) noexcept {
  return static_cast<value_bits>(value);
}
[[nodiscard]] constexpr value_bits bits_of(double value) noexcept {
  return std::bit_cast<value_bits>(value);
}

/// A value of a column that is no number like the others.
struct special_value {
  value_bits stored;
  /// What is written for it; nothing: what is stored.
  std::optional<value_bits> written = std::nullopt;
  bool is_none = false;  ///< There is no value.
};

/// A value that is written for one vertex, whatever is stored.
struct value_of_vertex {
  vertex_id vertex;
  value_bits written;
};

/// Values of vertices or edges. The arrays belong to the run, and are valid until the next one.
struct result_column {
  std::string name;   ///< Heading in files: "depth".
  std::string label;  ///< What people call it: "number of triangles".
  std::variant<std::span<const std::uint8_t>, std::span<const std::uint32_t>,
               std::span<const std::uint64_t>, std::span<const std::int64_t>,
               std::span<const double>>
      values;
  bool are_vertices = false;  ///< The values are vertices of the graph; no_vertex: none.
  std::vector<special_value> special = {};
  std::optional<value_of_vertex> of_source = std::nullopt;

  [[nodiscard]] bool is_real() const noexcept {
    return std::holds_alternative<std::span<const double>>(values);
  }
  [[nodiscard]] value_bits operator[](std::size_t row) const {
    return std::visit(
        [row](const auto& all) -> value_bits {
          if constexpr (std::is_same_v<decltype(all[row]), const double&>) {
            return bits_of(all[row]);
          } else {
            return static_cast<value_bits>(all[row]);
          }
        },
        values);
  }
};

/// Rows of this rank: one for each owned vertex, in their order, or one for each of `keys`.
struct result_table {
  std::string things = "vertices";                                ///< What the rows are of.
  std::string key = "vertex";                                     ///< Heading of the first column.
  std::optional<std::span<const vertex_id>> keys = std::nullopt;  ///< Owned vertices.
  std::vector<result_column> columns = {};
};

/// Vertices of the result in an order that means something, the same on every rank.
struct vertex_sequence {
  std::string name;
  std::vector<vertex_id> vertices;
};

/// Something that people should know of the answer.
struct remark {
  std::string name;  ///< "NOT CONVERGED"
  std::string text;
};

struct algorithm_answer {
  std::vector<figure> figures;                               ///< The result.
  std::vector<figure> work;                                  ///< What it took.
  std::optional<work_statistics> statistics = std::nullopt;  ///< The same where items were worked.
  work_history history = {};
  std::vector<vertex_sequence> lists = {};
  std::vector<remark> remarks = {};
  result_table table = {};
  std::vector<result_table> further = {};  ///< For pictures; one column each.
};

}  // namespace orujo
