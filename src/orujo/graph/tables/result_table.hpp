// Values of vertices or edges as columns, spread over the ranks as the graph is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

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

/// Values of vertices or edges. The arrays belong to whoever computed them: a run of the catalogue
/// keeps them until the next one.
struct result_column {
  std::string name;        ///< Heading in files: "depth".
  std::string label = {};  ///< What people call it: "number of triangles".
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

}  // namespace orujo
