// Takes graphs apart, and puts them together otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/graph_parts.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

csr_parts parts_of(const csr_graph& graph) {
  csr_parts parts{.facts = graph.facts(),
                  .partition = graph.partition(),
                  .out = graph.out_edges(),
                  .in = std::nullopt,
                  .ghosts = {},
                  .mirrors = {},
                  .ids = graph.ids()};
  if (graph.has_in_edges()) { parts.in = graph.in_edges(); }
  for (local_vertex v = graph.num_local(); v < graph.num_local() + graph.num_ghosts(); ++v) {
    parts.ghosts.push_back(graph.global(v));
  }
  parts.mirrors = graph.all_mirrors();
  return parts;
}

csr_graph with_names(rank_team& team, const csr_graph& graph, const vertex_names& names) {
  csr_parts parts = parts_of(graph);
  const vertex_id first = parts.partition.first(team.rank());
  vertex_names own;
  for (vertex_id v = first; v < first + parts.partition.size(team.rank()); ++v) {
    own.add(names[v]);
  }
  parts.ids = id_map(first, std::move(own));
  return csr_graph(team.rank(), std::move(parts));
}

csr_graph with_ids(rank_team& team, const csr_graph& graph, std::span<const std::uint64_t> ids) {
  csr_parts parts = parts_of(graph);
  const vertex_id first = parts.partition.first(team.rank());
  const auto own = ids.subspan(first, parts.partition.size(team.rank()));
  parts.ids = id_map(first, std::vector<std::uint64_t>(own.begin(), own.end()));
  return csr_graph(team.rank(), std::move(parts));
}

csr_graph reversed_graph(const rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     fmt::format("{}: edges are to be followed backwards, but it was read without "
                                 "its edges by target",
                                 graph.facts().name));
  csr_parts parts = parts_of(graph);
  if (graph.directed()) { std::swap(parts.out, *parts.in); }
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
