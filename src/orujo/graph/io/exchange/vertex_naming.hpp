// What the vertices of an exchange file are called: by ids or labels, as numbers or as names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orujo::io {

enum class vertex_naming : std::uint8_t { id_numbers, id_names, label_numbers, label_names };

[[nodiscard]] constexpr bool by_label(vertex_naming naming) noexcept {
  return naming == vertex_naming::label_numbers || naming == vertex_naming::label_names;
}
[[nodiscard]] constexpr bool are_names(vertex_naming naming) noexcept {
  return naming == vertex_naming::id_names || naming == vertex_naming::label_names;
}

/// `text` as a vertex id, if it is one written in the only way: without zeros in front.
[[nodiscard]] std::optional<std::uint64_t> canonical_id(std::string_view text) noexcept;

/// Whether `id` is a mere number of a program's own, which says nothing to people: 12, 3.0, n7 or
/// n7::n2.
[[nodiscard]] bool is_bare(std::string_view id) noexcept;

/// A label as a name: white space that holds a line end becomes one blank.
[[nodiscard]] std::string on_one_line(std::string_view label);

}  // namespace orujo::io
