// Matrix Market: square coordinate matrices as graphs.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

namespace {

struct matrix_banner {
  weight_kind field = weight_kind::none;
  std::string field_name;
  std::string symmetry;
};

struct matrix_size {
  std::uint64_t vertices;
  std::uint64_t entries;
};

[[noreturn]] void refuse(std::string_view word, const std::string& why) {
  throw malformed_text(word.data(), why);
}

matrix_banner read_banner(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() != 5 || lower_case(words[0]) != "%%matrixmarket") {
    refuse(line,
           "expected a first line such as '%%MatrixMarket matrix coordinate pattern general'");
  }
  if (lower_case(words[1]) != "matrix" || lower_case(words[2]) != "coordinate") {
    const std::string_view kind(words[1].begin(), words[2].end());
    refuse(kind, fmt::format("a Matrix Market file of kind {} is no graph; only 'matrix "
                             "coordinate' (sparse) is read",
                             quoted(kind)));
  }
  matrix_banner banner;
  banner.field_name = lower_case(words[3]);
  banner.symmetry = lower_case(words[4]);
  if (banner.field_name == "integer") {
    banner.field = weight_kind::integer;
  } else if (banner.field_name == "real" || banner.field_name == "double") {
    banner.field = weight_kind::real;
  } else if (banner.field_name != "pattern") {
    refuse(words[3], fmt::format("entries of kind {} are no weights; only pattern, integer and "
                                 "real are read",
                                 quoted(words[3])));
  }
  if (banner.symmetry != "general" && banner.symmetry != "symmetric" &&
      banner.symmetry != "skew-symmetric") {
    refuse(words[4], fmt::format("symmetry {} is not read; only general, symmetric and "
                                 "skew-symmetric are",
                                 quoted(words[4])));
  }
  return banner;
}

matrix_size read_size(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  const auto number = [&](std::size_t i) {
    const auto read = words.size() == 3 ? whole_number(words[i]) : std::nullopt;
    if (!read) {
      refuse(line,
             fmt::format("expected the size 'rows columns entries' but found {}", quoted(line)));
    }
    return *read;
  };
  const std::uint64_t rows = number(0);
  const std::uint64_t columns = number(1);
  const std::uint64_t entries = number(2);
  if (rows != columns) {
    refuse(line, fmt::format("the matrix has {} rows and {} columns; a graph needs a square one",
                             rows, columns));
  }
  if (rows > largest_id) { refuse(line, "the matrix has too many rows"); }
  return {rows, entries};
}

/// Gives each entry of a symmetric matrix, of which the file lists one half, its mirror image.
class mirrored_rows final : public block_parser {
public:
  explicit mirrored_rows(const row_format& format) noexcept : half_(format) {}

  void parse(const text_block& block, edge_chunk& chunk) const override {
    half_.parse(block, chunk);
    for (std::size_t i = 0, end = chunk.edges.size(); i < end; ++i) {
      const input_edge edge = chunk.edges[i];
      if (edge.source == edge.target) { continue; }
      chunk.edges.push_back({.source = edge.target, .target = edge.source});
      if (!chunk.weights.empty()) { chunk.weights.push_back(chunk.weights[i]); }
      if (!chunk.whole_weights.empty()) { chunk.whole_weights.push_back(chunk.whole_weights[i]); }
      ++chunk.implied;
    }
  }

private:
  row_parser half_;
};

}  // namespace

text_plan plan_matrix_market(const graph_file& file, const open_options& options) {
  line_walker lines(file.text());
  static_cast<void>(lines.next());
  const std::string_view first_line = lines.line();
  const matrix_banner banner = read_banner(first_line);
  const weight_column weights = column_for(banner.field, options.weights);
  if (banner.symmetry == "skew-symmetric" && has_weight(weights)) {
    refuse(
        first_line,
        fmt::format("a skew-symmetric matrix gives the directions of an edge opposite weights; {}",
                    advise_none));
  }
  bool found = lines.next();
  while (found && is_skipped(lines.line(), "%")) { found = lines.next(); }
  if (!found) { file.fail(nullptr, "ends before the line 'rows columns entries'"); }
  const matrix_size size = read_size(lines.line());

  text_plan plan;
  plan.facts.recognised = fmt::format("Matrix Market, {} {}, {}", banner.field_name,
                                      banner.symmetry, describe(weights));
  note_weights(plan.facts, weights);
  plan.facts.directed = banner.symmetry == "general";
  plan.facts.declared_vertices = size.vertices;
  const bool mirrored = banner.symmetry != "general" && options.directed.value_or(false);
  plan.facts.declared_edges = mirrored ? 2 * size.entries : size.entries;
  plan.facts.first_id = 1;
  plan.layout.data_begin = lines.end();
  plan.promise = {
      .least = size.entries, .most = size.entries, .place = file.position_of(lines.line().data())};
  const row_format rows{.fields = {.weights = weights, .first_id = 1, .last_id = size.vertices},
                        .comments = "%"};
  if (mirrored) {
    plan.facts.recognised += ", each entry both ways";
    plan.parser = std::make_unique<mirrored_rows>(rows);
  } else {
    plan.parser = std::make_unique<row_parser>(rows);
  }
  return plan;
}

}  // namespace orujo::io
