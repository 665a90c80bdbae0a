// Reads a text that must be one field and nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <fmt/format.h>

#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/text_blocks.hpp"

namespace orujo::io {

/// Reads with `take` what must be exactly the characters from `begin` to `end`.
template <typename Take>
auto take_all(const char* begin, const char* end, const field_rules& rules, Take take) {
  field_reader field(rules, begin);
  const auto value = take(field);
  if (field.at() != end) {
    throw malformed_text(begin,
                         fmt::format("expected one number but found {}", quoted({begin, end})));
  }
  return value;
}

/// The same of a text that may lie anywhere, blanks around it apart: `text` is a copy, which gets a
/// line end. Throws: malformed_text, whose place is of no use.
template <typename Take>
auto take_text(std::string text, const field_rules& rules, Take take) {
  text.erase(0, text.find_first_not_of(" \t"));
  text.erase(text.find_last_not_of(" \t") + 1);
  const std::size_t size = text.size();
  text += '\n';
  text.append(block_padding_bytes, '\0');
  return take_all(text.data(), text.data() + size, rules, take);
}

}  // namespace orujo::io
