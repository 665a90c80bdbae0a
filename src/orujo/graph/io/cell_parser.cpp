// Finds the cells of each line, and reads them with the checks that all fields get.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/cell_parser.hpp"

#include <string>

#include <fmt/format.h>

#include "orujo/graph/io/edge_batch.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

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

/// Reads one cell with `take`. A cell in quotes or braces is copied to where a line end follows it;
/// errors point at the cell.
template <typename Take>
auto take_cell(std::string_view cell, const field_rules& rules, Take take) {
  const char* const end = cell.data() + cell.size();
  const bool plain = !cell.starts_with('"') && (is_separator(*end) || *end == '\n' || *end == '\r');
  if (plain) { return take_all(cell.data(), end, rules, take); }
  std::string text = content_of(cell);
  text.erase(0, text.find_first_not_of(" \t"));
  text.erase(text.find_last_not_of(" \t") + 1);
  const std::size_t size = text.size();
  text += '\n';
  text.append(block_padding_bytes, '\0');
  try {
    return take_all(text.data(), text.data() + size, rules, take);
  } catch (const malformed_text& problem) { throw malformed_text(cell.data(), problem.what()); }
}

std::uint64_t id_in(std::string_view cell, const field_rules& rules) {
  return take_cell(cell, rules, [](field_reader& field) { return field.take_id(); });
}

template <typename Weight>
Weight weight_in(std::string_view cell, const field_rules& rules) {
  return take_cell(cell, rules, [](field_reader& field) { return field.take_weight<Weight>(); });
}

}  // namespace

template <typename Weight>
void cell_parser::parse_lines(std::string_view text, edge_chunk& chunk) const {
  edge_batch<Weight> batch(chunk);
  line_walker lines(text);
  while (lines.next()) {
    if (is_skipped(lines.line(), format_.comments)) { continue; }
    const edge_cells cells = edge_cells_of(lines.line(), layout_);
    const input_edge edge = {.source = id_in(cells.source, format_.fields),
                             .target = id_in(cells.target, format_.fields)};
    if constexpr (std::is_same_v<Weight, std::monostate>) {
      batch.add(edge, {});
    } else {
      batch.add(edge, weight_in<Weight>(*cells.weight, format_.fields));
    }
  }
  batch.flush();
}

void cell_parser::parse(const text_block& block, edge_chunk& chunk) const {
  with_kept_weight(format_.fields.weights, [&]<typename Weight>(std::type_identity<Weight>) {
    parse_lines<Weight>(block.text, chunk);
  });
}

}  // namespace orujo::io
