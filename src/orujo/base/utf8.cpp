// Decodes UTF-8.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/utf8.hpp"

namespace orujo {

namespace {

/// The bytes of the character that begins with `first`; 0 if none does.
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

}  // namespace

std::size_t first_character_bytes(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = length_by(byte(0));
  if (length == 0 || length > text.size()) { return 0; }
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(byte(i))) { return 0; }
  }
  return length > 1 && is_out_of_range(byte(0), byte(1)) ? 0 : length;
}

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t length = first_character_bytes(text);
    if (length == 0) { return false; }
    text.remove_prefix(length);
  }
  return true;
}

std::u32string code_points_of(std::string_view text) {
  constexpr char32_t replacement = 0xfffd;
  std::u32string points;
  while (!text.empty()) {
    const std::size_t length = first_character_bytes(text);
    // The first byte of several has as many ones in front, and then a zero.
    const auto first = static_cast<unsigned char>(text[0]);
    char32_t point = length > 1 ? first & (0x7fU >> length) : first;
    for (std::size_t i = 1; i < length; ++i) {
      point = point << 6U | (static_cast<unsigned char>(text[i]) & 0x3fU);
    }
    points.push_back(length == 0 ? replacement : point);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return points;
}

}  // namespace orujo
