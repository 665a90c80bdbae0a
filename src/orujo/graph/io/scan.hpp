// Reads decimal numbers eight digits at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace orujo::io {

/// The eight bytes at `text`, the first one lowest.
[[nodiscard]] inline std::uint64_t load_bytes(const char* text) noexcept {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof word);
  if constexpr (std::endian::native == std::endian::big) { word = __builtin_bswap64(word); }
  return word;
}

/// How many bytes of `word`, from the lowest, are digits: 0 … 8.
[[nodiscard]] inline unsigned leading_digits(std::uint64_t word) noexcept {
  const std::uint64_t values = word ^ 0x3030303030303030U;  // digits become 0 … 9
  const std::uint64_t others = ((values + 0x7676767676767676U) | values) & 0x8080808080808080U;
  return static_cast<unsigned>(std::countr_zero(others)) / 8;
}

/// The number that the lowest `digits` bytes of `word` spell, 1 … 8 of them.
/// Pairs, then fours, then eights of digits are added up side by side in one word.
[[nodiscard]] inline std::uint64_t spelled(std::uint64_t word, unsigned digits) noexcept {
  word <<= 64 - 8 * digits;
  word = ((word & 0x0f0f0f0f0f0f0f0fU) * 2561) >> 8;
  word = ((word & 0x00ff00ff00ff00ffU) * 6553601) >> 16;
  return ((word & 0x0000ffff0000ffffU) * 42949672960001U) >> 32;
}

inline constexpr std::array<std::uint64_t, 16> powers_of_ten = [] {
  std::array<std::uint64_t, 16> powers = {1};
  for (std::size_t i = 1; i < powers.size(); ++i) { powers[i] = powers[i - 1] * 10; }
  return powers;
}();

/// Reads 1 to 15 digits at `text` into `value`; the place behind them, or nullptr if there are
/// none or more. Up to 16 bytes are looked at.
[[nodiscard]] inline const char* scan_number(const char* text, std::uint64_t& value) noexcept {
  const std::uint64_t word = load_bytes(text);
  const unsigned digits = leading_digits(word);
  if (digits == 0) [[unlikely]] { return nullptr; }
  value = spelled(word, digits);
  if (digits < 8) { return text + digits; }
  const std::uint64_t more = load_bytes(text + 8);
  const unsigned more_digits = leading_digits(more);
  if (more_digits == 0) { return text + 8; }
  if (more_digits == 8) [[unlikely]] { return nullptr; }
  value = value * powers_of_ten[more_digits] + spelled(more, more_digits);
  return text + 8 + more_digits;
}

[[nodiscard]] inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

/// Whether `c` may stand between two columns.
[[nodiscard]] inline bool is_separator(char c) noexcept {
  return c == '\t' || c == ' ' || c == ',' || c == ';';
}

/// Reads a number such as 12, 0.5 or .25, without sign and exponent, into `value`, correctly
/// rounded; nullptr if it is written otherwise or too long for that.
[[nodiscard]] inline const char* scan_decimal(const char* text, double& value) noexcept {
  std::uint64_t whole = 0;
  const char* at = text;
  if (*at != '.') {
    at = scan_number(at, whole);
    if (at == nullptr) { return nullptr; }
    if (*at != '.') {
      value = static_cast<double>(whole);
      return at;
    }
  }
  std::uint64_t fraction = 0;
  const char* const end = scan_number(at + 1, fraction);
  if (end == nullptr) { return nullptr; }
  // 15 digits as one number, and the power of ten, are exact: the division rounds, nothing else.
  const auto digits = static_cast<std::size_t>(end - at - 1);
  if (whole >= powers_of_ten[15 - digits]) { return nullptr; }
  const std::uint64_t all = whole * powers_of_ten[digits] + fraction;
  value = static_cast<double>(all) / static_cast<double>(powers_of_ten[digits]);
  return end;
}

}  // namespace orujo::io
