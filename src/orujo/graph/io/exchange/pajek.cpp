// Pajek's .net: vertices by number and label, then arcs, edges, lists of either, or a matrix.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

enum class section : std::uint8_t {
  none,
  vertices,
  arcs,
  edges,
  arc_lists,
  edge_lists,
  matrix,
  skipped,  ///< Partitions and the like of Pajek's project files.
};

struct section_name {
  std::string_view name;
  section is;
};

constexpr std::array<section_name, 13> section_names = {{
    {"*network", section::none},
    {"*vertices", section::vertices},
    {"*arcs", section::arcs},
    {"*edges", section::edges},
    {"*arcslist", section::arc_lists},
    {"*edgeslist", section::edge_lists},
    {"*matrix", section::matrix},
    {"*partition", section::skipped},
    {"*vector", section::skipped},
    {"*permutation", section::skipped},
    {"*cluster", section::skipped},
    {"*hierarchy", section::skipped},
    {"*events", section::skipped},
}};

/// `*Arcs` of "*Arcs :1 likes", in lower case.
std::string word_of_header(std::string_view line) {
  return lower_case(line.substr(0, std::min(line.find_first_of(" \t:"), line.size())));
}

bool is_no_finite_number(std::string_view word) {
  std::string lower = lower_case(word);
  if (lower.starts_with('+') || lower.starts_with('-')) { lower.erase(0, 1); }
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

class pajek_reader final : public exchange_reader {
public:
  explicit pajek_reader(exchange_context context) : context_(std::move(context)) {
    facts_.title = "Pajek";
    facts_.ids_are_numbers = true;
  }

  void feed(std::string_view piece) override {
    while (!piece.empty()) {
      const std::size_t newline = piece.find('\n');
      rest_ += piece.substr(0, newline);
      if (newline == std::string_view::npos) { break; }
      take_line(rest_);
      rest_.clear();
      piece.remove_prefix(newline + 1);
    }
    if (rest_.size() > longest_token_bytes) {
      throw input_error(context_.path, {line_ + 1, 0}, "this line is longer than 16 MiB");
    }
  }

  void finish() override {
    if (!rest_.empty()) { take_line(rest_); }
    check_matrix();
    if (!facts_.vertices) { throw input_error(context_.path, {}, "holds no '*Vertices NUMBER'"); }
  }

private:
  [[noreturn]] void fail(const char* at, std::string_view problem) const {
    throw input_error(context_.path, place_of(at), problem);
  }

  [[nodiscard]] file_position place_of(const char* at) const noexcept {
    return {line_, static_cast<std::uint64_t>(at - text_.data()) + 1};
  }

  void take_line(std::string_view line) {
    ++line_;
    text_ = line;
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);  // npos + 1 is 0
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line.starts_with('%') || line.starts_with("/*")) { return; }
    if (line.starts_with('*')) { return take_header(line); }
    if (section_ == section::skipped) { return; }
    try {
      take_row(cells_of(line, ' '));
    } catch (const malformed_text& problem) { fail(problem.at(), problem.what()); }
  }

  void take_header(std::string_view line) {
    const std::string word = word_of_header(line);
    const auto* const found = std::find_if(section_names.begin(), section_names.end(),
                                           [&](const section_name& s) { return s.name == word; });
    if (found == section_names.end()) {
      fail(line.data(), fmt::format("section {} is not read; *Vertices, *Arcs, *Edges, *Arcslist, "
                                    "*Edgeslist and *Matrix are",
                                    quoted(word)));
    }
    check_matrix();
    const bool within_partition = section_ == section::skipped && found->is == section::vertices;
    if (within_partition) { return; }
    section_ = found->is;
    switch (section_) {
      case section::vertices: return begin_vertices(line);
      case section::none:
        if (facts_.vertices) { refuse_second(line); }
        return;
      case section::skipped: return;
      default: return begin_edges(line);
    }
  }

  [[noreturn]] void refuse_second(std::string_view line) const {
    fail(line.data(), "a second network begins here; write each to a file of its own");
  }

  /// `*Vertices 5`, or `*Vertices 5 2` where the first 2 are of one kind and the others of another.
  void begin_vertices(std::string_view line) {
    if (facts_.vertices) { refuse_second(line); }
    const std::vector<std::string_view> words = words_of(line, 3);
    const auto count = words.size() > 1 ? whole_number(words[1]) : std::nullopt;
    const bool two_kinds = words.size() > 2;
    const std::uint64_t first_kind = two_kinds ? whole_number(words[2]).value_or(largest_id) : 0;
    if (!count || *count >= largest_id || first_kind > *count) {
      fail(line.data(),
           fmt::format("expected '*Vertices NUMBER', or two numbers, but found {}", quoted(line)));
    }
    facts_.vertices = count;
    rows_ = two_kinds ? first_kind : *count;
    columns_before_ = first_kind;
    if (two_kinds) { facts_.guesses.emplace_back("both kinds of vertices are in one graph"); }
  }

  void begin_edges(std::string_view line) {
    if (!facts_.vertices) { fail(line.data(), "'*Vertices NUMBER' has to come before"); }
    const bool one_way = section_ != section::edges && section_ != section::edge_lists;
    facts_.directed = facts_.directed.value_or(false) || one_way;
    sense_ = one_way ? edge_sense::one_way : edge_sense::undirected;
    matrix_at_ = line_;
    cells_seen_ = 0;
    const bool relation = line.find(':') != std::string_view::npos;
    if (relation && !has_relations_) {
      facts_.guesses.emplace_back("the edges of all relations are in one graph");
      has_relations_ = true;
    }
  }

  void take_row(const std::vector<std::string_view>& cells) {
    switch (section_) {
      case section::vertices: return take_vertex(cells);
      case section::arcs:
      case section::edges: return take_edge(cells);
      case section::arc_lists:
      case section::edge_lists: return take_list(cells);
      case section::matrix: return take_cells(cells);
      case section::none: break;
      case section::skipped: return;
    }
    fail(cells.front().data(), "expected '*Vertices NUMBER' before this line");
  }

  /// The text of a number among 1 … the number of vertices.
  std::string id_in(std::string_view cell) const {
    const auto number = whole_number(cell);
    if (!number || *number == 0 || *number > *facts_.vertices) {
      fail(cell.data(), fmt::format("expected a vertex, a number among 1 … {}, but found {}",
                                    *facts_.vertices, quoted(cell)));
    }
    return std::to_string(*number);
  }

  void take_vertex(const std::vector<std::string_view>& cells) {
    const std::string id = id_in(cells[0]);
    const std::string label = cells.size() > 1 ? content_of(cells[1]) : std::string();
    context_.sink.take(listed_vertex{.id = id, .label = label, .at = place_of(cells[0].data())});
  }

  void take_edge(const std::vector<std::string_view>& cells) {
    if (cells.size() < 2) { fail(cells[0].data(), "an edge has two vertices, and this line one"); }
    const std::string source = id_in(cells[0]);
    const std::string target = id_in(cells[1]);
    listed_edge edge = implied(source, target, cells[0].data());
    const bool given =
        cells.size() > 2 && (begins_as_number(cells[2]) || is_no_finite_number(cells[2]));
    if (given) {
      edge.weight = cells[2];
      edge.weight_is_implied = false;
    }
    context_.sink.take(edge);
  }

  /// An edge with the weight of edges that have none.
  [[nodiscard]] listed_edge implied(std::string_view source, std::string_view target,
                                    const char* at) const {
    return {.source = source,
            .target = target,
            .sense = sense_,
            .weight = "1",
            .weight_is_implied = true,
            .at = place_of(at)};
  }

  void take_list(const std::vector<std::string_view>& cells) {
    const std::string source = id_in(cells[0]);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::string target = id_in(cells[i]);
      context_.sink.take(implied(source, target, cells[i].data()));
    }
  }

  void take_cells(const std::vector<std::string_view>& cells) {
    const std::uint64_t columns = *facts_.vertices - columns_before_;
    for (const std::string_view cell : cells) {
      if (!looks_like_number(cell) && !is_no_finite_number(cell)) {
        fail(cell.data(),
             fmt::format("expected a number of the matrix but found {}", quoted(cell)));
      }
      if (columns == 0 || cells_seen_ / columns >= rows_) {
        fail(cell.data(), "the matrix has more numbers than the vertices call for");
      }
      // No digit but 0 in front of an exponent, as in 0.000000e+00.
      const std::string_view mantissa = cell.substr(0, cell.find_first_of("eE"));
      const bool is_zero = mantissa.find_first_not_of("0.+-") == std::string_view::npos;
      const std::string source = std::to_string(cells_seen_ / columns + 1);
      const std::string target = std::to_string(columns_before_ + cells_seen_ % columns + 1);
      ++cells_seen_;
      if (is_zero) { continue; }
      listed_edge edge = implied(source, target, cell.data());
      edge.weight = cell;
      edge.weight_is_implied = false;
      context_.sink.take(edge);
    }
  }

  void check_matrix() const {
    if (section_ != section::matrix) { return; }
    const std::uint64_t columns = *facts_.vertices - columns_before_;
    const bool whole =
        columns == 0 || (cells_seen_ / columns == rows_ && cells_seen_ % columns == 0);
    if (whole) { return; }
    throw input_error(context_.path, {matrix_at_, 0},
                      fmt::format("the matrix needs {} rows of {} numbers, but {} numbers follow: "
                                  "the file is cut off, or *Vertices is wrong",
                                  rows_, columns, cells_seen_));
  }

  exchange_context context_;
  std::string rest_;       ///< A line that has not ended.
  std::string_view text_;  ///< The line that is being taken.
  std::uint64_t line_ = 0;
  section section_ = section::none;
  edge_sense sense_ = edge_sense::one_way;
  bool has_relations_ = false;
  std::uint64_t rows_ = 0;            ///< Of a matrix.
  std::uint64_t columns_before_ = 0;  ///< The vertices that are no columns.
  std::uint64_t cells_seen_ = 0;
  std::uint64_t matrix_at_ = 0;
};

}  // namespace

std::unique_ptr<exchange_reader> make_pajek_reader(exchange_context context) {
  return std::make_unique<pajek_reader>(std::move(context));
}

}  // namespace orujo::io
