// Finds the cells of each line, and reads them with the checks that all fields get.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/cell_parser.hpp"

#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/graph/io/edge_batch.hpp"
#include "orujo/graph/io/field_text.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

/// Reads one cell with `take`. A cell in quotes or braces is copied to where a line end follows it;
/// errors point at the cell.
template <typename Take>
auto take_cell(std::string_view cell, const field_rules& rules, Take take) {
  const char* const end = cell.data() + cell.size();
  const bool plain = !cell.starts_with('"') && (is_separator(*end) || *end == '\n' || *end == '\r');
  if (plain) { return take_all(cell.data(), end, rules, take); }
  try {
    return take_text(content_of(cell), rules, take);
  } catch (const malformed_text& problem) { throw malformed_text(cell.data(), problem.what()); }
}

std::uint64_t id_in(std::string_view cell, const field_rules& rules) {
  return take_cell(cell, rules, [](field_reader& field) { return field.take_id(); });
}

template <typename Weight>
Weight weight_in(std::string_view cell, const field_rules& rules) {
  if (cell.find(',') != std::string_view::npos) {
    throw malformed_text(
        cell.data(), fmt::format("the weight {} has a comma; decimals are written with a point, as "
                                 "in 0.5",
                                 quoted(content_of(cell))));
  }
  return take_cell(cell, rules, [](field_reader& field) { return field.take_weight<Weight>(); });
}

/// Refuses a comment that may be a row whose first name begins as comments do. What stands behind a
/// blank is a comment where blanks separate.
/// Throws: malformed_text.
void check_comment(std::string_view line, const cell_layout& layout) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) { return; }
  const std::string_view text = line.substr(first);
  const bool bare = text.size() < 2 || is_blank(text[1]);
  if (layout.separator == ' ' && bare) { return; }
  if (text.find('"') != std::string_view::npos || layout.dictionary) { return; }
  if (cells_of(text, layout.separator).size() != layout.count) { return; }
  throw malformed_text(text.data(),
                       "this line begins as comments do, and has as many columns as others; put "
                       "the name in quotes, or leave the line out if it is a comment");
}

/// Collects edges between names, and numbers the names many at a time.
template <typename Weight>
class named_edge_batch {
public:
  named_edge_batch(name_table& table, edge_chunk& chunk) : table_(table), batch_(chunk) {}

  void add(const edge_cells& cells, Weight weight) {
    names_.push_back(name_in(cells.source));
    names_.push_back(name_in(cells.target));
    weights_.push_back(weight);
    if (weights_.size() == capacity) { number(); }
  }

  void flush() {
    number();
    batch_.flush();
  }

private:
  static constexpr std::size_t capacity = 4096;

  /// The name that a cell holds. One with quotes inside is copied to be without.
  std::string_view name_in(std::string_view cell) {
    const bool in_quotes = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
    std::string_view name = in_quotes ? cell.substr(1, cell.size() - 2) : cell;
    if (name.empty()) { throw malformed_text(cell.data(), "a vertex without a name"); }
    if (name.find('\0') != std::string_view::npos) {
      throw malformed_text(cell.data(), "a name with a byte 0 in it");
    }
    if (in_quotes && name.find('"') != std::string_view::npos) {
      name = unquoted_.emplace_back(content_of(cell));
    }
    return name;
  }

  void number() {
    numbers_.resize(names_.size());
    table_.number(names_, numbers_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      batch_.add({.source = numbers_[2 * i], .target = numbers_[2 * i + 1]}, weights_[i]);
    }
    names_.clear();
    weights_.clear();
    unquoted_.clear();
  }

  name_table& table_;
  edge_batch<Weight> batch_;
  std::vector<std::string_view> names_;  // of source and target, in turn
  std::vector<Weight> weights_;
  std::vector<std::uint64_t> numbers_;
  std::deque<std::string> unquoted_;
};

}  // namespace

/// Calls `take(cells, weight)` for each edge.
template <typename Weight, typename Take>
void cell_parser::walk(std::string_view text, Take take) const {
  line_walker lines(text);
  while (lines.next()) {
    if (is_skipped(lines.line(), format_.comments)) {
      if (!format_.expects_comments) { check_comment(lines.line(), layout_); }
      continue;
    }
    const edge_cells cells = edge_cells_of(lines.line(), layout_);
    if constexpr (std::is_same_v<Weight, std::monostate>) {
      take(cells, Weight{});
    } else {
      take(cells, weight_in<Weight>(*cells.weight, format_.fields));
    }
  }
}

template <typename Weight>
void cell_parser::parse_lines(std::string_view text, edge_chunk& chunk) const {
  if (names_) {
    named_edge_batch<Weight> batch(*names_, chunk);
    walk<Weight>(text, [&](const edge_cells& cells, Weight weight) { batch.add(cells, weight); });
    return batch.flush();
  }
  edge_batch<Weight> batch(chunk);
  walk<Weight>(text, [&](const edge_cells& cells, Weight weight) {
    const std::uint64_t source = id_in(cells.source, format_.fields);
    batch.add({.source = source, .target = id_in(cells.target, format_.fields)}, weight);
  });
  batch.flush();
}

void cell_parser::parse(const text_block& block, edge_chunk& chunk) const {
  with_kept_weight(format_.fields.weights, [&]<typename Weight>(std::type_identity<Weight>) {
    parse_lines<Weight>(block.text, chunk);
  });
}

}  // namespace orujo::io
