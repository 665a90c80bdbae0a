// Looks up or draws sources.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/source_choice.hpp"

#include <functional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "orujo/algorithms/catalogue/named_vertex.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/traversal/drawn_sources.hpp"

namespace orujo::cli {

std::vector<chosen_source> choose_sources(rank_team& team, const csr_graph& graph,
                                          const run_options& options, source_use use) {
  const std::string& name = options.graph.graph;
  if (options.source) {
    const vertex_id vertex = named_vertex(team, graph, {"--source", *options.source});
    const std::vector<std::uint64_t> id = input_ids_of(team, graph, std::span(&vertex, 1));
    return {{vertex, labels_of(team, graph, id).front()}};
  }
  if (graph.num_vertices() == 0) {
    throw agreed_error(exit_code::usage, fmt::format("{} has no vertices", name));
  }
  const auto draw = use == source_use::run_each ? draw_sources : draw_sources_once;
  const std::vector<vertex_id> vertices =
      draw(team, graph, options.graph.seed, options.sources.value_or(1));
  const std::vector<json> labels = labels_of(team, graph, input_ids_of(team, graph, vertices));
  std::vector<chosen_source> sources;
  for (std::size_t i = 0; i < vertices.size(); ++i) { sources.push_back({vertices[i], labels[i]}); }
  return sources;
}

}  // namespace orujo::cli
