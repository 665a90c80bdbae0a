// Looks for columns of numbers beside source and target.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/unread_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/list_rows.hpp"

namespace orujo::io {

namespace {

/// What numbers are called that are no weights.
constexpr std::array<std::string_view, 13> other_numbers = {
    "",     "id",   "key",  "index", "number",    "edge_id", "edgeid",
    "time", "date", "year", "month", "timestamp", "label"};

bool may_be_weight(const std::string& name) {
  return std::find(other_numbers.begin(), other_numbers.end(), lower_case(name)) ==
         other_numbers.end();
}

/// What --columns takes for a column: its name if that is one word, else its number from 1.
std::string called(const std::string& name, std::size_t number) {
  return is_plain_word(name) ? name : fmt::format("{}", number);
}

}  // namespace

void note_unread_numbers(const std::vector<std::string>& names, const std::vector<bool>& numbers,
                         const open_options& options, column_facts& facts) {
  const cell_layout& layout = facts.cells;
  const bool is_decided = options.weights == weight_use::ignored || options.columns;
  if (!facts.named || layout.weight || layout.dictionary || is_decided) { return; }
  std::vector<std::string> unread;
  std::string first;
  for (std::size_t i = 0; i < std::min(names.size(), numbers.size()); ++i) {
    const bool is_read = i == layout.source || i == layout.target;
    if (!numbers[i] || is_read || !may_be_weight(names[i])) { continue; }
    if (unread.empty()) { first = called(names[i], i + 1); }
    unread.push_back(quoted(names[i]));
  }
  if (unread.empty()) { return; }
  const std::string advice =
      fmt::format("(--columns weight={} takes {})", first, unread.size() == 1 ? "it" : "the first");
  const char* const verb = unread.size() == 1 ? "holds" : "hold";
  facts.guesses.push_back(fmt::format("no column is the weight, though {} {} numbers {}",
                                      fmt::join(unread, ", "), verb, advice));
}

void note_unread_numbers(const std::vector<std::string_view>& first,
                         const std::vector<std::string_view>& second, const open_options& options,
                         column_facts& facts) {
  std::vector<std::string> names;
  for (const std::string_view cell : first) { names.push_back(content_of(cell)); }
  std::vector<bool> numbers;
  for (const std::string_view cell : second) {
    numbers.push_back(looks_like_number(content_of(cell)));
  }
  note_unread_numbers(names, numbers, options, facts);
}

}  // namespace orujo::io
