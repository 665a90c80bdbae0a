// Checks value by value, and says which row and column is wrong.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/columnar/edge_maker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"

namespace orujo::columnar {

namespace {

using io::weight_column;

[[noreturn]] void fail(std::size_t row, const table_column& column, std::string_view problem) {
  throw malformed_row(row, fmt::format("column {}: {}", io::quoted(column.name), problem));
}

bool is_whole(value_kind kind) noexcept {
  return kind == value_kind::signed_number || kind == value_kind::unsigned_number;
}

void check_ids(const table_column& column) {
  if (is_whole(column.kind) || column.kind == value_kind::text) { return; }
  throw malformed_table(
      fmt::format("column {} holds {}, and no ids, which are whole numbers or texts; convert it, "
                  "or say which to read with --columns source=…,target=…,weight=…",
                  io::quoted(column.name), io::quoted(column.type)));
}

weight_column weights_in(const table_column& column, weight_use use) {
  const bool whole = is_whole(column.kind);
  const weight_column found = io::column_for(whole ? weight_kind::integer : weight_kind::real, use);
  if (!io::has_weight(found) || whole || column.kind == value_kind::real_number) { return found; }
  throw malformed_table(fmt::format("column {} holds {}, and no weights, which are numbers; {}",
                                    io::quoted(column.name), io::quoted(column.type),
                                    io::advise_none));
}

bool is_negative(std::uint64_t bits, value_kind kind) noexcept {
  return kind == value_kind::signed_number && std::bit_cast<std::int64_t>(bits) < 0;
}

std::string text_of(std::uint64_t bits, value_kind kind) {
  return kind == value_kind::signed_number ? fmt::format("{}", std::bit_cast<std::int64_t>(bits))
                                           : fmt::format("{}", bits);
}

/// Throws malformed_row if a vertex is missing.
void check_presence(const column_values& values, const table_column& column) {
  if (!values.first_missing) { return; }
  fail(*values.first_missing, column,
       "no vertex: the value is missing (null), and an edge has two ends; leave such rows out");
}

void check_name(std::string_view name, std::size_t row, const table_column& column) {
  if (name.empty()) { fail(row, column, "a vertex without a name"); }
  const auto ends_line = [](char c) { return c == '\0' || c == '\n' || c == '\r'; };
  if (std::any_of(name.begin(), name.end(), ends_line)) {
    fail(row, column,
         fmt::format("the name {} has a line end or a byte 0 in it", io::quoted(name)));
  }
}

std::uint64_t id_of_text(std::string_view text, std::size_t row, const table_column& column) {
  const auto id = io::whole_number(text);
  if (!id) {
    fail(row, column,
         fmt::format("expected a vertex id (a whole number) but found {}{}", io::quoted(text),
                     io::advise_names));
  }
  return *id;
}

std::int64_t whole_weight(std::uint64_t bits, std::size_t row, const table_column& column) {
  const auto weight = std::bit_cast<std::int64_t>(bits);
  const bool fits = column.kind == value_kind::signed_number
                        ? weight != std::numeric_limits<std::int64_t>::min()
                        : weight >= 0;
  if (!fits) {
    fail(row, column,
         fmt::format("integer weight {} is beyond {}; {}, which rounds it",
                     text_of(bits, column.kind), io::largest_integer_weight, io::advise_real));
  }
  return weight;
}

}  // namespace

edge_layout layout_of(const table_column& source, const table_column& target,
                      const table_column* weight, const open_options& options) {
  check_ids(source);
  check_ids(target);
  edge_layout layout{.source = source, .target = target, .weight = {}};
  const bool texts = source.kind == value_kind::text || target.kind == value_kind::text;
  layout.has_names = options.ids == id_use::names || (options.ids == id_use::guessed && texts);
  if (weight != nullptr) { layout.weights = weights_in(*weight, options.weights); }
  if (io::has_weight(layout.weights)) { layout.weight = *weight; }
  return layout;
}

edge_maker::edge_maker(edge_layout layout, std::shared_ptr<name_table> names)
    : layout_(std::move(layout)), names_(std::move(names)) {}

void edge_maker::make(const table_block& block, edge_chunk& chunk) const {
  const std::vector<std::uint64_t> sources = ids_in(block.columns[0], layout_.source);
  const std::vector<std::uint64_t> targets = ids_in(block.columns[1], layout_.target);
  if (layout_.weight) { take_weights(block.columns[2], chunk); }
  chunk.edges.reserve(chunk.edges.size() + block.rows);
  for (std::size_t i = 0; i < block.rows; ++i) {
    chunk.edges.push_back({.source = sources[i], .target = targets[i]});
  }
}

std::vector<std::uint64_t> edge_maker::ids_in(const column_values& values,
                                              const table_column& column) const {
  check_presence(values, column);
  if (names_ != nullptr) { return named_ids_in(values, column); }
  std::vector<std::uint64_t> ids = values.whole;
  for (std::size_t i = 0; i < values.texts.size(); ++i) {
    ids.push_back(id_of_text(values.texts[i], i, column));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (is_negative(ids[i], column.kind)) {
      fail(i, column,
           fmt::format("vertex id {} is negative; ids are 0 and up", text_of(ids[i], column.kind)));
    }
    if (ids[i] > io::largest_id) {
      fail(i, column,
           fmt::format("vertex id {} is too large; the limit is {}", ids[i], io::largest_id));
    }
  }
  return ids;
}

/// Where numbers are names, these are what a text would have in their place.
std::vector<std::uint64_t> edge_maker::named_ids_in(const column_values& values,
                                                    const table_column& column) const {
  std::vector<std::string> spelled;
  for (const std::uint64_t bits : values.whole) { spelled.push_back(text_of(bits, column.kind)); }
  const std::vector<std::string_view> from_numbers(spelled.begin(), spelled.end());
  const std::span<const std::string_view> texts = spelled.empty() ? values.texts : from_numbers;
  for (std::size_t i = 0; i < texts.size(); ++i) { check_name(texts[i], i, column); }
  constexpr std::size_t names_at_once = 8192;
  std::vector<std::uint64_t> ids(texts.size());
  for (std::size_t begin = 0; begin < texts.size(); begin += names_at_once) {
    const std::size_t count = std::min(names_at_once, texts.size() - begin);
    names_->number(texts.subspan(begin, count), std::span(ids).subspan(begin, count));
  }
  return ids;
}

void edge_maker::take_weights(const column_values& values, edge_chunk& chunk) const {
  const table_column& column = *layout_.weight;
  if (values.first_missing) {
    fail(*values.first_missing, column,
         fmt::format("the weight is missing (null); leave such rows out, or {}", io::advise_none));
  }
  if (layout_.weights == weight_column::integer) {
    for (std::size_t i = 0; i < values.whole.size(); ++i) {
      chunk.whole_weights.push_back(whole_weight(values.whole[i], i, column));
    }
    return;
  }
  for (const std::uint64_t bits : values.whole) {
    chunk.weights.push_back(column.kind == value_kind::signed_number
                                ? static_cast<double>(std::bit_cast<std::int64_t>(bits))
                                : static_cast<double>(bits));
  }
  for (std::size_t i = 0; i < values.real.size(); ++i) {
    if (!std::isfinite(values.real[i])) {
      fail(i, column, fmt::format("weight {} is not finite; {}", values.real[i], io::advise_none));
    }
    chunk.weights.push_back(values.real[i]);
  }
}

}  // namespace orujo::columnar
