// Edge lists: headers by SNAP, KONECT and others, CSV names, a first line `vertices edges`.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/graph/io/cell_parser.hpp"
#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/edge_list_comments.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/list_rows.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

namespace {

struct declared_size {
  std::uint64_t vertices;
  std::uint64_t edges;
};

/// What the beginning of an edge list turned out to be.
struct list_shape {
  std::string_view letters = comment_letters;  ///< What comments begin with.
  std::size_t data_begin = 0;
  std::optional<declared_size> first_line;  ///< `vertices edges`
  file_position first_line_place;
  column_facts columns;
  comment_facts comments;
  bool has_names = false;     ///< Vertices have names.
  bool has_comments = false;  ///< Among the first rows.
  bool takes_zeros_in_front = true;
};

/// What the rows of a file say about a first line that may count them.
struct row_facts {
  std::uint64_t rows = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();  ///< Of the ids.
  std::uint64_t largest = 0;
};

/// Looks at all rows from `begin` on, unpacking the file if need be.
row_facts look_at_rows(const std::shared_ptr<const graph_file>& file, std::size_t begin) {
  const std::unique_ptr<block_source> blocks =
      open_blocks(file, {.data_begin = begin}, {.index = 0, .count = 1});
  row_facts seen;
  text_block block;
  while (blocks->next(block)) {
    line_walker lines(block.text);
    while (next_row(lines)) {
      ++seen.rows;
      for (const std::string_view word : words_of(lines.line(), 2)) {
        const std::uint64_t id = whole_number(word).value_or(0);
        seen.least = std::min(seen.least, id);
        seen.largest = std::max(seen.largest, id);
      }
    }
  }
  return seen;
}

/// How many different ids the first rows have.
std::uint64_t sample_ids(std::string_view rows) {
  std::unordered_set<std::uint64_t> ids;
  line_walker lines(first_lines(rows, sample_bytes));
  while (next_row(lines)) {
    for (const std::string_view word : words_of(lines.line(), 2)) {
      ids.insert(whole_number(word).value_or(0));
    }
  }
  return ids.size();
}

/// About how many rows follow `begin`, judged by the first ones and the sizes of text and file.
double estimate_rows(const graph_file& file, std::size_t begin) {
  const std::string_view sample = first_lines(file.text().substr(begin), sample_bytes / 16);
  line_walker lines(sample);
  double rows = 0;
  while (next_row(lines)) { ++rows; }
  const double text_bytes = file.estimated_text_bytes() - static_cast<double>(begin);
  return sample.empty() ? 0 : rows * text_bytes / static_cast<double>(sample.size());
}

/// Whether `size` in the line before `begin` can be a header at all; a cheap look that spares
/// nearly every edge list the counting.
bool is_plausible(const graph_file& file, std::size_t begin, declared_size size) {
  const double rows = estimate_rows(file, begin);
  const auto edges = static_cast<double>(size.edges);
  return size.vertices > 0 && size.edges > 0 && edges >= rows / 2 && edges <= rows * 2;
}

/// Decides whether `size`, on the line before `begin`, is a header: then exactly so many rows
/// follow, and their ids are among 0 … vertices-1 or 1 … vertices. In a long list the number of
/// rows is evidence enough: SNAP has counted lists whose ids have gaps. Throws: malformed_text for
/// a long list where it can hardly be an edge, but the number is wrong.
bool is_header(const std::shared_ptr<const graph_file>& file, std::size_t begin,
               declared_size size) {
  constexpr std::uint64_t long_list = 1000;
  if (!is_plausible(*file, begin, size)) { return false; }
  if (sample_ids(file->text().substr(begin)) > size.vertices) { return false; }
  const row_facts seen = look_at_rows(file, begin);
  const bool within = seen.largest < size.vertices + (seen.least > 0 ? 1 : 0);
  if (seen.rows >= long_list && seen.rows != size.edges && within) {
    throw malformed_text(
        file->text().data() + begin - 1,
        fmt::format("this line looks like a header '{} vertices, {} edges', but {} edges follow: "
                    "the file is cut off, or the header wrong; if it is an edge, say --format "
                    "edge-list",
                    size.vertices, size.edges, seen.rows));
  }
  return seen.rows == size.edges && (within || seen.rows >= long_list);
}

/// Whether the comments say other numbers than `size`.
bool is_contradicted(declared_size size, const comment_facts& said) noexcept {
  return said.edges.value_or(size.edges) != size.edges ||
         said.vertices.value_or(size.vertices) != size.vertices;
}

/// The size in the first line where it is one: if `forced`, in any case.
std::optional<declared_size> read_first_line(const std::shared_ptr<const graph_file>& file,
                                             const line_walker& lines, const comment_facts& said,
                                             bool forced) {
  const std::vector<std::string_view> words = words_of(lines.line(), 3);
  const bool two_words = words.size() == 2;
  const auto vertices = two_words ? whole_number(words.front()) : std::nullopt;
  const auto edges = two_words ? whole_number(words.back()) : std::nullopt;
  const bool two_numbers = vertices && edges;
  if (forced && !two_numbers) {
    throw malformed_text(lines.line().data(), "expected a first line 'vertices edges'");
  }
  if (!two_numbers) { return std::nullopt; }
  const declared_size size = {*vertices, *edges};
  if (forced) { return size; }
  const bool counts = !is_contradicted(size, said) && is_header(file, lines.end(), size);
  return counts ? std::optional(size) : std::nullopt;
}

/// Refuses a line of two numbers before lines of three: it may be a wrong count.
void check_first_row(std::string_view first, std::string_view second, const list_shape& shape) {
  const bool bare = !shape.first_line && !shape.columns.named && !shape.columns.cells.dictionary;
  const std::vector<std::string_view> words = words_of(first, 3);
  const bool numbers = words.size() == 2 && whole_number(words[0]) && whole_number(words[1]);
  if (!bare || !numbers || words_of(second).size() != 3) { return; }
  throw malformed_text(
      first.data(),
      "this line has 2 columns and the next edge line 3; if it is a header 'vertices edges', the "
      "number of lines that follow does not agree with it: is the file cut off?");
}

void look_at_columns(line_walker lines, const open_options& options, list_shape& shape) {
  const std::string_view first = lines.line();
  line_walker ahead = lines;
  const bool more = next_row(ahead, nullptr, shape.letters);
  const std::string_view second = more ? ahead.line() : std::string_view();
  // Of the files whose comments say that ids are names, those of commas name their columns.
  const char separator = separator_of(without_dictionary(first));
  const bool is_edge = shape.comments.names && (separator == ' ' || separator == '\t');
  shape.columns = find_columns(first, second, options, is_edge ? first_row::edge : first_row::any);
  const bool may_be_edge =
      shape.columns.named && shape.columns.cells.count == 2 && !options.columns;
  if (may_be_edge && is_like_an_edge(lines.text_from_line(), shape.columns.cells)) {
    shape.columns = find_columns(first, second, options, first_row::likely_edge);
  }
  check_first_row(first, second, shape);
  if (shape.columns.named) {
    shape.data_begin = lines.end();
    static_cast<void>(next_row(lines, &shape.comments));
  }
}

/// Decides whether vertices have names, and says what was assumed.
/// Throws: malformed_text if the first row cannot be an edge between numbers.
void look_at_ids(const graph_file& file, const open_options& options, list_shape& shape) {
  const std::string_view rows = file.text().substr(shape.data_begin);
  const bool said = options.ids == id_use::names || shape.comments.names;
  if (options.ids == id_use::numbers) { return; }
  const bool found = shape.letters == comment_letters_of_names;  // by the first look
  shape.has_names = said || found || are_mostly_words(rows, shape.columns.cells);
  if (!shape.has_names) {
    if (!shape.columns.named && !options.columns) { check_begins_with_number(rows); }
    shape.takes_zeros_in_front = allow_zeros_in_front(rows, shape.columns);
    return;
  }
  std::vector<std::string>& guesses = shape.columns.guesses;
  if (!said) { guesses.emplace_back("vertices have names (else say --ids numbers)"); }
  if (!said && !shape.columns.named) {
    guesses.push_back(guess_of_first_edge(rows, shape.columns.cells, options.columns.has_value()));
  }
  shape.has_comments = holds_comments(rows);
  if (shape.has_comments) {
    guesses.emplace_back("lines that begin with # or % are comments (put names in quotes)");
  }
}

/// Steps to the first row. Throws: input_error if there is none.
void find_first_row(const graph_file& file, line_walker& lines, list_shape& shape) {
  if (next_row(lines, &shape.comments, shape.letters)) { return; }
  if (!file.text_is_whole()) { file.fail(nullptr, "begins with more than 1 MiB of comments"); }
  const bool has_paths = file.text().starts_with('/');
  file.fail(nullptr, fmt::format("holds no edges{}",
                                 has_paths ? ": lines that begin with / are comments, unless "
                                             "--ids names says that they are names"
                                           : ""));
}

/// What the file is where comments begin with one of `letters`.
list_shape look_with(const std::shared_ptr<const graph_file>& file, const open_options& options,
                     std::string_view letters) {
  list_shape shape;
  shape.letters = letters;
  line_walker lines(file->text());
  find_first_row(*file, lines, shape);
  shape.data_begin = lines.begin();
  const bool counted = options.forced == file_format::counted_edge_list;
  const bool may_count = options.forced != file_format::edge_list && !options.columns &&
                         options.ids != id_use::names && !shape.comments.names;
  if (counted || may_count) {
    shape.first_line = read_first_line(file, lines, shape.comments, counted);
  }
  if (shape.first_line) {
    shape.first_line_place = file->position_of(lines.line().data());
    shape.data_begin = lines.end();
    if (!next_row(lines, nullptr, letters)) { return shape; }
    if (!counted) {
      shape.columns.guesses.emplace_back(
          "the first line counts vertices and edges (--format edge-list takes it for an edge); "
          "vertices without edges are left out unless --vertices lists them");
    }
  }
  std::vector<std::string> guesses = std::move(shape.columns.guesses);
  look_at_columns(lines, options, shape);
  shape.columns.guesses.insert(shape.columns.guesses.begin(), guesses.begin(), guesses.end());
  look_at_ids(*file, options, shape);
  return shape;
}

list_shape look_at(const std::shared_ptr<const graph_file>& file, const open_options& options) {
  const bool names = options.ids == id_use::names;
  list_shape shape = look_with(file, options, names ? comment_letters_of_names : comment_letters);
  // Paths before the first row were taken for comments: they may be names, and come first.
  const bool again = shape.has_names && !names;
  return again ? look_with(file, options, comment_letters_of_names) : shape;
}

/// Whether single numbers between separators are all that the rows hold.
bool is_plain(const list_shape& shape, std::string_view rows) {
  const cell_layout& cells = shape.columns.cells;
  const std::string_view sample = first_lines(rows, sample_bytes);
  const bool commas_within = may_hold_commas(cells) && sample.find(',') != sample.npos;
  return !shape.has_names && !commas_within && !cells.dictionary && cells.source == 0 &&
         cells.target == 1 && cells.weight.value_or(2) == 2 && shape.columns.left_out.empty() &&
         sample.find('"') == std::string_view::npos;
}

/// The text of the weight in `line`, if it has one.
std::optional<std::string_view> weight_text(std::string_view line, const cell_layout& cells,
                                            bool plain) {
  if (cells.dictionary && !cells.weight_key.empty()) {
    return dictionary_value(line, cells.weight_key);
  }
  if (!cells.weight) { return std::nullopt; }
  if (!plain) { return edge_cells_of(line, cells).weight; }
  const std::vector<std::string_view> words = words_of(line, 3);
  return words.size() < 3 ? std::nullopt : std::optional(words[2]);
}

/// Integer if all weights in the first MiB are; none if there are none.
weight_kind sample_weights(std::string_view rows, const list_shape& shape, bool plain) {
  const cell_layout& cells = shape.columns.cells;
  weight_kind kind = cells.weight ? weight_kind::integer : weight_kind::none;
  line_walker lines(first_lines(rows, sample_bytes));
  while (next_row(lines, nullptr, shape.letters)) {
    const std::optional<std::string_view> text = weight_text(lines.line(), cells, plain);
    if (!text) { continue; }
    kind = weight_kind::integer;
    if (!looks_whole(content_of(*text))) { return weight_kind::real; }
  }
  return kind;
}

std::string describe_list(const list_shape& shape, weight_column weights) {
  std::string text = fmt::format("edge list, {} columns", shape.columns.cells.count);
  if (weights != weight_column::absent) { text += fmt::format(", {}", describe(weights)); }
  if (shape.has_names) { text += ", vertices with names"; }
  if (shape.columns.named) { text += ", first line names the columns"; }
  if (shape.columns.cells.dictionary) { text += ", dictionaries as NetworkX writes them"; }
  if (!shape.columns.left_out.empty()) {
    text += fmt::format(", left out: {}", fmt::join(shape.columns.left_out, ", "));
  }
  if (shape.first_line) {
    text += fmt::format(", first line says {} vertices and {} edges", shape.first_line->vertices,
                        shape.first_line->edges);
  }
  return text + shape.comments.describe();
}

promised_edges promise_of(const list_shape& shape, const graph_file& file) {
  if (shape.first_line) {
    const std::uint64_t edges = shape.first_line->edges;
    return {.least = edges, .most = edges, .place = shape.first_line_place};
  }
  // A comment may be out of date: more edges than it says are not refused.
  promised_edges promise;
  promise.least = shape.comments.edges.value_or(0);
  if (shape.comments.edges) { promise.place = file.position_of(shape.comments.edges_at); }
  return promise;
}

/// What the weight is called in dictionaries; empty: it is not read.
std::string weight_key_of(const open_options& options) {
  return options.columns ? options.columns->weight.value_or("") : "weight";
}

}  // namespace

text_plan plan_edge_list(const std::shared_ptr<const graph_file>& file, const open_options& options,
                         std::shared_ptr<name_table> names) {
  list_shape shape = look_at(file, options);
  row_format format;
  format.comments = shape.letters;
  format.expects_comments = !shape.has_names || shape.has_comments;
  format.fields.id_advice = advise_names;
  format.fields.takes_zeros_in_front = shape.takes_zeros_in_front;
  const std::string_view rows = file->text().substr(shape.data_begin);
  const bool plain = is_plain(shape, rows);
  cell_layout& cells = shape.columns.cells;
  if (cells.dictionary) { cells.weight_key = weight_key_of(options); }
  const weight_kind kind = sample_weights(rows, shape, plain);
  if (kind == weight_kind::none && options.columns && !cells.weight_key.empty()) {
    throw malformed_text(rows.data(), fmt::format("--columns: no dictionary has an entry {}",
                                                  quoted(cells.weight_key)));
  }
  format.fields.weights = column_for(kind, options.weights);
  if (!has_weight(format.fields.weights)) { cells.weight_key.clear(); }
  text_plan plan;
  plan.facts.recognised = describe_list(shape, format.fields.weights);
  plan.facts.guesses = std::move(shape.columns.guesses);
  note_weights(plan.facts, format.fields.weights);
  plan.facts.directed = shape.comments.directed;
  plan.facts.declared_edges = shape.first_line ? shape.first_line->edges : shape.comments.edges;
  plan.layout.data_begin = shape.data_begin;
  if (plain) {
    plan.parser = std::make_unique<row_parser>(format);
  } else {
    if (!shape.has_names) { names = nullptr; }
    if (shape.has_names && !names) { names = std::make_shared<name_table>(); }
    plan.names = names;
    plan.parser = std::make_unique<cell_parser>(cells, format, names);
  }
  plan.promise = promise_of(shape, *file);
  return plan;
}

}  // namespace orujo::io
