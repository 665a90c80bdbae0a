// Which columns of an edge list hold source, target and weight, and which one of a list of vertices
// the vertex: by their names, by what the user says, or by their order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/format.hpp"

namespace orujo::io {

/// What the first lines say about columns.
struct column_facts {
  cell_layout cells;
  bool named = false;                ///< The first row holds names.
  std::vector<std::string> guesses;  ///< What was assumed, for people.
  std::vector<std::string> left_out;
};

/// What is known of the first row before its words are looked at.
enum class first_row : std::uint8_t {
  any,          ///< It may name the columns.
  likely_edge,  ///< It names the columns if its words are known as such names.
  edge,         ///< It is an edge, whatever its words are.
};

/// Decides by the first row and the second, which is empty if there is none. Ids may be words
/// unless `options` say that they are numbers. Throws: malformed_text, with the remedy, where names
/// are ambiguous or an edge cannot be found.
[[nodiscard]] column_facts find_columns(std::string_view first, std::string_view second,
                                        const open_options& options, first_row kind);

/// Whether weights are often called `name`, which is in lower case.
[[nodiscard]] bool is_weight_name(std::string_view name) noexcept;

/// The same for a list of vertices: source and target of the layout are the vertex. `choice` is
/// what the user calls the column. Throws: malformed_text.
[[nodiscard]] column_facts find_vertex_column(std::string_view first, std::string_view second,
                                              const std::optional<std::string>& choice);

/// The same for a table whose columns all have names, where `numbers` says which of them hold
/// numbers. Throws: malformed_text, at no place.
[[nodiscard]] column_facts find_named_columns(const std::vector<std::string>& names,
                                              const std::vector<bool>& numbers,
                                              const open_options& options);

/// Throws malformed_text, with the remedy, if `row` cannot begin with a number.
void check_begins_with_number(std::string_view row);

/// What messages advise where an id is no number.
inline constexpr std::string_view advise_names = "; if vertices have names, say --ids names";

}  // namespace orujo::io
