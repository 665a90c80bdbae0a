// Finds out which columns hold source, target and weight.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/edge_columns.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/graph/io/column_names.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/unread_numbers.hpp"

namespace orujo::io {

namespace {

constexpr std::string_view of_rows =
    "; R's write.table leaves names of rows out with row.names = FALSE";
constexpr std::string_view remedy = "say which to read with --columns source=…,target=…,weight=…";

using cell_list = std::vector<std::string_view>;
using column_index = std::optional<std::size_t>;

/// The names of a first row, in lower case and without blanks around them.
std::vector<std::string> names_in(const cell_list& cells) {
  std::vector<std::string> names;
  for (const std::string_view cell : cells) {
    std::string name = lower_case(content_of(cell));
    name.erase(0, name.find_first_not_of(" \t"));
    name.erase(name.find_last_not_of(" \t") + 1);
    names.push_back(std::move(name));
  }
  return names;
}

bool holds(const std::vector<std::string>& names, const std::string& wanted) {
  return std::find(names.begin(), names.end(), lower_case(wanted)) != names.end();
}

std::string listed(const cell_list& cells) {
  std::vector<std::string> names;
  for (const std::string_view cell : cells) { names.push_back(quoted(content_of(cell))); }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Finds columns in a first row of names.
class name_search {
public:
  /// `names` is empty if the row holds none: then columns have numbers only.
  name_search(const cell_list& cells, std::vector<std::string> names)
      : cells_(cells), names_(std::move(names)) {}

  /// The only column with one of the names `known`. Throws: malformed_text if there are several.
  [[nodiscard]] column_index only(std::span<const std::string_view> known,
                                  std::string_view role) const {
    column_index found;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (std::find(known.begin(), known.end(), names_[i]) == known.end()) { continue; }
      if (found) {
        throw malformed_text(cells_.front().data(),
                             fmt::format("the columns {} and {} can both be the {}; {}",
                                         quoted(names_[*found]), quoted(names_[i]), role, remedy));
      }
      found = i;
    }
    return found;
  }

  /// The column with one of the names `known` if there is one alone.
  [[nodiscard]] column_index single(std::span<const std::string_view> known) const {
    const auto fits = [&](const std::string& name) {
      return std::find(known.begin(), known.end(), name) != known.end();
    };
    if (std::count_if(names_.begin(), names_.end(), fits) != 1) { return std::nullopt; }
    return static_cast<std::size_t>(std::find_if(names_.begin(), names_.end(), fits) -
                                    names_.begin());
  }

  /// The column that the user calls `wanted`: by its name, else by its number.
  [[nodiscard]] std::size_t chosen(const std::string& wanted) const {
    const std::string name = lower_case(wanted);
    const auto matches = std::count(names_.begin(), names_.end(), name);
    if (matches > 1) {
      throw malformed_text(cells_.front().data(),
                           fmt::format("--columns: {} columns are called {}; say its number",
                                       matches, quoted(wanted)));
    }
    if (matches == 1) {
      return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) -
                                      names_.begin());
    }
    const auto number = whole_number(wanted);
    if (number && *number >= 1 && *number <= cells_.size()) { return *number - 1; }
    throw malformed_text(cells_.front().data(),
                         fmt::format("--columns: no column is called {}; there are {} "
                                     "columns: {}",
                                     quoted(wanted), cells_.size(), listed(cells_)));
  }

private:
  const cell_list& cells_;
  std::vector<std::string> names_;
};

[[noreturn]] void fail_as_ambiguous(const cell_list& cells) {
  throw malformed_text(
      cells.front().data(),
      fmt::format("the names of these {} columns, {}, do not say which are source and target; {}",
                  cells.size(), listed(cells), remedy));
}

/// By the names; two columns of names that say nothing, or three of which the last is the weight,
/// are taken in their order.
void take_names(const cell_list& cells, const cell_list& following, column_facts& facts) {
  const name_search search(cells, names_in(cells));
  const column_index source = search.only(source_columns, "source");
  const column_index target = search.only(target_columns, "target");
  column_index weight = search.only(weight_columns, "weight");
  if (!weight) {
    weight = search.single(measure_columns);
    const bool has_row = weight && *weight < following.size();
    if (has_row && !looks_like_number(content_of(following[*weight]))) { weight.reset(); }
  }
  facts.cells.weight = weight;
  if (source && target) {
    facts.cells.source = *source;
    facts.cells.target = *target;
    return;
  }
  const bool ordered = (cells.size() == 2 && !weight) || (cells.size() == 3 && weight == 2U);
  if (source || target || !ordered) { fail_as_ambiguous(cells); }
  facts.guesses.push_back(fmt::format("the columns {} and {} are source and target",
                                      quoted(content_of(cells[0])), quoted(content_of(cells[1]))));
}

void take_choice(const cell_list& cells, const cell_list& following, const column_choice& choice,
                 column_facts& facts) {
  const name_search search(cells, facts.named ? names_in(cells) : std::vector<std::string>());
  if (choice.source) {
    facts.cells.source = search.chosen(*choice.source);
    facts.cells.target = search.chosen(*choice.target);
    facts.cells.weight.reset();
  } else if (facts.named) {
    take_names(cells, following, facts);
  }
  // In dictionaries the weight is an entry, not a column.
  if (choice.weight && !facts.cells.dictionary) {
    facts.cells.weight = search.chosen(*choice.weight);
  }
  const cell_layout& layout = facts.cells;
  if (layout.source == layout.target || layout.weight == layout.source ||
      layout.weight == layout.target) {
    throw malformed_text(cells.front().data(), "--columns: one column is asked for twice");
  }
}

/// Without names of columns: two, or three of which the last is the weight.
void take_order(const cell_list& cells, column_facts& facts) {
  if (cells.size() > 3) {
    throw malformed_text(
        cells.front().data(),
        fmt::format("this line has {} columns without names; an edge has two ids and perhaps a "
                    "weight: {}, by numbers from 1",
                    cells.size(), remedy));
  }
  const bool triple = cells.size() == 3 && !cells[0].empty() &&
                      !looks_like_number(content_of(cells[0])) &&
                      !looks_like_number(content_of(cells[2]));
  if (triple) {
    throw malformed_text(
        cells.front().data(),
        fmt::format("this line has 3 columns, and the third is no weight; {}, by numbers from 1",
                    remedy));
  }
  if (cells.size() == 3) {
    facts.cells.weight = 2;
    facts.guesses.emplace_back("the third column is the weight");
  }
}

void note_measure(const cell_list& cells, const std::optional<column_choice>& choice,
                  column_facts& facts) {
  if (!facts.named || !facts.cells.weight || (choice && choice->weight)) { return; }
  const std::size_t weight = *facts.cells.weight;
  if (is_weight_name(names_in(cells)[weight])) { return; }
  facts.guesses.push_back(fmt::format("the column {} is the weight (else say --weights none)",
                                      quoted(content_of(cells[weight]))));
}

void note_left_out(const cell_list& cells, column_facts& facts) {
  const cell_layout& layout = facts.cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == layout.source || i == layout.target || i == layout.weight) { continue; }
    const std::string name = facts.named ? content_of(cells[i]) : std::string();
    facts.left_out.push_back(name.empty() ? fmt::format("{}", i + 1) : quoted(name));
    const std::string lower = lower_case(name);
    if (lower == "type" || lower == "directed") {  // Gephi's, and what others call the same
      facts.guesses.push_back(
          fmt::format("all edges go the same way, whatever the column {} says "
                      "(--directed, --undirected)",
                      quoted(name)));
    }
  }
}

void check_second(const cell_list& cells, const cell_list& following, std::string_view second) {
  if (following.size() <= cells.size()) { return; }
  const bool is_quoted = following.front().starts_with('"');
  const bool may_name_rows = following.size() == cells.size() + 1 && is_quoted;
  throw malformed_text(second.data(),
                       fmt::format("this line has {} columns, and the line of names above has {}{}",
                                   following.size(), cells.size(), may_name_rows ? of_rows : ""));
}

bool no_number(std::string_view cell) { return !begins_as_number(content_of(cell)); }

/// Whether these are known as names of two columns, source and target.
bool name_two_ends(const std::vector<std::string>& names) {
  const auto is_known = [&](std::span<const std::string_view> known) {
    return std::find_first_of(names.begin(), names.end(), known.begin(), known.end()) !=
           names.end();
  };
  return is_known(source_columns) && is_known(target_columns);
}

/// Tables without rows are written by programs that found none.
void check_has_rows(std::string_view first, const cell_list& cells, std::string_view second) {
  if (!second.empty() || !name_two_ends(names_in(cells))) { return; }
  throw malformed_text(first.data(), "holds no edges: this line names columns, and none follows");
}

/// Whether the first row names the columns: its words are known, or numbers stand below them. Three
/// and more columns of words do so, too, unless the user says which are read; two are an edge.
bool are_names(const cell_list& cells, const cell_list& following,
               const std::optional<column_choice>& choice, first_row kind) {
  if (cells.size() < 2 || following.size() < 2) { return false; }
  const std::vector<std::string> names = names_in(cells);
  if (name_two_ends(names)) { return true; }
  if (choice && choice->source && !begins_as_number(*choice->source) &&
      holds(names, *choice->source)) {
    return true;
  }
  const bool are_words = std::all_of(cells.begin(), cells.end(), no_number);
  if (!are_words || kind == first_row::likely_edge) { return false; }
  return (cells.size() > 2 && !choice) ||
         std::any_of(following.begin(), following.end(),
                     [](std::string_view cell) { return looks_like_number(content_of(cell)); });
}

/// Whether `name`, in lower case, is one that Neo4j gives to columns of ids: "id:id(person)".
bool is_marked(const std::string& name) noexcept {
  return name.ends_with(":id") || (name.find(":id(") != std::string::npos && name.ends_with(')'));
}

/// The column whose name says most that it is the vertex. Throws: malformed_text if two do.
column_index vertex_column(const cell_list& cells, const std::vector<std::string>& names) {
  const auto only = [&](auto fits) -> column_index {
    const auto first = std::find_if(names.begin(), names.end(), fits);
    if (first == names.end()) { return std::nullopt; }
    if (std::find_if(first + 1, names.end(), fits) != names.end()) {
      throw malformed_text(
          cells.front().data(),
          fmt::format("two of the columns {} can be the vertex; say which with --columns vertex=…",
                      listed(cells)));
    }
    return static_cast<std::size_t>(first - names.begin());
  };
  column_index found = only(is_marked);
  for (std::size_t i = 0; i < vertex_columns.size() && !found; ++i) {
    found = only([&](const std::string& name) { return name == vertex_columns[i]; });
  }
  return found;
}

/// Whether the first row of a list of vertices names its columns: one is called as asked or as
/// vertices are, or numbers stand below words.
bool are_vertex_columns(const cell_list& cells, const cell_list& following,
                        const std::optional<std::string>& choice) {
  if (!std::all_of(cells.begin(), cells.end(), no_number)) { return false; }
  const std::vector<std::string> names = names_in(cells);
  if (choice && holds(names, *choice)) { return true; }
  return vertex_column(cells, names) ||
         std::any_of(following.begin(), following.end(),
                     [](std::string_view cell) { return looks_like_number(content_of(cell)); });
}

/// Whether blanks, commas and semicolons all separate, as they do among numbers.
bool are_plain_numbers(std::string_view row) {
  const cell_list words = words_of(row, 2);
  return words.size() == 2 && begins_as_number(words[0]) && begins_as_number(words[1]) &&
         row.find('"') == std::string_view::npos;
}

}  // namespace

column_facts find_columns(std::string_view first, std::string_view second,
                          const open_options& options, first_row kind) {
  const std::optional<column_choice>& choice = options.columns;
  column_facts facts;
  facts.cells.dictionary = begin_of_dictionary(first) != std::string_view::npos;
  const std::string_view row = facts.cells.dictionary ? without_dictionary(first) : first;
  facts.cells.separator = separator_of(row);
  cell_list cells = cells_of(row, facts.cells.separator);
  const cell_list following =
      facts.cells.dictionary ? cell_list() : cells_of(second, facts.cells.separator);
  if (kind != first_row::edge && !facts.cells.dictionary) { check_has_rows(first, cells, second); }
  facts.named = kind != first_row::edge && are_names(cells, following, choice, kind);
  const bool commas_within = may_hold_commas(facts.cells) && row.find(',') != row.npos;
  if (!facts.named && !choice && are_plain_numbers(row) && !commas_within) {
    cells = words_of(row);
  }
  facts.cells.count = cells.size();
  if (facts.named) { check_second(cells, following, second); }
  const bool numbers = options.ids == id_use::numbers;
  if (!facts.named && !choice && numbers) { check_begins_with_number(first); }
  if (cells.size() < 2) {
    throw malformed_text(first.data(), fmt::format("expected two vertex ids, and perhaps a weight, "
                                                   "but found {}",
                                                   quoted(first)));
  }
  if (choice && (choice->source || !facts.cells.dictionary)) {
    take_choice(cells, following, *choice, facts);
  } else if (facts.named) {
    take_names(cells, following, facts);
  } else {
    take_order(cells, facts);
  }
  note_left_out(cells, facts);
  note_measure(cells, choice, facts);
  note_unread_numbers(cells, following, options, facts);
  return facts;
}

bool is_weight_name(std::string_view name) noexcept {
  return std::find(weight_columns.begin(), weight_columns.end(), name) != weight_columns.end();
}

column_facts find_vertex_column(std::string_view first, std::string_view second,
                                const std::optional<std::string>& choice) {
  column_facts facts;
  facts.cells.separator = separator_of(first);
  const cell_list cells = cells_of(first, facts.cells.separator);
  const cell_list following = cells_of(second, facts.cells.separator);
  facts.named = are_vertex_columns(cells, following, choice);
  facts.cells.count = cells.size();
  if (facts.named) { check_second(cells, following, second); }
  std::vector<std::string> names = facts.named ? names_in(cells) : std::vector<std::string>();
  column_index column = vertex_column(cells, names);
  if (choice) { column = name_search(cells, std::move(names)).chosen(*choice); }
  if (!column && cells.size() > 1) {
    facts.guesses.push_back(
        facts.named ? fmt::format("the column {} is the vertex", quoted(content_of(cells.front())))
                    : std::string("the first column is the vertex"));
  }
  facts.cells.source = facts.cells.target = column.value_or(0);
  note_left_out(cells, facts);
  return facts;
}

column_facts find_named_columns(const std::vector<std::string>& names,
                                const std::vector<bool>& numbers, const open_options& options) {
  if (names.size() < 2) {
    throw malformed_text(nullptr, fmt::format("a table with {} column{}, and an edge takes two",
                                              names.size(), names.size() == 1 ? "" : "s"));
  }
  std::vector<std::string> texts(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) { append_cell(texts[i], names[i]); }
  const cell_list cells(texts.begin(), texts.end());
  column_facts facts;
  facts.named = true;
  facts.cells.count = cells.size();
  try {
    if (options.columns) {
      take_choice(cells, {}, *options.columns, facts);
    } else {
      take_names(cells, {}, facts);
    }
  } catch (const malformed_text& problem) { throw malformed_text(nullptr, problem.what()); }
  note_left_out(cells, facts);
  note_measure(cells, options.columns, facts);
  note_unread_numbers(names, numbers, options, facts);
  return facts;
}

void check_begins_with_number(std::string_view row) {
  const cell_list words = words_of(row, 1);
  const std::string_view first = words.empty() ? row : words.front();
  if (begins_as_number(content_of(first))) { return; }
  throw malformed_text(
      row.data(), fmt::format("expected a vertex id (a whole number) but found {}{}", quoted(first),
                              advise_names));
}

}  // namespace orujo::io
