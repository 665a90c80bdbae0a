// Suggests the known name that is nearest to a mistyped one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orujo {

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn `a`
/// into `b` (optimal string alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `typed`, unless even that is unlike it (more than a third of its letters
/// differ and `typed` is not its beginning).
[[nodiscard]] std::optional<std::string_view> nearest_name(std::string_view typed,
                                                           std::span<const std::string_view> names);

/// "; did you mean 'NAME'?" or nothing: the end of a message about an unknown name.
[[nodiscard]] std::string suggestion(std::string_view typed,
                                     std::span<const std::string_view> names);

}  // namespace orujo
