// Describes a graph, and what was assumed about it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/graph_facts_record.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/graph/input_labels.hpp"

namespace orujo {

namespace {

/// What was assumed about the input, and what of its names is shown otherwise.
/// Call: collective.
std::vector<std::string> guesses_of(rank_team& team, const csr_graph& graph) {
  std::vector<std::string> guesses = graph.facts().guesses;
  const std::uint64_t odd = names_not_in_utf8(team, graph);
  if (odd > 0) {
    guesses.push_back(fmt::format(
        "{} name{} not in UTF-8: JSON, .npy, .parquet and pages have U+FFFD for each byte that is "
        "wrong, tables \\xNN; .csv and graph files keep it",
        odd, odd == 1 ? " is" : "s are"));
  }
  return guesses;
}

}  // namespace

graph_record graph_record_of(rank_team& team, const csr_graph& graph) {
  const graph_facts& facts = graph.facts();
  return {.name = facts.name,
          .recognised = facts.recognised,
          .guesses = guesses_of(team, graph),
          .vertices = facts.num_vertices,
          .edges = facts.num_edges,
          .directed = facts.directed,
          .direction_assumed = facts.direction_assumed,
          .weighted = facts.weights != weight_kind::none,
          .parallel = facts.parallel,
          .merged_edges = facts.dropped_duplicates,
          .dropped_loops = facts.dropped_loops,
          .seconds_load = facts.seconds_load,
          .seconds_build = facts.seconds_build,
          .differences = {},
          .seconds_verify = 0};
}

}  // namespace orujo
