// A vertex is parsed as if it were an edge from it to itself.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/vertex_list.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/graph/io/cell_parser.hpp"
#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/list_rows.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/sniff.hpp"
#include "orujo/graph/io/text_input.hpp"

namespace orujo::io {

namespace {

using kept_file = std::shared_ptr<const graph_file>;

class vertex_parser final : public block_parser {
public:
  explicit vertex_parser(cell_parser loops) : loops_(std::move(loops)) {}

  void parse(const text_block& block, edge_chunk& chunk) const override {
    edge_chunk loops;
    loops_.parse(block, loops);
    chunk.vertices.reserve(chunk.vertices.size() + loops.edges.size());
    for (const input_edge& loop : loops.edges) { chunk.vertices.push_back(loop.source); }
  }

private:
  cell_parser loops_;
};

/// Opens a list of vertices; messages of graphs would not fit where there is none.
kept_file open_list(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  if (type == fs::file_type::not_found) {
    throw input_error(path, {}, "no such file; --vertices names a list of vertices");
  }
  if (type == fs::file_type::directory) {
    throw input_error(path, {}, "is a directory; --vertices names a list of vertices in a file");
  }
  if (type == fs::file_type::fifo) {
    throw input_error(path, {}, "is a pipe; write the list of vertices to a file first");
  }
  return std::make_shared<const graph_file>(path);
}

/// Throws: input_error if the file is none with an id or a name on each line.
void check_kind(const graph_file& file) {
  const file_format format = sniff_format(file);
  switch (format) {
    case file_format::edge_list:
    case file_format::counted_edge_list:
    case file_format::metis:  // what rows of several numbers may look like
    case file_format::dimacs_arcs:
    case file_format::dimacs_paths:
    case file_format::dimacs_colouring:
    case file_format::pace: return;  // which a name of one letter makes it look like
    default: break;
  }
  file.fail(nullptr, fmt::format("is taken for {}; a list of vertices is a text with an id or a "
                                 "name on each line",
                                 name_of(format)));
}

[[noreturn]] void fail_as_empty(const graph_file& file) {
  file.fail(nullptr,
            file.text_is_whole() ? "holds no vertices" : "begins with more than 1 MiB of comments");
}

std::string describe_list(const column_facts& columns) {
  std::string text =
      fmt::format("{} column{}", columns.cells.count, columns.cells.count == 1 ? "" : "s");
  if (columns.named) { text += ", first line names the columns"; }
  if (!columns.left_out.empty()) {
    text += fmt::format(", left out: {}", fmt::join(columns.left_out, ", "));
  }
  return text;
}

/// What the beginning of a list of vertices turned out to be.
struct vertex_shape {
  std::string_view letters;  ///< What comments begin with.
  std::size_t data_begin = 0;
  column_facts columns;
  bool has_names = false;
  bool has_comments = false;  ///< Among the first rows.
};

/// Whether the vertices have names; if that is a guess, says what follows from it.
void look_at_ids(std::string_view rows, const open_options& options, vertex_shape& shape) {
  if (options.ids == id_use::numbers) { return; }
  const bool said = options.ids == id_use::names;
  const bool found = shape.letters == comment_letters_of_names;  // by the first look
  column_facts& columns = shape.columns;
  shape.has_names = said || found || are_mostly_words(rows, columns.cells);
  if (!shape.has_names) { return; }
  if (!said && !columns.named) {
    columns.guesses.emplace_back("the first line is a vertex, and does not name the columns");
  }
  shape.has_comments = holds_comments(rows);
  if (shape.has_comments) {
    columns.guesses.emplace_back("lines that begin with # or % are comments (put names in quotes)");
  }
}

/// What the file is where comments begin with one of `letters`.
vertex_shape look_with(const graph_file& file, const open_options& options,
                       std::string_view letters) {
  line_walker lines(file.text());
  if (!next_row(lines, nullptr, letters)) { fail_as_empty(file); }
  line_walker ahead = lines;
  const bool more = next_row(ahead, nullptr, letters);
  vertex_shape shape;
  shape.letters = letters;
  shape.columns =
      find_vertex_column(lines.line(), more ? ahead.line() : "", options.vertices->column);
  if (shape.columns.named && !more) { fail_as_empty(file); }
  shape.data_begin = shape.columns.named ? lines.end() : lines.begin();
  look_at_ids(file.text().substr(shape.data_begin), options, shape);
  return shape;
}

/// Where names are found, paths are no comments, and one may be the first row.
vertex_shape look_at(const graph_file& file, const open_options& options) {
  if (options.ids == id_use::names) { return look_with(file, options, comment_letters_of_names); }
  vertex_shape shape = look_with(file, options, comment_letters);
  return shape.has_names ? look_with(file, options, comment_letters_of_names) : shape;
}

text_plan plan_vertices(const graph_file& file, const open_options& options,
                        const std::shared_ptr<name_table>& names) {
  check_kind(file);
  vertex_shape shape = look_at(file, options);
  column_facts& columns = shape.columns;
  text_plan plan;
  plan.layout.data_begin = shape.data_begin;
  const bool named = shape.has_names;
  row_format format;
  if (!named && options.ids != id_use::numbers) {
    const std::string_view rows = file.text().substr(shape.data_begin);
    format.fields.takes_zeros_in_front = allow_zeros_in_front(rows, columns);
  }
  format.comments = shape.letters;
  format.expects_comments = !named || shape.has_comments;
  format.fields.id_advice = advise_names;
  plan.names = named ? names : nullptr;
  plan.parser =
      std::make_unique<vertex_parser>(cell_parser(columns.cells, format, named ? names : nullptr));
  plan.facts.recognised = describe_list(columns);
  plan.facts.guesses = std::move(columns.guesses);
  complete_plan(plan, file, options);
  return plan;
}

/// Calls `plan()`; what is malformed in `file` becomes an input_error.
template <typename Plan>
text_plan planned(const graph_file& file, Plan plan) {
  try {
    return plan();
  } catch (const malformed_text& problem) { file.fail(problem.at(), problem.what()); }
}

text_plan planned_edges(const kept_file& file, const open_options& options,
                        const std::shared_ptr<name_table>& names) {
  text_plan plan = planned(*file, [&] { return plan_edge_list(file, options, names); });
  complete_plan(plan, *file, options);
  return plan;
}

bool names_vertex(const edge_chunk& chunk, std::uint64_t id) noexcept {
  return std::any_of(chunk.edges.begin(), chunk.edges.end(), [&](const input_edge& edge) {
    return edge.source == id || edge.target == id;
  });
}

/// The column in which `line` names `vertex`; where that is not found, the line's first.
const char* cell_of(std::string_view line, std::string_view vertex) {
  const auto number = whole_number(vertex);
  for (const std::string_view cell : cells_of(line, separator_of(line))) {
    if (content_of(cell) == vertex) { return cell.data(); }
  }
  for (const std::string_view word : words_of(line, 3)) {
    if (number && whole_number(word) == number) { return word.data(); }
  }
  return line.data();
}

class listed_input final : public edge_input {
public:
  /// What was decided about both files.
  struct list_plans {
    text_plan edges;
    text_plan vertices;
    open_options options;  ///< With which the edges are read.
  };

  listed_input(const kept_file& edges, const kept_file& vertices, list_plans plans, input_part part)
      : file_(edges),
        options_(std::move(plans.options)),
        facts_(plans.edges.facts),
        vertices_(vertices, std::move(plans.vertices), part),
        edges_(edges, std::move(plans.edges), part) {
    const input_facts& listed = vertices_.facts();
    facts_.vertex_list = listed.name;
    facts_.recognised += fmt::format("; vertices listed in {}, {}", listed.name, listed.recognised);
    for (const std::string& guess : listed.guesses) {
      facts_.guesses.push_back(fmt::format("{}: {}", listed.name, guess));
    }
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return edges_.names(); }

  bool next(edge_chunk& chunk) override {
    // relaxed: who does not see it asks once more
    if (!all_listed_.load(std::memory_order_relaxed)) {
      if (vertices_.next(chunk)) { return true; }
      all_listed_.store(true, std::memory_order_relaxed);
    }
    return edges_.next(chunk);
  }

  void check_complete(std::uint64_t edges_of_all_parts) const override {
    edges_.check_complete(edges_of_all_parts);
  }

  [[nodiscard]] double progress() const override { return edges_.progress(); }

  [[nodiscard]] std::string place_of(std::string_view vertex) const override {
    const auto names = std::make_shared<name_table>();
    const text_plan plan = planned_edges(file_, options_, names);
    std::uint64_t id = whole_number(vertex).value_or(0);
    if (plan.names) { names->number({&vertex, 1}, {&id, 1}); }
    const auto blocks = open_blocks(file_, plan.layout, {.index = 0, .count = 1});
    text_block block;
    while (blocks->next(block)) {
      edge_chunk chunk;
      plan.parser->parse(block, chunk);
      if (!names_vertex(chunk, id)) { continue; }
      const file_position at =
          blocks->position_of(block, place_in(block, *plan.parser, id, vertex));
      return fmt::format("{}:{}:{}", file_->path(), at.line, at.column);
    }
    return file_->path();
  }

private:
  /// Where in `block`, one of whose edges has the end `id`, the first of them names `vertex`.
  static const char* place_in(const text_block& block, const block_parser& parser, std::uint64_t id,
                              std::string_view vertex) {
    line_walker lines(block.text);
    text_block line;
    while (lines.next()) {
      line.text = block.text.substr(lines.begin(), lines.end() - lines.begin());
      edge_chunk chunk;
      parser.parse(line, chunk);
      if (names_vertex(chunk, id)) { return cell_of(lines.line(), vertex); }
    }
    return block.text.data();
  }

  kept_file file_;
  open_options options_;
  input_facts facts_;
  text_input vertices_;
  text_input edges_;
  std::atomic<bool> all_listed_{false};
};

/// Plans both; where one has names, the other has names, too.
listed_input::list_plans plan_both(const kept_file& edges, const kept_file& vertices,
                                   const open_options& options) {
  const auto names = std::make_shared<name_table>();
  const auto plan_list = [&](const open_options& how) {
    return planned(*vertices, [&] { return plan_vertices(*vertices, how, names); });
  };
  listed_input::list_plans plans{planned_edges(edges, options, names), plan_list(options), options};
  open_options with_names = options;
  with_names.ids = id_use::names;
  if (plans.edges.names && !plans.vertices.names) { plans.vertices = plan_list(with_names); }
  if (plans.vertices.names && !plans.edges.names) {
    plans.edges = planned_edges(edges, with_names, names);
    plans.options = with_names;
    plans.edges.facts.guesses.push_back(
        fmt::format("vertices have names, as in {} (else say --ids numbers)", vertices->name()));
  }
  return plans;
}

}  // namespace

std::unique_ptr<edge_input> open_listed_edges(std::shared_ptr<const graph_file> edges,
                                              input_part part, const open_options& options) {
  const kept_file vertices = open_list(options.vertices->path);
  return std::make_unique<listed_input>(edges, vertices, plan_both(edges, vertices, options), part);
}

std::unique_ptr<edge_input> open_listed_vertices(input_part part, const open_options& options) {
  const kept_file file = open_list(options.vertices->path);
  text_plan plan =
      planned(*file, [&] { return plan_vertices(*file, options, std::make_shared<name_table>()); });
  return std::make_unique<text_input>(file, std::move(plan), part);
}

}  // namespace orujo::io
