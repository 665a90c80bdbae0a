// The line formats with letters: DIMACS .gr and .col, PACE .gr, and bare `a u v w`.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

namespace {

/// What follows a problem line `p NAME vertices edges`.
struct problem_kind {
  std::string_view name;
  std::string_view title;
  char letter;
  bool weighted;
  bool directed;
};

constexpr std::array<problem_kind, 9> known_problems = {{
    {"sp", "DIMACS shortest paths (.gr)", 'a', true, true},
    {"edge", "DIMACS colouring (.col)", 'e', false, false},
    {"edges", "DIMACS colouring (.col)", 'e', false, false},
    {"col", "DIMACS colouring (.col)", 'e', false, false},
    {"tw", "PACE (.gr)", 0, false, false},
    {"td", "PACE (.gr)", 0, false, false},
    {"ds", "PACE (.gr)", 0, false, false},
    {"vc", "PACE (.gr)", 0, false, false},
    {"cep", "PACE (.gr)", 0, false, false},
}};

/// Lines that tell nothing of edges: comments, and in .col values of vertices and parameters.
std::string_view comments_of(char letter) noexcept { return letter == 'e' ? "cndvx" : "ct"; }

struct problem_line {
  const problem_kind* kind;
  std::uint64_t vertices;
  std::uint64_t edges;
};

problem_line read_problem(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  const std::string_view name = words.size() > 1 ? words[1] : std::string_view();
  const auto* const kind = std::find_if(known_problems.begin(), known_problems.end(),
                                        [&](const problem_kind& k) { return k.name == name; });
  if (kind == known_problems.end()) {
    throw malformed_text(line.data(), fmt::format("problem {} is not read; only sp (shortest "
                                                  "paths), edge (colouring) and tw (PACE) are",
                                                  quoted(name)));
  }
  const auto vertices = words.size() > 3 ? whole_number(words[2]) : std::nullopt;
  const auto edges = words.size() > 3 ? whole_number(words[3]) : std::nullopt;
  if (!vertices || !edges || *vertices > largest_id) {
    throw malformed_text(line.data(), fmt::format("expected 'p {} vertices edges' but found {}",
                                                  name, quoted(line)));
  }
  return {kind, *vertices, *edges};
}

text_plan plan_problem(const graph_file& file, const line_walker& lines, weight_use use) {
  const problem_line problem = read_problem(lines.line());
  const problem_kind& kind = *problem.kind;
  const weight_column weights =
      column_for(kind.weighted ? weight_kind::integer : weight_kind::none, use);
  text_plan plan;
  plan.facts.recognised = fmt::format("{}, {}", kind.title, describe(weights));
  note_weights(plan.facts, weights);
  plan.facts.directed = kind.directed;
  plan.facts.declared_vertices = problem.vertices;
  plan.facts.declared_edges = problem.edges;
  plan.facts.first_id = 1;
  plan.layout.data_begin = lines.end();
  plan.promise = {.least = problem.edges,
                  .most = problem.edges,
                  .place = file.position_of(lines.line().data())};
  plan.parser = std::make_unique<row_parser>(
      row_format{.fields = {.weights = weights, .first_id = 1, .last_id = problem.vertices},
                 .letter = kind.letter,
                 .comments = comments_of(kind.letter)});
  return plan;
}

text_plan plan_bare_arcs(const line_walker& lines, weight_use use) {
  const weight_column weights = column_for(weight_kind::integer, use);
  text_plan plan;
  plan.facts.recognised =
      fmt::format("'a u v w' lines without a problem line, {}", describe(weights));
  note_weights(plan.facts, weights);
  plan.facts.directed = true;
  plan.layout.data_begin = lines.begin();
  plan.parser = std::make_unique<row_parser>(
      row_format{.fields = {.weights = weights}, .letter = 'a', .comments = comments_of('a')});
  return plan;
}

}  // namespace

text_plan plan_dimacs(const graph_file& file, const open_options& options) {
  line_walker lines(file.text());
  bool found = lines.next();
  while (found && is_skipped(lines.line(), "ct")) { found = lines.next(); }
  const std::string_view line = found ? lines.line() : std::string_view();
  const std::vector<std::string_view> words = words_of(line, 1);
  if (!words.empty() && words[0] == "p") { return plan_problem(file, lines, options.weights); }
  if (!words.empty() && words[0] == "a") { return plan_bare_arcs(lines, options.weights); }
  file.fail(found ? line.data() : nullptr,
            "expected a problem line such as 'p sp vertices edges' or 'p edge vertices edges'");
}

}  // namespace orujo::io
