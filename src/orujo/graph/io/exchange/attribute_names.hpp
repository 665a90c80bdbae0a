// Attributes that exchange formats declare, and which of them is the weight of an edge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/edge_input.hpp"

namespace orujo::io {

/// An attribute as a file declares it.
struct declared_attribute {
  std::string id;
  std::string name;
  std::string type;
  std::optional<std::string> standard;  ///< Its value where none is given.
};

/// Whether `name`, in upper or lower case, is one that weights usually have.
[[nodiscard]] bool names_a_weight(std::string_view name);

/// Whether `wanted`, as the user writes it, means `attribute`: its name, or else its id.
[[nodiscard]] bool is_meant(std::string_view wanted, const declared_attribute& attribute);

/// What a declared type says of weights: none where it says nothing.
[[nodiscard]] weight_kind kind_of_type(std::string_view type);

/// What messages say where edges have no attribute `wanted`, but those called `names`.
[[nodiscard]] std::string no_such_attribute(std::string_view wanted,
                                            const std::vector<std::string>& names);

}  // namespace orujo::io
