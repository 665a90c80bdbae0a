// Texts in UTF-8, one character after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orujo {

/// The bytes of the character that `text`, which is not empty, begins with; 0 if it is no UTF-8.
[[nodiscard]] std::size_t first_character_bytes(std::string_view text) noexcept;

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// The code points of `text`; U+FFFD for each byte that is no UTF-8.
[[nodiscard]] std::u32string code_points_of(std::string_view text);

}  // namespace orujo
