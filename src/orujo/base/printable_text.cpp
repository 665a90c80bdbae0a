// Finds what is safe to print, one UTF-8 character after the other.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/printable_text.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "orujo/base/utf8.hpp"

namespace orujo {

namespace {

/// The bytes at the start of `text` that are one character which only shows something; else 0.
std::size_t shown_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = first_character_bytes(text);
  if (length == 1) { return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0; }
  const bool is_control = length == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;
  return is_control ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text, bool keeps_lines) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const bool kept = keeps_lines && (text[0] == '\n' || text[0] == '\t');
    const std::size_t length = kept ? 1 : shown_length(text);
    if (length == 0) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

}  // namespace orujo
