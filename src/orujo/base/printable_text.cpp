// Finds what is safe to print, one UTF-8 character after the other.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/printable_text.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace orujo {

namespace {

/// The bytes of the UTF-8 character that begins with `first`; 0 if none does.
std::size_t length_by(unsigned char first) noexcept {
  if (first < 0x80) { return 1; }
  if (first >= 0xc2 && first < 0xe0) { return 2; }
  if (first >= 0xe0 && first < 0xf0) { return 3; }
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool continues(unsigned char byte) noexcept { return (byte & 0xc0U) == 0x80U; }

/// Whether the second byte makes the character a longer form of another one, a half of a pair of
/// UTF-16, or one above the last.
bool is_out_of_range(unsigned char first, unsigned char second) noexcept {
  return (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
}

/// The bytes at the start of `text` that are one character which only shows something; else 0.
std::size_t shown_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = length_by(byte(0));
  if (length == 0 || length > text.size()) { return 0; }
  if (length == 1) { return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0; }
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(byte(i))) { return 0; }
  }
  const bool is_control = byte(0) == 0xc2 && byte(1) < 0xa0;
  return is_control || is_out_of_range(byte(0), byte(1)) ? 0 : length;
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
