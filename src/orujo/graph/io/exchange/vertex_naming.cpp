// Looks at single ids and labels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/vertex_naming.hpp"

#include <algorithm>

#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

std::optional<std::uint64_t> canonical_id(std::string_view text) noexcept {
  if (text.size() > 1 && text.front() == '0') { return std::nullopt; }
  const auto number = whole_number(text);
  return number && *number <= largest_id ? number : std::nullopt;
}

bool is_bare(std::string_view id) noexcept {
  constexpr std::string_view digits = "0123456789";
  while (!id.empty()) {
    if (id.front() == 'n') { id.remove_prefix(1); }
    const std::size_t whole = std::min(id.find_first_not_of(digits), id.size());
    if (whole == 0) { return false; }
    id.remove_prefix(whole);
    if (id.starts_with('.')) {
      id.remove_prefix(std::min(id.find_first_not_of(digits, 1), id.size()));
    }
    if (id.empty()) { return true; }
    if (!id.starts_with("::")) { return false; }
    id.remove_prefix(2);
  }
  return false;
}

std::string on_one_line(std::string_view label) {
  std::string name(label);
  if (label.find_first_of("\r\n") == std::string_view::npos) { return name; }
  constexpr std::string_view blanks = " \t\r\n";
  std::size_t at = name.find_first_of("\r\n");
  while (at != std::string::npos) {
    const std::size_t before = name.find_last_not_of(blanks, at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = std::min(name.find_first_not_of(blanks, at), name.size());
    name.replace(begin, end - begin, begin == 0 || end == name.size() ? "" : " ");
    at = name.find_first_of("\r\n", begin);
  }
  return name;
}

}  // namespace orujo::io
