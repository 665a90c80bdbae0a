// One edge on each line: a fast path for lines that are as expected, a careful one for the rest.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/row_parser.hpp"

#include <fmt/format.h>

#include "orujo/graph/io/edge_batch.hpp"

namespace orujo::io {

namespace {

template <typename Weight>
struct row {
  input_edge edge = {};
  Weight weight = {};
};

/// Numbers of at most 15 digits, with '-' before them or not.
template <typename Weight>
const char* fast_weight(const char* at, Weight& weight) noexcept {
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  if constexpr (std::is_same_v<Weight, std::int64_t>) {
    std::uint64_t whole = 0;
    at = scan_number(at, whole);
    weight = negative ? -static_cast<std::int64_t>(whole) : static_cast<std::int64_t>(whole);
  } else {
    double value = 0;
    at = scan_decimal(at, value);
    if constexpr (std::is_same_v<Weight, double>) { weight = negative ? -value : value; }
  }
  return at;
}

/// Reads an id that is written as usual; zeros in front are left to the careful way where the line
/// has no letter, as the formats with letters say that ids are numbers.
template <bool Lettered>
const char* fast_id(const char* at, std::uint64_t& id) noexcept {
  const char* const end = scan_number(at, id);
  if constexpr (!Lettered) {
    if (end != nullptr && has_zeros_in_front(at, end)) [[unlikely]] { return nullptr; }
  }
  return end;
}

/// Reads a line with single separators and plain numbers; the place behind its end, or nullptr if
/// it has to be read carefully.
template <weight_column Weights, bool Lettered, typename Weight>
const char* fast_row(char letter, const char* at, row<Weight>& found) noexcept {
  if constexpr (Lettered) {
    if (at[0] != letter || at[1] != ' ') [[unlikely]] { return nullptr; }
    at += 2;
  }
  at = fast_id<Lettered>(at, found.edge.source);
  if (at == nullptr || !is_separator(*at)) [[unlikely]] { return nullptr; }
  at = fast_id<Lettered>(at + 1, found.edge.target);
  if (at == nullptr) [[unlikely]] { return nullptr; }
  if constexpr (Weights != weight_column::absent) {
    if (!is_separator(*at)) [[unlikely]] { return nullptr; }
    at = fast_weight(at + 1, found.weight);
    if (at == nullptr) [[unlikely]] { return nullptr; }
  }
  while (*at == ' ' || *at == '\r') { ++at; }
  return *at == '\n' ? at + 1 : nullptr;
}

/// Reads any line; false if it holds no edge. `at` moves behind its end.
template <typename Weight>
bool careful_row(const row_format& format, const char*& at, row<Weight>& found) {
  field_reader fields(format.fields, at);
  fields.skip_blanks();
  const char first = *fields.at();
  if (first == '\n' || format.comments.find(first) != std::string_view::npos) {
    while (*at != '\n') { ++at; }
    ++at;
    return false;
  }
  if (format.letter != 0) {
    if (first != format.letter || !is_blank(fields.at()[1])) {
      throw malformed_text(fields.at(), fmt::format("expected a line '{} …' but found {}",
                                                    format.letter, quoted(fields.token())));
    }
    fields.move_to(fields.at() + 1);
    fields.skip_blanks();
  }
  found.edge.source = fields.take_id();
  fields.take_separator();
  found.edge.target = fields.take_id();
  if (format.fields.weights != weight_column::absent) {
    fields.take_separator();
    found.weight = fields.take_weight<Weight>();
  }
  fields.take_line_end();
  at = fields.at();
  return true;
}

template <weight_column Weights, typename Weight, bool Lettered>
void parse_rows(const row_format& format, std::string_view text, edge_chunk& chunk) {
  edge_batch<Weight> batch(chunk);
  const std::uint64_t first = format.fields.first_id;
  const std::uint64_t ids = format.fields.last_id - first + 1;  // 0 if there are no vertices
  const char* at = text.data();
  const char* const end = at + text.size();
  row<Weight> found;
  while (at != end) {
    const char* const next = fast_row<Weights, Lettered>(format.letter, at, found);
    if (next != nullptr && found.edge.source - first < ids && found.edge.target - first < ids)
        [[likely]] {
      batch.add(found.edge, found.weight);
      at = next;
    } else if (careful_row(format, at, found)) {
      batch.add(found.edge, found.weight);
    }
  }
  batch.flush();
}

template <weight_column Weights, typename Weight>
void parse_weighted_rows(const row_format& format, std::string_view text, edge_chunk& chunk) {
  if (format.letter != 0) {
    parse_rows<Weights, Weight, true>(format, text, chunk);
  } else {
    parse_rows<Weights, Weight, false>(format, text, chunk);
  }
}

}  // namespace

void row_parser::parse(const text_block& block, edge_chunk& chunk) const {
  constexpr std::size_t usual_row_bytes = 12;
  chunk.edges.reserve(block.text.size() / usual_row_bytes);
  switch (format_.fields.weights) {
    case weight_column::absent:
      return parse_weighted_rows<weight_column::absent, std::monostate>(format_, block.text, chunk);
    case weight_column::skipped:
      return parse_weighted_rows<weight_column::skipped, std::monostate>(format_, block.text,
                                                                         chunk);
    case weight_column::integer:
      return parse_weighted_rows<weight_column::integer, std::int64_t>(format_, block.text, chunk);
    case weight_column::real:
      return parse_weighted_rows<weight_column::real, double>(format_, block.text, chunk);
  }
}

bool is_skipped(std::string_view line, std::string_view comments) noexcept {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || comments.find(line[first]) != std::string_view::npos;
}

}  // namespace orujo::io
