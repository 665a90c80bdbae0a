// Edge lists: headers by SNAP, KONECT and others, CSV names, a first line `vertices edges`.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "orujo/graph/io/edge_list_comments.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

namespace {

constexpr std::string_view comment_letters = "#%/";
constexpr std::size_t sample_bytes = std::size_t{1} << 20;

struct declared_size {
  std::uint64_t vertices;
  std::uint64_t edges;
};

/// What the beginning of an edge list turned out to be.
struct list_shape {
  std::size_t data_begin = 0;
  bool named_columns = false;               ///< There is a line such as `source,target`.
  std::optional<declared_size> first_line;  ///< `vertices edges`
  file_position first_line_place;
  std::size_t columns = 0;
  comment_facts comments;
};

bool begins_number(std::string_view word) noexcept {
  const char c = word.front();
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

/// Steps to the next line that is neither blank nor a comment.
bool next_row(line_walker& lines, comment_facts* comments = nullptr) {
  while (lines.next()) {
    if (!is_skipped(lines.line(), comment_letters)) { return true; }
    if (comments != nullptr) { comments->take(lines.line()); }
  }
  return false;
}

/// Counts the rows from `begin` on, unpacking the file if need be.
std::uint64_t count_rows(const std::shared_ptr<const graph_file>& file, std::size_t begin) {
  const std::unique_ptr<block_source> blocks =
      open_blocks(file, {.data_begin = begin}, {.index = 0, .count = 1});
  std::uint64_t rows = 0;
  text_block block;
  while (blocks->next(block)) {
    line_walker lines(block.text);
    while (next_row(lines)) { ++rows; }
  }
  return rows;
}

struct sampled_ids {
  std::uint64_t different = 0;
  std::uint64_t largest = 0;
};

/// Looks at the ids of the first rows.
sampled_ids sample_ids(std::string_view rows) {
  std::unordered_set<std::uint64_t> ids;
  sampled_ids sampled;
  line_walker lines(first_lines(rows, sample_bytes));
  while (next_row(lines)) {
    for (const std::string_view word : words_of(lines.line(), 2)) {
      const std::uint64_t id = whole_number(word).value_or(0);
      ids.insert(id);
      sampled.largest = std::max(sampled.largest, id);
    }
  }
  sampled.different = ids.size();
  return sampled;
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
/// follow, and they have no more different ids than that. Nobody would take such a line for an
/// edge. Throws: malformed_text for a long list where it can hardly be an edge, but the number is
/// wrong.
bool is_header(const std::shared_ptr<const graph_file>& file, std::size_t begin,
               declared_size size) {
  constexpr std::uint64_t long_list = 1000;
  if (!is_plausible(*file, begin, size)) { return false; }
  const sampled_ids ids = sample_ids(file->text().substr(begin));
  if (ids.different > size.vertices) { return false; }
  const std::uint64_t rows = count_rows(file, begin);
  if (rows >= long_list && rows != size.edges && size.vertices > ids.largest) {
    throw malformed_text(
        file->text().data() + begin - 1,
        fmt::format("this line looks like a header '{} vertices, {} edges', but {} edges follow: "
                    "the file is cut off, or the header wrong; if it is an edge, say --format "
                    "edge-list",
                    size.vertices, size.edges, rows));
  }
  return rows == size.edges;
}

std::optional<declared_size> read_first_line(const std::shared_ptr<const graph_file>& file,
                                             const line_walker& lines, bool forced) {
  const std::vector<std::string_view> words = words_of(lines.line(), 3);
  const auto vertices = whole_number(words.front());
  const auto edges = words.size() == 2 ? whole_number(words.back()) : std::nullopt;
  const bool two_numbers = vertices && edges;
  if (forced && !two_numbers) {
    throw malformed_text(lines.line().data(), "expected a first line 'vertices edges'");
  }
  if (!two_numbers) { return std::nullopt; }
  const declared_size size = {*vertices, *edges};
  return forced || is_header(file, lines.end(), size) ? std::optional(size) : std::nullopt;
}

/// Counts the columns of the first row and compares the second with it.
std::size_t count_columns(const graph_file& file, const list_shape& shape) {
  line_walker lines(file.text(), shape.data_begin);
  if (!next_row(lines)) { return 2; }
  const std::string_view first = lines.line();
  const std::size_t columns = words_of(first).size();
  if (columns < 2) {
    throw malformed_text(first.data(), fmt::format("expected two vertex ids, and perhaps a weight, "
                                                   "but found {}",
                                                   quoted(first)));
  }
  if (columns > 3) {
    throw malformed_text(first.data(), fmt::format("this line has {} columns; an edge has two ids "
                                                   "and perhaps a weight: remove the other columns",
                                                   columns));
  }
  const bool another = next_row(lines);
  const std::size_t second = another ? words_of(lines.line()).size() : columns;
  if (second == 3 && columns == 2 && !shape.first_line && !shape.named_columns) {
    throw malformed_text(
        first.data(),
        fmt::format(
            "this line has 2 columns and the next edge line 3; if it is a header 'vertices edges', "
            "the number of lines that follow does not agree with it: is the file cut off?"));
  }
  return columns;
}

/// Skips a line of column names if there is one, else checks that the first row is numbers.
void take_names(const graph_file& file, line_walker& lines, list_shape& shape) {
  const std::vector<std::string_view> words = words_of(lines.line(), 3);
  if (!words.empty() && begins_number(words.front())) { return; }
  const std::string_view names = lines.line();
  line_walker ahead = lines;
  const bool numbers_follow = next_row(ahead) && !words_of(ahead.line(), 1).empty() &&
                              begins_number(words_of(ahead.line(), 1).front());
  if (words.size() < 2 || !numbers_follow) {
    file.fail(names.data(), fmt::format("expected a vertex id (a whole number) but found {}; names "
                                        "have to be numbered first",
                                        quoted(words.empty() ? names : words.front())));
  }
  shape.named_columns = true;
  shape.data_begin = lines.end();
  static_cast<void>(next_row(lines, &shape.comments));
}

list_shape look_at(const std::shared_ptr<const graph_file>& file, const open_options& options) {
  list_shape shape;
  line_walker lines(file->text());
  if (!next_row(lines, &shape.comments)) {
    file->fail(nullptr, file->text_is_whole() ? "holds no edges"
                                              : "begins with more than 1 MiB of comments");
  }
  shape.data_begin = lines.begin();
  take_names(*file, lines, shape);
  const bool counted = options.forced == file_format::counted_edge_list;
  if (options.forced != file_format::edge_list && !shape.named_columns) {
    shape.first_line = read_first_line(file, lines, counted);
  }
  if (shape.first_line) {
    shape.first_line_place = file->position_of(lines.line().data());
    shape.data_begin = lines.end();
  }
  shape.columns = count_columns(*file, shape);
  return shape;
}

/// Integer if all weights in the first MiB are.
weight_kind sample_weights(std::string_view rows) {
  line_walker lines(first_lines(rows, sample_bytes));
  while (next_row(lines)) {
    const std::vector<std::string_view> words = words_of(lines.line(), 3);
    const bool whole = words.size() < 3 || whole_number(words[2]).has_value();
    if (!whole) { return weight_kind::real; }
  }
  return weight_kind::integer;
}

std::string describe_list(const list_shape& shape, weight_column weights) {
  std::string text = fmt::format("edge list, {} columns", shape.columns);
  if (shape.columns == 3) { text += fmt::format(", {}", describe(weights)); }
  if (shape.named_columns) { text += ", first line names the columns"; }
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

}  // namespace

text_plan plan_edge_list(const std::shared_ptr<const graph_file>& file,
                         const open_options& options) {
  const list_shape shape = look_at(file, options);
  row_format format;
  format.comments = comment_letters;
  if (shape.columns == 3) {
    const weight_kind kind = sample_weights(file->text().substr(shape.data_begin));
    format.fields.weights = column_for(kind, options.weights);
  }
  text_plan plan;
  plan.facts.recognised = describe_list(shape, format.fields.weights);
  plan.facts.weights = kind_of(format.fields.weights);
  plan.facts.directed = shape.comments.directed;
  plan.facts.declared_edges = shape.first_line ? shape.first_line->edges : shape.comments.edges;
  plan.layout.data_begin = shape.data_begin;
  plan.parser = std::make_unique<row_parser>(format);
  plan.promise = promise_of(shape, *file);
  return plan;
}

}  // namespace orujo::io
