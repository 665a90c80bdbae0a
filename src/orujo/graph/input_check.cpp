// Says in words how what an input comes to and what a graph holds differ.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/input_check.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/checking/graph_tally.hpp"
#include "orujo/graph/checking/input_tally.hpp"
#include "orujo/graph/rebuild.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

namespace {

using namespace checking;

using problem_list = std::vector<std::string>;

constexpr std::string_view name_of(weight_kind kind) {
  switch (kind) {
    case weight_kind::integer: return "whole weights";
    case weight_kind::real: return "real weights";
    case weight_kind::none: break;
  }
  return "no weights";
}

/// What was left out of the rows before they became the input.
struct earlier_losses {
  std::uint64_t loops = 0;
  std::uint64_t duplicates = 0;
};

class comparison {
public:
  comparison(rank_team& team, const csr_graph& graph, const build_options& options,
             const earlier_losses& earlier)
      : team_(team), graph_(graph), options_(options) {
    dropped_loops_ = graph.facts().dropped_loops - earlier.loops;
    merged_ = graph.facts().dropped_duplicates - earlier.duplicates;
  }

  problem_list run(const input_opener& open, token_kind tokens) {
    const std::unique_ptr<edge_input> input = run_agreed(
        team_, [&] { return open({.index = index_of(team_.rank()), .count = team_.size()}); });
    rules_ = rules_of(input->facts(), options_);
    if (rules_.directed != graph_.directed()) {
      return {fmt::format("edges are {}, and in the graph {}", direction(rules_.directed),
                          direction(graph_.directed()))};
    }
    const expected_input expected = expect(*input);
    run_agreed(team_, [&] {
      require_rank_memory(team_, bytes_of_tally(expected, rules_, team_.size()),
                          "comparing the graph with its input (--verify)");
    });
    const edge_tally given = tally_of_input(team_, *input, rules_, expected);
    const bool is_drawn = options_.weights.from == weight_origin::random;
    const graph_tally found = tally_of_graph(
        team_, graph_, tokens, is_drawn ? std::optional(options_.weights) : std::nullopt);
    compare_vertices(given, found.out);
    compare_edges(given, found);
    compare_weights(given, found);
    compare_sides(found);
    return std::move(problems_);
  }

private:
  static std::string_view direction(bool directed) { return directed ? "one-way" : "both ways"; }

  /// By what the graph says. Call: collective.
  [[nodiscard]] expected_input expect(const edge_input& input) {
    const graph_facts& facts = graph_.facts();
    const std::uint64_t names = input.names() ? graph_.ids().names().memory_bytes() + 1 : 0;
    const std::uint64_t per_edge = rules_.arcs_per_edge() == 2 && !rules_.both_ways ? 2 : 1;
    return {.listed_edges = (facts.num_edges + merged_ + dropped_loops_) * per_edge,
            .vertices = facts.num_vertices,
            .name_bytes = all_sum(team_, names),
            .merges = merged_ > 0 && rules_.parallel != parallel_edges::kept,
            .watch = options_.on_progress};
  }

  void compare_vertices(const edge_tally& given, const edge_tally& found) {
    compare("vertices", given.vertices, found.vertices);
    if (found.vertices != graph_.num_vertices()) {
      add(fmt::format("the graph says that it has {} vertices, and has {}", graph_.num_vertices(),
                      found.vertices));
    }
    if (given.vertices == found.vertices && given.vertex_marks != found.vertex_marks) {
      add(graph_.ids().is_named() ? "the names of vertices are not those of the input"
                                  : "the ids of vertices are not those of the input");
    }
  }

  void compare_edges(const edge_tally& given, const graph_tally& found) {
    const std::uint64_t per_edge = rules_.arcs_per_edge();
    const std::uint64_t edges = found.out.edges(per_edge);
    compare("edges", given.edges(per_edge), edges);
    if (edges != graph_.facts().num_edges) {
      add(fmt::format("the graph says that it has {} edges, and has {}", graph_.facts().num_edges,
                      edges));
    }
    compare("loops", given.loops, found.out.loops);
    compare("loops that are left out", given.dropped_loops, dropped_loops_);
    compare("parallel edges that are merged", given.merged_edges(per_edge), merged_);
    if (rules_.parallel != parallel_edges::kept && found.parallel > 0) {
      add(fmt::format("the graph has {} parallel edges, and should have none",
                      found.parallel / per_edge));
    }
    if (given.arcs == found.out.arcs && given.end_marks != found.out.end_marks) {
      add("edges do not join the vertices that they join in the input");
    }
  }

  void compare_weights(const edge_tally& given, const graph_tally& found) {
    const weight_kind kind = graph_.facts().weights;
    const weight_kind stored = kind_of(graph_.stored_weights());
    if (kind != rules_.weights || (found.out.arcs > 0 && kind != stored)) {
      return add(fmt::format("the input gives {}, and the graph has {}", name_of(rules_.weights),
                             name_of(kind == rules_.weights ? stored : kind)));
    }
    if (found.misdrawn > 0) {
      add(fmt::format("{} weights are not those that are drawn", found.misdrawn));
    }
    const std::uint64_t per_edge = rules_.arcs_per_edge();
    const bool comparable = rules_.weights_read && given.end_marks == found.out.end_marks;
    if (!comparable || given.weight_marks == found.out.weight_marks) { return; }
    add(
        fmt::format("the weights are not those of the input (of parallel edges {}): in the input "
                    "their sum is {}, in the graph {}",
                    orujo::name_of(rules_.parallel), given.edge_weight_sum(per_edge),
                    found.out.edge_weight_sum(per_edge)));
  }

  void compare_sides(const graph_tally& found) {
    if (found.disorder > 0) {
      add(fmt::format("{} edges are out of order in their rows", found.disorder));
    }
    if (!graph_.has_in_edges()) { return; }
    const bool same = found.in.arcs == found.out.arcs && found.in.end_marks == found.out.end_marks;
    const bool weighted = graph_.stored_weights() != weight_type::none;
    if (!same || (weighted && found.in.weight_marks != found.out.weight_marks)) {
      add("the edges by target are not the edges by source");
    }
  }

  void compare(std::string_view what, std::uint64_t given, std::uint64_t found) {
    if (given != found) {
      add(fmt::format("the input has {} {}, the graph {}", given, what, found));
    }
  }

  void add(std::string problem) { problems_.push_back(std::move(problem)); }

  rank_team& team_;
  const csr_graph& graph_;
  const build_options& options_;
  stated_rules rules_;
  std::uint64_t dropped_loops_;
  std::uint64_t merged_;
  problem_list problems_;
};

}  // namespace

problem_list compare_with_input(rank_team& team, const csr_graph& graph, const input_opener& open,
                                const build_options& options) {
  return comparison(team, graph, options, {}).run(open, token_kind::labels);
}

problem_list compare_with_rows(rank_team& team, const csr_graph& graph, const taken_rows& rows,
                               const build_options& options) {
  build_options all_vertices = options;
  all_vertices.keep_isolated = true;
  all_vertices.on_progress = {};  // rows are there already
  const earlier_losses earlier{rows.of.facts().dropped_loops, rows.of.facts().dropped_duplicates};
  problem_list problems =
      comparison(team, graph, all_vertices, earlier)
          .run([&](input_part /*part*/) { return rows_as_input(rows.of, rows.weights); },
               token_kind::numbers);
  const auto labels_of = [&](const csr_graph& of) {
    return tally_of_graph(team, of, token_kind::numbers, {}).label_marks;
  };
  if (labels_of(graph) != labels_of(rows.of)) {
    problems.emplace_back("the ids or names of vertices are not those of the file");
  }
  return problems;
}

}  // namespace orujo
