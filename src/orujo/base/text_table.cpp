// Aligns columns; writes numbers as people read them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/printable_text.hpp"

namespace orujo {

namespace {

/// Columns that `text` takes on a terminal: its code points (UTF-8 continuation bytes take none).
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string with_separators(std::string digits) {
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    if (digits[at - 4] != '-') { digits.insert(at - 3, 1, ' '); }
  }
  return digits;
}

}  // namespace

void text_table::add(line cells) {
  for (std::string& cell : cells) { cell = printable(cell); }
  lines_.push_back(std::move(cells));
}

std::string text_table::text(std::string_view indent) const {
  std::vector<std::size_t> widths;
  for (const line& cells : lines_) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], width_of(cells[i]));
    }
  }
  std::string result;
  for (const line& cells : lines_) {
    std::string row(indent);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      row += cells[i];
      row.append(widths[i] - width_of(cells[i]) + 2, ' ');
    }
    const std::size_t end = row.find_last_not_of(' ');
    row.resize(end == std::string::npos ? 0 : end + 1);
    result += row + "\n";
  }
  return result;
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) { continue; }
    const bool first = lines.back().empty();
    if (!first && width_of(lines.back()) + 1 + width_of(word) > width) {
      lines.emplace_back(word);
    } else {
      lines.back().append(first ? "" : " ").append(word);
    }
  }
  return lines;
}

std::string number_text(double value, int digits) {
  if (std::abs(value) < 1e15 && (std::floor(value) == value || std::abs(value) >= 1e4)) {
    return with_separators(fmt::format("{:.0f}", value));
  }
  return fmt::format("{:.{}g}", value, digits);
}

std::string size_text(double bytes) {
  constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= 1024) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

std::string duration_text(double seconds) {
  if (seconds < 1e-3) { return fmt::format("{:.3g} µs", seconds * 1e6); }
  if (seconds < 1) { return fmt::format("{:.3g} ms", seconds * 1e3); }
  if (seconds < 60) { return fmt::format("{:.3g} s", seconds); }
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) { return fmt::format("{}:{:02}", whole / 60, whole % 60); }
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace orujo
